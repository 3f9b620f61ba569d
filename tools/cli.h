/* SPDX-License-Identifier: MIT */
/*
 * cli.h - what all tools share: options, output, the loop over the games, diagnostics.
 *
 * A tool is one table of options, one struct that they are parsed into (its first member is
 * cli_common) and one function that is called for every game:
 *
 *     int main(int argc, char **argv)
 *     {
 *         struct options o = {0};
 *         cli c;
 *         int status = cli_begin(&c, &tool, argc, argv, &o);
 *         if (status == CLI_GO)
 *             status = cli_run(&c, &(cli_work){.game = one_game});
 *         return cli_end(&c, status);
 *     }
 *
 * Exit statuses: 0 all well, 1 some game has errors (grep: nothing matched), 2 all the rest.
 */
#ifndef CLI_H
#define CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <xpgn.h>

enum { CLI_GO = -1, CLI_GOOD = 0, CLI_BAD = 1, CLI_TROUBLE = 2 };

/* ---- options (cli_options.c) ----------------------------------------------------------------- */

typedef enum cli_kind {
    CLI_FLAG,   /* bool */
    CLI_COUNT,  /* unsigned; how often it is given */
    CLI_TEXT,   /* const char *; as typed */
    CLI_LIST,   /* cli_list; may be given several times */
    CLI_NUMBER, /* uint64_t, from min to max */
    CLI_SIZE,   /* uint64_t, bytes: 64M; K, M, G are powers of 1024 */
    CLI_CHOICE, /* int: the index of the word in `choices` */
    CLI_RANGE,  /* cli_range: N, N-M or N- */
    CLI_HELP,
    CLI_VERSION,
    CLI_DUMP /* --dump-options: the table itself, tab-separated; not in --help */
} cli_kind;

typedef struct cli_option {
    const char *name;     /* "format"; NULL ends a table */
    const char *argument; /* "FILE"; NULL for a flag; of a choice NULL stands for its choices */
    const char *help;     /* one clause; wrapped as needed */
    const char *choices;  /* CLI_CHOICE: "text|json" */
    size_t offset;        /* of the destination in the tool's struct */
    uint64_t min, max;    /* CLI_NUMBER */
    cli_kind kind;
    char letter; /* 'j', or 0 */
} cli_option;

typedef struct cli_list {
    const char **item;
    size_t count;
} cli_list;

/* From `first` to `last`, both included; first 0: not given; last UINT64_MAX: to the end. */
typedef struct cli_range {
    uint64_t first, last;
} cli_range;

/* Which of the common options a tool has; --help and --version are always there. */
enum { CLI_RULES = 1, CLI_GAMES = 2, CLI_COLOR = 4, CLI_ALL = 7 };

typedef struct cli_tool {
    const char *name;  /* "xpgn-validate" */
    const char *usage; /* "[option...] [file...]" */
    const char *about; /* what it does, one sentence */
    const cli_option *options;
    unsigned common; /* CLI_RULES | ... */
    /* Append to --help, and to --version (libraries of this tool alone, a line each); or NULL. */
    void (*more_help)(xpgn_buffer *b);
    void (*more_version)(xpgn_buffer *b);
} cli_tool;

/* First member of every tool's struct of options. */
typedef struct cli_common {
    cli_list files;    /* the operands, in order; none: standard input */
    cli_list rules;    /* --rules */
    cli_range games;   /* --game */
    uint64_t jobs;     /* -j; 0: as many as there are processors */
    uint64_t max_game; /* --max-game; 0: the library's default */
    int color;         /* --color: 0 auto, 1 always, 2 never */
} cli_common;

/* ---- the program (cli.c) --------------------------------------------------------------------- */

enum { CLI_OUT = 0, CLI_ERR = 1, CLI_SINKS = 4, CLI_OPTIONS = 64 };

/* Where output goes: standard output, standard error, and files that appear when all is well. */
typedef struct cli_sink {
    FILE *file;
    const char *path; /* as the user named it; NULL for the standard streams */
    char *target;     /* the file that `temporary` becomes at the end; NULL: written directly */
    char *temporary;
    bool terminal;
    bool color;
    const char *between; /* cli_between */
    bool begun;          /* something was written since */
} cli_sink;

typedef struct cli_progress {
    bool on, shown;
    double start, next; /* when it began, when the line is due again */
    uint64_t games, bytes;
} cli_progress;

typedef struct cli {
    const cli_tool *tool;
    cli_common *common;
    void *options;                  /* the tool's struct: the same address as `common` */
    cli_option option[CLI_OPTIONS]; /* the tool's own, then the common ones */
    size_t option_count, own_count;
    cli_sink sink[CLI_SINKS];
    size_t sinks;
    cli_progress progress;
} cli;

/*
 * Parses the command line into `options` and opens the standard streams. CLI_GO: go on; else the
 * exit status (--help, a wrong option), after its message.
 */
int cli_begin(cli *c, const cli_tool *tool, int argc, char **argv, void *options);
/* Flushes and closes all output, puts the output files in their places; the exit status. */
int cli_end(cli *c, int status);

/* "xpgn-validate: ..." and a line end, to standard error. */
void cli_message(cli *c, const char *format, ...) XPGN_PRINTF(2, 3);
/* The same for a wrong command line, with the line that tells of --help; returns CLI_TROUBLE. */
int cli_usage(cli *c, const char *format, ...) XPGN_PRINTF(2, 3);
/* For what cannot go on: message, no output files, exit status 2. */
_Noreturn void cli_die(cli *c, const char *format, ...) XPGN_PRINTF(2, 3);
_Noreturn void cli_no_memory(cli *c);

/* Called by cli_begin. CLI_GO or an exit status. */
int cli_parse(cli *c, int argc, char **argv);
void cli_parse_free(cli *c);

/* ---- what a tool says of itself (cli_help.c) ------------------------------------------------- */

/* The text of CLI_HELP, CLI_VERSION or CLI_DUMP to standard output; returns CLI_GOOD. */
int cli_tell(cli *c, cli_kind kind);
/* Words of a text that begins at column `indent`, broken to fit a terminal. */
void cli_put_wrapped(xpgn_buffer *b, const char *text, int indent);
static inline bool cli_takes_value(const cli_option *o) {
    return o->kind != CLI_FLAG && o->kind != CLI_COUNT && o->kind != CLI_HELP &&
           o->kind != CLI_VERSION && o->kind != CLI_DUMP;
}
/* "FILE", or the choices; NULL for a flag. */
const char *cli_argument(const cli_option *o);

/* ---- a mistyped word (cli_guess.c) ----------------------------------------------------------- */

/* The candidate that a word most resembles, or that it begins; `best` is NULL if none does. */
typedef struct cli_guess {
    const char *word;
    size_t size;
    const char *best;
    unsigned least; /* edits from `best`, or more than are taken for a slip */
} cli_guess;

cli_guess cli_guess_begin(const char *word, size_t size);
void cli_guess_try(cli_guess *g, const char *candidate);

/* ---- output (cli_output.c) ------------------------------------------------------------------- */

void cli_open_standard(cli *c);
/*
 * An output file beside the standard streams: the index of its sink (CLI_OUT for "-"), or -1 after
 * a message. Written to a temporary file that takes the name only in cli_end, if all went well;
 * after a failure no output file is left.
 */
int cli_open_output(cli *c, const char *path);
/* Writes and empties the buffer. A write error ends the program; a closed pipe ends it quietly. */
void cli_flush(cli *c, int sink, xpgn_buffer *b);
/* From now on `text` stands between what two calls of cli_flush write; NULL: nothing again. */
void cli_between(cli *c, int sink, const char *text);
/* False after a message if something could not be written. */
bool cli_close_outputs(cli *c);
/* What was written to standard output goes out now. */
void cli_flush_out(cli *c);
void cli_discard_outputs(cli *c);

/* ---- the loop over the games (cli_games.c) --------------------------------------------------- */

/*
 * What one thread has. A tool's function writes to `to[sink]`, never to a stream: what the games
 * write appears in input order whatever the number of threads.
 */
typedef struct cli_worker {
    cli *cli;
    const void *options; /* the tool's struct; constant now */
    void *state;         /* cli_work.state_size bytes, zero at the start */
    xpgn_rules *rules;
    xpgn_walk *walk; /* NULL unless cli_work.walk */
    int status;      /* the worst so far */
    xpgn_buffer to[CLI_SINKS];
} cli_worker;

typedef struct cli_work {
    const xpgn_walk_options *walk; /* NULL: the tool does not walk its games */
    size_t state_size;
    /* One game; false: no more games are wanted (needs `serial`). */
    bool (*game)(cli_worker *w, const xpgn_game *game);
    /* At the end, on the main thread, once for each thread's state: adds it to the tool's struct
       (c->options) and frees what it holds. The sum must not depend on the order. */
    void (*finish)(cli *c, void *state);
    /* A file could not be read to its end; on the main thread. NULL: no matter. */
    void (*unread)(cli *c, size_t file_index);
    bool serial; /* one thread, games in order */
} cli_work;

/* All games of the operands that --game selects; the exit status. */
int cli_run(cli *c, const cli_work *work);

/* Who types a tool's name alone may take the silence for work: says that the tool waits. */
void cli_tell_of_terminal(cli *c);
/* Adds the rulesets in the folders of XPGN_PATH; false after a message. */
bool cli_load_path(cli *c, xpgn_rules *rules);
/* The shelf with those of XPGN_PATH and the --rules files on it; false after a message. The caller
 * frees it. */
bool cli_open_rules(cli *c, xpgn_rules **rules);
struct cli_report;
/* Adds one ruleset file; false after its findings, which go to `sink` (how NULL: as text). */
bool cli_load_ruleset(cli *c, xpgn_rules *rules, const char *path, int sink,
                      const struct cli_report *how);
/* Begins to walk a game; then its steps, NULL at the end. Do not return without memory. */
void cli_walk_begin(cli_worker *w, const xpgn_game *game);
const xpgn_step *cli_walk_next(cli_worker *w);
/* Raises the worker's exit status. */
void cli_worst(cli_worker *w, int status);
/* A game's own bytes and one empty line, as they go into a file of games. */
void cli_copy_game(xpgn_buffer *b, const xpgn_game *game);
/* Takes the progress line off the terminal before something else is written there. */
void cli_progress_clear(cli *c);
/* Seconds since some moment. */
double cli_seconds(void);

/* ---- diagnostics (cli_report.c) -------------------------------------------------------------- */

typedef enum cli_style { CLI_STYLE_TEXT, CLI_STYLE_JSON, CLI_STYLE_GCC, CLI_STYLE_SARIF } cli_style;

/* All codes of findings, for SARIF and the lists (cli_codes.h). */
typedef struct cli_codes cli_codes;

typedef struct cli_report {
    cli_style style;
    bool color;
    bool strict;            /* warnings are errors */
    const cli_codes *codes; /* SARIF: the rules that the log lists */
} cli_report;

/* One finding about a game. `walk` (the tags: names of the players) may be NULL. */
void cli_report_finding(xpgn_buffer *b, const cli_report *how, const xpgn_game *game,
                        const xpgn_walk *walk, const xpgn_finding *f);
/* All findings of a level (as `strict` makes it) or worse; returns the worst, or -1. */
int cli_report_findings(xpgn_buffer *b, const cli_report *how, const xpgn_game *game,
                        const xpgn_walk *walk, xpgn_level least);
/* The same for a ruleset file. */
void cli_report_ruleset(xpgn_buffer *b, const cli_report *how, const char *path, xpgn_slice text,
                        const xpgn_log *log);
/*
 * A SARIF log is begun, its findings follow with CLI_SARIF_BETWEEN between two of them (in a buffer
 * cli_report_* sees to it, between buffers cli_between), and it is ended with the exit status.
 */
#define CLI_SARIF_BETWEEN ",\n"
void cli_sarif_begin(xpgn_buffer *b, const cli *c, const cli_codes *codes);
void cli_sarif_end(xpgn_buffer *b, int status);
/* "game 4, Adams - Brandt": last names, without the names where there are none. */
void cli_put_title(xpgn_buffer *b, const xpgn_game *game, const xpgn_walk *walk);
/* A tag's value without its escapes, as a JSON string; null where the tag is missing. */
void cli_put_tag_json(xpgn_buffer *b, const xpgn_walk *walk, const char *name);
/* Text as a terminal may be given it: UTF-8 without control characters. */
void cli_put_clean(xpgn_buffer *b, xpgn_slice text);
/* Terminal columns of a text of ASCII and UTF-8. */
size_t cli_width(xpgn_slice text);
/* Spaces until `column`, counted from 0, of the line that began at byte `start` of the buffer. */
void cli_pad(xpgn_buffer *b, size_t start, size_t column);
/* The result as written ("1-0", four seats "0-1-0-0"); nothing where the game is not over. */
void cli_put_outcome(xpgn_buffer *b, const xpgn_outcome *outcome, unsigned seats);
/* "knight" and the like; "" for none. */
const char *cli_type_name(unsigned type);
/* "white wounded knight c3", the parts that are asked for. */
enum { CLI_SEAT = 1, CLI_SQUARE = 2 };
void cli_put_piece(xpgn_buffer *b, const xpgn_position *p, xpgn_piece piece, xpgn_square square,
                   unsigned parts);
/* "12." White's turn, "12..." Black's; with four seats one to four dots. */
void cli_put_turn(xpgn_buffer *b, uint32_t number, unsigned seat, unsigned seats);

#endif
