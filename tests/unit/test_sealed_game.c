/* SPDX-License-Identifier: MIT */
/* Games with sealed dice: their transcripts, which rolls have numbers and what these are for. */
#include "internal/sealed.h"
#include "walk_fixture.h"

#define HEX(digit)                                                                                 \
    digit digit digit digit digit digit digit digit digit digit digit digit digit digit digit digit
#define LINK(digit) HEX(digit) HEX(digit) HEX(digit) HEX(digit)
#define SEALED                                                                                     \
    "[DiceCommit \"white:" LINK("a") " black:" LINK(                                               \
        "b") "\"]\n"                                                                               \
             "[DiceKey \"white:" LINK("c") " black:" LINK("d") "\"]\n"                             \
                                                               "[RulesDigest \"sha256:" LINK(      \
                                                                   "0") "\"]\n"
#define FIRST SEALED CC "[FirstRoll \"3:5\"]\n\n"
#define PAWNS SEALED CA "[FEN \"4k3/8/8/1p2p2p/P2P2P1/8/8/4K3 w - - 0 1\"]\n\n"

#define ON SEALED "[Variant \"chess-or-die-trying\"]\n\n1. e4 f6 2. Qh5 a6 "

/* What each roll was announced for, and its dice. */
static void check_rolls(const char *game, const char *expected) {
    xpgn_sealed_entry e;
    xpgn_buffer b = {0};
    walk_text(game);
    for (uint32_t k = 1; xpgn_walk_sealed_roll(seen.walk, k, &e); k++)
        xpgn_buffer_printf(&b, "%s%.*s %.*s%s", k > 1 ? ", " : "", (int)e.announced.size,
                           e.announced.data, (int)e.dice.size, e.dice.data,
                           e.annulled ? " annulled" : "");
    xpgn_buffer_char(&b, '\0');
    ck_assert(!b.failed);
    ck_assert_msg(strcmp(b.data, expected) == 0, "%s\nfound %s, expected %s", game, b.data,
                  expected);
    xpgn_buffer_free(&b);
}

/* The lines after the header, with bars between them. */
static void check_lines(const char *game, const char *expected) {
    xpgn_sealed_game sealed;
    char found[1024] = "";
    size_t n = 0;
    walk_text(game);
    ck_assert_int_eq(xpgn_walk_sealed(seen.walk, &sealed), XPGN_OK);
    const char *text = sealed.text.data, *end = text + sealed.text.size;
    for (unsigned line = 0; text < end; line++) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        if (line > 8)
            n += (size_t)snprintf(found + n, sizeof found - n, "%s%.*s", n > 0 ? "|" : "",
                                  (int)(stop - text), text);
        text = stop + 1;
    }
    ck_assert_msg(strcmp(found, expected) == 0, "%s\nfound %s, expected %s", game, found, expected);
}

static void check_sealed_codes(const char *game, const char *expected) {
    char found[256] = "";
    size_t count, n = 0;
    walk_text(game);
    const xpgn_finding *list = xpgn_walk_findings(seen.walk, &count);
    for (size_t i = 0; i < count && n < sizeof found - 16; i++)
        if (strcmp(list[i].code, "T-23") != 0 && strcmp(list[i].code, "T-07") != 0)
            n += (size_t)snprintf(found + n, sizeof found - n, "%s%s", n > 0 ? " " : "",
                                  list[i].code);
    ck_assert_msg(strcmp(found, expected) == 0, "%s\nfound %s, expected %s", game, found, expected);
}

START_TEST(first_rolls_turn_rolls_and_combats_are_numbered_in_order) {
    check_rolls(FIRST "1... <5> Nb8-b3 2. <5> Nb1-b6 *", "first 3:5, 1... roll 5, 2. roll 5");
    check_rolls(PAWNS "1. axb5 <3:5> Kd8 2. dxe5 <5:3> *", "1. axb5 3:5, 2. dxe5 5:3");
    check_rolls(PAWNS "1. axb5 {[%roll 3:5]} Kd8 *", "1. axb5 3:5");
}
END_TEST

START_TEST(an_exchange_with_which_the_attacker_goes_on_is_a_roll_and_a_line) {
    check_rolls(ON "3. Qxe8 <14:12 4:10> {[%annulled 3. Qxe8 goes on 11:10]} Nc6 *",
                "3. Qxe8 14:12, 3. Qxe8 goes on 4:10, 3. Qxe8 goes on 11:10 annulled");
    check_lines(ON "3. Qxe8 <14:12 4:10> {[%annulled 3. Qxe8 goes on 11:10]} Nc6 *",
                "1. e4|1... f6|2. Qh5|2... a6|3. Qxe8 <14=14-0:12=12-2>|"
                "3. Qxe8 <14=14-0:12=12-2 4=4-6:10=10-0>|annulled 3. Qxe8 goes on 11:10|3... Nc6");
    check_lines(ON "3. Qxe8 <14:12 20:5> {[%announced 3. Qxe8 goes on]} 1-0",
                "1. e4|1... f6|2. Qh5|2... a6|3. Qxe8 <14=14-0:12=12-2>|"
                "3. Qxe8# <14=14-0:12=12-2 20=20-0:5=5-15x>|open 3. Qxe8 goes on");
    check_sealed_codes(ON "3. Qxe8 <14:12> {[%annulled 3. Qxe8 4:10 11:10]} *", "R-15");
    check_sealed_codes(ON "3. Qxe8 <14:12> {[%annulled 3. roll goes on 4]} *", "R-15");
    check_sealed_codes(PAWNS "1. axb5 <3:5> {[%annulled 1. axb5 goes on 5:1]} *", "R-15");
    check_sealed_codes(PAWNS "1. axb5 <3:5> {[%announced 1. axb5 goes on]} *", "R-15");
}
END_TEST

START_TEST(what_is_chosen_after_the_dice_is_not_announced) {
    check_rolls(FIRST "1... <5> Ng8-b3 2. K@a3 <5+4=9> *", "first 3:5, 1... roll 5, 2. K@ 5");
    static const char *const pairs[] = {"exd8=Q#", "exd8", "K@a3", "K@", "K@-", "K@",
                                        "O-O+",    "O-O",  "",     "",   "=",   ""};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i += 2) {
        xpgn_slice part = xpgn_announced(slice_of(pairs[i]));
        ck_assert(part.size == strlen(pairs[i + 1]) && part.data == pairs[i]);
    }
}
END_TEST

START_TEST(the_first_roll_counts_from_the_own_start_only) {
#define OWN "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b - - 0 1\"]\n"
    check_rolls(SEALED CC OWN "[FirstRoll \"3:5\"]\n\n1... <5> Nb8-b3 *", "first 3:5, 1... roll 5");
    check_rolls(SEALED CC "[FEN \"rnbqkbnr/1ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b - - 0 1\"]\n"
                          "[FirstRoll \"1:2\"]\n\n1... <3> b7-b4 *",
                "1... roll 3");
}
END_TEST

START_TEST(lines_say_what_was_played) {
    check_lines(PAWNS "1. axb5! <3:5> {a comment} Kd8 $2 (1... Kd7) 2. dxe5 <5:3> *",
                "1. axb5 <3+0=5x:5+0=6w>|1... Kd8|2. dxe5 <5+0=7:3+0=4x>");
    check_lines(FIRST "1... <5> Nb8-b3 *", "first 3:5|1... roll 5|1... Nb8-b3");
    check_lines(PAWNS "1. Kd2 Kd8 2. Kd2f3 {[%illegal stood]} *", "1. Kd2|1... Kd8|2. Kd2f3 stood");
}
END_TEST

START_TEST(annulled_rolls_keep_their_numbers) {
    const char *one = PAWNS "1. axb5 <3:5> Kd8 {[%annulled 2. dxe5 5:1]} 2. gxh5 <5:3> *";
    check_rolls(one, "1. axb5 3:5, 2. dxe5 5:1 annulled, 2. gxh5 5:3");
    check_lines(one,
                "1. axb5 <3+0=5x:5+0=6w>|1... Kd8|annulled 2. dxe5 5:1|2. gxh5 <5+0=7:3+0=4x>");
    check_lines(FIRST "{[%annulled 1... roll 4]} 1... <5> Nb8-b3 *",
                "first 3:5|annulled 1... roll 4|1... roll 5|1... Nb8-b3");
    check_sealed_codes(PAWNS "1. axb5 <3:5> Kd8 {[%annulled 5:1]} *", "R-15");
    check_sealed_codes(PAWNS "1. axb5 <3:5> Kd8 {[%annulled 2. dxe5]} *", "R-10 R-15");
}
END_TEST

START_TEST(a_tie_stands_if_another_roll_follows) {
    check_lines(SEALED CC "[FirstRoll \"3:3 3:5\"]\n\n1... <5> Nb8-b3 *",
                "first 3:3|first 3:5|1... roll 5|1... Nb8-b3");
    check_lines(SEALED CC "\n{[%annulled first 3:3] [%annulled first 3:5]} *",
                "first 3:3|annulled first 3:5");
    check_lines(SEALED CC "\n{[%annulled first 3:3] [%pending first 3:3]} *", "first 3:3");
}
END_TEST

/* A die of the turn that has fallen goes on to count where only what came after it was annulled. */
START_TEST(a_turn_roll_stands_if_its_action_is_annulled) {
    const char *stands = FIRST "1... <5> Nb8-b3 {[%annulled 2. roll 5 stands] [%annulled 2. Ng1xg7 "
                               "5:2]} 2. <5> Nb1-b6 *";
    check_rolls(stands, "first 3:5, 1... roll 5, 2. roll 5, 2. Ng1xg7 5:2 annulled");
    check_lines(stands, "first 3:5|1... roll 5|1... Nb8-b3|2. roll 5|annulled 2. Ng1xg7 5:2|"
                        "2. Nb1-b6");
    check_lines(FIRST "1... <5> Nb8-b3 {[%annulled 2. roll 5] [%pending 5]} *",
                "first 3:5|1... roll 5|1... Nb8-b3|2. roll 5");
    check_lines(FIRST "1... <5> Nb8-b3 {[%annulled 2. roll 5]} 2. <4> e2-e6 *",
                "first 3:5|1... roll 5|1... Nb8-b3|annulled 2. roll 5|2. roll 4|2. e2-e6");
    /* a teleport needs no turn roll: one that was annulled before it is annulled */
    check_lines(FIRST "1... <5> Nb8-b3 {[%annulled 2. roll 5] [%annulled 2. K@ 2]} *",
                "first 3:5|1... roll 5|1... Nb8-b3|annulled 2. roll 5|annulled 2. K@ 2");
    check_lines(FIRST "1... <5> Nb8-b3 {[%annulled 2. roll 5 stands] [%announced 2. Ng1xg7]} *",
                "first 3:5|1... roll 5|1... Nb8-b3|2. roll 5|open 2. Ng1xg7");
    /* the action must have the die that stands */
    check_lines(FIRST "1... <5> Nb8-b3 {[%annulled 2. roll 5 stands]} 2. <4> e2-e6 *",
                "first 3:5|1... roll 5|1... Nb8-b3|2. roll 5|2. roll 4|2. e2-e6");
    check_sealed_codes(FIRST "1... <5> Nb8-b3 {[%annulled 2. K@ 5 stands]} *", "R-15");
}
END_TEST

START_TEST(what_was_announced_last_is_told) {
    xpgn_sealed_game g;
    walk_text(PAWNS "1. axb5 <3:5> Kd8 {[%announced 2. dxe5]} *");
    ck_assert_int_eq(xpgn_walk_sealed(seen.walk, &g), XPGN_OK);
    ck_assert_uint_eq(g.rolls, 1);
    ck_assert(g.announced.size == 7 && memcmp(g.announced.data, "2. dxe5", 7) == 0);
    check_sealed_codes(PAWNS "1. axb5 <3:5> Kd8 {[%announced 2. dxe5]} 2. Kd2 *", "R-15");
}
END_TEST

START_TEST(what_has_no_transcript_says_so) {
    xpgn_sealed_game g;
    xpgn_sealed_entry e;
    walk_text(CA "\n1. e4 e5 *");
    ck_assert_int_eq(xpgn_walk_sealed(seen.walk, &g), XPGN_NOT_FOUND);
    ck_assert(!xpgn_walk_sealed_roll(seen.walk, 1, &e));
    walk_text(PAWNS "1. axb5 <3:5> {[%missing]} 2. Kd2 *");
    ck_assert_int_eq(xpgn_walk_sealed(seen.walk, &g), XPGN_NOT_FOUND);
    walk_text(PAWNS "1. axb5 <3:5> *");
    ck_assert(!xpgn_walk_sealed_roll(seen.walk, 0, &e));
    ck_assert(!xpgn_walk_sealed_roll(seen.walk, 2, &e));
}
END_TEST

START_TEST(tags_that_lack_others_are_told_once) {
    check_sealed_codes("[DiceCommit \"white:" LINK("a") " black:" LINK("b") "\"]\n" CA "\n1. e4 *",
                       "T-26");
    check_sealed_codes("[DiceOpen \"1 white:" LINK("a") " black:" LINK("b") "\"]\n" CA "\n1. e4 *",
                       "T-26");
    check_sealed_codes("[DiceCommit \"white:" LINK("a") " black:" LINK(
                           "b") "\"]\n"
                                "[DiceKey \"white:" LINK("c") " black:" LINK("d") "\"]\n" CA
                                                                                  "\n1. e4 *",
                       "T-27");
    check_sealed_codes("[DiceCommit \"white:" LINK("a") " black:" LINK(
                           "b") "\"]\n"
                                "[DiceKey \"white:" LINK("c") " black:" LINK("c") "\"]\n" CA
                                                                                  "\n1. e4 *",
                       "T-21");
}
END_TEST

static unsigned asked;

static uint64_t used(void *data, const xpgn_link *commitment) {
    asked++;
    return commitment->byte[0] == 0xaa ? *(const uint64_t *)data : 0;
}

START_TEST(a_commitment_of_an_earlier_game_is_a_warning) {
    uint64_t game = 7;
    size_t count;
    seen.options.committed = used;
    seen.options.committed_data = &game;
    walk_text(PAWNS "1. axb5 <3:5> *");
    ck_assert_uint_eq(asked, 2);
    const xpgn_finding *list = xpgn_walk_findings(seen.walk, &count);
    bool told = false;
    for (size_t i = 0; i < count; i++)
        told |= strcmp(list[i].text, "white's commitment occurs in game 7 already") == 0;
    ck_assert(told);
}
END_TEST

int main(void) {
    TCase *tcase = tcase_create("sealed_game");
    tcase_add_checked_fixture(tcase, walk_set_up, walk_tear_down);
    tcase_add_test(tcase, first_rolls_turn_rolls_and_combats_are_numbered_in_order);
    tcase_add_test(tcase, an_exchange_with_which_the_attacker_goes_on_is_a_roll_and_a_line);
    tcase_add_test(tcase, what_is_chosen_after_the_dice_is_not_announced);
    tcase_add_test(tcase, the_first_roll_counts_from_the_own_start_only);
    tcase_add_test(tcase, lines_say_what_was_played);
    tcase_add_test(tcase, annulled_rolls_keep_their_numbers);
    tcase_add_test(tcase, a_tie_stands_if_another_roll_follows);
    tcase_add_test(tcase, a_turn_roll_stands_if_its_action_is_annulled);
    tcase_add_test(tcase, what_was_announced_last_is_told);
    tcase_add_test(tcase, what_has_no_transcript_says_so);
    tcase_add_test(tcase, tags_that_lack_others_are_told_once);
    tcase_add_test(tcase, a_commitment_of_an_earlier_game_is_a_warning);
    Suite *suite = suite_create("sealed_game");
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
