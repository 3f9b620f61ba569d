/* SPDX-License-Identifier: MIT */
/*
 * FIDE's tournament report files, TRF16 and TRF26: lines with a type in columns 1 to 3 and fields
 * at fixed columns, which count characters. Each game is in the lines of both players.
 */
#include "event/trf.h"

#include <stdlib.h>
#include <string.h>

/* A round of a player, as his line has it. */
typedef struct cell {
    uint32_t player, round, opponent; /* opponent: a starting rank; 0: none */
    char color, result;               /* lower case color, upper case result; '-': none */
    bool paired;                      /* it is in a pairing */
    xpgn_place place;
} cell;

typedef struct trf {
    event *e;
    trf_line line;
    cell *cell;
    size_t cells, room;
    uint32_t first[TRF_RANKS]; /* [rank]: cells of the player; SIZE: none */
    uint32_t count[TRF_RANKS];
    uint32_t of_rank[TRF_RANKS]; /* players */
} trf;

/* ---- lines and columns ----------------------------------------------------------------------- */

/* Cuts the next line off; a CR, an LF or both end it. False: there is none. */
static bool next_line(xpgn_slice *rest, xpgn_slice *line) {
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

static bool begins_with(xpgn_slice line, const char *type) {
    return line.size >= 3 && memcmp(line.data, type, 3) == 0;
}

bool trf_has_type(const trf_line *l, const char *type) {
    return begins_with(l->text, type);
}

bool event_is_trf(xpgn_slice text) {
    xpgn_slice line;
    while (next_line(&text, &line))
        if (begins_with(line, "001") && (line.size == 3 || line.data[3] == ' '))
            return true;
    return false;
}

void trf_columns(trf_line *l, xpgn_slice text) {
    uint32_t n = 0;
    size_t i = 0;
    while (text.size > 0 && text.data[text.size - 1] == ' ')
        text.size--;
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

/* Reads a round of the player in this line; false: there is nothing. */
static bool read_cell(trf *t, uint32_t round, cell *c) {
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
        wrong = "the color w, b or - behind the opponent";
    else if (result.size > 0 && strchr("1=0WDLHFUZ+-", upper(result.data[0])) == NULL)
        wrong = "a result 1 = 0 W D L + - H F U Z behind the color";
    else if (columns(t, at + 4, at + 4).size + columns(t, at + 6, at + 6).size > 0)
        wrong = "blanks between opponent, color and result";
    if (wrong != NULL)
        (void)event_find(t->e, D_EVENT_LIST, EVENT_NOBODY, event_place(t->e, all),
                         "found %s in round %lu, expected %s", TEXT(all), (unsigned long)round,
                         wrong);
    *c = (cell){.round = round,
                .opponent = (uint32_t)n,
                .color = color.size > 0 ? (char)(upper(color.data[0]) - 'A' + 'a') : '-',
                .result = result.size > 0 ? upper(result.data[0]) : ' ',
                .place = event_place(t->e, all)};
    if (color.size > 0 && color.data[0] == '-')
        c->color = '-';
    return wrong == NULL;
}

/* Of the line, without its shift. */
static uint32_t columns_of(const trf *t) {
    return (uint32_t)((int)t->line.columns - t->line.shift);
}

static void read_cells(trf *t, uint32_t rank) {
    event *e = t->e;
    uint32_t last = columns_of(t) < TRF_FIRST ? 0 : (columns_of(t) - TRF_FIRST) / TRF_COLUMN + 1;
    t->first[rank] = (uint32_t)t->cells;
    if (last > TRF_ROUNDS) {
        (void)event_find(e, D_EVENT_LIST, EVENT_NOBODY, event_place(e, columns(t, 1, 3)),
                         "found more than %d rounds", TRF_ROUNDS);
        last = TRF_ROUNDS;
    }
    for (uint32_t round = 1; round <= last; round++) {
        cell c;
        if (!read_cell(t, round, &c))
            continue;
        c.player = t->of_rank[rank];
        if (event_grow(e, &t->cell, t->cells, &t->room, sizeof *t->cell))
            t->cell[t->cells++] = c;
    }
    t->count[rank] = (uint32_t)t->cells - t->first[rank];
}

/* What is no number is none; others will say so. */
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
    if (!event_number_read(number, TRF_RANKS - 1, &rank) || rank == 0) {
        (void)event_find(e, D_EVENT_LIST, EVENT_NOBODY, place,
                         "found %s in columns 5 to 8, expected a starting rank",
                         TEXT(number.size > 0 ? number : ((xpgn_slice){"nothing", 7})));
        return;
    }
    if (t->of_rank[rank] != EVENT_NOBODY) {
        (void)event_find(e, D_EVENT_LIST_DIFFERS, EVENT_NOBODY, place,
                         "starting rank %lu occurs twice", (unsigned long)rank);
        return;
    }
    if (name.size == 0)
        (void)event_find(e, D_EVENT_LIST, EVENT_NOBODY, place,
                         "found no name in columns 15 to 47 of player %lu", (unsigned long)rank);
    if (id.size > 0 && !event_number_read(id, UINT64_MAX / 16, &fide))
        (void)event_find(e, D_EVENT_LIST, EVENT_NOBODY, event_place(e, id),
                         "found %s in columns 58 to 68, expected a FIDE number", TEXT(id));
    event_player *p = event_player_add(e, name, event_place(e, name));
    if (p == NULL)
        return;
    t->of_rank[rank] = (uint32_t)e->players - 1;
    p->rank = (uint32_t)rank;
    p->fide = fide;
    read_figures(t, p);
    read_cells(t, (uint32_t)rank);
}

/* ---- pairings -------------------------------------------------------------------------------- */

static event_kind kind_of(char result) {
    return result == ' '                   ? EVENT_OPEN
           : strchr("1=0", result) != NULL ? EVENT_PLAYED
           : strchr("WDL", result) != NULL ? EVENT_SHORT
                                           : EVENT_FORFEIT;
}

static unsigned score_of(char result) {
    return strchr("1W+", result) != NULL  ? EVENT_SCORE
           : strchr("=D", result) != NULL ? EVENT_SCORE / 2
                                          : 0;
}

static cell *cell_of(trf *t, uint32_t rank, uint32_t round) {
    for (uint32_t i = 0; i < t->count[rank]; i++) {
        cell *c = &t->cell[t->first[rank] + i];
        if (c->round == round)
            return c;
    }
    return NULL;
}

static void put_bye(trf *t, cell *c) {
    static const char as[] = "1F+FWF=HDHHHFFUU";
    event_pairing *p = event_pairing_add(t->e, c->round, 1, c->place);
    if (p == NULL)
        return;
    p->player[0] = c->player;
    p->kind = EVENT_BYE;
    p->bye = 'Z';
    for (size_t i = 0; i + 1 < sizeof as; i += 2)
        if (as[i] == c->result)
            p->bye = (uint8_t)as[i + 1];
}

/* Tells that the lines of two players disagree about their game. */
static void differ(trf *t, const cell *c, const cell *other, const char *what) {
    event *e = t->e;
    const event_player *a = &e->player[c->player], *b = &e->player[other->player];
    size_t n = event_find(e, D_EVENT_LIST_DIFFERS, EVENT_NOBODY, other->place,
                          "%s of %s and %s in round %lu disagree", what, TEXT(a->name),
                          TEXT(b->name), (unsigned long)c->round);
    xpgn_slice first = {e->list.text.data + c->place.offset, c->place.length};
    event_hint(e, n, "player %lu has %s", (unsigned long)a->rank, TEXT(first));
}

/* Is each the other's opponent, one White and one Black? */
static void put_game(trf *t, cell *c, cell *other) {
    bool black = c->color == 'b' || (c->color == '-' && other->color == 'w');
    unsigned seat = black ? 1 : 0, score = score_of(c->result), rest = score_of(other->result);
    event_pairing *p = event_pairing_add(t->e, c->round, 2, (black ? other : c)->place);
    event_kind kind = kind_of(c->result), opposite = kind_of(other->result);
    if (p == NULL)
        return;
    p->player[seat] = c->player;
    p->player[1 - seat] = other->player;
    p->kind = (uint8_t)kind;
    p->score[seat] = (uint8_t)score;
    p->score[1 - seat] = (uint8_t)rest;
    c->paired = other->paired = true;
    p->doubtful = kind != opposite || score + rest > EVENT_SCORE ||
                  (score != rest && score + rest < EVENT_SCORE);
    if (kind == EVENT_OPEN || opposite == EVENT_OPEN)
        p->kind = (uint8_t)(kind == opposite ? EVENT_OPEN : EVENT_PLAYED);
    if (p->doubtful)
        differ(t, c, other, "the results");
    if (c->color == other->color && c->color != '-')
        differ(t, c, other, "the colors");
}

/* The opponent's cell; NULL: he is not in the list, has nothing in this round, or is the player. */
static cell *cell_of_opponent(trf *t, const cell *c) {
    bool valid = c->opponent != 0 && t->of_rank[c->opponent] != EVENT_NOBODY;
    cell *other = valid ? cell_of(t, c->opponent, c->round) : NULL;
    return other != c ? other : NULL;
}

static uint32_t rank_of(const trf *t, const cell *c) {
    return t->e->player[c->player].rank;
}

/* Both name each other. */
static void put_agreed(trf *t, cell *c) {
    cell *other = cell_of_opponent(t, c);
    if (c->opponent == 0)
        put_bye(t, c);
    else if (!c->paired && other != NULL && other->opponent == rank_of(t, c))
        put_game(t, c, other);
}

/* The opponent names somebody who has another game. */
static void put_claimed(trf *t, cell *c) {
    cell *other = cell_of_opponent(t, c);
    if (c->opponent == 0 || c->paired || other == NULL || other->paired)
        return;
    const event_player *p = &t->e->player[other->player];
    (void)event_find(t->e, D_EVENT_LIST_DIFFERS, EVENT_NOBODY, other->place,
                     "round %lu of %s: found opponent %lu, expected %lu, who has %lu as opponent",
                     (unsigned long)c->round, TEXT(p->name), (unsigned long)other->opponent,
                     (unsigned long)rank_of(t, c), (unsigned long)c->opponent);
    put_game(t, c, other);
}

static void refuse_rest(trf *t, const cell *c) {
    event *e = t->e;
    const event_player *p = &e->player[c->player];
    if (c->opponent == 0 || c->paired)
        return;
    bool known = t->of_rank[c->opponent] != EVENT_NOBODY && c->opponent != p->rank;
    (void)event_find(e, D_EVENT_LIST_DIFFERS, EVENT_NOBODY, c->place,
                     "round %lu of %s: found opponent %lu, expected %s", (unsigned long)c->round,
                     TEXT(p->name), (unsigned long)c->opponent,
                     known ? "one who has this opponent" : "another player of the list");
}

/* What all agree about comes first: so one slip is one finding. */
static void put_pairings(trf *t) {
    for (size_t i = 0; i < t->cells; i++)
        put_agreed(t, &t->cell[i]);
    for (size_t i = 0; i < t->cells; i++)
        put_claimed(t, &t->cell[i]);
    for (size_t i = 0; i < t->cells; i++)
        refuse_rest(t, &t->cell[i]);
}

/* ---- the file -------------------------------------------------------------------------------- */

static void date_pairings(event *e) {
    for (size_t i = 0; i < e->pairings; i++) {
        event_pairing *p = &e->pairing[i];
        if (p->round <= e->round_dates)
            p->date = e->round_date[p->round - 1];
    }
}

void event_trf_read(event *e) {
    xpgn_slice line;
    trf *t = calloc(1, sizeof *t);
    if (t == NULL) {
        event_no_memory(e);
        return;
    }
    t->e = t->line.e = e;
    for (size_t i = 0; i < TRF_RANKS; i++)
        t->of_rank[i] = EVENT_NOBODY;
    for (xpgn_slice rest = e->list.text; e->status == XPGN_OK && next_line(&rest, &line);) {
        trf_columns(&t->line, line);
        if (trf_has_type(&t->line, "001"))
            read_player(t);
        else
            trf_read_header(&t->line);
    }
    put_pairings(t);
    date_pairings(e);
    trf_end_teams(e, t->of_rank);
    free(t);
}
