/* SPDX-License-Identifier: MIT */
/*
 * Fairness of dice: streams of faces by role, by player and all together, counted game by game;
 * three named questions about them, a bet against fair dice (E), and what can be explored besides.
 * Only counts are kept, so that tallies can be merged.
 */
#ifndef XPGN_COUNT_FAIR_H
#define XPGN_COUNT_FAIR_H

#include "count/tally.h"

/* ---- fair_count.c: counting ------------------------------------------------------------------ */

enum {
    FAIR_AGES = 6,     /* classes of rolls by how long ago the face fell last */
    FAIR_UNIT = 10000, /* expected runs and their variance are counted in such parts */
    FAIR_DICE = 255    /* the most faces */
};
/* What TALLY_FAIR_RUNS counts. */
enum fair_runs { FAIR_RUNS, FAIR_RUNS_EXPECTED, FAIR_RUNS_VARIANCE, FAIR_RUNS_KINDS };

/* Counts the dice of a step of the main line, annulled ones too; at the result, what can be said
   at the end of a game only. */
void fair_add(xpgn_tally *t, const xpgn_walk *walk, const xpgn_step *step);

/* ---- fair_test.c: tests of counts ------------------------------------------------------------ */

/* Upper tail of the chi-squared distribution. */
double fair_upper_tail(double chi, unsigned freedom);
/* The same of the noncentral distribution: how often a statistic reaches chi if dice are loaded so
   that it is larger by `off` in the mean. */
double fair_power(double chi, unsigned freedom, double off);
/* The chi-squared whose upper tail is p, from 0 to 1. */
double fair_critical(double p, unsigned freedom);
/* The p value of a chi-squared of `cells` equally likely cells and n trials; with less than five
   expected in each it is simulated, from a fixed seed. */
double fair_cells_p(double chi, uint64_t n, unsigned cells);
/* Pearson's sum over equally likely cells. */
double fair_chi(const uint64_t *count, unsigned cells, uint64_t n);
/* The natural logarithm of the e-value of a stream: the mean of bets that each face falls .6, .8,
   1.25, 1.5, 2 and 3 times as often as it should. */
double fair_log_e(const uint64_t *count, unsigned faces);
/* Replaces p values by those after Holm's correction over all of them. False: no memory. */
bool fair_holm(double *p, size_t count);

/* Dice of one size that somebody has thrown. */
struct fair_throws {
    uint64_t dice;
    unsigned faces, owner; /* 0, 1, ...: whose they are; those of an owner stand together */
    double chi;            /* of their faces */
};
/* The p value of the largest chi-squared of an owner, each over all sizes; of one owner, that of
   the sum. By simulation from a fixed seed where there are few dice. `owners`: 1 or more. */
double fair_largest_p(const struct fair_throws *throws, size_t count, unsigned owners);

/* Pairs of faces that followed each other, faces * faces counts, the second face within the first.
 */
struct fair_pairs {
    const uint64_t *count;
    unsigned faces;
    uint64_t all;
};
/* The p value of a test of independence, over all sizes of dice, given how often each face came
   first and second. -1: nothing can be said; -2: no memory. */
double fair_pairs_p(const struct fair_pairs *pairs, size_t sizes);

/* ---- fair_report.c: what is asked, and the answers ------------------------------------------- */

enum fair_question { FAIR_ASK_FACES, FAIR_ASK_PLAYERS, FAIR_ASK_PAIRS, FAIR_QUESTIONS };

/* Loaded dice, and how often such a report finds them: with the correction for all questions, and
   if only this one were asked. */
enum { FAIR_LOADED = 2 };
struct fair_loaded {
    char what[64]; /* "": none */
    double power, alone;
};

struct fair_answer {
    bool asked;
    double p, holm; /* -1: it cannot be answered */
    uint64_t dice;  /* or pairs, of the loaded dice */
    struct fair_loaded loaded[FAIR_LOADED];
};

/* Tests of a stream that are looked at without a question; -1: not made. */
enum fair_test { FAIR_TEST_FACES, FAIR_TEST_RUNS, FAIR_TEST_GAPS, FAIR_TESTS };

/* A stream of dice of one size. */
struct fair_result {
    enum fair_stream_kind { FAIR_OF_ALL, FAIR_OF_ROLE, FAIR_OF_PLAYER, FAIR_OF_BOTH } kind;
    xpgn_slice name, role; /* size 0: none */
    uint32_t id;           /* in the order of names */
    unsigned faces;
    uint64_t dice, *count; /* [face - 1] */
    double p[FAIR_TESTS];  /* of the gaps the least over the faces, times their number */
    double log_e;
};

struct fair_report {
    uint64_t games;
    struct fair_result *stream; /* by size of the dice, then all, roles, players, both */
    size_t streams;
    uint64_t *counts; /* of all streams */
    struct fair_answer answer[FAIR_QUESTIONS];
    unsigned asked;      /* questions that could be answered */
    size_t tests, below; /* explored, and those with a p below .05 */
    bool explore;
    double log_e[FAIR_DICE + 1]; /* by faces; NAN: no such dice */
    bool given;                  /* the players were named beforehand */
    size_t players, strangers;   /* that E bets on; with dice, but not named */
};

/* Makes the report of a tally. False: no memory; to be closed in any case. */
bool fair_report_open(struct fair_report *r, const xpgn_tally *t, const struct tally_view *view);
void fair_report_close(struct fair_report *r);

#endif
