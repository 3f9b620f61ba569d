/* SPDX-License-Identifier: MIT */
/*
 * The journal of a record, RECORD.journal, which keeps what the parties of a game with sealed dice
 * tell each other (xpgn_message):
 *
 *     xpgn-journal 2
 *     game 9694...
 *     announce 1 white 86f4... f+j+... 2. exd5
 *     answer 1 black 8cdc... DhJy...
 *
 * A last line that is not whole was never acted upon: it is cut off. A line may be repeated.
 */
#ifndef CLI_JOURNAL_H
#define CLI_JOURNAL_H

#include "cli/cli.h"

typedef struct cli_journal {
    char *path;
    int fd;           /* -1: it is read only */
    xpgn_link game;   /* the digest of its header */
    xpgn_buffer text; /* its whole lines */
    size_t head;      /* bytes before the first message */
    bool torn;        /* something may stand after them */
} cli_journal;

/* Opens the journal of a record, or makes it; false after a message, also if it is of another game.
 */
bool cli_journal_open(cli *c, cli_journal *j, const char *record, const xpgn_link *game);
/* Reads one; false after a message. */
bool cli_journal_read(cli *c, cli_journal *j, const char *path);
void cli_journal_close(cli_journal *j);
bool cli_journal_has(const cli_journal *j, xpgn_slice line);
/* Adds a message, on disk when this returns; one that it has is not added again. False after a
   message: then it counts as not said. */
bool cli_journal_add(cli *c, cli_journal *j, xpgn_slice line);
/* Takes away what a failed addition may have left in the file, before the record goes on without
   it. False, and errno says why: it may still be there. */
bool cli_journal_cut(cli_journal *j);
/* The next message after byte *at, 0 at first; false: there is none. */
bool cli_journal_next(const cli_journal *j, size_t *at, xpgn_slice *line);

#endif
