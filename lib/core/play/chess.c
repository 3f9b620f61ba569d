/* SPDX-License-Identifier: MIT */
/* Chess movement: promotions, who may shoot or run, and playing an action. */
#include "core/play/chess.h"

unsigned chess_arrivals(const xpgn_ruleset *rs, const xpgn_position *p, bool attack) {
    unsigned types = 0;
    if (rs->arrival == ARRIVAL_PROMOTE) {
        /* A failed attack does not promote, and is written without a promotion (FD-1). */
        bool open = attack && !attacks_capture(rs);
        return rs->piece[XPGN_PAWN].promotes_to | (open ? 1u : 0);
    }
    if (rs->arrival != ARRIVAL_RESCUE)
        return 1;
    for (unsigned type = XPGN_PAWN; type < XPGN_TYPES; type++)
        types |= p->held[p->side_to_move][type] > 0 ? 1u << type : 0;
    return types | 1;
}

/* ---- attacks that are not moves -------------------------------------------------------------- */

bool chess_may_shoot(const xpgn_ruleset *rs, xpgn_piece piece) {
    const struct piece_rules *r = rules_of(rs, piece);
    return rs->shooting && r->shoots && r->attack[XPGN_IS_WOUNDED(piece)] / 2 >= 1;
}

bool chess_may_run(const xpgn_ruleset *rs, xpgn_piece piece, xpgn_piece target) {
    return rs->suicide_run && rules_of(rs, piece)->runs && combat_needs(rs, piece, target) == 0;
}

/* ---- kings and blows ------------------------------------------------------------------------- */

bits chess_killers(const xpgn_ruleset *rs, const xpgn_position *p, unsigned seat, unsigned hits) {
    bits killers = 0;
    for (unsigned type = XPGN_PAWN; type < XPGN_TYPES; type++)
        if (rs->piece[type].damage >= hits)
            killers |= p->type[type];
    return killers & p->seat[seat ^ 1];
}

/* What a blow leaves of both sides, 0 or less of one that is removed. */
struct blow {
    int left[2];
};
static struct blow blow_of(const xpgn_ruleset *rs, const xpgn_position *p, unsigned from,
                           unsigned target) {
    const int had[2] = {(int)hits_of(rs, p, from), (int)hits_of(rs, p, target)};
    return (struct blow){{had[0] - blow_takes(rs, p->at[from], had[1], 0),
                          had[1] - blow_takes(rs, p->at[from], had[1], 1)}};
}

bool chess_blow_wins(const xpgn_ruleset *rs, const xpgn_position *p, unsigned from,
                     unsigned target) {
    const struct blow b = blow_of(rs, p, from, target);
    return b.left[0] > 0 && b.left[1] <= 0;
}

struct chess_outcome chess_outcome_of(const xpgn_ruleset *rs, const xpgn_position *p,
                                      struct chess_intent in, unsigned from) {
    const unsigned target = in.passed != 0 ? bits_first(in.passed) : in.to;
    const bool fights = p->at[target] != 0, king = in.type == XPGN_KING;
    struct chess_outcome o = {XPGN_NO_SQUARE, p->king[in.us], 0};
    struct blow b = {{(int)hits_of(rs, p, from), 0}};
    if (fights)
        b = blow_of(rs, p, from, target);
    const bool lives = b.left[0] > 0, falls = b.left[1] <= 0, goes = lives && falls;
    if ((king && !lives) || (fights && target == p->king[in.us ^ 1] && falls))
        o.removed = (xpgn_square)(king && !lives ? from : target);
    if (king && goes)
        o.king = (xpgn_square)in.to;
    if (o.removed != XPGN_NO_SQUARE || o.king == XPGN_NO_SQUARE)
        return o;
    const bits gone = (goes || !lives ? BIT(from) : 0) | (falls ? BIT(target) : 0);
    const bits occupied = (position_occupied(p) & ~gone) | (goes ? BIT(in.to) : 0);
    const unsigned hits = king ? (unsigned)b.left[0] : hits_of(rs, p, o.king);
    o.danger =
        attackers_of(p, o.king, in.us ^ 1u, occupied) & ~gone & chess_killers(rs, p, in.us, hits);
    return o;
}

/* ---- playing --------------------------------------------------------------------------------- */

/* Plays a shot or suicide run (FD-6, FD-8) as if won, or a pass: no piece moves. */
static void play_removals(xpgn_position *p, const xpgn_action *a) {
    if (a->target != XPGN_NO_SQUARE)
        position_lift(p, a->target);
    if (a->kind == XPGN_RUN)
        position_lift(p, a->from);
    p->ep_square = XPGN_NO_SQUARE;
}

static void play_move(const xpgn_ruleset *rs, xpgn_position *p, const xpgn_action *a) {
    bool attacks = a->target != XPGN_NO_SQUARE;
    xpgn_piece piece = piece_on_arrival(rs, p, a, a->piece);
    unsigned seat = XPGN_SEAT_OF(piece), target = attacks ? a->target : a->to;
    struct chess_move m = {seat,   XPGN_TYPE_OF(a->piece), a->from, a->to,
                           target, XPGN_TYPE_OF(piece),    piece};
    if (attacks && p->king[m.us ^ 1] == a->target)
        p->king[m.us ^ 1] = XPGN_NO_SQUARE;
    chess_make(p, m, attacks, rs->geometry.wounds);
    if (!rs->geometry.en_passant || rs->geometry.several_passed)
        p->ep_square = XPGN_NO_SQUARE;
    p->type[0] = 0;
}

/* Hit points go with the pieces; one that is promoted has all of its new type. Before the action
   is played. */
static __attribute__((noinline)) void play_hits(xpgn_position *p, const xpgn_action *a) {
    uint8_t *left = p->hits.left;
    const uint8_t king = left[a->from], rook = a->kind == XPGN_CASTLING ? left[a->drop] : 0;
    left[a->from] = 0;
    if (a->target != XPGN_NO_SQUARE)
        left[a->target] = 0;
    if (a->kind == XPGN_CASTLING) {
        left[a->drop] = 0;
        left[chess_castling_path(a->from, a->drop).rook_to] = rook;
    }
    left[a->to] = a->promotion != 0 ? 0 : king;
}

void chess_play(const xpgn_ruleset *rs, xpgn_position *p, const xpgn_action *a) {
    bits left = a->kind == XPGN_PASS || a->kind == XPGN_SHOT ? 0 : BIT(a->from);
    bool pawn = XPGN_TYPE_OF(a->piece) == XPGN_PAWN;
    if (a->target != XPGN_NO_SQUARE)
        left |= BIT(a->target);
    if (rs->geometry.hits && a->kind != XPGN_PASS)
        play_hits(p, a);
    if (a->kind != XPGN_CASTLING)
        chess_drop_rights(p, left);
    if (!turn_is_several(rs)) /* a longer turn counts as a whole, at its end */
        position_tick(p, pawn || a->target != XPGN_NO_SQUARE);
    if (a->kind == XPGN_CASTLING)
        chess_castle(p, a->from, a->drop);
    else if (a->kind == XPGN_RUN || a->kind == XPGN_SHOT || a->kind == XPGN_PASS)
        play_removals(p, a);
    else
        play_move(rs, p, a);
    if (p->ep_files != 0)
        p->ep_files &= chess_double_steps(p, p->side_to_move ^ 1u);
}
