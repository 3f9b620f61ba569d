/* SPDX-License-Identifier: MIT */
/* Shared by the files of xpgn-fix. */
#ifndef FIX_TOOL_H
#define FIX_TOOL_H

#include "cli/cli.h"

enum { FIX_MOST = 1 << 30 }; /* bytes of a file */

typedef struct fix_options {
    cli_common common;
    bool likely, incomplete, no_marks, diff, write, quiet, ask;
    const char *folder, *log, *by, *undo;
} fix_options;

/* ---- the log (log.c) ------------------------------------------------------------------------- */

typedef struct fix_row {
    xpgn_correction correction; /* its texts are those below */
    char *file, *by, *code, *turn;
    uint64_t game, before, after; /* digests of the file */
    xpgn_buffer was, is;
} fix_row;

typedef struct fix_log {
    fix_row *row;
    size_t count, capacity;
} fix_log;

/* What is the same in all rows of a game. */
typedef struct fix_origin {
    const char *file, *by; /* by NULL: nobody has signed */
    uint64_t game;
    uint32_t base; /* of the numbers of its corrections */
} fix_origin;

/* False, after a message. */
bool fix_log_read(cli *c, const char *path, fix_log *log);
/* Appends rows about a game; the digests are still to come. */
void fix_log_add(cli *c, fix_log *log, const fix_origin *origin, const xpgn_correction *list,
                 size_t count);
/* The digests of the rows from `first` on. */
void fix_log_sign(fix_log *log, size_t first, uint64_t before, uint64_t after);
/* Forgets the first `known` rows about a file that is written anew, or that is again what it was
   before them (*before); returns how many are left of them. */
size_t fix_log_forget(fix_log *log, size_t known, const char *file, const uint64_t *before);
void fix_log_write(cli *c, const fix_log *log, int sink);
void fix_log_free(fix_log *log);

/* ---- taking back (undo.c) -------------------------------------------------------------------- */

int fix_undo(cli *c, const fix_options *o);

/* ---- questions at a terminal (ask.c) --------------------------------------------------------- */

typedef struct fix_asker {
    cli *c;
    xpgn_catalog *catalog;
    char typed[256];
} fix_asker;

xpgn_answer fix_ask(void *asker, const xpgn_question *q);

#endif
