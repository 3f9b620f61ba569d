/* SPDX-License-Identifier: MIT */
/* Columns as text, and the line with their names. */
#include "internal/queries.h"
#include "shared/tables/columns.h"

/* Appends an aggregate; nothing if there were no values, except for sums and counts. */
static void put_sum(xpgn_buffer *b, const cli_column *k, const cli_sum *s) {
    int64_t n = k->kind == CLI_COLUMN_MIN ? s->min : k->kind == CLI_COLUMN_MAX ? s->max : s->sum;
    if (k->kind == CLI_COLUMN_COUNT)
        xpgn_fact_number(b, XPGN_VALUE_NUMBER, (int64_t)s->count);
    else if (s->count == 0 && k->kind != CLI_COLUMN_SUM)
        return;
    else if (k->kind == CLI_COLUMN_MEAN)
        xpgn_fact_mean(b, k->type, s->sum, s->count);
    else
        xpgn_fact_number(b, k->type, n);
}

static __attribute__((noinline)) size_t put_foreign(xpgn_buffer *b, const cli_column *column,
                                                    const cli_row *row) {
    xpgn_value v;
    const bool there = xpgn_fact_get(&row->is, &column->ask, 0, 0, &v);
    b->failed |= row->is.text->failed;
    return there ? xpgn_buffer_clean(b, v.text) : 0;
}

/* What is made here, which needs no cleaning. */
static __attribute__((noinline)) size_t put_own(xpgn_buffer *b, const cli_columns *k,
                                                const cli_column *column, const cli_row *row) {
    const size_t start = b->size;
    if (column->kind == CLI_COLUMN_OWN)
        xpgn_buffer_text(b, row->own[column->index] != NULL ? row->own[column->index] : "");
    else if (column->kind >= CLI_COLUMN_COUNT)
        put_sum(b, column, &row->sum[column - k->list]);
    else
        xpgn_fact_put(b, &row->is, &k->ask[column - k->list]);
    const size_t size = b->size - start;
    return column->number || size == 0 ? size
                                       : xpgn_text_width((xpgn_slice){b->data + start, size});
}

size_t cli_put_column(xpgn_buffer *b, const cli_columns *k, const cli_column *column,
                      const cli_row *row) {
    if (column->kind == CLI_COLUMN_TAG)
        return cli_put_value(b, row->tag[column->index]);
    return column->foreign ? put_foreign(b, column, row) : put_own(b, k, column, row);
}

void cli_put_columns_head(xpgn_buffer *b, const cli_columns *k, xpgn_cell form) {
    struct row_writer line = {.b = b, .form = form};
    for (size_t i = 0; i < k->count; i++) {
        line.right |= i < 64 && k->list[i].number ? 1ull << i : 0;
        row_cell(&line, cli_slice(k->list[i].name));
    }
    row_end_head(&line);
}
