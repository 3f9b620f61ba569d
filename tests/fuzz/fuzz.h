/* SPDX-License-Identifier: MIT */
/* What fuzzers of records share. */
#ifndef XPGN_TESTS_FUZZ_H
#define XPGN_TESTS_FUZZ_H

#include <stdio.h>
#include <stdlib.h>

#include "xpgn.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What must hold of the text. */
static inline void check(bool good, const char *what, xpgn_slice text) {
    if (good)
        return;
    fprintf(stderr, "%s:\n%.*s\n", what, (int)text.size, text.data);
    abort();
}

/* All rulesets, loaded once. */
static inline xpgn_catalog *rules(void) {
    static xpgn_catalog *catalog;
    if (catalog == NULL && xpgn_catalog_new(&catalog) != XPGN_OK)
        abort();
    return catalog;
}

#endif
