/* SPDX-License-Identifier: MIT */
/* Chess movement: the list of legal actions, and whether there is one. */
#include "core/play/chess.h"

struct legal_search {
    const xpgn_ruleset *rs;
    const xpgn_position *p;
    struct action_list found;
    unsigned types; /* bit per type that is looked at */
    size_t enough;  /* stop looking when this many are found */
    bits free;      /* pieces whose steps and attacks cannot expose the king, except en passant */
    bits answers;   /* where pieces other than the king must go, or what they must attack */
};

static inline bool is_safe(const struct legal_search *o, const xpgn_action *a) {
    bool plain = a->kind <= XPGN_ATTACK && (a->target == a->to || a->target == XPGN_NO_SQUARE);
    return (plain && (o->free & BIT(a->from)) != 0) || chess_action_safe(o->rs, o->p, a);
}

static void add_if_safe(struct legal_search *o, const xpgn_action *a) {
    if (is_safe(o, a))
        action_list_add(&o->found, a);
}

/* Adds the shot and the suicide run at the target of an attack. */
static void add_shot_and_run(struct legal_search *o, xpgn_action a) {
    a.kind = XPGN_SHOT;
    if (chess_may_shoot(o->rs, a.piece))
        add_if_safe(o, &a);
    a.kind = XPGN_RUN;
    if (chess_may_run(o->rs, a.piece, o->p->at[a.to]))
        add_if_safe(o, &a);
}

static void list_piece(struct legal_search *o, unsigned from) {
    const xpgn_position *p = o->p;
    unsigned us = p->side_to_move;
    bits to = piece_attacks(XPGN_TYPE_OF(p->at[from]), us, from, position_occupied(p));
    to &= from == p->king[us] ? ~(bits)0 : o->answers;
    bits enemies = to & p->seat[us ^ 1];
    if (o->found.capacity == 0 && (o->free & BIT(from)) != 0 && !combat_counts_highest(o->rs)) {
        o->found.count += bits_count(to & ~p->seat[us]); /* in this case they are only counted */
        return;
    }
    for (to &= ~position_occupied(p); to != 0 && o->found.count < o->enough; to &= to - 1) {
        xpgn_action a = action_of(p, XPGN_STEP, from, bits_first(to));
        add_if_safe(o, &a);
    }
    for (; enemies != 0 && o->found.count < o->enough; enemies &= enemies - 1) {
        xpgn_action a = action_of(p, XPGN_ATTACK, from, bits_first(enemies));
        a.target = a.to;
        add_if_safe(o, &a);
        add_shot_and_run(o, a);
    }
}

/* True if a pawn may arrive on the last rank, which only a certain blow can rule out. */
static bool may_arrive(const struct legal_search *o, const xpgn_action *a) {
    if (!chess_is_last_rank(o->p->side_to_move, a->to))
        return false;
    return !combat_is_blow(o->rs) || a->target == XPGN_NO_SQUARE ||
           chess_blow_wins(o->rs, o->p, a->from, a->target);
}

/* Adds a pawn's step or attack once for each type it may become. */
static void add_arrivals(struct legal_search *o, xpgn_action *a) {
    unsigned types = 1;
    if (!is_safe(o, a))
        return;
    if (may_arrive(o, a))
        types = chess_arrivals(o->rs, o->p, false);
    for (; types != 0; types &= types - 1) {
        a->promotion = (uint8_t)bits_first(types);
        action_list_add(&o->found, a);
    }
    a->promotion = 0;
}

static void list_pawn(struct legal_search *o, unsigned from) {
    const xpgn_position *p = o->p;
    unsigned us = p->side_to_move, target;
    for (unsigned to = chess_ahead(us, from); to < BOARD * BOARD && p->at[to] == 0;
         to = chess_ahead(us, to)) {
        if ((chess_pawns_to(o->rs, p, us, to) & BIT(from)) == 0)
            break;
        xpgn_action a = action_of(p, XPGN_STEP, from, to);
        if ((BIT(to) & o->answers) != 0)
            add_arrivals(o, &a);
    }
    for (bits to = pawn_attacks(us, from); to != 0; to &= to - 1) {
        unsigned sq = bits_first(to);
        if ((chess_pawns_onto(p, us, sq, &target) & BIT(from)) == 0 ||
            ((BIT(sq) | BIT(target)) & o->answers) == 0)
            continue;
        xpgn_action a = action_of(p, XPGN_ATTACK, from, sq);
        a.target = (xpgn_square)target;
        add_arrivals(o, &a);
        if (a.target == a.to)
            add_shot_and_run(o, a);
    }
}

/*
 * For a king that may not be left attacked. In check by one piece, the only answers are to capture
 * or block it; not in check, pieces that are not on a line with the king cannot be pinned and are
 * free. The other king is never attacked: where dice decide, it may stand in check at this turn;
 * but where dice say who may act, it is captured (DP-3).
 */
static struct legal_search search_of(const xpgn_ruleset *rs, const xpgn_position *p,
                                     size_t enough) {
    unsigned us = p->side_to_move, king = p->king[us];
    bits occupied = position_occupied(p), own = p->seat[us], all = ~(bits)0;
    struct legal_search o = {
        .rs = rs, .p = p, .types = ~0u, .enough = enough, .free = own, .answers = all};
    if (king == XPGN_NO_SQUARE)
        return o;
    o.free &= ~BIT(king);
    if (rs->outcome_safe)
        o.free = 0;
    if (rs->safety != SAFETY_NOT_LEFT || rs->outcome_safe)
        return o;
    bits from = attackers_of(p, king, us ^ 1u, occupied);
    o.free &= from != 0 ? 0 : ~(rook_attacks(king, occupied) | bishop_attacks(king, occupied));
    if (from != 0)
        o.answers = (from & (from - 1)) != 0 ? 0 : from | bits_between(king, bits_first(from));
    if (p->king[us ^ 1] != XPGN_NO_SQUARE && !attacks_capture(rs))
        o.answers &= ~BIT(p->king[us ^ 1]);
    if (p->king[us ^ 1] != XPGN_NO_SQUARE && rs->kings_fall)
        o.answers |= BIT(p->king[us ^ 1]);
    return o;
}

static void list_all(struct legal_search *o) {
    const xpgn_position *p = o->p;
    for (bits own = p->seat[p->side_to_move]; own != 0 && o->found.count < o->enough;
         own &= own - 1) {
        unsigned from = bits_first(own);
        if (!(o->types >> XPGN_TYPE_OF(p->at[from]) & 1))
            continue;
        if (XPGN_TYPE_OF(p->at[from]) == XPGN_PAWN)
            list_pawn(o, from);
        else
            list_piece(o, from);
    }
    for (unsigned side = 0; side < 2 && o->rs->geometry.castling != CASTLING_NONE; side++) {
        if (!chess_may_castle(o->rs, p, side))
            continue;
        xpgn_action a = chess_castling(p, side);
        action_list_add(&o->found, &a);
    }
}

size_t chess_actions(const xpgn_ruleset *rs, const struct state *s, xpgn_action *list,
                     size_t capacity) {
    return chess_actions_of(rs, s, ~0u, list, capacity);
}

size_t chess_actions_of(const xpgn_ruleset *rs, const struct state *s, unsigned types,
                        xpgn_action *list, size_t capacity) {
    struct legal_search o = search_of(rs, &s->position, SIZE_MAX);
    o.types = types;
    o.found = (struct action_list){list, capacity, 0};
    list_all(&o);
    return o.found.count;
}

bool chess_one_of(const xpgn_ruleset *rs, const struct state *s, unsigned types, xpgn_action *a) {
    struct legal_search o = search_of(rs, &s->position, 1);
    o.types = types;
    o.found = (struct action_list){a, 1, 0};
    list_all(&o);
    return o.found.count > 0;
}

/* For a pawn all squares that it could ever reach in one move; for a king also its rank, for
   castling. */
void chess_goals(const xpgn_position *p, uint64_t goals[XPGN_TYPES]) {
    unsigned us = p->side_to_move;
    bits own = p->seat[us], occupied = position_occupied(p), pawns = own & p->type[XPGN_PAWN];
    memset(goals, 0, XPGN_TYPES * sizeof *goals);
    for (own &= ~pawns; own != 0; own &= own - 1) {
        unsigned from = bits_first(own), type = XPGN_TYPE_OF(p->at[from]);
        goals[type] |= chess_reach(type, from, occupied);
    }
    bits ahead = us == 0 ? pawns << 8 : pawns >> 8;
    goals[XPGN_PAWN] = ahead | ahead << 1 | ahead >> 1 | (us == 0 ? ahead << 8 : ahead >> 8);
    if (p->king[us] != XPGN_NO_SQUARE)
        goals[XPGN_KING] |= RANK_BITS(p->king[us] / BOARD);
}

/* True if some pawn can certainly step: to an empty square, and neither on nor onto the last rank
   (CA-12). */
static bool has_free_pawn(const xpgn_position *p, bits free) {
    bits occupied = position_occupied(p);
    bits late = p->side_to_move == 0 ? RANK_BITS(6) | RANK_BITS(7) : RANK_BITS(1) | RANK_BITS(0);
    bits ahead = late | (p->side_to_move == 0 ? occupied >> 8 : occupied << 8);
    return (p->type[XPGN_PAWN] & ~ahead & free) != 0;
}

/* True if the king has an empty square to go to that is not attacked. */
static bool has_safe_flight(const xpgn_ruleset *rs, const xpgn_position *p) {
    unsigned us = p->side_to_move, king = p->king[us];
    if (rs->safety != SAFETY_NOT_LEFT || rs->outcome_safe || king == XPGN_NO_SQUARE)
        return false;
    bits others = position_occupied(p) & ~BIT(king);
    for (bits to = king_attacks(king) & ~others; to != 0; to &= to - 1) {
        if (attackers_of(p, bits_first(to), us ^ 1u, others) == 0)
            return true;
    }
    return false;
}

bool chess_any(const xpgn_ruleset *rs, const struct state *s) {
    xpgn_action none; /* they are counted, not kept */
    struct legal_search o = search_of(rs, &s->position, 1);
    o.found.list = &none;
    if (has_free_pawn(&s->position, o.free) || has_safe_flight(rs, &s->position))
        return true;
    list_all(&o);
    return o.found.count > 0;
}
