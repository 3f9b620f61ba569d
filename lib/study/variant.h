/* SPDX-License-Identifier: MIT */
/*
 * A game without the tag Variant that is no chess, by its rolls or options: one finding about the
 * tag takes the place of those that chess has made, and names the rulesets that fit.
 */
#ifndef XPGN_STUDY_VARIANT_H
#define XPGN_STUDY_VARIANT_H

#include "game/walk.h"

/*
 * After an error: if it is the first of such a game, its findings from index `mark` on are
 * replaced, and nothing more is played (w->unnamed).
 */
void variant_explain(xpgn_walk *w, size_t mark);
/* Reads the tags (walk_open), which may be wrong for the same reason. */
void variant_open(xpgn_walk *w);

/* Plays a game on a walk of its own, until it has more errors than this.  False: before its end.
 */
bool variant_play(xpgn_walk *trial, const xpgn_game *game, size_t errors);

#endif
