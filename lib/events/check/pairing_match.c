/* SPDX-License-Identifier: MIT */
/*
 * Finds the pairing that a record belongs to: the one from which it differs least, so that one slip
 * gives one finding.
 */
#include "events/check/checks.h"

#include <stdlib.h>
#include <string.h>

/* ---- how well a record fits a pairing -------------------------------------------------------- */

static bool may_be(const event_seat *s, uint32_t player) {
    for (unsigned i = 0; i < s->candidates; i++)
        if (s->candidate[i] == player)
            return true;
    return false;
}

bool event_knows_all(const event_record *r) {
    for (unsigned i = 0; i < r->seats; i++)
        if (r->seat[i].player == EVENT_NOBODY)
            return false;
    return true;
}

unsigned event_seat_in(const event_record *r, unsigned seat, const event_pairing *p) {
    const event_seat *s = &r->seat[seat];
    if (seat < p->seats && may_be(s, p->player[seat]))
        return seat;
    for (unsigned i = 0; i < p->seats; i++)
        if (may_be(s, p->player[i]) && !may_be(&r->seat[i], p->player[i]))
            return i;
    return XPGN_MAX_SEATS;
}

typedef struct record_fit {
    uint32_t record, pairing, cost;
} record_fit;

enum { UNNAMED = 2, UNKNOWN = 3, ANOTHER = 4, EXCHANGED = 2, ROUND = 3 };

/* The cost of the seats; sets how many are right. */
static uint32_t seats_cost(const event_record *r, const event_pairing *p, unsigned *right) {
    uint32_t cost = 0;
    bool exchanged = false;
    *right = 0;
    for (unsigned i = 0; i < r->seats; i++) {
        const event_seat *s = &r->seat[i];
        unsigned in = event_seat_in(r, i, p);
        *right += in < XPGN_MAX_SEATS;
        exchanged = exchanged || (in < XPGN_MAX_SEATS && in != i);
        if (in == XPGN_MAX_SEATS)
            cost += s->candidates > 0 ? ANOTHER : s->key.size > 0 ? UNKNOWN : UNNAMED;
    }
    return cost + (exchanged ? EXCHANGED : 0);
}

static bool results_agree(const event_record *r, const event_pairing *p) {
    if (p->kind == EVENT_BYE && r->has_score)
        return r->score[0] == event_bye_score(p);
    return !r->has_score || p->kind == EVENT_OPEN ||
           memcmp(r->score, p->score, sizeof r->score) == 0;
}

/* In a match on successive rounds, round first + n is game n + 1. */
static bool is_game_of_match(const event *e, const event_pairing *p, uint32_t game) {
    const event_player *who = &e->player[p->player[0]];
    uint32_t first = p->round - (game - 1), count = 0;
    if (p->seats != 2 || game > p->round)
        return false;
    for (uint32_t k = 0; k < who->pairings; k++) {
        const event_pairing *q = &e->pairing[e->order[who->first + k]];
        bool same = q->seats == 2 && (q->player[0] == p->player[1] || q->player[1] == p->player[1]);
        if (q->round == first - 1 && same)
            return false;
        count += same && q->round >= first && q->round < first + game;
    }
    return count == game || (game == 1 && count == 1);
}

static bool is_round(const event_record *r, const event_pairing *p) {
    return r->round == p->round && (p->part == 0 || r->part == 0 || r->part == p->part);
}

bool event_round_agrees(const event *e, const event_record *r, const event_pairing *p) {
    return r->round == p->round ||
           (p->part == 0 && r->part > 1 && r->round > 0 && is_game_of_match(e, p, r->part));
}

uint32_t event_cost(const event *e, const event_record *r, const event_pairing *p) {
    unsigned right;
    uint32_t seats = seats_cost(r, p, &right), cost = seats;
    uint64_t board = 0;
    bool same_round = is_round(r, p) || (r->round != p->round && event_round_agrees(e, r, p));
    bool copy = r->copy_of != EVENT_NOBODY && event_same_players(r, &e->record[r->copy_of]);
    if (p->seats != r->seats || right == 0 || (right < r->seats && r->round != 0 && !same_round) ||
        right + 2 < r->seats || (copy && (seats > 0 || !same_round)))
        return EVENT_UNFIT;
    cost += same_round ? 0 : r->round == 0 ? 1 : ROUND;
    cost += !results_agree(r, p);
    cost += !event_date_agrees(r->date, p->date);
    cost += p->kind == EVENT_FORFEIT;
    cost += copy;
    if (p->board != 0 && event_number_read(event_trim(r->tag[EVENT_BOARD]), 999999, &board))
        cost += board != p->board;
    return cost;
}

/* ---- assignment ------------------------------------------------------------------------------ */

typedef struct fits {
    event *e;
    record_fit *fit; /* in the arena of the event */
    size_t count, room;
} fits;

static void add_fit(fits *f, uint32_t record, uint32_t pairing) {
    uint32_t cost = event_cost(f->e, &f->e->record[record], &f->e->pairing[pairing]);
    if (cost < EVENT_UNFIT && event_grow(f->e, &f->fit, f->count, &f->room, sizeof *f->fit))
        f->fit[f->count++] = (record_fit){record, pairing, cost};
}

/* The pairings of all players that a record may name. */
static void add_fits(fits *f, uint32_t record) {
    const event *e = f->e;
    const event_record *r = &e->record[record];
    for (unsigned s = 0; s < r->seats; s++)
        for (unsigned i = 0; i < r->seat[s].candidates; i++) {
            const event_player *p = &e->player[r->seat[s].candidate[i]];
            for (uint32_t k = 0; k < p->pairings; k++)
                add_fit(f, record, e->order[p->first + k]);
        }
}

static int compare_fits(const void *a, const void *b) {
    const record_fit *f = a, *g = b;
    if (f->cost != g->cost)
        return f->cost < g->cost ? -1 : 1;
    if (f->record != g->record)
        return f->record < g->record ? -1 : 1;
    return (f->pairing > g->pairing) - (f->pairing < g->pairing);
}

/* Sets the pairing, and its players as far as possible. */
static void set_pairing(event *e, uint32_t record, uint32_t pairing) {
    event_record *r = &e->record[record];
    event_pairing *p = &e->pairing[pairing];
    r->pairing = pairing;
    p->record = record;
    for (unsigned i = 0; i < r->seats; i++) {
        unsigned in = event_seat_in(r, i, p);
        if (in < XPGN_MAX_SEATS)
            r->seat[i].player = p->player[in];
    }
}

/* Resolves names shared by several players to those who have a game with each other. */
static void choose_players(event *e, event_record *r) {
    for (unsigned i = 0; r->seats == 2 && i < r->seat[0].candidates; i++) {
        const event_player *p = &e->player[r->seat[0].candidate[i]];
        for (uint32_t k = 0; k < p->pairings; k++) {
            const event_pairing *q = &e->pairing[e->order[p->first + k]];
            unsigned right;
            if (q->seats != 2 || seats_cost(r, q, &right) > EXCHANGED || right < 2)
                continue;
            for (unsigned s = 0; s < 2; s++)
                r->seat[s].player = q->player[event_seat_in(r, s, q)];
            return;
        }
    }
}

static void measure_names(const event *e, event_record *r) {
    for (unsigned s = 0; s < r->seats; s++) {
        event_seat *seat = &r->seat[s];
        if (seat->player != EVENT_NOBODY)
            seat->distance = (uint8_t)event_key_distance(&seat->key, &e->player[seat->player].key,
                                                         (unsigned)e->o.letters);
    }
}

void event_match(event *e) {
    fits f = {.e = e};
    for (uint32_t i = 0; i < e->records; i++)
        add_fits(&f, i);
    if (f.count > 0)
        qsort(f.fit, f.count, sizeof *f.fit, compare_fits);
    for (size_t i = 0; i < f.count; i++) {
        const record_fit *best = &f.fit[i];
        if (e->record[best->record].pairing == EVENT_NOBODY &&
            e->pairing[best->pairing].record == EVENT_NOBODY)
            set_pairing(e, best->record, best->pairing);
    }
    for (size_t i = 0; i < e->records; i++) {
        if (e->record[i].pairing == EVENT_NOBODY)
            choose_players(e, &e->record[i]);
        measure_names(e, &e->record[i]);
    }
}
