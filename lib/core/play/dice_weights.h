/* SPDX-License-Identifier: MIT */
/* What the dice of a side show: the highest of a pool, the only one or their sum; and in how many
   ways. */
#ifndef XPGN_PLAY_DICE_WEIGHTS_H
#define XPGN_PLAY_DICE_WEIGHTS_H

#include "core/base/faces.h"
#include "core/rules/ruleset.h"

/* The sum of the dice. */
static inline int dice_sum(const xpgn_roll_side *s) {
    int sum = 0;
    for (unsigned i = 0; i < s->dice_count; i++)
        sum += s->dice[i];
    return sum;
}
/* What counts of the dice; 0 if the side has none. */
static inline int dice_shown(const xpgn_ruleset *rs, const xpgn_roll_side *s) {
    if (combat_adds_dice(rs))
        return dice_sum(s);
    if (!combat_counts_highest(rs))
        return combat_rolls(rs) ? s->dice[0] : 0;
    if (s->dice_count == 0)
        return 0;
    return 1 + (int)(s->dice_count <= FACES_FEW ? faces_highest_of_few(s->dice, s->dice_count)
                                                : faces_highest(s->dice, s->dice_count));
}

/* A number of ways and their share of all ways. The number is meaningless after an overflow. */
struct dice_weight {
    uint64_t ways;
    double chance;
};
/* The throws whose highest die is `face`; no dice show 0 in one way. */
static inline struct dice_weight dice_weigh(unsigned face, unsigned dice, unsigned faces) {
    uint64_t up_to = 1, below = dice > 0;
    double most = 1, less = dice > 0;
    for (unsigned i = 0; i < dice; i++) {
        up_to *= face;
        below *= face - 1;
        most *= (double)face / faces;
        less *= (double)(face - 1) / faces;
    }
    return dice == 0 ? (struct dice_weight){1, 1}
                     : (struct dice_weight){up_to - below, most - less};
}

#endif
