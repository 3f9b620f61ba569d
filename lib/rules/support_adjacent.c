/* SPDX-License-Identifier: MIT */
#include "rules/support.h"

#include "rules/longform.h"

/* The steps to the squares that can give, so that the squares they lead to ascend. */
static const signed char near_file[8] = {0, 0, -2, -1, 1, 2, 0, 0};
static const signed char near_rank[8] = {-2, -1, 0, 0, 0, 0, 1, 2};

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

/* `from` is `distance` squares away on a file or rank. */
static int gives_at(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_square from,
                    xpgn_square target, int distance) {
    xpgn_piece piece = p->at[from];
    const struct piece_rules *own = rules_of(rs, piece);
    int gives = own->attack[XPGN_IS_WOUNDED(piece)];
    if (distance == 2) {
        bool charges = own->charge != 0 && !rules_of(rs, p->at[target])->charge_proof &&
                       p->at[(from + target) / 2] == 0;
        if (!charges)
            return 0;
        gives += own->charge;
    }
    return gives + inspiration(rs, p, from);
}

int adjacent_gives(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_square from,
                   xpgn_square target) {
    int distance = straight_distance(p, from, target);
    if (distance < 1 || distance > 2)
        return 0;
    return gives_at(rs, p, from, target, distance);
}

unsigned adjacent_support(const xpgn_ruleset *rs, const xpgn_position *p, unsigned seat,
                          xpgn_square target, xpgn_supporter list[XPGN_MAX_SUPPORT]) {
    unsigned n = 0, files = p->files, ranks = p->ranks;
    int file = file_on(p, target), rank = rank_on(p, target);
    for (int i = 0; i < 8; i++) {
        if ((unsigned)(file + near_file[i]) >= files || (unsigned)(rank + near_rank[i]) >= ranks)
            continue;
        xpgn_square sq = (xpgn_square)(target + near_rank[i] * p->files + near_file[i]);
        if (p->at[sq] == 0 || XPGN_SEAT_OF(p->at[sq]) != seat)
            continue;
        int distance = near_file[i] % 2 == 0 && near_rank[i] % 2 == 0 ? 2 : 1;
        int gives = gives_at(rs, p, sq, target, distance);
        if (gives >= 1)
            list[n++] = (xpgn_supporter){p->at[sq], sq, (int16_t)gives};
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
