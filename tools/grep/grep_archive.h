/* SPDX-License-Identifier: MIT */
/*
 * The games of an archive, for --not-in: their digests, sorted, in the index ARCHIVE.xpd or in a
 * temporary file.
 *
 * The index, all numbers little-endian: the eight bytes XPGNIDXE; six numbers of 8 bytes, which are
 * the size of the archive, its time of modification in seconds since 1970 and the nanoseconds, the
 * digest of the ruleset files in use and the version, the number of digests, and a check; then the
 * digests of xpgn-list(1), 16 bytes each, ascending, each once. The check is the digest of
 * xpgn-scale(7), begun with 0, of the five numbers before it, continued with all digests in pieces
 * of 65,536 bytes.
 */
#ifndef GREP_ARCHIVE_H
#define GREP_ARCHIVE_H

#include <xpgn/base.h>

#include "shared/tables/sorter.h"

#define GREP_ARCHIVE_SUFFIX ".xpd"

typedef struct grep_archive {
    cli *c;
    const char *name; /* of the archive */
    int fd;           /* of the index; -1: the digests are in `spool` */
    cli_spool spool;
    uint64_t from, count; /* offset of the digests, and their number */
} grep_archive;

/* How the games of an archive are read. */
typedef struct grep_reading {
    uint64_t memory;
    bool write; /* write an index if there is none that can be used */
} grep_reading;

/* Runs `work` over all games of the archive instead of those on the command line. */
int grep_archive_run(cli *c, const char *name, const cli_work *work);
/* Opens the index, or reads the archive. Call cli_open_catalog before: an index holds for the
   rulesets that its games were read by. Returns CLI_GOOD, or CLI_TROUBLE after a message. Call
   grep_archive_close in any case. */
int grep_archive_open(cli *c, grep_archive *a, const char *name, const grep_reading *how);
/* True if the archive has a game with this digest. May be called from several threads. */
bool grep_archive_has(const grep_archive *a, const uint8_t digest[XPGN_DIGEST_SIZE]);
void grep_archive_close(grep_archive *a);

/* Computes the digest of what was played in a game; false if the game is incomplete. Makes *walk if
   it is NULL. */
bool grep_digest(cli_worker *w, xpgn_walk **walk, const xpgn_game *game,
                 uint8_t digest[XPGN_DIGEST_SIZE]);

#endif
