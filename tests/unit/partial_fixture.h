/* SPDX-License-Identifier: MIT */
/* Partial results made by hand, with the checksum that they need. */
#ifndef PARTIAL_FIXTURE_H
#define PARTIAL_FIXTURE_H

#include "internal/loop.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { SEALED_ROOM = 16384 };

/* Where the last line begins that is "end" or "incomplete" and a number; NULL: none. */
static inline const char *sealed_end(const char *text, size_t size) {
    const char *found = NULL;
    for (const char *p = text; p < text + size;) {
        const char *stop = memchr(p, '\n', (size_t)(text + size - p));
        if (strncmp(p, "end\t", 4) == 0 || strncmp(p, "incomplete\t", 11) == 0)
            found = p;
        p = stop != NULL ? stop + 1 : text + size;
    }
    return found;
}

/* The text with the right checksum in its last line, whether it has another one or none. Returns
   its size. */
static inline size_t sealed(const char *text, size_t size, char out[SEALED_ROOM]) {
    const char *end = sealed_end(text, size), *stop;
    uint64_t check = 0;
    if (end == NULL) {
        memcpy(out, text, size);
        return size;
    }
    for (const char *p = text; p < end; p = stop + 1) {
        stop = memchr(p, '\n', (size_t)(end - p));
        check = hash_bytes(check, p, (size_t)(stop - p));
    }
    size_t left = size - (size_t)(end - text);
    const char *tab = memchr(end, '\t', left), *line = memchr(end, '\n', left);
    line = line != NULL ? line : end + left;
    const char *more = memchr(tab + 1, '\t', (size_t)(line - tab - 1));
    more = more != NULL ? more : line;
    check = hash_bytes(check, end, (size_t)(more - end));
    memcpy(out, text, (size_t)(more - text));
    size_t at = (size_t)(more - text);
    at += (size_t)snprintf(out + at, SEALED_ROOM - at, "\t%016" PRIx64, check);
    memcpy(out + at, line, (size_t)(text + size - line));
    return at + (size_t)(text + size - line);
}

#endif
