/* SPDX-License-Identifier: MIT */
/* Tables of cells as text, Markdown and LaTeX. */
#include "odds/odds.h"

#include <string.h>

enum { MOST_COLUMNS = 64 };

/* Takes the first part of *rest, up to `end`; false if nothing is left. */
static bool cut_part(xpgn_slice *rest, char end, xpgn_slice *part) {
    if (rest->data == NULL)
        return false;
    const char *at = rest->size > 0 ? memchr(rest->data, end, rest->size) : NULL;
    *part = (xpgn_slice){rest->data, at != NULL ? (size_t)(at - rest->data) : rest->size};
    size_t used = part->size + (at != NULL);
    *rest = (xpgn_slice){at != NULL ? rest->data + used : NULL, rest->size - used};
    return true;
}

static bool take_row(xpgn_slice *cells, xpgn_slice *row) {
    return cells->size > 0 && cut_part(cells, '\n', row);
}

static bool is_left(unsigned left, size_t column) {
    return column < 32 && (left >> column & 1) != 0;
}

static bool is_bar(xpgn_slice cell) {
    return cell.size > 0 && cell.data[0] == '#';
}

/* ---- text ------------------------------------------------------------------------------------ */

static void measure_grid(xpgn_slice cells, size_t width[MOST_COLUMNS]) {
    xpgn_slice row, cell;
    while (take_row(&cells, &row))
        for (size_t i = 0; i < MOST_COLUMNS && cut_part(&row, '\t', &cell); i++) {
            size_t used = is_bar(cell) ? 0 : xpgn_text_width(cell);
            width[i] = used > width[i] ? used : width[i];
        }
}

static void put_grid_row(xpgn_buffer *b, xpgn_slice row, unsigned left,
                         const size_t width[MOST_COLUMNS]) {
    xpgn_slice cell;
    size_t owed = 0; /* spaces due before the next cell, so that none end a line */
    for (size_t i = 0; i < MOST_COLUMNS && cut_part(&row, '\t', &cell); i++) {
        size_t used = xpgn_text_width(cell), spare = used < width[i] ? width[i] - used : 0;
        bool to_left = is_left(left, i) || is_bar(cell);
        owed += 2 + (to_left ? 0 : spare);
        if (cell.size > 0) {
            cli_put_spaces(b, owed);
            xpgn_buffer_slice(b, cell);
            owed = 0;
        }
        owed += to_left || cell.size == 0 ? (to_left ? spare : used) : 0;
    }
    xpgn_buffer_char(b, '\n');
}

static void write_grid_text(xpgn_buffer *b, xpgn_slice cells, unsigned left) {
    size_t width[MOST_COLUMNS] = {0};
    measure_grid(cells, width);
    for (xpgn_slice row; take_row(&cells, &row);)
        put_grid_row(b, row, left, width);
}

/* ---- Markdown -------------------------------------------------------------------------------- */

static void write_markdown(xpgn_buffer *b, xpgn_slice cells, unsigned left) {
    xpgn_slice line, cell;
    struct row_writer row = {.b = b, .form = XPGN_CELL_MARKDOWN, .right = ~(uint64_t)left};
    for (bool head = true; take_row(&cells, &line); head = false) {
        while (cut_part(&line, '\t', &cell))
            if (!is_bar(cell))
                row_cell(&row, cell);
        if (head)
            row_end_head(&row);
        else
            row_end(&row);
    }
}

/* ---- LaTeX ----------------------------------------------------------------------------------- */

static void put_latex(xpgn_buffer *b, xpgn_slice text) {
    for (size_t i = 0; i < text.size; i++) {
        char c = text.data[i];
        if (strchr("%&_#${}", c) != NULL)
            xpgn_buffer_char(b, '\\');
        if (c == '\\' || c == '~' || c == '^')
            xpgn_buffer_text(b, c == '\\' ? "\\textbackslash{}" : c == '~' ? "\\~{}" : "\\^{}");
        else if ((c == '-' || c == '+' || c == '<' || c == '>') && i == 0)
            xpgn_buffer_printf(b, "$%c$", c);
        else
            xpgn_buffer_char(b, c);
    }
}

/* Counts the cells of the first row, none of which is a bar. */
static size_t count_columns(xpgn_slice cells) {
    xpgn_slice row, cell;
    size_t count = 0;
    if (take_row(&cells, &row))
        while (cut_part(&row, '\t', &cell))
            count++;
    return count;
}

static void write_latex(xpgn_buffer *b, xpgn_slice cells, unsigned left) {
    xpgn_slice row, cell;
    xpgn_buffer_text(b, "\\begin{tabular}{");
    for (size_t i = 0, columns = count_columns(cells); i < columns; i++)
        xpgn_buffer_char(b, is_left(left, i) ? 'l' : 'r');
    xpgn_buffer_text(b, "}\n");
    for (bool head = true; take_row(&cells, &row); head = false) {
        const char *between = "";
        while (cut_part(&row, '\t', &cell)) {
            if (is_bar(cell))
                continue;
            xpgn_buffer_text(b, between);
            put_latex(b, cell);
            between = " & ";
        }
        xpgn_buffer_text(b, head ? " \\\\\n\\hline\n" : " \\\\\n");
    }
    xpgn_buffer_text(b, "\\end{tabular}\n");
}

/* ---- any ------------------------------------------------------------------------------------- */

void grid_write(xpgn_buffer *b, xpgn_slice cells, unsigned left, odds_format format) {
    if (format == ODDS_MARKDOWN)
        write_markdown(b, cells, left);
    else if (format == ODDS_LATEX)
        write_latex(b, cells, left);
    else
        write_grid_text(b, cells, left);
}

void grid_line(xpgn_buffer *b, const char *text, bool title, odds_format format) {
    xpgn_slice line = {text, strlen(text)};
    if (format == ODDS_MARKDOWN) {
        xpgn_buffer_text(b, title ? "**" : "");
        xpgn_buffer_cell(b, line, XPGN_CELL_MARKDOWN);
        xpgn_buffer_text(b, title ? "**\n" : "\n");
    } else if (format == ODDS_LATEX) {
        xpgn_buffer_text(b, title ? "\\par\\noindent\\textbf{" : "\\par\\noindent ");
        put_latex(b, line);
        xpgn_buffer_text(b, title ? "}\\par\n" : "\\par\n");
    } else {
        xpgn_buffer_clean(b, line);
        xpgn_buffer_char(b, '\n');
    }
}

void grid_verbatim(xpgn_buffer *b, xpgn_slice lines, odds_format format) {
    if (format != ODDS_TEXT)
        xpgn_buffer_text(b, format == ODDS_LATEX ? "\\begin{verbatim}\n" : "```\n");
    xpgn_buffer_slice(b, lines);
    if (format != ODDS_TEXT)
        xpgn_buffer_text(b, format == ODDS_LATEX ? "\\end{verbatim}\n" : "```\n");
}
