/* SPDX-License-Identifier: MIT */
/*
 * Preloaded, notes what is done to files, a word a line, on the file descriptor CALLS: chown,
 * chmod, sync, sync-all, rename, sync-folder; and lets the one of them fail that FAILS names.
 * Owners and permissions are changed by number only (fchown, fchmod).
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Notes a call; true if it has to fail. */
static int fails(const char *word) {
    const char *fd = getenv("CALLS"), *named = getenv("FAILS");
    if (fd != NULL)
        dprintf(atoi(fd), "%s\n", word);
    if (named == NULL || strcmp(named, word) != 0)
        return 0;
    errno = EPERM;
    return 1;
}

int fchown(int fd, uid_t owner, gid_t group) {
    int (*real)(int, uid_t, gid_t) = (int (*)(int, uid_t, gid_t))dlsym(RTLD_NEXT, "fchown");
    return fails("chown") ? -1 : real(fd, owner, group);
}

int fchmod(int fd, mode_t mode) {
    int (*real)(int, mode_t) = (int (*)(int, mode_t))dlsym(RTLD_NEXT, "fchmod");
    return fails("chmod") ? -1 : real(fd, mode);
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
