/* SPDX-License-Identifier: MIT */
#include "output/write/page_lines.h"

#include <string.h>

#include "internal/text_out.h"

void page_put_spaces(xpgn_buffer *b, size_t count) {
    while (count-- > 0)
        xpgn_buffer_char(b, ' ');
}

bool page_next_line(xpgn_slice *rest, xpgn_slice *line) {
    if (rest->size == 0)
        return false;
    const char *end = memchr(rest->data, '\n', rest->size);
    size_t size = end != NULL ? (size_t)(end - rest->data) : rest->size;
    *line = (xpgn_slice){rest->data, size};
    size_t taken = size + (end != NULL);
    *rest = (xpgn_slice){rest->data + taken, rest->size - taken};
    return true;
}
