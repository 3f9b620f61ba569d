/* SPDX-License-Identifier: MIT */
/* Faults in texts written by users, with their places. */
#ifndef XPGN_BASE_FAULT_H
#define XPGN_BASE_FAULT_H

#include <xpgn/base.h>

struct fault_source {
    xpgn_fault *fault; /* the fault to set */
    const char *text;  /* the whole text, from which places count */
};

/* Sets a fault without a place. Always returns false. */
bool fault_set(xpgn_fault *fault, const char *format, ...) XPGN_PRINTF(2, 3);
/* Sets the fault at the `size` bytes from `from`, which must lie in the text. Always returns false.
 */
bool fault_at(const struct fault_source *s, const char *from, size_t size, const char *format, ...)
    XPGN_PRINTF(4, 5);
/* The same for a part of a text. Always returns XPGN_INVALID. */
xpgn_status fault_in(xpgn_fault *fault, xpgn_slice whole, xpgn_slice part, const char *format, ...)
    XPGN_PRINTF(4, 5);

#endif
