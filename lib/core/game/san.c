/* SPDX-License-Identifier: MIT */
/* Dispatches to the notations of the three mechanisms of movement. */
#include "core/game/chess_san.h"
#include "core/game/longform.h"

/* NULL: the movement is written in SAN. */
static const struct longform *longform_of(const xpgn_ruleset *rs) {
    return rs->movement == MOVEMENT_QUEEN_LINE   ? &line_longform
           : rs->movement == MOVEMENT_ORTHOGONAL ? &ortho_longform
                                                 : NULL;
}

bool movement_resolve(const xpgn_ruleset *rs, const struct state *s, const struct notation *n,
                      xpgn_action *action) {
    const struct longform *f = longform_of(rs);
    struct action_list l = {action, 1, 0};
    if (n->kind == NOTATION_PASS) {
        *action = action_of(&s->position, XPGN_PASS, XPGN_NO_SQUARE, XPGN_NO_SQUARE);
        return movement_legal(rs, s, action);
    }
    return f != NULL ? longform_find(f, rs, s, n, true, &l) == 1 : chess_resolve(rs, s, n, action);
}

bool movement_force(const xpgn_ruleset *rs, const struct state *s, const struct notation *n,
                    xpgn_action *action) {
    const struct longform *f = longform_of(rs);
    struct action_list l = {action, 1, 0};
    if (n->kind == NOTATION_PASS) {
        *action = action_of(&s->position, XPGN_PASS, XPGN_NO_SQUARE, XPGN_NO_SQUARE);
        return true;
    }
    if (f == NULL)
        return chess_force(rs, s, n, action);
    return longform_find(f, rs, s, n, false, &l) == 1 && f->can_stand(rs, &s->position, action);
}

uint64_t movement_sources(const xpgn_ruleset *rs, const struct notation *n, unsigned seat) {
    return longform_of(rs) == NULL ? chess_sources(n, seat) : ~(uint64_t)0;
}

bool movement_hopeless(const xpgn_ruleset *rs, const xpgn_position *p, const struct notation *n) {
    uint64_t sources = movement_sources(rs, n, p->side_to_move);
    return n->type != XPGN_KING && sources != ~(uint64_t)0 &&
           (sources & p->type[n->type] & p->seat[p->side_to_move]) == 0;
}

void movement_explain(const xpgn_ruleset *rs, const struct state *s, const struct notation *n,
                      bool words, struct refusal *why) {
    const struct longform *f = longform_of(rs);
    const xpgn_position *p = &s->position;
    struct question q = {rs, s, p, n, why, longform_to(p, n), ""};
    xpgn_square_name(p, q.to, q.goal);
    why->wordless = !words;
    why->given = why->ambiguous = false;
    why->rule = NULL;
    why->fits.count = why->used = 0;
    why->text[0] = '\0';
    if (f != NULL)
        longform_explain(f, &q);
    else
        chess_explain(&q);
}

void movement_name(const xpgn_ruleset *rs, const struct state *s, const xpgn_action *a, bool full,
                   char text[24]) {
    if (longform_of(rs) != NULL)
        longform_name(&s->position, a, text);
    else
        chess_name(rs, &s->position, a, full, text);
}
