/* SPDX-License-Identifier: MIT */
/* The pieces of an archive that were counted. */
#ifndef XPGN_COUNT_ARCHIVE_PARTS_H
#define XPGN_COUNT_ARCHIVE_PARTS_H

#include "core/base/arena.h"
#include "internal/loop.h"

struct archive_pieces {
    struct arena arena; /* owns the texts */
    xpgn_part *list;
    size_t count, capacity;
    struct hash_index index; /* by the digest */
};

void parts_clear(struct archive_pieces *p);
/* True if it has no tabs and line ends, and so can be written in a partial result. */
bool parts_is_name(const char *name);
/* The same piece in `p`; NULL if there is none. */
const xpgn_part *parts_find(const struct archive_pieces *p, const xpgn_part *piece);
/* Adds all of `from`, or none. XPGN_INVALID: one is there already; *fault (may be NULL) says where
   it comes from. */
xpgn_status parts_merge(struct archive_pieces *p, const struct archive_pieces *from,
                        xpgn_fault *fault);
/* Appends a line for each, sorted by name. */
void parts_write(xpgn_buffer *b, const struct archive_pieces *p);

#endif
