/* SPDX-License-Identifier: MIT */
/* What would be right: the hint of each kind of finding in all games, and fixes that do fix. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xpgn/rulesets.h>
#include <xpgn/walk.h>

#include "house_rules.h"
#include "suite.h"

#define CA "[Variant \"chess-attack\"]\n"
#define FD "[Variant \"five-dice\"]\n"
#define FDX "[Variant \"five-dice\"]\n[RuleOptions \"shooting support suicide-run\"]\n"
#define CC "[Variant \"combat-chess-2\"]\n"
#define AS                                                                                         \
    "[Variant \"assault-and-siege\"]\n[SetUp \"1\"]\n"                                             \
    "[FEN \"7k/6bn/5ppp/6pp/PP5p/1PP5/1BPP4/K4N2 w - - 0 20\"]\n"

#define ASX                                                                                        \
    "[Variant \"assault-and-siege\"]\n[SetUp \"1\"]\n"                                             \
    "[FEN \"7k/6p1/8/3Pp3/4P3/8/8/K7 w - - 0 20\"]\n"

static const struct {
    const char *record, *code, *hint;
    unsigned fixes;
} rows[] = {
    /* actions: the nearest that is legal */
    {"1. e4 e5 2. Nf4 *", "C-1", "did you mean Nf3 or f4?", 2},
    {"1. e4 e5 2. Fc4 *", "M-01", "did you mean Bc4?", 1},
    {"1. e4 e5 2. Sf3 *", "M-01", "did you mean Nf3?", 1},
    {"1. e4 e5 2. nf3 *", "M-01", "did you mean Nf3?", 1},
    {"1. e4 e5 2. Knight-f3 *", "M-01", "did you mean Nf3?", 1},
    {"1. e4 d5 2. ed *", "M-01", "did you mean exd5?", 1},
    {"1. e4 e5 2. Nf3 Nc6 3. Bb6 *", "C-1", "did you mean Bb5 or Ba6?", 2},
    {"1. e4 e5 2. Bc4 Nc6 3. Qf8 *", "C-1", "did you mean Qf3?", 1},
    {"[FEN \"7k/P7/8/8/8/8/8/7K w - - 0 1\"]\n1. a8 *", "C-1", "did you mean a8=Q?", 1},
    {"1. e4 e5 2. Qh5 Ke7 3. Qxe5 Kd6 *", "C-3", "remove what follows the end", 0},
    {"[FEN \"k7/2Q5/8/8/8/8/8/7K b - - 0 1\"]\n1... Ka7 *", "C-3", "remove what follows the end",
     0},
    {"[FEN \"k6R/8/8/8/8/8/6K1/8 b - - 0 1\"]\n1... Kd4 *", "C-1", "legal here: Ka7 or Kb7", 2},
    {CA "1. e4 d5 2. ed5 *", "CA-2", "did you mean exd5?", 1},
    {CA "1. e4 d5 2. Bb6 *", "CA-1", "did you mean Bb5 or Ba6?", 2},
    {FD "1. e4 d5 2. exd6 *", "FD-1", "did you mean exd5?", 1},
    {CC "1. <2> e2-f4 *", "CC-4", "did you mean d2-f4, e2-e4 or e2-g4?", 3},
    {AS "20. c3-c5 *", "AS-2", "did you mean c3-c4?", 1},
    /* the missing disambiguation */
    {"1. Nf3 e5 2. d3 e4 3. Nd2 *", "M-02", "write Nbd2 or Nfd2", 2},
    {CA "1. Nf3 e5 2. d3 e6 3. Nd2 *", "CA-1", "", 0},
    {FD "1. Nf3 e6 2. d3 d6 3. Nd2 *", "M-02", "write Nbd2 or Nfd2", 2},
    {CC "[FEN \"r3k2r/8/8/8/8/1B1B4/8/R3K2R w - - 0 5\"]\n5. <2> Bd1 *", "M-02",
     "write Bb3-d1 or Bd3-d1", 2},
    {AS "20. c4 *", "M-02", "write c3-c4 or b4-c4", 2},
    /* signs */
    {"1. e4 d5 2. ed5 *", "M-06", "expected exd5", 1},
    {"1. a4 b5 2. ab5 *", "M-06", "expected axb5", 1},
    {"1. e4 e5 2. Nxf3 *", "M-06", "expected Nf3", 1},
    {"1. e4 d5 2. Bb5+ c6 3. Bc6+ *", "M-06", "expected Bxc6+", 1},
    {"1. Nf3 d5 2. Ne5 f6 3. c3 fe5 *", "M-06", "expected fxe5", 1},
    {"1. e4 e5 2. Qh5# *", "M-07", "expected Qh5", 1},
    {"1. e4 f5 2. Qh5# *", "M-07", "expected Qh5+", 1},
    /* numbers */
    {"1. e4 e5 3. Nf3 *", "M-03", "write 2.", 1},
    {"1. e4 e5 2. Nf3 2. Nc6 *", "M-03", "write 2...", 1},
    {CC "<2> e2-e4 *", "M-04", "write 1. before the roll", 1},
    {AS "a4-a5 *", "M-04", "write 20. before it", 1},
    {CC "1. <2> e2-e4 2... <2> e7-e5 *", "M-05", "write 1...", 1},
    {CC "1. <2> e2-e4 <2> d2-d4 *", "CC-5", "the next turn begins with 1...", 0},
    /* rolls */
    {CA "1. e4 d5 2. exd5 <5+1=8w:1+1=5x> *", "CA-3", "expected <5+0=7w:1+1=5x>", 1},
    {CA "1. e4 d5 2. exd5 {[%roll 5+0=8w:1+1=5x]} *", "CA-3", "expected <5+0=7w:1+1=5x>", 1},
    {CA "1. e4 d5 2. exd5 *", "R-01", "write the dice that were rolled: <?:?>", 0},
    {CA "1. e4 d5 2. exd5 <5,2:1> *", "CA-3", "write the dice that were rolled: <?:?>", 0},
    {CA "1. e4 <5:2> *", "R-02", "it belongs to an attack: is this the action that was played?", 0},
    {FD "1. e4 d5 2. exd5 <4=5:2=2x> *", "FD-2", "expected <4=4:2=2x>", 1},
    {FD "1. e4 d5 2. exd5 <4+1=4:2=2x> *", "R-05", "expected <4=4:2=2x>", 1},
    {FDX "1. e4 d5 2. exd5 <4:2> *", "FD-7", "write the dice that were rolled: <?:?,?>", 0},
    {CC "1. <3> e2-e5 1... <1> d7-d6 2. e5xd6 <3:3> *", "CC-6", "add the next exchange", 0},
    {CC "1. <3> e2-e5 1... <1> d7-d6 2. e5xd6 <6:2x> *", "CC-8", "write x@a1 or x@h1", 2},
    {CC "1. <3> e2-e5 1... <1> d7-d6 2. e5xd6 <6:2x@a8> *", "CC-8", "write x@a1 or x@h1", 2},
    {CC "1. e2-e4 *", "CC-4", "write the turn roll before it: <?> e2-e4", 0},
    {CC "1. K@e4 <2+3=6> *", "CC-9", "expected <2+4=6>", 1},
    {CC "1. K@e4 <1+4=5> *", "CC-9", "expected K@-", 1},
    /* rolls that cannot be read, by the dice that can */
    {CA "1. e4 d5 2. exd5 <5+0=7w:1+1=5y> *", "R-04", "expected <5+0=7w:1+1=5x>", 1},
    {CA "1. e4 d5 2. exd5 {[%roll 5++0:1]} *", "R-04", "expected <5+0=7w:1+1=5x>", 1},
    {CA "1. e4 d5 2. exd5 <5+0=7w:1+1=5x Qxd5 <4:2> *", "R-04", "expected <5+0=7w:1+1=5x>", 1},
    {CA "1. e4 d5 2. exd5 <5+0=7w;1+1=5x> *", "R-04", "expected <5+0=7w:1+1=5x>", 1},
    /* the roll that can be read is the roll */
    {CA "1. e4 d5 2. exd5 <5+0=7w:1+1=5x> <5+0=7w:1+1=5y> *", "R-04",
     "write the dice of each side between < and >", 0},
    {CA "1. e4 d5 2. exd5 <5-1> *", "R-04", "expected <5:1>", 1},
    {CA "1. e4 d5 2. exd5 <5 1> *", "R-04", "write the dice that were rolled: <?:?>", 0},
    {CA "1. e4 d5 2. exd5 <7=9y:1> *", "R-04", "write the dice that were rolled: <?:?>", 0},
    {CA "1. e4 d5 2. exd5 <51=9y:1> *", "R-04", "write the dice that were rolled: <?:?>", 0},
    {FDX "1. e4 d5 2. Nc3 e6 3. exd5 <4,2==4:3,1,1=3x> *", "R-04", "expected <4,2+1=4:3,1,1+2=3x>",
     1},
    {FD "1. e4 d5 2. exd5 <4,2==4:3=3x> *", "R-04", "write the dice that were rolled: <?:?>", 0},
    {CC "1. <3> e2-e5 1... <1> d7-d6 2. e5xd6 <6:2y> 2... <1> c7-c6 *", "R-04",
     "write the dice that were rolled: <?:?>", 0},
    {CC "1. <3> e2-e5 1... <1> d7-d6 2. e5xd6 <6==6:2=2x@h1> *", "R-04", "expected <6=6:2=2x@h1>",
     1},
    {CC "1. <3> e2-e5 1... <1> d7-d6 2. e5xd6 <2=2x@a8:6+> *", "R-04", "expected <2=2x@a8:6=6>", 1},
    {CC "1. <3> e2-e5 1... <1> d7-d6 2. e5xd6 <6==6:2=2x@a8> *", "R-04",
     "write the dice that were rolled: <?:?>", 0},
    {CC "1. <3> e2-e5 1... <1> d7-d6 2. e5xd6 <6==6:2=2x@a12> *", "R-04",
     "write the dice that were rolled: <?:?>", 0},
    {CC "1. <3> e2-e5 1... <1> d7-d6 2. e5xd6 <2==2:2=2x@a1> *", "R-04",
     "write the dice that were rolled: <?:?>", 0},
    {CC "1. <3,> e2-e5 *", "R-04", "write the die that was rolled: <?>", 0},
    {CC "1. <3 e2-e5 *", "R-04", "expected <3>", 1},
    {CC "1. K@- <2+> *", "R-04", "write the die that was rolled: <?>", 0},
    /* combats without dice */
    {ASX "20. e4xe5 <1+1=2:=1x> *", "AS-2", "expected <+1=2:=1x>", 1},
    {ASX "20. e4xe5 <1++1=2:=1x> *", "R-04", "expected <+1=2:=1x>", 1},
    {FDX "1. e4 d5 2. exxd5 <4:1=1x> *", "FD-8", "write the dice that were rolled: <?:>", 0},
    /* rolls in other brackets, in none, with blanks */
    {CA "1. e4 d5 2. exd5 (5:1) *", "R-04", "expected <5:1>", 1},
    {CA "1. e4 d5 2. exd5 [5:1] *", "R-04", "expected <5:1>", 1},
    {CA "1. e4 d5 2. exd5 5:1 *", "R-04", "expected <5:1>", 1},
    {CA "1. e4 d5 2. exd5 5+0=7w:1+1=5x> *", "R-04", "expected <5+0=7w:1+1=5x>", 1},
    {CA "1. e4 d5 2. exd5 < 5 : 1 > *", "R-04", "expected <5+0=7w:1+1=5x>", 1},
    {CA "1. e4 d5 2. exd5 (5 : 1) *", "R-04", "expected <5:1>", 1},
    {FD "1. e4 d5 2. exd5 (4:2,1) *", "R-04", "expected <4:2,1>", 1},
    {CC "1. <3> e2-e5 1... <1> d7-d6 2. e5xd6 6:2x@a1 *", "R-04", "expected <6:2x@a1>", 1},
    {CC "1. K@- *", "R-01", "write the die that was rolled: <?>", 0},
    /* tags and results */
    {"[Variant \"Chess Atack\"]\n1. e4 *", "T-02", "did you mean chess-attack?", 1},
    {"[Variant \"Combat Ches II\"]\n1. e4 *", "T-02", "did you mean combat-chess-2?", 1},
    {"[Variant \"Asault & Siege\"]\n1. e4 *", "T-02", "did you mean assault-and-siege?", 1},
    {"[Variant \"chess-attack\"]\n[RuleOptions \"rescu\"]\n1. e4 *", "T-03", "did you mean rescue?",
     1},
    {"[Variant \"chess-attack\"]\n[RuleOptions \"zzz\"]\n1. e4 *", "T-03",
     "expected one of rescue, king-safety", 0},
    {CA "[RuleOptions \"remote-royals-that-are-never-so-many-letters\"]\n1. e4 *", "T-03",
     "expected one of rescue, king-safety", 0},
    {"[Variant \"chess\"]\n[RuleOptions \"zzz\"]\n1. e4 *", "T-03",
     "remove it: this game has no options", 0},
    {"[Variant \"assault-and-siege\"]\n1. a2-a3 *", "AS-1", "add the tags SetUp", 0},
    {"1. f3 e5 2. g4 Qh4# 1-0", "C-3", "expected 0-1", 1},
    {"1. e4 {[%xfen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]} *", "P-12",
     "expected rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", 1},
};

/* All errors and warnings of a record, in *count; the first of `code` goes to *out, or NULL. */
static xpgn_catalog *rules;
static xpgn_walk *walk;

static const xpgn_finding *find(const char *record, const char *code, size_t *count) {
    static xpgn_game game;
    const xpgn_step *step;
    game = (xpgn_game){
        .text = {record, strlen(record)}, .file = "-", .number = 1, .line = 1, .column = 1};
    ck_assert_int_eq(xpgn_walk_begin(walk, &game), XPGN_OK);
    while (xpgn_walk_next(walk, &step) == XPGN_OK)
        continue;
    const xpgn_finding *list = xpgn_walk_findings(walk, count), *found = NULL;
    for (size_t i = *count; i-- > 0;)
        if (strcmp(list[i].code, code) == 0)
            found = &list[i];
    return found;
}

static void set_up(void) {
    ck_assert_int_eq(xpgn_catalog_new(&rules), XPGN_OK);
    ck_assert_int_eq(xpgn_walk_new(&walk, rules, NULL), XPGN_OK);
}

static void tear_down(void) {
    xpgn_walk_free(walk);
    xpgn_catalog_free(rules);
}

START_TEST(a_roll_that_cannot_be_read_is_one_finding) {
    static const char *const records[] = {
        CA "1. e4 d5 2. exd5 <5+0=7w:1+1=5y Qxd5 <4:2> *",
        CA "1. e4 d5 2. exd5 {[%roll 5+0=7w:1+1=5y]} *",
        CC "1. <3> e2-e5 1... <1> d7-d6 2. e5xd6 <6:2y> <2> d2-d4 2... <1> c7-c6 *",
        CC "1. <3, e2-e5 1... <1> d7-d6 *",
        AS "20. <+ a4-a5 20... g5-g4 *",
        CA "1. e4 d5 2. exd5 5+0=7w:1+1=5x> Qxd5 <4:2> *",
        CA "1. e4 d5 2. exd5 5:1 Qxd5 <4:2> *",
        CA "1. e4 d5 2. exd5 (5:1) Qxd5 <4:2> *",
        CA "1. e4 d5 2. exd5 [5:1] Qxd5 <4:2> *",
        CA "1. e4 d5 2. exd5 <5 : 1> Qxd5 <4:2> *",
        CA "1. e4 d5 2. exd5 <5-1> Qxd5 <4:2> *",
    };
    size_t count;
    for (size_t i = 0; i < sizeof records / sizeof *records; i++) {
        const xpgn_finding *f = find(records[i], "R-04", &count);
        ck_assert_msg(f != NULL && count == 1, "%s: %zu findings", records[i], count);
    }
}
END_TEST

START_TEST(dice_of_two_digits_are_read_of_a_roll_that_cannot_be) {
    size_t count;
    house_rules(rules, "ruleset: twelve\ntitle: A die of 12\nversion: 1\nextends: chess-attack\n"
                       "die: 12\n");
    const char *record = "[Variant \"twelve\"]\n1. e4 d5 2. exd5 <12+0=14y:10> *";
    ck_assert_str_eq(find(record, "R-04", &count)->hint, "expected <12+0=14w:10+1=14w>");
    record = "[Variant \"twelve\"]\n1. e4 d5 2. exd5 <13+0=15y:10> *";
    ck_assert_str_eq(find(record, "R-04", &count)->hint, "write the dice that were rolled: <?:?>");
}
END_TEST

/* No leader is a number, too: it is not that there is none to be written. */
START_TEST(a_king_without_leaders_teleports_by_its_die) {
    size_t count;
    house_rules(rules, "ruleset: lone\ntitle: No leaders\nversion: 1\nextends: combat-chess-2\n"
                       "pieces:\n  bishop: {leader: false}\n  queen: {leader: false}\n"
                       "  king: {leader: false}\n"
                       "ending: {lost-without-leaders: false, lost-with: [king]}\n");
    const xpgn_finding *f = find("[Variant \"lone\"]\n1. K@- <3+1=3> *", "CC-9", &count);
    ck_assert_uint_eq(count, 1);
    ck_assert_str_eq(f->text, "leaders 1, expected 0");
    ck_assert_str_eq(f->hint, "expected <3+0=3>");
    f = find("[Variant \"lone\"]\n1. K@- <3+0=4> *", "CC-9", &count);
    ck_assert_str_eq(f->text, "total 4, expected 3: die 3 + leaders 0");
}
END_TEST

/* To the last word, so that nothing follows. */
START_TEST(a_total_names_what_it_is_made_of_and_nothing_else) {
    static const struct {
        const char *record, *code, *text;
    } totals[] = {
        {FD "1. Nc3 d5 2. Nxd5 <6,2,4=4:1=1x> *", "FD-2",
         "attacker total 4, expected 6: highest of 6, 2, 4"},
        {FDX "1. e4 d5 2. exd5 <6=6:1,2=1x> *", "FD-2",
         "defender total 1, expected 2: highest of 1, 2"},
        {FDX "1. e4 d5 2. exxd5 <4=4x:=2x> *", "FD-8",
         "defender total 2, expected 1: rating of the pawn"},
        {FD "1. e4 d5 2. exd5 <4=5:2=2x> *", "FD-2", "attacker total 5, expected 4: die 4"},
        {CA "1. e4 d5 2. exd5 <5+0=8w:1+1=5x> *", "CA-3",
         "attacker total 8, expected 7: pawn e4 2 + die 5"},
        {CA "1. e4 d5 2. exd5 <5+0=7w:1+2=5x> *", "CA-3",
         "defender supporters 2, expected 1 (queen d8)"},
        {CA "1. e4 d5 2. exd5 <5+1=7w:1+1=5x> *", "CA-3", "attacker supporters 1, expected 0"},
    };
    size_t count;
    for (size_t i = 0; i < sizeof totals / sizeof *totals; i++) {
        const xpgn_finding *f = find(totals[i].record, totals[i].code, &count);
        ck_assert_msg(f != NULL, "%s: no %s", totals[i].record, totals[i].code);
        ck_assert_str_eq(f->text, totals[i].text);
    }
}
END_TEST

START_TEST(a_finding_says_what_would_be_right) {
    size_t count;
    const xpgn_finding *f = find(rows[_i].record, rows[_i].code, &count);
    ck_assert_msg(f != NULL, "%s: no %s", rows[_i].record, rows[_i].code);
    ck_assert_msg(f->hint != NULL && strncmp(f->hint, rows[_i].hint, strlen(rows[_i].hint)) == 0,
                  "%s: %s", rows[_i].record, f->hint);
    ck_assert_msg(f->fix_count >= rows[_i].fixes, "%s: %u fixes", rows[_i].record, f->fix_count);
}
END_TEST

/* Put in place of what it replaces, each fix takes the finding away and brings no new one but where
   the game, which now goes on, comes to one. */
START_TEST(a_fix_fixes) {
    size_t count, after;
    char fixed[4][512];
    char place[64];
    const xpgn_finding *f = find(rows[_i].record, rows[_i].code, &count);
    ck_assert(f != NULL);
    unsigned fixes = f->fix_count;
    ck_assert_uint_le(fixes, 4);
    snprintf(place, sizeof place, "%s", f->turn);
    for (unsigned i = 0; i < fixes; i++) {
        const xpgn_fix *x = &f->fix[i];
        bool cell = strncmp(f->hint, "write x@", 8) == 0;
        ck_assert_int_eq(x->kind, cell ? XPGN_FIX_CELL : XPGN_FIX_TEXT);
        ck_assert_uint_le(x->place.offset + x->place.length, strlen(rows[_i].record));
        snprintf(fixed[i], sizeof fixed[i], "%.*s%s%s", (int)x->place.offset, rows[_i].record,
                 x->text, rows[_i].record + x->place.offset + x->place.length);
    }
    for (unsigned i = 0; i < fixes; i++) {
        const xpgn_finding *left = find(fixed[i], rows[_i].code, &after);
        ck_assert_msg(left == NULL, "%s: still %s", fixed[i], rows[_i].code);
    }
}
END_TEST

START_TEST(findings_about_one_roll_share_the_hint) {
    size_t count;
    const xpgn_finding *f = find(CA "1. e4 d5 2. exd5 <5+1=9x:1+0=9> *", "CA-3", &count);
    ck_assert_uint_ge(count, 4);
    for (size_t i = 1; i < count; i++) {
        ck_assert_ptr_eq(f[i].hint, f[0].hint);
        ck_assert_ptr_eq(f[i].fix, f[0].fix);
        ck_assert_uint_eq(f[i].fix_count, 1);
    }
}
END_TEST

int main(void) {
    TCase *tcase = tcase_create("hint");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, a_roll_that_cannot_be_read_is_one_finding);
    tcase_add_test(tcase, dice_of_two_digits_are_read_of_a_roll_that_cannot_be);
    tcase_add_test(tcase, a_king_without_leaders_teleports_by_its_die);
    tcase_add_test(tcase, a_total_names_what_it_is_made_of_and_nothing_else);
    tcase_add_loop_test(tcase, a_finding_says_what_would_be_right, 0, sizeof rows / sizeof *rows);
    tcase_add_loop_test(tcase, a_fix_fixes, 0, sizeof rows / sizeof *rows);
    tcase_add_test(tcase, findings_about_one_roll_share_the_hint);
    Suite *suite = suite_create("hint");
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
