/* SPDX-License-Identifier: MIT */
/* Writing into a buffer directly. */
#ifndef XPGN_BASE_BUFFER_H
#define XPGN_BASE_BUFFER_H

#include <stdarg.h>
#include <string.h>
#include <xpgn/base.h>

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

/* xpgn_buffer_printf. */
void buffer_vprintf(xpgn_buffer *b, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

#endif
