/* SPDX-License-Identifier: MIT */
/* What a piece is worth: the points of its type, or of chess; a king is worth its whole side. */
#include <xpgn/play.h>

#include "core/board/position.h"
#include "core/rules/ruleset.h"

static bool has_points(const xpgn_ruleset *rs) {
    unsigned given = 0;
    for (unsigned type = XPGN_PAWN; type < XPGN_TYPES; type++)
        given |= rs->piece[type].given;
    return (given >> COLUMN_POINTS & 1) != 0;
}

/* The points of a type; -1 for a piece worth its whole side. */
static int points_of(const xpgn_ruleset *rs, unsigned type) {
    static const int8_t chess[XPGN_TYPES] = {0, 1, 3, 3, 5, 9, -1};
    if (!has_points(rs))
        return chess[type];
    const struct piece_rules *r = &rs->piece[type];
    bool none = type == XPGN_KING && (r->given >> COLUMN_POINTS & 1) == 0;
    return none || r->points == INFINITE ? -1 : r->points;
}

/* The points of an army in a free set-up, with the best pieces that may be chosen. */
static int points_of_army(const xpgn_ruleset *rs) {
    int sum = 0, best = 0;
    for (unsigned type = XPGN_PAWN; type < XPGN_TYPES; type++) {
        int points = points_of(rs, type);
        sum += points > 0 ? points * rs->army.count[type] : 0;
        if ((rs->army.choose_from >> type & 1) != 0 && points > best)
            best = points;
    }
    return sum + best * rs->army.choose;
}

/* The points of all pieces of a side in the start set-up that have points of their own. */
static int points_of_side(const xpgn_ruleset *rs, unsigned seat) {
    int sum = 0;
    if (!rs->has_start)
        return points_of_army(rs);
    for (unsigned sq = 0; sq < position_squares(&rs->start); sq++) {
        xpgn_piece piece = rs->start.at[sq];
        int points =
            piece != 0 && XPGN_SEAT_OF(piece) == seat ? points_of(rs, XPGN_TYPE_OF(piece)) : 0;
        sum += points > 0 ? points : 0;
    }
    return sum;
}

/* The worth of a piece in half points: twice its points, for a king those of its side. */
static int worth_of(const xpgn_ruleset *rs, xpgn_piece piece) {
    int points = points_of(rs, XPGN_TYPE_OF(piece));
    return 2 * (points >= 0 ? points : points_of_side(rs, XPGN_SEAT_OF(piece)));
}

int xpgn_piece_worth(const xpgn_ruleset *rs, xpgn_piece piece) {
    if (XPGN_TYPE_OF(piece) >= XPGN_TYPES || XPGN_SEAT_OF(piece) >= rs->geometry.seats)
        return 0;
    return worth_of(rs, piece) / (XPGN_IS_WOUNDED(piece) ? 2 : 1);
}
