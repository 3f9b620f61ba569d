/* SPDX-License-Identifier: MIT */
#include "core/play/chess_draws.h"

#include <xpgn/rulesets.h>

#include <string.h>

bool xpgn_draws_known(const xpgn_ruleset *rs) {
    return rs->no_action == DECIDE_CHECK && attacks_capture(rs) && !turn_rolls_actors(rs);
}

static bool remember_position(struct draw_watch *d, struct arena *arena, uint64_t key) {
    uint64_t *seen = arena_grow(arena, d->seen, d->count, &d->capacity, sizeof *seen);
    if (seen == NULL)
        return false;
    d->seen = seen;
    d->seen[d->count++] = key;
    return true;
}

static unsigned times_seen(const struct draw_watch *d, uint64_t key) {
    unsigned times = 0;
    for (size_t i = 0; i < d->count; i++)
        times += d->seen[i] == key;
    return times;
}

unsigned draw_times(const struct draw_watch *d, const xpgn_ruleset *rs, const xpgn_position *p) {
    return times_seen(d, xpgn_position_key(rs, p));
}

bool draw_note(struct draw_watch *d, struct arena *arena, const xpgn_ruleset *rs,
               const xpgn_position *p) {
    d->dead = d->dead || draw_is_dead(p);
    if (d->automatic != NULL)
        return true;
    if (p->halfmove_clock == 0)
        d->count = 0;
    if (p->halfmove_clock >= XPGN_DRAW_CLOCK) {
        d->automatic = "75 moves without a capture or a pawn move";
        return true;
    }
    uint64_t key = xpgn_position_key(rs, p);
    unsigned times = times_seen(d, key) + 1;
    d->most = times > d->most ? times : d->most;
    if (times >= XPGN_DRAW_TIMES)
        d->automatic = "fivefold repetition";
    return remember_position(d, arena, key);
}

bool draw_repeats(const struct draw_signs *d, uint32_t clock) {
    unsigned times = 1 + (clock % 2 == 0);
    for (uint32_t back = 4; back < clock; back += 2)
        times += d->seen[clock - back] == d->seen[clock];
    return times >= XPGN_DRAW_TIMES;
}

bool draw_may_begin(struct draw_signs *d, const xpgn_position *p) {
    if (p->halfmove_clock >= XPGN_DRAW_CLOCK || draw_is_dead(p))
        return true;
    memset(d->seen, 0, p->halfmove_clock * sizeof *d->seen);
    return draw_may_be(d, p);
}
