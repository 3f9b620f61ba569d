/* SPDX-License-Identifier: MIT */
#include "core/play/support.h"

#include "core/board/board_lines.h"
#include "internal/action_facts.h"

enum { SIDES = 4 };

/* The largest inspiration from a neighbour of the same side; several do not add up. */
static int inspiration(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_square sq) {
    int most = 0;
    for (int i = 0; i < SIDES; i++) {
        xpgn_square beside = square_beside(p, sq, step_file[i], step_rank[i]);
        if (beside == XPGN_NO_SQUARE || p->at[beside] == 0)
            continue;
        int one = piece_value(rs, p->at[beside])->inspires;
        if (one > most && XPGN_SEAT_OF(p->at[beside]) == XPGN_SEAT_OF(p->at[sq]))
            most = one;
    }
    return most;
}

/* The piece of a seat that may give ATK against a target from one side: the neighbour or, beyond an
   empty square, one that charges. Sets its square and what it gives; false if there is none. */
static bool find_giver(const xpgn_ruleset *rs, const xpgn_position *p, unsigned seat,
                       xpgn_square target, int side, xpgn_supporter *out) {
    int more = 0;
    xpgn_square sq = square_beside(p, target, step_file[side], step_rank[side]);
    const bool charges = sq != XPGN_NO_SQUARE && p->at[sq] == 0;
    if (charges)
        sq = square_beside(p, sq, step_file[side], step_rank[side]);
    if (sq == XPGN_NO_SQUARE || p->at[sq] == 0 || XPGN_SEAT_OF(p->at[sq]) != seat)
        return false;
    if (charges && !rules_of(rs, p->at[target])->charge_proof)
        more = rules_of(rs, p->at[sq])->charge;
    if (charges && more == 0)
        return false;
    int gives = piece_value(rs, p->at[sq])->attack + more + inspiration(rs, p, sq);
    *out = (xpgn_supporter){p->at[sq], sq, (int16_t)gives};
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
