/* SPDX-License-Identifier: MIT */
/*
 * cli.h - shared by all tools: options, output, the loop over games, reports of findings.
 *
 * A tool consists of a table of options, a struct that they are parsed into (its first member is
 * cli_common), and a function called for every game:
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
 * Exit status: 0 success, 1 some game has errors (grep: nothing matched), 2 any other trouble.
 */
#ifndef CLI_H
#define CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <xpgn/base.h>

#include "frame/file_replace.h"
#include "internal/text_out.h"

enum { CLI_GO = -1, CLI_GOOD = 0, CLI_BAD = 1, CLI_TROUBLE = 2 };

/* A text as a slice; empty for NULL. */
static inline xpgn_slice cli_slice(const char *text) {
    return (xpgn_slice){text, text != NULL ? strlen(text) : 0};
}
static inline bool cli_equal(xpgn_slice a, xpgn_slice b) {
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}
/* Compares bytewise: returns a number less than, equal to or greater than 0. */
static inline int cli_compare(xpgn_slice a, xpgn_slice b) {
    size_t size = a.size < b.size ? a.size : b.size;
    int order = size > 0 ? memcmp(a.data, b.data, size) : 0;
    return order != 0 ? order : (a.size > b.size) - (a.size < b.size);
}
/* The contents of a buffer; data is never NULL. */
static inline xpgn_slice cli_held(const xpgn_buffer *b) {
    return (xpgn_slice){b->size > 0 ? b->data : "", b->size};
}

/* ---- options (frame/option_parser.c) --------------------------------------------------------- */

typedef struct xpgn_language xpgn_language;

typedef enum cli_kind {
    CLI_FLAG,   /* bool */
    CLI_COUNT,  /* unsigned; how often it was given */
    CLI_TEXT,   /* const char *, as typed */
    CLI_READS,  /* the same: the name of a file that is read */
    CLI_WRITES, /* the same: the name of a file that is written, of kind `writes` */
    CLI_LIST,   /* cli_list; may be given several times */
    CLI_NUMBER, /* uint64_t from min to max */
    CLI_SIZE,   /* uint64_t, bytes such as 64M; K, M, G are powers of 1024 */
    CLI_CHOICE, /* int, the index of the word in `choices` */
    CLI_MAYBE,  /* the same from 1, 1 also without a word; 0 without the option */
    CLI_RANGE,  /* cli_range: N, N-M or N- */
    CLI_PICKS,  /* cli_game_selection: comma-separated ranges */
    CLI_BYTES,  /* cli_bytes: N:M, N: or :M, of sizes such as 64M */
    CLI_HELP,
    CLI_VERSION,
    CLI_DUMP /* --dump-options: the option table, tab-separated; not in --help */
} cli_kind;

/* What a tool writes into a file that the user names. A file of the same kind is replaced without
   --force. */
typedef enum cli_product {
    CLI_GAMES_FILE, /* records, which belong to the user: never replaced without --force */
    CLI_PICTURE,    /* SVG */
    CLI_PARTIAL,    /* partial results of this tool */
    CLI_INDEX,      /* of xpgn-list --index */
    CLI_LOG,        /* a log of corrections, which is continued */
    CLI_QUESTIONS,  /* shared/answers/questions.h: with its answers */
    CLI_STATE       /* the copy for spectators; the tool checks that it is of this game */
} cli_product;

typedef struct cli_option {
    const char *name;     /* "format"; NULL ends a table */
    const char *argument; /* "FILE"; NULL for a flag, and for a choice to show its choices */
    const char *help;     /* one clause, wrapped as needed; NULL: not listed */
    const char *choices;  /* CLI_CHOICE, CLI_MAYBE: "text|json" */
    size_t offset;        /* of the member in the tool's struct */
    uint64_t min, max;    /* CLI_NUMBER; CLI_SIZE: 0 for the library's */
    cli_kind kind;
    uint32_t facts; /* it lists facts of these scopes, separated by commas: a bit for each
                       xpgn_scope; 0: none */
    void (*dump)(xpgn_buffer *b, uint32_t scopes); /* with `facts`: cli_dump_facts */
    cli_product writes;                            /* CLI_WRITES */
    char letter;                                   /* 'j', or 0 */
} cli_option;

/*
 * A row of a table of options: any; a flag; a choice of words. The help ends it, or any further
 * members by name:
 *     CLI_ROW("output", "FILE", CLI_WRITES, AT(output), "write to FILE", .letter = 'o'),
 */
#define CLI_ROW(word, operand, type, at, ...)                                                      \
    { .name = (word), .argument = (operand), .kind = (type), .offset = (at), .help = __VA_ARGS__ }
#define CLI_SWITCH(word, at, ...) CLI_ROW(word, NULL, CLI_FLAG, at, __VA_ARGS__)
#define CLI_ONE_OF(word, words, at, ...)                                                           \
    { .name = (word), .kind = CLI_CHOICE, .choices = (words), .offset = (at), .help = __VA_ARGS__ }

typedef struct cli_list {
    const char **item;
    size_t count;
} cli_list;

/* From `first` to `last` inclusive; first 0: not given; last UINT64_MAX: no end. */
typedef struct cli_range {
    uint64_t first, last;
} cli_range;

/* The selected games: ranges in the order of the list (frame/game_selection.h). */
typedef struct cli_game_selection {
    uint64_t first, last; /* the least and greatest number in them; first 0: all games */
    cli_range *range;
    size_t count, capacity;
    bool mixed;        /* the list does not ascend, or has a game twice; `rising` is then computed
                          on demand */
    cli_range *rising; /* the same games in ascending order, each once */
    size_t rising_count;
    size_t at; /* the current index in it or in `range` */
} cli_game_selection;

/* From byte `from` up to, not including, byte `to`. */
typedef struct cli_bytes {
    bool given;
    uint64_t from, to;
} cli_bytes;

/* The common options of a tool besides --help and --version. */
enum {
    CLI_RULES = 1,
    CLI_GAMES = 2,
    CLI_COLOR = 4,
    CLI_FILES = CLI_RULES | CLI_GAMES | CLI_COLOR,
    CLI_TABLE = 8,
    CLI_JOBS = 16,
    CLI_FORCE = 32,
    CLI_RECORDS = 64,  /* it writes records: on a terminal control characters become symbols */
    CLI_ARCHIVE = 128, /* it reads large archives, in pieces */
    CLI_ALL = CLI_FILES | CLI_ARCHIVE
};

typedef struct cli_tool {
    const char *name;  /* "xpgn-validate" */
    const char *usage; /* "[option...] [file...]" */
    const char *about; /* one sentence */
    const cli_option *options;
    const cli_option *shared; /* shared by several tools, listed after its own; or NULL */
    unsigned common;          /* CLI_RULES | ... */
    /* Append to --help, and to --version (a line per library used by this tool only); or NULL. */
    void (*more_help)(xpgn_buffer *b);
    void (*more_version)(xpgn_buffer *b);
} cli_tool;

/* The first member of every tool's options struct. */
typedef struct cli_common {
    cli_list files;           /* the operands in order; none: standard input */
    cli_list rules;           /* --rules */
    cli_game_selection games; /* --game, and then: */
    const char *games_from;   /* --games-from */
    cli_bytes bytes;          /* --bytes */
    uint64_t jobs;            /* -j; 0: one per processor */
    uint64_t max_game;        /* --max-game; 0: the library's default */
    int color;                /* --color: 0 auto, 1 always, 2 never */
    bool recursive;           /* -r */
    bool no_header;           /* --no-header */
    bool force;               /* --force */
} cli_common;

/* The form of a table's cells: TSV or CSV; for cli_table_form also Markdown. */
static inline xpgn_cell cli_cell_form(bool tsv) {
    return tsv ? XPGN_CELL_TSV : XPGN_CELL_CSV;
}
static inline xpgn_cell cli_table_form(bool tsv, bool markdown) {
    return markdown ? XPGN_CELL_MARKDOWN : cli_cell_form(tsv);
}
/* True if a table has a line of headings; a Markdown table always has. */
static inline bool cli_has_head(const cli_common *o, xpgn_cell form) {
    return !o->no_header || form == XPGN_CELL_MARKDOWN;
}

/* ---- the program (frame/cli.c) --------------------------------------------------------------- */

enum { CLI_OUT = 0, CLI_ERR = 1, CLI_SINKS = 5, CLI_OPTIONS = 64 };

/* An output: standard output, standard error, or a file. */
typedef struct cli_sink {
    FILE *file;       /* for the standard streams */
    const char *path; /* for a file: its name as given by the user; else NULL */
    int fd;           /* for a pipe or device, which is written directly; else -1 */
    replacement new;  /* for a file, which gets its name only on success */
    xpgn_buffer held; /* what is not yet written to the file */
    bool terminal;
    unsigned columns; /* columns of the terminal; 0: unknown, or not a terminal */
    bool color;
    bool records;        /* it has records: on a terminal control characters become symbols */
    const char *between; /* separator, see cli_between */
    bool begun;          /* something was written since `between` was set */
} cli_sink;

/* Finished files, which get their names when the whole run succeeds. */
typedef struct cli_finished {
    replacement *file;
    size_t count, capacity;
} cli_finished;

typedef struct cli_progress {
    bool on, shown;
    double start, next; /* start time, and when to show the line again */
    uint64_t games, bytes;
    uint64_t ahead; /* bytes read ahead of the stream */
} cli_progress;

/* Games that were left out or not read to their end, by the code of the finding that is why. */
typedef struct cli_unread_reason {
    char *code; /* "": not known */
    char *kind; /* of a game of another kind: which; else NULL */
    uint64_t games;
    bool left_out;
} cli_unread_reason;

typedef struct cli_unread {
    cli_unread_reason *reason;
    size_t count, capacity;
    uint64_t nth;   /* cli_worker.nth of the last one */
    uint64_t games; /* all games, read or not */
    bool told;      /* their errors have been reported, too */
    bool quiet;     /* nothing is to be said */
} cli_unread;

/* What a command line within a document is about: the games are in the document, too. */
typedef struct cli_within {
    const char *name; /* of the document, in messages about games */
    xpgn_slice text;  /* the games; it is read from its beginning */
    uint64_t line;    /* of the document, at which the text begins */
    bool quiet;       /* messages and findings are not shown */
    bool told;        /* there was a message */
} cli_within;

typedef struct cli {
    const cli_tool *tool;
    cli_within *within; /* NULL: the command line is the user's */
    cli_common *common;
    void *options; /* the tool's struct, at the same address as `common` */
    size_t option_count, own_count;
    cli_sink sink[CLI_SINKS];
    size_t sinks;
    cli_finished finished;
    cli_progress progress;
    cli_unread unread;
    bool folders;   /* --recursive has made the list of files */
    bool missed;    /* a folder could not be read: the exit status is CLI_TROUBLE */
    uint64_t rules; /* hash_bytes of all ruleset files, set by cli_open_catalog; 0: none */
    cli_option option[CLI_OPTIONS]; /* the tool's options, then the common ones; not cleared */
} cli;

/*
 * Parses the command line into `options` and opens the standard streams. Returns CLI_GO to
 * continue; else, after a message or --help, the exit status.
 */
int cli_begin(cli *c, const cli_tool *tool, int argc, char **argv, void *options);
/* The same for a command line within a document: there is no --help, and cli_run reads nothing but
   the text that is given. End it with cli_parse_free. */
int cli_begin_within(cli *c, const cli_tool *tool, int argc, char **argv, void *options,
                     cli_within *given);
/* Flushes and closes all outputs and gives output files their names. Returns the exit status. */
int cli_end(cli *c, int status);

/* Writes "xpgn-validate: ..." and a line end to standard error. */
void cli_message(cli *c, const char *format, ...) XPGN_PRINTF(2, 3);
/* The files that a tool reads: the operands, or "-" if there are none. */
size_t cli_inputs(const cli_list *files);
const char *cli_input(const cli_list *files, size_t i);
/* True if one of them is standard input. */
bool cli_reads_standard(const cli_list *files);
/* What messages call an input file: "standard input" for "-". */
const char *cli_input_name(const char *file);
/* Says why a file is not used: `what`, then errno. Always returns false. */
bool cli_refuse_file(cli *c, const char *path, const char *what);
/* Writes a message about a wrong command line, with a pointer to --help; returns CLI_TROUBLE. */
int cli_usage(cli *c, const char *format, ...) XPGN_PRINTF(2, 3);
/* Fatal error: writes the message, discards output files and exits with status 2. */
_Noreturn void cli_die(cli *c, const char *format, ...) XPGN_PRINTF(2, 3);
_Noreturn void cli_no_memory(cli *c);
/* realloc(3), which exits if out of memory. */
void *cli_realloc(cli *c, void *list, size_t size);
/* Makes room for one more in a list of `count` elements of `size` bytes; updates *capacity. Exits
   if out of memory. */
void *cli_grow(cli *c, void *list, size_t count, size_t *capacity, size_t size);
/* A NUL-terminated copy of a text, or of two texts joined, which the caller frees. Both exit if out
   of memory. */
char *cli_keep(cli *c, xpgn_slice text);
char *cli_join(cli *c, xpgn_slice text, xpgn_slice more);
/* Checks the status of a function that needs libsodium: if it is not installed, exits with a
   message that begins with `what` ("digests require"); also exits if out of memory. */
void cli_need_sodium(cli *c, xpgn_status status, const char *what);

/* ---- what is typed (frame/option_parser.c) --------------------------------------------------- */

/* Reads a decimal number and moves *p past it; false if there is none, or it is too large. */
bool cli_read_digits(const char **p, uint64_t *out);
/* Reads a range, 17, 3-8 or 100-, and moves *p past it. */
bool cli_read_range(const char **p, cli_range *r);

/* Called by cli_begin. Returns CLI_GO or an exit status. */
int cli_parse(cli *c, int argc, char **argv);
void cli_parse_free(cli *c);

/* ---- folders (frame/folders.c) --------------------------------------------------------------- */

/* --recursive: replaces the folders among the operands by the files of games in them. Returns
   CLI_GO, or CLI_TROUBLE after a message. */
int cli_open_folders(cli *c);
void cli_close_folders(cli *c);

/* ---- --help and --version (frame/help.c) -------------------------------------------------------
 */

/* Prints the text of CLI_HELP, CLI_VERSION or CLI_DUMP; returns CLI_GOOD. */
int cli_print_info(cli *c, cli_kind kind);
/* Appends a text that begins at column `indent`, wrapped to fit a terminal. */
void cli_put_wrapped(xpgn_buffer *b, const char *text, int indent);
static inline bool cli_takes_value(const cli_option *o) {
    return o->kind != CLI_FLAG && o->kind != CLI_COUNT && o->kind != CLI_MAYBE &&
           o->kind != CLI_HELP && o->kind != CLI_VERSION && o->kind != CLI_DUMP;
}
/* Appends the names of the facts of these scopes; for cli_option.dump. */
void cli_dump_facts(xpgn_buffer *b, uint32_t scopes);
/* "FILE", or the choices; NULL for a flag. */
const char *cli_argument(const cli_option *o);

/* ---- output (frame/output.c) -------------------------------------------------------------------
 */

/* Opens the standard streams. */
void cli_open_standard(cli *c);
/*
 * Opens an output file and returns the index of its sink (CLI_OUT for "-"), or -1 after a message.
 * It is written under a temporary name and renamed by cli_end on success; on failure no output file
 * remains. A file that it replaces must be one that may be (cli_may_write) and writable, and passes
 * on its owner, group and permissions. Pipes and devices are written directly.
 */
int cli_open_output(cli *c, const char *path, cli_product product);
/* Makes a folder for outputs, unless it is there. False after a message. */
bool cli_make_folder(cli *c, const char *path);
/* cli_open_output for the file of -o, whose folder is made, too. */
int cli_open_result(cli *c, const char *path, cli_product product);
/* cli_open_output for a file that the user has named to be rewritten. */
int cli_open_rewrite(cli *c, const char *path);
/* What this output file replaces was read in this state; cli_end refuses, and replaces no file at
   all, if another program has changed it since. */
void cli_replaces(cli *c, int sink, const replace_state *read);
/* Gives a new output file the owner, group and permissions of the one of which it is a copy. False
   after a message. */
bool cli_copies(cli *c, int sink, const struct stat *of);
/* Lets nobody read a new output file who may not read this one, which it quotes. False after a
   message. Sink -1: there is none. */
bool cli_quotes(cli *c, int sink, const struct stat *quoted);
/* Closes the newest output file, which is complete; it gets its name with the others. False after a
   message. */
bool cli_finish_output(cli *c, int sink);
/* Writes and empties the buffer. A write error is fatal; a closed pipe ends the program
   silently. */
void cli_flush(cli *c, int sink, xpgn_buffer *b);
/* Sets a separator that is written between the outputs of two calls of cli_flush; NULL: none. */
void cli_between(cli *c, int sink, const char *text);
/* Closes all outputs; false, after a message, if one could not be written. */
bool cli_close_outputs(cli *c);
/* Flushes standard output. */
void cli_flush_out(cli *c);
/* Removes the output files written so far. */
void cli_discard_outputs(cli *c);

/* ---- which files may be written (frame/overwrite_policy.c) ----------------------------------- */

/*
 * True if a file that the user has named for output may be written. Refused are files that are read
 * in this run (operands, values of CLI_READS and --rules, standard input), chains of sealed dice,
 * and, without --force, files that are not empty and not of the kind being written. False after a
 * message that says what to do.
 */
bool cli_may_write(cli *c, const char *path, cli_product product);
/* True if the file that an output replaces is of this kind already, so that it is to be read and
   continued, with --force too; also if that cannot be known: then reading fails. */
bool cli_continues(cli *c, int sink, cli_product product);
/* The same as cli_may_write for all options that name an output; returns CLI_GO or CLI_TROUBLE. */
int cli_check_outputs(cli *c);

/* ---- the loop over games (frame/game_loop.c) ------------------------------------------------- */

/*
 * The context of one thread. A tool's function writes to `to[sink]`, never to a stream, so that
 * output appears in input order whatever the number of threads.
 */
typedef struct cli_worker {
    cli *cli;
    const void *options; /* the tool's struct, constant from here on */
    void *state;         /* cli_work.state_size bytes, zero at the start */
    void *shared;        /* cli_work.shared */
    xpgn_catalog *catalog;
    xpgn_walk *walk;       /* NULL unless cli_work.walk */
    int status;            /* the worst exit status so far */
    bool direct;           /* its output may be written while a game is processed */
    struct cli_pool *pool; /* NULL: the only thread */
    size_t batch;          /* the batch of the pool that it works on */
    uint64_t nth;          /* the number of its game among those processed, from 1 */
    cli_unread unread;
    xpgn_buffer to[CLI_SINKS];
} cli_worker;

typedef struct cli_work {
    const xpgn_walk_options *walk; /* NULL: the tool does not walk games; `committed_data` becomes
                                      the worker */
    size_t state_size;
    void *shared; /* shared by all threads, for a tool that runs more than once */
    /* Processes one game; false: stop (needs `serial`). */
    bool (*game)(cli_worker *w, const xpgn_game *game);
    /* Called at the end, on the main thread, once for the state of each thread: adds it to the
       tool's struct (c->options) and frees what it owns. The sum must not depend on the order. */
    void (*finish)(cli *c, void *state);
    /* Called on the main thread if a file could not be read completely; may be NULL. */
    void (*unread)(cli *c, size_t file_index);
    bool tells_empty; /* names each file that has no game, unless --game or --bytes selects */
    int empty;        /* the exit status for such a file */
    /* If not NULL: called for a file that has no game or is no record, with its xpgn_no_record;
       true: nothing is to be said about it. */
    bool (*gameless)(cli *c, const char *file, int kind);
    /* If not NULL: filled, before the first game is processed, with the commitments of sealed dice
       in the games before those that --game or --bytes selects. */
    struct cli_seal_commitments *commits;
    const struct cli_seal_commitments_of *sealed; /* with `commits`: &cli_seal_commitments_all */
    /* If not NULL: decodes the files; `decoded` appends what is to be said about it, if anything,
       after the last game of a file: a message, or part of what goes to the sink `decoded_to`. */
    xpgn_decoder *decoder;
    bool decodes_few;      /* XPGN_FROM_ANY: plain records keep their places */
    const int *decoded_to; /* NULL: a message */
    /* True, and what is to be said, a message or for `decoded_to`, if a file is no record. */
    bool (*refused)(cli *c, const xpgn_decoder *decoder, const char *file, xpgn_buffer *b);
    /* With `decoder`: xpgn_stream_decode. */
    xpgn_status (*decode)(xpgn_stream *stream, xpgn_decoder *decoder,
                          void (*decoded)(void *data, const char *file), void *data);
    void (*decoded)(cli *c, const char *file, xpgn_buffer *b);
    uint64_t *digest; /* if not NULL: set to the digest of the processed games, in order */
    bool serial;      /* one thread, games in order */
    size_t batch;     /* the maximum number of games that a thread takes at a time; 0: many */
    bool holds;       /* output about a game may be withdrawn before its end */
} cli_work;

/* The number of threads that will be used if the input is large enough. */
unsigned cli_threads(const cli *c);

/*
 * Call it while processing a game: waits until all earlier games in other threads are done. No
 * other thread returns from here until this game is done, and the next sees what it wrote.
 */
void cli_in_order(cli_worker *w);

/* Processes the games of all operands that --game or --bytes selects; returns the exit status. */
int cli_run(cli *c, const cli_work *work);

/*
 * For a tool without input: calls work->game for the numbers 1 to `count` that --game selects, with
 * empty games.
 */
int cli_run_numbers(cli *c, const cli_work *work, uint64_t count);

/* Monotonic time in seconds. */
double cli_seconds(void);
/* Tells a user who gave no file that the tool reads from the terminal. */
void cli_note_terminal(cli *c);

/* ---- rulesets (frame/search_path.c, frame/ruleset_files.c) ----------------------------------- */

/* Loads the rulesets in the folders of XPGN_PATH; false after a message. */
bool cli_load_path(cli *c, xpgn_catalog *catalog);
/* Appends what affects the counts of any tool, after cli_open_catalog: version, --max-game,
   rulesets. */
void cli_put_how(xpgn_buffer *b, const cli *c);
/* Makes a catalog with the rulesets of XPGN_PATH and --rules; false after a message. The caller
   frees it. */
bool cli_open_catalog(cli *c, xpgn_catalog **catalog);
struct cli_report;
/* Loads a ruleset file; false after its findings were written to `sink` (how NULL: as text). */
bool cli_load_ruleset(cli *c, xpgn_catalog *catalog, const char *path, int sink,
                      const struct cli_report *how);

/* ---- walks (frame/worker.c) ------------------------------------------------------------------ */

/* A walk in addition to w->walk; exits if out of memory, or if libsodium is missing for
   keep_line. */
xpgn_walk *cli_open_walk(cli_worker *w, const xpgn_walk_options *how);
/* Starts walking a game; returns its next step, NULL at the end. Both exit if out of memory. The
   output of a large game is written from step to step. */
void cli_walk_begin(cli_worker *w, const xpgn_game *game);
const xpgn_step *cli_walk_next(cli_worker *w);
/* Raises the worker's exit status to `status`. */
void cli_worst(cli_worker *w, int status);
/* Appends the text of a game unchanged, and an empty line; a % that was not at the beginning of a
   line gets a blank before it. */
void cli_copy_game(xpgn_buffer *b, const xpgn_game *game);

/* ---- games that were not read (frame/unread_games.c) ----------------------------------------- */

/*
 * Count a game for the message at the end of the run (frame/unread_games.c), once, however often
 * they are called for it: one whose walk has ended, if its main line could not be played to its
 * end; one that is left out because the walk found an error, which has been reported.
 */
void cli_note_unread(cli_worker *w, const xpgn_walk *walk);
void cli_note_left_out(cli_worker *w, const xpgn_walk *walk);

/* ---- plain files and tables (frame/plain_text.c) --------------------------------------------- */

/* Opens a regular file that is not compressed; -1 with errno if it cannot be read, with errno 0 if
   it is something else. Exits if out of memory. */
int cli_open_plain(cli *c, const char *name);
/* Reads `size` bytes at `offset`; false if the file ends before that or cannot be read. */
bool cli_read_at(int fd, uint64_t offset, void *data, size_t size);
/* The same, but *got tells how many bytes there are if the file ends before. */
bool cli_read_most(int fd, uint64_t offset, void *data, size_t size, size_t *got);
/* Appends what can be read now, until the buffer has at least `most` bytes; false with errno if
   reading fails. */
bool cli_read_on(int fd, xpgn_buffer *b, size_t most);
enum { CLI_LIST_MOST = 16 << 20 }; /* maximum bytes of the list of an event */
/* Reads a whole file into an empty buffer; false after a message if it cannot be read, or is larger
   than `most` bytes. *state, unless it is NULL, is what it was then; false after a message if it
   was changed meanwhile. */
bool cli_read_file(cli *c, const char *path, size_t most, xpgn_buffer *b, replace_state *state);
/* Reads a table from such a file, which the caller frees; NULL after a message. */
struct csv_reader *cli_read_table(cli *c, const char *path, size_t most, replace_state *state);
/* True if a text begins with a line that names these columns. */
bool cli_has_columns(cli *c, xpgn_slice text, const char *const *name, size_t count);
/* Reads the first line of a table, which names its columns: at[i] is the column called name[i],
   unless `at` is NULL. False if one is missing. */
bool cli_table_columns(struct csv_reader *csv, const char *const *name, size_t count, size_t *at);

/* ---- progress (frame/progress.c) ------------------------------------------------------------- */

/* Clears the progress line before other output to the terminal. */
void cli_progress_clear(cli *c);

/* ---- reports of findings (shared/findings/finding_report.c) ---------------------------------- */

typedef enum cli_style { CLI_STYLE_TEXT, CLI_STYLE_JSON, CLI_STYLE_GCC, CLI_STYLE_SARIF } cli_style;
/* The words of --format for tables, behind those for text. */
#define CLI_TABLES "json|csv|tsv|markdown"
/* The option that chooses one; `at`: the offset of an int. */
#define CLI_STYLES(at)                                                                             \
    CLI_ONE_OF(                                                                                    \
        "format", "text|json|gcc|sarif", at,                                                       \
        "format of findings; gcc: one line each, json: one object per line, sarif: one log")

/* All codes of findings, for SARIF and --list-codes (shared/findings/finding_codes.h). */
typedef struct cli_codes cli_codes;

typedef struct cli_report {
    cli_style style;
    bool color;
    unsigned columns;                   /* columns of the terminal; 0: not for a terminal */
    bool strict;                        /* warnings are errors */
    bool lint;                          /* of a ruleset: what is legal, but hardly meant */
    const struct cli_report_keys *keys; /* JSON and SARIF */
    const cli_codes *codes;             /* SARIF: the rules to list */
    const xpgn_language *language;      /* JSON: of texts and hints; NULL: English */
    /* With JSON and SARIF: cli_report_json and cli_report_sarif. */
    void (*json)(xpgn_buffer *b, const struct cli_report *how, const xpgn_game *game,
                 const xpgn_walk *walk, const xpgn_finding *f);
    void (*sarif)(xpgn_buffer *b, const struct cli_report *how, const xpgn_game *game,
                  const xpgn_walk *walk, const xpgn_finding *f);
    xpgn_locator *places; /* for many findings about a game; NULL: none */
} cli_report;

/* Begin and end reporting many findings about one game. */
void cli_report_begin(cli_report *how, xpgn_buffer *b, const xpgn_game *game);
void cli_report_end(cli_report *how);

/* Reports one finding about a game. `walk`, for the names of the players, may be NULL. */
void cli_report_finding(xpgn_buffer *b, const cli_report *how, const xpgn_game *game,
                        const xpgn_walk *walk, const xpgn_finding *f);
/* Reports all findings of level `least` or worse, with `strict` applied, unless `b` is NULL;
   returns the worst level, or -1. */
int cli_report_findings(xpgn_buffer *b, const cli_report *how, const xpgn_game *game,
                        const xpgn_walk *walk, xpgn_level least);
/* Reports all errors of the worker's walk to standard error, and sets exit status 1; false if there
   are none. */
bool cli_report_errors(cli_worker *w, const xpgn_game *game);
/* Reports all findings about a ruleset or theme file. */
void cli_report_file(xpgn_buffer *b, const cli_report *how, const char *path, xpgn_slice text,
                     const xpgn_finding *list, size_t count);
/* The name of a file in messages: "<stdin>" for "-". */
const char *cli_file_name(const char *file);
/* Appends "game 4, Adams - Brandt": last names, if there are any. */
void cli_put_title(xpgn_buffer *b, const xpgn_game *game, const xpgn_walk *walk);
/* The same with "game" in another language. */
void cli_put_title_in(xpgn_buffer *b, const xpgn_game *game, const xpgn_walk *walk,
                      const xpgn_language *language);
/* Appends a tag value as recorded, without its escapes, made safe for a terminal; returns its
 * width.
 */
size_t cli_put_value(xpgn_buffer *b, xpgn_slice value);
/* The same of a tag by its name; nothing if it is missing. */
void cli_put_tag(xpgn_buffer *b, const xpgn_walk *walk, const char *name);
/* The parties in the order of rosters: White, Black, then Red and Green in games of four. */
extern const unsigned char cli_roster_parties[XPGN_MAX_SEATS];

/* ---- text (frame/cli_text.c, frame/cli_lines.c) ---------------------------------------------- */

/* Appends lines made safe for a terminal: xpgn_buffer_clean, except for tabs and line ends. */
void cli_put_clean(xpgn_buffer *b, xpgn_slice text);
void cli_put_spaces(xpgn_buffer *b, size_t count);
/* Removes trailing spaces and ends the line. */
void cli_end_line(xpgn_buffer *b);
static inline bool cli_is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}
/* Trims blanks at both ends. */
xpgn_slice cli_trim(xpgn_slice s);
/* Appends a line, cut with an ellipsis if it exceeds `columns`; 0: no limit. */
void cli_put_cut(xpgn_buffer *b, xpgn_slice line, size_t columns);
/* Appends spaces up to `column`, counted from 0, of the line that began at byte `start`. */
void cli_pad(xpgn_buffer *b, size_t start, size_t column);
/*
 * Appends the name of a file that is printed as a result: on a terminal, if it has anything but
 * letters, digits and -_./+,:@%=, quoted for the shell as ls(1) does, so that no byte moves the
 * cursor; otherwise unchanged.
 */
void cli_put_name(xpgn_buffer *b, const cli *c, const char *name);
/* Says what is wrong with the position that the option has. Returns CLI_TROUBLE. */
int cli_refuse_xfen(cli *c, const char *option, const xpgn_fault *fault);
/* Says what a position that was read has in another form, if anything. */
void cli_note_xfen(cli *c, const char *option, const xpgn_fault *fault);

#endif
