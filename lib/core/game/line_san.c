/* SPDX-License-Identifier: MIT */
/* The notation of queen lines (CC), and explanations of illegal actions. */
#include "core/game/longform.h"
#include "core/play/queen_line.h"

/* ---- notation -------------------------------------------------------------------------------- */

/* An @ onto a piece is an escape attempt, onto an empty square the king's teleport, which may be
   declined. */
static bool says_at(const xpgn_position *p, const struct notation *n, xpgn_square from,
                    xpgn_action *a) {
    xpgn_square to = longform_to(p, n);
    bool teleports = to == XPGN_NO_SQUARE || (p->at[to] == 0 && n->type == XPGN_KING);
    action_at(a, p, teleports ? XPGN_TELEPORT : XPGN_RELEASE, from, to);
    return n->kind == NOTATION_DECLINE || to != XPGN_NO_SQUARE;
}

static bool line_says(const xpgn_position *p, const struct notation *n, xpgn_square from,
                      xpgn_action *a) {
    if (n->kind == NOTATION_DROP || n->kind == NOTATION_AT || n->kind == NOTATION_DECLINE)
        return says_at(p, n, from, a);
    if (n->kind != NOTATION_MOVE || n->promotion != 0 || n->sign == SIGN_SHOT ||
        n->sign == SIGN_RUN)
        return false;
    xpgn_square to = longform_to(p, n);
    if (to == XPGN_NO_SQUARE)
        return false;
    action_at(a, p, n->sign == SIGN_CAPTURE ? XPGN_ATTACK : XPGN_STEP, from, to);
    return true;
}

/* True if the board can show the action. Castles neither move nor fight, as their squares are the
   cells (CC-1). */
static bool can_stand(const xpgn_ruleset *rs, const xpgn_position *p, const xpgn_action *a) {
    if (rules_of(rs, a->piece)->immobile)
        return false;
    switch (a->kind) {
    case XPGN_STEP:
        return p->at[a->to] == 0;
    case XPGN_ATTACK:
        return is_enemy(p, a->target) && !rules_of(rs, p->at[a->target])->immobile;
    case XPGN_TELEPORT:
        return XPGN_TYPE_OF(a->piece) == XPGN_KING && rs->teleport_reach != 0 &&
               (a->to == XPGN_NO_SQUARE || p->at[a->to] == 0);
    default: {
        unsigned cell = enemy_cell(rs, p, a->target);
        return rs->release_reach != 0 && cell != NO_CELL && cell_is_used(p, cell);
    }
    }
}

/* ---- refusals -------------------------------------------------------------------------------- */

/* Refuses a piece that never moves and never fights (CC-1), which takes precedence. True if
   refused. */
static bool refuse_immobile(const struct question *q, xpgn_square sq, const char *what) {
    if (!rules_of(q->rs, q->p->at[sq])->immobile)
        return false;
    refuse(q, CITE_IMMOBILE, "the %s %s", words_of(q, sq), what);
    return true;
}

/* Refuses a turn roll before anything but a step or `--`. True if refused. */
static bool refuse_rolled(const struct question *q, const char *what) {
    if (q->s->turn.roll == 0)
        return false;
    refuse(q, CITE_TURN_ROLL, "a roll to move must be followed by a step, not by %s", what);
    return true;
}

static void explain_step(const struct question *q) {
    xpgn_square from = refuse_actor(q, CITE_TURN_ROLL);
    if (from == XPGN_NO_SQUARE || refuse_immobile(q, from, "never moves"))
        return;
    const char *piece = words_of(q, from);
    int distance = line_distance(q->p, from, q->to), roll = q->s->turn.roll;
    if (roll == 0)
        refuse(q, CITE_TURN_ROLL, "missing roll to move before the step");
    else if (q->p->at[q->to] != 0)
        refuse(q, CITE_TURN_ROLL, "a step needs an empty square: the %s stands there",
               words_of(q, q->to));
    else if (distance == 0)
        refuse(q, CITE_TURN_ROLL, "the %s cannot go to %s: no straight line leads there", piece,
               q->goal);
    else if (distance != roll)
        refuse(q, CITE_TURN_ROLL, "the %s goes %d square%s to %s, expected %d: the roll to move",
               piece, distance, distance == 1 ? "" : "s", q->goal, roll);
    else
        refuse(q, CITE_TURN_ROLL, "the %s cannot go %d squares: the %s is in the way", piece,
               distance, words_of(q, line_blocker(q->p, from, q->to)));
}

/* `from`: the challenging piece; XPGN_NO_SQUARE: there is none, and the reason has been given. */
static void explain_challenge(const struct question *q, xpgn_square from) {
    if (from == XPGN_NO_SQUARE || refuse_immobile(q, from, "never challenges") ||
        refuse_immobile(q, q->to, "cannot be challenged") || refuse_rolled(q, "a challenge"))
        return;
    const char *piece = words_of(q, from), *other = words_of(q, q->to);
    if (q->p->at[q->to] == 0)
        refuse(q, CITE_ATTACK, "there is no piece on %s to challenge", q->goal);
    else if (!is_enemy(q->p, q->to))
        refuse(q, CITE_ATTACK, "the %s cannot challenge the %s of its own side", piece, other);
    else
        refuse(q, CITE_ATTACK, "the %s cannot challenge the %s: it is not adjacent", piece, other);
}

static void explain_teleport(const struct question *q) {
    if (q->rs->teleport_reach == 0 || q->n->type != XPGN_KING)
        refuse(q, CITE_TELEPORT, "only a king can teleport, and only where the rules allow it");
    else if (q->p->king[q->p->side_to_move] == XPGN_NO_SQUARE)
        refuse(q, CITE_TELEPORT, "the king of %s is not on the board and cannot teleport",
               seat_words(q, q->p->side_to_move));
    else if (refuse_actor(q, CITE_TELEPORT) != XPGN_NO_SQUARE && !refuse_rolled(q, "a teleport"))
        refuse(q, CITE_TELEPORT, "a teleport needs an empty square: the %s stands there",
               words_of(q, q->to));
}

static void explain_release(const struct question *q) {
    xpgn_square hero = refuse_actor(q, CITE_RELEASE), castle = q->to;
    if (hero == XPGN_NO_SQUARE || refuse_rolled(q, "an escape attempt"))
        return;
    unsigned cell = enemy_cell(q->rs, q->p, castle);
    const char *piece = words_of(q, hero), *at = square_words(q, castle);
    const char *seat = seat_words(q, q->p->side_to_move);
    if (cell == NO_CELL || q->rs->release_reach == 0)
        refuse(q, CITE_RELEASE, "%s is not an enemy castle: no prisoner can be freed there", at);
    else if (rules_of(q->rs, q->p->at[hero])->immobile)
        refuse(q, CITE_RELEASE, "the %s cannot free a prisoner: it never leaves its square", piece);
    else if (square_distance(q->p, hero, castle) != 1)
        refuse(q, CITE_RELEASE, "the %s is not adjacent to the castle on %s", piece, at);
    else if (turn_has_moved(&q->s->turn, hero))
        refuse(q, CITE_RELEASE, "the %s cannot free a prisoner: it has moved in this turn", piece);
    else if (!cell_is_used(q->p, cell))
        refuse(q, CITE_RELEASE, "no %s prisoner is held at %s", seat, at);
    else
        refuse(q, CITE_RELEASE, "no prisoner can be freed: no square next to %s is empty", at);
}

/* An @ means a teleport, unless it names another piece or goes to a castle. */
static bool means_release(const struct question *q) {
    if (q->n->kind != NOTATION_DROP && q->n->kind != NOTATION_AT)
        return false;
    return q->n->type != XPGN_KING ||
           (q->to != XPGN_NO_SQUARE && enemy_cell(q->rs, q->p, q->to) != NO_CELL);
}

static void explain_choice(const struct question *q) {
    const struct notation *n = q->n;
    int roll = q->s->turn.roll;
    if (n->kind == NOTATION_PASS && roll == 0)
        refuse(q, CITE_TURN_ROLL, "-- is only for a roll to move that no piece can use");
    else if (n->kind == NOTATION_PASS)
        refuse(q, CITE_TURN_ROLL, "-- is not allowed: a piece can go %d squares", roll);
    else if (n->kind != NOTATION_MOVE && means_release(q))
        explain_release(q);
    else if (n->kind != NOTATION_MOVE)
        explain_teleport(q);
    else if (n->promotion != 0)
        refuse(q, CITE_ARRIVAL, "this game has no promotion");
    else if (n->sign == SIGN_CAPTURE)
        explain_challenge(q, refuse_actor(q, CITE_ATTACK));
    else
        explain_step(q);
}

/* CC-5: the piece that moved may challenge, and nothing else may follow. */
static void explain_moved(const struct question *q) {
    const struct notation *n = q->n;
    const char *actor = words_of(q, q->s->turn.actor);
    bool challenge = n->kind == NOTATION_MOVE && n->sign == SIGN_CAPTURE;
    if (challenge && q->to == XPGN_NO_SQUARE)
        refuse_actor(q, CITE_ATTACK);
    else if (challenge && longform_means(q->p, n, q->s->turn.actor))
        explain_challenge(q, q->s->turn.actor);
    else if (challenge)
        refuse(q, CITE_CHALLENGE_AFTER, "only the %s, which has just moved, may challenge now",
               actor);
    else if (n->kind == NOTATION_MOVE || n->kind == NOTATION_PASS || means_release(q))
        refuse(q, CITE_CHALLENGE_AFTER,
               "the %s has moved: it may challenge an adjacent piece, or the turn ends", actor);
    else
        refuse(q, CITE_CHOICE, "a teleport replaces the roll to move, it cannot follow it");
}

/* True if a freed piece is named where nobody was freed: the side has no other piece that could be
   meant. */
static bool names_freed(const struct question *q) {
    return q->n->kind == NOTATION_DROP &&
           (q->n->type != XPGN_KING || q->p->king[q->p->side_to_move] == XPGN_NO_SQUARE);
}

static void explain_line_step(const struct question *q) {
    if (q->s->turn.stage == STAGE_OVER && names_freed(q))
        refuse(q, CITE_RELEASE, "unexpected freed piece: no prisoner was freed");
    else if (q->s->turn.stage == STAGE_OVER)
        refuse(q, CITE_GO_ON, "the turn is over: it continues only after a won challenge");
    else if (refuse_chess(q))
        return;
    else if (q->s->turn.stage == STAGE_MOVED)
        explain_moved(q);
    else
        explain_choice(q);
}

const struct longform line_longform = {line_says, can_stand, explain_line_step};
