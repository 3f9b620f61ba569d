/* SPDX-License-Identifier: MIT */
/* Shared by the files of xpgn-replay. */
#ifndef REPLAY_H
#define REPLAY_H

#include "cli.h"

/* True if there is a terminal; else false after a message. */
bool replay_can_animate(cli *c);
/*
 * Plays a game on the terminal, action by action, controlled by keys. Starts at the first action
 * for which `begins` is true, or at the start position. Returns false if the user quits. The walk
 * is then at the end of the game and its findings are complete.
 */
bool replay_animate(cli_worker *w, const xpgn_game *game,
                    bool (*begins)(const void *options, const xpgn_step *step));

#endif
