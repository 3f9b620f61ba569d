/* SPDX-License-Identifier: MIT */
/*
 * questions.h - questions about records as a table that people fill in: CSV with the columns file,
 * game, board, turn, question, choices, settles, answer. The table is written and read back by the
 * same option, so that the same command, run again, goes on: answers that it has are taken, and
 * stay in it.
 */
#ifndef CLI_QUESTIONS_H
#define CLI_QUESTIONS_H

#include "cli/cli.h"

/* A question, and what it is about; texts are the caller's. */
typedef struct cli_topic {
    const char *file;
    uint64_t game; /* in the file; 0: of several files */
    xpgn_slice board;
    const char *turn;
    const char *text;
    uint64_t settles; /* half-moves */
} cli_topic;

typedef struct cli_question {
    char *cell[8];    /* by column, as text */
    uint64_t settles; /* half-moves */
    bool asked;       /* in this run */
} cli_question;

typedef struct cli_questions {
    cli_question *row;
    size_t count, capacity;
} cli_questions;

enum { CLI_QUESTIONS_MOST = 64 << 20 }; /* bytes of a table */

/* Appends those of a table, with their answers. False, after a message: it is none. */
bool cli_questions_read(cli *c, const char *path, cli_questions *q);
/* Reads the table that is there, if any, and opens it to be written at the end; *sink, -1 for path
   NULL. False after a message. */
bool cli_questions_open(cli *c, const char *path, cli_questions *q, int *sink);
/* The answer, without blanks around it, to a question, which is added if it is new; size 0: there
   is none. `choice` has the answers to choose from: one that is a number is the choice of that
   number in the table. */
xpgn_slice cli_questions_ask(cli *c, cli_questions *q, const cli_topic *topic,
                             const char *const *choice, size_t choices);
/* Writes the table: what is open first, and of that what settles most; then what was answered. A
   question without an answer that was not asked in this run is settled, and left out. */
void cli_questions_write(cli *c, cli_questions *q, int sink);
/* How many are open; prints each on standard error, what settles most first: "board 17, move 23:
   was White's die 4 or 5? settles 6 half-moves". */
size_t cli_questions_tell(cli *c, cli_questions *q, bool quiet);
void cli_questions_free(cli_questions *q);

enum { CLI_CHOICES = 8 };

/* What may be chosen: the fixes of its finding that something in the record supports. Sets their
   indices, and returns how many there are. */
size_t cli_question_choices(const xpgn_question *q, uint32_t fix[CLI_CHOICES]);

/* Answers the questions of a fixer from a table, and puts those that are new into it; an answer is
   as at a terminal: the number of a choice or its text, another half-move, ? or !. */
typedef struct cli_asker {
    cli *c;
    xpgn_catalog *catalog;
    cli_questions *questions;
    const char *board; /* NULL: the tag Board */
} cli_asker;
xpgn_answer cli_questions_answer(void *asker, const xpgn_question *q);

/* Appends what is to be asked where `was` stands and one of the choices was perhaps meant: "was
   White's die 4 or 5?". `dots` are those of the turn; `seats` of the game. */
void cli_question_put(xpgn_buffer *b, const char *turn, unsigned seats, xpgn_slice was,
                      const char *const *choice, size_t choices);

#endif
