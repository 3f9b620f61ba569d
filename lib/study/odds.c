/* SPDX-License-Identifier: MIT */
/*
 * The chances of a combat, by going through all that the dice can show.  A side is gone through by
 * what counts of its dice (play/dice.h).  What each throw comes to is asked of combat_judge: there
 * is no second set of rules here.
 */
#include "study/odds.h"

#include "play/dice.h"

#include <string.h>

/* ---- what a piece is worth ------------------------------------------------------------------- */

static bool has_points(const xpgn_ruleset *rs) {
    unsigned given = 0;
    for (unsigned type = XPGN_PAWN; type < XPGN_TYPES; type++)
        given |= rs->piece[type].given;
    return (given >> COLUMN_POINTS & 1) != 0;
}

/* The points of a type; -1: those of its side. */
static int points_of(const xpgn_ruleset *rs, unsigned type) {
    static const int8_t chess[XPGN_TYPES] = {0, 1, 3, 3, 5, 9, -1};
    if (!has_points(rs))
        return chess[type];
    const struct piece_rules *r = &rs->piece[type];
    bool none = type == XPGN_KING && (r->given >> COLUMN_POINTS & 1) == 0;
    return none || r->points == INFINITE ? -1 : r->points;
}

/* The army of a set-up that is free, with the best of what may be chosen. */
static int points_of_army(const xpgn_ruleset *rs) {
    int sum = 0, best = 0;
    for (unsigned type = XPGN_PAWN; type < XPGN_TYPES; type++) {
        int points = points_of(rs, type);
        sum += points > 0 ? points * rs->army.count[type] : 0;
        if ((rs->army.choose_from >> type & 1) != 0 && points > best)
            best = points;
    }
    return sum + best * rs->army.choose;
}

/* All pieces of a side in the start set-up that have points of their own. */
static int points_of_side(const xpgn_ruleset *rs, unsigned seat) {
    int sum = 0;
    if (!rs->has_start)
        return points_of_army(rs);
    for (unsigned sq = 0; sq < position_squares(&rs->start); sq++) {
        xpgn_piece piece = rs->start.at[sq];
        int points =
            piece != 0 && XPGN_SEAT_OF(piece) == seat ? points_of(rs, XPGN_TYPE_OF(piece)) : 0;
        sum += points > 0 ? points : 0;
    }
    return sum;
}

/* What a piece is worth in half points: twice its points, for a king those of its side. */
static int worth_of(const xpgn_ruleset *rs, xpgn_piece piece) {
    int points = points_of(rs, XPGN_TYPE_OF(piece));
    return 2 * (points >= 0 ? points : points_of_side(rs, XPGN_SEAT_OF(piece)));
}

int xpgn_piece_worth(const xpgn_ruleset *rs, xpgn_piece piece) {
    if (XPGN_TYPE_OF(piece) >= XPGN_TYPES || XPGN_SEAT_OF(piece) >= rs->geometry.seats)
        return 0;
    return worth_of(rs, piece) / (XPGN_IS_WOUNDED(piece) ? 2 : 1);
}

/* What a side loses by each fate of its piece, in half points: a wound is half of the piece. */
static void set_losses(const xpgn_ruleset *rs, xpgn_piece piece, int loss[3]) {
    int worth = worth_of(rs, piece);
    loss[XPGN_FATE_UNHARMED] = 0;
    loss[XPGN_FATE_WOUNDED] = worth / 2;
    loss[XPGN_FATE_REMOVED] = xpgn_piece_worth(rs, piece);
}

/* ---- throws ---------------------------------------------------------------------------------- */

/* Can all throws of this number of dice be counted? */
static bool is_countable(unsigned dice, unsigned faces) {
    uint64_t all = 1;
    for (unsigned i = 0; i < dice; i++) {
        if (all > (uint64_t)INT64_MAX / faces)
            return false;
        all *= faces;
    }
    return true;
}

/* The table being made: its shares are of all throws until the end. */
struct table {
    const xpgn_ruleset *rs;
    xpgn_facts facts;
    xpgn_roll roll;
    unsigned dice[2];
    xpgn_odds *out;
    double whole; /* the share that is not rolled again */
};

/* One side before a throw with that highest face; its dice are all alike, which says it best. */
static void set_side(struct table *t, unsigned i, unsigned face) {
    xpgn_roll_side *side = &t->roll.exchange[0].side[i];
    side->dice_count = (uint8_t)t->dice[i];
    memset(side->dice, (int)face, t->dice[i]);
    t->facts.side[i].total = -1;
    t->facts.side[i].fate = 0;
}

/* A throw by its highest faces. */
static void add_throw(struct table *t, const unsigned face[2], struct dice_weight w) {
    xpgn_facts *f = &t->facts;
    xpgn_odds *out = t->out;
    for (unsigned i = 0; i < 2; i++)
        set_side(t, i, face[i]);
    if (combat_is_tied(t->rs, f, &t->roll.exchange[0])) {
        out->again += w.ways;
        return;
    }
    combat_judge(t->rs, &t->roll, f);
    unsigned at = xpgn_fate_of(f->side[0].fate), df = xpgn_fate_of(f->side[1].fate);
    bool level = f->side[0].total >= 0 && f->side[0].total == f->side[1].total;
    t->whole += w.chance;
    out->all += w.ways;
    out->ways[at][df] += w.ways;
    out->ties += level ? w.ways : 0;
    out->chance[at][df] += w.chance;
    out->tie += level ? w.chance : 0;
}

static void throw_all(struct table *t) {
    unsigned faces[2], face[2];
    for (unsigned i = 0; i < 2; i++)
        faces[i] = t->dice[i] > 0 && t->rs->die > 0 ? t->rs->die : 1;
    for (face[0] = 1; face[0] <= faces[0]; face[0]++)
        for (face[1] = 1; face[1] <= faces[1]; face[1]++) {
            struct dice_weight a = dice_weigh(face[0], t->dice[0], faces[0]);
            struct dice_weight d = dice_weigh(face[1], t->dice[1], faces[1]);
            add_throw(t, face, (struct dice_weight){a.ways * d.ways, a.chance * d.chance});
        }
}

/* ---- the table ------------------------------------------------------------------------------- */

/* What is rolled again leaves the other throws with more of the whole. */
static void share_out(xpgn_odds *out, double whole) {
    for (unsigned i = 0; i < 9; i++)
        out->chance[i / 3][i % 3] /= whole;
    out->tie /= whole;
}

/* Too many throws to count: the nearest ways of a round number. */
static void round_ways(xpgn_odds *out) {
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
    out->ways[most / 3][most % 3] += XPGN_ODDS_ROUND - sum; /* also if that is below 0 */
}

static void weigh_outcomes(struct table *t) {
    xpgn_odds *out = t->out;
    int loss[2][3];
    for (unsigned i = 0; i < 2; i++)
        set_losses(t->rs, t->facts.side[i].piece, loss[i]);
    for (unsigned at = 0; at < 3; at++)
        for (unsigned df = 0; df < 3; df++) {
            out->worth[at][df] = loss[1][df] - loss[0][at];
            out->expected += out->worth[at][df] * out->chance[at][df];
        }
}

bool xpgn_combat_odds(const xpgn_ruleset *rs, const xpgn_facts *facts, xpgn_odds *out) {
    if (!facts->combat)
        return false;
    xpgn_odds odds = {.all = 0};
    struct table t = {.rs = rs, .facts = *facts, .roll = {.exchanges = 1}, .out = &odds};
    for (unsigned i = 0; i < 2; i++)
        t.dice[i] = facts->side[i].dice < XPGN_MAX_DICE ? facts->side[i].dice : XPGN_MAX_DICE;
    throw_all(&t);
    if (!(t.whole > 0))
        return false;
    share_out(&odds, t.whole);
    odds.exact = is_countable(t.dice[0] + t.dice[1], rs->die > 0 ? rs->die : 1);
    if (!odds.exact)
        round_ways(&odds);
    weigh_outcomes(&t);
    *out = odds;
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

bool odds_chances(const xpgn_ruleset *rs, const xpgn_facts *facts, double chance[2]) {
    xpgn_odds odds;
    if (!xpgn_combat_odds(rs, facts, &odds))
        return false;
    chance[0] = xpgn_odds_chance(&odds, false, true);
    chance[1] = xpgn_odds_chance(&odds, true, false);
    return true;
}
