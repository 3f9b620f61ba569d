/* SPDX-License-Identifier: MIT */
#include "lab/evaluate.h"

#include "play/ending.h"

#include <math.h>
#include <stdlib.h>

/* Small beside a pawn, which is 2 half points: they decide between positions with equal pieces. */
static const double for_action = 0.03, for_nearness = 0.4, for_rank = 0.02;
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
    return 4 * s->army;
}

double evaluate_end(const struct scale *s, const xpgn_play *play, unsigned seat) {
    double fair = 12.0 / play->rs->geometry.seats;
    double above = play->outcome.score[seat] - fair;
    return evaluate_most(s) * (above < 0 ? above / fair : above / (12 - fair));
}

/* ---- before it ------------------------------------------------------------------------------- */

enum { MOST_GOALS = 16 };

/* What a seat must not lose. */
struct goals {
    xpgn_square at[MOST_GOALS];
    unsigned count;
};

static void find_goals(const xpgn_ruleset *rs, const xpgn_position *p, struct goals *goals) {
    for (unsigned sq = 0; sq < position_squares(p); sq++) {
        xpgn_piece piece = p->at[sq];
        if (piece == 0 || (rs->decisive >> XPGN_TYPE_OF(piece) & 1) == 0)
            continue;
        struct goals *g = &goals[XPGN_SEAT_OF(piece)];
        if (g->count < MOST_GOALS)
            g->at[g->count++] = (xpgn_square)sq;
    }
}

/* Of a piece: the nearer the nearest goal of another seat, the more. */
static double nearness(const xpgn_position *p, const struct goals *goals, unsigned sq) {
    unsigned seat = XPGN_SEAT_OF(p->at[sq]);
    int nearest = XPGN_MAX_FILES, file = (int)(sq % p->files), rank = (int)(sq / p->files);
    for (unsigned other = 0; other < p->seats; other++) {
        for (unsigned i = 0; other != seat && i < goals[other].count; i++) {
            int files = abs(file - goals[other].at[i] % p->files);
            int ranks = abs(rank - goals[other].at[i] / p->files);
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

static void add_pieces(const struct scale *s, const xpgn_position *p, double *value) {
    struct goals goals[XPGN_MAX_SEATS] = {{.count = 0}};
    find_goals(s->rs, p, goals);
    for (unsigned sq = 0; sq < position_squares(p); sq++) {
        xpgn_piece piece = p->at[sq];
        if (piece == 0)
            continue;
        double *own = &value[XPGN_SEAT_OF(piece)];
        *own += s->worth[piece] + advance(s->rs, p, sq);
        if (s->worth[piece] > 0)
            *own += nearness(p, goals, sq);
    }
    for (unsigned seat = 0; s->rs->leaders_lost && seat < p->seats; seat++)
        value[seat] -= for_leaders / (1 + goals[seat].count);
}

/* As if it were the turn of each. */
static void add_actions(const xpgn_play *play, double *value) {
    struct state s = {.position = play->state.position};
    for (unsigned seat = 0; seat < s.position.seats; seat++) {
        if ((s.position.alive >> seat & 1) == 0)
            continue;
        s.position.side_to_move = (uint8_t)seat;
        value[seat] += for_action * (double)movement_actions(play->rs, &s, NULL, 0);
    }
}

double evaluate(const struct scale *s, const xpgn_play *play, unsigned seat) {
    double value[XPGN_MAX_SEATS] = {0}, others = 0;
    const xpgn_position *p = &play->state.position;
    if (play->outcome.over)
        return evaluate_end(s, play, seat);
    add_pieces(s, p, value);
    if (s->rs->movement == MOVEMENT_CHESS)
        add_actions(play, value);
    for (unsigned other = 0; other < p->seats; other++)
        others += other != seat ? value[other] : 0;
    return value[seat] - others / (p->seats - 1);
}
