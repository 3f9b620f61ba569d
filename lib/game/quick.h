/* SPDX-License-Identifier: MIT */
/*
 * The fast way through a game of a ruleset with chess movement and one action a turn.  It answers
 * one question: is there certainly nothing to find?  Whatever is unusual (a wrong move, an odd
 * spelling, a roll in a comment) makes it say "unsure", and the walk goes through the game.  So
 * there is one truth, and findings are made in one place.
 */
#ifndef XPGN_GAME_QUICK_H
#define XPGN_GAME_QUICK_H

#include "game/referee.h"

struct quick {
    bool skip_variations; /* input */
    bool plain;           /* input: no instructions that not every machine has (for the tests) */
    struct xpgn_log *log; /* input: scratch; whatever goes there means "unsure" */
    struct state state;   /* in: the start; out: after the main line */
    xpgn_outcome outcome; /* out: how the rules ended it */
    uint32_t plies;       /* out: of the main line */
    xpgn_slice result;    /* out: the terminator, static */
};

/* Are these rules such that quick_moves can go by them? */
bool quick_fits(const xpgn_ruleset *rs);
/* Is this the usual chess that a game without a Variant tag is about? */
bool quick_is_chess(const xpgn_ruleset *rs);
/*
 * A whole game whose tags do not change its rules or start position; `rs` is chess and fits.
 * True: the walk would find nothing above XPGN_LINT.  False: unsure; the outputs are undefined.
 */
bool quick_game(const xpgn_ruleset *rs, xpgn_slice text, struct quick *q);
/* The movetext of a game whose tags are read; `result` is the Result tag (data NULL: none). */
bool quick_moves(const xpgn_ruleset *rs, xpgn_slice movetext, xpgn_slice result, struct quick *q);

#endif
