/* SPDX-License-Identifier: MIT */
/* The layer above a single walk. A walk made by xpgn_walk_new is the first member of a study; walks
   for trials are not. */
#ifndef XPGN_FACTS_PUBLIC_WALK_H
#define XPGN_FACTS_PUBLIC_WALK_H

#include "core/text/other_game.h"
#include "core/walk/walk_state.h"

struct repair;

/* Reads a game as people write it, after an error (import/). */
struct import_hook {
    /* Translates the game in w->game to *read. XPGN_NOT_FOUND: it is not such a game. NULL: not
       wanted. */
    xpgn_status (*take)(void *data, const xpgn_walk *w, xpgn_game *read);
    /* Called after the last step: maps places in the translation to places in the game. */
    void (*tell)(void *data, xpgn_walk *w);
    void *data;
    bool asked, taken;
    bool brief; /* for the translator itself: stop reading after an error of the main line */
    const xpgn_game *written;
    xpgn_game read; /* the translation, if there was one */
};

/* The search for mistakes, as repair.c has it. */
struct xpgn_search {
    bool (*open)(struct repair **r); /* false if memory runs out */
    void (*close)(struct repair *r); /* NULL: nothing to do */
    void (*begin)(xpgn_walk *w);     /* a game */
    /* After the tags are read: if they give no valid start position, searches for the mistake in
       it. */
    void (*look_at_start)(xpgn_walk *w);
    void (*mark)(xpgn_walk *w); /* the findings so far as not about the next action */
    /* Call it after each token: if that ended an action with an error, searches for the cause, and
       the walk goes on as if it were corrected. False if the token is a number or roll of the next
       action, which is not judged yet. */
    bool (*look)(xpgn_walk *w);
};

/* Parts of a game that are known to be right: the search leaves them as they are. */
struct held_places {
    const xpgn_place *list;
    size_t count;
};

/* True if one of them has a byte in common with a place, or the place is inside it. */
static inline bool held_touches(const struct held_places *held, xpgn_place place) {
    const size_t from = place.offset, to = from + place.length;
    for (size_t i = 0; i < held->count; i++) {
        const size_t begin = held->list[i].offset, end = begin + held->list[i].length;
        if (place.length > 0 ? from < end && to > begin : from > begin && from < end)
            return true;
    }
    return false;
}

struct public_walk {
    xpgn_walk walk;
    struct held_places held;
    xpgn_walk *trial;        /* for trying other rulesets (other_ruleset.c); NULL: not needed yet */
    bool kind_asked;         /* whether the game is of another kind, after an error: */
    struct other_game other; /* name NULL: it is not */
    bool explained;          /* other_ruleset.c has examined the first error of the game */
    struct repair *repair;   /* NULL: not wanted */
    struct sealed *sealed;   /* a game with sealed dice; NULL: none yet */
    struct odds_memo *odds;  /* for code that counts its combats; their rules are in its catalog */
    struct import_hook foreign;
};

static inline struct public_walk *public_walk_of(xpgn_walk *w) {
    return (struct public_walk *)w;
}
static inline const struct public_walk *public_walk_const(const xpgn_walk *w) {
    return (const struct public_walk *)w;
}

/* True if a game that was read to its end has no result, and may have one, or more half-moves, in a
   form that hides them. */
bool walk_may_go_on(const xpgn_walk *w);
/* The digest of ruleset, options and start position alone: the fact `start`. XPGN_NOT_FOUND: there
   is no start position. */
xpgn_status walk_start_digest(xpgn_walk *w, uint8_t out[XPGN_DIGEST_SIZE]);

#endif
