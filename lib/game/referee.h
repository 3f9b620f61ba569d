/* SPDX-License-Identifier: MIT */
/*
 * The referee: plays one action, all or nothing, and compares everything that the record says of it
 * with what the rules make of it.  Checking, replaying and completing all go through here.
 */
#ifndef XPGN_GAME_REFEREE_H
#define XPGN_GAME_REFEREE_H

#include "game/check.h"

/*
 * Plays one action.  True: *c->state is the state after it and *c->facts is complete; the log may
 * have errors in derived fields.  False: the state is unchanged, the log says why.  Where a turn is
 * one action the turn passes and the next side is judged; elsewhere referee_end_turn does that.
 * An action that stood is played although it breaks rules, as far as the board can show it, and
 * with the outcome that its roll records; the broken rules are in the log all the same, as errors.
 * Without c->full, facts->text, the lists of supporters, check and the judgement of the next side
 * (mate, no legal action) are left out; see ending_before_turn for the latter.
 */
bool referee_play(struct check *c);
/*
 * Ends a turn of several actions and judges the next side.  A turn that may not end here is a
 * finding at `place`; it ends all the same.
 */
void referee_end_turn(const xpgn_ruleset *rs, struct state *s, xpgn_place place,
                      xpgn_outcome *outcome, struct xpgn_log *log);

#endif
