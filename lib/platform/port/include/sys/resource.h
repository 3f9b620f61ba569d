/* SPDX-License-Identifier: MIT */
/* There are no core dumps to limit. */
#ifndef PORT_RESOURCE_H
#define PORT_RESOURCE_H

struct rlimit {
    unsigned long rlim_cur, rlim_max;
};
enum { RLIMIT_CORE };

static inline int setrlimit(int resource, const struct rlimit *limit) {
    (void)resource, (void)limit;
    return 0;
}

#endif
