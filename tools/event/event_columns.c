/* SPDX-License-Identifier: MIT */
/* A table in memory, written as aligned text, Markdown, CSV, JSON or HTML. */
#include "event/event_columns.h"
#include "internal/text_out.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void table_begin(event_table *t, cli *c, size_t columns) {
    *t = (event_table){.c = c, .columns = columns};
    t->width = calloc(columns + 1, sizeof *t->width);
    t->left = calloc(columns + 1, sizeof *t->left);
    if (t->width == NULL || t->left == NULL)
        cli_no_memory(c);
}

void table_cell(event_table *t) {
    xpgn_slice s = {t->cells.data + t->begin, t->cells.size - t->begin};
    size_t column = t->count % t->columns, width = s.size > 0 ? xpgn_text_width(s) : 0;
    if (width > t->width[column])
        t->width[column] = width;
    xpgn_buffer_char(&t->cells, '\0');
    t->begin = t->cells.size;
    t->count++;
    if (t->cells.failed)
        cli_no_memory(t->c);
}

void table_text(event_table *t, const char *text) {
    xpgn_buffer_text(&t->cells, text);
    table_cell(t);
}

/* Appends a head in words, "round 4" too. */
static void put_head(xpgn_buffer *b, const char *name, const xpgn_language *words) {
    char word[64];
    size_t size = strcspn(name, "0123456789?");
    if (size == 0 || size >= sizeof word || name[size - 1] != ' ')
        size = strlen(name) + 1;
    (void)snprintf(word, sizeof word, "%.*s", (int)(size - 1), name);
    xpgn_word_translate(b, word, words);
    if (size <= strlen(name))
        xpgn_buffer_text(b, name + size - 1);
}

void table_heads(event_table *t, const xpgn_language *words) {
    const char *name = t->cells.data;
    for (size_t i = 0; i < t->columns; i++, name += strlen(name) + 1) {
        size_t from = t->heads.size;
        put_head(&t->heads, name, words);
        xpgn_slice head = {t->heads.data + from, t->heads.size - from};
        size_t width = t->heads.failed ? 0 : xpgn_text_width(head);
        t->width[i] = width > t->width[i] ? width : t->width[i];
        xpgn_buffer_char(&t->heads, '\0');
    }
    if (t->heads.failed)
        cli_no_memory(t->c);
}

void table_end(event_table *t) {
    xpgn_buffer_free(&t->cells);
    xpgn_buffer_free(&t->heads);
    free(t->width);
    free(t->left);
}

/* Appends a cell, padded to the width of its column. */
static void put_aligned_cell(const event_table *t, xpgn_buffer *b, size_t column, const char *cell,
                             bool last) {
    size_t width = xpgn_text_width((xpgn_slice){cell, strlen(cell)});
    size_t blanks = t->width[column] - width;
    if (!t->left[column])
        cli_put_spaces(b, blanks);
    xpgn_buffer_text(b, cell);
    if (t->left[column] && !last)
        cli_put_spaces(b, blanks);
}

static void put_aligned_row(const event_table *t, xpgn_buffer *b, const char *cell) {
    for (size_t i = 0; i < t->columns; i++, cell += strlen(cell) + 1) {
        xpgn_buffer_text(b, i > 0 ? "  " : "");
        put_aligned_cell(t, b, i, cell, i + 1 == t->columns);
    }
    cli_end_line(b);
}

/* Appends a row of CSV or Markdown. */
static void put_cells(const event_table *t, xpgn_buffer *b, table_form form, const char *cell,
                      bool heading) {
    struct row_writer row = {.b = b,
                             .form = form == TABLE_MARKDOWN ? XPGN_CELL_MARKDOWN : XPGN_CELL_CSV};
    for (size_t i = 0; i < t->columns; i++, cell += strlen(cell) + 1) {
        row.right |= i < 64 && !t->left[i] ? 1ull << i : 0;
        row_cell(&row, cli_slice(cell));
    }
    if (heading)
        row_end_head(&row);
    else
        row_end(&row);
}

/* ---- HTML ------------------------------------------------------------------------------------ */

void table_html(xpgn_buffer *b, xpgn_slice text) {
    for (size_t i = 0; i < text.size; i++) {
        char c = text.data[i];
        const char *as = c == '&'   ? "&amp;"
                         : c == '<' ? "&lt;"
                         : c == '>' ? "&gt;"
                         : c == '"' ? "&quot;"
                                    : NULL;
        if (as != NULL)
            xpgn_buffer_text(b, as);
        else
            xpgn_buffer_char(b, c);
    }
}

static void put_html_row(const event_table *t, xpgn_buffer *b, const char *cell, bool heading) {
    xpgn_buffer_text(b, heading ? "<thead>\n<tr>" : "<tr>");
    for (size_t i = 0; i < t->columns; i++, cell += strlen(cell) + 1) {
        const char *side = !t->left[i] ? "right" : heading ? "left" : NULL;
        xpgn_buffer_text(b, heading ? "<th scope=\"col\"" : "<td");
        if (side != NULL)
            xpgn_buffer_printf(b, " style=\"text-align:%s\"", side);
        xpgn_buffer_char(b, '>');
        table_html(b, cli_slice(cell));
        xpgn_buffer_text(b, heading ? "</th>" : "</td>");
    }
    xpgn_buffer_text(b, heading ? "</tr>\n</thead>\n" : "</tr>\n");
}

/* ---- JSON ------------------------------------------------------------------------------------ */

/* True for a number of JSON without an exponent. */
static bool is_decimal(const char *s) {
    s += *s == '-';
    if (*s == '\0' || (s[0] == '0' && s[1] >= '0' && s[1] <= '9'))
        return false;
    size_t whole = strspn(s, "0123456789");
    if (whole > 0 && s[whole] == '.')
        return s[whole + 1] != '\0' && s[whole + 1 + strspn(s + whole + 1, "0123456789")] == '\0';
    return whole > 0 && s[whole] == '\0';
}

static void put_json_name(xpgn_buffer *b, const char *name) {
    xpgn_buffer key = {0};
    for (; *name != '\0'; name++)
        xpgn_buffer_char(&key, *name == ' ' ? '_' : *name);
    xpgn_buffer_json(b, (xpgn_slice){key.data, key.size});
    b->failed |= key.failed;
    xpgn_buffer_free(&key);
}

static void put_json_row(const event_table *t, xpgn_buffer *b, const char *cell) {
    const char *name = t->cells.data;
    for (size_t i = 0; i < t->columns; i++) {
        const char *value = cell + (*cell == '+');
        xpgn_buffer_char(b, i > 0 ? ',' : '{');
        put_json_name(b, name);
        xpgn_buffer_char(b, ':');
        if (t->left[i] || !is_decimal(value)) {
            if (strcmp(cell, "-") == 0)
                xpgn_buffer_text(b, "null");
            else
                xpgn_buffer_json(b, cli_slice(cell));
        } else {
            xpgn_buffer_text(b, value);
        }
        name += strlen(name) + 1;
        cell += strlen(cell) + 1;
    }
    xpgn_buffer_char(b, '}');
}

void table_heads_json(const event_table *t, xpgn_buffer *b) {
    const char *name = t->cells.data, *head = t->heads.data;
    xpgn_buffer_char(b, '[');
    for (size_t i = 0; i < t->columns; i++) {
        json_open(b, NULL, "{");
        json_key(b, "key");
        put_json_name(b, name);
        json_text(b, "title", head);
        json_text(b, "align", t->left[i] ? "left" : "right");
        xpgn_buffer_char(b, '}');
        name += strlen(name) + 1;
        head += strlen(head) + 1;
    }
    xpgn_buffer_char(b, ']');
}

/* ---- a table --------------------------------------------------------------------------------- */

static void put_markup_row(const event_table *t, xpgn_buffer *b, table_form form, size_t row,
                           const char *cell) {
    switch (form) {
    case TABLE_TEXT:
        put_aligned_row(t, b, cell);
        break;
    case TABLE_CSV:
    case TABLE_MARKDOWN:
        put_cells(t, b, form, cell, row == 0);
        break;
    case TABLE_HTML:
        put_html_row(t, b, cell, row == 0);
        break;
    case TABLE_JSON:
        if (row > 1)
            xpgn_buffer_char(b, ',');
        if (row > 0)
            put_json_row(t, b, cell);
        break;
    }
}

void table_write(const event_table *t, xpgn_buffer *b, table_form form, const char *title) {
    const char *cell = t->cells.data;
    /* a table of Markdown must have a heading, which for JSON has the names */
    bool heading = !t->c->common->no_header || form == TABLE_MARKDOWN || form == TABLE_JSON;
    if (form == TABLE_HTML)
        xpgn_buffer_printf(b, "<table style=\"border-spacing:.8em .1em\">\n<caption>%s</caption>\n",
                           title);
    xpgn_buffer_text(b, form == TABLE_JSON ? "[" : "");
    for (size_t row = 0; row < t->count / t->columns; row++) {
        const bool words = row == 0 && t->heads.size > 0 && form != TABLE_CSV;
        if (row > 0 || heading)
            put_markup_row(t, b, form, row, words ? t->heads.data : cell);
        for (size_t i = 0; i < t->columns; i++)
            cell += strlen(cell) + 1;
    }
    xpgn_buffer_text(b, form == TABLE_JSON ? "]" : form == TABLE_HTML ? "</table>\n" : "");
}
