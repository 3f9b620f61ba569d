/* SPDX-License-Identifier: MIT */
/* WASI has a single thread: locks do nothing, and pthread_create returns EAGAIN. */
#ifndef WASI_PTHREAD_H
#define WASI_PTHREAD_H

#include <errno.h>
#include <signal.h>
#include <stddef.h>

/* wasi-libc declares the POSIX types, but nothing that uses them. */
#define pthread_t wasi_thread
#define pthread_mutex_t wasi_mutex
#define pthread_cond_t wasi_condition
typedef int wasi_thread, wasi_mutex, wasi_condition;

#define PTHREAD_MUTEX_INITIALIZER 0
enum { PTHREAD_CANCEL_ENABLE, PTHREAD_CANCEL_DISABLE };

static inline int pthread_create(pthread_t *thread, const void *attributes, void *(*start)(void *),
                                 void *argument) {
    (void)thread, (void)attributes, (void)start, (void)argument;
    return EAGAIN;
}
static inline int pthread_join(pthread_t thread, void **value) {
    (void)thread, (void)value;
    return 0;
}
static inline int pthread_cancel(pthread_t thread) {
    (void)thread;
    return 0;
}
static inline int pthread_setcancelstate(int state, int *before) {
    (void)state, (void)before;
    return 0;
}
static inline int pthread_mutex_init(pthread_mutex_t *m, const void *attributes) {
    (void)m, (void)attributes;
    return 0;
}
static inline int pthread_mutex_lock(pthread_mutex_t *m) {
    (void)m;
    return 0;
}
static inline int pthread_mutex_unlock(pthread_mutex_t *m) {
    (void)m;
    return 0;
}
static inline int pthread_mutex_destroy(pthread_mutex_t *m) {
    (void)m;
    return 0;
}
static inline int pthread_cond_init(pthread_cond_t *c, const void *attributes) {
    (void)c, (void)attributes;
    return 0;
}
static inline int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m) {
    (void)c, (void)m;
    return 0;
}
static inline int pthread_cond_signal(pthread_cond_t *c) {
    (void)c;
    return 0;
}
static inline int pthread_cond_broadcast(pthread_cond_t *c) {
    (void)c;
    return 0;
}
static inline int pthread_cond_destroy(pthread_cond_t *c) {
    (void)c;
    return 0;
}

#endif
