/* SPDX-License-Identifier: MIT */
/* The number of move paths, against counts that other programs agree on. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/play/movement.h"
#include "core/play/turn.h"
#include "rules_fixture.h"
#include "suite.h"

/* No position with chess pieces has more actions than this. */
enum { MOST_MOVES = 1024 };

/* The number of leaf nodes of the tree of legal actions. */
static uint64_t count_leaves(const xpgn_ruleset *rs, const struct state *s, unsigned depth) {
    xpgn_action list[MOST_MOVES];
    uint64_t leaves = 0;
    if (depth == 1)
        return movement_actions(rs, s, NULL, 0);
    size_t count = movement_actions(rs, s, list, MOST_MOVES);
    for (size_t i = 0; i < count && i < MOST_MOVES; i++) {
        struct state next = *s;
        movement_play(rs, &next.position, &list[i]);
        position_pass(&next.position);
        leaves += count_leaves(rs, &next, depth - 1);
    }
    return leaves;
}

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
        const struct state s = {.position = p};
        unsigned long found = (unsigned long)count_leaves(rs, &s, depth);
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

START_TEST(a_stalemate_has_no_leaves) {
    static xpgn_ruleset rs;
    struct state s = {.position = {.files = 0}};
    fixture_chess(&rs, CASTLING_STANDARD);
    ck_assert(fixture_position(&rs, "8/8/8/8/8/5k2/5p2/5K2 w - - 0 1", &s.position));
    ck_assert_uint_eq(count_leaves(&rs, &s, 1), 0);
    ck_assert_uint_eq(count_leaves(&rs, &s, 2), 0);
}
END_TEST

int main(void) {
    TCase *tcase = tcase_create("perft");
    tcase_add_test(tcase, standard_positions_have_the_known_counts);
    tcase_add_test(tcase, tricky_positions_have_the_known_counts);
    tcase_add_test(tcase, random_positions_have_the_known_counts);
    tcase_add_test(tcase, chess960_positions_have_the_known_counts);
    tcase_add_test(tcase, a_stalemate_has_no_leaves);
    Suite *suite = suite_create("perft");
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
