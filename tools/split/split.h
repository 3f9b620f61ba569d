/* SPDX-License-Identifier: MIT */
/* Shared by the files of xpgn-split. */
#ifndef SPLIT_H
#define SPLIT_H

#include "cli/cli.h"

enum { SPLIT_STEM = 180 }; /* bytes of a name, which leaves room for what follows it */

/* ---- names of files (names.c) ---------------------------------------------------------------- */

/*
 * Appends what a value becomes in the name of a file, on any system: letters and digits of UTF-8
 * and .,'+()-, with a _ for anything else. Nothing if nothing is left.
 */
void split_put_part(xpgn_buffer *b, xpgn_slice value);
/* Makes a stem of parts, all that is in the buffer: cuts it, and sees to it that it is not hidden,
   an option, or a name that Windows has reserved. It has no ~, which is ours. */
void split_end_stem(xpgn_buffer *b);
/* Appends the stem as a file system sees it that takes small and capital letters for the same. */
void split_put_folded(xpgn_buffer *b, xpgn_slice stem);

#endif
