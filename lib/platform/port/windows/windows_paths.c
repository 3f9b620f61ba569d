/* SPDX-License-Identifier: MIT */
/* Replaces tools/frame/file_paths.c: paths with either slash and with drive letters. */
#include "frame/file_paths.h"

#include <windows.h>

const char *path_name(const char *path) {
    const char *name = path;
    for (const char *p = path; *p != '\0'; p++)
        name = *p == '/' || *p == '\\' || (*p == ':' && p == path + 1) ? p + 1 : name;
    return name;
}

bool path_folder(const char *path, char folder[PATH_MAX]) {
    int folder_size = (int)(path_name(path) - path);
    int size = folder_size > 0 ? snprintf(folder, PATH_MAX, "%.*s", folder_size, path)
                               : snprintf(folder, PATH_MAX, "./");
    errno = size < PATH_MAX ? errno : ENAMETOOLONG;
    return size < PATH_MAX;
}

/* Windows makes a path canonical even if the file does not exist. */
char *path_real(const char *path) {
    char *real = malloc(PATH_MAX);
    DWORD size = real != NULL ? GetFullPathNameA(path, PATH_MAX, real, NULL) : 0;
    if (size == 0 || size >= PATH_MAX) {
        free(real);
        errno = real == NULL ? ENOMEM : ENAMETOOLONG;
        return NULL;
    }
    for (char *p = real; *p != '\0'; p++)
        *p = *p == '\\' ? '/' : *p;
    return real;
}

size_t path_own_folder(const char *argv0, char *path, size_t room) {
    DWORD size = GetModuleFileNameA(NULL, path, (DWORD)room);
    (void)argv0;
    if (size == 0 || size >= room)
        return 0;
    return (size_t)(path_name(path) - path);
}

size_t path_first(const char *list) {
    return strcspn(list, ";");
}

const char *path_temporary(void) {
    static char folder[PATH_MAX];
    const char *set = getenv("TMPDIR");
    if (set != NULL && *set != '\0')
        return set;
    DWORD size = GetTempPathA(PATH_MAX, folder);
    return size > 0 && size < PATH_MAX ? folder : ".";
}
