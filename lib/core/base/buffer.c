/* SPDX-License-Identifier: MIT */
#include "core/base/buffer.h"
#include "core/base/format.h"
#include "core/base/utf8.h"
#include "internal/text_out.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

bool buffer_grow(xpgn_buffer *b, size_t more) {
    size_t want = b->capacity < 64 ? 64 : b->capacity;
    if (b->failed)
        return false;
    while (want - b->size < more && want <= SIZE_MAX / 2)
        want *= 2;
    char *data = want - b->size < more ? NULL : realloc(b->data, want);
    if (!data) {
        b->failed = true;
        return false;
    }
    b->data = data;
    b->capacity = want;
    return true;
}

/* For bytes that have no room yet. */
static __attribute__((noinline)) void put_grown(xpgn_buffer *b, const void *bytes, size_t size) {
    if (!buffer_grow(b, size))
        return;
    memcpy(b->data + b->size, bytes, size);
    b->size += size;
}

static __attribute__((noinline)) void put_char_grown(xpgn_buffer *b, char c) {
    put_grown(b, &c, 1);
}

void xpgn_buffer_put(xpgn_buffer *b, const void *bytes, size_t size) {
    if (size == 0)
        return;
    if (!buffer_has_room(b, size)) {
        put_grown(b, bytes, size);
        return;
    }
    char *to = b->data + b->size;
    b->size += size;
    memcpy(to, bytes, size);
}

void xpgn_buffer_char(xpgn_buffer *b, char c) {
    if (buffer_has_room(b, 1))
        b->data[b->size++] = c;
    else
        put_char_grown(b, c);
}

void xpgn_buffer_text(xpgn_buffer *b, const char *text) {
    xpgn_buffer_put(b, text, strlen(text));
}

void xpgn_buffer_slice(xpgn_buffer *b, xpgn_slice s) {
    xpgn_buffer_put(b, s.data, s.size);
}

/* Formats into the free space first, so that most texts are formatted only once. */
void buffer_vprintf(xpgn_buffer *b, const char *format, va_list args) {
    va_list again;
    va_copy(again, args);
    if (buffer_reserve(b, 64)) {
        size_t room = b->capacity - b->size;
        int size = format_text(b->data + b->size, room, format, args);
        if (size < 0)
            b->failed = true;
        else if ((size_t)size < room)
            b->size += (size_t)size;
        else if (buffer_reserve(b, (size_t)size + 1)) {
            format_text(b->data + b->size, (size_t)size + 1, format, again);
            b->size += (size_t)size;
        }
    }
    va_end(again);
}

void xpgn_buffer_printf(xpgn_buffer *b, const char *format, ...) {
    va_list args;
    va_start(args, format);
    buffer_vprintf(b, format, args);
    va_end(args);
}

void xpgn_buffer_utf8(xpgn_buffer *b, xpgn_slice text) {
    while (text.size > 0) {
        char character[3];
        size_t good = utf8_valid_run(text), bad = good < text.size;
        xpgn_buffer_put(b, text.data, good);
        if (bad > 0)
            xpgn_buffer_put(b, character, utf8_put_byte(text.data[good], character));
        text.data += good + bad;
        text.size -= good + bad;
    }
}

void xpgn_buffer_clear(xpgn_buffer *b) {
    if (b == NULL)
        return;
    b->size = 0;
    b->failed = false;
}

void xpgn_buffer_free(xpgn_buffer *b) {
    if (!b)
        return;
    free(b->data);
    *b = (xpgn_buffer){0};
}
