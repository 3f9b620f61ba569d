/* SPDX-License-Identifier: MIT */
/* The recorded roll held against the computed one, field by field. */
#ifndef XPGN_GAME_COMPARE_H
#define XPGN_GAME_COMPARE_H

#include "game/referee.h"

/*
 * Are there dice enough to decide this combat, with faces the die has?  Findings say what is wrong
 * (R-01, R-03, R-05, or the rule that says how many dice are rolled).  False: it cannot be decided.
 */
bool compare_dice(const xpgn_ruleset *rs, const xpgn_facts *facts, const struct said *said,
                  struct xpgn_log *log);
/* Of an action that stood: can a combat be decided by these dice, though they are too many or too
   few (or a tie that nobody rolled again, with the fates in the record)? */
bool compare_usable(const xpgn_ruleset *rs, const xpgn_facts *facts, const struct said *said);
/* Does the roll say anything but dice? Then it says all its fates (format section 4). */
bool compare_says_results(const xpgn_roll *roll);
/*
 * Would compare_dice and compare_fields find nothing?  The combat is judged by these dice already,
 * whatever they are; facts->roll is not looked at.
 */
bool compare_confirms(const xpgn_ruleset *rs, const xpgn_facts *facts, const xpgn_roll *roll);
/* Counts, totals and fates against facts->roll; each difference is one finding. */
void compare_fields(const xpgn_ruleset *rs, const xpgn_facts *facts, const xpgn_position *before,
                    const struct said *said, struct xpgn_log *log);
/* "knight c3 3 + pawn e4 1 + die 4": what a total is made of. */
void compare_describe_total(const xpgn_ruleset *rs, const xpgn_facts *facts,
                            const xpgn_position *before, int side, xpgn_buffer *b);

#endif
