/* SPDX-License-Identifier: MIT */
/*
 * Preloaded, lets another program act while this one runs: before the call of number MEANWHILE_AT
 * (default 1) among those of the kind MEANWHILE_CALL - sync: of a file, not of a folder; read: of
 * bytes of the file MEANWHILE_FILE - it runs the shell command MEANWHILE.
 *
 * MEANWHILE_TIMES: every file has these seconds since 1970 as its times, as if nothing took any
 * time. MEANWHILE_INODE: and this number, as on a system that has none.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int is_due(const char *call) {
    static long number;
    const char *wanted = getenv("MEANWHILE_CALL"), *at = getenv("MEANWHILE_AT");
    return wanted != NULL && strcmp(wanted, call) == 0 && ++number == (at != NULL ? atol(at) : 1);
}

static void act(void) {
    unsetenv("LD_PRELOAD");
    if (system(getenv("MEANWHILE")) != 0) /* NOLINT(cert-env33-c): the test has written it */
        abort();
}

static void disguise(struct stat *st) {
    const char *times = getenv("MEANWHILE_TIMES"), *inode = getenv("MEANWHILE_INODE");
    if (times != NULL)
        st->st_mtim = st->st_ctim = (struct timespec){atol(times), 0};
    if (inode != NULL)
        st->st_ino = (ino_t)atol(inode);
}

#define STAT(name, type)                                                                           \
    int name(type file, struct stat *st) {                                                         \
        int (*real)(type, struct stat *) = (int (*)(type, struct stat *))dlsym(RTLD_NEXT, #name);  \
        int failed = real(file, st);                                                               \
        if (failed == 0)                                                                           \
            disguise(st);                                                                          \
        return failed;                                                                             \
    }
STAT(fstat, int)
STAT(stat, const char *)
STAT(lstat, const char *)

int fsync(int fd) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
    struct stat st;
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && is_due("sync"))
        act();
    return real(fd);
}

static int is_watched(int fd) {
    struct stat st, file;
    const char *name = getenv("MEANWHILE_FILE");
    return name != NULL && fstat(fd, &st) == 0 && stat(name, &file) == 0 &&
           st.st_dev == file.st_dev && st.st_ino == file.st_ino;
}

ssize_t read(int fd, void *bytes, size_t size) {
    ssize_t (*real)(int, void *, size_t) =
        (ssize_t(*)(int, void *, size_t))dlsym(RTLD_NEXT, "read");
    if (is_watched(fd) && is_due("read"))
        act();
    return real(fd, bytes, size);
}
