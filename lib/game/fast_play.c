/* SPDX-License-Identifier: MIT */
#include "game/fast_play.h"

#include "play/attempt.h"
#include "text/roll.h"

void fast_play_begin(struct fast_play *f, const xpgn_ruleset *rs, struct state *state) {
    f->rs = rs;
    f->state = state;
    f->facts.stood = f->facts.check = false;
    f->facts.outcome = (xpgn_outcome){0};
}

const char *fast_combat(struct fast_play *f, const char *p, const char *limit, bits supporters) {
    xpgn_roll *roll = &f->facts.roll;
    const char *next = *p == '<' ? roll_scan(p, limit, roll) : NULL;
    if (next == NULL || !combat_take(f->rs, &f->state->position, supporters, &f->facts))
        return NULL;
    return roll_confirms(p, next, roll) ? next : NULL;
}

const char *fast_attempt(struct fast_play *f, const char *p, const char *limit) {
    xpgn_roll *roll = &f->facts.roll;
    const char *next = *p == '<' ? roll_scan(p, limit, roll) : NULL;
    const xpgn_roll_side *die = &roll->exchange[0].side[0];
    if (next == NULL || roll->exchanges != 1 || die->dice_count != 1 ||
        die->dice[0] - 1u >= f->rs->die)
        return NULL;
    attempt_decide(f->rs, &f->state->position, die->dice[0], &f->facts);
    f->facts.combat = false;
    return roll_confirms(p, next, roll) ? next : NULL;
}
