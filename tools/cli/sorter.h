/* SPDX-License-Identifier: MIT */
/*
 * Sorting more than fits into memory. What is put is a key and some bytes; keys are compared as
 * bytes. Each thread puts into a part of its own; a part that has its share of the memory is sorted
 * and goes into a temporary file (cli/spool.h), and at the end all are merged. All functions exit,
 * after a message, if there is no memory, or if a temporary file cannot be made, written or read.
 */
#ifndef CLI_SORTER_H
#define CLI_SORTER_H

#include "cli/spool.h"

/* What one thread has put; initialize with {0}. */
typedef struct cli_sorter_part {
    xpgn_buffer bytes; /* of keys and data */
    struct cli_sorter_entry *entry;
    size_t count, capacity;
    cli_spool *spool; /* NULL: all is in memory */
    struct cli_sorter_run *run;
    size_t runs;
} cli_sorter_part;

typedef struct cli_sorter {
    cli *c;
    const char *temp; /* the folder of temporary files; NULL: as cli_spool_open has it */
    uint64_t memory, share;
    cli_sorter_part *part; /* those that were added */
    size_t parts;
    struct cli_sorter_source *source; /* what is merged */
    size_t sources;
    struct cli_sorter_source **heap;
    size_t heaped;
    bool begun;
} cli_sorter;

enum { CLI_SORTER_MEMORY = 256 << 20, CLI_SORTER_LEAST = 1 << 20 };
/* The options --memory and --temp of the tools that sort; `memory` of a uint64_t, 0: not given. */
#define CLI_SORTER_OPTIONS(at_memory, at_temp)                                                     \
    {.name = "memory",                                                                             \
     .argument = "SIZE",                                                                           \
     .help = "keep as much in memory, and the rest in temporary files (default 256M)",             \
     .kind = CLI_SIZE,                                                                             \
     .offset = (at_memory),                                                                        \
     .min = CLI_SORTER_LEAST,                                                                      \
     .max = UINT64_MAX},                                                                           \
    {                                                                                              \
        .name = "temp", .argument = "FOLDER",                                                      \
        .help = "where temporary files are made (default: TMPDIR, or /tmp)", .kind = CLI_TEXT,     \
        .offset = (at_temp)                                                                        \
    }

/* `memory` is shared by all threads of the program; 0: CLI_SORTER_MEMORY. */
void cli_sorter_open(cli *c, cli_sorter *s, uint64_t memory, const char *temp);
/* Copies a key and its bytes. No two keys should be the same: their order would be any. */
void cli_sorter_put(const cli_sorter *s, cli_sorter_part *p, xpgn_slice key, xpgn_slice data);
/* Takes over what a thread has put, at its end, on the main thread. */
void cli_sorter_add(cli_sorter *s, cli_sorter_part *p);
/* May this game be sorted? False, after a message, if it is larger than --max-game: then nothing
   is to be written. */
bool cli_sorter_takes(cli_worker *w, const xpgn_game *game);
/* Runs what puts; where that fails, says that what was put is not written. */
int cli_sorter_run(cli *c, const cli_sorter *s, const cli_work *work);
/* The next in order of the keys; false: there is none. Both are valid until the next call. */
bool cli_sorter_next(cli_sorter *s, xpgn_slice *key, xpgn_slice *data);
void cli_sorter_close(cli_sorter *s);
/* Appends a number to a key, in 8 bytes. */
void cli_sorter_number(xpgn_buffer *key, uint64_t n);
/* The number that a key ends with. */
uint64_t cli_sorter_value(xpgn_slice key);

#endif
