/* SPDX-License-Identifier: MIT */
/* Calls of a scribe that are out of order, or of what there is not. */
#include "internal/recorder.h"
#include "suite.h"

#include "xpgn_codes.h"

#include <string.h>

static xpgn_catalog *rules;
static xpgn_scribe *scribe;
static const xpgn_slice nothing = {NULL, 0};

static void setup(void) {
    ck_assert_int_eq(xpgn_catalog_new(&rules), XPGN_OK);
    ck_assert_int_eq(xpgn_scribe_new(&scribe, rules, NULL), XPGN_OK);
}

static void teardown(void) {
    xpgn_scribe_free(scribe);
    xpgn_scribe_free(NULL);
    xpgn_catalog_free(rules);
}

static bool keep(void *data, const xpgn_scribe *of, char why[XPGN_SCRIBE_WHY]) {
    (void)data;
    (void)of;
    (void)why;
    return true;
}

static const char *announce(void *data, const char *what, unsigned actor, xpgn_buffer *why) {
    (void)data;
    (void)what;
    (void)actor;
    (void)why;
    return "LINK";
}

static unsigned die(void *data, unsigned faces) {
    (void)data;
    return faces;
}

static xpgn_status made(const xpgn_scribe_options *options) {
    xpgn_scribe *other = NULL;
    const xpgn_status status = xpgn_scribe_new(&other, rules, options);
    xpgn_scribe_free(other);
    return status;
}

START_TEST(sealed_dice_are_stored_and_announced_and_not_rolled) {
    xpgn_sealing sealing = {XPGN_SEALING, .own = XPGN_PARTIES};
    xpgn_scribe_options o = {XPGN_SCRIBE_OPTIONS, .keep = keep, .sealing = &sealing};
    ck_assert_int_eq(made(&o), XPGN_INVALID);
    o.announce = announce;
    ck_assert_int_eq(made(&o), XPGN_OK);
    o.die = die;
    ck_assert_int_eq(made(&o), XPGN_INVALID);
    o.die = NULL;
    sealing.size = 1;
    ck_assert_int_eq(made(&o), XPGN_INVALID);
    o.size = 0;
    ck_assert_int_eq(made(&o), XPGN_INVALID);
}
END_TEST

static void expect(xpgn_status status, const char *code) {
    const xpgn_reply *reply = xpgn_scribe_reply(scribe);
    ck_assert_int_eq(status, XPGN_INVALID);
    ck_assert_int_eq(reply->kind, XPGN_REPLY_ERROR);
    ck_assert_str_eq(reply->code, code);
    ck_assert_uint_gt(reply->text.size, 0);
}

START_TEST(before_a_record_begins_it_takes_tags_only) {
    size_t kept = 1;
    ck_assert_str_eq(xpgn_scribe_reply(scribe)->code, "");
    ck_assert_ptr_null(xpgn_scribe_where(scribe)->play);
    ck_assert_uint_eq(xpgn_scribe_text(scribe, &kept).size, 0);
    ck_assert_uint_eq(kept, 0);
    ck_assert_ptr_null(xpgn_scribe_tag(scribe, "White").data);
    ck_assert_ptr_nonnull(xpgn_scribe_walk(scribe));
    expect(xpgn_scribe_line(scribe, slice_of("e4")), "OPEN");
    expect(xpgn_scribe_line(scribe, nothing), "OPEN");
    ck_assert_int_eq(xpgn_scribe_follows(scribe, slice_of("e4 *")), XPGN_INVALID);
    expect(xpgn_scribe_announce(scribe, 0, slice_of("1. e4")), "LINK");
    expect(xpgn_scribe_go_on(scribe), "LINK");
    expect(xpgn_scribe_sign(scribe), "LINK");
    expect(xpgn_scribe_set_tag(scribe, "Result", slice_of("1-0")), "LINE");
    expect(xpgn_scribe_set_tag(scribe, "no name", slice_of("1-0")), "LINE");
    expect(xpgn_scribe_set_tag(scribe, "Date", slice_of("1.2.3.4")), XPGN_CODE_DATE);
    ck_assert_int_eq(xpgn_scribe_set_tag(scribe, "Variant", slice_of("no game")), XPGN_OK);
    expect(xpgn_scribe_prepare(scribe), XPGN_CODE_VARIANT);
    expect(xpgn_scribe_begin(scribe), XPGN_CODE_VARIANT);
    expect(xpgn_scribe_open(scribe, slice_of("1. e4 *")), "OPEN");
    ck_assert_int_eq(xpgn_scribe_set_tag(scribe, "Variant", nothing), XPGN_OK);
    ck_assert_int_eq(xpgn_scribe_begin(scribe), XPGN_OK);
}
END_TEST

START_TEST(a_record_begins_once) {
    expect(xpgn_scribe_open(scribe, slice_of("1. e4 e4 *")), "");
    teardown();
    setup();
    ck_assert_int_eq(xpgn_scribe_open(scribe, slice_of("*")), XPGN_OK);
    expect(xpgn_scribe_begin(scribe), "OPEN");
    expect(xpgn_scribe_prepare(scribe), "OPEN");
    expect(xpgn_scribe_open(scribe, slice_of("1. e4 *")), "OPEN");
    expect(xpgn_scribe_set_tag(scribe, "White", slice_of("A")), "LINE");
    expect(xpgn_scribe_line(scribe, nothing), "EMPTY");
    expect(xpgn_scribe_line(scribe, (xpgn_slice){"e4\0", 3}), "LINE");
    expect(xpgn_scribe_line(scribe, (xpgn_slice){"e4", XPGN_SCRIBE_LINE + 1}), "LINE");
    expect(xpgn_scribe_announce(scribe, 0, nothing), "LINK");
    ck_assert_int_eq(xpgn_scribe_follows(scribe, slice_of("*")), XPGN_OK);
    ck_assert_int_eq(xpgn_scribe_follows(scribe, slice_of("1. e4 e5 *")), XPGN_INVALID);
    ck_assert_ptr_null(xpgn_scribe_words(SIZE_MAX));
}
END_TEST

START_TEST(nobody_is_awaited_where_nothing_is_sealed) {
    const xpgn_sealing sealing = {XPGN_SEALING};
    xpgn_sealed_roll roll;
    xpgn_buffer b = {0};
    ck_assert(!xpgn_sealing_complete(&sealing, &roll));
    xpgn_sealing_awaited(&b, &sealing, false);
    xpgn_sealing_awaited(&b, &sealing, true);
    ck_assert_uint_eq(b.size, 0);
}
END_TEST

START_TEST(a_refusal_is_one_clean_line_of_any_length) {
    xpgn_reply reply = {XPGN_REPLY, .acted = true, .help = true};
    char text[5000];
    memset(text, 'x', sizeof text - 1);
    text[0] = '\n';
    text[sizeof text - 1] = '\0';
    ck_assert(!xpgn_reply_refuse(&reply, text + 1, "%s", text));
    ck_assert_uint_eq(strlen(reply.code), sizeof reply.code - 1);
    ck_assert(reply.kind == XPGN_REPLY_ERROR && !reply.acted && !reply.help);
    ck_assert(reply.text.size > 1000 && memchr(reply.text.data, '\n', reply.text.size) == NULL);
    xpgn_reply_clear(&reply);
    ck_assert(reply.kind == XPGN_REPLY_OK && reply.code[0] == '\0' && reply.text.size == 0);
    ck_assert_uint_eq(reply.size, sizeof reply);
    xpgn_buffer_free(&reply.text);
}
END_TEST

int main(void) {
    TCase *tcase = tcase_create("misuse_scribe");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, sealed_dice_are_stored_and_announced_and_not_rolled);
    tcase_add_test(tcase, before_a_record_begins_it_takes_tags_only);
    tcase_add_test(tcase, a_record_begins_once);
    tcase_add_test(tcase, a_refusal_is_one_clean_line_of_any_length);
    tcase_add_test(tcase, nobody_is_awaited_where_nothing_is_sealed);
    Suite *suite = suite_create("misuse_scribe");
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
