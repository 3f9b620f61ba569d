/* SPDX-License-Identifier: MIT */
/* Numbers of facts as text: by hand, as most values are numbers, and printf would take longer than
   the moves of a game. */
#include "core/base/buffer.h"
#include "core/base/number.h"
#include "core/play/combat_odds.h"
#include "facts/fact_list.h"
#include "internal/queries.h"

/* Digits after the point. */
static unsigned fact_digits(xpgn_fact_type type) {
    return type == XPGN_VALUE_MILLIONTHS ? 6 : type == XPGN_VALUE_BILLIONTHS ? 9 : 0;
}

static __attribute__((noinline)) char *write_any_number(char *c, xpgn_fact_type type,
                                                        int64_t number) {
    char text[FACT_NUMBER_ROOM], *end = text + sizeof text, *p = end;
    uint64_t rest = number < 0 ? 0u - (uint64_t)number : (uint64_t)number;
    for (unsigned i = fact_digits(type); i > 0; i--, rest /= 10)
        *--p = (char)('0' + rest % 10);
    while (type == XPGN_VALUE_MILLIONTHS && end > p && end[-1] == '0')
        end--; /* removes trailing zeros and the point */
    if (end > p)
        *--p = '.';
    p = number_before(p, number < 0, rest);
    memcpy(c, p, (size_t)(end - p));
    return c + (end - p);
}

char *fact_number_write(char *c, xpgn_fact_type type, int64_t number) {
    return type == XPGN_VALUE_NUMBER && number >= 0 && number <= UINT32_MAX
               ? number_write(c, (uint32_t)number)
               : write_any_number(c, type, number);
}

void xpgn_fact_number(xpgn_buffer *b, xpgn_fact_type type, int64_t number) {
    char *c = buffer_room(b, FACT_NUMBER_ROOM);
    if (c != NULL)
        b->size = (size_t)(fact_number_write(c, type, number) - b->data);
}

void xpgn_fact_mean(xpgn_buffer *b, xpgn_fact_type type, int64_t sum, uint64_t count) {
    if (count == 0)
        return;
    double mean = (double)sum / (double)count;
    xpgn_fact_number(b, XPGN_VALUE_MILLIONTHS,
                     odds_rounded(mean * (type == XPGN_VALUE_MILLIONTHS   ? 1
                                          : type == XPGN_VALUE_BILLIONTHS ? 1e-3
                                                                          : 1e6)));
}
