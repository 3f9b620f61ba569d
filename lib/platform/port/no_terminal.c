/* SPDX-License-Identifier: MIT */
/* Replaces tools/record/record_terminal.c on platforms without a terminal. */
#include "record/record_tool.h"

static bool none(const record *r) {
    cli_message(r->c, "there is no terminal here");
    return false;
}

int record_terminal(record *r) {
    return none(r) ? CLI_GOOD : CLI_TROUBLE;
}

bool record_ask_tags(record *r) {
    return none(r);
}

bool record_ask_again(record *r, const xpgn_reply *a) {
    (void)a;
    return none(r);
}
