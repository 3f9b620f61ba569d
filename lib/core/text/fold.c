/* SPDX-License-Identifier: MIT */
#include "core/text/fold.h"

#include "core/base/slice.h"
#include "core/base/utf8.h"

#include <string.h>

/* U+00C0 to U+017F: their letters without accents; '.' has two, and '\0' is no letter. */
static const char latin[] = "aaaaaa.ceeeeiiiidnooooo\0ouuuuy..aaaaaa.ceeeeiiiidnooooo\0ouuuuy.y"
                            "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiii..jjkkklllllll"
                            "lllnnnnnnnnnoooooo..rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";

/* The letters of two bytes: ß Æ Œ Ĳ Þ. */
static const char *latin_pair(uint32_t c) {
    switch (c) {
    case 0xC6:
    case 0xE6:
        return "ae";
    case 0xDE:
    case 0xFE:
        return "th";
    case 0xDF:
        return "ss";
    case 0x152:
    case 0x153:
        return "oe";
    default:
        return "ij";
    }
}

static uint32_t fold_greek(uint32_t c) {
    static const struct {
        uint16_t from, to;
    } accents[] = {{0x386, 0x3B1}, {0x388, 0x3B5}, {0x389, 0x3B7}, {0x38A, 0x3B9}, {0x38C, 0x3BF},
                   {0x38E, 0x3C5}, {0x38F, 0x3C9}, {0x390, 0x3B9}, {0x3AA, 0x3B9}, {0x3AB, 0x3C5},
                   {0x3AC, 0x3B1}, {0x3AD, 0x3B5}, {0x3AE, 0x3B7}, {0x3AF, 0x3B9}, {0x3B0, 0x3C5},
                   {0x3C2, 0x3C3}, {0x3CA, 0x3B9}, {0x3CB, 0x3C5}, {0x3CC, 0x3BF}, {0x3CD, 0x3C5},
                   {0x3CE, 0x3C9}};
    for (size_t i = 0; i < sizeof accents / sizeof *accents; i++)
        if (accents[i].from == c)
            return accents[i].to;
    return c >= 0x391 && c <= 0x3A9 ? c + 0x20 : c;
}

static uint32_t fold_cyrillic(uint32_t c) {
    if (c >= 0x400 && c <= 0x40F)
        c += 0x50;
    else if (c >= 0x410 && c <= 0x42F)
        c += 0x20;
    switch (c) {
    case 0x439: /* й */
        return 0x438;
    case 0x450: /* ѐ ё */
    case 0x451:
        return 0x435;
    case 0x457: /* ї */
        return 0x456;
    case 0x490: /* Ґ ґ */
    case 0x491:
        return 0x433;
    default:
        return c;
    }
}

/* Punctuation of Unicode as that of ASCII; 0: nothing is left of it. */
static uint32_t fold_sign(uint32_t c) {
    if ((c >= 0x2010 && c <= 0x2015) || c == 0x2212)
        return '-';
    if (c == 0xB4 || (c >= 0x2018 && c <= 0x201B) || c == 0x2032 || c == 0x2B9 || c == 0x2BC)
        return '\'';
    if (c == 0xA0 || (c >= 0x2000 && c <= 0x200A) || c == 0x202F || c == 0x205F || c == 0x3000)
        return ' ';
    bool gone = (c >= 0x300 && c <= 0x36F) || (c >= 0x591 && c <= 0x5C7 && c != 0x5BE) ||
                (c >= 0x200B && c <= 0x200F) || c == 0xFEFF || c == 0xAD;
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
    if (c >= 0xC0 && c < 0xC0 + sizeof latin - 1 && latin[c - 0xC0] != '\0') {
        *out = latin[c - 0xC0];
        if (*out == '.')
            memcpy(out, latin_pair(c), 2);
        return c == 0xC6 || c == 0xE6 || c == 0xDE || c == 0xFE || c == 0xDF || c == 0x152 ||
                       c == 0x153 || c == 0x132 || c == 0x133
                   ? 2
                   : 1;
    }
    if (c >= 0x218 && c <= 0x21B) { /* Romanian: a comma below */
        *out = c <= 0x219 ? 's' : 't';
        return 1;
    }
    c = c >= 0x370 && c < 0x400 ? fold_greek(c) : c >= 0x400 && c < 0x530 ? fold_cyrillic(c) : c;
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
    return (c >= 0xC0 && c != 0xD7 && c != 0xF7 && c < 0x2000) || c >= 0x3040 || c == 0xAD;
}
