/* SPDX-License-Identifier: MIT */
/*
 * Rulesets from YAML (xpgn-ruleset(5)).  A text is parsed into a source, a tree merged over its
 * parent's; a source and a set of options make a ruleset.
 */
#ifndef XPGN_RULES_RULESET_LOADER_H
#define XPGN_RULES_RULESET_LOADER_H

#include "core/base/yaml_tree.h"
#include "core/rules/ruleset.h"

/* One ruleset file with its options, none of them in force. */
struct rules_source {
    struct arena arena;
    const char *file;           /* first byte of its text */
    const struct node *root;    /* merged over the parent's */
    const struct node *options; /* NULL: none */
    const char *id;
    const char *const *names;        /* other names for Variant tags; NULL ends */
    const char *const *option_names; /* "rescue", "mode=dice"; NULL ends */
    xpgn_place inherited;            /* of the value of `extends` */
};

/* Options of one ruleset, in the order of its file: bit `index` of a set. */
enum { RULES_MAX_OPTIONS = 32 };
typedef uint32_t option_set;

/*
 * Parses one YAML text and merges it over its parent. Faults of form (syntax, duplicate keys,
 * depth, size, id, parent, options) become findings, with offsets into `text`. `parent_of` finds
 * the source that `extends` names (NULL: unknown). The text and the parent must outlive the source.
 */
typedef const struct rules_source *parent_finder(void *context, const char *id);
xpgn_status rules_source_parse(struct rules_source **out, xpgn_slice text, parent_finder *parent_of,
                               void *context, struct log *log);
/* Builds the ruleset without options, with each option and with all combinations (up to a limit),
   so that every fault that a later build could meet is found now. */
xpgn_status rules_source_check(const struct rules_source *src, struct log *log);
/* True if option `index` can be in force together with this set: of several `mode=...` only one
   can. */
bool rules_options_fit(const char *const *options, option_set set, size_t index);
/* True if all options of the set can be in force together. */
bool rules_options_compatible(const char *const *options, option_set set);
/*
 * Makes the immutable ruleset with these options in force, applied in the order of the file.
 * XPGN_INVALID: the file has unknown keys, wrong types, values out of range or contradictions,
 * which are findings.
 */
xpgn_status rules_source_build(const struct rules_source *src, option_set options,
                               xpgn_ruleset **out, struct log *log);
void rules_source_free(struct rules_source *src);

/* The id of the ruleset whose name is nearest to this one; NULL if none is near. */
const char *catalog_nearest(const xpgn_catalog *catalog, xpgn_slice name);
/* The id of the first built-in ruleset in which that many dice say who may act; or NULL. */
const char *catalog_of_turn_dice(unsigned dice);
/* True if it is this id, but for case, spaces, _ and -. */
bool catalog_is_id(xpgn_slice name, const char *id);

#endif
