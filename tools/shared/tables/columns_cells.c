/* SPDX-License-Identifier: MIT */
/* Columns as cells of tables and as JSON. */
#include "internal/loop.h"
#include "internal/queries.h"
#include "shared/findings/finding_report.h"
#include "shared/tables/columns.h"

#include <ctype.h>
#include <xpgn/record.h>

/* For CSV, which databases load: a day in ISO 8601, a number, or nothing if the value is unknown,
   so that a column has one type. */
static void put_typed_tag(struct row_writer *line, xpgn_slice name, xpgn_slice value,
                          xpgn_buffer *cell) {
    char date[XPGN_DATE];
    xpgn_span span;
    xpgn_buffer_clear(cell);
    if (xpgn_value_is_unknown(value)) {
        /* nothing */
    } else if (xpgn_tag_is_date(name)) {
        if (xpgn_date_read(value, date) && xpgn_value_date(cli_slice(date), &span) &&
            span.low == span.high)
            xpgn_buffer_printf(cell, "%04d-%02d-%02d", (int)(span.low / 10000),
                               (int)(span.low / 100 % 100), (int)(span.low % 100));
    } else if (xpgn_tag_is_number(name)) {
        if (value.data[value.size - 1] == '?') /* provisional */
            value.size--;
        if (xpgn_value_number(value, true, &span))
            xpgn_fact_number(cell, XPGN_VALUE_MILLIONTHS, span.low);
    } else {
        cli_put_value(cell, value);
    }
    row_cell(line, (xpgn_slice){cell->data, cell->size});
    line->b->failed |= cell->failed;
}

void cli_put_column_cell(struct row_writer *line, const cli_columns *k, const cli_column *column,
                         const cli_row *row) {
    if (column->kind == CLI_COLUMN_FACT) {
        xpgn_fact_cell(line, &row->is, &k->ask[column - k->list]);
        return;
    }
    if (column->kind >= CLI_COLUMN_COUNT) {
        row_next(line);
        cli_put_column(line->b, k, column, row);
        return;
    }
    if (column->kind == CLI_COLUMN_TAG &&
        (line->form == XPGN_CELL_CSV || line->form == XPGN_CELL_CSV_RAW)) {
        put_typed_tag(line, k->tag[column->index], row->tag[column->index], row->cell);
        return;
    }
    xpgn_buffer_clear(row->cell);
    cli_put_column(row->cell, k, column, row);
    row_cell(line, (xpgn_slice){row->cell->data, row->cell->size});
    line->b->failed |= row->cell->failed;
}

/* Appends a number if the tag has numbers and this value is one; otherwise a string. */
static void put_tag_json(xpgn_buffer *b, xpgn_slice name, xpgn_slice value) {
    bool number = value.size > 0 && value.size < 16 && xpgn_tag_is_number(name) &&
                  (value.size == 1 || *value.data != '0');
    for (size_t i = 0; i < value.size && number; i++)
        number = isdigit((unsigned char)value.data[i]) != 0;
    if (number)
        xpgn_buffer_slice(b, value);
    else
        cli_put_value_json(b, NULL, value);
}

void cli_put_column_json(xpgn_buffer *b, const cli_columns *k, const cli_column *column,
                         const cli_row *row) {
    if (column->kind == CLI_COLUMN_FACT) {
        xpgn_fact_json(b, &row->is, &column->ask);
        return;
    }
    if (column->kind == CLI_COLUMN_TAG) {
        put_tag_json(b, k->tag[column->index], row->tag[column->index]);
        return;
    }
    size_t before = b->size;
    if (column->kind == CLI_COLUMN_OWN && row->own[column->index] != NULL)
        xpgn_buffer_json(b, cli_slice(row->own[column->index]));
    else if (column->kind >= CLI_COLUMN_COUNT)
        cli_put_column(b, k, column, row);
    if (b->size == before)
        xpgn_buffer_text(b, "null");
}

void cli_kept_free(cli_kept_cells *kept) {
    xpgn_buffer_free(&kept->text);
    for (size_t i = 0; i < CLI_RUNS; i++)
        xpgn_run_memo_free(&kept->memo[i]);
    for (size_t i = 0; i < CLI_RUNS; i++)
        xpgn_members_memo_free(&kept->members[i]);
}

/* Makes the cells that all rows of the game have, each after its separator. */
static void make_kept(cli_kept_cells *kept, const cli_columns *k, const cli_row *row,
                      xpgn_cell form) {
    struct row_writer line = {.b = &kept->text, .form = form};
    xpgn_buffer_clear(&kept->text);
    for (size_t i = 0; i < k->count; i++) {
        line.cells = i;
        if (k->kept[i] > 0)
            cli_put_column_cell(&line, k, &k->list[i], row);
        kept->end[i] = kept->text.size;
    }
    for (size_t i = 0; i < k->runs; i++)
        kept->memo[i].made = false;
    kept->made = !kept->text.failed;
}

/* Appends the next of them from column `i` on. */
static void put_kept(struct row_writer *line, const cli_kept_cells *kept, size_t i, size_t count) {
    const size_t from = i > 0 ? kept->end[i - 1] : 0, end = kept->end[i + count - 1];
    line->cells += count;
    if (end > from) /* else there may be no text at all */
        xpgn_buffer_put(line->b, kept->text.data + from, end - from);
}

/* Of several runs, or with tags. */
static __attribute__((noinline)) void put_mixed(xpgn_buffer *b, const cli_columns *k,
                                                const cli_row *row, xpgn_cell form) {
    struct row_writer line = {.b = b, .form = form};
    cli_kept_cells *kept = row->kept;
    for (size_t i = 0, n; i < k->count; i += n) {
        if ((n = k->facts[i]) > 0)
            xpgn_fact_cells(&line, &row->is, &k->run[k->run_at[i]],
                            kept != NULL ? &kept->memo[k->run_at[i]] : NULL);
        else if ((n = k->kept[i]) > 0 && kept != NULL && kept->made)
            put_kept(&line, kept, i, n);
        else
            cli_put_column_cell(&line, k, &k->list[i], row), n = 1;
    }
    row_end(&line);
}

static inline void put_line(xpgn_buffer *b, const cli_columns *k, const cli_row *row,
                            xpgn_cell form) {
    if (row->kept != NULL && k->is_facts && form != XPGN_CELL_MARKDOWN)
        xpgn_fact_line(b, form, &row->is, &k->run[0], &row->kept->memo[0]);
    else
        put_mixed(b, k, row, form);
}

/* The first of a game. */
static __attribute__((noinline)) void put_first_line(xpgn_buffer *b, const cli_columns *k,
                                                     const cli_row *row, xpgn_cell form) {
    make_kept(row->kept, k, row, form);
    put_line(b, k, row, form);
}

void cli_put_columns(xpgn_buffer *b, const cli_columns *k, const cli_row *row, xpgn_cell form) {
    if (row->kept != NULL && !row->kept->made)
        put_first_line(b, k, row, form);
    else
        put_line(b, k, row, form);
}

/* The same as members of an object, each after its comma. */
static void make_kept_json(cli_kept_cells *kept, const cli_columns *k, const cli_row *row) {
    xpgn_buffer *b = &kept->text;
    xpgn_buffer_clear(b);
    for (size_t i = 0; i < k->count; i++) {
        if (k->kept[i] > 0) {
            xpgn_buffer_text(b, i > 0 ? "," : "");
            xpgn_buffer_slice(b, (xpgn_slice){k->list[i].key.data, k->list[i].key.size});
            cli_put_column_json(b, k, &k->list[i], row);
        }
        kept->end[i] = b->size;
    }
    kept->made = !b->failed;
}

/* Tags, if any, and behind them nothing but facts of each row. */
static bool is_object(const cli_columns *k) {
    const size_t facts = k->count - k->kept[0];
    return facts > 0 && k->members[k->kept[0]] == facts && facts <= XPGN_MEMBERS;
}

/* Prepares the objects of a game. */
static __attribute__((noinline)) void begin_objects(cli_kept_cells *kept, const cli_columns *k,
                                                    const cli_row *row) {
    const size_t tags = k->kept[0];
    xpgn_buffer head = {0};
    xpgn_buffer_char(&head, '{');
    if (tags > 0)
        xpgn_buffer_put(&head, kept->text.data, kept->end[tags - 1]);
    xpgn_fact_objects(&kept->members[0], (xpgn_slice){head.data, head.size}, &row->is,
                      &k->member[tags], k->count - tags);
    kept->members[0].begun &= !head.failed;
    xpgn_buffer_free(&head);
}

static __attribute__((noinline)) void put_mixed_json(xpgn_buffer *b, const cli_columns *k,
                                                     const cli_row *row) {
    struct row_writer line = {.b = b};
    cli_kept_cells *kept = row->kept;
    json_open(b, NULL, "{");
    for (size_t i = 0, runs = 0, n; i < k->count; i += n) {
        if ((n = k->members[i]) > 0) {
            xpgn_fact_members(b, &row->is, &k->member[i], n,
                              kept != NULL && runs < CLI_RUNS ? &kept->members[runs++] : NULL);
            continue;
        }
        if ((n = k->kept[i]) > 0 && kept != NULL && kept->made) {
            put_kept(&line, kept, i, n);
            continue;
        }
        n = 1;
        json_key(b, NULL);
        xpgn_buffer_slice(b, (xpgn_slice){k->list[i].key.data, k->list[i].key.size});
        cli_put_column_json(b, k, &k->list[i], row);
    }
    xpgn_buffer_put(b, "}\n", 2);
}

static inline void put_json_line(xpgn_buffer *b, const cli_columns *k, const cli_row *row) {
    if (row->kept != NULL && row->kept->objects)
        xpgn_fact_object(b, &row->is, &k->member[k->kept[0]], k->count - k->kept[0],
                         &row->kept->members[0]);
    else
        put_mixed_json(b, k, row);
}

/* The first of a game. */
static __attribute__((noinline)) void put_first_json(xpgn_buffer *b, const cli_columns *k,
                                                     const cli_row *row) {
    make_kept_json(row->kept, k, row);
    row->kept->objects = is_object(k);
    if (row->kept->objects)
        begin_objects(row->kept, k, row);
    put_json_line(b, k, row);
}

void cli_put_columns_json(xpgn_buffer *b, const cli_columns *k, const cli_row *row) {
    if (row->kept != NULL && !row->kept->made)
        put_first_json(b, k, row);
    else
        put_json_line(b, k, row);
}
