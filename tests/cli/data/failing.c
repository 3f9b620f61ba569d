/* SPDX-License-Identifier: MIT */
/*
 * Preloaded, lets an allocation fail: the one of number FAIL_AT, and all after it if FAIL_ON is 1.
 * How many there were is written to the file descriptor FAIL_COUNT at the end, to FAIL_LEFT how
 * many were not freed. What the loader keeps of libraries and threads does not count.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_calloc(size_t count, size_t size);

void __libc_free(void *old);

static atomic_long number, left;
static _Thread_local int loading;

static int fails(void) {
    const char *at = getenv("FAIL_AT");
    const char *on = getenv("FAIL_ON");
    long wanted = at != NULL ? atol(at) : 0, now = ++number;
    if (wanted == 0 || now < wanted || (now > wanted && (on == NULL || *on != '1')))
        return 0;
    errno = ENOMEM;
    return 1;
}

static void *counted(void *made) {
    left += made != NULL && !loading;
    return made;
}

void *malloc(size_t size) {
    return fails() ? NULL : counted(__libc_malloc(size));
}

void *realloc(void *old, size_t size) {
    return fails()       ? NULL
           : old != NULL ? __libc_realloc(old, size)
                         : counted(__libc_realloc(old, size));
}

void *calloc(size_t count, size_t size) {
    return fails() ? NULL : counted(__libc_calloc(count, size));
}

void free(void *old) {
    left -= old != NULL && !loading;
    __libc_free(old);
}

void *dlopen(const char *file, int mode) {
    void *(*next)(const char *, int) = (void *(*)(const char *, int))dlsym(RTLD_NEXT, "dlopen");
    loading++;
    void *library = next(file, mode);
    loading--;
    return library;
}

int dlclose(void *library) {
    int (*next)(void *) = (int (*)(void *))dlsym(RTLD_NEXT, "dlclose");
    loading++;
    int error = next(library);
    loading--;
    return error;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*main)(void *), void *arg) {
    int (*next)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) =
        (int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *))dlsym(
            RTLD_NEXT, "pthread_create");
    loading++;
    int error = next(thread, how, main, arg);
    loading--;
    return error;
}

/* Takes time, and what a crash would leave is not looked at here. */
int fsync(int fd) {
    (void)fd;
    return 0;
}

static void tell(const char *variable, long value) {
    char text[24];
    const char *fd = getenv(variable);
    int size = snprintf(text, sizeof text, "%ld\n", value);
    if (fd != NULL && write(atoi(fd), text, (size_t)size) != size)
        _exit(99);
}

__attribute__((destructor)) static void tell_all(void) {
    tell("FAIL_COUNT", number);
    tell("FAIL_LEFT", left);
}
