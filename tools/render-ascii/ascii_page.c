/* SPDX-License-Identifier: MIT */
/* The page: rows of diagrams, attribute tables, Markdown. */
#include "internal/writers.h"
#include "render-ascii/render-ascii.h"

/* Removes the spaces at the ends of the lines. */
static void trim(xpgn_buffer *text) {
    size_t size = 0, kept = 0;
    for (size_t i = 0; i < text->size; i++) {
        char c = text->data[i];
        if (c == '\n')
            size = kept;
        text->data[size++] = c;
        if (c != ' ')
            kept = size;
    }
    text->size = size;
}

/* In troff a line that begins with . or ' is a request, and \ an escape. */
static void put_troff(xpgn_buffer *out, const xpgn_buffer *text) {
    for (size_t i = 0; i < text->size; i++) {
        char c = text->data[i];
        if ((i == 0 || text->data[i - 1] == '\n') && (c == '.' || c == '\''))
            xpgn_buffer_text(out, "\\&");
        xpgn_buffer_text(out, c == '\\' ? "\\e" : (char[]){c, '\0'});
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

static void put_text_lines(const options *o, xpgn_buffer *out, const xpgn_buffer *row) {
    if (o->format == TROFF)
        put_troff(out, row);
    else
        xpgn_buffer_put(out, row->data, row->size);
}

static void put_fenced_row(const options *o, xpgn_buffer *out, xpgn_buffer *row) {
    size_t fence = o->format == MARKDOWN ? fence_of(row) : 0;
    if (o->format == MARKDOWN)
        put_fence(out, fence, "text\n");
    if (!o->no_trim)
        trim(row);
    put_text_lines(o, out, row);
    if (o->format == MARKDOWN)
        put_fence(out, fence, "\n");
}

static const options *options_of(const diagram_page *pg) {
    return pg->base.c->options;
}

static void join_cells(diagram_page *pg, xpgn_buffer *row) {
    xpgn_slice cells[CLI_MOST_COLUMNS];
    for (size_t i = 0; i < pg->cells; i++) {
        if (pg->cell[i].failed)
            cli_no_memory(pg->base.c);
        cells[i] = (xpgn_slice){pg->cell[i].data, pg->cell[i].size};
    }
    xpgn_diagram_join(row, cells, pg->cells);
    if (row->failed)
        cli_no_memory(pg->base.c);
}

/* Appends an empty line between texts. */
static void separate(diagram_page *pg) {
    xpgn_buffer_text(pg->base.out, pg->begun ? "\n" : "");
    pg->begun = true;
}

static void end_row(cli_page *base) {
    diagram_page *pg = (diagram_page *)base;
    xpgn_buffer row = {0};
    if (pg->cells == 0)
        return;
    join_cells(pg, &row);
    separate(pg);
    put_fenced_row(options_of(pg), base->out, &row);
    xpgn_buffer_free(&row);
    for (size_t i = 0; i < pg->cells; i++)
        xpgn_buffer_clear(&pg->cell[i]);
    pg->cells = 0;
}

static xpgn_buffer *next_page_cell(diagram_page *pg) {
    uint64_t columns = pg->base.o->columns;
    if (pg->cells == (columns > 0 ? columns : 1))
        end_row(&pg->base);
    return &pg->cell[pg->cells++];
}

/* The columns that a terminal has for each diagram of a row; 0: it is none. */
static unsigned room_of(const diagram_page *pg) {
    uint64_t columns = pg->base.o->columns > 0 ? pg->base.o->columns : 1;
    const cli_sink *out = &pg->base.c->sink[CLI_OUT];
    unsigned gaps = 3 * (unsigned)(columns - 1);
    if (!out->terminal || out->columns == 0 || options_of(pg)->format != TEXT)
        return 0;
    return out->columns > gaps + columns ? (out->columns - gaps) / (unsigned)columns : 1;
}

static void put_text_diagram(cli_page *base, const xpgn_ruleset *rs, const xpgn_position *p,
                             const xpgn_diagram_options *how) {
    diagram_page *pg = (diagram_page *)base;
    xpgn_diagram_options styled = *how;
    styled.style = (xpgn_diagram_style)options_of(pg)->style;
    styled.width = room_of(pg);
    styled.color = base->c->sink[CLI_OUT].color && options_of(pg)->format == TEXT;
    xpgn_diagram_write(next_page_cell(pg), rs, p, &styled);
}

static bool write_table(xpgn_buffer *b, const options *o, const xpgn_ruleset *rs) {
    xpgn_diagram_style style = (xpgn_diagram_style)o->style;
    return o->format == MARKDOWN ? xpgn_attributes_markdown(b, rs, style, o->shown.language)
                                 : xpgn_attributes_write(b, rs, style, o->shown.language);
}

/* Tables of Markdown follow one another; others are cells of a row. */
static bool put_attributes(cli_page *base, const xpgn_ruleset *rs) {
    diagram_page *pg = (diagram_page *)base;
    xpgn_buffer text = {0};
    bool any = write_table(&text, options_of(pg), rs);
    if (text.failed)
        cli_no_memory(base->c);
    if (any && options_of(pg)->format == MARKDOWN)
        separate(pg);
    if (any)
        xpgn_buffer_put(options_of(pg)->format == MARKDOWN ? base->out : next_page_cell(pg),
                        text.data, text.size);
    xpgn_buffer_free(&text);
    return any;
}

static void close_page(cli_page *base) {
    diagram_page *pg = (diagram_page *)base;
    end_row(base);
    for (size_t i = 0; i < CLI_MOST_COLUMNS; i++)
        xpgn_buffer_free(&pg->cell[i]);
}

const cli_page_kind page_kind = {.size = sizeof(diagram_page),
                                 .diagram = put_text_diagram,
                                 .table = put_attributes,
                                 .end_game = end_row,
                                 .close = close_page};
