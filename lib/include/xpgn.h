/* SPDX-License-Identifier: MIT */
/*
 * xpgn.h - the public interface of libxpgn.
 *
 * XPGN is PGN with one new token, the roll <5+2=9:2+2=5x>. The library reads such records, knows
 * the rules of the games (rulesets in YAML), checks and replays every recorded game, and writes
 * records, positions, diagrams and statistics.
 *
 * The flow of data:
 *
 *     xpgn_stream  ->  xpgn_game  ->  xpgn_walk  ->  xpgn_step (positions, facts)  ->  your program
 *     (files)          (text of one   (reader and     and xpgn_finding (what is wrong, where)
 *                       game)          referee)
 *
 * It has ten parts, each of which can be included alone:
 *
 *     xpgn/base.h       status, texts, findings and their codes
 *     xpgn/stream.h     files of games, and places in them
 *     xpgn/record.h     records without their rules: tokens, entries, edits
 *     xpgn/sheets.h     score sheets and pasted files: corrections, import, decoding, comparing
 *     xpgn/walk.h       the walk: findings and steps of a game
 *     xpgn/facts.h      facts by name, queries, tallies
 *     xpgn/rulesets.h   rulesets, positions as text
 *     xpgn/play.h       rolls, legal actions, games in progress, odds
 *     xpgn/write.h      records, diagrams, reports and pictures
 *     xpgn/event.h      events and their lists
 *
 * Conventions for all functions:
 * - The library prints nothing, never exits and has no mutable globals. A handle may be used by one
 *   thread at a time; a ruleset, once found, is constant and may be shared.
 * - Most functions that can fail return a status. Unless it is XPGN_OK, the outputs are unchanged,
 *   if no comment says otherwise.
 * - The reason for a failure goes into the xpgn_fault that the caller passes as the last argument.
 *   Mistakes in a record, list, ruleset or theme are not failures but findings:
 *   the handle that read it returns them from its function `findings`.
 * - Every `free`, `close` or `clear` function accepts NULL. Other pointers are not NULL unless a
 *   comment says that they may be; the pointer of an empty slice may.
 * - Arguments out of range are refused: an unknown style, index, seat or piece type, a square off
 *   the board (except XPGN_NO_SQUARE where "none" is allowed), a step before the game has begun.
 *   Unless a comment says otherwise, such a call returns XPGN_INVALID or the empty answer of its
 *   type: false, NULL, 0, an empty text.
 * - A position must be one that the library has set, or a copy of one; to make your own, use
 *   xpgn_position_read. Its files, ranks, seats and squares are checked against the ruleset, and a
 *   position on another board is refused as above; the pieces on the squares are trusted. Facts,
 *   steps and the like must also come from the library. Actions and rolls may be made by the
 *   program: their squares and numbers are checked.
 * - Rule ids in comments (CA-3, FD-7, ...) are those of xpgn-rules(7); the format is xpgn(5).
 *
 * Handles are opaque. A struct whose first member is `size` may get new members at its end. All
 * other structs (positions, rolls, games, findings) keep their size and members within one
 * ABI number (libxpgn.so.1), so programs may allocate, copy and put them in arrays. Anything new
 * about a game, an action, a combat or a finding becomes a fact, which is looked up by name
 * (xpgn_fact_resolve) or by number (xpgn_step_number).
 *
 * The order of arguments is: the buffer that text is appended to, by this call or later ones; the
 * object that is made, queried or changed; details; outputs; the xpgn_fault.
 *
 * A function that can fail in several ways, on a file or for lack of memory returns an xpgn_status;
 * all that make (`new`) or add (`add`) something do. One that can fail in one way only (there is no
 * such piece, the text is not a date) returns true on success, or its answer, with NULL or a
 * reserved number for "none". One that returns void (`put`, `write`, `step`) cannot fail, or its
 * failure is remembered and reported once: by the buffer, or by the function that ends the
 * sequence.
 *
 * Options are passed in structs that may get new members at their end in later versions. The first
 * member is the size of the struct as the caller knows it; set it with the macro named after the
 * struct, and leave unused members 0:
 *
 *     xpgn_walk_options options = {XPGN_WALK_OPTIONS, .lint = true};
 *
 * In a language without designated initializers (C++17), call the function named after the struct
 * with `_init`, which sets the size and clears the rest:
 *
 *     xpgn_walk_options options;
 *     xpgn_walk_options_init(&options);
 *     options.lint = true;
 *
 * Members that an older caller does not have are read as 0. Options are not valid if their size is
 * not set, or if they set members that only a newer version has.
 */
#ifndef XPGN_H
#define XPGN_H

#include <xpgn/base.h>
#include <xpgn/event.h>
#include <xpgn/facts.h>
#include <xpgn/play.h>
#include <xpgn/record.h>
#include <xpgn/rulesets.h>
#include <xpgn/sheets.h>
#include <xpgn/stream.h>
#include <xpgn/walk.h>
#include <xpgn/write.h>

#endif
