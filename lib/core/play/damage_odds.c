/* SPDX-License-Identifier: MIT */
#include "core/play/damage_odds.h"

#include "core/rules/ruleset.h"
#include "internal/rules.h"

/* The hit points that a combat takes of those that a side has. */
static int taken_of(const xpgn_combatant *c) {
    return c->fate == 'x' || c->lost > c->hits ? c->hits : c->lost > 0 ? c->lost : 0;
}

/* What it costs a side to lose a number of hit points, in half points. */
static double cost_of(const xpgn_ruleset *rs, xpgn_piece piece, double points) {
    return xpgn_piece_worth(rs, piece) * points / rs->geometry.full[XPGN_TYPE_OF(piece)];
}

double damage_swing(const xpgn_ruleset *rs, const xpgn_combatant side[2]) {
    return cost_of(rs, side[1].piece, taken_of(&side[1])) -
           cost_of(rs, side[0].piece, taken_of(&side[0]));
}

void damage_sum_add(struct damage_sum *s, const xpgn_ruleset *rs, const xpgn_combatant side[2],
                    double chance) {
    const double swing = damage_swing(rs, side);
    const unsigned at = xpgn_fate_of(side[0].fate), df = xpgn_fate_of(side[1].fate);
    s->out->worth[at][df] += chance * swing;
    s->square += chance * swing * swing;
    for (unsigned i = 0; i < 2; i++)
        s->out->lost[at][df][i] += chance * taken_of(&side[i]);
}

void damage_sum_end(struct damage_sum *s) {
    xpgn_odds *out = s->out;
    for (unsigned i = 0; i < 9; i++) {
        const double chance = out->chance[i / 3][i % 3];
        out->expected += out->worth[i / 3][i % 3];
        if (!(chance > 0))
            continue;
        out->worth[i / 3][i % 3] /= chance;
        out->lost[i / 3][i % 3][0] /= chance;
        out->lost[i / 3][i % 3][1] /= chance;
    }
    out->variance = s->square - out->expected * out->expected;
}
