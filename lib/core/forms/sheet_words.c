/* SPDX-License-Identifier: MIT */
#include "core/forms/sheet_words.h"

#include "core/base/slice.h"
#include "core/forms/fold.h"
#include "core/forms/scan.h"
#include "core/forms/sheet_table.h"

#include <string.h>

/* The beginning of a text, folded; taken[n] is the size in the text of the first n bytes. */
struct folded_text {
    char text[SHEET_LONGEST + FOLD_MOST + 1];
    uint16_t taken[SHEET_LONGEST + FOLD_MOST + 1];
    size_t size;
};

/* The blanks at p as one, with a line end that text was wrapped at; NULL: no word follows on them.
 */
static const char *past_gap(const char *p, const char *end) {
    const char *q = scan_blanks(p, end);
    if (q < end && byte_is(*q, BYTE_LINE))
        q = scan_blanks(scan_line_end(q, end), end);
    return q == end || byte_is(*q, BYTE_LINE) ? NULL : q;
}

static void fold_text(struct folded_text *f, const char *p, const char *end) {
    const char *begin = p;
    f->size = 0;
    f->taken[0] = 0;
    while (p < end && f->size < SHEET_LONGEST) {
        size_t taken, n = fold_character(p, end, f->text + f->size, &taken);
        p += taken;
        if (n > 0 && f->text[f->size] == ' ' && (p = past_gap(p - taken, end)) == NULL)
            return;
        for (size_t i = 0; i < n; i++) /* inside of a character: its end */
            f->taken[++f->size] = (uint16_t)(p - begin);
    }
}

static xpgn_slice phrase_text(unsigned i) {
    unsigned at = sheet_starts[i / SHEET_BLOCK];
    for (unsigned k = i / SHEET_BLOCK * SHEET_BLOCK; k < i; k++)
        at += sheet_sizes[k];
    return (xpgn_slice){sheet_letters + at, sheet_sizes[i]};
}

/* The last phrase of a range of the table that is not behind the text in its order. */
static unsigned last_before(const struct folded_text *f, unsigned from, unsigned to) {
    while (from < to) {
        unsigned middle = (from + to) / 2;
        if (slice_order(phrase_text(middle), (xpgn_slice){f->text, f->size}) <= 0)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

static unsigned lowest_bit(uint64_t bits) {
    return (unsigned)__builtin_ctzll(bits);
}

static bool fits(const struct folded_text *f, xpgn_slice phrase, const char *p, const char *end) {
    if (phrase.size == 0 || phrase.size > f->size || memcmp(phrase.data, f->text, phrase.size) != 0)
        return false;
    const char *after = p + f->taken[phrase.size];
    bool letter = fold_is_letter(p + f->taken[phrase.size - 1], end);
    return !letter || !sheet_in_word(after, end);
}

/* e4, Nf3, 12: letters and digits are no phrase; most words of a sheet are of this kind. */
static bool has_square(const char *p, const char *end) {
    while (p < end && byte_is(*p, BYTE_LETTER))
        p++;
    return p < end && is_digit(*p);
}

bool sheet_phrase_of(const char *p, const char *end, uint64_t means, struct sheet_phrase *out) {
    struct folded_text f;
    char first[FOLD_MOST];
    size_t size;
    *out = (struct sheet_phrase){.size = 0};
    if (p == end || has_square(p, end) || fold_character(p, end, first, &size) == 0)
        return false;
    unsigned byte = (unsigned char)*first, from = sheet_first[byte], to = sheet_first[byte + 1];
    if (from == to)
        return false;
    fold_text(&f, p, end);
    unsigned at = last_before(&f, from, to), back = 1;
    for (at = at > from ? at : 0; at > 0 && back > 0; back = sheet_parents[at]) {
        at -= back;
        uint64_t found = sheet_means[sheet_means_of[at]] & means;
        if (found == 0 || !fits(&f, phrase_text(at), p, end))
            continue;
        out->size = f.taken[sheet_sizes[at]];
        out->means = found;
        out->meaning = (enum sheet_meaning)lowest_bit(out->means);
        out->languages = sheet_languages[sheet_spoken_in[at]];
        out->language = lowest_bit(out->languages);
        return true;
    }
    return false;
}

bool sheet_phrase(const char *p, const char *end, struct sheet_phrase *out) {
    return sheet_phrase_of(p, end, UINT64_MAX, out);
}

uint64_t sheet_phrase_means(xpgn_slice text) {
    struct sheet_phrase phrase;
    const char *end = text.data + text.size, *p = scan_white(text.data, end);
    if (!sheet_phrase(p, end, &phrase))
        return 0;
    for (p += phrase.size; p < end && (*p == ':' || *p == '.'); p++)
        ;
    return scan_white(p, end) == end ? phrase.means : 0;
}

const char *sheet_phrase_tag(enum sheet_meaning meaning) {
    static const char *const tags[] = {
#define MEANING(constant, row) row,
#include "core/forms/sheet_words.def"
#undef MEANING
    };
    return meaning < SHEET_TEAM ? tags[meaning] : NULL;
}

bool sheet_in_word(const char *p, const char *end) {
    if (p < end && (*p == '\'' || (unsigned char)*p == 0xE2)) { /* Black's, Black’s */
        char sign[FOLD_MOST];
        size_t size;
        bool apostrophe = fold_character(p, end, sign, &size) == 1 && *sign == '\'';
        return apostrophe && fold_is_letter(p + size, end);
    }
    return fold_is_letter(p, end);
}
