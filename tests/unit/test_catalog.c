/* SPDX-License-Identifier: MIT */
/* The catalog: names of variants, options, files of the user, and what a ruleset says about itself.
 */
#include <check.h>
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <xpgn/rulesets.h>

#include "core/base/slice.h"
#include "core/rules/ruleset.h"
#include "internal/rules.h"
#include "suite.h"
#include "temp_path.h"

static xpgn_catalog *catalog;
static char path[TEMP_PATH];

static void setup(void) {
    ck_assert_int_eq(xpgn_catalog_new(&catalog), XPGN_OK);
    temp_path(path, "catalog");
    int fd = mkstemp(path);
    ck_assert_int_ge(fd, 0);
    close(fd);
}

static void teardown(void) {
    xpgn_catalog_free(catalog);
    unlink(path);
}

/* ---- helpers ---- */

static xpgn_status look(const char *variant, const char *options, const xpgn_ruleset **rs,
                        xpgn_slice *unknown) {
    return xpgn_catalog_find(catalog, slice_of(variant), slice_of(options), rs, unknown);
}

static const xpgn_ruleset *find(const char *variant, const char *options) {
    const xpgn_ruleset *rs = NULL;
    xpgn_slice unknown;
    ck_assert_msg(look(variant, options, &rs, &unknown) == XPGN_OK, "%s: %s", variant, options);
    return rs;
}

static void expect_unknown(const char *variant, const char *options, const char *part) {
    const xpgn_ruleset *rs = NULL;
    xpgn_slice unknown = {NULL, 0};
    ck_assert_int_eq(look(variant, options, &rs, &unknown), XPGN_NOT_FOUND);
    ck_assert_ptr_null(rs);
    ck_assert_msg(slice_is(unknown, part), "%.*s", (int)unknown.size, unknown.data);
}

static xpgn_status load(const char *text) {
    FILE *f = fopen(path, "wb");
    xpgn_slice back = {NULL, 0};
    ck_assert_ptr_nonnull(f);
    ck_assert_uint_eq(fwrite(text, 1, strlen(text), f), strlen(text));
    ck_assert_int_eq(fclose(f), 0);
    xpgn_status status = xpgn_catalog_load(catalog, path, &back);
    ck_assert(slice_is(back, text));
    return status;
}

static const char *first_code(void) {
    size_t count;
    const xpgn_finding *list = xpgn_catalog_findings(catalog, &count);
    return count ? list[0].code : "none";
}

static xpgn_attributes attributes(const xpgn_ruleset *rs, unsigned type) {
    xpgn_attributes a;
    ck_assert(xpgn_ruleset_attributes(rs, type, &a));
    return a;
}

/* ---- names ---- */

START_TEST(the_usual_names_of_chess_mean_chess) {
    static const char *const names[] = {"",       "Standard", "Chess",   "From Position",
                                        "Normal", "chess",    "STANDARD"};
    ck_assert_str_eq(xpgn_ruleset_id(find(names[_i], "")), "chess");
}
END_TEST

START_TEST(the_usual_names_of_chess960_mean_chess960) {
    static const char *const names[] = {
        "Chess960",        "Fischerandom",  "Fischer Random",       "chess 960",
        "fischer_random",  "fischerrandom", "Fischer Random Chess", "FRC",
        "Freestyle Chess", "wild/fr"};
    ck_assert_str_eq(xpgn_ruleset_id(find(names[_i], "")), "chess960");
}
END_TEST

START_TEST(the_authors_names_of_the_games_are_known) {
    static const char *const names[][2] = {
        {"Combat Chess II", "combat-chess-2"},    {"Combat Chess 2", "combat-chess-2"},
        {"Assault & Siege", "assault-and-siege"}, {"Assault and Siege", "assault-and-siege"},
        {"Five Dice Chess", "five-dice"},         {"Five-Dice Chess", "five-dice"},
        {"Chess with Five Dice", "five-dice"}};
    ck_assert_str_eq(xpgn_ruleset_id(find(names[_i][0], "")), names[_i][1]);
}
END_TEST

START_TEST(case_spaces_hyphens_and_underscores_do_not_matter) {
    static const char *const names[] = {"chess-attack", "Chess Attack", "chess_attack",
                                        "CHESS-ATTACK", "Chess_Attack", " chess  attack "};
    ck_assert_str_eq(xpgn_ruleset_id(find(names[_i], "")), "chess-attack");
}
END_TEST

START_TEST(other_names_are_not_known) {
    static const char *const names[] = {"Crazyhouse",     "Atomic",      "ches", "chess2",
                                        "chess-attack-2", "Three-check", "x"};
    expect_unknown(names[_i], "", names[_i]);
}
END_TEST

/* The number of files in formats/. */
static size_t shipped(void) {
    glob_t files;
    ck_assert_int_eq(glob("formats/*.yaml", 0, NULL, &files), 0);
    size_t count = files.gl_pathc;
    globfree(&files);
    return count;
}

START_TEST(every_id_of_the_catalog_is_found_by_itself) {
    size_t n = 0;
    for (const char *id; (id = xpgn_catalog_id(catalog, n)); n++)
        ck_assert_str_eq(xpgn_ruleset_id(find(id, "")), id);
    ck_assert_uint_eq(n, shipped());
}
END_TEST

/* ---- options ---- */

START_TEST(options_come_in_any_order_and_with_any_spaces) {
    const xpgn_ruleset *a = find("chess-attack", "rescue king-safety remote-royals");
    ck_assert_ptr_eq(find("chess-attack", "  remote-royals   rescue\tking-safety "), a);
    ck_assert_ptr_eq(find("Chess Attack", "king-safety rescue remote-royals rescue"), a);
    ck_assert_ptr_ne(find("chess-attack", "rescue"), a);
    ck_assert_str_eq(a->options_in_force, "rescue king-safety remote-royals");
}
END_TEST

START_TEST(an_unknown_option_is_named) {
    expect_unknown("chess-attack", "rescue flying king-safety", "flying");
    expect_unknown("chess", "rescue", "rescue");
    expect_unknown("assault-and-siege", "mode=slow", "mode=slow");
    expect_unknown("assault-and-siege", "mode", "mode");
    expect_unknown("chess-attack", "Rescue", "Rescue");
}
END_TEST

START_TEST(of_two_modes_the_later_is_refused) {
    expect_unknown("assault-and-siege", "mode=fast players=4 mode=dice", "mode=dice");
    ck_assert_uint_eq(find("assault-and-siege", "players=4 mode=dice")->geometry.seats, 4);
    ck_assert_uint_eq(find("assault-and-siege", "mode=fast mode=fast")->moves, 2);
}
END_TEST

START_TEST(a_second_look_up_gives_the_same_ruleset) {
    const xpgn_ruleset *chess = find("", ""), *attack = find("chess-attack", "");
    ck_assert_ptr_eq(find("", ""), chess);
    ck_assert_ptr_eq(find("Standard", ""), chess);
    ck_assert_ptr_eq(find("chess-attack", ""), attack);
    ck_assert_ptr_ne(chess, attack);
}
END_TEST

START_TEST(a_failed_look_up_does_not_spoil_the_next) {
    const xpgn_ruleset *chess = find("chess", "");
    expect_unknown("chess", "x", "x");
    ck_assert_ptr_eq(find("chess", ""), chess);
}
END_TEST

/* ---- files of the user ---- */

START_TEST(a_loaded_file_is_in_the_catalog_under_its_id_and_names) {
    ck_assert_int_eq(load("ruleset: club\nnames: [Club Night]\nextends: chess-attack\n"
                          "pieces: {pawn: {attack: 7}}\n"),
                     XPGN_OK);
    const xpgn_ruleset *rs = find("CLUB", "rescue");
    ck_assert_int_eq(rs->piece[XPGN_PAWN].attack[0], 7);
    ck_assert_ptr_eq(find("club_night", "rescue"), rs);
    ck_assert_int_eq(find("chess-attack", "rescue")->piece[XPGN_PAWN].attack[0], 2);
    ck_assert_str_eq(xpgn_catalog_id(catalog, shipped()), "club");
    ck_assert_ptr_null(xpgn_catalog_id(catalog, shipped() + 1));
}
END_TEST

START_TEST(a_loaded_file_replaces_the_ruleset_of_its_id) {
    const xpgn_ruleset *old = find("chess-attack", "");
    ck_assert_int_eq(load("ruleset: chess-attack\nextends: chess-attack\n"
                          "pieces: {pawn: {attack: 7}}\n"),
                     XPGN_OK);
    const xpgn_ruleset *rs = find("chess-attack", "");
    ck_assert_int_eq(rs->piece[XPGN_PAWN].attack[0], 7);
    ck_assert_int_eq(old->piece[XPGN_PAWN].attack[0], 2);
    ck_assert_ptr_null(xpgn_catalog_id(catalog, shipped()));
}
END_TEST

START_TEST(a_loaded_file_may_extend_one_loaded_before) {
    ck_assert_int_eq(load("ruleset: one\nextends: chess-attack\ndie: 8\n"), XPGN_OK);
    ck_assert_int_eq(load("ruleset: two\nextends: one\npieces: {pawn: {attack: 9}}\n"), XPGN_OK);
    ck_assert_int_eq(load("ruleset: one\nextends: chess\n"), XPGN_OK);
    ck_assert_uint_eq(find("two", "")->die, 8);
    ck_assert_int_eq(find("two", "")->piece[XPGN_PAWN].attack[0], 9);
    ck_assert_uint_eq(find("one", "")->die, 0);
}
END_TEST

START_TEST(a_file_with_a_fault_changes_nothing) {
    ck_assert_int_eq(load("ruleset: chess\nextends: chess\ndie: none\n"), XPGN_INVALID);
    ck_assert_str_eq(first_code(), "Y-04");
    ck_assert_str_eq(find("chess", "")->title, "Chess");
    ck_assert_uint_eq(find("chess", "")->die, 0);
}
END_TEST

START_TEST(a_file_that_was_read_is_closed) {
    int before = open("/dev/null", O_RDONLY);
    close(before);
    ck_assert_int_eq(load("ruleset: one\nextends: chess\n"), XPGN_OK);
    ck_assert_int_eq(load("ruleset: one\nextends: none\n"), XPGN_INVALID);
    int after = open("/dev/null", O_RDONLY);
    close(after);
    ck_assert_int_eq(before, after);
}
END_TEST

/* Names are compared up to 65 letters. */
START_TEST(a_name_of_any_length_is_looked_for) {
    for (size_t size = 60; size < 80; size++) {
        char name[81];
        const xpgn_ruleset *rs;
        xpgn_slice unknown;
        memset(name, 'a', size);
        xpgn_slice variant = {name, size};
        ck_assert_int_eq(xpgn_catalog_find(catalog, variant, (xpgn_slice){"", 0}, &rs, &unknown),
                         XPGN_NOT_FOUND);
        ck_assert_ptr_eq(unknown.data, name);
        ck_assert_uint_eq(unknown.size, size);
    }
}
END_TEST

START_TEST(a_file_that_is_not_there_says_so) {
    xpgn_slice text;
    unlink(path);
    ck_assert_int_eq(xpgn_catalog_load(catalog, path, &text), XPGN_IO);
    size_t count;
    const xpgn_finding *list = xpgn_catalog_findings(catalog, &count);
    ck_assert_uint_eq(count, 1);
    ck_assert_ptr_nonnull(strstr(list[0].text, "No such file"));
    ck_assert_uint_eq(list[0].place.offset + list[0].place.length, 0);
    ck_assert_int_eq(xpgn_catalog_load(catalog, "/", &text), XPGN_IO);
}
END_TEST

/* ---- what a ruleset tells ---- */

START_TEST(a_ruleset_tells_its_rules_and_options_in_order) {
    const xpgn_ruleset *rs = find("chess-attack", "");
    ck_assert_str_eq(xpgn_ruleset_title(rs), "Chess Attack");
    ck_assert_str_eq(xpgn_ruleset_rule(rs, 0)->code, "CA-1");
    ck_assert_str_eq(xpgn_ruleset_rule(rs, 15)->code, "CA-16");
    ck_assert_ptr_null(xpgn_ruleset_rule(rs, 16));
    ck_assert_ptr_null(xpgn_ruleset_rule(rs, 99));
    ck_assert_str_eq(xpgn_ruleset_option(rs, 0), "rescue");
    ck_assert_str_eq(xpgn_ruleset_option(rs, 2), "remote-royals");
    ck_assert_ptr_null(xpgn_ruleset_option(rs, 3));
    ck_assert_ptr_null(xpgn_ruleset_option(find("chess", ""), 0));
    ck_assert_ptr_null(xpgn_ruleset_option(find("chess", ""), 5));
}
END_TEST

START_TEST(a_start_position_is_told_where_there_is_one) {
    xpgn_position p;
    memset(&p, 0, sizeof p);
    ck_assert(xpgn_ruleset_start(find("five-dice", ""), &p));
    ck_assert_uint_eq(p.at[4], XPGN_PIECE(0, XPGN_KING));
    ck_assert_uint_eq(p.king[1], 60);
    memset(&p, 0, sizeof p);
    ck_assert(!xpgn_ruleset_start(find("assault-and-siege", ""), &p));
    ck_assert_uint_eq(p.files, 0);
}
END_TEST

static void expect_columns(const char *id, const char *const *columns) {
    const xpgn_ruleset *rs = find(id, "");
    size_t i = 0;
    for (; columns[i]; i++)
        ck_assert_str_eq(xpgn_ruleset_attribute(rs, i), columns[i]);
    ck_assert_ptr_null(xpgn_ruleset_attribute(rs, i));
}

START_TEST(the_attribute_table_has_the_columns_of_its_game) {
    expect_columns("chess", (const char *const[]){"points", NULL});
    expect_columns("chess-attack",
                   (const char *const[]){"attack", "defense", "support", "points", NULL});
    expect_columns("five-dice", (const char *const[]){"attack", "defense", NULL});
    expect_columns("combat-chess-2", (const char *const[]){"bonus", "leader", NULL});
    expect_columns("assault-and-siege", (const char *const[]){"attack", "defense", "speed", NULL});
}
END_TEST

START_TEST(a_piece_is_called_what_its_rules_call_it) {
    const xpgn_ruleset *cc = find("combat-chess-2", "");
    ck_assert_str_eq(xpgn_piece_name(cc, XPGN_KNIGHT), "dragon");
    ck_assert_str_eq(xpgn_piece_name(cc, XPGN_ROOK), "castle");
    ck_assert_str_eq(xpgn_piece_name(cc, XPGN_PAWN), "pawn");
    ck_assert_str_eq(xpgn_piece_name(find("chess", ""), XPGN_KNIGHT), "knight");
    ck_assert_str_eq(xpgn_piece_name(NULL, XPGN_ROOK), "rook");
    ck_assert_str_eq(xpgn_piece_name(cc, XPGN_NO_TYPE), "piece");
    ck_assert_str_eq(xpgn_piece_name(NULL, XPGN_TYPES), "piece");
}
END_TEST

START_TEST(the_attribute_table_has_a_second_row_for_wounded_pieces) {
    xpgn_attributes a = attributes(find("chess-attack", ""), XPGN_QUEEN);
    static const int16_t healthy[] = {4, 3, 3, 9}, wounded[] = {3, 2, 3, 9};
    ck_assert(a.has_wounded);
    ck_assert_str_eq(a.name, "queen");
    ck_assert_int_eq(a.letter, 'Q');
    for (size_t i = 0; i < 4; i++) {
        ck_assert_int_eq(a.value[0][i], healthy[i]);
        ck_assert_int_eq(a.value[1][i], wounded[i]);
    }
    a = attributes(find("chess-attack", ""), XPGN_KING);
    ck_assert_int_eq(a.value[0][3], INT16_MAX);
    ck_assert(!attributes(find("five-dice", ""), XPGN_PAWN).has_wounded);
}
END_TEST

START_TEST(a_value_that_the_rules_do_not_give_is_told_as_none) {
    xpgn_attributes castle = attributes(find("combat-chess-2", ""), XPGN_ROOK);
    ck_assert_str_eq(castle.name, "castle");
    ck_assert_int_eq(castle.value[0][0], INT16_MIN);
    ck_assert_int_eq(castle.value[0][1], 0);
    xpgn_attributes pawn = attributes(find("combat-chess-2", ""), XPGN_PAWN);
    ck_assert_int_eq(pawn.value[0][0], 0);
    xpgn_attributes king = attributes(find("five-dice", ""), XPGN_KING);
    ck_assert_int_eq(king.value[0][0], INT16_MIN);
}
END_TEST

START_TEST(there_are_no_attributes_of_what_is_no_piece) {
    xpgn_attributes a;
    ck_assert(!xpgn_ruleset_attributes(find("chess", ""), XPGN_NO_TYPE, &a));
    ck_assert(!xpgn_ruleset_attributes(find("chess", ""), 7, &a));
}
END_TEST

START_TEST(freeing_nothing_is_allowed) {
    xpgn_catalog_free(NULL);
}
END_TEST

static Suite *catalog_suite(void) {
    Suite *suite = suite_create("catalog");
    TCase *names = tcase_create("names");
    tcase_add_checked_fixture(names, setup, teardown);
    tcase_add_loop_test(names, the_usual_names_of_chess_mean_chess, 0, 7);
    tcase_add_loop_test(names, the_usual_names_of_chess960_mean_chess960, 0, 10);
    tcase_add_loop_test(names, the_authors_names_of_the_games_are_known, 0, 7);
    tcase_add_loop_test(names, case_spaces_hyphens_and_underscores_do_not_matter, 0, 6);
    tcase_add_loop_test(names, other_names_are_not_known, 0, 7);
    tcase_add_test(names, every_id_of_the_catalog_is_found_by_itself);
    suite_add_tcase(suite, names);
    TCase *options = tcase_create("options");
    tcase_add_checked_fixture(options, setup, teardown);
    tcase_add_test(options, options_come_in_any_order_and_with_any_spaces);
    tcase_add_test(options, an_unknown_option_is_named);
    tcase_add_test(options, of_two_modes_the_later_is_refused);
    tcase_add_test(options, a_second_look_up_gives_the_same_ruleset);
    tcase_add_test(options, a_failed_look_up_does_not_spoil_the_next);
    suite_add_tcase(suite, options);
    TCase *files = tcase_create("files");
    tcase_add_checked_fixture(files, setup, teardown);
    tcase_add_test(files, a_loaded_file_is_in_the_catalog_under_its_id_and_names);
    tcase_add_test(files, a_loaded_file_replaces_the_ruleset_of_its_id);
    tcase_add_test(files, a_loaded_file_may_extend_one_loaded_before);
    tcase_add_test(files, a_file_with_a_fault_changes_nothing);
    tcase_add_test(files, a_file_that_was_read_is_closed);
    tcase_add_test(files, a_name_of_any_length_is_looked_for);
    tcase_add_test(files, a_file_that_is_not_there_says_so);
    suite_add_tcase(suite, files);
    TCase *tells = tcase_create("tells");
    tcase_add_checked_fixture(tells, setup, teardown);
    tcase_add_test(tells, a_ruleset_tells_its_rules_and_options_in_order);
    tcase_add_test(tells, a_start_position_is_told_where_there_is_one);
    tcase_add_test(tells, the_attribute_table_has_the_columns_of_its_game);
    tcase_add_test(tells, a_piece_is_called_what_its_rules_call_it);
    tcase_add_test(tells, the_attribute_table_has_a_second_row_for_wounded_pieces);
    tcase_add_test(tells, a_value_that_the_rules_do_not_give_is_told_as_none);
    tcase_add_test(tells, there_are_no_attributes_of_what_is_no_piece);
    tcase_add_test(tells, freeing_nothing_is_allowed);
    suite_add_tcase(suite, tells);
    return suite;
}

int main(void) {
    return run_suite(catalog_suite());
}
