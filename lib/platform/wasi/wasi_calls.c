/* SPDX-License-Identifier: MIT */
#include "wasi_posix.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Returns the size of a path without its last name; the path does not end with a slash. */
static size_t parent(const char *path, size_t size) {
    while (size > 0 && path[size] != '/')
        size--;
    return size;
}

/* Returns the folder that a path starts from: the working folder, or "" if it is absolute. NULL if
   out of memory; the caller frees it. */
static char *folder_of(const char *path) {
    return *path == '/' ? strdup("") : getcwd(NULL, 0);
}

char *realpath(const char *path, char *room) {
    struct stat st;
    char *folder = stat(path, &st) == 0 ? folder_of(path) : NULL;
    char *out = folder && !room ? malloc(strlen(folder) + strlen(path) + 3) : NULL;
    if (out) {
        size_t size = strlen(folder);
        memcpy(out, folder, size);
        size -= size > 0 && out[size - 1] == '/';
        for (const char *p = path + strspn(path, "/"); *p; p += strspn(p, "/")) {
            size_t name = strcspn(p, "/");
            if (name == 2 && memcmp(p, "..", 2) == 0)
                size = parent(out, size);
            else if (name != 1 || *p != '.') {
                out[size] = '/';
                memcpy(out + size + 1, p, name);
                size += name + 1;
            }
            p += name;
        }
        if (size == 0)
            out[size++] = '/';
        out[size] = '\0';
    }
    free(folder);
    return out;
}
