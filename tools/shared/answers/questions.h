/* SPDX-License-Identifier: MIT */
/*
 * questions.h - questions about records as a table that people fill in: CSV with the columns file,
 * game, board, turn, question, choices, settles, answer. The same option writes and reads the
 * table, so that running the same command again continues: answers in it are used and kept.
 */
#ifndef CLI_QUESTIONS_H
#define CLI_QUESTIONS_H

#include <xpgn/sheets.h>

#include "frame/cli.h"

/* A question and its subject; the caller owns the texts. */
typedef struct cli_topic {
    const char *file;
    uint64_t game; /* in the file; 0: of several files */
    xpgn_slice board;
    const char *turn;
    const char *text;
    uint64_t settles;     /* half-moves */
    const char *board_id; /* "4.17": round and board; NULL: questions have no ids */
    const char *said;     /* `text` in the language of the user; NULL: the same */
} cli_topic;

typedef struct cli_question {
    char *cell[8];    /* by column, as text */
    char *said;       /* the question in the language of the user; NULL: as in its cell */
    char *id;         /* "4.17:28.", the same whatever sheets there are; NULL: none */
    uint64_t settles; /* half-moves */
    bool asked;       /* in this run */
    bool refused;     /* it has an answer that cannot be */
    bool kept;        /* not asked in this run, but not settled either */
} cli_question;

/* An answer that was given by the id of its question. */
typedef struct cli_given {
    char *id, *answer;
    bool used;
} cli_given;

typedef struct cli_questions {
    cli_question *row;
    size_t count, capacity;
    cli_given *given;
    size_t given_count, given_capacity;
    size_t last; /* the row that was asked last */
} cli_questions;

enum { CLI_QUESTIONS_MOST = 64 << 20 }; /* bytes of a table */

/* Appends the questions of a table with their answers. False, after a message, if it is not such a
   table. *read, unless NULL: the state in which it was. */
bool cli_questions_read(cli *c, const char *path, cli_questions *q, replace_state *read);
/* Opens the table for writing at the end, and reads what is in it, with --force too; *sink is -1
   for path NULL. After a message returns false, and no output is left. */
bool cli_questions_open(cli *c, const char *path, cli_questions *q, int *sink);
/* Reads answers from a table with the columns id and answer; of several to one question the last
   counts. False after a message. */
bool cli_answers_read(cli *c, const char *path, cli_questions *q);
/* The id of a question about a turn of a board, 4.17:28. */
void cli_put_question_id(xpgn_buffer *b, const char *board_id, const char *turn);
/* The answer to a question with this id; NULL if there is none. */
cli_given *cli_answer_find(const cli_questions *q, const char *id);
/* The same for an id in a buffer, which is freed. Exits if out of memory. */
cli_given *cli_answer_to(cli *c, const cli_questions *q, xpgn_buffer *id);
/* A choice as it is written and asked for: "nothing" for one without text, or struck out. */
const char *cli_choice(const char *text);
/* The trimmed answer to a question, which is added if it is new; size 0 if there is none. `choice`
   lists the possible answers; a number as an answer selects the choice with that number in the
   table. */
xpgn_slice cli_questions_ask(cli *c, cli_questions *q, const cli_topic *topic,
                             const char *const *choice, size_t choices);
/* Writes the table: open questions first, those that settle most before others, then answered ones.
   An unanswered question that was not asked in this run is settled and left out. */
void cli_questions_write(cli *c, cli_questions *q, int sink);
/* Prints each open question on standard error, those that settle most first, and returns their
   number: "board 17, move 23: was White's die 4 or 5? settles 6 half-moves". */
size_t cli_questions_tell(cli *c, cli_questions *q, bool quiet);
void cli_questions_free(cli_questions *q);
/* True if it was asked in this run, and has no answer that can be. */
bool cli_question_is_open(const cli_question *row);
/* The columns of the table. */
enum {
    CLI_TOPIC_FILE,
    CLI_TOPIC_GAME,
    CLI_TOPIC_BOARD,
    CLI_TOPIC_TURN,
    CLI_TOPIC_QUESTION,
    CLI_TOPIC_CHOICES,
    CLI_TOPIC_SETTLES,
    CLI_TOPIC_ANSWER
};

enum { CLI_CHOICES = 8 };

/* Finds the choices: the fixes of the finding that something in the record supports. Sets their
   indices and returns their number. */
size_t cli_question_choices(const xpgn_question *q, uint32_t fix[CLI_CHOICES]);

/* Answers the questions of a fixer from a table, and adds new ones to it. An answer is the same as
   at a terminal: the number of a choice or its text, another half-move, ? or !. */
typedef struct cli_asker {
    cli *c;
    xpgn_catalog *catalog;
    cli_questions *questions;
    const char *board;             /* NULL: the tag Board */
    const char *board_id;          /* NULL: questions have no ids */
    const xpgn_language *language; /* of `said`; NULL: English */
    /* Called after each question; NULL: nothing is called. */
    void (*asked)(void *data, const xpgn_question *q, const uint32_t *fix, size_t fixes);
    void *data;
} cli_asker;
xpgn_answer cli_questions_answer(void *asker, const xpgn_question *q);

/* What a question asks. */
typedef struct cli_asked {
    const char *turn;
    unsigned seats; /* in the game */
    xpgn_slice was; /* what the record has there; empty: nothing */
    const char *const *choice;
    size_t choices;
} cli_asked;
/* Appends a question in a language (NULL: English): "was White's die 4 or 5?". */
void cli_question_put(xpgn_buffer *b, const cli_asked *q, const xpgn_language *language);
/* Appends a sentence of formats/words.tsv, with `arg` for its %1, %2, ... */
void cli_say(xpgn_buffer *b, const xpgn_language *language, const char *english,
             const xpgn_slice *arg);

#endif
