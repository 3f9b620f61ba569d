/* SPDX-License-Identifier: MIT */
/* Numbers and the lines of rows in the movetext of a sheet. */
#include "core/base/slice.h"
#include "core/forms/row_number.h"
#include "core/forms/scan.h"
#include "core/forms/sheet_words.h"
#include "core/text/foreign_forms.h"
#include "meant/sheet/sheet_cursor.h"

#include <string.h>

bool cursor_number(struct sheet_cursor *c) {
    uint32_t number;
    const char *q = scan_number(c->p, c->end, 6, &number);
    bool four = q - c->p >= 4;
    if (q == c->p || foreign_zeros(c->p, c->end))
        return false;
    const char *dots = q;
    while (q < c->end && *q == '.')
        q++;
    uint32_t count = (uint32_t)(q - dots);
    const char *after = scan_blanks(q, c->end);
    const bool blank = c->end - after > 3 && after[3] == '.'; /* 5. ..... */
    if (count <= 1 && !blank && c->end - after >= 3 && memcmp(after, "...", 3) == 0) {
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
        return cursor_add(c, ITEM_HALF, q) != NULL;
    if (!stands || (four && count == 0))
        return false;
    bool bracket = q[-1] == ')';
    if (count == 0 && cursor_lone_die(c, number, q))
        return true;
    struct sheet_token *t = cursor_add(c, ITEM_NUMBER, q);
    if (t != NULL) {
        t->number = number;
        t->dots = bracket ? 1 : count;
        t->text = bracket ? sheet_number(c->s, number, 1) : NULL;
    }
    return true;
}

/* Adds the number of a row, in another form. */
static bool add_row(struct sheet_cursor *c, size_t size, uint32_t number, uint32_t dots) {
    struct sheet_token *t = cursor_add(c, ITEM_NUMBER, c->p + size);
    if (t != NULL) {
        t->number = number;
        t->dots = dots;
        t->text = arena_printf(c->s->arena, "%s ", sheet_number(c->s, number, dots));
        c->s->no_memory |= t->text == NULL;
    }
    return true;
}

bool cursor_line(struct sheet_cursor *c) {
    struct row_number row;
    if (c->depth > 0 || !cursor_begins_line(c))
        return false;
    const size_t rule = row_rule(c->p, c->end);
    const size_t list = sheet_begins_list(c->p, c->end);
    if (rule + list > 0)
        return cursor_add(c, ITEM_LAYOUT, c->p + rule + list) != NULL;
    if (sheet_begins_page(c->p, c->end)) {
        const xpgn_slice line = {c->p, (size_t)(scan_line(c->p, c->end) - c->p)};
        if ((sheet_phrase_means(line) & SHEET_SIDES) != 0) /* Black:, above Black's half-moves */
            return cursor_add(c, ITEM_LAYOUT, c->p + line.size) != NULL;
        cursor_add_remark(c, c->p + line.size);
        return true;
    }
    const size_t hour = sheet_hour(c->s, c->p);
    if (hour > 0) {
        cursor_add_remark(c, c->p + hour);
        return true;
    }
    bool black = false;
    const size_t side = sheet_row_side(c->p, c->end, &black, &row.number);
    if (side > 0)
        return add_row(c, side, row.number, black ? 3 : 1);
    if (!row_number_read(c->p, c->end, &row) || (row.bracket && c->s->game.passes) ||
        !sheet_begins_row(c->s, c->p + row.size))
        return false;
    return add_row(c, row.size, row.number, row.dots);
}

/* True if the row behind the last is at p: 2. Nf3. */
static bool is_row(const struct sheet_cursor *c, const char *p, uint32_t number) {
    uint32_t n;
    p = scan_number(p, c->end, 4, &n);
    return n == number && p < c->end && *p == '.' && sheet_begins_row(c->s, p + 1);
}

/* True if a half-move at p is the second of its row, and the last of its line: 1. e4; e5. */
static bool is_second_half(const struct sheet_cursor *c, const char *p, const char *line) {
    const struct sheet_token *list = c->s->list;
    const size_t n = c->s->count;
    const char *to = sheet_word_past(p, line), *next = scan_blanks(to, line);
    size_t i = n;
    while (i > 0 && list[i - 1].kind == ITEM_ROLL)
        i--;
    return i > 1 && list[i - 1].kind == ITEM_HALF && list[i - 2].kind == ITEM_NUMBER &&
           list[i - 2].dots < 2 && (next == line || *next == '<' || scan_result(next, line) > 0) &&
           sheet_is_in_full((xpgn_slice){p, (size_t)(to - p)});
}

/* True between half-moves of a line without numbers: e4; e5; Nf3. */
static bool is_bare_list(const struct sheet_cursor *c, const char *second) {
    const struct sheet_text *s = c->s;
    const char *line = scan_line(c->p, c->end), *next = scan_blanks(c->p + 1, line);
    const char *to = sheet_word_past(next, line);
    const bool last = scan_result(scan_blanks(to, line), line) > 0;
    return s->count > 0 && s->list[s->count - 1].kind == ITEM_HALF && c->depth == 0 &&
           sheet_is_in_full((xpgn_slice){next, (size_t)(to - next)}) &&
           (to == second ||
            (s->count > 1 && s->list[s->count - 2].kind == ITEM_LAYOUT && (last || to == line)));
}

bool cursor_parting(struct sheet_cursor *c) {
    size_t i = c->s->count;
    while (i > 0 && c->s->list[i - 1].kind != ITEM_NUMBER)
        i--;
    const char *line = scan_line(c->p, c->end);
    const char *second = *c->p == ';' ? memchr(c->p + 1, ';', (size_t)(line - c->p - 1)) : NULL;
    if (*c->p == ';' && i == 0 && is_bare_list(c, second))
        return cursor_add(c, ITEM_LAYOUT, c->p + 1) != NULL;
    if (*c->p != ';' || c->depth > 0 || i == 0)
        return false;
    const uint32_t number = c->s->list[i - 1].number;
    const char *next = scan_blanks(c->p + 1, line);
    const bool more = second != NULL && is_row(c, scan_blanks(second + 1, line), number + 2);
    const bool row = is_row(c, next, number + 1) && (more || c->parted);
    if (!row && !(c->parted && scan_result(next, line) > 0) && !is_second_half(c, next, line))
        return false;
    c->parted = true;
    return cursor_add(c, ITEM_LAYOUT, c->p + 1) != NULL;
}

bool cursor_side(struct sheet_cursor *c) {
    const bool first = c->s->count > 0 && c->s->list[c->s->count - 1].kind == ITEM_NUMBER;
    const size_t size =
        c->depth == 0 && (first || c->lettered) ? sheet_side(c->p, c->end, c->lettered) : 0;
    c->lettered |= size > 0;
    return size > 0 && cursor_add(c, ITEM_LAYOUT, c->p + size) != NULL;
}
