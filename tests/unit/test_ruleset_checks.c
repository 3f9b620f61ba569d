/* SPDX-License-Identifier: MIT */
/* Rulesets that lack an attribute, or whose parts do not fit together, are refused. */
#include "house_rules.h"

#include "suite.h"
#include <stdio.h>

static xpgn_catalog *rules;
static xpgn_log *findings;

static void set_up(void) {
    ck_assert_int_eq(xpgn_catalog_new(&rules), XPGN_OK);
    ck_assert_int_eq(xpgn_log_new(&findings), XPGN_OK);
}

static void tear_down(void) {
    xpgn_log_free(findings);
    xpgn_catalog_free(rules);
}

#define HEAD(parent) "ruleset: house\ntitle: House\nversion: 1\nextends: " parent "\n"

static void load_refused(const char *yaml) {
    const xpgn_ruleset *rs;
    xpgn_slice unknown, none = {"", 0}, house = {"house", 5};
    ck_assert_msg(house_load(rules, yaml, findings) == XPGN_INVALID, "loads: %s", yaml);
    ck_assert_int_eq(xpgn_catalog_find(rules, house, none, &rs, &unknown), XPGN_NOT_FOUND);
}

/* ---- attributes ------------------------------------------------------------------------------ */

static const char *const pieces[] = {"pawn", "knight", "bishop", "rook", "queen", "king"};

#define FIGHT "die: 6\nsafety: {kind: none}\n"
#define DRAW "ending: {lost-with: [king], no-action: draw}\n"

/* Plain chess with another combat: its pieces have points only. */
static const struct lack {
    const char *yaml;
    const char *columns[5]; /* that every piece lacks */
    const char *but;        /* pieces that have all they need */
} lacks[] = {
    {HEAD("chess") FIGHT DRAW
     "combat: {kind: margin, outcomes: [{from: 1, defender: removed}, {attacker: removed}]}\n",
     {"attack", "defense"},
     ""},
    {HEAD("chess") FIGHT DRAW
     "combat: {kind: margin, outcomes: [{from: 1, defender: wounded}, {attacker: removed}]}\n",
     {"attack", "defense", "wounded.attack", "wounded.defense"},
     ""},
    {HEAD("chess") FIGHT DRAW
     "combat: {kind: margin, outcomes: [{from: 1, defender: removed}, {attacker: wounded}]}\n",
     {"attack", "defense", "wounded.attack", "wounded.defense"},
     ""},
    {HEAD("chess") FIGHT DRAW
     "support: {kind: values}\n"
     "combat: {kind: margin, outcomes: [{from: 1, defender: removed}, {attacker: removed}]}\n",
     {"attack", "defense", "support"},
     ""},
    {HEAD("chess") FIGHT DRAW
     "combat: {kind: pools, single-die: {pieces: [king, queen], fails-up-to: 1}}\n",
     {"attack", "defense"},
     "queen king"},
    {HEAD("chess") FIGHT DRAW "combat: {kind: duel}\npieces: {queen: {bonus: 2}}\n",
     {"bonus"},
     "queen"},
    {HEAD("chess") FIGHT DRAW "combat: {kind: duel}\npieces: {rook: {immobile: true}}\n",
     {"bonus"},
     "rook"},
    {HEAD("chess") FIGHT "ending: {lost-with: [king], no-action: points}\ncombat: {kind: duel}\n"
                         "pieces: {pawn: {bonus: 1}, knight: {bonus: 1}, bishop: {bonus: 1}}\n",
     {"bonus"},
     "pawn knight bishop"},
    {HEAD("five-dice") "ending: {lost-with: [king], no-action: points}\n", {"points"}, ""},
};

/* How many findings of missing keys name both, each in quotes? */
static unsigned count_missing(const char *piece, const char *column) {
    char a[30], b[30];
    size_t count;
    unsigned n = 0;
    const xpgn_finding *list = xpgn_log_list(findings, &count);
    snprintf(a, sizeof a, "'%s'", piece);
    snprintf(b, sizeof b, "'%s'", column);
    for (size_t i = 0; i < count; i++)
        n += strcmp(list[i].code, "Y-06") == 0 && strstr(list[i].text, a) != NULL &&
             strstr(list[i].text, b) != NULL;
    return n;
}

static unsigned count_code(const char *code) {
    size_t count;
    unsigned n = 0;
    const xpgn_finding *list = xpgn_log_list(findings, &count);
    for (size_t i = 0; i < count; i++)
        n += strcmp(list[i].code, code) == 0;
    return n;
}

START_TEST(every_attribute_that_is_missing_is_named) {
    const struct lack *row = &lacks[_i];
    unsigned expected = 0;
    load_refused(row->yaml);
    for (unsigned t = 0; t < 6; t++) {
        for (unsigned c = 0; c < 5 && row->columns[c] != NULL; c++) {
            unsigned n = strstr(row->but, pieces[t]) == NULL;
            ck_assert_msg(count_missing(pieces[t], row->columns[c]) == n, "%s of %s: %s",
                          row->columns[c], pieces[t], row->yaml);
            expected += n;
        }
    }
    ck_assert_uint_gt(expected, 0);
    ck_assert_uint_eq(count_code("Y-06"), expected);
}
END_TEST

START_TEST(with_all_attributes_they_load) {
    house_rules(rules, HEAD("chess") FIGHT DRAW
                "combat: {kind: duel}\n"
                "pieces: {pawn: {bonus: 1}, knight: {bonus: 1}, bishop: {bonus: 1},\n"
                "  rook: {immobile: true}, queen: {bonus: 2}, king: {bonus: 0}}\n");
    house_rules(rules, HEAD("chess") FIGHT DRAW
                "combat: {kind: pools, single-die: {pieces: [king], fails-up-to: 1}}\n"
                "pieces: {pawn: {attack: 1, defense: 1}, knight: {attack: 1, defense: 2},\n"
                "  bishop: {attack: 2, defense: 1}, rook: {attack: 16, defense: 16},\n"
                "  queen: {attack: 5, defense: 1}}\n");
}
END_TEST

START_TEST(siege_pieces_need_their_speed) {
    load_refused(
        "ruleset: house\ntitle: House\nversion: 1\nboard: {files: 8, ranks: 8}\n"
        "seats: [white, black]\n"
        "setup: {kind: fixed, position: \"k7/p7/8/8/8/8/P7/K7 w - - 0 1\"}\n"
        "movement: {kind: orthogonal}\nsafety: {kind: none}\nsupport: {kind: adjacent}\n"
        "combat: {kind: overwhelm}\nremoved: {kind: gone}\n"
        "turn: {kind: several-moves, moves: 1}\narrival: {kind: stay}\n"
        "ending: {lost-with: [king], no-action: loss}\n"
        "pieces: {pawn: {attack: 1, defense: 1}, king: {attack: 1, defense: 1, speed: 1}}\n"
        "rules: {H-1: A}\ncite: {move: H-1}\n");
    ck_assert_uint_eq(count_missing("pawn", "speed"), 1);
    ck_assert_uint_eq(count_code("Y-06"), 1);
}
END_TEST

/* ---- parts that do not fit ------------------------------------------------------------------- */

/* What the house rule replaces, and the words that stand in the finding and at its place. */
static const struct misfit {
    const char *yaml;
    const char *value, *movement;
} misfits[] = {
    {HEAD("chess-attack") "arrival: {kind: on-capture}\n", "on-capture", "chess"},
    {HEAD("five-dice") "arrival: {kind: on-capture}\n", "on-capture", "chess"},
    {HEAD("combat-chess-2") "arrival: {kind: on-capture}\n", "on-capture", "queen-line"},
    {HEAD("combat-chess-2") "arrival: {kind: promote}\n"
                            "pieces: {pawn: {bonus: 0, promotes-to: [queen]}}\n",
     "promote", "queen-line"},
    {HEAD("assault-and-siege") "arrival: {kind: promote}\n", "promote", "orthogonal"},
    {HEAD("chess-attack") "turn: {kind: choice}\n", "choice", "chess"},
    {HEAD("chess-attack") "turn: {kind: several-moves, moves: 2}\n", "several-moves", "chess"},
    {HEAD("assault-and-siege") "turn: {kind: one-action}\n", "one-action", "orthogonal"},
    {HEAD("combat-chess-2") "removed: {kind: gone}\n", "gone", "queen-line"},
    {HEAD("assault-and-siege") "removed: {kind: kept}\n", "kept", "orthogonal"},
    {HEAD("chess-attack") "removed: {kind: prisoner, cells: {white: [a1, h1], black: [a8, h8]}}\n",
     "prisoner", "chess"},
    {HEAD("chess-attack") "support: {kind: adjacent}\n", "adjacent", "chess"},
    {HEAD("assault-and-siege") "support: {kind: none}\n", "none", "orthogonal"},
    {HEAD("combat-chess-2") "support: {kind: dice}\n", "dice", "queen-line"},
    {HEAD("combat-chess-2") "safety: {kind: no-step-into-attack}\n", "no-step-into-attack",
     "queen-line"},
    {HEAD("assault-and-siege") "safety: {kind: no-step-into-attack}\n", "no-step-into-attack",
     "orthogonal"},
    {HEAD("chess-attack") "combat: {kind: overwhelm}\n", "overwhelm", "chess"},
    {HEAD("assault-and-siege") "combat: {kind: capture}\n", "capture", "orthogonal"},
    {HEAD("combat-chess-2") "setup: {kind: shuffled, position: "
                            "\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\"}\n",
     "shuffled", "queen-line"},
};

START_TEST(a_part_that_does_not_fit_the_movement_is_refused) {
    const struct misfit *m = &misfits[_i];
    char value[40], movement[40];
    size_t count, found = 0;
    load_refused(m->yaml);
    snprintf(value, sizeof value, "'%s'", m->value);
    snprintf(movement, sizeof movement, "'%s'", m->movement);
    const xpgn_finding *list = xpgn_log_list(findings, &count);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(list[i].code, "Y-07") != 0 || strstr(list[i].text, value) == NULL ||
            strstr(list[i].text, movement) == NULL)
            continue;
        found++;
        ck_assert_uint_eq(list[i].place.length, strlen(m->value));
        ck_assert_mem_eq(m->yaml + list[i].place.offset, m->value, strlen(m->value));
    }
    ck_assert_msg(found == 1, "%zu findings of it: %s", found, m->yaml);
}
END_TEST

/* A mechanism, and the key that it requires and does not get. */
static const struct omission {
    const char *yaml, *value, *key;
} omissions[] = {
    {HEAD("chess-attack") "setup: {kind: free}\n", "free", "setup.zones"},
    {HEAD("chess-attack") "removed: {kind: prisoner}\n", "prisoner", "removed.cells"},
    {HEAD("chess-attack") "turn: {kind: several-moves}\n", "several-moves", "turn.moves"},
    {HEAD("chess") DRAW "safety: {kind: none}\ncombat: {kind: duel}\n", "duel", "die"},
    {HEAD("chess") FIGHT DRAW "combat: {kind: margin}\n", "margin", "outcomes"},
};

START_TEST(a_key_that_a_mechanism_requires_is_named) {
    const struct omission *o = &omissions[_i];
    size_t count, found = 0;
    char key[40];
    load_refused(o->yaml);
    snprintf(key, sizeof key, "requires '%s'", o->key);
    const xpgn_finding *list = xpgn_log_list(findings, &count);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(list[i].code, "Y-07") != 0 || strstr(list[i].text, key) == NULL)
            continue;
        found++;
        ck_assert_mem_eq(o->yaml + list[i].place.offset, o->value, strlen(o->value));
    }
    ck_assert_msg(found == 1, "%zu findings of it: %s", found, o->yaml);
}
END_TEST

/* Of the findings since the last call. */
static unsigned count_text(const char *part) {
    size_t count;
    unsigned found = 0;
    const xpgn_finding *list = xpgn_log_list(findings, &count);
    for (size_t i = 0; i < count; i++)
        found += strstr(list[i].text, part) != NULL;
    xpgn_log_clear(findings);
    return found;
}

START_TEST(each_prisoner_cell_has_a_square_of_its_own) {
    static const char squares[4][3] = {"a1", "h1", "a8", "h8"};
    for (unsigned i = 0; i < 4; i++) {
        for (unsigned k = 0; k < i; k++) {
            const char *cell[4];
            char yaml[300];
            for (unsigned n = 0; n < 4; n++)
                cell[n] = squares[n == i ? k : n];
            snprintf(yaml, sizeof yaml,
                     HEAD("combat-chess-2") "removed: {kind: prisoner, cells: "
                                            "{white: [%s, %s], black: [%s, %s]}}\n",
                     cell[0], cell[1], cell[2], cell[3]);
            load_refused(yaml);
            ck_assert_uint_eq(count_text("two cells on one square"), 1);
        }
    }
}
END_TEST

/* Outcomes for so many margins. */
static const char *outcomes(unsigned count) {
    static char yaml[2000];
    snprintf(yaml, sizeof yaml, "%s", HEAD("chess-attack") "combat: {kind: margin, outcomes: [");
    for (unsigned i = 1; i < count; i++)
        snprintf(yaml + strlen(yaml), sizeof yaml - strlen(yaml), "{from: %u, defender: removed}, ",
                 100 - i);
    strcat(yaml, "{attacker: removed}]}\n");
    return yaml;
}

START_TEST(there_are_at_most_sixteen_outcomes) {
    size_t count;
    house_rules(rules, outcomes(16));
    xpgn_catalog_free(rules);
    ck_assert_int_eq(xpgn_catalog_new(&rules), XPGN_OK);
    load_refused(outcomes(17));
    const xpgn_finding *list = xpgn_log_list(findings, &count);
    ck_assert_uint_eq(count, 1);
    ck_assert_str_eq(list[0].text, "more than 16 outcomes");
    ck_assert_ptr_eq(outcomes(17) + list[0].place.offset, strchr(outcomes(17), '['));
}
END_TEST

#define RULE(id) HEAD("chess") "rules: {C-1: A, C-2: B, C-3: C, " id ": D}\ncite: {move: " id "}\n"

START_TEST(a_rule_id_is_up_to_four_letters_and_three_digits) {
    static const char *const good[] = {RULE("H-1"), RULE("LT-20"), RULE("ABCD-999"), RULE("Z-10")};
    static const char *const bad[] = {RULE("ABCDE-1"), RULE("AB-1000"), RULE("AB-01"), RULE("AB-0"),
                                      RULE("AB-"),     RULE("AB1"),     RULE("-1"),    RULE("ab-1"),
                                      RULE("AB-1x"),   RULE("L-1"),     RULE("T-1"),   RULE("M-1"),
                                      RULE("R-1"),     RULE("P-1"),     RULE("X-1"),   RULE("Y-1")};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        house_rules(rules, good[i]);
    xpgn_catalog_free(rules);
    ck_assert_int_eq(xpgn_catalog_new(&rules), XPGN_OK);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        load_refused(bad[i]);
        ck_assert_msg(count_text("is not a rule id such as") == 1, "%s", bad[i]);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("ruleset checks");
    TCase *tc = tcase_create("ruleset checks");
    tcase_add_checked_fixture(tc, set_up, tear_down);
    tcase_add_loop_test(tc, every_attribute_that_is_missing_is_named, 0,
                        sizeof lacks / sizeof *lacks);
    tcase_add_test(tc, with_all_attributes_they_load);
    tcase_add_test(tc, siege_pieces_need_their_speed);
    tcase_add_loop_test(tc, a_part_that_does_not_fit_the_movement_is_refused, 0,
                        sizeof misfits / sizeof *misfits);
    tcase_add_loop_test(tc, a_key_that_a_mechanism_requires_is_named, 0,
                        sizeof omissions / sizeof *omissions);
    tcase_add_test(tc, each_prisoner_cell_has_a_square_of_its_own);
    tcase_add_test(tc, there_are_at_most_sixteen_outcomes);
    tcase_add_test(tc, a_rule_id_is_up_to_four_letters_and_three_digits);
    suite_add_tcase(suite, tc);
    return run_suite(suite);
}
