/* SPDX-License-Identifier: MIT */
/* What nearly every test program needs: it runs its suite, and finds rulesets and positions. */
#ifndef XPGN_TESTS_SUITE_H
#define XPGN_TESTS_SUITE_H

#include <check.h>
#include <stdlib.h>
#include <xpgn/rulesets.h>

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

static inline const xpgn_ruleset *ruleset_in(xpgn_catalog *rules, const char *id,
                                             const char *options) {
    const xpgn_ruleset *rs = NULL;
    xpgn_slice unknown;
    ck_assert_int_eq(xpgn_catalog_find(rules, slice_of(id), slice_of(options), &rs, &unknown),
                     XPGN_OK);
    return rs;
}

static inline xpgn_position position_of(const xpgn_ruleset *rs, const char *xfen) {
    xpgn_position p;
    ck_assert_msg(xpgn_position_read(rs, slice_of(xfen), &p, NULL) == XPGN_OK, "%s", xfen);
    return p;
}

#endif
