/* SPDX-License-Identifier: MIT */
/* Between the files of xpgn-replay. */
#ifndef REPLAY_H
#define REPLAY_H

#include "cli.h"

/* Can anything be shown here? False after a message: no terminal. */
bool replay_can_animate(cli *c);
/*
 * Shows the actions of a game on the terminal, one after the other, and obeys the keys.  It begins
 * at the first action for which `begins` is true, or with the start position.  False: the user has
 * had enough.  The walk is at the end of the game then, its findings are complete.
 */
bool replay_animate(cli_worker *w, const xpgn_game *game,
                    bool (*begins)(const void *options, const xpgn_step *step));

#endif
