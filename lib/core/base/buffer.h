/* SPDX-License-Identifier: MIT */
/* Writing into a buffer directly. */
#ifndef XPGN_BASE_BUFFER_H
#define XPGN_BASE_BUFFER_H

#include <stdarg.h>
#include <string.h>
#include <xpgn/base.h>

#include "core/base/slice.h"

/* Reallocates the buffer with room for `more` bytes after the contents. False, with `failed` set,
   if out of memory. */
bool buffer_grow(xpgn_buffer *b, size_t more);
static inline bool buffer_has_room(const xpgn_buffer *b, size_t more) {
    return !b->failed && more <= b->capacity - b->size;
}
/* Reallocates it if there is not enough room yet. */
static inline bool buffer_reserve(xpgn_buffer *b, size_t more) {
    return buffer_has_room(b, more) || buffer_grow(b, more);
}
/* Makes room for `size` bytes after the contents and returns their address; NULL if out of memory.
   Add what is written there to the size. */
static inline char *buffer_room(xpgn_buffer *b, size_t size) {
    return buffer_reserve(b, size) ? b->data + b->size : NULL;
}

/* True if the character is markup in Markdown text. */
static inline bool is_markup(char c) {
    return c != '\0' && strchr("\\`*_[]<|~&", c) != NULL;
}

/* ---- texts that are written as they stand ---------------------------------------------------- */

enum { PLAIN_WIDE = 16 }; /* bytes that are looked at together */
typedef signed char plain_wide __attribute__((vector_size(PLAIN_WIDE)));

static inline bool plain_none(plain_wide found) {
    uint64_t half[2];
    memcpy(half, &found, sizeof half);
    return (half[0] | half[1]) == 0;
}

/* Which of PLAIN_WIDE bytes are special: not 0. */
typedef plain_wide plain_special(const char *p);

/* What is quoted in CSV, or breaks a line; also other control characters and !. */
ALWAYS_INLINE plain_wide special_in_table(const char *p) {
    unsigned char __attribute__((vector_size(PLAIN_WIDE))) c;
    memcpy(&c, p, PLAIN_WIDE);
    return (plain_wide)((c == ',') | ((c <= '"') & (c != ' ')));
}

/* What needs an escape in JSON, or is not ASCII. */
ALWAYS_INLINE plain_wide special_in_json(const char *p) {
    plain_wide c;
    memcpy(&c, p, PLAIN_WIDE);
    return (plain_wide)((c < 0x20) | (c == '"') | (c == '\\') | (c == 0x7F));
}

/* True if none of PLAIN_WIDE bytes is special. */
static inline bool plain_in_table(const char *p) {
    return plain_none(special_in_table(p));
}
static inline bool plain_in_json(const char *p) {
    return plain_none(special_in_json(p));
}

/* Would a spreadsheet take the text for a formula? A single sign is not one. */
static inline bool text_is_formula(xpgn_slice text) {
    const uint64_t signs = 1ull << '=' | 1ull << '+' | 1ull << '-' | 1ull << '\t' | 1ull << '\r';
    return text.size > 1 &&
           (*text.data == '@' || ((*text.data & ~63) == 0 && (signs >> *text.data & 1) != 0));
}

/* Copies fewer than PLAIN_WIDE bytes, without a call. */
static inline void plain_copy_short(char *c, const char *from, size_t size) {
    const size_t wide = size >= 8 ? 8 : size >= 4 ? 4 : size >= 2 ? 2 : size;
    switch (wide) { /* two that overlap */
    case 8:
        memcpy(c, from, 8);
        memcpy(c + size - 8, from + size - 8, 8);
        break;
    case 4:
        memcpy(c, from, 4);
        memcpy(c + size - 4, from + size - 4, 4);
        break;
    case 2:
        memcpy(c, from, 2);
        memcpy(c + size - 2, from + size - 2, 2);
        break;
    case 1:
        *c = *from;
    }
}

/* Copies the text to `c`, where PLAIN_WIDE bytes more than it has are free, and returns its end;
   NULL if any byte is special. */
ALWAYS_INLINE char *plain_copy(char *c, xpgn_slice text, plain_special *special) {
    const char *from = text.data;
    char *const end = c + text.size;
    plain_wide found = {0};
    if (text.size < PLAIN_WIDE) {
        memset(c, 'a', PLAIN_WIDE); /* is plain, too */
        plain_copy_short(c, from, text.size);
        return plain_none(special(c)) ? end : NULL;
    }
    for (; end - c > PLAIN_WIDE; c += PLAIN_WIDE, from += PLAIN_WIDE) {
        found |= special(from);
        memcpy(c, from, PLAIN_WIDE);
    }
    from -= PLAIN_WIDE - (end - c); /* the rest with what is before it */
    found |= special(from);
    memcpy(end - PLAIN_WIDE, from, PLAIN_WIDE);
    return plain_none(found) ? end : NULL;
}

/* Is no byte special? PLAIN_WIDE bytes after the text are overwritten. */
ALWAYS_INLINE bool plain_all(const char *c, char *end, plain_special *special) {
    plain_wide found = {0};
    memset(end, 'a', PLAIN_WIDE);
    for (; c < end; c += PLAIN_WIDE)
        found |= special(c);
    return plain_none(found);
}

/* xpgn_buffer_printf. */
void buffer_vprintf(xpgn_buffer *b, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

#endif
