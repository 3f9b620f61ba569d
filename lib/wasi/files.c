/* SPDX-License-Identifier: MIT */
/* In the place of tools/cli/files.c. What WASI lacks: owners and permissions, files without a name,
   locks (there is one process), and a promise about crashes beyond that of one file. */
#include "cli/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int files_open(const char *path, int flags, mode_t mode) {
    return open(path, flags, mode);
}

int files_make_temporary(char *path) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";
    char *name = path + strlen(path) - 6;
    for (unsigned tries = 0; tries < 64; tries++) {
        unsigned char random[6];
        if (getentropy(random, sizeof random) != 0)
            return -1;
        for (unsigned i = 0; i < sizeof random; i++)
            name[i] = letters[random[i] % 32];
        int fd = open(path, O_RDWR | O_CREAT | O_EXCL, 0600);
        if (fd >= 0 || errno != EEXIST)
            return fd;
    }
    return -1;
}

int files_make_unnamed(const char *folder) {
    (void)folder;
    errno = EOPNOTSUPP;
    return -1;
}

bool files_make_folder(const char *path) {
    return mkdir(path, 0777) == 0;
}

bool files_close(int fd) {
    return fd < 0 || close(fd) == 0;
}

bool files_write(int fd, const void *bytes, size_t size) {
    const char *p = bytes;
    while (size > 0) {
        ssize_t n = write(fd, p, size);
        if (n < 0)
            return false;
        p += n;
        size -= (size_t)n;
    }
    return true;
}

bool files_cut(int fd, off_t size) {
    return ftruncate(fd, size) == 0;
}

bool files_sync(int fd) {
    return fsync(fd) == 0 || errno == EINVAL || errno == ENOTSUP;
}

bool files_sync_all(const char *path) {
    (void)path;
    return true;
}

bool files_sync_folder(const char *path) {
    (void)path;
    return true;
}

/* No other process can take the name between the look and the renaming. */
bool files_rename(const char *from, const char *to, bool free) {
    struct stat st;
    if (free && lstat(to, &st) == 0) {
        errno = EEXIST;
        return false;
    }
    return rename(from, to) == 0;
}

bool files_remove(const char *path) {
    return unlink(path) == 0;
}

bool files_lock(int fd) {
    (void)fd;
    return true;
}

bool files_set_owner(int fd, uid_t user, gid_t group) {
    (void)fd, (void)user, (void)group;
    return true;
}

bool files_set_mode(int fd, mode_t mode) {
    (void)fd, (void)mode;
    return true;
}

bool files_may_write(const char *path, mode_t mode) {
    (void)path, (void)mode;
    return true;
}
