/* SPDX-License-Identifier: MIT */
/* Rulesets and positions by what a test writes for them. */
#ifndef XPGN_TESTS_POSITION_FIXTURE_H
#define XPGN_TESTS_POSITION_FIXTURE_H

#include <check.h>
#include <xpgn/rulesets.h>

#include "core/base/slice.h"

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
