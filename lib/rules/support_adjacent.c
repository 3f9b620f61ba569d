/* SPDX-License-Identifier: MIT */
#include "rules/support.h"

#include "rules/longform.h"

/* Who stands where nobody can foresee: the looks around a square are done without branches. */

/* What the piece on a neighbouring square, if that is on the board, inspires in one of `seat`. */
static inline int inspires(const xpgn_ruleset *rs, const xpgn_position *p, int sq, bool on_board,
                           unsigned seat) {
    xpgn_piece by = p->at[sq & -(int)on_board];
    return rules_of(rs, by)->inspires & -(int)((XPGN_SEAT_OF(by) == seat) & (by != 0) & on_board);
}

static inline int greater(int a, int b) {
    return a > b ? a : b;
}

/* The most that an own neighbour inspires: two queens side by side do not add up. */
static inline int inspiration(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_square sq) {
    unsigned seat = XPGN_SEAT_OF(p->at[sq]);
    int rank = rank_on(p, sq), file = sq - rank * p->files;
    return greater(greater(inspires(rs, p, sq - 1, file > 0, seat),
                           inspires(rs, p, sq + 1, file + 1 < p->files, seat)),
                   greater(inspires(rs, p, sq - p->files, rank > 0, seat),
                           inspires(rs, p, sq + p->files, rank + 1 < p->ranks, seat)));
}

/* What the piece on `from` gives there, `more` of it for a charge. */
static inline int gives_with(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_square from,
                             int more) {
    xpgn_piece piece = p->at[from];
    return rules_of(rs, piece)->attack[XPGN_IS_WOUNDED(piece)] + more + inspiration(rs, p, from);
}

/* What a charge adds for the piece on `from`, two squares away on a line that is clear; 0: it
   cannot charge. */
static inline int charge_of(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_square from,
                            xpgn_square target) {
    return rules_of(rs, p->at[from])->charge & ((int)rules_of(rs, p->at[target])->charge_proof - 1);
}

int adjacent_gives(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_square from,
                   xpgn_square target) {
    int distance = straight_distance(p, from, target);
    if (distance == 1)
        return gives_with(rs, p, from, 0);
    if (distance != 2 || p->at[(from + target) / 2] != 0)
        return 0;
    int charge = charge_of(rs, p, from, target);
    return charge != 0 ? gives_with(rs, p, from, charge) : 0;
}

/*
 * Who gives from one side of the target: the neighbour there, or, over an empty square, a charge.
 * `room`: squares up to the edge.  Writes it to *s; false: nobody.
 */
static inline bool giver(const xpgn_ruleset *rs, const xpgn_position *p, unsigned seat,
                         xpgn_square target, int step, unsigned room, xpgn_supporter *s) {
    int near = target + (step & -(int)(room >= 1)), far = near + (step & -(int)(room >= 2));
    bool charges = p->at[near] == 0;
    int sq = near ^ ((near ^ far) & -(int)charges);
    int more = charge_of(rs, p, (xpgn_square)sq, target) & -(int)charges;
    bool own = (p->at[sq] != 0) & (XPGN_SEAT_OF(p->at[sq]) == seat) & (sq != target);
    if (!own || (charges && more == 0))
        return false;
    *s = (xpgn_supporter){p->at[sq], (xpgn_square)sq,
                          (int16_t)gives_with(rs, p, (xpgn_square)sq, more)};
    return s->gives >= 1;
}

/* On each of the four sides one piece at most gives anything; in this order squares ascend. */
unsigned adjacent_support(const xpgn_ruleset *rs, const xpgn_position *p, unsigned seat,
                          xpgn_square target, xpgn_supporter list[XPGN_MAX_SUPPORT]) {
    unsigned rank = (unsigned)rank_on(p, target), file = target - rank * p->files;
    unsigned n = giver(rs, p, seat, target, -p->files, rank, list);
    n += giver(rs, p, seat, target, -1, file, list + n);
    n += giver(rs, p, seat, target, 1, p->files - 1 - file, list + n);
    return n + giver(rs, p, seat, target, p->files, p->ranks - 1 - rank, list + n);
}

bool adjacent_takes(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_square from,
                    xpgn_square target, int *count, int *sum) {
    xpgn_supporter list[XPGN_MAX_SUPPORT];
    unsigned n = adjacent_support(rs, p, p->turn, target, list);
    bool among = false;
    *sum = 0;
    for (unsigned i = 0; i < n; i++) {
        among |= list[i].square == from;
        *sum += list[i].gives;
    }
    *count = (int)n - 1;
    return among && *sum > rules_of(rs, p->at[target])->defense[0];
}

int adjacent_sum(const xpgn_ruleset *rs, const xpgn_position *p, unsigned seat,
                 xpgn_square target) {
    xpgn_supporter list[XPGN_MAX_SUPPORT];
    unsigned n = adjacent_support(rs, p, seat, target, list);
    int sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += list[i].gives;
    return sum;
}
