/* SPDX-License-Identifier: MIT */
/* A game with sealed dice while it is read: its rolls and its transcript. */
#ifndef XPGN_SEALED_SEALED_PARTS_H
#define XPGN_SEALED_SEALED_PARTS_H

#include "facts/public_walk.h"

#include "internal/writers.h"
#include "record/sealed/link_tags.h"

/* A roll of the main line. */
struct roll {
    xpgn_slice what;        /* what was announced for it */
    xpgn_transcript before; /* the transcript before its announcement */
    xpgn_link digest;       /* of the transcript with the announcement */
    xpgn_slice dice;        /* as recorded */
    xpgn_place place;
    const char *turn; /* its label */
    unsigned actor;   /* the party that announced it */
    bool annulled;
    const struct dice_expr *thrown[2]; /* what each side rolls with dice of its own; else NULL */
    const struct state *again; /* where a throw that moves nothing is rolled again: the turn that it
                                  was made for; else NULL */
};

struct sealed {
    struct dice_chain *sealer;
    const xpgn_tag *open_tag; /* NULL: not opened */
    xpgn_links commit, keys, open;
    xpgn_links *links; /* links of all rolls counted by DiceOpen, from the commitments on; or
                          NULL */
    uint32_t number;   /* number of rolls by DiceOpen */
    xpgn_link game;    /* the digest of the header */
    xpgn_transcript transcript;
    xpgn_buffer text; /* its lines so far */
    xpgn_buffer line; /* the next line */
    struct roll *rolls;
    size_t count, capacity;
    bool too_many, broken;         /* the transcript can no longer be made */
    xpgn_slice announced;          /* an unanswered announcement that ends the game */
    const struct dice_expr *on[2]; /* what each side rolls if the attacker of the last action goes
                                      on; NULL: dice of the game */
    size_t stands;      /* the number of a turn roll that stands without an action so far; or 0 */
    uint32_t fitting;   /* rolls whose dice agree with the links */
    unsigned last, end; /* bit per party that has signed */
};

/* The sealed dice of the game that is walked; NULL before the first such game. */
static inline struct sealed *sealed_of(xpgn_walk *w) {
    return public_walk_of(w)->sealed;
}

/* The tag of this name; NULL if the game has none. */
const xpgn_tag *sealed_tag(const xpgn_walk *w, const char *name);
/* Reports what is wrong with `part` of the value of a tag. */
void sealed_report_form(xpgn_walk *w, const xpgn_tag *t, xpgn_slice part, const xpgn_fault *fault);

/* ---- the transcript and its rolls (sealed_transcript.c) -------------------------------------- */

/* Begins the transcript with what comes before the first turn. */
void sealed_transcript_begin(xpgn_walk *w);
/* Adds the action that was played, in canonical form, with its rolls. */
void sealed_add_action(xpgn_walk *w);
/* Adds what is recorded in comments as thrown or announced, but not played. */
void sealed_add_unplayed(xpgn_walk *w, const struct remarks *r);

#endif
