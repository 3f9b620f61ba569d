/* SPDX-License-Identifier: MIT */
/* Plain chess by two walks: one that is told everything, one for the verdict, which may be fast. */
#ifndef XPGN_TESTS_TWO_WALKS_H
#define XPGN_TESTS_TWO_WALKS_H

#include <xpgn/walk.h>

#include "position_fixture.h"
#include "suite.h"

static xpgn_catalog *rules;
static const xpgn_ruleset *chess;
static xpgn_walk *full[2], *verdict[2]; /* [variations skipped] */

static inline void walks_of(bool repair) {
    ck_assert_int_eq(xpgn_catalog_new(&rules), XPGN_OK);
    chess = ruleset_in(rules, "", "");
    for (int skip = 0; skip < 2; skip++) {
        xpgn_walk_options options = {XPGN_WALK_OPTIONS, .skip_variations = skip != 0,
                                     .repair = repair ? &xpgn_repair : NULL};
        ck_assert_int_eq(xpgn_walk_new(&full[skip], rules, &options), XPGN_OK);
        options.detail = XPGN_VERDICT;
        ck_assert_int_eq(xpgn_walk_new(&verdict[skip], rules, &options), XPGN_OK);
    }
}

static inline void walks_new(void) {
    walks_of(false);
}

static inline void walks_free(void) {
    for (int skip = 0; skip < 2; skip++) {
        xpgn_walk_free(full[skip]);
        xpgn_walk_free(verdict[skip]);
    }
    xpgn_catalog_free(rules);
}

#endif
