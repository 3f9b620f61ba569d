/* SPDX-License-Identifier: MIT */
/* The arena: zeroed, aligned, apart, reset and freed. */
#include <check.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/arena.h"
#include "suite.h"

static struct arena arena;

static void setup(void) {
    arena = (struct arena){0};
}

static void teardown(void) {
    arena_free(&arena);
}

static bool is_zero(const char *p, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (p[i] != 0)
            return false;
    return true;
}

START_TEST(memory_is_zeroed_also_after_a_reset) {
    for (int round = 0; round < 3; round++) {
        for (size_t size = 1; size < 3000; size += 97) {
            char *p = arena_alloc(&arena, size);
            ck_assert_ptr_nonnull(p);
            ck_assert(is_zero(p, size));
            memset(p, 0xFF, size);
        }
        arena_reset(&arena);
    }
}
END_TEST

START_TEST(every_place_fits_any_object) {
    for (size_t size = 0; size < 200; size++) {
        uintptr_t p = (uintptr_t)arena_alloc(&arena, size);
        ck_assert_uint_eq(p % alignof(max_align_t), 0);
    }
}
END_TEST

START_TEST(allocations_do_not_overlap) {
    enum { COUNT = 500 };
    unsigned char *p[COUNT];
    for (unsigned i = 0; i < COUNT; i++) {
        p[i] = arena_alloc(&arena, i);
        memset(p[i], (int)(i & 0xFF), i);
    }
    for (unsigned i = 0; i < COUNT; i++)
        for (unsigned k = 0; k < i; k++)
            ck_assert_uint_eq(p[i][k], i & 0xFF);
}
END_TEST

START_TEST(nothing_is_a_place_of_its_own) {
    void *a = arena_alloc(&arena, 0), *b = arena_alloc(&arena, 0);
    ck_assert_ptr_nonnull(a);
    ck_assert_ptr_ne(a, b);
}
END_TEST

START_TEST(one_allocation_may_be_larger_than_any_block) {
    size_t size = 1 << 20;
    char *p = arena_alloc(&arena, size);
    ck_assert_ptr_nonnull(p);
    ck_assert(is_zero(p, size));
}
END_TEST

START_TEST(a_copy_ends_with_a_nul) {
    char *p = arena_copy(&arena, (xpgn_slice){"Nf3+xyz", 4});
    ck_assert_str_eq(p, "Nf3+");
    ck_assert_str_eq(arena_copy(&arena, (xpgn_slice){NULL, 0}), "");
}
END_TEST

START_TEST(formatted_text_of_any_length_is_kept) {
    ck_assert_str_eq(arena_printf(&arena, "%d-%s", 12, "x"), "12-x");
    char *p = arena_printf(&arena, "%9000d|", 7);
    ck_assert_uint_eq(strlen(p), 9001);
}
END_TEST

START_TEST(a_size_that_cannot_be_gives_null) {
    ck_assert_ptr_null(arena_alloc(&arena, SIZE_MAX));
    ck_assert_ptr_null(arena_alloc(&arena, SIZE_MAX - 64));
    ck_assert_ptr_null(arena_copy(&arena, (xpgn_slice){"", SIZE_MAX}));
    ck_assert_ptr_nonnull(arena_alloc(&arena, 8));
}
END_TEST

START_TEST(a_reset_keeps_the_newest_block) {
    arena_alloc(&arena, 100);
    arena_alloc(&arena, 10000);
    struct arena_block *newest = arena.block;
    arena_reset(&arena);
    ck_assert_ptr_eq(arena.block, newest);
    arena_alloc(&arena, 10000);
    ck_assert_ptr_eq(arena.block, newest);
}
END_TEST

START_TEST(an_empty_arena_can_be_reset_and_freed) {
    arena_reset(&arena);
    arena_free(&arena);
    ck_assert_ptr_nonnull(arena_alloc(&arena, 1));
}
END_TEST

int main(void) {
    TCase *tcase = tcase_create("arena");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, memory_is_zeroed_also_after_a_reset);
    tcase_add_test(tcase, every_place_fits_any_object);
    tcase_add_test(tcase, allocations_do_not_overlap);
    tcase_add_test(tcase, nothing_is_a_place_of_its_own);
    tcase_add_test(tcase, one_allocation_may_be_larger_than_any_block);
    tcase_add_test(tcase, a_copy_ends_with_a_nul);
    tcase_add_test(tcase, formatted_text_of_any_length_is_kept);
    tcase_add_test(tcase, a_size_that_cannot_be_gives_null);
    tcase_add_test(tcase, a_reset_keeps_the_newest_block);
    tcase_add_test(tcase, an_empty_arena_can_be_reset_and_freed);
    Suite *suite = suite_create("arena");
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
