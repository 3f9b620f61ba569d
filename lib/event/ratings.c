/* SPDX-License-Identifier: MIT */
/* What ratings make of an event: articles are those of FIDE's B.02. */
#include "event/ratings.h"

#include <string.h>

enum { MOST = 400, TOP = 2650, HUNDRED = 100 };

/* 8.3.1: a difference counts for no more than 400; since 1 October 2025 that of players from 2650
   on does. */
static int32_t difference(const event *e, int32_t own, int32_t other) {
    int32_t d = own - other;
    bool all = own >= TOP && e->start.year > 0 &&
               event_date_order(e->start, (event_date){2025, 10, 1}) >= 0;
    return all ? d : d > MOST ? MOST : d < -MOST ? -MOST : d;
}

/* Rapid and blitz, where each player has less than an hour for 60 moves. */
static bool is_fast(const event *e) {
    enum { MOVES = 60, HOUR = 3600000 };
    event_control both[2];
    if (e->has_control)
        return event_control_most(&e->given[0], MOVES) < HOUR;
    return event_controls_read(e->control, both) && event_control_most(&both[0], MOVES) < HOUR;
}

/* 8.3.3: 20; 10 from 2400 on; 40 below 2300 until the end of the year of the 18th birthday; 20 in
   rapid and blitz. How many games he has played before is not known here. If K times the games are
   more than 700, K is less. */
uint32_t event_k(const event *e, uint32_t player, uint32_t games) {
    enum { MASTER = 2400, JUNIOR = 2300, ADULT = 18, LIMIT = 700 };
    const event_player *p = &e->player[player];
    bool young = p->birth.year > 0 && e->start.year > 0 && e->start.year - p->birth.year <= ADULT;
    uint32_t k = e->o.k > 0                    ? e->o.k
                 : is_fast(e)                  ? 20
                 : p->rating >= MASTER         ? 10
                 : young && p->rating < JUNIOR ? 40
                                               : 20;
    return games > 0 && k * games > LIMIT ? LIMIT / games : k;
}

void event_rate(const event *e, uint32_t player, event_rating *r) {
    const event_player *who = &e->player[player];
    uint64_t sum = 0;
    *r = (event_rating){.games = 0};
    for (uint32_t k = 0; k < who->pairings; k++) {
        const event_pairing *p = &e->pairing[e->order[who->first + k]];
        unsigned seat = event_seat_of(p, player);
        if (p->kind != EVENT_PLAYED || p->seats != 2 || p->doubtful)
            continue;
        uint32_t other = e->player[p->player[1 - seat]].rating;
        if (other == 0)
            continue;
        r->games++;
        r->share += p->score[seat];
        sum += other;
        if (who->rating > 0)
            r->expected += rank_expected(difference(e, (int32_t)who->rating, (int32_t)other));
    }
    if (r->games == 0)
        return;
    uint32_t percent =
        (2 * r->share * HUNDRED + r->games * RANK_SHARE) / (2 * r->games * RANK_SHARE);
    r->average = (uint32_t)((2 * sum + r->games) / (2 * r->games));
    r->performance = (int32_t)r->average + rank_difference(percent < HUNDRED ? percent : HUNDRED);
    r->k = event_k(e, player, r->games);
    /* share is in twelfths, expected in hundredths */
    r->change =
        who->rating == 0
            ? 0
            : (int32_t)r->k * ((int32_t)(r->share * HUNDRED) / RANK_SHARE - (int32_t)r->expected);
}
