/* SPDX-License-Identifier: MIT */
/* Latin letters in ASCII. */
#include "core/base/latin.h"
#include "core/base/letters.h"
#include "internal/text_out.h"

/* Returns the second of the two letters with which report files, passports and keyboards replace
   some letters; 0 for others. */
char latin_second(uint32_t point) {
    switch (point) {
    case 0xC5: /* A with a ring */
    case 0xE5:
        return 'a';
    case 0xDF: /* sharp s */
        return 's';
    case 0xDE: /* thorn */
    case 0xFE:
        return 'h';
    case 0xC4: /* A, O, U with dots, AE, O with a stroke, OE */
    case 0xE4:
    case 0xD6:
    case 0xF6:
    case 0xDC:
    case 0xFC:
    case 0xC6:
    case 0xE6:
    case 0xD8:
    case 0xF8:
    case 0x152:
    case 0x153:
        return 'e';
    default:
        return 0;
    }
}

static const char *plain_sign(uint32_t point) {
    switch (point) {
    case 0xA0:
        return " ";
    case 0xD7:
        return "x";
    case 0x2010: /* hyphens, dashes, minus */
    case 0x2011:
    case 0x2012:
    case 0x2013:
    case 0x2014:
    case 0x2212:
        return "-";
    case 0x2018: /* quotes */
    case 0x2019:
        return "'";
    case 0xAB:
    case 0xBB:
    case 0x201C:
    case 0x201D:
    case 0x201E:
        return "\"";
    case 0x2026:
        return "...";
    default:
        return "?";
    }
}

void latin_put(xpgn_buffer *b, uint32_t point) {
    char letter[LETTER_MOST], second = latin_second(point);
    size_t size = letter_plain(point, letter);
    if (size == 0 || (unsigned char)*letter >= 0x80) {
        xpgn_buffer_text(b, plain_sign(point));
        return;
    }
    bool capital = letter_is_capital(point);
    xpgn_buffer_char(b, (char)(*letter - (capital ? 'a' - 'A' : 0)));
    if (second != 0)
        xpgn_buffer_char(b, second);
    else if (size > 1)
        xpgn_buffer_char(b, letter[1]);
}
