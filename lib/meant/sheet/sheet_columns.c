/* SPDX-License-Identifier: MIT */
/*
 * Rows in two columns, one for each side, in games whose turns may have several half-moves. The
 * format numbers each turn; a sheet in columns numbers each row, and the column says whose turn it
 * is.
 */
#include "core/base/slice.h"
#include "core/base/utf8.h"
#include "core/forms/scan.h"
#include "core/rules/ruleset.h"
#include "core/text/action_notation.h"
#include "meant/sheet/sheet.h"

#include <string.h>

enum {
    MOST_LINE = 400,
    WIDE = 4 /* blanks that no one writes inside a cell */
};

/* A line with a number and cells. Offsets are in the text. */
struct column_row {
    const struct sheet_token *number;
    uint32_t line, first, end; /* where the line begins; the first cell; the end of the last */
};

static bool is_gap(char c) {
    return c == ' ' || c == '\t' || c == '\0';
}

/* A row that has a line to itself. False if it has not. */
static bool read_row(const struct sheet_text *s, size_t i, struct column_row *r) {
    const struct sheet_token *t = &s->list[i];
    const char *text = s->text.data, *end = text + s->tail;
    if (t->kind != ITEM_NUMBER || t->depth > 0 || t->dots > 1)
        return false;
    const char *number = text + t->place.offset, *line = number, *p = number + t->place.length;
    while (line > text && is_gap(line[-1]))
        line--;
    if (line > text && !byte_is(line[-1], BYTE_LINE))
        return false;
    const char *stop = scan_line(p, end);
    for (size_t k = i + 1; k < s->count && text + s->list[k].place.offset < stop; k++)
        if (s->list[k].kind == ITEM_NUMBER)
            return false;
    while (stop > p && is_gap(stop[-1]))
        stop--;
    while (p < stop && is_gap(*p))
        p++;
    *r = (struct column_row){t, (uint32_t)(line - text), (uint32_t)(p - text),
                             (uint32_t)(stop - text)};
    return r->first < r->end && r->end - r->line < MOST_LINE;
}

static unsigned count_tabs(const struct sheet_text *s, uint32_t from, uint32_t to) {
    unsigned tabs = 0;
    for (uint32_t i = from; i < to; i++)
        tabs += s->text.data[i] == '\t';
    return tabs;
}

/* Characters between two places. */
static uint32_t count_characters(const struct sheet_text *s, uint32_t from, uint32_t to) {
    size_t count = utf8_count((xpgn_slice){s->text.data + from, to - from});
    for (uint32_t i = from; i < to; i++)
        count -= s->text.data[i] == '\0';
    return (uint32_t)count;
}

/* Where in its line, in characters. */
static uint32_t column_of(const struct sheet_text *s, const struct column_row *r, uint32_t at) {
    return count_characters(s, r->line, at);
}

/* The blanks directly before a place, behind another; a tab is as good as many. */
static uint32_t blanks_before(const struct sheet_text *s, uint32_t from, uint32_t at) {
    uint32_t begin = at;
    while (begin > from && is_gap(s->text.data[begin - 1]))
        begin--;
    return count_tabs(s, begin, at) > 0 ? WIDE : count_characters(s, begin, at);
}

/* The column of a second cell; 1 for all behind a tab. */
static uint32_t cell_column(const struct sheet_text *s, const struct column_row *r, uint32_t at) {
    return s->text.data[at - 1] == '\t' ? 1 : column_of(s, r, at);
}

/* The dice of a combat belong to the half-move before them: no cell begins with them. */
static bool may_begin_cell(const char *p, const char *end) {
    const char *close = *p == '<' ? memchr(p, '>', (size_t)(end - p)) : NULL;
    return !is_gap(*p) && (close == NULL || memchr(p, ':', (size_t)(close - p)) == NULL);
}

/* True if a half-move begins directly behind another: a2-a4K@g8. */
static bool is_joined_half_move(const struct sheet_text *s, uint32_t at) {
    for (size_t i = 1; i < s->count && s->list[i].place.offset <= at; i++) {
        const struct sheet_token *t = &s->list[i], *before = t - 1;
        if (t->place.offset == at && t->kind == ITEM_HALF && before->kind == ITEM_HALF)
            return before->place.offset + before->place.length == at;
    }
    return false;
}

/* The next cell behind a tab, two blanks, or the dice or half-move of the cell before; 0: there is
   none. */
static uint32_t next_cell(const struct sheet_text *s, uint32_t from, uint32_t end) {
    const char *p = s->text.data;
    for (uint32_t i = from + 1; i < end; i++) {
        bool joined = (p[i - 1] == '>' && p[i] != '|') || (p[i - 1] == '-' && p[i] == '<') ||
                      is_joined_half_move(s, i);
        if (may_begin_cell(p + i, p + end) && (joined || blanks_before(s, from, i) > 1))
            return i;
    }
    return 0;
}

/* The column in which the first cells begin; 0: not each number is that of a row. */
static uint32_t first_column(const struct sheet_text *s) {
    uint32_t least = MOST_LINE, rows = 0;
    struct column_row r;
    for (size_t i = 0; i < s->count; i++) {
        if (s->list[i].kind != ITEM_NUMBER)
            continue;
        if (!read_row(s, i, &r))
            return 0;
        uint32_t first = column_of(s, &r, r.first);
        least = first < least ? first : least;
        rows++;
    }
    return rows > 1 ? least : 0;
}

/* The column in which most second cells begin, two at least, or one far from the first; 0: there
   are no columns. A cell behind a long one is moved. */
static uint32_t second_column(const struct sheet_text *s, uint32_t least) {
    unsigned seen[MOST_LINE] = {0};
    uint32_t best = 0;
    struct column_row r;
    for (size_t i = 0; i < s->count; i++) {
        if (!read_row(s, i, &r))
            continue;
        uint32_t cell = next_cell(s, r.first, r.end), first = column_of(s, &r, r.first);
        bool only = first > least + 2;
        uint32_t blanks = only ? first - least : cell > 0 ? blanks_before(s, r.first, cell) : 0;
        if (blanks == 0)
            continue;
        uint32_t column = only ? first : cell_column(s, &r, cell);
        seen[column] += blanks >= WIDE ? 2 : 1;
        best = best == 0 || seen[column] > seen[best] ? column : best;
    }
    return seen[best] > 1 ? best : 0;
}

/* Where the second cell of a row begins; 0: it has one cell. */
static uint32_t second_cell(const struct sheet_text *s, const struct column_row *r,
                            uint32_t column) {
    const char *p = s->text.data;
    uint32_t cell = next_cell(s, r->first, r->end), at = r->first + 1;
    while (at < r->end && column_of(s, r, at) < column)
        at++;
    if (cell > 0)
        return cell;
    bool begins = column > 1 && at < r->end && is_gap(p[at - 1]);
    return begins && may_begin_cell(p + at, p + r->end) ? at : 0;
}

/* True if the first cell is empty, so that the only one is that of the second side. */
static bool lacks_first(const struct sheet_text *s, const struct column_row *r, uint32_t column,
                        uint32_t least) {
    uint32_t past = r->number->place.offset + r->number->place.length;
    if (count_tabs(s, past, r->first) > 0)
        return count_tabs(s, past, r->first) > 1;
    uint32_t at = column_of(s, r, r->first);
    return at > least + 2 && at + 1 >= column;
}

/* A number that is not there, of a second cell or before dice. */
static void put_number(struct sheet_text *s, uint32_t at, uint32_t number, unsigned dots) {
    const char *text = arena_printf(s->arena, " %u%s ", (unsigned)number, dots > 1 ? "..." : ".");
    s->no_memory |= text == NULL;
    if (text != NULL)
        sheet_put(s, (xpgn_place){at, 0}, text, XPGN_FORM_LAYOUT);
}

/* Where dice in the form of the format are that end before a token, which are no token; else where
   it begins. */
static uint32_t dice_before(const struct sheet_text *s, const struct sheet_token *t) {
    const char *text = s->text.data, *p = text + t->place.offset, *close;
    while (p > text && is_gap(p[-1]))
        p--;
    close = p;
    while (p > text && (is_digit(p[-1]) || p[-1] == ',' || (p == close && p[-1] == '>')))
        p--;
    bool dice = close - p > 1 && p > text && p[-1] == '<' && close[-1] == '>';
    return dice ? (uint32_t)(p - 1 - text) : t->place.offset;
}

/* Dice that say who may act begin a turn, whether its number is there or not. Where a record is
   checked, a number that is missing before dice in the form of the format is told (M-04). */
static void number_by_dice(struct sheet_text *s) {
    bool given = sheet_value(s, "FEN").size + sheet_value(s, "XFEN").size > 0;
    uint32_t number = 0, dots = 2;
    bool acted = !given; /* nobody knows who begins from a position */
    for (size_t i = 0; i < s->count && !s->no_memory; i++) {
        const struct sheet_token *t = &s->list[i];
        if (t->depth > 0)
            continue;
        if (t->kind == ITEM_NUMBER) {
            number = t->number;
            dots = t->dots;
            acted = false;
            continue;
        }
        const uint32_t at = dice_before(s, t);
        const bool acts = t->kind == ITEM_HALF || t->kind == ITEM_BLANK;
        const bool exact = s->game.holes && acts && at < t->place.offset;
        const bool thrown = t->kind == ITEM_ROLL || exact;
        if (thrown && acted && (number > 0 || !given)) {
            number += dots > 1;
            dots = dots > 1 ? 1 : 3;
            put_number(s, at, number, dots);
        }
        acted = acts || (acted && !thrown);
    }
}

/* The text with each blank as one byte, filled up with zeros, which take no column. */
static bool flatten_blanks(struct sheet_text *s) {
    char *text = arena_copy(s->arena, s->text), *end = text + s->text.size;
    for (char *p = text; p != NULL && p < end; p++) {
        size_t size = scan_wide_space(p, end);
        if (size == 0)
            continue;
        bool none = size == 3 && (unsigned char)p[1] == 0x80 && (unsigned char)p[2] >= 0x8B &&
                    (unsigned char)p[2] <= 0x8F; /* U+200B..U+200F */
        memset(p, 0, size);
        *p = none ? '\0' : ' ';
        p += size - 1;
    }
    s->text.data = text;
    return text != NULL;
}

/* The place in a word at which another half-move begins; 0: it is one, or can be parted in several
   ways. */
static uint32_t find_joint(xpgn_slice word) {
    struct notation n;
    uint32_t joint = 0;
    if (notation_read(word, &n))
        return 0;
    for (uint32_t i = 2; i + 2 < word.size; i++) {
        xpgn_slice one = {word.data, i}, two = {word.data + i, word.size - i};
        if (!byte_is(*two.data, BYTE_LETTER) || !notation_read(one, &n) ||
            n.kind == NOTATION_PASS || !notation_read(two, &n) || n.kind == NOTATION_PASS)
            continue;
        if (joint > 0)
            return 0;
        joint = i;
    }
    return joint;
}

/* Half-moves of two cells without a blank between them are two. */
static void part_cells(struct sheet_text *s) {
    for (size_t i = 0; i < s->count; i++) {
        struct sheet_token *t = &s->list[i];
        xpgn_slice word = {s->text.data + t->place.offset, t->place.length};
        uint32_t joint =
            t->kind == ITEM_HALF && t->text == NULL && t->depth == 0 ? find_joint(word) : 0;
        if (joint == 0)
            continue;
        struct sheet_token *part = sheet_part(s, i);
        if (part == NULL)
            return;
        part[0].place.length = joint;
        part[1].place.offset += joint;
        part[1].place.length -= joint;
    }
}

static void number_rows(struct sheet_text *s) {
    uint32_t least = first_column(s);
    uint32_t column = least > 0 ? second_column(s, least) : 0;
    struct column_row r;
    if (column > 0)
        part_cells(s);
    else if (s->game.named != NULL && turn_is_several(s->game.named))
        number_by_dice(s);
    for (size_t i = 0; i < s->count && !s->no_memory; i++) {
        bool row = column > 0 && read_row(s, i, &r), lacks = false;
        uint32_t cell = row ? second_cell(s, &r, column) : 0;
        if (row)
            lacks = lacks_first(s, &r, column, least);
        struct sheet_token *t = &s->list[i];
        bool bare = t->kind == ITEM_NUMBER && t->depth == 0 && t->dots == 0;
        if (lacks || (bare && sheet_begins_line(s, t)))
            t->text = sheet_number(s, t->number, lacks ? 3 : 1);
        if (cell > 0 && !lacks)
            put_number(s, cell, t->number, 3);
    }
}

void sheet_number_columns(struct sheet_text *s) {
    xpgn_slice text = s->text;
    if (!s->game.passes)
        return;
    s->no_memory |= !flatten_blanks(s);
    if (!s->no_memory)
        number_rows(s);
    s->text = text;
}
