/* SPDX-License-Identifier: MIT */
#ifndef XPGN_RULES_VALUES_H
#define XPGN_RULES_VALUES_H

#include "rules/build.h"
#include "rules/schema.h"

/* Reads the value of a key and stores it in the ruleset, in the piece b->type below `pieces`. */
void value_store(struct build *b, const struct schema_row *row, const struct node *node);
/* The value of a row that holds a number, a word or types, as it is stored. */
int value_stored(const struct build *b, const struct schema_row *row);

/* Small letters, digits and hyphens, at most 63; a fault if not. */
bool value_is_id(struct build *b, const struct node *node);

#endif
