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

/* Is the roll from p up to `next` written as the facts have it? */
static inline bool is_confirmed(const struct fast_play *f, const char *p, const char *next) {
    return roll_confirms((xpgn_slice){p + 1, (size_t)(next - p - 2)}, &f->facts.roll);
}

const char *fast_combat(struct fast_play *f, const char *p, const char *limit) {
    const xpgn_ruleset *rs = f->rs;
    xpgn_facts *facts = &f->facts;
    const char *next = *p == '<' ? roll_scan(p, limit, &f->roll) : NULL;
    if (next == NULL)
        return NULL;
    combat_prepare(rs, &f->state->position, &facts->action, facts);
    if (!combat_dice_fit(rs, facts, &f->roll))
        return NULL;
    combat_judge(rs, &f->roll, facts);
    combat_complete(rs, &f->roll, facts);
    combat_settle(rs, facts);
    if ((rs->removed == REMOVED_PRISONER && !combat_cell_fits(rs, facts)) ||
        combat_arrival_fit(rs, &f->state->position, facts) != ARRIVAL_FITS)
        return NULL;
    return is_confirmed(f, p, next) ? next : NULL;
}

const char *fast_attempt(struct fast_play *f, const char *p, const char *limit) {
    const char *next = *p == '<' ? roll_scan(p, limit, &f->roll) : NULL;
    const xpgn_roll_side *die = &f->roll.exchange[0].side[0];
    if (next == NULL || die->dice_count != 1 || die->dice[0] - 1u >= f->rs->die)
        return NULL;
    attempt_decide(f->rs, &f->state->position, die->dice[0], &f->facts);
    f->facts.combat = false;
    return is_confirmed(f, p, next) ? next : NULL;
}
