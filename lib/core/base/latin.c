/* SPDX-License-Identifier: MIT */
/* Latin letters in ASCII. */
#include "core/base/latin.h"
#include "internal/text_out.h"

/* The letters U+00C0 to U+017F without their accents, in lower case. */
static const char plain[] = "aaaaaaaceeeeiiiidnooooo ouuuuytsaaaaaaaceeeeiiiidnooooo ouuuuyty"
                            "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiijjjjkkkllllllllll"
                            "nnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";

char latin_plain(uint32_t point) {
    return point >= 0xC0 && point - 0xC0 < sizeof plain - 1 ? plain[point - 0xC0] : '\0';
}

/* Returns the second of the two letters with which report files, passports and keyboards replace
   some letters; 0 for others. */
char latin_second(uint32_t point) {
    switch (point) {
    case 0xC5: /* A with a ring */
    case 0xE5:
        return 'a';
    case 0xDF: /* sharp s */
        return 's';
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

/* In Latin Extended-A the capital is the first of each pair; in two ranges the pairs begin at odd
   numbers. */
static bool is_capital(uint32_t point) {
    if (point < 0x100)
        return point <= 0xDE;
    bool odd = (point >= 0x139 && point <= 0x148) || point >= 0x179;
    return point == 0x178 || (point & 1) == odd;
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
    char letter = latin_plain(point), second = latin_second(point);
    if (letter == '\0' || letter == ' ') {
        xpgn_buffer_text(b, plain_sign(point));
        return;
    }
    bool capital = is_capital(point);
    xpgn_buffer_char(b, (char)(letter - (capital ? 'a' - 'A' : 0)));
    if (second != 0)
        xpgn_buffer_char(b, second);
}
