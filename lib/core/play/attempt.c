/* SPDX-License-Identifier: MIT */
#include "core/play/attempt.h"

#include "core/base/roll_data.h"
#include "core/play/ending.h"

void attempt_decide(const xpgn_ruleset *rs, const xpgn_position *p, unsigned die,
                    xpgn_facts *facts) {
    bool teleport = facts->action.kind == XPGN_TELEPORT;
    int bonus = teleport ? (int)leaders_on_board(rs, p, p->side_to_move)
                         : rules_of(rs, facts->action.piece)->bonus;
    xpgn_exchange *x = &facts->roll.exchange[0];
    facts->rule = rs->cite[teleport ? CITE_TELEPORT : CITE_RELEASE];
    facts->roll.exchanges = 1;
    facts->roll.two_sides = false;
    roll_side_clear(&x->side[0]);
    roll_side_clear(&x->side[1]);
    x->side[0].dice_count = 1;
    x->side[0].dice[0] = (uint8_t)die;
    x->side[0].count = (int16_t)(teleport ? bonus : -1);
    x->side[0].total = (int16_t)((int)die + bonus);
}

bool attempt_fits(const xpgn_ruleset *rs, const xpgn_position *p, const xpgn_facts *facts) {
    const xpgn_action *a = &facts->action;
    bool reached = attempt_succeeds(rs, facts);
    if (a->kind == XPGN_TELEPORT)
        return reached || a->to == XPGN_NO_SQUARE;
    if (a->promotion == 0)
        return !reached && a->drop == XPGN_NO_SQUARE;
    return reached && a->promotion < XPGN_TYPES &&
           release_fits(rs, p, a->target, a->promotion, a->drop);
}
