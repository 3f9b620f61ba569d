/* SPDX-License-Identifier: MIT */
/* UTF-16, which spreadsheets save, as UTF-8. */
#ifndef XPGN_IO_UTF16_H
#define XPGN_IO_UTF16_H

#include <stdbool.h>
#include <stdint.h>
#include <xpgn/base.h>

struct utf16 {
    unsigned low, high; /* the indices of the low and high byte; both 0: not UTF-16 */
    uint32_t surrogate; /* the first of a pair; 0: none */
};

/* Appends the complete characters of `bytes`; returns how many bytes they were. With `last` what is
   left becomes U+FFFD. */
size_t utf16_put(xpgn_buffer *out, struct utf16 *u, xpgn_slice bytes, bool last);

#endif
