/* SPDX-License-Identifier: MIT */
/* Internal to cli_report*.c: findings in their formats. */
#ifndef CLI_REPORT_H
#define CLI_REPORT_H

#include "cli/cli.h"

extern const char *const report_level_names[]; /* by xpgn_level */
/* The level of a finding, with `strict` applied. */
xpgn_level report_level(const cli_report *how, const xpgn_finding *f);

/* Appends the hint of a finding with its choice. */
void report_hint(xpgn_buffer *b, const xpgn_finding *f);

/* Start and end of a place: lines and columns (characters) from 1; the end is exclusive. */
typedef struct report_span {
    uint64_t line, column, end_line, end_column;
    xpgn_slice text; /* the source line of its start */
} report_span;
report_span report_locate(const cli_report *how, const xpgn_game *game, xpgn_place place);
/* The line and column of a byte, and the source line (or NULL). */
void report_find(const cli_report *how, const xpgn_game *game, uint32_t offset, uint64_t *line,
                 uint64_t *column, xpgn_slice *text);
/* The text of a place, cut to at most `most` bytes at the end of a character. */
xpgn_slice report_bytes(const xpgn_game *game, xpgn_place place, size_t most);

void report_json(xpgn_buffer *b, const cli_report *how, const xpgn_game *game,
                 const xpgn_walk *walk, const xpgn_finding *f);
void report_sarif(xpgn_buffer *b, const cli_report *how, const xpgn_game *game,
                  const xpgn_walk *walk, const xpgn_finding *f);

#endif
