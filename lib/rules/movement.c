/* SPDX-License-Identifier: MIT */
/* The three mechanisms of movement behind one interface. */
#include "rules/movement.h"

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
    return attackers_of(p, p->king[seat], seat ^ 1, position_occupied(p)) != 0;
}
