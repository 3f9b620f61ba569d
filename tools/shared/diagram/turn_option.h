/* SPDX-License-Identifier: MIT */
/* A turn as typed: --at 8w. */
#ifndef CLI_TURN_OPTION_H
#define CLI_TURN_OPTION_H

#include "frame/cli.h"

/* A turn; seat is a letter (w r b g), or 0 for any turn with that number. */
typedef struct cli_turn {
    uint32_t number;
    uint32_t action; /* of cli_read_place: the last action of it that counts; 0: all of the turn */
    char seat;
} cli_turn;

/* Reads "8w" or "12b", also "12", "12." and "12...". */
bool cli_read_turn(const char *text, cli_turn *t);
/* The same, and "8w.2", after the second action of that turn. */
bool cli_read_place(const char *text, cli_turn *t);
/* True if the step (an action or the end of a turn) belongs to that turn. */
bool cli_is_turn(const cli_turn *t, const xpgn_step *step);

#endif
