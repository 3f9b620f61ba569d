/* SPDX-License-Identifier: MIT */
/*
 * The fast way through a game of plain chess.  It answers one question: is there certainly nothing
 * to find?  Whatever is unusual (a wrong move, an odd spelling, a position tag, a roll) makes it
 * say "unsure", and the walk goes through the game from its first byte.  So there is one truth, and
 * findings are made in one place.
 */
#ifndef XPGN_GAME_QUICK_H
#define XPGN_GAME_QUICK_H

#include "base/log.h"
#include "rules/ruleset.h"

struct quick_result {
    xpgn_position final; /* after the main line */
    uint32_t plies;      /* of the main line */
    xpgn_slice result;   /* the terminator, within the text or static */
    bool skip_variations;
};

/*
 * Goes through one game whose rules are `chess` (chess movement, captures, mate) unless its tags
 * say otherwise.  True: the walk would find nothing above XPGN_LINT, and *out is set
 * (`skip_variations` is an input).  False: unsure; *out is undefined.
 */
bool quick_check(const xpgn_ruleset *chess, xpgn_slice text, struct quick_result *out);
/* Are these rules such that quick_check can go by them? */
bool quick_fits(const xpgn_ruleset *rs);

#endif
