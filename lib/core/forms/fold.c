/* SPDX-License-Identifier: MIT */
#include "core/forms/fold.h"

#include "core/base/letters.h"
#include "core/base/slice.h"
#include "core/base/utf8.h"

/* Punctuation of Unicode as that of ASCII; 0: nothing is left of it. */
static uint32_t fold_sign(uint32_t c) {
    if ((c >= 0x2010 && c <= 0x2015) || c == 0x2212)
        return '-';
    if (c == 0xB4 || (c >= 0x2018 && c <= 0x201B) || c == 0x2032 || c == 0x2B9 || c == 0x2BC)
        return '\'';
    if (c == 0xA0 || (c >= 0x2000 && c <= 0x200A) || c == 0x202F || c == 0x205F || c == 0x3000)
        return ' ';
    bool mark = (c >= 0x300 && c <= 0x36F) || (c >= 0x1AB0 && c <= 0x1AFF) ||
                (c >= 0x1DC0 && c <= 0x1DFF) || (c >= 0x20D0 && c <= 0x20FF) ||
                (c >= 0xFE20 && c <= 0xFE2F);
    bool gone = mark || (c >= 0x591 && c <= 0x5C7 && c != 0x5BE) || (c >= 0x200B && c <= 0x200F) ||
                c == 0xFEFF || c == 0xAD;
    return gone ? 0 : c;
}

size_t fold_character(const char *p, const char *end, char out[FOLD_MOST], size_t *size) {
    uint32_t c = (unsigned char)*p;
    *size = 1;
    if (c < 0x80) {
        *out = c == '`' ? '\'' : is_space(*p) ? ' ' : to_lower(*p);
        return 1;
    }
    *size = utf8_read((xpgn_slice){p, (size_t)(end - p)}, &c);
    if (c >= 0xFF01 && c <= 0xFF5E) { /* fullwidth */
        *out = to_lower((char)(c - 0xFEE0));
        return 1;
    }
    size_t n = letter_plain(c, out);
    if (n > 0)
        return n;
    c = fold_sign(c);
    return c == 0 ? 0 : utf8_put(c, out);
}

bool fold_is_letter(const char *p, const char *end) {
    uint32_t c;
    if (p == end)
        return false;
    if ((unsigned char)*p < 0x80)
        return is_letter(*p) || is_digit(*p);
    utf8_read((xpgn_slice){p, (size_t)(end - p)}, &c);
    const bool picture = c >= 0x1F000 && c <= 0x1FAFF;
    return (c >= 0xC0 && c != 0xD7 && c != 0xF7 && c < 0x2000) || (c >= 0x3040 && !picture) ||
           c == 0xAD;
}
