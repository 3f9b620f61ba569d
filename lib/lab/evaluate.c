/* SPDX-License-Identifier: MIT */
#include "lab/evaluate.h"

#include "core/play/ending.h"

#include <math.h>
#include <stdlib.h>

/* Small compared to a pawn, which is 2 half points: they decide between positions with equal
   pieces. */
static const double for_reach = 0.03, for_contact = 0.3, for_step = 0.06, for_rank = 0.02;
/* The fewer leaders are left, the more the next one is worth (CC-12). */
static const double for_leaders = 20;
/* The cost of a wound of a decisive piece, as a share of the worth of the side's pieces. */
static const double for_wound = 0.2;
/* The logit where nothing was fitted, as a share of the worth of a side's pieces. */
static const double general = 0.25;
/* No position is worth as much as a game that is won. */
static const double sure = 0.97;
/* After this many turns in which nothing happened, a lead is worth half. */
static const double patience = 400;

/* If the rules give no points, the bonus that distinguishes the pieces is their worth. */
static double worth_of_piece(const xpgn_ruleset *rs, xpgn_piece piece) {
    const struct piece_rules *r = rules_of(rs, piece);
    if ((rs->fatal >> XPGN_TYPE_OF(piece) & 1) != 0 || r->immobile)
        return 0;
    return (r->given >> COLUMN_BONUS & 1) != 0 ? 5 + 2 * r->bonus : xpgn_piece_worth(rs, piece);
}

static double army_of(const struct scale *s) {
    const xpgn_ruleset *rs = s->rs;
    double sum = 0;
    for (unsigned sq = 0; rs->has_start && sq < position_squares(&rs->start); sq++)
        if (rs->start.at[sq] != 0)
            sum += s->worth[rs->start.at[sq]] / rs->geometry.seats;
    return sum > 0 ? sum : 60;
}

void scale_set(struct scale *s, const xpgn_ruleset *rs) {
    *s = (struct scale){.rs = rs, .memo = s->memo};
    for (unsigned seat = 0; seat < rs->geometry.seats; seat++)
        for (unsigned type = XPGN_PAWN; type < XPGN_TYPES; type++) {
            xpgn_piece piece = XPGN_PIECE(seat, type);
            s->worth[piece] = worth_of_piece(rs, piece);
            s->worth[piece | XPGN_WOUNDED] = worth_of_piece(rs, piece | XPGN_WOUNDED);
        }
    s->army = army_of(s);
    for (unsigned piece = 0; piece < PIECE_CODES; piece++)
        if (XPGN_IS_WOUNDED(piece) && (rs->fatal >> XPGN_TYPE_OF(piece) & 1) != 0)
            s->worth[piece] = -for_wound * s->army;
    s->logit = general * s->army;
}

const xpgn_odds *scale_odds(const struct scale *s, const xpgn_facts *facts, xpgn_odds *own) {
    if (s->memo != NULL) {
        const struct odds_known *known = odds_remembered(s->memo, s->rs, facts);
        return known != NULL ? &known->odds : NULL;
    }
    return xpgn_combat_odds(s->rs, facts, own) ? own : NULL;
}

double evaluate_end(const xpgn_play *play, unsigned seat) {
    return play->outcome.score[seat] / 6.0 - 1;
}

/* ---- before it ------------------------------------------------------------------------------- */

enum { MOST_GOALS = 16 };

/* The decisive pieces of a seat, by file and rank. */
struct goals {
    int file[MOST_GOALS], rank[MOST_GOALS];
    unsigned count;
};

/* The occupied squares, in their order; returns how many there are. */
static unsigned list_occupied(const xpgn_position *p, xpgn_square *list) {
    unsigned count = 0, squares = position_squares(p);
    if (position_is_small(p)) {
        for (bits left = position_occupied(p); left != 0; left &= left - 1)
            list[count++] = (xpgn_square)bits_first(left);
        return count;
    }
    for (unsigned sq = 0; sq < squares; sq++)
        if (p->at[sq] != 0)
            list[count++] = (xpgn_square)sq;
    return count;
}

static void find_goals(const xpgn_ruleset *rs, const xpgn_position *p, const xpgn_square *list,
                       unsigned count, struct goals *goals) {
    for (unsigned i = 0; i < count; i++) {
        xpgn_piece piece = p->at[list[i]];
        struct goals *g = &goals[XPGN_SEAT_OF(piece)];
        if ((rs->decisive >> XPGN_TYPE_OF(piece) & 1) == 0 || g->count == MOST_GOALS)
            continue;
        g->file[g->count] = list[i] % p->files;
        g->rank[g->count++] = list[i] / p->files;
    }
}

/* A bonus for a piece, larger the nearer the nearest goal of another seat. */
static double nearness(const xpgn_position *p, const struct goals *goals, unsigned sq) {
    unsigned seat = XPGN_SEAT_OF(p->at[sq]);
    int nearest = XPGN_MAX_FILES, file = (int)(sq % p->files), rank = (int)(sq / p->files);
    for (unsigned other = 0; other < p->seats; other++) {
        const struct goals *g = &goals[other];
        for (unsigned i = 0; other != seat && i < g->count; i++) {
            int files = abs(file - g->file[i]), ranks = abs(rank - g->rank[i]);
            int steps = files > ranks ? files : ranks;
            nearest = steps < nearest ? steps : nearest;
        }
    }
    return for_contact / nearest - for_step * nearest;
}

/* A bonus for the advance of pawns that promote on the last rank. */
static double advance_of_pawn(const xpgn_ruleset *rs, const xpgn_position *p, unsigned sq) {
    xpgn_piece piece = p->at[sq];
    bool counts = rs->movement == MOVEMENT_CHESS && rs->arrival != ARRIVAL_STAY;
    if (!counts || XPGN_TYPE_OF(piece) != XPGN_PAWN)
        return 0;
    unsigned rank = sq / p->files, steps = XPGN_SEAT_OF(piece) == 0 ? rank : p->ranks - 1u - rank;
    return for_rank * steps * steps;
}

/* Chess movement: how many squares a piece reaches. */
static double reach(const xpgn_position *p, unsigned sq) {
    unsigned seat = XPGN_SEAT_OF(p->at[sq]), type = XPGN_TYPE_OF(p->at[sq]);
    bits to = piece_attacks(type, seat, sq, position_occupied(p)) & ~p->seat[seat];
    return for_reach * bits_count(to);
}

/* The worth of the piece on a square. With hit points it is by those that it has left; one that
   decides the game, and so has no worth, costs what a wound would as they are lost. */
static double worth_on(const struct scale *s, const xpgn_position *p, unsigned sq) {
    const xpgn_piece piece = p->at[sq];
    const unsigned hits = position_hits(p, sq);
    if (hits == 0)
        return s->worth[piece];
    const double left = (double)hits / s->rs->geometry.full[XPGN_TYPE_OF(piece)];
    return s->worth[piece] * left + s->worth[piece | XPGN_WOUNDED] * (1 - left) *
                                        ((s->rs->fatal >> XPGN_TYPE_OF(piece) & 1) != 0);
}

/* Adds up the value of each seat; returns the worth of all pieces. */
static double worth_of_all(const struct scale *s, const xpgn_position *p, double *value) {
    struct goals goals[XPGN_MAX_SEATS] = {{.count = 0}};
    xpgn_square list[XPGN_MAX_SQUARES];
    unsigned count = list_occupied(p, list);
    bool chess = s->rs->movement == MOVEMENT_CHESS;
    double all = 0;
    find_goals(s->rs, p, list, count, goals);
    for (unsigned i = 0; i < count; i++) {
        xpgn_piece piece = p->at[list[i]];
        double *own = &value[XPGN_SEAT_OF(piece)];
        const double worth = worth_on(s, p, list[i]);
        all += worth;
        *own += worth + advance_of_pawn(s->rs, p, list[i]);
        if (s->worth[piece] > 0)
            *own += nearness(p, goals, list[i]);
        if (chess)
            *own += reach(p, list[i]);
    }
    for (unsigned seat = 0; s->rs->leaders_lost && seat < p->seats; seat++)
        value[seat] -= for_leaders / (1 + goals[seat].count);
    return all;
}

/* The expected score for a lead of this many half points. */
static double score_of(const struct scale *s, const xpgn_position *p, double half_points) {
    double fair = 2.0 / p->seats - 1, odds = (p->seats - 1) * exp(-half_points / s->logit);
    double lead = 2 / (1 + odds) - 1 - fair;
    return fair + lead * sure * patience / (patience + p->halfmove_clock);
}

double evaluate(const struct scale *s, const xpgn_play *play, unsigned seat) {
    double value[XPGN_MAX_SEATS] = {0}, others = 0;
    const xpgn_position *p = &play->state.position;
    if (play->outcome.over)
        return evaluate_end(play, seat);
    double left = worth_of_all(s, p, value) / (p->seats * s->army);
    for (unsigned other = 0; other < p->seats; other++)
        others += other != seat ? value[other] : 0;
    double lead = value[seat] - others / (p->seats - 1);
    return score_of(s, p, lead / (0.25 + 0.75 * left));
}

double evaluate_slope(const struct scale *s, double value) {
    return (1 - value * value) / (2 * s->logit);
}

/* ---- attacks --------------------------------------------------------------------------------- */

/* True if a seat loses the game with this piece. */
static bool is_fatal(const struct scale *s, xpgn_piece piece) {
    return (s->rs->fatal >> XPGN_TYPE_OF(piece) & 1) != 0 && !s->rs->succession;
}

/* The mean loss, as a score, of a piece's side for these chances of its fates. */
static double loss_of(const struct scale *s, xpgn_piece piece, const double fate[XPGN_FATES],
                      double value) {
    double removed = fate[XPGN_FATE_REMOVED], wounded = fate[XPGN_FATE_WOUNDED];
    double wound = s->worth[piece] - s->worth[piece | XPGN_WOUNDED];
    double loss = evaluate_slope(s, value) * wounded * wound;
    if (is_fatal(s, piece))
        return loss + removed * (1 + value);
    return loss + evaluate_slope(s, value) * removed * s->worth[piece];
}

/* The same with hit points: for the chance that it is removed, and the mean of those that it loses.
 */
static double loss_of_points(const struct scale *s, const xpgn_facts *facts, unsigned side,
                             const xpgn_odds *odds, double value) {
    const xpgn_piece piece = facts->side[side].piece;
    const unsigned full = s->rs->geometry.full[XPGN_TYPE_OF(piece)];
    const bool attacker = side == 0;
    const double removed =
        xpgn_odds_chance(odds, true, true) + xpgn_odds_chance(odds, attacker, !attacker);
    if (is_fatal(s, piece))
        return removed * (1 + value);
    return evaluate_slope(s, value) * s->worth[piece] * xpgn_odds_lost(odds, side) / full;
}

static double capture(const struct scale *s, const xpgn_position *p, const xpgn_action *a,
                      double value) {
    bool back = s->rs->movement == MOVEMENT_CHESS &&
                (attackers_to(p, a->to, position_occupied(p) & ~BIT(a->from)) &
                 p->seat[XPGN_SEAT_OF(a->piece) ^ 1]) != 0;
    double lost = back ? s->worth[a->piece] : 0;
    return evaluate_slope(s, value) * (s->worth[p->at[a->target]] - lost);
}

double evaluate_attack(const struct scale *s, const xpgn_play *play, const xpgn_action *a,
                       double value) {
    xpgn_facts facts;
    xpgn_odds own;
    if (!play_prepare(play, a, &facts))
        return 0;
    if (!facts.combat)
        return capture(s, &play->state.position, a, value);
    const xpgn_odds *odds = scale_odds(s, &facts, &own);
    if (odds != NULL && combat_damages(s->rs))
        return loss_of_points(s, &facts, 1, odds, -value) -
               loss_of_points(s, &facts, 0, odds, value);
    double fate[2][XPGN_FATES] = {{0}};
    for (unsigned i = 0; odds != NULL && i < XPGN_FATES * XPGN_FATES; i++) {
        fate[0][i / XPGN_FATES] += odds->chance[i / XPGN_FATES][i % XPGN_FATES];
        fate[1][i % XPGN_FATES] += odds->chance[i / XPGN_FATES][i % XPGN_FATES];
    }
    return loss_of(s, facts.side[1].piece, fate[1], -value) -
           loss_of(s, facts.side[0].piece, fate[0], value);
}
