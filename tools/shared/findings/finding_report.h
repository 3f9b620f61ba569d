/* SPDX-License-Identifier: MIT */
/* The formats of findings: JSON and SARIF, and what their files share. */
#ifndef CLI_FINDING_REPORT_H
#define CLI_FINDING_REPORT_H

#include "shared/findings/fact_keys.h"

/* For `json` and `sarif` of a report. */
void cli_report_json(xpgn_buffer *b, const cli_report *how, const xpgn_game *game,
                     const xpgn_walk *walk, const xpgn_finding *f);
void cli_report_sarif(xpgn_buffer *b, const cli_report *how, const xpgn_game *game,
                      const xpgn_walk *walk, const xpgn_finding *f);
/*
 * Begin and end a SARIF log. Its findings are separated by CLI_SARIF_BETWEEN: by cli_report_* in a
 * buffer, by cli_between from buffer to buffer.
 */
#define CLI_SARIF_BETWEEN ",\n"
void cli_sarif_begin(xpgn_buffer *b, const cli *c, const cli_codes *codes);
void cli_sarif_end(xpgn_buffer *b, int status);
/* Appends a tag value as recorded, without its escapes, as a string of JSON (json_slice); null
   if the tag is missing. */
void cli_put_value_json(xpgn_buffer *b, const char *key, xpgn_slice value);

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
