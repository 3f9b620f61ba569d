/* SPDX-License-Identifier: MIT */
#include "core/text/glyph.h"

#include <string.h>

/* Only signs with the same meaning everywhere. A sign comes before its prefixes. */
static const struct {
    const char *text;
    uint8_t nag;
} glyphs[] = {
    {"+/-", 16},
    {"+/\xE2\x88\x92", 16}, /* U+2212, the minus sign, here and below */
    {"+/=", 14},
    {"+--", 20},
    {"+-", 18},
    {"+\xE2\x88\x92", 18},
    {"+\xE2\x80\x93", 18}, /* en dash */
    {"+=", 14},
    {"-/+", 17},
    {"\xE2\x88\x92/+", 17},
    {"--+", 21},
    {"-+", 19},
    {"\xE2\x88\x92+", 19},
    {"\xE2\x80\x93+", 19},
    {"=/+", 15},
    {"=/\xE2\x88\x9E", 44},
    {"=+", 15},
    {"=", 10},
    {"\xC2\xB1", 16},      /* plus-minus */
    {"\xB1", 16},          /* the same in Windows-1252 */
    {"\xE2\x80\xBC", 3},   /* double exclamation mark */
    {"\xE2\x81\x87", 4},   /* double question mark */
    {"\xE2\x81\x89", 5},   /* exclamation question mark */
    {"\xE2\x81\x88", 6},   /* question exclamation mark */
    {"\xE2\x96\xA1", 7},   /* white square: the only move */
    {"\xE2\x88\x9E", 13},  /* infinity: unclear */
    {"\xE2\xA9\xB2", 14},  /* plus over equals */
    {"\xE2\xA9\xB1", 15},  /* equals over plus */
    {"\xE2\x88\x93", 17},  /* minus-plus */
    {"\xE2\xA8\x80", 22},  /* circled dot: zugzwang */
    {"\xE2\xAF\xB9", 44},  /* compensation */
    {"\xE2\x9F\xB3", 32},  /* gapped circle arrow: development */
    {"\xE2\x86\x91", 36},  /* upwards arrow: initiative */
    {"\xE2\x86\x92", 40},  /* rightwards arrow: attack */
    {"\xE2\x87\x86", 132}, /* left-right arrows: counterplay */
    {"\xE2\xA8\x81", 138}, /* circled plus: time trouble */
    {"\xE2\x8A\x95", 138},
    {"\xE2\x88\x86", 140}, /* increment: with the idea */
    {"\xE2\x8C\x93", 142}, /* segment: better is */
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
