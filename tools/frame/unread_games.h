/* SPDX-License-Identifier: MIT */
/* What a tool says at its end about games that it left out, or read in part only, and why. */
#ifndef CLI_UNREAD_GAMES_H
#define CLI_UNREAD_GAMES_H

#include "frame/cli.h"

/* For the loop over games: adds what a thread has counted and frees it; says it all and frees it.
 */
void cli_unread_close(cli *c, cli_unread *u);
void cli_unread_tell(cli *c);

#endif
