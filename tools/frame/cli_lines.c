/* SPDX-License-Identifier: MIT */
/* Lines: ended without blanks, and cut to the width of a terminal. */
#include "frame/cli.h"

#include <string.h>

void cli_end_line(xpgn_buffer *b) {
    while (b->size > 0 && b->data[b->size - 1] == ' ')
        b->size--;
    xpgn_buffer_char(b, '\n');
}

/* Returns the size of the first character or colour sequence, and sets *width to its columns. */
static size_t next_shown(xpgn_slice text, unsigned *width) {
    const char *end = text.size > 1 && memcmp(text.data, "\033[", 2) == 0
                          ? memchr(text.data, 'm', text.size)
                          : NULL;
    if (end == NULL)
        return xpgn_text_next(text, width);
    *width = 0;
    return (size_t)(end + 1 - text.data);
}

void cli_put_cut(xpgn_buffer *b, xpgn_slice line, size_t columns) {
    size_t end = 0, column = 0, cut = 0;
    unsigned width;
    bool fits = true;
    if (columns < 2 || line.size <= columns) { /* no character is wider than its bytes */
        xpgn_buffer_slice(b, line);
        return;
    }
    while (end < line.size && fits) {
        size_t size = next_shown((xpgn_slice){line.data + end, line.size - end}, &width);
        column += width;
        end += size;
        fits = column <= columns;
        if (column < columns) /* an ellipsis has room after it */
            cut = end;
    }
    xpgn_buffer_put(b, line.data, fits ? end : cut);
    if (!fits)
        xpgn_buffer_text(b, memchr(line.data, '\033', line.size) != NULL ? "…\033[0m" : "…");
}
