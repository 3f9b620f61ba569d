/* SPDX-License-Identifier: MIT */
/*
 * Preloaded, lets an allocation fail: the one of number FAIL_AT, and all after it if FAIL_ON is 1.
 * How many there were is written to the file descriptor FAIL_COUNT at the end.
 */
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_calloc(size_t count, size_t size);

static atomic_long number;

static int fails(void) {
    const char *at = getenv("FAIL_AT");
    const char *on = getenv("FAIL_ON");
    long wanted = at != NULL ? atol(at) : 0, now = ++number;
    if (wanted == 0 || now < wanted || (now > wanted && (on == NULL || *on != '1')))
        return 0;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size) {
    return fails() ? NULL : __libc_malloc(size);
}

void *realloc(void *old, size_t size) {
    return fails() ? NULL : __libc_realloc(old, size);
}

void *calloc(size_t count, size_t size) {
    return fails() ? NULL : __libc_calloc(count, size);
}

/* Takes time, and what a crash would leave is not looked at here. */
int fsync(int fd) {
    (void)fd;
    return 0;
}

__attribute__((destructor)) static void tell(void) {
    char text[24];
    const char *fd = getenv("FAIL_COUNT");
    int size = snprintf(text, sizeof text, "%ld\n", (long)number);
    if (fd != NULL && write(atoi(fd), text, (size_t)size) != size)
        _exit(99);
}
