/* SPDX-License-Identifier: MIT */
/* Several sheets of one game: what differs, why, and the record that explains them. */
#include "suite.h"

#include <stdio.h>
#include <string.h>
#include <xpgn/rulesets.h>

#include "internal/meant.h"
#include "internal/text_out.h"
#include "meant/merge/merge.h"

#define CA "[Variant \"chess-attack\"]\n"

static xpgn_catalog *rules;
static xpgn_merge *sheets;
static xpgn_fault why;
static xpgn_game games[XPGN_MAX_SHEETS + 1];

static void set_up(void) {
    ck_assert_int_eq(xpgn_catalog_new(&rules), XPGN_OK);
    ck_assert_int_eq(xpgn_merge_new(&sheets, rules), XPGN_OK);
}

static void tear_down(void) {
    xpgn_merge_free(sheets);
    xpgn_catalog_free(rules);
}

/* Compares the texts up to the first NULL; `why` says why not. */
static xpgn_status compare(const char *const text[], size_t *count) {
    size_t n = 0;
    for (; n <= XPGN_MAX_SHEETS && text[n] != NULL; n++)
        games[n] = (xpgn_game){
            .text = {text[n], strlen(text[n])}, .file = n == 0 ? "a" : "b", .number = 1, .line = 1};
    *count = n;
    return xpgn_merge_compare(sheets, games, n, &why);
}

/* "3:2. Nf3 'Nf3' tied Nh3: 0 'Nf3'@12+3, 1 'Nh3'@12+3 until 3. Nxe5", with the number of the slip
 */
static void describe(xpgn_buffer *b, const xpgn_difference *d, size_t count) {
    xpgn_buffer_printf(b, "%u:%s '%s'", d->ply, d->turn, d->text);
    if (d->guess)
        xpgn_buffer_printf(b, " guess of %u", d->choices);
    if (d->was != NULL)
        xpgn_buffer_printf(b, " was %s", d->was);
    xpgn_buffer_text(b, d->missing ? " missing" : "");
    if (d->tied != NULL)
        xpgn_buffer_printf(b, " tied %s", d->tied);
    for (size_t i = 0; i < count; i++) {
        const xpgn_reading *r = &d->reading[i];
        xpgn_buffer_printf(b, "%s %d '%s'@%u+%u", i > 0 ? "," : ":", (int)r->slip, r->text,
                           r->place.offset, r->place.length);
        if (r->until != NULL)
            xpgn_buffer_printf(b, "%s until %s", r->allowed ? " allowed" : "", r->until);
        else if (!r->allowed)
            xpgn_buffer_text(b, " refused");
    }
    xpgn_buffer_char(b, '\n');
}

static void differ(const char *expected, const char *const text[]) {
    size_t n, count;
    xpgn_buffer b = {0};
    ck_assert_msg(compare(text, &n) == XPGN_OK, "%s", why.text);
    const xpgn_difference *list = xpgn_merge_differences(sheets, &count);
    for (size_t i = 0; i < count; i++)
        describe(&b, &list[i], n);
    xpgn_buffer_char(&b, '\0');
    ck_assert_str_eq(b.data, expected);
    xpgn_buffer_free(&b);
}

static void merge_is(const char *expected) {
    xpgn_buffer b = {0};
    xpgn_merge_write(&b, sheets);
    xpgn_buffer_char(&b, '\0');
    ck_assert_str_eq(b.data, expected);
    xpgn_buffer_free(&b);
}

#define SHEETS(...) ((const char *const[]){__VA_ARGS__, NULL})

START_TEST(what_a_slip_is_told_with_its_place) {
    differ("3:2. Nf3 'Nf3': 0 'Nf3'@12+3, 1 'Nh3'@12+3 until 3. Nxe5\n",
           SHEETS("1. e4 e5 2. Nf3 Nc6 3. Nxe5 *", "1. e4 e5 2. Nh3 Nc6 3. Nxe5 *"));
    differ("4:2... Nc6 'Nc6': 0 'Nc6'@16+3, 5 ''@16+0\n",
           SHEETS("1. e4 e5 2. Nf3 Nc6 *", "1. e4 e5 2. Nf3 *"));
    differ("2:1... e5 'e5': 0 'e5'@6+2, 7 'Nf3'@9+3 until 1... Nf3\n",
           SHEETS("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *", "1. e4 2. Nf3 e5 Nc6 3. Bb5 a6 *"));
    differ("3:2. Nf3 'Nf3': 0 'Nf3'@12+3, 4 'Nf3'@9+2\n",
           SHEETS("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *", "1. e4 e5 3. Nf3 Nc6 4. Bb5 a6 *"));
    differ("5:3. '': 6 'Nf3'@23+3 until 3. Nf3, 0 ''@23+0\n"
           "5:3. '': 6 'Nc6'@27+3 until 3. Nc6, 0 ''@23+0\n",
           SHEETS("1. e4 e5 2. Nf3 Nc6 2. Nf3 Nc6 3. Bb5 a6 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *"));
    differ("0:White 'B': 9 'A'@8+1, 0 'B'@8+1\n",
           SHEETS("[White \"A\"]\n[Event \"X\"]\n\n1. e4 *", "[White \"B\"]\n\n1. e4 *"));
}
END_TEST

START_TEST(two_of_three_sheets_decide) {
    differ("3:2. exd5 'exd5 <5+0=7w:1+1=5x>': 0 'exd5 <5:1>'@37+10, 2 'exd5 <5:2>'@37+10, "
           "0 'exd5 <5:1>'@37+10\n",
           SHEETS(CA "1. e4 d5 2. exd5 <5:1> *", CA "1. e4 d5 2. exd5 <5:2> *",
                  CA "1. e4 d5 2. exd5 <5:1> *"));
    differ("4:result '1-0': 0 '1-0'@20+3, 8 '0-1'@20+3, 0 '1-0'@20+3\n",
           SHEETS("1. e4 e5 2. Nf3 Nc6 1-0", "1. e4 e5 2. Nf3 Nc6 0-1", "1. e4 e5 2. Nf3 Nc6 1-0"));
}
END_TEST

/* How a third sheet differs from two that are right, and what that costs the record. */
struct slip {
    const char *right, *wrong;
    xpgn_slip slip;
    unsigned cost; /* in parts of an edit; 0: no difference */
};

/* Compares the sheets with one slip in the third. */
static void one_slip(const char *tags, const struct slip *slip) {
    char right[600], wrong[600];
    size_t n, count;
    (void)snprintf(right, sizeof right, "%s\n%s", tags, slip->right);
    (void)snprintf(wrong, sizeof wrong, "%s\n%s", tags, slip->wrong);
    ck_assert_msg(compare(SHEETS(right, right, wrong), &n) == XPGN_OK, "%s: %s", slip->wrong,
                  why.text);
    const xpgn_difference *d = xpgn_merge_differences(sheets, &count);
    ck_assert_msg(sheets->found.best == slip->cost, "%s: costs %u", slip->wrong,
                  sheets->found.best);
    ck_assert_msg(count == (slip->slip != XPGN_SLIP_NONE), "%s: %zu differences", slip->wrong,
                  count);
    if (count == 0)
        return;
    ck_assert_msg(!d->guess && d->tied == NULL, "%s: %s", slip->wrong, d->tied);
    ck_assert_msg(d->reading[2].slip == slip->slip, "%s: slip %d", slip->wrong,
                  (int)d->reading[2].slip);
    ck_assert_int_eq(d->reading[0].slip, XPGN_SLIP_NONE);
    ck_assert_int_eq(d->reading[1].slip, XPGN_SLIP_NONE);
}

#define SLIPS(tags, ...)                                                                           \
    do {                                                                                           \
        const struct slip list[] = {__VA_ARGS__};                                                  \
        for (size_t i = 0; i < sizeof list / sizeof *list; i++)                                    \
            one_slip(tags, &list[i]);                                                              \
    } while (0)

START_TEST(each_slip_in_a_roll_has_its_cost) {
#define EXD5(roll) "1. e4 d5 2. exd5 " roll " *"
#define RIGHT EXD5("<5+0=7w:1+1=5x>")
    SLIPS(CA, {RIGHT, EXD5("<5:1>"), XPGN_SLIP_NONE, 0},
          {RIGHT, EXD5("<5+1=7w:1+1=5x>"), XPGN_SLIP_FIELD, ONE_EDIT},
          {RIGHT, EXD5("<5+0=8w:1+1=5x>"), XPGN_SLIP_FIELD, ONE_EDIT},
          {RIGHT, EXD5("<5+0=7:1+1=5x>"), XPGN_SLIP_FIELD, ONE_EDIT},
          {RIGHT, EXD5("<5+0=7w:1+0=5x>"), XPGN_SLIP_FIELD, ONE_EDIT},
          {RIGHT, EXD5("<5+0=7w:1+1=4x>"), XPGN_SLIP_FIELD, ONE_EDIT},
          {RIGHT, EXD5("<5+0=7w:1+1=5>"), XPGN_SLIP_FIELD, ONE_EDIT},
          {RIGHT, EXD5("<5+1=8w:1+1=5x>"), XPGN_SLIP_FIELD, 2 * ONE_EDIT},
          {RIGHT, EXD5("<4+0=7w:1+1=5x>"), XPGN_SLIP_DICE, ONE_EDIT},
          {RIGHT, EXD5("<5+0=7w:2+1=5x>"), XPGN_SLIP_DICE, ONE_EDIT},
          {RIGHT, EXD5("<4+0=7w:2+1=5x>"), XPGN_SLIP_DICE, 2 * ONE_EDIT},
          {RIGHT, EXD5("<1+0=7w:5+1=5x>"), XPGN_SLIP_DICE, ONE_EDIT - 1},
          {RIGHT, EXD5("<1+0=7w:4+1=5x>"), XPGN_SLIP_DICE, 2 * ONE_EDIT},
          {RIGHT, EXD5("<4+0=8w:1+1=5x>"), XPGN_SLIP_DICE, 2 * ONE_EDIT},
          {RIGHT, EXD5("<4+1=8w:2+0=4x>"), XPGN_SLIP_DICE, 3 * ONE_EDIT},
          {RIGHT, "1. e4 d5 2. exd5 *", XPGN_SLIP_DICE, ONE_EDIT});
#undef RIGHT
}
END_TEST

START_TEST(dice_count_one_by_one) {
#define BXC6(roll) "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 " roll " dxc6 <4,3:2,2,1> *"
#define RIGHT BXC6("<6,2,3:5,1,4,2>")
    SLIPS("[Variant \"five-dice\"]\n[RuleOptions \"support\"]\n",
          {RIGHT, BXC6("<6,2,3+0=6:5,1,4,2+2=5x>"), XPGN_SLIP_NONE, 0},
          {RIGHT, BXC6("<6,3,3:5,1,4,2>"), XPGN_SLIP_DICE, ONE_EDIT},
          {RIGHT, BXC6("<6,2:5,1,4,2>"), XPGN_SLIP_DICE, ONE_EDIT},
          {RIGHT, BXC6("<6,2,3,1:5,1,4,2>"), XPGN_SLIP_DICE, ONE_EDIT},
          {RIGHT, BXC6("<6,2:5,1,4>"), XPGN_SLIP_DICE, 2 * ONE_EDIT},
          {RIGHT, BXC6("<5,2,3:6,1,4,2>"), XPGN_SLIP_DICE, ONE_EDIT - 1},
          {RIGHT, BXC6("<6,1,3:5,2,4,2>"), XPGN_SLIP_DICE, ONE_EDIT - 1},
          {RIGHT, BXC6("<6,2,4:5,1,3,2>"), XPGN_SLIP_DICE, ONE_EDIT - 1},
          {RIGHT, BXC6("<6,2,2:5,1,4,3>"), XPGN_SLIP_DICE, ONE_EDIT - 1},
          {RIGHT, BXC6("<5,2,3:4,1,4,2>"), XPGN_SLIP_DICE, 2 * ONE_EDIT},
          {RIGHT, BXC6("<4,2,3:6,1,4,2>"), XPGN_SLIP_DICE, 2 * ONE_EDIT},
          {RIGHT, BXC6("<5,1,3:6,2,4,2>"), XPGN_SLIP_DICE, 3 * ONE_EDIT},
          {RIGHT, BXC6("<6,2,4:5,1,3>"), XPGN_SLIP_DICE, 3 * ONE_EDIT});
#undef RIGHT
}
END_TEST

START_TEST(a_turn_roll_and_each_exchange_are_dice) {
#define TURN(turn, roll, next) "1... " turn "e7-e3 e3xd2 " roll " d2xd1 <6:2x@h8> " next " *"
#define RIGHT TURN("<4> ", "<5=5:3=3x@a8>", "d1xe1 <1=1x@a1:2=6>")
    SLIPS("[FirstRoll \"4:4 2:5\"]\n[Variant \"combat-chess-2\"]\n",
          {RIGHT, TURN("<4> ", "<5:3x@a8>", "d1xe1 <1x@a1:2>"), XPGN_SLIP_NONE, 0},
          {RIGHT, TURN("", "<5=5:3=3x@a8>", "d1xe1 <1=1x@a1:2=6>"), XPGN_SLIP_DICE, ONE_EDIT},
          {RIGHT, TURN("<5> ", "<5=5:3=3x@a8>", "d1xe1 <1=1x@a1:2=6>"), XPGN_SLIP_DICE, ONE_EDIT},
          {RIGHT, TURN("<4> ", "<5=5:3=3x@h8>", "d1xe1 <1=1x@a1:2=6>"), XPGN_SLIP_FIELD, ONE_EDIT},
          {RIGHT, TURN("<4> ", "<5=5:3=3x>", "d1xe1 <1=1x@a1:2=6>"), XPGN_SLIP_FIELD, ONE_EDIT},
          {RIGHT, TURN("<4> ", "<5=5:3=3x@a8>", "d1xe1 <1=1x@a8:2=6>"), XPGN_SLIP_FIELD, ONE_EDIT},
          {RIGHT, TURN("<4> ", "<5=5:3=4x@a8>", "d1xe1 <1=1x@a1:2=6>"), XPGN_SLIP_FIELD, ONE_EDIT});
#undef RIGHT
}
END_TEST

#define SIEGE                                                                                      \
    "[FEN \"3p3k/4ppb1/5p1n/6pp/PP6/N1P5/1BPP4/K3P3 w - - 0 1\"]\n"                                \
    "[RuleOptions \"mode=fast\"]\n[Variant \"assault-and-siege\"]\n"

START_TEST(a_roll_that_follows_from_the_board_may_be_left_out) {
#define TAKES(roll)                                                                                \
    "1. Na3-b3 c3-c4 1... f6-f5 g5-g4 2. c4-c5 d2-d3 2... e7-e6 d8-d7 3. Nb3-c3 d3-d4 3... d7-d6 " \
    "f7-f6 4. c5-c6 d4-d5 4... e6-e5 d6xd5=N " roll " *"
#define RIGHT TAKES("<+1=2:=1x>")
    SLIPS(SIEGE, {RIGHT, TAKES(""), XPGN_SLIP_NONE, 0},
          {RIGHT, TAKES("<+0=2:=1x>"), XPGN_SLIP_FIELD, ONE_EDIT},
          {RIGHT, TAKES("<+1=3:=1x>"), XPGN_SLIP_FIELD, ONE_EDIT},
          {RIGHT, TAKES("<+1=2:=0x>"), XPGN_SLIP_FIELD, ONE_EDIT},
          {RIGHT, TAKES("<+1=2x:=1>"), XPGN_SLIP_FIELD, 2 * ONE_EDIT});
#undef RIGHT
}
END_TEST

START_TEST(a_turn_of_several_actions_has_one_number) {
#define RIGHT "1. Na3-b3 c3-c4 1... f6-f5 g5-g4 2. c4-c5 d2-d3 2... e7-e6 d8-d7 *"
    SLIPS(SIEGE,
          {RIGHT, "1. Na3-b3 c3-c4 1... f6-f5 g5-g4 c4-c5 d2-d3 2... e7-e6 d8-d7 *",
           XPGN_SLIP_NUMBER, ONE_EDIT},
          {RIGHT, "1. Na3-b3 c3-c4 1... f6-f5 g5-g4 2. c4-c5 2. d2-d3 2... e7-e6 d8-d7 *",
           XPGN_SLIP_NUMBER, ONE_EDIT},
          {RIGHT, "1. Na3-b3 c3-c4 1... f6-f5 g5-g4 3. c4-c5 d2-d3 3... e7-e6 d8-d7 *",
           XPGN_SLIP_NUMBER, ONE_EDIT},
          {RIGHT, "1. Na3-b3 c3-c4 1... f6-f5 g5-g4 2... c4-c5 d2-d3 2... e7-e6 d8-d7 *",
           XPGN_SLIP_NUMBER, ONE_EDIT},
          {RIGHT, "1. Na3-b3 c3-c4 1... f6-f5 g5-g4 2. d2-d3 2... e7-e6 d8-d7 *",
           XPGN_SLIP_LEFT_OUT, ONE_EDIT},
          {RIGHT, "1. Na3-b3 c3-c4 1... f6-f5 g5-g4 2. c4-c5 2... e7-e6 d8-d7 *",
           XPGN_SLIP_LEFT_OUT, ONE_EDIT},
          {RIGHT, "1. Na3-b3 c3-c4 1... f6-f5 g5-g4 2. c4-c5 d2-d3 2... d8-d7 e7-e6 *",
           XPGN_SLIP_ORDER, ONE_EDIT});
#undef RIGHT
}
END_TEST

START_TEST(each_slip_in_a_number_a_word_or_a_result_has_its_cost) {
#define RIGHT "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0"
    SLIPS("", {RIGHT, "1. e4 e5 2. Nf3 Nc6 2. Bb5 a6 1-0", XPGN_SLIP_NUMBER, ONE_EDIT},
          {RIGHT, "1. e4 e5 3. Nf3 Nc6 3. Bb5 a6 1-0", XPGN_SLIP_NUMBER, ONE_EDIT},
          {RIGHT, "1. e4 e5 3. Nf3 Nc6 4. Bb5 a6 1-0", XPGN_SLIP_NUMBER, ONE_EDIT},
          {RIGHT, "1. e4 e5 2... Nf3 Nc6 3. Bb5 a6 1-0", XPGN_SLIP_NUMBER, ONE_EDIT},
          {RIGHT, "1. e4 1... e5 2. Nf3 2... Nc6 3. Bb5 a6 1-0", XPGN_SLIP_NONE, 0},
          {RIGHT, "1. e4 1. e5 2. Nf3 Nc6 3. Bb5 a6 1-0", XPGN_SLIP_NUMBER, ONE_EDIT},
          {RIGHT, "e4 e5 Nf3 Nc6 Bb5 a6 1-0", XPGN_SLIP_NONE, 0},
          {RIGHT, "1. e4 e5 2. Nf3 3. Bb5 a6 1-0", XPGN_SLIP_LEFT_OUT, ONE_EDIT},
          {RIGHT, "1. e4 e5 2. Nf3 Bb5 3. a6 1-0", XPGN_SLIP_LEFT_OUT, ONE_EDIT},
          {RIGHT, "1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0", XPGN_SLIP_LEFT_OUT, ONE_EDIT},
          {RIGHT, "1. e4 e5 2. Nf3 Nf3 Nc6 3. Bb5 a6 1-0", XPGN_SLIP_TOO_MUCH, ONE_EDIT},
          {RIGHT, "1. e4 e5 2. Nf3 h6 Nc6 3. Bb5 a6 1-0", XPGN_SLIP_TOO_MUCH, 2 * ONE_EDIT},
          {RIGHT, "1. e4 e5 2. Nf3 Nc6 3. a6 Bb5 1-0", XPGN_SLIP_ORDER, ONE_EDIT},
          {RIGHT, "1. e4 e5 2. Nf3 Nc6 3. Bb4 a6 1-0", XPGN_SLIP_ACTION, ONE_EDIT},
          {RIGHT, "1. e4 e5 2. Nf3 Nc6 3. Nb4 a6 1-0", XPGN_SLIP_ACTION, 2 * ONE_EDIT},
          {RIGHT, "1. e4 e5 2. Nf3 Nc6 3. Rxh5 a6 1-0", XPGN_SLIP_ACTION, 3 * ONE_EDIT},
          {RIGHT, "1. e4 e5 2. Nf3 Nc6 3. O-O-O a6 1-0", XPGN_SLIP_ACTION, 3 * ONE_EDIT},
          {RIGHT, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 0-1", XPGN_SLIP_RESULT, ONE_EDIT},
          {RIGHT, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *", XPGN_SLIP_RESULT, ONE_EDIT},
          {RIGHT, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", XPGN_SLIP_RESULT, ONE_EDIT});
#undef RIGHT
}
END_TEST

START_TEST(a_tie_and_a_guess_are_marked) {
    differ("3:2. Nh3 'Nh3' tied Nf3: 1 'Nf3'@12+3, 0 'Nh3'@12+3\n",
           SHEETS("1. e4 e5 2. Nf3 Nc6 *", "1. e4 e5 2. Nh3 Nc6 *"));
    merge_is("[Result \"*\"]\n\n1. e4\n1... e5\n2. Nh3\n{tie: or Nf3}\n2... Nc6\n*\n\n");
    differ("3:2. Nf3 'Nf3' was Nf7: 1 'Kf3'@12+3 until 2. Kf3, 1 'Nf7'@12+3 until 2. Nf7\n",
           SHEETS("1. e4 e5 2. Kf3 Nc6 3. Nxe5 a6 *", "1. e4 e5 2. Nf7 Nc6 3. Nxe5 a6 *"));
    merge_is("[Result \"*\"]\n\n1. e4\n1... e5\n2. Nf3\n{[%was Nf7]}\n2... Nc6\n3. "
             "Nxe5\n3... a6\n*\n\n");
    const char *const gap = "1. e4 e5 2. {[%missing]} Nc6 3. Nxe5 a6 *";
    differ("3:2. '{[%missing]}' missing: 0 '[%missing]'@13+10, 0 '[%missing]'@13+10\n",
           SHEETS(gap, gap));
    xpgn_merge_guess(sheets, true);
    differ("3:2. Nf3 'Nf3' guess of 29: 5 '[%missing]'@13+10, 5 '[%missing]'@13+10\n",
           SHEETS(gap, gap));
    merge_is("[Result \"*\"]\n\n1. e4\n1... e5\n2. Nf3\n{guess: one of 29}\n2... Nc6\n3. "
             "Nxe5\n3... a6\n*\n\n");
    xpgn_merge_guess(sheets, false);
    differ("3:2. '{[%missing]}' missing: 1 'Qxh8'@12+4 until 2. Qxh8, 1 'Rxa8'@12+4 until 2. "
           "Rxa8\n",
           SHEETS("1. e4 e5 2. Qxh8 Nc6 3. Bb5 a6 *", "1. e4 e5 2. Rxa8 Nc6 3. Bb5 a6 *"));
    merge_is("[Result \"*\"]\n\n1. e4\ne5\n2. {[%missing]}\n2... Nc6\n3. Bb5\na6\n*\n\n");
}
END_TEST

/* After a half-move that no sheet has nothing is checked; in a game with turns of several actions
   the numbers are those of the sheets. */
START_TEST(what_follows_a_missing_half_move_is_as_the_sheets_have_it) {
    static const char gap[] = SIEGE "1. Na3-b3 c3-c4 1... {[%missing]} 2. {[%missing]} d2-d7 2... "
                                    "e7-e6 *";
    differ("2:1... '{[%missing]}' missing: 0 '[%missing]'@136+10, 0 '[%missing]'@136+10\n"
           "3:2. '{[%missing]}' missing: 0 '[%missing]'@152+10, 0 '[%missing]'@152+10\n",
           SHEETS(gap, gap));
    merge_is("[FEN \"3p3k/4ppb1/5p1n/6pp/PP6/N1P5/1BPP4/K3P3 w - - 0 1\"]\n"
             "[RuleOptions \"mode=fast\"]\n[Variant \"assault-and-siege\"]\n[Result \"*\"]\n\n"
             "1. Na3-b3\nc3-c4\n1... {[%missing]}\n2. {[%missing]}\nd2-d7\n2... e7-e6\n*\n\n");
}
END_TEST

START_TEST(the_half_moves_have_their_witnesses) {
    size_t n, count;
    static const uint8_t witnesses[] = {7, 5, 7, 4, 6};
    ck_assert_int_eq(compare(SHEETS("1. e4 e5 2. Nf3 {[%missing]} *",
                                    "1. e2-e4 3. Nf3 Ke4 3. Bb5 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 *"),
                             &n),
                     XPGN_OK);
    const xpgn_difference *list = xpgn_merge_half_moves(sheets, &count);
    ck_assert_uint_eq(count, sizeof witnesses);
    for (size_t i = 0; i < count; i++)
        ck_assert_msg(list[i].witnesses == witnesses[i], "%s: %u", list[i].turn, list[i].witnesses);
    ck_assert_int_eq(compare(SHEETS("*"), &n), XPGN_INVALID);
    (void)xpgn_merge_half_moves(sheets, &count);
    ck_assert_uint_eq(count, 0);
}
END_TEST

START_TEST(guesses_do_not_crowd_out_the_record_that_was_found_without) {
    size_t count;
    static const char other[] =
        "9. e4 e5 2. Nf3 Nc6 3. Bb5 a6 8. Bxc6 dxc6 5. O-O f6 6. d4 Bg4 7. dxe5 Qxd1 "
        "8. Rxd1 fxe5 9. Rd3 Bd6 10. Nbd2 b5 11. b3 Ne7 1/2-1/2";
    const char *const text[] = {"1. f3 e5 2. g4 Qh4 0-1", "0-1", "0-1", other, NULL};
    ck_assert_int_eq(compare(text, &count), XPGN_OK);
    ck_assert_uint_eq(sheets->found.best, 12 * ONE_EDIT);
}
END_TEST

START_TEST(a_result_that_the_rules_refuse_is_not_allowed) {
    differ("4:result '0-1': 0 '0-1'@20+3, 8 '1-0'@20+3 refused\n",
           SHEETS("1. f3 e5 2. g4 Qh4# 0-1", "1. f3 e5 2. g4 Qh4# 1-0"));
}
END_TEST

START_TEST(sheets_that_agree_have_no_difference) {
    differ("", SHEETS("1. e4 e5 {good} *", "1. e2-e4 e7-e5 $1 *"));
    merge_is("[Result \"*\"]\n\n1. e4\n1... e5\n{good} *\n\n");
}
END_TEST

START_TEST(a_merged_comment_has_no_control_characters) {
    differ("",
           SHEETS("1. e4 {\1go\2\3od [%eval 0.1][\4%roll 3:5]} e5 ;\6ni}c\7e\n*", "1. e4 e5 *"));
    merge_is("[Result \"*\"]\n\n1. e4\n{ go  od [%eval 0.1][ %roll 3:5]} 1... e5\n; ni}c e\n*\n\n");
}
END_TEST

static void fails(const char *error, const char *const text[]) {
    size_t n, count = 99;
    xpgn_buffer b = {0};
    ck_assert_int_eq(compare(text, &n), XPGN_INVALID);
    ck_assert_str_eq(why.text, error);
    (void)xpgn_merge_differences(sheets, &count);
    ck_assert_uint_eq(count, 0);
    xpgn_merge_write(&b, sheets);
    ck_assert_uint_eq(b.size, 0);
    xpgn_buffer_free(&b);
}

/* Nothing of the comparison before is left, whatever the next one comes to. */
START_TEST(what_cannot_be_compared_is_said_and_leaves_nothing) {
    static const char *const clash[] = {"1. e4 e5 2. Nf3 Nc6 *", "1. e4 e5 2. Nh3 Nc6 *", NULL};
    const char *expected = "3:2. Nh3 'Nh3' tied Nf3: 1 'Nf3'@12+3, 0 'Nh3'@12+3\n";
    char one[400] = "", other[400] = "";
    for (size_t i = 0; i < 17; i++) {
        strcat(one, "Nf3 Nf6 Ng1 Ng8 ");
        strcat(other, "Nc3 Nc6 Nb1 Nb8 ");
    }
    differ(expected, clash);
    fails("1 sheet, expected 2 to 8", SHEETS("1. e4 *"));
    differ(expected, clash);
    fails("9 sheets, expected 2 to 8", SHEETS("*", "*", "*", "*", "*", "*", "*", "*", "*"));
    differ(expected, clash);
    fails("b: variant differs from the first sheet: Five Dice",
          SHEETS(CA "1. e4 *", "[Variant \"five-dice\"]\n1. e4 *"));
    differ(expected, clash);
    fails("b: rule options differ from the first sheet: none",
          SHEETS("[Variant \"five-dice\"]\n[RuleOptions \"shooting\"]\n1. e4 *",
                 "[Variant \"five-dice\"]\n1. e4 *"));
    differ(expected, clash);
    fails("no legal record explains the sheets with at most 64 slips", SHEETS(one, other));
    differ(expected, clash);
}
END_TEST

/* Turns of knights, some of them with a wrong number, each but for the last followed by a right
   one. */
static const char *knights(unsigned wrong) {
    static char text[2][4000];
    char *out = text[wrong > 0];
    *out = '\0';
    for (unsigned turn = 1; turn <= 130; turn++) {
        bool slip = turn % 2 == 0 && turn / 2 <= wrong;
        sprintf(out + strlen(out), "%u. %s\n", slip ? turn + 300 : turn,
                turn % 2 == 1 ? "Nf3 Nf6" : "Ng1 Ng8");
    }
    strcat(out, "*");
    return out;
}

START_TEST(up_to_sixty_four_slips_are_explained) {
    size_t count;
    ck_assert_int_eq(compare(SHEETS(knights(0), knights(64)), &count), XPGN_OK);
    ck_assert_uint_eq(sheets->found.best, 64 * ONE_EDIT);
    ck_assert_int_eq(compare(SHEETS(knights(0), knights(65)), &count), XPGN_OK);
    ck_assert(sheets->partial); /* all else is explained up to some place */
    const xpgn_difference *list = xpgn_merge_differences(sheets, &count);
    ck_assert(count > 0 && list[count - 1].stop && list[count - 1].missing);
}
END_TEST

START_TEST(a_sheet_with_wrong_tags_is_refused_with_the_first_error) {
    const char *good = "1. e4 *";
    fails("a: white has 0 kings, expected 1",
          SHEETS("[FEN \"k7/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *", good));
    fails("b: white has 0 kings, expected 1",
          SHEETS(good, "[WhiteElo \"9999\"]\n[FEN \"k7/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *"));
    fails("a: unknown variant 'chess-attac'", SHEETS("[Variant \"chess-attac\"]\n\n1. e4 *", good));
    fails("b: unknown variant 'chess-attac'", SHEETS(good, "[Variant \"chess-attac\"]\n\n1. e4 *"));
    fails("a: unknown rule option 'rescu'",
          SHEETS(CA "[RuleOptions \"rescue rescu\"]\n\n1. e4 *", good));
    fails("b: unknown rule option 'rescu'",
          SHEETS(good, CA "[RuleOptions \"rescue rescu\"]\n\n1. e4 *"));
    fails("a: missing start position: Assault and Siege has none of its own",
          SHEETS("[Variant \"assault-and-siege\"]\n\n1. a2-a3 *", "1. a2-a3 *"));
}
END_TEST

START_TEST(a_tag_that_says_nothing_is_no_difference) {
    static const char *const unknown[] = {"", "?", "-", "????.??.??", "*"};
    char text[100];
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        snprintf(text, sizeof text, "[White \"%s\"]\n\n1. e4 *", unknown[i]);
        differ("", SHEETS(text, "[White \"A\"]\n\n1. e4 *"));
        differ("", SHEETS("[White \"A\"]\n\n1. e4 *", text));
        merge_is("[White \"A\"]\n[Result \"*\"]\n\n1. e4\n*\n\n");
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("sheets");
    TCase *tcase = tcase_create("sheets");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_set_timeout(tcase, 60); /* one second of searching in vain, and machines are busy */
    tcase_add_test(tcase, what_a_slip_is_told_with_its_place);
    tcase_add_test(tcase, two_of_three_sheets_decide);
    tcase_add_test(tcase, each_slip_in_a_roll_has_its_cost);
    tcase_add_test(tcase, dice_count_one_by_one);
    tcase_add_test(tcase, a_turn_roll_and_each_exchange_are_dice);
    tcase_add_test(tcase, a_roll_that_follows_from_the_board_may_be_left_out);
    tcase_add_test(tcase, a_turn_of_several_actions_has_one_number);
    tcase_add_test(tcase, each_slip_in_a_number_a_word_or_a_result_has_its_cost);
    tcase_add_test(tcase, a_tie_and_a_guess_are_marked);
    tcase_add_test(tcase, what_follows_a_missing_half_move_is_as_the_sheets_have_it);
    tcase_add_test(tcase, the_half_moves_have_their_witnesses);
    tcase_add_test(tcase, guesses_do_not_crowd_out_the_record_that_was_found_without);
    tcase_add_test(tcase, a_result_that_the_rules_refuse_is_not_allowed);
    tcase_add_test(tcase, sheets_that_agree_have_no_difference);
    tcase_add_test(tcase, a_merged_comment_has_no_control_characters);
    tcase_add_test(tcase, what_cannot_be_compared_is_said_and_leaves_nothing);
    tcase_add_test(tcase, up_to_sixty_four_slips_are_explained);
    tcase_add_test(tcase, a_sheet_with_wrong_tags_is_refused_with_the_first_error);
    tcase_add_test(tcase, a_tag_that_says_nothing_is_no_difference);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
