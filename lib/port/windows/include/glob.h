/* SPDX-License-Identifier: MIT */
#ifndef WINDOWS_GLOB_H
#define WINDOWS_GLOB_H

#include <stddef.h>

typedef struct glob_t {
    size_t gl_pathc;
    char **gl_pathv;
} glob_t;
enum { GLOB_NOSPACE = 1, GLOB_NOMATCH };
/* The paths that fit a pattern, whose last name alone has wildcards, in the order of their bytes.
 */
int glob(const char *pattern, int flags, void *unused, glob_t *found);
void globfree(glob_t *found);

#endif
