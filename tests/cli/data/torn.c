/* SPDX-License-Identifier: MIT */
/*
 * Preloaded, a disk that fails for one file, $TORN_FILE, while there is a file "torn". Its words
 * say what fails: "write" (after five bytes), "sync", "cut".
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int fails(int fd, const char *word) {
    char text[64] = "";
    const char *name = getenv("TORN_FILE");
    struct stat here, there;
    FILE *f = name != NULL && fstat(fd, &here) == 0 && stat(name, &there) == 0 &&
                      here.st_dev == there.st_dev && here.st_ino == there.st_ino
                  ? fopen("torn", "r")
                  : NULL;
    if (f == NULL)
        return 0;
    if (fgets(text, sizeof text, f) == NULL)
        *text = '\0';
    (void)fclose(f);
    errno = ENOSPC;
    return strstr(text, word) != NULL;
}

ssize_t write(int fd, const void *bytes, size_t size) {
    static int begun;
    ssize_t (*real)(int, const void *, size_t) =
        (ssize_t(*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
    if (!fails(fd, "write"))
        return real(fd, bytes, size);
    begun = !begun;
    if (begun)
        return real(fd, bytes, size < 5 ? size : 5);
    errno = ENOSPC;
    return -1;
}

int fsync(int fd) {
    return fails(fd, "sync") ? -1 : 0;
}

int ftruncate(int fd, off_t size) {
    int (*real)(int, off_t) = (int (*)(int, off_t))dlsym(RTLD_NEXT, "ftruncate");
    return fails(fd, "cut") ? -1 : real(fd, size);
}
