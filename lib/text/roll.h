/* SPDX-License-Identifier: MIT */
/* Rolls in angle brackets, and the [%...] commands of comments. */
#ifndef XPGN_TEXT_ROLL_H
#define XPGN_TEXT_ROLL_H

#include "base/log.h"
#include "base/roll.h"

/*
 * Reads what stands between the brackets (format section 4).  `base` is the offset of text.data in
 * the game, for the places.  White space around, and runs of it between exchanges, are taken
 * (wrapped comments).  False: a finding was made with the exact place; *roll is empty.
 * Syntax only: faces and fields are judged by the referee.
 */
bool roll_read(xpgn_slice text, uint32_t base, xpgn_roll *roll, struct xpgn_log *log);

/*
 * Finds the dice and the cells of a roll in export form, <5+2=9:2+2=5x>, at its `<`: what the rest
 * follows from.  The dice are as they are exported; dice_place says where they stand, from the `<`
 * on.  The rest is not looked at: roll_confirms tells whether it is right.  Bytes up to `limit` may
 * be read.  Returns what follows the `>`; NULL: it is in another form, or too near to `limit`.
 */
const char *roll_scan(const char *p, const char *limit, xpgn_roll *roll);
/* The roll that roll_scan found from p up to `next`, now with all that follows from its dice: is it
   written just as it is exported, in full or its dice alone? */
bool roll_confirms(const char *p, const char *next, const xpgn_roll *roll);

/* One [%name rest] command of a comment. */
struct command {
    xpgn_slice name;  /* "roll", "clk": letters, digits, _ */
    xpgn_slice rest;  /* without the white space around it */
    xpgn_slice whole; /* from [ to ] */
};
/*
 * The next command of a comment from *at on; brackets inside nest (an XFEN has them).  False: no
 * more; *at is then the end.  Prose between commands is [old *at, command.whole.data).
 */
bool command_next(xpgn_slice comment, size_t *at, struct command *command);
/* Does a command with a name begin with the [ at p? */
bool command_is_named(const char *p, const char *end);
/* The parts of a command, from its [ to its ]. */
void command_split(xpgn_slice whole, struct command *command);

#endif
