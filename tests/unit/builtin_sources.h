/* SPDX-License-Identifier: MIT */
/* The sources of the shipped rulesets, and the log of what is found in a file. */
#ifndef XPGN_TESTS_BUILTIN_SOURCES_H
#define XPGN_TESTS_BUILTIN_SOURCES_H

#include <string.h>

#include "core/rules/builtin.h"
#include "core/rules/ruleset_loader.h"
#include "suite.h"

static struct log log_of, *const file_log = &log_of;

static inline void setup(void) {
    log_init(file_log);
}

static inline void teardown(void) {
    log_free_parts(file_log);
}

/* The source of an id, parsed once; a parent_finder. */
static inline const struct rules_source *builtin(void *context, const char *id) {
    static struct rules_source *known[16];
    (void)context;
    for (size_t i = 0; i < rules_builtins_count; i++) {
        xpgn_slice text = {rules_builtins[i].text, rules_builtins[i].size};
        if (strcmp(rules_builtins[i].name, id) != 0)
            continue;
        if (!known[i])
            ck_assert_int_eq(rules_source_parse(&known[i], text, builtin, NULL, file_log), XPGN_OK);
        return known[i];
    }
    return NULL;
}

#endif
