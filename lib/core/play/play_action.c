/* SPDX-License-Identifier: MIT */
#include "core/play/play_action.h"

static bool squares_exist(const xpgn_position *p, const xpgn_action *a) {
    unsigned squares = position_squares(p);
    return square_is_none_or_on(a->from, squares) && square_is_none_or_on(a->to, squares) &&
           square_is_none_or_on(a->target, squares) && square_is_none_or_on(a->drop, squares);
}

/* False for attempts, whose destination depends on the dice. */
static bool has_destination(const xpgn_action *a) {
    if (a->kind == XPGN_CASTLING)
        return a->to != XPGN_NO_SQUARE && a->drop != XPGN_NO_SQUARE &&
               XPGN_TYPE_OF(a->piece) == XPGN_KING;
    return a->to != XPGN_NO_SQUARE || a->kind == XPGN_TELEPORT || a->kind == XPGN_RELEASE;
}

bool action_is_playable(const xpgn_position *p, const xpgn_action *a) {
    if (a->kind > XPGN_ROUTE || a->promotion >= XPGN_TYPES || !squares_exist(p, a))
        return false;
    if (a->kind == XPGN_PASS)
        return true;
    if (a->from == XPGN_NO_SQUARE || !is_own(p, a->from) || a->piece != p->at[a->from])
        return false;
    bool aims = action_fights(a) || a->kind == XPGN_RELEASE;
    return has_destination(a) && (!aims || (a->target != XPGN_NO_SQUARE && is_enemy(p, a->target)));
}
