/* SPDX-License-Identifier: MIT */
/* Rolls in angle brackets, and the [%...] commands of comments. */
#ifndef XPGN_TEXT_ROLL_TEXT_H
#define XPGN_TEXT_ROLL_TEXT_H

#include "core/base/log.h"
#include "core/base/roll_data.h"
#include "internal/text_out.h"

/*
 * Reads the contents of a roll (format section 4). `base` is the offset of `text` in the game.
 * Allows white space around it, and runs of it between exchanges (wrapped comments). False: R-04 or
 * R-09 was logged with the exact place and *roll is empty. Checks only the syntax; the referee
 * checks faces and fields. `hits`: the game has hit points; in others -lost is no part of a roll.
 */
bool roll_read(xpgn_slice text, uint32_t base, bool hits, xpgn_roll *roll, struct log *log);
enum { LOOSE_ROOM = 128 };
/* Writes the contents of a roll without the blanks around its signs: 5 + 0 = 7w : 1. Returns the
   size; 0: it has none, or is too long. */
size_t roll_tighten(xpgn_slice text, char out[LOOSE_ROOM]);
/* For a roll that cannot be read: the dice at the start of each side of its first exchange. */
void roll_read_dice(xpgn_slice text, xpgn_roll *dice);
/* The cell after its first @; false if there is none. */
bool roll_read_cell(xpgn_slice text, xpgn_roll_side *side);

/*
 * Finds the dice and the cells of a roll in export form, <5+2=9:2+2=5x>, at its `<`; the other
 * fields follow from these and are not read: roll_confirms checks them. dice_place.length is the
 * length of the dice in the text. Bytes up to `limit` may be read. `cells`: the game has prisoners;
 * if not, cells are not searched, and roll_confirms accepts none. Returns the place after the `>`;
 * NULL if it is in another form or too near to `limit`.
 */
const char *roll_scan(const char *p, const char *limit, bool cells, xpgn_roll *roll);
/* True if the roll that roll_scan found in [p, next), which now has all its fields, is written
   exactly in export form, in full or with dice only. */
bool roll_confirms(const char *p, const char *next, const xpgn_roll *roll);

/* The commands that a reader evaluates; span_is_command (core/text/span.h) quickly tells whether a
   [ may begin one. */
enum command_kind {
    COMMAND_OTHER,
    COMMAND_ROLL,
    COMMAND_TURN,
    COMMAND_XFEN,
    COMMAND_ILLEGAL,
    COMMAND_ANNULLED,
    COMMAND_MISSING,
    COMMAND_UNREAD
};
enum command_kind command_kind(xpgn_slice name);
/* True if a named command begins with the [ at p. */
bool command_is_named(const char *p, const char *end);
/* Splits a command, given from [ to ], into name and rest. */
void command_split(xpgn_slice whole, struct command *command);

#endif
