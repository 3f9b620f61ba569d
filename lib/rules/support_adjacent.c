/* SPDX-License-Identifier: MIT */
#include "rules/support.h"

#include "rules/longform.h"

/* What the piece on a neighbouring square inspires in one of `seat`. */
static inline int inspires(const xpgn_ruleset *rs, xpgn_piece by, unsigned seat) {
    return by == 0 || XPGN_SEAT_OF(by) != seat ? 0 : rules_of(rs, by)->inspires;
}

/* The most that an own neighbour inspires: two queens side by side do not add up. */
static int inspiration(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_square sq) {
    unsigned seat = XPGN_SEAT_OF(p->at[sq]);
    int file = file_on(p, sq), rank = rank_on(p, sq), most = 0;
    int by[4] = {file > 0 ? inspires(rs, p->at[sq - 1], seat) : 0,
                 file + 1 < p->files ? inspires(rs, p->at[sq + 1], seat) : 0,
                 rank > 0 ? inspires(rs, p->at[sq - p->files], seat) : 0,
                 rank + 1 < p->ranks ? inspires(rs, p->at[sq + p->files], seat) : 0};
    for (int i = 0; i < 4; i++)
        most = by[i] > most ? by[i] : most;
    return most;
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
    return rules_of(rs, p->at[target])->charge_proof ? 0 : rules_of(rs, p->at[from])->charge;
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
    int sq = target + step, more = 0;
    if (room == 0)
        return false;
    if (p->at[sq] == 0) {
        sq += step;
        if (room == 1 || p->at[sq] == 0)
            return false;
        more = charge_of(rs, p, (xpgn_square)sq, target);
        if (more == 0)
            return false;
    }
    if (XPGN_SEAT_OF(p->at[sq]) != seat)
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
