/* SPDX-License-Identifier: MIT */
/*
 * What the points of all players together say about a list: that it counts wins otherwise, which no
 * line says, or leaves half-point byes blank. One cause is one finding, and then in force.
 */
#include "events/check/checks.h"

#include <string.h>

static size_t count_wrong(const event *e) {
    size_t wrong = 0;
    int64_t sum;
    for (uint32_t i = 0; i < e->players; i++)
        wrong += !event_points_fit(e, i, &sum);
    return wrong;
}

/* The first player whose points are wrong, who must exist. */
static uint32_t first_wrong(const event *e) {
    int64_t sum;
    uint32_t i = 0;
    while (event_points_fit(e, i, &sum))
        i++;
    return i;
}

/* ---- another system -------------------------------------------------------------------------- */

/* Takes the system with which all points are right, if the list names none. */
static bool take_system(event *e, size_t wrong) {
    static const int32_t systems[][2] = {{3, 1}, {2, 1}};
    const event_points usual = event_points_usual(EVENT_POINT, EVENT_POINT / 2, 0);
    const event_player *p = &e->player[first_wrong(e)];
    if (wrong < 2 || e->has_points || memcmp(&e->points, &usual, sizeof usual) != 0)
        return false;
    for (size_t i = 0; i < 2 * sizeof systems / sizeof *systems; i++) {
        const int32_t *s = systems[i / 2];
        e->points = event_points_usual(s[0] * EVENT_POINT, s[1] * EVENT_POINT, 0);
        if (i % 2 == 1) /* a bye counts as a draw */
            e->points.bye = e->points.draw;
        if (count_wrong(e) > 0)
            continue;
        size_t n = event_find(e, D_EVENT_FORM, EVENT_NOBODY, p->points_place,
                              "the points are those of %ld for a win and %ld for a draw, which no "
                              "line says",
                              (long)s[0], (long)s[1]);
        event_hint(e, n, "write 162  W %ld.0    D %ld.0", (long)s[0], (long)s[1]);
        return true;
    }
    e->points = usual;
    return false;
}

/* ---- half-point byes left blank -------------------------------------------------------------- */

static bool has_round(const event *e, const event_player *p, uint32_t round) {
    for (uint32_t k = 0; k < p->pairings; k++)
        if (e->pairing[e->order[p->first + k]].round == round)
            return true;
    return false;
}

/* The rounds in which a player has nothing; *first: the first of them. */
static uint32_t blank_rounds(const event *e, const event_player *p, uint32_t *first) {
    uint32_t blank = 0;
    for (uint32_t round = event_last_round(e); round > 0; round--)
        if (!has_round(e, p, round)) {
            *first = round;
            blank++;
        }
    return blank;
}

/* How many half-point byes explain the points of a player; 0: they do not. */
static uint32_t half_byes(const event *e, uint32_t player, uint32_t blank) {
    int64_t sum, half = e->points.half >= 0 ? e->points.half : e->points.draw;
    if (event_points_fit(e, player, &sum) || half == 0)
        return 0;
    int64_t more = e->player[player].points - sum;
    return more > 0 && more % half == 0 && more / half <= blank ? (uint32_t)(more / half) : 0;
}

static void add_half_byes(event *e, uint32_t player) {
    for (uint32_t round = event_last_round(e); round > 0; round--) {
        if (has_round(e, &e->player[player], round))
            continue;
        event_pairing *p = event_pairing_add(e, round, 1, e->player[player].points_place);
        if (p == NULL)
            return;
        p->player[0] = player;
        p->kind = EVENT_BYE;
        p->bye = 'H';
    }
}

/* Puts half-point byes into blank rounds, if the points of a player say that they are in all of
   them. */
static void take_half_byes(event *e) {
    uint32_t first = 0, players = 0, who = 0, round = 0;
    for (uint32_t i = 0; i < e->players; i++) {
        uint32_t blank = blank_rounds(e, &e->player[i], &round);
        if (blank == 0 || half_byes(e, i, blank) != blank)
            continue;
        if (players++ == 0) {
            who = i;
            first = round;
        }
        add_half_byes(e, i);
    }
    if (players == 0 || e->status != XPGN_OK)
        return;
    event_list_index(e);
    const event_player *p = &e->player[who];
    size_t n = event_find(e, D_EVENT_FORM, EVENT_NOBODY, p->points_place,
                          "%s has half a point for round %lu, which is blank",
                          event_text(e, p->name), (unsigned long)first);
    if (players > 1)
        event_hint(e, n, "write 0000 - H; likewise for %lu players", (unsigned long)players);
    else
        event_hint(e, n, "write 0000 - H");
}

void event_points_meant(event *e) {
    size_t wrong = e->teams == 0 ? count_wrong(e) : 0;
    if (wrong > 0 && !take_system(e, wrong))
        take_half_byes(e);
}
