/* SPDX-License-Identifier: MIT */
/* The sum of a combat as a table for documents. */
#include "core/base/slice.h"
#include "internal/text_out.h"
#include "internal/writers.h"
#include "output/write/combat_report.h"
#include "output/write/document_text.h"

/* What is before and after each part of a table. */
struct table_markup {
    const char *begin, *headline_end, *row, *cell, *last, *row_end, *end;
};

static const struct table_markup markups[] = {
    [XPGN_DOCUMENT_HTML] = {"<table class=\"sum\">\n<caption>", "</caption>\n",
                            "<tr><th scope=\"row\">", "</th><td>", "</td><td>", "</td></tr>\n",
                            "</table>\n"},
    [XPGN_DOCUMENT_LATEX] = {"\\begin{tabular}{@{}lp{.5\\linewidth}r@{}}\n"
                             "\\multicolumn{3}{@{}p{\\linewidth}@{}}{\\raggedright\\bfseries ",
                             "}\\\\\n", "", " & \\raggedright ", " & ", "\\\\\n",
                             "\\end{tabular}\n"},
};

static void put_text(xpgn_buffer *b, const xpgn_buffer *text, xpgn_document form) {
    xpgn_buffer xml = {0};
    xml_print(&xml, (xpgn_slice){text->data, text->size});
    if (form == XPGN_DOCUMENT_LATEX)
        latex_put(b, (xpgn_slice){xml.data, xml.size});
    else
        xpgn_buffer_put(b, xml.data, xml.size);
    b->failed |= xml.failed;
    xpgn_buffer_free(&xml);
}

static void put_table(xpgn_buffer *b, const struct report *r, xpgn_document form) {
    const struct table_markup *m = &markups[form];
    xpgn_buffer_text(b, m->begin);
    put_text(b, &r->headline, form);
    xpgn_buffer_text(b, m->headline_end);
    for (unsigned i = 0; i < r->rows; i++) {
        xpgn_buffer_text(b, m->row);
        put_text(b, &r->row[i].label, form);
        xpgn_buffer_text(b, m->cell);
        put_text(b, &r->row[i].what, form);
        xpgn_buffer_text(b, m->last);
        put_text(b, &r->row[i].total, form);
        xpgn_buffer_text(b, m->row_end);
    }
    xpgn_buffer_text(b, m->end);
}

static void put_markdown(xpgn_buffer *b, const struct report *r) {
    struct row_writer row = {.b = b, .form = XPGN_CELL_MARKDOWN, .right = 1u << 2};
    row_cell(&row, slice_of(""));
    row_cell(&row, (xpgn_slice){r->headline.data, r->headline.size});
    row_cell(&row, slice_of(""));
    row_end_head(&row);
    for (unsigned i = 0; i < r->rows; i++) {
        row_cell(&row, (xpgn_slice){r->row[i].label.data, r->row[i].label.size});
        row_cell(&row, (xpgn_slice){r->row[i].what.data, r->row[i].what.size});
        row_cell(&row, (xpgn_slice){r->row[i].total.data, r->row[i].total.size});
        row_end(&row);
    }
}

void xpgn_combat_document(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p,
                          const xpgn_diagram_options *how, xpgn_document form) {
    struct report r;
    if (how->combat == NULL || !how->combat->combat)
        return;
    report_begin(&r, rs, p, how->combat, how->number, how->language);
    if (form == XPGN_DOCUMENT_MARKDOWN)
        put_markdown(b, &r);
    else
        put_table(b, &r, form);
    b->failed |= report_failed(&r);
    report_free(&r);
}
