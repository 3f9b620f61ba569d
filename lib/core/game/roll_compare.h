/* SPDX-License-Identifier: MIT */
/* Compares the recorded roll of a combat with the computed one, field by field. */
#ifndef XPGN_GAME_ROLL_COMPARE_H
#define XPGN_GAME_ROLL_COMPARE_H

#include "core/game/action_check.h"

/* True if an error has been found, and no more is asked. */
static inline bool check_is_settled(const struct check *c) {
    return c->brief && c->log->errors > 0;
}

/*
 * True if the dice can decide this combat: enough of them, with faces that the die has. Faults are
 * findings (R-01, R-03, R-05, or the rule for the number of dice).
 */
bool compare_dice(const struct check *c);
/* True if a die of `faces` sides shows `face`; a finding if it cannot. */
bool compare_face(unsigned faces, unsigned face, xpgn_place place, struct log *log);
/* The same for a turn roll, which must also have as many dice as the game rolls. */
bool compare_turn_dice(const xpgn_ruleset *rs, const xpgn_turn_dice *dice, xpgn_place place,
                       struct log *log);
/* For an action that stood: true if these dice can decide the combat, even if they are too many or
   too few, or a tie was not rolled again but the record has the fates. */
bool compare_usable(const struct check *c);
/* For a duel whose complete roll is in the facts: true if each recorded total is its die plus the
   bonus. Call it before looking for errors in what follows from the dice. */
bool compare_sums(const struct check *c);
/* True if the roll records anything besides dice. It then records all fates (format section 4). */
bool compare_says_results(const xpgn_roll *roll);
/* Two exchanged fields: the only faults of a roll are that each has the value of the other. */
struct exchanged {
    enum {
        EXCHANGED_COUNTS,
        EXCHANGED_TOTALS,
        EXCHANGED_LOST,
        EXCHANGED_FATES,
        EXCHANGED_COUNT_AND_TOTAL
    } what;
    unsigned exchange, side; /* `side`: if a count and a total of one side are exchanged */
    xpgn_place place;        /* from the first to the second */
};
/* True if two fields are exchanged. The facts are those of a combat or an attempt, with its
   complete roll. */
bool compare_exchanged(const xpgn_roll *recorded, const xpgn_facts *facts, struct exchanged *e);
/* Compares counts, totals and fates with c->facts->roll, before the action is played. Each
   difference is one finding, as are two exchanged fields. */
void compare_fields(const struct check *c);

#endif
