/* SPDX-License-Identifier: MIT */
/*
 * Fairness of dice: streams of faces by role, by player and all together, counted game by game;
 * three named questions about them, a bet against fair dice (E), and exploratory tests. Only counts
 * are kept, so that tallies can be merged.
 */
#ifndef XPGN_COUNT_FAIR_H
#define XPGN_COUNT_FAIR_H

#include "output/count/tally.h"

/* ---- fair_count.c: counting ------------------------------------------------------------------ */

enum {
    FAIR_AGES = 6,     /* classes of rolls by how long ago the face last fell */
    FAIR_UNIT = 10000, /* expected runs and their variance are counted in units of 1/10000 */
    FAIR_DICE = 255    /* the most faces */
};
/* What TALLY_FAIR_RUNS counts. */
enum fair_runs { FAIR_RUNS, FAIR_RUNS_EXPECTED, FAIR_RUNS_VARIANCE, FAIR_RUNS_KINDS };

/* Counts the dice of a step of the main line, including annulled ones; at the result, also what is
   known only at the end of a game. */
void fair_add(xpgn_tally *t, const xpgn_walk *walk, const xpgn_step *step);

/* ---- fair_test.c: tests of counts ------------------------------------------------------------ */

/* Upper tail of the chi-squared distribution. */
double fair_upper_tail(double chi, unsigned freedom);
/* The same for the noncentral distribution: the probability that a statistic reaches chi if loaded
   dice raise its mean by `off`. */
double fair_power(double chi, unsigned freedom, double off);
/* The chi-squared whose upper tail is p, from 0 to 1. */
double fair_critical(double p, unsigned freedom);
/* The p value of a chi-squared over `cells` equally likely cells and n trials; simulated from a
   fixed seed if fewer than five are expected per cell. */
double fair_cells_p(double chi, uint64_t n, unsigned cells);
/* Pearson's chi-squared over equally likely cells. */
double fair_chi(const uint64_t *count, unsigned cells, uint64_t n);
/* The natural logarithm of the e-value of a stream: the mean of bets that each face falls .6, .8,
   1.25, 1.5, 2 and 3 times as often as it should. */
double fair_log_e(const uint64_t *count, unsigned faces);
/* Applies Holm's correction to p values. False if memory runs out. */
bool fair_holm(double *p, size_t count);

/* The dice of one size thrown by one owner. */
struct fair_throws {
    uint64_t dice;
    unsigned faces, owner; /* owner: 0, 1, ...; those of one owner are adjacent */
    double chi;            /* of their faces */
};
/* The p value of the largest chi-squared of an owner, each summed over all sizes. Simulated from a
   fixed seed if there are few dice. `owners` is at least 1. */
double fair_largest_p(const struct fair_throws *throws, size_t count, unsigned owners);

/* Counts of successive pairs of faces, faces * faces of them, the second face varying fastest. */
struct fair_pairs {
    const uint64_t *count;
    unsigned faces;
    uint64_t all;
};
/* The p value of a test of independence over all sizes of dice, given the frequencies of first and
   second faces. -1 if nothing can be said; -2 if memory runs out. */
double fair_pairs_p(const struct fair_pairs *pairs, size_t sizes);

/* ---- fair_report.c: questions and answers ------------------------------------------- */

enum fair_question { FAIR_ASK_FACES, FAIR_ASK_PLAYERS, FAIR_ASK_PAIRS, FAIR_QUESTIONS };

/* Loaded dice, and how often such a report detects them: with the correction for all questions, and
   without it. */
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

/* Exploratory tests of a stream. */
enum fair_test { FAIR_TEST_FACES, FAIR_TEST_RUNS, FAIR_TEST_GAPS, FAIR_TESTS };

/* A stream of dice of one size. */
struct fair_result {
    enum fair_stream_kind { FAIR_OF_ALL, FAIR_OF_ROLE, FAIR_OF_PLAYER, FAIR_OF_BOTH } kind;
    xpgn_slice name, role; /* size 0: none */
    uint32_t id;           /* in the order of names */
    unsigned faces;
    uint64_t dice, *count; /* [face - 1] */
    double p[FAIR_TESTS];  /* -1: not made; for the gaps the least over the faces, times their
                              number */
    double log_e;
};

struct fair_report {
    uint64_t games;
    struct fair_result *stream; /* by size of the dice, then all, roles, players, both */
    size_t streams;
    uint64_t *counts; /* counts of all streams */
    struct fair_answer answer[FAIR_QUESTIONS];
    unsigned asked;      /* number of questions that could be answered */
    size_t tests, below; /* number of exploratory tests, and of those with p below .05 */
    bool explore;
    double log_e[FAIR_DICE + 1]; /* by faces; NAN: no such dice */
    bool given;                  /* the players were named beforehand */
    size_t players, strangers;   /* players that E bets on; players with dice who were not named */
};

/* Makes the report of a tally. False if memory runs out; close it in any case. */
bool fair_report_open(struct fair_report *r, const xpgn_tally *t, const struct tally_view *view);
void fair_report_close(struct fair_report *r);

#endif
