/* SPDX-License-Identifier: MIT */
#include "shared/tables/game_order.h"
#include "internal/loop.h"
#include "internal/queries.h"
#include "shared/tables/sorter.h"

#include <ctype.h>
#include <xpgn/record.h>

enum { NUMBER = 1, TEXT, NONE }; /* the kinds of values, in sorting order */
enum { MOST_DIGITS = 255 };

static void put_signed_key(xpgn_buffer *b, int64_t n) {
    xpgn_buffer_char(b, NUMBER);
    cli_sorter_number(b, (uint64_t)n ^ UINT64_C(1) << 63);
}

static void put_mean(xpgn_buffer *b, double mean) {
    int64_t bits;
    memcpy(&bits, &mean, sizeof bits);
    put_signed_key(b,
                   bits >= 0 ? bits : bits ^ INT64_MAX); /* IEEE 754: sorted, except for the sign */
}

/* Appends the number of digits at p, then the digits, so that a longer number sorts after a shorter
   one. Returns how many digits there are. */
static size_t put_digits(xpgn_buffer *b, const char *p, size_t size) {
    size_t all = 0, zeros = 0;
    while (all < size && isdigit((unsigned char)p[all]))
        all++;
    while (zeros + 1 < all && p[zeros] == '0')
        zeros++;
    size_t count = all - zeros < MOST_DIGITS ? all - zeros : MOST_DIGITS;
    xpgn_buffer_char(b, '0');
    xpgn_buffer_char(b, (char)count);
    xpgn_buffer_put(b, p + zeros, all - zeros);
    return all;
}

static void put_text_key(xpgn_buffer *b, xpgn_slice text) {
    xpgn_buffer_char(b, TEXT);
    for (size_t i = 0; i < text.size;) {
        char c = text.data[i];
        if (isdigit((unsigned char)c)) {
            i += put_digits(b, text.data + i, text.size - i);
            continue;
        }
        xpgn_buffer_char(b, c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c == '\0' ? '\1' : c);
        i++;
    }
    xpgn_buffer_char(b, '\0');
}

static void put_tag_key(xpgn_buffer *b, xpgn_slice name, xpgn_slice value, xpgn_buffer *cell) {
    xpgn_span span;
    xpgn_buffer_clear(cell);
    if (value.data != NULL)
        xpgn_tag_text(cell, value);
    b->failed |= cell->failed;
    const xpgn_slice text = {cell->data, cell->size};
    if (xpgn_value_is_unknown(text) || (xpgn_tag_is_date(name) && *text.data == '?'))
        xpgn_buffer_char(b, NONE);
    else if (xpgn_tag_is_number(name) ? xpgn_value_number(text, false, &span)
                                      : xpgn_tag_is_date(name) && xpgn_value_date(text, &span))
        put_signed_key(b, span.low);
    else
        put_text_key(b, text);
}

static void put_fact(xpgn_buffer *b, const cli_column *column, const cli_row *row) {
    xpgn_value v;
    const xpgn_fact *f = xpgn_fact_at(column->ask.fact);
    bool known = xpgn_fact_get(&row->is, &column->ask, 0, 0, &v);
    if (known && f->type != XPGN_VALUE_TEXT)
        put_signed_key(b, v.number);
    else if (known && v.text.size > 0)
        put_text_key(b, v.text);
    else
        xpgn_buffer_char(b, NONE);
    b->failed |= row->is.text->failed;
}

static void put_sum_key(xpgn_buffer *b, const cli_column *column, const cli_sum *s) {
    if (column->kind == CLI_COLUMN_COUNT)
        put_signed_key(b, (int64_t)s->count);
    else if (s->count == 0 && column->kind != CLI_COLUMN_SUM)
        xpgn_buffer_char(b, NONE);
    else if (column->kind == CLI_COLUMN_MEAN)
        put_mean(b, (double)s->sum / (double)s->count);
    else
        put_signed_key(b, column->kind == CLI_COLUMN_MIN   ? s->min
                          : column->kind == CLI_COLUMN_MAX ? s->max
                                                           : s->sum);
}

static void put_column(xpgn_buffer *b, const cli_columns *k, size_t i, const cli_row *row) {
    const cli_column *column = &k->list[i];
    if (column->kind == CLI_COLUMN_TAG)
        put_tag_key(b, k->tag[column->index], row->tag[column->index], row->cell);
    else if (column->kind == CLI_COLUMN_FACT)
        put_fact(b, column, row);
    else if (column->kind != CLI_COLUMN_OWN)
        put_sum_key(b, column, &row->sum[i]);
    else if (row->own[column->index] != NULL)
        put_text_key(b, cli_slice(row->own[column->index]));
    else
        xpgn_buffer_char(b, NONE);
}

void cli_order_put(xpgn_buffer *b, const cli_rows *r, const cli_row *row) {
    for (size_t i = 0; i < r->columns.count; i++) {
        size_t start = b->size;
        put_column(b, &r->columns, i, row);
        for (size_t at = start + 1; r->columns.list[i].descending && at < b->size; at++)
            b->data[at] = (char)~b->data[at];
    }
}
