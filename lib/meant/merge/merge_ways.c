/* SPDX-License-Identifier: MIT */
/* What the sheets may have had instead of an action, and at which costs. */
#include "meant/merge/merge.h"

#include <string.h>

/* Combines each of the ways so far with the ways of one more sheet, up to a cost of `most`. */
static void extend(struct ways *w, size_t sheet, const unsigned cost[WAY_KINDS], unsigned most) {
    struct ways before;
    before.count = w->count;
    memcpy(before.list, w->list, w->count * sizeof *w->list);
    w->count = 0;
    for (unsigned way = 0; way < WAY_KINDS; way++) {
        for (size_t i = 0; i < before.count && cost[way] != UINT32_MAX; i++) {
            unsigned sum = before.list[i].cost + cost[way];
            if (w->count == SHEETS_WAYS || sum > most)
                continue;
            w->list[w->count] = before.list[i];
            w->list[w->count].cost = sum;
            w->list[w->count++].way[sheet] = (uint8_t)way;
        }
    }
}

/* Sets the costs of an open half-move, which a [%missing] or an unreadable word can stand for. */
static void cost_open(const struct sheet_entry *e, bool second, unsigned cost[WAY_KINDS]) {
    if (second || e->gap)
        cost[WAY_LEFT_OUT] = UINT32_MAX;
    if (!second && (e->gap || sheet_lacks_dice(e)))
        cost[WAY_ENTRY] = 0;
    else if (!second && e->unrolled)
        cost[WAY_ENTRY] = mistake_cost(MISTAKE_DICE);
    else if (!second && !e->exact)
        cost[WAY_ENTRY] = mistake_cost(MISTAKE_WORD);
}

/* Sets the costs of a known half-move for a sheet with a [%missing] here. Where a turn may have
   several actions, a [%missing] can stand for more than one. */
static void cost_gap(const struct xpgn_merge *s, unsigned cost[WAY_KINDS]) {
    cost[WAY_ENTRY] = 0;
    cost[WAY_LEFT_OUT] = !turn_is_several(s->ruleset) ? UINT32_MAX : 0;
}

/* Sets the costs while two half-moves exchanged by a player are read, `left` entries up to the
   second. The one between is the other player's; the second is played as the first was written. */
static void cost_own(struct xpgn_merge *s, const struct sheet_entry *e, unsigned left,
                     const struct standing *before, const struct choice *c,
                     unsigned cost[WAY_KINDS]) {
    xpgn_slip slip;
    cost[WAY_LEFT_OUT] = UINT32_MAX;
    if (c->open)
        return;
    cost[WAY_ENTRY] = merge_cost(s, left == 1 ? e - 2 : e, before, c, &slip);
    if (left == 1 && cost[WAY_ENTRY] > 0)
        cost[WAY_ENTRY] = UINT32_MAX;
}

/* Sets the costs if the sheet has another half-move here and this one soon after it. */
static void cost_exchanged(struct xpgn_merge *s, const struct merge_node *n, size_t sheet,
                           const struct standing *before, const struct choice *c,
                           unsigned cost[WAY_KINDS]) {
    const struct sheet_entry *e = merge_next(s, n, sheet);
    xpgn_slip slip;
    if (n->at[sheet] + 1 < s->sheet[sheet].count && !e[1].gap &&
        merge_cost(s, e + 1, before, c, &slip) == 0)
        cost[WAY_NEXT] = mistake_cost(MISTAKE_ORDER);
    if (e->own_after && !c->made && !e[2].gap) {
        const unsigned own = merge_cost(s, e + 2, before, c, &slip);
        if (own <= mistake_cost(MISTAKE_WORD)) /* it may be misread besides */
            cost[WAY_OWN] = mistake_cost(MISTAKE_ORDER) + own;
    }
}

unsigned merge_weighed(const struct xpgn_merge *s, size_t sheet, unsigned cost) {
    return s->weighs && s->sheet[sheet].legal && cost != UINT32_MAX ? cost + cost / 2 : cost;
}

/* Sets the cost of an action for a sheet, for each way; UINT32_MAX if a way is impossible. */
static void cost_ways(struct xpgn_merge *s, const struct merge_node *n, size_t sheet,
                      const struct standing *before, const struct choice *c,
                      unsigned cost[WAY_KINDS]) {
    const struct sheet_entry *e = merge_next(s, n, sheet);
    xpgn_slip slip;
    bool second = (n->exchanged >> sheet & 1) != 0;
    cost[WAY_ENTRY] = cost[WAY_NEXT] = cost[WAY_OWN] = UINT32_MAX;
    cost[WAY_LEFT_OUT] = second ? UINT32_MAX : mistake_cost(MISTAKE_LEFT_OUT);
    if (e == NULL &&
        (n->drift[sheet] < 0 || s->sheet[sheet].half)) /* it ends here, which is one slip */
        cost[WAY_LEFT_OUT] = 0;
    if (e == NULL)
        return;
    if (n->own[sheet] > 0) {
        cost_own(s, e, n->own[sheet], before, c, cost);
        return;
    }
    if (c->open) {
        cost_open(e, second, cost);
        return;
    }
    if (e->gap) {
        cost_gap(s, cost);
        return;
    }
    cost[WAY_ENTRY] = merge_cost(s, e, before, c, &slip);
    if (cost[WAY_ENTRY] == 0)
        cost[WAY_LEFT_OUT] = UINT32_MAX;
    if (second && slip == XPGN_SLIP_ACTION)
        cost[WAY_ENTRY] = UINT32_MAX;
    else
        cost[WAY_ENTRY] += sheets_sign_cost(s, e, before, c);
    if (slip == XPGN_SLIP_ACTION && !second)
        cost_exchanged(s, n, sheet, before, c, cost);
}

void merge_find_ways(struct xpgn_merge *s, const struct merge_node *n,
                     const struct standing *before, const struct choice *c, struct ways *w) {
    w->list[0] = (struct way_sum){.cost = 0};
    w->count = 1;
    for (size_t i = 0; i < s->count; i++) {
        unsigned cost[WAY_KINDS];
        cost_ways(s, n, i, before, c, cost);
        for (unsigned way = 0; way < WAY_KINDS; way++)
            cost[way] = merge_weighed(s, i, cost[way]);
        extend(w, i, cost, s->most - n->cost);
    }
}
