/* SPDX-License-Identifier: MIT */
#include "core/play/damage.h"

#include "core/base/roll_data.h"

void damage_begin(const xpgn_ruleset *rs, xpgn_facts *facts) {
    for (unsigned i = 0; i < 2; i++) {
        xpgn_combatant *c = &facts->side[i];
        if (c->hits == 0)
            c->hits = rs->geometry.full[XPGN_TYPE_OF(c->piece)];
        c->lost = (int16_t)(combat_harms(rs, i) ? 0 : -1);
    }
}

/* What an exchange does to a side. */
struct loss {
    int lost;
    bool removed;
};

static struct loss loss_of(const xpgn_ruleset *rs, const xpgn_facts *facts, unsigned side,
                           struct combat_shown x) {
    const xpgn_combatant *at = &facts->side[0], *df = &facts->side[1];
    char fate = FATE_DAMAGE;
    int lost = 0;
    if (combat_is_blow(rs)) {
        lost = blow_takes(rs, at->piece, df->hits, side);
    } else {
        const int margin = combat_total(rs, at, x.attacker) - combat_total(rs, df, x.defender);
        fate = ruleset_margin_row(rs, margin)->fate[side];
        lost = fate == FATE_DAMAGE ? abs(margin) : 0;
    }
    return (struct loss){lost, fate == 'x' || lost >= facts->side[side].hits};
}

void damage_judge(const xpgn_ruleset *rs, struct combat_shown shown, xpgn_facts *facts) {
    xpgn_combatant *side = facts->side;
    const struct loss loss[2] = {loss_of(rs, facts, 0, shown), loss_of(rs, facts, 1, shown)};
    if (!combat_is_blow(rs)) {
        side[0].total = combat_total(rs, &side[0], shown.attacker);
        side[1].total = combat_total(rs, &side[1], shown.defender);
        facts->margin = (int16_t)(side[0].total - side[1].total);
    }
    for (unsigned i = 0; i < 2; i++) {
        side[i].lost = (int16_t)(combat_harms(rs, i) ? loss[i].lost : -1);
        side[i].fate = (char)(loss[i].removed * 'x');
    }
}

/* Judges an exchange and takes what is lost off both sides. */
static void strike(const xpgn_ruleset *rs, const xpgn_exchange *x, xpgn_facts *facts) {
    damage_judge(rs, combat_shown(rs, x), facts);
    for (unsigned i = 0; i < 2; i++)
        if (facts->side[i].lost > 0)
            facts->side[i].hits = (int16_t)(facts->side[i].hits - facts->side[i].lost);
}

void damage_complete(const xpgn_ruleset *rs, xpgn_facts *facts) {
    const int16_t before[2] = {facts->side[0].hits, facts->side[1].hits};
    int16_t lost[2] = {0, 0};
    for (unsigned e = 0; e < facts->roll.exchanges; e++) {
        xpgn_exchange *x = &facts->roll.exchange[e];
        strike(rs, x, facts);
        for (unsigned i = 0; i < 2; i++) {
            const xpgn_combatant *c = &facts->side[i];
            const bool last = e + 1u == facts->roll.exchanges;
            roll_side_strip(&x->side[i]);
            x->side[i].cell_file = x->side[i].cell_rank = XPGN_NO_SQUARE;
            x->side[i].total = c->total;
            x->side[i].lost = c->lost;
            x->side[i].fate = (char)(last ? c->fate : 0);
            lost[i] = (int16_t)(lost[i] + c->lost);
        }
    }
    for (unsigned i = 0; i < 2; i++) {
        facts->side[i].hits = before[i];
        facts->side[i].lost = (int16_t)(combat_harms(rs, i) ? lost[i] : -1);
    }
}

unsigned damage_survived(const xpgn_ruleset *rs, const xpgn_facts *facts, const xpgn_roll *roll) {
    xpgn_facts f = *facts;
    unsigned e = 0;
    for (; e < roll->exchanges; e++) {
        strike(rs, &roll->exchange[e], &f);
        if (f.side[0].fate != 0 || f.side[1].fate != 0)
            break;
    }
    return e;
}

bool damage_goes_on(const xpgn_ruleset *rs, const xpgn_facts *facts, const xpgn_roll *roll) {
    return facts->combat && combat_goes_on(rs) && roll->exchanges > 0 &&
           roll->exchanges < XPGN_MAX_EXCHANGES && roll_has_room(roll) &&
           damage_survived(rs, facts, roll) == roll->exchanges;
}
