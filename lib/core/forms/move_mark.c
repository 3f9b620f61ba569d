/* SPDX-License-Identifier: MIT */
#include "core/forms/move_mark.h"

#include "core/base/slice.h"
#include "core/forms/fold.h"
#include "core/forms/glyph.h"
#include "core/forms/scan.h"
#include "core/forms/sheet_words.h"

#include <string.h>

enum { NAG_NOVELTY = 146 };

/* Signs, each before its prefixes; ‡ is a double check, and a mate only in old books. */
static const struct {
    const char *text;
    uint8_t kind;
} signs[] = {{"++", MARK_DOUBLE_CHECK},
             {"+", MARK_CHECK},
             {"##", MARK_MATE},
             {"#", MARK_MATE},
             {"\xE2\x80\xA0\xE2\x80\xA0", MARK_DOUBLE_CHECK},
             {"\xE2\x80\xA0", MARK_CHECK},
             {"\xE2\x80\xA1", MARK_DOUBLE_CHECK},
             {"\x86", MARK_CHECK}, /* the same in Windows-1252 */
             {"\x87", MARK_DOUBLE_CHECK},
             {"\xE2\x89\xA0", MARK_MATE}};

/* What the words mean, as marks. */
static const struct {
    uint8_t meaning, kind;
} words[] = {{SHEET_MATE, MARK_MATE},
             {SHEET_DOUBLE_CHECK, MARK_DOUBLE_CHECK},
             {SHEET_DISCOVERED_CHECK, MARK_DISCOVERED_CHECK},
             {SHEET_CHECK, MARK_CHECK},
             {SHEET_EN_PASSANT, MARK_EN_PASSANT},
             {SHEET_DRAW_OFFER, MARK_DRAW_OFFER},
             {SHEET_SIC, MARK_SIC}};

#define MARKS                                                                                      \
    (SHEET_BIT(SHEET_MATE) | SHEET_BIT(SHEET_DOUBLE_CHECK) | SHEET_BIT(SHEET_DISCOVERED_CHECK) |   \
     SHEET_BIT(SHEET_CHECK) | SHEET_BIT(SHEET_EN_PASSANT) | SHEET_BIT(SHEET_DRAW_OFFER) |          \
     SHEET_BIT(SHEET_SIC))

/* A word, with a full stop behind it that a line does not end with. */
static bool word_mark(const char *p, const char *end, struct move_mark *out) {
    struct sheet_phrase phrase;
    if (!sheet_phrase_of(p, end, MARKS, &phrase))
        return false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if ((phrase.means & SHEET_BIT(words[i].meaning)) != 0) {
            out->kind = (enum move_mark_kind)words[i].kind;
            break;
        }
    const char *q = p + phrase.size;
    q += q < end && *q == '.' && q[-1] != '.';
    q += q < end && *q == '!' && out->kind == MARK_SIC;
    out->worded = true;
    out->size = (size_t)(q - p);
    return true;
}

/* +- ± = !? ⩲, and + # of checks; a plus and a minus are an evaluation. */
static bool sign_mark(const char *p, const char *end, struct move_mark *out) {
    uint32_t nag = 0;
    size_t size = glyph_read(p, end, &nag);
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        size_t n = strlen(signs[i].text);
        if (n <= size || (size_t)(end - p) < n || memcmp(p, signs[i].text, n) != 0)
            continue;
        out->kind = (enum move_mark_kind)signs[i].kind;
        out->size = n;
        return true;
    }
    bool equals = size == 1 && *p == '=';
    out->kind = equals ? MARK_DRAW_OFFER : MARK_NAG;
    out->nag = equals ? 0 : nag;
    out->size = size;
    return size > 0 && !fold_is_letter(p + size, end);
}

/* ! and ?, up to two. */
static bool suffix_mark(const char *p, const char *end, struct move_mark *out) {
    static const char *const suffixes[] = {"!!", "??", "!?", "?!", "!", "?"};
    static const uint8_t nags[] = {3, 4, 5, 6, 1, 2};
    for (size_t i = 0; i < sizeof nags; i++) {
        size_t n = strlen(suffixes[i]);
        if ((size_t)(end - p) < n || memcmp(p, suffixes[i], n) != 0)
            continue;
        out->kind = MARK_NAG;
        out->nag = nags[i];
        out->size = n;
        while (p + out->size < end && strchr("!?", p[out->size]) != NULL && p[out->size] != '\0')
            out->size++; /* !!! */
        return true;
    }
    return false;
}

/* A mark in brackets: (=), (sic), (N), (ch), (e.p.), (!). */
static bool inner_mark(const char *p, const char *end, struct move_mark *out) {
    if (p < end && *p == 'N' && !fold_is_letter(p + 1, end)) {
        *out = (struct move_mark){.size = 1, .kind = MARK_NAG, .nag = NAG_NOVELTY, .worded = true};
        return true;
    }
    return p < end &&
           (suffix_mark(p, end, out) || sign_mark(p, end, out) || word_mark(p, end, out));
}

/* The size of a draw that is offered at p: 1/2?, ½?, ½!; 0: there is none. */
static size_t half_offered(const char *p, const char *end) {
    static const char *const forms[] = {"1/2", "\xC2\xBD", "\xBD"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        const size_t size = strlen(forms[i]);
        if ((size_t)(end - p) > size && memcmp(p, forms[i], size) == 0)
            return p[size] == '?' || p[size] == '!' ? size + 1 : 0;
    }
    return 0;
}

bool move_mark_read(const char *p, const char *end, struct move_mark *out) {
    *out = (struct move_mark){.size = 0};
    if (p >= end)
        return false;
    const size_t half = half_offered(p, end);
    if (half > 0) {
        *out = (struct move_mark){.size = half, .kind = MARK_DRAW_OFFER, .worded = true};
        return true;
    }
    const bool blot = end - p > 2 && (*p == '#' || *p == '+') && p[1] == *p && p[2] == *p;
    if (is_digit(*p) || blot)
        return false;
    bool good = false;
    if (*p == '(' || *p == '[') {
        const char *from = scan_blanks(p + 1, end);
        good = inner_mark(from, end, out);
        const char *q = scan_blanks(from + out->size, end);
        good = good && q < end && *q == (*p == '(' ? ')' : ']') && !(*from == '?' && out->nag != 0);
        out->size = good ? (size_t)(q + 1 - p) : 0;
    } else {
        good = suffix_mark(p, end, out) || sign_mark(p, end, out) || word_mark(p, end, out);
    }
    if (!good)
        *out = (struct move_mark){.size = 0};
    return good;
}
