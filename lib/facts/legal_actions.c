/* SPDX-License-Identifier: MIT */
/* Functions that need no record: legal actions and their notations. */
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
