/* SPDX-License-Identifier: MIT */
/*
 * Queries about a game and one of its actions.
 *
 *     query   = all {"or" all}
 *     all     = one {["and"] one}
 *     one     = ["!" | "not"] (term | "(" query ")")
 *     term    = word | pieces | tag | name comparison value {"," value} | sum comparison sum
 *             | ("position" | "material" | "begins") ("=" | "!=") text {"," text}
 *     sum     = item {("+" | "-") item}          items have one value each
 *     item    = name | tag | number
 *     name    = ["attacker." | "defender."] ...   without a side: either
 *     tag     = Name | "tag:" name                alone: its value is known
 *
 * A name stands for all its values in the action (such as all dice of both sides). A comparison
 * holds if one of them satisfies it, and != if none is equal. Words and names are those of
 * facts.def; `.` and `-` may replace `_` in them.
 */
#ifndef XPGN_FACTS_QUERY_H
#define XPGN_FACTS_QUERY_H

#include "facts/fact_list.h"
#include "internal/loop.h"
#include "internal/queries.h"

enum {
    QUERY_TERMS = 32,
    QUERY_VALUES = 16,
    QUERY_ITEMS = 4,
    QUERY_TAGS = QUERY_TERMS, /* different tags */
    QUERY_NODES = 4 * QUERY_TERMS,
    QUERY_DEPTH = 32 /* of parentheses */
};

enum query_compare { EQUAL, UNEQUAL, LESS, AT_MOST, GREATER, AT_LEAST, CONTAINS, KNOWN };

/* How the value of a tag is compared. */
enum query_order { AS_TEXT, AS_NUMBER, AS_DATE };

/* One of the values in a comparison. */
union query_value {
    struct {
        uint8_t types; /* bit per type */
        bool wounded;  /* wounded pieces only */
    } pieces;
    struct {
        uint8_t file, rank; /* XPGN_NO_SQUARE: any */
    } square;
    int64_t number; /* also the index of a word */
    struct {
        xpgn_slice text;
        xpgn_span span;
        uint8_t order;      /* enum query_order */
    } tag;                  /* also for facts that are texts */
    xpgn_pattern *position; /* these three are the query's own */
    xpgn_material *material;
    xpgn_sequence *line;
};

/* A fact or a tag of a sum. */
struct query_item {
    bool is_tag, minus, at_right;
    uint8_t tag; /* the index of a tag of the query */
    xpgn_fact_ref ask;
};

/* OF_PLAYER: any of the tags with the names of players, the first of which is `tag`. */
enum query_of { OF_FACT, OF_TAG, OF_SUM, OF_PLAYER, OF_POSITION, OF_MATERIAL, OF_LINE };

struct query_term {
    bool any_piece; /* pieces without a name: any piece that takes part */
    uint8_t of;     /* enum query_of */
    uint8_t type;   /* xpgn_fact_type; FLAG: a word without a comparison */
    uint8_t compare;
    uint8_t count, items;
    uint8_t tag;
    xpgn_fact_ref ask;
    struct query_item item[QUERY_ITEMS]; /* those on the right have the opposite sign */
    int64_t plus;                        /* the sum of the numbers, in millionths */
    union query_value value[QUERY_VALUES];
};

enum query_node_kind { NODE_TERM, NODE_AND, NODE_OR, NODE_NOT };

/* A node of the tree that joins terms. */
struct query_node {
    uint8_t kind;        /* enum query_node_kind */
    uint8_t left, right; /* nodes; for a TERM `left` is its index */
};

struct xpgn_query {
    size_t count;
    bool no_memory;  /* memory ran out for the values of a term */
    bool of_combat;  /* nothing but a combat can match */
    uint32_t scopes; /* of its facts */
    struct query_term term[QUERY_TERMS];
    struct query_node node[QUERY_NODES];
    size_t nodes, root;
    xpgn_slice tag[QUERY_TAGS];
    size_t tags;
    char text[]; /* a copy of the query, which texts and names of tags point into */
};

/* The scopes of a term, a bit each. */
uint32_t query_term_scopes(const struct query_term *t);
/* How the value of a tag is compared with this text; sets its span. */
enum query_order query_order_of(xpgn_slice name, xpgn_slice text, xpgn_span *span);
/* True if the value of a tag, as recorded, satisfies the comparison with one value of the term.
   `text` is scratch space for values with escapes. */
bool query_tag_holds(const struct query_term *t, xpgn_slice value, xpgn_buffer *text);
/* Compares two tags without a sum: as dates, or for equal text. */
bool query_dates_hold(enum query_compare compare, xpgn_slice left, xpgn_slice right);

#endif
