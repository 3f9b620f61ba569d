/* SPDX-License-Identifier: MIT */
/*
 * Reports with the user's own columns. A row is an action of the main line that --where matches,
 * only a combat if a column is a fact of combats, or a game if no fact of actions is asked for.
 * Rows are grouped by the facts and tags among the columns; the other columns are sums over a
 * group.
 */
#include "stats/stats_select.h"
#include "internal/action_facts.h"
#include "internal/counts.h"
#include "shared/tables/game_filter.h"
#include "shared/tables/piece_files.h"

#include <stdlib.h>
#include <xpgn/rulesets.h>
#include <xpgn/walk.h>

enum { CELL_END = '\x1f', NAME_SIZE = 24 };

/* Rows with the same cells. */
typedef struct row_group {
    char *key;    /* the cells, each ending with CELL_END */
    cli_sum *sum; /* by column */
} row_group;

typedef struct group_table {
    row_group *list;
    size_t count, room;
    struct hash_index index; /* of the groups, by their keys */
    uint64_t games, left_out;
} group_table;

typedef struct stats_job {
    cli_columns columns;
    cli_where where;
    bool actions, combats;
    group_table all;
    xpgn_buffer how;
    struct archive_pieces *pieces;
} job;

typedef struct worker {
    group_table table;
    xpgn_walk *whole;
    xpgn_buffer text, cell, key;
    xpgn_slice value[CLI_COLUMNS];
    cli_tags_seen seen;
    cli_row row;
    cli_where_state where;
    const xpgn_slice *where_tags; /* the values for --where */
} worker;

/* ---- groups ---------------------------------------------------------------------------------- */

/* Adds a group with this key, which the table lacks. */
static void add_group(cli *c, group_table *t, xpgn_slice key, uint32_t hash, size_t columns) {
    t->list = cli_grow(c, t->list, t->count, &t->room, sizeof *t->list);
    if (hash_index_reserve(&t->index) != XPGN_OK)
        cli_no_memory(c);
    row_group *g = &t->list[t->count];
    *g = (row_group){.key = calloc(key.size + 1, 1), .sum = calloc(columns + 1, sizeof *g->sum)};
    if (g->key == NULL || g->sum == NULL)
        cli_no_memory(c);
    memcpy(g->key, key.data, key.size);
    hash_index_put(&t->index, hash, (uint32_t)++t->count);
}

static cli_sum *sums_of(cli *c, group_table *t, xpgn_slice key, size_t columns) {
    uint32_t hash = (uint32_t)hash_bytes(0, key.data, key.size), place;
    for (size_t at = 0; (place = hash_index_next(&t->index, hash, &at)) > 0;)
        if (cli_equal(key, cli_slice(t->list[place - 1].key)))
            return t->list[place - 1].sum;
    add_group(c, t, key, hash, columns);
    return t->list[t->count - 1].sum;
}

static void free_table(group_table *t) {
    for (size_t i = 0; i < t->count; i++) {
        free(t->list[i].key);
        free(t->list[i].sum);
    }
    free(t->list);
    hash_index_free(&t->index);
    *t = (group_table){.count = 0};
}

/* Adds a table to another, and frees it. */
static void merge_table(cli *c, group_table *to, group_table *from, size_t columns) {
    for (size_t i = 0; i < from->count; i++) {
        cli_sum *sum = sums_of(c, to, cli_slice(from->list[i].key), columns);
        for (size_t k = 0; k < columns; k++)
            cli_sum_merge(&sum[k], &from->list[i].sum[k]);
    }
    to->games += from->games;
    to->left_out += from->left_out;
    free_table(from);
}

/* ---- games ----------------------------------------------------------------------------------- */

static bool is_group_key(const cli_column *k) {
    return k->kind < CLI_COLUMN_COUNT;
}

static void add_row(cli_worker *w, const job *j, const xpgn_step *step) {
    worker *s = w->state;
    xpgn_buffer_clear(&s->key);
    for (size_t i = 0; i < j->columns.count; i++)
        if (is_group_key(&j->columns.list[i])) {
            cli_put_column(&s->key, &j->columns, &j->columns.list[i], &s->row);
            xpgn_buffer_char(&s->key, CELL_END);
        }
    if (s->key.failed)
        cli_no_memory(w->cli);
    cli_sum *sum =
        sums_of(w->cli, &s->table, (xpgn_slice){s->key.size > 0 ? s->key.data : "", s->key.size},
                j->columns.count);
    cli_sums_add(&j->columns, sum, &s->row.is, step);
}

/* Adds a row if --where selects it. */
static void take_row(cli_worker *w, const job *j, const xpgn_step *step) {
    worker *s = w->state;
    if (j->where.query == NULL || xpgn_query_holds(j->where.query, &s->row.is, s->where_tags))
        add_row(w, j, step);
}

static void take_selected_step(cli_worker *w, const job *j, const xpgn_step *step) {
    worker *s = w->state;
    if (step->kind != XPGN_STEP_ACTION || step->depth > 0 || (j->combats && !step->facts->combat))
        return;
    xpgn_fact_source_step(&s->row.is, step);
    take_row(w, j, step);
}

/* Plays the game to its end, for its errors and the facts that are only known there. */
static void look_ahead_for_groups(cli_worker *w, const job *j, const xpgn_game *game) {
    const xpgn_walk_options how = {
        XPGN_WALK_OPTIONS, .skip_variations = true, .detail = XPGN_VERDICT,
        .keep_line = ((j->columns.scopes | j->where.scopes) >> XPGN_SCOPE_LINE & 1) != 0};
    worker *s = w->state;
    const xpgn_step *step;
    if (s->whole == NULL)
        s->whole = cli_open_walk(w, &how);
    s->row = (cli_row){.is = {XPGN_SUBJECT, .game = game, .ended = s->whole, .text = &s->text},
                       .tag = s->value,
                       .cell = &s->cell};
    xpgn_status status = xpgn_walk_begin(s->whole, game);
    while (status == XPGN_OK && (status = xpgn_walk_next(s->whole, &step)) == XPGN_OK)
        xpgn_fact_source_step(&s->row.is, step);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(w->cli);
    for (size_t i = 0; i < j->columns.tags; i++)
        s->value[i] = xpgn_walk_tag(s->whole, j->columns.tag[i].data);
    cli_tags_note(w, &s->seen, (cli_tags){j->columns.tag, j->columns.tags}, s->value, game);
}

static bool select_from_game(cli_worker *w, const xpgn_game *game) {
    const job *j = ((const stats_options *)w->options)->job;
    worker *s = w->state;
    const cli_report how = {.color = w->cli->sink[CLI_ERR].color,
                            .columns = w->cli->sink[CLI_ERR].columns};
    look_ahead_for_groups(w, j, game);
    if (cli_report_findings(&w->to[CLI_ERR], &how, game, s->whole, XPGN_ERROR) == XPGN_ERROR) {
        s->table.left_out++;
        cli_note_left_out(w, s->whole);
        cli_worst(w, CLI_BAD);
        return true;
    }
    cli_note_unread(w, s->whole);
    s->table.games++;
    s->where_tags = cli_where_tags(w, &s->where, &j->where, game);
    if (!j->actions) {
        take_row(w, j, NULL);
        return true;
    }
    cli_walk_begin(w, game);
    for (const xpgn_step *step; (step = cli_walk_next(w)) != NULL;)
        take_selected_step(w, j, step);
    return true;
}

static void finish_groups(cli *c, void *state) {
    job *j = ((stats_options *)c->options)->job;
    worker *s = state;
    merge_table(c, &j->all, &s->table, j->columns.count);
    cli_where_finish(&j->where, &s->where);
    cli_tags_merge(&((stats_options *)c->options)->seen, &s->seen);
    xpgn_walk_free(s->whole);
    xpgn_buffer_free(&s->text);
    xpgn_buffer_free(&s->cell);
    xpgn_buffer_free(&s->key);
}

/* ---- the report ------------------------------------------------------------------------------ */

/* Takes the next cell of a key. */
static xpgn_slice next_key_cell(const char **key) {
    size_t size = strcspn(*key, (const char[]){CELL_END, '\0'});
    xpgn_slice cell = {*key, size};
    *key += size + ((*key)[size] != '\0');
    return cell;
}

static int compare_cells(xpgn_slice a, xpgn_slice b) {
    char *end_a, *end_b;
    double x = strtod(a.data, &end_a), y = strtod(b.data, &end_b);
    if (a.size > 0 && b.size > 0 && end_a == a.data + a.size && end_b == b.data + b.size && x != y)
        return x < y ? -1 : 1;
    return cli_compare(a, b);
}

static int compare_groups(const void *a, const void *b) {
    const char *x = ((const row_group *)a)->key, *y = ((const row_group *)b)->key;
    int order = 0;
    while (order == 0 && *x != '\0' && *y != '\0')
        order = compare_cells(next_key_cell(&x), next_key_cell(&y));
    return order;
}

static void sort_groups(group_table *t) {
    if (t->count > 0)
        qsort(t->list, t->count, sizeof *t->list, compare_groups);
}

/* The cells of a row as text, in order. */
typedef struct row_cells {
    xpgn_buffer text;
    size_t end[CLI_COLUMNS];
    bool failed; /* one of the rows so far could not be read */
} row_cells;

/* Sets the cells of a group, or, with NULL, the headings. */
static void read_cells(row_cells *row, const job *j, const row_group *g) {
    const char *key = g != NULL ? g->key : "";
    xpgn_buffer_clear(&row->text);
    for (size_t i = 0; i < j->columns.count; i++) {
        const cli_column *k = &j->columns.list[i];
        if (g == NULL)
            xpgn_buffer_text(&row->text, k->name);
        else if (is_group_key(k))
            xpgn_buffer_slice(&row->text, next_key_cell(&key));
        else
            cli_put_column(&row->text, &j->columns, k, &(cli_row){.sum = g->sum});
        row->end[i] = row->text.size;
    }
    row->failed |= row->text.failed;
}

static xpgn_slice cell_at(const row_cells *row, size_t i) {
    size_t from = i > 0 ? row->end[i - 1] : 0;
    return row->end[i] > from ? (xpgn_slice){row->text.data + from, row->end[i] - from}
                              : (xpgn_slice){"", 0};
}

static void put_group_json(xpgn_buffer *b, const job *j, const row_cells *row) {
    json_open(b, NULL, "{");
    for (size_t i = 0; i < j->columns.count; i++) {
        const cli_column *k = &j->columns.list[i];
        xpgn_slice cell = cell_at(row, i);
        json_key(b, NULL);
        xpgn_buffer_slice(b, (xpgn_slice){k->key.data, k->key.size});
        if (cell.size == 0)
            json_text(b, NULL, NULL);
        else if (k->number && k->kind != CLI_COLUMN_TAG)
            xpgn_buffer_slice(b, cell);
        else
            xpgn_buffer_json(b, cell);
    }
    xpgn_buffer_text(b, "}\n");
}

static void put_group_row(xpgn_buffer *b, const job *j, const row_cells *row, xpgn_cell form) {
    struct row_writer line = {.b = b, .form = form};
    for (size_t i = 0; i < j->columns.count; i++) {
        if (j->columns.list[i].number) {
            row_next(&line);
            xpgn_buffer_slice(b, cell_at(row, i));
        } else {
            row_cell(&line, cell_at(row, i));
        }
    }
    row_end(&line);
}

/* Appends an aligned row; an empty cell becomes a hyphen. */
static void put_text_row(xpgn_buffer *b, const job *j, const row_cells *row, const size_t *width) {
    for (size_t i = 0; i < j->columns.count; i++) {
        bool number = j->columns.list[i].number;
        xpgn_slice cell = cell_at(row, i);
        cell = cell.size > 0 ? cell : cli_slice("-");
        size_t spaces = width[i] - xpgn_text_width(cell);
        cli_put_spaces(b, (i > 0 ? 2 : 0) + (number ? spaces : 0));
        xpgn_buffer_slice(b, cell);
        if (!number && i + 1 < j->columns.count)
            cli_put_spaces(b, spaces);
    }
    xpgn_buffer_char(b, '\n');
}

/* Makes the columns as wide as the widest of their cells. */
static void widen(size_t *width, const job *j, const row_cells *row) {
    for (size_t i = 0; i < j->columns.count; i++) {
        size_t needed = xpgn_text_width(cell_at(row, i));
        width[i] = needed > width[i] ? needed : width[i];
    }
}

static void put_rows_text(xpgn_buffer *b, const job *j, row_cells *row, bool head) {
    size_t width[CLI_COLUMNS] = {0};
    for (size_t i = 0; i <= j->all.count; i++) {
        read_cells(row, j, i > 0 ? &j->all.list[i - 1] : NULL);
        widen(width, j, row);
    }
    for (size_t i = head ? 0 : 1; i <= j->all.count && !row->failed; i++) {
        read_cells(row, j, i > 0 ? &j->all.list[i - 1] : NULL);
        put_text_row(b, j, row, width);
    }
}

static void put_group_report(xpgn_buffer *b, job *j, const stats_options *o) {
    xpgn_cell form = cli_table_form(o->format == XPGN_TALLY_TSV, o->format == XPGN_TALLY_MARKDOWN);
    bool json = o->format == XPGN_TALLY_JSON, text = o->format == XPGN_TALLY_TEXT;
    row_cells row = {.end = {0}};
    sort_groups(&j->all);
    if (text)
        put_rows_text(b, j, &row, !o->common.no_header);
    else if (!json && cli_has_head(&o->common, form))
        cli_put_columns_head(b, &j->columns, form);
    for (size_t i = 0; !text && i < j->all.count; i++) {
        read_cells(&row, j, &j->all.list[i]);
        if (json)
            put_group_json(b, j, &row);
        else
            put_group_row(b, j, &row, form);
    }
    b->failed |= row.failed;
    xpgn_buffer_free(&row.text);
}

/* ---- partial results: a sum for each number of each group ------------------------------------ */

/* The members of a cli_sum; a negative one has a minus sign before its name. */
enum { PARTS = 4 };
static const char *const parts_of_sum[PARTS] = {"count", "sum", "min", "max"};
static const char left_out[] = "left_out", counted[] = "games";

/* The names and numbers of a table. */
typedef struct numbers {
    xpgn_buffer text;
    size_t *offset;
    const char **name;
    uint64_t *sum;
    size_t count;
} numbers;

static void add_number(numbers *n, uint64_t sum) {
    xpgn_buffer_char(&n->text, '\0');
    n->sum[n->count++] = sum;
    n->offset[n->count] = n->text.size;
}

static void add_sum(numbers *n, const row_group *g, size_t column) {
    const cli_sum *s = &g->sum[column];
    const int64_t value[PARTS] = {(int64_t)s->count, s->sum, s->min, s->max};
    for (size_t i = 0; i < PARTS; i++) {
        xpgn_buffer_printf(&n->text, "%s%s%s %zu", g->key, value[i] < 0 ? "-" : "", parts_of_sum[i],
                           column);
        add_number(n, (uint64_t)(value[i] < 0 ? -value[i] : value[i]));
    }
}

static void list_numbers(cli *c, const job *j, numbers *n) {
    size_t room = j->all.count * j->columns.count * PARTS + 3;
    n->offset = calloc(room + 1, sizeof *n->offset);
    n->name = calloc(room, sizeof *n->name);
    n->sum = calloc(room, sizeof *n->sum);
    if (n->offset == NULL || n->name == NULL || n->sum == NULL)
        cli_no_memory(c);
    xpgn_buffer_text(&n->text, counted);
    add_number(n, j->all.games);
    xpgn_buffer_text(&n->text, left_out);
    add_number(n, j->all.left_out);
    for (size_t g = 0; g < j->all.count; g++)
        for (size_t k = 0; k < j->columns.count; k++)
            if (!is_group_key(&j->columns.list[k]))
                add_sum(n, &j->all.list[g], k);
    if (n->text.failed)
        cli_no_memory(c);
    for (size_t i = 0; i < n->count; i++)
        n->name[i] = n->text.data + n->offset[i];
}

static void put_partial(cli *c, xpgn_buffer *b, job *j, bool complete) {
    numbers n = {.count = 0};
    sort_groups(&j->all);
    list_numbers(c, j, &n);
    partial_sums_write(b, &(struct partial_sums){.tool = "xpgn-stats --select",
                                                 .how = j->how.data,
                                                 .name = n.name,
                                                 .sum = n.sum,
                                                 .count = n.count,
                                                 .incomplete = !complete,
                                                 .parts = j->pieces});
    xpgn_buffer_free(&n.text);
    free(n.offset);
    free(n.name);
    free(n.sum);
}

/* A table that is being read. */
typedef struct table_reading {
    cli *c;
    const job *j;
    group_table table;
    cli_sum *sum;          /* of the group being read */
    size_t column, number; /* the next ones of it, in the order of list_numbers() */
    int64_t part[PARTS];
} table_reading;

/* The first column from this one on that has numbers; the number of columns if there is none. */
static size_t number_from(const cli_columns *k, size_t column) {
    while (column < k->count && is_group_key(&k->list[column]))
        column++;
    return column;
}

/* True if the parts of a sum are consistent, and no value is larger than those that are counted. */
static bool is_sum(const cli_sum *s) {
    const int64_t most = 1000000000000;
    if (s->count == 0)
        return s->sum == 0 && s->min == 0 && s->max == 0;
    int64_t mean = s->sum / (int64_t)s->count;
    return s->min >= -most && s->max <= most && mean >= s->min && mean <= s->max;
}

/* Takes the next part of a sum; after the last one, goes on to the next column. False if the sum is
   not consistent. */
static bool take_partial(table_reading *r, int64_t number) {
    r->part[r->number] = number;
    r->number = (r->number + 1) % PARTS;
    if (r->number > 0)
        return true;
    cli_sum *sum = &r->sum[r->column];
    *sum = (cli_sum){(uint64_t)r->part[0], r->part[1], r->part[2], r->part[3]};
    r->column = number_from(&r->j->columns, r->column + 1);
    return is_sum(sum);
}

/* The size of the key that a name begins with; SIZE_MAX if it has the wrong number of cells. */
static size_t key_size(const cli_columns *k, xpgn_slice name) {
    size_t keys = 0, size = 0;
    for (size_t i = 0; i < k->count; i++)
        keys += is_group_key(&k->list[i]);
    for (size_t i = 0; i < name.size; i++)
        if (name.data[i] == CELL_END) {
            keys--;
            size = i + 1;
        }
    return keys == 0 ? size : SIZE_MAX;
}

/* Takes a number by its name; false if another one was expected. */
static bool take_sum(void *data, xpgn_slice name, uint64_t number) {
    table_reading *r = data;
    const cli_columns *k = &r->j->columns;
    size_t size = key_size(k, name);
    if (cli_equal(name, cli_slice(counted)) || cli_equal(name, cli_slice(left_out))) {
        *(*name.data == *counted ? &r->table.games : &r->table.left_out) = number;
        return true;
    }
    if (size > name.size)
        return false;
    cli_sum *sum = sums_of(r->c, &r->table, (xpgn_slice){name.data, size}, k->count);
    if (r->column == k->count && r->number == 0) {
        r->column = number_from(k, 0);
        r->sum = sum;
    }
    char expected[NAME_SIZE];
    bool negative = size < name.size && name.data[size] == '-' && r->number > 0;
    snprintf(expected, sizeof expected, "%s%s %zu", negative ? "-" : "", parts_of_sum[r->number],
             r->column);
    return sum == r->sum &&
           cli_equal((xpgn_slice){name.data + size, name.size - size}, cli_slice(expected)) &&
           take_partial(r, negative ? -(int64_t)number : (int64_t)number);
}

static bool merge_file(cli *c, job *j, const char *file) {
    table_reading r = {.c = c, .j = j, .column = j->columns.count};
    xpgn_fault fault;
    struct partial_sums sums = {.tool = "xpgn-stats --select",
                                .how = j->how.data,
                                .parts = j->pieces,
                                .other = take_sum,
                                .data = &r};
    xpgn_status status = partial_sums_add(&sums, file, &fault);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(c);
    if (status == XPGN_OK)
        merge_table(c, &j->all, &r.table, j->columns.count);
    else
        cli_refuse_partial(c, file, &fault);
    free_table(&r.table);
    return status == XPGN_OK;
}

/* ---- the program ----------------------------------------------------------------------------- */

static int read_question(cli *c, job *j, const stats_options *o) {
    static const cli_columns_of by = {.option = "--by", .scopes = XPGN_ANY_SCOPE};
    static const cli_columns_of select = {
        .option = "--select", .scopes = XPGN_ANY_SCOPE, .sums = XPGN_ANY_SCOPE, .rows = true};
    const uint32_t combats = 1u << XPGN_SCOPE_COMBAT | 1u << XPGN_SCOPE_COMBATANT;
    int status = CLI_GO;
    if (o->by != NULL)
        status = cli_columns_add(c, &j->columns, &by, o->by);
    if (status == CLI_GO)
        status = cli_columns_add(c, &j->columns, &select, o->select);
    if (status == CLI_GO)
        status = cli_where_open(c, &j->where, "--where", o->where);
    j->actions = ((j->where.scopes | j->columns.scopes) & XPGN_ACTION_SCOPES) != 0;
    j->combats = (j->columns.scopes & combats) != 0;
    if (status == CLI_GO && !j->columns.sums)
        return cli_usage(
            c, "--select: nothing is counted; add count, or a column such as mean(margin)");
    return status;
}

static void note_how(cli *c, job *j, const stats_options *o) {
    cli_put_how(&j->how, c);
    xpgn_buffer_printf(&j->how, " select %s where %s by %s", o->select,
                       o->where != NULL ? o->where : "-", o->by != NULL ? o->by : "-");
    for (size_t i = 0; i < j->how.size; i++)
        if ((unsigned char)j->how.data[i] < ' ')
            j->how.data[i] = ' ';
    xpgn_buffer_char(&j->how, '\0');
    if (j->how.failed || archive_pieces_new(&j->pieces) != XPGN_OK)
        cli_no_memory(c);
}

static int count_games(cli *c, const stats_options *o) {
    static const xpgn_walk_options walk = {XPGN_WALK_OPTIONS, .skip_variations = true};
    job *j = o->job;
    uint64_t digest = 0;
    int status = cli_run(c, &(cli_work){.walk = &walk,
                                        .state_size = sizeof(worker),
                                        .game = select_from_game,
                                        .finish = finish_groups,
                                        .digest = o->partial ? &digest : NULL});
    note_how(c, j, o);
    if (o->partial)
        cli_add_piece(c, j->pieces, digest);
    return status;
}

static int merge(cli *c, const stats_options *o) {
    const cli_list *files = &o->common.files;
    xpgn_catalog *catalog;
    if (!cli_open_catalog(c, &catalog)) /* the rulesets in use affect the counts */
        return CLI_TROUBLE;
    xpgn_catalog_free(catalog);
    note_how(c, o->job, o);
    int status = CLI_GOOD;
    for (size_t i = 0; i < cli_inputs(files); i++)
        status = merge_file(c, o->job, cli_input(files, i)) ? status : CLI_TROUBLE;
    if (status == CLI_GOOD && o->job->all.left_out > 0)
        status = CLI_BAD;
    return cli_is_set(c, o->job->pieces, o->of) ? status : CLI_TROUBLE;
}

int stats_select(cli *c, stats_options *o) {
    job j = {.actions = false};
    xpgn_buffer out = {0};
    o->job = &j;
    int status = read_question(c, &j, o);
    bool asked = status == CLI_GO;
    if (asked)
        status = o->merge ? merge(c, o) : count_games(c, o);
    if (asked && o->partial)
        put_partial(c, &out, &j, status != CLI_TROUBLE);
    else if (asked && (status != CLI_TROUBLE || j.all.games > 0))
        put_group_report(&out, &j, o);
    cli_flush(c, CLI_OUT, &out);
    if (o->merge && j.all.left_out > 0)
        cli_message(c, "%llu of %llu games left out: they have errors",
                    (unsigned long long)j.all.left_out,
                    (unsigned long long)j.all.games + j.all.left_out);
    xpgn_buffer_free(&out);
    xpgn_buffer_free(&j.how);
    archive_pieces_free(j.pieces);
    cli_where_close(c, &j.where, !o->merge);
    cli_tags_tell(c, (cli_tags){j.columns.tag, j.columns.tags}, &o->seen);
    cli_columns_free(&j.columns);
    free_table(&j.all);
    return status;
}
