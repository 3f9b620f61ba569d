/* SPDX-License-Identifier: MIT */
#include "meant/sheet/word_in_hand.h"

#include "core/base/buffer.h"
#include "core/base/slice.h"
#include "core/base/utf8.h"
#include "core/board/position.h"
#include "core/forms/scan.h"
#include "core/text/foreign_forms.h"

#include <string.h>
#include <xpgn/play.h>
#include <xpgn/rulesets.h>

enum { LONGEST = WORD_ROOM };

static bool ends_word(const char *p, const char *end) {
    if (p < end && byte_is(*p, BYTE_WORD))
        return false;
    return p == end || byte_is(*p, BYTE_SPACE) || strchr("{};<>[]()!?$%\"", *p) != NULL ||
           scan_wide_space(p, end) > 0;
}

/* Brackets that are part of a word: e8(Q), R(Kt)-Kt6, (e.p.) */
static const char *word_brackets(const char *p, const char *end) {
    const char *q = p + 1;
    while (q < end && q - p <= 6 && *q != ')' && !byte_is(*q, BYTE_SPACE))
        q++;
    return q < end && *q == ')' && q > p + 1 && !is_digit(p[1]) ? q + 1 : NULL;
}

const char *word_end(const char *p, const char *end) {
    const char *begin = p;
    while (p < end) {
        if (byte_is(*p, BYTE_WORD) && (unsigned char)*p < 0x80) { /* most are */
            p++;
            continue;
        }
        const char *after = *p == '(' && p > begin ? word_brackets(p, end) : NULL;
        if (after == NULL && ends_word(p, end))
            break;
        size_t size = utf8_length((xpgn_slice){p, (size_t)(end - p)});
        p = after != NULL ? after : p + (size > 0 ? size : 1);
    }
    return p;
}

/* Passes a weight, :0.8; in a roll it has a full stop, else it is the other side's. */
static const char *skip_weight(const char *p, const char *end, bool in_roll) {
    const char *q = p + 1, *digits = q, *stop = NULL;
    while (q < end && (is_digit(*q) || *q == '.')) {
        stop = *q == '.' ? q : stop;
        q++;
    }
    return p < end && *p == ':' && q > digits && (stop != NULL || !in_roll) ? q : p;
}

/* The end of alternatives of a roll: <5:1>|<5:4>, <5|6:1>, with weights after any of them.  NULL:
   there are none. */
const char *roll_choices_end(const char *p, const char *end) {
    bool several = false;
    for (;;) {
        for (p++; p < end && (byte_is(*p, BYTE_ROLL) || *p == '|' || *p == '.' || *p == ' '); p++)
            several = several || *p == '|';
        if (p == end || *p != '>')
            return NULL;
        p = skip_weight(p + 1, end, false);
        if (end - p < 2 || p[0] != '|' || p[1] != '<')
            return several ? p : NULL;
        several = true;
        p++;
    }
}

/* ---- words ----------------------------------------------------------------------------------- */

static const char *skip_square(const char *p, const char *end) {
    if (end - p < 2 || !is_file(*p) || !is_digit(p[1]))
        return NULL;
    return scan_digits(p + 1, end);
}

/* The end of a promotion with blanks in it, behind a square: e8 =Q, e8 = Q. NULL: there is none. */
static const char *promotion_apart(const char *square, const char *end) {
    const char *sign = scan_blanks(square, end), *letter = scan_blanks(sign + (sign < end), end);
    if ((square[-1] != '1' && square[-1] != '8') || sign == end || *sign != '=' || letter == end ||
        *letter < 'A' || *letter > 'Z' || letter - square < 2)
        return NULL;
    const char *q = word_end(letter, end);
    return q - letter == 1 || (q - letter == 2 && strchr("+#", letter[1]) != NULL) ? q : NULL;
}

const char *word_apart(const char *p, const char *end) {
    size_t letter = *p >= 'A' && *p <= 'Z' ? 1 : 0;
    if ((unsigned char)*p >= 0x80 && scan_dash(p, end) == 0 &&
        (end - p < 3 || memcmp(p, "\xE2\x80\xA6", 3) != 0)) /* ... for no half-move */
        letter = utf8_length((xpgn_slice){p, (size_t)(end - p)});
    const char *from = scan_blanks(p + letter, end);
    from += from > p + letter && from < end && *from == 'x'; /* B xc3 */
    const char *q = skip_square(from, end);
    if (q == NULL)
        return NULL;
    const char *promotion = letter == 0 ? promotion_apart(q, end) : NULL;
    if (promotion != NULL)
        return promotion;
    const char *sign = scan_blanks(q, end);
    size_t size = sign < end && (*sign == 'x' || *sign == ':') ? 1 : scan_dash(sign, end);
    if (size == 1 && *sign == ':' && scan_blanks(sign + 1, end) > sign + 1)
        size = 0; /* Nb3: b6, d4 : d5, two actions */
    const char *to = size > 0 ? skip_square(scan_blanks(sign + size, end), end) : NULL;
    bool apart = to != NULL && (sign > q || scan_blanks(sign + size, end) > sign + size);
    if (apart && slice_equal((xpgn_slice){from, (size_t)(q - from)},
                             (xpgn_slice){to - (q - from), (size_t)(q - from)}))
        return NULL; /* Be3 xe3, two actions */
    q = to != NULL ? to : q;
    return apart || (letter > 0 && from > p + letter) ? word_end(q, end) : NULL;
}

/* ---- letters --------------------------------------------------------------------------------- */

char word_alike(const char *p, const char *end) {
    static const char alike[][4] = {"a\xD0\xB0", "c\xD1\x81", "e\xD0\xB5", "x\xD1\x85",
                                    "x\xC3\x97"};
    for (size_t i = 0; end - p >= 2 && (unsigned char)*p >= 0x80 && i < sizeof alike / 4; i++)
        if (memcmp(p, alike[i] + 1, 2) == 0)
            return *alike[i];
    return '\0';
}

size_t word_castling(const char *p, const char *end, unsigned *count) {
    const char *q = p;
    *count = 0;
    while (q < end) {
        const bool wide =
            end - q >= 2 && (memcmp(q, "\xD0\x9E", 2) == 0 || memcmp(q, "\xD0\xBE", 2) == 0 ||
                             memcmp(q, "\xCE\x9F", 2) == 0);
        if (!wide && *q != 'O' && *q != '0' && *q != 'o')
            break;
        ++*count;
        q += wide ? 2 : 1;
        q += scan_dash(q, end);
    }
    return (size_t)(q - p);
}

bool word_is_iccf(xpgn_slice word) {
    const xpgn_slice squares = {word.data, word.size < 4 ? word.size : 4};
    const xpgn_slice promotion = {word.data + squares.size, word.size - squares.size};
    return squares.size == 4 && promotion.size <= 1 && slice_has_only(squares, "12345678") &&
           (promotion.size == 0 || slice_has_only(promotion, "1234"));
}

/* ---- one word -------------------------------------------------------------------------------- */

/* A word on its way to English letters. */
struct word_draft {
    const struct hand *hand;
    const char *p, *begin, *end;
    char out[2 * LONGEST + 2];
    size_t size;
    unsigned forms;
};

static void put_draft(struct word_draft *d, char c) {
    if (d->size + 1 < sizeof d->out)
        d->out[d->size++] = c;
}

static void note_form(struct word_draft *d, xpgn_form form) {
    d->forms |= 1u << form;
}

static bool is_next(const struct word_draft *d, const char *text) {
    size_t size = strlen(text);
    return (size_t)(d->end - d->p) >= size && memcmp(d->p, text, size) == 0;
}

static bool skip_text(struct word_draft *d, const char *text) {
    bool next = is_next(d, text);
    d->p += next ? strlen(text) : 0;
    return next;
}

/* A figurine, perhaps with a variation selector. */
static unsigned skip_figurine(struct word_draft *d) {
    static const uint8_t types[] = {XPGN_KING,   XPGN_QUEEN,  XPGN_ROOK,
                                    XPGN_BISHOP, XPGN_KNIGHT, XPGN_PAWN};
    if (!is_figurine(d->p, d->end))
        return XPGN_NO_TYPE;
    unsigned type = types[((unsigned char)d->p[2] - 0x94u) % 6];
    d->p += 3;
    (void)(skip_text(d, "\xEF\xB8\x8E") || skip_text(d, "\xEF\xB8\x8F"));
    note_form(d, XPGN_FORM_FIGURINES);
    return type;
}

/* A piece letter of the hand's language, or a figurine. */
static unsigned skip_piece(struct word_draft *d) {
    size_t size;
    unsigned type = skip_figurine(d);
    if (type != XPGN_NO_TYPE)
        return type;
    const char *begin = d->p;
    xpgn_slice text = {begin, (size_t)(d->end - begin)};
    type = language_type(d->hand->language, text, false, &size);
    d->p += size;
    if (type != XPGN_NO_TYPE && language_is_twin(d->hand->language, text))
        note_form(d, XPGN_FORM_SIGNS);
    else if (type != XPGN_NO_TYPE && (size > 1 || *begin != xpgn_piece_letter(XPGN_PIECE(0, type))))
        note_form(d, XPGN_FORM_LETTERS);
    return type;
}

static bool put_lookalike(struct word_draft *d) {
    const char letter = word_alike(d->p, d->end);
    if (letter == '\0')
        return false;
    d->p += 2;
    put_draft(d, letter);
    note_form(d, XPGN_FORM_SIGNS);
    return true;
}

/* A dash of any kind, or an arrow. */
static bool put_dash(struct word_draft *d) {
    const size_t arrow = scan_arrow(d->p, d->end),
                 size = arrow > 0 ? arrow : scan_dash(d->p, d->end);
    if (size == 0)
        return false;
    if (size > 1)
        note_form(d, XPGN_FORM_SIGNS);
    d->p += size;
    put_draft(d, '-');
    return true;
}

/* ch, mate, e.p., a cross: marks are found again from the position. */
static bool skip_mark(struct word_draft *d) {
    static const char *const marks[] = {
        "ch.", "ch", "dbl",          "dis",          "disc", "mate", "e.p.", "(e.p.)", "(ep)",
        "ep.", "ep", "\xE2\x80\xA0", "\xE2\x80\xA1", "\x86", "\x87", "++",   "+",      "#"};
    const char *begin = d->p;
    if (d->p == d->end || strchr("cdme(+#\xE2\x86\x87", *d->p) == NULL)
        return false;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        if (!skip_text(d, marks[i]))
            continue;
        if (i < 15)
            note_form(d, XPGN_FORM_MARKS);
        if (d->p == d->end || skip_mark(d))
            return true;
        d->p = begin;
    }
    return false;
}

/* 0-0, OO, o-o-o, with any dashes or none. */
static bool put_castling(struct word_draft *d) {
    unsigned count;
    d->p += word_castling(d->p, d->end, &count);
    if (count != 2 && count != 3)
        return false;
    const char *text = count == 2 ? "O-O" : "O-O-O";
    while (*text != '\0')
        put_draft(d, *text++);
    if (d->p < d->end && !skip_mark(d))
        return false;
    if ((size_t)(d->end - d->begin) < d->size || memcmp(d->begin, d->out, d->size) != 0)
        note_form(d, XPGN_FORM_CASTLING);
    return true;
}

/* 5254, 5755, 7781: file, rank, file, rank, and a digit for what a pawn becomes. */
static bool put_number_words(struct word_draft *d) {
    const size_t size = (size_t)(d->end - d->p);
    if (!d->hand->numbers || !word_is_iccf((xpgn_slice){d->p, size}))
        return false;
    for (size_t i = 0; i < 4; i++)
        put_draft(d, i % 2 == 0 ? (char)('a' + (d->p[i] - '1')) : d->p[i]);
    if (size == 5) {
        put_draft(d, '=');
        put_draft(d, iccf_promotions[d->p[4] - '1']);
    }
    note_form(d, XPGN_FORM_NUMBERS);
    return true;
}

static void put_type(struct word_draft *d, unsigned type) {
    put_draft(d, xpgn_piece_letter(XPGN_PIECE(0, type)));
}

/* A capture sign, perhaps behind the square; one behind a file (ed:) is only a mark. */
static bool put_capture(struct word_draft *d) {
    if ((*d->p != ':' && *d->p != 'X' && *d->p != '*') || (*d->p == 'X' && d->size == 0))
        return false; /* Xxd3: a letter that is misread */
    d->p++;
    note_form(d, XPGN_FORM_SIGNS);
    if (d->p < d->end && strchr("+#!?=", *d->p) == NULL) {
        put_draft(d, 'x');
        return true;
    }
    char *square = d->size > 1 ? d->out + d->size - 2 : NULL;
    if (square == NULL || !is_file(square[0]) || !is_digit(square[1]) ||
        memchr(d->out, 'x', d->size) != NULL)
        return true;
    put_draft(d, square[1]); /* Nd6: is Nxd6 */
    square[1] = square[0];
    square[0] = 'x';
    return true;
}

/* A file in a capital letter, as in NF3.  B may be that of the bishops: KB3, N-B3. */
static bool is_capital_file(const struct word_draft *d) {
    char c = *d->p;
    if (c < 'A' || c > 'H' || d->p + 1 == d->end || !is_digit(d->p[1]) ||
        !slice_is(d->hand->language->code, "en") || (d->size > 0 && d->out[d->size - 1] == '='))
        return false;
    return c != 'B' || d->size == 0 || (d->size == 1 && d->p == d->begin + 1);
}

/* PxR(Q), at the end a promotion; R(Kt)-Kt6, NxP(K5), which of two; N(f3). */
static bool put_brackets(struct word_draft *d) {
    const char *close = *d->p == '(' ? memchr(d->p, ')', (size_t)(d->end - d->p)) : NULL;
    if (close == NULL)
        return false;
    if (skip_square(d->p + 1, close) == close) {
        for (d->p++; d->p < close;)
            put_draft(d, *d->p++);
        d->p++;
        note_form(d, XPGN_FORM_SIGNS);
        return true;
    }
    bool last = close + 1 == d->end;
    size_t at = d->size;
    put_draft(d, '/');
    note_form(d, XPGN_FORM_SIGNS);
    for (d->p++; d->p < close;) {
        unsigned type = skip_piece(d);
        put_draft(d, type != XPGN_NO_TYPE ? xpgn_piece_letter(XPGN_PIECE(0, type)) : *d->p++);
    }
    d->p = close + 1;
    if (last && d->size == at + 2)
        d->out[at] = '=';
    return true;
}

/* A check before what a pawn becomes: e8+=D. */
static bool skip_early_check(struct word_draft *d) {
    static const char *const marks[] = {"++", "+", "#", "\xE2\x80\xA0", "ch.", "ch"};
    const char *begin = d->p;
    if (d->size < 2 || (d->out[d->size - 1] != '8' && d->out[d->size - 1] != '1'))
        return false;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        if (skip_text(d, marks[i]) && d->p < d->end && (*d->p == '=' || *d->p == '(')) {
            note_form(d, XPGN_FORM_MARKS);
            return true;
        }
        d->p = begin;
    }
    return false;
}

/* What follows the first piece letter. */
static void put_rest(struct word_draft *d) {
    while (d->p < d->end) {
        char c = *d->p;
        if (d->size > 0 && skip_mark(d))
            return;
        if (c == ' ' || c == '\t' || (c == ',' && d->p + 1 == d->end)) {
            d->p++;
            note_form(d, XPGN_FORM_SIGNS);
            continue;
        }
        if (skip_early_check(d) || put_lookalike(d) || put_dash(d) || put_capture(d) ||
            put_brackets(d))
            continue;
        if (is_capital_file(d)) {
            d->p++;
            put_draft(d, (char)(c + ('a' - 'A')));
            note_form(d, XPGN_FORM_SIGNS);
            continue;
        }
        unsigned type = skip_piece(d);
        if (type != XPGN_NO_TYPE)
            put_type(d, type);
        else
            put_draft(d, *d->p++);
    }
}

/* Does a square follow, perhaps after a sign, as in c7f6? */
static bool has_target(const char *p, const char *end) {
    p += p < end && strchr("x:-", *p) != NULL;
    return end - p >= 2 && *p >= 'a' && *p <= 'h' && is_digit(p[1]);
}

/* A small letter at the beginning is a piece. One that is a file as well is one only where pieces
   have small letters, and may be either: bxc3, and b2xc3. */
static bool put_small(struct word_draft *d) {
    size_t size;
    bool file = d->p < d->end && *d->p >= 'a' && *d->p <= 'h';
    unsigned type = d->hand->small || !file
                        ? language_type(d->hand->language,
                                        (xpgn_slice){d->p, (size_t)(d->end - d->p)}, true, &size)
                        : XPGN_NO_TYPE;
    if (type == XPGN_NO_TYPE || d->end - d->p < 3 ||
        (file && is_digit(d->p[1]) && !has_target(d->p + 2, d->end)))
        return false;
    const char *begin = d->p;
    note_form(d, XPGN_FORM_SMALL);
    d->p += size;
    put_type(d, type);
    put_rest(d);
    if (!file || begin[1] == *begin || begin[1] == '@') /* bb5, b@b7 */
        return true;
    put_draft(d, '/');
    put_draft(d, '/');
    d->p = begin;
    put_draft(d, *d->p++);
    put_rest(d);
    return true;
}

/* DXC6 in capital letters; BXC6 may be a bishop's. */
static bool put_capital_capture(struct word_draft *d) {
    const char *p = d->p;
    if (d->end - p < 4 || *p < 'A' || *p > 'H' || p[1] != 'X' || p[2] < 'A' || p[2] > 'H' ||
        !is_digit(p[3]) || !slice_is(d->hand->language->code, "en"))
        return false;
    if (*p == 'B') {
        put_draft(d, *d->p++);
        put_rest(d);
        put_draft(d, '/');
        put_draft(d, '/');
    }
    put_draft(d, (char)(*p + ('a' - 'A')));
    d->p = p + 1;
    note_form(d, XPGN_FORM_SIGNS);
    put_rest(d);
    return true;
}

/* E2-E4 in capital letters. */
static bool put_capitals(struct word_draft *d) {
    const char *p = d->p;
    if (put_capital_capture(d))
        return true;
    if (d->end - p < 4 || p[0] < 'A' || p[0] > 'H' || !is_digit(p[1]))
        return false;
    const char *q = p + 2 + scan_dash(p + 2, d->end);
    q += q == p + 2 && (*q == 'x' || *q == 'X' || *q == ':');
    if (d->end - q < 2 || q[0] < 'A' || q[0] > 'H' || !is_digit(q[1]))
        return false;
    put_draft(d, (char)(p[0] + ('a' - 'A')));
    put_draft(d, p[1]);
    if (q > p + 2)
        put_draft(d, q[-1] == 'x' || q[-1] == 'X' || q[-1] == ':' ? 'x' : '-');
    put_draft(d, (char)(q[0] + ('a' - 'A')));
    put_draft(d, q[1]);
    d->p = q + 2;
    note_form(d, XPGN_FORM_SIGNS);
    put_rest(d);
    return true;
}

/* B6 where others write b6: a pawn, or a bishop without its file. */
static bool put_bishop_or_pawn(struct word_draft *d) {
    if (!d->hand->files || *d->p != 'B' || d->p + 2 != d->end || !is_capital_file(d))
        return false;
    const char rank = d->p[1];
    for (const char *c = "B_//b_"; *c != '\0'; c++)
        put_draft(d, *c == '_' ? rank : *c);
    d->p = d->end;
    note_form(d, XPGN_FORM_SIGNS);
    return true;
}

static void put_any_word(struct word_draft *d) {
    if (put_number_words(d))
        return;
    if (put_castling(d))
        return;
    d->p = d->begin;
    d->size = 0;
    d->forms = 0;
    if (skip_mark(d) || put_capitals(d) || put_bishop_or_pawn(d) || put_small(d))
        return;
    bool pawn = is_capital_file(d) && (d->p + 2 == d->end || strchr("=+#x:(", d->p[2]) != NULL);
    unsigned type = pawn ? XPGN_NO_TYPE : skip_piece(d);
    if (type != XPGN_NO_TYPE && d->p < d->end)
        put_type(d, type);
    else
        d->p = d->begin;
    put_rest(d);
}

/* Squares of the board as the other side sees it. */
static void turn_squares(struct word_draft *d) {
    if (!d->hand->turned)
        return;
    for (size_t i = 0; i < d->size; i++) {
        char c = d->out[i];
        if (c >= 'a' && c <= 'h')
            d->out[i] = (char)('a' + 'h' - c);
        else if (c >= '1' && c <= '8')
            d->out[i] = (char)('1' + '8' - c);
    }
    note_form(d, XPGN_FORM_TURNED);
}

/* Nf3, Nxf3, e4 or exd5, with a mark or none: in English nothing else is meant. */
static bool is_exact(const struct hand *hand, xpgn_slice word) {
    const char *p = word.data, *end = p + word.size;
    if (hand->small || hand->numbers || hand->turned || !slice_is(hand->language->code, "en"))
        return false;
    bool piece = end - p > 2 && type_of_letter(*p) > XPGN_PAWN;
    p += piece || (end - p > 3 && p[1] == 'x' && *p >= 'a' && *p <= 'h');
    p += end - p > 2 && p > word.data && *p == 'x';
    end -= end - p == 3 && (end[-1] == '+' || end[-1] == '#');
    return end - p == 2 && *p >= 'a' && *p <= 'h' && p[1] >= '1' && p[1] <= '8';
}

static unsigned translate_one(const struct hand *hand, xpgn_slice word, xpgn_buffer *b) {
    if (is_exact(hand, word)) {
        xpgn_buffer_slice(b, word);
        return 0;
    }
    struct word_draft d = {
        .hand = hand, .p = word.data, .begin = word.data, .end = word.data + word.size};
    put_any_word(&d);
    turn_squares(&d);
    bool same = d.size == word.size && memcmp(d.out, word.data, d.size) == 0;
    if (d.size == 0 && !skip_mark(&(struct word_draft){
                           .hand = hand, .p = word.data, .begin = word.data, .end = d.end}))
        same = true;
    if (same || (d.forms == 0 && d.size > 0)) {
        xpgn_buffer_slice(b, word);
        return 0;
    }
    xpgn_buffer_put(b, d.out, d.size);
    return d.forms != 0 ? d.forms : 1u << XPGN_FORM_MARKS;
}

/* ---- alternatives ---------------------------------------------------------------------------- */

struct weighed_word {
    xpgn_slice word;
    double weight; /* 1, unless it is said */
};

static double weight_read(const char *p, const char *end) {
    double weight = 0, scale = 1;
    bool fraction = false;
    for (; p < end; p++) {
        fraction = fraction || *p == '.';
        scale = fraction && *p != '.' ? scale / 10 : scale;
        weight = *p == '.'  ? weight
                 : fraction ? weight + scale * (*p - '0')
                            : 10 * weight + (*p - '0');
    }
    return weight;
}

/* Cuts the weight from a choice: Nf6:0.8. */
static struct weighed_word choice_read(xpgn_slice text) {
    const char *end = text.data + text.size, *p = end;
    while (p > text.data && (is_digit(p[-1]) || p[-1] == '.'))
        p--;
    if (p == end || p <= text.data + 1 || p[-1] != ':' || !is_digit(p[-2]))
        return (struct weighed_word){text, 1};
    return (struct weighed_word){{text.data, (size_t)(p - 1 - text.data)}, weight_read(p, end)};
}

/* The choices of a word, the heaviest first; 0: it has none. */
static size_t list_letters(xpgn_slice word, struct weighed_word list[MOST_CHOICES]) {
    size_t count = 0;
    if (word.size == 0 || memchr(word.data, '|', word.size) == NULL)
        return 0;
    while (word.size > 0 && count < MOST_CHOICES) {
        struct weighed_word c = choice_read(slice_cut(&word, '|'));
        size_t at = c.word.size > 0 ? count++ : count;
        for (; at < count && at > 0 && list[at - 1].weight < c.weight; at--)
            list[at] = list[at - 1];
        if (at < count)
            list[at] = c;
    }
    return word.size > 0 ? 0 : count;
}

unsigned word_translate(const struct hand *hand, xpgn_slice word, xpgn_buffer *b) {
    struct weighed_word list[MOST_CHOICES];
    size_t count = list_letters(word, list);
    unsigned forms = count > 0 ? 1u << XPGN_FORM_CHOICES : 0;
    if (count == 0)
        return translate_one(hand, word, b);
    for (size_t i = 0; i < count; i++) {
        xpgn_buffer_text(b, i > 0 ? "//" : "");
        forms |= translate_one(hand, list[i].word, b);
    }
    return forms;
}

/* A field of a roll with its alternatives and their weights: 5, 5|6, 5:0.8|6:0.15.  Returns their
   number. */
static size_t field_choices(const char **at, const char *end,
                            struct weighed_word list[MOST_CHOICES]) {
    const char *p = *at;
    size_t count = 0;
    for (bool more = true; more && count <= MOST_CHOICES; count++) {
        const char *field = p;
        while (p < end && strchr(":+=,| ", *p) == NULL)
            p++;
        const char *after = skip_weight(p, end, true);
        if (count < MOST_CHOICES)
            list[count] = (struct weighed_word){{field, (size_t)(p - field)},
                                                after > p ? weight_read(p + 1, after) : 1};
        more = after < end && *after == '|';
        p = after + more;
    }
    *at = p;
    return count;
}

/* Each of the rolls so far with each of the choices after it.  False: they are too many. */
static bool add_field(struct roll_choices *r, size_t from, const struct weighed_word *list,
                      size_t count) {
    size_t had = r->count - from;
    if (count > MOST_CHOICES || from + had * count > MOST_CHOICES)
        return false;
    for (size_t i = count * had; i-- > 0;) {
        size_t k = i % had, size = strlen(r->text[from + k]);
        const struct weighed_word *c = &list[i / had];
        char *to = r->text[from + i];
        if (i >= had)
            memcpy(to, r->text[from + k], size + 1);
        r->weight[from + i] = r->weight[from + k] * c->weight;
        memcpy(to + size, c->word.data, c->word.size);
        to[size + c->word.size] = '\0';
    }
    r->count = from + count * had;
    return true;
}

/* Adds the choices that the fields between < and > leave. */
static bool expand_roll(struct roll_choices *r, const char *p, const char *end, double weight) {
    struct weighed_word list[MOST_CHOICES];
    size_t from = r->count;
    if (from == MOST_CHOICES)
        return false;
    r->text[from][0] = '\0';
    r->weight[from] = weight;
    r->count++;
    while (p < end) {
        size_t count = field_choices(&p, end, list);
        if (!add_field(r, from, list, count))
            return false;
        if (p < end && !add_field(r, from, &(struct weighed_word){{p++, 1}, 1}, 1))
            return false;
    }
    return true;
}

static void sort_rolls(struct roll_choices *r) {
    for (size_t i = 1; i < r->count; i++)
        for (size_t k = i; k > 0 && r->weight[k] > r->weight[k - 1]; k--) {
            char text[sizeof *r->text];
            double weight = r->weight[k];
            memcpy(text, r->text[k], sizeof text);
            memcpy(r->text[k], r->text[k - 1], sizeof text);
            memcpy(r->text[k - 1], text, sizeof text);
            r->weight[k] = r->weight[k - 1];
            r->weight[k - 1] = weight;
        }
}

bool roll_choices(xpgn_slice roll, struct roll_choices *out) {
    const char *p = roll.data, *end = p + roll.size;
    out->count = 0;
    if (roll.size > LONGEST || roll_choices_end(p, end) != end)
        return false;
    while (p < end) {
        const char *close = memchr(p, '>', (size_t)(end - p)), *after;
        after = skip_weight(close + 1, end, false);
        if (!expand_roll(out, p + 1, close, after > close + 1 ? weight_read(close + 2, after) : 1))
            return false;
        p = after + (after < end);
    }
    sort_rolls(out);
    return true;
}

/* A capital letter is that of a piece, but in O-O and, as a file, in E2-E4. */
static bool is_piece_letter(xpgn_slice word) {
    char c = *word.data, next = word.size > 1 ? word.data[1] : '\0';
    if (c == 'O')
        return next != '\0' && strchr("abcdefgh12345678x:", next) != NULL;
    return c >= 'A' && c <= 'Z' && !(c <= 'H' && is_digit(next));
}

uint32_t word_lead(xpgn_slice word) {
    unsigned char first = (unsigned char)*word.data;
    if (first < 0x80)
        return is_piece_letter(word) ? first : 0;
    size_t size = utf8_length(word);
    uint32_t point = 0;
    for (size_t i = 0; i < size; i++)
        point = point << 8 | (unsigned char)word.data[i];
    bool letter = first >= 0xC3 && first <= 0xDF && point != 0xC397; /* the sign of captures */
    const bool piece = point >= 0xE29994 && point <= 0xE2999F;
    return letter || piece ? point : 0;
}
