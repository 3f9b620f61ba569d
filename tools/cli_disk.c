/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* realpath */
#include "cli_disk.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The folder of a file, with its slash; it needs no memory, of which there may be none. */
static bool folder_of(const char *path, char folder[PATH_MAX]) {
    const char *slash = strrchr(path, '/');
    int size = slash != NULL ? snprintf(folder, PATH_MAX, "%.*s", (int)(slash + 1 - path), path)
                             : snprintf(folder, PATH_MAX, "./");
    errno = size < PATH_MAX ? errno : ENAMETOOLONG;
    return size < PATH_MAX;
}

/* The real path of the folder and the name, for a file that is not there. */
static char *name_in_folder(const char *path) {
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    char folder[PATH_MAX];
    char *real = folder_of(path, folder) ? realpath(folder, NULL) : NULL;
    size_t size = real != NULL ? strlen(real) + strlen(name) + 2 : 0;
    char *whole = size > 0 ? malloc(size) : NULL;
    if (whole != NULL)
        (void)snprintf(whole, size, "%s/%s", strcmp(real, "/") == 0 ? "" : real, name);
    free(real);
    return whole;
}

char *cli_real_path(const char *path) {
    char *real = realpath(path, NULL);
    return real != NULL ? real : name_in_folder(path);
}

bool cli_write_all(int fd, const char *bytes, size_t size) {
    while (size > 0) {
        ssize_t n = write(fd, bytes, size);
        if (n < 0 && errno != EINTR)
            return false;
        bytes += n > 0 ? n : 0;
        size -= n > 0 ? (size_t)n : 0;
    }
    return true;
}

bool cli_sync_folder(const char *path) {
    char folder[PATH_MAX];
    int fd = folder_of(path, folder) ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    bool good = fd >= 0 && (fsync(fd) == 0 || errno == EINVAL || errno == ENOTSUP);
    int error = errno;
    if (fd >= 0)
        (void)close(fd);
    errno = error;
    return good;
}
