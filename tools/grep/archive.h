/* SPDX-License-Identifier: MIT */
/*
 * The games of an archive, for --not-in: their digests, sorted, in the index ARCHIVE.xpd or in a
 * temporary file. xpgn-grep(1) describes the index.
 */
#ifndef GREP_ARCHIVE_H
#define GREP_ARCHIVE_H

#include "cli/sorter.h"

#define GREP_ARCHIVE_SUFFIX ".xpd"

typedef struct grep_archive {
    cli *c;
    const char *name; /* of the archive */
    int fd;           /* of the index; -1: */
    cli_spool spool;
    uint64_t from, count; /* of the digests: offset, number */
} grep_archive;

/* How the games of an archive are read. */
typedef struct grep_reading {
    uint64_t memory;
    const char *temp;
    bool write; /* an index, if there is none that can be used */
} grep_reading;

/* Runs `work` over the games of the archive, all of them, instead of those of the command line. */
int grep_archive_run(cli *c, const char *name, const cli_work *work);
/* CLI_GOOD, or CLI_TROUBLE after a message. */
int grep_archive_open(cli *c, grep_archive *a, const char *name, const grep_reading *how);
/* Safe in threads. */
bool grep_archive_has(const grep_archive *a, const uint8_t digest[XPGN_DIGEST_SIZE]);
void grep_archive_close(grep_archive *a);

/* The digest of what was played in a game; false: it is not whole. */
bool grep_digest(cli_worker *w, xpgn_walk **walk, const xpgn_game *game,
                 uint8_t digest[XPGN_DIGEST_SIZE]);

#endif
