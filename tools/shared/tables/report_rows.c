/* SPDX-License-Identifier: MIT */
#include "shared/tables/report_rows.h"
#include "frame/cli.h"
#include "internal/writers.h"

#include <string.h>
#include <xpgn/rulesets.h>

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

void json_sum(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *before,
              const xpgn_facts *facts, const char *language) {
    xpgn_buffer report = {0};
    if (facts != NULL && before != NULL)
        xpgn_report_cells(&report, rs, before, facts, language);
    json_rows(b, "sum", cli_held(&report));
    b->failed |= report.failed;
    xpgn_buffer_free(&report);
}

void json_square(xpgn_buffer *b, const char *key, const xpgn_position *p, xpgn_square square) {
    char name[4];
    xpgn_square_name(p, square, name);
    json_text(b, key, square == XPGN_NO_SQUARE ? NULL : name);
}
