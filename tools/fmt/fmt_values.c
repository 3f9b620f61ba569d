/* SPDX-License-Identifier: MIT */
/* Values of --set-tag that depend on the game: Annotator={White}. */
#include "fmt/fmt.h"

#include <string.h>
#include <xpgn/record.h>

enum { NAME_SIZE = 64 };

/* Gets the text up to the next column, and the name of the column (data NULL: none); {{ means {.
   Moves *p past both; false at the end. */
static bool next_part(const char **p, xpgn_slice *text, xpgn_slice *column) {
    const char *from = *p;
    *column = (xpgn_slice){NULL, 0};
    if (*from == '\0')
        return false;
    size_t n = strcspn(from, "{");
    bool brace = from[n] == '{' && from[n + 1] == '{';
    *text = (xpgn_slice){from, n + brace};
    *p = from + n + (brace ? 2 : 0);
    if (brace || from[n] == '\0')
        return true;
    size_t size = strcspn(from + n + 1, "}");
    *column = (xpgn_slice){from + n + 1, size};
    *p = from + n + 1 + size + (from[n + 1 + size] == '}');
    return true;
}

static const cli_column *find_column(const cli_columns *k, xpgn_slice name) {
    for (size_t i = 0; i < k->count; i++)
        if (cli_equal(cli_slice(k->list[i].name), name))
            return &k->list[i];
    return NULL;
}

static int add_column(cli *c, fmt_request *r, xpgn_slice name) {
    char text[NAME_SIZE];
    if (find_column(&r->columns.columns, name) != NULL)
        return CLI_GO;
    if (name.size == 0 || name.size >= sizeof text || memchr(name.data, ',', name.size) != NULL)
        return cli_usage(c, "--set-tag: '{%.*s}' is not a column; write {{ for a brace",
                         (int)name.size, name.data);
    (void)snprintf(text, sizeof text, "%.*s", (int)name.size, name.data);
    return cli_rows_add(c, &r->columns, "--set-tag", text, 0);
}

int fmt_watch_tag(cli *c, fmt_request *r, xpgn_slice name) {
    static const cli_columns_of of = {.option = "--remove-tag"};
    cli_columns *k = &r->columns.columns;
    if (find_column(k, name) != NULL || k->count >= CLI_COLUMNS)
        return CLI_GO;
    return cli_columns_add_tag(c, k, &of, name);
}

int fmt_check_values(cli *c, fmt_request *r) {
    xpgn_slice text, column;
    for (size_t i = 0; i < r->set.count; i++)
        for (const char *p = strchr(r->set.item[i], '=') + 1; next_part(&p, &text, &column);) {
            if (column.data != NULL && column.data[column.size] != '}')
                return cli_usage(c, "--set-tag: a } is missing in '%s'; write {{ for a brace",
                                 r->set.item[i]);
            int status = column.data != NULL ? add_column(c, r, column) : CLI_GO;
            if (status != CLI_GO)
                return status;
        }
    return CLI_GO;
}

/* Appends a value; false if it has columns but none of them has a value. */
static bool put_asked_value(xpgn_buffer *b, const fmt_editor *e, const fmt_request *r,
                            const char *value) {
    xpgn_slice text, name;
    bool columns = false, any = false;
    while (next_part(&value, &text, &name)) {
        xpgn_buffer_slice(b, text);
        if (name.data == NULL)
            continue;
        size_t before = b->size;
        cli_put_column(b, &r->columns.columns, find_column(&r->columns.columns, name), &e->row.row);
        columns = true;
        any = any || b->size > before;
    }
    return any || !columns;
}

/* Sets the tags from the row of the game. */
static void add_values(cli_worker *w, fmt_editor *e, const fmt_request *r) {
    xpgn_buffer value = {0};
    char name[NAME_SIZE];
    for (size_t i = 0; i < r->set.count; i++) {
        const char *text = r->set.item[i], *equals = strchr(text, '=');
        if (strchr(equals, '{') == NULL)
            continue; /* e->set has it */
        xpgn_buffer_clear(&value);
        (void)snprintf(name, sizeof name, "%.*s", (int)(equals - text), text);
        bool known = put_asked_value(&value, e, r, equals + 1);
        xpgn_slice given = {value.size > 0 ? value.data : "", value.size};
        if (value.failed || (known && xpgn_record_set_tag(e->added, name, given) != XPGN_OK))
            cli_no_memory(w->cli);
    }
    xpgn_buffer_free(&value);
}

void fmt_add_values(cli_worker *w, fmt_editor *e, const fmt_request *r, const xpgn_game *game) {
    if (r->columns.columns.count > 0)
        cli_row_make(w, &r->columns, &e->row, game);
    add_values(w, e, r);
}

void fmt_add_late_values(cli_worker *w, fmt_editor *e, const fmt_request *r, const xpgn_game *game,
                         const xpgn_step *last) {
    if (r->columns.columns.count > 0)
        cli_row_take(w, &r->columns, &e->row, game, w->walk, last);
    add_values(w, e, r);
}
