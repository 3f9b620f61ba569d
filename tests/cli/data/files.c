/* SPDX-License-Identifier: MIT */
/*
 * Preloaded, notes what is done to files, a word a line, on the file descriptor CALLS: chown,
 * chmod, sync, sync-all, rename, sync-folder; and lets the one of them fail that FAILS names.
 * Owners and permissions are changed by number only (fchown, fchmod).
 *
 * Of these calls, and of those that make a regular file or a folder, write to it, cut it down and
 * close it, the one of number FAIL_AT fails, as on a full disk, or a write is done by half first,
 * if FAIL_TORN is 1, and all that come after it fail too if FAIL_ON is 1. How many there were is
 * written to the file descriptor FAIL_COUNT at the end.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static long number;

static int is_set(const char *name) {
    const char *value = getenv(name);
    return value != NULL && *value == '1';
}

/* Counts a call; true if it has to fail. */
static int fails_by_number(void) {
    const char *at = getenv("FAIL_AT");
    long wanted = at != NULL ? atol(at) : 0, now = ++number;
    if (wanted == 0 || now < wanted || (now > wanted && !is_set("FAIL_ON")))
        return 0;
    errno = ENOSPC;
    return 1;
}

/* Notes a call; true if it has to fail. */
static int fails(const char *word) {
    const char *fd = getenv("CALLS"), *named = getenv("FAILS");
    if (fd != NULL)
        dprintf(atoi(fd), "%s\n", word);
    if (named == NULL || strcmp(named, word) != 0)
        return fails_by_number();
    errno = EPERM;
    return 1;
}

static int is_output(int fd) {
    struct stat st;
    return fstat(fd, &st) == 0 && S_ISREG(st.st_mode) &&
           (fcntl(fd, F_GETFL) & O_ACCMODE) != O_RDONLY;
}

int open(const char *path, int flags, ...) {
    int (*real)(const char *, int, ...) = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open");
    va_list args;
    va_start(args, flags);
    mode_t mode = flags & O_CREAT ? va_arg(args, mode_t) : 0;
    va_end(args);
    return flags & O_CREAT && fails_by_number() ? -1 : real(path, flags, mode);
}

int mkostemp(char *path, int flags) {
    int (*real)(char *, int) = (int (*)(char *, int))dlsym(RTLD_NEXT, "mkostemp");
    return fails_by_number() ? -1 : real(path, flags);
}

ssize_t write(int fd, const void *bytes, size_t size) {
    static int torn;
    ssize_t (*real)(int, const void *, size_t) =
        (ssize_t(*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
    if (!is_output(fd))
        return real(fd, bytes, size);
    if (!torn && !fails_by_number())
        return real(fd, bytes, size);
    if (torn || !is_set("FAIL_TORN") || size < 2) {
        torn = 0;
        errno = ENOSPC;
        return -1;
    }
    torn = 1; /* the other half does not get there */
    return real(fd, bytes, size / 2);
}

int ftruncate(int fd, off_t size) {
    int (*real)(int, off_t) = (int (*)(int, off_t))dlsym(RTLD_NEXT, "ftruncate");
    return fails_by_number() ? -1 : real(fd, size);
}

/* A temporary file has no name: with its descriptor its bytes are gone, as they should. */
static int is_temporary(int fd) {
    struct stat st;
    return fstat(fd, &st) == 0 && st.st_nlink == 0;
}

/* The descriptor is gone, whatever close says. */
int close(int fd) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "close");
    int lost = is_output(fd) && !is_temporary(fd) && fails_by_number();
    int result = real(fd);
    if (lost)
        errno = ENOSPC;
    return lost ? -1 : result;
}

__attribute__((destructor)) static void tell(void) {
    const char *fd = getenv("FAIL_COUNT");
    if (fd != NULL)
        dprintf(atoi(fd), "%ld\n", number);
}

int fchown(int fd, uid_t owner, gid_t group) {
    int (*real)(int, uid_t, gid_t) = (int (*)(int, uid_t, gid_t))dlsym(RTLD_NEXT, "fchown");
    return fails("chown") ? -1 : real(fd, owner, group);
}

int fchmod(int fd, mode_t mode) {
    int (*real)(int, mode_t) = (int (*)(int, mode_t))dlsym(RTLD_NEXT, "fchmod");
    return fails("chmod") ? -1 : real(fd, mode);
}

int mkdir(const char *path, mode_t mode) {
    int (*real)(const char *, mode_t) = (int (*)(const char *, mode_t))dlsym(RTLD_NEXT, "mkdir");
    return fails_by_number() ? -1 : real(path, mode);
}

int fsync(int fd) {
    struct stat st;
    int folder = fstat(fd, &st) == 0 && S_ISDIR(st.st_mode);
    return fails(folder ? "sync-folder" : "sync") ? -1 : 0;
}

int rename(const char *from, const char *to) {
    int (*real)(const char *, const char *) =
        (int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename");
    return fails("rename") ? -1 : real(from, to);
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
    int (*real)(int, const char *, int, const char *, unsigned) =
        (int (*)(int, const char *, int, const char *, unsigned))dlsym(RTLD_NEXT, "renameat2");
    return fails("rename") ? -1 : real(from_folder, from, to_folder, to, flags);
}

int syncfs(int fd) {
    (void)fd;
    return fails("sync-all") ? -1 : 0;
}
