/* SPDX-License-Identifier: MIT */
#include "io/utf16.h"
#include "core/base/utf8.h"

static void put_unit(xpgn_buffer *b, struct utf16 *u, uint32_t unit) {
    char out[4];
    bool second = unit >= 0xDC00 && unit <= 0xDFFF, pair = second && u->surrogate != 0;
    if (u->surrogate != 0 && !pair)
        xpgn_buffer_put(b, out, utf8_put(0xFFFD, out));
    uint32_t c = pair ? 0x10000 + ((u->surrogate - 0xD800) << 10) + (unit - 0xDC00) : unit;
    u->surrogate = unit >= 0xD800 && unit <= 0xDBFF ? unit : 0;
    if (u->surrogate == 0)
        xpgn_buffer_put(b, out, utf8_put(second && !pair ? 0xFFFD : c, out));
}

size_t utf16_put(xpgn_buffer *out, struct utf16 *u, xpgn_slice bytes, bool last) {
    const unsigned char *p = (const unsigned char *)bytes.data;
    size_t at = 0;
    for (; at + 2 <= bytes.size; at += 2)
        put_unit(out, u, p[at + u->low] | (uint32_t)p[at + u->high] << 8);
    if (last && (at < bytes.size || u->surrogate != 0)) {
        u->surrogate = 0;
        put_unit(out, u, 0xFFFD);
    }
    return at;
}
