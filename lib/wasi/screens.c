/* SPDX-License-Identifier: MIT */
/* In the place of tools/record/terminal.c and tools/replay/animate.c: WASI has no terminal. */
#include "record/record.h"
#include "replay/replay.h"

#include <stdlib.h>

static bool none(cli *c) {
    cli_message(c, "there is no terminal here");
    return false;
}

int record_terminal(record *r) {
    return none(r->c) ? CLI_GOOD : CLI_TROUBLE;
}

bool record_ask_tags(record *r) {
    return none(r->c);
}

bool record_ask_again(record *r, const xpgn_reply *a) {
    (void)a;
    return none(r->c);
}

bool replay_can_animate(cli *c) {
    return none(c);
}

bool replay_animate(cli_worker *w, const xpgn_game *game, const replay_show *how) {
    (void)game, (void)how;
    return none(w->cli);
}
