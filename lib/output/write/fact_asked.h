/* SPDX-License-Identifier: MIT */
/* Facts that are asked of many subjects: which may be asked, and room for their values. */
#ifndef XPGN_WRITE_FACT_ASKED_H
#define XPGN_WRITE_FACT_ASKED_H

#include "core/base/buffer.h"
#include "internal/queries.h"
#include "output/write/fact_writer.h"

/* How the values of an xpgn_asked are written. */
enum asked_kind {
    ASKED_SHORT, /* one value that row->write writes */
    ASKED_LIST,
    ASKED_BOTH, /* sides; a list perhaps */
    ASKED_TEXT
};

/* What it needs, beside its scope and what few actions have. */
enum {
    NEEDS_TEXT = 1 << 29, /* a buffer */
    NEEDS_FACT = 1 << 30  /* nothing has it: there is no such fact */
};

/* The scopes of findings, which asked_has does not say. */
enum { FOUND_SCOPES = (1 << (XPGN_SCOPE_STANDING + 1)) - (1 << XPGN_SCOPE_PLACE) };

/* What a subject has of what may be needed; nothing if it is of another version. */
static inline uint32_t asked_has(const xpgn_fact_source *s) {
    if (s->size < sizeof *s)
        return 0;
    return fact_scopes(s) | (s->facts != NULL ? fact_parts(s->facts) : 0u) |
           (s->text != NULL ? NEEDS_TEXT : 0u);
}

bool asked_is_found(const xpgn_fact_source *s, uint32_t missing, uint32_t has);

/* May what needs this be asked? `has` as asked_has says. */
static inline bool asked_is_there(const xpgn_fact_source *s, uint32_t needs, uint32_t has) {
    const uint32_t missing = needs & ~has;
    return missing == 0 || ((missing & FOUND_SCOPES) != 0 && asked_is_found(s, missing, has));
}

/* What writes the value, or returns NULL; NULL if there is nothing that does. */
static inline fact_write *asked_quick(const xpgn_asked *a) {
    return a->kind == ASKED_SHORT || a->kind == ASKED_TEXT ? a->row->write : NULL;
}
/* Is it of the record, and so the same in all its rows? */
static inline bool asked_is_of_record(const xpgn_asked *a) {
    return (a->needs & ~(uint32_t)NEEDS_TEXT) == 1u << XPGN_SCOPE_RECORD;
}

/* Gets the value, or the first of them. */
static inline bool asked_first(const xpgn_fact_source *s, const xpgn_asked *a, xpgn_value *v) {
    return a->row->get(s, a->side, 0, v);
}
/* Gets a text, which is valid until the next is put together; false if there is none. */
static inline bool asked_text(const xpgn_fact_source *s, const xpgn_asked *a, xpgn_slice *text) {
    xpgn_value v;
    xpgn_buffer_clear(s->text);
    if (!asked_first(s, a, &v))
        return false;
    *text = v.text;
    return true;
}

/* Makes room for the rest of a line: what a short value and what is before it need, and texts. */
static inline char *asked_room(xpgn_buffer *b, size_t values) {
    enum { TEXTS = 256 };
    return buffer_room(b, values * (FACT_VALUE_ROOM + XPGN_MEMBER_KEY) + TEXTS);
}

/* A text where it belongs, if there is room and nothing in it is special; else NULL. `more`: values
   that follow. */
ALWAYS_INLINE char *asked_put_plain(const xpgn_buffer *b, char *c, xpgn_slice text, size_t more,
                                    plain_special *special) {
    const size_t room = b->capacity - (size_t)(c - b->data);
    const size_t rest = more * (FACT_VALUE_ROOM + XPGN_MEMBER_KEY) + 2 * PLAIN_WIDE;
    return room < rest || text.size > room - rest ? NULL : plain_copy(c, text, special);
}

/* Copies a text, and up to PLAIN_WIDE bytes that are behind it, for which there must be room in
   both places. */
static inline char *asked_put_wide(char *c, const char *text, size_t size) {
    char *const end = c + size;
    do
        memcpy(c, text, PLAIN_WIDE);
    while (text += PLAIN_WIDE, (c += PLAIN_WIDE) < end);
    return end;
}

#endif
