/* SPDX-License-Identifier: MIT */
/* What would change, as diff -u shows it. */
#ifndef CLI_DIFF_H
#define CLI_DIFF_H

#include "cli/cli.h"

/* A temporary file for a text. */
FILE *cli_diff_file(cli *c);
/* Writes to standard output, as a patch of the file `name`, what makes `now` out of `original`, or
   of that file where that is NULL. Returns CLI_BAD, or CLI_TROUBLE after a message. */
int cli_diff(cli *c, const char *name, FILE *original, FILE *now);

#endif
