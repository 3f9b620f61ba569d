/* SPDX-License-Identifier: MIT */
/* Whether a word has the form of a half-move, in any language. */
#include "core/base/slice.h"
#include "core/base/utf8.h"
#include "core/forms/scan.h"
#include "core/forms/sheet_words.h"
#include "core/text/action_notation.h"
#include "meant/sheet/sheet.h"

#include <string.h>

static bool is_sign(char c) {
    return c != '\0' && strchr("xX:*@-=/()", c) != NULL;
}

/* Characters in a text, as far as they count here: continuation bytes do not. */
static size_t count_letters(const char *p, const char *end) {
    size_t count = 0;
    for (; p < end; p++)
        count += ((unsigned char)*p & 0xC0) != 0x80 && !is_digit(*p) && !is_sign(*p);
    return count;
}

/* The bytes of a file at p, which may be a Cyrillic letter that looks like one; 0: there is none.
 */
static size_t file_at(const char *p, const char *end) {
    const char alike = word_alike(p, end);
    if (is_file(*p) || (*p >= 'A' && *p <= 'H'))
        return 1;
    return alike != '\0' && alike != 'x' ? 2 : 0;
}

/* Has it a square, with at most a piece, a file, a rank and a sign before it: Nbd7, Qd1xa4, Кf3? */
static bool has_square(xpgn_slice w) {
    enum { MOST = 3, LONGEST = 24 };
    const char *end = w.data + w.size;
    if (w.size > LONGEST)
        return false;
    for (const char *p = w.data; p + 1 < end; p++) {
        size_t file = file_at(p, end);
        if (file > 0 && p + file < end && p[file] >= '1' && p[file] <= '9')
            return count_letters(w.data, p) <= MOST &&
                   count_letters(p + file, end) <= MOST + (size_t)2;
    }
    return false;
}

/* OO, 0-0-0, o-o, perhaps with a dash in a wrong place: -OO-O. */
static bool is_castling(xpgn_slice w) {
    unsigned letters;
    const char *end = w.data + w.size, *p = w.data + scan_dash(w.data, end);
    return p + word_castling(p, end, &letters) == end && (letters == 2 || letters == 3);
}

static bool is_capital(char c) {
    return c >= 'A' && c <= 'Z';
}

/* QxP, P-K4, N-KB3, Kt(Kt1)-B3; DxD. */
static bool is_descriptive(xpgn_slice w) {
    if (w.size >= 3 && is_capital(w.data[0]) && w.data[1] == 'x' && is_capital(w.data[2]))
        return true;
    bool sign = false, capital = w.size > 2 && strchr("KQRBNP", *w.data) != NULL;
    for (size_t i = 0; i < w.size && capital; i++) {
        sign = sign || w.data[i] == '-' || w.data[i] == 'x';
        capital = w.data[i] != '\0' && strchr("KQRBNPtx-12345678()=/", w.data[i]) != NULL;
    }
    return capital && sign;
}

/* ed, exd, e:d: between files side by side. */
static bool is_short_capture(xpgn_slice w) {
    const char *p = w.data, *end = p + w.size, *to;
    if (w.size < 2 || w.size > 4 || *p < 'a' || *p > 'h')
        return false;
    p++;
    p += strchr("x:", *p) != NULL;
    to = p;
    if (to == end || (*to != *w.data - 1 && *to != *w.data + 1) || *to < 'a' || *to > 'h')
        return false;
    p++;
    return p == end || (p + 1 == end && *p == ':');
}

/* A file, a rank or both. */
static const char *past_part(const char *p, const char *end) {
    p += p < end && *p >= 'a' && *p <= 'h';
    return p + (p < end && *p >= '1' && *p <= '8');
}

/* N3, Nf, Nxf, Sxf: a piece and a part of a square. */
static bool is_cut_short(xpgn_slice w) {
    size_t letter = w.size > 1 && *w.data >= 'A' && *w.data <= 'Z' ? 1 : 0;
    if (w.size > 2 && (unsigned char)*w.data >= 0xC3)
        letter = utf8_length(w);
    const char *end = w.data + w.size, *p = past_part(w.data + letter, end);
    if (p < end && strchr("x:-", *p) != NULL)
        p = past_part(p + 1, end);
    else
        p = past_part(p, end);
    return letter > 0 && p == end;
}

bool sheet_is_in_full(xpgn_slice word) {
    const xpgn_slice bare = slice_trim(word, "+#!?.,;:");
    return sheet_is_half_move(bare) &&
           (has_square(bare) || !(is_cut_short(bare) || is_short_capture(bare)));
}

/* dx3: signs of notation only, with a digit, but no square. */
static bool has_slip(xpgn_slice w) {
    enum { LONGEST = 7 };
    bool letter = false, digit = false;
    for (size_t i = 0; i < w.size; i++) {
        letter |= is_letter(w.data[i]);
        digit |= is_digit(w.data[i]);
    }
    return w.size <= LONGEST && letter && digit && slice_has_only(w, "KQRBNabcdefgh12345678x:-=+#");
}

bool sheet_begins_half_move(xpgn_slice words) {
    const char *end = words.data + words.size, *past = scan_word(words.data, end),
               *next = scan_blanks(past, end);
    const xpgn_slice word = {words.data, (size_t)(past - words.data)};
    if (word.size == 0 || (next < end && *next != '<'))
        return false;
    const char last = word.data[word.size - 1];
    return has_slip(word) ||
           (word.size <= 2 && is_letter(*word.data) && last >= 'a' && last <= 'h');
}

bool sheet_is_half_move(xpgn_slice word) {
    static const char marks[] = "+#!?.,;";
    struct notation n;
    xpgn_slice bare = slice_trim(word, marks);
    if (bare.size == 0)
        return false;
    if (notation_read(bare, &n))
        return n.kind != NOTATION_PASS;
    bool figurine = bare.size > 3 && is_figurine(bare.data, bare.data + bare.size);
    bool decline = bare.size > 2 && bare.size < 8 &&
                   memcmp(bare.data + bare.size - 2, "@-", 2) == 0; /* K@- in any language */
    return figurine || decline || has_square(bare) || is_castling(bare) || is_descriptive(bare) ||
           is_short_capture(bare) || is_cut_short(bare);
}

size_t sheet_letter_spaced(const char *p, const char *end, char text[SPACED_ROOM],
                           const char **to) {
    size_t size = 0;
    bool blank = false;
    while (size < SPACED_ROOM && p < end && is_letter(*p)) {
        text[size++] = *p++;
        blank = p < end && byte_is(*p, BYTE_SPACE);
        p = scan_blanks(p, end);
    }
    const char *past = p + 1;
    bool digit = blank && size < SPACED_ROOM && p < end && is_digit(*p) && is_file(text[size - 1]);
    digit = digit && (past == end || byte_is(*past, BYTE_SPACE) || strchr("+#,;<", *past) != NULL);
    const char *next = scan_blanks(past, end);
    if (!digit || (next < end && *next == ':')) /* ed 5 : 1 */
        return 0;
    text[size++] = *p;
    *to = past;
    return sheet_is_half_move((xpgn_slice){text, size}) ? size : 0;
}

size_t sheet_side(const char *p, const char *end, bool letters) {
    enum { LEAST = 3 };    /* letters of a word before a number: the N of N:d4 is a piece */
    struct sheet_phrase w; /* 1. White: e4, 1. Zug: e4 */
    const bool word = sheet_phrase_of(p, end, SHEET_SIDES | SHEET_BIT(SHEET_NUMBER), &w) &&
                      ((w.means & SHEET_SIDES) != 0 || w.size >= LEAST);
    const size_t size = word ? w.size : is_letter(*p) && (letters || *p == 'W') ? 1 : 0;
    if (size == 0 || (size_t)(end - p) < size + 2 || p[size] != ':')
        return 0;
    const char *next = scan_blanks(p + size + 1, end), *to = next;
    while (to < end && !byte_is(*to, BYTE_SPACE) && *to != '<')
        to++;
    return sheet_is_in_full((xpgn_slice){next, (size_t)(to - next)}) ? size + 1 : 0;
}

/* The word at p up to a blank. */
static xpgn_slice word_at(const char *p, const char *end) {
    return (xpgn_slice){p, (size_t)(scan_word(p, end) - p)};
}

/* Passes the number of a row, 12. and the blanks behind it; p itself: there is none. */
static const char *past_row_number(const char *p, const char *end, uint32_t *number) {
    const char *q = scan_number(p, end, 4, number);
    return q > p && q < end && *q == '.' ? scan_blanks(q + 1, end) : p;
}

size_t sheet_begins_list(const char *p, const char *end) {
    struct sheet_phrase side;
    uint32_t number;
    if (!sheet_phrase_of(p, end, SHEET_SIDES, &side) || p + side.size == end)
        return 0;
    const char *past = p + side.size;
    const bool colon = *past == ':', line = scan_blanks(past, end) == scan_line(past, end);
    const char *from = scan_white(past + colon, end), *q = past_row_number(from, end, &number);
    const xpgn_slice word = word_at(q, end);
    const char *next = scan_white(word.data + word.size, end);
    const bool more = sheet_is_in_full(word_at(next, end));
    return (colon || (line && q == from)) && sheet_is_in_full(word) && (q > from || more)
               ? side.size + colon
               : 0;
}

size_t sheet_row_side(const char *p, const char *end, bool *black, uint32_t *number) {
    struct sheet_phrase side;
    const bool letter = end - p > 2 && (*p == 'W' || *p == 'B') && byte_is(p[1], BYTE_SPACE);
    const bool word = !letter && sheet_phrase_of(p, end, SHEET_SIDES, &side);
    if (!letter && !word)
        return 0;
    *black = word ? SHEET_IS(side, SHEET_BLACK) : *p == 'B'; /* Black 1. e5, B 1. e5 */
    const char *from = scan_blanks(p + (word ? side.size : 1), end),
               *q = past_row_number(from, end, number);
    return q > from && sheet_is_in_full(word_at(q, end)) ? (size_t)(q - p) : 0;
}
