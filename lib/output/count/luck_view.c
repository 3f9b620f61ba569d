/* SPDX-License-Identifier: MIT */
/* The luck of sides and players, from the counts of a ruleset. */
#include <stdlib.h>
#include <string.h>

#include "core/base/grow.h"
#include "core/base/slice.h"
#include "core/board/seats.h"
#include "output/count/luck.h"

/* ---- one row --------------------------------------------------------------------------------- */

/* The classes of a row, in order. */
struct gathering {
    struct luck_class *list;
    size_t count, room;
    int64_t gave;
    uint64_t combats;
    bool failed, overflow;
};

/* The class of a distribution; the same as the last, or a new one. NULL if out of memory. */
static struct luck_class *class_of(struct gathering *g, const struct luck_dist *dist,
                                   bool defends) {
    struct luck_class *last = g->count > 0 ? &g->list[g->count - 1] : NULL;
    if (last != NULL && last->defends == defends && memcmp(&last->dist, dist, sizeof *dist) == 0)
        return last;
    if (!GROW(g->list, g->count, g->room))
        return NULL;
    g->list[g->count] = (struct luck_class){.dist = *dist, .defends = defends};
    return &g->list[g->count++];
}

/* Adds combats of a distribution, given as text, with outcome `came`. */
static void gather(struct gathering *g, xpgn_slice text, bool defends, unsigned came,
                   uint64_t combats) {
    struct luck_dist dist;
    int64_t part;
    memset(&dist, 0, sizeof dist);
    if (!luck_dist_read(text, &dist) || came >= dist.count)
        return;
    struct luck_class *c = class_of(g, &dist, defends);
    if (c == NULL) {
        g->failed = true;
        return;
    }
    c->combats += combats;
    g->combats += combats;
    g->overflow |= c->dist.parts != g->list[0].dist.parts;
    int64_t worth = defends ? -dist.worth[came] : dist.worth[came];
    g->overflow |= combats > INT64_MAX || __builtin_mul_overflow(worth, (int64_t)combats, &part) ||
                   __builtin_add_overflow(g->gave, part, &g->gave);
}

/* Sets the luck of a row from what was gathered, which is freed. */
static bool finish_row(struct gathering *g, struct luck_row *row) {
    row->luck = (struct luck){.combats = g->combats, .gave = g->gave};
    if (!g->overflow && !g->failed)
        g->failed = !luck_rank(g->list, g->count, &row->luck);
    free(g->list);
    return !g->failed;
}

/* The most faces of any die of a ruleset. */
static unsigned most_faces(struct tally_span ruleset) {
    static const enum tally_kind kinds[] = {TALLY_SEAT_DIE, TALLY_PLAYER_DIE};
    unsigned most = 0;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        struct tally_span dice = tally_kind_of(ruleset, kinds[k]);
        for (size_t i = 0; i < dice.count; i++)
            most = dice.entry[i].c > most ? dice.entry[i].c : most;
    }
    return most;
}

/* Empty rows, with room for the dice of the ruleset; freed as one. NULL if out of memory. */
static struct luck_row *rows_new(size_t count, struct tally_span ruleset) {
    const size_t faces = most_faces(ruleset), counts = count * ROLES * faces;
    struct luck_row *rows = calloc(1, count * sizeof *rows + counts * sizeof **rows->faces);
    uint64_t *first = rows != NULL ? (uint64_t *)(rows + count) : NULL;
    for (size_t i = 0; rows != NULL && i < count * ROLES; i++)
        rows[i / ROLES].faces[i % ROLES] = first + i * faces;
    return rows;
}

static void add_faces(struct luck_row *row, const struct tally_entry *e) {
    row->faces[e->d][e->b - 1] += e->count;
    row->die = e->c > row->die ? e->c : row->die;
}

/* ---- sides ----------------------------------------------------------------------------------- */

/* Gathers the combats of a seat with another; false if out of memory. */
static bool gather_side(const struct tally_view *all, struct tally_span span,
                        struct luck_row *row) {
    struct gathering g = {.count = 0};
    unsigned four = row->seats > 2;
    for (unsigned defends = 0; defends < 2; defends++)
        for (size_t i = 0; i < span.count; i++) {
            const struct tally_entry *e = &span.entry[i];
            unsigned at = e->b >> 2 & 3, df = e->b & 3;
            if (e->b >> 4 == four && row->seat == (defends ? df : at) &&
                row->against == (defends ? at : df))
                gather(&g, all->name[e->a], defends, e->c, e->count);
        }
    return finish_row(&g, row);
}

static void add_seat_dice(struct tally_span span, struct luck_row *row) {
    for (size_t i = 0; i < span.count; i++)
        if (span.entry[i].a == row->seat + (row->seats > 2 ? 4 : 0))
            add_faces(row, &span.entry[i]);
}

enum { MOST_SIDES = 2 + 4 * 3 };

/* Fills the rows of games with `seats` seats. */
static bool make_sides(struct luck_view *view, const struct tally_view *all,
                       struct tally_span ruleset, unsigned seats) {
    struct tally_span luck = tally_kind_of(ruleset, TALLY_LUCK);
    struct tally_span dice = tally_kind_of(ruleset, TALLY_SEAT_DIE);
    for (unsigned seat = 0; seat < seats; seat++) {
        bool first = true;
        for (unsigned against = 0; against < seats; against++) {
            struct luck_row *row = &view->side[view->sides];
            row->seats = seats;
            row->seat = seat;
            row->against = against;
            if (against == seat)
                continue;
            if (!gather_side(all, luck, row))
                return false;
            if (first)
                add_seat_dice(dice, row);
            if (row->luck.combats > 0 || row->die > 0) {
                view->sides++;
                first = false;
            }
        }
    }
    return true;
}

/* ---- players --------------------------------------------------------------------------------- */

/* A count of a player. */
struct of_player {
    xpgn_slice player, dist;
    const struct tally_entry *entry;
};

static int by_player(const void *left, const void *right) {
    const struct of_player *a = left, *b = right;
    int order = slice_order(a->player, b->player);
    if (order == 0)
        order = (a->entry->kind > b->entry->kind) - (a->entry->kind < b->entry->kind);
    if (order == 0)
        order = (a->entry->b > b->entry->b) - (a->entry->b < b->entry->b);
    return order != 0 ? order : (a->entry > b->entry) - (a->entry < b->entry);
}

/* Splits "DIST PLAYER". */
static struct of_player split(const struct tally_view *all, const struct tally_entry *e) {
    xpgn_slice name = all->name[e->a];
    struct of_player out = {.player = name, .entry = e};
    if (e->kind != TALLY_LUCK_OF)
        return out;
    const char *space = memchr(name.data, ' ', name.size);
    size_t at = space != NULL ? (size_t)(space - name.data) : name.size;
    out.dist = (xpgn_slice){name.data, at};
    at += at < name.size;
    out.player = (xpgn_slice){name.data + at, name.size - at};
    return out;
}

/* The counts of all players, ordered; NULL if out of memory. */
static struct of_player *list_players(const struct tally_view *all, struct tally_span ruleset,
                                      size_t *count) {
    struct tally_span span[2] = {tally_kind_of(ruleset, TALLY_LUCK_OF),
                                 tally_kind_of(ruleset, TALLY_PLAYER_DIE)};
    struct of_player *list = malloc((span[0].count + span[1].count + 1) * sizeof *list);
    *count = 0;
    for (unsigned s = 0; list != NULL && s < 2; s++)
        for (size_t i = 0; i < span[s].count; i++)
            list[(*count)++] = split(all, &span[s].entry[i]);
    if (list != NULL)
        qsort(list, *count, sizeof *list, by_player);
    return list;
}

/* Makes a row of the counts of one player; returns how many there were, 0 if out of memory. */
static size_t make_player(const struct of_player *list, size_t count, struct luck_row *row) {
    struct gathering g = {.count = 0};
    size_t n = 0;
    row->name = list->player;
    for (; n < count && slice_equal(list[n].player, row->name); n++) {
        const struct tally_entry *e = list[n].entry;
        if (e->kind == TALLY_PLAYER_DIE)
            add_faces(row, e);
        else
            gather(&g, list[n].dist, e->b == 1, e->c, e->count);
    }
    return finish_row(&g, row) ? n : 0;
}

static bool make_players(struct luck_view *view, const struct tally_view *all,
                         struct tally_span ruleset) {
    size_t count, players = 0;
    struct of_player *list = list_players(all, ruleset, &count);
    if (list == NULL)
        return false;
    for (size_t i = 0; i < count; i++)
        players += i == 0 || !slice_equal(list[i].player, list[i - 1].player);
    view->player = rows_new(players + 1, ruleset);
    bool good = view->player != NULL;
    for (size_t i = 0, n; good && i < count; i += n) {
        n = make_player(list + i, count - i, &view->player[view->players++]);
        good = n > 0;
    }
    free(list);
    return good;
}

/* ---- the view -------------------------------------------------------------------------------- */

bool luck_view_open(struct luck_view *view, const struct tally_view *all,
                    struct tally_span ruleset) {
    *view = (struct luck_view){.side = rows_new(MOST_SIDES + 1, ruleset)};
    if (view->side != NULL && make_sides(view, all, ruleset, 2) &&
        make_sides(view, all, ruleset, 4) && make_players(view, all, ruleset))
        return true;
    luck_view_close(view);
    return false;
}

void luck_view_close(struct luck_view *view) {
    free(view->side);
    free(view->player);
    *view = (struct luck_view){.sides = 0};
}

xpgn_slice luck_name_of(const struct luck_row *row) {
    return row->name.data != NULL ? row->name : slice_of(seat_name(row->seats, row->seat));
}

struct luck_dice luck_dice_of(const struct luck_row *row, bool turns) {
    struct luck_dice dice = {0, 0};
    for (unsigned role = 0; role < ROLES; role++) {
        bool wanted = turns ? role == ROLE_TURN : role == ROLE_ATTACK || role == ROLE_DEFENSE;
        for (unsigned i = 0; wanted && i < row->die; i++) {
            dice.rolled += row->faces[role][i];
            dice.sum += (i + 1) * row->faces[role][i];
        }
    }
    return dice;
}
