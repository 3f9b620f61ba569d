/* SPDX-License-Identifier: MIT */
/*
 * Random rulesets, drawn from the schema itself: any key with its own range, any pair of mechanisms
 * that the loader does not refuse.
 */
#ifndef XPGN_TESTS_RANDOM_RULES_H
#define XPGN_TESTS_RANDOM_RULES_H

#include "core/rules/ruleset_schema.h"
#include "slow_chess.h"

/* Two words that the ruleset must have; NULL: none. */
struct wanted_pair {
    const struct schema_row *row, *other;
    unsigned value, with;
};

/*
 * Draws a ruleset with the id "drawn", loads it into a new catalog, and sets `yaml` to its text. A
 * key that the loader refuses as without meaning is left out, one that it misses is drawn; what
 * contradicts itself in another way is drawn again. NULL: that went on too long.
 */
const xpgn_ruleset *random_ruleset(struct dice *d, const struct wanted_pair *pair,
                                   xpgn_catalog **catalog, xpgn_buffer *yaml);

#endif
