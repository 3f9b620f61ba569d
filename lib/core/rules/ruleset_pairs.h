/* SPDX-License-Identifier: MIT */
/* Mechanisms that exclude each other. */
#ifndef XPGN_RULES_RULESET_PAIRS_H
#define XPGN_RULES_RULESET_PAIRS_H

/* The axes: keys with words. */
enum mechanism_axis {
    AXIS_SETUP,
    AXIS_MOVEMENT,
    AXIS_CASTLING,
    AXIS_SAFETY,
    AXIS_SUPPORT,
    AXIS_COMBAT,
    AXIS_ROUNDS,
    AXIS_ANSWER,
    AXIS_REMOVED,
    AXIS_TURN,
    AXIS_FIRST,
    AXIS_ROLL,
    AXIS_SPEND,
    AXIS_EQUAL,
    AXIS_USELESS,
    AXIS_ROLL_CASTLING,
    AXIS_ROLL_ARRIVAL,
    AXIS_ARRIVAL,
    AXIS_SUCCESSION,
    AXIS_NO_ACTION,
    AXES
};
extern const char *const axis_path[AXES];

/* Why two words of two axes do not work together; NULL: nothing is said against it. */
const char *mechanism_refusal(unsigned axis, unsigned value, unsigned other, unsigned with);

#endif
