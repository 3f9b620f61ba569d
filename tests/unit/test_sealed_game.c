/* SPDX-License-Identifier: MIT */
/* Games with sealed dice: which rolls have numbers, in which order, and what is wrong with them. */
#include "walk_fixture.h"

/* Two chains of links, which end in the bytes 00 to 1f and 20 to 3f. With six faces the rolls of 8
   links begin 35, 53, 51, 54, 43, 56, 46, 32. */
static char tags[1024];

static xpgn_links end_of_chains(void) {
    xpgn_links links = {.parties = 1 << XPGN_PARTY_WHITE | 1 << XPGN_PARTY_BLACK};
    for (unsigned i = 0; i < 32; i++) {
        links.link[XPGN_PARTY_WHITE].byte[i] = (uint8_t)i;
        links.link[XPGN_PARTY_BLACK].byte[i] = (uint8_t)(32 + i);
    }
    return links;
}

/* Of chains of `chain` links. */
static void put_tags_of(uint32_t chain, uint32_t number, uint32_t white, uint32_t black) {
    xpgn_sealer *sealer;
    xpgn_buffer b = {0};
    ck_assert_int_eq(xpgn_sealer_new(&sealer), XPGN_OK);
    for (int open = 0; open < 2; open++) {
        xpgn_links links = end_of_chains();
        xpgn_link_back(sealer, &links.link[XPGN_PARTY_WHITE], open ? chain - white : chain);
        xpgn_link_back(sealer, &links.link[XPGN_PARTY_BLACK], open ? chain - black : chain);
        xpgn_buffer_text(&b, open ? "[DiceOpen \"" : "[DiceCommit \"");
        if (open)
            xpgn_buffer_printf(&b, "%u ", (unsigned)number);
        xpgn_links_write(&b, &links);
        xpgn_buffer_text(&b, "\"]\n");
    }
    ck_assert(!b.failed && b.size < sizeof tags);
    memcpy(tags, b.data, b.size);
    tags[b.size] = '\0';
    xpgn_buffer_free(&b);
    xpgn_sealer_free(sealer);
}

static void put_tags(uint32_t number, uint32_t white, uint32_t black) {
    put_tags_of(8, number, white, black);
}

/* The codes of the findings, and the turns they are in: "R-11:3". */
static void check_sealed(uint32_t number, const char *game, const char *codes) {
    char text[4096], found[256] = "";
    put_tags(number, number < 8 ? number : 8, number < 8 ? number : 8);
    snprintf(text, sizeof text, "%s%s", tags, game);
    walk_text(text);
    size_t count, n = 0;
    const xpgn_finding *list = xpgn_walk_findings(seen.walk, &count);
    for (size_t i = 0; i < count && n < sizeof found - 16; i++)
        n += (size_t)snprintf(found + n, sizeof found - n, "%s%s:%u", n > 0 ? " " : "",
                              list[i].code, (unsigned)list[i].ply);
    ck_assert_msg(strcmp(found, codes) == 0, "%s\nfound %s, expected %s", game, found, codes);
}

#define FIRST CC "[FirstRoll \"3:5\"]\n\n"
#define PAWNS CA "[FEN \"4k3/8/8/1p2p2p/P2P2P1/8/8/4K3 w - - 0 1\"]\n\n"

START_TEST(first_rolls_turn_rolls_and_combats_are_numbered_in_order) {
    check_sealed(5, FIRST "1... <5> Nb8-b3 2. <5> Nb1-b6 2... <5> Ng8-g3 3. <4> e2-e6 *", "");
    check_sealed(5, FIRST "1... <5> Nb8-b3 2. <5> Nb1-b6 2... <5> Ng8-g3 3. <5> Ng1-g6 *",
                 "R-11:4");
    check_sealed(5,
                 CC "[FirstRoll \"4:5\"]\n\n1... <5> Nb8-b3 2. <5> Nb1-b6 2... <5> Ng8-g3 "
                    "3. <4> e2-e6 *",
                 "R-11:4");
    check_sealed(3, PAWNS "1. axb5 <3:5> Kd8 2. dxe5 <5:3> Kd7 3. gxh5 <5:1> *", "");
    check_sealed(3, PAWNS "1. axb5 <3:5> Kd8 2. dxe5 <5:3> Kd7 3. gxh5 <1:5> *", "R-11:5");
}
END_TEST

#define DUEL CC "[XFEN \"r2k3r/8/8/8/3p4/2N1P3/8/R3K2R w - - 0 9\"]\n\n"

START_TEST(all_exchanges_of_a_combat_are_one_roll) {
    check_sealed(1, DUEL "9. Nc3xd4 <6:1x@a1> *", "R-11:1");
    check_sealed(
        1, DUEL "9. Nc3xd4 <1:2 1:2 1:2 1:2 1:2 1:2 1:2 1:2 1:2 1:2 1:2 1:2 1:2 1:2 1:2 6:1x@a1> *",
        "R-11:1");
    check_sealed(2, PAWNS "1. axb5 <3:5> Kd8 2. dxe5 <:5> *", "CA-3:3");
    check_sealed(2, PAWNS "1. axb5 <3:5> Kd8 2. dxe5 <:4> *", "CA-3:3 R-11:3");
}
END_TEST

START_TEST(a_roll_that_cannot_be_read_keeps_its_number) {
    check_sealed(3, PAWNS "1. axb5 <3:5> Kd8 <5:3y> 2. dxe5 <5:1> *", "R-04:2");
    check_sealed(2, PAWNS "1. axb5 <3:5> <3:5y> Kd8 2. dxe5 <5:3> *", "R-04:1");
}
END_TEST

START_TEST(rolls_of_black_are_told_with_its_turn) {
    size_t count;
    check_sealed(3, FIRST "1... <4> Nb8-b4 2. <5> Nb1-b6 *", "R-11:1");
    ck_assert_str_eq(xpgn_walk_findings(seen.walk, &count)[0].turn, "1... Nb8-b4");
}
END_TEST

/* What follows the end is in the turn that ended the game. */
START_TEST(rolls_after_the_end_belong_to_the_turn_that_ended_it) {
    size_t count;
    check_sealed(2,
                 CC "[XFEN \"r6r/8/8/8/3b4/2N5/8/R3K2R w - - 0 9\"]\n\n"
                    "9. Nc3xd4# <6:1x@a1> Ke1xe2 <6:6> *",
                 "CC-12:1 R-11:1 R-11:1");
    const xpgn_finding *list = xpgn_walk_findings(seen.walk, &count);
    ck_assert_str_eq(list[1].turn, "9. Nc3xd4#");
    ck_assert_str_eq(list[2].turn, "9. Ke1xe2");
}
END_TEST

START_TEST(the_one_die_of_an_attempt_is_numbered_too) {
    check_sealed(3, FIRST "1... K@- <5> 2. <5> Nb1-b6 *", "");
    check_sealed(3, FIRST "1... K@- <4> 2. <5> Nb1-b6 *", "R-11:1");
}
END_TEST

#define OWN_START "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR "

START_TEST(the_first_roll_does_not_count_where_another_position_is_given) {
    check_sealed(1,
                 CC "[FEN \"rnbqkbnr/1ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b - - 0 1\"]\n"
                    "[FirstRoll \"1:2\"]\n\n1... <3> b7-b4 *",
                 "");
    check_sealed(1, CC OWN_START "b - - 0 2\"]\n[FirstRoll \"1:2\"]\n\n2... <3> a7-a4 *", "");
}
END_TEST

START_TEST(the_first_roll_counts_where_the_start_position_is_given) {
    check_sealed(2, CC OWN_START "b - - 0 1\"]\n[FirstRoll \"3:5\"]\n\n1... <5> Nb8-b3 *", "");
    check_sealed(2, CC OWN_START "b - - 0 1\"]\n[FirstRoll \"1:2\"]\n\n1... <5> Nb8-b3 *",
                 "R-11:1");
    check_sealed(1, CC OWN_START "b - - 0 1\"]\n[FirstRoll \"1:2\"]\n\n1... <3> a7-a4 *", "R-13:1");
}
END_TEST

START_TEST(both_forms_have_one_number) {
    check_sealed(5,
                 FIRST "1... <5> Nb8-b3 {[%turn 5]} 2. Nb1-b6 {[%turn 5]} 2... <5> Ng8-g3 3. "
                       "e2-e6 {[%turn 4]} *",
                 "");
    check_sealed(2, PAWNS "1. axb5 {[%roll 3:5]} Kd8 2. dxe5 <5:3> {[%roll 5:3]} *", "");
}
END_TEST

START_TEST(annulled_rolls_keep_their_numbers) {
    check_sealed(3, PAWNS "1. axb5 <3:5> Kd8 2. dxe5 {[%annulled 5:1]} {[%roll 5:3]} Kd7 *", "");
    check_sealed(3, PAWNS "{[%annulled 3:5] [%annulled 5:3]} 1. axb5 <5:1> *", "");
    check_sealed(2, PAWNS "1. axb5 <3:5> {[%annulled 5:3]} *", "");
    check_sealed(2, PAWNS "1. axb5 <3:5> {[%annulled 5]} *", ""); /* the other did not matter */
    check_sealed(2, PAWNS "1. axb5 <3:5> {[%annulled 3:5]} *", "R-14:1");
    check_sealed(2, PAWNS "1. axb5 <3:5> {[%annulled 7:5]} *", "R-03:1");
    check_sealed(2, PAWNS "1. axb5 <3:5> {[%annulled 1:1 7:1]} *", "R-03:1");
    check_sealed(2, PAWNS "1. axb5 <3:5> {[%annulled 1:1 1:7]} *", "R-03:1");
    check_sealed(2,
                 PAWNS "1. axb5 <3:5> {[%annulled 1:1 1:7 1:1 1:1 1:1 1:1 1:1 1:1 1:1 1:1 1:1 1:1 "
                       "1:1 1:1 1:1 1:1]} *",
                 "R-03:1");
    check_sealed(2, PAWNS "1. axb5 <3:5> {[%annulled nothing]} *", "R-10:1");
    /* it stands before the turn roll of the next action */
    check_sealed(6,
                 FIRST "1... <5> Nb8-b3 2. <5> Nb1-b6 2... <4> {[%annulled 5]} e7-e3 3. <5> "
                       "Ng1-g6 *",
                 "");
}
END_TEST

START_TEST(an_annulled_roll_without_sealed_dice_has_a_form_too) {
    walk_text(PAWNS "1. axb5 <3:5> {[%annulled 3:5]} Kd8 2. dxe5 <1:1> {[%annulled x]} *");
    size_t count;
    const xpgn_finding *list = xpgn_walk_findings(seen.walk, &count);
    ck_assert_uint_eq(count, 1);
    ck_assert_str_eq(list[0].code, "R-10");
}
END_TEST

START_TEST(variations_are_not_checked) {
    check_sealed(
        2, PAWNS "1. axb5 <3:5> (1. dxe5 <1:1> {[%annulled 6:6]}) 1... Kd8 2. dxe5 <5:3> *", "");
}
END_TEST

START_TEST(what_is_left_out_or_too_much_is_told_once) {
    check_sealed(4, PAWNS "1. axb5 <3:5> Kd8 2. dxe5 <5:1> Kd7 3. gxh5 <5:4> *", "R-12:3");
    check_sealed(4, PAWNS "1. axb5 <3:5> Kd8 2. dxe5 <5:3> Kd7 3. gxh5 <5:4> *", "R-12:5");
    check_sealed(5, PAWNS "1. axb5 <5:1> Kd8 2. dxe5 <5:4> Kd7 3. gxh5 <4:3> *", "R-12:1");
    check_sealed(5, PAWNS "1. axb5 <3:5> Kd8 2. dxe5 <5:3> Kd7 3. gxh5 <5:1> *", "T-25:5");
    check_sealed(2, PAWNS "1. axb5 <3:5> Kd8 2. dxe5 <5:3> Kd7 3. gxh5 <5:1> *", "R-13:5");
    check_sealed(2, PAWNS "1. axb5 <3:5> {[%annulled 1:1]} Kd8 2. dxe5 <5:3> *", "R-13:1");
    check_sealed(2, PAWNS "1. axb5 <2:5> Kd8 2. dxe5 <5:1> *", "R-11:1 R-11:3");
}
END_TEST

START_TEST(what_cannot_be_played_hides_the_rest) {
    check_sealed(4, PAWNS "1. axb5 <3:5> Kd8 2. Kd7 Kd7 3. gxh5 <5:1> *", "CA-1:3");
    check_sealed(4, PAWNS "1. axb5 <3:5> Kd8 {[%missing]} 2. Kd2 *", "M-17:2");
    check_sealed(2, PAWNS "1. axb5 <3:5> Kd8 ({[%missing]} 2. Kd2) 2. dxe5 <5:3> *", "M-16:1");
    check_sealed(4, PAWNS "1. axb5 <3:6> Kd8 2. Kd7 *", "CA-1:3 R-11:1");
}
END_TEST

START_TEST(links_of_other_rolls_are_told_apart) {
    char text[4096];
    static const struct {
        uint32_t number, white, black;
        const char *code;
    } row[] = {{2, 2, 2, ""},
               {3, 2, 2, "T-25"},
               {2, 2, 3, "T-24"},
               {2, 1, 2, "T-24"},
               {9000, 2, 2, "T-25"}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        put_tags(row[i].number, row[i].white, row[i].black);
        snprintf(text, sizeof text, "%s" PAWNS "1. axb5 <3:5> Kd8 2. dxe5 <5:3> *", tags);
        walk_text(text);
        size_t count;
        const xpgn_finding *list = xpgn_walk_findings(seen.walk, &count);
        ck_assert_uint_eq(count, *row[i].code != '\0');
        ck_assert(count == 0 || strcmp(list[0].code, row[i].code) == 0);
    }
}
END_TEST

/* The game has this finding first; "": none. */
static void first_finding(const char *game, const char *expected) {
    char text[4096];
    size_t count;
    snprintf(text, sizeof text, "%s%s", tags, game);
    walk_text(text);
    const xpgn_finding *list = xpgn_walk_findings(seen.walk, &count);
    ck_assert_str_eq(count > 0 ? list[0].text : "", expected);
}

START_TEST(a_number_of_rolls_is_believed_within_limits) {
    const char *game = PAWNS "1. axb5 <3:5> Kd8 2. dxe5 <5:3> *";
    put_tags(2 + 4096, 2, 2);
    first_finding(game, "number of rolls 4098, expected 2: so many steps lead to the commitments");
    put_tags(2 + 4097, 2, 2);
    first_finding(game, "number of rolls 4099, expected 2: so many are recorded");
    put_tags_of(80, 2, 2 + 64, 2 + 64);
    first_finding(game, "number of rolls 2, expected 66: so many steps lead to the commitments");
    put_tags_of(80, 2, 2 + 65, 2 + 65);
    first_finding(game, "white's link does not lead to white's commitment");
}
END_TEST

/* "3:5": the dice of sealed roll k in chains of this length. */
static const char *dice_of(uint32_t chain, uint32_t k) {
    static char text[16][8];
    xpgn_sealed_roll roll;
    xpgn_sealer *sealer;
    xpgn_links links = end_of_chains();
    ck_assert_int_eq(xpgn_sealer_new(&sealer), XPGN_OK);
    xpgn_link_back(sealer, &links.link[XPGN_PARTY_WHITE], chain - k);
    xpgn_link_back(sealer, &links.link[XPGN_PARTY_BLACK], chain - k);
    xpgn_sealed_begin(&roll, &links, k);
    unsigned one = xpgn_sealed_die(sealer, &roll, 6), other = xpgn_sealed_die(sealer, &roll, 6);
    snprintf(text[k % 16], sizeof *text, "%u:%u", one, other);
    xpgn_sealer_free(sealer);
    return text[k % 16];
}

START_TEST(up_to_eight_rolls_may_be_left_out_in_one_place) {
    char game[400];
    ck_assert_str_eq(dice_of(8, 2), "5:3");
    for (uint32_t left_out = 1; left_out <= 9; left_out++) {
        uint32_t chain = left_out + 3;
        snprintf(game, sizeof game, PAWNS "1. axb5 <%s> Kd8 2. dxe5 <%s> Kd7 3. gxh5 <%s> *",
                 dice_of(chain, 1), dice_of(chain, chain - 1), dice_of(chain, chain));
        put_tags_of(chain, chain, chain, chain);
        char expected[200];
        if (left_out == 1)
            snprintf(expected, sizeof expected,
                     "sealed roll 2 is not recorded: these dice are of roll 3");
        else
            snprintf(expected, sizeof expected,
                     "sealed rolls 2 to %u are not recorded: these dice are of roll %u", chain - 2,
                     chain - 1);
        if (left_out == 9)
            snprintf(expected, sizeof expected, "dice %s were not sealed",
                     dice_of(chain, chain - 1));
        first_finding(game, expected);
    }
}
END_TEST

/* ---- the rolls ---- */

START_TEST(rolls_are_listed_with_the_turns_that_they_fell_in) {
    static const struct {
        const char *dice;
        uint32_t number;
        unsigned seat;
        bool annulled;
    } row[] = {{"3:5", 0, 0, false}, {"5", 1, 1, false}, {"5", 2, 0, true},
               {"5", 2, 0, false},   {"4", 2, 1, true},  {"5", 2, 1, true}};
    xpgn_rolled r;
    size_t n = 0;
    check_sealed(6,
                 FIRST "1... <5> Nb8-b3 {[%annulled 5]} 2. <5> Nb1-b6 {[%annulled 4] "
                       "[%annulled 5]} *",
                 "");
    for (; xpgn_walk_rolled(seen.walk, n, &r); n++) {
        ck_assert_uint_lt(n, sizeof row / sizeof *row);
        ck_assert(r.dice.size == strlen(row[n].dice));
        ck_assert(memcmp(r.dice.data, row[n].dice, r.dice.size) == 0);
        ck_assert_uint_eq(r.number, row[n].number);
        ck_assert_uint_eq(r.seat, row[n].seat);
        ck_assert_uint_eq(r.seats, 2);
        ck_assert(r.annulled == row[n].annulled);
    }
    ck_assert_uint_eq(n, sizeof row / sizeof *row);
    walk_text(PAWNS "1. axb5 <3:5> *");
    ck_assert(!xpgn_walk_rolled(seen.walk, 0, &r));
}
END_TEST

/* ---- chains used before ---- */

static unsigned asked;

static uint64_t used(void *data, const xpgn_link *commitment) {
    asked++;
    return commitment->byte[0] == 0x96 ? *(const uint64_t *)data : 0;
}

START_TEST(a_commitment_of_an_earlier_game_is_a_warning) {
    uint64_t game = 7;
    seen.options.committed = used;
    seen.options.committed_data = &game;
    check_sealed(1, PAWNS "1. axb5 <3:5> *", "T-22:0");
    ck_assert_uint_eq(asked, 2);
    size_t count;
    ck_assert_str_eq(xpgn_walk_findings(seen.walk, &count)->text,
                     "white's commitment occurs in game 7 already");
    walk_text(PAWNS "1. axb5 <3:5> *");
    ck_assert_uint_eq(asked, 2);
}
END_TEST

int main(void) {
    TCase *tcase = tcase_create("sealed_game");
    tcase_add_checked_fixture(tcase, walk_set_up, walk_tear_down);
    tcase_add_test(tcase, first_rolls_turn_rolls_and_combats_are_numbered_in_order);
    tcase_add_test(tcase, the_first_roll_does_not_count_where_another_position_is_given);
    tcase_add_test(tcase, the_first_roll_counts_where_the_start_position_is_given);
    tcase_add_test(tcase, all_exchanges_of_a_combat_are_one_roll);
    tcase_add_test(tcase, a_roll_that_cannot_be_read_keeps_its_number);
    tcase_add_test(tcase, rolls_of_black_are_told_with_its_turn);
    tcase_add_test(tcase, rolls_after_the_end_belong_to_the_turn_that_ended_it);
    tcase_add_test(tcase, the_one_die_of_an_attempt_is_numbered_too);
    tcase_add_test(tcase, both_forms_have_one_number);
    tcase_add_test(tcase, annulled_rolls_keep_their_numbers);
    tcase_add_test(tcase, an_annulled_roll_without_sealed_dice_has_a_form_too);
    tcase_add_test(tcase, variations_are_not_checked);
    tcase_add_test(tcase, what_is_left_out_or_too_much_is_told_once);
    tcase_add_test(tcase, what_cannot_be_played_hides_the_rest);
    tcase_add_test(tcase, links_of_other_rolls_are_told_apart);
    tcase_add_test(tcase, a_number_of_rolls_is_believed_within_limits);
    tcase_add_test(tcase, up_to_eight_rolls_may_be_left_out_in_one_place);
    tcase_add_test(tcase, rolls_are_listed_with_the_turns_that_they_fell_in);
    tcase_add_test(tcase, a_commitment_of_an_earlier_game_is_a_warning);
    Suite *suite = suite_create("sealed_game");
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
