/* SPDX-License-Identifier: MIT */
/*
 * The journal of a record, RECORD.journal, which keeps the messages of the parties of a game with
 * sealed dice (xpgn_message):
 *
 *     xpgn-journal 2
 *     game 9694...
 *     announce 1 white 86f4... f+j+... 2. exd5
 *     answer 1 black 8cdc... DhJy...
 *
 * An incomplete last line was never acted upon and is cut off. A line may be repeated.
 */
#ifndef CLI_SEAL_JOURNAL_H
#define CLI_SEAL_JOURNAL_H

#include <xpgn/base.h>

#include "frame/cli.h"

typedef struct cli_journal {
    char *path;
    int fd;           /* -1: opened for reading only */
    xpgn_link game;   /* the digest of its header */
    xpgn_buffer text; /* its complete lines */
    size_t head;      /* bytes before the first message */
    bool torn;        /* more bytes may follow these lines */
} cli_journal;

/* Opens the journal of a record, or makes it; false after a message, also if it belongs to another
   game. */
bool cli_journal_open(cli *c, cli_journal *j, const char *record, const xpgn_link *game);
/* Reads a journal; false after a message. */
bool cli_journal_read(cli *c, cli_journal *j, const char *path);
void cli_journal_close(cli_journal *j);
bool cli_journal_has(const cli_journal *j, xpgn_slice line);
/* Adds a message, which is on disk when this returns; a duplicate is not added again. False after
   an error message: the message then counts as not sent. */
bool cli_journal_add(cli *c, cli_journal *j, xpgn_slice line);
/* Removes what a failed addition may have left in the file, before the record goes on without it.
   False if it may still be there; errno says why. */
bool cli_journal_cut(cli_journal *j);
/* Gets the next message and moves *at, which is 0 at first, past it; false if there is none. */
bool cli_journal_next(const cli_journal *j, size_t *at, xpgn_slice *line);

#endif
