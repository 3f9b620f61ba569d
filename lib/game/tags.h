/* SPDX-License-Identifier: MIT */
/* The tags of a game, and those among them that the walk goes by. */
#ifndef XPGN_GAME_TAGS_H
#define XPGN_GAME_TAGS_H

#include "text/lex.h"
#include "text/tagname.h"

struct tags {
    struct arena arena;
    xpgn_slice game; /* its text */
    xpgn_tag *list;
    size_t count, capacity;
    bool no_memory;     /* some could not be kept */
    bool pending;       /* the fast path went past them: they are read when somebody asks */
    unsigned known_set; /* bit per enum known_tag */
    xpgn_tag known[KNOWN_COUNT];
};

/* None are known yet of the game. */
void tags_begin(struct tags *tags, xpgn_slice game);
/* Adds the tag of that token; of one that is given twice the first counts.  False: no memory. */
bool tags_add(struct tags *tags, const struct token *token);
/* All of them, also if they are still to be read. */
const xpgn_tag *tags_all(struct tags *tags, size_t *count);
/* The first of that name; {NULL, 0}: there is none. */
xpgn_slice tags_value(struct tags *tags, const char *name);
/* NULL: it is not given. */
static inline const xpgn_tag *tags_known(const struct tags *tags, enum known_tag k) {
    return (tags->known_set >> k & 1) != 0 ? &tags->known[k] : NULL;
}

#endif
