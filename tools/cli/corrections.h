/* SPDX-License-Identifier: MIT */
/* corrections.h - the log of corrections: a table as CSV, which goes on from run to run. */
#ifndef CLI_CORRECTIONS_H
#define CLI_CORRECTIONS_H

#include "cli/cli.h"

enum { CLI_LOG_MOST = 1 << 30 }; /* bytes of it */

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
    xpgn_sealer *sealer; /* NULL: no log is kept, and no digests are computed */
} cli_log;

/* What is the same in all rows of a game. */
typedef struct cli_log_origin {
    const char *file, *by; /* by NULL: nobody has signed */
    uint64_t game;
    uint32_t base; /* of the numbers of its corrections */
} cli_log_origin;

/* To be called before digests are asked for; false after a message: libsodium is missing. */
bool cli_log_begin(cli *c, cli_log *log);
/* The digest of a file, SHA-256; 0 where no log is kept. */
xpgn_link cli_log_digest(const cli_log *log, const xpgn_buffer *text);
/* False, after a message. */
bool cli_log_read(cli *c, const char *path, cli_log *log);
/* Appends rows about a game; the digests are still to come. */
void cli_log_add(cli *c, cli_log *log, const cli_log_origin *origin, const xpgn_correction *list,
                 size_t count);
/* The digests of the rows from `first` on. */
void cli_log_sign(cli_log *log, size_t first, const xpgn_link *before, const xpgn_link *after);
/* Forgets the first `known` rows about a file that is written anew, or that is again what it was
   before them (*before); returns how many are left of them. */
size_t cli_log_forget(cli_log *log, size_t known, const char *file, const xpgn_link *before);
void cli_log_write(cli *c, const cli_log *log, int sink);
void cli_log_free(cli_log *log);

#endif
