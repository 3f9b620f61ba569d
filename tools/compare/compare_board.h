/* SPDX-License-Identifier: MIT */
/* Shared by the files that read one board of an evening. */
#ifndef COMPARE_BOARD_H
#define COMPARE_BOARD_H

#include "compare/compare_batch.h"
#include "compare/compare_json.h"

/* ---- the text of a sheet (compare_edit.c) ---------------------------------------------------- */

xpgn_game board_game(const batch_sheet *s);
/* Converts a line of the text to a line of the file; the movetext has the same lines in both. */
uint64_t board_file_line(const batch_sheet *s, uint64_t line);
/* Replaces a place of the text; an insertion gets blanks around it. */
void board_splice(board_batch *b, batch_sheet *s, xpgn_place place, xpgn_slice with);
/* Adds an answer to those that are not doubted. */
void board_add_law(board_batch *b, batch_sheet *s, xpgn_place place);
/* Reads an answer that replaces a half-move of a sheet; false if it is not a half-move. */
bool board_read_answer(board_batch *b, const batch_sheet *s, xpgn_place place, xpgn_slice answer,
                       xpgn_buffer *text);
/* The answer that was given to a question about this turn; NULL if there is none. */
cli_given *board_given(const board_batch *b, const batch_board *board, const char *turn);
/* Writes a question in English, and behind its NUL in the language of the user, which is
   returned; NULL: it is English. */
const char *board_put_questions(board_batch *b, xpgn_buffer *text, const cli_asked *q);

/* Corrections that were made to a sheet, by a fixer unless it is NULL. */
typedef struct board_made {
    const xpgn_correction *list;
    size_t count;
    const xpgn_fixer *fixer;
} board_made;
/* Digest of the record appended at `from`. */
xpgn_link board_digest(const board_batch *b, const xpgn_buffer *out, size_t from);
void board_log(board_batch *b, const batch_board *board, const batch_sheet *s, const board_made *m,
               const xpgn_link *after);

/* ---- its only sheet (compare_sheet.c) -------------------------------------------------------- */

/* Corrects a sheet by itself, and appends its record. One that does not become legal stays as it
   was written, but for answers; *typed: so it did. */
bool board_correct_sheet(board_batch *b, batch_board *board, batch_sheet *s, xpgn_buffer *out,
                         size_t *corrected, bool *typed);

/* ---- questions about several sheets (compare_ask.c) ------------------------------------------ */

enum { BOARD_ROUNDS = 64 };
/* Answers that were put into the sheets. */
typedef struct board_answers {
    uint32_t ply[BOARD_ROUNDS];
    size_t row[BOARD_ROUNDS]; /* of the table of questions */
    size_t count;
} board_answers;

/* Puts the first new answer into all sheets; false if there is none. */
bool board_take_answer(board_batch *b, batch_board *board, const xpgn_merge *sheets,
                       board_answers *g);
/* True if there is a question about a difference. */
bool board_asks_about(const batch_board *board, const xpgn_difference *d, const board_answers *g);
/* Reports answers that left their place as open as before. */
void board_tell_refused(board_batch *b, const batch_board *board, const xpgn_merge *sheets,
                        const board_answers *g);

/* ---- the line of a board (compare_line.c) ---------------------------------------------------- */

/* Sets the state of a board by its record, and says it: "7: legal, 2 sheets, 1 corrected". */
void board_settle(board_batch *b, batch_board *board, bool legal, size_t corrected,
                  xpgn_slice record);
/* Sets the state of a board whose sheets are no game, "14: no record explains the sheets: ...", and
   says it. */
void board_settle_unexplained(board_batch *b, batch_board *board, const char *why);
/* Names what of the sheets is in no record. */
void board_tell_unread(board_batch *b, const batch_board *board, const xpgn_merge *sheets);
/* Names words of the only sheet, without a result, that do not say whose they are: resigns. */
void board_tell_ending(board_batch *b, const batch_board *board);

#endif
