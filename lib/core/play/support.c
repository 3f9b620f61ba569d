/* SPDX-License-Identifier: MIT */
#include "core/play/support.h"

#include "core/board/board_lines.h"
#include "internal/action_facts.h"

enum { SIDES = 4 };

/* A square by file and rank, which may be off the board. */
struct spot {
    int file, rank;
};

static inline struct spot spot_beside(struct spot at, int side, int steps) {
    return (struct spot){at.file + steps * step_file[side], at.rank + steps * step_rank[side]};
}

/* The piece there; 0: none, or off the board. */
static inline xpgn_piece piece_on(const xpgn_position *p, struct spot at) {
    const bool on = (unsigned)at.file < p->files && (unsigned)at.rank < p->ranks;
    return on ? p->at[at.rank * p->files + at.file] : 0;
}

/* The largest inspiration from a neighbour of that seat; several do not add up. */
static inline int inspiration(const xpgn_ruleset *rs, const xpgn_position *p, unsigned seat,
                              struct spot at) {
    int most = 0;
    for (int side = 0; side < SIDES; side++) {
        xpgn_piece piece = piece_on(p, spot_beside(at, side, 1));
        int one = piece_value(rs, piece)->inspires;
        if (one > most && XPGN_SEAT_OF(piece) == seat)
            most = one;
    }
    return most;
}

/* The piece of a seat that may give ATK against a target from one side: the neighbour or, beyond an
   empty square, one that charges. Sets its square and what it gives; false if there is none. */
ALWAYS_INLINE bool find_giver(const xpgn_ruleset *rs, const xpgn_position *p, unsigned seat,
                              xpgn_square target, int side, xpgn_supporter *out) {
    struct spot on = {file_on(p, target), rank_on(p, target)}, at = spot_beside(on, side, 1);
    xpgn_piece piece = piece_on(p, at);
    int more = 0;
    const bool charges = piece == 0;
    if (charges)
        piece = piece_on(p, at = spot_beside(on, side, 2));
    if (piece == 0 || XPGN_SEAT_OF(piece) != seat)
        return false;
    if (charges && !rules_of(rs, p->at[target])->charge_proof)
        more = rules_of(rs, piece)->charge;
    if (charges && more == 0)
        return false;
    int gives = piece_value(rs, piece)->attack + more + inspiration(rs, p, seat, at);
    *out = (xpgn_supporter){piece, (xpgn_square)(at.rank * p->files + at.file), (int16_t)gives};
    return gives >= 1;
}

unsigned adjacent_support(const xpgn_ruleset *rs, const xpgn_position *p, unsigned seat,
                          xpgn_square target, xpgn_supporter list[XPGN_MAX_SUPPORT]) {
    unsigned n = 0;
    for (int side = 0; side < SIDES; side++)
        n += find_giver(rs, p, seat, target, side, &list[n]);
    return n;
}

struct adjacent_sum adjacent_sum(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_square from,
                                 xpgn_square target) {
    xpgn_supporter list[XPGN_MAX_SUPPORT];
    struct adjacent_sum sum = {0, 0, 0};
    unsigned n = adjacent_support(rs, p, XPGN_SEAT_OF(p->at[from]), target, list);
    for (unsigned i = 0; i < n; i++) {
        const bool own = list[i].square == from;
        sum.all += list[i].gives;
        sum.own += own ? list[i].gives : 0;
        sum.others += !own;
    }
    return sum;
}
