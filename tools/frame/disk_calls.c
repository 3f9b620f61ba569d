/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* syncfs, flock, O_TMPFILE */
#include "frame/disk_calls.h"
#include "frame/file_paths.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

int files_open(const char *path, int flags, mode_t mode) {
    int fd;
    do
        fd = open(path, flags | O_CLOEXEC | O_NOCTTY, mode);
    while (fd < 0 && errno == EINTR);
    return fd;
}

int files_make_temporary(char *path) {
    char *letters = path + strlen(path) - 6;
    int fd;
    do {
        memset(letters, 'X', 6); /* a name that was tried is left there */
        fd = mkostemp(path, O_CLOEXEC);
    } while (fd < 0 && errno == EINTR);
    return fd;
}

bool files_make_folder(const char *path) {
    return mkdir(path, 0777) == 0;
}

int files_make_unnamed(const char *folder) {
    int fd;
    do
        fd = open(folder, O_TMPFILE | O_RDWR | O_EXCL | O_CLOEXEC, 0600);
    while (fd < 0 && errno == EINTR);
    return fd;
}

bool files_close(int fd) {
    return fd < 0 || close(fd) == 0 || errno == EINTR; /* it is closed nevertheless */
}

bool files_write(int fd, const void *bytes, size_t size) {
    const char *p = bytes;
    while (size > 0) {
        ssize_t n = write(fd, p, size);
        if (n < 0 && errno != EINTR)
            return false;
        p += n > 0 ? n : 0;
        size -= n > 0 ? (size_t)n : 0;
    }
    return true;
}

bool files_cut(int fd, off_t size) {
    int failed;
    do
        failed = ftruncate(fd, size);
    while (failed != 0 && errno == EINTR);
    return failed == 0;
}

static bool repeat_sync(int fd, int (*sync)(int fd)) {
    int failed;
    do
        failed = sync(fd);
    while (failed != 0 && errno == EINTR);
    return failed == 0;
}

bool files_sync(int fd) {
    return repeat_sync(fd, fsync);
}

/* Runs one of fsync and syncfs on the folder of a file. */
static bool sync_through_folder(const char *path, int (*sync)(int fd)) {
    char folder[PATH_MAX];
    int fd = path_folder(path, folder) ? files_open(folder, O_RDONLY | O_DIRECTORY, 0) : -1;
    bool good = fd >= 0 && repeat_sync(fd, sync);
    int error = errno;
    if (fd >= 0)
        (void)close(fd);
    errno = error;
    return good;
}

bool files_sync_all(const char *path) {
    return sync_through_folder(path, syncfs);
}

bool files_sync_folder(const char *path) {
    return sync_through_folder(path, fsync) || errno == EINVAL || errno == ENOTSUP ||
           errno == EACCES;
}

/* Some file systems do not support RENAME_NOREPLACE; there the name is checked beforehand. */
static bool rename_free(const char *from, const char *to) {
    struct stat st;
    if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0)
        return true;
    if (errno != EINVAL && errno != ENOSYS)
        return false;
    if (lstat(to, &st) == 0) {
        errno = EEXIST;
        return false;
    }
    return rename(from, to) == 0;
}

bool files_rename(const char *from, const char *to, bool free) {
    return free ? rename_free(from, to) : rename(from, to) == 0;
}

bool files_remove(const char *path) {
    return unlink(path) == 0;
}

bool files_lock(int fd) {
    int failed;
    do
        failed = flock(fd, LOCK_EX | LOCK_NB);
    while (failed != 0 && errno == EINTR);
    return failed == 0;
}

bool files_set_owner(int fd, uid_t user, gid_t group) {
    return fchown(fd, user, group) == 0;
}

bool files_set_mode(int fd, mode_t mode) {
    return fchmod(fd, mode) == 0;
}

bool files_may_write(const char *path, mode_t mode) {
    return (mode & 0222) != 0 && faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0;
}
