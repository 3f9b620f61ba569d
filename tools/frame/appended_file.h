/* SPDX-License-Identifier: MIT */
/* Files to which lines are appended, such as chains of sealed dice. */
#ifndef CLI_APPENDED_FILE_H
#define CLI_APPENDED_FILE_H

#include "frame/cli.h"

/* Locks an open file; false after a message, which is `busy` if another program has locked it. */
bool cli_lock_file(cli *c, int fd, const char *path, const char *busy);
/*
 * A file to which lines are appended, which count when they are on disk; with *torn, what follows
 * its first `size` bytes does not. The first two return false with errno, and leave the file as it
 * was, or torn; the third brings to disk what another process may have been killed over, and
 * returns false after a message.
 */
bool cli_cut_torn(int fd, size_t size, bool *torn);
bool cli_add_lines(int fd, size_t size, bool *torn, xpgn_slice lines);
bool cli_keep_file(cli *c, int fd, const char *path, size_t size, bool *torn);

#endif
