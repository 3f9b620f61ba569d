/* SPDX-License-Identifier: MIT */
/* Search: the expectation over the dice with best play by each side. */
#ifndef XPGN_LAB_SEARCH_H
#define XPGN_LAB_SEARCH_H

#include "lab/search_branch.h"

/* What is done at one point of a turn. */
enum option_kind { OPTION_ACTION, OPTION_ROLL, OPTION_END };
struct option {
    enum option_kind kind;
    xpgn_action action;
    int index;    /* the caller's index */
    double value; /* its value so far */
};

enum { MOST_OPTIONS = MOST_ACTIONS + 2 };

enum { MOST_TURNS = 32, KILLERS = 2 };

struct search {
    struct scale scale;
    unsigned seat;      /* the seat that values are for */
    unsigned turns;     /* turns to search after this one */
    uint64_t nodes;     /* nodes searched so far */
    uint64_t most;      /* it stops after this many */
    bool stopped;       /* it has stopped: values must not be used */
    bool sharp;         /* search only sharp actions in the last turn */
    bool prunes;        /* prune by static values */
    xpgn_action *stack; /* lists of actions, one upon the other */
    float *promise;     /* [index in the stack]: actions with more are searched first */
    size_t top;
    /* Actions that were best elsewhere, by turns left; and a count by piece and square. */
    xpgn_action killer[MOST_TURNS][KILLERS];
    uint32_t history[32][XPGN_MAX_SQUARES];
};

enum { SEARCH_STACK = 1 << 16 };

/* Allocates memory; false if it runs out. Call search_close in any case. */
bool search_open(struct search *s);
void search_close(struct search *s);

/* Begins a search of `play` for the side to move; s->scale must be set. */
void search_begin(struct search *s, const xpgn_play *play, bool careful, uint64_t most);
/* Lists the options, given the legal actions `list`; MOST_OPTIONS always suffice. */
size_t search_options(const xpgn_play *play, const xpgn_action *list, size_t count,
                      struct option *out);
/*
 * The number of turns that a careful player searches after an action. With one action per turn the
 * reply is limited to immediate attacks. In other games it is a turn, except when choosing how to
 * begin a turn, where the roll would make the search too long.
 */
unsigned search_turns_of_careful(const xpgn_play *play);

/*
 * The expected value for s->seat of an option of `play`, searching this turn and `turns` more.
 * Values not above `alpha` need not be exact.
 */
double search_option(struct search *s, const xpgn_play *play, const struct option *option,
                     unsigned turns, double alpha);
/* The same for one result of an action of `before`, and for the current game. */
double search_branch(struct search *s, const xpgn_play *before, const xpgn_play *after,
                     unsigned turns);
double search_here(struct search *s, const xpgn_play *play, unsigned turns);

#endif
