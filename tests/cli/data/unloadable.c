/* SPDX-License-Identifier: MIT */
/* Preloaded, hides from dlopen the libraries whose names have HIDE in them. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

void *dlopen(const char *name, int mode) {
    void *(*real)(const char *, int) = (void *(*)(const char *, int))dlsym(RTLD_NEXT, "dlopen");
    const char *hidden = getenv("HIDE");
    return hidden != NULL && name != NULL && strstr(name, hidden) != NULL ? NULL : real(name, mode);
}
