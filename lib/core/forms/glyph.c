/* SPDX-License-Identifier: MIT */
#include "core/forms/glyph.h"

#include "core/forms/scan.h"
#include "internal/text_out.h"

#include <string.h>

/* Only signs with the same meaning everywhere. A sign comes before its prefixes. Where there are
   several for a NAG, one of them is shown. */
static const struct {
    const char *text;
    uint8_t nag;
    bool shown;
} glyphs[] = {
    {"+/-", 16, false},
    {"+/\xE2\x88\x92", 16, false}, /* U+2212, the minus sign, here and below */
    {"+/=", 14, false},
    {"+--", 20, true},
    {"+-", 18, false},
    {"+\xE2\x88\x92", 18, true},
    {"+\xE2\x80\x93", 18, false}, /* en dash */
    {"+=", 14, false},
    {"-/+", 17, false},
    {"\xE2\x88\x92/+", 17, false},
    {"--+", 21, true},
    {"-+", 19, false},
    {"\xE2\x88\x92+", 19, true},
    {"\xE2\x80\x93+", 19, false},
    {"=/+", 15, false},
    {"=/\xE2\x88\x9E", 44, true},
    {"=+", 15, false},
    {"=", 10, true},
    {"\xC2\xB1", 16, true},      /* plus-minus */
    {"\xB1", 16, false},         /* the same in Windows-1252 */
    {"\xE2\x80\xBC", 3, false},  /* double exclamation mark */
    {"\xE2\x81\x87", 4, false},  /* double question mark */
    {"\xE2\x81\x89", 5, false},  /* exclamation question mark */
    {"\xE2\x81\x88", 6, false},  /* question exclamation mark */
    {"\xE2\x96\xA1", 7, true},   /* white square: the only move */
    {"\xE2\x88\x9E", 13, true},  /* infinity: unclear */
    {"\xE2\xA9\xB2", 14, true},  /* plus over equals */
    {"\xE2\xA9\xB1", 15, true},  /* equals over plus */
    {"\xE2\x88\x93", 17, true},  /* minus-plus */
    {"\xE2\xA8\x80", 22, true},  /* circled dot: zugzwang */
    {"\xE2\x8A\x99", 22, false}, /* circled dot operator */
    {"\xE2\xAF\xB9", 44, false}, /* compensation */
    {"\xE2\x9F\xB3", 32, true},  /* gapped circle arrow: development */
    {"\xE2\x86\x91", 36, true},  /* upwards arrow: initiative */
    {"\xE2\x86\x92", 40, true},  /* rightwards arrow: attack */
    {"\xE2\x87\x86", 132, true}, /* left-right arrows: counterplay */
    {"\xE2\xA8\x81", 138, true}, /* circled plus: time trouble */
    {"\xE2\x8A\x95", 138, false},
    {"\xE2\x88\x86", 140, true}, /* increment: with the idea */
    {"\xE2\x8C\x93", 142, true}, /* segment: better is */
};

size_t glyph_read(const char *p, const char *end, uint32_t *nag) {
    for (size_t i = 0; i < sizeof glyphs / sizeof glyphs[0]; i++) {
        size_t size = strlen(glyphs[i].text);
        if (glyphs[i].text[0] == *p && (size_t)(end - p) >= size &&
            memcmp(p, glyphs[i].text, size) == 0) {
            *nag = glyphs[i].nag;
            return size;
        }
    }
    return 0;
}

/* The number that a sign has: many NAGs have one for each side, or for shades of a meaning. */
static unsigned number_of_sign(unsigned nag) {
    enum { ONLY = 7, EQUAL = 10, UNCLEAR = 13, ZUGZWANG = 22, TROUBLE = 139 };
    if (nag == ONLY + 1)
        return ONLY;
    if (nag > EQUAL && nag < UNCLEAR)
        return EQUAL;
    return nag >= ZUGZWANG && nag <= TROUBLE ? nag & ~1u : nag;
}

const char *xpgn_nag_sign(unsigned nag) {
    static const char *const marks[] = {"", "!", "?", "!!", "??", "!?", "?!"};
    if (nag < sizeof marks / sizeof *marks)
        return marks[nag];
    for (size_t i = 0; i < sizeof glyphs / sizeof glyphs[0]; i++)
        if (glyphs[i].shown && glyphs[i].nag == number_of_sign(nag))
            return glyphs[i].text;
    return "";
}

/* The size of a mate that an engine announces, #3 or M3, before a blank or the end; 0: there is
 * none. */
static size_t mate_figures(const char *p, const char *end) {
    const char *from = p + (p < end && (*p == '#' || *p == 'M')), *past = scan_digits(from, end);
    const bool is = from > p && past > from && past - from < 3;
    return is && (past == end || byte_is(*past, BYTE_SPACE)) ? (size_t)(past - p) : 0;
}

size_t glyph_figures(const char *p, const char *end) {
    if (mate_figures(p, end) > 0)
        return mate_figures(p, end);
    const bool bracket = p < end && *p == '[';
    const char *from = p + bracket;
    const size_t sign = from < end && *from == '+' ? 1 : scan_dash(from, end);
    const char *stop = scan_digits(from + sign, end), *q;
    if (sign == 0 || stop == from + sign || stop == end || *stop != '.')
        return 0;
    q = scan_digits(stop + 1, end);
    if (q == stop + 1)
        return 0;
    q = q < end && *q == '/' ? scan_digits(q + 1, end) : q;
    if (bracket && (q == end || *q != ']'))
        return 0;
    q += bracket;
    return q == end || byte_is(*q, BYTE_SPACE) ? (size_t)(q - p) : 0;
}

size_t glyph_note(const char *p, const char *end) {
    const bool is = end - p > 1 && *p == '\xC2' && p[1] != '\0' && strchr("\xB9\xB2\xB3", p[1]);
    return is ? 2 : 0;
}
