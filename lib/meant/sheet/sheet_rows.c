/* SPDX-License-Identifier: MIT */
/*
 * What signs between half-moves mean, by the numbers. Where most rows have a number and two
 * half-moves, a row that has both needs no blank: its dash is a comma, its words are a remark. In
 * one that lacks a half-move they stand for it.
 */
#include "core/base/slice.h"
#include "core/forms/scan.h"
#include "core/forms/sheet_words.h"
#include "core/text/action_notation.h"
#include "meant/sheet/sheet.h"

/* The tokens [from, to) after a number, up to the next. */
struct row {
    size_t from, to;
    unsigned due; /* half-moves that it should have; 0: the last one, which may have 1 or 2 */
    unsigned half_moves, blanks, splits;
};

static bool is_blank_token(const struct sheet_token *t) {
    return t->kind == ITEM_BLANK || t->kind == ITEM_DITTO || t->kind == ITEM_CROSSES;
}

static struct row row_at(const struct sheet_text *s, size_t i) {
    const struct sheet_token *number = &s->list[i], *next = NULL;
    struct row r = {.from = i + 1, .due = number->dots > 1 ? 1 : 2};
    for (r.to = r.from; r.to < s->count && next == NULL; r.to++) {
        const struct sheet_token *t = &s->list[r.to];
        if (t->depth > 0)
            continue;
        if (t->kind == ITEM_NUMBER) {
            next = t;
            break;
        }
        r.half_moves += t->kind == ITEM_HALF;
        r.splits += t->split > 0;
        r.blanks += is_blank_token(t);
    }
    if (next == NULL)
        r.due = 0;
    else if (next->number == number->number && next->dots > 1 && r.due == 2)
        r.due = 1;
    return r;
}

/* True if three of four rows have the half-moves that their numbers ask for. */
static bool is_paired(const struct sheet_text *s) {
    size_t rows = 0, right = 0;
    for (size_t i = 0; i < s->count; i++) {
        if (s->list[i].kind != ITEM_NUMBER || s->list[i].depth > 0)
            continue;
        struct row r = row_at(s, i);
        rows += r.due > 0;
        right += r.due > 0 && (r.half_moves == r.due || r.half_moves + r.splits == r.due);
    }
    return rows > 1 && 4 * right >= 3 * rows;
}

/* e4 - e5: two half-moves, not one from e4 to e5; Re1 -> Nf6: those of both sides. */
static bool split_token(struct sheet_text *s, struct row *r) {
    for (size_t i = r->from; i < r->to; i++) {
        struct sheet_token t = s->list[i];
        if (t.split == 0 || t.depth > 0)
            continue;
        struct sheet_token *part = sheet_part(s, i);
        if (part == NULL)
            return false;
        r->to++;
        const uint32_t past = t.place.offset + t.place.length, first = t.split_from;
        part[0].place.length = first - t.place.offset;
        part[1].place = (xpgn_place){t.split, past - t.split};
        for (int k = 0; k < 2; k++) {
            part[k].split = 0;
            part[k].text = NULL;
            part[k].open = false;
        }
        sheet_put(s, (xpgn_place){first, t.split - first}, " ", XPGN_FORM_LAYOUT);
        return true;
    }
    return false;
}

/* The half-move that a remark runs into, "touched the rookcxd4", as its offset in the words; 0:
   there is none. */
static uint32_t joined_at(xpgn_slice words) {
    struct notation n;
    size_t at = words.size;
    while (at > 0 && !byte_is(words.data[at - 1], BYTE_SPACE))
        at--;
    if (!is_digit(words.data[words.size - 1]))
        return 0;
    for (at += 2; at + 1 < words.size; at++)
        if (is_small_letter(words.data[at - 1]) &&
            !(is_file(words.data[at]) && is_file(words.data[at + 1])) && /* the k of rooka6 */
            notation_read((xpgn_slice){words.data + at, words.size - at}, &n))
            return (uint32_t)at;
    return 0;
}

/* Where a row lacks a half-move, its remark may run into the next column. */
static bool split_remark(struct sheet_text *s, struct row *r) {
    for (size_t i = r->from; i < r->to; i++) {
        const struct sheet_token t = s->list[i];
        const xpgn_slice words = {s->text.data + t.place.offset, t.place.length};
        const bool bare = t.kind == ITEM_WORDS && t.depth == 0 && t.text == NULL;
        const uint32_t at = bare ? joined_at(words) : 0;
        struct sheet_token *part = at > 0 ? sheet_part(s, i) : NULL;
        if (part == NULL)
            continue;
        r->to++;
        part[0].place.length = at;
        const char *text = sheet_comment(s, (xpgn_slice){words.data, at});
        part[0].text = text != NULL ? arena_printf(s->arena, "%s ", text) : NULL;
        s->no_memory |= part[0].text == NULL;
        part[1].kind = ITEM_HALF;
        part[1].place = (xpgn_place){t.place.offset + at, t.place.length - at};
        return true;
    }
    return false;
}

bool sheet_says_illegible(const struct sheet_text *s, const struct sheet_token *t) {
    xpgn_slice words = {s->text.data + t->place.offset, t->place.length};
    if (words.size > 2 && *words.data == '(')
        words = (xpgn_slice){words.data + 1, words.size - 2};
    if (slice_is(words, "X") || slice_is(words, "x"))
        return true;
    return (sheet_phrase_means(words) & (SHEET_BIT(SHEET_ILLEGIBLE) | SHEET_BIT(SHEET_MISSING))) !=
           0;
}

static void make_remark(struct sheet_text *s, struct sheet_token *t) {
    if (t->text == NULL)
        t->text = sheet_comment(s, (xpgn_slice){s->text.data + t->place.offset, t->place.length});
}

/* Takes signs of a kind as blanks while half-moves are lacking; the others mean nothing here. */
static unsigned take_blanks(struct sheet_text *s, const struct row *r, enum item_kind kind,
                            unsigned lacking) {
    for (size_t i = r->from; i < r->to; i++) {
        struct sheet_token *t = &s->list[i];
        if (t->kind != kind || t->depth > 0)
            continue;
        if (kind == ITEM_WORDS && lacking > 0 && !sheet_says_illegible(s, t) && t->text == NULL)
            t->kind = ITEM_HALF; /* a half-move that is not understood */
        else if (lacking > 0 && (kind != ITEM_WORDS || sheet_says_illegible(s, t)))
            t->kind = ITEM_BLANK;
        else if (kind == ITEM_WORDS)
            make_remark(s, t);
        else if (kind == ITEM_DASH || /* ???? (smudged) */
                 (kind == ITEM_GLYPH && r->blanks > 0 && t->place.length > 2))
            t->kind = ITEM_LAYOUT;
        else if (kind != ITEM_GLYPH && !t->exact && (kind != ITEM_BLANK || !s->game.passes))
            t->kind = ITEM_STRUCK; /* not where a row may have any number of half-moves */
        lacking -= lacking > 0 && (t->kind == ITEM_BLANK || t->kind == ITEM_HALF);
    }
    return lacking;
}

/* True if most rows have a dash between their half-moves, not in each: e2 - e4. */
static bool has_dashes(const struct sheet_text *s) {
    size_t rows = 0, dashes = 0;
    for (size_t i = 0; i < s->count; i++) {
        if (s->list[i].depth > 0 || s->list[i].kind != ITEM_NUMBER)
            continue;
        struct row r = row_at(s, i);
        bool dash = r.splits > 0 && r.half_moves < r.due;
        for (size_t k = r.from; k < r.to; k++)
            dash = dash || (s->list[k].kind == ITEM_DASH && r.half_moves == r.due);
        rows += r.due > 0;
        dashes += r.due > 0 && dash;
    }
    return 2 * dashes > rows;
}

/* True if words of the last row, e4 h, are what is left of its second half-move. */
static bool has_begun(const struct sheet_text *s, const struct row *r) {
    for (size_t i = r->from; i < r->to; i++) {
        const struct sheet_token *t = &s->list[i];
        if (t->kind == ITEM_WORDS && t->depth == 0 &&
            sheet_begins_half_move((xpgn_slice){s->text.data + t->place.offset, t->place.length}))
            return true;
    }
    return false;
}

/* Where a row lacks one half-move, its only remark stands for it: 4. [scribble] Bb4. */
static void open_remark(struct sheet_text *s, const struct row *r) {
    struct sheet_token *only = NULL;
    size_t remarks = 0;
    for (size_t i = r->from; i < r->to; i++) {
        struct sheet_token *t = &s->list[i];
        const bool is = t->kind == ITEM_WORDS && t->depth == 0 && t->text != NULL;
        const char *mark = s->text.data + t->place.offset;
        only =
            is && strchr("([*", *mark) != NULL && t->text[1] != '[' && t->text[1] != '(' ? t : only;
        remarks += is;
    }
    if (only == NULL || remarks != 1)
        return;
    only->kind = ITEM_BLANK;
    only->exact = true;
    only->text = arena_printf(s->arena, "{[%%missing]} %s", only->text);
    s->no_memory |= only->text == NULL;
}

static void settle_row(struct sheet_text *s, struct row r, bool dashes) {
    static const enum item_kind order[] = {ITEM_BLANK, ITEM_DITTO, ITEM_CROSSES,
                                           ITEM_GLYPH, ITEM_DASH,  ITEM_WORDS};
    unsigned due = r.due, lacking;
    if (due == 0) /* a last row may be short */
        due = r.half_moves + r.blanks > 1 || (dashes && r.splits > 0) || has_begun(s, &r)
                  ? 2
                  : r.half_moves + r.blanks;
    if (r.half_moves + 1 == due && r.blanks == 0 && split_token(s, &r))
        r.half_moves++;
    r.half_moves += r.half_moves + r.blanks < due && split_remark(s, &r);
    lacking = due > r.half_moves ? due - r.half_moves : 0;
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        lacking = take_blanks(s, &r, order[i], lacking);
    if (lacking == 1)
        open_remark(s, &r);
}

/* True if nothing but the token is between two numbers: 5. ? 6. Nd5. */
static bool is_all_of_row(const struct sheet_text *s, size_t i) {
    return i > 0 && i + 1 < s->count && s->list[i - 1].kind == ITEM_NUMBER &&
           s->list[i + 1].kind == ITEM_NUMBER;
}

/* Without rows, a sign is what it looks like. */
static void settle_alone(struct sheet_text *s, size_t i) {
    struct sheet_token *t = &s->list[i];
    xpgn_slice words = {s->text.data + t->place.offset, t->place.length};
    if (t->kind == ITEM_DITTO || t->kind == ITEM_CROSSES || t->kind == ITEM_DASH ||
        (t->kind == ITEM_GLYPH && is_all_of_row(s, i)) ||
        (t->kind == ITEM_WORDS && sheet_says_illegible(s, t)))
        t->kind = ITEM_BLANK;
    else if (t->kind == ITEM_WORDS && memchr(words.data, ' ', words.size) != NULL)
        make_remark(s, t);
    else if (t->kind == ITEM_WORDS && t->text == NULL)
        t->kind = ITEM_HALF;
}

/* 2. e5 is 1... e5 in the format. */
void sheet_number_half_moves(struct sheet_text *s) {
    for (size_t i = 0; i < s->count && s->game.halves; i++) {
        struct sheet_token *t = &s->list[i];
        if (t->kind != ITEM_NUMBER || t->depth > 0 || t->number == 0)
            continue;
        t->dots = t->number % 2 == 0 ? 3 : 1;
        t->number = (t->number + 1) / 2;
        t->text = sheet_number(s, t->number, t->dots);
    }
}

/* e4/e5 are two half-moves where most rows have such; else one of which either was played. */
static void settle_slashes(struct sheet_text *s) {
    size_t rows = 0, slashes = 0;
    for (size_t i = 0; i < s->count; i++) {
        rows += s->list[i].kind == ITEM_NUMBER && s->list[i].depth == 0;
        slashes += s->list[i].split > 0 && s->text.data[s->list[i].split - 1] == '/';
    }
    for (size_t i = 0; i < s->count && 2 * slashes <= rows; i++)
        if (s->list[i].split > 0 && s->text.data[s->list[i].split - 1] == '/')
            s->list[i].split = 0;
}

void sheet_settle_rows(struct sheet_text *s) {
    settle_slashes(s);
    bool paired = is_paired(s), dashes = paired && has_dashes(s);
    for (size_t i = 0; i < s->count && !s->no_memory; i++) {
        struct sheet_token *t = &s->list[i];
        if (!paired || t->depth > 0) {
            settle_alone(s, i);
        } else if (t->kind == ITEM_NUMBER) {
            struct row r = row_at(s, i);
            settle_row(s, r, dashes);
        }
    }
}
