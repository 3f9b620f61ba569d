/* SPDX-License-Identifier: MIT */
/* Shared by the files of xpgn-split. */
#ifndef SPLIT_TOOL_H
#define SPLIT_TOOL_H

#include "frame/cli.h"

#include <locale.h>

enum { SPLIT_STEM = 180 }; /* maximum bytes of a stem, which leaves room for what follows it */

/* ---- names of files (part_names.c) ----------------------------------------------------------- */

/*
 * Appends a value as a part of a file name that is valid on any system: keeps ASCII letters and
 * digits, characters beyond ASCII and .,'+()-, and replaces anything else by a _. May append
 * nothing.
 */
void split_put_part(xpgn_buffer *b, xpgn_slice value);
/* Makes the parts in the buffer a stem: cuts it, and makes sure that it is not a hidden file, an
   option or a name reserved by Windows. A stem has no ~, which precedes the number of a file. */
void split_end_stem(xpgn_buffer *b);

/* What letters are without case, for one thread; initialize with {0}. It is opened once and not for
   each name, as the C library reads files for it. */
typedef struct split_names {
    bool open;
    locale_t utf8;
} split_names;

/* Appends the stem as a file system compares it that ignores case. */
void split_put_folded(xpgn_buffer *b, split_names *names, xpgn_slice stem);
void split_names_close(split_names *names);

#endif
