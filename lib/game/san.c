/* SPDX-License-Identifier: MIT */
/* The notations of the three mechanisms of movement behind one interface. */
#include "game/san.h"

bool movement_resolve(const xpgn_ruleset *rs, const struct state *s, const struct notation *n,
                      xpgn_action *action) {
    switch (rs->movement) {
    case MOVEMENT_QUEEN_LINE:
        return line_resolve(rs, s, n, action);
    case MOVEMENT_ORTHOGONAL:
        return ortho_resolve(rs, s, n, action);
    default:
        return chess_resolve(rs, s, n, action);
    }
}

void movement_explain(const xpgn_ruleset *rs, const struct state *s, const struct notation *n,
                      struct refusal *why) {
    switch (rs->movement) {
    case MOVEMENT_QUEEN_LINE:
        line_explain(rs, s, n, why);
        break;
    case MOVEMENT_ORTHOGONAL:
        ortho_explain(rs, s, n, why);
        break;
    default:
        chess_explain(rs, s, n, why);
    }
}

void movement_name(const xpgn_ruleset *rs, const struct state *s, const xpgn_action *a,
                   char text[24]) {
    switch (rs->movement) {
    case MOVEMENT_QUEEN_LINE:
        line_name(rs, s, a, text);
        break;
    case MOVEMENT_ORTHOGONAL:
        ortho_name(rs, s, a, text);
        break;
    default:
        chess_name(rs, s, a, text);
    }
}

bool movement_force(const xpgn_ruleset *rs, const struct state *s, const struct notation *n,
                    xpgn_action *action) {
    switch (rs->movement) {
    case MOVEMENT_QUEEN_LINE:
        return line_force(rs, s, n, action);
    case MOVEMENT_ORTHOGONAL:
        return ortho_force(rs, s, n, action);
    default:
        return chess_force(rs, s, n, action);
    }
}

/* In long notation every name is full. */
void movement_full_name(const xpgn_ruleset *rs, const struct state *s, const xpgn_action *a,
                        char text[24]) {
    if (rs->movement == MOVEMENT_CHESS)
        chess_full_name(a, text);
    else
        movement_name(rs, s, a, text);
}
