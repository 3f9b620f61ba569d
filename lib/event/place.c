/* SPDX-License-Identifier: MIT */
/* Finds the pairing that a score sheet belongs to, by its players, round and board. A pairing may
   have several sheets. */
#include "event/event.h"

#include <string.h>

/* For a sheet without names: true if round and board agree. */
static bool is_at_board(const event_record *r, const event_pairing *p) {
    uint64_t board;
    return p->board != 0 && p->round == r->round &&
           event_number_read(event_trim(r->tag[EVENT_BOARD]), 999999, &board) && board == p->board;
}

static bool names_somebody(const event_record *r) {
    bool named = false;
    for (unsigned i = 0; i < r->seats; i++)
        named |= r->seat[i].key.size > 0;
    return named;
}

static size_t find_pairing(event *e, const event_record *r, bool *tied) {
    uint32_t least = EVENT_UNFIT;
    size_t best = SIZE_MAX;
    for (size_t i = 0; i < e->pairings; i++) {
        const event_pairing *p = &e->pairing[i];
        uint32_t cost = names_somebody(r)   ? event_cost(e, r, p)
                        : is_at_board(r, p) ? 0
                                            : EVENT_UNFIT;
        if (cost < EVENT_UNFIT && cost == least)
            *tied = true;
        if (cost >= least)
            continue;
        least = cost;
        best = i;
        *tied = false;
    }
    return best;
}

xpgn_status xpgn_event_place(xpgn_event *e, const xpgn_game *game, size_t *pairing) {
    event_record r = {.game = *game, .copy_of = EVENT_NOBODY, .second_of = EVENT_NOBODY};
    bool tied = false;
    if (e->status != XPGN_OK || e->list.text.data == NULL)
        return e->status != XPGN_OK ? e->status : XPGN_INVALID;
    if (e->near == NULL)
        event_near_begin(e);
    event_record_tags(e, &r);
    event_resolve_record(e, &r);
    if (e->status != XPGN_OK)
        return e->status;
    size_t best = find_pairing(e, &r, &tied);
    if (best == SIZE_MAX || tied)
        return tied ? XPGN_INVALID : XPGN_NOT_FOUND;
    *pairing = best;
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
