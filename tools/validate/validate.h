/* SPDX-License-Identifier: MIT */
/* Shared by the files of xpgn-validate. */
#ifndef VALIDATE_H
#define VALIDATE_H

#include <xpgn/sheets.h>
#include <xpgn/walk.h>
#include <xpgn/write.h>

#include "frame/seal_commitments.h"
#include "shared/findings/finding_codes.h"
#include "shared/findings/finding_report.h"
#include "shared/tables/tag_counts.h"

typedef struct validate_totals {
    uint64_t games, bad, errors, warnings, stood, turns, bytes, fast;
    uint64_t now; /* the number of the current game */
    xpgn_import *import;
    cli_tags_seen seen; /* tags of --require */
} validate_totals;

typedef struct validate_options {
    cli_common common;
    bool strict, lint, no_variations, no_fixes, explain, quiet;
    const char *require, *language;
    unsigned verbose;
    bool list_codes, list_variants, list, check_rules;
    int format; /* cli_style */
    uint64_t max_errors;
    const char *good, *bad, *partial;
    bool merge;
    uint64_t of;
    /* derived from the options */
    int good_sink, bad_sink; /* -1: none */
    int partial_sink;        /* -1: none */
    int report_sink;
    cli_report_keys *keys; /* filled unless the format is text */
    xpgn_language words;   /* of --language */
    cli_codes codes;       /* SARIF */
    cli_words required;    /* tags of --require */
    validate_totals sum;
    const xpgn_decoder *decoder;
    uint64_t digest;              /* of the games read, for --partial */
    cli_seal_commitments commits; /* accessed in the order of the games */
} validate_options;

/* ---- one game (validate/validate_game.c) ----------------------------------------------------- */

/* Checks a game, reports what was found, and counts it in the totals of the thread. */
bool validate_game(cli_worker *w, const xpgn_game *game);
/* Adds the totals of a thread to those of the options, and frees them. */
void validate_add(cli *c, void *totals);
/* Called by the walk for each commitment of sealed dice. */
uint64_t validate_committed(void *worker, const xpgn_link *commitment);
/* True if fixes are looked for. Any output but the exit status needs them, as the most probable
   mistake determines what is found after an error. */
bool validate_finds_fixes(const validate_options *o);
/* Returns how findings are reported. */
cli_report validate_report(const cli *c, const validate_options *o);

/* ---- lists (validate/validate_lists.c) ------------------------------------------------------- */

/* Prints codes or rulesets; returns an exit status. */
int validate_lists(cli *c, const validate_options *o);

/* ---- sums (validate/validate_sums.c) --------------------------------------------------------- */

/* Opens --good, --bad and --partial. CLI_GO, or CLI_TROUBLE after a message. Findings go to
   standard error if games or counts go to standard output. */
int validate_open_outputs(cli *c, validate_options *o);
/* Prints the summary of --verbose. */
void validate_summarize(cli *c, const validate_totals *t, double seconds);
/* Writes the counts to --partial. Those of a run that could not read everything are marked, and
   --combine refuses them. */
void validate_pass_counts(cli *c, const validate_options *o, int status);
/* Does --combine; returns an exit status. */
int validate_merge(cli *c, validate_options *o);

#endif
