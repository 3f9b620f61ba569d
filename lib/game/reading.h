/* SPDX-License-Identifier: MIT */
/*
 * Readings: the legal actions that a word can mean as people write it, where exact notation says
 * nothing.  Captures cut short (ed, dxc, QxP, Bxf), English descriptive notation (P-K4, Kt-KB3,
 * BxKtP), a destination with its rank or file left out (N4, Bf), in games of long notation a
 * destination alone, and alternatives (Nf6//Nf5).  Piece letters are English here; other languages
 * have been translated before (import/words.h).
 */
#ifndef XPGN_GAME_READING_H
#define XPGN_GAME_READING_H

#include "game/san.h"

enum { MOST_READINGS = 8 };

struct readings {
    unsigned count; /* of all that fit; only the first MOST_READINGS are listed */
    bool exact;     /* one by exact notation, without alternatives */
    xpgn_action action[MOST_READINGS];
};

/* The legal actions that `word` can mean at this point of a turn. A word that exact notation reads
   as one legal action means that one. */
void reading_find(const xpgn_ruleset *rs, const struct state *s, xpgn_slice word,
                  struct readings *out);
/* Is an action one of those that were found? */
bool reading_lists(const struct readings *found, const xpgn_action *a);
/* Has the word the form of this action, if that is legal, no matter what else it can mean? */
bool reading_fits(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_slice word,
                  const xpgn_action *a);
/* Has the word, or one of its alternatives, the form of an action on a board like this? */
bool reading_is_word(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_slice word);

#endif
