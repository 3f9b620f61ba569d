/* SPDX-License-Identifier: MIT */
#include "core/base/option_struct.h"

#include <string.h>

enum { LARGEST = 4096 }; /* bytes; a larger size was not initialized */

static bool is_zero(const unsigned char *p, size_t size) {
    size_t i = 0;
    while (i < size && p[i] == 0)
        i++;
    return i == size;
}

bool options_read(void *to, size_t size, const void *from) {
    size_t given = size;
    memset(to, 0, size);
    memcpy(to, &size, sizeof size);
    if (from == NULL)
        return true;
    memcpy(&given, from, sizeof given);
    if (given < sizeof given || given > LARGEST)
        return false;
    if (given > size && !is_zero((const unsigned char *)from + size, given - size))
        return false;
    memcpy(to, from, given < size ? given : size);
    memcpy(to, &size, sizeof size);
    return true;
}
