/* SPDX-License-Identifier: MIT */
/* The recorded roll of a combat against the computed one, field by field. */
#ifndef XPGN_GAME_COMPARE_H
#define XPGN_GAME_COMPARE_H

#include "game/check.h"

/*
 * Are there dice enough to decide this combat, with faces the die has?  Findings say what is wrong
 * (R-01, R-03, R-05, or the rule that says how many dice are rolled).  False: it cannot be decided.
 */
bool compare_dice(const struct check *c);
/* Has the die that face? A finding if not. */
bool compare_face(const xpgn_ruleset *rs, unsigned face, xpgn_place place, struct log *log);
/* The same of all dice of a side: one finding. */
bool compare_faces(const xpgn_ruleset *rs, const xpgn_roll_side *s, xpgn_place place,
                   struct log *log);
/* Of an action that stood: can a combat be decided by these dice, though they are too many or too
   few (or a tie that was not rolled again, with the fates in the record)? */
bool compare_usable(const struct check *c);
/* Of a duel whose roll is complete in the facts: is each total recorded its die and the bonus? To
   be asked before an error is looked for in what follows from the dice. */
bool compare_sums(const struct check *c);
/* Does the roll record anything but dice? Then it records all its fates (format section 4). */
bool compare_says_results(const xpgn_roll *roll);
/* Two fields of an exchange that are all that is wrong with a roll: each has what the other should
   have. */
struct exchanged {
    enum { EXCHANGED_COUNTS, EXCHANGED_TOTALS, EXCHANGED_FATES, EXCHANGED_COUNT_AND_TOTAL } what;
    unsigned exchange, side; /* `side`: of a count and a total */
    xpgn_place place;        /* from the first to the second */
};
/* Is it so?  The facts are those of a combat or an attempt, with its roll in full. */
bool compare_exchanged(const xpgn_roll *recorded, const xpgn_facts *facts, struct exchanged *e);
/* Counts, totals and fates against c->facts->roll, before the action is played; each difference is
   one finding, and so are two fields exchanged. */
void compare_fields(const struct check *c);

#endif
