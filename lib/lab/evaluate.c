/* SPDX-License-Identifier: MIT */
#include "lab/evaluate.h"

#include "play/ending.h"

#include <math.h>
#include <stdlib.h>

/* Small beside a pawn, which is 2 half points: they decide between positions with equal pieces. */
static const double for_reach = 0.03, for_nearness = 0.4, for_rank = 0.02;
/* The fewer leaders are left, the more the next one is worth (CC-12). */
static const double for_leaders = 20;

static double worth_of(const xpgn_ruleset *rs, xpgn_piece piece) {
    bool last = rs->fatal >> XPGN_TYPE_OF(piece) & 1;
    return last ? 0 : xpgn_piece_worth(rs, piece);
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
    *s = (struct scale){.rs = rs};
    for (unsigned seat = 0; seat < rs->geometry.seats; seat++)
        for (unsigned type = XPGN_PAWN; type < XPGN_TYPES; type++) {
            xpgn_piece piece = XPGN_PIECE(seat, type);
            s->worth[piece] = worth_of(rs, piece);
            s->worth[piece | XPGN_WOUNDED] = worth_of(rs, piece | XPGN_WOUNDED);
        }
    s->army = army_of(s);
}

/* ---- the end --------------------------------------------------------------------------------- */

double evaluate_most(const struct scale *s) {
    return s->logit > 0 ? 1 : 4 * s->army;
}

double evaluate_end(const struct scale *s, const xpgn_play *play, unsigned seat) {
    double fair = 12.0 / play->rs->geometry.seats;
    if (s->logit > 0)
        return play->outcome.score[seat] / 6.0 - 1;
    double above = play->outcome.score[seat] - fair;
    return evaluate_most(s) * (above < 0 ? above / fair : above / (12 - fair));
}

/* ---- before it ------------------------------------------------------------------------------- */

enum { MOST_GOALS = 16 };

/* What a seat must not lose, by file and rank. */
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

/* Of a piece: the nearer the nearest goal of another seat, the more. */
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
    return for_nearness / nearest;
}

/* Pawns that become something on the last rank. */
static double advance(const xpgn_ruleset *rs, const xpgn_position *p, unsigned sq) {
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

static void add_pieces(const struct scale *s, const xpgn_position *p, double *value) {
    struct goals goals[XPGN_MAX_SEATS] = {{.count = 0}};
    xpgn_square list[XPGN_MAX_SQUARES];
    unsigned count = list_occupied(p, list);
    bool chess = s->rs->movement == MOVEMENT_CHESS;
    find_goals(s->rs, p, list, count, goals);
    for (unsigned i = 0; i < count; i++) {
        xpgn_piece piece = p->at[list[i]];
        double *own = &value[XPGN_SEAT_OF(piece)];
        *own += s->worth[piece] + advance(s->rs, p, list[i]);
        if (s->worth[piece] > 0)
            *own += nearness(p, goals, list[i]);
        if (chess)
            *own += reach(p, list[i]);
    }
    for (unsigned seat = 0; s->rs->leaders_lost && seat < p->seats; seat++)
        value[seat] -= for_leaders / (1 + goals[seat].count);
}

/* The score that goes with half points: a fair share for none. */
static double score_of(const struct scale *s, double half_points, unsigned seats) {
    return s->logit > 0 ? 2 / (1 + (seats - 1) * exp(-half_points / s->logit)) - 1 : half_points;
}

double evaluate(const struct scale *s, const xpgn_play *play, unsigned seat) {
    double value[XPGN_MAX_SEATS] = {0}, others = 0;
    const xpgn_position *p = &play->state.position;
    if (play->outcome.over)
        return evaluate_end(s, play, seat);
    add_pieces(s, p, value);
    for (unsigned other = 0; other < p->seats; other++)
        others += other != seat ? value[other] : 0;
    return score_of(s, value[seat] - others / (p->seats - 1), p->seats);
}
