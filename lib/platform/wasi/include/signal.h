/* SPDX-License-Identifier: MIT */
/* WASI delivers no signals: handlers are accepted but never run. */
#ifndef WASI_SIGNAL_H
#define WASI_SIGNAL_H

#include <__typedef_sigset_t.h>
#include_next <signal.h>

struct sigaction {
    void (*sa_handler)(int);
    sigset_t sa_mask;
    int sa_flags;
};
enum { SIG_BLOCK, SIG_UNBLOCK, SIG_SETMASK };
enum { SA_RESTART = 1 };

static inline int sigemptyset(sigset_t *set) {
    *set = 0;
    return 0;
}
static inline int sigaddset(sigset_t *set, int number) {
    (void)set, (void)number;
    return 0;
}
static inline int sigaction(int number, const struct sigaction *act, struct sigaction *old) {
    (void)number, (void)act;
    if (old)
        old->sa_handler = SIG_DFL;
    return 0;
}
static inline int pthread_sigmask(int how, const sigset_t *set, sigset_t *before) {
    (void)how, (void)set;
    if (before)
        *before = 0;
    return 0;
}

#endif
