/* SPDX-License-Identifier: MIT */
/* Chess movement: explains in words why a notation means no legal action. Slow and thorough. */
#include "core/game/chess_san.h"
#include "core/play/actors.h"

static const char *us(const struct question *q) {
    return seat_words(q, q->p->side_to_move);
}
static const char *them(const struct question *q) {
    return seat_words(q, q->p->side_to_move ^ 1u);
}

/* ---- castling -------------------------------------------------------------------------------- */

static void explain_no_right(const struct question *q, unsigned side) {
    unsigned king = q->p->king[q->p->side_to_move];
    unsigned home = seat_home_rank(q->p, q->p->side_to_move) * BOARD;
    if (king == XPGN_NO_SQUARE)
        refuse(q, CITE_CASTLING, "%s cannot castle without a king", us(q));
    else if (q->rs->geometry.castling == CASTLING_STANDARD && king != home + 4)
        refuse(q, CITE_CASTLING, "%s cannot castle: the %s is not at home", us(q),
               piece_words(q, king));
    else
        refuse(q, CITE_CASTLING,
               "%s can no longer castle %s: the king or that rook has left its square", us(q),
               side == KING_SIDE ? "kingside" : "queenside");
}

static void explain_castling_danger(const struct question *q, unsigned side) {
    unsigned at = 0, king = q->p->king[q->p->side_to_move];
    bits by = 0;
    if (!chess_castling_danger(q->p, side, chess_king_killers(q->rs, q->p, q->p->side_to_move), &at,
                               &by))
        return;
    enum cite cite = q->rs->safety == SAFETY_NO_STEP ? CITE_SAFETY : CITE_CASTLING;
    unsigned to = chess_castling_path(king, q->p->castle[q->p->side_to_move][side]).king_to;
    const char *on = piece_words(q, bits_first(by)), *name = square_words(q, at);
    if (at == king && at != to)
        refuse(q, cite, "castling out of check: the %s attacks the king on %s", on, name);
    else
        refuse(q, cite, "castling %s %s, which the %s attacks", at == to ? "to" : "through", name,
               on);
}

static void explain_castling(const struct question *q, unsigned side) {
    if (q->rs->geometry.castling == CASTLING_NONE) {
        refuse(q, CITE_CASTLING, "this game has no castling");
        return;
    }
    unsigned king = q->p->king[q->p->side_to_move], rook = q->p->castle[q->p->side_to_move][side];
    if (king == XPGN_NO_SQUARE || rook == XPGN_NO_SQUARE) {
        explain_no_right(q, side);
        return;
    }
    bits in_the_way = chess_castling_path(king, rook).between & position_occupied(q->p);
    if (in_the_way != 0)
        refuse(q, CITE_CASTLING, "the %s blocks castling", piece_words(q, bits_first(in_the_way)));
    else
        explain_castling_danger(q, side);
}

/* ---- pieces that cannot get there ------------------------------------------------------------ */

/* Only one piece may be meant, and it cannot get there: says what stops it. */
static void explain_one(const struct question *q, unsigned from) {
    unsigned type = XPGN_TYPE_OF(q->p->at[from]);
    bits way = bits_between(from, q->to) & position_occupied(q->p);
    bool line = (chess_reach(type, from, 0) & BIT(q->to)) != 0;
    const char *on = piece_words(q, from);
    if (line && way != 0)
        refuse(q, CITE_MOVE, "the %s cannot reach %s: the %s is in the way", on, q->goal,
               piece_words(q, bits_first(way)));
    else
        refuse(q, CITE_MOVE, "the %s cannot reach %s", on, q->goal);
}

/* The king is written as stepping to the square where castling would take it. */
static bool explain_unwritten_castling(const struct question *q) {
    int side =
        q->n->type == XPGN_KING && q->n->sign <= SIGN_DASH ? chess_castling_onto(q->p, q->to) : -1;
    if (side < 0 || !chess_may_castle(q->rs, q->p, (unsigned)side))
        return false;
    refuse(q, CITE_MOVE, "the %s cannot step to %s; castling is written %s",
           piece_words(q, q->p->king[q->p->side_to_move]), q->goal,
           side == KING_SIDE ? "O-O" : "O-O-O");
    return true;
}

static void explain_unreachable(const struct question *q) {
    const char *name = type_words(q, q->n->type);
    const char *origin = origin_words(q);
    bits all = q->p->type[q->n->type] & q->p->seat[q->p->side_to_move];
    bits meant = all & chess_from_mask(q->n);
    if (all == 0)
        refuse(q, CITE_MOVE, "%s has no %s", us(q), name);
    else if (meant == 0)
        refuse(q, CITE_MOVE, "there is no %s %s%s", us(q), name, origin);
    else if ((meant & (meant - 1)) == 0)
        explain_one(q, bits_first(meant));
    else
        refuse(q, CITE_MOVE, "no %s %s%s can reach %s", us(q), name, origin, q->goal);
}

/* ---- pawns ----------------------------------------------------------------------------------- */

static void explain_pawn_attack(const struct question *q) {
    unsigned target;
    bits all = chess_pawns_onto(q->p, q->p->side_to_move, q->to, &target);
    if (q->p->at[q->to] == 0 && q->to != q->p->ep_square)
        refuse(q, CITE_PAWN,
               "a pawn cannot take on %s: the square is empty, and en passant is not possible",
               q->goal);
    else if ((all & chess_from_mask(q->n)) == 0)
        refuse(q, CITE_MOVE, "no %s pawn%s can take on %s", us(q), origin_words(q), q->goal);
}

static void explain_pawn_step(const struct question *q) {
    unsigned seat = q->p->side_to_move, rank = q->to / BOARD;
    bits pawns = q->p->type[XPGN_PAWN] & q->p->seat[seat] & chess_from_mask(q->n);
    unsigned away = seat == 0 ? rank : 7 - rank;
    unsigned one = chess_behind(seat, q->to), two = chess_behind(seat, one); /* if away >= 2 */
    if (q->p->at[q->to] != 0) {
        refuse(q, CITE_MOVE, "a pawn cannot step to %s: the %s stands there", q->goal,
               piece_words(q, q->to));
    } else if (away < 2 || (pawns & BIT(two)) == 0) {
        refuse(q, CITE_MOVE, "no %s pawn%s can step to %s", us(q), origin_words(q), q->goal);
    } else if (q->p->at[one] != 0) {
        refuse(q, CITE_PAWN, "the %s cannot jump over the %s", piece_words(q, two),
               piece_words(q, one));
    } else {
        refuse(q, CITE_PAWN, "the %s cannot make a double step: it is not on its second rank",
               piece_words(q, two));
    }
}

/* Why this promotion, or its absence, is wrong. */
static void explain_promotion(const struct question *q, bool attack) {
    unsigned types = chess_arrivals(q->rs, q->p, attack), wanted = q->n->promotion;
    if (!chess_is_last_rank(q->p->side_to_move, q->to))
        refuse(q, CITE_ARRIVAL, "a pawn is not promoted on %s, only on rank %u", q->goal,
               chess_last_rank(q->p->side_to_move) + 1);
    else if (wanted == 0)
        refuse(q, CITE_ARRIVAL, "a pawn that reaches %s must be promoted", q->goal);
    else if (q->rs->arrival == ARRIVAL_RESCUE)
        refuse(q, CITE_ARRIVAL, "no removed %s %s can be rescued", us(q), type_words(q, wanted));
    else if ((types & ~1u) == 0)
        refuse(q, CITE_ARRIVAL, "a pawn that reaches %s stays a pawn", q->goal);
    else
        refuse(q, CITE_ARRIVAL, "a pawn cannot be promoted to a %s", type_words(q, wanted));
}

/* ---- king's safety --------------------------------------------------------------------------- */

/* What attacks the king of the side to move after the action; *king is its square then. */
static bits danger_after(const struct question *q, const xpgn_action *a, unsigned *king) {
    struct chess_intent in = chess_intent_of(a);
    if (q->rs->outcome_safe) {
        const struct chess_outcome o = chess_outcome_of(q->rs, q->p, in, a->from);
        *king = o.king;
        if (o.removed != XPGN_NO_SQUARE)
            refuse(q, CITE_SAFETY, "a king cannot be removed, as the %s would be",
                   piece_words(q, o.removed));
        return o.danger;
    }
    *king = chess_king_judged(q->rs->safety, q->p, in);
    return *king == XPGN_NO_SQUARE ? 0 : chess_danger(q->p, in, a->from, *king);
}

static void explain_exposed(const struct question *q, const xpgn_action *a) {
    unsigned king = XPGN_NO_SQUARE;
    bits danger = danger_after(q, a, &king);
    if (danger == 0)
        return;
    bits before = attackers_of(q->p, king, q->p->side_to_move ^ 1u, position_occupied(q->p));
    const char *on = piece_words(q, a->from), *by = piece_words(q, bits_first(danger));
    if (a->from == king)
        refuse(q, CITE_SAFETY, "%s would be in check from the %s", us(q), by);
    else if (a->from == q->p->king[q->p->side_to_move])
        refuse(q, CITE_SAFETY, "the king cannot go to %s, which the %s attacks", q->goal, by);
    else if ((before & danger) != 0)
        refuse(q, CITE_SAFETY, "%s is in check from the %s, and the %s does not stop it", us(q),
               piece_words(q, bits_first(before & danger)), on);
    else
        refuse(q, CITE_SAFETY, "the %s is pinned: the %s would be in check from the %s", on,
               piece_words(q, king), by);
}

/* ---- several, or one that is not allowed ----------------------------------------------------- */

/* Two or more pieces may play it: names the first few and offers them as fixes. */
static void explain_ambiguous(const struct question *q, bits able, xpgn_action a) {
    struct suggestions *fits = &q->why->fits;
    bits others = able & (able - 1);
    refuse(q, CITE_MOVE,
           (others & (others - 1)) == 0 ? "the %s and the %s can both go to %s"
                                        : "the %s, the %s and others can go to %s",
           piece_words(q, bits_first(able)), piece_words(q, bits_first(others)), q->goal);
    for (; able != 0 && fits->count < SUGGESTIONS; able &= able - 1) {
        a.from = (xpgn_square)bits_first(able);
        chess_name(q->rs, q->p, &a, false, fits->name[fits->count++]);
    }
    q->why->rule = NULL;
    q->why->ambiguous = true;
}

static void explain_fight(const struct question *q, unsigned from, xpgn_action_kind kind) {
    if (kind == XPGN_SHOT && !chess_may_shoot(q->rs, q->p->at[from]))
        refuse(q, CITE_SHOT, "a %s cannot shoot", type_words(q, XPGN_TYPE_OF(q->p->at[from])));
    if (kind != XPGN_RUN || chess_may_run(q->rs, q->p->at[from], q->p->at[q->to]))
        return;
    unsigned type = XPGN_TYPE_OF(q->p->at[from]), target = XPGN_TYPE_OF(q->p->at[q->to]);
    const char *single = type_words(q, q->rs->needs[type][type] != 0 ? type : target);
    if (!q->rs->piece[type].runs && q->rs->needs[type][type] == 0)
        refuse(q, CITE_RUN, "a %s cannot make a suicide run", type_words(q, type));
    else
        refuse(q, CITE_RUN, "no suicide run by or against a %s: the %s against the %s", single,
               piece_words(q, from), type_words(q, target));
}

/* There are candidates, but none of them or more than one may play it. `target`: the square a pawn
   attacks. */
static void explain_candidates(const struct question *q, bits from, xpgn_action_kind kind,
                               unsigned target) {
    xpgn_action a = action_of(q->p, kind, bits_first(from), q->to);
    a.target = (xpgn_square)target;
    a.promotion = q->n->promotion;
    bits able = chess_allowed(q->rs, q->p, chess_intent_of(&a), from);
    if ((able & (able - 1)) != 0)
        explain_ambiguous(q, able, a);
    for (; from != 0 && !q->why->given; from &= from - 1) {
        a.from = (xpgn_square)bits_first(from);
        explain_fight(q, a.from, kind);
        if (!q->why->given)
            explain_exposed(q, &a);
    }
}

/* The full from-square is written, but has another piece: Bg1f3, or g1f3 for a knight. */
static bool explain_stranger(const struct question *q) {
    const struct notation *n = q->n;
    unsigned from = SQUARE_AT(n->from_file, n->from_rank);
    if (n->from_file < 0 || n->from_rank < 0 || ((n->from_file | n->from_rank) & ~7) != 0 ||
        (q->p->seat[q->p->side_to_move] >> from & 1) == 0 ||
        XPGN_TYPE_OF(q->p->at[from]) == n->type)
        return false;
    refuse(q, CITE_MOVE, "a %s stands on %c%d, not a %s",
           type_words(q, XPGN_TYPE_OF(q->p->at[from])), 'a' + n->from_file, n->from_rank + 1,
           type_words(q, n->type));
    return true;
}

/* ---- what the sign says ---------------------------------------------------------------------- */

static bool explain_sign(const struct question *q, bool enemy) {
    bool capture = attacks_capture(q->rs), shot = q->n->sign == SIGN_SHOT;
    bool fight = q->n->sign >= SIGN_SHOT;
    enum cite rule = shot ? CITE_SHOT : CITE_RUN;
    if (fight && !(shot ? q->rs->shooting : q->rs->suicide_run))
        refuse(q, rule, "%s is not in force in this game", shot ? "shooting" : "the suicide run");
    else if (fight && !enemy && q->to == q->p->ep_square && q->n->type == XPGN_PAWN)
        refuse(q, rule, "en passant is not possible with a %s", shot ? "shot" : "suicide run");
    else if (fight && !enemy)
        refuse(q, rule, "there is no %s piece on %s", them(q), q->goal);
    else if (q->n->sign == SIGN_CAPTURE && !enemy && !capture && q->n->type != XPGN_PAWN)
        refuse(q, CITE_ATTACK, "there is no %s piece on %s to attack", them(q), q->goal);
    else if (q->n->sign < SIGN_CAPTURE && enemy && !capture)
        refuse(q, CITE_ATTACK, "missing x: this attacks the %s %s", them(q), piece_words(q, q->to));
    return q->why->given;
}

/* ---- pawns and pieces ------------------------------------------------------------------------ */

static void explain_pawn(const struct question *q, bool enemy) {
    unsigned target = XPGN_NO_SQUARE;
    bits mask = chess_from_mask(q->n), from;
    bool aside = q->n->from_file >= 0 && q->n->from_file != q->n->to_file;
    bool attack = aside || (q->n->sign >= SIGN_CAPTURE && q->n->from_file < 0);
    if (attack) {
        from = chess_pawns_onto(q->p, q->p->side_to_move, q->to, &target) & mask;
        explain_pawn_attack(q);
    } else {
        from = enemy ? 0 : chess_pawns_to(q->rs, q->p, q->p->side_to_move, q->to) & mask;
        if (from == 0)
            explain_pawn_step(q);
        else if (q->n->sign == SIGN_CAPTURE && !attacks_capture(q->rs))
            refuse(q, CITE_ATTACK, "there is no %s piece on %s to attack", them(q), q->goal);
    }
    if (q->why->given) /* always so if no pawn can go there */
        return;
    xpgn_action_kind kind = chess_kind(q->n->sign, attack);
    if (!chess_promotes(q->rs, q->p, kind, q->to, q->n->promotion))
        explain_promotion(q, attack);
    else
        explain_candidates(q, from, kind, target);
}

static void explain_piece(const struct question *q, bool enemy) {
    xpgn_action_kind kind = chess_kind(q->n->sign, enemy);
    bits from = chess_reach(q->n->type, q->to, position_occupied(q->p)) & q->p->type[q->n->type] &
                q->p->seat[q->p->side_to_move] & chess_from_mask(q->n);
    if (q->n->promotion != 0)
        refuse(q, CITE_ARRIVAL, "a %s cannot be promoted", type_words(q, q->n->type));
    else if (from == 0 && !explain_unwritten_castling(q))
        explain_unreachable(q);
    else if (from != 0)
        explain_candidates(q, from, kind, XPGN_NO_SQUARE);
}

static void explain_move(const struct question *q) {
    bool enemy = (q->p->seat[q->p->side_to_move ^ 1] & BIT(q->to)) != 0;
    if ((q->p->seat[q->p->side_to_move] & BIT(q->to)) != 0)
        refuse(q, CITE_MOVE, "the %s of the same side is in the way", piece_words(q, q->to));
    else if (explain_sign(q, enemy) || explain_stranger(q))
        return;
    else if (q->n->type == XPGN_PAWN)
        explain_pawn(q, enemy);
    else
        explain_piece(q, enemy);
}

/* ---- the whole answer ------------------------------------------------------------------------ */

/* A turn that need not be passed: names an action that is possible, by the dice if there are some.
 */
static void explain_pass(const struct question *q) {
    xpgn_action first;
    char name[24];
    if (movement_actions(q->rs, q->s, &first, 1) == 0) {
        refuse(q, CITE_PASS, "no turn is passed here: a roll that moves nothing is rolled again");
        return;
    }
    chess_name(q->rs, q->p, &first, false, name);
    refuse(q, CITE_PASS, "the turn cannot be passed: %s is possible", name);
}

void chess_explain(const struct question *q) {
    int side = chess_castling_meant(q->rs, q->p, q->n);
    if (side >= 0)
        explain_castling(q, (unsigned)side);
    else if (q->n->kind == NOTATION_PASS &&
             (turn_rolls_actors(q->rs) || q->rs->no_action == DECIDE_PASS))
        explain_pass(q);
    else if (q->n->kind == NOTATION_PASS)
        refuse(q, CITE_MOVE, "a turn cannot be passed: %s must move", us(q));
    else if (q->n->kind != NOTATION_MOVE)
        refuse(q, CITE_MOVE, "this game has no drops with @");
    else if (q->to == XPGN_NO_SQUARE)
        refuse(q, CITE_MOVE, "there is no such square: the board ends at h8");
    else
        explain_move(q);
    if (!q->why->given)
        refuse(q, CITE_MOVE, "no legal action matches");
}
