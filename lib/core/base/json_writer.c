/* SPDX-License-Identifier: MIT */
/* JSON, written piece by piece; a comma is due where the last byte says so. */
#include "core/base/buffer.h"
#include "core/base/number.h"
#include "core/base/utf8.h"
#include "internal/text_out.h"

#include <math.h>
#include <string.h>

/* ---- texts ----------------------------------------------------------------------------------- */

/* The character of a two-character JSON escape; 0 if `c` has none. */
static char json_escape(char c) {
    switch (c) {
    case '"':
    case '\\':
        return c;
    case '\n':
        return 'n';
    case '\r':
        return 'r';
    case '\t':
        return 't';
    default:
        return 0;
    }
}

/* Writes a byte that must be escaped in JSON; bytes from 0x80 on are taken for Windows-1252. */
static void json_byte(xpgn_buffer *b, char c) {
    unsigned u = (unsigned char)c;
    char escape = json_escape(c);
    if (escape != 0) {
        xpgn_buffer_char(b, '\\');
        xpgn_buffer_char(b, escape);
    } else if (u < 0x80) {
        xpgn_buffer_printf(b, "\\u%04x", u);
    } else {
        char character[3];
        xpgn_buffer_put(b, character, utf8_put_byte(c, character));
    }
}

/* Number of bytes from text.data[i] on that need no escape. */
static size_t json_plain(xpgn_slice text, size_t i) {
    size_t from = i;
    while (text.size - i >= PLAIN_WIDE && plain_in_json(text.data + i))
        i += PLAIN_WIDE;
    while (i < text.size) {
        unsigned c = (unsigned char)text.data[i];
        if (c < 0x20 || c == '"' || c == '\\' || c == 0x7F)
            break;
        size_t n = c < 0x80 ? 1 : utf8_length((xpgn_slice){text.data + i, text.size - i});
        if (n == 0)
            break;
        i += n;
    }
    return i - from;
}

void xpgn_buffer_json(xpgn_buffer *b, xpgn_slice text) {
    xpgn_buffer_char(b, '"');
    for (size_t i = 0; i < text.size; i++) {
        size_t n = json_plain(text, i);
        char *p = buffer_room(b, n + 1); /* one more for the quote, which usually follows */
        if (p == NULL)
            return;
        memcpy(p, text.data + i, n);
        b->size += n;
        i += n;
        if (i < text.size)
            json_byte(b, text.data[i]);
    }
    xpgn_buffer_char(b, '"');
}

/* ---- keys and values ------------------------------------------------------------------------- */

static bool is_comma_due(const xpgn_buffer *b) {
    char last = b->size > 0 ? b->data[b->size - 1] : '{';
    return last != '{' && last != '[' && last != ':' && last != '\n';
}

void json_key(xpgn_buffer *b, const char *key) {
    size_t size = key != NULL ? strlen(key) : 0;
    char *p = buffer_room(b, size + 4);
    if (p == NULL)
        return;
    if (is_comma_due(b))
        *p++ = ',';
    if (key != NULL) {
        *p++ = '"';
        p = stpcpy(p, key);
        *p++ = '"';
        *p++ = ':';
    }
    b->size = (size_t)(p - b->data);
}

void json_open(xpgn_buffer *b, const char *key, const char *brackets) {
    json_key(b, key);
    xpgn_buffer_text(b, brackets);
}

void json_slice(xpgn_buffer *b, const char *key, xpgn_slice text) {
    json_key(b, key);
    xpgn_buffer_json(b, text);
}

void json_move(xpgn_buffer *b, const char *key, xpgn_buffer *text) {
    json_slice(b, key, (xpgn_slice){text->data, text->size});
    b->failed |= text->failed;
    xpgn_buffer_free(text);
}

void json_text(xpgn_buffer *b, const char *key, const char *text) {
    json_key(b, key);
    if (text != NULL)
        xpgn_buffer_json(b, (xpgn_slice){text, strlen(text)});
    else
        xpgn_buffer_put(b, "null", 4);
}

void json_known(xpgn_buffer *b, const char *key, const char *text) {
    json_text(b, key, text != NULL && text[0] != '\0' ? text : NULL);
}

void json_number(xpgn_buffer *b, const char *key, int64_t number) {
    char text[NUMBER_ROOM_LONG], *end = text + sizeof text;
    uint64_t size = number < 0 ? 0u - (uint64_t)number : (uint64_t)number;
    const char *p = number_before(end, number < 0, size);
    json_key(b, key);
    xpgn_buffer_put(b, p, (size_t)(end - p));
}

void json_real(xpgn_buffer *b, const char *key, int decimals, double number) {
    json_key(b, key);
    if (isfinite(number))
        xpgn_buffer_printf(b, "%.*f", decimals, number);
    else
        xpgn_buffer_text(b, "null");
}

void json_flag(xpgn_buffer *b, const char *key, bool value) {
    json_key(b, key);
    xpgn_buffer_text(b, value ? "true" : "false");
}

void json_printf(xpgn_buffer *b, const char *key, const char *format, ...) {
    va_list args;
    json_key(b, key);
    va_start(args, format);
    buffer_vprintf(b, format, args);
    va_end(args);
}
