/* SPDX-License-Identifier: MIT */
/* What fuzzers of records share. */
#ifndef XPGN_TESTS_FUZZ_H
#define XPGN_TESTS_FUZZ_H

#include <stdio.h>
#include <stdlib.h>

#include <xpgn/base.h>
#include <xpgn/rulesets.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What must hold of the text. */
static inline void check(bool good, const char *what, xpgn_slice text) {
    if (good)
        return;
    fprintf(stderr, "%s:\n%.*s\n", what, (int)text.size, text.data);
    abort();
}

static inline void must(bool good, const char *what) {
    check(good, what, (xpgn_slice){"", 0});
}

static inline bool inside(xpgn_slice part, xpgn_slice whole) {
    return part.data == NULL ||
           (part.data >= whole.data && part.data + part.size <= whole.data + whole.size);
}

/* All rulesets, loaded once. */
static inline xpgn_catalog *rules(void) {
    static xpgn_catalog *catalog;
    if (catalog == NULL && xpgn_catalog_new(&catalog) != XPGN_OK)
        abort();
    return catalog;
}

#endif
