/* SPDX-License-Identifier: MIT */
#include "rules/support.h"

#include "rules/longform.h"

/* Who stands where nobody can foresee: the looks around a square are done without branches. */

/* Steps from a square to its neighbours on the board; 0 where there is none. */
struct around {
    int west, east, south, north;
};

static inline struct around around(const xpgn_position *p, xpgn_square sq) {
    int rank = rank_on(p, sq), file = sq - rank * p->files, files = p->files;
    return (struct around){-(file > 0), file + 1 < files, -files & -(rank > 0),
                           files & -(rank + 1 < p->ranks)};
}

/* What the piece on a neighbouring square inspires in one of `seat`. */
static int inspires(const xpgn_ruleset *rs, const xpgn_piece *at, int step, unsigned seat) {
    bool own = step != 0 && at[step] != 0 && XPGN_SEAT_OF(at[step]) == seat;
    return own ? piece_value(rs, at[step])->inspires : 0;
}

/* The most that an own neighbour inspires: two queens side by side do not add up. */
static __attribute__((noinline)) int inspiration(const xpgn_ruleset *rs, const xpgn_piece *at,
                                                 struct around a) {
    int by[4] = {a.west, a.east, a.south, a.north}, most = 0;
    for (int i = 0; i < 4; i++) {
        int one = inspires(rs, at, by[i], XPGN_SEAT_OF(*at));
        most = one > most ? one : most;
    }
    return most;
}

/* What the piece on `from` gives there, `more` of it for a charge. */
static inline int gives_with(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_square from,
                             int more) {
    const xpgn_piece *at = p->at + from;
    struct around a = around(p, from);
    int any = piece_value(rs, at[a.west])->inspires | piece_value(rs, at[a.east])->inspires |
              piece_value(rs, at[a.south])->inspires | piece_value(rs, at[a.north])->inspires;
    int gives = piece_value(rs, *at)->attack + more;
    return any == 0 ? gives : gives + inspiration(rs, at, a); /* somebody near inspires somebody */
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
 * `room`: squares up to the edge.  Returns what it gives, 0 or less if nothing; its square in *who.
 */
static inline int giver(const xpgn_ruleset *rs, const xpgn_position *p, unsigned seat,
                        xpgn_square target, int step, unsigned room, xpgn_square *who) {
    int near = target + (step & -(int)(room >= 1)), far = near + (step & -(int)(room >= 2));
    bool charges = p->at[near] == 0;
    int sq = near ^ ((near ^ far) & -(int)charges);
    int more = charge_of(rs, p, (xpgn_square)sq, target) & -(int)charges;
    bool own = (p->at[sq] != 0) & (XPGN_SEAT_OF(p->at[sq]) == seat) & (sq != target);
    *who = (xpgn_square)sq;
    return own && (!charges || more != 0) ? gives_with(rs, p, (xpgn_square)sq, more) : 0;
}

/* Those of the four sides; on each one piece at most gives anything.  In this order squares ascend.
 */
struct givers {
    int gives[4];
    xpgn_square who[4];
};

static inline void find_givers(const xpgn_ruleset *rs, const xpgn_position *p, unsigned seat,
                               xpgn_square target, struct givers *g) {
    unsigned rank = (unsigned)rank_on(p, target), file = target - rank * p->files;
    g->gives[0] = giver(rs, p, seat, target, -p->files, rank, &g->who[0]);
    g->gives[1] = giver(rs, p, seat, target, -1, file, &g->who[1]);
    g->gives[2] = giver(rs, p, seat, target, 1, p->files - 1 - file, &g->who[2]);
    g->gives[3] = giver(rs, p, seat, target, p->files, p->ranks - 1 - rank, &g->who[3]);
}

unsigned adjacent_support(const xpgn_ruleset *rs, const xpgn_position *p, unsigned seat,
                          xpgn_square target, xpgn_supporter list[XPGN_MAX_SUPPORT]) {
    struct givers g;
    unsigned n = 0;
    find_givers(rs, p, seat, target, &g);
    for (int i = 0; i < 4; i++) {
        if (g.gives[i] >= 1)
            list[n++] = (xpgn_supporter){p->at[g.who[i]], g.who[i], (int16_t)g.gives[i]};
    }
    return n;
}

bool adjacent_takes(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_square from,
                    xpgn_square target, int *count, int *sum) {
    struct givers g;
    bool among = false;
    int n = 0, all = 0;
    find_givers(rs, p, p->turn, target, &g);
    for (int i = 0; i < 4; i++) {
        bool gives = g.gives[i] >= 1;
        among |= gives & (g.who[i] == from);
        n += gives;
        all += g.gives[i] & -(int)gives;
    }
    *count = n - 1;
    *sum = all;
    return among && all > rules_of(rs, p->at[target])->defense[0];
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
