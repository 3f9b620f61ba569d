/* SPDX-License-Identifier: MIT */
/* Shared by the files of xpgn-fix. */
#ifndef FIX_TOOL_H
#define FIX_TOOL_H

#include <xpgn/sheets.h>

#include "shared/answers/corrections.h"

enum { FIX_MOST = 1 << 30 }; /* maximum bytes of a file */

typedef struct fix_options {
    cli_common common;
    bool likely, incomplete, no_marks, diff, write, quiet, ask;
    const char *folder, *log, *by, *undo, *questions, *answers;
} fix_options;

/* ---- taking back (log_undo.c) ---------------------------------------------------------------- */

/* Takes back corrections of the log --undo; returns the exit status. */
int fix_undo(cli *c, const fix_options *o);

/* ---- questions at a terminal (fix_ask.c) ----------------------------------------------------- */

typedef struct fix_asker {
    cli *c;
    xpgn_catalog *catalog;
    char typed[256];
    bool quit; /* ask nothing more, in other games and files either */
} fix_asker;

/* xpgn_fixer_options.ask, with a fix_asker as its data. */
xpgn_answer fix_ask(void *asker, const xpgn_question *q);

#endif
