/* SPDX-License-Identifier: MIT */
/* Replaces tools/frame/disk_calls.c, together with lib/platform/port/ported_files.c. WASI lacks
   owners, permissions, unnamed files and locks (there is only one process), and for crashes it
   promises nothing but the sync of a single file. */
#include "frame/disk_calls.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int files_open(const char *path, int flags, mode_t mode) {
    return open(path, flags, mode);
}

int files_make_unnamed(const char *folder) {
    (void)folder;
    errno = EOPNOTSUPP;
    return -1;
}

bool files_make_folder(const char *path) {
    return mkdir(path, 0777) == 0;
}

bool files_sync(int fd) {
    return fsync(fd) == 0 || errno == EINVAL || errno == ENOTSUP;
}

/* With one process, no other can take the name between the check and the rename. */
bool files_rename(const char *from, const char *to, bool free) {
    struct stat st;
    if (free && lstat(to, &st) == 0) {
        errno = EEXIST;
        return false;
    }
    return rename(from, to) == 0;
}

bool files_lock(int fd) {
    (void)fd;
    return true;
}

bool files_may_write(const char *path, mode_t mode) {
    (void)path, (void)mode;
    return true;
}
