/* SPDX-License-Identifier: MIT */
/* Shared by the readers of queries. */
#ifndef XPGN_STUDY_QUERY_READER_H
#define XPGN_STUDY_QUERY_READER_H

#include "base/fault.h"
#include "base/slice.h"
#include "study/query.h"

struct scan {
    struct xpgn_query *query;
    struct query_term *term; /* the one at hand */
    struct fault_source source;
    char *p;
    unsigned depth; /* of parentheses */
    bool told;      /* a value has said itself what is wrong with it */
};

static inline void skip_spaces(struct scan *s) {
    while (is_space(*s->p))
        s->p++;
}

static inline bool ends_value(char c) {
    return c == '\0' || c == ',' || c == ')' || is_space(c);
}

/* Each reads at s->p, past what it has read; false: *fault says why. */

/* The values of a term whose fact, or tag, and comparison are known. */
bool query_read_values(struct scan *s);
/* The fact of a name, at most of these types; size 0: it is none. */
xpgn_status query_read_fact(struct scan *s, xpgn_slice name, uint32_t types, xpgn_ask *ask);
/* A name that is no fact: player, position, material, begins; false: it is none of these. */
bool query_read_special(struct scan *s, xpgn_slice name);
/* Adds the tags with the names of players to the term. */
bool query_add_players(struct scan *s);
/* The size of a name of a fact, of a tag; 0: there is none. A tag has `tag:` before it, or begins
   with a capital. */
size_t query_name_size(const char *p);
size_t query_tag_size(const char *p);
/* The number of the tag of this name, which is added. */
bool query_read_tag(struct scan *s, xpgn_slice name, uint8_t *index);
/* Is what stands at the right of a comparison a sum, not values? False after a fault, too: *good.
 */
bool query_is_sum(struct scan *s, bool *good);
/* Names and numbers with + and - between; those after the first have their sign before them. */
bool query_read_sum(struct scan *s, bool at_right);

#endif
