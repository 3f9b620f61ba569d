/* SPDX-License-Identifier: MIT */
/* From a tree to a ruleset: internal to the loader. */
#ifndef XPGN_RULES_BUILD_H
#define XPGN_RULES_BUILD_H

#include "rules/schema.h"

/* One ruleset under construction. */
struct build {
    xpgn_ruleset *rs;
    const struct node *root;
    xpgn_log *log;
    const char *file;     /* first byte of the text that findings are about */
    xpgn_place inherited; /* where faults of a parent's values are shown: at `extends` */
    unsigned type;        /* the piece whose entry is being read */
    unsigned known;       /* readers of the fast path that know all keys so far: bit per path */
    bool failed;
};

/* A fault at a value (at its key, if `at_key`); NULL: at the ruleset's id.  Always false. */
bool build_fault(struct build *b, enum diag code, const struct node *node, bool at_key,
                 const char *format, ...) XPGN_PRINTF(5, 6);
/* A fault of the value at this path (or of its nearest mapping). */
void build_contradiction(struct build *b, const char *path, const char *format, ...)
    XPGN_PRINTF(3, 4);
/* Memory of the ruleset; failure is noted in the log. */
void *build_alloc(struct build *b, size_t size);
const char *build_copy(struct build *b, const char *text);

/* Whole number without sign games; a fault if it is none or out of range. */
bool build_number(struct build *b, const struct node *node, int low, int high, int *out);
/* One of the words; a fault if it is none. */
bool build_word(struct build *b, const struct node *node, const char *const *words, int *out);
bool build_type(struct build *b, const struct node *node, int *out);
/* One line of text. */
bool build_text(struct build *b, const struct node *node, const char **out);
/* The word that was meant, or else all that there are. */
void build_hint(struct build *b, const char *const *words, const char *text);
bool build_square(struct build *b, const struct node *node, xpgn_square *out);
/* The node is of this kind; a fault if not. */
bool build_expects(struct build *b, const struct node *node, enum node_kind kind);

/* Readers of values with a form of their own (values.c); the node is of the row's kind. */
bool read_seats(struct build *b, const struct node *node);
bool read_names(struct build *b, const struct node *node);
bool read_position(struct build *b, const struct node *node);
bool read_zones(struct build *b, const struct node *node);
bool read_except(struct build *b, const struct node *node);
bool read_outcomes(struct build *b, const struct node *node);
bool read_cells(struct build *b, const struct node *node);
bool read_moves(struct build *b, const struct node *node);
bool read_columns(struct build *b, const struct node *node);
bool read_rules(struct build *b, const struct node *node);
bool read_cite(struct build *b, const struct node *node);
bool read_options(struct build *b, const struct node *node);

/* What follows from the values (geometry, wounded rows, cites). */
void build_derive(struct build *b);
/* A part of it: the values of each piece in a fight. */
void build_values(xpgn_ruleset *rs);
/* Finds values that contradict each other. */
void build_check(struct build *b);
/* The start position. */
void build_start(struct build *b);

/* All of it: NULL if there is a fault or no memory. `root` is a merged tree. */
xpgn_ruleset *build_ruleset(const struct node *root, const char *file, xpgn_place inherited,
                            xpgn_log *log);

#endif
