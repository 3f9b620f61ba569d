/* SPDX-License-Identifier: MIT */
/* The tags of a game, and those that the walk itself uses. */
#ifndef XPGN_GAME_TAGS_H
#define XPGN_GAME_TAGS_H

#include "base/arena.h"
#include "text/tagname.h"

enum { TAGS_FEW = 32 }; /* up to this many are searched one by one */

struct tags {
    struct arena arena;
    xpgn_slice game; /* its text */
    xpgn_tag *list;
    size_t count, capacity;
    const xpgn_tag **sorted; /* `sorted_count` of the list, by name; NULL: not yet */
    size_t sorted_count;
    bool pending;   /* the fast path has read them, but not listed them: that is done on demand */
    bool no_memory; /* some are missing */
    unsigned known_set; /* bit per enum known_tag */
    xpgn_tag known[KNOWN_COUNT];
};

/* Forgets all tags; those of this game are still to be read. */
void tags_begin(struct tags *tags, xpgn_slice game);
/* Adds a tag; of duplicates the first counts. */
void tags_add(struct tags *tags, xpgn_tag tag);
/* All tags, which are read now if that is pending. */
const xpgn_tag *tags_all(struct tags *tags, size_t *count);
/* The value of the first tag of that name; {NULL, 0}: there is none. */
xpgn_slice tags_value(struct tags *tags, const char *name);
/* NULL: the game does not have it. */
static inline const xpgn_tag *tags_known(const struct tags *tags, enum known_tag k) {
    return (tags->known_set >> k & 1) != 0 ? &tags->known[k] : NULL;
}

#endif
