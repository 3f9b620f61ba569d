/* SPDX-License-Identifier: MIT */
/* The bytes that stand for what was played in a main line, as xpgn-list(1) describes them. */
#include "facts/public_walk.h"
#include "walk_fixture.h"

#define CASTLES "r2k3r/8/8/8/3p4/2N1P3/8/R3K2R w - - 0 9"
#define PRISON "r2k3r/1N6/8/8/3p4/4P3/8/R3K2R[a8:P] w - - 0 9"
#define EDGES "4k2r/P7/8/8/8/8/8/R3K3 w Qk - 0 1"
#define PAWN "4k3/8/8/8/8/2p5/8/1N2K3 w - - 0 1"
#define SIEGE "6bk/6nn/5p2/8/8/2P5/1N6/KB1R4 w - - 0 9"
#define CORNER "7q/7p/8/3Pk3/4P3/8/8/K7 w - - 0 20"
#define FIRST "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define XFEN(position) "[XFEN \"" position "\"]\n\n"

/* A record; the ruleset, its options and the start, a line each; the actions, in hexadecimal. */
static const struct row {
    const char *text, *head, *actions;
} rows[] = {
    {"1. e4 e5 2. Nf3 *", "chess\n\n" FIRST "\n", "0C1C 3424 0615"},
    {"[White \"a\"]\n\n1. e4 e5 (1... c5) 2. Ng1f3 {so} $1 1-0", "chess\n\n" FIRST "\n",
     "0C1C 3424 0615"},
    {"[Variant \"chess960\"]\n\n1. e4 *", "chess960\n\n" FIRST "\n", "0C1C"},
    {XFEN(EDGES) "1. O-O-O O-O 2. a8=Q *", "chess\n\n" EDGES "\n", "0402B2 3C3EB2 303895"},
    {XFEN(EDGES) "1. a8=N *", "chess\n\n" EDGES "\n", "303892"},
    {CA "[RuleOptions \"king-safety rescue\"]\n\n1. e4 d5 2. exd5 <5:1> *",
     "chess-attack\nrescue king-safety\n" FIRST "\n", "0C1C 3323 1C23E001050101"},
    {FD "[RuleOptions \"shooting\"]\n\n1. e4 c6 2. Bb5 a6 3. Bsc6 <5=5:2=2x> *",
     "five-dice\nshooting\n" FIRST "\n", "0C1C 322A 0521 3028 212AB3E001050102"},
    {FD "[RuleOptions \"suicide-run\"]\n" XFEN(PAWN) "1. Nxxc3 <6,1,1=6x:=1x> *",
     "five-dice\nsuicide-run\n" PAWN "\n", "0112B4E00306010100"},
    /* ties, castles of either side, and the ends of turns */
    {CC XFEN(CASTLES) "9. Nc3xd4 <1=2:2=2 6=7:5=5x@a1> <1> Ke1-e2 *",
     "combat-chess-2\n\n" CASTLES "\n", "121BE001010102E001060105D100 A001040CF0"},
    {CC XFEN(CASTLES) "9. Nc3xd4 <1=2x@a8:5=5> 9... <3> d4-d1 *", "combat-chess-2\n\n" CASTLES "\n",
     "121BE001010105D038F0 A0031B03F0"},
    {CC XFEN(CASTLES) "9. Nc3xd4 <1=2x@h8:5=5> *", "combat-chess-2\n\n" CASTLES "\n",
     "121BE001010105D03FF0"},
    {CC XFEN(PRISON) "9. K@- <1+1=2> 9... K@e5 <5+1=6> *", "combat-chess-2\n\n" PRISON "\n",
     "04FFB6E0010100F0 3B24B6E0010500F0"},
    {CC XFEN(PRISON) "9. Nb7@a8 <6=7> P@b8 *", "combat-chess-2\n\n" PRISON "\n",
     "313891B7C039E0010600F0"},
    {CC XFEN(PRISON) "9. Nb7@a8 <1=2> *", "combat-chess-2\n\n" PRISON "\n", "3138B7E0010100F0"},
    {AS XFEN(SIEGE) "9. c3-c4 9... Bg8@f8 10. K@d1 *", "assault-and-siege\n\n" SIEGE "\n",
     "121AF0 3E3DB8F0 0003B9F0"},
    /* a combat without dice */
    {AS XFEN(CORNER) "20. e4xe5 <+1=2:=1x> *", "assault-and-siege\n\n" CORNER "\n", "1C24F0"},
};

/* Compares what the walk says of a game, in each detail. */
static void check_line(const char *text, const char *head, const char *actions) {
    for (unsigned detail = XPGN_STEPS; detail <= XPGN_CODES; detail++) {
        xpgn_buffer line = {0}, said = {0};
        size_t size = strlen(head);
        seen.options.keep_line = true;
        seen.options.detail = (xpgn_detail)detail;
        walk_text(text);
        ck_assert_int_eq(xpgn_walk_line(&line, seen.walk), XPGN_OK);
        ck_assert_msg(line.size >= size && memcmp(line.data, head, size) == 0, "%.*s",
                      (int)line.size, line.data);
        for (size_t i = size; i < line.size; i++)
            xpgn_buffer_printf(&said, "%02X", (unsigned char)line.data[i]);
        xpgn_buffer_char(&said, '\0');
        const char *s = said.data, *a = actions;
        while (*s != '\0' && (*a == *s || *a == ' '))
            s += *a++ != ' ';
        ck_assert_msg(*s == '\0' && *a == '\0', "%s, not %s: %s", said.data, actions, text);
        xpgn_buffer_free(&line);
        xpgn_buffer_free(&said);
    }
}

START_TEST(a_line_is_its_rules_its_start_and_each_action) {
    check_line(rows[_i].text, rows[_i].head, rows[_i].actions);
}
END_TEST

/* The fast path adds them in parts, and castling takes a byte more. */
START_TEST(a_long_line_is_as_a_short_one) {
    static const char *const moves[] = {"Nc3", "Nc6", "Nb1", "Nb8"};
    static const char *const bytes[] = {"0112", "392A", "1201", "2A39"};
    for (unsigned before = 240; before < 272; before++) {
        xpgn_buffer text = {0}, actions = {0};
        bool white = before % 4 == 0 || before % 4 == 2;
        xpgn_buffer_text(&text, XFEN("1n2k2r/5p2/8/8/8/8/5P2/1N2K2R w Kk - 0 1"));
        for (unsigned i = 0; i < before; i++) {
            xpgn_buffer_printf(&text, "%s\n", moves[i % 4]);
            xpgn_buffer_text(&actions, bytes[i % 4]);
        }
        xpgn_buffer_text(&text, "O-O O-O *");
        xpgn_buffer_text(&actions, white ? "0406B23C3EB2" : "3C3EB20406B2");
        xpgn_buffer_char(&text, '\0');
        xpgn_buffer_char(&actions, '\0');
        check_line(text.data, "chess\n\n1n2k2r/5p2/8/8/8/8/5P2/1N2K2R w Kk - 0 1\n", actions.data);
        xpgn_buffer_free(&text);
        xpgn_buffer_free(&actions);
    }
}
END_TEST

/* One walk, for the beginning of a line is remembered from game to game. */
START_TEST(lines_that_differ_have_digests_that_differ) {
    enum { ROWS = sizeof rows / sizeof *rows };
    const xpgn_walk_options options = {XPGN_WALK_OPTIONS, .keep_line = true};
    uint8_t digest[ROWS][2][XPGN_DIGEST_SIZE];
    xpgn_walk *walk;
    const xpgn_step *step;
    ck_assert_int_eq(xpgn_walk_new(&walk, seen.rules, &options), XPGN_OK);
    for (size_t i = 0; i < ROWS; i++) {
        xpgn_slice text = {rows[i].text, strlen(rows[i].text)};
        xpgn_game game = {.text = text, .file = "-", .number = 1, .line = 1};
        ck_assert_int_eq(xpgn_walk_begin(walk, &game), XPGN_OK);
        while (xpgn_walk_next(walk, &step) == XPGN_OK)
            continue;
        ck_assert_int_eq(xpgn_walk_digest(walk, digest[i][0]), XPGN_OK);
        ck_assert_int_eq(walk_start_digest(walk, digest[i][1]), XPGN_OK);
        for (size_t k = 0; k < i; k++) {
            bool start = strcmp(rows[i].head, rows[k].head) == 0;
            bool all = start && strcmp(rows[i].actions, rows[k].actions) == 0;
            ck_assert((memcmp(digest[i][0], digest[k][0], XPGN_DIGEST_SIZE) == 0) == all);
            ck_assert((memcmp(digest[i][1], digest[k][1], XPGN_DIGEST_SIZE) == 0) == start);
        }
    }
    xpgn_walk_free(walk);
}
END_TEST

START_TEST(a_line_that_cannot_be_played_has_no_digest) {
    static const char *const texts[] = {"1. e4 Ke5 *", "*", AS "\n*", "1. e4 {[%missing]} 1-0"};
    uint8_t digest[XPGN_DIGEST_SIZE];
    seen.options.keep_line = true;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        walk_text(texts[i]);
        ck_assert_int_eq(xpgn_walk_digest(seen.walk, digest), XPGN_NOT_FOUND);
        ck_assert_int_eq(walk_start_digest(seen.walk, digest), i == 2 ? XPGN_NOT_FOUND : XPGN_OK);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("trail");
    TCase *tc = tcase_create("trail");
    tcase_add_checked_fixture(tc, walk_set_up, walk_tear_down);
    tcase_add_loop_test(tc, a_line_is_its_rules_its_start_and_each_action, 0,
                        sizeof rows / sizeof *rows);
    tcase_add_test(tc, a_long_line_is_as_a_short_one);
    tcase_add_test(tc, lines_that_differ_have_digests_that_differ);
    tcase_add_test(tc, a_line_that_cannot_be_played_has_no_digest);
    suite_add_tcase(suite, tc);
    return run_suite(suite);
}
