/* SPDX-License-Identifier: MIT */
/* All codes of findings: those of the format, and the rules of all rulesets. */
#ifndef CLI_FINDING_CODES_H
#define CLI_FINDING_CODES_H

#include "frame/cli.h"

typedef struct cli_code {
    const xpgn_code *code;
    const char *ruleset; /* id of the first ruleset with this rule; NULL: a format code */
} cli_code;

struct cli_codes {
    xpgn_catalog *catalog; /* owns the rows */
    cli_code *row;
    size_t count, capacity;
};

/* Lists each code once, format codes first; false after a message. The caller closes it. */
bool cli_codes_open(cli *c, cli_codes *codes);
void cli_codes_close(cli_codes *codes);
/* The index of a code; `count` if there is none. */
size_t cli_codes_find(const cli_codes *codes, const char *code);
/* The ruleset at `index`, without options; NULL past the last, or if it does not load. */
const xpgn_ruleset *cli_ruleset_at(xpgn_catalog *catalog, size_t index);

#endif
