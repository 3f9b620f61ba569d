/* SPDX-License-Identifier: MIT */
/* The fast attack look-ups against rays that are walked. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "core/board/pext.h"
#include "core/board/position.h"
#include "internal/rules.h"
#include "slow_chess.h"
#include "suite.h"

static void fill(xpgn_piece board[64], bits occupied) {
    for (unsigned sq = 0; sq < 64; sq++)
        board[sq] = (occupied & BIT(sq)) != 0 ? XPGN_PIECE(0, XPGN_PAWN) : 0;
}

static bits walked(unsigned type, unsigned seat, unsigned from, bits occupied) {
    xpgn_piece board[64];
    bits set = 0;
    fill(board, occupied);
    for (unsigned to = 0; to < 64; to++)
        if (slow_attacks(board, type, seat, from, to))
            set |= BIT(to);
    return set;
}

/* Boards from empty to crowded. */
static bits random_occupied(struct dice *d, unsigned round) {
    bits set = dice_next(d);
    for (unsigned i = 0; i < round % 4; i++)
        set &= dice_next(d);
    return round % 11 == 0 ? ~set : set;
}

START_TEST(sliders_agree_with_walked_rays_on_random_boards) {
    struct dice d = {42};
    for (unsigned round = 0; round < 300; round++) {
        bits occupied = random_occupied(&d, round);
        for (unsigned sq = 0; sq < 64; sq++) {
            ck_assert_uint_eq(rook_attacks(sq, occupied), walked(XPGN_ROOK, 0, sq, occupied));
            ck_assert_uint_eq(bishop_attacks(sq, occupied), walked(XPGN_BISHOP, 0, sq, occupied));
        }
    }
}
END_TEST

START_TEST(every_occupation_of_a_line_gives_the_walked_ray) {
    for (unsigned inner = 0; inner < 256; inner++)
        for (unsigned i = 0; i < 8; i++) {
            bits rank = (bits)inner << 24, file = 0, rising = 0, falling = 0;
            for (unsigned bit = 0; bit < 8; bit++)
                if ((inner >> bit & 1) != 0) {
                    file |= BIT(bit * 8 + 3);
                    rising |= BIT(bit * 9);
                    falling |= BIT(bit * 7 + 7);
                }
            ck_assert_uint_eq(rook_attacks(24 + i, rank), walked(XPGN_ROOK, 0, 24 + i, rank));
            ck_assert_uint_eq(rook_attacks(i * 8 + 3, file), walked(XPGN_ROOK, 0, i * 8 + 3, file));
            ck_assert_uint_eq(bishop_attacks(i * 9, rising), walked(XPGN_BISHOP, 0, i * 9, rising));
            ck_assert_uint_eq(bishop_attacks(i * 7 + 7, falling),
                              walked(XPGN_BISHOP, 0, i * 7 + 7, falling));
        }
}
END_TEST

START_TEST(knights_kings_and_pawns_reach_what_their_steps_reach) {
    for (unsigned sq = 0; sq < 64; sq++) {
        ck_assert_uint_eq(knight_attacks(sq), walked(XPGN_KNIGHT, 0, sq, 0));
        ck_assert_uint_eq(king_attacks(sq), walked(XPGN_KING, 0, sq, 0));
        ck_assert_uint_eq(pawn_attacks(0, sq), walked(XPGN_PAWN, 0, sq, 0));
        ck_assert_uint_eq(pawn_attacks(1, sq), walked(XPGN_PAWN, 1, sq, 0));
    }
}
END_TEST

START_TEST(piece_attacks_is_the_look_up_of_its_type) {
    struct dice d = {7};
    for (unsigned round = 0; round < 50; round++) {
        bits occupied = random_occupied(&d, round);
        for (unsigned type = 0; type < XPGN_TYPES; type++)
            for (unsigned sq = 0; sq < 64; sq++)
                ck_assert_uint_eq(piece_attacks(type, round % 2, sq, occupied),
                                  walked(type, round % 2, sq, occupied));
    }
}
END_TEST

START_TEST(attackers_of_finds_every_attacker_and_every_guard) {
    const struct geometry g = {.files = 8, .ranks = 8, .seats = 2};
    struct dice d = {99};
    for (unsigned round = 0; round < 200; round++) {
        xpgn_position p;
        position_clear(&p, &g);
        for (unsigned sq = 0; sq < 64; sq++)
            if (dice_below(&d, 3) == 0)
                position_put(&p, (xpgn_square)sq,
                             XPGN_PIECE(dice_below(&d, 2), 1 + dice_below(&d, 6)));
        for (unsigned sq = 0; sq < 64; sq++)
            for (unsigned seat = 0; seat < 2; seat++) {
                bits expected = 0;
                for (unsigned from = 0; from < 64; from++)
                    if (p.at[from] != 0 && XPGN_SEAT_OF(p.at[from]) == seat &&
                        slow_attacks(p.at, XPGN_TYPE_OF(p.at[from]), seat, from, sq))
                        expected |= BIT(from);
                ck_assert_uint_eq(attackers_of(&p, sq, seat, position_occupied(&p)), expected);
            }
    }
}
END_TEST

START_TEST(between_are_the_squares_that_a_queen_passes) {
    ck_assert_uint_eq(bits_between(0, 63),
                      BIT(9) | BIT(18) | BIT(27) | BIT(36) | BIT(45) | BIT(54));
    ck_assert_uint_eq(bits_between(7, 4), BIT(5) | BIT(6));
    ck_assert_uint_eq(bits_between(4, 60), FILE_BITS(4) & ~(BIT(4) | BIT(60)));
    ck_assert_uint_eq(bits_between(0, 1), 0);
    ck_assert_uint_eq(bits_between(0, 17), 0);
}
END_TEST

START_TEST(sets_and_kings_follow_what_is_put_and_taken) {
    const struct geometry g = {.files = 8, .ranks = 8, .seats = 2, .wounds = true};
    xpgn_position p;
    position_clear(&p, &g);
    position_put(&p, 12, XPGN_PIECE(1, XPGN_KING));
    position_put(&p, 13, XPGN_PIECE(0, XPGN_ROOK) | XPGN_WOUNDED);
    ck_assert_uint_eq(p.king[1], 12);
    ck_assert_uint_eq(p.type[XPGN_ROOK], BIT(13));
    ck_assert_uint_eq(p.wounded, BIT(13));
    ck_assert_uint_eq(position_occupied(&p), BIT(12) | BIT(13));
    ck_assert_uint_eq(position_lift(&p, 13), XPGN_PIECE(0, XPGN_ROOK) | XPGN_WOUNDED);
    ck_assert_uint_eq(position_lift(&p, 13), 0);
    ck_assert_uint_eq(position_lift(&p, 12), XPGN_PIECE(1, XPGN_KING));
    ck_assert_uint_eq(p.king[1], XPGN_NO_SQUARE);
    ck_assert_uint_eq(position_occupied(&p) | p.wounded | p.type[XPGN_ROOK], 0);
}
END_TEST

/* PDEP and PEXT, step by step. */
static bits deposit(bits index, bits mask) {
    bits out = 0;
    for (; mask != 0; mask &= mask - 1, index >>= 1)
        out |= (index & 1) != 0 ? mask & -mask : 0;
    return out;
}
static bits extract(bits set, bits mask) {
    bits out = 0;
    for (unsigned n = 0; mask != 0; mask &= mask - 1, n++)
        out |= (set & mask & -mask) != 0 ? (bits)1 << n : 0;
    return out;
}

START_TEST(the_tables_for_pext_hold_the_attacks) {
    struct dice d = {4711};
    for (unsigned round = 0; round < 200; round++) {
        for (unsigned sq = 0; sq < 64; sq++) {
            bits occupied = random_occupied(&d, round);
            bits rook = pext.rook_start[sq] + extract(occupied, pext.rook_inner[sq]);
            bits bishop = pext.bishop_start[sq] + extract(occupied, pext.bishop_inner[sq]);
            ck_assert(deposit(pext.set[rook], pext.rook_rays[sq]) == rook_attacks(sq, occupied));
            ck_assert(deposit(pext.set[bishop], pext.bishop_rays[sq]) ==
                      bishop_attacks(sq, occupied));
        }
    }
}
END_TEST

START_TEST(a_piece_taken_up_keeps_its_right) {
    const struct geometry g = {.files = 8, .ranks = 8, .seats = 2, .wounds = true};
    xpgn_position p;
    position_clear(&p, &g);
    position_put(&p, 4, XPGN_PIECE(0, XPGN_KING));
    position_put(&p, 0, XPGN_PIECE(0, XPGN_ROOK));
    position_put(&p, 7, XPGN_PIECE(0, XPGN_ROOK));
    p.castle[0][0] = 7;
    p.castle[0][1] = 0;
    position_put(&p, 7, position_lift(&p, 7) | XPGN_WOUNDED);
    ck_assert_uint_eq(p.castle[0][0], 7);
    ck_assert_uint_eq(p.castle[0][1], 0);
}
END_TEST

START_TEST(each_seat_has_a_tag_with_its_player) {
    static const char *const four[] = {"White", "Red", "Black", "Green"};
    for (unsigned seat = 0; seat < 4; seat++)
        ck_assert_str_eq(xpgn_seat_tag(4, seat), four[seat]);
    ck_assert_str_eq(xpgn_seat_tag(2, 0), "White");
    ck_assert_str_eq(xpgn_seat_tag(2, 1), "Black");
    ck_assert_str_eq(xpgn_seat_tag(2, 2), "Nobody");
}
END_TEST

START_TEST(dots_say_whose_turn_a_number_begins) {
    static const char *const two[] = {".", "..."}, *const four[] = {".", "..", "...", "...."};
    for (unsigned seat = 0; seat < 4; seat++) {
        ck_assert_str_eq(xpgn_turn_dots(4, seat), four[seat]);
        if (seat < 2)
            ck_assert_str_eq(xpgn_turn_dots(2, seat), two[seat]);
    }
    ck_assert_str_eq(xpgn_turn_dots(4, XPGN_NO_SQUARE), "");
    xpgn_buffer b = {0};
    xpgn_turn_write(&b, 2, UINT32_MAX, 1);
    xpgn_turn_write(&b, 4, 7, 2);
    xpgn_turn_write(&b, 2, 7, 2); /* no such seat */
    ck_assert(b.size == 18 && memcmp(b.data, "4294967295...7...7", 18) == 0);
    xpgn_buffer_free(&b);
}
END_TEST

int main(void) {
    TCase *tcase = tcase_create("attacks");
    tcase_add_test(tcase, sliders_agree_with_walked_rays_on_random_boards);
    tcase_add_test(tcase, every_occupation_of_a_line_gives_the_walked_ray);
    tcase_add_test(tcase, the_tables_for_pext_hold_the_attacks);
    tcase_add_test(tcase, knights_kings_and_pawns_reach_what_their_steps_reach);
    tcase_add_test(tcase, piece_attacks_is_the_look_up_of_its_type);
    tcase_add_test(tcase, attackers_of_finds_every_attacker_and_every_guard);
    tcase_add_test(tcase, between_are_the_squares_that_a_queen_passes);
    tcase_add_test(tcase, sets_and_kings_follow_what_is_put_and_taken);
    tcase_add_test(tcase, a_piece_taken_up_keeps_its_right);
    tcase_add_test(tcase, dots_say_whose_turn_a_number_begins);
    tcase_add_test(tcase, each_seat_has_a_tag_with_its_player);
    Suite *suite = suite_create("bitboard");
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
