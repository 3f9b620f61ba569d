/* SPDX-License-Identifier: MIT */
#include "rules/support.h"

#include "rules/longform.h"

/* The most that an own neighbour inspires: two queens side by side do not add up. */
static int inspiration(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_square sq) {
    unsigned seat = XPGN_SEAT_OF(p->at[sq]);
    int most = 0;
    int file = file_on(p, sq), rank = rank_on(p, sq);
    xpgn_piece by[4] = {file > 0 ? p->at[sq - 1] : 0, file + 1 < p->files ? p->at[sq + 1] : 0,
                        rank > 0 ? p->at[sq - p->files] : 0,
                        rank + 1 < p->ranks ? p->at[sq + p->files] : 0};
    for (int i = 0; i < 4; i++) {
        int inspires = rules_of(rs, by[i])->inspires; /* nobody inspires nothing */
        if (inspires > most && XPGN_SEAT_OF(by[i]) == seat)
            most = inspires;
    }
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

/* Who gives from one side of the target: the neighbour there, or, over an empty square, a charge.
   `room`: squares up to the edge. */
static inline xpgn_supporter giver(const xpgn_ruleset *rs, const xpgn_position *p, unsigned seat,
                                   xpgn_square target, int step, unsigned room) {
    xpgn_supporter s = {0, 0, 0};
    if (room == 0)
        return s;
    int more = 0;
    s.square = (xpgn_square)(target + step);
    s.piece = p->at[s.square];
    if (s.piece == 0 && room > 1) {
        s.square = (xpgn_square)(target + 2 * step);
        s.piece = p->at[s.square];
        more = charge_of(rs, p, s.square, target);
        if (more == 0)
            return s;
    }
    if (s.piece != 0 && XPGN_SEAT_OF(s.piece) == seat)
        s.gives = (int16_t)gives_with(rs, p, s.square, more);
    return s;
}

/* On each of the four sides one piece at most gives anything; in this order squares ascend. */
unsigned adjacent_support(const xpgn_ruleset *rs, const xpgn_position *p, unsigned seat,
                          xpgn_square target, xpgn_supporter list[XPGN_MAX_SUPPORT]) {
    unsigned n = 0, rank = (unsigned)rank_on(p, target), file = target - rank * p->files;
    const struct {
        int step;
        unsigned room;
    } side[4] = {
        {-p->files, rank}, {-1, file}, {1, p->files - 1 - file}, {p->files, p->ranks - 1 - rank}};
    for (int i = 0; i < 4; i++) {
        list[n] = giver(rs, p, seat, target, side[i].step, side[i].room);
        n += list[n].gives >= 1;
    }
    return n;
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
