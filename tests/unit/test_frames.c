/* SPDX-License-Identifier: MIT */
/* Where the frames and members of packed data begin, however the data arrives. */
#include "internal/text_out.h"
#include "io/input.h"
#include "suite.h"

#include <string.h>

enum { PLACES = 64 };

/* Packed data, and where its frames begin. */
struct packed {
    xpgn_buffer bytes;
    size_t at[PLACES], count;
};

static struct packed data;

static void setup(void) {
    data = (struct packed){.count = 0};
}

static void teardown(void) {
    xpgn_buffer_free(&data.bytes);
}

/* ---- building -------------------------------------------------------------------------------- */

static void put(uint64_t number, unsigned bytes) {
    for (; bytes > 0; bytes--, number >>= 8)
        xpgn_buffer_char(&data.bytes, (char)(number & 0xFF));
}

static void fill(char byte, size_t size) {
    while (size-- > 0)
        xpgn_buffer_char(&data.bytes, byte);
}

/* A frame begins here. */
static void note(void) {
    ck_assert_uint_lt(data.count, PLACES);
    data.at[data.count++] = data.bytes.size;
}

static void put_skippable(unsigned kind, size_t size) {
    note();
    put(0x184D2A50 + kind, 4);
    put(size, 4);
    fill('\x28', size); /* looks like the beginning of a frame */
}

enum { RAW, RLE, COMPRESSED, RESERVED };

static void put_block(unsigned type, size_t size, bool last) {
    put(size << 3 | type << 1 | last, 3);
    fill('\xB5', type == RLE ? 1 : size);
}

/* The bytes between the descriptor of a frame and its first block (RFC 8878, 3.1.1.1). */
static unsigned header_size(unsigned descriptor) {
    static const unsigned content[] = {0, 2, 4, 8}, dictionary[] = {0, 1, 2, 4};
    bool single = (descriptor & 0x20) != 0;
    unsigned size = content[descriptor >> 6];
    if (single && size == 0)
        size = 1;
    return size + dictionary[descriptor & 3] + (single ? 0 : 1);
}

static void begin_zstd(unsigned descriptor) {
    note();
    put(0xFD2FB528, 4);
    put(descriptor, 1);
    fill('\0', header_size(descriptor));
}

static void put_zstd(unsigned descriptor, unsigned type, size_t size) {
    begin_zstd(descriptor);
    put_block(RAW, 3, false);
    put_block(type, size, true);
    fill('\x28', (descriptor & 4) != 0 ? 4 : 0); /* the checksum */
}

/* A gzip header with the flags, without what they announce. */
static void put_gzip(unsigned flags) {
    note();
    put(0x088B1F, 3);
    put(flags, 1);
    put(0, 4);
    put(2, 1);
    put(3, 1);
}

/* The header of a member of bgzip that says how large all of it is. */
static void put_bgzip_header(unsigned flags, size_t size) {
    put_gzip(flags);
    put(6, 2);
    put(0x024342, 3);
    put(0, 1);
    put(size - 1, 2);
}

/* A member of bgzip, of `size` bytes after its header. */
static void put_bgzip(size_t size) {
    put_bgzip_header(4, 18 + size);
    fill('\x1F', size);
}

static void put_member(size_t size) {
    put_gzip(0);
    fill('x', size);
}

/* ---- finding --------------------------------------------------------------------------------- */

static void begin(struct frames *f, bool guess) {
    frames_begin(f, (xpgn_slice){data.bytes.data, data.bytes.size}, guess);
}

/* Passes all, in pieces of the sizes up to `most` that `seed` gives, or of just `most` if it is 0.
   Stores where frames were found. */
static size_t find(bool guess, size_t most, unsigned seed, size_t found_at[PLACES]) {
    struct frames f;
    size_t n = 0, at = 0;
    begin(&f, guess);
    while (at < data.bytes.size) {
        size_t piece = most, left = data.bytes.size - at;
        if (seed != 0)
            piece = 1 + ((seed = seed * 1103515245 + 12345) >> 16) % most;
        if (piece > left)
            piece = left;
        for (size_t passed = 0; passed < piece;) {
            bool found;
            passed += frames_pass(&f, data.bytes.data + at + passed, piece - passed, &found);
            ck_assert_uint_le(passed, piece);
            ck_assert_uint_lt(n, PLACES);
            if (found)
                found_at[n++] = at + passed;
        }
        at += piece;
    }
    return n;
}

/* All but the first are found, whatever the pieces are. */
static void expect_all(void) {
    size_t found[PLACES];
    for (unsigned seed = 0; seed < 40; seed++) {
        size_t most = seed == 0 ? data.bytes.size : seed == 1 ? 1 : seed * 3;
        size_t n = find(true, most, seed > 1 ? seed : 0, found);
        ck_assert_uint_eq(n, data.count - 1);
        for (size_t i = 0; i < n; i++)
            ck_assert_uint_eq(found[i], data.at[i + 1]);
    }
}

static void expect_none(bool guess) {
    size_t found[PLACES];
    ck_assert_uint_eq(find(guess, data.bytes.size, 0, found), 0);
    ck_assert_uint_eq(find(guess, 1, 0, found), 0);
}

/* ---- zstd ------------------------------------------------------------------------------------ */

START_TEST(every_header_of_a_zstd_frame_is_passed) {
    for (unsigned descriptor = 0; descriptor < 256; descriptor++) {
        teardown();
        setup();
        put_zstd(descriptor, COMPRESSED, 50);
        put_zstd(descriptor, RAW, 0);
        put_zstd(0, COMPRESSED, 7);
        expect_all();
    }
}
END_TEST

START_TEST(a_repeated_byte_is_one_byte_of_the_block) {
    put_zstd(0, RLE, 100000);
    put_zstd(4, RLE, 1);
    put_zstd(0, COMPRESSED, 20);
    expect_all();
}
END_TEST

START_TEST(skippable_frames_are_frames_of_their_own) {
    put_skippable(0, 4);
    put_zstd(4, COMPRESSED, 300);
    put_skippable(15, 0);
    put_zstd(0x24, COMPRESSED, 9);
    put_skippable(7, 500);
    expect_all();
}
END_TEST

START_TEST(nuls_between_frames_belong_to_the_one_before) {
    put_zstd(0, COMPRESSED, 30);
    fill('\0', 11);
    put_zstd(0, COMPRESSED, 5);
    fill('\0', 1);
    put_skippable(1, 1);
    fill('\0', 3);
    expect_all();
}
END_TEST

START_TEST(nothing_is_known_behind_what_is_no_frame) {
    struct frames f;
    bool found;
    put_zstd(0, COMPRESSED, 30);
    fill('y', 4);
    put_zstd(0, COMPRESSED, 30);
    begin(&f, false);
    size_t n = frames_pass(&f, data.bytes.data, data.bytes.size, &found);
    ck_assert(found && n == data.at[1] - 4); /* that it is no frame is seen after its first byte */
    n = frames_pass(&f, data.bytes.data + n, data.bytes.size - n, &found);
    ck_assert(!found && f.state == FRAMES_NONE);
    ck_assert_uint_eq(n, data.bytes.size - data.at[1] + 4);
}
END_TEST

START_TEST(nothing_is_known_behind_a_reserved_block) {
    begin_zstd(0);
    put_block(RESERVED, 10, true);
    put_zstd(0, COMPRESSED, 30);
    expect_none(false);
}
END_TEST

START_TEST(the_largest_sizes_lie_behind_the_end) {
    note();
    put(0x184D2A50, 4);
    put(0xFFFFFFFF, 4);
    put_zstd(0, COMPRESSED, 30);
    expect_none(false);
    teardown();
    setup();
    note();
    put(0x184D2A50, 4);
    put(0x01000004, 4); /* all four bytes of the size count */
    fill('\x28', 4);
    put_zstd(0, COMPRESSED, 30);
    expect_none(false);
    teardown();
    setup();
    begin_zstd(0);
    put((uint64_t)0x1FFFFF << 3 | COMPRESSED << 1 | 1, 3);
    put_zstd(0, COMPRESSED, 30);
    expect_none(false);
}
END_TEST

/* ---- gzip ------------------------------------------------------------------------------------ */

START_TEST(members_of_bgzip_have_their_size) {
    put_bgzip(1);
    put_bgzip(1000);
    put_bgzip(65000);
    fill('\0', 5);
    put_bgzip(27);
    expect_all();
    expect_none(false); /* a pipe cannot be read again */
}
END_TEST

START_TEST(members_of_gzip_are_guessed_by_their_header) {
    struct frames f;
    size_t found[PLACES];
    put_member(100);
    put_member(0);
    put_member(3000);
    fill('\0', 2);
    put_member(12);
    begin(&f, true);
    ck_assert(f.guessed);
    ck_assert_uint_eq(find(true, data.bytes.size, 0, found), 3);
    for (size_t i = 0; i < 3; i++)
        ck_assert_uint_eq(found[i], data.at[i + 1]);
    begin(&f, false);
    ck_assert(!f.guessed);
    expect_none(false);
}
END_TEST

/* A cut header is missed; nothing else is found instead. */
START_TEST(members_of_gzip_are_found_in_pieces_too) {
    size_t found[PLACES], most = 0;
    for (int i = 0; i < 20; i++)
        put_member((size_t)i * 37);
    for (unsigned seed = 1; seed < 200; seed++) {
        size_t n = find(true, seed + 1, seed, found), k = 1;
        for (size_t i = 0; i < n; i++, k++) {
            while (k < data.count && data.at[k] < found[i])
                k++;
            ck_assert(k < data.count && data.at[k] == found[i]);
        }
        most = n > most ? n : most;
    }
    ck_assert_uint_gt(most, 10);
}
END_TEST

START_TEST(what_cannot_be_a_header_of_gzip_is_none) {
    static const struct {
        unsigned place;
        char byte;
    } wrong[] = {{1, '\x8C'}, {2, 7}, {3, 0x20}, {8, 1}, {9, 14}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        teardown();
        setup();
        put_member(100);
        put_member(100);
        data.bytes.data[data.at[1] + wrong[i].place] = wrong[i].byte;
        expect_none(true);
    }
}
END_TEST

/* Once a member has no size, those after it are guessed. */
START_TEST(a_member_without_size_ends_those_with_one) {
    size_t found[PLACES];
    put_bgzip(60);
    put_bgzip(70);
    put_member(80);
    put_member(90);
    put_bgzip(10);
    ck_assert_uint_eq(find(true, data.bytes.size, 0, found), 4);
    for (size_t i = 0; i < 4; i++)
        ck_assert_uint_eq(found[i], data.at[i + 1]);
}
END_TEST

/* It is a guess then where the next begins. */
START_TEST(a_size_that_cannot_be_is_none) {
    static const struct {
        unsigned flags;
        size_t size;
    } headers[] = {{4, 1}, {4, 18}, {0, 30}};
    size_t found[PLACES];
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++) {
        teardown();
        setup();
        put_bgzip_header(headers[i].flags, headers[i].size);
        fill('x', 5);
        put_member(80);
        ck_assert_uint_eq(find(true, data.bytes.size, 0, found), 1);
        ck_assert_uint_eq(found[0], data.at[1]);
    }
}
END_TEST

START_TEST(other_formats_have_no_frames) {
    xpgn_buffer_text(&data.bytes, "BZh91AY&SY and some more bytes behind it, as a file has them");
    expect_none(true);
}
END_TEST

int main(void) {
    TCase *tc = tcase_create("frames");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, every_header_of_a_zstd_frame_is_passed);
    tcase_add_test(tc, a_repeated_byte_is_one_byte_of_the_block);
    tcase_add_test(tc, skippable_frames_are_frames_of_their_own);
    tcase_add_test(tc, nuls_between_frames_belong_to_the_one_before);
    tcase_add_test(tc, nothing_is_known_behind_what_is_no_frame);
    tcase_add_test(tc, nothing_is_known_behind_a_reserved_block);
    tcase_add_test(tc, the_largest_sizes_lie_behind_the_end);
    tcase_add_test(tc, members_of_bgzip_have_their_size);
    tcase_add_test(tc, members_of_gzip_are_guessed_by_their_header);
    tcase_add_test(tc, members_of_gzip_are_found_in_pieces_too);
    tcase_add_test(tc, what_cannot_be_a_header_of_gzip_is_none);
    tcase_add_test(tc, a_member_without_size_ends_those_with_one);
    tcase_add_test(tc, a_size_that_cannot_be_is_none);
    tcase_add_test(tc, other_formats_have_no_frames);
    Suite *suite = suite_create("frames");
    suite_add_tcase(suite, tc);
    return run_suite(suite);
}
