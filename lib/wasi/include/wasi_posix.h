/* SPDX-License-Identifier: MIT */
/* What the C library of WASI lacks of stdlib.h, stdio.h and sys/stat.h; included before each file.
 */
#ifndef WASI_POSIX_H
#define WASI_POSIX_H

#include <stdio.h>
#include <sys/types.h>

/* The path without `.`, `..` and double slashes, from the root on, if there is such a file; links
   are not followed. The caller frees it. */
char *realpath(const char *path, char *room);

/* One thread has all streams, and there are no permissions. */
static inline void flockfile(FILE *f) {
    (void)f;
}
static inline void funlockfile(FILE *f) {
    (void)f;
}
static inline mode_t umask(mode_t mask) {
    (void)mask;
    return 0;
}

#endif
