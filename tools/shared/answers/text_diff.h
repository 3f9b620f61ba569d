/* SPDX-License-Identifier: MIT */
/* Changes in the form of diff -u. */
#ifndef CLI_TEXT_DIFF_H
#define CLI_TEXT_DIFF_H

#include "frame/cli.h"

/* Makes a temporary file for a text, which the caller closes; exits if it cannot be made. */
FILE *cli_diff_file(cli *c);
/* Writes to standard output, as a patch of the file `name`, the changes from `original` (NULL: that
   file) to `now`. Returns CLI_BAD, or CLI_TROUBLE after a message. */
int cli_diff(cli *c, const char *name, FILE *original, FILE *now);

#endif
