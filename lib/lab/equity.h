/* SPDX-License-Identifier: MIT */
/* Expected scores of positions, and from them what each roll gave and each action lost. */
#ifndef XPGN_LAB_EQUITY_H
#define XPGN_LAB_EQUITY_H

#include "internal/chance.h"
#include "lab/search.h"

struct xpgn_equity {
    struct search search;
    bool careful;
    uint64_t nodes; /* nodes per decision; no limit for a careful player */
    xpgn_equity_options options;
    xpgn_player *player; /* plays rollouts; NULL: none are wanted */
    xpgn_play play;      /* the game before the next step */
    bool follows;        /* it is */
    unsigned turns;      /* depth in turns of the last decision */
    bool fell;           /* the actor was removed in the combat of the action searched among the
                            options */
    xpgn_action action[MOST_ACTIONS];
    struct option option[MOST_OPTIONS], kept[MOST_OPTIONS];
    size_t count;
};

/* The fits of formats/equity.tsv, ending with one without a ruleset. */
extern const xpgn_equity_fit equity_fits[];

enum { MOST_FACES = 32 };

/* The possible results of one option, with the expected score after each. */
struct outlook {
    unsigned count;
    double chance[MOST_FACES], score[MOST_FACES];
    uint8_t came[MOST_FACES];
    double mean;
};

/* ---- rollouts (rollout.c) -------------------------------------------------------------------- */

/* The mean score of the seat in e->options.rollouts games from here; a game that does not end in
   time counts by its evaluation. */
double rollout(xpgn_equity *e, const xpgn_play *from, unsigned seat);

#endif
