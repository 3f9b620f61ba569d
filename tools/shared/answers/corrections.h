/* SPDX-License-Identifier: MIT */
/* corrections.h - the log of corrections: a CSV table that is continued by each run. */
#ifndef CLI_CORRECTIONS_H
#define CLI_CORRECTIONS_H

#include <xpgn/sheets.h>

#include "frame/cli.h"

enum { CLI_LOG_MOST = 1 << 30 }; /* maximum bytes of a log */

typedef struct cli_log_row {
    xpgn_correction correction; /* its texts are those below */
    char *file, *by, *code, *turn;
    uint64_t game;
    xpgn_link before, after; /* digests of the file */
    xpgn_buffer was, is;
} cli_log_row;

typedef struct cli_log {
    cli_log_row *row;
    size_t count, capacity;
    struct dice_chain *sealer; /* NULL: no log is kept, and no digests are computed */
} cli_log;

/* What all rows of a game have in common. */
typedef struct cli_log_origin {
    const char *file, *by; /* by NULL: nobody has signed */
    uint64_t game;
    uint32_t base; /* added to the numbers of its corrections */
} cli_log_origin;

/* Call it before using digests; false after a message if libsodium is missing. */
bool cli_log_begin(cli *c, cli_log *log);
/* The SHA-256 digest of a file; 0 if no log is kept. */
xpgn_link cli_log_digest(const cli_log *log, const xpgn_buffer *text);
/* Reads a log, which was in the state *read then; false after a message. */
bool cli_log_read(cli *c, const char *path, cli_log *log, replace_state *read);
/* Appends rows about a game, without digests yet. */
void cli_log_add(cli *c, cli_log *log, const cli_log_origin *origin, const xpgn_correction *list,
                 size_t count);
/* Sets the digests of the rows from `first` on. */
void cli_log_sign(cli_log *log, size_t first, const xpgn_link *before, const xpgn_link *after);
/* Removes those of the first `known` rows that are about a file that is being rewritten, or that is
   back in its state before them (*before). Returns how many remain. */
size_t cli_log_forget(cli_log *log, size_t known, const char *file, const xpgn_link *before);
void cli_log_write(cli *c, const cli_log *log, int sink);
void cli_log_free(cli_log *log);

#endif
