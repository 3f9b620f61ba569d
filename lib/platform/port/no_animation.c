/* SPDX-License-Identifier: MIT */
/* Replaces tools/replay/replay_animate.c on platforms without a POSIX terminal. */
#include "replay/replay.h"

static bool none(cli *c) {
    cli_message(c, "--animate needs the terminal of a POSIX system");
    return false;
}

bool replay_can_animate(cli *c) {
    return none(c);
}

bool replay_animate(cli_worker *w, const xpgn_game *game, const replay_show *how) {
    (void)game, (void)how;
    return none(w->cli);
}
