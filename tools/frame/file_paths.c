/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* realpath, readlink */
#include "frame/file_paths.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *path_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

size_t path_first(const char *list) {
    return strcspn(list, ":");
}

const char *path_temporary(void) {
    const char *folder = getenv("TMPDIR");
    return folder != NULL && *folder != '\0' ? folder : "/tmp";
}

bool path_folder(const char *path, char folder[PATH_MAX]) {
    const char *name = path_name(path);
    int size = name > path ? snprintf(folder, PATH_MAX, "%.*s", (int)(name - path), path)
                           : snprintf(folder, PATH_MAX, "./");
    errno = size < PATH_MAX ? errno : ENAMETOOLONG;
    return size < PATH_MAX;
}

/* Joins the real path of the folder and the name, for a file that does not exist. */
static char *name_in_folder(const char *path) {
    const char *name = path_name(path);
    char folder[PATH_MAX];
    char *real = path_folder(path, folder) ? realpath(folder, NULL) : NULL;
    size_t size = real != NULL ? strlen(real) + strlen(name) + 2 : 0;
    char *whole = size > 0 ? malloc(size) : NULL;
    if (whole != NULL)
        (void)snprintf(whole, size, "%s/%s", strcmp(real, "/") == 0 ? "" : real, name);
    free(real);
    return whole;
}

char *path_real(const char *path) {
    char *real = realpath(path, NULL);
    return real != NULL ? real : name_in_folder(path);
}

size_t path_own_folder(const char *argv0, char *path, size_t room) {
    ssize_t n = readlink("/proc/self/exe", path, room);
    if (n < 0 || (size_t)n >= room)
        n = snprintf(path, room, "%s", argv0);
    size_t size = n > 0 && (size_t)n < room ? (size_t)n : 0;
    while (size > 0 && path[size - 1] != '/')
        size--;
    return size;
}
