/* SPDX-License-Identifier: MIT */
/* Paths of files. On failure functions set errno. */
#ifndef CLI_FILE_PATHS_H
#define CLI_FILE_PATHS_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

/* The canonical path of a file, the same for all its names; it need not exist, but its folder does.
   NULL on failure; the caller frees it. */
char *path_real(const char *path);
/* The folder of a file, with its slash; allocates no memory, so it works when memory is
   exhausted. */
bool path_folder(const char *path, char folder[PATH_MAX]);
/* The name of a file without its folder. */
const char *path_name(const char *path);
/* The folder of the running program, called by `argv0`, with its slash; its size, or 0 if it cannot
   be found. */
size_t path_own_folder(const char *argv0, char *path, size_t room);
/* The size of the first path of a list such as XPGN_PATH; separators have one byte. */
size_t path_first(const char *list);
/* The folder for temporary files: TMPDIR or the system's default. */
const char *path_temporary(void);

#endif
