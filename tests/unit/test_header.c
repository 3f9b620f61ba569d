/* SPDX-License-Identifier: MIT */
/* What is found in the tags of a game: values, the rules that they name, who begins. */
#include "facts.h"
#include "walk_fixture.h"

#define CASTLES "r2k3r/8/8/8/3p4/4P3/8/R3K2R"
#define FROM_FEN CC "[FEN \"" CASTLES

static const struct row {
    const char *text, *codes; /* a record, and all that is found in it */
    const char *place;        /* of the first finding; NULL: it is about the whole record */
    const char *facts, *hint, *fix;
} rows[] = {
    /* escapes: a backslash before a quote or another one */
    {"[White \"a\\nb\"]\n\n*", "T-09:0", "\\n", "White", "\\\\", NULL},
    {"[White \"\\nb\"]\n\n*", "T-09:0", "\\n", "White", "\\\\", NULL},
    {"[White \"ab\\n\"]\n\n*", "T-09:0", "\\n", "White", "\\\\", NULL},
    {"[White \"a\\n\\\\\"]\n\n*", "T-09:0", "\\n", "White", "\\\\", NULL},
    {"[White \"a\\n\\\"\"]\n\n*", "T-09:0", "\\n", "White", "\\\\", NULL},
    {"[White \"\\\\\\n\"]\n\n*", "T-09:0", "\\n", "White", "\\\\", NULL},
    {"[White \"\\q\\n\"]\n\n*", "T-09:0", "\\q", "White", "\\\\", NULL},
    {"[White \"C:\\\"]\n\n*", "T-09:0", "\\", "White", "\\\\", NULL},
    {"[White \"\\\"]\n\n*", "T-09:0", "\\", "White", "\\\\", NULL},
    {"[White \"a\\\\\"]\n\n*", "", NULL, NULL, NULL, NULL},
    {"[White \"a\\\"\"]\n\n*", "", NULL, NULL, NULL, NULL},
    {"[White \"\\\\n\"]\n\n*", "", NULL, NULL, NULL, NULL},
    {"[White \"\\\"\\\\\\\"a\"]\n\n*", "", NULL, NULL, NULL, NULL},
    /* values that the format gives */
    {"[SetUp \"2\"]\n\n*", "T-16:0", "2", "SetUp|2|0|or|1", "", NULL},
    {"[SetUp \"0\"]\n\n*", "", NULL, NULL, NULL, NULL},
    {"[SetUp \"0\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 0 1\"]\n\n*", "T-16:0", "0",
     "SetUp|0|1|position is given", "", NULL},
    {"[XPGN \"2\"]\n\n*", "T-08:0", "2", "2|1", "", NULL},
    {"[white \"a\"]\n\n*", "T-17:0", "white", "white|White", "", "White"},
    {"[White \"a\"]\n[White \"b\"]\n\n*", "T-01:0", "[White \"b\"]", "White", "", NULL},
    /* the rules that are named */
    {"[Variant \"ches\"]\n\n*", "T-02:0", "ches", "variant|ches", "chess", "chess"},
    {CA "[RuleOptions \"rescue Remote_Royal\"]\n\n*", "T-03:0", "Remote_Royal",
     "option|Remote_Royal", "remote-royals", "remote-royals"},
    {CA "[RuleOptions \"xyzzy rescue\"]\n\n*", "T-03:0", "xyzzy", "option|xyzzy", "rescue", NULL},
    {"[RuleOptions \"rescue\"]\n\n*", "T-03:0", "rescue", "Variant", "",
     "[Variant \"chess-attack\"]\n"},
    /* a start that is not given */
    {"[Variant \"Fischerandom\"]\n\n1. e4 *", "T-34:0", "Fischerandom", "Chess960|start position",
     "FEN", NULL},
    {"[Variant \"chess960\"]\n[FEN \"bbrnkqnr/pppppppp/8/8/8/8/PPPPPPPP/BBRNKQNR w KQkq - 0 "
     "1\"]\n\n*",
     "", NULL, NULL, NULL, NULL},
    {"[FEN \"bbrnkqnr/pppppppp/8/8/8/8/PPPPPPPP/BBRNKQNR w KQkq - 0 1\"]\n\n*", "P-06:0", "KQkq",
     "KQkq|Chess960|Variant", "[Variant \"chess960\"]", "[Variant \"chess960\"]\n"},
    /* positions */
    {"[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 0 1\"]\n[XFEN \"4k3/8/8/8/8/8/8/3RK3 w - - 0 1\"]\n\n*",
     "P-11:0", "4k3/8/8/8/8/8/8/3RK3 w - - 0 1", "", "", NULL},
    {"[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 0 1\"]\n[XFEN \"4k3/8/8/8/8/8/8/R3K3 w - - 0 1\"]\n\n*", "",
     NULL, NULL, NULL, NULL},
    {"[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 0 1\"]\n[XFEN \"4k3/8 w - - 0 1\"]\n\n*", "P-02:0", NULL,
     NULL, NULL, NULL},
    {"[SetUp \"1\"]\n\n*", "T-06:0", "1", "SetUp", "", NULL},
    /* a roll-off is before the first turn */
    {FROM_FEN " b - - 0 1\"]\n[FirstRoll \"5:2\"]\n\n*", "CC-2:0", "5:2", "white|black", "", NULL},
    {FROM_FEN " b - - 0 2\"]\n[FirstRoll \"5:2\"]\n\n2... <1> Kd8-c8 *", "", NULL, NULL, NULL,
     NULL},
};

static void check_finding(const struct row *row, const xpgn_finding *f) {
    if (row->place != NULL) {
        const char *at = strstr(row->text, row->place);
        ck_assert_ptr_nonnull(at);
        ck_assert_msg(f->place.offset == (uint32_t)(at - row->text) &&
                          f->place.length == strlen(row->place),
                      "at %u+%u: %s", f->place.offset, f->place.length, row->text);
    }
    if (row->facts == NULL)
        return;
    ck_assert_msg(tells(f->text, row->facts), "%s: %s", f->text, row->text);
    ck_assert_msg(tells(f->hint, row->hint), "%s: %s", f->hint, row->text);
    ck_assert_uint_eq(f->fix_count, row->fix != NULL);
    if (row->fix != NULL)
        ck_assert_str_eq(f->fix[0].text, row->fix);
}

START_TEST(what_is_wrong_with_a_tag_is_told_at_its_place) {
    const struct row *row = &rows[_i];
    check_codes(row->text, row->codes);
    if (*row->codes != '\0')
        check_finding(row, finding(0));
}
END_TEST

START_TEST(the_seven_tags_that_are_missing_are_named_in_their_order) {
    seen.options.lint = true;
    check_codes("1. e4 *", "T-19:0");
    ck_assert_msg(tells(finding(0)->text, "Event, Site, Date, Round, White, Black, Result"), "%s",
                  finding(0)->text);
    check_codes("[Event \"a\"]\n[Date \"????.??.??\"]\n[Result \"*\"]\n\n1. e4 *", "T-19:0");
    ck_assert_msg(tells(finding(0)->text, ": Site, Round, White, Black"), "%s", finding(0)->text);
}
END_TEST

/* Tags are compared with a limited number before them. */
START_TEST(a_tag_is_found_twice_among_the_first_256) {
    for (unsigned between = 254; between <= 257; between++) {
        xpgn_buffer text = {0};
        xpgn_buffer_text(&text, "[Event \"a\"]\n");
        for (unsigned i = 0; i < 255; i++)
            xpgn_buffer_printf(&text, "[N%u \"a\"]\n", i);
        xpgn_buffer_printf(&text, "[M \"a\"]\n[N%u \"b\"]\n[M \"b\"]\n\n1. e4 *", between);
        xpgn_buffer_char(&text, '\0');
        check_codes(text.data, between == 254 ? "T-01:0" : "");
        xpgn_buffer_free(&text);
    }
}
END_TEST

/* ---- who begins (CC-2) ----------------------------------------------------------------------- */

START_TEST(a_roll_off_is_of_dice_until_they_differ) {
    static const struct {
        const char *value;
        int seat; /* -1: it does not decide */
    } rolls[] = {{"5:2", 0},      {"2:5", 1},      {"6:5", 0},      {"5:6", 1},
                 {"1:6", 1},      {"3:3 5:2", 0},  {"3:3 2:5", 1},  {"1:1 6:6 1:2", 1},
                 {" 5:2", 0},     {"5:2 ", 0},     {"3:3  5:2", 0}, {"3:3", -1},
                 {"", -1},        {" ", -1},       {"5:2 5:2", -1}, {"5:2 2:5", -1},
                 {"2:5 5:2", -1}, {"2:5 2:5", -1}, {"5:2 3:3", -1}, {"5", -1},
                 {"5:", -1},      {":2", -1},      {"5:2x", -1},    {"5 2", -1},
                 {"x:2", -1},     {"5:x", -1},     {"0:2", -1},     {"5:0", -1},
                 {"7:2", -1},     {"2:7", -1},     {"05:2", -1},    {"5:02", -1},
                 {"55:2", -1},    {"5:22", -1},    {"5:2:1", -1},   {"-5:2", -1}};
    for (size_t i = 0; i < sizeof rolls / sizeof *rolls; i++) {
        char text[200];
        snprintf(text, sizeof text, CC "[FirstRoll \"%s\"]\n\n%s", rolls[i].value,
                 rolls[i].seat == 1 ? "1... <2> e7-e5 *" : "1. <2> e2-e4 *");
        check_codes(text, rolls[i].seat < 0 ? "CC-2:0" : "");
    }
}
END_TEST

START_TEST(a_roll_off_with_other_signs_is_read) {
    static const char *const rolls[] = {"5-2",     "5 - 2",   "5;2",   "5/2", "5\xE2\x80\x93\x32",
                                        "3:3,5:2", "3-3 5-2", "5 : 2", "5v2"};
    for (size_t i = 0; i < sizeof rolls / sizeof *rolls; i++) {
        char text[200];
        snprintf(text, sizeof text, CC "[FirstRoll \"%s\"]\n\n1. <2> e2-e4 *", rolls[i]);
        check_codes(text, "R-04:0");
    }
}
END_TEST

/* ---- RulesDigest ----------------------------------------------------------------------------- */

/* The digest that the hint names. */
static void read_digest(const char *variant, char digest[80]) {
    char text[200];
    snprintf(text, sizeof text, "%s[RulesDigest \"sha256:%064d\"]\n\n*", variant, 0);
    check_codes(text, "T-07:0");
    const char *at = strstr(finding(0)->hint, "sha256:");
    ck_assert_ptr_nonnull(at);
    snprintf(digest, 80, "%.71s", at);
}

/* One walk remembers the last digest that it computed. */
START_TEST(each_game_is_checked_against_the_digest_of_its_own_rules) {
    static const char *const variants[] = {"", "", CA, "", CA, CA};
    static const bool wrong[] = {false, true, true, false, false, true};
    char digest[2][80];
    xpgn_walk *walk;
    const xpgn_step *step;
    read_digest("", digest[0]);
    read_digest(CA, digest[1]);
    ck_assert_int_eq(xpgn_walk_new(&walk, seen.rules, NULL), XPGN_OK);
    for (size_t i = 0; i < sizeof wrong; i++) {
        char text[200];
        size_t count;
        snprintf(text, sizeof text, "%s[RulesDigest \"%s\"]\n\n*", variants[i],
                 digest[(*variants[i] != '\0') != wrong[i]]);
        xpgn_game game = {.text = {text, strlen(text)}, .file = "-", .number = 1, .line = 1};
        ck_assert_int_eq(xpgn_walk_begin(walk, &game), XPGN_OK);
        while (xpgn_walk_next(walk, &step) == XPGN_OK)
            continue;
        (void)xpgn_walk_findings(walk, &count);
        ck_assert_uint_eq(count, wrong[i]);
    }
    xpgn_walk_free(walk);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("header");
    TCase *tc = tcase_create("header");
    tcase_add_checked_fixture(tc, walk_set_up, walk_tear_down);
    tcase_add_loop_test(tc, what_is_wrong_with_a_tag_is_told_at_its_place, 0,
                        sizeof rows / sizeof *rows);
    tcase_add_test(tc, the_seven_tags_that_are_missing_are_named_in_their_order);
    tcase_add_test(tc, a_tag_is_found_twice_among_the_first_256);
    tcase_add_test(tc, a_roll_off_is_of_dice_until_they_differ);
    tcase_add_test(tc, a_roll_off_with_other_signs_is_read);
    tcase_add_test(tc, each_game_is_checked_against_the_digest_of_its_own_rules);
    suite_add_tcase(suite, tc);
    return run_suite(suite);
}
