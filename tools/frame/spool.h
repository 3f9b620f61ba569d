/* SPDX-License-Identifier: MIT */
/*
 * spool.h - data that do not fit into memory, in a temporary file without a name: however the
 * program ends, nothing is left of it.
 */
#ifndef CLI_SPOOL_H
#define CLI_SPOOL_H

#include "frame/cli.h"

typedef struct cli_spool {
    int fd;
    uint64_t size;    /* bytes put so far, whether written or held */
    xpgn_buffer held; /* the last of them, not yet written */
} cli_spool;

/* Makes the file in TMPDIR, or /tmp. All functions exit, after a message, if the file cannot be
   made, written or read. */
void cli_spool_open(cli *c, cli_spool *s);
/* Appends bytes. */
void cli_spool_put(cli *c, cli_spool *s, const void *bytes, size_t size);
/* Copies `size` bytes from `offset` in what was put. */
void cli_spool_get(cli *c, cli_spool *s, uint64_t offset, void *to, size_t size);
/* Writes the held bytes, so that other functions can read the file. */
void cli_spool_end(cli *c, cli_spool *s);
/* Does nothing if `fd` is -1: the spool is not open. */
void cli_spool_close(cli_spool *s);

#endif
