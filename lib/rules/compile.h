/* SPDX-License-Identifier: MIT */
/* From a tree to a ruleset: walks the tree by the schema, then derives and checks. */
#ifndef XPGN_RULES_COMPILE_H
#define XPGN_RULES_COMPILE_H

#include "rules/ruleset.h"
#include "rules/tree.h"

/* NULL: there is a fault, or no memory.  `root` is a merged tree; for the others see struct build.
 */
xpgn_ruleset *compile_ruleset(const struct node *root, const char *file, xpgn_place inherited,
                              xpgn_log *log);

#endif
