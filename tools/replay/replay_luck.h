/* SPDX-License-Identifier: MIT */
/* xpgn-replay --luck: what the dice of games gave, and what decisions lost. */
#ifndef REPLAY_LUCK_H
#define REPLAY_LUCK_H

#include "frame/cli.h"
#include "internal/chance.h"
#include "shared/chance/random.h"
#include "shared/diagram/luck_line.h"

/* Sums are integers, in millionths, so that they do not depend on the order of the games. */
enum { LUCK_ONE = 1000000, LUCK_CLASSES = 256, LUCK_CLASS_OF_ONE = 16, LUCK_BINS = 10 };

/* The sums of a seat, over one game or all games. */
typedef struct luck_sum {
    uint64_t rolls, decisions, games; /* games: those that were played to a result */
    uint64_t turns;                   /* rolls that say who may act */
    int64_t luck, lost;
    int64_t score, adjusted; /* over those games: the results, and the results less the luck */
    int64_t squares;         /* the squares of the adjusted results, in millionths */
} luck_sum;

/* Expected scores in classes of their logits, and the results, in twelfths of a point. */
typedef struct luck_fit {
    uint64_t count[LUCK_CLASSES], twelfths[LUCK_CLASSES];
    double logit;
    unsigned seats;
} luck_fit;

/* The sums over the games of a thread, or over all games. */
typedef struct luck_total {
    luck_sum sum[XPGN_MAX_SEATS];
    luck_fit fit;
    uint64_t games;
    char ruleset[64]; /* of the last game */
    bool mixed;       /* the games have several rulesets */
    unsigned seats;
    xpgn_equity_fit known; /* of the ruleset */
} luck_total;

typedef enum luck_form { LUCK_TEXT, LUCK_JSON, LUCK_TABLE } luck_form;

/* The options of --luck. */
typedef struct luck_how {
    const char *player; /* --equity; NULL: luck in material */
    const char *scale;  /* --logit, as typed */
    uint64_t rollouts, seed;
    double logit;
    bool fit, detail;
    luck_form form;
    xpgn_cell cell;       /* the form of tables */
    xpgn_svg *svg;        /* NULL: no picture */
    cli_luck_lines *line; /* NULL: no picture */
} luck_how;

/* A decision and its place in the game. */
typedef struct luck_line {
    const xpgn_judged *judged;
    const xpgn_game *game;
    const xpgn_step *step;
    const char *action; /* "exd5", "roll", "end" */
} luck_line;

/* A game and its sums. */
typedef struct luck_game {
    const xpgn_game *game;
    const xpgn_walk *walk;
    const xpgn_ruleset *rs;
    luck_sum sum[XPGN_MAX_SEATS];
    unsigned seats;
    bool ended;
    xpgn_slice result;
    double rest; /* xpgn_equity_fit.rest of the ruleset; NAN: not known */
} luck_game;

/* The state of a thread; initialize with {0}. */
typedef struct luck_table {
    xpgn_equity *equity;
    sim_random random;
    luck_total total;
    /* the classes of the expected scores in the current game, kept until its result is known */
    struct luck_expected {
        uint16_t class;
        uint8_t seat;
    } * expected;
    size_t count, room;
} luck_table;

/* Checks --equity and --logit, and sets how->logit. Returns CLI_GO, or another status after a
   message. */
int luck_check(cli *c, luck_how *how);
/* Judges a game, adds it to the sums and writes its output. */
void luck_of_game(cli_worker *w, luck_table *t, const luck_how *how, const xpgn_game *game);
/* Adds a thread's sums to *to, and frees its state. */
void luck_close(luck_total *to, luck_table *t);

/* ---- writing (replay_luck_write.c) ----------------------------------------------------------- */

/* Append the headings of a table, a decision, the sums of a game. */
void luck_put_head(xpgn_buffer *b, const luck_how *how);
void luck_put_line(xpgn_buffer *b, const luck_how *how, const luck_line *line);
void luck_put_game(xpgn_buffer *b, const luck_how *how, const luck_game *g);
/* Appends the sums of all games, or, with --fit, the fit. */
void luck_put_total(xpgn_buffer *b, const luck_how *how, const luck_total *t);

/* ---- fitting (replay_luck_fit.c) ------------------------------------------------------------- */

/* Adds a result, in twelfths of a point, to the class of the score that was expected. */
void luck_fit_add(luck_fit *fit, unsigned class, unsigned twelfths);
/* The class of an expected score, which must be above 0 and below 1. */
unsigned luck_fit_class(double expected, unsigned seats);
/* The logit that fits the results best. */
double luck_fit_best(const luck_fit *fit);
/* The mean error of expected scores, taken in LUCK_BINS bins; NAN if there are none. */
double luck_fit_error(const luck_fit *fit);

#endif
