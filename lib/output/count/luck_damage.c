/* SPDX-License-Identifier: MIT */
/*
 * Luck in games with hit points. Each exchange is a combat of its own, with the hit points that the
 * sides have in it. A hit point is worth its part of the piece, so that worths are counted in parts
 * of half points by which all of them are whole numbers.
 */
#include <xpgn/play.h>

#include "core/play/combat_odds.h"
#include "core/play/damage.h"
#include "core/play/damage_odds.h"
#include "internal/text_out.h"
#include "output/count/luck.h"

enum { MOST_HITS = 96 }; /* of a piece; more would have too many outcomes */

/* Makes *parts large enough for a piece; false if it becomes too large. */
static bool take_piece(const xpgn_ruleset *rs, unsigned type, unsigned seat, uint64_t *parts) {
    const uint64_t full = rs->geometry.full[type],
                   worth = (uint64_t)xpgn_piece_worth(rs, XPGN_PIECE(seat, type));
    if (full == 0)
        return true;
    const uint64_t needs = full / xpgn_common_divisor(full, worth);
    *parts = *parts / xpgn_common_divisor(*parts, needs) * needs;
    return full <= MOST_HITS && *parts * (worth + 1) * 2 <= LUCK_MOST_WORTH;
}

uint32_t luck_damage_parts(const xpgn_ruleset *rs) {
    uint64_t parts = 1;
    bool few = combat_damages(rs);
    for (unsigned type = XPGN_PAWN; few && type < XPGN_TYPES; type++)
        for (unsigned seat = 0; few && seat < rs->geometry.seats; seat++)
            few = take_piece(rs, type, seat, &parts);
    return few ? (uint32_t)parts : 0;
}

/* A distribution that is being made. */
struct damage_dist {
    const xpgn_ruleset *rs;
    const xpgn_facts *facts;
    struct luck_dist *out;
    bool exact; /* the ways can be counted */
};

static int32_t worth_of(const xpgn_ruleset *rs, const xpgn_combatant side[2], uint32_t parts) {
    return (int32_t)odds_rounded(damage_swing(rs, side) * parts);
}

static void take_throw(void *data, struct combat_shown shown, struct dice_weight w) {
    static const double whole = (double)(UINT64_C(1) << 52);
    const struct damage_dist *d = data;
    const uint64_t ways = d->exact ? w.ways : 1 + (uint64_t)(w.chance * whole);
    xpgn_facts f = *d->facts;
    if (!(w.chance > 0))
        return;
    damage_judge(d->rs, shown, &f);
    luck_dist_add(d->out, worth_of(d->rs, f.side, d->out->parts), ways);
    d->out->all += ways;
}

unsigned luck_damage_of(const xpgn_ruleset *rs, const xpgn_facts *facts, bool exact, uint32_t parts,
                        struct luck_dist *out) {
    *out = (struct luck_dist){.parts = parts};
    struct damage_dist d = {rs, facts, out, exact};
    odds_each_throw(rs, facts, take_throw, &d);
    return luck_dist_index(out, worth_of(rs, facts->side, parts));
}
