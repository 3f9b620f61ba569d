/* SPDX-License-Identifier: MIT */
/*
 * Computes the chances of a combat by enumerating what the dice can show, for each side by the die
 * that counts (core/play/dice_weights.h). combat_judge decides each case, so the rules are not
 * repeated here.
 */
#include "core/play/combat_odds.h"

#include "core/play/attempt.h"
#include "core/play/damage.h"
#include "core/play/damage_odds.h"
#include "core/play/dice_weights.h"
#include "core/play/play_action.h"
#include "internal/chance.h"
#include "internal/rules.h"

#include <string.h>

/* Sets what a side loses by each fate of its piece, in half points: a wound costs half of the
   piece. */
static void set_losses(const xpgn_ruleset *rs, xpgn_piece piece, int loss[3]) {
    int worth = xpgn_piece_worth(rs, piece & (xpgn_piece)~XPGN_WOUNDED);
    loss[XPGN_FATE_UNHARMED] = 0;
    loss[XPGN_FATE_WOUNDED] = worth / 2;
    loss[XPGN_FATE_REMOVED] = xpgn_piece_worth(rs, piece);
}

/* ---- throws ---------------------------------------------------------------------------------- */

/* The table under construction; until the end its shares are of all throws. */
struct throw_table {
    const xpgn_ruleset *rs;
    xpgn_facts facts;
    xpgn_odds *out;
    double whole; /* the share that is not rolled again */
    struct damage_sum damage;
};

static unsigned dice_of(const xpgn_facts *facts, unsigned side) {
    return facts->side[side].dice < XPGN_MAX_DICE ? facts->side[side].dice : XPGN_MAX_DICE;
}

/* True if the throws can be counted without overflow. */
static bool is_countable(const struct throw_table *t) {
    uint64_t all = 1;
    for (unsigned side = 0; side < 2; side++)
        for (unsigned die = 0; die < dice_of(&t->facts, side); die++) {
            const unsigned faces = combat_faces(t->rs, &t->facts, side, die);
            if (faces > 0 && all > (uint64_t)INT64_MAX / faces)
                return false;
            all *= faces > 0 ? faces : 1;
        }
    return true;
}

/* Adds the throws that show this; a side without dice shows 0. */
static void add_throws(void *table, struct combat_shown shown, struct dice_weight w) {
    struct throw_table *t = table;
    xpgn_combatant *side = t->facts.side;
    xpgn_odds *out = t->out;
    if (combat_is_tied(t->rs, &t->facts, shown)) {
        out->again += w.ways;
        return;
    }
    side[0].total = side[1].total = -1;
    side[0].fate = side[1].fate = 0;
    combat_judge(t->rs, shown, &t->facts);
    unsigned at = xpgn_fate_of(side[0].fate), df = xpgn_fate_of(side[1].fate);
    t->whole += w.chance;
    out->all += w.ways;
    out->ways[at][df] += w.ways;
    out->chance[at][df] += w.chance;
    if (combat_damages(t->rs))
        damage_sum_add(&t->damage, t->rs, side, w.chance);
    if (side[0].total >= 0 && side[0].total == side[1].total) {
        out->ties += w.ways;
        out->tie += w.chance;
    }
}

/* Sets the weights of what the dice of a side show, from 1 to the number returned: a face, */
static unsigned weigh_faces(const xpgn_ruleset *rs, unsigned dice, struct dice_weight *w) {
    const unsigned faces = dice > 0 && rs->die > 0 ? rs->die : 1;
    for (unsigned face = 1; face <= faces; face++)
        w[face] = dice_weigh(face, dice, faces);
    return faces;
}

/* or a sum, of one die more each time. */
static unsigned weigh_sums(const struct dice_expr *e, struct dice_weight *w) {
    unsigned most = 0;
    memset(w, 0, (DICE_EXPR_PIPS + 1) * sizeof *w);
    w[0] = (struct dice_weight){1, 1};
    for (unsigned die = 0; die < e->count; die++) {
        most += e->faces[die];
        for (unsigned sum = most + 1; sum-- > 0;) {
            struct dice_weight all = {0, 0};
            for (unsigned face = 1; face <= e->faces[die] && face <= sum; face++) {
                all.ways += w[sum - face].ways;
                all.chance += w[sum - face].chance / e->faces[die];
            }
            w[sum] = all;
        }
    }
    return most;
}

/* Inlined, as the odds of a combat add all its throws with a function of their own. */
ALWAYS_INLINE void each_throw(const xpgn_ruleset *rs, const xpgn_facts *facts, odds_throw *add,
                              void *data) {
    struct dice_weight weight[2][DICE_EXPR_PIPS + 1];
    const unsigned dice[2] = {dice_of(facts, 0), dice_of(facts, 1)};
    int most[2];
    for (unsigned i = 0; i < 2; i++)
        most[i] = (int)(combat_adds_dice(rs) ? weigh_sums(combat_dice(rs, facts, i), weight[i])
                                             : weigh_faces(rs, dice[i], weight[i]));
    for (int a = 1; a <= most[0]; a++)
        for (int d = 1; d <= most[1]; d++) {
            struct combat_shown shown = {dice[0] > 0 ? a : 0, dice[1] > 0 ? d : 0};
            const struct dice_weight *x = &weight[0][a], *y = &weight[1][d];
            add(data, shown, (struct dice_weight){x->ways * y->ways, x->chance * y->chance});
        }
}

void odds_each_throw(const xpgn_ruleset *rs, const xpgn_facts *facts, odds_throw *add, void *data) {
    each_throw(rs, facts, add, data);
}

/* ---- the table ------------------------------------------------------------------------------- */

/* Scales the shares after removing throws that are rolled again. */
static void share_out(xpgn_odds *out, double whole) {
    for (unsigned i = 0; i < 9; i++)
        out->chance[i / 3][i % 3] /= whole;
    out->tie /= whole;
}

void odds_round_ways(xpgn_odds *out) {
    unsigned most = 0;
    uint64_t sum = 0;
    out->all = XPGN_ODDS_ROUND;
    out->ties = (uint64_t)odds_rounded(out->tie * (double)XPGN_ODDS_ROUND);
    for (unsigned i = 0; i < 9; i++) {
        double chance = out->chance[i / 3][i % 3];
        uint64_t ways = (uint64_t)odds_rounded(chance * (double)XPGN_ODDS_ROUND);
        out->ways[i / 3][i % 3] = ways;
        sum += ways;
        most = chance > out->chance[most / 3][most % 3] ? i : most;
    }
    out->ways[most / 3][most % 3] += XPGN_ODDS_ROUND - sum; /* the difference may be negative */
}

static void set_variance(xpgn_odds *out) {
    for (unsigned i = 0; i < 9; i++) {
        const double off = out->worth[i / 3][i % 3] - out->expected;
        out->variance += out->chance[i / 3][i % 3] * off * off;
    }
}

static void weigh_outcomes(struct throw_table *t) {
    xpgn_odds *out = t->out;
    int loss[2][3];
    if (combat_damages(t->rs)) {
        damage_sum_end(&t->damage);
        return;
    }
    for (unsigned i = 0; i < 2; i++)
        set_losses(t->rs, t->facts.side[i].piece, loss[i]);
    for (unsigned at = 0; at < 3; at++)
        for (unsigned df = 0; df < 3; df++) {
            out->worth[at][df] = loss[1][df] - loss[0][at];
            out->expected += out->worth[at][df] * out->chance[at][df];
        }
    set_variance(out);
}

double xpgn_odds_luck(const xpgn_odds *odds, xpgn_fate attacker, xpgn_fate defender) {
    if ((unsigned)attacker >= XPGN_FATES || (unsigned)defender >= XPGN_FATES)
        return 0;
    return odds->worth[attacker][defender] - odds->expected;
}

/* The exchanges of a combat one by one, each with the hit points that are left then. */
static double luck_of_exchanges(const xpgn_ruleset *rs, const xpgn_facts *facts, double *variance) {
    xpgn_facts f = *facts;
    double luck = 0;
    for (unsigned e = 0; e < facts->roll.exchanges; e++) {
        const bool last = e + 1u == facts->roll.exchanges;
        xpgn_odds odds;
        if (!xpgn_combat_odds(rs, &f, &odds))
            return luck;
        for (unsigned i = 0; i < 2; i++) {
            f.side[i].lost = facts->roll.exchange[e].side[i].lost;
            f.side[i].fate = (char)(last ? facts->side[i].fate : 0);
        }
        luck += damage_swing(rs, f.side) - odds.expected;
        *variance += odds.variance;
        xpgn_facts_pass(&f, &facts->roll.exchange[e]);
    }
    return luck;
}

double xpgn_combat_luck(const xpgn_ruleset *rs, const xpgn_odds *odds, const xpgn_facts *facts,
                        double *variance) {
    double unwanted;
    variance = variance != NULL ? variance : &unwanted;
    *variance = odds->variance;
    if (!combat_damages(rs))
        return xpgn_odds_luck(odds, xpgn_fate_of(facts->side[0].fate),
                              xpgn_fate_of(facts->side[1].fate));
    *variance = 0;
    return luck_of_exchanges(rs, facts, variance);
}

bool xpgn_combat_odds(const xpgn_ruleset *rs, const xpgn_facts *facts, xpgn_odds *out) {
    if (!facts->combat)
        return false;
    xpgn_odds odds = {.all = 0};
    struct throw_table t = {.rs = rs, .facts = *facts, .out = &odds, .damage = {.out = &odds}};
    each_throw(rs, facts, add_throws, &t);
    if (!(t.whole > 0))
        return false;
    share_out(&odds, t.whole);
    odds.exact = is_countable(&t);
    if (!odds.exact)
        odds_round_ways(&odds);
    weigh_outcomes(&t);
    *out = odds;
    return true;
}

bool xpgn_attempt_odds(const xpgn_ruleset *rs, const xpgn_position *p, const xpgn_facts *facts,
                       xpgn_attempt *out) {
    const xpgn_action *a = &facts->action;
    if (rs->die == 0 || !position_fits(p, &rs->geometry) || !action_is_attempt(a) ||
        !action_is_playable(p, a))
        return false;
    const bool teleport = a->kind == XPGN_TELEPORT;
    xpgn_facts f = {.action = *a};
    xpgn_attempt attempt = {.faces = rs->die,
                            .needed = teleport ? rs->teleport_reach : rs->release_reach,
                            .exactly = teleport && rs->teleport_exact,
                            .rolled = attempt_dice_fit(rs, &facts->roll)};
    attempt_decide(rs, p, 0, &f);
    attempt.added = f.roll.exchange[0].side[0].total;
    for (unsigned die = 1; die <= rs->die; die++) {
        attempt_decide(rs, p, die, &f);
        bool succeeds = attempt_succeeds(rs, &f);
        attempt.succeeding += succeeds;
        attempt.succeeded |=
            succeeds && attempt.rolled && facts->roll.exchange[0].side[0].dice[0] == die;
    }
    *out = attempt;
    return true;
}

double xpgn_odds_chance(const xpgn_odds *odds, bool attacker_removed, bool defender_removed) {
    double sum = 0;
    for (unsigned at = 0; at < 3; at++)
        for (unsigned df = 0; df < 3; df++)
            if ((at == XPGN_FATE_REMOVED) == attacker_removed &&
                (df == XPGN_FATE_REMOVED) == defender_removed)
                sum += odds->chance[at][df];
    return sum;
}

double xpgn_odds_lost(const xpgn_odds *odds, unsigned side) {
    double sum = 0;
    for (unsigned i = 0; i < 9; i++)
        sum += odds->chance[i / 3][i % 3] * odds->lost[i / 3][i % 3][side % 2];
    return sum;
}

bool odds_chances(const xpgn_ruleset *rs, const xpgn_facts *facts, double chance[2]) {
    xpgn_odds odds;
    if (!xpgn_combat_odds(rs, facts, &odds))
        return false;
    chance[0] = xpgn_odds_chance(&odds, false, true);
    chance[1] = xpgn_odds_chance(&odds, true, false);
    return true;
}
