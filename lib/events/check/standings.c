/* SPDX-License-Identifier: MIT */
/* Standings, and what each player did in each round: the crosstable. */
#include "events/check/checks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/board/xfen_common.h"
#include "core/text/result_text.h"
#include "internal/events.h"
#include "internal/text_out.h"

/* A name, to be sorted. */
typedef struct rank_name {
    const char *text;
    uint32_t entry;
} rank_name;

/* ---- tie-breaks ------------------------------------------------------------------------------ */

/* Points always come first; for teams the first code says which. */
static void name_codes(event *e, size_t count) {
    if (e->teams == 0 && count > 0 && e->code[0].what == RANK_POINTS)
        memmove(e->code, e->code + 1, --count * sizeof *e->code);
    e->codes = count;
    for (size_t i = 0; i < count; i++)
        e->code_name[i] = e->code[i].name;
}

xpgn_status xpgn_event_set_tie_breaks(xpgn_event *e, const char *codes, xpgn_fault *fault) {
    xpgn_slice which;
    size_t count = rank_codes_read(slice_of(codes), e->teams > 0, e->code, &which);
    if (count != SIZE_MAX && !e->checked) {
        name_codes(e, count);
        e->codes_given = true;
        return XPGN_OK;
    }
    if (fault != NULL)
        (void)snprintf(fault->text, sizeof fault->text, "%.*s", (int)which.size, which.data);
    e->codes = 0;
    return XPGN_INVALID;
}

/* Takes the tie-breaks of the list before the first unknown one. */
void event_codes(event *e) {
    xpgn_slice which, text = e->tie_breaks;
    size_t count = 0;
    if (e->codes_given || text.size == 0)
        return;
    count = rank_codes_read(text, e->teams > 0, e->code, &which);
    if (count == SIZE_MAX)
        count = rank_codes_read((xpgn_slice){text.data, (size_t)(which.data - text.data)},
                                e->teams > 0, e->code, &which);
    name_codes(e, count);
}

void event_value_put(xpgn_buffer *b, const rank_code *c, rank_value v) {
    unsigned decimals;
    int64_t unit = rank_unit(c, &decimals), scale = 1;
    for (unsigned i = 0; i < decimals; i++)
        scale *= 10;
    if (!v.known) {
        xpgn_buffer_char(b, '-');
        return;
    }
    uint64_t n = (uint64_t)(v.n < 0 ? -v.n : v.n);
    n = (n * (uint64_t)scale * 2 + (uint64_t)unit) / (2 * (uint64_t)unit);
    xpgn_buffer_printf(b, "%s%llu", v.n < 0 ? "-" : "", (unsigned long long)(n / (uint64_t)scale));
    if (decimals > 0)
        xpgn_buffer_printf(b, ".%0*llu", (int)decimals, (unsigned long long)(n % (uint64_t)scale));
}

bool event_rank(event *e, const rank_table *t, size_t codes, rank_result *out) {
    size_t count = (size_t)t->entries + 1;
    *out = (rank_result){.value = arena_alloc(&e->arena, count * (codes + 1) * sizeof *out->value),
                         .order = event_numbers(e, count),
                         .place = event_numbers(e, count)};
    if (out->value == NULL || e->status != XPGN_OK || !rank_standings(t, e->code, codes, out))
        event_no_memory(e);
    return e->status == XPGN_OK;
}

/* ---- players --------------------------------------------------------------------------------- */

/* Half a point to nothing is neither a win nor a draw nor a loss. */
static bool is_half_only(const event_pairing *p) {
    return p->seats == 2 && p->score[0] + p->score[1] == EVENT_SCORE / 2;
}

/* With four seats a share counts as a draw. */
static void count_standing(const event *e, uint32_t player, xpgn_standing *s) {
    const event_player *who = &e->player[player];
    for (uint32_t k = 0; k < who->pairings; k++) {
        const event_pairing *p = &e->pairing[e->order[who->first + k]];
        unsigned seat = event_seat_of(p, player), score = p->score[seat];
        s->points += event_points_of(e, p, seat);
        if ((p->kind != EVENT_PLAYED && p->kind != EVENT_SHORT) || p->doubtful || is_half_only(p))
            continue;
        s->won += score == EVENT_SCORE;
        s->lost += score == 0;
        s->drawn += score > 0 && score < EVENT_SCORE;
    }
}

static void fill_standing(event *e, const rank_result *r, uint32_t row) {
    uint32_t player = r->order[row];
    xpgn_standing *s = &e->standing[row];
    *s = (xpgn_standing){.place = r->place[player]};
    count_standing(e, player, s);
    xpgn_slice name = e->player[player].name;
    s->name = e->list.text.data == NULL ? event_value(e, name) : event_text(e, name);
    xpgn_buffer b = {0};
    event_points_put(&b, s->points);
    s->sum = event_take(e, &b);
    e->ranked[row] = player;
    e->row[player] = row + 1;
}

static int by_player_name(const void *a, const void *b) {
    const rank_name *x = a, *y = b;
    int d = strcmp(x->text, y->text);
    return d != 0 ? d : (x->entry > y->entry) - (x->entry < y->entry);
}

/* Orders players without a starting rank by name, after those who have one. The list's ranks order
   ties, if all have one. */
static bool order_rest(event *e, rank_table *t) {
    bool listed = e->teams == 0;
    rank_name *list = calloc(e->players + 1, sizeof *list);
    if (list == NULL)
        return false;
    for (uint32_t i = 0; i < e->players; i++) {
        list[i] = (rank_name){e->player[i].key.text, i};
        listed = listed && e->player[i].final > 0;
    }
    qsort(list, e->players, sizeof *list, by_player_name);
    for (uint32_t i = 0; i < e->players; i++) {
        rank_entry *entry = &t->entry[list[i].entry];
        const event_player *p = &e->player[list[i].entry];
        entry->listed = listed ? p->final : 0;
        entry->number = p->rank > 0 ? p->rank : EVENT_PLAYERS + 1 + i;
    }
    free(list);
    return true;
}

/* Takes ratings that the list lacks from the records. */
static void take_ratings(event *e) {
    for (size_t i = 0; i < e->records; i++)
        for (unsigned s = 0; s < e->record[i].seats; s++) {
            const event_seat *seat = &e->record[i].seat[s];
            if (seat->player != EVENT_NOBODY && e->player[seat->player].rating == 0)
                e->player[seat->player].rating = seat->rating;
        }
}

void event_standings(event *e) {
    rank_table t;
    rank_result r;
    e->standing = arena_alloc(&e->arena, (e->players + 1) * sizeof *e->standing);
    e->row = event_numbers(e, e->players);
    e->ranked = event_numbers(e, e->players);
    if (e->standing == NULL)
        event_no_memory(e);
    take_ratings(e);
    event_codes(e);
    e->player_codes = e->teams > 0 ? 0 : e->codes;
    if (e->status == XPGN_OK)
        event_rank_players(e, &t);
    if (e->status == XPGN_OK && !order_rest(e, &t))
        event_no_memory(e);
    if (e->status != XPGN_OK || !event_rank(e, &t, e->player_codes, &r))
        return;
    e->values = r.value;
    for (uint32_t i = 0; e->status == XPGN_OK && i < e->players; i++)
        fill_standing(e, &r, i);
}

const char *const *xpgn_event_tie_breaks(const xpgn_event *e, size_t *count) {
    *count = e->checked ? e->player_codes : 0;
    return e->code_name;
}

void xpgn_event_tie_break_write(xpgn_buffer *b, const xpgn_event *e, size_t row, size_t code) {
    if (e->checked && row < e->players && code < e->player_codes)
        event_value_put(b, &e->code[code], e->values[e->ranked[row] * e->player_codes + code]);
}

const xpgn_standing *xpgn_event_standings(const xpgn_event *e, size_t *count) {
    *count = e->checked ? e->players : 0;
    return *count > 0 ? e->standing : NULL;
}

/* ---- rounds ---------------------------------------------------------------------------------- */

static void put_score_share(xpgn_buffer *b, const event_pairing *p, unsigned seat) {
    unsigned score = p->score[seat];
    if (p->kind == EVENT_OPEN || p->doubtful)
        xpgn_buffer_char(b, '*');
    else if (p->kind == EVENT_FORFEIT)
        xpgn_buffer_char(b, score > 0 ? '+' : '-');
    else if (p->seats == 2 && score == EVENT_SCORE / 2 && !is_half_only(p))
        xpgn_buffer_char(b, '=');
    else
        xpgn_buffer_text(b, result_share(score));
}

/* Writes "12w1", the opponent's row, the color and the result; with four seats "2,5,7r1/2". */
static void put_game_of(xpgn_buffer *b, const event *e, const event_pairing *p, uint32_t player) {
    unsigned seat = event_seat_of(p, player);
    const char *before = "";
    if (p->seats == 1) {
        xpgn_buffer_printf(b, "bye %c",
                           p->bye == 'U' || p->bye == 'F' ? '1'
                           : p->bye == 'H'                ? '='
                                                          : '0');
        return;
    }
    for (unsigned i = 0; i < p->seats; i++) {
        if (i == seat)
            continue;
        xpgn_buffer_printf(b, "%s%lu", before, (unsigned long)e->row[p->player[i]]);
        before = ",";
    }
    xpgn_buffer_char(b, (p->seats == 2 ? two_seats : four_seats)[seat]);
    put_score_share(b, p, seat);
}

/* A player usually has one game in a round, but may have several. */
void xpgn_event_round_write(xpgn_buffer *b, const xpgn_event *e, size_t i, uint32_t round) {
    if (!e->checked || i >= e->players)
        return;
    uint32_t player = e->ranked[i];
    const event_player *who = &e->player[player];
    bool any = false;
    for (uint32_t k = 0; k < who->pairings; k++) {
        const event_pairing *p = &e->pairing[e->order[who->first + k]];
        if (p->round != round)
            continue;
        xpgn_buffer_text(b, any ? " " : "");
        put_game_of(b, e, p, player);
        any = true;
    }
    xpgn_buffer_text(b, any ? "" : "-");
}

void xpgn_event_rounds(const xpgn_event *e, uint32_t *first, uint32_t *last) {
    const size_t count = e->checked ? e->pairings : 0;
    *first = count > 0 ? UINT32_MAX : 1;
    *last = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t n = e->pairing[i].round;
        *first = n < *first ? n : *first;
        *last = n > *last ? n : *last;
    }
}
