/* SPDX-License-Identifier: MIT */
/* Import, corrections and sheets, beyond what xpgn/sheets.h has. */
#ifndef XPGN_INTERNAL_MEANT_H
#define XPGN_INTERNAL_MEANT_H

#include <xpgn/sheets.h>

typedef struct xpgn_language xpgn_language;

/* ---- files that are no records --------------------------------------------------------------- */

/* After XPGN_IO: what the file is, if that is why it is not read. */
xpgn_no_record xpgn_stream_refused(const xpgn_stream *s);
/* What a kind of file is: "a PNG image"; NULL for XPGN_NO_RECORD_NOT. */
const char *xpgn_no_record_name(xpgn_no_record kind);
/* What can be done about it; NULL: nothing. */
const char *xpgn_no_record_cure(xpgn_no_record kind);

/* ---- import ---------------------------------------------------------------------------------- */

/* A word as written, and what it becomes in the format. */
typedef struct xpgn_imported {
    xpgn_place place; /* in the game as written */
    const char *text; /* "": the word is part of the one before */
    unsigned forms;   /* bit per xpgn_form */
    bool exact;       /* valid notation of the format, only not in export form */
} xpgn_imported;
/* Prefers a language that is known from the file or event: if several languages explain a game,
   this one is taken if it is among them. NULL: no preference; such a game is ambiguous.
   XPGN_NOT_FOUND: there is no such language. */
xpgn_status xpgn_import_prefer(xpgn_import *import, const char *language);
/* Appends a game that cannot be read to its end, as far as it was understood; the rest becomes a
   comment. False if it is not known how far that is, or memory runs out. */
bool xpgn_import_understood(xpgn_buffer *out, const xpgn_import *import);
/* The words that were changed, in the order of their places. */
const xpgn_imported *xpgn_import_words(const xpgn_import *import, size_t *count);
/* The name of the game's language ("German"); "English" if its notation needs no other. */
const char *xpgn_import_language(const xpgn_import *import);
/* The name of another language that explains the game as well but differently; "" if there is
   none. */
const char *xpgn_import_other(const xpgn_import *import);
/* True if the game can be read to its end, but differently in each of these two languages: the
   newest read was XPGN_INVALID, or has left open the one word that differs. */
bool xpgn_import_is_tied(const xpgn_import *import);
/* Appends the canonical notation of an action with the letters of a language: "Nxe8=Q+" as
   "Sxe8=D+"; `language` NULL: as it is. */
void xpgn_action_translate(xpgn_buffer *b, xpgn_slice text, const xpgn_language *language);

/* ---- corrections ----------------------------------------------------------------------------- */

/*
 * Parts of the games to come that are known to be right, as for xpgn_walk_hold, with places in the
 * game as it is given to the run; the array must stay valid. What is answered is held from then on.
 * Behind what is held, a half-move that can be read is corrected only if the answer to a question
 * says so, and a sign that contradicts the board (Nxe5 onto an empty square) is asked about.
 */
void xpgn_fixer_hold(xpgn_fixer *fixer, const xpgn_place *list, size_t count);
/* The languages that read the newest game differently, as it is left: "French or Finnish"; "" if it
   is in one. */
const char *xpgn_fixer_languages(const xpgn_fixer *fixer);
/*
 * Reads what somebody typed to replace the half-move at `offset`, and appends it in the notation of
 * the format: one half-move with its dice, in the letters of any language if only one action can be
 * meant. `walk`, which must return all steps, is used to play the game up to there.
 * XPGN_INVALID: it is anything else; nothing is appended.
 */
xpgn_status xpgn_answer_read(xpgn_buffer *b, xpgn_walk *walk, const xpgn_game *game,
                             uint32_t offset, xpgn_slice typed);
/* Writes bytes as a cell of the log, and reads them back: a backslash becomes \\, other bytes that
   are not printable ASCII become \hh. False if they are malformed. */
void xpgn_bytes_write(xpgn_buffer *b, xpgn_slice bytes);
bool xpgn_bytes_read(xpgn_buffer *b, xpgn_slice text);

/* ---- sheets ---------------------------------------------------------------------------------- */

/* Sets, for later comparisons, whether to count which letters and figures are written for which
   others. The counts, of the sheet itself and of all sheets so far, then decide how probable tied
   readings are. By default nothing is counted. */
void xpgn_merge_learn(xpgn_merge *sheets, bool learn);
/* A part of a sheet that is known to be right. */
typedef struct xpgn_held {
    size_t sheet; /* from 0 */
    xpgn_place place;
} xpgn_held;
/* Sets these parts for the comparisons to come: the record has the half-moves there, whatever it
   costs. */
void xpgn_merge_hold(xpgn_merge *sheets, const xpgn_held *list, size_t count);
/* All half-moves of the record in the form of xpgn_merge_differences, whether the sheets differ
 * there or not. */
const xpgn_difference *xpgn_merge_half_moves(const xpgn_merge *sheets, size_t *count);
/* What could not be read on a sheet, and is no half-move, by place. It is in no record. Also after
 * a comparison that found none. */
typedef struct xpgn_unread {
    size_t sheet;
    xpgn_place place;
    bool ends; /* it is behind the last half-move of a sheet without a result */
} xpgn_unread;
const xpgn_unread *xpgn_merge_unread(const xpgn_merge *sheets, size_t *count);

#endif
