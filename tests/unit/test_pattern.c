/* SPDX-License-Identifier: MIT */
/* Patterns of positions: what they mean, and where a wrong one is wrong. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/slice.h"
#include "core/board/pattern.h"
#include "position_fixture.h"
#include "rules_fixture.h"
#include "suite.h"

static xpgn_catalog *rules;

static void set_up(void) {
    ck_assert_int_eq(xpgn_catalog_new(&rules), XPGN_OK);
}

static void tear_down(void) {
    xpgn_catalog_free(rules);
}

static bool matches(const char *variant, const char *xfen, const char *text) {
    const xpgn_ruleset *rs;
    xpgn_slice unknown;
    xpgn_position p;
    xpgn_pattern *pattern;
    xpgn_fault fault;
    const char *options = strchr(variant, ' ');
    size_t size = options != NULL ? (size_t)(options - variant) : strlen(variant);
    ck_assert_int_eq(xpgn_catalog_find(rules, (xpgn_slice){variant, size},
                                       slice_of(options != NULL ? options + 1 : ""), &rs, &unknown),
                     XPGN_OK);
    p = position_of(rs, xfen);
    ck_assert_msg(xpgn_pattern_new(&pattern, text, &fault) == XPGN_OK, "%s: %s", text, fault.text);
    bool is = xpgn_pattern_matches(pattern, rs, &p);
    xpgn_pattern_free(pattern);
    return is;
}

static void yes(const char *variant, const char *xfen, const char *text) {
    ck_assert_msg(matches(variant, xfen, text), "%s does not match %s", text, xfen);
}

static void no(const char *variant, const char *xfen, const char *text) {
    ck_assert_msg(!matches(variant, xfen, text), "%s matches %s", text, xfen);
}

static void faulty(const char *text, unsigned offset, unsigned length, const char *said) {
    xpgn_pattern *pattern = NULL;
    xpgn_fault fault;
    ck_assert_msg(xpgn_pattern_new(&pattern, text, &fault) == XPGN_INVALID, "%s is taken", text);
    ck_assert_ptr_null(pattern);
    ck_assert_str_eq(fault.text, said);
    ck_assert_msg(fault.place.offset == offset && fault.place.length == length, "%s: at %u+%u",
                  text, fault.place.offset, fault.place.length);
}

#define ITALIAN "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"

START_TEST(a_position_is_a_pattern_of_itself) {
    yes("chess", ITALIAN, ITALIAN);
    yes("chess", ITALIAN, "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R");
    yes("chess", ITALIAN, "  r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R   b ");
    no("chess", ITALIAN, "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK1R1");
    no("chess", ITALIAN, "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w");
    no("chess", ITALIAN, "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQk");
    no("chess", ITALIAN, "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq e3");
    no("chess", ITALIAN, "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 4");
    no("chess", ITALIAN, "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 2");
}
END_TEST

START_TEST(wildcards_mean_what_they_say) {
    yes("chess", ITALIAN, "///4p3/2B1P3///");
    no("chess", ITALIAN, "///4p3/2B1P2?///");
    yes("chess", ITALIAN, "////..?.?...///");
    no("chess", ITALIAN, "////.??.?...///");
    yes("chess", ITALIAN, "////__A_A___///");
    no("chess", ITALIAN, "////__a_A___///");
}
END_TEST

START_TEST(sets_mean_one_of_them) {
    yes("chess", ITALIAN, "c4=[BN]");
    no("chess", ITALIAN, "c4=[QN]");
    no("chess", ITALIAN, "c4=[^BN]");
    yes("chess", ITALIAN, "c4=[^bn]");
    yes("chess", ITALIAN, "d4=[^B]");
    yes("chess", ITALIAN, "d4=[_P],e4=[_P],a8=[aA],h1=[?]");
    yes("chess", ITALIAN, "/[pq]pp[pN]1[?]pp//////[PR][Nn]BQK2[rR] b");
}
END_TEST

START_TEST(a_list_of_squares_is_a_pattern) {
    yes("chess", ITALIAN, "c4=B,e5=p");
    yes("chess", ITALIAN, "c4=B,e5=p b");
    yes("chess", ITALIAN, "c4=B wb");
    no("chess", ITALIAN, "c4=B,e5=p w");
    no("chess", ITALIAN, "c4=B,e5=P");
    yes("chess", ITALIAN, "d4=_,d3=.,e4=?");
    no("chess", ITALIAN, "d4=?");
    no("chess", ITALIAN, "k9=_");
    no("chess", ITALIAN, "e4=? r");
}
END_TEST

#define WOUNDED "4k3/8/8/3p*4/4P3/2N*5/8/4K3[Pn] w - - 0 9"

START_TEST(a_star_is_a_wound) {
    yes("chess-attack", WOUNDED, "d5=p*,e4=P,c3=N*");
    no("chess-attack", WOUNDED, "d5=p");
    no("chess-attack", WOUNDED, "e4=P*");
    yes("chess-attack", WOUNDED, "d5=?*,c3=?");
    no("chess-attack", WOUNDED, "e4=?*");
    yes("chess-attack", WOUNDED, "d5=a*,c3=A*");
    yes("chess-attack", WOUNDED, "c3=[NB]*,d5=[pp*]");
    no("chess-attack", WOUNDED, "c3=[NB]");
    no("chess-attack", WOUNDED, "e4=[NP]*");
    yes("chess-attack", WOUNDED, "///3p*4/4P3///");
}
END_TEST

static bool matches_harmed(const char *xfen, const char *text) {
    struct geometry g = fixture_hits();
    xpgn_position p;
    xpgn_pattern *pattern;
    ck_assert_msg(xfen_read(slice_of(xfen), 0, &g, &p, NULL), "%s", xfen);
    ck_assert_msg(xpgn_pattern_new(&pattern, text, NULL) == XPGN_OK, "%s", text);
    bool is = pattern_matches(pattern, &g, &p);
    xpgn_pattern_free(pattern);
    return is;
}

START_TEST(a_number_in_parentheses_is_hit_points_left) {
    static const char harmed[] = "4k(105)3/8/8/8/8/8/8/2N(2)1K3 w - - 0 1";
    static const struct {
        const char *text;
        bool matches;
    } rows[] = {
        {harmed, true},          {"c1=N(2)", true},        {"c1=N(1)", false},
        {"c1=N(?)", true},       {"c1=N", false},          {"c1=[N]", true},
        {"c1=[BN](2)", true},    {"c1=[BN](1)", false},    {"c1=[^B]", true},
        {"c1=?", true},          {"c1=A(2)", true},        {"c1=A(1)", false},
        {"c1=a(2)", false},      {"e1=K", true},           {"e1=K(?)", false},
        {"e1=?(?)", false},      {"e8=k(105),e1=K", true}, {"///////2N(2)1K3", true},
        {"///////2N1K3", false}, {"///////2?1K3", true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        ck_assert_msg(matches_harmed(harmed, rows[i].text) == rows[i].matches, "%s", rows[i].text);
    faulty("d5=.(2)", 4, 1,
           "unexpected '(': it follows a piece, '?' or a set, with hit points left");
    faulty("d5=_(2)", 4, 1,
           "unexpected '(': it follows a piece, '?' or a set, with hit points left");
    faulty("d5=N(0)", 4, 3, "hit points left are 1 to 255");
    faulty("d5=N(256)", 4, 5, "hit points left are 1 to 255");
    faulty("d5=N(2", 6, 0, "expected ), found the end of the field");
    faulty("d5=N(x)", 5, 1, "expected a number, range (5..10) or comparison (>=5), found 'x'");
    faulty("d5=[N(2)]", 5, 1, "expected a piece, wildcard (A a ? . _) or number, found '('");
}
END_TEST

START_TEST(pieces_off_the_board_are_demanded) {
    yes("chess-attack", WOUNDED, "e4=P[P]");
    yes("chess-attack", WOUNDED, "e4=P[nP]");
    no("chess-attack", WOUNDED, "e4=P[nn]");
    no("chess-attack", WOUNDED, "e4=P[Q]");
    no("chess-attack", WOUNDED, "e4=P[]");
    yes("chess-attack", "4k3/8/8/8/8/8/8/4K3 w - - 0 9", "e1=K[]");
}
END_TEST

START_TEST(prisoners_have_their_castle) {
    const char *held = "rnb1kbnr/pppppppp/8/8/8/8/PPPP1PPP/R1BQKBNR[a1:q,h8:NP] w - - 0 7";
    yes("combat-chess-2", held, "e1=K[a1:q]");
    yes("combat-chess-2", held, "e1=K[h8:PN,a1:q]");
    yes("combat-chess-2", held, "e1=K[Nq]");
    no("combat-chess-2", held, "e1=K[h1:q]");
    no("combat-chess-2", held, "e1=K[h8:NN]");
    no("combat-chess-2", held, "e1=K[a1:Q]");
    no("combat-chess-2", held, "e1=K[e4:q]");
    no("combat-chess-2", held, "e1=K[]");
    no("chess-attack", WOUNDED, "e4=P[a1:n]");
}
END_TEST

START_TEST(the_other_fields_are_compared) {
    const char *p = "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQk d6 12 34";
    yes("chess", p, "e5=P ? ? ? ? ?");
    yes("chess", p, "e5=P . KQk");
    yes("chess", p, "e5=P w kQK d6 12 34");
    no("chess", p, "e5=P w KQkq");
    no("chess", p, "e5=P w KQ");
    no("chess", p, "e5=P w -");
    no("chess", p, "e5=P w ? -");
    no("chess", p, "e5=P w ? e6");
    yes("chess", p, "e5=P w ? ? 10..12 34..");
    yes("chess", p, "e5=P w ? ? >=12 <35");
    yes("chess", p, "e5=P w ? ? >11 ..34");
    no("chess", p, "e5=P w ? ? >12");
    no("chess", p, "e5=P w ? ? <12");
    yes("chess", p, "e5=P w ? ? <=12 <=34");
    no("chess", p, "e5=P w ? ? 13..");
    no("chess", p, "e5=P w ? ? ..11");
    no("chess", p, "e5=P w ? ? ? <=33");
    yes("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1=K w - -");
    yes("chess960", "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1", "e1=K w GBgb");
    yes("chess960", "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1", "e1=K w KQkq");
    no("chess960", "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1", "e1=K w HAha");
}
END_TEST

#define FOUR "rK11/12/12/12/12/12/12/12/12/12/1wN10/wK10gK r - - 3 9"

START_TEST(four_seats_have_their_own_letters) {
    yes("assault-and-siege players=4", FOUR, FOUR);
    yes("assault-and-siege players=4", FOUR, "a1=wK,l1=gK r");
    yes("assault-and-siege players=4", FOUR, "a1=wK,b2=w? rg");
    no("assault-and-siege players=4", FOUR, "a1=bK,b2=w?");
    no("assault-and-siege players=4", FOUR, "a1=wK,b2=w? b");
    yes("assault-and-siege players=4", FOUR, "a1=[wKrK],l1=[^wKrK]");
    no("assault-and-siege players=4", FOUR, "a1=K");
    yes("assault-and-siege players=4", FOUR, "a1=?,a2=_");
    yes("chess", ITALIAN, "a1=?,a3=_");
    no("chess", ITALIAN, "e1=wK");
    yes("assault-and-siege players=4", FOUR, "rK11///////////wK10?");
    no("assault-and-siege players=4", FOUR, ITALIAN);
    no("chess", ITALIAN, FOUR);
}
END_TEST

START_TEST(faults_have_their_place) {
    faulty("", 0, 0, "empty pattern");
    faulty("8/8/8/8/8/8/8", 0, 13, "7 ranks, expected 8 or 12");
    faulty("8/8/8/8/4P2/8/8/8", 8, 3, "rank 4 has 7 squares, expected 8");
    faulty("8/8/8/8/4P4/8/8/8", 10, 1, "rank 4 has more than 8 squares");
    faulty("8/8/8/8/4X3/8/8/8", 9, 1,
           "expected a piece, wildcard (A a ? . _) or number, found 'X'");
    faulty("8/8/8/8/4\xc3\xa9"
           "3/8/8/8",
           9, 2, "expected a piece, wildcard (A a ? . _) or number, found '\xc3\xa9'");
    faulty("8/8/8/8/4.*3/8/8/8", 10, 1,
           "unexpected '*': it follows a piece or '?', for a wounded one");
    faulty("8/8/8/8/3[NB/8/8/8", 12, 1,
           "expected a piece, wildcard (A a ? . _) or number, found '/'");
    faulty("e4=[NB", 3, 3, "unterminated set: missing ]");
    faulty("e4=[]", 3, 2, "empty set");
    faulty("e4=", 3, 0, "missing piece or wildcard");
    faulty("e4", 2, 0, "missing = after the square");
    faulty("e13=N", 0, 3, "'e13' is not a square");
    faulty("z4=N", 0, 1, "expected a square, found 'z'");
    faulty("e4=NN", 4, 1, "expected a comma or [, found 'N'");
    faulty("e4=N[x]", 5, 1, "expected a piece off the board, found 'x'");
    faulty("e4=N[a1:n", 4, 5, "missing ]");
    faulty("e4=N[a1n]", 7, 0, "missing : after the castle");
    faulty("a1=wK,b2=K", 9, 1,
           "expected a piece or wildcard of four seats (wK, r?, ?, ., _), found 'K'");
    faulty("8/8/8/8/8/8/8/8[n]x", 18, 1, "expected the end of the placement, found 'x'");
    faulty("8/8[n]/8/8/8/8/8/8", 3, 1, "expected /, found '['");
    faulty("e4=? x", 5, 1, "expected the side to move (w, r, b, g, ?), found 'x'");
    faulty("8/8/8/8/8/8/8/8 r", 16, 1, "expected the side to move (w, b, ?), found 'r'");
    faulty("e4=N w KX", 8, 1, "expected a castling right (KQkq, a rook's file, -, ?), found 'X'");
    faulty("e4=N w KQkqK", 11, 1,
           "expected a castling right (KQkq, a rook's file, -, ?), found 'K'");
    faulty("e4=N w - e", 9, 1, "'e' is not a square");
    faulty("e4=N w - e3x", 11, 1, "expected the end of the field, found 'x'");
    faulty("e4=N w - - x", 11, 1,
           "expected a number, range (5..10) or comparison (>=5), found 'x'");
    faulty("e4=N w - - <0", 12, 1, "no number is less than 0");
    faulty("e4=N w - - 1...", 14, 1,
           "expected a number, range (5..10) or comparison (>=5), found '.'");
    faulty("e4=N w - - 0 1 7", 15, 1, "more than six fields");
}
END_TEST

/* Whatever stands in a pattern, it is taken or refused with a place inside it. */
START_TEST(no_bytes_break_the_reader) {
    static const char *const parts[] = {
        "8", "/", "//", "N",  "n*", "?",   ".", "_", "[",    "]",   "^",    "*",  "e4=", ",",
        " ", "w", "b",  "KQ", "-",  "a1:", "g", "A", "\xff", "12/", "///8", ">=", "9",   ".."};
    uint32_t seed = 1;
    for (int round = 0; round < 50000; round++) {
        char text[200] = "";
        for (int i = 0; i < 12; i++) {
            seed = seed * 1664525u + 1013904223u;
            const char *part = parts[(seed >> 16) % (sizeof parts / sizeof *parts)];
            memcpy(text + strlen(text), part, strlen(part) + 1);
        }
        xpgn_pattern *pattern;
        xpgn_fault fault = {.place = {9999, 0}};
        if (xpgn_pattern_new(&pattern, text, &fault) == XPGN_OK)
            xpgn_pattern_free(pattern);
        else
            ck_assert_uint_le(fault.place.offset + fault.place.length, strlen(text));
    }
}
END_TEST

START_TEST(a_list_has_room_for_a_whole_board_and_no_more) {
    char text[2000] = "";
    for (int i = 0; i < 145; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%sa1=N", i > 0 ? "," : "");
    faulty(text, 145 * 5 - 1, 0, "too many squares");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("pattern");
    TCase *tcase = tcase_create("pattern");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, a_position_is_a_pattern_of_itself);
    tcase_add_test(tcase, wildcards_mean_what_they_say);
    tcase_add_test(tcase, sets_mean_one_of_them);
    tcase_add_test(tcase, a_list_of_squares_is_a_pattern);
    tcase_add_test(tcase, a_star_is_a_wound);
    tcase_add_test(tcase, a_number_in_parentheses_is_hit_points_left);
    tcase_add_test(tcase, pieces_off_the_board_are_demanded);
    tcase_add_test(tcase, prisoners_have_their_castle);
    tcase_add_test(tcase, the_other_fields_are_compared);
    tcase_add_test(tcase, four_seats_have_their_own_letters);
    tcase_add_test(tcase, faults_have_their_place);
    tcase_add_test(tcase, no_bytes_break_the_reader);
    tcase_add_test(tcase, a_list_has_room_for_a_whole_board_and_no_more);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
