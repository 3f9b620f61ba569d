/* SPDX-License-Identifier: MIT */
/* The movetext of a sheet as tokens. Nothing is decided here that needs more than the text at hand.
 */
#include "core/base/slice.h"
#include "core/base/utf8.h"
#include "core/forms/blank.h"
#include "core/forms/clock_form.h"
#include "core/forms/dice_form.h"
#include "core/forms/glyph.h"
#include "core/forms/move_mark.h"
#include "core/forms/row_number.h"
#include "core/forms/scan.h"
#include "core/forms/sheet_words.h"
#include "core/forms/struck_form.h"
#include "core/forms/written_ending.h"
#include "core/text/action_notation.h"
#include "core/text/foreign_forms.h"
#include "core/text/other_game.h"
#include "core/text/roll_text.h"
#include "meant/sheet/sheet.h"

#include <stdio.h>
#include <string.h>

#define PIECES                                                                                     \
    (SHEET_BIT(SHEET_KING) | SHEET_BIT(SHEET_QUEEN) | SHEET_BIT(SHEET_ROOK) |                      \
     SHEET_BIT(SHEET_BISHOP) | SHEET_BIT(SHEET_KNIGHT) | SHEET_BIT(SHEET_PAWN))

/* A cursor over the movetext. */
struct cursor {
    struct sheet_text *s;
    const char *p, *end;
    uint32_t depth;
    bool parted;    /* rows have a ; between them */
    bool lettered;  /* half-moves have the letter of their side: W: e4 B: e5 */
    bool behind;    /* directly behind a half-move, its marks and dice */
    bool ended;     /* behind a result: a -- there is above a signature */
    bool nested;    /* behind a comment with a { in it: its } may follow */
    size_t outside; /* number of tokens before that comment */
};

/* ---- tokens ---------------------------------------------------------------------------------- */

static struct sheet_token *add_token(struct cursor *c, enum item_kind kind, const char *to) {
    struct sheet_text *s = c->s;
    struct sheet_token *list = arena_grow(s->arena, s->list, s->count, &s->capacity, sizeof *list);
    s->no_memory |= list == NULL;
    if (list == NULL) {
        c->p = c->end;
        return NULL;
    }
    s->list = list;
    const char *begin = s->text.data;
    list[s->count] =
        (struct sheet_token){.kind = kind,
                             .place = {(uint32_t)(c->p - begin), (uint32_t)(to - c->p)},
                             .depth = c->depth,
                             .line = c->p == begin || byte_is(c->p[-1], BYTE_LINE)};
    c->p = to;
    c->behind = kind == ITEM_HALF || (c->behind && kind != ITEM_NUMBER);
    c->ended = c->ended && kind != ITEM_HALF && kind != ITEM_NUMBER;
    return &list[s->count++];
}

static const char *keep_text(struct cursor *c, xpgn_slice text) {
    const char *copy = arena_copy(c->s->arena, text);
    c->s->no_memory |= copy == NULL;
    return copy;
}

/* True if only blanks are before p in its line. */
static bool begins_line(const struct cursor *c) {
    const char *p = c->p;
    while (p > c->s->text.data && (p[-1] == ' ' || p[-1] == '\t'))
        p--;
    return p == c->s->text.data || byte_is(p[-1], BYTE_LINE);
}

/* True if the text has a turn roll of the format: <4>. */
static bool has_turn_roll(xpgn_slice text) {
    const char *p = text.data, *end = p + text.size;
    while ((p = memchr(p, '<', (size_t)(end - p))) != NULL && end - ++p > 1)
        if (is_digit(*p) && p[1] == '>')
            return true;
    return false;
}

/* True for a number without dots, where others have them, that is rather the die of a turn: 1. 4
   e2-e4. */
static bool is_lone_die(const struct cursor *c, uint32_t number) {
    const struct sheet_text *s = c->s;
    size_t i = s->count;
    while (i > 0 && s->list[i - 1].kind != ITEM_NUMBER)
        i--;
    return s->lone_dice && !begins_line(c) && number > 0 && number <= s->game.die && i > 0 &&
           s->list[i - 1].dots > 0;
}

/* Adds the die of a turn as the format writes it. */
static bool add_die(struct cursor *c, uint32_t die, const char *to) {
    struct sheet_token *t = add_token(c, ITEM_ROLL, to);
    const char *text = arena_printf(c->s->arena, "<%u>", (unsigned)die);
    c->s->no_memory |= text == NULL;
    if (t != NULL)
        t->text = text;
    return true;
}

/* 12, 12., 12..., 12), and the dots behind blanks. */
static bool read_number(struct cursor *c) {
    const char *q = c->p;
    uint32_t number = 0;
    while (q < c->end && is_digit(*q) && number < 100000)
        number = 10 * number + (uint32_t)(*q++ - '0');
    bool four = q - c->p >= 4;
    if (q == c->p || foreign_zeros(c->p, c->end))
        return false;
    const char *dots = q;
    while (q < c->end && *q == '.')
        q++;
    uint32_t count = (uint32_t)(q - dots);
    const char *after = scan_blanks(q, c->end);
    while (count <= 1 && c->end - after >= 3 && memcmp(after, "...", 3) == 0) {
        q = after + 3;
        count = 3;
    }
    if (c->end - after >= 3 && memcmp(after, "\xE2\x80\xA6", 3) == 0 && count == 0) {
        q = after + 3;
        count = 3;
    }
    if (count == 0 && q < c->end && *q == ')' && c->depth == 0)
        q++;
    bool stands = count > 0 || q == c->end || byte_is(*q, BYTE_SPACE) || q[-1] == ')' ||
                  strchr("{;|,", *q) != NULL || scan_wide_space(q, c->end) > 0;
    if (stands && four && count == 0 && c->s->game.numbers && q - c->p <= 5)
        return add_token(c, ITEM_HALF, q) != NULL;
    if (!stands || (four && count == 0))
        return false;
    bool bracket = q[-1] == ')';
    if (count == 0 && is_lone_die(c, number))
        return add_die(c, number, q);
    struct sheet_token *t = add_token(c, ITEM_NUMBER, q);
    if (t != NULL) {
        t->number = number;
        t->dots = bracket ? 1 : count;
        t->text = bracket ? sheet_number(c->s, number, 1) : NULL;
    }
    return true;
}

static void add_struck(struct cursor *c, const char *to, xpgn_slice word) {
    struct sheet_token *t = add_token(c, ITEM_STRUCK, to);
    if (t == NULL)
        return;
    const char *text = arena_printf(c->s->arena, "struck out: %.*s", SLICE(word));
    c->s->no_memory |= text == NULL;
    t->text = text != NULL ? sheet_comment(c->s, slice_of(text)) : NULL;
}

static bool read_struck(struct cursor *c) {
    struct struck_form form;
    if (!struck_form_read(c->p, c->end, &form) || (!form.sure && !sheet_is_half_move(form.word)))
        return false;
    add_struck(c, c->p + form.size, form.word);
    return true;
}

static unsigned largest_die(const xpgn_roll *roll) {
    unsigned largest = 0;
    for (unsigned i = 0; i < roll->exchanges; i++)
        for (unsigned k = 0; k < 2; k++) {
            const xpgn_roll_side *side = &roll->exchange[i].side[k];
            for (unsigned n = 0; n < side->dice_count; n++)
                largest = side->dice[n] > largest ? side->dice[n] : largest;
        }
    return largest;
}

/* True if a roll that the format reads is at hand. */
static bool is_exact_roll(const struct cursor *c) {
    bool cut;
    xpgn_roll roll;
    struct log log;
    size_t size = *c->p == '<' ? scan_roll(c->p, c->end, &cut) : 0;
    if (size < 3)
        return false;
    log_init_counting(&log);
    bool read =
        roll_read((xpgn_slice){c->p + 1, size - 2}, 0, true, &roll, &log) && log.errors == 0;
    log_free_parts(&log);
    return read && largest_die(&roll) <= c->s->game.die;
}

/* Takes the half-move directly before a roll with an unreadable die as missing, up to `to`. */
static bool leave_out(struct cursor *c, const char *to) {
    struct sheet_token *last = c->s->count > 0 ? &c->s->list[c->s->count - 1] : NULL;
    if (last == NULL || last->kind != ITEM_HALF || last->depth > 0)
        return false;
    last->kind = ITEM_BLANK;
    last->open = true;
    last->place.length = (uint32_t)(to - c->s->text.data) - last->place.offset;
    c->p = to;
    return true;
}

static void add_dice(struct cursor *c, size_t size, const char *text) {
    struct sheet_token *t = add_token(c, ITEM_ROLL, c->p + size);
    if (t != NULL)
        t->text = keep_text(c, slice_of(text));
}

/* Dice that name pieces: <PNQ>. */
static bool read_letter_dice(struct cursor *c) {
    xpgn_turn_dice dice;
    char text[sizeof(struct xpgn_turn_dice_text) + 2];
    size_t size = sheet_letter_dice(c->s->game, c->p, c->end, &dice);
    if (size == 0)
        return false;
    (void)snprintf(text, sizeof text, "<%s>", xpgn_turn_dice_text(&dice).text);
    add_dice(c, size, text);
    return true;
}

/* Reads a roll of the format that has blanks around its signs: < 5 : 1 >, <+0 = 2 : = 1x>. */
static bool read_loose_roll(struct cursor *c) {
    char text[LOOSE_ROOM + 3] = "<";
    const char *close = *c->p == '<' ? memchr(c->p, '>', (size_t)(c->end - c->p)) : NULL;
    if (close == NULL)
        return false;
    const size_t size = roll_tighten((xpgn_slice){c->p + 1, (size_t)(close - c->p) - 1}, text + 1);
    text[size + 1] = '>';
    text[size + 2] = '\0';
    struct cursor tight = *c;
    tight.p = text;
    tight.end = text + size + 2;
    if (size == 0 || !is_exact_roll(&tight))
        return false;
    add_dice(c, (size_t)(close + 1 - c->p), text);
    return true;
}

/* The sign between a turn's die and its half-moves: (4). e2-e4, 4 - e2-e4. */
static bool read_roll_sign(struct cursor *c) {
    const struct sheet_text *s = c->s;
    const struct sheet_token *last = s->count > 0 ? &s->list[s->count - 1] : NULL;
    const bool roll =
        s->game.rolls && last != NULL && last->kind == ITEM_ROLL && strchr(last->text, ':') == NULL;
    const size_t size = *c->p == '.' ? 1 : scan_dash(c->p, c->end);
    const char *past = c->p + size;
    if (!roll || size == 0 || past == c->end || !byte_is(*past, BYTE_SPACE) ||
        scan_blanks(s->text.data + last->place.offset + last->place.length, c->end) != c->p)
        return false;
    return add_token(c, ITEM_LAYOUT, past) != NULL;
}

/* Dice: behind a half-move, or as a turn roll before it. */
static bool read_dice(struct cursor *c) {
    struct dice_form form;
    if (read_letter_dice(c) || (c->s->game.die > 0 && read_loose_roll(c)))
        return true;
    const struct sheet_game *game = &c->s->game;
    bool may =
        game->die > 0 && (c->behind || game->rolls || game->turns || strchr("([<{", *c->p) != NULL);
    if (!may || is_exact_roll(c) || !sheet_dice(*game, c->p, c->end, &form) || form.exact)
        return false;
    if ((c->s->game.diceless && form.text[1] != '+' && form.text[1] != '=') ||
        (*c->p == '{' && !form.two_sides && !c->s->lone_dice)) /* {4}, where there is <4> */
        return false;
    if (form.half && c->s->game.holes && leave_out(c, c->p + form.size))
        return true;
    add_dice(c, form.size, form.text);
    return true;
}

/* The text up to `to` becomes a comment, without its brackets. */
static void add_remark(struct cursor *c, const char *to) {
    xpgn_slice words = {c->p, (size_t)(to - c->p)};
    if (words.size > 2 && strchr("([", *words.data) != NULL && strchr(")]", to[-1]) != NULL)
        words = (xpgn_slice){words.data + 1, words.size - 2};
    struct sheet_token *t = add_token(c, ITEM_WORDS, to);
    if (t != NULL)
        t->text = sheet_comment(c->s, words);
}

static bool read_clock(struct cursor *c) {
    struct clock_form form;
    if (!c->behind || !clock_form_read(c->p, c->end, &form) || (form.bare && !form.sure))
        return false;
    xpgn_slice written = {c->p, form.size};
    struct sheet_token *t = add_token(c, ITEM_CLOCK, c->p + form.size);
    if (t == NULL)
        return true;
    uint32_t seconds = form.seconds / (c->s->server_list && form.brief ? 60 : 1);
    t->text = form.pair || form.day ? sheet_comment(c->s, written)
                                    : arena_printf(c->s->arena, "{[%%%s %u:%02u:%02u]}",
                                                   c->s->server_list ? "emt" : "clk",
                                                   seconds / 3600, seconds / 60 % 60, seconds % 60);
    c->s->no_memory |= t->text == NULL;
    return true;
}

/* True for a = by itself at the end of the sheet: a draw. */
static bool is_draw_sign(const struct cursor *c) {
    const bool apart = *c->p == '=' && c->depth == 0 && byte_is(c->p[-1], BYTE_SPACE);
    const xpgn_slice said = sheet_value(c->s, "Result");
    return apart && (said.size == 0 || slice_has_only(said, "*?")) &&
           scan_white(c->p + 1, c->end) == c->end;
}

/* Marks behind a half-move, which are found again from the position. Those that the format has
   stay. */
static bool read_mark(struct cursor *c) {
    struct move_mark mark;
    if (!c->behind || !move_mark_read(c->p, c->end, &mark) || is_draw_sign(c))
        return false;
    const bool square = *c->p == '['; /* [=], [!] */
    if (mark.kind == MARK_NAG && square) {
        struct sheet_token *t = add_token(c, ITEM_MARK, c->p + mark.size);
        if (t != NULL)
            t->text = arena_printf(c->s->arena, "$%u", (unsigned)mark.nag);
        c->s->no_memory |= t != NULL && t->text == NULL;
        return true;
    }
    if (mark.kind == MARK_DRAW_OFFER && (mark.worded || square)) {
        struct sheet_token *t = add_token(c, ITEM_WORDS, c->p + mark.size);
        if (t != NULL)
            t->text = "{(=)}";
        return true;
    }
    if (mark.kind == MARK_NAG || mark.kind == MARK_DRAW_OFFER) {
        if (mark.kind == MARK_NAG && (*c->p == '?' || *c->p == '!') && c->p > c->s->text.data &&
            byte_is(c->p[-1], BYTE_SPACE))
            (void)add_token(c, ITEM_GLYPH, c->p + mark.size);
        else
            c->p += mark.size;
        return true;
    }
    struct sheet_token *t = add_token(c, ITEM_MARK, c->p + mark.size);
    if (t != NULL)
        t->text = "";
    return true;
}

static bool is_dash_only(xpgn_slice w) {
    size_t dash = scan_dash(w.data, w.data + w.size);
    return dash > 0 && dash == w.size;
}

static bool read_blank(struct cursor *c) {
    enum blank_kind kind;
    size_t size = blank_read(c->p, c->end, &kind);
    if (size == 0)
        return false;
    xpgn_slice sign = {c->p, size};
    if (kind == BLANK_PASS && (c->s->game.passes || c->depth > 0)) {
        struct sheet_token *t = add_token(c, ITEM_HALF, c->p + size);
        if (t != NULL && !slice_is(sign, "--"))
            t->text = "--";
        return true;
    }
    bool comma = is_dash_only(sign), glyph = slice_has_only(sign, "?!");
    glyph = glyph && (c->behind || !c->s->game.passes); /* rows say nothing there */
    (void)add_token(c,
                    comma                        ? ITEM_DASH
                    : glyph                      ? ITEM_GLYPH
                    : kind == BLANK_DITTO        ? ITEM_DITTO
                    : slice_has_only(sign, "xX") ? ITEM_CROSSES
                                                 : ITEM_BLANK,
                    c->p + size);
    return true;
}

/* ---- half-moves ------------------------------------------------------------------------------ */

/* True for the star of a note behind a word. */
static bool is_note_star(const char *p, const char *end) {
    return *p == '*' && (p + 1 == end || byte_is(p[1], BYTE_SPACE));
}

static const char *word_past(const char *p, const char *end) {
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
    const char *q = word_past(*p, end);
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
static const char *read_spelled(struct cursor *c, const char **to, bool *english) {
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
    const char *q = word_past(p, end);
    xpgn_slice rest = slice_trim((xpgn_slice){p, (size_t)(q - p)}, ".,;");
    if ((!*english && (!takes || size < 2)) || rest.size < 2 || rest.size > 8 ||
        !sheet_is_half_move(rest) || !is_file(*rest.data))
        return NULL;
    memcpy(text + size, rest.data, rest.size);
    *to = rest.data + rest.size;
    return keep_text(c, (xpgn_slice){text, size + rest.size});
}

/* True if a digit behind a blank is rather the number of the next row: 3 e4 ed 4 Nf3. */
static bool is_next_row(const struct cursor *c, char digit) {
    size_t i = c->s->count;
    while (i > 0 && c->s->list[i - 1].kind != ITEM_NUMBER)
        i--;
    return i > 0 && c->s->list[i - 1].dots == 0 &&
           c->s->list[i - 1].number + 1 == (uint32_t)(digit - '0');
}

/* Nf?, N?3: a half-move with an unreadable part, without the part. NULL: it is none. */
static const char *read_hole(struct cursor *c, xpgn_slice word) {
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
    return file || rank ? keep_text(c, (xpgn_slice){text, size}) : NULL;
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
             q + f.size < end && strchr(" \t,:.", q[f.size]) != NULL)
        q = scan_blanks(q + f.size, end);
    else if (scan_arrow(q, end) > 0)
        q = scan_blanks(q + scan_arrow(q, end), end);
    else
        return (xpgn_slice){q, 0};
    q = scan_blanks(q + (q < end && strchr(",:.", *q) != NULL), end);
    const char *to = word_past(q, end);
    xpgn_slice word = slice_trim((xpgn_slice){q, (size_t)(to - q)}, ".,;!?/");
    bool closed = !bracket || (word.data + word.size < end && word.data[word.size] == ')');
    return closed && sheet_is_half_move(word) ? word : (xpgn_slice){q, 0};
}

/* Notes where two half-moves part that may also be those of both sides. */
static void set_split(const struct cursor *c, struct sheet_token *t, const char *first,
                      const char *second) {
    t->split_from = (uint32_t)(first - c->s->text.data);
    t->split = (uint32_t)(second - c->s->text.data);
}

/* Adds a half-move that the sheet leaves open between two: the preferred one first. */
static bool read_either(struct cursor *c, xpgn_slice first) {
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
    struct sheet_token *t = add_token(c, ITEM_HALF, to);
    if (t == NULL)
        return true;
    t->text = text;
    t->open = true;
    const char *past = first.data + one_size, *sign = scan_blanks(past, c->end);
    if (sign > past && scan_arrow(sign, c->end) > 0 && is_space(other.data[-1]))
        set_split(c, t, past, other.data);
    return true;
}

/* A file and a rank. */
static size_t square_size(const char *p, const char *end) {
    return end - p >= 2 && is_file(*p) && is_digit(p[1]) ? 2 : 0;
}

/* Ng1->f3: an arrow from square to square. Of two squares without a piece either may also have been
   played in place of the other. */
static bool read_arrow(struct cursor *c) {
    const char *from = c->p, *end = c->end;
    while (from < end && square_size(from, end) == 0 &&
           (byte_is(*from, BYTE_WORD) || (unsigned char)*from >= 0x80))
        from++;
    const char *arrow = from + square_size(from, end), *to = arrow;
    to += arrow > from ? scan_arrow(arrow, end) : 0;
    const char *past = to + square_size(to, end);
    if (to == arrow || past == to || past - c->p > WORD_ROOM)
        return false;
    past = word_past(past, end);
    xpgn_slice piece = {c->p, (size_t)(from - c->p)}, one = {from, (size_t)(arrow - from)};
    xpgn_slice two = slice_trim((xpgn_slice){to, (size_t)(past - to)}, ".,;!?");
    const char *text = piece.size > 0 ? arena_printf(c->s->arena, "%.*s%.*s-%.*s", SLICE(piece),
                                                     SLICE(one), SLICE(two))
                                      : arena_printf(c->s->arena, "%.*s-%.*s|%.*s|%.*s", SLICE(one),
                                                     SLICE(two), SLICE(two), SLICE(one));
    c->s->no_memory |= text == NULL;
    struct sheet_token *t = add_token(c, ITEM_HALF, two.data + two.size);
    if (t != NULL) {
        t->text = text;
        t->open = piece.size == 0;
    }
    return true;
}

/* A half-move in brackets of its own: e8(Q), K(g1). False if there is none. */
static bool read_bracketed(struct cursor *c, const char *to) {
    const char *whole = to < c->end && *to == '(' && to > c->p ? word_end(c->p, c->end) : to;
    if (whole == to || !sheet_is_half_move((xpgn_slice){c->p, (size_t)(whole - c->p)}))
        return false;
    (void)add_token(c, ITEM_HALF, whole);
    return true;
}

/* e4 - e5: a half-move with blanks around its dash, or two. False if there is none. */
static bool read_apart(struct cursor *c, xpgn_slice first) {
    const char *apart = word_apart(c->p, c->end);
    if (apart == NULL || apart - c->p > WORD_ROOM)
        return false;
    const char *begin = c->p, *past = first.data + first.size;
    struct sheet_token *t = add_token(c, ITEM_HALF, apart);
    if (t == NULL || !sheet_is_half_move(first) || past >= apart || first.data != begin)
        return true;
    const char *sign = scan_blanks(past, c->end);
    size_t dash = scan_dash(sign, c->end);
    const char *second = scan_blanks(sign + dash, c->end);
    if (dash > 0 && sign > past && second > sign + dash)
        set_split(c, t, past, second);
    return true;
}

/* Words without a half-move directly before c->p, on its line; NULL: there are none. */
static struct sheet_token *words_before(const struct cursor *c) {
    struct sheet_token *last = c->s->count > 0 ? &c->s->list[c->s->count - 1] : NULL;
    if (last == NULL || last->kind != ITEM_WORDS || last->text != NULL || last->depth != c->depth)
        return NULL;
    const char *past = c->s->text.data + last->place.offset + last->place.length;
    return scan_blanks(past, c->end) == c->p ? last : NULL;
}

/* N f 3, ex f 4: blanks before the digit. */
static bool read_spaced(struct cursor *c) {
    char text[SPACED_ROOM];
    const char *to;
    const size_t size = sheet_letter_spaced(c->p, c->end, text, &to);
    if (size == 0 || is_next_row(c, text[size - 1]))
        return false;
    struct sheet_token *t = add_token(c, ITEM_HALF, to);
    if (t != NULL)
        t->text = keep_text(c, (xpgn_slice){text, size});
    return true;
}

/* The rook of "touched the rook d6" belongs to the words before it. */
static bool read_spelled_half_move(struct cursor *c) {
    const char *to;
    bool english;
    const char *text = words_before(c) == NULL ? read_spelled(c, &to, &english) : NULL;
    struct sheet_token *t = text != NULL ? add_token(c, ITEM_HALF, to) : NULL;
    if (t != NULL) {
        t->text = text;
        t->english = english;
    }
    return text != NULL;
}

static bool read_open_half_move(struct cursor *c, xpgn_slice word) {
    const char *hole = read_hole(c, word);
    struct sheet_token *t = hole != NULL ? add_token(c, ITEM_HALF, word.data + word.size) : NULL;
    if (t != NULL) {
        t->text = hole;
        t->open = true;
    }
    return hole != NULL;
}

/* N.f3: a stop behind the piece. */
static bool read_stopped(struct cursor *c, xpgn_slice word) {
    const size_t letter = word.size > 0 ? utf8_length(word) : 0;
    if (word.size < letter + 3 || word.data[letter] != '.' || word_lead(word) == 0 ||
        word.size > WORD_ROOM)
        return false;
    const char *text = arena_printf(c->s->arena, "%.*s%.*s", (int)letter, word.data,
                                    (int)(word.size - letter - 1), word.data + letter + 1);
    c->s->no_memory |= text == NULL;
    if (text == NULL || !sheet_is_in_full(slice_of(text)))
        return false;
    struct sheet_token *t = add_token(c, ITEM_HALF, word.data + word.size);
    if (t != NULL)
        t->text = text;
    return true;
}

static bool read_half_move(struct cursor *c) {
    const char *q = word_past(c->p, c->end);
    xpgn_slice word = {c->p, (size_t)(q - c->p)};
    xpgn_slice bare = slice_trim(word, ".,;!?");
    if (read_stopped(c, bare) || read_spaced(c) || read_arrow(c) || read_either(c, bare) ||
        read_bracketed(c, q) || read_open_half_move(c, word) || read_apart(c, bare))
        return true;
    if (bare.size == 0 || bare.size > WORD_ROOM || !sheet_is_half_move(bare))
        return read_spelled_half_move(c);
    (void)add_token(c, ITEM_HALF, bare.data + bare.size);
    if (c->p < q && (*c->p == ',' || *c->p == ';'))
        (void)add_token(c, ITEM_LAYOUT, c->p + 1);
    return true;
}

/* ---- brackets and the rest ------------------------------------------------------------------- */

/* True if a half-move begins at p, perhaps with its number: a variation begins so. */
static bool begins_half_move(const char *p, const char *end) {
    struct sheet_phrase f;
    const char *q = p;
    while (q < end && is_digit(*q))
        q++;
    if (q > p && q < end && *q == '.')
        return true;
    q = scan_blanks(q, end);
    if (sheet_phrase_of(q, end, PIECES, &f)) { /* Queen takes b3 */
        q = scan_blanks(q + f.size, end);
        if (sheet_phrase_of(q, end, SHEET_BIT(SHEET_TAKES) | SHEET_BIT(SHEET_TO), &f))
            q = scan_blanks(q + f.size, end);
    }
    return sheet_is_half_move((xpgn_slice){q, (size_t)(word_past(q, end) - q)});
}

/* Adds the number of a row, in another form. */
static bool add_row(struct cursor *c, size_t size, uint32_t number, uint32_t dots) {
    struct sheet_token *t = add_token(c, ITEM_NUMBER, c->p + size);
    if (t != NULL) {
        t->number = number;
        t->dots = dots;
        t->text = arena_printf(c->s->arena, "%s ", sheet_number(c->s, number, dots));
        c->s->no_memory |= t->text == NULL;
    }
    return true;
}

/* What a line of a sheet can begin with, besides 12.: a rule between rows, or the number of a row
   in another form, (12) or | 12 |. */
static bool read_line(struct cursor *c) {
    struct row_number row;
    if (c->depth > 0 || !begins_line(c))
        return false;
    const size_t rule = row_rule(c->p, c->end), list = sheet_begins_list(c->p, c->end);
    if (rule + list > 0)
        return add_token(c, ITEM_LAYOUT, c->p + rule + list) != NULL;
    if (sheet_begins_page(c->p, c->end)) {
        const xpgn_slice line = {c->p, (size_t)(scan_line(c->p, c->end) - c->p)};
        if ((sheet_phrase_means(line) & SHEET_SIDES) != 0) /* Black:, above Black's half-moves */
            return add_token(c, ITEM_LAYOUT, c->p + line.size) != NULL;
        add_remark(c, c->p + line.size);
        return true;
    }
    const size_t hour = sheet_hour(c->s, c->p);
    if (hour > 0) {
        add_remark(c, c->p + hour);
        return true;
    }
    bool black = false;
    const size_t side = sheet_row_side(c->p, c->end, &black, &row.number);
    if (side > 0)
        return add_row(c, side, row.number, black ? 3 : 1);
    if (!row_number_read(c->p, c->end, &row) || (row.bracket && c->s->game.passes) ||
        !sheet_begins_row(c->s, c->p + row.size))
        return false;
    return add_row(c, row.size, row.number, 1);
}

/* True if the byte at hand has blanks around it. */
static bool stands_apart(const struct cursor *c) {
    return byte_is(c->p[-1], BYTE_SPACE) && c->p + 1 < c->end && byte_is(c->p[1], BYTE_SPACE);
}

/* The size of a sign between half-moves that means nothing: an arrow, a comma, a bar, a slash
   between blanks; 0: there is none. */
static size_t layout_size(const struct cursor *c) {
    const size_t arrow = scan_arrow(c->p, c->end), bar = row_bar(c->p, c->end);
    const bool slash = (*c->p == '/' || *c->p == ':') && stands_apart(c);
    return arrow > 0 ? arrow : bar > 0 ? bar : *c->p == ',' || *c->p == '`' || slash ? 1 : 0;
}

/* A remark in brackets: words that do not begin with a half-move. */
static const char *remark_end(const struct cursor *c) {
    const char *p = c->p, *end = c->end;
    const char *close = memchr(p, ')', (size_t)(scan_line(p, end) - p));
    bool words = false;
    if (close == NULL || begins_half_move(scan_blanks(p + 1, close), close))
        return NULL;
    xpgn_slice inside = {p + 1, (size_t)(close - p) - 1};
    const bool minutes = c->s->game.die == 0 && slice_has_only(inside, "0123456789");
    if (c->behind && inside.size > 0 && (minutes || sheet_figures(p, end) > 0))
        return close + 1;
    for (const char *q = p + 1; q < close;) {
        const char *to = word_past(q, close);
        words = words || (to - q > 1 && sheet_has_letter((xpgn_slice){q, (size_t)(to - q)}));
        if (to < close && *to == '(')
            return NULL;
        q = to + (to < close);
    }
    return words ? close + 1 : NULL;
}

/* Passes a remark behind a half-move, in quotes or square brackets: "zeitnot", [1], [Be4]. */
static const char *past_quoted(const struct cursor *c, const char *line) {
    const char *p = c->p;
    const char *q = memchr(p + 1, *p == '"' ? '"' : ']', (size_t)(line - p) - 1);
    if (q == NULL || q == p + 1 || p[1] == '%')
        return p;
    const xpgn_slice inside = {p + 1, (size_t)(q - p) - 1};
    const bool words = sheet_has_letter(inside) ||
                       (*p == '[' && c->s->game.die == 0 && slice_has_only(inside, "0123456789"));
    const bool is = words && (*p == '[' ? memchr(p, '"', (size_t)(q - p)) == NULL
                                        : !begins_half_move(p + 1, q));
    return is ? q + 1 : p;
}

/* Passes signs that are neither letters nor pieces and that nobody knows, by themselves. */
static const char *past_strange(const char *p, const char *end) {
    const char *q = p;
    if (word_lead((xpgn_slice){p, (size_t)(end - p)}) != 0)
        return p;
    while (q < end && (unsigned char)*q >= 0x80 && !sheet_in_word(q, end) &&
           scan_wide_space(q, end) == 0) {
        const size_t size = utf8_length((xpgn_slice){q, (size_t)(end - q)});
        q += size > 0 ? size : 1;
    }
    return q == end || byte_is(*q, BYTE_SPACE) ? q : p;
}

/* Figures of an engine behind a half-move, or the star of a note. */
static bool read_figures(struct cursor *c) {
    const bool star = *c->p == '*' && scan_star_goes_on(c->s->text.data, c->p, c->end) &&
                      (c->p + 1 == c->end || c->p[1] != '*');
    const size_t size = star ? 1 : glyph_figures(c->p, c->end);
    const char *command = c->end - c->p > 1 && c->p[0] == '[' && c->p[1] == '%'
                              ? memchr(c->p, ']', (size_t)(scan_line(c->p, c->end) - c->p))
                              : NULL;
    if (!c->behind || (size == 0 && command == NULL))
        return false;
    if (command == NULL) {
        add_remark(c, c->p + size);
        return true;
    }
    xpgn_slice text = {c->p, (size_t)(command + 1 - c->p)}; /* [%clk 0:45:12] without braces */
    struct sheet_token *t = add_token(c, ITEM_WORDS, command + 1);
    if (t != NULL)
        t->text = arena_printf(c->s->arena, "{%.*s}", SLICE(text));
    c->s->no_memory |= t != NULL && t->text == NULL;
    return true;
}

/* A remark as in C. */
static bool read_program_remark(struct cursor *c) {
    const char *line = scan_line(c->p, c->end), *q = c->p + 2;
    if (c->end - c->p < 4 || c->p[0] != '/' || c->p[1] != '*')
        return false;
    while (q + 1 < line && (q[0] != '*' || q[1] != '/'))
        q++;
    if (q + 1 >= line)
        return false;
    const xpgn_slice words = {c->p + 2, (size_t)(q - c->p) - 2};
    struct sheet_token *t = add_token(c, ITEM_WORDS, q + 2);
    if (t != NULL)
        t->text = sheet_comment(c->s, slice_trim(words, " "));
    return true;
}

/* A remark that is neither words nor in round brackets. */
static bool read_aside(struct cursor *c) {
    const char *line = scan_line(c->p, c->end);
    const bool quoted = *c->p == '"' || *c->p == '[';
    const bool first = c->s->count > 0 && c->s->list[c->s->count - 1].kind == ITEM_NUMBER;
    const bool may = c->depth == 0 && (c->behind || (first && *c->p == '['));
    const char *q = !quoted ? past_strange(c->p, line) : may ? past_quoted(c, line) : c->p;
    const xpgn_slice word = {c->p + 1, (size_t)(q - c->p) - 2};
    if (q == c->p)
        return false;
    if (!(quoted && first && sheet_is_half_move(word))) {
        add_remark(c, q);
        return true;
    }
    if (!begins_half_move(scan_blanks(q, line), line)) /* nothing is in its place */
        return false;
    add_struck(c, q, word); /* 12. [Qa4] Qb3 */
    return true;
}

static bool read_bracket(struct cursor *c) {
    const char *q = *c->p == '(' ? remark_end(c) : NULL;
    if (*c->p != '(')
        return false;
    if (q != NULL) {
        add_remark(c, q);
        return true;
    }
    const char *word = scan_blanks(c->p + 1, c->end), *to = word_past(word, c->end);
    const char *close = scan_blanks(to, c->end);
    bool first = c->s->count > 0 && c->s->list[c->s->count - 1].kind == ITEM_NUMBER;
    bool lone = close < c->end && *close == ')' &&
                sheet_is_half_move((xpgn_slice){word, (size_t)(to - word)});
    if (first && lone) {
        add_struck(c, close + 1, (xpgn_slice){word, (size_t)(to - word)}); /* 12. (Qa4) Qb3 */
        return true;
    }
    c->depth++;
    c->behind = false;
    c->p = word;
    if (lone && read_half_move(c) && c->s->count > 0)
        c->s->list[c->s->count - 1].lone = true;
    return true;
}

/* True if the row behind the last is at p: 2. Nf3. */
static bool is_row(const struct cursor *c, const char *p, uint32_t number) {
    uint32_t n = 0;
    while (p < c->end && is_digit(*p) && n < 1000)
        n = 10 * n + (uint32_t)(*p++ - '0');
    return n == number && p < c->end && *p == '.' && sheet_begins_row(c->s, p + 1);
}

/* True if a half-move at p is the second of its row, and the last of its line: 1. e4; e5. */
static bool is_second_half(const struct cursor *c, const char *p, const char *line) {
    const struct sheet_token *list = c->s->list;
    const size_t n = c->s->count;
    const char *to = word_past(p, line), *next = scan_blanks(to, line);
    size_t i = n;
    while (i > 0 && list[i - 1].kind == ITEM_ROLL)
        i--;
    return i > 1 && list[i - 1].kind == ITEM_HALF && list[i - 2].kind == ITEM_NUMBER &&
           list[i - 2].dots < 2 && (next == line || *next == '<' || scan_result(next, line) > 0) &&
           sheet_is_in_full((xpgn_slice){p, (size_t)(to - p)});
}

/* True between half-moves of a line without numbers: e4; e5; Nf3. */
static bool is_bare_list(const struct cursor *c, const char *second) {
    const struct sheet_text *s = c->s;
    const char *line = scan_line(c->p, c->end), *next = scan_blanks(c->p + 1, line);
    const char *to = word_past(next, line);
    const bool last = scan_result(scan_blanks(to, line), line) > 0;
    return s->count > 0 && s->list[s->count - 1].kind == ITEM_HALF && c->depth == 0 &&
           sheet_is_in_full((xpgn_slice){next, (size_t)(to - next)}) &&
           (to == second ||
            (s->count > 1 && s->list[s->count - 2].kind == ITEM_LAYOUT && (last || to == line)));
}

/* A ; between rows, not before a comment: 1. e4 e5; 2. Nf3 Nc6; 3. Bb5. Two are in its line, before
   the rows that follow. */
static bool read_parting(struct cursor *c) {
    size_t i = c->s->count;
    while (i > 0 && c->s->list[i - 1].kind != ITEM_NUMBER)
        i--;
    const char *line = scan_line(c->p, c->end);
    const char *second = *c->p == ';' ? memchr(c->p + 1, ';', (size_t)(line - c->p - 1)) : NULL;
    if (*c->p == ';' && i == 0 && is_bare_list(c, second))
        return add_token(c, ITEM_LAYOUT, c->p + 1) != NULL;
    if (*c->p != ';' || c->depth > 0 || i == 0)
        return false;
    const uint32_t number = c->s->list[i - 1].number;
    const char *next = scan_blanks(c->p + 1, line);
    const bool more = second != NULL && is_row(c, scan_blanks(second + 1, line), number + 2);
    const bool row = is_row(c, next, number + 1) && (more || c->parted);
    if (!row && !(c->parted && scan_result(next, line) > 0) && !is_second_half(c, next, line))
        return false;
    c->parted = true;
    return add_token(c, ITEM_LAYOUT, c->p + 1) != NULL;
}

/* Text of the format at p that needs no reading: comments, rolls, tags, NAGs, results. */
static const char *skip_exact(struct cursor *c) {
    const char *p = c->p, *end = c->end;
    struct tag_shape tag;
    bool cut;
    size_t size;
    switch (*p) {
    case '{': {
        const char *q = memchr(p, '}', (size_t)(end - p));
        q = q != NULL ? q + 1 : end;
        c->nested = memchr(p + 1, '{', (size_t)(q - p) - 1) != NULL;
        c->outside = c->s->count;
        return q;
    }
    case ';':
        return scan_line(p, end);
    case '<':
        size = scan_roll(p, end, &cut);
        return size > 0 ? p + size : p;
    case '[':
        return scan_tag(p, end, &tag) && tag.end > p ? tag.end : p;
    case '%':
        return byte_is(p[-1], BYTE_LINE) ? scan_line(p, end) : p;
    case '$':
        for (p++; p < end && is_digit(*p); p++)
            ;
        return p;
    default:
        size = scan_result(p, end);
        c->ended |= size > 0 && c->depth == 0;
        return p + size;
    }
}

/* {[%missing]}: a half-move that the sheet says in the format's own form is not there. */
static bool read_missing(struct cursor *c) {
    const char *past = *c->p == '{' ? memchr(c->p, '}', (size_t)(c->end - c->p)) : NULL;
    struct command command;
    bool missing = false;
    size_t at = 0;
    if (past == NULL)
        return false;
    const xpgn_slice whole = {c->p, (size_t)(past + 1 - c->p)};
    while (!missing && command_next(whole, &at, &command))
        missing = command_kind(command.name) == COMMAND_MISSING;
    struct sheet_token *t = missing ? add_token(c, ITEM_BLANK, past + 1) : NULL;
    if (t != NULL) {
        t->text = keep_text(c, whole);
        t->exact = true;
    }
    return missing;
}

/* Words that are no half-move, up to the next sign of something else. Signs without a letter are
   left to the reader of the format, which tells them. */
static void read_words(struct cursor *c) {
    const char *q = word_past(c->p, c->end);
    size_t size = utf8_length((xpgn_slice){c->p, (size_t)(c->end - c->p)});
    struct sheet_token *last = words_before(c);
    bool broken = *c->p == '<'; /* a roll without its end */
    if (broken)
        q = word_past(c->p + 1, c->end);
    else if (q == c->p)
        q += size > 0 ? size : 1;
    struct ending e;
    if (!broken && c->depth == 0 && ending_read(c->p, c->end, c->s->names, &e) && e.worded &&
        e.size > (size_t)(q - c->p))
        q = c->p + e.size; /* the de of tablas de mutuo acuerdo is no capture */
    if (broken || !sheet_has_letter((xpgn_slice){c->p, (size_t)(q - c->p)})) {
        c->p = q;
        return;
    }
    if (last == NULL) {
        (void)add_token(c, ITEM_WORDS, q);
        return;
    }
    last->place.length = (uint32_t)(q - c->s->text.data) - last->place.offset;
    c->p = q;
}

/* The side of a half-move, which its place in the row says as well. */
static bool read_side(struct cursor *c) {
    const bool first = c->s->count > 0 && c->s->list[c->s->count - 1].kind == ITEM_NUMBER;
    const size_t size =
        c->depth == 0 && (first || c->lettered) ? sheet_side(c->p, c->end, c->lettered) : 0;
    c->lettered |= size > 0;
    return size > 0 && add_token(c, ITEM_LAYOUT, c->p + size) != NULL;
}

/* A half-move of the format between blanks: no sign of another kind is one. */
static bool read_exact_half_move(struct cursor *c) {
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
        (void)add_token(c, ITEM_HALF, q);
    return true;
}

/* A score in letters, O-1, is no half-move; the tail reads it. */
static bool skip_score(struct cursor *c) {
    struct ending e;
    if (c->depth > 0 || !ending_read_score(c->p, c->end, &e))
        return false;
    const char *past = c->p + e.size;
    if (past < c->end && !byte_is(*past, BYTE_SPACE))
        return false;
    c->p = past;
    return true;
}

static void read_token(struct cursor *c) {
    const char *choices = *c->p == '<' ? roll_choices_end(c->p, c->end) : NULL, *q;
    size_t size;
    const bool sides = choices != NULL && (c->s->game.rolls || c->s->game.turns ||
                                           memchr(c->p, ':', (size_t)(choices - c->p)) != NULL);
    if (sides) { /* <5|1> is 5:1 */
        (void)add_token(c, ITEM_CHOICES, choices);
        return;
    }
    if (read_exact_half_move(c) || read_line(c) || read_side(c) || read_parting(c) ||
        read_roll_sign(c) || read_missing(c) || read_struck(c) || read_program_remark(c) ||
        read_figures(c) || read_mark(c) || read_dice(c) || read_clock(c) ||
        (byte_is(*c->p, BYTE_DIGIT) && read_number(c)))
        return;
    const bool negative = *c->p == '-' && c->end - c->p > 1 && is_digit(c->p[1]);
    if (!negative && !c->ended && read_blank(c))
        return;
    if (read_aside(c))
        return;
    if ((q = skip_exact(c)) > c->p) {
        c->p = q;
        return;
    }
    if (*c->p == ')') {
        c->depth -= c->depth > 0;
        c->p++;
    } else if (*c->p == '(') {
        (void)read_bracket(c);
    } else if ((size = layout_size(c)) > 0) {
        (void)add_token(c, ITEM_LAYOUT, c->p + size);
    } else if (*c->p == '~' && stands_apart(c)) {
        (void)add_token(c, ITEM_DASH, c->p + 1);
    } else if (strchr("}>].!?\"", *c->p) != NULL) {
        if (*c->p == '}' && c->nested) /* all of this was in the comment */
            c->s->count = c->outside;
        c->p++;
    } else if (!skip_score(c) && !read_half_move(c)) {
        read_words(c);
    }
}

/* True if the words say how the game ended. */
static bool says_ending(const struct sheet_text *s, const struct sheet_token *t, struct ending *e) {
    return ending_read(s->text.data + t->place.offset, s->text.data + s->text.size, s->names, e);
}

/* True if words with the number of a row stand at i: a half-move that is not understood. */
static bool is_strange_row(const struct sheet_text *s, size_t i) {
    const struct sheet_token *t = &s->list[i];
    struct ending e;
    return t->kind == ITEM_NUMBER && t->dots > 0 && i + 1 < s->count &&
           s->list[i + 1].kind == ITEM_WORDS && !s->list[i + 1].line &&
           (!says_ending(s, t + 1, &e) || e.result == NULL);
}

/* True for a line to write on, ____, with nothing on it. */
static bool is_empty_cell(const struct sheet_text *s, const struct sheet_token *t) {
    return t->kind == ITEM_BLANK &&
           slice_has_only((xpgn_slice){s->text.data + t->place.offset, t->place.length}, "_");
}

/* True if nothing of the token can be a half-move. */
static bool is_behind(const struct sheet_text *s, size_t i) {
    const struct sheet_token *t = &s->list[i];
    return t->depth == 0 && !is_strange_row(s, i) &&
           (t->kind == ITEM_WORDS || t->kind == ITEM_NUMBER || t->kind == ITEM_LAYOUT ||
            t->kind == ITEM_DASH || is_empty_cell(s, t));
}

/* True if the words directly behind the half-move before them are the second of its row: Knight-f6.
 */
static bool is_second_of_row(const struct sheet_text *s, size_t i) {
    const struct sheet_token *t = &s->list[i], *before = t - 1;
    const char *p = s->text.data + before->place.offset + before->place.length;
    const char *word = s->text.data + t->place.offset;
    const char *open = scan_white(p, word), *close = memchr(open, '}', (size_t)(word - open));
    struct ending e;
    if (*open == '{' && close != NULL)
        p = close + 1;
    bool first =
        i > 1 && before->kind == ITEM_HALF && before[-1].kind == ITEM_NUMBER && before[-1].dots < 2;
    return first && t->kind == ITEM_WORDS && scan_blanks(p, word) == word &&
           memchr(word, ' ', t->place.length) == NULL && !says_ending(s, t, &e);
}

/* Passes rolls as the format writes them. */
static const char *past_rolls(const char *p, const char *end) {
    bool cut;
    for (;;) {
        const char *q = scan_white(p, end);
        size_t size = q < end && *q == '<' ? scan_roll(q, end, &cut) : 0;
        if (size == 0)
            return p;
        p = q + size;
    }
}

/* The tail begins behind the last half-move, its dice, marks and clock. */
static void find_tail(struct sheet_text *s) {
    size_t last = s->count;
    while (last > 0 && is_behind(s, last - 1))
        last--;
    last += last > 0 && is_strange_row(s, last - 1);
    last += last > 0 && last < s->count && is_second_of_row(s, last);
    last += last > 0 && last < s->count && s->list[last].kind == ITEM_LAYOUT &&
            !s->list[last].line; /* e4, 1-0 */
    const char *end = s->text.data + s->text.size;
    s->tail = (uint32_t)s->text.size;
    if (last == 0)
        return;
    const struct sheet_token *t = &s->list[last - 1];
    s->tail = (uint32_t)(past_rolls(s->text.data + t->place.offset + t->place.length, end) -
                         s->text.data);
    s->count = last;
}

void sheet_read_moves(struct sheet_text *s) {
    struct cursor c = {.s = s, .p = s->text.data + s->moves, .end = s->text.data + s->text.size};
    if (s->score.length > 0)
        c.end = s->text.data + s->score.offset;
    s->server_list = other_game_is_list(s->text);
    s->lone_dice = s->game.rolls && !has_turn_roll(s->text);
    while (c.p < c.end && !s->no_memory) {
        size_t wide = scan_wide_space(c.p, c.end);
        if (byte_is(*c.p, BYTE_SPACE) || wide > 0)
            c.p += wide > 0 ? wide : 1;
        else
            read_token(&c);
    }
    find_tail(s);
}
