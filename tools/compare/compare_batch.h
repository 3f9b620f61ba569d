/* SPDX-License-Identifier: MIT */
/* All sheets of an event at once: xpgn-compare --batch. */
#ifndef COMPARE_BATCH_H
#define COMPARE_BATCH_H

#include "internal/events.h"
#include "internal/loop.h"
#include "shared/answers/corrections.h"
#include "shared/answers/questions.h"

/* A sheet that was handed in. */
typedef struct batch_sheet {
    char *file;
    uint64_t number; /* of the game in its file */
    uint64_t line;
    char *original;           /* its text, decoded */
    size_t size;              /* of that */
    xpgn_buffer text;         /* as it was written, with the tags of the list */
    xpgn_buffer read;         /* the same in the notation of the format, as far as it can be read */
    bool partly;              /* the import could not read it to its end */
    bool stray;               /* it is no score sheet */
    size_t pairing;           /* SIZE_MAX: of none */
    size_t moves;             /* where its movetext begins, */
    uint64_t head;            /* and the number of lines before that in the file */
    struct batch_sheet *next; /* of the same pairing; NULL: none */
} batch_sheet;

typedef struct batch_options {
    const char *list, *questions, *log, *by;
    bool quiet, learn;
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
    batch_sheet **first;      /* [pairing], once all are taken; NULL: none */
    struct hash_index rounds; /* those that have a sheet */
    cli_questions questions;
    cli_log log;
    uint32_t number;                 /* number of the last correction in the log */
    uint32_t boards, legal, missing; /* boards with sheets, legal ones among them, boards without
                                        sheets */
    bool strayed;                    /* a sheet belongs to no pairing, or an answer does not fit */
} board_batch;

/* Reads the list; false after a message. */
bool batch_begin(board_batch *b, cli *c, const batch_options *o);
/* Adds a sheet. */
void batch_take(board_batch *b, const xpgn_game *game);
/* Writes the records of all boards to standard output, and the log and the questions to their
   files; returns the exit status. */
int batch_end(board_batch *b);
void batch_free(board_batch *b);

/* ---- where a sheet belongs (compare_place.c) ------------------------------------------------- */

/* Finds the pairing of a sheet. XPGN_NOT_FOUND: there is none; XPGN_INVALID: there are several. */
xpgn_status batch_place(board_batch *b, const xpgn_game *game, size_t *pairing);

/* ---- one board (compare_board.c) ------------------------------------------------------------- */

/* A board: its pairing and its sheets. */
typedef struct batch_board {
    xpgn_pairing pairing;
    char name[24]; /* "3", "2.17" */
    batch_sheet *sheet[XPGN_MAX_SHEETS];
    size_t sheets;
} batch_board;

/* Learns from the board's sheets how their writers form letters. */
void batch_board_learn(board_batch *b, const batch_board *board);
/* Appends the board's record, with the corrections that could be made, and asks about the rest. */
void batch_board_write(board_batch *b, batch_board *board, xpgn_buffer *out);

#endif
