/* SPDX-License-Identifier: MIT */
#include "core/play/support.h"

#include "core/board/board_lines.h"

/* The neighbours of a square are unpredictable, so they are read without branches. */

/* The offsets from a square to its neighbours; 0 beyond the edge. */
struct around {
    int west, east, south, north;
};

static inline struct around around(const xpgn_position *p, xpgn_square sq) {
    int rank = rank_on(p, sq), file = sq - rank * p->files, files = p->files;
    return (struct around){-(file > 0), file + 1 < files, -files & -(rank > 0),
                           files & -(rank + 1 < p->ranks)};
}

/* The largest inspiration from a neighbour of the same side; several do not add up. */
static __attribute__((noinline)) int inspiration(const xpgn_ruleset *rs, const xpgn_piece *at,
                                                 struct around a) {
    int by[4] = {a.west, a.east, a.south, a.north}, most = 0;
    for (int i = 0; i < 4; i++) {
        xpgn_piece beside = at[by[i]];
        int one = piece_value(rs, beside)->inspires;
        if (by[i] != 0 && beside != 0 && XPGN_SEAT_OF(beside) == XPGN_SEAT_OF(*at) && one > most)
            most = one;
    }
    return most;
}

/* True if an inspiring piece, of either side, is next to the square. */
static inline bool is_inspired(const xpgn_ruleset *rs, const xpgn_piece *at, struct around a) {
    return (piece_value(rs, at[a.west])->inspires | piece_value(rs, at[a.east])->inspires |
            piece_value(rs, at[a.south])->inspires | piece_value(rs, at[a.north])->inspires) != 0;
}

/* The squares next to inspiring pieces of `seat`, on an 8x8 board. */
static inline bits inspired_squares(const xpgn_ruleset *rs, const xpgn_position *p, unsigned seat) {
    bits set = 0;
    for (unsigned t = XPGN_PAWN; t < XPGN_TYPES; t++)
        set |= p->type[t] & (0 - (bits)(rs->value[t].inspires != 0));
    set &= p->seat[seat];
    return set << 8 | set >> 8 | (set << 1 & ~FILE_BITS(0)) | (set >> 1 & ~FILE_BITS(7));
}

/* The ATK of the piece on `from`, with `more` added for a charge; `inspired`: a neighbour may add
   to it. */
static inline int gives_with(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_square from,
                             int more, bool inspired) {
    const xpgn_piece *at = p->at + from;
    int gives = piece_value(rs, *at)->attack + more;
    return inspired ? gives + inspiration(rs, at, around(p, from)) : gives;
}

/* What a charge adds for the piece on `from`, which is ORTHO_REACH away on a clear line; 0 if it
   cannot charge. */
static inline int charge_of(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_square from,
                            xpgn_square target) {
    return rules_of(rs, p->at[from])->charge & ((int)rules_of(rs, p->at[target])->charge_proof - 1);
}

/* The pieces that may give ATK against a target, at most one on each of its four sides, in
   ascending order of squares. */
struct givers {
    const xpgn_ruleset *rs;
    const xpgn_position *p;
    unsigned seat;
    xpgn_square target;
    bool small; /* an 8x8 board: `inspired` has the squares next to inspiring pieces */
    bits inspired;
    int gives[4]; /* 0 or less: nothing */
    xpgn_square from[4];
};

/* Finds the piece on the i-th side: the neighbour or, beyond an empty square, one that charges.
   `room` is the number of squares up to the edge. */
static inline void giver(struct givers *g, int i, int step, unsigned room) {
    const xpgn_position *p = g->p;
    int near = g->target + (step & -(int)(room >= 1));
    int far = near + (step & -(int)(room >= ORTHO_REACH));
    bool charges = p->at[near] == 0;
    int sq = near ^ ((near ^ far) & -(int)charges);
    const xpgn_piece *at = p->at + sq;
    int more = charge_of(g->rs, p, (xpgn_square)sq, g->target) & -(int)charges;
    bool can =
        (*at != 0) & (XPGN_SEAT_OF(*at) == g->seat) & (sq != g->target) & (!charges | (more != 0));
    bool inspired = g->small ? (g->inspired >> sq & 1) != 0
                             : is_inspired(g->rs, at, around(p, (xpgn_square)sq));
    g->from[i] = (xpgn_square)sq;
    g->gives[i] = gives_with(g->rs, p, (xpgn_square)sq, more, inspired & can) & -(int)can;
}

static inline void find_givers(struct givers *g, const xpgn_ruleset *rs, const xpgn_position *p,
                               unsigned seat, xpgn_square target) {
    unsigned rank = (unsigned)rank_on(p, target), file = target - rank * p->files;
    g->rs = rs;
    g->p = p;
    g->seat = seat;
    g->target = target;
    g->small = position_is_small(p);
    g->inspired = g->small ? inspired_squares(rs, p, seat) : 0;
    giver(g, 0, -p->files, rank);
    giver(g, 1, -1, file);
    giver(g, 2, 1, p->files - 1 - file);
    giver(g, 3, p->files, p->ranks - 1 - rank);
}

unsigned adjacent_support(const xpgn_ruleset *rs, const xpgn_position *p, unsigned seat,
                          xpgn_square target, xpgn_supporter list[XPGN_MAX_SUPPORT]) {
    struct givers g;
    unsigned n = 0;
    find_givers(&g, rs, p, seat, target);
    for (int i = 0; i < 4; i++) {
        if (g.gives[i] >= 1)
            list[n++] = (xpgn_supporter){p->at[g.from[i]], g.from[i], (int16_t)g.gives[i]};
    }
    return n;
}

struct adjacent_sum adjacent_sum(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_square from,
                                 xpgn_square target) {
    struct givers g;
    struct adjacent_sum sum = {0, 0, 0};
    find_givers(&g, rs, p, XPGN_SEAT_OF(p->at[from]), target);
    for (int i = 0; i < 4; i++) {
        bool gives = g.gives[i] >= 1, own = gives & (g.from[i] == from);
        sum.all += g.gives[i] & -(int)gives;
        sum.own += g.gives[i] & -(int)own;
        sum.others += gives & !own;
    }
    return sum;
}
