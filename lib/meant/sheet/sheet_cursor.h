/* SPDX-License-Identifier: MIT */
/*
 * Shared by the files that read the movetext of a sheet into tokens (sheet_moves.c). Each reads one
 * kind at the cursor, adds its tokens and goes behind it; false: it is not there, nothing is
 * changed.
 */
#ifndef XPGN_SHEET_SHEET_CURSOR_H
#define XPGN_SHEET_SHEET_CURSOR_H

#include "meant/sheet/sheet.h"

/* A cursor over the movetext. */
struct sheet_cursor {
    struct sheet_text *s;
    const char *p, *end;
    uint32_t depth;
    bool parted;    /* rows have a ; between them */
    bool lettered;  /* half-moves have the letter of their side: W: e4 B: e5 */
    bool behind;    /* directly behind a half-move, its marks and dice */
    bool ended;     /* behind a result: a -- there is above a signature */
    bool nested;    /* behind a comment with a { in it: its } may follow */
    size_t outside; /* number of tokens before that comment */
};

/* ---- tokens (sheet_cursor.c) ----------------------------------------------------------------- */

/* Adds a token from the cursor to `to`, and goes there; NULL: memory ran out. */
struct sheet_token *cursor_add(struct sheet_cursor *c, enum item_kind kind, const char *to);
/* The text up to `to` becomes a comment, without its brackets. */
void cursor_add_remark(struct sheet_cursor *c, const char *to);
/* The text up to `to` is a half-move that is struck out. */
void cursor_add_struck(struct sheet_cursor *c, const char *to, xpgn_slice word);
/* A copy that lasts as long as the tokens; NULL: memory ran out. */
const char *cursor_keep(struct sheet_cursor *c, xpgn_slice text);
/* True if only blanks are before the cursor in its line. */
bool cursor_begins_line(const struct sheet_cursor *c);
/* True if the byte at hand has blanks around it. */
bool cursor_stands_apart(const struct sheet_cursor *c);
/* Words without a half-move directly before the cursor, on its line; NULL: there are none. */
struct sheet_token *cursor_words_before(const struct sheet_cursor *c);

/* ---- dice (sheet_roll.c) --------------------------------------------------------------------- */

/* Dice: behind a half-move, or as a turn roll before it. */
bool cursor_dice(struct sheet_cursor *c);
/* The sign between a turn's die and its half-moves: (4). e2-e4, 4 - e2-e4. */
bool cursor_roll_sign(struct sheet_cursor *c);
/* Adds a number up to `to`, without dots where others have them, that is rather the die of a turn:
   1. 4 e2-e4. */
bool cursor_lone_die(struct sheet_cursor *c, uint32_t number, const char *to);
/* True if the text has a turn roll of the format: <4>. */
bool sheet_has_turn_roll(xpgn_slice text);

/* ---- half-moves (sheet_half_move.c) ---------------------------------------------------------- */

/* A half-move of the format between blanks: no sign of another kind is one. */
bool cursor_exact_half_move(struct sheet_cursor *c);
bool cursor_half_move(struct sheet_cursor *c);
/* True if a half-move begins at p, perhaps with its number: a variation begins so. */
bool sheet_half_move_begins(const char *p, const char *end);
/* Passes a word, up to a blank or a sign of the format. */
const char *sheet_word_past(const char *p, const char *end);

/* ---- numbers and rows (sheet_number.c) ------------------------------------------------------- */

/* 12, 12., 12..., 12), and the dots behind blanks. */
bool cursor_number(struct sheet_cursor *c);
/* What a line of a sheet can begin with, besides 12.: a rule between rows, or the number of a row
   in another form, (12) or | 12 |. */
bool cursor_line(struct sheet_cursor *c);
/* The side of a half-move, which its place in the row says as well. */
bool cursor_side(struct sheet_cursor *c);
/* A ; between rows, not before a comment: 1. e4 e5; 2. Nf3 Nc6; 3. Bb5. Two are in its line, before
   the rows that follow. */
bool cursor_parting(struct sheet_cursor *c);

/* ---- remarks (sheet_remark.c) ---------------------------------------------------------------- */

bool cursor_struck(struct sheet_cursor *c);
/* A time beside a half-move. */
bool cursor_clock(struct sheet_cursor *c);
/* Figures of an engine behind a half-move, or the star of a note. */
bool cursor_figures(struct sheet_cursor *c);
/* A remark as in C. */
bool cursor_program_remark(struct sheet_cursor *c);
/* A remark that is neither words nor in round brackets. */
bool cursor_aside(struct sheet_cursor *c);
/* A remark in round brackets, a half-move that is struck out, or the beginning of a variation. */
bool cursor_bracket(struct sheet_cursor *c);

#endif
