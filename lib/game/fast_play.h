/* SPDX-License-Identifier: MIT */
/*
 * What both fast readers share: an action with its roll in export form, played by the rules as the
 * referee plays it.  Functions that read take the place p in the text and return the place after
 * what they read; NULL: something is not as it is exported, and the walk has to look at it.  Then
 * nothing has been played.
 */
#ifndef XPGN_GAME_FAST_PLAY_H
#define XPGN_GAME_FAST_PLAY_H

#include "play/apply.h"

enum { FAST_NEAR = 64 }; /* bytes: no mark is kept so near to another, or to the end */

/*
 * Marks are places in the main line to which a run can return.  Each is half way from the one
 * before to the end of the text, so they are few, and what is played again when the run fails is
 * never more than what is saved then.  Returns where the next is due, or `stop`.
 */
static inline const char *fast_next_mark(const char *p, const char *stop) {
    return stop - p > 2 * FAST_NEAR ? p + (stop - p) / 2 : stop;
}

struct fast_play {
    const xpgn_ruleset *rs;
    struct state *state;
    xpgn_facts facts; /* of the action at hand */
};

void fast_play_begin(struct fast_play *f, const xpgn_ruleset *rs, struct state *state);
/* The roll of the combat f->facts.action, a legal attack, at its `<`.  Bytes up to `limit` may be
   read; `supporters` as in combat_take.  The facts are as apply_action takes them. */
const char *fast_combat(struct fast_play *f, const char *p, const char *limit, bits supporters);
/* The same for a teleport or an escape attempt; whether it succeeds tells attempt_succeeds. */
const char *fast_attempt(struct fast_play *f, const char *p, const char *limit);
/* An action without a roll. */
static inline void fast_quiet(struct fast_play *f) {
    f->facts.combat = false;
}
/* Plays f->facts.action. */
static inline void fast_apply(struct fast_play *f) {
    apply_action(f->rs, f->state, &f->facts);
}

#endif
