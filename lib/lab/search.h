/* SPDX-License-Identifier: MIT */
/* Looking ahead: the expectation over the dice, if each side does what is best for it. */
#ifndef XPGN_LAB_SEARCH_H
#define XPGN_LAB_SEARCH_H

#include "lab/branch.h"

/* What is done at one point of a turn. */
enum option_kind { OPTION_ACTION, OPTION_ROLL, OPTION_END };
struct option {
    enum option_kind kind;
    xpgn_action action;
    int index;    /* what it is called by who asked */
    double value; /* as far as it is known */
};

enum { MOST_OPTIONS = MOST_ACTIONS + 2 };

enum { MOST_TURNS = 32, KILLERS = 2 };

struct search {
    struct scale scale;
    unsigned seat;      /* whose values they are */
    unsigned turns;     /* that are looked at after this one */
    uint64_t nodes;     /* looked at so far */
    uint64_t most;      /* it stops after this many */
    bool stopped;       /* it has: values are not to be used */
    bool sharp;         /* in the last turn only what may change what the pieces are worth */
    bool prunes;        /* what is clear at a glance is not looked at */
    xpgn_action *stack; /* lists of actions, one upon the other */
    float *promise;     /* [in the stack]: the more, the sooner it is looked at */
    size_t top;
    /* What was best elsewhere: by turns left, and how often by piece and square. */
    xpgn_action killer[MOST_TURNS][KILLERS];
    uint32_t history[32][XPGN_MAX_SQUARES];
};

enum { SEARCH_STACK = 1 << 16 };

/* Makes room; false: out of memory.  search_close also after that. */
bool search_open(struct search *s);
void search_close(struct search *s);

/* Begins to look at `play` for the seat whose turn it is, with s->scale set. */
void search_begin(struct search *s, const xpgn_play *play, bool careful, uint64_t most);
/* Lists what can be done with the legal actions `list`: MOST_OPTIONS are room enough. */
size_t search_options(const xpgn_play *play, const xpgn_action *list, size_t count,
                      struct option *out);
/*
 * The turns that a careful player looks at after an action.  Where a turn is one action, the reply
 * is what may be fought for at once.  Else it is a turn, but what a turn is begun with is chosen
 * without it: the roll would make it long.
 */
unsigned search_turns_of_careful(const xpgn_play *play);

/*
 * The expected value to search->seat of one of the options of `play`, if that turn and `turns` more
 * are looked at.  `alpha`: what is not above it need not be exact.
 */
double search_option(struct search *s, const xpgn_play *play, const struct option *option,
                     unsigned turns, double alpha);
/* The same of one way that an action of `before` has come out, and of the game as it stands. */
double search_branch(struct search *s, const xpgn_play *before, const xpgn_play *after,
                     unsigned turns);
double search_here(struct search *s, const xpgn_play *play, unsigned turns);

#endif
