/* SPDX-License-Identifier: MIT */
/* Rulesets from YAML: the tables of the shipped games, and the faults of house rules. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#include "builtin_sources.h"
#include "core/base/slice.h"
#include "core/rules/ruleset_schema.h"

/* ---- helpers ---- */

static option_set set_of(const struct rules_source *src, const char *options) {
    option_set set = 0;
    const char *const *known = src->option_names;
    for (size_t i = 0; known[i]; i++)
        if (strstr(options, known[i]))
            set |= (option_set)1 << i;
    return set;
}

static xpgn_ruleset *build(const char *id, const char *options) {
    const struct rules_source *src = builtin(NULL, id);
    xpgn_ruleset *rs = NULL;
    ck_assert_ptr_nonnull(src);
    ck_assert_int_eq(rules_source_build(src, set_of(src, options), &rs, file_log), XPGN_OK);
    return rs;
}

static xpgn_status load_slice(xpgn_slice text) {
    struct rules_source *src = NULL;
    xpgn_status status = rules_source_parse(&src, text, builtin, NULL, file_log);
    if (status == XPGN_OK)
        status = rules_source_check(src, file_log);
    rules_source_free(src);
    return status;
}

static xpgn_status load(const char *text) {
    return load_slice(slice_of(text));
}

static const xpgn_finding *finding(size_t index) {
    size_t count;
    const xpgn_finding *list = log_list(file_log, &count);
    ck_assert_uint_lt(index, count);
    return &list[index];
}

/* The text has one fault first of all: this code, at the last place where `part` stands. */
static void expect_fault(const char *text, const char *code, const char *part) {
    ck_assert_int_eq(load(text), XPGN_INVALID);
    const xpgn_finding *f = finding(0);
    const char *at = NULL;
    for (const char *p = strstr(text, part); p; p = strstr(p + 1, part))
        at = p;
    ck_assert_ptr_nonnull(at);
    ck_assert_str_eq(f->code, code);
    ck_assert_msg(f->place.offset == (size_t)(at - text), "\"%s\": found at %u: %s", text,
                  f->place.offset, text + f->place.offset);
    ck_assert_msg(f->place.length == strlen(part), "\"%s\": length %u", text, f->place.length);
    log_clear(file_log);
}

/* The same in a house rule over Chess Attack. */
static void expect_house_fault(const char *lines, const char *code, const char *part) {
    char text[1024];
    snprintf(text, sizeof text, "ruleset: house\nextends: chess-attack\n%s", lines);
    expect_fault(text, code, part);
}

static void expect_hint(const char *text, const char *hint) {
    ck_assert_int_eq(load(text), XPGN_INVALID);
    ck_assert_ptr_nonnull(finding(0)->hint);
    ck_assert_str_eq(finding(0)->hint, hint);
}

/* ---- the shipped games ---- */

START_TEST(every_shipped_ruleset_builds_with_every_combination_of_its_options) {
    const struct rules_source *src = builtin(NULL, rules_builtins[_i].name);
    size_t count;
    ck_assert_ptr_nonnull(src);
    ck_assert_int_eq(rules_source_check(src, file_log), XPGN_OK);
    log_list(file_log, &count);
    ck_assert_uint_eq(count, 0);
    ck_assert_str_eq(src->id, rules_builtins[_i].name);
}
END_TEST

/* `numbers`: attack, defense, support, points */
static void expect_row(const xpgn_ruleset *rs, unsigned type, unsigned state,
                       const int numbers[4]) {
    const struct piece_rules *piece = &rs->piece[type];
    ck_assert_int_eq(piece->attack[state], numbers[0]);
    ck_assert_int_eq(piece->defense[state], numbers[1]);
    ck_assert_int_eq(piece->support[state], numbers[2]);
    ck_assert_int_eq(piece->points, numbers[3]);
}

START_TEST(chess_attack_has_the_tiles_of_the_rules) {
    xpgn_ruleset *rs = build("chess-attack", "");
    expect_row(rs, XPGN_PAWN, 0, (int[]){2, 1, 1, 1});
    expect_row(rs, XPGN_KNIGHT, 0, (int[]){3, 2, 1, 3});
    expect_row(rs, XPGN_BISHOP, 0, (int[]){3, 2, 1, 3});
    expect_row(rs, XPGN_ROOK, 0, (int[]){3, 2, 1, 5});
    expect_row(rs, XPGN_QUEEN, 0, (int[]){4, 3, 3, 9});
    expect_row(rs, XPGN_KING, 0, (int[]){4, 3, 3, INFINITE});
    expect_row(rs, XPGN_PAWN, 1, (int[]){1, 0, 1, 1});
    expect_row(rs, XPGN_KNIGHT, 1, (int[]){2, 1, 1, 3});
    expect_row(rs, XPGN_BISHOP, 1, (int[]){2, 1, 1, 3});
    expect_row(rs, XPGN_ROOK, 1, (int[]){2, 1, 1, 5});
    expect_row(rs, XPGN_QUEEN, 1, (int[]){3, 2, 3, 9});
    expect_row(rs, XPGN_KING, 1, (int[]){3, 2, 3, INFINITE});
    ruleset_free(rs);
}
END_TEST

/* CA-4, as the table is read: the first row whose `from` the margin reaches. */
static const char *fate_at(const xpgn_ruleset *rs, int margin) {
    static char text[3];
    unsigned i = 0;
    while (i + 1u < rs->margin_rows && margin < rs->margin[i].from)
        i++;
    for (unsigned k = 0; k < 2; k++)
        text[k] = rs->margin[i].fate[k] ? rs->margin[i].fate[k] : '-';
    return text;
}

START_TEST(chess_attack_decides_by_the_margin) {
    static const char *const fates[] = {"x-", "x-", "xw", "xw", "ww", "wx", "wx", "-x", "-x"};
    xpgn_ruleset *rs = build("chess-attack", "");
    for (int margin = -4; margin <= 4; margin++)
        ck_assert_str_eq(fate_at(rs, margin), fates[margin + 4]);
    ck_assert_int_eq(rs->combat, COMBAT_MARGIN);
    ck_assert_int_eq(rs->support, SUPPORT_VALUES);
    ck_assert_int_eq(rs->removed, REMOVED_KEPT);
    ck_assert_int_eq(rs->no_action, DECIDE_POINTS);
    ck_assert_uint_eq(rs->die, 6);
    ck_assert_uint_eq(rs->fatal, 1u << XPGN_KING);
    ck_assert(rs->geometry.wounds);
    ck_assert_uint_eq(rs->geometry.held, HELD_REMOVED);
    ruleset_free(rs);
}
END_TEST

START_TEST(chess_attack_options_change_what_they_say_and_no_more) {
    xpgn_ruleset *base = build("chess-attack", "");
    xpgn_ruleset *all = build("chess-attack", "rescue king-safety remote-royals");
    ck_assert_int_eq(base->arrival, ARRIVAL_STAY);
    ck_assert_int_eq(all->arrival, ARRIVAL_RESCUE);
    ck_assert_str_eq(base->cite[CITE_ARRIVAL], "CA-12");
    ck_assert_str_eq(all->cite[CITE_ARRIVAL], "CA-13");
    ck_assert_int_eq(base->safety, SAFETY_NONE);
    ck_assert_int_eq(all->safety, SAFETY_NO_STEP);
    ck_assert_uint_eq(base->support_except[XPGN_QUEEN], 0);
    ck_assert_uint_eq(all->support_except[XPGN_QUEEN], 1u << XPGN_KING);
    ck_assert_uint_eq(all->support_except[XPGN_KING], 1u << XPGN_QUEEN);
    ck_assert_uint_eq(all->support_except[XPGN_ROOK], 0);
    ck_assert_int_eq(all->support, SUPPORT_VALUES);
    ck_assert_str_eq(base->options_in_force, "");
    ck_assert_str_eq(all->options_in_force, "rescue king-safety remote-royals");
    ruleset_free(base);
    ruleset_free(all);
}
END_TEST

START_TEST(chess_has_its_points_promotions_and_endings) {
    static const int points[] = {0, 1, 3, 3, 5, 9, INFINITE};
    xpgn_ruleset *rs = build("chess", "");
    for (unsigned t = XPGN_PAWN; t <= XPGN_KING; t++)
        ck_assert_int_eq(rs->piece[t].points, points[t]);
    ck_assert_uint_eq(rs->piece[XPGN_PAWN].promotes_to,
                      1u << XPGN_KNIGHT | 1u << XPGN_BISHOP | 1u << XPGN_ROOK | 1u << XPGN_QUEEN);
    ck_assert_int_eq(rs->movement, MOVEMENT_CHESS);
    ck_assert_int_eq(rs->safety, SAFETY_NOT_LEFT);
    ck_assert_int_eq(rs->combat, COMBAT_CAPTURE);
    ck_assert_int_eq(rs->arrival, ARRIVAL_PROMOTE);
    ck_assert_int_eq(rs->no_action, DECIDE_CHECK);
    ck_assert(rs->double_step);
    ck_assert(rs->geometry.en_passant);
    ck_assert(!rs->geometry.wounds);
    ck_assert_uint_eq(rs->geometry.castling, CASTLING_STANDARD);
    ck_assert_str_eq(rs->cite[CITE_SAFETY], "C-2");
    ck_assert_str_eq(rs->cite[CITE_CASTLING], "C-1");
    ruleset_free(rs);
}
END_TEST

START_TEST(chess960_is_chess_but_for_its_castling_and_setup) {
    xpgn_ruleset *rs = build("chess960", "");
    ck_assert_uint_eq(rs->geometry.castling, CASTLING_960);
    ck_assert_int_eq(rs->setup, SETUP_SHUFFLED);
    ck_assert_int_eq(rs->safety, SAFETY_NOT_LEFT);
    ck_assert(rs->double_step);
    ck_assert_str_eq(rs->cite[CITE_CASTLING], "C-4");
    ck_assert_str_eq(rs->cite[CITE_MOVE], "C-1");
    ck_assert(rs->has_start);
    ruleset_free(rs);
}
END_TEST

START_TEST(five_dice_has_the_ratings_of_the_rules) {
    static const int attack[] = {0, 1, 3, 3, 2, 5}, defense[] = {0, 1, 2, 3, 3, 5};
    xpgn_ruleset *rs = build("five-dice", "");
    for (unsigned t = XPGN_PAWN; t <= XPGN_QUEEN; t++) {
        ck_assert_int_eq(rs->piece[t].attack[0], attack[t]);
        ck_assert_int_eq(rs->piece[t].defense[0], defense[t]);
    }
    ck_assert_int_eq(rs->combat, COMBAT_POOLS);
    ck_assert_uint_eq(rs->single_die, 1u << XPGN_KING);
    ck_assert_uint_eq(rs->single_fails, 1);
    ck_assert_int_eq(rs->no_action, DECIDE_DRAW);
    ck_assert_int_eq(rs->support, SUPPORT_NONE);
    ck_assert(!rs->shooting);
    ck_assert(!rs->suicide_run);
    ck_assert_str_eq(rs->cite[CITE_DICE], "FD-2");
    ruleset_free(rs);
}
END_TEST

START_TEST(five_dice_options_switch_shots_runs_and_support) {
    xpgn_ruleset *rs = build("five-dice", "shooting support suicide-run");
    ck_assert(rs->shooting);
    ck_assert(rs->suicide_run);
    ck_assert_int_eq(rs->support, SUPPORT_DICE);
    ck_assert_str_eq(rs->cite[CITE_DICE], "FD-7");
    ck_assert_str_eq(rs->cite[CITE_TOTAL], "FD-2");
    ck_assert(rs->piece[XPGN_QUEEN].shoots);
    ck_assert(!rs->piece[XPGN_KING].shoots);
    ck_assert(!rs->piece[XPGN_KING].runs);
    ruleset_free(rs);
}
END_TEST

START_TEST(combat_chess_2_has_its_bonus_leaders_cells_and_reaches) {
    static const int bonus[] = {0, 0, 1, 2, 0, 3, 4};
    static const xpgn_square cells[] = {0, 7, 56, 63};
    xpgn_ruleset *rs = build("combat-chess-2", "");
    for (unsigned t = XPGN_PAWN; t <= XPGN_KING; t++) {
        bool leader = t == XPGN_BISHOP || t == XPGN_QUEEN || t == XPGN_KING;
        ck_assert_int_eq(rs->piece[t].bonus, bonus[t]);
        ck_assert_int_eq(rs->piece[t].leader, leader);
        ck_assert_int_eq(rs->piece[t].leaps, t == XPGN_KNIGHT);
        ck_assert_int_eq(rs->piece[t].immobile, t == XPGN_ROOK);
    }
    for (unsigned i = 0; i < 4; i++) {
        ck_assert_uint_eq(rs->geometry.cell[i], cells[i]);
        ck_assert_uint_eq(rs->geometry.cell_seat[i], i / 2);
        ck_assert_uint_eq(cell_of(rs, cells[i]), i);
    }
    ck_assert_uint_eq(rs->geometry.held, HELD_CELLS);
    ck_assert_int_eq(rs->teleport_reach, 6);
    ck_assert_int_eq(rs->release_reach, 6);
    ck_assert(!rs->teleport_exact);
    ck_assert(rs->roll_off);
    ck_assert(rs->leaders_lost);
    ck_assert_uint_eq(rs->transform_from, XPGN_PAWN);
    ck_assert_uint_eq(rs->transform_kills, XPGN_KING);
    ck_assert_uint_eq(rs->transform_to, XPGN_BISHOP);
    ck_assert_uint_eq(rs->geometry.castling, CASTLING_NONE);
    ck_assert_str_eq(rs->piece[XPGN_ROOK].name, "castle");
    ruleset_free(rs);
    rs = build("combat-chess-2", "exact-teleport");
    ck_assert(rs->teleport_exact);
    ck_assert_int_eq(rs->teleport_reach, 6);
    ruleset_free(rs);
}
END_TEST

START_TEST(assault_and_siege_has_the_army_of_the_rules) {
    static const int attack[] = {0, 1, 1, 0, 1, 1, 1}, defense[] = {0, 1, 1, 0, 2, 1, 1};
    static const int speed[] = {0, 1, 2, 1, 0, 1, 1}, most[] = {0, 8, 2, 2, 2, 1, 1};
    xpgn_ruleset *rs = build("assault-and-siege", "");
    for (unsigned t = XPGN_PAWN; t <= XPGN_KING; t++) {
        const struct piece_rules *piece = &rs->piece[t];
        ck_assert_int_eq(piece->attack[0], attack[t]);
        ck_assert_int_eq(piece->defense[0], defense[t]);
        ck_assert_int_eq(piece->speed, speed[t]);
        ck_assert_int_eq(piece->most, most[t]);
        ck_assert_int_eq(piece->charge, t == XPGN_KNIGHT);
        ck_assert_int_eq(piece->charge_proof, t == XPGN_ROOK);
        ck_assert_int_eq(piece->inspires, t == XPGN_QUEEN);
        ck_assert_int_eq(piece->reinforces, t == XPGN_BISHOP);
        ck_assert_int_eq(piece->route, t == XPGN_ROOK);
    }
    ck_assert_uint_eq(rs->piece[XPGN_PAWN].promotes_to,
                      1u << XPGN_BISHOP | 1u << XPGN_KNIGHT | 1u << XPGN_ROOK);
    ck_assert_uint_eq(rs->piece[XPGN_ROOK].promotes_to, 1u << XPGN_QUEEN);
    ck_assert_uint_eq(rs->piece[XPGN_KNIGHT].promotes_to, 1u << XPGN_QUEEN);
    ck_assert_uint_eq(rs->piece[XPGN_BISHOP].promotes_to, 0);
    ck_assert_uint_eq(rs->army.count[XPGN_PAWN], 6);
    ck_assert_uint_eq(rs->army.choose, 2);
    ck_assert(!rs->has_start);
    ck_assert(rs->succession);
    ck_assert(rs->alone_loses);
    ck_assert_int_eq(rs->no_action, DECIDE_LOSS);
    ruleset_free(rs);
}
END_TEST

START_TEST(assault_and_siege_modes_say_how_many_moves) {
    static const unsigned by_die[] = {0, 1, 1, 2, 2, 3};
    static const char *const modes[] = {"", "mode=default", "mode=fast", "mode=blitzkrieg"};
    static const unsigned moves[] = {1, 1, 2, 3};
    xpgn_ruleset *rs;
    for (size_t i = 0; i < 4; i++) {
        rs = build("assault-and-siege", modes[i]);
        ck_assert_uint_eq(rs->moves, moves[i]);
        ruleset_free(rs);
    }
    rs = build("assault-and-siege", "mode=dice");
    ck_assert_uint_eq(rs->moves, 0);
    for (size_t i = 0; i < 6; i++)
        ck_assert_uint_eq(rs->moves_by_die[i], by_die[i]);
    ruleset_free(rs);
}
END_TEST

START_TEST(assault_and_siege_has_a_zone_in_each_corner) {
    static const xpgn_square kings[] = {0, 11 * 12, 11 * 12 + 11, 11};
    static const unsigned files[] = {0, 0, 11, 11}, ranks[] = {0, 11, 11, 0};
    xpgn_ruleset *rs = build("assault-and-siege", "");
    ck_assert_uint_eq(rs->geometry.seats, 2);
    ck_assert_uint_eq(rs->zone[0].king, 0);
    ck_assert_uint_eq(rs->zone[1].king, 63);
    ck_assert_uint_eq(rs->zone[1].reach, 5);
    ck_assert(!rs->zone[1].square);
    ruleset_free(rs);
    rs = build("assault-and-siege", "players=4 mode=fast");
    ck_assert_uint_eq(rs->geometry.seats, 4);
    ck_assert_uint_eq(rs->geometry.files, 12);
    ck_assert_uint_eq(rs->moves, 2);
    ck_assert_str_eq(rs->seat_name[1], "red");
    for (size_t i = 0; i < 4; i++) {
        ck_assert_uint_eq(rs->zone[i].king, kings[i]);
        ck_assert_uint_eq(rs->zone[i].corner_file, files[i]);
        ck_assert_uint_eq(rs->zone[i].corner_rank, ranks[i]);
        ck_assert_uint_eq(rs->zone[i].reach, 5);
        ck_assert(rs->zone[i].square);
    }
    ruleset_free(rs);
}
END_TEST

START_TEST(every_rule_of_the_games_is_there_in_order) {
    static const struct {
        const char *id, *letters;
        int count;
    } games[] = {{"chess", "C", 4},
                 {"chess960", "C", 4},
                 {"chess-without-check", "NC", 2},
                 {"chess-attack", "CA", 16},
                 {"dice-chess-three", "DT", 6},
                 {"dice-chess", "DC", 4},
                 {"dice-chess-pair", "DP", 5},
                 {"five-dice", "FD", 9},
                 {"single-combat-chess", "SC", 5},
                 {"polyhedral-chess-war", "PW", 4},
                 {"reckless-chess", "RC", 4},
                 {"hit-points-chess", "HP", 4},
                 {"chess-to-the-death", "TD", 3},
                 {"chess-or-die-trying", "CD", 4},
                 {"combat-chess-2", "CC", 13},
                 {"assault-and-siege", "AS", 12}};
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        xpgn_ruleset *rs = build(games[g].id, "");
        for (int i = 0; i < games[g].count; i++) {
            char id[16];
            snprintf(id, sizeof id, "%s-%d", games[g].letters, i + 1);
            ck_assert_ptr_nonnull(rs->rules[i].code);
            ck_assert_str_eq(rs->rules[i].code, id);
            ck_assert_uint_gt(strlen(rs->rules[i].title), 10);
        }
        ck_assert_ptr_null(rs->rules[games[g].count].code);
        ruleset_free(rs);
    }
}
END_TEST

START_TEST(no_facet_is_without_a_rule) {
    xpgn_ruleset *rs = build(rules_builtins[_i].name, "");
    for (int i = 0; i < CITE_COUNT_OF; i++)
        ck_assert_ptr_nonnull(rs->cite[i]);
    ruleset_free(rs);
}
END_TEST

/* ---- house rules ---- */

START_TEST(a_house_rule_changes_only_what_it_names) {
    static const char text[] = "ruleset: club-tiles\n"
                               "extends: chess-attack\n"
                               "pieces:\n"
                               "  king: {defense: 5, wounded: {defense: 3}}\n";
    struct rules_source *src;
    xpgn_ruleset *rs;
    ck_assert_int_eq(rules_source_parse(&src, slice_of(text), builtin, NULL, file_log), XPGN_OK);
    ck_assert_int_eq(rules_source_check(src, file_log), XPGN_OK);
    ck_assert_int_eq(rules_source_build(src, set_of(src, "rescue"), &rs, file_log), XPGN_OK);
    ck_assert_str_eq(rs->id, "club-tiles");
    expect_row(rs, XPGN_KING, 0, (int[]){4, 5, 3, INFINITE});
    expect_row(rs, XPGN_KING, 1, (int[]){3, 3, 3, INFINITE});
    expect_row(rs, XPGN_QUEEN, 0, (int[]){4, 3, 3, 9});
    ck_assert_int_eq(rs->arrival, ARRIVAL_RESCUE);
    ck_assert_int_eq(rs->combat, COMBAT_MARGIN);
    ruleset_free(rs);
    rules_source_free(src);
}
END_TEST

START_TEST(a_house_rule_does_not_take_over_the_other_names_of_its_parent) {
    struct rules_source *src;
    xpgn_slice text = slice_of("ruleset: tea-chess\nextends: chess\n");
    ck_assert_int_eq(rules_source_parse(&src, text, builtin, NULL, file_log), XPGN_OK);
    ck_assert_ptr_null(src->names[0]);
    rules_source_free(src);
}
END_TEST

START_TEST(another_kind_replaces_the_numbers_of_the_old_one) {
    static const char text[] = "ruleset: pools-attack\n"
                               "extends: chess-attack\n"
                               "combat: {kind: pools}\n"
                               "support: {kind: dice}\n";
    struct rules_source *src;
    xpgn_ruleset *rs;
    ck_assert_int_eq(rules_source_parse(&src, slice_of(text), builtin, NULL, file_log), XPGN_OK);
    ck_assert_int_eq(rules_source_build(src, 0, &rs, file_log), XPGN_OK);
    ck_assert_uint_eq(rs->margin_rows, 3); /* of pools */
    ck_assert(!rs->geometry.wounds);
    ck_assert_int_eq(rs->combat, COMBAT_POOLS);
    ruleset_free(rs);
    rules_source_free(src);
}
END_TEST

START_TEST(support_is_withheld_by_the_first_of_a_pair_from_the_second) {
    struct rules_source *src;
    xpgn_ruleset *rs;
    xpgn_slice text = slice_of("ruleset: h\nextends: chess-attack\n"
                               "support: {except: [[queen, pawn], [queen, rook]]}\n");
    ck_assert_int_eq(rules_source_parse(&src, text, builtin, NULL, file_log), XPGN_OK);
    ck_assert_int_eq(rules_source_build(src, 0, &rs, file_log), XPGN_OK);
    ck_assert_uint_eq(rs->support_except[XPGN_QUEEN], 1u << XPGN_PAWN | 1u << XPGN_ROOK);
    ck_assert_uint_eq(rs->support_except[XPGN_PAWN], 0);
    ruleset_free(rs);
    rules_source_free(src);
}
END_TEST

/* 119 is the letter w. */
START_TEST(pieces_are_wounded_where_an_outcome_says_so) {
    static const char *const outcomes[] = {
        "{from: 120, defender: removed}, {from: 119}, {attacker: removed}",
        "{from: 120, defender: wounded}, {attacker: removed}",
        "{from: 120, defender: removed}, {attacker: wounded}"};
    for (size_t i = 0; i < sizeof outcomes / sizeof *outcomes; i++) {
        char text[300];
        snprintf(text, sizeof text, "ruleset: h\nextends: chess-attack\ncombat: {outcomes: [%s]}\n",
                 outcomes[i]);
        struct rules_source *src;
        xpgn_ruleset *rs;
        ck_assert_int_eq(rules_source_parse(&src, slice_of(text), builtin, NULL, file_log),
                         XPGN_OK);
        ck_assert_int_eq(rules_source_build(src, 0, &rs, file_log), XPGN_OK);
        ck_assert_int_eq(rs->geometry.wounds, i > 0);
        ruleset_free(rs);
        rules_source_free(src);
    }
}
END_TEST

START_TEST(a_wounded_piece_is_as_the_healthy_one_where_nothing_else_is_said) {
    static const char text[] =
        "ruleset: h\nextends: five-dice\noptions: {support: {}}\nsupport: {kind: values}\n"
        "combat: {kind: margin, outcomes: [{from: 1, defender: wounded}, {attacker: removed}]}\n"
        "pieces:\n"
        "  pawn: {support: 7, wounded: {attack: 1, defense: 1}}\n"
        "  knight: {support: 1, wounded: {attack: 1, defense: 1}}\n"
        "  bishop: {support: 1, wounded: {attack: 1, defense: 1}}\n"
        "  rook: {support: 1, wounded: {attack: 1, defense: 1}}\n"
        "  queen: {support: 1, wounded: {attack: 1, defense: 1, support: 4}}\n"
        "  king: {attack: 1, defense: 1, support: 1, wounded: {attack: 1, defense: 1}}\n";
    struct rules_source *src;
    xpgn_ruleset *rs;
    ck_assert_int_eq(rules_source_parse(&src, slice_of(text), builtin, NULL, file_log), XPGN_OK);
    ck_assert_int_eq(rules_source_build(src, 0, &rs, file_log), XPGN_OK);
    ck_assert(rs->geometry.wounds);
    ck_assert_int_eq(rs->piece[XPGN_PAWN].support[1], 7);
    ck_assert_int_eq(rs->piece[XPGN_QUEEN].support[1], 4);
    ck_assert_int_eq(rs->piece[XPGN_QUEEN].support[0], 1);
    ruleset_free(rs);
    rules_source_free(src);
}
END_TEST

START_TEST(a_house_rule_may_add_an_option) {
    static const char text[] = "ruleset: house\n"
                               "extends: chess-attack\n"
                               "options:\n"
                               "  iron-kings: {pieces: {king: {defense: 9}}}\n";
    struct rules_source *src;
    xpgn_ruleset *rs;
    ck_assert_int_eq(rules_source_parse(&src, slice_of(text), builtin, NULL, file_log), XPGN_OK);
    ck_assert_str_eq(src->option_names[0], "rescue");
    ck_assert_str_eq(src->option_names[3], "iron-kings");
    ck_assert_ptr_null(src->option_names[4]);
    ck_assert_int_eq(rules_source_build(src, 1u << 3, &rs, file_log), XPGN_OK);
    ck_assert_int_eq(rs->piece[XPGN_KING].defense[0], 9);
    ck_assert_int_eq(rs->piece[XPGN_KING].attack[0], 4);
    ruleset_free(rs);
    rules_source_free(src);
}
END_TEST

/* ---- faults, with their places ---- */

START_TEST(broken_yaml_is_found_where_it_breaks) {
    ck_assert_int_eq(load("ruleset: [a"), XPGN_INVALID);
    ck_assert_str_eq(finding(0)->code, "Y-01");
    ck_assert_uint_eq(finding(0)->place.offset, strlen("ruleset: [a"));
    log_clear(file_log);
    ck_assert_int_eq(load("ruleset: a\ntitle: *x\n"), XPGN_INVALID);
    ck_assert_str_eq(finding(0)->code, "Y-01");
    ck_assert_uint_eq(finding(0)->place.offset, 18);
    log_clear(file_log);
    ck_assert_int_eq(load(""), XPGN_INVALID);
    ck_assert_str_eq(finding(0)->code, "Y-04");
}
END_TEST

START_TEST(anchors_aliases_tags_and_second_documents_are_refused) {
    static const char *const texts[] = {"ruleset: &a house\n", "ruleset: !!str house\n",
                                        "ruleset: a\n--- \nruleset: b\n", "? [a]\n: b\n",
                                        "a: &a [x]\nb: [*a, *a]\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        ck_assert_int_eq(load(texts[i]), XPGN_INVALID);
        ck_assert_str_eq(finding(0)->code, "Y-01");
        log_clear(file_log);
    }
}
END_TEST

START_TEST(an_unknown_key_is_found_with_its_place_and_a_hint) {
    expect_house_fault("combatt: {kind: pools}\n", "Y-02", "combatt");
    expect_house_fault("pieces: {pawn: {atack: 3}}\n", "Y-02", "atack");
    expect_house_fault("pieces: {pawn: {wounded: {points: 3}}}\n", "Y-02", "points");
    expect_house_fault("cite: {mvoe: CA-1}\n", "Y-02", "mvoe");
    expect_house_fault("options: {x: {title: No}}\n", "Y-02", "title");
    expect_house_fault("combat: {outcomes: [{form: 3}]}\n", "Y-02", "form");
    expect_hint("ruleset: h\nextends: chess\npieces: {pawn: {atack: 3}}\n", "did you mean attack?");
}
END_TEST

START_TEST(a_key_given_twice_is_found_at_the_second) {
    expect_house_fault("die: 6\ntitle: T\ndie: 8\n", "Y-03", "die");
    expect_house_fault("ending: {lost-with: [king, king]}\n", "Y-03", "king");
}
END_TEST

START_TEST(a_value_of_the_wrong_type_is_found) {
    expect_house_fault("die: six\n", "Y-04", "six");
    expect_house_fault("die: '6'\n", "Y-04", "'6'");
    expect_house_fault("die: 6.5\n", "Y-04", "6.5");
    expect_house_fault("die: 0x6\n", "Y-04", "0x6");
    expect_house_fault("die: [6]\n", "Y-04", "[6]");
    expect_house_fault("movement: {double-step: yes}\n", "Y-04", "yes");
    expect_house_fault("combat: pools\n", "Y-04", "pools");
    expect_house_fault("ending: {lost-with: king}\n", "Y-04", "king");
    expect_house_fault("options: [rescue]\n", "Y-04", "[rescue]");
    expect_house_fault("options: {rescue: 1}\n", "Y-04", "1");
}
END_TEST

START_TEST(a_number_out_of_range_or_an_unknown_word_is_found) {
    expect_house_fault("die: 1\n", "Y-05", "1");
    expect_house_fault("die: 99999\n", "Y-05", "99999");
    expect_house_fault("pieces: {pawn: {attack: -1}}\n", "Y-05", "-1");
    expect_house_fault("pieces: {pawn: {points: 32767}}\n", "Y-05", "32767");
    expect_house_fault("pieces: {dragon: {attack: 1}}\n", "Y-05", "dragon");
    expect_house_fault("combat: {kind: brawl}\n", "Y-05", "brawl");
    expect_house_fault("seats: [black, white]\n", "Y-05", "[black, white]");
    expect_house_fault("rules: {L-1: Not free}\n", "Y-05", "L-1");
    expect_house_fault("options: {Big Rescue: {}}\n", "Y-05", "Big Rescue");
    expect_fault("ruleset: Big\n", "Y-05", "Big");
    expect_hint("ruleset: h\nextends: chess\ncombat: {kind: pool}\n", "did you mean pools?");
}
END_TEST

START_TEST(a_missing_key_is_named) {
    expect_fault("ruleset: bare\n", "Y-06", "bare");
    ck_assert_int_eq(load("title: X\n"), XPGN_INVALID);
    ck_assert_str_eq(finding(0)->code, "Y-06");
    log_clear(file_log);
    expect_fault("ruleset: h\nextends: chess\ndie: 6\nsafety: {kind: none}\n"
                 "combat: {kind: pools}\nending: {no-action: draw, lost-with: [king]}\n"
                 "pieces: {pawn: {attack: 1}}\n",
                 "Y-06", "pawn");
}
END_TEST

START_TEST(contradictions_are_found_where_they_are_written) {
    expect_house_fault("combat: {shooting: true}\n", "Y-07", "shooting");
    expect_house_fault("cite: {count: CA-99}\n", "Y-07", "CA-99");
    expect_house_fault("combat: {outcomes: [{from: 1, defender: removed}]}\n", "Y-07",
                       "{from: 1, defender: removed}");
    expect_house_fault("combat: {outcomes: [{from: 1}, {from: 2}, {attacker: removed}]}\n", "Y-07",
                       "2");
    expect_house_fault("turn: {kind: choice}\nending: {no-action: null}\n", "Y-07", "choice");
    expect_house_fault("board: {files: 9}\n", "Y-07", "board");
    expect_house_fault("pieces: {knight: {name: pawn}}\n", "Y-07", "knight");
    expect_house_fault(
        "removed: {kind: gone}\narrival: {kind: rescue}\nending: {no-action: draw}\n", "Y-07",
        "rescue");
    expect_house_fault("ending: {no-action: mate-or-stalemate}\n", "Y-07", "mate-or-stalemate");
    expect_fault("ruleset: h\nextends: assault-and-siege\ndie: 8\n"
                 "turn: {moves: [1, 2, 3]}\n",
                 "Y-07", "[1, 2, 3]");
}
END_TEST

START_TEST(a_start_position_of_another_game_is_found) {
    expect_house_fault("setup: {position: \"4k3/8/8/8/8/8/8/8 w - - 0 1\"}\n", "Y-07",
                       "\"4k3/8/8/8/8/8/8/8 w - - 0 1\"");
    ck_assert_int_eq(load("ruleset: h\nextends: chess\n"
                          "setup: {position: \"4k3/8/8/8/8/8/8/ZK6 w - - 0 1\"}\n"),
                     XPGN_INVALID);
    ck_assert_str_eq(finding(0)->code, "Y-07");
    ck_assert_uint_ge(finding(0)->place.offset, strlen("ruleset: h\nextends: chess\n") + 18);
    log_clear(file_log);
    ck_assert_int_eq(load("ruleset: h\nextends: chess\nsetup: {position: \"N*\"}\n"), XPGN_INVALID);
}
END_TEST

START_TEST(an_unknown_parent_is_found) {
    expect_fault("ruleset: a\nextends: nowhere\n", "Y-08", "nowhere");
}
END_TEST

START_TEST(a_fault_of_one_option_names_it) {
    static const char text[] = "ruleset: h\nextends: chess-attack\noptions: {bad: {die: 1}}\n";
    expect_fault(text, "Y-05", "1");
    expect_hint(text, "happens with the option bad");
}
END_TEST

START_TEST(a_fault_in_what_is_inherited_is_shown_at_extends) {
    expect_fault("ruleset: h\nextends: chess-attack\nturn: {kind: choice}\n", "Y-07",
                 "chess-attack");
}
END_TEST

START_TEST(an_unknown_word_far_from_all_gets_the_list_of_them) {
    expect_hint("ruleset: h\nextends: chess\narrival: {kind: elsewhere}\n",
                "expected one of stay, promote, rescue, on-capture");
}
END_TEST

START_TEST(a_fault_of_one_combination_of_options_names_it) {
    ck_assert_int_eq(load("ruleset: house\nextends: chess-attack\n"
                          "options: {gone: {removed: {kind: gone}, ending: {no-action: draw}}}\n"),
                     XPGN_INVALID);
    ck_assert_str_eq(finding(0)->code, "Y-07");
    ck_assert_str_eq(finding(0)->hint, "happens with the options rescue gone");
}
END_TEST

/* A number of options, of which these two give a rook and a queen one name. */
static void write_pair(char *text, size_t size, unsigned options, unsigned one, unsigned other) {
    size_t n = (size_t)snprintf(text, size, "ruleset: h\nextends: chess\noptions:\n");
    for (unsigned i = 0; i < options; i++)
        n += (size_t)snprintf(text + n, size - n,
                              i == one     ? "  o%u: {pieces: {rook: {name: twin}}}\n"
                              : i == other ? "  o%u: {pieces: {queen: {name: twin}}}\n"
                                           : "  o%u: {}\n",
                              i);
}

/* Of many options not all sets are tried, but all pairs. */
START_TEST(every_pair_of_options_is_tried) {
    static const unsigned counts[] = {2, 4, 11, 13};
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        for (unsigned i = 1; i < counts[c]; i++) {
            for (unsigned k = 0; k < i; k++) {
                char text[1000], hint[80];
                write_pair(text, sizeof text, counts[c], i, k);
                snprintf(hint, sizeof hint, "happens with the options o%u o%u", k, i);
                log_clear(file_log);
                expect_hint(text, hint);
            }
        }
    }
}
END_TEST

START_TEST(deep_and_large_files_are_refused) {
    static char text[300 * 1024];
    memset(text, '[', 5000);
    ck_assert_int_eq(load(text), XPGN_INVALID);
    ck_assert_str_eq(finding(0)->code, "Y-09");
    log_clear(file_log);
    memset(text, '#', sizeof text - 1);
    ck_assert_int_eq(load(text), XPGN_INVALID);
    ck_assert_str_eq(finding(0)->code, "Y-09");
    log_clear(file_log);
    size_t n = (size_t)snprintf(text, sizeof text, "ruleset: a\nnames: [");
    for (int i = 0; i < 300; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "x, ");
    snprintf(text + n, sizeof text - n, "x]\n");
    ck_assert_int_eq(load(text), XPGN_INVALID);
    ck_assert_str_eq(finding(0)->code, "Y-09");
}
END_TEST

START_TEST(a_game_that_cannot_be_won_gets_a_warning) {
    size_t count;
    ck_assert_int_eq(load("ruleset: house\nextends: chess-attack\nending: {lost-with: []}\n"),
                     XPGN_OK);
    log_list(file_log, &count);
    ck_assert_uint_eq(count, 1);
    ck_assert_str_eq(finding(0)->code, "Y-10");
    ck_assert_int_eq(finding(0)->level, XPGN_WARNING);
}
END_TEST

START_TEST(places_are_bytes_also_after_other_letters_and_line_ends) {
    expect_fault("# \xC3\xA4\xE2\x82\xAC\xF0\x9F\x8E\xB2\r\nruleset: h\r\nextends: chess\r\n"
                 "title: \"\xC3\x96l\"\r\ndie: none\r\n",
                 "Y-04", "none");
    expect_fault("\xEF\xBB\xBFruleset: h\nextends: nowhere\n", "Y-08", "nowhere");
}
END_TEST

START_TEST(bytes_that_are_not_utf8_and_nul_are_refused) {
    ck_assert_int_eq(load("ruleset: h\ntitle: \xFF\n"), XPGN_INVALID);
    ck_assert_str_eq(finding(0)->code, "Y-01");
    ck_assert_uint_eq(finding(0)->place.offset, 18);
    log_clear(file_log);
    ck_assert_int_eq(load("ruleset: \"h\\0i\"\n"), XPGN_INVALID);
    ck_assert_str_eq(finding(0)->code, "Y-01");
}
END_TEST

START_TEST(a_file_cut_at_any_byte_is_refused_or_read_but_never_crashes) {
    const struct embedded *b = &rules_builtins[_i];
    for (size_t size = 0; size < b->size; size += 7) {
        char *copy = malloc(size + 1);
        memcpy(copy, b->text, size);
        load_slice((xpgn_slice){copy, size});
        log_clear(file_log);
        free(copy);
    }
}
END_TEST

/* ---- the fast path ---- */

/* A row that says nothing is for the walk, and so is a word that it does not name. */
START_TEST(a_key_is_unknown_to_the_fast_path_unless_its_row_says_otherwise) {
    static const char *const words[] = {"one", "two", NULL};
    const struct schema_row fresh = {.path = "pieces.*.flies", .kind = VALUE_BOOL};
    const struct schema_row number = {"die", VALUE_BYTE, .known = {[FAST_PATH_COMBAT] = ~0u}};
    const struct schema_row word = {"x.kind", VALUE_WORD, .words = words,
                                    .known = {[FAST_PATH_CHESS] = 1}};
    ck_assert_uint_eq(schema_known(&fresh, 0), 0);
    ck_assert_uint_eq(schema_known(&fresh, 1), 0);
    ck_assert_uint_eq(schema_known(&number, 0), 1 << FAST_PATH_COMBAT);
    ck_assert_uint_eq(schema_known(&number, 31), 1 << FAST_PATH_COMBAT);
    ck_assert_uint_eq(schema_known(&word, 0), 1 << FAST_PATH_CHESS);
    ck_assert_uint_eq(schema_known(&word, 1), 0);
    for (size_t i = 0; i < schema_row_count; i++) /* a new word has no bit yet */
        for (unsigned path = 0, past = 0; schema_rows[i].words && path < FAST_PATHS; path++) {
            while (schema_rows[i].words[past])
                past++;
            ck_assert_msg(schema_rows[i].known[path] >> past == 0, "%s", schema_rows[i].path);
        }
}
END_TEST

START_TEST(every_shipped_game_has_its_fast_path) {
    static const struct {
        const char *id;
        enum fast_path path;
    } games[] = {{"chess", FAST_PATH_CHESS},
                 {"chess960", FAST_PATH_CHESS},
                 {"chess-without-check", FAST_PATH_NONE},
                 {"dice-chess-three", FAST_PATH_NONE},
                 {"dice-chess", FAST_PATH_NONE},
                 {"dice-chess-pair", FAST_PATH_NONE},
                 {"single-combat-chess", FAST_PATH_NONE},
                 {"polyhedral-chess-war", FAST_PATH_NONE},
                 {"reckless-chess", FAST_PATH_NONE},
                 {"hit-points-chess", FAST_PATH_NONE},
                 {"chess-to-the-death", FAST_PATH_NONE},
                 {"chess-or-die-trying", FAST_PATH_NONE},
                 {"chess-attack", FAST_PATH_COMBAT},
                 {"five-dice", FAST_PATH_COMBAT},
                 {"combat-chess-2", FAST_PATH_TURNS},
                 {"assault-and-siege", FAST_PATH_TURNS}};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        const struct rules_source *src = builtin(NULL, games[i].id);
        const char *const *options = src->option_names;
        size_t count = 0;
        while (options[count])
            count++;
        for (option_set set = 0; set < (option_set)1 << count; set++) {
            xpgn_ruleset *rs;
            if (!rules_options_compatible(options, set))
                continue;
            ck_assert_int_eq(rules_source_build(src, set, &rs, file_log), XPGN_OK);
            ck_assert_msg(rs->fast_path == games[i].path, "%s (%s)", rs->id, rs->options_in_force);
            ruleset_free(rs);
        }
    }
}
END_TEST

/* ---- the normal form ---- */

static void digest_of(const char *text, char digest[RULES_DIGEST_SIZE]) {
    struct rules_source *src;
    xpgn_ruleset *rs;
    ck_assert_int_eq(rules_source_parse(&src, slice_of(text), builtin, NULL, file_log), XPGN_OK);
    ck_assert_int_eq(rules_source_build(src, 0, &rs, file_log), XPGN_OK);
    ck_assert_int_eq(ruleset_digest(rs, digest), XPGN_OK);
    ruleset_free(rs);
    rules_source_free(src);
}

START_TEST(order_comments_titles_and_spelt_out_defaults_do_not_change_the_digest) {
    static const char *const same[] = {
        "ruleset: a\nextends: chess-attack\n",
        "# a comment\nextends: chess-attack\ntitle: Other\nruleset: b\nversion: 7\n",
        "ruleset: a\nextends: chess-attack\npieces: {king: {leader: false, bonus: 0}, pawn: {}}\n",
        "ruleset: a\nextends: chess-attack\nturn: {first: first-seat}\ncite: {move: CA-2}\n"};
    char first[RULES_DIGEST_SIZE], digest[RULES_DIGEST_SIZE];
    digest_of(same[0], first);
    ck_assert_uint_eq(strlen(first), RULES_DIGEST_SIZE - 1);
    ck_assert_int_eq(strncmp(first, "sha256:", 7), 0);
    for (size_t i = 1; i < sizeof same / sizeof *same; i++) {
        digest_of(same[i], digest);
        ck_assert_str_eq(digest, first);
    }
}
END_TEST

START_TEST(every_change_of_the_rules_changes_the_digest) {
    static const char *const changes[] = {
        "",
        "die: 8\n",
        "pieces: {pawn: {wounded: {support: 2}}}\n",
        "safety: {kind: no-step-into-attack}\n",
        "support: {except: [[queen, pawn]]}\n",
        "ending: {no-action: draw}\n",
        "movement: {en-passant: false}\n",
        "ending: {lost-with: [king, queen]}\n",
        "setup: {position: \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"}\n",
        "combat: {outcomes: [{from: 1, defender: removed}, {attacker: wounded}]}\n"};
    enum { COUNT = sizeof changes / sizeof *changes };
    char digest[COUNT][RULES_DIGEST_SIZE];
    for (size_t i = 0; i < COUNT; i++) {
        char text[256];
        snprintf(text, sizeof text, "ruleset: a\nextends: chess-attack\n%s", changes[i]);
        digest_of(text, digest[i]);
        for (size_t k = 0; k < i; k++)
            ck_assert_msg(strcmp(digest[i], digest[k]) != 0, "%s and %s", changes[i], changes[k]);
    }
}
END_TEST

START_TEST(options_in_force_are_part_of_the_normal_form) {
    static const char *const options[] = {"", "mode=fast", "mode=dice", "players=4"};
    char digest[4][RULES_DIGEST_SIZE];
    for (size_t i = 0; i < 4; i++) {
        xpgn_ruleset *rs = build("assault-and-siege", options[i]);
        ck_assert_int_eq(ruleset_digest(rs, digest[i]), XPGN_OK);
        ruleset_free(rs);
        for (size_t k = 0; k < i; k++)
            ck_assert_str_ne(digest[i], digest[k]);
    }
}
END_TEST

/* ---- the manual ---- */

/* The paths in the first column of its tables. */
static bool manual_path(const char *line, char path[128]) {
    return sscanf(line, "| `%127[^`]` |", path) == 1;
}

START_TEST(the_manual_has_every_key_and_no_other) {
    bool seen[256] = {false};
    char line[2048], path[128];
    FILE *in = fopen("formats/RULESETS.md", "r");
    ck_assert_msg(in, "run from the top of the source tree");
    for (bool keys = false; fgets(line, sizeof line, in);) {
        if (line[0] != '|')
            keys = false;
        else if (strncmp(line, "| key |", 7) == 0)
            keys = true;
        if (!keys || !manual_path(line, path))
            continue;
        const struct schema_row *row = schema_find(path);
        ck_assert_msg(row != NULL, "the manual has `%s`, the schema does not", path);
        seen[row - schema_rows] = true;
        bool required = strstr(line, row->kinds ? "required with `" : "required |") != NULL;
        ck_assert_msg(required == row->required, "`%s`: required or not?", path);
        bool number = row->high > 0;
        snprintf(path, sizeof path, "| %d to %d", row->low,
                 row->high == INFINITE ? 9999 : row->high);
        ck_assert_msg(!number || strstr(line, path), "`%s`: its range is %s", row->path, path);
        for (size_t i = 0; row->words && row->words[i]; i++) {
            snprintf(path, sizeof path, "`%s`", row->words[i]);
            ck_assert_msg(strstr(line, path), "%s does not name %s", row->path, path);
        }
    }
    fclose(in);
    for (size_t i = 0; i < schema_row_count; i++)
        ck_assert_msg(seen[i], "the manual does not have `%s`", schema_rows[i].path);
}
END_TEST

START_TEST(the_manual_has_every_facet) {
    static char text[64 * 1024];
    FILE *in = fopen("formats/RULESETS.md", "r");
    ck_assert_msg(in, "run from the top of the source tree");
    text[fread(text, 1, sizeof text - 1, in)] = '\0';
    fclose(in);
    const char *facets = strstr(text, "The facets:");
    ck_assert_ptr_nonnull(facets);
    size_t n = 0;
    for (; schema_facets[n]; n++) {
        char word[64];
        snprintf(word, sizeof word, "`%s`", schema_facets[n]);
        ck_assert_msg(strstr(facets, word), "no facet %s", word);
    }
    ck_assert_uint_eq(n, CITE_COUNT_OF);
}
END_TEST

static TCase *faults_case(int all) {
    TCase *faults = tcase_create("faults");
    tcase_add_checked_fixture(faults, setup, teardown);
    tcase_add_test(faults, broken_yaml_is_found_where_it_breaks);
    tcase_add_test(faults, anchors_aliases_tags_and_second_documents_are_refused);
    tcase_add_test(faults, an_unknown_key_is_found_with_its_place_and_a_hint);
    tcase_add_test(faults, a_key_given_twice_is_found_at_the_second);
    tcase_add_test(faults, a_value_of_the_wrong_type_is_found);
    tcase_add_test(faults, a_number_out_of_range_or_an_unknown_word_is_found);
    tcase_add_test(faults, a_missing_key_is_named);
    tcase_add_test(faults, contradictions_are_found_where_they_are_written);
    tcase_add_test(faults, a_start_position_of_another_game_is_found);
    tcase_add_test(faults, an_unknown_parent_is_found);
    tcase_add_test(faults, a_fault_of_one_option_names_it);
    tcase_add_test(faults, a_fault_in_what_is_inherited_is_shown_at_extends);
    tcase_add_test(faults, an_unknown_word_far_from_all_gets_the_list_of_them);
    tcase_add_test(faults, a_fault_of_one_combination_of_options_names_it);
    tcase_add_test(faults, every_pair_of_options_is_tried);
    tcase_add_test(faults, deep_and_large_files_are_refused);
    tcase_add_test(faults, a_game_that_cannot_be_won_gets_a_warning);
    tcase_add_test(faults, places_are_bytes_also_after_other_letters_and_line_ends);
    tcase_add_test(faults, bytes_that_are_not_utf8_and_nul_are_refused);
    tcase_add_loop_test(faults, a_file_cut_at_any_byte_is_refused_or_read_but_never_crashes, 0,
                        all);
    return faults;
}

static Suite *loader_suite(void) {
    Suite *suite = suite_create("loader");
    TCase *games = tcase_create("the shipped games");
    int all = (int)rules_builtins_count;
    tcase_add_checked_fixture(games, setup, teardown);
    tcase_add_loop_test(games, every_shipped_ruleset_builds_with_every_combination_of_its_options,
                        0, all);
    tcase_add_test(games, chess_attack_has_the_tiles_of_the_rules);
    tcase_add_test(games, chess_attack_decides_by_the_margin);
    tcase_add_test(games, chess_attack_options_change_what_they_say_and_no_more);
    tcase_add_test(games, chess_has_its_points_promotions_and_endings);
    tcase_add_test(games, chess960_is_chess_but_for_its_castling_and_setup);
    tcase_add_test(games, five_dice_has_the_ratings_of_the_rules);
    tcase_add_test(games, five_dice_options_switch_shots_runs_and_support);
    tcase_add_test(games, combat_chess_2_has_its_bonus_leaders_cells_and_reaches);
    tcase_add_test(games, assault_and_siege_has_the_army_of_the_rules);
    tcase_add_test(games, assault_and_siege_modes_say_how_many_moves);
    tcase_add_test(games, assault_and_siege_has_a_zone_in_each_corner);
    tcase_add_test(games, every_rule_of_the_games_is_there_in_order);
    tcase_add_loop_test(games, no_facet_is_without_a_rule, 0, all);
    suite_add_tcase(suite, games);
    TCase *house = tcase_create("house rules");
    tcase_add_checked_fixture(house, setup, teardown);
    tcase_add_test(house, a_house_rule_changes_only_what_it_names);
    tcase_add_test(house, a_house_rule_does_not_take_over_the_other_names_of_its_parent);
    tcase_add_test(house, another_kind_replaces_the_numbers_of_the_old_one);
    tcase_add_test(house, support_is_withheld_by_the_first_of_a_pair_from_the_second);
    tcase_add_test(house, pieces_are_wounded_where_an_outcome_says_so);
    tcase_add_test(house, a_wounded_piece_is_as_the_healthy_one_where_nothing_else_is_said);
    tcase_add_test(house, a_house_rule_may_add_an_option);
    suite_add_tcase(suite, house);
    suite_add_tcase(suite, faults_case(all));
    TCase *fast = tcase_create("the fast path");
    tcase_add_checked_fixture(fast, setup, teardown);
    tcase_add_test(fast, a_key_is_unknown_to_the_fast_path_unless_its_row_says_otherwise);
    tcase_add_test(fast, every_shipped_game_has_its_fast_path);
    suite_add_tcase(suite, fast);
    TCase *normal = tcase_create("the normal form");
    tcase_add_checked_fixture(normal, setup, teardown);
    tcase_add_test(normal, order_comments_titles_and_spelt_out_defaults_do_not_change_the_digest);
    tcase_add_test(normal, every_change_of_the_rules_changes_the_digest);
    tcase_add_test(normal, options_in_force_are_part_of_the_normal_form);
    suite_add_tcase(suite, normal);
    TCase *manual = tcase_create("the manual");
    tcase_add_test(manual, the_manual_has_every_key_and_no_other);
    tcase_add_test(manual, the_manual_has_every_facet);
    suite_add_tcase(suite, manual);
    return suite;
}

int main(void) {
    return run_suite(loader_suite());
}
