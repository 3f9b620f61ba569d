/* SPDX-License-Identifier: MIT */
/* With lib/port/files.c in the place of tools/cli/files.c. What WASI lacks: owners and permissions,
   files without a name, locks (there is one process), and a promise about crashes beyond that of
   one file. */
#include "cli/files.h"

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

/* No other process can take the name between the look and the renaming. */
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
