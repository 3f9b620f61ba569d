/* SPDX-License-Identifier: MIT */
/* Preloaded, a clock that goes on by a fifth of a second each time somebody looks at it. */
#include <time.h>

int clock_gettime(clockid_t id, struct timespec *now) {
    static long looks;
    (void)id;
    looks++;
    *now = (struct timespec){.tv_sec = looks / 5, .tv_nsec = looks % 5 * 200000000};
    return 0;
}
