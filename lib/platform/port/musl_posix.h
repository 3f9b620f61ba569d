/* SPDX-License-Identifier: MIT */
/* Declares what musl lacks; included before each of our files. */
#ifndef MUSL_POSIX_H
#define MUSL_POSIX_H

#include <sys/syscall.h>

#define RENAME_NOREPLACE 1u
long syscall(long number, ...);

static inline int renameat2(int from_folder, const char *from, int to_folder, const char *to,
                            unsigned how) {
    return (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, how);
}

#endif
