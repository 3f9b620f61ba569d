/* SPDX-License-Identifier: MIT */
/* What a position is worth as a score, and from that what each roll gave and each action lost. */
#ifndef XPGN_LAB_EQUITY_H
#define XPGN_LAB_EQUITY_H

#include "lab/search.h"

struct xpgn_equity {
    struct search search;
    bool careful;
    uint64_t nodes; /* how many a decision is given; of a careful player no limit */
    xpgn_equity_options options;
    xpgn_player *player; /* who plays rollouts; NULL: none are wanted */
    xpgn_play play;      /* the game before what comes next */
    bool follows;        /* it is */
    unsigned turns;      /* how many the last decision was looked at */
    bool fell;           /* who acted, in the combat of what is looked for among the options */
    xpgn_action action[MOST_ACTIONS];
    struct option option[MOST_OPTIONS], kept[MOST_OPTIONS];
    size_t count;
};

/* What was fitted (formats/equity.tsv), up to one without a ruleset. */
extern const xpgn_equity_fit equity_fits[];

enum { MOST_FACES = 32 };

/* Of one option: the ways that it may come out, and the score that the seat may expect then. */
struct outlook {
    unsigned count;
    double chance[MOST_FACES], score[MOST_FACES];
    uint8_t came[MOST_FACES];
    double mean;
};

/* ---- rollouts (rollout.c) -------------------------------------------------------------------- */

/* The mean score of the seat in e->options.rollouts games from here; of one that does not end in
   time, what it is worth then. */
double rollout(xpgn_equity *e, const xpgn_play *from, unsigned seat);

#endif
