/* SPDX-License-Identifier: MIT */
/*
 * What a notation says where movement is that of chess: the one legal action that fits it, tried on
 * all that are listed; and if it broke the rules and stood, what the board can show of it.
 */
#include "rules_fixture.h"
#include "slow_chess.h"
#include "suite.h"

#include <stdlib.h>
#include <string.h>

/* ---- legal actions --------------------------------------------------------------------------- */

/* A pawn takes where its file is written, or where a sign says that it takes; else it steps. */
static bool pawn_fits(const struct notation *n, const xpgn_action *a) {
    bool aside = a->from % 8 != a->to % 8;
    return XPGN_TYPE_OF(a->piece) != XPGN_PAWN || !aside || n->from_file >= 0 ||
           n->sign >= SIGN_CAPTURE;
}

/* Where every combat is a capture the x says nothing that the board does not say. */
static bool sign_fits(const xpgn_ruleset *rs, const struct notation *n, const xpgn_action *a) {
    if (n->sign == SIGN_SHOT || n->sign == SIGN_RUN)
        return a->kind == (n->sign == SIGN_SHOT ? XPGN_SHOT : XPGN_RUN);
    return a->kind <= XPGN_ATTACK &&
           (rs->combat == COMBAT_CAPTURE || (a->kind == XPGN_ATTACK) == (n->sign == SIGN_CAPTURE));
}

/* An attack that may fail need not say what the pawn becomes. */
static bool promotion_fits(const xpgn_ruleset *rs, const struct notation *n, const xpgn_action *a) {
    bool may_fail = a->kind == XPGN_ATTACK && rs->combat != COMBAT_CAPTURE;
    return n->promotion == a->promotion || (n->promotion == 0 && may_fail);
}

static bool fits(const xpgn_ruleset *rs, const struct notation *n, const xpgn_action *a) {
    return n->kind == NOTATION_MOVE && a->kind != XPGN_CASTLING &&
           XPGN_TYPE_OF(a->piece) == n->type && (n->from_file < 0 || n->from_file == a->from % 8) &&
           (n->from_rank < 0 || n->from_rank == a->from / 8) && n->to_file == a->to % 8 &&
           n->to_rank == a->to / 8 && pawn_fits(n, a) && sign_fits(rs, n, a) &&
           promotion_fits(rs, n, a);
}

static struct notation random_move(struct dice *d, const xpgn_position *p) {
    struct notation n = {.kind = NOTATION_MOVE,
                         .sign = (enum notation_sign)dice_below(d, 5),
                         .type = (uint8_t)(1 + dice_below(d, 6)),
                         .letter = true,
                         .from_file = (int8_t)((int)dice_below(d, 9) - 1),
                         .from_rank = (int8_t)((int)dice_below(d, 9) - 1),
                         .to_file = (int8_t)dice_below(d, 8),
                         .to_rank = (int8_t)dice_below(d, 8)};
    unsigned from = dice_below(d, 64), hidden = dice_below(d, 4);
    if (p->at[from] != 0 && XPGN_SEAT_OF(p->at[from]) == p->side_to_move) {
        n.type = (uint8_t)XPGN_TYPE_OF(p->at[from]);
        n.from_file = (int8_t)(from % 8);
        n.from_rank = (int8_t)(from / 8);
    }
    if (n.type == XPGN_PAWN && n.from_file > 0 && n.from_file < 7 && dice_below(d, 2) == 0) {
        n.to_file = (int8_t)(n.from_file + (dice_below(d, 2) == 0 ? 1 : -1));
        n.to_rank = (int8_t)((n.from_rank + (p->side_to_move == 0 ? 1 : -1)) & 7);
    }
    n.from_file = (hidden & 1) != 0 ? -1 : n.from_file;
    n.from_rank = (hidden & 2) != 0 ? -1 : n.from_rank;
    if (n.type == XPGN_PAWN && dice_below(d, 3) == 0)
        n.to_rank = p->side_to_move == 0 ? 7 : 0;
    if (dice_below(d, n.type == XPGN_PAWN && n.to_rank % 7 == 0 ? 2 : 8) == 0)
        n.promotion = (uint8_t)(1 + dice_below(d, 6));
    return n;
}

/* The king to any square of its rank: Kg1, Ke1-g1, or e1h1 as engines write it. */
static struct notation random_castling(struct dice *d, const xpgn_position *p) {
    unsigned king = p->king[p->side_to_move], hidden = dice_below(d, 6);
    struct notation n = {.kind = NOTATION_MOVE,
                         .sign = (enum notation_sign)(dice_below(d, 8) % 5),
                         .letter = dice_below(d, 2) == 0,
                         .from_file = (int8_t)(hidden == 1 || hidden == 2 ? -1 : (int)king % 8),
                         .from_rank = (int8_t)(hidden == 1 || hidden == 3 ? -1 : (int)king / 8),
                         .to_file = (int8_t)dice_below(d, 8),
                         .to_rank = (int8_t)(king / 8),
                         .promotion = (uint8_t)(dice_below(d, 12) == 0 ? XPGN_QUEEN : 0)};
    n.type = n.letter ? XPGN_KING : XPGN_PAWN;
    if (dice_below(d, 8) == 0)
        n.from_file = (int8_t)dice_below(d, 8);
    if (dice_below(d, 8) == 0)
        n = (struct notation){.kind = dice_below(d, 2) == 0 ? NOTATION_SHORT : NOTATION_LONG};
    return n;
}

/* Near an action that is listed, so that many fit. */
static struct notation random_near(struct dice *d, const xpgn_position *p, const xpgn_action *list,
                                   size_t count) {
    struct notation n = random_move(d, p);
    if (count == 0 || dice_below(d, 4) == 0)
        return n;
    const xpgn_action *a = &list[dice_below(d, (unsigned)count)];
    n.type = (uint8_t)XPGN_TYPE_OF(a->piece);
    n.to_file = (int8_t)(a->to % 8);
    n.to_rank = (int8_t)(a->to / 8);
    n.from_file = dice_below(d, 2) == 0 ? -1 : (int8_t)(a->from % 8);
    n.from_rank = dice_below(d, 2) == 0 ? -1 : (int8_t)(a->from / 8);
    n.promotion = dice_below(d, 2) == 0 ? a->promotion : n.promotion;
    return n;
}

/* Is this castling written, by its sign or with both squares as a move of the king of two squares
   or more; in chess960 also as a move onto the rook? */
static bool castles(const xpgn_ruleset *rs, const struct notation *n, const xpgn_action *a) {
    bool east = a->drop > a->from, whole = n->from_file >= 0 && n->from_rank >= 0;
    int files = abs(n->to_file - a->from % 8), to = n->to_rank * 8 + n->to_file;
    if (a->kind != XPGN_CASTLING)
        return false;
    if (n->kind == NOTATION_SHORT || n->kind == NOTATION_LONG)
        return east == (n->kind == NOTATION_SHORT);
    if (n->promotion != 0 || n->sign >= SIGN_CAPTURE || !whole ||
        (n->letter && n->type != XPGN_KING))
        return false;
    if (n->from_file != a->from % 8 || n->from_rank != a->from / 8)
        return false;
    return (to == a->to && files > 1) || (rs->geometry.castling == CASTLING_960 && to == a->drop);
}

static void check_resolved(const xpgn_ruleset *rs, const struct state *s, const struct notation *n,
                           const xpgn_action *list, size_t count) {
    xpgn_action found, one = {0};
    size_t fit = 0;
    for (size_t i = 0; i < count; i++) {
        if (!castles(rs, n, &list[i]) && !fits(rs, n, &list[i]))
            continue;
        xpgn_action a = list[i];
        a.promotion = n->promotion;
        fit += fit == 0 || memcmp(&a, &one, sizeof a) != 0;
        one = a;
    }
    bool good = movement_resolve(rs, s, n, &found);
    HOLDS(good == (fit == 1), "%zu fit: type %u, %d-%d, sign %d, =%u", fit, n->type,
          n->from_rank * 8 + n->from_file, n->to_rank * 8 + n->to_file, n->sign, n->promotion);
    HOLDS(!good || memcmp(&found, &one, sizeof one) == 0, "another action");
}

START_TEST(a_notation_means_the_one_listed_action_that_fits_it) {
    static xpgn_ruleset rs;
    static xpgn_action list[1024];
    struct dice d = {7000 + (uint64_t)_i};
    fixture_numbered(&rs, _i);
    for (unsigned round = 0; round < 300; round++) {
        struct state s = {.turn = {0}};
        random_board(&d, &rs, &s.position);
        size_t count = movement_actions(&rs, &s, list, 1024);
        for (unsigned i = 0; i < 80; i++) {
            struct notation n = i < 60 ? random_near(&d, &s.position, list, count)
                                       : random_castling(&d, &s.position);
            check_resolved(&rs, &s, &n, list, count);
        }
    }
}
END_TEST

/* ---- what stood ------------------------------------------------------------------------------ */

static bool is_own_piece(const xpgn_position *p, int sq) {
    return p->at[sq] != 0 && XPGN_SEAT_OF(p->at[sq]) == p->side_to_move;
}

/* The piece that is meant is of the type and where the notation says; a pawn that takes nothing
   stays on its file. */
static bool slow_meant(const xpgn_position *p, const struct notation *n, int sq) {
    bool straight = n->type == XPGN_PAWN && n->from_file < 0 && n->sign < SIGN_CAPTURE;
    return is_own_piece(p, sq) && XPGN_TYPE_OF(p->at[sq]) == n->type &&
           (n->from_file < 0 || n->from_file == sq % 8) &&
           (n->from_rank < 0 || n->from_rank == sq / 8) && (!straight || sq % 8 == n->to_file);
}

/* Does it go there as such a piece does, its king left aside? */
static bool slow_reaches(const xpgn_ruleset *rs, const xpgn_position *p, int from, int to) {
    unsigned type = XPGN_TYPE_OF(p->at[from]);
    int ahead = p->side_to_move == 0 ? 8 : -8, second = p->side_to_move == 0 ? 1 : 6;
    if (slow_attacks(p->at, type, p->side_to_move, (unsigned)from, (unsigned)to))
        return true;
    if (type != XPGN_PAWN || p->at[to] != 0)
        return false;
    return to == from + ahead || (rs->double_step && to == from + 2 * ahead && from / 8 == second &&
                                  p->at[from + ahead] == 0);
}

/* The piece that is taken: the one there, or the pawn taken en passant. */
static int slow_target(const xpgn_position *p, int from, int to) {
    int fifth = p->side_to_move == 0 ? 5 : 2, passed = to + (p->side_to_move == 0 ? -8 : 8);
    if (p->at[to] != 0)
        return to;
    if (XPGN_TYPE_OF(p->at[from]) != XPGN_PAWN || to / 8 != fifth ||
        !slow_attacks(p->at, XPGN_PAWN, p->side_to_move, (unsigned)from, (unsigned)to))
        return XPGN_NO_SQUARE;
    bool enemy =
        p->at[passed] != 0 && !is_own_piece(p, passed) && XPGN_TYPE_OF(p->at[passed]) == XPGN_PAWN;
    return enemy ? passed : XPGN_NO_SQUARE;
}

/* Is what the pawn becomes written where it has to be, and only there? */
static bool slow_arrives(const xpgn_ruleset *rs, const xpgn_position *p, const struct notation *n,
                         bool takes) {
    int first = p->side_to_move == 0 ? 0 : 7;
    if (n->type != XPGN_PAWN || (n->to_rank != 0 && n->to_rank != 7))
        return n->promotion == 0;
    if (n->to_rank == first)
        return false;
    if (n->promotion != 0)
        return n->promotion > XPGN_PAWN && n->promotion < XPGN_KING;
    return rs->arrival != ARRIVAL_PROMOTE || (takes && rs->combat != COMBAT_CAPTURE);
}

static bool slow_stood(const xpgn_ruleset *rs, const xpgn_position *p, const struct notation *n,
                       xpgn_action *a) {
    int to = n->to_rank * 8 + n->to_file, from = -1, meant = 0, reaching = 0;
    for (int sq = 0; sq < 64; sq++) {
        bool reaches = slow_meant(p, n, sq) && slow_reaches(rs, p, sq, to);
        meant += slow_meant(p, n, sq);
        reaching += reaches;
        if (reaches || (slow_meant(p, n, sq) && reaching == 0))
            from = sq;
    }
    if ((reaching > 0 ? reaching : meant) != 1 || is_own_piece(p, to))
        return false;
    int target = slow_target(p, from, to);
    bool king = p->at[to] != 0 && XPGN_TYPE_OF(p->at[to]) == XPGN_KING, takes = target < 64;
    *a = (xpgn_action){.kind = n->sign == SIGN_SHOT  ? XPGN_SHOT
                               : n->sign == SIGN_RUN ? XPGN_RUN
                               : takes               ? XPGN_ATTACK
                                                     : XPGN_STEP,
                       .piece = p->at[from],
                       .from = (xpgn_square)from,
                       .to = (xpgn_square)to,
                       .target = (xpgn_square)target,
                       .promotion = n->promotion,
                       .drop = XPGN_NO_SQUARE};
    return !(king && rs->safety == SAFETY_NOT_LEFT) &&
           (n->sign < SIGN_SHOT || (rs->combat == COMBAT_POOLS && p->at[to] != 0)) &&
           slow_arrives(rs, p, n, takes);
}

/* Castling with the outermost rook on that side, from the own first rank, if nobody else stands
   where king and rook go. */
static bool slow_castled(const xpgn_ruleset *rs, const xpgn_position *p, bool king_side,
                         xpgn_action *a) {
    int home = p->side_to_move == 0 ? 0 : 56, king = p->king[p->side_to_move], rook = -1;
    int king_to = home + (king_side ? 6 : 2), rook_to = home + (king_side ? 5 : 3);
    if (rs->geometry.castling == CASTLING_NONE || king < home || king > home + 7)
        return false;
    for (int sq = home; sq < home + 8; sq++) {
        bool outer = king_side ? sq > king : sq < king && rook < 0;
        if (outer && is_own_piece(p, sq) && XPGN_TYPE_OF(p->at[sq]) == XPGN_ROOK)
            rook = sq;
    }
    *a = (xpgn_action){.kind = XPGN_CASTLING,
                       .piece = p->at[king],
                       .from = (xpgn_square)king,
                       .to = (xpgn_square)king_to,
                       .target = XPGN_NO_SQUARE,
                       .drop = (xpgn_square)rook};
    return rook >= 0 && (p->at[king_to] == 0 || king_to == king || king_to == rook) &&
           (p->at[rook_to] == 0 || rook_to == king || rook_to == rook);
}

START_TEST(castling_that_stood_needs_its_pieces_and_two_squares) {
    static xpgn_ruleset rs;
    struct dice d = {8000 + (uint64_t)_i};
    fixture_numbered(&rs, _i);
    for (unsigned round = 0; round < 3000; round++) {
        struct state s = {.turn = {0}};
        xpgn_action a, right;
        random_board(&d, &rs, &s.position);
        if (round % 5 == 0)
            s.position.king[s.position.side_to_move] = XPGN_NO_SQUARE;
        rs.geometry.castling = round % 7 == 0 ? CASTLING_NONE : CASTLING_960;
        for (int side = 0; side < 2; side++) {
            struct notation n = {.kind = side == 0 ? NOTATION_SHORT : NOTATION_LONG};
            bool good = slow_castled(&rs, &s.position, side == 0, &right);
            HOLDS(movement_force(&rs, &s, &n, &a) == good, "round %u, side %d", round, side);
            HOLDS(!good || memcmp(&a, &right, sizeof a) == 0, "another action");
        }
    }
}
END_TEST

START_TEST(what_stood_is_what_the_board_can_show_of_it) {
    static xpgn_ruleset rs;
    struct dice d = {9000 + (uint64_t)_i};
    fixture_numbered(&rs, _i);
    for (unsigned round = 0; round < 300; round++) {
        struct state s = {.turn = {0}};
        random_board(&d, &rs, &s.position);
        for (unsigned i = 0; i < 60; i++) {
            struct notation n = random_move(&d, &s.position);
            xpgn_action a, right;
            bool good = slow_stood(&rs, &s.position, &n, &right);
            HOLDS(movement_force(&rs, &s, &n, &a) == good, "%d: type %u, %d-%d, sign %d, =%u", good,
                  n.type, n.from_rank * 8 + n.from_file, n.to_rank * 8 + n.to_file, n.sign,
                  n.promotion);
            HOLDS(!good || memcmp(&a, &right, sizeof a) == 0, "another action");
        }
    }
}
END_TEST

/* ---- refusals -------------------------------------------------------------------------------- */

enum {
    CHESS = 0,
    CHESS960 = 1,
    SAFETY = 2,
    ATTACK = 4,
    RESCUE = 5,
    RUNS = 6,
    DICE = 8,
    SHOOTING = 9
};

#define HOME "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
#define PAWNS "4k3/8/8/p6p/8/P4P1P/P1P5/4K3 w - - 0 1"
#define ARRIVING "1n1nk1n1/P1P3PP/8/8/8/8/8/4K3 w - - 0 1"
#define KNIGHTS "4k3/8/8/N3p2N/8/8/8/N3K2N w - - 0 1"

static const struct {
    int rules;
    const char *xfen, *text, *reason;
} reasons[] = {
    /* castling */
    {ATTACK, "r6r/8/8/8/8/8/8/R6R w - - 0 1", "O-O", "white cannot castle without a king"},
    {CHESS, "4k3/8/8/8/8/8/8/R2K3R w - - 0 1", "O-O",
     "white cannot castle: the king on d1 is not at home"},
    {CHESS, "r3k1r1/8/8/8/8/8/8/4K3 b - - 0 1", "O-O",
     "black can no longer castle kingside: the king or that rook has left its square"},
    {CHESS, "r2k3r/8/8/8/8/8/8/4K3 b - - 0 1", "O-O",
     "black cannot castle: the king on d8 is not at home"},
    {CHESS, "r3k2r/8/8/8/8/8/8/R3K2R w k - 0 1", "O-O-O",
     "white can no longer castle queenside: the king or that rook has left its square"},
    {CHESS, "r3k2r/8/8/8/8/8/8/R3K2R w k - 0 1", "Kg1", "the king on e1 cannot reach g1"},
    {CHESS, "r3k2r/8/8/8/8/8/8/R3K2R b K - 0 1", "O-O-O",
     "black can no longer castle queenside: the king or that rook has left its square"},
    {CHESS960, "4k3/8/8/8/8/8/8/RK5R w - - 0 1", "O-O-O",
     "white can no longer castle queenside: the king or that rook has left its square"},
    {CHESS, "4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", "O-O", "the knight on g1 blocks castling"},
    {CHESS, "4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", "O-O-O", "the knight on b1 blocks castling"},
    {CHESS, "4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", "O-O",
     "castling out of check: the rook on e2 attacks the king on e1"},
    {CHESS, "4k3/8/8/8/8/8/5r2/R3K2R w KQ - 0 1", "O-O",
     "castling through f1, which the rook on f2 attacks"},
    {CHESS, "4k3/8/8/8/8/8/6r1/R3K2R w KQ - 0 1", "O-O",
     "castling to g1, which the rook on g2 attacks"},
    {CHESS, "4k3/8/8/8/8/8/2r5/R3K2R w KQ - 0 1", "O-O-O",
     "castling to c1, which the rook on c2 attacks"},
    {SAFETY, "4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", "O-O",
     "castling out of check: the rook on e2 attacks the king on e1"},
    {SAFETY, "4k3/8/8/8/8/8/6r1/R3K2R w KQ - 0 1", "O-O",
     "castling to g1, which the rook on g2 attacks"},
    {CHESS960, "4k1r1/8/8/8/8/8/8/6KR w H - 0 1", "O-O",
     "castling to g1, which the rook on g8 attacks"},
    {CHESS960, "4k1r1/8/8/8/8/8/8/5KR1 w G - 0 1", "O-O",
     "castling to g1, which the rook on g8 attacks"},
    {CHESS960, "4kr2/8/8/8/8/8/8/5KR1 w G - 0 1", "O-O",
     "castling out of check: the rook on f8 attacks the king on f1"},
    /* what there is not */
    {CHESS, HOME, "--", "a turn cannot be passed: white must move"},
    {CHESS, "4k3/8/8/8/8/8/8/4K3 b - - 0 1", "--", "a turn cannot be passed: black must move"},
    {CHESS, HOME, "N@e4", "this game has no drops with @"},
    {CHESS, HOME, "K@-", "this game has no drops with @"},
    {CHESS, HOME, "Ra9", "there is no such square: the board ends at h8"},
    {CHESS, HOME, "Ri1", "there is no such square: the board ends at h8"},
    {CHESS, HOME, "Rh9", "there is no such square: the board ends at h8"},
    {CHESS, HOME, "Rsa8", "shooting is not in force in this game"},
    {CHESS, HOME, "Rxxa8", "the suicide run is not in force in this game"},
    /* the own side in the way */
    {CHESS, KNIGHTS, "Kxa1", "the knight on a1 of the same side is in the way"},
    {CHESS, KNIGHTS, "Nh1", "the knight on h1 of the same side is in the way"},
    {CHESS, PAWNS, "a3", "the pawn on a3 of the same side is in the way"},
    /* another piece than is written */
    {CHESS, KNIGHTS, "Ba1c2", "a knight stands on a1, not a bishop"},
    {CHESS, KNIGHTS, "Bh5f6", "a knight stands on h5, not a bishop"},
    {CHESS, KNIGHTS, "h1g3", "a knight stands on h1, not a pawn"},
    {CHESS, KNIGHTS, "Be5d4", "white has no bishop"},
    {CHESS, KNIGHTS, "Na2c3", "there is no white knight on a2"},
    {CHESS, KNIGHTS, "Na9c8", "there is no white knight on a9"},
    {CHESS, KNIGHTS, "Na1d5", "the knight on a1 cannot reach d5"},
    {CHESS, PAWNS, "Nh3h4", "a pawn stands on h3, not a knight"},
    {CHESS, PAWNS, "Na2a4", "a pawn stands on a2, not a knight"},
    /* pieces that cannot get there */
    {CHESS, KNIGHTS, "Qd4", "white has no queen"},
    {CHESS, KNIGHTS, "Nd5", "no white knight can reach d5"},
    {CHESS, KNIGHTS, "Nae4", "no white knight on the a-file can reach e4"},
    {CHESS, KNIGHTS, "Nhe4", "no white knight on the h-file can reach e4"},
    {CHESS, KNIGHTS, "N1e4", "no white knight on rank 1 can reach e4"},
    {CHESS, KNIGHTS, "N5e4", "no white knight on rank 5 can reach e4"},
    {CHESS, KNIGHTS, "Nge4", "there is no white knight on the g-file"},
    {CHESS, KNIGHTS, "N8e4", "there is no white knight on rank 8"},
    {CHESS, "4k3/8/8/8/8/8/8/4K2B w - - 0 1", "Bh8", "the bishop on h1 cannot reach h8"},
    {CHESS, "4k3/8/8/3p4/8/8/8/4K2B w - - 0 1", "Bc6",
     "the bishop on h1 cannot reach c6: the pawn on d5 is in the way"},
    {CHESS, "4k3/8/8/3P4/8/8/6p1/4K2B w - - 0 1", "Ba8",
     "the bishop on h1 cannot reach a8: the pawn on g2 is in the way"},
    {CHESS, "4k3/8/8/8/8/8/R2p2pK/8 w - - 0 1", "Rh2",
     "the king on h2 of the same side is in the way"},
    {CHESS, "4k3/8/8/8/8/8/R2p2p1/4K3 w - - 0 1", "Rh2",
     "the rook on a2 cannot reach h2: the pawn on d2 is in the way"},
    {CHESS, KNIGHTS, "Ke3", "the king on e1 cannot reach e3"},
    /* pawns that take */
    {CHESS, PAWNS, "axb4",
     "a pawn cannot take on b4: the square is empty, and en passant is not possible"},
    {CHESS, PAWNS, "hxg4",
     "a pawn cannot take on g4: the square is empty, and en passant is not possible"},
    {CHESS, PAWNS, "xb4",
     "a pawn cannot take on b4: the square is empty, and en passant is not possible"},
    {CHESS, PAWNS, "xa5", "no white pawn can take on a5"},
    {CHESS, PAWNS, "xh5", "no white pawn can take on h5"},
    {CHESS, PAWNS, "fxh5", "no white pawn on the f-file can take on h5"},
    {CHESS, PAWNS, "a3xh5", "no white pawn on a3 can take on h5"},
    {CHESS, PAWNS, "cxa5", "no white pawn on the c-file can take on a5"},
    {CHESS, PAWNS, "axa5", "a pawn cannot step to a5: the pawn on a5 stands there"},
    {CHESS, PAWNS, "hxh5", "a pawn cannot step to h5: the pawn on h5 stands there"},
    {ATTACK, PAWNS, "axa4", "there is no black piece on a4 to attack"},
    {ATTACK, PAWNS, "hxh4", "there is no black piece on h4 to attack"},
    {ATTACK, PAWNS, "fxf4", "there is no black piece on f4 to attack"},
    {CHESS, "4k3/8/8/8/p1Pp1p1p/8/8/4K3 b - c3 0 1", "axc3",
     "no black pawn on the a-file can take on c3"},
    {CHESS, "4k3/8/8/8/p1Pp1p1p/8/8/4K3 b - c3 0 1", "xb3",
     "a pawn cannot take on b3: the square is empty, and en passant is not possible"},
    {CHESS, "4k3/8/8/8/3pP2p/8/8/4K3 b - e3 0 1", "hxe3",
     "no black pawn on the h-file can take on e3"},
    /* pawns that step */
    {CHESS, PAWNS, "a5", "a pawn cannot step to a5: the pawn on a5 stands there"},
    {CHESS, PAWNS, "h5", "a pawn cannot step to h5: the pawn on h5 stands there"},
    {CHESS, PAWNS, "a4=Q", "a pawn is not promoted on a4, only on rank 8"},
    {CHESS, PAWNS, "c5", "no white pawn can step to c5"},
    {CHESS, PAWNS, "c1", "no white pawn can step to c1"},
    {CHESS, PAWNS, "f5", "the pawn on f3 cannot make a double step: it is not on its second rank"},
    {CHESS, PAWNS, "b4", "no white pawn can step to b4"},
    {CHESS, PAWNS, "a2a4", "the pawn on a2 cannot jump over the pawn on a3"},
    {CHESS, PAWNS, "a2a5", "a pawn cannot step to a5: the pawn on a5 stands there"},
    {CHESS, PAWNS, "2f4", "no white pawn on rank 2 can step to f4"},
    {ATTACK, PAWNS, "a5", "missing x: this attacks the black pawn on a5"},
    /* arrivals */
    {CHESS, ARRIVING, "a8", "a pawn that reaches a8 must be promoted"},
    {CHESS, ARRIVING, "h8=K", "a pawn cannot be promoted to a king"},
    {CHESS, ARRIVING, "h8=P", "a pawn cannot be promoted to a pawn"},
    {CHESS, ARRIVING, "axb8", "a pawn that reaches b8 must be promoted"},
    {CHESS, ARRIVING, "xb8", "a pawn that reaches b8 must be promoted"},
    {CHESS, ARRIVING, "cxb8=K", "a pawn cannot be promoted to a king"},
    {CHESS, "4k3/7p/8/8/8/8/p7/4K3 b - - 0 1", "a1", "a pawn that reaches a1 must be promoted"},
    {CHESS, "4k3/7p/8/8/8/8/p7/4K3 b - - 0 1", "h6=Q",
     "a pawn is not promoted on h6, only on rank 1"},
    {ATTACK, ARRIVING, "a8=Q", "a pawn that reaches a8 stays a pawn"},
    {ATTACK, ARRIVING, "axb8=Q", "a pawn that reaches b8 stays a pawn"},
    {RESCUE, "1n2k3/P7/8/8/8/8/8/4K3[NNq] w - - 0 1", "a8=Q",
     "no removed white queen can be rescued"},
    {RESCUE, ARRIVING, "axb8=R", "no removed white rook can be rescued"},
    {DICE, ARRIVING, "a8", "a pawn that reaches a8 must be promoted"},
    {DICE, ARRIVING, "axb8=K", "a pawn cannot be promoted to a king"},
    {CHESS, ARRIVING, "Kd1=Q", "a king cannot be promoted"},
    /* the signs */
    {ATTACK, KNIGHTS, "Ne5", "missing x: this attacks the black pawn on e5"},
    {ATTACK, KNIGHTS, "Nxc4", "there is no black piece on c4 to attack"},
    {ATTACK, "4k3/8/8/4p3/2N5/8/8/4K3 w - - 0 1", "Ne5",
     "missing x: this attacks the black pawn on e5"},
    {ATTACK, "4k3/8/8/4p3/2N5/8/8/4K3 w - - 0 1", "N-e5",
     "missing x: this attacks the black pawn on e5"},
    {ATTACK, "4k3/8/8/4p3/3P4/8/8/4K3 w - - 0 1", "de5",
     "missing x: this attacks the black pawn on e5"},
    {ATTACK, "4k3/8/8/4p3/3P4/8/8/4K3 w - - 0 1", "d4-e5",
     "missing x: this attacks the black pawn on e5"},
    {ATTACK, "4k3/8/8/4p3/3P4/8/8/4K3 b - - 0 1", "ed4",
     "missing x: this attacks the white pawn on d4"},
    {DICE, "4k3/8/8/4p3/2N5/8/8/4K3 w - - 0 1", "Nse5", "shooting is not in force in this game"},
    {DICE, "4k3/8/8/4p3/2N5/8/8/4K3 w - - 0 1", "Nxxe5",
     "the suicide run is not in force in this game"},
    {RUNS, "4k3/8/8/4p3/2N5/8/8/4K3 w - - 0 1", "Nse5", "shooting is not in force in this game"},
    {SHOOTING, "4k3/8/8/4p3/2N5/8/8/4K3 w - - 0 1", "Nxxe5",
     "the suicide run is not in force in this game"},
    {SHOOTING, "4k3/8/8/4p3/2N5/8/8/4K3 w - - 0 1", "Nsd6", "there is no black piece on d6"},
    {RUNS, "4k3/8/8/4p3/2N5/8/8/4K3 w - - 0 1", "Nxxd6", "there is no black piece on d6"},
    {SHOOTING, "4k3/8/8/4p3/3P4/8/8/4K3 w - - 0 1", "dse5", "a pawn cannot shoot"},
    {SHOOTING, "4k3/8/8/4p3/3P4/8/8/4K3 w - - 0 1", "dsc5", "there is no black piece on c5"},
    {SHOOTING, "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "dse3",
     "en passant is not possible with a shot"},
    {SHOOTING, "4k3/8/8/8/3pP3/2n5/8/4K3 b - e3 0 1", "Nse3", "there is no white piece on e3"},
    {RUNS, "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "dxxe3",
     "en passant is not possible with a suicide run"},
    {SHOOTING, "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "Kse2", "a king cannot shoot"},
    {RUNS, "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "Kxxe2", "a king cannot make a suicide run"},
    /* the own king */
    {CHESS, "4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1", "Rh2",
     "the rook on e2 is pinned: the king on e1 would be in check from the rook on e8"},
    {CHESS, "4r2k/8/8/8/8/8/8/R3K3 w - - 0 1", "Ra8",
     "white is in check from the rook on e8, and the rook on a1 does not stop it"},
    {CHESS, "r3r2k/8/8/8/8/8/8/R3K3 w - - 0 1", "Rxa8",
     "white is in check from the rook on e8, and the rook on a1 does not stop it"},
    {CHESS, "7k/8/8/8/8/8/3r4/4K3 w - - 0 1", "Ke2",
     "the king cannot go to e2, which the rook on d2 attacks"},
    {CHESS, "7k/8/8/8/8/8/r2r4/4K3 w - - 0 1", "Kxd2",
     "the king cannot go to d2, which the rook on a2 attacks"},
    {CHESS, "7k/8/8/8/b7/8/2P5/3K4 w - - 0 1", "c3",
     "the pawn on c2 is pinned: the king on d1 would be in check from the bishop on a4"},
    {CHESS, "7k/8/8/K2pP2r/8/8/8/8 w - d6 0 1", "exd6",
     "the pawn on e5 is pinned: the king on a5 would be in check from the rook on h5"},
    {CHESS, "7k/8/8/3pP3/8/2n5/8/3K4 w - d6 0 1", "exd6",
     "white is in check from the knight on c3, and the pawn on e5 does not stop it"},
    {CHESS, "1b5k/8/8/4K3/8/8/8/8 w - - 0 1", "Kf4",
     "the king cannot go to f4, which the bishop on b8 attacks"},
    {CHESS, "4k3/4r3/8/8/8/8/8/K3R3 b - - 0 1", "Rh7",
     "the rook on e7 is pinned: the king on e8 would be in check from the rook on e1"},
    {CHESS, "4k3/r7/8/8/8/8/8/K3R3 b - - 0 1", "Ra5",
     "black is in check from the rook on e1, and the rook on a7 does not stop it"},
    {CHESS, "4k3/r7/8/8/8/8/8/K2R4 b - - 0 1", "Kd8",
     "the king cannot go to d8, which the rook on d1 attacks"},
    {SAFETY, "7k/8/8/8/8/8/3r4/4K3 w - - 0 1", "Ke2",
     "the king cannot go to e2, which the rook on d2 attacks"},
    /* several */
    {CHESS, "4k3/8/8/8/8/8/3N4/1K4N1 w - - 0 1", "Nf3",
     "the knight on g1 and the knight on d2 can both go to f3"},
    {CHESS, "4k3/8/8/4N3/8/8/3N4/1K4N1 w - - 0 1", "Nf3",
     "the knight on g1, the knight on d2 and others can go to f3"},
    {CHESS, "3n2k1/2P1P3/8/8/8/8/8/6K1 w - - 0 1", "xd8=Q",
     "the pawn on c7 and the pawn on e7 can both go to d8"},
    {CHESS, "3n2k1/2P1P3/8/8/8/8/8/6K1 w - - 0 1", "xd8",
     "a pawn that reaches d8 must be promoted"},
    {DICE, "3n2k1/2P1P3/8/8/8/8/8/6K1 w - - 0 1", "xd8=Q",
     "the pawn on c7 and the pawn on e7 can both go to d8"},
    {DICE, "3n2k1/2P1P3/8/8/8/8/8/6K1 w - - 0 1", "xd8",
     "the pawn on c7 and the pawn on e7 can both go to d8"},
    {DICE, "6k1/8/8/8/3n4/2P1P3/8/6K1 w - - 0 1", "xd4",
     "the pawn on c3 and the pawn on e3 can both go to d4"},
    {CHESS, "6k1/8/8/2PpP3/8/8/8/6K1 w - d6 0 1", "xd6",
     "the pawn on c5 and the pawn on e5 can both go to d6"},
    {SHOOTING, "4k3/8/8/3p4/8/2N1N3/8/4K3 w - - 0 1", "Nsd5",
     "the knight on c3 and the knight on e3 can both go to d5"},
};

START_TEST(a_refusal_says_why) {
    static xpgn_ruleset rs;
    struct refusal why;
    struct state s = {.turn = {0}};
    struct notation n;
    xpgn_action a;
    fixture_numbered(&rs, reasons[_i].rules);
    ck_assert(fixture_position(&rs, reasons[_i].xfen, &s.position));
    ck_assert(notation_read(slice_of(reasons[_i].text), &n));
    ck_assert_msg(!movement_resolve(&rs, &s, &n, &a), "%s is legal", reasons[_i].text);
    movement_explain(&rs, &s, &n, true, &why);
    ck_assert_str_eq(why.text, reasons[_i].reason);
}
END_TEST

int main(void) {
    TCase *tcase = tcase_create("chess written");
    tcase_add_loop_test(tcase, a_notation_means_the_one_listed_action_that_fits_it, 0, RULESETS);
    tcase_add_loop_test(tcase, castling_that_stood_needs_its_pieces_and_two_squares, 0, RULESETS);
    tcase_add_loop_test(tcase, what_stood_is_what_the_board_can_show_of_it, 0, RULESETS);
    tcase_add_loop_test(tcase, a_refusal_says_why, 0, sizeof reasons / sizeof *reasons);
    Suite *suite = suite_create("chess written");
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
