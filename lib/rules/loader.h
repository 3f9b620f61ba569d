/* SPDX-License-Identifier: MIT */
/* Rulesets from YAML. */
#ifndef XPGN_RULES_LOADER_H
#define XPGN_RULES_LOADER_H

#include "rules/ruleset.h"

/* A parsed YAML ruleset file, options and all, before any option is put in force. */
struct rules_source;

/*
 * Parses one YAML text.  Every fault (syntax, unknown or duplicate key, wrong type or range, a
 * mechanism that does not exist) is a finding with its place as an offset into `text`.
 * `parent_of` finds the source that `extends` names (NULL: unknown).  The text must outlive it.
 */
xpgn_status rules_source_parse(struct rules_source **out, xpgn_slice text,
                               const struct rules_source *(*parent_of)(void *, const char *),
                               void *context, xpgn_log *log);
const char *rules_source_id(const struct rules_source *src);
/* True if it knows an option of this spelling ("rescue", "mode=dice"). */
bool rules_source_has_option(const struct rules_source *src, xpgn_slice option);
/*
 * The immutable ruleset with these options (separated by spaces; each known) in force.  Options are
 * applied in the order of the file, so their order in the tag does not matter.
 */
xpgn_status rules_source_build(const struct rules_source *src, xpgn_slice options,
                               xpgn_ruleset **out, xpgn_log *log);
void ruleset_free(xpgn_ruleset *rs);
void rules_source_free(struct rules_source *src);

#endif
