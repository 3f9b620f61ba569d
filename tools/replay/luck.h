/* SPDX-License-Identifier: MIT */
/* What the dice of games gave, and what their decisions lost: of xpgn-replay --luck. */
#ifndef REPLAY_LUCK_H
#define REPLAY_LUCK_H

#include "cli/cli.h"
#include "cli/curve.h"
#include "cli/random.h"

/* Sums are in millionths, so that they do not depend on their order. */
enum { LUCK_ONE = 1000000, LUCK_CLASSES = 256, LUCK_CLASS_OF_ONE = 16, LUCK_BINS = 10 };

/* Of a seat, in a game or in all. */
typedef struct luck_sum {
    uint64_t rolls, decisions, games; /* games: that ended, and were judged to their end */
    int64_t luck, lost;
    int64_t score, adjusted; /* of games that ended: the result, and what it is without the luck */
    int64_t squares;         /* of the adjusted ones, in thousandths */
} luck_sum;

/* Expected scores by classes of their logits, and what came of them. */
typedef struct luck_fit {
    uint64_t count[LUCK_CLASSES], twelfths[LUCK_CLASSES];
    double logit;
    unsigned seats;
} luck_fit;

/* What all games of a thread, or of all, add up to. */
typedef struct luck_total {
    luck_sum sum[XPGN_MAX_SEATS];
    luck_fit fit;
    uint64_t games;
    char ruleset[64]; /* of a game */
    bool mixed;       /* there were other rulesets */
    unsigned seats;
    xpgn_equity_fit known; /* of the ruleset */
} luck_total;

typedef enum luck_form { LUCK_TEXT, LUCK_JSON, LUCK_TABLE } luck_form;

/* What is asked for. */
typedef struct luck_how {
    const char *player; /* NULL: luck in material */
    const char *scale;  /* --logit */
    uint64_t rollouts, seed;
    double logit;
    bool fit, detail;
    luck_form form;
    xpgn_cell cell;   /* of tables */
    xpgn_svg *svg;    /* NULL: no picture; else with it: */
    cli_curve *curve; /* of the game */
} luck_how;

/* A decision and where it was. */
typedef struct luck_line {
    const xpgn_judged *judged;
    const xpgn_game *game;
    const xpgn_step *step;
    const char *action; /* "exd5", "roll", "end" */
} luck_line;

/* A game; what it adds up to. */
typedef struct luck_game {
    const xpgn_game *game;
    const xpgn_walk *walk;
    const xpgn_ruleset *rs;
    luck_sum sum[XPGN_MAX_SEATS];
    unsigned seats;
    bool ended;
    xpgn_slice result;
    double rest; /* of the ruleset */
} luck_game;

/* What a thread has; initialize with {0}. */
typedef struct luck_table {
    xpgn_equity *equity;
    sim_random random;
    luck_total total;
    /* of the game: classes of what was expected, until its result is known */
    struct luck_expected {
        uint16_t class;
        uint8_t seat;
    } * expected;
    size_t count, room;
} luck_table;

/* Is --equity, --logit what it should be? */
int luck_check(cli *c, luck_how *how);
/* Judges a game and writes what is wanted of it. */
void luck_of_game(cli_worker *w, luck_table *t, const luck_how *how, const xpgn_game *game);
/* Adds a thread's sums, and frees what it has. */
void luck_close(luck_total *to, luck_table *t);

/* ---- writing (luck_write.c) ------------------------------------------------------------------ */

void luck_put_head(xpgn_buffer *b, const luck_how *how);
void luck_put_line(xpgn_buffer *b, const luck_how *how, const luck_line *line);
void luck_put_game(xpgn_buffer *b, const luck_how *how, const luck_game *g);
/* Of all games, or what fits. */
void luck_put_total(xpgn_buffer *b, const luck_how *how, const luck_total *t);

/* ---- fitting (luck_fit.c) -------------------------------------------------------------------- */

void luck_fit_add(luck_fit *fit, unsigned class, unsigned twelfths);
unsigned luck_fit_class(double expected, unsigned seats);
/* The logit that fits best. */
double luck_fit_best(const luck_fit *fit);
/* By how much expected scores are off, the mean over ten classes. */
double luck_fit_error(const luck_fit *fit);

#endif
