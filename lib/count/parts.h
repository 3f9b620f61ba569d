/* SPDX-License-Identifier: MIT */
/* The pieces of an archive that counts are of. */
#ifndef XPGN_COUNT_PARTS_H
#define XPGN_COUNT_PARTS_H

#include "base/arena.h"

struct xpgn_parts {
    struct arena arena; /* owns the texts */
    xpgn_part *list;
    size_t count, capacity;
    xpgn_index index; /* by the digest */
};

void parts_clear(xpgn_parts *p);
/* Can it stand in a partial result: without tabs and line ends? */
bool parts_is_name(const char *name);
/* The piece of `p` that is the same; NULL: none. */
const xpgn_part *parts_find(const xpgn_parts *p, const xpgn_part *piece);
/* Adds all of `from`, or none: XPGN_INVALID if one is there already, of which *fault (NULL: nobody
   wants to know) says where it comes from. */
xpgn_status parts_merge(xpgn_parts *p, const xpgn_parts *from, xpgn_fault *fault);
/* Writes a line for each, sorted by their names. */
void parts_write(xpgn_buffer *b, const xpgn_parts *p);

#endif
