/* SPDX-License-Identifier: MIT */
/* UTF-8: validation and counting of characters. */
#ifndef XPGN_BASE_UTF8_H
#define XPGN_BASE_UTF8_H

#include <xpgn/base.h>

/* Size in bytes (1 to 4) of the well-formed sequence at the start of `s`; 0 if there is none. */
size_t utf8_length(xpgn_slice s);
/* True if all of `s` is well-formed UTF-8. Fast for ASCII. */
bool utf8_is_valid(xpgn_slice s);
/* Length in bytes of the longest prefix that is well-formed UTF-8. */
size_t utf8_valid_run(xpgn_slice s);
/* Length of the longest prefix that is ASCII. */
size_t utf8_ascii_run(const char *p, size_t size);
/* The character of a byte that is not UTF-8: as in Windows-1252, unassigned ones as in Latin-1. */
uint32_t utf8_of_byte(char byte);
/* Writes it as UTF-8; returns its size, 2 or 3. */
size_t utf8_put_byte(char byte, char out[3]);
/* Writes a character; returns its size, 1 to 4. */
size_t utf8_put(uint32_t c, char out[4]);
/* Reads the first character of `s`, which is not empty; returns its size in bytes. A byte that is
   not UTF-8 is converted by utf8_of_byte. */
size_t utf8_read(xpgn_slice s, uint32_t *c);
/* Number of characters; a byte that is not UTF-8 counts as one. */
size_t utf8_count(xpgn_slice s);

enum { UTF8_SHOW_SIZE = 48, UTF8_SHOW_LONG = 256 };
/*
 * Makes a quotation of a file fit for a message: at most 24 characters ("..." if there were more),
 * control characters as '?', bytes that are not UTF-8 as utf8_put_byte has them. Returns out.
 */
const char *utf8_show(xpgn_slice s, char out[UTF8_SHOW_SIZE]);
/* The same for what should be quoted as a whole: at most 120 characters. */
const char *utf8_show_long(xpgn_slice s, char out[UTF8_SHOW_LONG]);

#endif
