/* SPDX-License-Identifier: MIT */
/* The names of chess openings, by position (formats/openings.tsv). */
#ifndef CLI_OPENING_H
#define CLI_OPENING_H

#include <xpgn.h>

/* The rows are sorted by key; build/gen/openings.c has them. */
typedef struct opening {
    uint64_t key; /* xpgn_position_key */
    const char *eco, *name;
} opening;

extern const opening openings[];
/* Where the rows begin whose keys have this many highest bits in common; the last is the end. */
extern const unsigned opening_bits;
extern const uint16_t opening_from[];
/* Positions after more turns than this have no name. */
extern const uint32_t opening_turns;

/* NULL: the position has no name. */
static inline const opening *opening_of(uint64_t key) {
    const uint16_t *from = &opening_from[key >> (64 - opening_bits)];
    for (size_t i = from[0]; i < from[1]; i++)
        if (openings[i].key == key)
            return &openings[i];
    return NULL;
}

/* Those of chess, also with house rules, where the first rank is not shuffled. */
static inline bool has_openings(const xpgn_ruleset *rs) {
    return xpgn_draws_known(rs) && !xpgn_ruleset_sets_up(rs);
}

/* The newest position with a name counts: a line that leaves the book keeps that of its last
   position in it. Called for each position of a main line, the start first. */
static inline void opening_visit(const opening **newest, const xpgn_ruleset *rs,
                                 const xpgn_position *p) {
    if (p->number * 2 + p->side_to_move > opening_turns + 2 || !has_openings(rs))
        return;
    const opening *found = opening_of(xpgn_position_key(rs, p));
    if (found != NULL)
        *newest = found;
}

#endif
