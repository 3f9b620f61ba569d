/* SPDX-License-Identifier: MIT */
/* Text that is safe within a page. */
#include "render-html/render-html.h"

#include <string.h>

/* Appends the bytes, and for each `<` its JSON escape. */
static void put_without_less(xpgn_buffer *b, xpgn_slice json) {
    while (json.size > 0) {
        const char *less = memchr(json.data, '<', json.size);
        size_t n = less != NULL ? (size_t)(less - json.data) : json.size;
        xpgn_buffer_put(b, json.data, n);
        if (less != NULL)
            xpgn_buffer_text(b, "\\u003c");
        n += less != NULL;
        json = (xpgn_slice){json.data + n, json.size - n};
    }
}

void html_string(xpgn_buffer *b, xpgn_slice text) {
    xpgn_buffer json = {0};
    xpgn_buffer_json(&json, text);
    put_without_less(b, (xpgn_slice){json.data, json.size});
    b->failed |= json.failed;
    xpgn_buffer_free(&json);
}

void html_text(xpgn_buffer *b, const char *text) {
    html_string(b, (xpgn_slice){text, strlen(text)});
}

void html_move(xpgn_buffer *b, xpgn_buffer *from) {
    html_string(b, (xpgn_slice){from->data, from->size});
    b->failed |= from->failed;
    xpgn_buffer_free(from);
}

static const char *entity_of(char c) {
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    default:
        return NULL;
    }
}

void html_escape(xpgn_buffer *b, xpgn_slice text) {
    xpgn_buffer clean = {0};
    xpgn_buffer_clean(&clean, text);
    for (size_t i = 0; i < clean.size; i++) {
        const char *entity = entity_of(clean.data[i]);
        if (entity != NULL)
            xpgn_buffer_text(b, entity);
        else
            xpgn_buffer_char(b, clean.data[i]);
    }
    b->failed |= clean.failed;
    xpgn_buffer_free(&clean);
}
