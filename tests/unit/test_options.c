/* SPDX-License-Identifier: MIT */
/* Options of callers that were compiled with an older or a newer version of the library. */
#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <xpgn/rulesets.h>
#include <xpgn/walk.h>
#include <xpgn/write.h>

#include "core/base/option_struct.h"
#include "internal/rules.h"
#include "internal/text_out.h"
#include "suite.h"

struct options {
    size_t size;
    bool flag;
    uint32_t number;
};

START_TEST(without_options_all_members_are_zero) {
    struct options to = {1, true, 2};
    ck_assert(options_read(&to, sizeof to, NULL));
    ck_assert_uint_eq(to.size, sizeof to);
    ck_assert(!to.flag);
    ck_assert_uint_eq(to.number, 0);
}
END_TEST

START_TEST(options_of_this_version_are_copied) {
    const struct options from = {sizeof from, true, 7};
    struct options to = {0};
    ck_assert(options_read(&to, sizeof to, &from));
    ck_assert_uint_eq(to.size, sizeof to);
    ck_assert(to.flag);
    ck_assert_uint_eq(to.number, 7);
}
END_TEST

START_TEST(members_that_an_older_caller_does_not_have_are_zero) {
    const struct options from = {offsetof(struct options, number), true, 7};
    struct options to = {0};
    ck_assert(options_read(&to, sizeof to, &from));
    ck_assert_uint_eq(to.size, sizeof to);
    ck_assert(to.flag);
    ck_assert_uint_eq(to.number, 0);
}
END_TEST

/* What a newer version may have after the members known here. */
struct newer {
    struct options known;
    uint64_t unknown;
};

START_TEST(members_of_a_newer_caller_must_be_zero) {
    struct newer from = {{sizeof from, true, 7}, 0};
    struct options to = {0};
    ck_assert(options_read(&to, sizeof to, &from));
    ck_assert_uint_eq(to.size, sizeof to);
    ck_assert_uint_eq(to.number, 7);
    from.unknown = (uint64_t)1 << 63;
    ck_assert(!options_read(&to, sizeof to, &from));
    ck_assert(!to.flag);
    ck_assert_uint_eq(to.number, 0);
}
END_TEST

START_TEST(a_size_that_was_not_set_is_refused) {
    struct options from = {0, true, 7}, to;
    ck_assert(!options_read(&to, sizeof to, &from));
    from.size = sizeof from.size - 1;
    ck_assert(!options_read(&to, sizeof to, &from));
    memset(&from, 0xaa, sizeof from);
    ck_assert(!options_read(&to, sizeof to, &from));
}
END_TEST

/* ---- the functions of the library ------------------------------------------------------------ */

static const char record[] = "[Event \"?\"]\n\n1. e4 $1 (1. d4) *\n";
static const xpgn_game game = {
    .text = {record, sizeof record - 1}, .file = "-", .number = 1, .line = 1, .column = 1};

static xpgn_walk *walk_with(xpgn_catalog *catalog, const xpgn_walk_options *options) {
    xpgn_walk *walk = NULL;
    ck_assert_int_eq(xpgn_walk_new(&walk, catalog, options), XPGN_OK);
    ck_assert_int_eq(xpgn_walk_begin(walk, &game), XPGN_OK);
    return walk;
}

static unsigned count_steps(xpgn_catalog *catalog, const xpgn_walk_options *options) {
    xpgn_walk *walk = walk_with(catalog, options);
    const xpgn_step *step;
    unsigned steps = 0;
    while (xpgn_walk_next(walk, &step) == XPGN_OK)
        steps++;
    xpgn_walk_free(walk);
    return steps;
}

START_TEST(a_walk_reads_what_an_older_caller_has) {
    xpgn_catalog *catalog;
    xpgn_walk *walk = NULL;
    ck_assert_int_eq(xpgn_catalog_new(&catalog), XPGN_OK);
    xpgn_walk_options all, options = {XPGN_WALK_OPTIONS, .skip_variations = true};
    unsigned most = count_steps(catalog, NULL), skipped = count_steps(catalog, &options);
    ck_assert_uint_lt(skipped, most);
    memset(&all, 1, sizeof all); /* no search is there */
    all.detail = XPGN_STEPS;
    all.size = offsetof(xpgn_walk_options, lint);
    ck_assert_uint_eq(count_steps(catalog, &all), skipped);
    options.size = 0;
    ck_assert_int_eq(xpgn_walk_new(&walk, catalog, &options), XPGN_INVALID);
    options = (xpgn_walk_options){XPGN_WALK_OPTIONS, .detail = (xpgn_detail)100};
    ck_assert_int_eq(xpgn_walk_new(&walk, catalog, &options), XPGN_INVALID);
    ck_assert_ptr_null(walk);
    xpgn_catalog_free(catalog);
}
END_TEST

static void write_with(xpgn_catalog *catalog, const xpgn_writer_options *options,
                       xpgn_buffer *out) {
    xpgn_writer *writer;
    const xpgn_step *step;
    xpgn_walk *walk = walk_with(catalog, NULL);
    ck_assert_int_eq(xpgn_writer_new(&writer, options), XPGN_OK);
    xpgn_buffer_clear(out);
    xpgn_writer_begin(out, writer, walk);
    while (xpgn_walk_next(walk, &step) == XPGN_OK)
        xpgn_writer_step(writer, step);
    ck_assert_int_eq(xpgn_writer_end(writer), XPGN_OK);
    xpgn_buffer_char(out, '\0');
    xpgn_writer_free(writer);
    xpgn_walk_free(walk);
}

START_TEST(a_writer_reads_what_an_older_caller_has) {
    xpgn_catalog *catalog;
    xpgn_writer *writer = NULL;
    xpgn_buffer out = {0};
    xpgn_writer_options options;
    ck_assert_int_eq(xpgn_catalog_new(&catalog), XPGN_OK);
    memset(&options, 1, sizeof options); /* no_nags would leave out $1, width wrap every word */
    options.size = offsetof(xpgn_writer_options, no_nags);
    options.no_variations = false;
    write_with(catalog, &options, &out);
    ck_assert_ptr_nonnull(strstr(out.data, "1. e4 $1 (1. d4) *\n"));
    options.size = offsetof(xpgn_writer_options, digest);
    write_with(catalog, &options, &out);
    ck_assert_ptr_nonnull(strstr(out.data, "1. e4 (1. d4) *\n"));
    options.size = 0;
    ck_assert_int_eq(xpgn_writer_new(&writer, &options), XPGN_INVALID);
    ck_assert_ptr_null(writer);
    xpgn_buffer_free(&out);
    xpgn_catalog_free(catalog);
}
END_TEST

START_TEST(a_diagram_reads_what_an_older_caller_has) {
    xpgn_catalog *catalog;
    const xpgn_ruleset *rs;
    xpgn_slice none = {"", 0}, unknown;
    xpgn_position p;
    xpgn_buffer out = {0}, expected = {0};
    ck_assert_int_eq(xpgn_catalog_new(&catalog), XPGN_OK);
    ck_assert_int_eq(xpgn_catalog_find(catalog, none, none, &rs, &unknown), XPGN_OK);
    ck_assert(xpgn_ruleset_start(rs, &p));
    xpgn_diagram_options options = {XPGN_DIAGRAM_OPTIONS, .style = XPGN_DIAGRAM_COMPACT,
                                    .no_turn = true};
    ck_assert(xpgn_diagram_write(&expected, rs, &p, &options));
    options.caption = "a caption";
    options.no_held = true;
    options.size = offsetof(xpgn_diagram_options, no_held);
    ck_assert(xpgn_diagram_write(&out, rs, &p, &options));
    ck_assert_uint_eq(out.size, expected.size);
    ck_assert_mem_eq(out.data, expected.data, out.size);
    options.size = 0;
    ck_assert(!xpgn_diagram_write(&out, rs, &p, &options));
    ck_assert_uint_eq(out.size, expected.size);
    xpgn_buffer_free(&out);
    xpgn_buffer_free(&expected);
    xpgn_catalog_free(catalog);
}
END_TEST

int main(void) {
    TCase *tcase = tcase_create("options");
    tcase_add_test(tcase, without_options_all_members_are_zero);
    tcase_add_test(tcase, options_of_this_version_are_copied);
    tcase_add_test(tcase, members_that_an_older_caller_does_not_have_are_zero);
    tcase_add_test(tcase, members_of_a_newer_caller_must_be_zero);
    tcase_add_test(tcase, a_size_that_was_not_set_is_refused);
    tcase_add_test(tcase, a_walk_reads_what_an_older_caller_has);
    tcase_add_test(tcase, a_writer_reads_what_an_older_caller_has);
    tcase_add_test(tcase, a_diagram_reads_what_an_older_caller_has);
    Suite *suite = suite_create("options");
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
