/* SPDX-License-Identifier: MIT */
/* The three mechanisms of movement behind one interface. */
#include "play/chess.h"

bool movement_legal(const xpgn_ruleset *rs, const struct state *s, const xpgn_action *a) {
    switch (rs->movement) {
    case MOVEMENT_QUEEN_LINE:
        return line_legal(rs, s, a);
    case MOVEMENT_ORTHOGONAL:
        return ortho_legal(rs, s, a);
    default:
        return false;
    }
}

size_t movement_actions(const xpgn_ruleset *rs, const struct state *s, xpgn_action *list,
                        size_t capacity) {
    switch (rs->movement) {
    case MOVEMENT_QUEEN_LINE:
        return line_actions(rs, s, list, capacity);
    case MOVEMENT_ORTHOGONAL:
        return ortho_actions(rs, s, list, capacity);
    default:
        return chess_actions(rs, s, list, capacity);
    }
}

bool movement_any(const xpgn_ruleset *rs, const struct state *s) {
    switch (rs->movement) {
    case MOVEMENT_QUEEN_LINE:
        return line_any(rs, s);
    case MOVEMENT_ORTHOGONAL:
        return ortho_any(rs, s);
    default:
        return chess_any(rs, s);
    }
}

void movement_play(const xpgn_ruleset *rs, xpgn_position *p, const xpgn_action *a) {
    switch (rs->movement) {
    case MOVEMENT_QUEEN_LINE:
        line_play(rs, p, a);
        break;
    case MOVEMENT_ORTHOGONAL:
        ortho_play(rs, p, a);
        break;
    default:
        chess_play(rs, p, a);
    }
}

bool movement_in_check(const xpgn_ruleset *rs, const xpgn_position *p, unsigned seat) {
    if (rs->movement != MOVEMENT_CHESS || p->king[seat] == XPGN_NO_SQUARE)
        return false;
    return chess_in_check(p, seat);
}
