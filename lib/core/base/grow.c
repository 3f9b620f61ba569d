/* SPDX-License-Identifier: MIT */
#include "core/base/grow.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST = 2048 }; /* bytes */

/* Doubles the capacity. Numbers of entries fit 32 bits, as the entries of an index require. */
bool list_grow(void *list, size_t count, size_t *capacity, size_t size) {
    size_t wanted = count > 0 ? 2 * count : FIRST / size + 1;
    void *now, *more;
    memcpy(&now, list, sizeof now);
    more = wanted < UINT32_MAX && wanted <= SIZE_MAX / size ? realloc(now, wanted * size) : NULL;
    if (more == NULL)
        return false;
    memcpy(list, &more, sizeof more);
    *capacity = wanted;
    return true;
}
