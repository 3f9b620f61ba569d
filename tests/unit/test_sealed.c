/* SPDX-License-Identifier: MIT */
/* Sealed dice: chains, rolls, and how links are written. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xpgn/base.h>

#include "internal/sealed.h"
#include "internal/text_out.h"
#include "record/sealed/link_tags.h"
#include "suite.h"

/* The chains of xpgn-sealed(7): 8 links, of the secrets 00 to 1f and 20 to 3f. */
#define WHITE_0 "a696e78d3b2fc778a9501d7b1f734c18c75531fa1804ec72043597e06c99e225"
#define BLACK_0 "a1a45fd1b79f2c340565145cf0534be947a621c0d9f170af8cfc636a4694ff5b"
#define WHITE_3 "6b635752d1eb7cb62c9a8f6dc8afb0f9c29123a21bb7f002c30dc9c9c34e33f2"
#define BLACK_3 "60003407b2e2fc444f3d79d7e23edefc0b1e30661e656c9365e39c590643f038"
#define WHITE_KEY "dbe97064405cffcc92bee47ce13200900cd888bcc053b673dca4ded0233cc5b2"
#define BLACK_KEY "ee181dd50db9b036e60a66b3089b58ee48c0b4263e57c4710026de57d0263805"

static struct dice_chain *sealer;

static void setup(void) {
    ck_assert_int_eq(dice_chain_new(&sealer), XPGN_OK);
}
static void teardown(void) {
    dice_chain_free(sealer);
}

static xpgn_link secret_from(unsigned first) {
    xpgn_link secret;
    for (unsigned i = 0; i < sizeof secret.byte; i++)
        secret.byte[i] = (uint8_t)(first + i);
    return secret;
}

/* Link k of both chains. */
static xpgn_links links_at(uint32_t k) {
    xpgn_links links = {.parties = 1 << XPGN_PARTY_WHITE | 1 << XPGN_PARTY_BLACK};
    xpgn_link white = secret_from(0), black = secret_from(32);
    xpgn_chain_last(sealer, &white, &links.link[XPGN_PARTY_WHITE]);
    xpgn_chain_last(sealer, &black, &links.link[XPGN_PARTY_BLACK]);
    chain_link_back(sealer, &links.link[XPGN_PARTY_WHITE], 8 - k);
    chain_link_back(sealer, &links.link[XPGN_PARTY_BLACK], 8 - k);
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

START_TEST(chains_and_keys_are_those_of_the_manual) {
    xpgn_links commitments = links_at(0), third = links_at(3), keys = links_at(0);
    xpgn_link white = secret_from(0), black = secret_from(32);
    xpgn_chain_key(sealer, &white, &keys.link[XPGN_PARTY_WHITE]);
    xpgn_chain_key(sealer, &black, &keys.link[XPGN_PARTY_BLACK]);
    check_written(&commitments, "white:" WHITE_0 " black:" BLACK_0);
    check_written(&third, "white:" WHITE_3 " black:" BLACK_3);
    check_written(&keys, "white:" WHITE_KEY " black:" BLACK_KEY);
}
END_TEST

/* The first die of as many rolls as the environment says: each face as often as others, by
   chi-squared at 1 in 10^5 for each of the 19 kinds of dice. */
START_TEST(each_face_falls_as_often_as_another) {
    const char *many = getenv("XPGN_SEALED_DICE");
    const unsigned long rolls = many != NULL ? strtoul(many, NULL, 10) : 20000;
    xpgn_links links = links_at(1);
    for (unsigned faces = 2; faces <= 20; faces++) {
        unsigned long seen[21] = {0};
        xpgn_link announced = secret_from((uint8_t)faces);
        for (unsigned long i = 1; i <= rolls; i++) {
            xpgn_sealed_roll roll;
            xpgn_sealed_begin(&roll, &links, (uint32_t)i, &announced);
            seen[xpgn_sealed_die(sealer, &roll, faces)]++;
        }
        double expected = (double)rolls / faces, chi = 0, n = faces - 1;
        for (unsigned face = 1; face <= faces; face++)
            chi += ((double)seen[face] - expected) * ((double)seen[face] - expected) / expected;
        /* Wilson and Hilferty: the cube root is nearly normal; 4.265 is exceeded once in 10^5 */
        double z = (cbrt(chi / n) - (1 - 2 / (9 * n))) / sqrt(2 / (9 * n));
        ck_assert_msg(seen[0] == 0 && z < 4.265, "%u faces: chi-squared %g", faces, chi);
    }
}
END_TEST

START_TEST(a_signature_is_of_what_was_signed_and_nothing_else) {
    xpgn_link secret = secret_from(0), other = secret_from(32), key, other_key;
    xpgn_chain_key(sealer, &secret, &key);
    xpgn_chain_key(sealer, &other, &other_key);
    for (int i = XPGN_SIGN_ANNOUNCE; i <= XPGN_SIGN_END; i++) {
        const xpgn_signing what = {(xpgn_sign_what)i, 3, secret_from(1), secret_from(2)};
        xpgn_signing changed = what;
        xpgn_signature sign, back;
        xpgn_buffer b = {0};
        xpgn_sign(sealer, &secret, &what, &sign);
        ck_assert(xpgn_is_signed(sealer, &key, &what, &sign));
        ck_assert(!xpgn_is_signed(sealer, &other_key, &what, &sign));
        changed.what = (xpgn_sign_what)((i + 1) % 3);
        ck_assert(!xpgn_is_signed(sealer, &key, &changed, &sign));
        changed = what;
        changed.digest.byte[31] ^= 1;
        ck_assert(!xpgn_is_signed(sealer, &key, &changed, &sign));
        changed = what;
        changed.number++;
        ck_assert(xpgn_is_signed(sealer, &key, &changed, &sign) == (i == XPGN_SIGN_END));
        changed = what;
        changed.link.byte[0] ^= 1;
        ck_assert(xpgn_is_signed(sealer, &key, &changed, &sign) == (i == XPGN_SIGN_END));
        xpgn_signature_write(&b, &sign);
        ck_assert_uint_eq(b.size, 86);
        ck_assert(xpgn_signature_read((xpgn_slice){b.data, b.size}, &back));
        ck_assert_mem_eq(&back, &sign, sizeof sign);
        sign.byte[63] ^= 0x10; /* S of L or more, or another one */
        ck_assert(!xpgn_is_signed(sealer, &key, &what, &sign));
        xpgn_buffer_free(&b);
    }
}
END_TEST

/* Keys and points of small order, with which one signature could be of anything. */
START_TEST(keys_of_small_order_sign_nothing) {
    static const char *const small[] = {
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"};
    const xpgn_signing what = {XPGN_SIGN_END, 0, secret_from(1), secret_from(2)};
    for (size_t i = 0; i < sizeof small / sizeof *small; i++) {
        xpgn_link key;
        xpgn_signature sign = {{0}};
        ck_assert(chain_link_read(slice_of(small[i]), &key));
        ck_assert(!xpgn_is_signed(sealer, &key, &what, &sign));
        memcpy(sign.byte, key.byte, sizeof key.byte);
        ck_assert(!xpgn_is_signed(sealer, &key, &what, &sign));
    }
}
END_TEST

START_TEST(signatures_are_read_in_the_order_of_the_parties) {
    char text[400], sign[87];
    xpgn_signatures signs = {.parties = 0x55};
    xpgn_fault fault;
    memset(sign, 'A', 86);
    sign[86] = '\0';
    const unsigned both = 1 << XPGN_PARTY_WHITE | 1 << XPGN_PARTY_BLACK;
    snprintf(text, sizeof text, "white:%s black:%s", sign, sign);
    ck_assert_int_eq(xpgn_signatures_read(slice_of(text), both, &signs, &fault), XPGN_OK);
    ck_assert_uint_eq(signs.parties, both);
    xpgn_buffer b = {0};
    xpgn_signatures_write(&b, &signs);
    ck_assert(b.size == strlen(text) && memcmp(b.data, text, b.size) == 0);
    xpgn_buffer_free(&b);
    snprintf(text, sizeof text, "black:%s white:%s", sign, sign);
    ck_assert_int_eq(xpgn_signatures_read(slice_of(text), both, &signs, &fault), XPGN_INVALID);
    snprintf(text, sizeof text, "red:%s", sign);
    ck_assert_int_eq(xpgn_signatures_read(slice_of(text), both, &signs, &fault), XPGN_INVALID);
    sign[85] = 'B'; /* bits that mean nothing */
    snprintf(text, sizeof text, "white:%s", sign);
    ck_assert_int_eq(xpgn_signatures_read(slice_of(text), both, &signs, &fault), XPGN_INVALID);
    ck_assert_uint_eq(signs.parties, both);
}
END_TEST

/* 200 dice need several blocks of 32 bytes, and with 100 faces a byte in five is skipped. */
START_TEST(dice_go_on_after_the_first_block) {
    xpgn_links links = links_at(1);
    xpgn_sealed_roll roll;
    unsigned seen[101] = {0}, different = 0;
    xpgn_sealed_begin(&roll, &links, 1, &links.link[0]);
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
    xpgn_sealed_begin(&roll, &links, 1, &links.link[0]);
    ck_assert_uint_eq(xpgn_sealed_die(sealer, &roll, 0), 0);
    ck_assert_uint_eq(xpgn_sealed_die(sealer, &roll, 257), 0);
    ck_assert_uint_eq(roll.block, 0);
    ck_assert_uint_eq(xpgn_sealed_die(sealer, &roll, 1), 1);
    ck_assert_uint_gt(xpgn_sealed_die(sealer, &roll, 256), 0);
}
END_TEST

START_TEST(no_two_random_links_are_equal) {
    xpgn_link a, b;
    ck_assert_int_eq(chain_link_random(sealer, &a), XPGN_OK);
    ck_assert_int_eq(chain_link_random(sealer, &b), XPGN_OK);
    ck_assert(!chain_link_equal(&a, &b));
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
    check_refused("white:" WHITE_0, 2, "no link for black: every seat needs one");
    check_refused("white:" WHITE_0 " red:" WHITE_3 " black:" BLACK_0, 4,
                  "no link for green: every seat needs one");
    check_refused("blue:" WHITE_0, 2,
                  "'blue:a696e78d3b2fc778a95\xe2\x80\xa6', expected a party, a "
                  "colon and its link");
    check_refused("white:1234 black:" BLACK_0, 2,
                  "'white:1234', expected 64 lower-case hexadecimal digits");
    check_refused("white:" WHITE_0 "  black:" BLACK_0, 2,
                  "'', expected a party, a colon and its link");
    check_refused("white:" WHITE_0 " black:" BLACK_0 " ", 2,
                  "'', expected a party, a colon and its link");
    check_refused("black:" BLACK_0 " white:" WHITE_0, 2,
                  "'white:a696e78d3b2fc778a9\xe2\x80\xa6', expected each party once, in the order "
                  "white, red, black, green, arbiter");
    check_refused("white:" WHITE_0 " red:" WHITE_3 " black:" BLACK_0, 2,
                  "'red:6b635752d1eb7cb62c9a\xe2\x80\xa6', expected the seats of the game or the "
                  "arbiter");
    check_refused("white:" WHITE_0 " black:" WHITE_0, 2, "white and black have the same link");
}
END_TEST

START_TEST(an_opening_has_the_number_of_rolls) {
    xpgn_fault fault;
    uint32_t number = 0;
    xpgn_slice opening = slice_of("3 white:" WHITE_3 " black:" BLACK_3);
    ck_assert_int_eq(links_take_number(&opening, &number, &fault), XPGN_OK);
    ck_assert_uint_eq(number, 3);
    ck_assert(slice_is(opening, "white:" WHITE_3 " black:" BLACK_3));
    static const char *const wrong[] = {"",
                                        "3",
                                        "white:" WHITE_3 " black:" BLACK_3,
                                        "03 white:" WHITE_3 " black:" BLACK_3,
                                        "65537 white:" WHITE_3 " black:" BLACK_3,
                                        "-1 white:" WHITE_3 " black:" BLACK_3};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        opening = slice_of(wrong[i]);
        ck_assert_int_eq(links_take_number(&opening, &number, &fault), XPGN_INVALID);
    }
    ck_assert_uint_eq(number, 3);
}
END_TEST

int main(void) {
    TCase *tcase = tcase_create("sealed");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_set_timeout(tcase, 0);
    tcase_add_test(tcase, chains_and_keys_are_those_of_the_manual);
    tcase_add_test(tcase, each_face_falls_as_often_as_another);
    tcase_add_test(tcase, a_signature_is_of_what_was_signed_and_nothing_else);
    tcase_add_test(tcase, keys_of_small_order_sign_nothing);
    tcase_add_test(tcase, signatures_are_read_in_the_order_of_the_parties);
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
