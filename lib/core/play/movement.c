/* SPDX-License-Identifier: MIT */
/* Dispatches to the three mechanisms of movement. */
#include "core/play/actors.h"
#include "core/play/chess.h"

static const struct mechanism {
    bool (*legal)(const xpgn_ruleset *rs, const struct state *s, const xpgn_action *a);
    size_t (*actions)(const xpgn_ruleset *rs, const struct state *s, xpgn_action *list,
                      size_t capacity);
    bool (*any)(const xpgn_ruleset *rs, const struct state *s);
    void (*play)(const xpgn_ruleset *rs, xpgn_position *p, const xpgn_action *a);
} mechanisms[] = {
    [MOVEMENT_CHESS] = {NULL, chess_actions, chess_any, chess_play},
    [MOVEMENT_QUEEN_LINE] = {line_legal, line_actions, line_any, line_play},
    [MOVEMENT_ORTHOGONAL] = {ortho_legal, ortho_actions, ortho_any, ortho_play},
};

/* SC-5: true if a side without an action passes, and has none. */
static bool has_to_pass(const xpgn_ruleset *rs, const struct state *s) {
    return rs->no_action == DECIDE_PASS && !movement_any(rs, s);
}

bool movement_legal(const xpgn_ruleset *rs, const struct state *s, const xpgn_action *a) {
    if (a->kind == XPGN_PASS && turn_rolls_actors(rs))
        return actors_pass(rs, s);
    if (rs->movement == MOVEMENT_CHESS)
        return a->kind == XPGN_PASS && has_to_pass(rs, s);
    return mechanisms[rs->movement].legal(rs, s, a);
}

size_t movement_actions(const xpgn_ruleset *rs, const struct state *s, xpgn_action *list,
                        size_t capacity) {
    if (turn_rolls_actors(rs))
        return actors_actions(rs, s, list, capacity);
    if (has_to_pass(rs, s)) {
        struct action_list out = {list, capacity, 0};
        xpgn_action pass = action_of(&s->position, XPGN_PASS, XPGN_NO_SQUARE, XPGN_NO_SQUARE);
        action_list_add(&out, &pass);
        return out.count;
    }
    return mechanisms[rs->movement].actions(rs, s, list, capacity);
}

void movement_goals(const xpgn_ruleset *rs, const xpgn_position *p, uint64_t goals[XPGN_TYPES]) {
    if (rs->movement == MOVEMENT_CHESS)
        chess_goals(p, goals);
    else
        memset(goals, 0xff, XPGN_TYPES * sizeof *goals);
}

bool movement_any(const xpgn_ruleset *rs, const struct state *s) {
    return turn_rolls_actors(rs) ? actors_any(rs, s) : mechanisms[rs->movement].any(rs, s);
}

bool movement_may_end(const xpgn_ruleset *rs, const struct state *s) {
    return turn_may_end(&s->turn) &&
           (!rs->roll.each || s->turn.stage == STAGE_OVER || actors_most(rs, s) == 0);
}

void movement_play(const xpgn_ruleset *rs, xpgn_position *p, const xpgn_action *a) {
    mechanisms[rs->movement].play(rs, p, a);
}

bool movement_in_check(const xpgn_ruleset *rs, const xpgn_position *p, unsigned seat) {
    if (rs->movement != MOVEMENT_CHESS || p->king[seat] == XPGN_NO_SQUARE)
        return false;
    if (combat_is_blow(rs))
        return (chess_attackers(p, seat) & chess_king_killers(rs, p, seat)) != 0;
    return chess_in_check(p, seat);
}
