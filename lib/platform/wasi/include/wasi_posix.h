/* SPDX-License-Identifier: MIT */
/* Declares what wasi-libc lacks in stdlib.h, stdio.h and sys/stat.h; included before each file. */
#ifndef WASI_POSIX_H
#define WASI_POSIX_H

#include <stdio.h>
#include <sys/types.h>

/* Returns the absolute path without `.`, `..` and double slashes, which the caller frees; NULL if
   the file does not exist or out of memory. Symbolic links are not resolved; `room` is NULL. */
char *realpath(const char *path, char *room);

/* There is a single thread, and there are no permissions. */
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
