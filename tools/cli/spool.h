/* SPDX-License-Identifier: MIT */
/*
 * spool.h - bytes that do not fit into memory, in a temporary file that has no name: whatever ends
 * the program, nothing is left of it.
 */
#ifndef SPOOL_H
#define SPOOL_H

#include "cli/cli.h"

typedef struct cli_spool {
    int fd;
    uint64_t size;    /* bytes put, written or held */
    xpgn_buffer held; /* the last of them */
} cli_spool;

/* Makes the file in a folder; NULL: that of TMPDIR, or /tmp. All of these exit, after a message, if
   the file cannot be made, written or read. */
void cli_spool_open(cli *c, cli_spool *s, const char *folder);
/* Appends bytes. */
void cli_spool_put(cli *c, cli_spool *s, const void *bytes, size_t size);
/* Copies bytes that were put. */
void cli_spool_get(cli *c, cli_spool *s, uint64_t offset, void *to, size_t size);
/* Writes what is held, so that other functions can read the file. */
void cli_spool_end(cli *c, cli_spool *s);
/* Does nothing if it was not opened: `fd` is -1. */
void cli_spool_close(cli_spool *s);

#endif
