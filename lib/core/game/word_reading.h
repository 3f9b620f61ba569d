/* SPDX-License-Identifier: MIT */
/*
 * Readings: the legal actions that a word can mean if it is not exact notation: shortened captures
 * (ed, dxc, QxP, Bxf), English descriptive notation (P-K4, Kt-KB3, BxKtP), a destination without
 * its rank or file (N4, Bf), in games of long notation a destination alone, and alternatives
 * (Nf6//Nf5). Piece letters are English here; other languages have already been translated
 * (meant/sheet/word_in_hand.h).
 */
#ifndef XPGN_GAME_WORD_READING_H
#define XPGN_GAME_WORD_READING_H

#include "core/game/san.h"

enum { MOST_READINGS = 8 };

struct readings {
    unsigned count; /* number of all that fit; only the first MOST_READINGS are listed */
    bool exact;     /* found as exact notation, without alternatives */
    xpgn_action action[MOST_READINGS];
};

/* The legal actions that `word` can mean at this point of a turn. A word that exact notation reads
   as one legal action means that one. */
void reading_find(const xpgn_ruleset *rs, const struct state *s, xpgn_slice word,
                  struct readings *out);
/* True if the action is among those found. */
bool reading_lists(const struct readings *found, const xpgn_action *a);
/* True if the word has a form of this action, which must be legal, whatever else it can mean. */
bool reading_fits(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_slice word,
                  const xpgn_action *a);
/* True if the word, or one of its alternatives, has the form of an action on such a board. */
bool reading_is_word(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_slice word);

#endif
