/* SPDX-License-Identifier: MIT */
/* Orthogonal steps by speed (AS): steps, captures by sum, reinforcement, escape route. */
#include "rules/movement_ortho.h"
#include "rules/support.h"

#include <stdio.h>
#include <string.h>

/* ---- how many Moves -------------------------------------------------------------------------- */

/* The fumble: a die that allows no Move at all. */
static bool pass_is_legal(const xpgn_ruleset *rs, const struct state *s) {
    return s->turn.stage == STAGE_START && turn_moves(rs, &s->turn) == 0;
}

/* ---- what is legal --------------------------------------------------------------------------- */

/* Squares off the board hold no piece, so that the loop has one length and is done in vectors. */
static unsigned count_of(const xpgn_position *p, unsigned seat, unsigned type) {
    uint8_t n = 0, piece = XPGN_PIECE(seat, type);
    for (unsigned sq = 0; sq < XPGN_MAX_SQUARES; sq++) {
        uint8_t healthy = (uint8_t)(p->at[sq] & ~XPGN_WOUNDED);
        n = (uint8_t)(n + (healthy == piece));
    }
    return n;
}

bool ortho_has_room(const xpgn_ruleset *rs, const xpgn_position *p, unsigned type) {
    unsigned most = rs->piece[type].most;
    if (most == 0)
        return true;
    return (position_is_small(p) ? bits_count(p->type[type] & p->seat[p->turn])
                                 : count_of(p, p->turn, type)) < most;
}

static bool takes(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_square from,
                  xpgn_square target) {
    int count, sum;
    return is_enemy(p, target) && adjacent_takes(rs, p, from, target, &count, &sum);
}

bool ortho_promotes(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_piece piece,
                    unsigned type) {
    return type == 0 ||
           (rs->arrival == ARRIVAL_ON_CAPTURE &&
            (rules_of(rs, piece)->promotes_to >> type & 1) != 0 && ortho_has_room(rs, p, type));
}

bool ortho_legal(const xpgn_ruleset *rs, const struct state *s, const xpgn_action *a) {
    const xpgn_position *p = &s->position;
    int length = a->to != XPGN_NO_SQUARE ? straight_distance(p, a->from, a->to) : 0;
    if (!ortho_may_move(&s->turn, turn_moves(rs, &s->turn), a->from))
        return false;
    switch (a->kind) {
    case XPGN_STEP:
        return a->promotion == 0 &&
               ortho_step(rs, p, XPGN_TYPE_OF(a->piece), a->from, a->to, length);
    case XPGN_ATTACK:
        return takes(rs, p, a->from, a->to) && ortho_promotes(rs, p, a->piece, a->promotion);
    case XPGN_REINFORCE:
        return ortho_reinforces(rs, p, a->from, a->to, length);
    default:
        return XPGN_TYPE_OF(a->piece) == XPGN_KING && ortho_route(rs, p, a->to);
    }
}

/* ---- all of them ----------------------------------------------------------------------------- */

static void add_captures(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_square from,
                         xpgn_square to, struct action_list *l) {
    if (!takes(rs, p, from, to))
        return;
    xpgn_action a = action_of(p, XPGN_ATTACK, from, to);
    a.target = to;
    for (unsigned type = 0; type < XPGN_TYPES; type++) {
        a.promotion = (uint8_t)type;
        if (ortho_promotes(rs, p, a.piece, type))
            action_list_add(l, &a);
    }
}

/* One direction: steps up to the speed, the first enemy within reach of a capture, a new pawn. */
static void add_direction(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_square from, int i,
                          struct action_list *l) {
    int speed = rules_of(rs, p->at[from])->speed;
    for (int n = 1; n <= speed || n <= 2; n++) {
        xpgn_square to = square_beside(p, from, step_file[i] * n, step_rank[i] * n);
        if (to == XPGN_NO_SQUARE)
            return;
        if (p->at[to] != 0) {
            if (n <= 2)
                add_captures(rs, p, from, to, l);
            return;
        }
        xpgn_action step = action_of(p, XPGN_STEP, from, to);
        if (n <= speed)
            action_list_add(l, &step);
        if (ortho_reinforces(rs, p, from, to, n)) {
            xpgn_action pawn = action_of(p, XPGN_REINFORCE, from, to);
            action_list_add(l, &pawn);
        }
    }
}

static void add_routes(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_square king,
                       struct action_list *l) {
    for (unsigned sq = 0; sq < position_squares(p); sq++) {
        if (!ortho_route(rs, p, (xpgn_square)sq))
            continue;
        xpgn_action a = action_of(p, XPGN_ROUTE, king, (xpgn_square)sq);
        action_list_add(l, &a);
    }
}

static void add_piece(const xpgn_ruleset *rs, const struct state *s, xpgn_square from,
                      struct action_list *l) {
    const xpgn_position *p = &s->position;
    if (!is_own(p, from) || turn_has_moved(&s->turn, from))
        return;
    for (int i = 0; i < 4; i++)
        add_direction(rs, p, from, i, l);
    if (XPGN_TYPE_OF(p->at[from]) == XPGN_KING)
        add_routes(rs, p, from, l);
}

size_t ortho_actions(const xpgn_ruleset *rs, const struct state *s, xpgn_action *list,
                     size_t capacity) {
    const xpgn_position *p = &s->position;
    struct action_list l = {list, capacity, 0};
    xpgn_action pass = action_of(p, XPGN_PASS, XPGN_NO_SQUARE, XPGN_NO_SQUARE);
    if (pass_is_legal(rs, s))
        action_list_add(&l, &pass);
    if (!turn_may_move(rs, &s->turn))
        return l.count;
    for (unsigned sq = 0; sq < position_squares(p); sq++)
        add_piece(rs, s, (xpgn_square)sq, &l);
    return l.count;
}

static bool has_step(const xpgn_ruleset *rs, const struct state *s, xpgn_square from) {
    const xpgn_position *p = &s->position;
    if (!is_own(p, from) || rules_of(rs, p->at[from])->speed < 1 || turn_has_moved(&s->turn, from))
        return false;
    int file = file_on(p, from), rank = rank_on(p, from);
    return (file > 0 && p->at[from - 1] == 0) || (file + 1 < p->files && p->at[from + 1] == 0) ||
           (rank > 0 && p->at[from - p->files] == 0) ||
           (rank + 1 < p->ranks && p->at[from + p->files] == 0);
}

/* Some piece has a step, looked for from the king outward: where he is, the others mostly are. */
static bool any_step(const xpgn_ruleset *rs, const struct state *s) {
    const xpgn_position *p = &s->position;
    int squares = (int)position_squares(p), king = p->king[p->turn];
    if (king == XPGN_NO_SQUARE)
        king = 0;
    for (int d = 0; d < squares; d++) {
        if ((king >= d && has_step(rs, s, (xpgn_square)(king - d))) ||
            (king + d < squares && has_step(rs, s, (xpgn_square)(king + d))))
            return true;
    }
    return false;
}

bool ortho_any(const xpgn_ruleset *rs, const struct state *s) {
    const xpgn_position *p = &s->position;
    struct action_list l = {NULL, 0, 0};
    if (!turn_may_move(rs, &s->turn))
        return pass_is_legal(rs, s);
    if (any_step(rs, s))
        return true;
    for (unsigned sq = 0; sq < position_squares(p) && l.count == 0; sq++)
        add_piece(rs, s, (xpgn_square)sq, &l);
    return l.count != 0;
}

/* ---- notation -------------------------------------------------------------------------------- */

static bool says(const xpgn_position *p, const struct notation *n, xpgn_square from,
                 xpgn_action *a) {
    xpgn_square to = longform_to(p, n);
    if (to == XPGN_NO_SQUARE)
        return false;
    if (n->kind == NOTATION_DROP || n->kind == NOTATION_AT) {
        action_set(a, p, n->type == XPGN_KING ? XPGN_ROUTE : XPGN_REINFORCE, from, to);
        return true;
    }
    if (n->kind != NOTATION_MOVE || n->sign == SIGN_SHOT || n->sign == SIGN_RUN)
        return false;
    action_set(a, p, n->sign == SIGN_CAPTURE ? XPGN_ATTACK : XPGN_STEP, from, to);
    a->promotion = n->promotion;
    if (a->kind == XPGN_ATTACK)
        a->target = to;
    return true;
}

static const struct longform ortho = {says, ortho_legal, ortho_actions};

bool ortho_resolve(const xpgn_ruleset *rs, const struct state *s, const struct notation *n,
                   xpgn_action *action) {
    if (n->kind == NOTATION_PASS) {
        action_set(action, &s->position, XPGN_PASS, XPGN_NO_SQUARE, XPGN_NO_SQUARE);
        return pass_is_legal(rs, s);
    }
    return longform_resolve(&ortho, rs, s, n, action);
}

/* Can the board show it? */
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

bool ortho_force(const xpgn_ruleset *rs, const struct state *s, const struct notation *n,
                 xpgn_action *action) {
    if (n->kind == NOTATION_PASS) {
        action_set(action, &s->position, XPGN_PASS, XPGN_NO_SQUARE, XPGN_NO_SQUARE);
        return true;
    }
    return longform_force(&ortho, s, n, action) && can_stand(rs, &s->position, action);
}

void ortho_name(const xpgn_ruleset *rs, const struct state *s, const xpgn_action *a,
                char text[24]) {
    (void)rs;
    longform_name(&s->position, a, text);
}

/* ---- playing --------------------------------------------------------------------------------- */

void ortho_play(const xpgn_ruleset *rs, xpgn_position *p, const xpgn_action *a) {
    (void)rs;
    if (a->kind == XPGN_PASS)
        return;
    if (a->kind == XPGN_REINFORCE) {
        position_put(p, a->to, XPGN_PIECE(XPGN_SEAT_OF(p->at[a->from]), XPGN_PAWN));
        return;
    }
    if (a->kind != XPGN_STEP)
        position_lift(p, a->to); /* the enemy, or the rook that the king's route ends on */
    if (a->kind == XPGN_ATTACK && a->promotion != 0) {
        xpgn_piece piece = position_lift(p, a->from);
        position_put(p, a->to, XPGN_PIECE(XPGN_SEAT_OF(piece), a->promotion));
    } else {
        position_move(p, a->from, a->to);
    }
}

/* ---- refusals -------------------------------------------------------------------------------- */

/* No Move is left to this turn, or to this piece. True: refused for that. */
static bool refuse_moves(const struct question *q) {
    unsigned allowed = turn_moves(q->rs, &q->s->turn);
    if (turn_may_move(q->rs, &q->s->turn))
        return false;
    if (allowed == 0)
        refuse_as(q, CITE_MOVES, "the roll %d allows no Move: the turn is --", q->s->turn.roll);
    else if (q->s->turn.made >= allowed)
        refuse_as(q, CITE_MOVES, "this turn allows %u Move%s, and %u %s made", allowed,
                  allowed == 1 ? "" : "s", q->s->turn.made, q->s->turn.made == 1 ? "is" : "are");
    else
        refuse_as(q, CITE_MOVES, "the turn is over");
    return true;
}

static bool refuse_moved(const struct question *q, xpgn_square from) {
    if (!turn_has_moved(&q->s->turn, from))
        return false;
    refuse_as(q, CITE_MOVES, "the %s has made its Move in this turn", words_of(q, from).text);
    return true;
}

/* The piece that is meant and may still move; else the reason is given. */
static xpgn_square mover(const struct question *q, enum cite rule) {
    xpgn_square from = refuse_actor(q, rule);
    if (from != XPGN_NO_SQUARE && refuse_moved(q, from))
        return XPGN_NO_SQUARE;
    return from;
}

static void explain_step(const struct question *q) {
    const xpgn_position *p = &q->s->position;
    xpgn_square from = mover(q, CITE_MOVE), to = longform_to(p, q->n);
    if (from == XPGN_NO_SQUARE)
        return;
    struct words piece = words_of(q, from), goal = square_words(q, to);
    int speed = rules_of(q->rs, p->at[from])->speed;
    xpgn_square blocker = line_blocker(p, from, to);
    if (q->n->promotion != 0)
        refuse_as(q, CITE_ARRIVAL, "a step promotes nobody: that takes a capture");
    else if (speed == 0)
        refuse_as(q, CITE_MOVE, "the %s makes no steps: it moves only by taking", piece.text);
    else if (!line_is_orthogonal(p, from, to))
        refuse_as(q, CITE_MOVE, "the %s cannot go to %s: steps are along a file or rank",
                  piece.text, goal.text);
    else if (p->at[to] != 0)
        refuse_as(q, CITE_MOVE, "a step goes to an empty square, and the %s stands there",
                  words_of(q, to).text);
    else if (line_distance(p, from, to) > speed)
        refuse_as(q, CITE_MOVE, "the %s goes at most %d square%s, and %s is %d away", piece.text,
                  speed, speed == 1 ? "" : "s", goal.text, line_distance(p, from, to));
    else
        refuse_as(q, CITE_MOVE, "the %s cannot go to %s: the %s stands in the way", piece.text,
                  goal.text, words_of(q, blocker).text);
}

/* "ATK 2 (pawn on b2, knight on c3) does not exceed DEF 2 of the rook of black on b3" */
static void explain_sum(const struct question *q, xpgn_square target) {
    const xpgn_position *p = &q->s->position;
    xpgn_supporter list[XPGN_MAX_SUPPORT];
    unsigned n = adjacent_support(q->rs, p, p->turn, target, list);
    char who[64] = "nobody";
    size_t used = 0;
    for (unsigned i = 0; i < n && used + 18 < sizeof who; i++) {
        struct words square = square_words(q, list[i].square);
        int wrote = snprintf(who + used, sizeof who - used, "%s%.10s %s", i == 0 ? "" : ", ",
                             type_words(q, XPGN_TYPE_OF(list[i].piece)), square.text);
        used += wrote > 0 ? (size_t)wrote : 0;
    }
    refuse_as(q, CITE_ATTACK, "ATK %d (%s) does not exceed DEF %d of the %s",
              adjacent_sum(q->rs, p, p->turn, target), who,
              rules_of(q->rs, p->at[target])->defense[0], words_of(q, target).text);
}

/* The piece gives nothing to this enemy: why not. */
static void explain_giving(const struct question *q, xpgn_square from, xpgn_square to) {
    const xpgn_position *p = &q->s->position;
    const struct piece_rules *own = rules_of(q->rs, p->at[from]);
    struct words piece = words_of(q, from), other = words_of(q, to);
    int distance = line_is_orthogonal(p, from, to) ? line_distance(p, from, to) : 0;
    xpgn_square blocker = line_blocker(p, from, to);
    if (distance == 1)
        refuse_as(q, CITE_ATTACK, "the %s has ATK 0: it takes only beside its own queen",
                  piece.text);
    else if (distance != 2 || own->charge == 0)
        refuse_as(q, CITE_ATTACK, "the %s does not reach the %s: no ATK from there", piece.text,
                  other.text);
    else if (blocker != XPGN_NO_SQUARE)
        refuse_as(q, CITE_ATTACK, "the %s cannot charge: the %s stands in the way", piece.text,
                  words_of(q, blocker).text);
    else
        refuse_as(q, CITE_COUNT, "a charge gives nothing to the %s", other.text);
}

static void explain_promotion(const struct question *q, xpgn_square from) {
    const xpgn_position *p = &q->s->position;
    unsigned type = q->n->promotion;
    if ((rules_of(q->rs, p->at[from])->promotes_to >> type & 1) == 0)
        refuse_as(q, CITE_ARRIVAL, "the %s is not promoted to a %s", words_of(q, from).text,
                  type_words(q, type));
    else if (q->rs->piece[type].most == 1)
        refuse_as(q, CITE_ARRIVAL, "%s has its only %s on the board", seat_words(q, p->turn),
                  type_words(q, type));
    else
        refuse_as(q, CITE_ARRIVAL, "%s has %u of the %u %ss it may have", seat_words(q, p->turn),
                  count_of(p, p->turn, type), q->rs->piece[type].most, type_words(q, type));
}

static void explain_capture(const struct question *q) {
    const xpgn_position *p = &q->s->position;
    xpgn_square from = mover(q, CITE_ATTACK), to = longform_to(p, q->n);
    if (from == XPGN_NO_SQUARE)
        return;
    if (p->at[to] == 0)
        refuse_as(q, CITE_ATTACK, "%s is empty: there is nothing to take",
                  square_words(q, to).text);
    else if (!is_enemy(p, to))
        refuse_as(q, CITE_ATTACK, "the %s is on the same side", words_of(q, to).text);
    else if (adjacent_gives(q->rs, p, from, to) < 1)
        explain_giving(q, from, to);
    else if (!takes(q->rs, p, from, to))
        explain_sum(q, to);
    else
        explain_promotion(q, from);
}

static void explain_reinforcement(const struct question *q) {
    const xpgn_position *p = &q->s->position;
    xpgn_square from = mover(q, CITE_REINFORCE), to = longform_to(p, q->n);
    if (from == XPGN_NO_SQUARE)
        return;
    struct words piece = words_of(q, from), goal = square_words(q, to);
    if (!rules_of(q->rs, p->at[from])->reinforces)
        refuse_as(q, CITE_REINFORCE, "the %s puts no pawn down", piece.text);
    else if (p->at[to] != 0)
        refuse_as(q, CITE_REINFORCE, "a new pawn needs an empty square: the %s stands there",
                  words_of(q, to).text);
    else if (line_distance(p, from, to) != 1 || !line_is_orthogonal(p, from, to))
        refuse_as(q, CITE_REINFORCE, "%s is not beside the %s on a file or rank", goal.text,
                  piece.text);
    else
        refuse_as(q, CITE_REINFORCE, "%s has %u pawns on the board: there are no more",
                  seat_words(q, p->turn), count_of(p, p->turn, XPGN_PAWN));
}

static void explain_route(const struct question *q) {
    const xpgn_position *p = &q->s->position;
    xpgn_square from = mover(q, CITE_ROUTE), to = longform_to(p, q->n);
    if (from == XPGN_NO_SQUARE)
        return;
    if (q->n->kind == NOTATION_DECLINE)
        refuse_as(q, CITE_ROUTE, "an escape route needs the square of an own rook");
    else if (p->at[to] == 0)
        refuse_as(q, CITE_ROUTE, "the king escapes to an own rook, and %s is empty",
                  square_words(q, to).text);
    else
        refuse_as(q, CITE_ROUTE, "the king escapes to an own rook, not to the %s",
                  words_of(q, to).text);
}

static void explain_move(const struct question *q) {
    const struct notation *n = q->n;
    if (n->kind == NOTATION_SHORT || n->kind == NOTATION_LONG)
        refuse_as(q, CITE_CASTLING, "there is no castling in this game");
    else if (n->kind == NOTATION_DECLINE || (n->kind != NOTATION_MOVE && n->type == XPGN_KING))
        explain_route(q);
    else if (n->kind != NOTATION_MOVE)
        explain_reinforcement(q);
    else if (n->sign == SIGN_SHOT || n->sign == SIGN_RUN)
        refuse_as(q, n->sign == SIGN_SHOT ? CITE_SHOT : CITE_RUN,
                  "this game has no shooting and no suicide run");
    else if (n->sign == SIGN_CAPTURE)
        explain_capture(q);
    else
        explain_step(q);
}

void ortho_explain(const xpgn_ruleset *rs, const struct state *s, const struct notation *n,
                   struct refusal *why) {
    struct question q = {rs, s, n, why};
    memset(why, 0, sizeof *why);
    if (refuse_ambiguous(&ortho, &q))
        return;
    if (!refuse_moves(&q)) {
        if (n->kind == NOTATION_PASS)
            refuse_as(&q, CITE_MOVES, "a Move must be made where one is allowed and legal");
        else
            explain_move(&q);
    }
}
