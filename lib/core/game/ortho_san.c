/* SPDX-License-Identifier: MIT */
/* The notation of orthogonal steps (AS), and explanations of illegal actions. */
#include "core/game/longform.h"
#include "core/play/ortho.h"
#include "core/play/support.h"

#include <stdio.h>

/* ---- notation -------------------------------------------------------------------------------- */

static bool ortho_says(const xpgn_position *p, const struct notation *n, xpgn_square from,
                       xpgn_action *a) {
    xpgn_square to = longform_to(p, n);
    if (to == XPGN_NO_SQUARE)
        return false;
    if (n->kind == NOTATION_DROP || n->kind == NOTATION_AT) {
        bool route = n->type == XPGN_KING && (n->kind == NOTATION_DROP || p->at[to] != 0);
        action_set(a, p, route ? XPGN_ROUTE : XPGN_REINFORCE, from, to);
        return true;
    }
    if (n->kind != NOTATION_MOVE || n->sign == SIGN_SHOT || n->sign == SIGN_RUN)
        return false;
    action_at(a, p, n->sign == SIGN_CAPTURE ? XPGN_ATTACK : XPGN_STEP, from, to);
    a->promotion = n->promotion;
    return true;
}

/* True if the board can show the action. */
static bool can_stand(const xpgn_ruleset *rs, const xpgn_position *p, const xpgn_action *a) {
    bool officer = a->promotion >= XPGN_KNIGHT && a->promotion <= XPGN_QUEEN;
    switch (a->kind) {
    case XPGN_STEP:
        return p->at[a->to] == 0 && a->promotion == 0;
    case XPGN_ATTACK:
        return is_enemy(p, a->to) && (a->promotion == 0 || officer) &&
               (a->promotion == 0 || XPGN_TYPE_OF(a->piece) != XPGN_KING);
    case XPGN_REINFORCE:
        return p->at[a->to] == 0 && rules_of(rs, a->piece)->reinforces;
    default:
        return XPGN_TYPE_OF(a->piece) == XPGN_KING && ortho_route(rs, p, a->to);
    }
}

/* ---- refusals -------------------------------------------------------------------------------- */

/* Refuses if this turn, or this piece, has no Move left. True if refused. */
static bool refuse_moves(const struct question *q) {
    unsigned allowed = turn_moves(q->rs, &q->s->turn);
    if (turn_may_move(q->rs, &q->s->turn))
        return false;
    if (allowed == 0)
        refuse(q, CITE_MOVES, "the roll %d allows no Move, expected --", q->s->turn.roll);
    else if (q->s->turn.made >= allowed)
        refuse(q, CITE_MOVES, "this turn allows %u Move%s, and %u %s made", allowed,
               allowed == 1 ? "" : "s", q->s->turn.made,
               q->s->turn.made == 1 ? "has been" : "have been");
    else
        refuse(q, CITE_MOVES, "the turn is over");
    return true;
}

/* The piece that is meant, if it may still move; else XPGN_NO_SQUARE, and the reason has been
   given. */
static xpgn_square mover(const struct question *q, enum cite rule) {
    xpgn_square from = refuse_actor(q, rule);
    if (from == XPGN_NO_SQUARE || !turn_has_moved(&q->s->turn, from))
        return from;
    refuse(q, CITE_MOVES, "the %s has already made its Move in this turn", words_of(q, from));
    return XPGN_NO_SQUARE;
}

static void explain_step(const struct question *q) {
    xpgn_square from = mover(q, CITE_MOVE);
    if (from == XPGN_NO_SQUARE)
        return;
    const char *piece = words_of(q, from);
    int speed = rules_of(q->rs, q->p->at[from])->speed;
    xpgn_square blocker = line_blocker(q->p, from, q->to);
    if (q->n->promotion != 0)
        refuse(q, CITE_ARRIVAL, "a step does not promote, only a capture does");
    else if (speed == 0)
        refuse(q, CITE_MOVE, "the %s cannot step: it moves only by capturing", piece);
    else if (!line_is_orthogonal(q->p, from, q->to))
        refuse(q, CITE_MOVE, "the %s cannot go to %s: steps are along a file or rank", piece,
               q->goal);
    else if (q->p->at[q->to] != 0)
        refuse(q, CITE_MOVE, "a step needs an empty square: the %s stands there",
               words_of(q, q->to));
    else if (line_distance(q->p, from, q->to) > speed)
        refuse(q, CITE_MOVE, "the %s can go at most %d square%s, but %s is %d away", piece, speed,
               speed == 1 ? "" : "s", q->goal, line_distance(q->p, from, q->to));
    else
        refuse(q, CITE_MOVE, "the %s cannot go to %s: the %s is in the way", piece, q->goal,
               words_of(q, blocker));
}

/* "ATK 2 (pawn on b2, knight on c3) does not exceed DEF 2 of the black rook on b3" */
static void explain_sum(const struct question *q) {
    xpgn_supporter list[XPGN_MAX_SUPPORT];
    unsigned n = adjacent_support(q->rs, q->p, q->p->side_to_move, q->to, list);
    char pieces[64] = "none"; /* four at most */
    size_t used = 0;
    int sum = 0;
    for (unsigned i = 0; i < n; i++) {
        sum += list[i].gives;
        used += (size_t)snprintf(pieces + used, sizeof pieces - used, "%s%.10s %s",
                                 i == 0 ? "" : ", ", type_words(q, XPGN_TYPE_OF(list[i].piece)),
                                 square_words(q, list[i].square));
    }
    refuse(q, CITE_ATTACK, "ATK %d (%s) does not exceed DEF %d of the %s", sum, pieces,
           adjacent_defense(q->rs, q->p->at[q->to]), words_of(q, q->to));
}

/* Explains why the piece gives nothing against this enemy. */
static void explain_giving(const struct question *q, xpgn_square from) {
    const struct piece_rules *own = rules_of(q->rs, q->p->at[from]);
    const char *piece = words_of(q, from), *other = words_of(q, q->to);
    int distance = line_is_orthogonal(q->p, from, q->to) ? line_distance(q->p, from, q->to) : 0;
    xpgn_square blocker = line_blocker(q->p, from, q->to);
    if (distance == 1)
        refuse(q, CITE_ATTACK, "the %s has ATK 0: it captures only next to its own queen", piece);
    else if (distance != ORTHO_REACH || own->charge == 0)
        refuse(q, CITE_ATTACK, "the %s cannot reach the %s: it has no ATK from there", piece,
               other);
    else if (blocker != XPGN_NO_SQUARE)
        refuse(q, CITE_ATTACK, "the %s cannot charge: the %s is in the way", piece,
               words_of(q, blocker));
    else
        refuse(q, CITE_COUNT, "a charge gives no ATK against the %s", other);
}

static void explain_promotion(const struct question *q, xpgn_square from) {
    unsigned type = q->n->promotion;
    if ((rules_of(q->rs, q->p->at[from])->promotes_to >> type & 1) == 0)
        refuse(q, CITE_ARRIVAL, "the %s cannot be promoted to a %s", words_of(q, from),
               type_words(q, type));
    else if (q->rs->piece[type].most == 1)
        refuse(q, CITE_ARRIVAL, "%s already has its only %s on the board",
               seat_words(q, q->p->side_to_move), type_words(q, type));
    else
        refuse(q, CITE_ARRIVAL, "%s already has %u of at most %u %ss",
               seat_words(q, q->p->side_to_move), position_count(q->p, q->p->side_to_move, type),
               q->rs->piece[type].most, type_words(q, type));
}

static void explain_capture(const struct question *q) {
    xpgn_square from = mover(q, CITE_ATTACK);
    if (from == XPGN_NO_SQUARE)
        return;
    if (q->p->at[q->to] == 0)
        refuse(q, CITE_ATTACK, "there is no piece on %s to capture", q->goal);
    else if (!is_enemy(q->p, q->to))
        refuse(q, CITE_ATTACK, "the %s of the same side cannot be captured", words_of(q, q->to));
    else if (adjacent_sum(q->rs, q->p, from, q->to).own < 1)
        explain_giving(q, from);
    else if (!ortho_takes(q->rs, q->p, from, q->to))
        explain_sum(q);
    else
        explain_promotion(q, from);
}

static void explain_reinforcement(const struct question *q) {
    xpgn_square from = mover(q, CITE_REINFORCE);
    if (from == XPGN_NO_SQUARE)
        return;
    const char *piece = words_of(q, from);
    if (!rules_of(q->rs, q->p->at[from])->reinforces)
        refuse(q, CITE_REINFORCE, "the %s cannot reinforce", piece);
    else if (q->p->at[q->to] != 0)
        refuse(q, CITE_REINFORCE, "a new pawn needs an empty square: the %s stands there",
               words_of(q, q->to));
    else if (line_distance(q->p, from, q->to) != 1 || !line_is_orthogonal(q->p, from, q->to))
        refuse(q, CITE_REINFORCE, "%s is not next to the %s on a file or rank", q->goal, piece);
    else
        refuse(q, CITE_REINFORCE, "%s already has all %u pawns on the board",
               seat_words(q, q->p->side_to_move),
               position_count(q->p, q->p->side_to_move, XPGN_PAWN));
}

static void explain_route(const struct question *q) {
    xpgn_square from = mover(q, CITE_ROUTE);
    if (from == XPGN_NO_SQUARE)
        return;
    if (q->n->kind == NOTATION_DECLINE)
        refuse(q, CITE_ROUTE, "expected the square of an own rook for the escape route");
    else if (q->p->at[q->to] == 0)
        refuse(q, CITE_ROUTE, "the king can escape only to its own rook, but %s is empty", q->goal);
    else
        refuse(q, CITE_ROUTE, "the king can escape only to its own rook, not to the %s",
               words_of(q, q->to));
}

static void explain_ortho_step(const struct question *q) {
    const struct notation *n = q->n;
    if (refuse_moves(q) || refuse_chess(q))
        return;
    if (n->kind == NOTATION_PASS)
        refuse(q, CITE_MOVES, "-- is not allowed while a Move is legal");
    else if (n->kind == NOTATION_DECLINE ||
             (n->kind != NOTATION_MOVE && n->type == XPGN_KING &&
              (n->kind == NOTATION_DROP || !q->rs->piece[XPGN_KING].reinforces)))
        explain_route(q);
    else if (n->kind != NOTATION_MOVE)
        explain_reinforcement(q);
    else if (n->sign == SIGN_CAPTURE)
        explain_capture(q);
    else
        explain_step(q);
}

const struct longform ortho_longform = {ortho_says, can_stand, explain_ortho_step};
