/* SPDX-License-Identifier: MIT */
/*
 * From a notation to the action that it means, and back.  One interface, three mechanisms behind
 * it, as for movement (play/movement.h).
 */
#ifndef XPGN_GAME_SAN_H
#define XPGN_GAME_SAN_H

#include "play/movement.h"
#include "text/notation.h"

enum { SUGGESTIONS = 4, ACTION_NAME = 24, REFUSAL_WORDS = 48 };

/* Actions by their canonical notations, without + and #. */
struct suggestions {
    unsigned count;
    bool all; /* not that they were near: there are no others */
    char name[SUGGESTIONS][ACTION_NAME];
};

/* Why no action: the rule it breaks, and a sentence. */
struct refusal {
    bool wordless;    /* `text` is not wanted, nor set */
    bool given;       /* a reason is found */
    const char *rule; /* a rule id, or NULL: use M-01 (not legal) or M-02 (ambiguous) */
    bool ambiguous;
    struct suggestions fits; /* ambiguous: the actions that fit, as many as there is room for */
    char text[160];
    char words[16][REFUSAL_WORDS]; /* what the sentence is made of */
    unsigned used;
};

/*
 * The one legal action that a notation says, in *action.  True: it is the only one.  False: none,
 * or several (then movement_explain says why).  `promotion` of an attack is taken as written, also
 * where it does not arrive in the end.  In CHESS movement a missing or needless `x` is taken (the
 * referee warns) where the ruleset's combat is COMBAT_CAPTURE, and refused elsewhere.
 */
bool movement_resolve(const xpgn_ruleset *rs, const struct state *s, const struct notation *n,
                      xpgn_action *action);
/* After movement_resolve has found none, or several: why. `words`: the sentence is wanted too. Slow
   and thorough. */
void movement_explain(const xpgn_ruleset *rs, const struct state *s, const struct notation *n,
                      bool words, struct refusal *why);
/*
 * The legal actions whose notations look most like `written`, the likeliest first: by weighted edit
 * distance, so that neighbouring squares, a missing x and letters of other languages are near.
 * If none is near and only a few are legal at all, these.  `rolled`: only those that dice decide.
 */
void movement_suggest(const xpgn_ruleset *rs, const struct state *s, xpgn_slice written,
                      bool rolled, struct suggestions *out);
/* How far two writings are from each other, as movement_suggest has it; that far at least, if it is
   more than `most`. */
unsigned movement_distance(xpgn_slice written, xpgn_slice other, unsigned most);
/* Canonical notation without + or #; `full`: with its whole from-square, so that it says the same
   again of an action that is not legal. */
void movement_name(const xpgn_ruleset *rs, const struct state *s, const xpgn_action *a, bool full,
                   char text[24]);
/*
 * What a notation says if legality is left aside: the one piece of the side to move that it may
 * mean (of several the one that goes there as such a piece does), and where it goes.  For an action
 * that broke the rules and stood.  False: not clear, or nothing that the board could show (a king
 * taken where there is check, a piece of the same side on the square, a castle that moves).
 */
bool movement_force(const xpgn_ruleset *rs, const struct state *s, const struct notation *n,
                    xpgn_action *action);
/* The squares from which such a piece of that seat could go there, whatever else stands on the
   board; all: not known. */
uint64_t movement_sources(const xpgn_ruleset *rs, const struct notation *n, unsigned seat);
/* Does no piece of the seat to move stand on one of them?  False: not known, or a king, who may
   castle. */
bool movement_hopeless(const xpgn_ruleset *rs, const xpgn_position *p, const struct notation *n);

#endif
