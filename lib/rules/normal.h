/* SPDX-License-Identifier: MIT */
/* The normal form of a ruleset, and its digest (tag RulesDigest). */
#ifndef XPGN_RULES_NORMAL_H
#define XPGN_RULES_NORMAL_H

#include "rules/ruleset.h"

enum { RULES_DIGEST_SIZE = 72 }; /* "sha256:", 64 hex digits, NUL */

/* "sha256:..." of the normal form; XPGN_NO_MEMORY, XPGN_NOT_FOUND (there is no libsodium, which is
   loaded now; never for a built-in ruleset). */
xpgn_status ruleset_digest(const xpgn_ruleset *rs, char text[RULES_DIGEST_SIZE]);

#endif
