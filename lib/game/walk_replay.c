/* SPDX-License-Identifier: MIT */
/* The steps of a game that the fast path has settled, without its words: its moves are known to be
   legal, and are played once more. */
#include "base/slice.h"
#include "game/check.h"
#include "game/walk.h"
#include "play/apply.h"
#include "play/chess.h"
#include "play/combat.h"

/* The side to which castling brings the king onto `to`. */
static unsigned castling_side(const xpgn_position *p, unsigned from, unsigned to) {
    xpgn_square rook = p->castle[p->side_to_move][KING_SIDE];
    bool can = rook != XPGN_NO_SQUARE;
    return can && chess_castling_path(from, rook).king_to == to ? KING_SIDE : QUEEN_SIDE;
}

/* The action that a move of struct fast_game is in this position. */
static xpgn_action action_of_move(const xpgn_position *p, unsigned move) {
    unsigned from = move & 63, to = move >> 6 & 63, what = move >> 12, target = XPGN_NO_SQUARE;
    if (what == FAST_CASTLING_MOVE)
        return chess_castling(p, castling_side(p, from, to));
    if (p->at[to] != 0)
        target = to;
    else if (XPGN_TYPE_OF(p->at[from]) == XPGN_PAWN && from % 8 != to % 8)
        (void)chess_pawns_onto(p, p->side_to_move, to, &target);
    xpgn_action a = action_of(p, target != XPGN_NO_SQUARE ? XPGN_ATTACK : XPGN_STEP, from, to);
    a.target = (xpgn_square)target;
    a.promotion = (uint8_t)what;
    return a;
}

/* Plays it as the referee does; whether a game is over is asked at its end only, for the next move
   says that it was not. */
static void play_move(xpgn_walk *w, struct line *l, unsigned move, bool last) {
    xpgn_facts *facts = &w->entry.facts;
    w->entry.before = l->state.position;
    l->last_number = l->state.position.number;
    l->last_seat = l->state.position.side_to_move;
    facts->action = action_of_move(&l->state.position, move);
    facts_begin(w->ruleset, 0, facts);
    combat_prepare(w->ruleset, &l->state.position, facts);
    facts_settle_quiet(&l->state.position, facts);
    apply_action(w->ruleset, &l->state, facts);
    apply_pass(w->ruleset, &l->state, true, last, facts);
    if (facts->check)
        mark_add(w->ruleset, facts);
}

void walk_replay(xpgn_walk *w) {
    struct line *l = &w->lines.list[0];
    const struct fast_game *q = &w->fast.game;
    if (l->ply == q->plies) {
        walk_fast_result(w, 0);
        return;
    }
    unsigned move = q->moves[l->ply++];
    play_move(w, l, move, l->ply == q->plies);
    xpgn_step *s = walk_step(w, XPGN_STEP_ACTION, NULL);
    s->first = true;
    s->before = &w->entry.before;
    s->facts = &w->entry.facts;
    walk_step(w, XPGN_STEP_TURN, NULL);
}
