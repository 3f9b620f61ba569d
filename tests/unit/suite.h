/* SPDX-License-Identifier: MIT */
/* What every test program needs: it runs its suite. */
#ifndef XPGN_TESTS_SUITE_H
#define XPGN_TESTS_SUITE_H

#include <check.h>
#include <stdlib.h>

#include "core/base/slice.h"

/* An assertion of `check` is noted in a file each time it holds: too slow for long loops. */
#define HOLDS(condition, ...)                                                                      \
    do {                                                                                           \
        if (!(condition))                                                                          \
            ck_abort_msg(__VA_ARGS__);                                                             \
    } while (0)

/* Returns the exit status. */
static inline int run_suite(Suite *suite) {
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

#endif
