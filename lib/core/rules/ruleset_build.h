/* SPDX-License-Identifier: MIT */
/* A ruleset under construction, with the faults found in its text. Internal to the loader. */
#ifndef XPGN_RULES_RULESET_BUILD_H
#define XPGN_RULES_RULESET_BUILD_H

#include "core/base/yaml_tree.h"
#include "core/rules/ruleset_schema.h"

struct build {
    xpgn_ruleset *rs;
    const char **cite; /* of the ruleset; NULL: not known yet */
    const struct node *root;
    struct log *log;
    const char *file;     /* first byte of the text that findings refer to */
    xpgn_place inherited; /* where faults in values from a parent are reported: at `extends` */
    bool late;            /* second pass: all values but the late ones have been read */
    unsigned type;        /* the piece whose entry is being read */
    struct dice_expr attacker_adds; /* to the dice of each attacker */
    unsigned known;                 /* bit per fast path whose reader knows all keys so far */
    bool optional;                  /* with options in force */
    bool wrong[160]; /* [row of the schema]: its value is faulty, or its key misspelled */
    unsigned faults; /* so far */
    unsigned idle;   /* of these, of keys without meaning, which say nothing of the others */
    bool orphan;     /* `extends` is misspelled: nothing is missing but that */
    bool failed;
};

/* True if the value of a key was read without a fault; nothing follows from a faulty one. */
bool build_knows(const struct build *b, const char *path);
/* True if this file itself gives the value, and not as 0 or false: a key of a piece without effect
   is refused then. Not with options in force, with which it may lose its meaning. */
bool build_states(const struct build *b, const struct node *node);
/* True if an option of the game changes one of these mappings ("combat turn"), so that a key
   without effect may have one then. */
bool build_may_change(const struct build *b, const char *maps);
/* Reports a fault at a value (at its key, if `at_key`), or, with `node` NULL, at the ruleset's id.
   Always returns false. */
bool build_fault(struct build *b, enum diag code, const struct node *node, bool at_key,
                 const char *format, ...) XPGN_PRINTF(5, 6);
/* Reports a fault of a value: "'KEY' is " and this text. Always returns false. */
bool build_misfit(struct build *b, enum diag code, const struct node *node, const char *format, ...)
    XPGN_PRINTF(4, 5);
/* Reports a fault at the value with this path, or at the nearest mapping above it. */
void build_contradiction(struct build *b, const char *path, const char *format, ...)
    XPGN_PRINTF(3, 4);
/* True if the node is of this kind; reports a fault if not. */
bool build_expects(struct build *b, const struct node *node, enum node_kind kind);
void build_no_memory(struct build *b);
/* Zeroed memory in the ruleset's arena; NULL if there is none, which is remembered. */
void *build_alloc(struct build *b, size_t size);

/* ---- ruleset_values.c ------------------------------------------------------------------------ */

/* Reads the value of a key and stores it in the ruleset, in the piece b->type below `pieces`. */
void value_store(struct build *b, const struct schema_row *row, const struct node *node);
/* The stored value of a row that holds a number, a word or types. */
int value_stored(const struct build *b, const struct schema_row *row);
/* True if it is up to 63 lower-case letters, digits and hyphens; reports a fault if not. */
bool value_is_id(struct build *b, const struct node *node);

/* ---- ruleset_pairs.c ------------------------------------------------------------------------- */

/* Reports mechanisms that do not work together, with the reason. */
void check_pairs(struct build *b);

/* ---- ruleset_sense.c ------------------------------------------------------------------------- */

/* Reports keys that have no effect with the mechanisms in force. */
void check_sense(struct build *b);
/* Reports values that are legal, but hardly meant (lint). */
void suspect_ruleset(struct build *b);

/* ---- ruleset_check.c ------------------------------------------------------------------------- */

/* Computes what follows from the values (geometry, wounded rows, cites). */
void derive_ruleset(struct build *b);
/* Parts of that: what combats are made of; what each piece rolls, of its own dice, of those of
   combat.dice, which are at [0], or of `die`, and what an attacker adds, false if that is too much;
   the values of each piece in combats. */
void derive_contest(xpgn_ruleset *rs);
bool derive_thrown(xpgn_ruleset *rs, const struct dice_expr *attacker_adds);
/* The values that a piece of that type has to have in combats, a bit per enum column. */
unsigned contest_columns(const xpgn_ruleset *rs, unsigned type);
void derive_values(xpgn_ruleset *rs);
/* Reports values that contradict each other. */
void check_ruleset(struct build *b);
/* Reads and checks the start position. */
void read_start(struct build *b);

/* ---- ruleset_compile.c ----------------------------------------------------------------------- */

/* Makes a ruleset from the merged tree of `b`: reads all keys by the schema, then derives and
   checks. NULL if there is a fault or memory runs out. */
xpgn_ruleset *compile_ruleset(struct build b);

#endif
