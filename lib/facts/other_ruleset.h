/* SPDX-License-Identifier: MIT */
/*
 * For a game without the tag Variant that is not chess, judging by its rolls or options: replaces
 * the findings by the rules of chess by one about the tag, which names the rulesets that fit.
 */
#ifndef XPGN_FACTS_OTHER_RULESET_H
#define XPGN_FACTS_OTHER_RULESET_H

#include "core/walk/walk_state.h"

/*
 * Call it after an error: if it is the first of such a game, replaces the findings from index
 * `mark` on, and stops playing (w->unnamed).
 */
void variant_explain(xpgn_walk *w, size_t mark);
/* Reads the tags (walk_open), which may be wrong for the same reason. */
void variant_open(xpgn_walk *w);

/* Plays a game on a separate walk, until it has more than `errors` errors. False if it did not
   reach the end. */
bool variant_play(xpgn_walk *trial, const xpgn_game *game, size_t errors);
/* The same, once the fast path could not begin. */
bool variant_play_slowly(xpgn_walk *trial, const xpgn_game *game, size_t errors);
/* The same with a tag replaced (trial->instead). False if the fast path cannot begin: nothing is
   known then, and it cannot begin on the text either. *ended: it reached the end. */
bool variant_play_instead(xpgn_walk *trial, const xpgn_game *game, size_t errors, bool *ended);

#endif
