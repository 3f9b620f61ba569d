/* SPDX-License-Identifier: MIT */
/* The part of tools/frame/disk_calls.c shared by platforms without owners, without signals that
   interrupt a call, and without a way to sync a folder. */
#include "ported_files.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

int port_open_free(char *path, int flags) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";
    char *name = path + strlen(path) - 6;
    for (unsigned tries = 0; tries < 64; tries++) {
        unsigned char random[6];
        if (getentropy(random, sizeof random) != 0)
            return -1;
        for (unsigned i = 0; i < sizeof random; i++)
            name[i] = letters[random[i] % 32];
        int fd = files_open(path, O_RDWR | O_CREAT | O_EXCL | flags, 0600);
        if (fd >= 0 || errno != EEXIST)
            return fd;
    }
    return -1;
}

int files_make_temporary(char *path) {
    return port_open_free(path, 0);
}

bool files_close(int fd) {
    return fd < 0 || close(fd) == 0;
}

bool files_write(int fd, const void *bytes, size_t size) {
    enum { MOST = 1 << 20 }; /* Windows takes an unsigned, not a size_t */
    const char *p = bytes;
    while (size > 0) {
        ssize_t n = write(fd, p, size < MOST ? (unsigned)size : MOST);
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

bool files_sync_all(const char *path) {
    (void)path;
    return true;
}

bool files_sync_folder(const char *path) {
    (void)path;
    return true;
}

bool files_remove(const char *path) {
    return unlink(path) == 0;
}

bool files_set_owner(int fd, uid_t user, gid_t group) {
    (void)fd, (void)user, (void)group;
    return true;
}

bool files_set_mode(int fd, mode_t mode) {
    (void)fd, (void)mode;
    return true;
}
