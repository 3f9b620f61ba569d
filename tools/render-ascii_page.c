/* SPDX-License-Identifier: MIT */
/* The page: rows of diagrams, their captions, Markdown. */
#include "render-ascii.h"

#include <string.h>

/* ---- rows -------------------------------------------------------------------------------------
 */

/* Appends the lines of `text`, each without the spaces at its end. */
static void put_trimmed(xpgn_buffer *out, const xpgn_buffer *text) {
    size_t kept = 0;
    for (size_t i = 0, begin = 0; i < text->size; i++) {
        char c = text->data[i];
        if (c != ' ' && c != '\n')
            kept = i + 1;
        if (c != '\n')
            continue;
        xpgn_buffer_put(out, text->data + begin, kept > begin ? kept - begin : 0);
        xpgn_buffer_char(out, '\n');
        begin = kept = i + 1;
    }
}

/* A fence is longer than any run of backticks between it and the next. */
static size_t fence_of(const xpgn_buffer *text) {
    size_t longest = 2, run = 0;
    for (size_t i = 0; i < text->size; i++) {
        run = text->data[i] == '`' ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    return longest + 1;
}

static void put_fence(xpgn_buffer *out, size_t length, const char *rest) {
    while (length-- > 0)
        xpgn_buffer_char(out, '`');
    xpgn_buffer_text(out, rest);
}

static void put_row(const options *o, xpgn_buffer *out, const xpgn_buffer *row) {
    size_t fence = o->markdown ? fence_of(row) : 0;
    if (o->markdown)
        put_fence(out, fence, "text\n");
    if (o->trim)
        put_trimmed(out, row);
    else
        xpgn_buffer_put(out, row->data, row->size);
    if (o->markdown)
        put_fence(out, fence, "\n");
}

static void join_cells(cli *c, page *pg, xpgn_buffer *row) {
    xpgn_slice cells[MOST_COLUMNS];
    for (size_t i = 0; i < pg->cells; i++) {
        if (pg->cell[i].failed)
            cli_no_memory(c);
        cells[i] = (xpgn_slice){pg->cell[i].data, pg->cell[i].size};
    }
    xpgn_diagram_join(row, cells, pg->cells);
    if (row->failed)
        cli_no_memory(c);
}

void page_end_row(cli *c, const options *o, page *pg) {
    xpgn_buffer row = {0};
    if (pg->cells == 0)
        return;
    join_cells(c, pg, &row);
    xpgn_buffer_text(pg->out, pg->begun ? "\n" : "");
    put_row(o, pg->out, &row);
    xpgn_buffer_free(&row);
    for (size_t i = 0; i < pg->cells; i++)
        xpgn_buffer_clear(&pg->cell[i]);
    pg->cells = 0;
    pg->begun = true;
}

void page_put_block(page *pg, const xpgn_buffer *text) {
    xpgn_buffer_text(pg->out, pg->begun ? "\n" : "");
    xpgn_buffer_put(pg->out, text->data, text->size);
    pg->begun = true;
}

void page_close(cli *c, page *pg) {
    xpgn_buffer out = {0};
    pg->out = &out;
    page_end_row(c, c->options, pg);
    cli_flush(c, CLI_OUT, &out);
    xpgn_buffer_free(&out);
    for (size_t i = 0; i < MOST_COLUMNS; i++)
        xpgn_buffer_free(&pg->cell[i]);
}

xpgn_buffer *page_next(cli *c, const options *o, page *pg) {
    if (pg->cells == (o->columns > 0 ? o->columns : 1))
        page_end_row(c, o, pg);
    pg->diagrams++;
    return &pg->cell[pg->cells++];
}

/* ---- captions ---------------------------------------------------------------------------------
 */

/* %n is the number of the diagram, %% a percent sign. */
static void put_expanded(xpgn_buffer *b, const char *text, uint64_t number) {
    for (; *text != '\0'; text++) {
        if (strncmp(text, "%n", 2) == 0)
            xpgn_buffer_printf(b, "%llu", (unsigned long long)number);
        else
            xpgn_buffer_char(b, *text);
        text += strncmp(text, "%n", 2) == 0 || strncmp(text, "%%", 2) == 0;
    }
}

void page_put_caption(xpgn_buffer *b, const options *o, const page *pg) {
    size_t count = o->captions.count;
    if (count == 0)
        return;
    size_t i = pg->diagrams < count ? (size_t)pg->diagrams : count - 1;
    put_expanded(b, o->captions.item[i], pg->diagrams + 1);
}
