/* SPDX-License-Identifier: MIT */
#ifndef XPGN_RULES_COMPILE_H
#define XPGN_RULES_COMPILE_H

#include "rules/build.h"

/* From a merged tree to a ruleset, which `b` does not have yet: visits all keys by the schema, then
   derives and checks.  NULL: there is a fault, or no memory. */
xpgn_ruleset *compile_ruleset(struct build b);

#endif
