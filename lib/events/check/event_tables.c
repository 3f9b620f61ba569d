/* SPDX-License-Identifier: MIT */
/* Tables about an event: its games, those without a record, ratings, teams. */
#include "events/check/checks.h"
#include "events/check/ratings.h"
#include "internal/rules.h"
#include "internal/text_out.h"

#include <stdlib.h>
#include <string.h>

/* Cells in order, each followed by a NUL. */
typedef struct table_cells {
    event *e;
    xpgn_buffer text;
    size_t count;
} table_cells;

static void end_cell(table_cells *c) {
    xpgn_buffer_char(&c->text, '\0');
    c->count++;
}

static void put_text_cell(table_cells *c, const char *text) {
    xpgn_buffer_text(&c->text, text);
    end_cell(c);
}

static void put_number_cell(table_cells *c, uint64_t n) {
    xpgn_buffer_printf(&c->text, "%llu", (unsigned long long)n);
    end_cell(c);
}

/* Writes a number, or - for 0, which means unknown. */
static void put_known(table_cells *c, uint64_t n) {
    if (n > 0)
        put_number_cell(c, n);
    else
        put_text_cell(c, "-");
}

/* Writes points, given in hundredths, which may be negative. */
static void put_points_cell(table_cells *c, int64_t n, bool sign) {
    uint64_t size = (uint64_t)(n < 0 ? -n : n);
    xpgn_buffer_printf(&c->text, "%s%llu.%02llu",
                       n < 0           ? "-"
                       : sign && n > 0 ? "+"
                                       : "",
                       (unsigned long long)(size / 100), (unsigned long long)(size % 100));
    end_cell(c);
}

static void put_player_cell(table_cells *c, uint32_t player) {
    event *e = c->e;
    if (player == EVENT_NOBODY) {
        put_text_cell(c, "-");
        return;
    }
    xpgn_slice name = e->player[player].name;
    put_text_cell(c, e->list.text.data == NULL ? event_value(e, name) : event_text(e, name));
}

/* Splits the text into cells; false if out of memory. */
static bool split_cells(table_cells *c, xpgn_event_table *out) {
    event *e = c->e;
    const char **cell = arena_alloc(&e->arena, (c->count + 1) * sizeof *cell);
    const char *text = event_take(e, &c->text);
    if (cell == NULL)
        event_no_memory(e);
    if (cell == NULL || e->status != XPGN_OK)
        return false;
    for (size_t i = 0; i < c->count; i++) {
        cell[i] = text;
        text += strlen(text) + 1;
    }
    out->cell = cell;
    out->rows = c->count / out->columns;
    return true;
}

/* ---- games ----------------------------------------------------------------------------------- */

static void put_result_cell(table_cells *c, const event_pairing *p) {
    if (p->seats == 1) {
        xpgn_buffer_text(&c->text, p->bye == 'H' ? "1/2" : p->bye == 'Z' ? "0" : "1");
    } else if (p->kind == EVENT_OPEN || p->doubtful) {
        xpgn_buffer_char(&c->text, '*');
    } else if (p->kind == EVENT_FORFEIT && p->seats == 2) {
        xpgn_buffer_printf(&c->text, "%c/%c", p->score[0] > 0 ? '+' : '-',
                           p->score[1] > 0 ? '+' : '-');
    } else {
        xpgn_score_write(&c->text, p->seats, p->score);
    }
    end_cell(c);
}

static void put_game_row(table_cells *c, const event_pairing *p, bool four) {
    if (p->part > 0)
        xpgn_buffer_printf(&c->text, "%lu.%lu", (unsigned long)p->round, (unsigned long)p->part);
    else
        xpgn_buffer_printf(&c->text, p->round > 0 ? "%lu" : "?", (unsigned long)p->round);
    end_cell(c);
    put_known(c, p->board);
    for (unsigned i = 0; i < (four ? 4U : 2U); i++) {
        unsigned seat = four && p->seats == 2 ? i / 2 : i;
        bool has = seat < p->seats && (!four || p->seats == 4 || i % 2 == 0);
        put_player_cell(c, has ? p->player[seat] : EVENT_NOBODY);
    }
    put_result_cell(c, p);
}

typedef struct pairing_place {
    uint32_t round, part, board, pairing;
} pairing_place;

static int by_round(const void *a, const void *b) {
    const uint32_t *x = a, *y = b;
    for (size_t i = 0; i < sizeof(pairing_place) / sizeof(uint32_t); i++)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}

static bool has_four(const event *e) {
    for (size_t i = 0; i < e->pairings; i++)
        if (e->pairing[i].seats == 4)
            return true;
    return false;
}

static bool is_missing(const event *e, const event_pairing *p) {
    return p->kind == EVENT_PLAYED && p->record == EVENT_NOBODY &&
           (e->o.first == 0 || (p->round >= e->o.first && p->round <= e->o.last));
}

static void tell_games(table_cells *c, xpgn_event_table *out, bool missing) {
    static const char *const two[] = {"round", "board", "white", "black", "result"};
    static const char *const four[] = {"round", "board", "white", "red",
                                       "black", "green", "result"};
    static const bool number[7] = {true, true};
    event *e = c->e;
    bool of_four = has_four(e);
    pairing_place *list = calloc(e->pairings + 1, sizeof *list);
    size_t count = 0;
    *out = (xpgn_event_table){
        .columns = of_four ? 7 : 5, .heading = of_four ? four : two, .number = number};
    if (list == NULL) {
        event_no_memory(e);
        return;
    }
    for (uint32_t i = 0; i < e->pairings; i++) {
        const event_pairing *p = &e->pairing[i];
        if (!missing || is_missing(e, p))
            list[count++] =
                (pairing_place){p->round, p->part, p->board > 0 ? p->board : UINT32_MAX, i};
    }
    if (count > 0)
        qsort(list, count, sizeof *list, by_round);
    for (size_t i = 0; i < count; i++)
        put_game_row(c, &e->pairing[list[i].pairing], of_four);
    free(list);
}

/* ---- ratings --------------------------------------------------------------------------------- */

static void tell_ratings(table_cells *c, xpgn_event_table *out) {
    static const char *const heading[] = {"no",       "name", "rating", "games",     "points",
                                          "expected", "k",    "change", "opponents", "performance"};
    static const bool number[] = {true, false, true, true, true, true, true, true, true, true};
    event *e = c->e;
    *out = (xpgn_event_table){
        .columns = sizeof number / sizeof *number, .heading = heading, .number = number};
    for (uint32_t i = 0; i < e->players; i++) {
        uint32_t player = e->ranked[i];
        bool rated = e->player[player].rating > 0;
        event_rating r;
        event_rate(e, player, &r);
        put_number_cell(c, i + 1);
        put_player_cell(c, player);
        put_known(c, e->player[player].rating);
        put_number_cell(c, r.games);
        event_points_put(&c->text, (int32_t)r.share * (EVENT_POINT / EVENT_SCORE));
        end_cell(c);
        if (rated && r.games > 0) {
            put_points_cell(c, r.expected, false);
            put_number_cell(c, r.k);
            put_points_cell(c, r.change, true);
        } else {
            for (int k = 0; k < 3; k++)
                put_text_cell(c, "-");
        }
        put_known(c, r.average);
        if (r.games > 0)
            xpgn_buffer_printf(&c->text, "%ld", (long)r.performance);
        else
            xpgn_buffer_char(&c->text, '-');
        end_cell(c);
    }
}

/* ---- teams ----------------------------------------------------------------------------------- */

static void put_matches(table_cells *c, const rank_entry *t, const event_points *m) {
    uint32_t won = 0, drawn = 0, lost = 0;
    for (uint32_t i = 0; i < t->rounds; i++) {
        const rank_round *r = &t->round[i];
        if (r->kind != RANK_PLAYED)
            continue;
        won += r->points[0] == m->win;
        drawn += r->points[0] != m->win && r->points[0] == m->draw;
        lost += r->points[0] != m->win && r->points[0] != m->draw;
    }
    put_number_cell(c, won);
    put_number_cell(c, drawn);
    put_number_cell(c, lost);
}

static void put_points_sum(table_cells *c, int64_t points) {
    if (points < 0)
        xpgn_buffer_char(&c->text, '-');
    event_points_put(&c->text, (int32_t)(points < 0 ? -points : points));
    end_cell(c);
}

static void tell_teams(table_cells *c, xpgn_event_table *out) {
    static const char *const heading[] = {"place", "name",  "match points", "game points",
                                          "won",   "drawn", "lost"};
    enum { OWN = 7 };
    event *e = c->e;
    rank_table t;
    rank_result r;
    const char **head = arena_alloc(&e->arena, (OWN + RANK_CODES) * sizeof *head);
    bool *number = arena_alloc(&e->arena, OWN + RANK_CODES);
    event_rank_teams(e, &t);
    if (head == NULL || number == NULL) {
        event_no_memory(e);
        return;
    }
    if (e->status != XPGN_OK)
        return;
    for (uint32_t i = 0; i < t.entries; i++)
        t.entry[i].listed = e->team[i].final;
    if (!event_rank(e, &t, e->codes, &r))
        return;
    for (size_t i = 0; i < OWN + e->codes; i++) {
        head[i] = i < OWN ? heading[i] : e->code_name[i - OWN];
        number[i] = i != 1;
    }
    *out = (xpgn_event_table){.columns = OWN + e->codes, .heading = head, .number = number};
    for (uint32_t i = 0; i < t.entries; i++) {
        uint32_t team = r.order[i];
        put_number_cell(c, r.place[team]);
        put_text_cell(c, event_text(e, e->team[team].name));
        put_points_sum(c, rank_points(&t, team, 0));
        put_points_sum(c, rank_points(&t, team, 1));
        put_matches(c, &t.entry[team], &e->match_points);
        for (size_t k = 0; k < e->codes; k++) {
            event_value_put(&c->text, &e->code[k], r.value[team * e->codes + k]);
            end_cell(c);
        }
    }
}

xpgn_status xpgn_event_tabulate(xpgn_event *e, xpgn_event_view view, xpgn_event_table *out) {
    table_cells c = {.e = e};
    if (!e->checked || view > XPGN_EVENT_TEAMS)
        return XPGN_INVALID;
    if (view == XPGN_EVENT_RATING)
        tell_ratings(&c, out);
    else if (view == XPGN_EVENT_TEAMS)
        tell_teams(&c, out);
    else
        tell_games(&c, out, view == XPGN_EVENT_MISSING);
    if (e->status != XPGN_OK || !split_cells(&c, out)) {
        xpgn_buffer_free(&c.text);
        return e->status;
    }
    return XPGN_OK;
}
