/* SPDX-License-Identifier: MIT */
/* Text in columns, and for Markdown. */
#include "cli/cli.h"

#include <string.h>

void cli_put_spaces(xpgn_buffer *b, size_t count) {
    static const char spaces[] = "                                ";
    for (; count >= sizeof spaces; count -= sizeof spaces - 1)
        xpgn_buffer_put(b, spaces, sizeof spaces - 1);
    xpgn_buffer_put(b, spaces, count);
}

void cli_put_markdown(xpgn_buffer *b, xpgn_slice text) {
    static const char markup[] = {'|', '\\', '*', '_', '`', '<', '[', ']'};
    for (size_t i = 0; i < text.size; i++) {
        if (memchr(markup, text.data[i], sizeof markup) != NULL)
            xpgn_buffer_char(b, '\\');
        xpgn_buffer_char(b, text.data[i]);
    }
}

void cli_pad(xpgn_buffer *b, size_t start, size_t column) {
    if (b->failed)
        return;
    size_t width = 0; /* an empty buffer has no memory to point into */
    if (b->size > start)
        width = xpgn_text_width((xpgn_slice){b->data + start, b->size - start});
    cli_put_spaces(b, width < column ? column - width : 0);
}
