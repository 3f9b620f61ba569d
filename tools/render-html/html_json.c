/* SPDX-License-Identifier: MIT */
/* Text that is safe within a page. */
#include "render-html/render-html.h"

#include <string.h>

void html_hide_less(xpgn_buffer *b) {
    const char *less = b->failed ? NULL : memchr(b->data, '<', b->size);
    xpgn_buffer rest = {0};
    if (less == NULL)
        return;
    size_t at = (size_t)(less - b->data);
    xpgn_buffer_put(&rest, less, b->size - at);
    b->size = at;
    for (size_t i = 0, n; i < rest.size; i += n) {
        const char *next = memchr(rest.data + i + 1, '<', rest.size - i - 1);
        n = next != NULL ? (size_t)(next - rest.data) - i : rest.size - i;
        xpgn_buffer_text(b, "\\u003c");
        xpgn_buffer_put(b, rest.data + i + 1, n - 1);
    }
    b->failed |= rest.failed;
    xpgn_buffer_free(&rest);
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

xpgn_slice html_take(xpgn_slice *rest, char c) {
    if (rest->size == 0)
        return *rest; /* whose data may be NULL */
    const char *at = memchr(rest->data, c, rest->size);
    size_t size = at != NULL ? (size_t)(at - rest->data) : rest->size;
    xpgn_slice taken = {rest->data, size};
    size += at != NULL;
    *rest = (xpgn_slice){rest->data + size, rest->size - size};
    return taken;
}
