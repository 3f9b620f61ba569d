/* SPDX-License-Identifier: MIT */
/* Positions as text: what is read is written again, and each fault has its place. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xpgn/rulesets.h>

#include "core/board/xfen_common.h"
#include "internal/text_out.h"
#include "plain_place.h"
#include "rules_fixture.h"
#include "slow_chess.h"
#include "suite.h"

static struct geometry geometry_named(const char *name) {
    if (strcmp(name, "attack") == 0)
        return fixture_geometry(true, CASTLING_STANDARD, HELD_REMOVED);
    if (strcmp(name, "cells") == 0)
        return fixture_cells();
    if (strcmp(name, "hits") == 0)
        return fixture_hits();
    if (strcmp(name, "siege2") == 0)
        return fixture_siege(2);
    if (strcmp(name, "siege4") == 0)
        return fixture_siege(4);
    if (strcmp(name, "chess960") == 0)
        return fixture_geometry(false, CASTLING_960, HELD_NONE);
    return fixture_geometry(false, CASTLING_STANDARD, HELD_NONE);
}

/* Reads, writes, and compares with what is expected (NULL: nothing can be read). */
static void check_written(const char *name, const char *text, const char *expected) {
    struct geometry g = geometry_named(name);
    xpgn_buffer b = {0};
    xpgn_position p, again;
    bool ok = xfen_read(slice_of(text), 0, &g, &p, NULL);
    ck_assert_msg(ok == (expected != NULL), "%s: %s", name, text);
    if (!ok)
        return;
    xfen_write(&b, &g, &p);
    xpgn_buffer_char(&b, '\0');
    ck_assert_str_eq(b.data, expected);
    ck_assert(xfen_read((xpgn_slice){b.data, b.size - 1}, 0, &g, &again, NULL));
    ck_assert(position_equal(&p, &again));
    xpgn_buffer_free(&b);
}

START_TEST(every_position_of_the_vectors_is_written_as_it_was_read) {
    char line[600];
    unsigned count = 0;
    FILE *file = fopen("tests/vectors/xfen.tsv", "r");
    ck_assert_ptr_nonnull(file);
    while (fgets(line, sizeof line, file) != NULL) {
        char *tab = strchr(line, '\t');
        if (line[0] == '#' || tab == NULL)
            continue;
        line[strcspn(line, "\n")] = '\0';
        *tab = '\0';
        check_written(line, tab + 1, tab + 1);
        count++;
    }
    fclose(file);
    ck_assert_uint_ge(count, 1000);
}
END_TEST

/* Also in what follows from the placement. */
static bool same_position(const xpgn_position *a, const xpgn_position *b) {
    return position_equal(a, b) && a->wounded == b->wounded && a->alive == b->alive &&
           memcmp(a->type, b->type, sizeof a->type) == 0 &&
           memcmp(a->seat, b->seat, sizeof a->seat) == 0 &&
           memcmp(a->king, b->king, sizeof a->king) == 0;
}

/* The placement alone, with AVX2 and without. */
static void check_placement(const struct geometry *g, const char *text) {
    xpgn_position a, b;
    position_clear(&a, g);
    position_clear(&b, g);
    const char *end = xfen_place(slice_of(text), g, &a);
    ck_assert_msg(plain_xfen_place(slice_of(text), g, &b) == end, "%s", text);
    ck_assert_msg(end == NULL || same_position(&a, &b), "%s", text);
}

/* A space before it, and it is not written as usual: read another way, it says the same. */
static bool check_both_ways(const struct geometry *g, const char *spaced) {
    xpgn_position usual, other;
    check_placement(g, spaced + 1);
    bool good = xfen_read(slice_of(spaced + 1), 0, g, &usual, NULL);
    ck_assert_msg(xfen_read(slice_of(spaced), 0, g, &other, NULL) == good, "%s", spaced);
    ck_assert_msg(!good || same_position(&usual, &other), "%s", spaced);
    return good;
}

/* One byte becomes another, or goes, or is there twice. */
static void change(struct dice *d, char *text) {
    static const char bytes[] = "pnbrqkPNBRQKwrbg0123456789/*[]:,- \t\x80";
    size_t size = strlen(text), at = dice_below(d, (unsigned)size);
    switch (dice_below(d, 3)) {
    case 0:
        text[at] = bytes[dice_below(d, sizeof bytes - 1)];
        break;
    case 1:
        memmove(text + at, text + at + 1, size - at);
        break;
    default:
        memmove(text + at + 1, text + at, size - at + 1);
    }
}

START_TEST(what_is_written_as_usual_is_read_as_everything_else) {
    enum { CHANGED = 30 };
    struct dice d = {1024};
    char line[600], text[700] = " ";
    unsigned good = 0, bad = 0;
    FILE *file = fopen("tests/vectors/xfen.tsv", "r");
    ck_assert_ptr_nonnull(file);
    while (fgets(line, sizeof line, file) != NULL) {
        char *tab = strchr(line, '\t');
        if (line[0] == '#' || tab == NULL)
            continue;
        line[strcspn(line, "\n")] = '\0';
        *tab = '\0';
        struct geometry g = geometry_named(line);
        strcpy(text + 1, tab + 1);
        ck_assert(check_both_ways(&g, text));
        for (unsigned i = 0; i < CHANGED; i++) {
            strcpy(text + 1, tab + 1);
            change(&d, text + 1);
            if (i % 4 == 0)
                change(&d, text + 1);
            *(check_both_ways(&g, text) ? &good : &bad) += 1;
        }
    }
    fclose(file);
    ck_assert_uint_ge(good, 1000);
    ck_assert_uint_ge(bad, 1000);
}
END_TEST

/* What only a placement that is made for it has. */
START_TEST(odd_placements_are_read_as_everything_else) {
    static const struct {
        const char *text; /* with its space before it */
        bool good;
    } rows[] = {
        {" 8/8/8/8/8/8/8/8 w - - 0 1", true},
        {" 44/8/11111111/8/8/8/8/17 w - - 0 1", true},
        {" kk6/8/8/8/8/8/8/K6K w - - 0 1", true},
        {" p*p*p*p*p*p*p*p*/P*P*P*P*P*P*P*P*/8/8/8/8/p*p*p*p*p*p*p*p*/P*P*P*P*P*P*P*P* w - - 0 1",
         true},
        {" p*p*p*p*p*p*p*p*/P*P*P*P*P*P*P*P*/8/8/8/8/p*p*p*p*p*p*p*p*/PPPP4 w - - 0 1", true},
        {" 8/8/8/8/8/8/88/ w - - 0 1", false},
        {" /88/8/8/8/8/8/8 w - - 0 1", false},
        {" 8//88/8/8/8/8/8 w - - 0 1", false},
        {" 8/8/8/8/8/8/8/8/ w - - 0 1", false},
        {" 88888888 w - - 0 1", false},
        {" 8/8/8/8/8/8/8/888888888888888888888888888888888 w - - 0 1", false},
        {" 8/8/8/8/8/8/8/4444444444444444444444444444444444 w - - 0 1", false},
        {" p8/8/8/8/8/8/8/7 w - - 0 1", false},
        {" *8/8/8/8/8/8/8/8 w - - 0 1", false},
        {" p7/*8/8/8/8/8/8/8 w - - 0 1", false},
        {" p1*6/8/8/8/8/8/8/8 w - - 0 1", false},
        {" p**7/8/8/8/8/8/8/8 w - - 0 1", false},
    };
    struct geometry g = geometry_named("attack");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        ck_assert_msg(check_both_ways(&g, rows[i].text) == rows[i].good, "%s", rows[i].text);
}
END_TEST

START_TEST(random_boards_are_written_the_same_with_and_without_simd) {
    const struct geometry g = geometry_named("chess");
    const unsigned flags = cpu_flags;
    unsigned seed = 1;
    for (unsigned n = 0; n < 2000; n++) {
        xpgn_buffer text[2] = {{0}, {0}};
        xpgn_position p;
        position_clear(&p, &g);
        for (unsigned sq = 0; sq < 64; sq++) {
            seed = seed * 1103515245 + 12345;
            unsigned type = seed >> 16 & 15, seat = seed >> 20 & 1;
            if (type >= XPGN_PAWN && type < XPGN_KING + n % 2)
                position_put(&p, (xpgn_square)sq, XPGN_PIECE(seat, type));
        }
        xfen_write(&text[0], &g, &p);
        cpu_flags = 0;
        xfen_write(&text[1], &g, &p);
        cpu_flags = flags;
        ck_assert_uint_eq(text[0].size, text[1].size);
        ck_assert_mem_eq(text[0].data, text[1].data, text[0].size);
        xpgn_buffer_free(&text[0]);
        xpgn_buffer_free(&text[1]);
    }
}
END_TEST

START_TEST(only_pieces_of_the_game_are_read) {
    struct geometry small = geometry_named("siege2"), large = geometry_named("siege4");
    ck_assert(check_both_ways(&small, " 4k3/8/8/3q4/8/8/8/4K3 w - - 0 1"));
    ck_assert(check_both_ways(&large, " 12/12/12/12/12/12/12/12/12/12/wQ11/wK11 w - - 0 1"));
    small.letters = large.letters = ALL_LETTERS & ~(1u << XPGN_QUEEN);
    ck_assert(!check_both_ways(&small, " 4k3/8/8/3q4/8/8/8/4K3 w - - 0 1"));
    ck_assert(!check_both_ways(&large, " 12/12/12/12/12/12/12/12/12/12/wQ11/wK11 w - - 0 1"));
    ck_assert(check_both_ways(&small, " 4k3/8/8/8/8/8/8/4K3 w - - 0 1"));
}
END_TEST

START_TEST(hit_points_left_follow_the_piece) {
    static const char harmed[] = "r1bqk(105)bnr/8/8/8/8/B7/P1n(1)5/R(4)2QK(1)3 w Q - 0 1";
    check_written("hits", harmed, harmed);
    check_written("hits", "4k(03)3/8/8/8/8/8/8/4K3  w - - 0 1", "4k(3)3/8/8/8/8/8/8/4K3 w - - 0 1");
    struct geometry g = geometry_named("hits");
    ck_assert(check_both_ways(&g, " 4k(3)3/8/8/8/8/8/8/4K3 w - - 0 1"));
    ck_assert(check_both_ways(&g, " 4k3/8/8/8/8/8/8/K6N(2) w - - 0 1"));
    ck_assert(!check_both_ways(&g, " 4k3/8/8/8/8/8/8/K6(2)N w - - 0 1"));
    ck_assert(!check_both_ways(&g, " 4k3/8/8/8/8/8/8/K6N(2)(2) w - - 0 1"));
}
END_TEST

START_TEST(a_whole_board_of_harmed_pieces_has_room) {
    struct geometry g = geometry_named("hits");
    xpgn_buffer b = {0};
    xpgn_position p, again;
    position_clear(&p, &g);
    memset(g.full + 1, 255, sizeof g.full - 1);
    for (unsigned sq = 0; sq < 64; sq++) {
        position_put(&p, (xpgn_square)sq, XPGN_PIECE(sq % 2, XPGN_QUEEN));
        p.hits.left[sq] = (uint8_t)(254 - sq);
    }
    xfen_write(&b, &g, &p);
    ck_assert(xfen_read((xpgn_slice){b.data, b.size}, 0, &g, &again, NULL));
    ck_assert(position_equal(&p, &again));
    xpgn_buffer_free(&b);
}
END_TEST

START_TEST(hit_points_go_with_the_piece_that_has_lost_some) {
    struct geometry g = geometry_named("hits");
    xpgn_position p, other;
    ck_assert(xfen_read(slice_of("4k3/8/8/8/8/8/8/4KN(2)2 w - - 0 1"), 0, &g, &p, NULL));
    other = p;
    ck_assert(position_is_harmed(&p));
    position_move_hits(&p, 5, 9);
    position_move(&p, 5, 9);
    ck_assert_uint_eq(p.hits.left[5], 0);
    ck_assert_uint_eq(p.hits.left[9], 2);
    ck_assert(!position_equal(&p, &other));
    position_move_hits(&p, 9, 5);
    position_move(&p, 9, 5);
    ck_assert(position_equal(&p, &other));
    p.hits.left[5] = 1;
    ck_assert(!position_equal(&p, &other));
    position_lift(&p, 5);
    ck_assert(!position_is_harmed(&p));
}
END_TEST

START_TEST(pieces_off_the_board_are_written_in_their_order) {
    check_written("attack", "4k3/8/8/8/8/8/8/4K3[npPbBQ] w - - 0 1",
                  "4k3/8/8/8/8/8/8/4K3[QBPbnp] w - - 0 1");
    check_written("attack", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    check_written("cells", "r6r/8/8/8/8/8/8/R6R[h8:PN,a1:pq] w - - 0 1",
                  "r6r/8/8/8/8/8/8/R6R[a1:qp,h8:NP] w - - 0 1");
}
END_TEST

START_TEST(castling_rights_are_written_as_in_x_fen) {
    check_written("chess960", "1r1k2r1/8/8/8/8/8/8/1R1K2R1 w GBgb - 0 1",
                  "1r1k2r1/8/8/8/8/8/8/1R1K2R1 w KQkq - 0 1");
    check_written("chess960", "4k3/8/8/8/8/8/8/R1RK1RR1 w FC - 0 1",
                  "4k3/8/8/8/8/8/8/R1RK1RR1 w FC - 0 1");
    check_written("chess960", "4k3/8/8/8/8/8/8/R1RK1RR1 w KQ - 0 1",
                  "4k3/8/8/8/8/8/8/R1RK1RR1 w KQ - 0 1");
    check_written("chess", "r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1",
                  "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
}
END_TEST

START_TEST(only_rights_that_king_and_rook_allow_are_read) {
    check_written("chess", "r3k2r/8/8/8/8/8/8/R3K1R1 w K - 0 1", NULL);
    check_written("chess", "r3k2r/8/8/8/8/8/8/R4K1R w K - 0 1", NULL);
    check_written("chess", "r3k2r/8/8/8/8/8/8/R3K2r w K - 0 1", NULL);
    check_written("chess", "r3k2r/8/8/8/8/8/8/R3K2R w HA - 0 1", NULL);
    check_written("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KK - 0 1", NULL);
    check_written("chess960", "8/8/8/4k3/8/8/8/RRRK3R w AB - 0 1", NULL);
    check_written("chess960", "8/8/8/4k3/8/8/8/RRRK3R w k - 0 1", NULL);
    check_written("chess960", "8/8/8/4k3/8/8/8/RRRK3R w D - 0 1", NULL);
    check_written("cells", "r3k2r/8/8/8/8/8/8/R3K2R w K - 0 1", NULL);
    check_written("attack", "8/8/8/8/8/8/8/4K2R* w K - 0 1", "8/8/8/8/8/8/8/4K2R* w K - 0 1");
}
END_TEST

START_TEST(the_en_passant_square_stays_where_a_pawn_could_take) {
    check_written("chess", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
                  "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
    check_written("chess", "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 2",
                  "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 2");
    check_written("chess", "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1");
    check_written("chess", "4k3/8/8/8/p6P/8/8/4K3 b - h3 0 1", "4k3/8/8/8/p6P/8/8/4K3 b - - 0 1");
    check_written("attack", "4k3/8/8/8/3p*P*3/8/8/4K3 b - e3 0 1",
                  "4k3/8/8/8/3p*P*3/8/8/4K3 b - e3 0 1");
    /* A pin is no matter of the field. */
    check_written("chess", "3r4/8/8/8/3pP3/8/8/3RK2k b - e3 0 1",
                  "3r4/8/8/8/3pP3/8/8/3RK2k b - e3 0 1");
}
END_TEST

START_TEST(an_en_passant_square_without_its_pawn_is_refused) {
    check_written("chess", "4k3/8/8/8/3p4/8/8/4K3 b - e3 0 1", NULL);
    check_written("chess", "4k3/8/8/8/3pP3/8/4P3/4K3 b - e3 0 1", NULL);
    check_written("chess", "4k3/8/8/8/3pP3/4N3/8/4K3 b - e3 0 1", NULL);
    check_written("chess", "4k3/8/8/8/3pP3/8/8/4K3 w - e3 0 1", NULL);
    check_written("chess", "4k3/8/8/8/3pP3/8/8/4K3 b - e4 0 1", NULL);
    check_written("chess", "4k3/8/8/8/3pp3/8/8/4K3 b - e3 0 1", NULL);
    check_written("cells", "r3k2r/8/8/8/3pP3/8/8/R3K2R b - e3 0 1", NULL);
}
END_TEST

START_TEST(white_space_and_the_short_form_of_old_programs_are_read) {
    check_written("chess", "  4k3/8/8/8/8/8/8/4K3\t w  -   - 3\n 9 ",
                  "4k3/8/8/8/8/8/8/4K3 w - - 3 9");
    check_written("chess", "4k3/8/8/8/8/8/8/4K3 b - -", "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
    check_written("chess", "4k3/8/8/8/8/8/8/4K3 b - - 5", NULL);
    check_written("chess", "4k3/8/8/8/8/8/8/4K3 b -", NULL);
    check_written("chess", "", NULL);
}
END_TEST

START_TEST(numbers_are_whole_and_fit_31_bits) {
    check_written("chess", "8/8/8/8/8/8/8/8 w - - 2147483647 2147483647",
                  "8/8/8/8/8/8/8/8 w - - 2147483647 2147483647");
    check_written("chess", "8/8/8/8/8/8/8/8 w - - 2147483648 1", NULL);
    check_written("chess", "8/8/8/8/8/8/8/8 w - - 0 99999999999999999999999", NULL);
    check_written("chess", "8/8/8/8/8/8/8/8 w - - 0 0", NULL);
    check_written("chess", "8/8/8/8/8/8/8/8 w - - -1 1", NULL);
    check_written("chess", "8/8/8/8/8/8/8/8 w - - 007 01", "8/8/8/8/8/8/8/8 w - - 7 1");
}
END_TEST

/* One fault: its code, its bytes in the text, and words of its sentence. */
static const struct {
    const char *geometry, *text, *code, *at, *says;
} faults[] = {
    {"chess", "4k3/8/8/8/8/8/8/4X3 w - - 0 1", "P-03", "X",
     "unknown piece 'X', expected one of K, Q, R, B, N, P"},
    {"chess",
     "4k3/8/8/8/8/8/8/4\xe4"
     "3 w - - 0 1",
     "P-03", "\xe4", "\\xe4"},
    {"chess", "4k3/8/8/8/8/8/8/4K*3 w - - 0 1", "P-03", "K*", "no wounds"},
    {"chess", "4k3/8/8/8/8/8/8/4N(2)3 w - - 0 1", "P-03", "(2)", "this game has none"},
    {"hits", "4k3/8/8/8/8/8/8/4N*3 w - - 0 1", "P-03", "N*", "no wounds"},
    {"hits", "4k3/8/8/8/8/8/8/4N(3)3 w - - 0 1", "P-03", "(3)",
     "3 hit points left, expected fewer than 3, which N has at first"},
    {"hits", "4k3/8/8/8/8/8/8/4n(256)3 w - - 0 1", "P-03", "(256)", "256 hit points left"},
    {"hits", "4k3/8/8/8/8/8/8/4P(1)3 w - - 0 1", "P-03", "(1)", "fewer than 1, which P"},
    {"hits", "4k3/8/8/8/8/8/8/4n(99999999999)3 w - - 0 1", "P-03", "(99999999999)",
     "expected a number"},
    {"hits", "4k3/8/8/8/8/8/8/4N(0)3 w - - 0 1", "P-03", "(0)", "hit points '(0)', expected"},
    {"hits", "4k3/8/8/8/8/8/8/4N()3 w - - 0 1", "P-03", "()", "expected a number"},
    {"hits", "4k3/8/8/8/8/8/8/4N(-1)3 w - - 0 1", "P-03", "(-1)", "expected a number"},
    {"hits", "4k3/8/8/8/8/8/8/4N(2x)3 w - - 0 1", "P-03", "(2x)", "expected a number"},
    {"hits", "4k3/8/8/8/8/8/8/K6N(2 w - - 0 1", "P-03", "(2 ", "hit points '(2', expected"},
    {"hits", "4k3/8/8/8/8/8/8/K6N( w - - 0 1", "P-03", "( w", "hit points '(', expected"},
    {"hits", "(2)4k3/8/8/8/8/8/8/K7 w - - 0 1", "P-03", "(", "unknown piece '('"},
    {"chess", "4k3/8/8/8/8/8/8/4K4 w - - 0 1", "P-02", "4 ",
     "4 empty squares where 3 of 8 files are left"},
    {"chess", "4k3/8/8/8/8/8/44k/4K3 w - - 0 1", "P-02", "k/4K", "rank 2 has more than 8 files"},
    {"chess", "4k3/8/8/8/8/8/8/4K2 w - - 0 1", "P-02", "4K2", "rank 1 has 7 files, expected 8"},
    {"chess", "4k3/8/8/8/8/0p7/8/4K3 w - - 0 1", "P-02", "0", "0 empty squares"},
    {"chess", "4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "P-02", "4K3", "more than 8 ranks"},
    {"chess", "4k3/8/8/8/8/8/4K3 w - - 0 1", "P-02", "4k3/8/8/8/8/8/4K3", "7 ranks, expected 8"},
    {"chess", "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1", "P-09", "[Q]", "keeps none"},
    {"attack", "4k3/8/8/8/8/8/8/4K3[Q w - - 0 1", "P-09", "[Q", "missing ] after '[Q'"},
    {"attack", "4k3/8/8/8/8/8/8/4K3[Qx] w - - 0 1", "P-09", "x", "unknown piece 'x'"},
    {"attack", "4k3/8/8/8/8/8/8/4K3[Q*] w - - 0 1", "P-09", "*", "unknown piece '*'"},
    {"cells", "r6r/8/8/8/8/8/8/R6R[b1:q] w - - 0 1", "P-09", "b1:q", "prisoners, found 'b1:q'"},
    {"cells", "r6r/8/8/8/8/8/8/R6R[qp] w - - 0 1", "P-09", "qp", "prisoners, found 'qp'"},
    {"cells", "r6r/8/8/8/8/8/8/R6R[a1:Q] w - - 0 1", "P-09", "Q]", "of its own side"},
    {"cells", "r6r/8/8/8/8/8/8/R6R[a1:q,a1:p] w - - 0 1", "P-09", "a1:p", "duplicate castle a1"},
    {"chess", "4k3/8/8/8/8/8/8/4K3 r - - 0 1", "P-05", "r", "side to move 'r', expected w or b"},
    {"siege4", "12/12/12/12/12/12/12/12/12/12/12/wK11 x - - 0 1", "P-05", "x", "w, r, b or g"},
    {"siege4", "12/12/12/12/12/12/12/12/12/12/12/K11 w - - 0 1", "P-03", "K", "a seat letter"},
    {"siege4", "12/12/12/12/12/12/12/12/12/12/12/wk11 w - - 0 1", "P-03", "k", "unknown piece 'k'"},
    {"siege4", "12/12/12/12/12/12/12/12/12/12/12/11w w - - 0 1", "P-03", "w w",
     "missing piece after"},
    {"siege4", "112/12/12/12/12/12/12/12/12/12/12/wK11 w - - 0 1", "P-02", "112",
     "112 empty squares"},
    {"chess", "r3k2r/8/8/8/8/8/8/R3K2R w Kx - 0 1", "P-06", "x", "unknown castling right 'x'"},
    {"chess", "4k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1", "P-06", "q", "without the black king and rook"},
    {"siege2", "4k2r/8/8/8/8/8/8/R3K2R w K - 0 1", "P-06", "K - ", "has no castling"},
    {"chess", "4k3/8/8/8/8/8/8/4K3 w - z9 0 1", "P-07", "z9", "'z9', expected a square or -"},
    {"chess", "4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "P-07", "e6", "no black pawn has just passed"},
    {"siege2", "4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "P-07", "e6", "has no en passant"},
    {"chess", "4k3/8/8/8/8/8/8/4K3 w - - x 1", "P-08", "x", "halfmove clock 'x', expected"},
    {"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 0", "P-08", "0", "move number 0, expected at least 1"},
    {"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 9 9", "P-01", "9 9", "8 fields, expected 6"},
    {"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0", "P-01", "4k3/", "5 fields, expected 6"},
};

START_TEST(each_fault_has_its_code_its_place_and_its_sentence) {
    enum { BASE = 1000 };
    const char *text = faults[_i].text, *at = faults[_i].at;
    struct geometry g = geometry_named(faults[_i].geometry);
    xpgn_position p;
    struct log log;
    size_t count;
    memset(&p, 0xee, sizeof p);
    log_init(&log);
    ck_assert_msg(!xfen_read(slice_of(text), BASE, &g, &p, &log), "%s is read", text);
    ck_assert_msg(p.files == 0xee, "%s: the output changed", text);
    const xpgn_finding *f = log_list(&log, &count);
    ck_assert_msg(count == 1, "%s: %zu findings", text, count);
    ck_assert_str_eq(f->code, faults[_i].code);
    ck_assert_msg(strstr(f->text, faults[_i].says) != NULL, "%s: %s", text, f->text);
    size_t offset = f->place.offset - BASE;
    ck_assert_msg(offset + f->place.length <= strlen(text) &&
                      strncmp(text + offset, at,
                              strlen(at) < f->place.length ? strlen(at) : f->place.length) == 0,
                  "%s: offset %zu", text, offset);
    log_free_parts(&log);
}
END_TEST

START_TEST(several_faults_are_found_in_one_reading) {
    const char *text = "4k3/8/8/8/8/8/8/4X3 x - - y 1";
    struct geometry g = geometry_named("chess");
    xpgn_position p;
    struct log log;
    size_t count;
    log_init(&log);
    ck_assert(!xfen_read(slice_of(text), 0, &g, &p, &log));
    const xpgn_finding *f = log_list(&log, &count);
    ck_assert_uint_eq(count, 3);
    ck_assert_str_eq(f[0].code, "P-03");
    ck_assert_uint_eq(f[0].place.offset, 17);
    ck_assert_uint_eq(f[0].place.length, 1);
    ck_assert_str_eq(f[1].code, "P-05");
    ck_assert_uint_eq(f[1].place.offset, 20);
    ck_assert_str_eq(f[2].code, "P-08");
    ck_assert_uint_eq(f[2].place.offset, 26);
    log_free_parts(&log);
}
END_TEST

START_TEST(a_plain_position_has_no_wounds_and_no_held_pieces) {
    static const struct {
        const char *geometry, *text;
        bool plain;
    } cases[] = {
        {"attack", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", true},
        {"attack", "4k3/8/8/8/8/8/8/4K*3 w - - 0 1", false},
        {"attack", "4k3/8/8/8/8/8/8/4K3[p] w - - 0 1", false},
        {"cells", "r6r/8/8/8/8/8/8/R6R[h8:Q] w - - 0 1", false},
        {"hits", "7k/8/8/8/8/8/8/K7 w - - 0 1", true},
        {"hits", "7k(1)/8/8/8/8/8/8/K7 w - - 0 1", false},
        {"siege2", "7k/8/8/8/8/8/8/K7 w - - 0 1", true},
        {"siege4", "12/12/12/12/12/12/12/12/12/12/12/wK11 w - - 0 1", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct geometry g = geometry_named(cases[i].geometry);
        xpgn_position p;
        ck_assert(xfen_read(slice_of(cases[i].text), 0, &g, &p, NULL));
        ck_assert_msg(xfen_is_plain(&g, &p) == cases[i].plain, "%s", cases[i].text);
    }
}
END_TEST

START_TEST(a_seat_without_pieces_is_out_of_a_game_of_four) {
    struct geometry g = geometry_named("siege4");
    xpgn_position p;
    ck_assert(xfen_read(slice_of("rK11/12/12/12/12/12/12/12/12/12/12/wK10gP w - - 0 1"), 0, &g, &p,
                        NULL));
    ck_assert_uint_eq(p.alive, 1 << 0 | 1 << 1 | 1 << 3);
    ck_assert_uint_eq(p.king[1], 132);
    ck_assert_uint_eq(p.king[3], XPGN_NO_SQUARE);
}
END_TEST

START_TEST(squares_pieces_and_seats_have_names) {
    struct geometry small = geometry_named("chess"), big = geometry_named("siege4");
    xpgn_position p;
    char name[4];
    position_clear(&p, &small);
    xpgn_square_name(&p, 63, name);
    ck_assert_str_eq(name, "h8");
    xpgn_square_name(&p, XPGN_NO_SQUARE, name);
    ck_assert_str_eq(name, "-");
    ck_assert_str_eq(xpgn_seat_name(&p, 1), "black");
    position_clear(&p, &big);
    xpgn_square_name(&p, 143, name);
    ck_assert_str_eq(name, "l12");
    xpgn_square_name(&p, 108, name);
    ck_assert_str_eq(name, "a10");
    ck_assert_str_eq(xpgn_seat_name(&p, 1), "red");
    ck_assert_int_eq(xpgn_piece_letter(XPGN_PIECE(0, XPGN_KNIGHT) | XPGN_WOUNDED), 'N');
    ck_assert_int_eq(xpgn_piece_letter(XPGN_PIECE(1, XPGN_QUEEN)), 'q');
}
END_TEST

int main(void) {
    TCase *tcase = tcase_create("xfen");
    tcase_add_test(tcase, every_position_of_the_vectors_is_written_as_it_was_read);
    tcase_add_test(tcase, what_is_written_as_usual_is_read_as_everything_else);
    tcase_add_test(tcase, odd_placements_are_read_as_everything_else);
    tcase_add_test(tcase, random_boards_are_written_the_same_with_and_without_simd);
    tcase_add_test(tcase, only_pieces_of_the_game_are_read);
    tcase_add_test(tcase, hit_points_left_follow_the_piece);
    tcase_add_test(tcase, a_whole_board_of_harmed_pieces_has_room);
    tcase_add_test(tcase, hit_points_go_with_the_piece_that_has_lost_some);
    tcase_add_test(tcase, pieces_off_the_board_are_written_in_their_order);
    tcase_add_test(tcase, castling_rights_are_written_as_in_x_fen);
    tcase_add_test(tcase, only_rights_that_king_and_rook_allow_are_read);
    tcase_add_test(tcase, the_en_passant_square_stays_where_a_pawn_could_take);
    tcase_add_test(tcase, an_en_passant_square_without_its_pawn_is_refused);
    tcase_add_test(tcase, white_space_and_the_short_form_of_old_programs_are_read);
    tcase_add_test(tcase, numbers_are_whole_and_fit_31_bits);
    tcase_add_loop_test(tcase, each_fault_has_its_code_its_place_and_its_sentence, 0,
                        sizeof faults / sizeof *faults);
    tcase_add_test(tcase, several_faults_are_found_in_one_reading);
    tcase_add_test(tcase, a_plain_position_has_no_wounds_and_no_held_pieces);
    tcase_add_test(tcase, a_seat_without_pieces_is_out_of_a_game_of_four);
    tcase_add_test(tcase, squares_pieces_and_seats_have_names);
    Suite *suite = suite_create("xfen");
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
