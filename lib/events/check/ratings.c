/* SPDX-License-Identifier: MIT */
/* Rating changes of an event. Articles are those of FIDE's B.02. */
#include "events/check/ratings.h"
#include "events/check/checks.h"

enum { MOST = 400, TOP = 2650, HUNDRED = 100 };

/* The rules in force when the event begins, or today's if that is unknown. */
static bool is_since(const event *e, int year, int month) {
    return e->start.year == 0 || event_date_order(e->start, (event_date){year, month, 1}) >= 0;
}

/* Rapid and blitz: each player has less than an hour for 60 moves. */
static bool is_fast(const event *e) {
    enum { MOVES = 60, HOUR = 3600000 };
    event_control both[2];
    if (e->has_control)
        return event_control_most(&e->given[0], MOVES) < HOUR;
    return event_controls_read(e->control, both) && event_control_most(&both[0], MOVES) < HOUR;
}

/* 8.3.1: a difference is capped at 400. For players of 2650 and above it is not since October 2025,
   except in rapid and blitz. From January 2022 to February 2024 the cap applied to one opponent
   only: `spared` is what it saved, else 0. */
static int32_t difference(const event *e, int32_t own, int32_t other, int32_t *spared) {
    int32_t d = own - other;
    if (d < -MOST && (own < TOP || is_fast(e) || !is_since(e, 2025, 10)))
        return -MOST;
    if (d <= MOST || (own >= TOP && !is_fast(e) && is_since(e, 2025, 10)))
        return d;
    if (is_since(e, 2022, 1) && !is_since(e, 2024, 3)) {
        if (d != *spared)
            return d;
        *spared = 0;
    }
    return MOST;
}

/* In rapid and blitz since December 2024 a game is not rated if one player is above 2600 and far
   above the other. */
static bool is_rated(const event *e, int32_t own, int32_t other) {
    enum { HIGH = 2600, FAR = 600 };
    int32_t d = own > other ? own - other : other - own;
    bool far = own > 0 && other > 0 && d >= FAR && (own > HIGH || other > HIGH);
    return other > 0 && !(far && is_fast(e) && is_since(e, 2024, 12));
}

/* 8.3.3: 20; 10 from 2400 on; 40 below 2300 until the end of the year of the 18th birthday; 20 in
   rapid and blitz. The number of earlier games is not known here. If K times the games exceeds 700,
   K is reduced. */
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

/* The rating of the opponent in a rated game on the board; 0 if it is not one. */
static int32_t opponent(const event *e, uint32_t player, const event_pairing *p) {
    if (p->kind != EVENT_PLAYED || p->seats != 2 || p->doubtful)
        return 0;
    int32_t own = (int32_t)e->player[player].rating;
    int32_t other = (int32_t)e->player[p->player[1 - event_seat_of(p, player)]].rating;
    return is_rated(e, own, other) ? other : 0;
}

static int32_t greatest(const event *e, uint32_t player) {
    const event_player *who = &e->player[player];
    int32_t most = 0;
    for (uint32_t k = 0; k < who->pairings; k++) {
        int32_t other = opponent(e, player, &e->pairing[e->order[who->first + k]]);
        if (other > 0 && (int32_t)who->rating - other > most)
            most = (int32_t)who->rating - other;
    }
    return most;
}

void event_rate(const event *e, uint32_t player, event_rating *r) {
    const event_player *who = &e->player[player];
    uint64_t sum = 0;
    int32_t spared = greatest(e, player);
    *r = (event_rating){.games = 0};
    for (uint32_t k = 0; k < who->pairings; k++) {
        const event_pairing *p = &e->pairing[e->order[who->first + k]];
        int32_t other = opponent(e, player, p);
        if (other == 0)
            continue;
        r->games++;
        r->share += p->score[event_seat_of(p, player)];
        sum += (uint64_t)other;
        if (who->rating > 0)
            r->expected += rank_expected(difference(e, (int32_t)who->rating, other, &spared));
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
