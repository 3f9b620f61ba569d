/* SPDX-License-Identifier: MIT */
/* Functions that need no record: legal actions, their notations, their number. */
#include <xpgn/play.h>

#include "core/game/san.h"
#include "core/play/play_action.h"
#include "internal/chance.h"

size_t xpgn_legal_actions(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_action *list,
                          size_t capacity) {
    if (!position_fits(p, &rs->geometry))
        return 0;
    struct state s = {.position = *p};
    return movement_actions(rs, &s, list, capacity);
}

void xpgn_action_name(const xpgn_ruleset *rs, const xpgn_position *p, const xpgn_action *a,
                      char text[24]) {
    text[0] = '\0';
    if (!position_fits(p, &rs->geometry) || !action_is_playable(p, a))
        return;
    struct state s = {.position = *p};
    movement_name(rs, &s, a, false, text);
}

/* No position with chess pieces has more actions than this. */
enum { MOST_MOVES = 1024 };

static uint64_t count_leaves(const xpgn_ruleset *rs, const struct state *s, unsigned depth) {
    xpgn_action list[MOST_MOVES];
    uint64_t leaves = 0;
    if (depth == 1)
        return movement_actions(rs, s, NULL, 0);
    size_t count = movement_actions(rs, s, list, MOST_MOVES);
    for (size_t i = 0; i < count && i < MOST_MOVES; i++) {
        struct state next = *s;
        movement_play(rs, &next.position, &list[i]);
        position_pass(&next.position);
        leaves += count_leaves(rs, &next, depth - 1);
    }
    return leaves;
}

uint64_t xpgn_perft(const xpgn_ruleset *rs, const xpgn_position *p, unsigned depth) {
    bool counted = rs->movement == MOVEMENT_CHESS && combat_is(rs, TRAIT_CAPTURE);
    if (!counted || !position_fits(p, &rs->geometry))
        return 0;
    struct state s = {.position = *p};
    return depth == 0 ? 1 : count_leaves(rs, &s, depth);
}
