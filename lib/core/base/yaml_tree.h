/* SPDX-License-Identifier: MIT */
/*
 * YAML as a small tree with places.  Only what rulesets and themes need: one document of mappings,
 * lists and scalars; no anchors, aliases, tags or keys that are not scalars.  Depth and size are
 * bounded.
 */
#ifndef XPGN_BASE_YAML_TREE_H
#define XPGN_BASE_YAML_TREE_H

#include "core/base/log.h"

enum {
    TREE_MAX_TEXT = 256 * 1024, /* bytes of a file */
    TREE_MAX_DEPTH = 8,
    TREE_MAX_ENTRIES = 256, /* of one mapping or list */
    TREE_VERSION = 32       /* room for the version of libyaml */
};

enum node_kind { NODE_SCALAR, NODE_LIST, NODE_MAP };

/* Constant after parsing, so subtrees may be shared between trees. */
struct node {
    enum node_kind kind;
    bool quoted;      /* SCALAR: written in quotes, so no number and no word */
    const char *file; /* first byte of its text, which identifies the file */
    xpgn_place place; /* of the value, from the first byte of that text */
    const char *key;  /* in a mapping, else NULL */
    xpgn_place key_place;
    const char *text; /* SCALAR, NUL-terminated */
    struct node **child;
    size_t count;
};

/*
 * Parses a text into `arena`; NULL if it has a fault (Y-01, Y-03, Y-09), libyaml is missing (Y-01)
 * or memory is short (log->no_memory).  An empty text is a fault.
 */
struct node *tree_parse(struct arena *arena, xpgn_slice text, struct log *log);
/* The version of libyaml that would be loaded now, or "missing". False if memory is short. */
bool tree_version(char version[TREE_VERSION]);
/* The entry of a mapping, NULL if there is none (or `map` is none). */
const struct node *tree_get(const struct node *map, const char *key);
/* The same through mappings: a path of keys with dots.  *nearest (may be NULL) is the last node on
   the path that exists. */
const struct node *tree_find(const struct node *map, const char *path, const struct node **nearest);
/*
 * `base` with `patch` laid over it: mappings merge entry by entry, all else is replaced; a mapping
 * with another `kind` replaces the base's as a whole, and `null` drops an entry. Neither is
 * changed. NULL if memory runs out. *loss (may be NULL), if empty, is set to the first list that
 * replaces one with an entry it lacks, and that entry.
 */
struct tree_loss {
    const struct node *list, *lost;
};
struct node *tree_merge(struct arena *arena, const struct node *base, const struct node *patch,
                        struct tree_loss *loss);

#endif
