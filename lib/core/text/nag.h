/* SPDX-License-Identifier: MIT */
/* NAGs: $7, and the marks ! ? !! ?? !? ?!. */
#ifndef XPGN_TEXT_NAG_H
#define XPGN_TEXT_NAG_H

#include "core/base/slice.h"

#include <stdint.h>

enum { NAG_MOST = 255 };

/* The number of the first one or two marks of `size` at p: 1 to 6. */
static inline uint32_t nag_of_marks(const char *p, size_t size) {
    uint32_t first = *p == '?';
    if (size == 1)
        return 1 + first;
    return (p[0] == p[1] ? 3 : 5) + first;
}

/* The place after the NAG at p, which begins with $ ! or ?; NULL if it is not a NAG or above
   NAG_MOST. *nag is its number, 0 for the null annotation $0. */
static inline const char *nag_read(const char *p, const char *end, uint32_t *nag) {
    const char *q = p + 1;
    if (*p != '$') {
        while (q < end && (*q == '!' || *q == '?'))
            q++;
        *nag = nag_of_marks(p, (size_t)(q - p));
        return q - p <= 2 ? q : NULL;
    }
    for (*nag = 0; q < end && is_digit(*q) && *nag <= NAG_MOST; q++)
        *nag = *nag * 10 + (uint32_t)(*q - '0');
    return q > p + 1 && *nag <= NAG_MOST ? q : NULL;
}

#endif
