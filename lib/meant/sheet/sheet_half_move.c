/* SPDX-License-Identifier: MIT */
/* Half-moves in the movetext of a sheet: words, squares, two of which one was played. */
#include "core/base/slice.h"
#include "core/base/utf8.h"
#include "core/forms/glyph.h"
#include "core/forms/scan.h"
#include "core/forms/sheet_words.h"
#include "core/text/action_notation.h"
#include "meant/sheet/sheet_cursor.h"

#include <string.h>

#define PIECES                                                                                     \
    (SHEET_BIT(SHEET_KING) | SHEET_BIT(SHEET_QUEEN) | SHEET_BIT(SHEET_ROOK) |                      \
     SHEET_BIT(SHEET_BISHOP) | SHEET_BIT(SHEET_KNIGHT) | SHEET_BIT(SHEET_PAWN))

/* True for the star of a note behind a word. */
static bool is_note_star(const char *p, const char *end) {
    return *p == '*' && (p + 1 == end || byte_is(p[1], BYTE_SPACE));
}

const char *sheet_word_past(const char *p, const char *end) {
    while (p < end && !is_note_star(p, end) && !byte_is(*p, BYTE_SPACE) &&
           strchr("{};<>[]()\"", *p) == NULL && scan_wide_space(p, end) == 0 &&
           glyph_note(p, end) == 0) {
        size_t size = utf8_length((xpgn_slice){p, (size_t)(end - p)});
        p += size > 0 ? size : 1;
    }
    return p;
}

/* The beginning of a half-move in words: a piece, or a letter or file by itself. Its size in
   `text`; 0: it is neither. */
static size_t read_mover(const char **p, const char *end, char *text, bool *piece) {
    static const char letters[] = "KQRBN";
    struct sheet_phrase f;
    size_t size = 0;
    *piece = sheet_phrase_of(*p, end, PIECES, &f) && f.size > 2;
    if (*piece) {
        unsigned type = 0;
        while (type < 5 && !SHEET_IS(f, (unsigned)SHEET_KING + type))
            type++;
        if (type < 5)
            text[size++] = letters[type];
        *p = scan_blanks(*p + f.size, end);
        return size;
    }
    const char *q = sheet_word_past(*p, end);
    size = (size_t)(q - *p);
    if (size > 2)
        return 0;
    memcpy(text, *p, size);
    *p = scan_blanks(q, end);
    return size;
}

/* The size of a sign of a capture at p: between blanks, d x e5, or behind the word of a piece,
   Queen xb3. */
static size_t capture_sign(const char *p, const char *end, bool piece) {
    const size_t size = end - p >= 2 && memcmp(p, "\xC3\x97", 2) == 0        ? 2
                        : p < end && *p != '\0' && strchr("xX:", *p) != NULL ? 1
                                                                             : 0;
    const bool apart =
        size > 0 && p + size < end && byte_is(p[-1], BYTE_SPACE) && byte_is(p[size], BYTE_SPACE);
    return piece || apart ? size : 0;
}

/* Queen takes b3, N takes f3, castles kingside: the half-move in letters; NULL: there is none. */
static const char *read_spelled(struct sheet_cursor *c, const char **to, bool *english) {
    struct sheet_phrase f;
    const char *p = c->p, *end = c->end;
    char text[40];
    if (sheet_phrase_of(p, end, SHEET_BIT(SHEET_SHORT_CASTLING) | SHEET_BIT(SHEET_LONG_CASTLING),
                        &f)) {
        *english = true;
        *to = p + f.size;
        return SHEET_IS(f, SHEET_LONG_CASTLING) ? "O-O-O" : "O-O";
    }
    size_t size = read_mover(&p, end, text, english);
    const size_t sign = p > c->p ? capture_sign(p, end, *english) : 0;
    bool takes = sign > 0 || (sheet_phrase_of(p, end, SHEET_BIT(SHEET_TAKES), &f) && f.size > 1);
    if (takes)
        text[size++] = 'x';
    if (sign > 0)
        p = scan_blanks(p + sign, end);
    else if (takes || sheet_phrase_of(p, end, SHEET_BIT(SHEET_TO), &f))
        p = scan_blanks(p + f.size, end);
    const char *q = sheet_word_past(p, end);
    xpgn_slice rest = slice_trim((xpgn_slice){p, (size_t)(q - p)}, ".,;");
    if ((!*english && (!takes || size < 2)) || rest.size < 2 || rest.size > 8 ||
        !sheet_is_half_move(rest) || !is_file(*rest.data))
        return NULL;
    memcpy(text + size, rest.data, rest.size);
    *to = rest.data + rest.size;
    return cursor_keep(c, (xpgn_slice){text, size + rest.size});
}

/* True if a digit behind a blank is rather the number of the next row: 3 e4 ed 4 Nf3. */
static bool is_next_row(const struct sheet_cursor *c, char digit) {
    size_t i = c->s->count;
    while (i > 0 && c->s->list[i - 1].kind != ITEM_NUMBER)
        i--;
    return i > 0 && c->s->list[i - 1].dots == 0 &&
           c->s->list[i - 1].number + 1 == (uint32_t)(digit - '0');
}

/* Nf?, N?3: a half-move with an unreadable part, without the part. NULL: it is none. */
static const char *read_hole(struct sheet_cursor *c, xpgn_slice word) {
    char text[8];
    size_t size = 0;
    word = slice_trim(word, ".,;!");
    const char *hole = word.size < sizeof text ? memchr(word.data, '?', word.size) : NULL;
    if (hole == NULL || word.size < 2)
        return NULL;
    for (size_t i = 0; i < word.size; i++)
        if (word.data[i] != '?')
            text[size++] = word.data[i];
    char before = hole > word.data ? hole[-1] : '\0', after = hole[1];
    bool file = hole + 1 < word.data + word.size && after >= '1' && after <= '9';
    bool rank = is_file(before) && hole + 1 == word.data + word.size;
    return file || rank ? cursor_keep(c, (xpgn_slice){text, size}) : NULL;
}

/* The second of two half-moves of which one was played: Qa4/Qb3, Qa4 or Qb3, Qa4 (sic, Qb3),
   Qa4 -> Qb3. `p`: behind the first. Size 0: there is none. */
static xpgn_slice other_half_move(const char *p, const char *end) {
    struct sheet_phrase f;
    const char *q = scan_blanks(p, end);
    bool bracket = q < end && *q == '(';
    q += bracket;
    if (q < end && *q == '/' && q == p)
        q++;
    else if (sheet_phrase_of(q, end, SHEET_BIT(SHEET_OR) | SHEET_BIT(SHEET_SIC), &f) &&
             q + f.size < end && strchr(f.size > 1 ? " \t,:." : " \t,", q[f.size]) != NULL)
        q = scan_blanks(q + f.size, end);
    else if (scan_arrow(q, end) > 0)
        q = scan_blanks(q + scan_arrow(q, end), end);
    else
        return (xpgn_slice){q, 0};
    q = scan_blanks(q + (q < end && strchr(",:.", *q) != NULL), end);
    const char *to = sheet_word_past(q, end);
    xpgn_slice word = slice_trim((xpgn_slice){q, (size_t)(to - q)}, ".,;!?/");
    bool closed = !bracket || (word.data + word.size < end && word.data[word.size] == ')');
    return closed && sheet_is_half_move(word) ? word : (xpgn_slice){q, 0};
}

/* Notes where two half-moves part that may also be those of both sides. */
static void set_split(const struct sheet_cursor *c, struct sheet_token *t, const char *first,
                      const char *second) {
    t->split_from = (uint32_t)(first - c->s->text.data);
    t->split = (uint32_t)(second - c->s->text.data);
}

/* Adds a half-move that the sheet leaves open between two: the preferred one first. */
static bool read_either(struct sheet_cursor *c, xpgn_slice first) {
    xpgn_slice one = {first.data, 0};
    while (one.size < first.size && one.data[one.size] != '/' &&
           scan_arrow(one.data + one.size, c->end) == 0)
        one.size++;
    xpgn_slice other = other_half_move(one.data + one.size, c->end);
    if (other.size == 0 || !sheet_is_half_move(one) || one.size + other.size > WORD_ROOM)
        return false;
    const char *to = other.data + other.size;
    to += to < c->end && *to == ')' && memchr(one.data, '(', (size_t)(to - one.data)) != NULL;
    const size_t one_size = one.size;
    other = slice_trim(other, "+#"); /* they would end the word */
    one = slice_trim(one, "+#");
    const char *text = arena_printf(c->s->arena, "%.*s|%.*s", SLICE(other), SLICE(one));
    c->s->no_memory |= text == NULL;
    struct sheet_token *t = cursor_add(c, ITEM_HALF, to);
    if (t == NULL)
        return true;
    t->text = text;
    t->open = true;
    const char *past = first.data + one_size, *sign = scan_blanks(past, c->end);
    const bool arrow = sign > past && scan_arrow(sign, c->end) > 0 && is_space(other.data[-1]);
    if (arrow || (*past == '/' && other.data == past + 1))
        set_split(c, t, past, other.data);
    return true;
}

/* A file and a rank. */
static size_t square_size(const char *p, const char *end) {
    return end - p >= 2 && is_file(*p) && is_digit(p[1]) ? 2 : 0;
}

/* Ng1->f3: an arrow from square to square. Of two squares without a piece either may also have been
   played in place of the other. */
static bool read_arrow(struct sheet_cursor *c) {
    const char *from = c->p, *end = c->end;
    while (from < end && square_size(from, end) == 0 &&
           (byte_is(*from, BYTE_WORD) || (unsigned char)*from >= 0x80))
        from++;
    const char *arrow = from + square_size(from, end), *to = arrow;
    to += arrow > from ? scan_arrow(arrow, end) : 0;
    const char *past = to + square_size(to, end);
    if (to == arrow || past == to || past - c->p > WORD_ROOM)
        return false;
    past = sheet_word_past(past, end);
    xpgn_slice piece = {c->p, (size_t)(from - c->p)}, one = {from, (size_t)(arrow - from)};
    xpgn_slice two = slice_trim((xpgn_slice){to, (size_t)(past - to)}, ".,;!?");
    const char *text = piece.size > 0 ? arena_printf(c->s->arena, "%.*s%.*s-%.*s", SLICE(piece),
                                                     SLICE(one), SLICE(two))
                                      : arena_printf(c->s->arena, "%.*s-%.*s|%.*s|%.*s", SLICE(one),
                                                     SLICE(two), SLICE(two), SLICE(one));
    c->s->no_memory |= text == NULL;
    struct sheet_token *t = cursor_add(c, ITEM_HALF, two.data + two.size);
    if (t != NULL) {
        t->text = text;
        t->open = piece.size == 0;
    }
    return true;
}

/* A half-move in brackets of its own: e8(Q), K(g1). False if there is none. */
static bool read_bracketed(struct sheet_cursor *c, const char *to) {
    const char *whole = to < c->end && *to == '(' && to > c->p ? word_end(c->p, c->end) : to;
    if (whole == to || !sheet_is_half_move((xpgn_slice){c->p, (size_t)(whole - c->p)}))
        return false;
    (void)cursor_add(c, ITEM_HALF, whole);
    return true;
}

/* e4 - e5: a half-move with blanks around its dash, or two. False if there is none. */
static bool read_apart(struct sheet_cursor *c, xpgn_slice first) {
    const char *apart = word_apart(c->p, c->end);
    if (apart == NULL || apart - c->p > WORD_ROOM)
        return false;
    const char *begin = c->p, *past = first.data + first.size;
    struct sheet_token *t = cursor_add(c, ITEM_HALF, apart);
    if (t == NULL || !sheet_is_half_move(first) || past >= apart || first.data != begin)
        return true;
    const char *sign = scan_blanks(past, c->end);
    size_t dash = scan_dash(sign, c->end);
    const char *second = scan_blanks(sign + dash, c->end);
    if (dash > 0 && sign > past && second > sign + dash)
        set_split(c, t, past, second);
    return true;
}

/* N f 3, ex f 4: blanks before the digit. */
static bool read_spaced(struct sheet_cursor *c) {
    char text[SPACED_ROOM];
    const char *to;
    const size_t size = sheet_letter_spaced(c->p, c->end, text, &to);
    if (size == 0 || is_next_row(c, text[size - 1]))
        return false;
    struct sheet_token *t = cursor_add(c, ITEM_HALF, to);
    if (t != NULL)
        t->text = cursor_keep(c, (xpgn_slice){text, size});
    return true;
}

/* The rook of "touched the rook d6" belongs to the words before it. */
static bool read_spelled_half_move(struct sheet_cursor *c) {
    const char *to;
    bool english;
    const char *text = cursor_words_before(c) == NULL ? read_spelled(c, &to, &english) : NULL;
    struct sheet_token *t = text != NULL ? cursor_add(c, ITEM_HALF, to) : NULL;
    if (t != NULL) {
        t->text = text;
        t->english = english;
    }
    return text != NULL;
}

/* N??: only the piece can be read. */
static bool read_piece_alone(struct sheet_cursor *c, xpgn_slice word) {
    const size_t letter = word.size > 1 ? utf8_length(word) : 0;
    if (letter == 0 || word_lead(word) == 0 || word.size == letter ||
        !slice_has_only((xpgn_slice){word.data + letter, word.size - letter}, "?_"))
        return false;
    const char *text = arena_printf(c->s->arena, "{[%%missing] %.*s}", SLICE(word));
    c->s->no_memory |= text == NULL;
    struct sheet_token *t = cursor_add(c, ITEM_BLANK, word.data + word.size);
    if (t != NULL) {
        t->text = text;
        t->exact = true;
    }
    return true;
}

static bool read_open_half_move(struct sheet_cursor *c, xpgn_slice word) {
    if (read_piece_alone(c, word))
        return true;
    const char *hole = read_hole(c, word);
    struct sheet_token *t = hole != NULL ? cursor_add(c, ITEM_HALF, word.data + word.size) : NULL;
    if (t != NULL) {
        t->text = hole;
        t->open = true;
    }
    return hole != NULL;
}

/* N.f3: a stop behind the piece. */
static bool read_stopped(struct sheet_cursor *c, xpgn_slice word) {
    const size_t letter = word.size > 0 ? utf8_length(word) : 0;
    if (word.size < letter + 3 || word.data[letter] != '.' || word_lead(word) == 0 ||
        word.size > WORD_ROOM)
        return false;
    const char *text = arena_printf(c->s->arena, "%.*s%.*s", (int)letter, word.data,
                                    (int)(word.size - letter - 1), word.data + letter + 1);
    c->s->no_memory |= text == NULL;
    if (text == NULL || !sheet_is_in_full(slice_of(text)))
        return false;
    struct sheet_token *t = cursor_add(c, ITEM_HALF, word.data + word.size);
    if (t != NULL)
        t->text = text;
    return true;
}

bool cursor_half_move(struct sheet_cursor *c) {
    const char *q = sheet_word_past(c->p, c->end);
    xpgn_slice word = {c->p, (size_t)(q - c->p)};
    xpgn_slice bare = slice_trim(word, ".,;!?");
    if (read_stopped(c, bare) || read_spaced(c) || read_arrow(c) || read_either(c, bare) ||
        read_bracketed(c, q) || read_open_half_move(c, word) || read_apart(c, bare))
        return true;
    if (bare.size == 0 || bare.size > WORD_ROOM || !sheet_is_half_move(bare))
        return read_spelled_half_move(c);
    if (bare.size == 2 && !is_digit(bare.data[1]) && read_spelled_half_move(c)) /* Nb : d7 */
        return true;
    (void)cursor_add(c, ITEM_HALF, bare.data + bare.size);
    if (c->p < q && (*c->p == ',' || *c->p == ';'))
        (void)cursor_add(c, ITEM_LAYOUT, c->p + 1);
    return true;
}

bool cursor_exact_half_move(struct sheet_cursor *c) {
    const char *q = c->p;
    struct notation n;
    if (!byte_is(*q, BYTE_LETTER))
        return false;
    while (q < c->end && byte_is(*q, BYTE_WORD) && (unsigned char)*q < 0x80)
        q++;
    if (q == c->end || !byte_is(*q, BYTE_SPACE))
        return false;
    xpgn_slice word = {c->p, (size_t)(q - c->p)};
    const char *next = scan_white(q, c->end);
    bool alone = next == c->end || (byte_is(*next, BYTE_DIGIT | BYTE_LETTER) && *next != 'x');
    if (!alone || !notation_read(word, &n) || n.kind == NOTATION_PASS)
        return false;
    if (!read_either(c, word))
        (void)cursor_add(c, ITEM_HALF, q);
    return true;
}

bool sheet_half_move_begins(const char *p, const char *end) {
    struct sheet_phrase f;
    const char *q = scan_digits(p, end);
    if (q > p && q < end && *q == '.')
        return true;
    q = scan_blanks(q, end);
    if (sheet_phrase_of(q, end, PIECES, &f)) { /* Queen takes b3 */
        q = scan_blanks(q + f.size, end);
        if (sheet_phrase_of(q, end, SHEET_BIT(SHEET_TAKES) | SHEET_BIT(SHEET_TO), &f))
            q = scan_blanks(q + f.size, end);
    }
    return sheet_is_half_move((xpgn_slice){q, (size_t)(sheet_word_past(q, end) - q)});
}
