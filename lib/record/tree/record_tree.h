/* SPDX-License-Identifier: MIT */
/* A record as data: its text, and an index of its tags and entries. */
#ifndef XPGN_TREE_RECORD_TREE_H
#define XPGN_TREE_RECORD_TREE_H

#include <xpgn/record.h>

#include "core/base/arena.h"

/* A line of a record. */
struct record_line {
    size_t parent;         /* the action to which it is a variation; XPGN_NO_ENTRY: none */
    size_t first, last;    /* its entries; XPGN_NO_ENTRY: none */
    size_t action;         /* its last entry that is an action; XPGN_NO_ENTRY: none */
    size_t last_variation; /* the first entry of the last variation to that action */
    uint32_t close;        /* the offset of its ), or the size of the text */
};

/* The index of a text. Changes make a new one, which replaces the old one when they are
   complete. */
struct record_index {
    struct arena arena;
    xpgn_tag *tag;
    xpgn_place *tag_place; /* of each tag, with its brackets */
    xpgn_entry *entry;
    xpgn_remark *remark;
    struct record_line *line;
    size_t tags, entries, remarks, lines;
    size_t tag_capacity, place_capacity, entry_capacity, remark_capacity, line_capacity;
};

struct xpgn_record {
    xpgn_buffer text;
    struct record_index index;
};

/* Reads a text, which the index points into. XPGN_INVALID: it is too large. The index must be freed
   in any case. */
xpgn_status record_index_read(struct record_index *x, xpgn_slice text);

/* Copies a text and reads it; on failure there is nothing to free. */
xpgn_status record_from_text(struct xpgn_record *r, xpgn_slice text);
void record_free_parts(struct xpgn_record *r);

/* Bytes of a text to be replaced. */
struct record_change {
    size_t from, to; /* offsets */
    xpgn_slice text;
};

/* The entries that a change may affect: those before `first` and from `end` on must stay. */
struct record_reach {
    size_t first, end;
    size_t least; /* least number of new entries in their place */
    bool more;    /* there must be more entries or remarks than before */
    bool same;    /* there must be as many entries, the first of the same kind */
};

/* Applies the changes, which are ordered by offset. On failure the record is unchanged.
   XPGN_INVALID: for one, if entries outside `reach` would be affected. */
xpgn_status record_apply(struct xpgn_record *r, const struct record_change *list, size_t count,
                         const struct record_reach *reach);

static inline xpgn_slice record_bytes(const struct xpgn_record *r, size_t from, size_t to) {
    return (xpgn_slice){xpgn_record_text(r).data + from, to - from};
}

enum { RECORD_KINDS = XPGN_ENTRY_ANNOUNCED + 1 };
extern const char *const entry_command[RECORD_KINDS]; /* [kind]: the name of its command; NULL: it
                                                         is not a command */

/* True if an entry is a command in a comment, perhaps in a comment of another entry. */
static inline bool record_is_command(const xpgn_entry *e) {
    return (unsigned)e->kind < RECORD_KINDS && entry_command[e->kind] != NULL;
}

#endif
