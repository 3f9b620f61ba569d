/* SPDX-License-Identifier: MIT */
/*
 * What a notation says where movement is that of chess: the one legal action that fits it, tried on
 * all that are listed; and if it broke the rules and stood, what the board can show of it.
 */
#include "rules_fixture.h"
#include "slow_chess.h"
#include "suite.h"

#include <stdio.h>
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
    return a->kind != XPGN_CASTLING && XPGN_TYPE_OF(a->piece) == n->type &&
           (n->from_file < 0 || n->from_file == a->from % 8) &&
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
    n.from_file = (hidden & 1) != 0 ? -1 : n.from_file;
    n.from_rank = (hidden & 2) != 0 ? -1 : n.from_rank;
    if (n.type == XPGN_PAWN && dice_below(d, 3) == 0)
        n.to_rank = p->side_to_move == 0 ? 7 : 0;
    if (dice_below(d, n.type == XPGN_PAWN && n.to_rank % 7 == 0 ? 2 : 8) == 0)
        n.promotion = (uint8_t)(1 + dice_below(d, 6));
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

static void check_resolved(const xpgn_ruleset *rs, const struct state *s, const struct notation *n,
                           const xpgn_action *list, size_t count) {
    xpgn_action found, one = {0};
    size_t fit = 0;
    for (size_t i = 0; i < count; i++) {
        if (!fits(rs, n, &list[i]))
            continue;
        xpgn_action a = list[i];
        a.promotion = n->promotion;
        fit += fit == 0 || memcmp(&a, &one, sizeof a) != 0;
        one = a;
    }
    bool good = movement_resolve(rs, s, n, &found);
    if (good && found.kind == XPGN_CASTLING)
        return;
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
        for (unsigned i = 0; i < 60; i++) {
            struct notation n = random_near(&d, &s.position, list, count);
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

/* The piece that is taken: what stands there, or the pawn that a pawn takes in passing. */
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

int main(void) {
    TCase *tcase = tcase_create("chess written");
    tcase_add_loop_test(tcase, a_notation_means_the_one_listed_action_that_fits_it, 0, RULESETS);
    tcase_add_loop_test(tcase, what_stood_is_what_the_board_can_show_of_it, 0, RULESETS);
    Suite *suite = suite_create("chess written");
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
