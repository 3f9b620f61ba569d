/* SPDX-License-Identifier: MIT */
/* The tags of a game, and those that the walk itself uses. */
#ifndef XPGN_WALK_WALK_TAGS_H
#define XPGN_WALK_WALK_TAGS_H

#include <xpgn/base.h>

#include "core/base/arena.h"
#include "core/forms/tagname.h"
#include "core/text/span.h"

enum { TAGS_FEW = 32 }; /* up to this many tags are searched linearly */

struct tags {
    struct arena arena;
    xpgn_slice game; /* its text */
    xpgn_tag *list;
    size_t count, capacity;
    const xpgn_tag **sorted; /* `sorted_count` tags of the list, by name; NULL: not sorted yet */
    size_t sorted_count;
    struct span_tag *plain; /* `plains` tags that the fast path has read, none twice, all right */
    size_t plains;
    bool pending;       /* these are all, and not in the list; they are listed on demand */
    bool no_memory;     /* some tags could not be stored */
    unsigned known_set; /* bit per enum known_tag */
    xpgn_tag known[KNOWN_COUNT];
};

/* Forgets all tags, before those of this game are read. */
void tags_begin(struct tags *tags, xpgn_slice game);
/* Adds a tag; the first of duplicates counts. */
void tags_add(struct tags *tags, xpgn_tag tag);
/* All tags; reads them now if that is pending. */
const xpgn_tag *tags_all(struct tags *tags, size_t *count);
/* While that is pending, sets the values of tags, data NULL for those that are missing; they are as
   the lexer would have them. False if it is not. */
bool tags_plain(const struct tags *tags, const xpgn_slice *name, size_t count, xpgn_slice *value);
/* The first tag with that name; NULL if there is none. */
const xpgn_tag *tags_find(struct tags *tags, xpgn_slice name);
/* The tag, or NULL if the game does not have it. */
static inline const xpgn_tag *tags_known(const struct tags *tags, enum known_tag k) {
    return (tags->known_set >> k & 1) != 0 ? &tags->known[k] : NULL;
}

#endif
