/* SPDX-License-Identifier: MIT */
/* A game in progress, for code that looks ahead in it. */
#ifndef XPGN_FACTS_PLAY_GAME_H
#define XPGN_FACTS_PLAY_GAME_H

#include <xpgn/base.h>

#include "core/play/combat.h"

struct xpgn_play {
    const xpgn_ruleset *rs;
    struct state state;
    xpgn_outcome outcome;
};

/* xpgn_play_prepare without the lists of supporters. */
bool play_prepare(const xpgn_play *play, const xpgn_action *a, xpgn_facts *facts);
/*
 * Plays facts->action, which must be legal here, with its fates, cells and choices settled:
 * xpgn_play_act without its checks. `check`: facts->check is wanted.
 */
void play_apply(xpgn_play *play, bool check, xpgn_facts *facts);
/* Ends the turn, which must be allowed to end here. */
void play_end(xpgn_play *play);

#endif
