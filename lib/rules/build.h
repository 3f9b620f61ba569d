/* SPDX-License-Identifier: MIT */
/* A ruleset under construction, and what is said against its text: internal to the loader. */
#ifndef XPGN_RULES_BUILD_H
#define XPGN_RULES_BUILD_H

#include "base/tree.h"
#include "rules/schema.h"

struct build {
    xpgn_ruleset *rs;
    const struct node *root;
    struct log *log;
    const char *file;     /* first byte of the text that findings are about */
    xpgn_place inherited; /* where faults of a parent's values are shown: at `extends` */
    bool late;            /* the second time through: all values but the late ones are there */
    unsigned type;        /* the piece whose entry is being read */
    unsigned known;       /* readers of the fast path that know all keys so far: bit per path */
    bool failed;
};

/* A fault at a value (at its key, if `at_key`); NULL: at the ruleset's id.  Always false. */
bool build_fault(struct build *b, enum diag code, const struct node *node, bool at_key,
                 const char *format, ...) XPGN_PRINTF(5, 6);
/* A fault of a value: "'KEY' is " and this text.  Always false. */
bool build_misfit(struct build *b, enum diag code, const struct node *node, const char *format, ...)
    XPGN_PRINTF(4, 5);
/* A fault of the value at this path (or of its nearest mapping). */
void build_contradiction(struct build *b, const char *path, const char *format, ...)
    XPGN_PRINTF(3, 4);
/* The node is of this kind; a fault if not. */
bool build_expects(struct build *b, const struct node *node, enum node_kind kind);
void build_no_memory(struct build *b);
/* Memory of the ruleset, zeroed; NULL: none, which is noted. */
void *build_alloc(struct build *b, size_t size);

/* ---- values.c -------------------------------------------------------------------------------- */

/* Reads the value of a key and stores it in the ruleset, in the piece b->type below `pieces`. */
void value_store(struct build *b, const struct schema_row *row, const struct node *node);
/* The value of a row that holds a number, a word or types, as it is stored. */
int value_stored(const struct build *b, const struct schema_row *row);
/* Small letters, digits and hyphens, at most 63; a fault if not. */
bool value_is_id(struct build *b, const struct node *node);

/* ---- check.c --------------------------------------------------------------------------------- */

/* What follows from the values (geometry, wounded rows, cites). */
void derive_ruleset(struct build *b);
/* A part of it: the values of each piece in a fight. */
void derive_values(xpgn_ruleset *rs);
/* Finds values that contradict each other. */
void check_ruleset(struct build *b);
/* Reads and checks the start position. */
void read_start(struct build *b);

/* ---- compile.c ------------------------------------------------------------------------------- */

/* From a merged tree to a ruleset, which `b` does not have yet: visits all keys by the schema, then
   derives and checks.  NULL: there is a fault, or no memory. */
xpgn_ruleset *compile_ruleset(struct build b);

#endif
