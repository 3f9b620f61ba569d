/* SPDX-License-Identifier: MIT */
/* The number of move paths, against counts that other programs agree on. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal/chance.h"
#include "rules_fixture.h"
#include "suite.h"

/* One line: a position, then ";Dn count" for some depths n. Returns how many counts it checked. */
static unsigned check_line(const xpgn_ruleset *rs, char *line) {
    xpgn_position p;
    char *rest = strchr(line, ';');
    unsigned checked = 0;
    ck_assert_ptr_nonnull(rest);
    *rest++ = '\0';
    ck_assert_msg(fixture_position(rs, line, &p), "cannot read %s", line);
    for (char *part = strtok(rest, ";"); part != NULL; part = strtok(NULL, ";")) {
        char *end;
        ck_assert_int_eq(part[0], 'D');
        unsigned depth = (unsigned)strtoul(part + 1, &end, 10);
        unsigned long expected = strtoul(end, NULL, 10);
        unsigned long found = (unsigned long)xpgn_perft(rs, &p, depth);
        ck_assert_msg(found == expected, "%s depth %u: %lu, not %lu", line, depth, found, expected);
        checked++;
    }
    return checked;
}

static void check_file(const char *path, enum castling_kind castling, unsigned least) {
    static xpgn_ruleset rs;
    char line[400];
    unsigned checked = 0;
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "cannot open %s", path);
    fixture_chess(&rs, castling);
    while (fgets(line, sizeof line, file) != NULL)
        checked += check_line(&rs, line);
    fclose(file);
    ck_assert_uint_ge(checked, least);
}

START_TEST(standard_positions_have_the_known_counts) {
    check_file("tests/vectors/perft/standard.epd", CASTLING_STANDARD, 600);
}
END_TEST

/* A few of them have king or rook off their home squares, which only Chess960 castling knows. */
START_TEST(tricky_positions_have_the_known_counts) {
    check_file("tests/vectors/perft/tricky.epd", CASTLING_960, 60);
}
END_TEST

START_TEST(random_positions_have_the_known_counts) {
    check_file("tests/vectors/perft/random.epd", CASTLING_STANDARD, 600);
}
END_TEST

START_TEST(chess960_positions_have_the_known_counts) {
    check_file("tests/vectors/perft/chess960.epd", CASTLING_960, 400);
}
END_TEST

START_TEST(depth_zero_is_the_position_itself) {
    static xpgn_ruleset rs;
    xpgn_position p;
    fixture_chess(&rs, CASTLING_STANDARD);
    ck_assert(fixture_position(&rs, "8/8/8/8/8/5k2/5p2/5K2 w - - 0 1", &p));
    ck_assert_uint_eq(xpgn_perft(&rs, &p, 0), 1);
    ck_assert_uint_eq(xpgn_perft(&rs, &p, 1), 0);
    ck_assert_uint_eq(xpgn_perft(&rs, &p, 2), 0);
}
END_TEST

int main(void) {
    TCase *tcase = tcase_create("perft");
    tcase_add_test(tcase, standard_positions_have_the_known_counts);
    tcase_add_test(tcase, tricky_positions_have_the_known_counts);
    tcase_add_test(tcase, random_positions_have_the_known_counts);
    tcase_add_test(tcase, chess960_positions_have_the_known_counts);
    tcase_add_test(tcase, depth_zero_is_the_position_itself);
    Suite *suite = suite_create("perft");
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
