/* SPDX-License-Identifier: MIT */
/* All sheets of an event at once: xpgn-compare --batch. */
#ifndef COMPARE_BATCH_H
#define COMPARE_BATCH_H

#include <string.h>
#include <xpgn/sheets.h>

#include "internal/events.h"
#include "internal/loop.h"
#include "internal/meant.h"
#include "shared/answers/corrections.h"
#include "shared/answers/questions.h"

/* Changes that were made to a text, for JSON (compare_origin.c). */
typedef struct sheet_edits {
    struct sheet_edit *list;
    size_t count, capacity;
} sheet_edits;

/* A sheet that was handed in. */
typedef struct batch_sheet {
    char *file;
    uint64_t number; /* of the game in its file */
    uint64_t line, column;
    char *original;         /* its text, decoded */
    size_t size;            /* of that */
    xpgn_buffer text;       /* as it was written, with the tags of the list */
    xpgn_buffer read;       /* the same in the notation of the format, as far as it can be read */
    bool partly;            /* the import could not read it to its end */
    bool stray;             /* it is no score sheet */
    bool passed;            /* it is of a board that is not looked at */
    size_t pairing;         /* SIZE_MAX: of none */
    sheet_edits edits;      /* of `text`, */
    sheet_edits read_edits; /* of `read` */
    size_t spelt;           /* bytes that the names of its tags have become longer */
    bool decoded;           /* its file is not as it is here */
    struct sheet_facts *facts; /* for JSON; NULL: not wanted */
    size_t moves;              /* where its movetext begins, */
    uint64_t head;             /* and the number of lines before that in the file */
    struct sheet_laws {
        xpgn_place *list; /* answers in `text`, which are not doubted */
        size_t count, capacity;
    } laws;
    struct batch_sheet *next; /* of the same pairing; NULL: none */
} batch_sheet;

typedef struct batch_options {
    const char *list, *questions, *log, *by;
    const char *answers; /* by the ids of questions */
    const char *only;    /* these boards: 7,9-12,4.7; NULL: all */
    bool quiet, learn;
    const xpgn_decoder *decoder;   /* of the files */
    const xpgn_language *language; /* of what JSON says; NULL: English */
    bool json; /* one object a line in place of the records and of what is said about boards */
} batch_options;

typedef struct board_batch {
    cli *c;
    const batch_options *o;
    xpgn_catalog *catalog;
    xpgn_event *event;
    xpgn_merge *merger; /* of all boards */
    xpgn_import *import;
    xpgn_reader *reader;
    batch_sheet *sheet;
    size_t sheets, capacity;
    batch_sheet **first; /* [pairing], once all are taken; NULL: none */
    xpgn_held *held;     /* answers in the sheets of the board that is compared */
    size_t held_count, held_capacity;
    struct hash_index rounds; /* those that have a sheet */
    cli_questions questions;
    cli_log log;
    struct batch_file *file; /* files without a sheet, for JSON */
    size_t files, file_capacity;
    uint32_t number;                 /* number of the last correction in the log */
    uint32_t boards, legal, missing; /* boards with sheets, legal ones among them, boards without
                                        sheets */
    uint32_t closed;                 /* boards with sheets that an answer closes */
    uint32_t piles[3];               /* boards in each batch_pile */
    bool strayed;                    /* a sheet belongs to no pairing, or an answer does not fit */
} board_batch;

/* Reads the list; false after a message. */
bool batch_begin(board_batch *b, cli *c, const batch_options *o);
/* Adds a sheet. */
void batch_take(board_batch *b, const xpgn_game *game);
/* Takes note of a file that has no game, or is no record; false if that is to be said on standard
   error. */
bool batch_gameless(board_batch *b, const char *file, xpgn_no_record kind);
/* Writes the records of all boards to standard output, and the log and the questions to their
   files; returns the exit status. */
int batch_end(board_batch *b);
void batch_free(board_batch *b);

/* ---- changes of a sheet's text (compare_origin.c) -------------------------------------------- */

/* The size of what is before the movetext, as written and as read, and what it has become. */
typedef struct sheet_heads {
    size_t written, read, read_moves;
} sheet_heads;
/* These note nothing unless JSON is wanted: a place of the text is replaced by `is` bytes; the
   words that the import has changed. */
void sheet_note_edit(board_batch *b, batch_sheet *s, xpgn_place place, size_t is);
void sheet_note_import(board_batch *b, batch_sheet *s, const sheet_heads *head);
void sheet_free_edits(batch_sheet *s);

/* ---- where a sheet belongs (compare_place.c) ------------------------------------------------- */

/* By what a sheet came to its board. */
typedef enum batch_by {
    BATCH_BY_TAGS,
    BATCH_BY_PLAYERS,
    BATCH_BY_NUMBERS,
    BATCH_BY_ANSWER
} batch_by;
/* Finds the pairing of a sheet. XPGN_NOT_FOUND: there is none; XPGN_INVALID: there are several. */
xpgn_status batch_place(board_batch *b, const xpgn_game *game, size_t *pairing, batch_by *by);
/* The seat of the only player of a pairing whom the name of a file names; UINT_MAX: none. */
unsigned batch_seat(const xpgn_pairing *p, const char *file);

/* ---- some boards (compare_only.c) ------------------------------------------------------------ */

/* False, after a message, if --only is malformed or names a board that the list lacks. */
bool batch_check_only(board_batch *b);
/* True if a pairing is among those that --only names; SIZE_MAX: none. */
bool batch_wants(const board_batch *b, size_t index);

/* ---- one board (compare_board.h) ------------------------------------------------------------- */

typedef enum batch_pile { PILE_DONE, PILE_QUESTION, PILE_STUCK } batch_pile;

/* What is known of a board once its sheets are read; both forms of output print it. */
typedef struct batch_state {
    batch_pile pile;
    bool legal;       /* to its end */
    size_t corrected; /* half-moves */
    size_t open;      /* questions */
    const char *code; /* why it is not legal: "missing", "dice", ..., "sheets", "no-sheet"; "" */
    xpgn_buffer why;  /* the same in words: "not legal from 9... Nxe4 (dice)" */
} batch_state;

/* A board: its pairing and its sheets. */
typedef struct batch_board {
    xpgn_pairing pairing;
    char name[24]; /* "3", "2.17" */
    char id[24];   /* "2.17" */
    batch_sheet *sheet[XPGN_MAX_SHEETS];
    size_t sheets;
    batch_state state;
    struct board_details *details; /* of its questions, for JSON; NULL: not wanted */
} batch_board;

/* The size of the word of a half-move, before its dice. */
static inline size_t batch_word_size(const char *text) {
    return strcspn(text, " <");
}
/* What a log says of a slip: "action", "dice", ...; "" for none. */
const char *batch_slip(xpgn_slip slip);
/* Finds a board of the list, and names it. */
void batch_name_board(const board_batch *b, batch_board *board, size_t index);
/* Learns from the board's sheets how their writers form letters. */
void batch_board_learn(board_batch *b, const batch_board *board);
/* Appends the board's record, with the corrections that could be made, asks about the rest, and
   sets its state. */
void batch_board_write(board_batch *b, batch_board *board, xpgn_buffer *out);
/* Says what is to be said about a board besides its state: on standard error, or in its object. */
void batch_say(board_batch *b, const batch_board *board, const char *format, ...) XPGN_PRINTF(3, 4);

/* ---- what an arbiter has decided (compare_verdict.c) ----------------------------------------- */

/* Finds the board to which an answer assigns a sheet, "board 4.7"; false if there is none. */
bool verdict_places(board_batch *b, const batch_sheet *s, size_t *pairing);
/* Leaves only the sheets that an answer says are those of the game, "sheet ford.txt". */
void verdict_chooses(board_batch *b, batch_board *board);
/* Sets the state of a board that an answer closes: "not played", "result 1-0"; false if none does.
 */
bool verdict_closes(board_batch *b, batch_board *board);

#endif
