/* SPDX-License-Identifier: MIT */
/* JSON objects whose members are facts (xpgn-facts(7)). */
#ifndef CLI_FACT_KEYS_H
#define CLI_FACT_KEYS_H

#include <xpgn/facts.h>

#include "frame/cli.h"
#include "internal/queries.h"

enum { CLI_KEYS = 16 };

/* The members of an object, in order. */
typedef struct cli_fact_keys {
    size_t count;
    xpgn_member member[CLI_KEYS];
    char name[CLI_KEYS][32];
} cli_fact_keys;

/*
 * Looks up facts by their names, separated by commas. The key of "text=replacement" is `text`, that
 * of "attacker_value" is `value`; "combat=null" is a member that is always null. Call it once, not
 * for each row. Exits if a name is not a fact of the scopes.
 */
void cli_fact_keys_find(cli *c, cli_fact_keys *k, uint32_t scopes, const char *names);
/* Appends "key":value for each member (json_key). */
void cli_put_keys(xpgn_buffer *b, const cli_fact_keys *k, const xpgn_fact_source *s);
/* Appends "name":{...}: the object of the first key, a piece, extended by the other members. */
void cli_put_piece_keys(xpgn_buffer *b, const char *name, const cli_fact_keys *k,
                        const xpgn_fact_source *s);

/* The keys of reports of findings. */
typedef struct cli_report_keys {
    cli_fact_keys game, place, finding, fix, turn, variant;
    cli_fact_keys region, message, properties; /* SARIF */
} cli_report_keys;
void cli_report_keys_find(cli *c, cli_report_keys *k);

#endif
