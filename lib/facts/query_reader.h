/* SPDX-License-Identifier: MIT */
/* Shared by the files that parse queries. */
#ifndef XPGN_FACTS_QUERY_READER_H
#define XPGN_FACTS_QUERY_READER_H

#include "core/base/fault.h"
#include "core/base/slice.h"
#include "facts/query.h"

struct scan {
    struct xpgn_query *query;
    struct query_term *term; /* the current term */
    struct fault_source source;
    char *p;
    unsigned depth; /* of parentheses */
    bool told;      /* the fault has been reported by the value */
};

static inline void skip_spaces(struct scan *s) {
    while (is_space(*s->p))
        s->p++;
}

static inline bool ends_value(char c) {
    return c == '\0' || c == ',' || c == ')' || is_space(c);
}

/* Each function reads at s->p and advances it; false if there is a fault, which *fault
   describes. */

/* Reads the values of a term whose fact or tag and comparison are known. */
bool query_read_values(struct scan *s);
/* Finds the fact with a name, of one of these types. */
xpgn_status query_read_fact(struct scan *s, xpgn_slice name, uint32_t types, xpgn_fact_ref *ask);
/* Reads a name that is not a fact: player, position, material, begins; false if it is none of
   these. */
bool query_read_special(struct scan *s, xpgn_slice name);
/* Adds the tags with the names of players to the term. */
bool query_add_players(struct scan *s);
/* The size of the name of a fact or tag; 0 if there is none. A tag begins with `tag:` or a
   capital. */
size_t query_name_size(const char *p);
size_t query_tag_size(const char *p);
/* Adds the tag with this name and sets its index. */
bool query_read_tag(struct scan *s, xpgn_slice name, uint8_t *index);
/* True if the right side of a comparison is a sum. False also after a fault, which clears *good. */
bool query_is_sum(struct scan *s, bool *good);
/* Reads names and numbers joined by + and -. */
bool query_read_sum(struct scan *s, bool at_right);

#endif
