/* SPDX-License-Identifier: MIT */
/* Sealed dice: chains, rolls, and how links are written. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suite.h"
#include "xpgn.h"

/* The chains of the example in the format: 8 links that end in the bytes 00 to 1f and 20 to 3f. */
#define WHITE_0 "96948fa79009fcdb79b26b79b693d94f06b3b1e326b62b437f4885952af8cb18"
#define BLACK_0 "1856cfa9228b8b55ece22410bdbff5afce1a2a2381b81f221c57fa732e2a43f4"
#define WHITE_3 "95e67e73e4e4a19eb565a84a5e53970bb67c8f1e63a1d257028dd80bcd44b4f1"
#define BLACK_3 "afafadb10ff476eda51c236a2e8bf278c586a6d3e605d435d58575a7b409eb4e"

static xpgn_sealer *sealer;

static void setup(void) {
    ck_assert_int_eq(xpgn_sealer_new(&sealer), XPGN_OK);
}
static void teardown(void) {
    xpgn_sealer_free(sealer);
}

/* Link k of both chains. */
static xpgn_links links_at(uint32_t k) {
    xpgn_links links = {.parties = 1 << XPGN_PARTY_WHITE | 1 << XPGN_PARTY_BLACK};
    for (unsigned i = 0; i < 32; i++) {
        links.link[XPGN_PARTY_WHITE].byte[i] = (uint8_t)i;
        links.link[XPGN_PARTY_BLACK].byte[i] = (uint8_t)(32 + i);
    }
    xpgn_link_back(sealer, &links.link[XPGN_PARTY_WHITE], 8 - k);
    xpgn_link_back(sealer, &links.link[XPGN_PARTY_BLACK], 8 - k);
    return links;
}

static void check_written(const xpgn_links *links, const char *expected) {
    xpgn_buffer b = {0};
    xpgn_links_write(&b, links);
    xpgn_buffer_char(&b, '\0');
    ck_assert(!b.failed);
    ck_assert_str_eq(b.data, expected);
    xpgn_buffer_free(&b);
}

static void check_dice(uint32_t k, unsigned faces, const char *expected) {
    xpgn_links links = links_at(k);
    xpgn_sealed_roll roll;
    char text[64] = "";
    xpgn_sealed_begin(&roll, &links, k);
    for (int i = 0, n = 0; i < 10; i++)
        n += snprintf(text + n, sizeof text - (size_t)n, "%s%u", i > 0 ? " " : "",
                      xpgn_sealed_die(sealer, &roll, faces));
    ck_assert_str_eq(text, expected);
}

START_TEST(chains_and_dice_are_those_of_the_test_vector) {
    xpgn_links commitments = links_at(0), third = links_at(3);
    check_written(&commitments, "white:" WHITE_0 " black:" BLACK_0);
    check_written(&third, "white:" WHITE_3 " black:" BLACK_3);
    check_dice(1, 6, "3 5 5 3 4 3 1 4 1 2");
    check_dice(2, 6, "5 3 5 6 2 4 1 4 4 3");
    check_dice(3, 6, "5 1 1 3 5 5 2 5 5 1");
    check_dice(2, 10, "9 5 1 6 4 10 5 2 10 3");
}
END_TEST

/* 200 dice need several blocks of 32 bytes, and with 100 faces a byte in five is skipped. */
START_TEST(dice_go_on_after_the_first_block) {
    xpgn_links links = links_at(1);
    xpgn_sealed_roll roll;
    unsigned seen[101] = {0}, different = 0;
    xpgn_sealed_begin(&roll, &links, 1);
    for (int i = 0; i < 200; i++) {
        unsigned die = xpgn_sealed_die(sealer, &roll, 100);
        ck_assert(die >= 1 && die <= 100);
        different += seen[die]++ == 0;
    }
    ck_assert_uint_gt(roll.block, 6);
    ck_assert_uint_gt(different, 70);
}
END_TEST

START_TEST(a_die_has_1_to_256_faces) {
    xpgn_links links = links_at(1);
    xpgn_sealed_roll roll;
    xpgn_sealed_begin(&roll, &links, 1);
    ck_assert_uint_eq(xpgn_sealed_die(sealer, &roll, 0), 0);
    ck_assert_uint_eq(xpgn_sealed_die(sealer, &roll, 257), 0);
    ck_assert_uint_eq(roll.block, 0);
    ck_assert_uint_eq(xpgn_sealed_die(sealer, &roll, 1), 1);
    ck_assert_uint_gt(xpgn_sealed_die(sealer, &roll, 256), 0);
}
END_TEST

START_TEST(no_two_random_links_are_equal) {
    xpgn_link a, b;
    ck_assert_int_eq(xpgn_link_random(sealer, &a), XPGN_OK);
    ck_assert_int_eq(xpgn_link_random(sealer, &b), XPGN_OK);
    ck_assert(!xpgn_link_equal(&a, &b));
}
END_TEST

START_TEST(seats_are_parties) {
    ck_assert_str_eq(xpgn_party_name(xpgn_party_of(2, 1)), "black");
    ck_assert_str_eq(xpgn_party_name(xpgn_party_of(4, 1)), "red");
    ck_assert_str_eq(xpgn_party_name(xpgn_party_of(4, 3)), "green");
    ck_assert_str_eq(xpgn_party_name(XPGN_PARTY_ARBITER), "arbiter");
    ck_assert_ptr_null(xpgn_party_name(XPGN_PARTIES));
}
END_TEST

/* ---- reading ---- */

static void check_refused(const char *text, unsigned seats, const char *expected) {
    xpgn_links links;
    xpgn_fault fault = {.text = ""};
    ck_assert_msg(xpgn_links_read(slice_of(text), seats, &links, &fault) == XPGN_INVALID, "%s",
                  text);
    ck_assert_str_eq(fault.text, expected);
    ck_assert_uint_le(fault.place.offset + fault.place.length, strlen(text));
}

START_TEST(links_are_read_as_they_are_written) {
    static const char *const text[] = {"white:" WHITE_0 " black:" BLACK_0,
                                       "white:" WHITE_0 " black:" BLACK_0 " arbiter:" WHITE_3};
    xpgn_links links;
    xpgn_fault fault;
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(xpgn_links_read(slice_of(text[i]), 2, &links, &fault), XPGN_OK);
        check_written(&links, text[i]);
    }
    const char *four = "white:" WHITE_0 " red:" WHITE_3 " black:" BLACK_0 " green:" BLACK_3;
    ck_assert_int_eq(xpgn_links_read(slice_of(four), 4, &links, &fault), XPGN_OK);
    check_written(&links, four);
}
END_TEST

START_TEST(malformed_links_are_refused) {
    check_refused("", 2, "'', expected a party, a colon and its link");
    check_refused("white:" WHITE_0, 2, "no link of black: every seat has one");
    check_refused("white:" WHITE_0 " red:" WHITE_3 " black:" BLACK_0, 4,
                  "no link of green: every seat has one");
    check_refused("blue:" WHITE_0, 2,
                  "'blue:96948fa79009fcdb79b\xe2\x80\xa6', expected a party, a "
                  "colon and its link");
    check_refused("white:1234 black:" BLACK_0, 2,
                  "'white:1234', expected 64 lower-case hexadecimal digits");
    check_refused("white:" WHITE_0 "  black:" BLACK_0, 2,
                  "'', expected a party, a colon and its link");
    check_refused("white:" WHITE_0 " black:" BLACK_0 " ", 2,
                  "'', expected a party, a colon and its link");
    check_refused("black:" BLACK_0 " white:" WHITE_0, 2,
                  "'white:96948fa79009fcdb79\xe2\x80\xa6', expected each party once, in the order "
                  "white, red, black, green, arbiter");
    check_refused("white:" WHITE_0 " red:" WHITE_3 " black:" BLACK_0, 2,
                  "'red:95e67e73e4e4a19eb565\xe2\x80\xa6', expected the seats of the game or the "
                  "arbiter");
    check_refused("white:" WHITE_0 " black:" WHITE_0, 2, "white and black have the same link");
}
END_TEST

START_TEST(an_opening_has_the_number_of_rolls) {
    xpgn_links links;
    xpgn_fault fault;
    uint32_t number = 0;
    xpgn_slice good = slice_of("3 white:" WHITE_3 " black:" BLACK_3);
    ck_assert_int_eq(xpgn_opening_read(good, 2, &number, &links, &fault), XPGN_OK);
    ck_assert_uint_eq(number, 3);
    static const char *const wrong[] = {"",
                                        "3",
                                        "white:" WHITE_3 " black:" BLACK_3,
                                        "03 white:" WHITE_3 " black:" BLACK_3,
                                        "65537 white:" WHITE_3 " black:" BLACK_3,
                                        "-1 white:" WHITE_3 " black:" BLACK_3};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        ck_assert_int_eq(xpgn_opening_read(slice_of(wrong[i]), 2, &number, &links, &fault),
                         XPGN_INVALID);
    ck_assert_uint_eq(number, 3);
    ck_assert_int_eq(
        xpgn_opening_read(slice_of("3 white:" WHITE_3 " black:x"), 2, &number, &links, &fault),
        XPGN_INVALID);
    ck_assert_uint_eq(fault.place.offset, 2 + 6 + 64 + 1);
}
END_TEST

int main(void) {
    TCase *tcase = tcase_create("sealed");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, chains_and_dice_are_those_of_the_test_vector);
    tcase_add_test(tcase, dice_go_on_after_the_first_block);
    tcase_add_test(tcase, a_die_has_1_to_256_faces);
    tcase_add_test(tcase, no_two_random_links_are_equal);
    tcase_add_test(tcase, seats_are_parties);
    tcase_add_test(tcase, links_are_read_as_they_are_written);
    tcase_add_test(tcase, malformed_links_are_refused);
    tcase_add_test(tcase, an_opening_has_the_number_of_rolls);
    Suite *suite = suite_create("sealed");
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
