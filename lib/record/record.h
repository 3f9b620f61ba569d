/* SPDX-License-Identifier: MIT */
/* A record as data: its text, and an index of what stands in it. */
#ifndef XPGN_RECORD_RECORD_H
#define XPGN_RECORD_RECORD_H

#include "base/arena.h"

/* A line of a record. */
struct record_line {
    size_t parent;         /* the action that it is a variation of; XPGN_NO_ENTRY: none */
    size_t first, last;    /* its entries; XPGN_NO_ENTRY: none */
    size_t action;         /* the last of them that is one; XPGN_NO_ENTRY: none */
    size_t last_variation; /* the first entry of the last variation of that */
    uint32_t close;        /* the offset of its ), or the size of the text */
};

/* What stands in a text. Changes make a new one, and the old one goes when they are complete. */
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

/* Reads a text, to which the index then points. XPGN_NO_MEMORY, XPGN_INVALID: it is too large; the
   index is to be freed in any case. */
xpgn_status record_index_read(struct record_index *x, xpgn_slice text);

/* Copies a text and reads it; with any status but XPGN_OK there is nothing to free. */
xpgn_status record_from_text(struct xpgn_record *r, xpgn_slice text);
void record_free_parts(struct xpgn_record *r);

/* Bytes of a text that others replace. */
struct record_change {
    size_t from, to; /* offsets */
    xpgn_slice text;
};

/* Entries that may become others: those before `first` and from `end` on have to stay. */
struct record_reach {
    size_t first, end;
    size_t least; /* of new ones in their place */
    bool more;    /* there have to be more entries or remarks than before */
};

/* Makes the changes, which are in the order of the text. With any status but XPGN_OK the record is
   as before: XPGN_INVALID, for one, if other entries would not stay. */
xpgn_status record_apply(struct xpgn_record *r, const struct record_change *list, size_t count,
                         const struct record_reach *reach);

static inline xpgn_slice record_bytes(const struct xpgn_record *r, size_t from, size_t to) {
    return (xpgn_slice){xpgn_record_text(r).data + from, to - from};
}

enum { RECORD_KINDS = XPGN_ENTRY_ANNOUNCED + 1 };
extern const char *const entry_command[RECORD_KINDS]; /* its name; NULL: it is none */

/* Does an entry stand in a comment, which may be that of another? */
static inline bool record_is_command(const xpgn_entry *e) {
    return (unsigned)e->kind < RECORD_KINDS && entry_command[e->kind] != NULL;
}

#endif
