/* SPDX-License-Identifier: MIT */
/* Standings, and what each player did in each round: the crosstable. */
#include "event/event.h"

#include <stdlib.h>
#include <string.h>

/* A player and his standing, to be sorted. */
typedef struct row {
    const event_player *who;
    uint32_t player;
    xpgn_standing is;
} row;

static unsigned seat_of(const event_pairing *p, uint32_t player) {
    unsigned seat = 0;
    while (seat + 1 < p->seats && p->player[seat] != player)
        seat++;
    return seat;
}

/* With four seats a share is drawn. */
static void count(const event *e, row *r) {
    for (uint32_t k = 0; k < r->who->pairings; k++) {
        const event_pairing *p = &e->pairing[e->order[r->who->first + k]];
        unsigned seat = seat_of(p, r->player), score = p->score[seat];
        r->is.points += event_points_of(e, p, seat);
        if ((p->kind != EVENT_PLAYED && p->kind != EVENT_SHORT) || p->doubtful)
            continue;
        r->is.won += score == EVENT_SCORE;
        r->is.lost += score == 0;
        r->is.drawn += score > 0 && score < EVENT_SCORE;
    }
}

static int compare(const void *a, const void *b) {
    const row *r = a, *s = b;
    if (r->is.points != s->is.points)
        return r->is.points > s->is.points ? -1 : 1;
    if (r->who->rank != s->who->rank)
        return r->who->rank < s->who->rank ? -1 : 1;
    int d = strcmp(r->who->key.text, s->who->key.text);
    return d != 0 ? d : (r->player > s->player) - (r->player < s->player);
}

/* Who has the same points has the same place. */
static void place(event *e, const row *list) {
    for (uint32_t i = 0; i < e->players; i++) {
        xpgn_standing *s = &e->standing[i];
        *s = list[i].is;
        s->place = i > 0 && s[-1].points == s->points ? s[-1].place : i + 1;
        xpgn_slice name = list[i].who->name;
        s->name = e->list.text.data == NULL ? event_value(e, name) : event_text(e, name);
        xpgn_buffer b = {0};
        event_points_put(&b, s->points);
        s->sum = event_take(e, &b);
        e->ranked[i] = list[i].player;
        e->row[list[i].player] = i + 1;
    }
}

void event_standings(event *e) {
    row *list = calloc(e->players + 1, sizeof *list);
    e->standing = arena_alloc(&e->arena, (e->players + 1) * sizeof *e->standing);
    e->row = event_numbers(e, e->players);
    e->ranked = event_numbers(e, e->players);
    if (list == NULL || e->standing == NULL) {
        event_no_memory(e);
        free(list);
        return;
    }
    for (uint32_t i = 0; e->status == XPGN_OK && i < e->players; i++) {
        list[i] = (row){.who = &e->player[i], .player = i};
        count(e, &list[i]);
    }
    if (e->status == XPGN_OK) {
        qsort(list, e->players, sizeof *list, compare);
        place(e, list);
    }
    free(list);
}

const xpgn_standing *xpgn_event_standings(const xpgn_event *e, size_t *count) {
    *count = e->checked ? e->players : 0;
    return *count > 0 ? e->standing : NULL;
}

/* ---- rounds ---------------------------------------------------------------------------------- */

static void put_share(xpgn_buffer *b, const event_pairing *p, unsigned seat) {
    unsigned score = p->score[seat];
    if (p->kind == EVENT_OPEN || p->doubtful)
        xpgn_buffer_char(b, '*');
    else if (p->kind == EVENT_FORFEIT)
        xpgn_buffer_char(b, score > 0 ? '+' : '-');
    else if (p->seats == 2 && score == EVENT_SCORE / 2)
        xpgn_buffer_char(b, '=');
    else
        event_share_put(b, score);
}

/* "12w1": the opponent's row, the own color, the result; with four seats "2,5,7r1/2". */
static void put_game(xpgn_buffer *b, const event *e, const event_pairing *p, uint32_t player) {
    unsigned seat = seat_of(p, player);
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
    xpgn_buffer_char(b, (p->seats == 2 ? "wb" : "wrbg")[seat]);
    put_share(b, p, seat);
}

/* Most often a player has one game in a round. */
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
        put_game(b, e, p, player);
        any = true;
    }
    xpgn_buffer_text(b, any ? "" : "-");
}

void xpgn_event_rounds(const xpgn_event *e, uint32_t *first, uint32_t *last) {
    *first = e->pairings > 0 ? UINT32_MAX : 1;
    *last = 0;
    for (size_t i = 0; i < e->pairings; i++) {
        uint32_t n = e->pairing[i].round;
        *first = n < *first ? n : *first;
        *last = n > *last ? n : *last;
    }
}
