/* SPDX-License-Identifier: MIT */
/*
 * Sorts more than fits into memory. An item is a key and some bytes of data; keys are compared
 * bytewise. Each thread puts items into a part of its own; a part that has used its share of the
 * memory is sorted and written to a temporary file (frame/spool.h), and at the end all are merged.
 * All functions exit, after a message, if out of memory, or if a temporary file cannot be made,
 * written or read.
 */
#ifndef CLI_SORTER_H
#define CLI_SORTER_H

#include "frame/spool.h"

/* The items of one thread; initialize with {0}. */
typedef struct cli_sorter_part {
    xpgn_buffer bytes; /* keys and data */
    struct cli_sorter_entry *entry;
    size_t count, capacity;
    cli_spool *spool; /* NULL: everything is in memory */
    struct cli_sorter_run *run;
    size_t runs;
} cli_sorter_part;

typedef struct cli_sorter {
    cli *c;
    uint64_t memory, share;
    cli_sorter_part *part; /* the parts added so far */
    size_t parts;
    struct cli_sorter_source *source; /* the sources being merged */
    size_t sources;
    struct cli_sorter_source **heap;
    size_t heaped;
    bool begun;
} cli_sorter;

enum { CLI_SORTER_MEMORY = 128 << 20, CLI_SORTER_LEAST = 1 << 20 };
/* The option --memory of the tools that sort, with the offset of a uint64_t (0: not given). */
#define CLI_SORTER_MEMORY_OPTION(at)                                                               \
    CLI_ROW("memory", "SIZE", CLI_SIZE, at,                                                        \
            "use this much memory, and temporary files in TMPDIR for the rest (default 128M)",     \
            .min = CLI_SORTER_LEAST, .max = UINT64_MAX)

/* `memory`, in bytes, is shared by all threads of the program; 0: CLI_SORTER_MEMORY. */
void cli_sorter_open(cli *c, cli_sorter *s, uint64_t memory);
/* Copies a key and its data. Keys should be unique: the order of equal ones is not defined. */
void cli_sorter_put(const cli_sorter *s, cli_sorter_part *p, xpgn_slice key, xpgn_slice data);
/* Takes over the items of a thread; called at its end, on the main thread. */
void cli_sorter_add(cli_sorter *s, cli_sorter_part *p);
/* True if this game can be sorted; false, after a message, if it is larger than --max-game: then
   nothing must be written. */
bool cli_sorter_takes(cli_worker *w, const xpgn_game *game);
/* Calls cli_run for a tool that sorts; if that fails, reports that nothing was written. */
int cli_sorter_run(cli *c, const cli_sorter *s, const cli_work *work);
/* Gets the next item in the order of the keys; false at the end. Both slices are valid until the
   next call. */
bool cli_sorter_next(cli_sorter *s, xpgn_slice *key, xpgn_slice *data);
void cli_sorter_close(cli_sorter *s);
/* Appends a number to a key: 8 bytes, highest first. */
void cli_sorter_number(xpgn_buffer *key, uint64_t n);
/* The number that a key ends with. */
uint64_t cli_sorter_value(xpgn_slice key);

#endif
