/* SPDX-License-Identifier: MIT */
/* UTF-8: checking it and counting characters. */
#ifndef XPGN_BASE_UTF8_H
#define XPGN_BASE_UTF8_H

#include "xpgn.h"

/* Bytes of the well-formed sequence that `s` begins with (1 to 4); 0 if it begins with none. */
size_t utf8_length(xpgn_slice s);
/* Every byte belongs to a well-formed sequence. Fast where all is ASCII. */
bool utf8_is_valid(xpgn_slice s);
/* How many bytes at the start are UTF-8. */
size_t utf8_valid_run(xpgn_slice s);
/* Characters; a byte that is not UTF-8 counts as one (it is read as Latin-1). */
size_t utf8_count(xpgn_slice s);

enum { UTF8_SHOW_SIZE = 48 };
/*
 * What a finding may quote of a file: at most 24 characters ("..." where more stood), control
 * characters as '?', Latin-1 bytes as UTF-8. Returns out.
 */
const char *utf8_show(xpgn_slice s, char out[UTF8_SHOW_SIZE]);

#endif
