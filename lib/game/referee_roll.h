/* SPDX-License-Identifier: MIT */
/* Recorded rolls under check: of combats, teleports and escape attempts. */
#ifndef XPGN_GAME_REFEREE_ROLL_H
#define XPGN_GAME_REFEREE_ROLL_H

#include "game/check.h"

/*
 * The roll of c->facts->action, which combat_prepare has seen; completes the facts but for what
 * apply_action adds.  True: the action can be played; the log may have errors in derived fields.
 * False: the log says why not.
 */
bool check_combat(const struct check *c);
bool check_attempt(const struct check *c);

#endif
