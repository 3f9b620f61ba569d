/* SPDX-License-Identifier: MIT */
/* The log of corrections. */
#include "shared/answers/corrections.h"
#include "frame/table_heads.h"
#include "internal/action_facts.h"
#include "internal/meant.h"
#include "internal/sealed.h"

#include <math.h>
#include <stdlib.h>
#include <xpgn/facts.h>

/* ---- writing --------------------------------------------------------------------------------- */

static void put_log_head(xpgn_buffer *b) {
    struct row_writer row = {.b = b, .form = XPGN_CELL_CSV_RAW};
    for (size_t i = 0; i < CLI_LOG_COLUMNS; i++)
        row_cell(&row, cli_slice(cli_log_columns[i]));
    row_end(&row);
}

static void put_bytes(struct row_writer *row, xpgn_slice bytes) {
    xpgn_buffer b = {0};
    xpgn_bytes_write(&b, bytes);
    row_cell(row, (xpgn_slice){b.data, b.size});
    row->b->failed |= b.failed;
    xpgn_buffer_free(&b);
}

static void put_log_row(xpgn_buffer *b, const cli_log_row *r) {
    const xpgn_correction *c = &r->correction;
    struct row_writer row = {.b = b, .form = XPGN_CELL_CSV_RAW};
    row_number(&row, c->number);
    put_bytes(&row, cli_slice(r->file));
    row_number(&row, r->game);
    put_bytes(&row, cli_slice(c->turn));
    row_number(&row, c->line);
    row_number(&row, c->column);
    row_number(&row, c->offset);
    put_bytes(&row, c->was);
    put_bytes(&row, c->is);
    put_bytes(&row, cli_slice(c->code));
    row_cell(&row, cli_slice(c->number > 0 ? xpgn_fix_level_name(c->level) : ""));
    row_number(&row, c->counted);
    row_next(&row);
    if (c->probability > 0)
        xpgn_fact_number(b, XPGN_VALUE_MILLIONTHS, llround(c->probability * 1e6));
    put_bytes(&row, cli_slice(r->by));
    row_next(&row);
    chain_link_write(b, &r->before);
    row_next(&row);
    chain_link_write(b, &r->after);
    row_end(&row);
}

void cli_log_write(cli *c, const cli_log *log, int sink) {
    xpgn_buffer b = {0};
    put_log_head(&b);
    for (size_t i = 0; i < log->count; i++) {
        put_log_row(&b, &log->row[i]);
        cli_flush(c, sink, &b);
    }
    cli_flush(c, sink, &b);
    xpgn_buffer_free(&b);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static cli_log_row *add_logged(cli *c, cli_log *log) {
    log->row = cli_grow(c, log->row, log->count, &log->capacity, sizeof *log->row);
    log->row[log->count] = (cli_log_row){.file = NULL};
    return &log->row[log->count++];
}

static char *copy(cli *c, const char *text) {
    return cli_keep(c, cli_slice(text != NULL ? text : ""));
}

/* Points the texts of the correction at those of the row. */
static void tie(cli *c, cli_log_row *r) {
    if (r->was.failed || r->is.failed)
        cli_no_memory(c);
    r->correction.code = r->code;
    r->correction.turn = r->turn;
    r->correction.was = (xpgn_slice){r->was.data, r->was.size};
    r->correction.is = (xpgn_slice){r->is.data, r->is.size};
}

void cli_log_add(cli *c, cli_log *log, const cli_log_origin *origin, const xpgn_correction *list,
                 size_t count) {
    for (size_t i = 0; i < count; i++) {
        cli_log_row *r = add_logged(c, log);
        r->correction = list[i];
        r->correction.number += list[i].number > 0 ? origin->base : 0;
        r->game = origin->game;
        r->file = copy(c, origin->file);
        r->by = copy(c, origin->by);
        r->code = copy(c, list[i].code);
        r->turn = copy(c, list[i].turn);
        xpgn_buffer_slice(&r->was, list[i].was);
        xpgn_buffer_slice(&r->is, list[i].is);
        tie(c, r);
    }
}

bool cli_log_begin(cli *c, cli_log *log) {
    xpgn_status status = dice_chain_new(&log->sealer);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(c);
    if (status != XPGN_OK)
        cli_message(c, "no log: its digests require libsodium, which is missing");
    return status == XPGN_OK;
}

xpgn_link cli_log_digest(const cli_log *log, const xpgn_buffer *text) {
    xpgn_link digest = {{0}};
    if (log->sealer != NULL)
        xpgn_sha256(log->sealer, (xpgn_slice){text->data, text->size}, &digest);
    return digest;
}

void cli_log_sign(cli_log *log, size_t first, const xpgn_link *before, const xpgn_link *after) {
    for (size_t i = first; i < log->count; i++) {
        log->row[i].before = *before;
        log->row[i].after = *after;
    }
}

static void free_row(cli_log_row *r) {
    free(r->file);
    free(r->by);
    free(r->code);
    free(r->turn);
    xpgn_buffer_free(&r->was);
    xpgn_buffer_free(&r->is);
}

size_t cli_log_forget(cli_log *log, size_t known, const char *file, const xpgn_link *before) {
    size_t kept = 0, left;
    bool over = before == NULL;
    for (size_t i = 0; i < known; i++) {
        cli_log_row *r = &log->row[i];
        bool same = strcmp(r->file, file) == 0;
        over |= same && before != NULL && chain_link_equal(&r->before, before);
        if (same && over)
            free_row(r);
        else
            log->row[kept++] = *r;
    }
    left = kept;
    for (size_t i = known; i < log->count; i++)
        log->row[kept++] = log->row[i];
    log->count = kept;
    return left;
}

void cli_log_free(cli_log *log) {
    for (size_t i = 0; i < log->count; i++)
        free_row(&log->row[i]);
    free(log->row);
    dice_chain_free(log->sealer);
    *log = (cli_log){.row = NULL};
}

/* ---- reading --------------------------------------------------------------------------------- */

static bool get_number(xpgn_slice cell, uint64_t *number) {
    char text[24] = "", *end;
    if (cell.size == 0 || cell.size >= sizeof text)
        return false;
    memcpy(text, cell.data, cell.size);
    *number = strtoull(text, &end, 10);
    return *end == '\0';
}

/* An empty cell means unknown. */
static bool get_probability(xpgn_slice cell, double *probability) {
    char text[24] = "", *end;
    if (cell.size >= sizeof text)
        return false;
    memcpy(text, cell.data, cell.size);
    *probability = strtod(text, &end);
    return *end == '\0' && *probability >= 0 && *probability <= 1;
}

static char *get_text(cli *c, xpgn_slice cell, bool *good) {
    xpgn_buffer b = {0};
    *good &= xpgn_bytes_read(&b, cell) && (b.size == 0 || memchr(b.data, '\0', b.size) == NULL);
    xpgn_buffer_char(&b, '\0');
    if (b.failed)
        cli_no_memory(c);
    return b.data;
}

static bool read_log_row(cli *c, const struct csv_reader *csv, const size_t *at, cli_log_row *r) {
    xpgn_correction *x = &r->correction;
    uint64_t number = 0, counted = 0;
    bool good = get_number(csv_cell(csv, at[0]), &number) && number < UINT32_MAX;
    r->file = get_text(c, csv_cell(csv, at[1]), &good);
    good &= get_number(csv_cell(csv, at[2]), &r->game);
    r->turn = get_text(c, csv_cell(csv, at[3]), &good);
    good &= get_number(csv_cell(csv, at[4]), &x->line);
    good &= get_number(csv_cell(csv, at[5]), &x->column);
    good &= get_number(csv_cell(csv, at[6]), &x->offset) && x->offset < UINT32_MAX;
    good &= xpgn_bytes_read(&r->was, csv_cell(csv, at[7]));
    good &= xpgn_bytes_read(&r->is, csv_cell(csv, at[8]));
    r->code = get_text(c, csv_cell(csv, at[9]), &good);
    for (unsigned i = 0; i < XPGN_FIX_LEVELS; i++)
        if (cli_equal(csv_cell(csv, at[10]), cli_slice(xpgn_fix_level_name(i))))
            x->level = (xpgn_fix_level)i;
    good &= get_number(csv_cell(csv, at[11]), &counted);
    good &= get_probability(csv_cell(csv, at[12]), &x->probability);
    r->by = get_text(c, csv_cell(csv, at[13]), &good);
    good &= chain_link_read(csv_cell(csv, at[14]), &r->before);
    good &= chain_link_read(csv_cell(csv, at[15]), &r->after);
    x->number = (uint32_t)number;
    x->counted = counted != 0;
    tie(c, r);
    return good;
}

bool cli_log_read(cli *c, const char *path, cli_log *log, replace_state *read) {
    size_t at[CLI_LOG_COLUMNS], line = 1;
    struct csv_reader *csv = cli_read_table(c, path, CLI_LOG_MOST, read);
    if (csv == NULL)
        return false;
    bool good = cli_table_columns(csv, cli_log_columns, CLI_LOG_COLUMNS, at);
    while (good && csv_next(csv)) {
        line++;
        good = read_log_row(c, csv, at, add_logged(c, log));
    }
    if (!good)
        cli_message(c, "%s:%zu: not a log of xpgn-fix", path, line);
    csv_free(csv);
    return good;
}
