/* SPDX-License-Identifier: MIT */
/*
 * Converts notation to actions and back. One interface to three mechanisms, as for movement
 * (core/play/movement.h).
 */
#ifndef XPGN_GAME_SAN_H
#define XPGN_GAME_SAN_H

#include "core/play/movement.h"
#include "core/text/action_notation.h"

enum { SUGGESTIONS = 4, ACTION_NAME = 24, REFUSAL_WORDS = 48 };

/* Actions by their canonical notations, without + and #. */
struct suggestions {
    unsigned count;
    bool all; /* they are all legal actions, not the nearest ones */
    char name[SUGGESTIONS][ACTION_NAME];
};

/* Why there is no action: the rule that it breaks, and a sentence. */
struct refusal {
    bool wordless;    /* `text` is not wanted and not set */
    bool given;       /* a reason has been found */
    const char *rule; /* a rule id, or NULL: use M-01 (not legal) or M-02 (ambiguous) */
    bool ambiguous;
    struct suggestions fits; /* if ambiguous: the first of the actions that fit */
    char text[160];
    char words[16][REFUSAL_WORDS]; /* parts of the sentence */
    unsigned used;
};

/*
 * Sets *action to the one legal action that a notation means. False if there is none or several;
 * movement_explain says why. The promotion of an attack is taken as written, even if the attack may
 * fail. With chess movement a missing or superfluous `x` is accepted if attacks are captures (the
 * referee warns), and refused in other games.
 */
bool movement_resolve(const xpgn_ruleset *rs, const struct state *s, const struct notation *n,
                      xpgn_action *action);
/* After movement_resolve failed: explains why. `words`: the sentence is wanted too. Slow and
   thorough. */
void movement_explain(const xpgn_ruleset *rs, const struct state *s, const struct notation *n,
                      bool words, struct refusal *why);
/*
 * Finds the legal actions whose notations look most like `written`, nearest first, by weighted edit
 * distance: neighbouring squares, a missing x and letters of other languages are near. If none is
 * near and only a few are legal, lists these. `rolled`: only actions that dice decide.
 */
void movement_suggest(const xpgn_ruleset *rs, const struct state *s, xpgn_slice written,
                      bool rolled, struct suggestions *out);
/* The distance of two notations as movement_suggest measures it; if it exceeds `most`, a lower
   bound above `most`. */
unsigned movement_distance(xpgn_slice written, xpgn_slice other, unsigned most);
/* Writes the canonical notation without + or #; `full`: with its full from-square, which also
   identifies an illegal action. */
void movement_name(const xpgn_ruleset *rs, const struct state *s, const xpgn_action *a, bool full,
                   char text[24]);
/*
 * For an action that broke the rules and stood: what a notation means regardless of legality. The
 * piece is the only one of the side to move that it may mean, or of several the only one that moves
 * that way. False if that is not clear, or if the board could not show it (a king captured in games
 * with check, a piece of the same side on the square, a castle that moves).
 */
bool movement_force(const xpgn_ruleset *rs, const struct state *s, const struct notation *n,
                    xpgn_action *action);
/* The squares from which such a piece of that seat could go there on an empty board; all squares if
   not known. */
uint64_t movement_sources(const xpgn_ruleset *rs, const struct notation *n, unsigned seat);
/* True if the seat to move has no piece on any of these squares. False if not known, or for a king,
   which may castle. */
bool movement_hopeless(const xpgn_ruleset *rs, const xpgn_position *p, const struct notation *n);

#endif
