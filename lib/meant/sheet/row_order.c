/* SPDX-License-Identifier: MIT */
#include "meant/sheet/row_order.h"

#include "core/base/slice.h"
#include "core/forms/scan.h"
#include "core/forms/sheet_words.h"

#include <stdlib.h>
#include <string.h>

enum {
    FEWEST = 3, /* rows that have an order */
    DOTS = 3    /* behind a number of Black's */
};

bool row_order(const long *number, size_t count, size_t *order) {
    long least = count > 0 ? number[0] : 0;
    bool moved = false;
    for (size_t i = 1; i < count; i++)
        least = number[i] < least ? number[i] : least;
    for (size_t i = 0; i < count; i++)
        order[i] = SIZE_MAX;
    for (size_t i = 0; i < count; i++) {
        size_t to = (size_t)(number[i] - least);
        if (to >= count || order[to] != SIZE_MAX)
            return false;
        order[to] = i;
        moved |= to != i;
    }
    return moved && count >= FEWEST;
}

/* The rows of a sheet as they stand. */
struct rows {
    struct sheet_text s;
    xpgn_place *place;
    long *number;
    size_t *token, *order; /* of the number; which row belongs here */
    size_t count;
    bool lists, *black; /* they are a list of each side's half-moves; those of Black */
    bool bare; /* without numbers: a row is a half-move, and its token the sign before it */
};

/* True if it is the second number of a row: 5. Nf3 5... Nf6. */
static bool is_second_number(const struct rows *r, const struct sheet_token *t) {
    return r->count > 0 && t->dots > 1 && r->number[r->count - 1] == (long)t->number;
}

/* Lists half-moves as rows that are numbered from the name of their side on: White: e4, Nf3. False
   if something else is between them. */
static bool list_half_moves(struct rows *r) {
    const struct sheet_text *s = &r->s;
    long number = 0;
    for (size_t i = 1; i < s->count; i++) {
        const struct sheet_token *t = &s->list[i];
        number = t->kind == ITEM_LAYOUT && t->line ? 0 : number; /* the name of a side */
        if (t->kind == ITEM_LAYOUT)
            continue;
        if (t->kind != ITEM_HALF)
            return false;
        r->place[r->count] = t->place;
        r->number[r->count] = ++number;
        r->token[r->count++] = i - 1;
    }
    r->token[r->count] = s->count;
    return r->bare = r->count >= FEWEST;
}

/* Lists the numbers of the rows; false if variations have numbers of their own. */
static bool list_numbers(struct rows *r) {
    const struct sheet_text *s = &r->s;
    for (size_t i = 0; i < s->count; i++) {
        const struct sheet_token *t = &s->list[i];
        if (t->depth > 0)
            return false;
        if (t->kind != ITEM_NUMBER || is_second_number(r, t))
            continue;
        r->place[r->count].offset = t->place.offset;
        r->number[r->count] = (long)t->number;
        r->token[r->count++] = i;
    }
    r->token[r->count] = s->count;
    return r->count >= FEWEST || (r->count == 0 && list_half_moves(r));
}

/* Each row reaches to the next, without the white space between. */
static bool find_ends(struct rows *r) {
    for (size_t i = 0; i < r->count && !r->bare; i++) {
        uint32_t from = r->place[i].offset;
        uint32_t to = i + 1 < r->count ? r->place[i + 1].offset : r->s.tail;
        const struct sheet_token *last = &r->s.list[r->token[i + 1] - 1];
        if (last->kind == ITEM_LAYOUT && last->line) /* Black: */
            to = last->place.offset;
        if (from >= to)
            return false;
        xpgn_slice row = {r->s.text.data + from, to - from};
        r->place[i].length = (uint32_t)slice_trim(row, " \t\r\n").size;
    }
    return true;
}

/* True if numbers fall only where a line begins, perhaps with a side: Black: 1. e5. */
static bool falls_by_line(const struct rows *r) {
    for (size_t i = 1; i < r->count; i++) {
        const struct sheet_token *t = &r->s.list[r->token[i]];
        t -= r->lists && t[-1].kind == ITEM_LAYOUT;
        if (r->number[i] < r->number[i - 1] && !sheet_begins_line(&r->s, t))
            return false;
    }
    return true;
}

/* The end of a row's line; NULL: the next row is in the same. */
static const char *line_of(const struct rows *r, size_t i) {
    const char *past = r->s.text.data + r->place[i].offset + r->place[i].length;
    const char *next = i + 1 < r->count ? r->s.text.data + r->place[i + 1].offset : past;
    return memchr(past, '\n', (size_t)(next - past));
}

/* True if a row would move whose comment reaches to the end of its line, and something else would
   be behind it. */
static bool moves_line_comment(const struct rows *r) {
    for (size_t i = 0; i < r->count; i++) {
        const xpgn_place own = r->place[r->order[i]];
        const char *row = r->s.text.data + own.offset, *past = row + own.length;
        const char *sign = memchr(row, ';', own.length);
        if (r->order[i] != i && sign != NULL &&
            (memchr(sign, '\n', (size_t)(past - sign)) != NULL || line_of(r, i) == NULL))
            return true;
    }
    return false;
}

/* True if a token is a half-move, or for one that cannot be read. */
static bool is_half_move(const struct rows *r, const struct sheet_token *t) {
    return t->kind == ITEM_BLANK || (t->kind == ITEM_HALF && t->split == 0) ||
           (t->kind == ITEM_WORDS && sheet_says_illegible(&r->s, t));
}

/* True if a sign that may be for a half-move has to be in this row: it lacks one. */
static bool lacks_half_move(const struct rows *r, size_t row) {
    size_t count = 0;
    for (size_t i = r->token[row] + 1; i < r->token[row + 1]; i++)
        count += is_half_move(r, &r->s.list[i]);
    return count == 1;
}

/* Where the half-moves of a row begin, with what is struck out before them; false if it has more
   than two, or other signs for one. */
static bool find_pair(const struct rows *r, size_t row, const struct sheet_token *half[2]) {
    const struct sheet_token *struck = NULL;
    const bool lacks = lacks_half_move(r, row);
    size_t count = 0;
    for (size_t i = r->token[row] + 1; i < r->token[row + 1]; i++) {
        const struct sheet_token *t = &r->s.list[i];
        bool sign = lacks && (t->kind == ITEM_GLYPH || t->kind == ITEM_CROSSES ||
                              t->kind == ITEM_DITTO || t->kind == ITEM_DASH);
        bool due = (sign || is_half_move(r, t)) && count < 2;
        if (due)
            half[count++] = struck != NULL ? struck : t;
        if (due || t->kind == ITEM_STRUCK)
            struck = due ? NULL : struck != NULL ? struck : t;
        else if (t->kind != ITEM_ROLL && t->kind != ITEM_MARK && t->kind != ITEM_CLOCK &&
                 (t->kind != ITEM_WORDS || count == 0))
            return false;
    }
    return count == 2 || (count == 1 && row + 1 == r->count);
}

/* Copies a part of a row; comments to the end of their line get braces. Returns where it ends. */
static char *put_part(char *to, const char *p, const char *end) {
    for (; p < end; p++) {
        const char *close = *p == '{' ? memchr(p, '}', (size_t)(end - p)) : NULL;
        const char *past = close != NULL ? close + 1 : *p == ';' ? scan_line(p, end) : p + 1;
        memcpy(to, p, (size_t)(past - p));
        if (*p == ';') {
            *to = '{';
            for (char *c = to + 1; c < to + (past - p); c++)
                *c = *c == '}' ? ')' : *c;
            to++ [past - p] = '}';
        }
        to += past - p;
        p = past - 1;
    }
    return to;
}

/* Copies a row with its half-moves exchanged, each with what is behind it. Returns where it ends;
   NULL: it has not two. */
static char *put_turned(const struct rows *r, size_t row, char *to) {
    const char *text = r->s.text.data, *begin = text + r->place[row].offset;
    const char *end = begin + r->place[row].length;
    const struct sheet_token *half[2] = {NULL, NULL};
    if (!find_pair(r, row, half))
        return NULL;
    if (half[1] == NULL)
        return put_part(to, begin, end);
    const char *first = text + half[0]->place.offset, *second = text + half[1]->place.offset;
    size_t size = slice_trim((xpgn_slice){first, (size_t)(second - first)}, " \t\r\n").size;
    to = put_part(to, begin, first);
    to = put_part(to, second, end);
    to = put_part(to, first + size, second);
    return put_part(to, first, first + size);
}

/* Copies a row of Black's half-moves: 1. e5 is 1... e5. Returns where it ends. */
static char *put_black(const char *row, size_t size, char *to) {
    const char *p = row, *end = row + size;
    while (p < end && is_digit(*p))
        *to++ = *p++;
    while (p < end && *p == '.')
        p++;
    memcpy(to, "...", DOTS);
    memcpy(to + DOTS, p, (size_t)(end - p));
    return to + DOTS + (end - p);
}

static bool put_rows(struct row_text *out, const struct rows *r, enum row_change change,
                     char *copy) {
    const char *text = r->s.text.data;
    size_t from = 0, size = 0;
    for (size_t i = 0; i < r->count; i++) {
        xpgn_place was = r->place[i], own = r->place[r->order[i]];
        memcpy(copy + size, text + from, was.offset - from);
        size += was.offset - from;
        const char *past = copy + size + own.length;
        if (change == ROWS_TURNED)
            past = put_turned(r, i, copy + size);
        else if (r->lists && !r->bare && r->black[r->order[i]])
            past = put_black(text + own.offset, own.length, copy + size);
        else
            memcpy(copy + size, text + own.offset, own.length);
        if (past == NULL)
            return false;
        own.length = (uint32_t)(past - copy - (ptrdiff_t)size);
        out->rows[i] = (struct text_row){was, {(uint32_t)size, own.length}, r->order[i] != i};
        out->rows[i].moved |=
            own.length != was.length || memcmp(copy + size, text + was.offset, own.length) != 0;
        size += own.length;
        from = was.offset + was.length;
    }
    memcpy(copy + size, text + from, r->s.text.size - from);
    out->text = (xpgn_slice){copy, size + r->s.text.size - from};
    out->count = r->count;
    out->lists = r->lists;
    return true;
}

/* True if the rows are 1, 2, 3... */
static bool is_listed(const struct rows *r) {
    for (size_t i = 0; i < r->count; i++)
        if (r->number[i] != (long)i + 1)
            return false;
    return true;
}

/* True if White: stands above the row, so that the rows before it are Black's. */
static bool is_below_white(const struct rows *r, size_t row) {
    const struct sheet_token *t = &r->s.list[r->token[row] - !r->bare];
    const xpgn_slice words = {r->s.text.data + t->place.offset, t->place.length};
    return t->kind == ITEM_LAYOUT && (sheet_phrase_means(words) & SHEET_BIT(SHEET_WHITE)) != 0;
}

/* True if the row has the number that is due in its list, and one half-move. */
static bool is_listed_once(const struct rows *r, size_t row, size_t first) {
    const long due = r->number[0] + (long)(row < first ? row : row - first);
    size_t half_moves = 0;
    for (size_t k = r->token[row] + 1; k < r->token[row + 1]; k++)
        half_moves += is_half_move(r, &r->s.list[k]);
    return r->number[row] == due && (half_moves == 1 || r->bare);
}

/* Makes the order of rows that are a list of each side's half-moves, one below the other. */
static bool order_lists(struct rows *r) {
    const bool black_first = is_below_white(r, r->count / 2);
    const size_t first = black_first ? r->count / 2 : (r->count + 1) / 2;
    for (size_t i = 0; i < r->count; i++) {
        if (!is_listed_once(r, i, first))
            return false;
        const size_t turn = i < first ? i : i - first;
        const bool black = (i < first) == black_first;
        r->order[2 * turn + black] = i;
        r->black[i] = black;
    }
    return r->lists = true;
}

/* Makes the order of the rows; false if they need no change, or cannot be changed so. */
static bool find_order(struct rows *r, enum row_change change) {
    if (change == ROWS_BY_NUMBER)
        return (row_order(r->number, r->count, r->order) || order_lists(r)) && falls_by_line(r) &&
               !moves_line_comment(r);
    for (size_t i = 0; i < r->count; i++)
        r->order[i] = i;
    return is_listed(r);
}

/* Room for the rows, and for the text with them in another order. */
static char *make_room(struct rows *r, struct row_text *out) {
    struct arena *arena = r->s.arena;
    size_t room = r->s.count + 1;
    r->place = arena_room(arena, room * sizeof *r->place);
    r->number = arena_room(arena, room * sizeof *r->number);
    r->token = arena_room(arena, room * sizeof *r->token);
    r->order = arena_room(arena, room * sizeof *r->order);
    r->black = arena_room(arena, room * sizeof *r->black);
    out->rows = arena_room(arena, room * sizeof *out->rows);
    bool good = r->place != NULL && r->number != NULL && r->token != NULL && r->order != NULL &&
                r->black != NULL && out->rows != NULL && !r->s.no_memory;
    size_t signs = 0; /* each of a comment becomes two */
    for (size_t i = 0; i < r->s.text.size; i++)
        signs += r->s.text.data[i] == ';';
    return good ? arena_room(arena, r->s.text.size + signs + DOTS * room + 1) : NULL;
}

xpgn_status row_text_change(struct row_text *out, xpgn_slice text, struct sheet_game game,
                            enum row_change change, struct arena *arena) {
    struct imported_list unused = {.count = 0};
    struct rows r = {
        .s = {.text = slice_given(text), .game = game, .arena = arena, .items = &unused}};
    sheet_read_head(&r.s);
    sheet_read_moves(&r.s);
    free(unused.list);
    char *copy = make_room(&r, out);
    if (copy == NULL)
        return XPGN_NO_MEMORY;
    bool found = list_numbers(&r) && find_ends(&r) && find_order(&r, change) &&
                 put_rows(out, &r, change, copy);
    return found ? XPGN_OK : XPGN_NOT_FOUND;
}
