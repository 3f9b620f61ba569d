/* SPDX-License-Identifier: MIT */
/*
 * The fast way through a game of a ruleset with chess movement and one action a turn.  It answers
 * one question: is there certainly nothing to find?  Whatever is unusual (a wrong move, an odd
 * spelling, a roll in a comment) makes it say "unsure", and the walk goes through the game.  So
 * there is one truth, and findings are made in one place.
 */
#ifndef XPGN_GAME_QUICK_H
#define XPGN_GAME_QUICK_H

#include "play/turn.h"
#include "base/log.h"

struct quick {
    bool skip_variations; /* input */
    bool branches;        /* input: a ( stands somewhere in the text */
    xpgn_spelt *spelt;    /* input: room for as many moves as fit into the text, or NULL; out: the
                             moves.  Such games have neither comments nor variations. */
    bool plain;           /* input: no instructions that not every machine has (for the tests) */
    struct xpgn_log *log; /* input: scratch; whatever goes there means "unsure" */
    struct state state;   /* in: the start; out: after the main line */
    xpgn_outcome outcome; /* out: how the rules ended it */
    uint32_t plies;       /* out: of the main line */
    xpgn_slice result;    /* out: the terminator, static or in the text */
    uint8_t last_seat;    /* out, of quick_turns: of the last turn, and its number */
    uint32_t last_number;
};

/* Are these rules such that quick_moves can go by them? */
bool quick_fits(const xpgn_ruleset *rs);
/* Can it spell the moves as well? */
bool quick_can_spell(const xpgn_ruleset *rs);
/*
 * The movetext of a game whose tags are read; `result` is the Result tag (data NULL: none).
 * True: the walk would find nothing above XPGN_LINT.  False: unsure; the outputs are undefined.
 */
bool quick_moves(const xpgn_ruleset *rs, xpgn_slice movetext, xpgn_slice result, struct quick *q);
/* The same for long notation with several actions a turn. */
bool quick_turns_fit(const xpgn_ruleset *rs);
bool quick_turns(const xpgn_ruleset *rs, xpgn_slice movetext, xpgn_slice result, struct quick *q);

#endif
