/* SPDX-License-Identifier: MIT */
/* SHA-256 against known hashes, and with and without the instructions for it. */
#include "base/cpu.h"
#include "base/sha2.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void hash_text(const char *text, size_t size, size_t part, char hex[2 * SHA2_BYTES + 1]) {
    struct sha2 s;
    uint8_t hash[SHA2_BYTES];
    sha2_begin(&s);
    for (size_t at = 0; at < size; at += part)
        sha2_put(&s, text + at, size - at < part ? size - at : part);
    sha2_end(&s, hash);
    for (int i = 0; i < SHA2_BYTES; i++)
        (void)snprintf(hex + (ptrdiff_t)2 * i, 3, "%02x", hash[i]);
}

/* The examples of FIPS 180-4, and a million times a. */
START_TEST(hashes_are_those_of_the_standard) {
    static char million[1000000];
    memset(million, 'a', sizeof million);
    const struct {
        const char *text;
        size_t size;
        const char *hash;
    } known[] = {{"", 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
                 {"abc", 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
                 {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56,
                  "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
                 {million, sizeof million,
                  "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"}};
    char hex[2 * SHA2_BYTES + 1];
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        hash_text(known[i].text, known[i].size, 77777, hex);
        ck_assert_str_eq(hex, known[i].hash);
    }
}
END_TEST

/* Every length up to four blocks, in parts of any size. */
START_TEST(parts_and_instructions_make_no_difference) {
    char text[256], whole[2 * SHA2_BYTES + 1], parts[2 * SHA2_BYTES + 1];
    unsigned flags = cpu_flags;
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (char)(i * 151 + 7);
    for (size_t size = 0; size <= sizeof text; size++) {
        cpu_flags = flags & ~(unsigned)CPU_SHA;
        hash_text(text, size, sizeof text, whole);
        cpu_flags = flags;
        hash_text(text, size, 1 + size % 67, parts);
        ck_assert_str_eq(whole, parts);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("sha2");
    TCase *tests = tcase_create("sha2");
    tcase_add_test(tests, hashes_are_those_of_the_standard);
    tcase_add_test(tests, parts_and_instructions_make_no_difference);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
