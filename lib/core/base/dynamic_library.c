/* SPDX-License-Identifier: MIT */
#include "core/base/dynamic_library.h"

#include <dlfcn.h>
#include <errno.h>
#include <string.h>

/* dlerror gives the cause as text only, and gives none when out of memory. But a failed allocation
   sets errno, and nothing afterwards changes it. */
xpgn_status library_load(const char *const *names, void **out) {
    *out = NULL;
    for (; *names; names++) {
        errno = 0;
        *out = dlopen(*names, RTLD_NOW | RTLD_LOCAL);
        if (*out)
            return XPGN_OK;
        if (errno == ENOMEM)
            return XPGN_NO_MEMORY;
    }
    return XPGN_NOT_FOUND;
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
