/* SPDX-License-Identifier: MIT */
/* Names for mkstemp and mkdtemp. */
#ifndef XPGN_TESTS_TEMP_PATH_H
#define XPGN_TESTS_TEMP_PATH_H

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

enum { TEMP_PATH = 256 };

/* A template that begins with `name`, in the folder that is meant for such files. */
static inline void temp_path(char path[TEMP_PATH], const char *name) {
    const char *folder = getenv("TMPDIR");
    int size =
        snprintf(path, TEMP_PATH, "%s/xpgn-%s-XXXXXX", folder != NULL ? folder : "/tmp", name);
    ck_assert_msg(size > 0 && size < TEMP_PATH, "TMPDIR is too long");
}

#endif
