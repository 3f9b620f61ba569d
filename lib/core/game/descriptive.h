/* SPDX-License-Identifier: MIT */
/* Writes English descriptive notation; core/game/word_reading.h reads it. */
#ifndef XPGN_GAME_DESCRIPTIVE_H
#define XPGN_GAME_DESCRIPTIVE_H

#include "core/game/san.h"

enum { DESCRIPTIVE_NAME = 40 };

/*
 * The shortest name that no other legal action has: P-K4, N-KB3, BPxP, PxN(Q), R/1-K2.  False if it
 * has none, as actions outside chess (a shot, an illegal action that stood).
 */
bool descriptive_name(const xpgn_ruleset *rs, const xpgn_position *p, const xpgn_action *a,
                      char text[DESCRIPTIVE_NAME]);

#endif
