/* SPDX-License-Identifier: MIT */
/* Counts of a run that are written, read and added up, and what is refused. */
#include "internal/counts.h"
#include "partial_fixture.h"
#include "suite.h"
#include "temp_path.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

enum { NAMES = 3 };

static const char *const names[NAMES] = {"games", "plies", "bad games"};
static uint64_t sum[NAMES];
static struct partial_sums sums;
static xpgn_fault fault;
static char path[TEMP_PATH];

static void setup(void) {
    memset(sum, 0, sizeof sum);
    sums = (struct partial_sums){
        .tool = "xpgn-tool", .how = "--strict", .name = names, .sum = sum, .count = NAMES};
    fault = (xpgn_fault){0};
    temp_path(path, "sums");
    int fd = mkstemp(path);
    ck_assert_int_ge(fd, 0);
    close(fd);
}

static void teardown(void) {
    unlink(path);
}

static void set(uint64_t games, uint64_t plies, uint64_t bad) {
    sum[0] = games;
    sum[1] = plies;
    sum[2] = bad;
}

static void expect(uint64_t games, uint64_t plies, uint64_t bad) {
    ck_assert_uint_eq(sum[0], games);
    ck_assert_uint_eq(sum[1], plies);
    ck_assert_uint_eq(sum[2], bad);
}

/* Adds a file of this text. */
static xpgn_status add(const char *text, size_t size) {
    FILE *file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(text, 1, size, file), size);
    ck_assert_int_eq(fclose(file), 0);
    return partial_sums_add(&sums, path, &fault);
}

/* What is written for these counts, of a static buffer. */
static const char *written(uint64_t games, uint64_t plies, uint64_t bad) {
    static char text[4096];
    uint64_t own[NAMES] = {games, plies, bad};
    struct partial_sums s = sums;
    xpgn_buffer b = {0};
    s.sum = own;
    partial_sums_write(&b, &s);
    ck_assert_uint_lt(b.size, sizeof text);
    memcpy(text, b.data, b.size);
    text[b.size] = '\0';
    xpgn_buffer_free(&b);
    return text;
}

static xpgn_status add_text(const char *text) {
    return add(text, strlen(text));
}

/* The text, with its checksum, is refused and nothing of it added. */
static void expect_refused(const char *plain, const char *why) {
    char text[SEALED_ROOM], told[sizeof fault.text + 24];
    size_t size = sealed(plain, strlen(plain), text);
    set(10, 20, 30);
    ck_assert_msg(add(text, size) == XPGN_INVALID, "taken: %s", plain);
    snprintf(told, sizeof told, "%" PRIu64 ": %s", fault.line, fault.text);
    const char *said = fault.line > 0 ? told : fault.text;
    ck_assert_msg(strcmp(said, why) == 0, "%s\nis refused for: %s\nnot: %s", plain, said, why);
    expect(10, 20, 30);
}

START_TEST(sums_are_lines_of_a_name_and_a_number) {
    static const char plain[] = "xpgn-tool\t2\t--strict\ngames\t7\nplies\t0\n"
                                "bad games\t1000000000000000\nend\t3\n";
    char text[SEALED_ROOM];
    text[sealed(plain, strlen(plain), text)] = '\0';
    ck_assert_str_eq(written(7, 0, 1000000000000000), text);
    ck_assert_ptr_nonnull(strstr(text, "\nend\t3\t"));
}
END_TEST

START_TEST(what_was_written_is_added) {
    ck_assert_int_eq(add_text(written(1, 20, 300)), XPGN_OK);
    expect(1, 20, 300);
    ck_assert_int_eq(add_text(written(4, 0, 1)), XPGN_OK);
    expect(5, 20, 301);
    ck_assert_int_eq(add_text(written(0, 0, 0)), XPGN_OK);
    expect(5, 20, 301);
}
END_TEST

START_TEST(no_sums_are_a_result_too) {
    sums.count = 0;
    ck_assert_int_eq(add_text(written(1, 2, 3)), XPGN_OK);
    ck_assert_int_eq(strncmp(written(1, 2, 3), "xpgn-tool\t2\t--strict\nend\t0\t", 27), 0);
}
END_TEST

START_TEST(the_order_of_adding_does_not_matter) {
    uint64_t state = 1, parts[6][NAMES], wanted[NAMES] = {0};
    for (int i = 0; i < 6 * NAMES; i++) {
        parts[i / NAMES][i % NAMES] = (state = state * 6364136223846793005 + 1) >> 20;
        wanted[i % NAMES] += parts[i / NAMES][i % NAMES];
    }
    for (int first = 0; first < 6; first++) {
        set(0, 0, 0);
        for (int i = 0; i < 6; i++) {
            const uint64_t *p = parts[(first + i * 5) % 6];
            ck_assert_int_eq(add_text(written(p[0], p[1], p[2])), XPGN_OK);
        }
        expect(wanted[0], wanted[1], wanted[2]);
    }
}
END_TEST

START_TEST(a_packed_result_is_read) {
    const char *text = written(3, 2, 1);
    gzFile file = gzopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_eq(gzputs(file, text), (int)strlen(text));
    ck_assert_int_eq(gzclose(file), Z_OK);
    ck_assert_int_eq(partial_sums_add(&sums, path, &fault), XPGN_OK);
    expect(3, 2, 1);
}
END_TEST

/* Only the last byte may be missing: the end of the last line. */
START_TEST(a_result_that_was_cut_anywhere_is_refused) {
    char text[256];
    strcpy(text, written(12, 34, 56));
    size_t size = strlen(text);
    for (size_t n = 0; n < size - 1; n++) {
        set(1, 1, 1);
        ck_assert_msg(add(text, n) == XPGN_INVALID, "taken: the first %zu bytes", n);
        ck_assert_str_ne(fault.text, "");
        expect(1, 1, 1);
    }
    expect_refused("xpgn-tool\t2\t--strict\ngames\t1\nplies\t2\n",
                   "the partial result is truncated");
}
END_TEST

START_TEST(other_results_are_refused) {
    static const char *const texts[][2] = {
        {"", "not a partial result of xpgn-tool --partial"},
        {"1. e4 e5 *\n", "not a partial result of xpgn-tool --partial"},
        {"xpgn-tool\t2\n", "not a partial result of xpgn-tool --partial"},
        {"xpgn-tools\t2\t--strict\nend\t0\n", "not a partial result of xpgn-tool --partial"},
        {"xpgn-tool\t2\t--strict\tmore\n", "not a partial result of xpgn-tool --partial"},
        {"xpgn-tool\t3\t--strict\n", "a partial result of another version of xpgn-tool"},
        {"xpgn-tool\t1\t--strict\n", "a partial result of an earlier xpgn-tool: count again"},
        {"xpgn-tool\t0\t--strict\n", "a partial result of another version of xpgn-tool"},
        {"xpgn-tool\t2\t--lenient\n", "was counted by '--lenient', expected '--strict'"},
        {"xpgn-tool\t2\t\n", "was counted by '', expected '--strict'"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        expect_refused(texts[i][0], texts[i][1]);
}
END_TEST

#define HEAD "xpgn-tool\t2\t--strict\n"
#define COUNTS HEAD "games\t1\nplies\t2\nbad games\t3\n"

START_TEST(counts_that_are_wrong_are_refused) {
    static const char *const texts[][2] = {
        {HEAD "plies\t1\n", "2: not a count of a partial result"},
        {HEAD "games\n", "2: not a count of a partial result"},
        {HEAD "games\t1\t1\n", "2: not a count of a partial result"},
        {HEAD "games\t-1\n", "2: not a count of a partial result"},
        {HEAD "games\t1 \n", "2: not a count of a partial result"},
        {HEAD "games\t\n", "2: not a count of a partial result"},
        {HEAD "\n", "2: not a count of a partial result"},
        {HEAD "games\t1000000000000001\n", "2: not a count of a partial result"},
        {HEAD "games\t99999999999999999999999\n", "2: not a count of a partial result"},
        {COUNTS "games\t1\n", "5: not a count of a partial result"},
        {COUNTS "end\t2\n", "5: expected 2 counts, found 3"},
        {COUNTS "end\tx\n", "5: expected 0 counts, found 3"},
        {HEAD "games\t1\nend\t1\n", "3: expected 3 counts, found 1"},
        {COUNTS "end\t3\n\n", "6: text after the end of the partial result"},
        {COUNTS "end\t3\n" HEAD, "6: text after the end of the partial result"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        expect_refused(texts[i][0], texts[i][1]);
}
END_TEST

START_TEST(a_sum_that_is_too_large_is_refused_whole) {
    set(5, UINT64_MAX - 4, 5);
    ck_assert_int_eq(add_text(written(1, 5, 1)), XPGN_INVALID);
    ck_assert_str_eq(fault.text, "number too large");
    expect(5, UINT64_MAX - 4, 5);
    ck_assert_int_eq(add_text(written(1, 4, 1)), XPGN_OK);
    expect(6, UINT64_MAX, 6);
}
END_TEST

/* Whatever digit is another, in a count or in the checksum. */
START_TEST(a_result_that_was_changed_is_refused_with_its_place) {
    char text[256];
    strcpy(text, written(12, 34, 56));
    for (char *p = strchr(text, '\n'); *p != '\0'; p++) {
        if (*p < '0' || *p > '9')
            continue;
        set(1, 1, 1);
        *p ^= 1;
        ck_assert_int_eq(add_text(text), XPGN_INVALID);
        ck_assert_uint_eq(fault.line, 5);
        if (strchr(p, '\n')[1] != '\0')
            ck_assert_str_eq(fault.text,
                             "wrong checksum: the partial result was changed or damaged");
        *p ^= 1;
        expect(1, 1, 1);
    }
    ck_assert_int_eq(add_text(text), XPGN_OK);
}
END_TEST

START_TEST(a_piece_is_added_once) {
    const xpgn_part part = {.name = "a.pgn --bytes=0:5", .digest = 0x123456789abcdef0u};
    char text[4096];
    ck_assert_int_eq(archive_pieces_new(&sums.parts), XPGN_OK);
    ck_assert_int_eq(archive_pieces_add(sums.parts, &part), XPGN_OK);
    strcpy(text, written(1, 2, 3));
    ck_assert_ptr_nonnull(strstr(text, "\npiece\t123456789abcdef0\ta.pgn --bytes=0:5\ngames\t1\n"));
    archive_pieces_free(sums.parts);
    ck_assert_int_eq(archive_pieces_new(&sums.parts), XPGN_OK);
    ck_assert_int_eq(add_text(text), XPGN_OK);
    ck_assert_int_eq(add_text(text), XPGN_INVALID);
    ck_assert_ptr_nonnull(strstr(fault.text, "a.pgn --bytes=0:5 was already added by "));
    expect(1, 2, 3);
    archive_pieces_free(sums.parts);
    sums.parts = NULL; /* pieces are not kept */
    ck_assert_int_eq(add_text(text), XPGN_OK);
    expect(2, 4, 6);
}
END_TEST

START_TEST(an_index_finds_all_places_of_a_hash_however_many_there_are) {
    enum { PLACES = 1000, HASHES = 250 }; /* most stand beside a hash that is not their own */
    struct hash_index index = {.size = 0};
    size_t at = 0;
    for (unsigned round = 0; round < 3; round++) {
        ck_assert_uint_eq(hash_index_next(&index, 7, &at), 0);
        unsigned places = round == 1 ? 20 : PLACES;
        for (uint32_t i = 1; i <= places; i++) {
            ck_assert(hash_index_reserve(&index) == XPGN_OK);
            hash_index_put(&index, UINT32_MAX - i % HASHES, i);
        }
        for (uint32_t hash = 0; hash < HASHES; hash++) {
            uint32_t place;
            unsigned found = 0;
            for (at = 0; (place = hash_index_next(&index, UINT32_MAX - hash, &at)) > 0; found++)
                ck_assert_uint_eq(place % HASHES, hash);
            ck_assert_uint_eq(found, (places + HASHES - hash) / HASHES - (hash == 0));
        }
        hash_index_clear(&index);
        at = 0;
    }
    hash_index_free(&index);
    ck_assert_uint_eq(hash_index_next(&index, 7, &at), 0);
}
END_TEST

START_TEST(a_digest_depends_on_every_byte_and_on_the_cuts) {
    unsigned char bytes[40] = {0};
    uint64_t of_none = hash_bytes(0, bytes, sizeof bytes);
    ck_assert_uint_eq(hash_bytes(0, "The quick brown fox", 19), UINT64_C(0xb1e927c73ad98ecc));
    for (unsigned i = 0; i < sizeof bytes; i++) {
        bytes[i] = 1;
        ck_assert_uint_ne(hash_bytes(0, bytes, sizeof bytes), of_none);
        bytes[i] = 0;
        ck_assert_uint_ne(hash_bytes(0, bytes, i), hash_bytes(0, bytes, i + 1));
        ck_assert_uint_ne(hash_bytes(hash_bytes(0, bytes, i), bytes, 40 - i), of_none);
    }
}
END_TEST

START_TEST(a_file_that_cannot_be_read_is_no_result) {
    ck_assert_int_eq(partial_sums_add(&sums, "/tmp/xpgn-sums-none", &fault), XPGN_IO);
    ck_assert_str_eq(fault.text, "No such file or directory");
    ck_assert_int_eq(partial_sums_add(&sums, "/tmp", &fault), XPGN_IO);
    ck_assert_str_eq(fault.text, "Is a directory");
    expect(0, 0, 0);
}
END_TEST

int main(void) {
    TCase *tc = tcase_create("sums");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, sums_are_lines_of_a_name_and_a_number);
    tcase_add_test(tc, what_was_written_is_added);
    tcase_add_test(tc, no_sums_are_a_result_too);
    tcase_add_test(tc, the_order_of_adding_does_not_matter);
    tcase_add_test(tc, a_packed_result_is_read);
    tcase_add_test(tc, a_result_that_was_cut_anywhere_is_refused);
    tcase_add_test(tc, other_results_are_refused);
    tcase_add_test(tc, counts_that_are_wrong_are_refused);
    tcase_add_test(tc, a_sum_that_is_too_large_is_refused_whole);
    tcase_add_test(tc, a_result_that_was_changed_is_refused_with_its_place);
    tcase_add_test(tc, a_piece_is_added_once);
    tcase_add_test(tc, an_index_finds_all_places_of_a_hash_however_many_there_are);
    tcase_add_test(tc, a_digest_depends_on_every_byte_and_on_the_cuts);
    tcase_add_test(tc, a_file_that_cannot_be_read_is_no_result);
    Suite *suite = suite_create("sums");
    suite_add_tcase(suite, tc);
    return run_suite(suite);
}
