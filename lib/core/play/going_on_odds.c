/* SPDX-License-Identifier: MIT */
/* The odds of an attacker that goes on while both pieces live: what each exchange leaves, from all
   hit points down. */
#include "core/play/combat_odds.h"
#include "core/play/damage.h"
#include "core/play/damage_odds.h"
#include "internal/chance.h"
#include "internal/rules.h"

#include <stdlib.h>

/* What throws with the same margin do. */
struct stroke {
    int lost[2];
    bool removes[2]; /* whatever is left */
    double chance;
};
enum { STROKES = 2 * DICE_EXPR_PIPS + 1 };

/* A combat whose attacker goes on. */
struct going_on {
    const xpgn_ruleset *rs;
    const xpgn_facts *facts;
    unsigned below; /* it stops with fewer hit points */
    struct stroke stroke[STROKES];
    unsigned strokes;
    double whole; /* the share that is not rolled again */
    double *open; /* by the hit points left, [attacker's][defender's]: the chance that it goes on */
    struct damage_sum sum;
};

static bool same_stroke(const struct stroke *a, const struct stroke *b) {
    return a->lost[0] == b->lost[0] && a->lost[1] == b->lost[1] && a->removes[0] == b->removes[0] &&
           a->removes[1] == b->removes[1];
}

static void add_stroke(struct going_on *g, const struct stroke *s) {
    for (unsigned i = 0; i < g->strokes; i++)
        if (same_stroke(&g->stroke[i], s)) {
            g->stroke[i].chance += s->chance;
            return;
        }
    if (g->strokes < STROKES)
        g->stroke[g->strokes++] = *s;
}

/* Takes a throw as it were with more hit points than any piece has. */
static void take_throw(void *data, struct combat_shown shown, struct dice_weight w) {
    struct going_on *g = data;
    struct stroke s = {.chance = w.chance};
    xpgn_facts f = *g->facts;
    if (combat_is_tied(g->rs, &f, shown))
        return;
    f.side[0].hits = f.side[1].hits = INT16_MAX;
    damage_judge(g->rs, shown, &f);
    for (unsigned i = 0; i < 2; i++) {
        s.lost[i] = f.side[i].lost > 0 ? f.side[i].lost : 0;
        s.removes[i] = f.side[i].fate == 'x';
    }
    g->whole += w.chance;
    add_stroke(g, &s);
}

static double *open_at(struct going_on *g, const int left[2]) {
    return &g->open[left[0] * (g->facts->side[1].hits + 1) + left[1]];
}

/* The combat ends so. */
static void end_with(struct going_on *g, const int left[2], double chance) {
    xpgn_combatant side[2] = {g->facts->side[0], g->facts->side[1]};
    for (unsigned i = 0; i < 2; i++) {
        side[i].lost = (int16_t)(side[i].hits - left[i]);
        side[i].fate = (char)(left[i] == 0 ? 'x' : 0);
    }
    g->sum.out->chance[xpgn_fate_of(side[0].fate)][xpgn_fate_of(side[1].fate)] += chance;
    damage_sum_add(&g->sum, g->rs, side, chance);
}

/* One exchange with these hit points left. */
static void strike_on(struct going_on *g, const int left[2], double chance, bool last) {
    for (unsigned k = 0; k < g->strokes; k++) {
        const struct stroke *s = &g->stroke[k];
        int then[2];
        for (unsigned i = 0; i < 2; i++)
            then[i] = s->removes[i] || s->lost[i] >= left[i] ? 0 : left[i] - s->lost[i];
        const bool ends = last || then[0] == 0 || then[1] == 0 || (unsigned)then[0] < g->below;
        if (ends)
            end_with(g, then, chance * s->chance / g->whole);
        else
            *open_at(g, then) += chance * s->chance / g->whole;
    }
}

/* As nobody gains hit points, what is left open is never looked at again in the same exchange. */
static void exchange_on(struct going_on *g, bool last) {
    int left[2];
    for (left[0] = 1; left[0] <= g->facts->side[0].hits; left[0]++)
        for (left[1] = 1; left[1] <= g->facts->side[1].hits; left[1]++) {
            const double chance = *open_at(g, left);
            *open_at(g, left) = 0;
            if (chance > 0)
                strike_on(g, left, chance, last);
        }
}

static void go_on(struct going_on *g) {
    const int had[2] = {g->facts->side[0].hits, g->facts->side[1].hits};
    odds_each_throw(g->rs, g->facts, take_throw, g);
    *open_at(g, had) = 1;
    for (unsigned e = 1; e <= XPGN_MAX_EXCHANGES; e++)
        exchange_on(g, e == XPGN_MAX_EXCHANGES);
    odds_round_ways(g->sum.out);
    damage_sum_end(&g->sum);
}

xpgn_status xpgn_combat_odds_on(const xpgn_ruleset *rs, const xpgn_facts *facts, unsigned below,
                                xpgn_odds *out) {
    const int had[2] = {facts->side[0].hits, facts->side[1].hits};
    if (!facts->combat || !combat_goes_on(rs) || had[0] <= 0 || had[1] <= 0)
        return XPGN_INVALID;
    struct going_on *g = calloc(1, sizeof *g);
    double *open = calloc((size_t)(had[0] + 1) * (size_t)(had[1] + 1), sizeof *open);
    if (g != NULL && open != NULL) {
        *out = (xpgn_odds){.all = 0};
        *g = (struct going_on){.rs = rs, .facts = facts, .below = below, .open = open};
        g->sum.out = out;
        go_on(g);
    }
    const xpgn_status status = g != NULL && open != NULL ? XPGN_OK : XPGN_NO_MEMORY;
    free(open);
    free(g);
    return status;
}
