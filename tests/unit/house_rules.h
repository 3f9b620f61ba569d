/* SPDX-License-Identifier: MIT */
/* Rulesets as a user writes them: YAML that a test states, loaded from a file. */
#ifndef XPGN_TESTS_HOUSE_RULES_H
#define XPGN_TESTS_HOUSE_RULES_H

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "temp_path.h"
#include <xpgn/rulesets.h>

/* Loads the text, through a file. */
static inline xpgn_status house_load(xpgn_catalog *rules, const char *yaml) {
    char path[TEMP_PATH];
    temp_path(path, "house");
    int fd = mkstemp(path);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(write(fd, yaml, strlen(yaml)), (ssize_t)strlen(yaml));
    close(fd);
    xpgn_status status = xpgn_catalog_load(rules, path, NULL);
    unlink(path);
    return status;
}

/* The same, of a text without a fault; what is only hardly meant is none. */
static inline void house_rules(xpgn_catalog *rules, const char *yaml) {
    size_t count;
    xpgn_status status = house_load(rules, yaml);
    const xpgn_finding *list = xpgn_catalog_findings(rules, &count);
    while (count > 0 && list[count - 1].level == XPGN_LINT)
        count--;
    ck_assert_msg(status == XPGN_OK && count == 0, "%s", count > 0 ? list[0].text : "no finding");
}

#endif
