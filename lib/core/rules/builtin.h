/* SPDX-License-Identifier: MIT */
/*
 * The rulesets of formats/, built into the library: their texts (written by lib/gen/embed.sh), and
 * the rulesets that the loader makes of them, ready for use (written by lib/gen/tables.c at build
 * time).
 */
#ifndef XPGN_RULES_BUILTIN_H
#define XPGN_RULES_BUILTIN_H

#include "core/base/embedded.h"
#include "core/rules/ruleset_loader.h"

/* In the order of the file names (bytewise). */
extern const struct embedded rules_builtins[];
extern const size_t rules_builtins_count;

/* A ruleset with one set of options in force (bits in the order of `option`). */
struct rules_variant {
    option_set options;
    const xpgn_ruleset *ruleset; /* NULL ends */
};

/* All sets of options that can be in force together; lists end with NULL. */
struct rules_table {
    const char *const *name; /* for Variant tags */
    const char *const *option;
    const struct rules_variant *variant;
};

/* [index in rules_builtins] */
extern const struct rules_table rules_tables[];

#endif
