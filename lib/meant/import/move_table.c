/* SPDX-License-Identifier: MIT */
/*
 * A table has a row for each move number: the number or none, then an action for each side, and
 * dice in columns of their own, before or after the actions that they belong to.  The contents of a
 * column decide its role, so headings may be in any language. Rows of two cells above the moves are
 * tags; other text there, or beside the moves, becomes comments.
 */
#include "meant/import/move_table.h"
#include "internal/text_out.h"

#include "core/base/arena.h"
#include "core/base/slice.h"
#include "core/base/utf8.h"
#include "core/forms/blank.h"
#include "core/forms/dice_form.h"
#include "core/forms/scan.h"
#include "core/forms/sheet_words.h"
#include "core/forms/tagname.h"
#include "core/text/csv_reader.h"
#include "core/text/foreign_forms.h"
#include "core/text/tagvalue.h"
#include "meant/import/pasted_text.h"
#include "meant/sheet/row_order.h"
#include "meant/sheet/sheet.h"

#include <stdio.h>
#include <string.h>

enum { LOOKED = 200, LONGEST_WORD = 20 };

/* The role of a column. */
enum role { EMPTY, NUMBERS, ACTIONS, DICE, WORDS };

struct table_row {
    const xpgn_slice *cell;
    size_t count, filled;
    size_t line; /* from 1 */
    bool gap;    /* preceded by an empty row */
};

struct grid {
    struct arena arena; /* of cells and rows */
    xpgn_slice *cells;
    struct table_row *rows;
    size_t count, at; /* rows; the next */
    enum role roles[CSV_COLUMNS];
    size_t columns, order[CSV_COLUMNS]; /* columns in the order of reading */
    xpgn_buffer *out, held;             /* `held` is written only if a move follows */
    bool open;                          /* `held` has more than line ends */
    xpgn_buffer notes;                  /* comments in `held` */
    size_t line;                        /* of the next byte; 0: none has been written */
    xpgn_slice result;
    bool tags, moves; /* some of the game have been written */
    bool second;      /* a tag says that the second player begins */
};

/* ---- cells ----------------------------------------------------------------------------------- */

/* The size of a blank, or of a character without width; 0: there is none. */
static size_t blank_size(const char *p, const char *end) {
    const char *q = scan_white(p, end);
    size_t size = utf8_length((xpgn_slice){p, (size_t)(end - p)});
    return q > p ? (size_t)(q - p) : size > 1 && bytes_zero_width(p, end) ? size : 0;
}

/* A cell without what cannot be seen at its ends. */
static xpgn_slice bare(xpgn_slice cell) {
    const char *p = cell.data, *end = p + cell.size;
    for (size_t size; p < end && (size = blank_size(p, end)) > 0; p += size)
        ;
    for (const char *q = end; q > p; end = q) {
        do {
            q--;
        } while (q > p && ((unsigned char)*q & 0xC0) == 0x80);
        if (blank_size(q, end) != (size_t)(end - q))
            break;
    }
    return (xpgn_slice){p, (size_t)(end - p)};
}

static xpgn_slice cell_of(const struct table_row *r, size_t column) {
    return column < r->count ? r->cell[column] : (xpgn_slice){"", 0};
}

/* The number of a row: 12, 12., #12, 12); -1 if it is not one. */
static long number_of_row(xpgn_slice cell) {
    long number = 0;
    cell = slice_trim(cell, ".):");
    size_t from = cell.size > 1 && *cell.data == '#';
    for (size_t i = from; i < cell.size; i++) {
        if (!is_digit(cell.data[i]) || i > from + 2)
            return -1;
        number = 10 * number + (cell.data[i] - '0');
    }
    return cell.size > 0 ? number : -1;
}

static bool is_bracket(char c) {
    return c != '\0' && strchr("([<", c) != NULL;
}

static bool is_result(xpgn_slice cell) {
    const char *p = cell.data, *end = p + cell.size, *right;
    return cell.size > 0 && (scan_result(p, end) == cell.size ||
                             (is_digit(*p) && foreign_result(p, end, &right) == end));
}

/* 5:1, 5-1, (5:1), <5+2=9:2+2=5x>, 05:01 as Excel makes of it, and 5 alone.  `lone`: of one side.
 */
static bool is_dice(xpgn_slice cell, bool *lone) {
    enum { LONGEST_ROLL = 80 };
    char text[LONGEST_ROLL + 3];
    struct dice_form form;
    const bool open = cell.size > 0 && is_bracket(*cell.data);
    if (cell.size == 0 || cell.size > LONGEST_ROLL || is_result(cell))
        return false;
    (void)snprintf(text, sizeof text, open ? "%.*s" : "(%.*s)", SLICE(cell));
    const char *end = text + strlen(text);
    const bool dice = dice_form_read(text, end, &form) && text + form.size == end && !form.half;
    *lone = dice && !form.two_sides;
    return dice;
}

/* The kinds of words in cells. */
enum word_kind { WORD_STRANGE, WORD_SMALL, WORD_ACTION };

static enum word_kind word_kind(xpgn_slice word) {
    size_t digits = 0;
    if (word.size > LONGEST_WORD)
        return WORD_STRANGE;
    for (size_t i = 0; i < word.size; i++)
        digits += is_digit(word.data[i]);
    if (word_is_iccf(word) || sheet_is_half_move(word))
        return WORD_ACTION;
    return digits > 0 || word.size <= 3 || slice_is(word, "mate") ? WORD_SMALL : WORD_STRANGE;
}

/* True if it has the form of an action in any notation, perhaps with dice or marks after it. */
static bool is_action(xpgn_slice cell) {
    bool found = false;
    if (is_result(cell))
        return false;
    while (cell.size > 0) {
        enum word_kind kind = word_kind(slice_cut(&cell, ' '));
        if (kind == WORD_STRANGE)
            return false;
        found = found || kind == WORD_ACTION;
    }
    return found;
}

/* ---- headings and tags ----------------------------------------------------------------------- */

/* The tag for a heading in any language; empty if unknown. */
static xpgn_slice tag_of(xpgn_slice word) {
    uint64_t means = sheet_phrase_means(word);
    const char *tag =
        means != 0 ? sheet_phrase_tag((enum sheet_meaning)__builtin_ctzll(means)) : NULL;
    return slice_of(tag != NULL ? tag : "");
}

/* A name that tags can have: capital first, and no digit, so that no action is one. */
static bool is_tag_name(xpgn_slice name) {
    for (size_t i = 0; i < name.size; i++)
        if (!byte_is(name.data[i], i == 0 ? BYTE_LETTER : BYTE_NAME) || is_digit(name.data[i]))
            return false;
    return (name.size > 3 && *name.data <= 'Z') || tag_name_find(name.data, name.size) != NULL;
}

/* Two cells: Event;Club, Event;Turnier.  Headings, White;Black and Colour;Move, are none. */
static bool is_tag_row(const struct table_row *r) {
    xpgn_slice name = cell_of(r, 0), value = cell_of(r, 1), tag = tag_of(name);
    if (r->filled != 2 || name.size == 0 || value.size == 0)
        return false;
    if ((tag_of(value).size > 0 && !slice_equal(tag_of(value), tag)) ||
        (sheet_phrase_means(value) & SHEET_BIT(SHEET_NUMBER)) != 0)
        return false;
    return tag.size > 0 || is_tag_name(slice_trim(name, ": "));
}

/* A row that begins with a number or an action. */
static bool is_move_row(const struct table_row *r) {
    size_t i = 0;
    while (i + 1 < r->count && r->cell[i].size == 0)
        i++;
    xpgn_slice first = cell_of(r, i);
    return number_of_row(first) >= 0 || (is_action(first) && !is_tag_row(r));
}

/* The cell of a row that has only a result; SIZE_MAX if it has anything else. */
static size_t result_in(const struct table_row *r) {
    for (size_t c = 0; c < r->count; c++)
        if (is_result(r->cell[c]) && (r->filled == 1 || tag_of(r->cell[0]).size > 0))
            return c;
    return SIZE_MAX;
}

/* ---- the grid -------------------------------------------------------------------------------- */

static void add_row(struct grid *k, const struct csv_reader *t, size_t line, bool gap) {
    struct table_row *r = &k->rows[k->count];
    xpgn_slice *cell = k->count > 0 ? k->cells + (r[-1].cell - k->cells) + r[-1].count : k->cells;
    *r = (struct table_row){.cell = cell, .count = t->count, .line = line, .gap = gap};
    for (size_t i = 0; i < t->count; i++) {
        cell[i] = bare(t->cell[i]);
        r->filled += cell[i].size > 0;
    }
    k->count++;
}

/* |---|:-:| below the heading, in Markdown. */
static bool is_rule(const struct table_row *r) {
    bool dash = false;
    for (size_t i = 0; i < r->count; i++) {
        xpgn_slice cell = r->cell[i];
        if (slice_trim(cell, "-:").size > 0)
            return false;
        dash = dash || (cell.size > 2 && cell.data[1] == '-');
    }
    return dash;
}

/* How many lines end in the text. */
static size_t count_sheet_lines(const char *p, const char *end) {
    size_t lines = 0;
    while ((p = scan_line(p, end)) < end) {
        p = scan_line_end(p, end);
        lines++;
    }
    return lines;
}

/* Reads all rows that are not empty. `text` still has its quotes. */
static bool grid_read(struct grid *k, struct csv_reader *t, xpgn_slice text) {
    size_t cells = 2, rows = 2, line = 1, at = 0;
    for (size_t i = 0; i < text.size; i++) {
        rows += byte_is(text.data[i], BYTE_LINE);
        cells += byte_is(text.data[i], BYTE_LINE) || text.data[i] == t->separator;
    }
    k->cells = arena_room(&k->arena, cells * sizeof *k->cells);
    k->rows = arena_room(&k->arena, rows * sizeof *k->rows);
    if (k->cells == NULL || k->rows == NULL)
        return false;
    bool gap = false;
    while (csv_next(t)) {
        size_t lines = count_sheet_lines(text.data + at, text.data + t->begin);
        gap = gap || lines > 1;
        line += lines;
        add_row(k, t, line, gap);
        const struct table_row *r = &k->rows[k->count - 1];
        gap = r->filled == 0;
        k->count -= gap || is_rule(r) || slice_is(r->cell[0], "sep="); /* cells are written over */
        at = t->begin;
    }
    return true;
}

/* An empty row says nothing where one is between all rows. */
static void forget_gaps(struct grid *k) {
    size_t gaps = 0;
    for (size_t i = 1; i < k->count; i++)
        gaps += k->rows[i].gap;
    for (size_t i = 1; i < k->count && gaps > 1 && gaps + 1 == k->count; i++)
        k->rows[i].gap = false;
}

/* True if the row is the rest of the one before, in which a line ended inside a cell: it begins
   with the separator, and both have one cell more than a row near them. */
static bool is_rest_of_row(const struct table_row *r, const struct table_row *last,
                           const struct table_row *like) {
    return r->cell[0].size == 0 && !r->gap && last->count + r->count == like->count + 1 &&
           last->count < like->count && r->count < like->count;
}

static void join_rows(struct grid *k) {
    size_t to = 0;
    for (size_t i = 0; i < k->count; i++) {
        struct table_row *r = &k->rows[i], *last = &k->rows[to > 0 ? to - 1 : 0];
        const struct table_row *like = to > 1 ? last - 1 : &k->rows[i + 1];
        if (to > 0 && (to > 1 || i + 1 < k->count) && last->cell + last->count == r->cell &&
            is_rest_of_row(r, last, like)) {
            for (size_t c = 1; c < r->count; c++)
                k->cells[r->cell - k->cells + (ptrdiff_t)c - 1] = r->cell[c];
            last->count += r->count - 1;
            last->filled += r->filled;
            continue;
        }
        k->rows[to++] = *r;
    }
    k->count = to;
}

/* ---- rows that name their side --------------------------------------------------------------- */

/* The side that a cell names, in words or by its letter; 0: none. */
static uint64_t side_of(xpgn_slice cell) {
    const char letter = cell.size == 1 ? to_lower(*cell.data) : '\0';
    return letter == 'w'   ? SHEET_BIT(SHEET_WHITE)
           : letter == 'b' ? SHEET_BIT(SHEET_BLACK)
                           : sheet_phrase_means(cell) & SHEET_SIDES;
}

/* The cell of a row that names the side, 0 White and 1 Black, of the half-moves in the others;
   SIZE_MAX: there is none. */
static size_t side_cell(const struct table_row *r, unsigned *side, size_t *actions) {
    size_t at = SIZE_MAX;
    *actions = 0;
    for (size_t c = 0; c < r->count; c++) {
        const uint64_t means = side_of(r->cell[c]);
        *actions += is_action(r->cell[c]);
        if (means != 0 && at != SIZE_MAX)
            return SIZE_MAX;
        at = means != 0 ? c : at;
        *side = means != 0 ? means == SHEET_BIT(SHEET_BLACK) : *side;
    }
    return *actions > 0 ? at : SIZE_MAX;
}

/* Makes one row of a row with all half-moves of White and one with those of Black behind it. */
static bool join_sides(struct grid *k, struct table_row *white, const struct table_row *black) {
    const size_t most = white->count > black->count ? white->count : black->count;
    xpgn_slice *cell = arena_room(&k->arena, 2 * most * sizeof *cell);
    if (cell == NULL || 2 * most > CSV_COLUMNS)
        return false;
    size_t count = 0;
    for (size_t c = 1; c < most; c++) {
        cell[count++] = cell_of(white, c);
        cell[count++] = cell_of(black, c);
    }
    white->cell = cell;
    white->count = count;
    white->filled += black->filled - 2;
    return true;
}

static void drop_row(struct grid *k, size_t at) {
    k->count--;
    memmove(&k->rows[at], &k->rows[at + 1], (k->count - at) * sizeof *k->rows);
}

static void drop_cell(const struct grid *k, struct table_row *r, size_t at) {
    xpgn_slice *cell = k->cells + (r->cell - k->cells) + at;
    if (at >= r->count)
        return;
    r->filled -= cell->size > 0;
    r->count--;
    memmove(cell, cell + 1, (r->count - at) * sizeof *cell);
}

/* Makes one row of the two of a number: 1,e4 and 1,e5. */
static void join_numbers(struct grid *k, size_t first, size_t rows) {
    enum { CELLS = 3 };
    for (size_t i = first; i < first + rows; i++) {
        const struct table_row *r = &k->rows[i - (i - first) % 2];
        if (k->rows[i].count != 2 || number_of_row(r->cell[0]) < 0 ||
            !slice_equal(k->rows[i].cell[0], r->cell[0]))
            return;
    }
    xpgn_slice *cell = arena_room(&k->arena, CELLS * rows * sizeof *cell);
    size_t to = first, i = first;
    for (; cell != NULL && i < first + rows; i += 2, cell += CELLS) {
        const struct table_row *r = &k->rows[i];
        const bool both = i + 1 < first + rows;
        cell[0] = r->cell[0];
        cell[1] = r->cell[1];
        cell[2] = both ? r[1].cell[1] : (xpgn_slice){"", 0};
        k->rows[to] = *r;
        k->rows[to].cell = cell;
        k->rows[to].count = CELLS - !both;
        k->rows[to++].filled += both;
    }
    const size_t dropped = cell != NULL ? first + rows - to : 0;
    memmove(&k->rows[to], &k->rows[to + dropped], (k->count - to - dropped) * sizeof *k->rows);
    k->count -= dropped;
}

/* Puts the columns that a heading names into the usual order: the number, White, Black. */
static void order_columns(struct grid *k) {
    size_t found = 0, white = 0, black = 0, number = 0, i = 0;
    for (; i < k->count && found != 3 && !is_move_row(&k->rows[i]); i += found != 3) {
        const struct table_row *r = &k->rows[i];
        found = 0;
        for (size_t c = 0; c < r->count; c++) {
            const uint64_t means = sheet_phrase_means(r->cell[c]);
            white = (means & SHEET_SIDES) == SHEET_BIT(SHEET_WHITE) ? c : white;
            black = (means & SHEET_SIDES) == SHEET_BIT(SHEET_BLACK) ? c : black;
            number = (means & SHEET_BIT(SHEET_NUMBER)) != 0 ? c : number;
            found += (means & (SHEET_SIDES | SHEET_BIT(SHEET_NUMBER))) != 0;
        }
    }
    if (found != 3 || (number < white && white < black) || k->rows[i].count != 3)
        return;
    const size_t at[3] = {number, white, black};
    for (; i < k->count; i++) {
        const struct table_row *r = &k->rows[i];
        const xpgn_slice was[3] = {cell_of(r, at[0]), cell_of(r, at[1]), cell_of(r, at[2])};
        if (r->count == 3)
            memcpy(k->cells + (r->cell - k->cells), was, sizeof was);
    }
}

/* White,e4 and Black,e5: where such rows alternate, their order says the side. */
static void forget_sides(struct grid *k) {
    size_t rows = 0, first = 0, actions = 0, most = 0;
    unsigned side = 0;
    for (size_t i = 0; i < k->count; i++) {
        if (side_cell(&k->rows[i], &side, &actions) == SIZE_MAX)
            continue;
        if (side != rows % 2 || (rows > 0 && i != first + rows))
            return;
        first = rows == 0 ? i : first;
        most = actions > most ? actions : most;
        rows++;
    }
    if (rows == 2 && most > 2 && join_sides(k, &k->rows[first], &k->rows[first + 1])) {
        drop_row(k, first + 1);
        return;
    }
    const size_t at =
        rows > 2 && most == 1 ? side_cell(&k->rows[first], &side, &actions) : SIZE_MAX;
    for (size_t i = first; at != SIZE_MAX && i < first + rows; i++)
        drop_cell(k, &k->rows[i], at);
    if (at != SIZE_MAX)
        join_numbers(k, first, rows);
    if (at != SIZE_MAX && first > 0 && !is_tag_row(&k->rows[first - 1]))
        drop_row(k, first - 1); /* the heading */
}

/* ---- games ----------------------------------------------------------------------------------- */

/* The number with which a row begins; -1: none. */
static long row_move_number(const struct table_row *r) {
    size_t i = 0;
    while (i + 1 < r->count && r->cell[i].size == 0)
        i++;
    return number_of_row(cell_of(r, i));
}

/* True if a game begins with this row, after rows of moves ending with number `last`. */
static bool begins_game(const struct table_row *r, long last) {
    long number = is_move_row(r) ? row_move_number(r) : -1;
    if (number >= 0 && last >= 0)
        return number < last || (number == last && r->gap);
    return r->gap && (is_move_row(r) || is_tag_row(r) || r->filled > 2);
}

/* The row after the last of those from `at` on that have numbers, without an empty row between. */
static size_t numbered_rows_end(const struct grid *k, size_t at) {
    size_t end = at;
    while (end < k->count && row_move_number(&k->rows[end]) >= 0 && is_move_row(&k->rows[end]) &&
           (end == at || !k->rows[end].gap))
        end++;
    return end;
}

/* Puts rows that were written in another order into that of their numbers, if each number of the
   game is there once. They keep the lines. */
static void order_rows(struct grid *k, size_t at, size_t count) {
    struct table_row *row = &k->rows[at], *sorted = arena_room(&k->arena, count * sizeof *sorted);
    long *number = arena_room(&k->arena, count * sizeof *number);
    size_t *order = arena_room(&k->arena, count * sizeof *order);
    if (sorted == NULL || number == NULL || order == NULL)
        return;
    for (size_t i = 0; i < count; i++)
        number[i] = row_move_number(&row[i]);
    if (!row_order(number, count, order))
        return;
    for (size_t i = 0; i < count; i++) {
        sorted[i] = row[order[i]];
        sorted[i].line = row[i].line;
        sorted[i].gap = row[i].gap;
    }
    memcpy(row, sorted, count * sizeof *sorted);
}

static void order_all_rows(struct grid *k) {
    for (size_t at = 0, end; at<k->count; at = end> at ? end : at + 1) {
        end = numbered_rows_end(k, at);
        if (end - at > 2)
            order_rows(k, at, end - at);
    }
}

/* The row after the last of the game that begins with the next row.  Rows above the first moves of
   another game belong to that game. */
static size_t game_end(const struct grid *k) {
    bool moves = false;
    long last = -1;
    size_t after = k->count; /* the last row of moves */
    while (after > k->at && !is_move_row(&k->rows[after - 1]))
        after--;
    for (size_t i = k->at; i < after; i++) {
        const struct table_row *r = &k->rows[i];
        if (moves && begins_game(r, last)) {
            while (!r->gap && !is_move_row(r - 1) && result_in(r - 1) == SIZE_MAX)
                r--;
            return (size_t)(r - k->rows);
        }
        moves = moves || is_move_row(r);
        last = is_move_row(r) ? row_move_number(r) : last;
    }
    return k->count;
}

/* ---- roles of columns ------------------------------------------------------------------------ */

static bool has_more(const struct table_row *r, size_t column) {
    for (size_t c = column + 1; c < r->count; c++)
        if (r->cell[c].size > 0)
            return true;
    return false;
}

/* True if the cells of a column are ascending numbers. In a later column they must continue from
   `after` or begin with 1, and precede the columns after them. */
static bool is_numbered(const struct grid *k, size_t end, size_t column, long after) {
    long last = -1;
    size_t count = 0;
    bool more = false;
    for (size_t i = k->at; i < end; i++) {
        const struct table_row *r = &k->rows[i];
        xpgn_slice cell = cell_of(r, column);
        long number = number_of_row(cell);
        if (!is_move_row(r) || (cell.size == 0 && (after < 0 || !has_more(r, column))))
            continue;
        bool next = after < 0   ? number >= last && number >= 0
                    : last >= 0 ? number == last + 1
                                : number == 1 || number == after + 1;
        if (!next)
            return false;
        last = number;
        more = more || has_more(r, column);
        count++;
    }
    return more && (after < 0 || (after > 1 && count > 1));
}

static enum role find_role(const struct grid *k, size_t end, size_t column) {
    size_t actions = 0, dice = 0, others = 0;
    for (size_t i = k->at; i < end; i++) {
        xpgn_slice cell = cell_of(&k->rows[i], column);
        bool lone;
        if (!is_move_row(&k->rows[i]) || blank_is(cell) || is_result(cell))
            continue;
        bool die = is_dice(cell, &lone), action = !die && is_action(cell);
        dice += die;
        actions += action;
        others += !die && !action;
    }
    if (actions > 0 && actions >= others)
        return ACTIONS;
    return dice > others ? DICE : others > 0 ? WORDS : EMPTY;
}

/* The largest number in a column. */
static long last_number(const struct grid *k, size_t end, size_t column) {
    long last = -1;
    for (size_t i = k->at; i < end; i++) {
        long number = number_of_row(cell_of(&k->rows[i], column));
        last = number > last ? number : last;
    }
    return last;
}

/* An empty column beside one with actions is that of the side whose moves were not written. */
static void find_silent(struct grid *k) {
    size_t actions = 0, at = 0;
    for (size_t c = 0; c < k->columns; c++) {
        actions += k->roles[c] == ACTIONS;
        at = k->roles[c] == ACTIONS ? c : at;
    }
    if (actions != 1)
        return;
    if (at > 1 && k->roles[at - 1] == EMPTY)
        k->roles[at - 1] = ACTIONS;
    else if (at + 1 < k->columns && k->roles[at + 1] == EMPTY)
        k->roles[at + 1] = ACTIONS;
}

static bool has_rolls(const struct grid *k, size_t end, size_t column) {
    bool lone;
    for (size_t i = k->at; i < end; i++)
        if (is_dice(cell_of(&k->rows[i], column), &lone) && !lone)
            return true;
    return false;
}

/* Dice in columns after all actions, one for each action or two with a side each, are read with
   their action. */
static void pair_dice(struct grid *k, size_t end) {
    size_t kinds[WORDS + 1] = {0}, last = 0, to = 0;
    bool rolls = true, after = true;
    for (size_t c = 0; c < k->columns; c++) {
        kinds[k->roles[c]]++;
        after = after && (k->roles[c] != ACTIONS || kinds[DICE] == 0);
        last = k->roles[c] == ACTIONS ? c : last;
        rolls = rolls && (k->roles[c] != DICE || has_rolls(k, end, c));
    }
    size_t each = rolls ? 1 : 2, dice = last;
    if (!after || kinds[ACTIONS] < 2 || kinds[DICE] != each * kinds[ACTIONS])
        return;
    for (size_t c = 0; c < k->columns; c++) {
        if (k->roles[c] != DICE)
            k->order[to++] = c;
        for (size_t i = 0; k->roles[c] == ACTIONS && i < each; i++) {
            for (dice++; k->roles[dice] != DICE; dice++)
                ;
            k->order[to++] = dice;
        }
    }
}

static void find_roles(struct grid *k, size_t end) {
    long last = -1;
    bool any = false;
    k->columns = 0;
    for (size_t i = k->at; i < end; i++)
        if (k->rows[i].count > k->columns)
            k->columns = k->rows[i].count;
    for (size_t c = 0; c < k->columns; c++) {
        bool numbers = (!any || last >= 0) && is_numbered(k, end, c, last);
        k->roles[c] = numbers ? NUMBERS : find_role(k, end, c);
        last = numbers ? last_number(k, end, c) : last;
        any = any || k->roles[c] != EMPTY;
        k->order[c] = c;
    }
    find_silent(k);
    pair_dice(k, end);
}

/* ---- writing --------------------------------------------------------------------------------- */

/* Goes to the line of a row, or to the next. */
static void go_to_line(struct grid *k, size_t line) {
    if (k->line > 0)
        xpgn_buffer_char(&k->held, '\n');
    for (k->line++; k->line < line; k->line++)
        xpgn_buffer_char(&k->held, '\n');
}

/* Writes what is held: lines, numbers and empty cells, which something follows. */
static void put_held(struct grid *k) {
    xpgn_buffer_slice(k->out, (xpgn_slice){k->held.data, k->held.size});
    xpgn_buffer_slice(k->out, (xpgn_slice){k->notes.data, k->notes.size});
    k->held.size = k->notes.size = 0;
    k->open = false;
}

static void put_byte(xpgn_buffer *b, char c) {
    xpgn_buffer_char(b, byte_is(c, BYTE_LINE) ? ' ' : c);
}

static void put_comment(xpgn_buffer *b, xpgn_slice text, const char *sign) {
    xpgn_buffer_text(b, sign);
    for (size_t i = 0; i < text.size; i++)
        put_byte(b, text.data[i] == '{' ? '(' : text.data[i] == '}' ? ')' : text.data[i]);
}

/* Puts cells that are not moves into one comment, which is held back while it is open whether a
   move follows. */
static void put_comment_cells(struct grid *k, const struct table_row *r, size_t from, size_t to) {
    const char *sign = " {";
    xpgn_buffer *b = k->open ? &k->notes : k->out;
    if (!k->open)
        put_held(k);
    for (size_t c = from; c < to && c < r->count; c++) {
        xpgn_slice cell = r->cell[c];
        if (cell.size == 0)
            continue;
        put_comment(b, cell, sign);
        sign = "; ";
    }
    xpgn_buffer_text(b, *sign == ';' ? "}" : "");
}

/* A * says nothing: it is no result beside another. */
static void note_result(struct grid *k, xpgn_slice result) {
    if (k->result.size == 0 || !slice_is(result, "*"))
        k->result = result;
}

/* True if a tag says that White does not begin: a position, or the last dice of FirstRoll. */
static bool lets_second_begin(xpgn_slice name, xpgn_slice value) {
    if (slice_is(name, "FirstRoll"))
        return tag_roll_off(value, UINT8_MAX) == 1;
    if (!slice_is(name, "FEN") && !slice_is(name, "XFEN"))
        return false;
    (void)slice_cut(&value, ' ');
    return value.size > 0 && *value.data == 'b';
}

static void put_tag_row(struct grid *k, const struct table_row *r) {
    xpgn_slice name = slice_trim(cell_of(r, 0), ": "), value = cell_of(r, 1), known = tag_of(name);
    name = known.size > 0 ? known : name;
    if (slice_is(name, "Result") && is_result(value))
        note_result(k, value);
    k->tags = true;
    k->second = k->second || lets_second_begin(name, value);
    put_held(k);
    tag_put(k->out, name, value);
}

/* Dice of a column, with those of the next if each has those of one side: then true. */
static bool put_dice_cell(struct grid *k, const struct table_row *r, size_t column) {
    xpgn_slice cell = cell_of(r, column), next = cell_of(r, column + 1);
    bool lone, other, open = is_bracket(*cell.data);
    if (!is_dice(cell, &lone)) {
        put_comment_cells(k, r, column, column + 1);
        return false;
    }
    bool two = lone && !open && column + 1 < k->columns && k->roles[column + 1] == DICE &&
               is_dice(next, &other) && other && is_digit(*next.data);
    put_held(k);
    xpgn_buffer_printf(k->out,
                       open  ? " %.*s"
                       : two ? " (%.*s:%.*s)"
                             : " (%.*s)",
                       SLICE(cell), SLICE(next));
    return two;
}

/* An action, perhaps with its dice. */
static void put_action_cell(struct grid *k, xpgn_slice cell) {
    if (blank_is(cell)) {
        xpgn_buffer_text(&k->held, " {[%missing]}");
        k->open = true;
        return;
    }
    put_held(k);
    put_byte(k->out, ' ');
    size_t size = 0; /* up to a comment of which the end of the line is the end */
    while (size < cell.size &&
           (cell.data[size] != ';' || size == 0 || !is_space(cell.data[size - 1])))
        put_byte(k->out, cell.data[size++]);
    if (size < cell.size)
        put_comment(k->out, (xpgn_slice){cell.data + size + 1, cell.size - size - 1}, "{");
    xpgn_buffer_text(k->out, size < cell.size ? "}" : "");
}

/* How many columns of a group have actions. */
static size_t count_player_columns(const struct grid *k, size_t from, size_t to) {
    size_t players = 0;
    for (size_t c = from; c < to; c++)
        players += k->roles[c] == ACTIONS;
    return players;
}

/* A cell of actions without the result after them, which is kept. */
static xpgn_slice without_result(struct grid *k, xpgn_slice cell) {
    size_t at = cell.size;
    while (at > 0 && !is_space(cell.data[at - 1]))
        at--;
    xpgn_slice last = {cell.data + at, cell.size - at};
    if (at == 0 || scan_result(last.data, last.data + last.size) != last.size)
        return cell;
    note_result(k, last);
    while (at > 0 && is_space(cell.data[at - 1]))
        at--;
    return (xpgn_slice){cell.data, at};
}

/* One group of columns of a row of moves.  The second of two players gets a number too, which shows
   whose actions they are if a turn has several. */
static void put_move_cells(struct grid *k, const struct table_row *r, size_t from, size_t to) {
    long number = k->roles[from] == NUMBERS ? number_of_row(cell_of(r, from)) : -1;
    size_t players = count_player_columns(k, from, to), player = 0;
    bool second = k->second && !k->moves; /* the first cell is empty by the rules */
    go_to_line(k, r->line);
    k->moves = true;
    if (number >= 0)
        xpgn_buffer_printf(&k->held, "%ld.", number);
    k->open = k->open || number >= 0;
    for (size_t i = from; i < to; i++) {
        size_t c = k->order[i];
        xpgn_slice cell = cell_of(r, c);
        if (k->roles[c] == ACTIONS && ++player == 2 && players == 2 && number >= 0 &&
            !blank_is(cell) && !is_result(cell))
            xpgn_buffer_printf(&k->held, second ? ".." : " %ld...", number);
        if (is_result(cell))
            note_result(k, cell);
        else if (k->roles[c] == ACTIONS && (player > 1 || !second || !blank_is(cell)))
            put_action_cell(k, without_result(k, cell));
        else if (k->roles[c] == DICE && cell.size > 0)
            i += put_dice_cell(k, r, c);
        else if (k->roles[c] == WORDS && cell.size > 0)
            put_comment_cells(k, r, c, c + 1);
    }
}

/* True if a row has only headings: the cells above actions are known words or empty. */
static bool is_heading(const struct grid *k, const struct table_row *r) {
    for (size_t c = 0; c < k->columns; c++)
        if (k->roles[c] == ACTIONS && cell_of(r, c).size > 0 && tag_of(cell_of(r, c)).size == 0)
            return false;
    return r->filled > 1;
}

/* Writes rows above, among and after the moves. A comment belongs to this game if it follows a
   tag. */
static void put_other(struct grid *k, const struct table_row *r) {
    size_t result = result_in(r);
    if (k->moves && result != SIZE_MAX)
        note_result(k, r->cell[result]);
    if ((k->moves && result != SIZE_MAX) || (!is_tag_row(r) && is_heading(k, r)))
        return;
    go_to_line(k, r->line);
    if (!k->moves && is_tag_row(r)) {
        put_tag_row(k, r);
        return;
    }
    if (!k->moves && !k->tags) {
        put_held(k);
        xpgn_buffer_text(k->out, "[Event \"?\"]");
        k->tags = true;
    }
    put_comment_cells(k, r, 0, r->count);
}

/* Writes rows above the moves as comments after the last tag. */
static void put_tag_rows(struct grid *k, size_t end) {
    size_t first = k->at;
    for (; first < end && !is_move_row(&k->rows[first]); first++)
        if (is_tag_row(&k->rows[first]))
            put_other(k, &k->rows[first]);
    for (; k->at < first; k->at++)
        if (!is_tag_row(&k->rows[k->at]))
            put_other(k, &k->rows[k->at]);
}

/* Half-moves not written at the end are not missing, as it is unknown whether they were played. */
static void put_end(struct grid *k) {
    xpgn_slice result = k->result.size > 0 ? k->result : slice_of("*");
    for (; k->held.size > 0; k->held.size--)
        k->line -= k->held.data[k->held.size - 1] == '\n';
    put_held(k);
    if (k->moves)
        xpgn_buffer_printf(k->out, " %.*s", SLICE(result));
    k->result = (xpgn_slice){"", 0};
    k->moves = k->tags = k->second = false;
}

/* The rows in the columns of one group; another game, if their numbers begin again. */
static void put_column_group(struct grid *k, size_t end, size_t from, size_t to) {
    for (size_t i = k->at; i < end; i++) {
        const struct table_row *r = &k->rows[i];
        if (!is_move_row(r)) {
            if (from == 0)
                put_other(k, r);
            continue;
        }
        bool any = false;
        for (size_t c = from; c < to; c++)
            any = any || cell_of(r, c).size > 0;
        if (from > 0 && any && k->moves && number_of_row(cell_of(r, from)) == 1)
            put_end(k);
        if (any)
            put_move_cells(k, r, from, to);
    }
}

/* The game of the next rows; groups of columns side by side, each with numbers, come one after the
   other. */
static void put_sheet_game(struct grid *k, size_t end) {
    find_roles(k, end);
    put_tag_rows(k, end);
    for (size_t from = 0, to; from < k->columns; from = to) {
        to = from + 1;
        while (to < k->columns && k->roles[to] != NUMBERS)
            to++;
        put_column_group(k, end, from, to);
    }
    put_end(k);
    k->at = end;
}

bool spreadsheet_write(xpgn_slice text, char separator, xpgn_buffer *out, uint64_t *rows) {
    struct grid k = {.out = out, .result = {"", 0}};
    struct csv_reader *t;
    if (csv_new(&t, text) != XPGN_OK)
        return false;
    t->separator = separator;
    t->ditto = true;
    bool good = grid_read(&k, t, text);
    if (good) {
        forget_gaps(&k);
        join_rows(&k);
        forget_sides(&k);
        order_columns(&k);
        order_all_rows(&k);
    }
    while (good && k.at < k.count)
        put_sheet_game(&k, game_end(&k));
    for (size_t i = 0; good && i < k.count; i++)
        *rows += is_move_row(&k.rows[i]);
    good = good && !k.held.failed && !k.notes.failed;
    xpgn_buffer_char(out, '\n');
    xpgn_buffer_free(&k.held);
    xpgn_buffer_free(&k.notes);
    arena_free(&k.arena);
    csv_free(t);
    return good;
}

/* ---- is it one? ------------------------------------------------------------------------------ */

static const char separators[] = "\t;,|";

/* The next line that is not empty, without its end; false: there are no more. */
static bool next_full_line(xpgn_slice *rest, xpgn_slice *line) {
    while (rest->size > 0) {
        const char *end = rest->data + rest->size, *stop = scan_line(rest->data, end);
        *line = (xpgn_slice){rest->data, (size_t)(stop - rest->data)};
        *rest = (xpgn_slice){stop, (size_t)(end - stop)};
        rest->data = scan_line_end(stop, end);
        rest->size = (size_t)(end - rest->data);
        if (!slice_is_blank(*line))
            return true;
    }
    return false;
}

static size_t count_sign(xpgn_slice line, char sign) {
    size_t count = 0;
    for (size_t i = 0; i < line.size; i++)
        count += line.data[i] == sign;
    return count;
}

bool spreadsheet_can_be(xpgn_slice head, bool whole) {
    xpgn_slice line, rest = head;
    if (!next_full_line(&rest, &line) || (rest.size == 0 && !whole))
        return !whole; /* its end is not there yet */
    if (strchr("[{%<>`~", *line.data) != NULL)
        return false;
    for (const char *sign = separators; *sign != '\0'; sign++)
        if (memchr(line.data, *sign, line.size) != NULL)
            return true;
    return false;
}

/* True if a line begins with a number, or with an action in its own cell. */
static bool is_moves_line(xpgn_slice line, char separator) {
    xpgn_slice cell;
    bool side = false;
    do {
        cell = bare(slice_cut(&line, separator));
        side |= side_of(cell) != 0;
    } while (line.size > 0 && (cell.size == 0 || side_of(cell) != 0));
    if (cell.size > 2 && *cell.data == '"')
        cell = (xpgn_slice){cell.data + 1, cell.size - 2};
    bool word = memchr(cell.data, ' ', cell.size) == NULL && is_action(cell);
    return (line.size > 0 && number_of_row(cell) >= 0) || (word && (side || line.size > 0));
}

/* True if a line has a cell of several words: 1.,e4 c5. */
static bool has_words(xpgn_slice line, char separator) {
    while (line.size > 0) {
        xpgn_slice cell = bare(slice_cut(&line, separator));
        if (memchr(cell.data, ' ', cell.size) != NULL)
            return true;
    }
    return false;
}

/* True if each non-empty line has the separator, and some have moves. A single line needs more: in
   a text a comma may stand anywhere. */
static bool separator_fits(xpgn_slice text, char separator, bool whole) {
    size_t rows = 0, lines = 0;
    bool words = false;
    for (xpgn_slice line; lines < LOOKED && next_full_line(&text, &line); lines++) {
        if (text.size == 0 && !whole)
            break;
        if (memchr(line.data, separator, line.size) == NULL || *line.data == '[')
            return false;
        rows += is_moves_line(line, separator);
        words = has_words(line, separator);
    }
    return rows >= 2 || (rows == 1 && lines <= 12 && (lines > 1 || !words));
}

char spreadsheet_separator(xpgn_slice text, bool whole) {
    for (const char *sign = separators; *sign != '\0'; sign++)
        if (separator_fits(text, *sign, whole))
            return *sign;
    return '\0';
}

char spreadsheet_likely(xpgn_slice text) {
    char best = ',';
    size_t most = 0;
    for (const char *sign = separators; *sign != '\0'; sign++) {
        size_t lines = 0;
        xpgn_slice rest = text, line;
        for (size_t i = 0; i < LOOKED && next_full_line(&rest, &line); i++)
            lines += count_sign(line, *sign) > 0;
        best = lines > most ? *sign : best;
        most = lines > most ? lines : most;
    }
    return best;
}
