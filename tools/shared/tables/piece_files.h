/* SPDX-License-Identifier: MIT */
/* Partial results: shared by the tools that write and add them. */
#ifndef CLI_PIECE_FILES_H
#define CLI_PIECE_FILES_H

#include "frame/cli.h"
#include "internal/loop.h"

/* The option --of of a tool with --combine. */
#define CLI_OF(at)                                                                                 \
    CLI_ROW("of", "N", CLI_NUMBER, at,                                                             \
            "with --combine: fail unless the files cover exactly N pieces", .min = 1,              \
            .max = UINT32_MAX)

/* Adds the piece that this run has read, with its digest (cli_work.digest). */
void cli_add_piece(cli *c, struct archive_pieces *pieces, uint64_t digest);
/* Reports why a file was not added. */
void cli_refuse_partial(cli *c, const char *file, const xpgn_fault *fault);
/* Returns false after a message if these are not `of` pieces; `of` 0: any number will do. */
bool cli_is_set(cli *c, const struct archive_pieces *pieces, uint64_t of);

#endif
