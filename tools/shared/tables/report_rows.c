/* SPDX-License-Identifier: MIT */
#include "shared/tables/report_rows.h"

void json_rows(xpgn_buffer *b, const char *key, xpgn_slice cells) {
    json_open(b, key, "[");
    for (size_t at = 0; at < cells.size;) {
        const char *line = cells.data + at;
        const char *end = memchr(line, '\n', cells.size - at);
        const size_t size = end != NULL ? (size_t)(end - line) : cells.size - at;
        json_open(b, NULL, "[");
        for (size_t from = 0; from <= size;) {
            size_t to = from;
            while (to < size && line[to] != '\t')
                to++;
            json_slice(b, NULL, (xpgn_slice){line + from, to - from});
            from = to + 1;
        }
        xpgn_buffer_char(b, ']');
        at += size + 1;
    }
    xpgn_buffer_char(b, ']');
}
