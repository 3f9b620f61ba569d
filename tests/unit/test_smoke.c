/* SPDX-License-Identifier: MIT */
/* The shape of a unit test: one file a module, names that are sentences. */
#include <check.h>
#include <stdlib.h>

#include "rules/builtin.h"

START_TEST(every_builtin_ruleset_has_a_name_and_a_text) {
    for (size_t i = 0; i < rules_builtins_count; i++) {
        ck_assert_ptr_nonnull(rules_builtins[i].name);
        ck_assert_ptr_nonnull(rules_builtins[i].text);
        ck_assert_int_eq(rules_builtins[i].text[rules_builtins[i].size], '\0');
    }
}
END_TEST

START_TEST(the_table_ends_with_an_empty_entry) {
    ck_assert_ptr_null(rules_builtins[rules_builtins_count].name);
}
END_TEST

int main(void) {
    TCase *tcase = tcase_create("builtin");
    tcase_add_test(tcase, every_builtin_ruleset_has_a_name_and_a_text);
    tcase_add_test(tcase, the_table_ends_with_an_empty_entry);
    Suite *suite = suite_create("smoke");
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
