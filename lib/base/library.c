/* SPDX-License-Identifier: MIT */
#include "base/library.h"

#include <dlfcn.h>
#include <string.h>

void *library_load(const char *const *names) {
    void *library = NULL;
    for (; !library && *names; names++)
        library = dlopen(*names, RTLD_NOW | RTLD_LOCAL);
    return library;
}

/* C11 has no conversion from void * to a function pointer; POSIX guarantees that both have the same
   representation, so the bytes are copied. */
bool library_find(void *library, const char *symbol, void *function) {
    void *address = library ? dlsym(library, symbol) : NULL;
    if (address)
        memcpy(function, &address, sizeof address);
    return address != NULL;
}

void library_close(void *library) {
    if (library)
        dlclose(library);
}
