/* SPDX-License-Identifier: MIT */
/* Files that are to survive a crash. Functions that fail say why in errno. */
#ifndef CLI_DISK_H
#define CLI_DISK_H

#include <stdbool.h>
#include <stddef.h>

/* The canonical path of a file, the same for all its names; it need not exist, but its folder does.
   NULL on failure; the caller frees it. */
char *cli_real_path(const char *path);
/* Writes all of it, whatever interrupts. */
bool cli_write_all(int fd, const char *bytes, size_t size);
/* Puts the name of a file on disk: without this a crash of the machine may undo its making or
   renaming. Some file systems cannot do it, which is no failure. */
bool cli_sync_folder(const char *path);

#endif
