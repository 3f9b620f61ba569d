/* SPDX-License-Identifier: MIT */

#include <xpgn/rulesets.h>

#include "core/board/seats.h"
#include "internal/rules.h"
#include "internal/sealed.h"

const char *const seat_names[XPGN_MAX_SEATS + 1] = {"white", "red", "black", "green", NULL};

unsigned xpgn_party_of(unsigned seats, unsigned seat) {
    return seats == 2 ? 2 * seat : seat;
}

const char *xpgn_party_name(unsigned party) {
    return party == XPGN_PARTY_ARBITER ? "arbiter"
           : party < XPGN_MAX_SEATS    ? seat_names[party]
                                       : NULL;
}

const char *seat_name(unsigned seats, unsigned seat) {
    return seat < seats && seat < XPGN_MAX_SEATS ? seat_names[xpgn_party_of(seats, seat)]
                                                 : "nobody";
}

const char *xpgn_seat_name(const xpgn_position *p, unsigned seat) {
    return seat_name(p->seats, seat);
}

const char *xpgn_seat_tag(unsigned seats, unsigned seat) {
    static const char *const tags[XPGN_MAX_SEATS] = {"White", "Red", "Black", "Green"};
    return seat < seats && seat < XPGN_MAX_SEATS ? tags[xpgn_party_of(seats, seat)] : "Nobody";
}
