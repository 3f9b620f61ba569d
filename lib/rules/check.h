/* SPDX-License-Identifier: MIT */
/* What follows from the values of a ruleset, and whether they fit together. */
#ifndef XPGN_RULES_CHECK_H
#define XPGN_RULES_CHECK_H

#include "rules/build.h"

/* What follows from the values (geometry, wounded rows, cites). */
void derive_ruleset(struct build *b);
/* A part of it: the values of each piece in a fight. */
void derive_values(xpgn_ruleset *rs);
/* Finds values that contradict each other. */
void check_ruleset(struct build *b);
/* Reads and checks the start position. */
void read_start(struct build *b);

#endif
