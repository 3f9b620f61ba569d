/* SPDX-License-Identifier: MIT */
/*
 * FIDE's tournament report files, TRF16 and TRF26: lines with a type in columns 1 to 3 and fields
 * at fixed columns, which count characters. Each game is in the lines of both players.
 */
#include "events/list/trf.h"
#include "events/list/pair_results.h"

#include <stdlib.h>
#include <string.h>

typedef struct trf {
    event *e;
    trf_line line;
    event_cells *cells;
    bool
        unnumbered; /* no player has a starting rank: they are numbered in the order of the lines */
    uint32_t lines;
} trf;

/* ---- lines and columns ----------------------------------------------------------------------- */

/* Takes the next line off *rest, ended by CR, LF or both; false at the end. */
static bool next_trf_line(xpgn_slice *rest, xpgn_slice *line) {
    if (rest->size == 0)
        return false;
    size_t n = 0;
    while (n < rest->size && rest->data[n] != '\r' && rest->data[n] != '\n')
        n++;
    *line = (xpgn_slice){rest->data, n};
    if (n + 1 < rest->size && rest->data[n] == '\r' && rest->data[n + 1] == '\n')
        n++;
    n += n < rest->size;
    *rest = (xpgn_slice){rest->data + n, rest->size - n};
    return true;
}

static bool is_line_type(xpgn_slice line, const char *type) {
    return line.size >= 3 && memcmp(line.data, type, 3) == 0;
}

bool trf_has_type(const trf_line *l, const char *type) {
    return is_line_type(l->text, type);
}

bool event_is_trf(xpgn_slice text) {
    xpgn_slice line;
    while (next_trf_line(&text, &line))
        if (is_line_type(line, "001") && (line.size == 3 || line.data[3] == ' '))
            return true;
    return false;
}

void trf_columns(trf_line *l, xpgn_slice text) {
    uint32_t n = 0;
    size_t i = 0;
    text = slice_trim(text, " ");
    for (; i < text.size && n < TRF_WIDTH; i++)
        if (((unsigned char)text.data[i] & 0xC0) != 0x80)
            l->column[++n] = (uint32_t)i;
    while (i < text.size && ((unsigned char)text.data[i] & 0xC0) == 0x80)
        i++;
    l->text = text;
    l->columns = n;
    l->column[n + 1] = (uint32_t)i;
    l->shift = 0;
}

enum { NAME_END = 47 };

xpgn_slice trf_field(const trf_line *l, uint32_t from, uint32_t to) {
    from += from > NAME_END ? (uint32_t)l->shift : 0;
    to += to >= NAME_END ? (uint32_t)l->shift : 0;
    if (from > l->columns)
        return (xpgn_slice){l->text.data + l->column[l->columns + 1], 0};
    to = to < l->columns ? to : l->columns;
    xpgn_slice s = {l->text.data + l->column[from], l->column[to + 1] - l->column[from]};
    return event_trim(s);
}

static xpgn_slice columns(const trf *t, uint32_t from, uint32_t to) {
    return trf_field(&t->line, from, to);
}

#define TEXT(s) event_text(t->e, s)

/* ---- players --------------------------------------------------------------------------------- */

static char upper(char c) {
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

/* Reads a round of the player in this line; false if it is blank. */
static bool read_round_cell(trf *t, uint32_t round, event_cell *c) {
    uint32_t at = TRF_FIRST + TRF_COLUMN * (round - 1);
    xpgn_slice opponent = columns(t, at, at + 3), color = columns(t, at + 5, at + 5);
    xpgn_slice result = columns(t, at + 7, at + 7), all = columns(t, at, at + 7);
    uint64_t n = 0;
    const char *wrong = NULL;
    if (all.size == 0)
        return false;
    if (opponent.size > 0 && !event_number_read(opponent, TRF_RANKS - 1, &n))
        wrong = "a starting rank of four digits";
    else if (color.size > 0 && strchr("wWbBsS-", color.data[0]) == NULL)
        wrong = "the color w, b or - after the opponent";
    else if (result.size > 0 && strchr("1=0WDLHFUZ+-", upper(result.data[0])) == NULL)
        wrong = "a result 1 = 0 W D L + - H F U Z after the color";
    else if (columns(t, at + 4, at + 4).size + columns(t, at + 6, at + 6).size > 0)
        wrong = "blanks between opponent, color and result";
    if (wrong != NULL)
        (void)event_find(t->e, D_EVENT_LIST, EVENT_NOBODY, event_place(t->e, all),
                         "found %s in round %lu, expected %s", TEXT(all), (unsigned long)round,
                         wrong);
    *c = (event_cell){.round = round,
                      .opponent = (uint32_t)n,
                      .color = color.size > 0 ? (char)(upper(color.data[0]) - 'A' + 'a') : '-',
                      .result = result.size > 0 ? upper(result.data[0]) : ' ',
                      .place = event_place(t->e, all)};
    if (color.size > 0 && color.data[0] == '-')
        c->color = '-';
    return wrong == NULL;
}

/* Returns the number of columns of the line, without its shift. */
static uint32_t trf_width(const trf *t) {
    return (uint32_t)((int)t->line.columns - t->line.shift);
}

static void read_round_cells(trf *t) {
    event *e = t->e;
    uint32_t last = trf_width(t) < TRF_FIRST ? 0 : (trf_width(t) - TRF_FIRST) / TRF_COLUMN + 1;
    if (last > TRF_ROUNDS) {
        (void)event_find(e, D_EVENT_LIST, EVENT_NOBODY, event_place(e, columns(t, 1, 3)),
                         "found more than %d rounds", TRF_ROUNDS);
        last = TRF_ROUNDS;
    }
    for (uint32_t round = 1; round <= last; round++) {
        event_cell c;
        if (read_round_cell(t, round, &c))
            event_cells_add(t->cells, c);
    }
}

/* Reads the figures of a player. Texts that are not numbers count as missing. */
static void read_figures(const trf *t, event_player *p) {
    xpgn_slice points = columns(t, 81, 84), final = columns(t, 86, 89);
    uint64_t n;
    if (points.size > 0 && event_points_read(points, &p->points))
        p->points_place = event_place(t->e, points);
    if (event_number_read(columns(t, 49, 52), 9999, &n))
        p->rating = (uint32_t)n;
    if (!event_date_read(columns(t, 70, 79), &p->birth))
        p->birth = (event_date){0, 0, 0};
    if (event_number_read(final, TRF_RANKS - 1, &n)) {
        p->final = (uint32_t)n;
        p->final_place = event_place(t->e, final);
    }
}

static void read_player(trf *t) {
    event *e = t->e;
    uint64_t rank = 0, fide = 0;
    trf_find_shift(&t->line);
    xpgn_slice number = columns(t, 5, 8), name = columns(t, 15, 47), id = columns(t, 58, 68);
    xpgn_place place = event_place(e, number.size > 0 ? number : columns(t, 1, 3));
    if (t->unnumbered && t->lines == 0)
        (void)event_find(e, D_EVENT_FORM, EVENT_NOBODY, place,
                         "no player has a starting rank in columns 5 to 8: they count in the order "
                         "of their lines");
    t->lines++;
    if (t->unnumbered && t->lines < TRF_RANKS)
        rank = t->lines;
    else if (!event_number_read(number, TRF_RANKS - 1, &rank) || rank == 0) {
        (void)event_find(e, D_EVENT_LIST, EVENT_NOBODY, place,
                         "found %s in columns 5 to 8, expected a starting rank",
                         TEXT(number.size > 0 ? number : ((xpgn_slice){"nothing", 7})));
        return;
    }
    if (t->cells->of_rank[rank] != EVENT_NOBODY) {
        (void)event_find(e, D_EVENT_LIST_DIFFERS, EVENT_NOBODY, place,
                         "starting rank %lu occurs twice", (unsigned long)rank);
        return;
    }
    t->cells->nobody[rank] = name.size > 0 && event_is_nobody(name);
    if (t->cells->nobody[rank])
        return;
    if (name.size == 0)
        (void)event_find(e, D_EVENT_LIST, EVENT_NOBODY, place,
                         "found no name in columns 15 to 47 of player %lu", (unsigned long)rank);
    if (id.size > 0 && !event_number_read(id, UINT64_MAX / 16, &fide))
        (void)event_find(e, D_EVENT_LIST, EVENT_NOBODY, event_place(e, id),
                         "found %s in columns 58 to 68, expected a FIDE number", TEXT(id));
    event_player *p = event_player_add(e, name, event_place(e, name));
    if (p == NULL)
        return;
    event_cells_begin(t->cells, (uint32_t)rank, (uint32_t)e->players - 1);
    p->rank = (uint32_t)rank;
    p->fide = fide;
    read_figures(t, p);
    read_round_cells(t);
}

/* ---- the file -------------------------------------------------------------------------------- */

/* Has no player a starting rank? */
static bool has_no_ranks(trf *t, xpgn_slice rest) {
    xpgn_slice line;
    size_t count = 0;
    while (next_trf_line(&rest, &line)) {
        if (!is_line_type(line, "001"))
            continue;
        trf_columns(&t->line, line);
        if (columns(t, 5, 8).size > 0)
            return false;
        count++;
    }
    return count > 1;
}

void event_trf_read(event *e) {
    xpgn_slice line;
    event_cells *cells = event_cells_new(e);
    trf *t = calloc(1, sizeof *t);
    if (t == NULL || cells == NULL) {
        event_no_memory(e);
        free(t);
        free(cells);
        return;
    }
    t->cells = cells;
    t->e = t->line.e = e;
    t->unnumbered = has_no_ranks(t, e->list.text);
    for (xpgn_slice rest = e->list.text; e->status == XPGN_OK && next_trf_line(&rest, &line);) {
        trf_columns(&t->line, line);
        if (trf_has_type(&t->line, "001"))
            read_player(t);
        else
            trf_read_header(&t->line);
    }
    event_cells_pair(cells);
    trf_end_teams(e, cells->of_rank);
    free(cells);
    free(t);
}
