/* SPDX-License-Identifier: MIT */
/* What stands above one walk.  A walk that xpgn_walk_new has made is the first member of a study;
   those of trials are none. */
#ifndef XPGN_STUDY_STUDY_H
#define XPGN_STUDY_STUDY_H

#include "game/walk.h"

/* Reading a game as people write it, if that is what is wrong with it (import/). */
struct foreign {
    /* Translates the game, in w->game, to *read.  XPGN_NOT_FOUND: it is none of these.  NULL: not
       wanted. */
    xpgn_status (*take)(void *data, const xpgn_walk *w, xpgn_game *read);
    /* After the last step: turns places of the translation into those of the game. */
    void (*tell)(void *data, xpgn_walk *w);
    void *data;
    bool asked, taken;
    bool brief; /* for the translator itself: what follows an error of the main line is not read */
    const xpgn_game *written;
    xpgn_game read; /* its translation, if it was taken */
};

struct study {
    xpgn_walk walk;
    xpgn_walk *trial;       /* of other rulesets (variant.c); NULL: not needed yet */
    bool explained;         /* variant.c has looked at the first error of the game */
    struct repair *repair;  /* NULL: not wanted */
    struct sealed *sealed;  /* a game with sealed dice; NULL: none yet */
    struct odds_memo *odds; /* for whoever counts its combats; its catalog has their rules */
    struct foreign foreign;
};

static inline struct study *study_of(xpgn_walk *w) {
    return (struct study *)w;
}
static inline const struct study *study_seen(const xpgn_walk *w) {
    return (const struct study *)w;
}

#endif
