/* SPDX-License-Identifier: MIT */
/*
 * Preloaded, a disk that fails: for the file $TORN_FILE while there is a file "torn", whose words
 * say what fails, "write" (after five bytes), "sync", "cut"; or the change number $DISK_AT of all
 * that are made, and those after it if $DISK_ON is 1. How many there were is written to the file
 * descriptor $DISK_COUNT at the end.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static long changes;

/* Is this the change that fails? */
static int is_due(void) {
    const char *at = getenv("DISK_AT"), *on = getenv("DISK_ON");
    long wanted = at != NULL ? atol(at) : 0, now = ++changes;
    return wanted > 0 && (now == wanted || (now > wanted && on != NULL && *on == '1'));
}

/* Does the file "torn" say so? */
static int is_torn(const struct stat *here, const char *word) {
    char text[64] = "";
    const char *name = getenv("TORN_FILE");
    struct stat there;
    FILE *f = name != NULL && stat(name, &there) == 0 && here->st_dev == there.st_dev &&
                      here->st_ino == there.st_ino
                  ? fopen("torn", "r")
                  : NULL;
    if (f == NULL)
        return 0;
    if (fgets(text, sizeof text, f) == NULL)
        *text = '\0';
    (void)fclose(f);
    return strstr(text, word) != NULL;
}

static int fails(int fd, const char *word) {
    struct stat st;
    int before = errno,
        is_file = fstat(fd, &st) == 0 && (S_ISREG(st.st_mode) || S_ISDIR(st.st_mode));
    int failed = is_file && (is_due() || is_torn(&st, word));
    errno = failed ? ENOSPC : before;
    return failed;
}

/* What is begun is told first, then that it fails. */
ssize_t write(int fd, const void *bytes, size_t size) {
    static int begun;
    ssize_t (*real)(int, const void *, size_t) =
        (ssize_t(*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
    begun = !begun && fails(fd, "write") ? 1 : begun ? 2 : 0;
    if (begun == 2) {
        begun = 0;
        errno = ENOSPC;
        return -1;
    }
    return real(fd, bytes, begun && size > 5 ? 5 : size);
}

int fsync(int fd) {
    return fails(fd, "sync") ? -1 : 0;
}

int ftruncate(int fd, off_t size) {
    int (*real)(int, off_t) = (int (*)(int, off_t))dlsym(RTLD_NEXT, "ftruncate");
    return fails(fd, "cut") ? -1 : real(fd, size);
}

int rename(const char *from, const char *to) {
    int (*real)(const char *, const char *) =
        (int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename");
    if (!is_due())
        return real(from, to);
    errno = ENOSPC;
    return -1;
}

__attribute__((destructor)) static void tell(void) {
    char text[24];
    const char *fd = getenv("DISK_COUNT");
    int size = snprintf(text, sizeof text, "%ld\n", changes);
    ssize_t (*real)(int, const void *, size_t) =
        (ssize_t(*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
    if (fd != NULL && real(atoi(fd), text, (size_t)size) != size)
        _exit(99);
}
