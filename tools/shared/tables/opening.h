/* SPDX-License-Identifier: MIT */
/* The names of chess openings, by position (formats/openings.tsv). */
#ifndef CLI_OPENING_H
#define CLI_OPENING_H

#include <xpgn/rulesets.h>
#include <xpgn/walk.h>

#include "internal/draws.h"
#include "internal/rules.h"

/* A row of the table, which is sorted by key; it is generated in build/gen/openings.c. */
typedef struct opening {
    uint64_t key; /* xpgn_position_key */
    const char *eco, *name;
} opening;

extern const opening openings[];
/* Rows are grouped by this many high bits of their keys; opening_from has the first row of each
   group, and at last the number of rows. */
extern const unsigned opening_bits;
extern const uint16_t opening_from[];
/* No position after more turns than this has a name. */
extern const uint32_t opening_turns;
/* A bit for each hash of the occupied squares of a named position. */
enum { OPENING_SQUARES = 1 << 16 };
extern const uint64_t opening_squares[OPENING_SQUARES / 64];
static inline unsigned opening_squares_of(const xpgn_position *p) {
    return (unsigned)((p->seat[0] * 31 ^ p->seat[1]) * 0x9E3779B97F4A7C15u >> 48);
}

/* Returns NULL if the position has no name. */
static inline const opening *opening_of(uint64_t key) {
    const uint16_t *from = &opening_from[key >> (64 - opening_bits)];
    for (size_t i = from[0]; i < from[1]; i++)
        if (openings[i].key == key)
            return &openings[i];
    return NULL;
}

/* True for chess, also with house rules, if the first rank is not shuffled. */
static inline bool has_openings(const xpgn_ruleset *rs) {
    return xpgn_draws_known(rs) && !xpgn_ruleset_sets_up(rs);
}

/* Keeps the newest position with a name, so that a line that leaves the book keeps its last name.
   Call it for each position of a main line from the start on; false if no later position can have a
   name. */
static inline bool opening_visit(const opening **newest, const xpgn_walk *walk,
                                 const xpgn_position *p) {
    unsigned squares = opening_squares_of(p);
    if (p->number * 2 + p->side_to_move > opening_turns + 2)
        return false;
    if ((opening_squares[squares / 64] >> squares % 64 & 1) == 0)
        return true;
    const xpgn_ruleset *rs = xpgn_walk_ruleset(walk);
    const opening *found = has_openings(rs) ? opening_of(xpgn_position_key(rs, p)) : NULL;
    if (found != NULL)
        *newest = found;
    return true;
}

#endif
