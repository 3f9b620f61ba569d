/* SPDX-License-Identifier: MIT */
/* Finds the pairing that a score sheet belongs to, by its players, round and board. A pairing may
   have several sheets. */
#include "events/check/checks.h"
#include "internal/events.h"

#include <string.h>

/* The pairing that fits best so far. */
typedef struct best_place {
    size_t pairing; /* SIZE_MAX: none */
    uint32_t cost;
    bool tied; /* another one fits as well */
} best_place;

static void consider(best_place *best, size_t pairing, uint32_t cost) {
    if (cost >= EVENT_UNFIT || cost > best->cost || pairing == best->pairing)
        return;
    best->tied = cost == best->cost;
    best->cost = cost;
    best->pairing = pairing;
}

/* For a sheet without names: round and board. */
static void find_board(const event *e, const event_record *r, best_place *best) {
    uint64_t board;
    if (!event_number_read(event_trim(r->tag[EVENT_BOARD]), 999999, &board) || board == 0)
        return;
    for (size_t i = 0; i < e->pairings; i++)
        if (e->pairing[i].board == board && e->pairing[i].round == r->round)
            consider(best, i, 0);
}

/* The pairings of all whom the sheet may name. */
static void find_players(const event *e, const event_record *r, best_place *best) {
    for (unsigned s = 0; s < r->seats; s++)
        for (unsigned i = 0; i < r->seat[s].candidates; i++) {
            const event_player *p = &e->player[r->seat[s].candidate[i]];
            for (uint32_t k = 0; k < p->pairings; k++) {
                uint32_t pairing = e->order[p->first + k];
                consider(best, pairing, event_cost(e, r, &e->pairing[pairing]));
            }
        }
}

static bool names_somebody(const event_record *r) {
    bool named = false;
    for (unsigned i = 0; i < r->seats; i++)
        named |= r->seat[i].key.size > 0;
    return named;
}

xpgn_status xpgn_event_place(xpgn_event *e, const xpgn_game *game, size_t *pairing) {
    event_record r = {.game = *game, .copy_of = EVENT_NOBODY, .second_of = EVENT_NOBODY};
    best_place best = {SIZE_MAX, EVENT_UNFIT, false};
    if (e->status != XPGN_OK || e->list.text.data == NULL)
        return e->status != XPGN_OK ? e->status : XPGN_INVALID;
    if (e->near == NULL)
        event_near_begin(e);
    event_record_tags(e, &r);
    event_resolve_record(e, &r);
    if (e->status != XPGN_OK)
        return e->status;
    if (names_somebody(&r))
        find_players(e, &r, &best);
    else
        find_board(e, &r, &best);
    if (best.pairing == SIZE_MAX || best.tied)
        return best.tied ? XPGN_INVALID : XPGN_NOT_FOUND;
    *pairing = best.pairing;
    return XPGN_OK;
}

bool xpgn_event_pairing(const xpgn_event *e, size_t index, xpgn_pairing *out) {
    if (index >= e->pairings)
        return false;
    const event_pairing *p = &e->pairing[index];
    *out = (xpgn_pairing){.round = p->round,
                          .board = p->board,
                          .seats = p->seats,
                          .played = p->kind == EVENT_OPEN || p->kind == EVENT_PLAYED,
                          .year = p->date.year,
                          .month = p->date.month,
                          .day = p->date.day};
    out->outcome.over = p->kind == EVENT_PLAYED && p->seats > 1;
    memcpy(out->outcome.score, p->score, sizeof p->score);
    for (unsigned i = 0; i < p->seats; i++)
        out->name[i] = e->player[p->player[i]].name;
    return true;
}
