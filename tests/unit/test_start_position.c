/* SPDX-License-Identifier: MIT */
/* Start positions: which pieces there may be, and where, on small boards and on that of four. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xpgn/rulesets.h>

#include "core/game/action_check.h"
#include "facts.h"
#include "position_fixture.h"
#include "suite.h"

#define AS "assault-and-siege"
#define CA "chess-attack"
#define CC "combat-chess-2"
#define FD "five-dice"
#define FOUR "players=4"
#define EMPTY6 "12/12/12/12/12/12/"

static xpgn_catalog *rules;
static struct log log_of, *const findings = &log_of;

static void set_up(void) {
    ck_assert_int_eq(xpgn_catalog_new(&rules), XPGN_OK);
    log_init(findings);
}

static void tear_down(void) {
    log_free_parts(findings);
    xpgn_catalog_free(rules);
}

static bool read_position(const char *variant, const char *options, const char *xfen,
                          xpgn_position *out) {
    const xpgn_ruleset *rs = ruleset_in(rules, variant, options);
    log_clear(findings);
    return position_read(rs, slice_of(xfen), 100, out, findings);
}

/* ---- what is wrong --------------------------------------------------------------------------- */

/* One finding for each code, whose text has the facts. */
static const struct wrong {
    const char *variant, *options, *xfen;
    const char *code[3], *facts[3];
} wrongs[] = {
    /* kings */
    {"chess",
     "",
     "rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w - - 0 1",
     {"P-04", "P-04"},
     {"white|0|kings", "black|0|kings"}},
    {"chess",
     "",
     "8/8/8/8/8/8/8/8 w - - 0 1",
     {"P-04", "P-04"},
     {"white|0|kings", "black|0|kings"}},
    {"chess", "", "4k3/8/8/8/8/8/8/R7 w - - 0 1", {"P-04"}, {"white|0|kings"}},
    {"chess", "", "8/8/8/8/8/8/8/R3K3 w - - 0 1", {"P-04"}, {"black|0|kings"}},
    {"chess",
     "",
     "4k3/8/8/8/8/8/8/K3K3 w - - 0 1",
     {"C-1", "P-04"},
     {"white|2|kings|1", "white|2|kings"}},
    {"chess960",
     "",
     "4k2k/8/8/8/8/8/8/4K3 w - - 0 1",
     {"C-4", "P-04"},
     {"black|2|kings|1", "black|2|kings"}},
    {CA, "", "4k2k/8/8/8/8/8/8/4K3 w - - 0 1", {"P-04"}, {"black|2|kings"}},
    {FD, "", "4k3/8/8/8/8/8/8/KK6 w - - 0 1", {"P-04"}, {"white|2|kings"}},
    {AS, "", "7k/8/8/8/8/8/P7/8 w - - 0 9", {"P-04"}, {"white|0|kings"}},
    /* no more of a type than the game has */
    {AS, "", "7k/8/8/8/8/P7/PPPPPPPP/K7 w - - 0 9", {"AS-1"}, {"white|9|pawns|8"}},
    {AS, "", "nnn4k/8/8/8/8/8/8/KP6 w - - 0 9", {"AS-1"}, {"black|3|knights|2"}},
    {AS, "", "bbb4k/8/8/8/8/8/8/KP6 w - - 0 9", {"AS-1"}, {"black|3|bishops|2"}},
    {AS, "", "p6k/8/8/8/8/8/8/KRRR4 w - - 0 9", {"AS-1"}, {"white|3|rooks|2"}},
    {AS, "", "p6k/8/8/8/8/8/8/KQQ5 w - - 0 9", {"AS-1"}, {"white|2|queens|1"}},
    {AS,
     "",
     "p5kk/8/8/8/8/8/8/KQ6 w - - 0 9",
     {"AS-1", "P-04"},
     {"black|2|kings|1", "black|2|kings"}},
    {AS,
     FOUR,
     "rKrP8bPbK/12/12/12/12/" EMPTY6 "wKwPwPwPwPwPwPwPwPwPgPgK w - - 0 5",
     {"AS-1"},
     {"white|9|pawns|8"}},
    {AS,
     FOUR,
     "rKrPrNrNrN5bPbK/12/12/12/12/12/12/12/12/12/12/wKwP8gPgK w - - 0 5",
     {"AS-1"},
     {"red|3|knights|2"}},
    {AS,
     FOUR,
     "rKrP5bRbRbRbPbK/12/12/12/12/12/12/12/12/12/12/wKwP8gPgK w - - 0 5",
     {"AS-1"},
     {"black|3|rooks|2"}},
    {AS,
     FOUR,
     "rKrP8bPbK/12/12/12/12/12/12/12/12/12/12/wKwP6gQgQgPgK w - - 0 5",
     {"AS-1"},
     {"green|2|queens|1"}},
    {AS,
     FOUR,
     "rKrP8bPbK/12/12/12/12/12/12/12/12/12/12/1wP8gPgK w - - 0 5",
     {"P-04"},
     {"white|0|kings"}},
    {AS, FOUR, "rKrP8bPbK/12/12/12/12/12/12/12/12/12/12/1wP8gPgK1 w - - 0 5", {"P-02"}, {""}},
    {AS,
     FOUR,
     "1rP8bPbK/12/12/12/12/12/12/12/12/12/12/wKwP8gPgK w - - 0 5",
     {"P-04"},
     {"red|0|kings"}},
    {AS,
     FOUR,
     "rKrP8bKbK/12/12/12/12/12/12/12/12/12/12/wKwP8gPgK w - - 0 5",
     {"AS-1", "P-04"},
     {"black|2|kings|1", "black|2|kings"}},
    /* somebody is left to play */
    {AS,
     FOUR,
     "10bPbK/12/12/12/12/12/12/12/12/12/12/wKwP8gPgK r - - 0 5",
     {"P-05"},
     {"red|no pieces"}},
    {AS, "", "7k/8/8/8/8/8/8/K7 w - - 0 9", {"P-10"}, {"alone"}},
    {AS, FOUR, "rK10bK/12/12/12/12/" EMPTY6 "wK11 w - - 0 5", {"P-10"}, {"alone"}},
    /* castles stand in the corners, their own ones, and nowhere else */
    {CC, "", "r2qk2r/3p4/4P3/8/8/8/8/R2QK3 w - - 3 9", {"CC-2"}, {"castle|h1"}},
    {CC, "", "r2qk2r/3p4/4P3/8/8/8/8/3QK2R w - - 3 9", {"CC-2"}, {"castle|a1"}},
    {CC, "", "r2qk3/3p4/4P3/8/8/8/8/R2QK2R w - - 3 9", {"CC-2"}, {"castle|h8"}},
    {CC, "", "3qk2r/3p4/4P3/8/8/8/8/R2QK2R w - - 3 9", {"CC-2"}, {"castle|a8"}},
    {CC, "", "r2qk2r/3p4/4P3/8/8/8/8/R2QK2N w - - 3 9", {"CC-2"}, {"castle|h1"}},
    {CC, "", "R2qk2r/3p4/4P3/8/8/8/8/R2QK2R w - - 3 9", {"CC-2"}, {"castle|a8"}},
    {CC, "", "r2qk2r/3p4/4P3/8/3R4/8/8/R2QK2R w - - 3 9", {"CC-2"}, {"castle|d4"}},
    {CC,
     "",
     "r2qk2r/3p4/4P3/8/8/8/8/R2QKR2 w - - 3 9",
     {"CC-2", "CC-2"},
     {"castle|f1", "castle|h1"}},
    /* pawns on the ends of the board */
    {"chess", "", "3Pk3/8/8/8/8/8/8/4K3 w - - 0 1", {"P-10"}, {"pawn|d8"}},
    {"chess", "", "4k3/8/8/8/8/8/8/3pK3 w - - 0 1", {"P-10"}, {"pawn|d1"}},
    {"chess", "", "4k3/8/8/8/8/8/8/3PK3 w - - 0 1", {"P-10"}, {"pawn|d1"}},
    {CA, "", "4k3/8/8/8/8/8/8/3PK3 w - - 0 1", {"P-10"}, {"pawn|d1"}},
    {CA, "rescue", "3pk3/8/8/8/8/8/8/4K3 w - - 0 1", {"P-10"}, {"pawn|d8"}},
    {FD, "", "3Pk3/8/8/8/8/8/8/4K3 w - - 0 1", {"P-10"}, {"pawn|d8"}},
    /* check */
    {"chess", "", "4k3/8/8/8/8/8/8/K3R3 w - - 0 1", {"P-10"}, {"check"}},
    {"chess", "", "4k3/8/8/8/8/8/4r3/4K3 b - - 0 1", {"P-10"}, {"check"}},
};

START_TEST(a_position_that_cannot_be_is_refused_with_the_reason) {
    const struct wrong *w = &wrongs[_i];
    xpgn_position p = {.number = 77};
    size_t count, expected = 0;
    ck_assert(!read_position(w->variant, w->options, w->xfen, &p));
    ck_assert_uint_eq(p.number, 77);
    const xpgn_finding *list = log_list(findings, &count);
    while (expected < 3 && w->code[expected] != NULL)
        expected++;
    ck_assert_msg(count == expected, "%zu findings: %s", count, w->xfen);
    for (size_t i = 0; i < count; i++) {
        ck_assert_msg(strcmp(list[i].code, w->code[i]) == 0, "%s: %s", list[i].code, w->xfen);
        ck_assert_msg(tells(list[i].text, w->facts[i]), "%s: %s", list[i].text, w->xfen);
        ck_assert_uint_ge(list[i].place.offset, 100);
        ck_assert_uint_le(list[i].place.offset + list[i].place.length, 100 + strlen(w->xfen));
    }
}
END_TEST

START_TEST(the_fault_of_a_position_is_the_first_in_the_text) {
    const struct wrong *w = &wrongs[_i];
    xpgn_position p = {.number = 77};
    xpgn_fault fault;
    size_t count, first = 0;
    char expected[200];
    (void)read_position(w->variant, w->options, w->xfen, &p);
    const xpgn_finding *list = log_list(findings, &count);
    for (size_t i = 1; i < count; i++)
        if (list[i].place.offset < list[first].place.offset)
            first = i;
    const xpgn_ruleset *rs = ruleset_in(rules, w->variant, w->options);
    ck_assert_int_eq(xpgn_position_read(rs, slice_of(w->xfen), &p, &fault), XPGN_INVALID);
    ck_assert_uint_eq(p.number, 77);
    (void)snprintf(expected, sizeof expected, "%s [%s]", list[first].text, list[first].code);
    ck_assert_str_eq(fault.text, expected);
    ck_assert_uint_eq(fault.place.offset + 100, list[first].place.offset);
    ck_assert_uint_eq(fault.place.length, list[first].place.length);
}
END_TEST

/* ---- what is right --------------------------------------------------------------------------- */

static const struct right {
    const char *variant, *options, *xfen;
} rights[] = {
    {"chess", "", "4k3/8/8/8/8/8/8/QQQQKQQQ b - - 0 1"},
    {"chess", "", "4k3/8/8/8/8/8/8/K3R3 b - - 0 1"},
    {CA, "", "8/8/8/8/8/8/8/R3K3 w - - 0 1"}, /* a king that fell: the game is decided */
    {CA, "", "3Pk3/8/8/8/8/8/8/3pK3 w - - 0 1"},
    {CA, "rescue", "3Pk3/8/8/8/8/8/8/3pK3 w - - 0 1"},
    {CA, "", "4k3/8/8/8/8/8/8/K3R3 w - - 0 1"},
    {FD, "", "4k3/8/8/8/8/8/8/K3R3 w - - 0 1"},
    {CC, "", "r2qk2r/3p4/4P3/8/8/8/8/R2QK2R w - - 3 9"},
    {CC, "", "r6r/8/8/8/8/8/8/RQ5R w - - 3 9"},
    {CC, "", "r2P3r/8/8/8/8/8/8/R2pPB1R w - - 3 9"},
    {AS, "", "7k/8/8/8/8/8/PPPPPPPP/KQRRBBNN w - - 0 9"},
    {AS, FOUR,
     "rKrP8bPbK/12/12/12/12/12/12/12/12/12/wPwPwPwPwPwPwP5/wKwPwQwRwRwBwBwNwN1gPgK w - - 0 5"},
    {AS, FOUR, "10bPbK/12/12/12/12/12/12/12/12/12/12/wKwP8gPgK w - - 0 5"}, /* Red has fallen */
};

START_TEST(a_position_that_may_be_is_read_and_written_as_it_is) {
    const struct right *r = &rights[_i];
    const xpgn_ruleset *rs;
    xpgn_slice unknown;
    xpgn_position p;
    xpgn_buffer b = {0};
    size_t count;
    bool good = read_position(r->variant, r->options, r->xfen, &p);
    const xpgn_finding *list = log_list(findings, &count);
    ck_assert_msg(good, "%s: %s", r->xfen, count > 0 ? list[0].text : "");
    xpgn_catalog_find(rules, slice_of(r->variant), slice_of(r->options), &rs, &unknown);
    xpgn_position_write(&b, rs, &p);
    ck_assert_msg(b.size == strlen(r->xfen) && memcmp(b.data, r->xfen, b.size) == 0, "%.*s",
                  (int)b.size, b.data);
    xpgn_buffer_free(&b);
}
END_TEST

/* ---- how a free game is set up --------------------------------------------------------------- */

#define BLACK8 "3p3k/4ppb1/5p1n/6pp/"
#define WHITE8 "PP6/N1P5/1BPP4/K3P3"

/* One warning for each text; without a text, none. */
static const struct setup {
    const char *options, *xfen, *facts[3];
} setups[] = {
    {"", BLACK8 WHITE8 " w - - 0 1", {NULL}},
    {"",
     "3p3k/4ppb1/5p1n/3P2pp/1P1p4/N1P5/1BPP4/K3P3 w - - 0 1",
     {"zone|: black pawn d4, white pawn d5", "black has|7 pawns|6 pawns"}},
    {"", "3p2k1/4ppb1/5p1n/6pp/" WHITE8 " w - - 0 1", {"black king g8"}},
    /* the army; two of a kind may be chosen */
    {"", BLACK8 "PP6/N1P5/1NPP4/K3P3 w - - 0 1", {NULL}},
    {"",
     BLACK8 "PP6/N1P5/1QPP4/K3P3 w - - 0 1",
     {"white has 1 king, 1 queen, 1 knight, 6 pawns|1 king, 6 pawns and 2 of knights, bishops"}},
    {"", BLACK8 "PP6/N1P5/2PP4/K3P3 w - - 0 1", {"white has|1 knight, 6 pawns"}},
    {"", BLACK8 "PP6/N1P5/1BPP4/KB2P3 w - - 0 1", {"white has|2 bishops, 1 knight, 6 pawns"}},
    {"", BLACK8 "1P6/N1P5/1BPP4/KB2P3 w - - 0 1", {"white has|5 pawns"}},
    /* who begins */
    {"", BLACK8 WHITE8 " b - - 0 1", {"black to move|white"}},
    /* in the middle of a game anything goes */
    {"", "3p3k/8/8/3P4/8/8/8/1K6 b - - 1 1", {NULL}},
    {"", "3p3k/8/8/3P4/8/8/8/1K6 b - - 0 2", {NULL}},
    /* four seats, of which one has fallen */
    {FOUR,
     "rK11/rPrPrP9/rPrPrP9/rBrB10/12/12/12/12/"
     "10gBgB/9gPgPgP/9gPgPgP/11gK r - - 0 1",
     {NULL}},
};

START_TEST(a_set_up_by_other_rules_is_warned_of) {
    const struct setup *t = &setups[_i];
    xpgn_position p;
    size_t count, expected = 0;
    bool good = read_position(AS, t->options, t->xfen, &p);
    const xpgn_finding *list = log_list(findings, &count);
    ck_assert_msg(good, "%s: %s", t->xfen, count > 0 ? list[0].text : "");
    while (expected < 3 && t->facts[expected] != NULL)
        expected++;
    ck_assert_msg(count == expected, "%zu findings: %s: %s", count, t->xfen,
                  count > 0 ? list[0].text : "");
    for (size_t i = 0; i < count; i++) {
        ck_assert_str_eq(list[i].code, "P-14");
        ck_assert_int_eq(list[i].level, XPGN_WARNING);
        ck_assert_msg(tells(list[i].text, t->facts[i]), "%s: %s", list[i].text, t->xfen);
    }
}
END_TEST

/* ---- more than the game can have ------------------------------------------------------------- */

/* A warning for a side; without facts, none. */
static const struct surplus {
    const char *variant, *xfen, *facts[2];
} surpluses[] = {
    {"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", {NULL}},
    {"chess", "4k3/pppppppp/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", {"white|9|pawns|8"}},
    {"chess", "4k3/pppppppp/p7/8/8/P7/PPPPPPPP/4K3 w - - 0 1", {"white|9|8", "black|9|8"}},
    {"chess", "4k3/pppppppp/8/8/8/8/PPPPPPPP/1QQ1K3 w - - 0 1", {"white|1|pieces|0"}},
    {"chess", "4k3/pppppppp/8/8/8/8/PPPPPPP1/1QQ1K3 w - - 0 1", {NULL}},
    {"chess", "4k3/ppppppp1/8/8/8/8/PPPPPPPP/NNN1K3 w - - 0 1", {"white|1|pieces|0"}},
    {"chess", "4k3/ppppppp1/8/8/8/8/PPPPPPP1/NNN1KBBB w - - 0 1", {"white|2|pieces|1"}},
    {"chess", "rrr1k3/ppppppp1/8/8/8/8/PPPPPP2/NNN1KBBB w - - 0 1", {NULL}},
    {"chess", "rrrqk2q/ppppppp1/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", {"black|2|pieces|1"}},
    {FD, "4k3/pppppppp/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", {"white|9|pawns|8"}},
    {FD, "4k3/pppppppp/8/8/8/8/PPPPPPPP/1QQ1K3 w - - 0 1", {NULL}},
    {CA, "4k3/pppppppp/8/8/8/8/PPPPPPPP/1QQ1K3 w - - 0 1", {NULL}},
};

START_TEST(more_pieces_than_there_can_be_are_warned_of) {
    const struct surplus *t = &surpluses[_i];
    xpgn_position p;
    size_t count, expected = 0;
    ck_assert(read_position(t->variant, "", t->xfen, &p));
    const xpgn_finding *list = log_list(findings, &count);
    while (expected < 2 && t->facts[expected] != NULL)
        expected++;
    ck_assert_msg(count == expected, "%zu findings: %s", count, t->xfen);
    for (size_t i = 0; i < count; i++) {
        ck_assert_str_eq(list[i].code, "P-04");
        ck_assert_int_eq(list[i].level, XPGN_WARNING);
        ck_assert_msg(tells(list[i].text, t->facts[i]), "%s: %s", list[i].text, t->xfen);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("start position");
    TCase *tc = tcase_create("start position");
    tcase_add_checked_fixture(tc, set_up, tear_down);
    tcase_add_loop_test(tc, a_position_that_cannot_be_is_refused_with_the_reason, 0,
                        sizeof wrongs / sizeof *wrongs);
    tcase_add_loop_test(tc, the_fault_of_a_position_is_the_first_in_the_text, 0,
                        sizeof wrongs / sizeof *wrongs);
    tcase_add_loop_test(tc, a_position_that_may_be_is_read_and_written_as_it_is, 0,
                        sizeof rights / sizeof *rights);
    tcase_add_loop_test(tc, a_set_up_by_other_rules_is_warned_of, 0,
                        sizeof setups / sizeof *setups);
    tcase_add_loop_test(tc, more_pieces_than_there_can_be_are_warned_of, 0,
                        sizeof surpluses / sizeof *surpluses);
    suite_add_tcase(suite, tc);
    return run_suite(suite);
}
