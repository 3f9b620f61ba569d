/* SPDX-License-Identifier: MIT */
/* Makes the steps of a game that the fast path has settled, without texts: its moves are known to
   be legal and are played again. */
#include "core/base/slice.h"
#include "core/game/action_check.h"
#include "core/play/apply.h"
#include "core/walk/walk_state.h"

static xpgn_action action_of_move(const xpgn_position *p, played_code move) {
    struct chess_move m = played_move(p, move);
    if (played_castles(move))
        return chess_castling(p, played_side(p, m.to));
    bool takes = played_taken(move) != 0;
    xpgn_action a = action_of(p, takes ? XPGN_ATTACK : XPGN_STEP, m.from, m.to);
    a.target = (xpgn_square)(takes ? m.target : XPGN_NO_SQUARE);
    a.promotion = (uint8_t)played_promotion(move);
    return a;
}

/* Advances to the next move that the sieve lets through. After the last one the position of the
   line is no longer valid. */
static void pass_over_known(const struct fast_game *q, struct line *l) {
    if (l->ply < q->passed_over) {
        l->ply = q->passed_over;
        l->state.position = q->passed;
    }
    uint32_t next = sieve_next(q->sieve, q->moves, l->ply, q->plies);
    if (next < q->plies)
        played_make(&l->state.position, q->moves + l->ply, next - l->ply);
    l->ply = next;
}

/* Makes a move after which another follows: the game is not over. */
static void make_move(const xpgn_walk *w, xpgn_position *p, played_code move, xpgn_facts *facts) {
    played_make(p, &move, 1);
    facts->check = w->fast.game.checks ? played_checks(move)
                                       : movement_in_check(w->ruleset, p, p->side_to_move);
}

/* Plays it; the last move as the referee does, to know whether the game is over. */
static void play_move(xpgn_walk *w, struct line *l, played_code move, bool last) {
    xpgn_facts *facts = &w->entry.facts;
    if (w->options.detail != XPGN_TURNS)
        w->entry.before = l->state.position;
    l->last_number = l->state.position.number;
    l->last_seat = l->state.position.side_to_move;
    facts->action = action_of_move(&l->state.position, move);
    facts_begin_plain(w->ruleset, &l->state.position, facts);
    if (w->options.detail >= XPGN_NAMED)
        movement_name(w->ruleset, &l->state, &facts->action, false, facts->text);
    if (last) {
        apply_action(w->ruleset, &l->state, facts);
        apply_pass(w->ruleset, &l->state, true, true, facts);
    } else {
        make_move(w, &l->state.position, move, facts);
    }
    if (facts->check)
        mark_add(facts);
}

/* Adds the steps of an action, and of the turn that it is. */
static void step_action(xpgn_walk *w) {
    xpgn_step *s = walk_step(w, XPGN_STEP_ACTION, NULL), *turn = &w->steps.queue[w->steps.count++];
    *turn = *s; /* all but these is the same */
    turn->kind = XPGN_STEP_TURN;
    s->first = true;
    s->before = &w->entry.before;
    s->facts = &w->entry.facts;
}

/* Adds the step of a turn alone: all but these is as in the one before, in the same place. */
static void step_turn(xpgn_walk *w, const struct line *l) {
    xpgn_step *s = &w->steps.queue[0];
    if (!w->fast.turned) {
        w->fast.turned = true;
        walk_step(w, XPGN_STEP_TURN, NULL)->facts = &w->entry.facts;
        return;
    }
    w->steps.count = 1;
    s->ply = l->ply;
    s->seat = l->last_seat;
    s->number = l->last_number;
}

void walk_replay(xpgn_walk *w) {
    struct line *l = &w->lines.list[0];
    const struct fast_game *q = &w->fast.game;
    if (q->sieve != NULL)
        pass_over_known(q, l);
    if (l->ply == q->plies) {
        walk_fast_result(w, 0);
        return;
    }
    played_code move = q->moves[l->ply++];
    play_move(w, l, move, l->ply == q->plies);
    if (w->options.detail == XPGN_TURNS)
        step_turn(w, l);
    else
        step_action(w);
}
