/* SPDX-License-Identifier: MIT */
/* Internal to cli/report*.c: the formats of findings. */
#ifndef CLI_FINDING_REPORT_H
#define CLI_FINDING_REPORT_H

#include "shared/findings/fact_keys.h"

extern const char *const report_level_names[]; /* by xpgn_level */
/* The level of a finding, with `strict` applied. */
xpgn_level report_level(const cli_report *how, const xpgn_finding *f);

/* A finding with its place and its turn, as a subject of facts. */
xpgn_fact_source report_subject(const cli_report *how, const xpgn_game *game, const xpgn_walk *walk,
                                const xpgn_finding *f);
/* Finds the line and column of a byte, and the source line (`text` may be NULL). */
void report_find(const cli_report *how, const xpgn_game *game, uint32_t offset, uint64_t *line,
                 uint64_t *column, xpgn_slice *text);

#endif
