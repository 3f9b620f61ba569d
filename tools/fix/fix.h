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
    int log_sink; /* -1: none */
} fix_options;

/* ---- the log (log.c) ------------------------------------------------------------------------- */

/* What is the same in all rows of a game. */
typedef struct fix_origin {
    const char *file, *by;
    uint64_t game;
    uint32_t base;          /* of the numbers of its corrections */
    uint64_t before, after; /* digests of the file */
} fix_origin;

void fix_log_head(xpgn_buffer *b);
void fix_log_row(xpgn_buffer *b, const fix_origin *o, const xpgn_correction *c);

/* A log that was read. */
typedef struct fix_row {
    xpgn_correction correction;
    char *file, *by, *code, *turn;
    uint64_t game, before, after;
    xpgn_buffer was, is;
} fix_row;

typedef struct fix_log {
    fix_row *row;
    size_t count, capacity;
} fix_log;

/* False, after a message. */
bool fix_log_read(cli *c, const char *path, fix_log *log);
fix_row *fix_log_add(cli *c, fix_log *log);
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
