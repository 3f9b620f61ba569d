/* SPDX-License-Identifier: MIT */
/*
 * Fairness of dice: streams of faces by role, by player and all together, counted game by game, and
 * tests of them. Only counts are kept, so that tallies can be merged.
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
/* The p value of a chi-squared of `cells` equally likely cells and n trials; with less than five
   expected in each it is simulated, from a fixed seed. */
double fair_cells_p(double chi, uint64_t n, unsigned cells);
/* Pearson's sum over equally likely cells. */
double fair_chi(const uint64_t *count, unsigned cells, uint64_t n);
/* The natural logarithm of the e-value of the faces of a die. */
double fair_log_e(const uint64_t *count, unsigned faces);
/* Replaces p values by those after Holm's correction over all of them. False: no memory. */
bool fair_holm(double *p, size_t count);

#endif
