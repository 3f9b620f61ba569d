/* SPDX-License-Identifier: MIT */
/* Between the files of the shared part: findings in their forms. */
#ifndef CLI_REPORT_H
#define CLI_REPORT_H

#include "cli.h"

extern const char *const report_level_names[]; /* by xpgn_level */
/* The level as `strict` makes it. */
xpgn_level report_level(const cli_report *how, const xpgn_finding *f);
/* A tag's value without its backslashes. */
void report_unescaped(xpgn_buffer *b, xpgn_slice value);

/* Where a place begins and ends: lines and columns (characters) from 1, the end behind it. */
typedef struct report_span {
    uint64_t line, column, end_line, end_column;
    xpgn_slice text; /* the source line that it begins on */
} report_span;
report_span report_locate(const xpgn_game *game, xpgn_place place);
/* The bytes of a place, cut to so many at a character's end. */
xpgn_slice report_bytes(const xpgn_game *game, xpgn_place place, size_t most);

void report_json(xpgn_buffer *b, const cli_report *how, const xpgn_game *game,
                 const xpgn_walk *walk, const xpgn_finding *f);
void report_sarif(xpgn_buffer *b, const cli_report *how, const xpgn_game *game,
                  const xpgn_walk *walk, const xpgn_finding *f);

#endif
