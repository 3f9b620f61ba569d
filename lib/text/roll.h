/* SPDX-License-Identifier: MIT */
/* Rolls in angle brackets, and the [%...] commands of comments. */
#ifndef XPGN_TEXT_ROLL_H
#define XPGN_TEXT_ROLL_H

#include "base/log.h"

/* Nothing rolled, nothing said; the places stay what they are. */
static inline void roll_side_clear(xpgn_roll_side *side) {
    side->dice_count = 0;
    side->count = side->total = -1;
    side->fate = 0;
    side->cell_file = side->cell_rank = XPGN_NO_SQUARE;
}

/*
 * Reads what stands between the brackets (format section 4).  `base` is the offset of text.data in
 * the game, for the places.  White space around, and runs of it between exchanges, are taken
 * (wrapped comments).  False: a finding was made with the exact place; *roll is empty.
 * Syntax only: faces and fields are judged by the referee.
 */
bool roll_read(xpgn_slice text, uint32_t base, xpgn_roll *roll, struct xpgn_log *log);

/*
 * Reads a roll as it is exported, <5+2=9:2+2=5x>, at its `<`; its places are 0.  Bytes up to
 * `limit` may be looked at, none of the roll stands behind it.  Returns what follows the `>`; NULL:
 * roll_read has to say what it is.
 */
const char *roll_read_usual(const char *p, const char *limit, xpgn_roll *roll);

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
