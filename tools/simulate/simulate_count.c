/* SPDX-License-Identifier: MIT */
/* Sums over games: whole numbers, so that threads may add theirs in any order. */
#include "simulate/simulate.h"

static void count_luck(int64_t *sum, const sim_result *r) {
    int64_t score = r->score, luck = r->luck;
    sum[SUM_LUCK] += luck;
    sum[SUM_LUCK_LUCK] += luck * luck;
    sum[SUM_LUCK_SCORE] += luck * score;
    sum[SUM_SCORE_SCORE] += score * score;
    if (luck != 0 && !r->drawn) {
        bool won = score == 12;
        *(won == (luck > 0) ? &sum[SUM_LUCKY] : &sum[SUM_UNLUCKY]) += 1;
    }
}

static void count_one(int64_t *sum, const sim_result *r) {
    sum[SUM_GAMES]++;
    sum[SUM_CHOICES] += (int64_t)r->choices;
    sum[SUM_DECISIONS] += (int64_t)r->decisions;
    sum[SUM_VERSUS] += r->versus;
    sum[SUM_FIRST_BOT] += r->first_bot;
    if (!r->ended)
        return;
    sum[SUM_ENDED]++;
    sum[SUM_DRAWN] += r->drawn;
    sum[SUM_SCORE] += r->score;
    sum[SUM_FAIR] += r->fair;
    sum[SUM_EQUAL] += r->equal;
    sum[SUM_TURNS] += (int64_t)r->turns;
    sum[SUM_LEADS] += (int64_t)r->leads;
    count_luck(sum, r);
    for (unsigned type = XPGN_PAWN; type < XPGN_TYPES; type++) {
        sum[SUM_STOOD + type] += (int64_t)r->stood[type];
        sum[SUM_STANDS + type] += (int64_t)r->stands[type];
    }
}

static sim_both outcome_of(const sim_result *r) {
    return !r->ended ? BOTH_CUT : r->drawn ? BOTH_DRAWN : BOTH_DECIDED;
}

void sim_count(sim_counts *counts, uint64_t number, const sim_result *result, size_t rulesets) {
    for (size_t i = 0; i < rulesets; i++) {
        count_one(counts->sum[i][number % SIM_GROUPS], &result[i]);
        if (outcome_of(&result[i]) == outcome_of(&result[0]))
            counts->both[i][outcome_of(&result[0])]++;
    }
}

void sim_add(sim_counts *to, const sim_counts *from) {
    for (size_t i = 0; i < SIM_RULESETS; i++) {
        for (unsigned g = 0; g < SIM_GROUPS; g++)
            for (unsigned k = 0; k < SUMS; k++)
                to->sum[i][g][k] += from->sum[i][g][k];
        for (unsigned k = 0; k < BOTHS; k++)
            to->both[i][k] += from->both[i][k];
    }
}
