/* SPDX-License-Identifier: MIT */
#include "frame/game_selection.h"

#include <stdlib.h>

enum { LIST_MOST = 1 << 30 }; /* bytes of a list of games */

/* ---- ranges ---------------------------------------------------------------------------------- */

static void add_pick(cli *c, cli_game_selection *p, cli_range r) {
    cli_range *before = p->count > 0 ? &p->range[p->count - 1] : NULL;
    p->mixed = p->mixed || (before != NULL && r.first <= before->last);
    p->first = p->first == 0 || r.first < p->first ? r.first : p->first;
    p->last = r.last > p->last ? r.last : p->last;
    if (before != NULL && before->last != UINT64_MAX && r.first == before->last + 1) {
        before->last = r.last;
        return;
    }
    p->range = cli_grow(c, p->range, p->count, &p->capacity, sizeof *p->range);
    p->range[p->count++] = r;
}

bool cli_game_selection_read(cli *c, cli_game_selection *p, const char *text) {
    cli_range r;
    for (;; text++) {
        if (!cli_read_range(&text, &r))
            return false;
        add_pick(c, p, r);
        if (*text == '\0')
            return true;
        if (*text != ',')
            return false;
    }
}

void cli_game_selection_free(cli_game_selection *p) {
    free(p->range);
    free(p->rising);
    *p = (cli_game_selection){.count = 0};
}

static int by_first(const void *a, const void *b) {
    const cli_range *x = a, *y = b;
    return (x->first > y->first) - (x->first < y->first);
}

/* Sorts the ranges in ascending order and merges those that overlap. */
static void raise_ranges(cli *c, cli_game_selection *p) {
    size_t count = 0;
    p->rising = malloc(p->count * sizeof *p->rising);
    if (p->rising == NULL)
        cli_no_memory(c);
    memcpy(p->rising, p->range, p->count * sizeof *p->rising);
    qsort(p->rising, p->count, sizeof *p->rising, by_first);
    for (size_t i = 0; i < p->count; i++) {
        cli_range *last = &p->rising[count > 0 ? count - 1 : 0], r = p->rising[i];
        if (count == 0 || r.first > last->last)
            p->rising[count++] = r;
        else if (r.last > last->last)
            last->last = r.last;
    }
    p->rising_count = count;
}

uint64_t cli_game_selection_listed(cli *c, cli_game_selection *p, uint64_t number) {
    if (p->mixed && p->rising == NULL)
        raise_ranges(c, p);
    const cli_range *r = p->mixed ? p->rising : p->range;
    size_t count = p->mixed ? p->rising_count : p->count;
    while (p->at < count && r[p->at].last < number)
        p->at++;
    if (p->at == count)
        return 0;
    return r[p->at].first > number ? r[p->at].first : number;
}

uint64_t cli_order_next(const cli_game_selection *p, cli_order *at) {
    if (at->range < p->count && at->next > p->range[at->range].last)
        *at = (cli_order){.range = at->range + 1};
    if (at->range == p->count)
        return 0;
    return at->next > 0 ? at->next : p->range[at->range].first;
}

bool cli_order_found(const cli_game_selection *p, cli_order *at, uint64_t number) {
    bool good = number > 0 && number <= p->range[at->range].last;
    *at = good ? (cli_order){at->range, number + 1} : (cli_order){.range = at->range + 1};
    return good;
}

/* ---- lists in files -------------------------------------------------------------------------- */

static bool is_heading(xpgn_slice name) {
    return cli_equal(name, cli_slice("game")) || cli_equal(name, cli_slice("number"));
}

/* Returns a cell of a tab-separated line; empty if there is none. */
static xpgn_slice cell_at(xpgn_slice line, size_t column) {
    const char *p = line.data, *end = p + line.size;
    for (; column > 0; column--) {
        const char *tab = memchr(p, '\t', (size_t)(end - p));
        if (tab == NULL)
            return (xpgn_slice){end, 0};
        p = tab + 1;
    }
    const char *tab = memchr(p, '\t', (size_t)(end - p));
    return (xpgn_slice){p, (size_t)((tab != NULL ? tab : end) - p)};
}

/* Returns the first word of a line. */
static xpgn_slice word_of_line(xpgn_slice line) {
    size_t from = 0, to;
    while (from < line.size && line.data[from] == ' ')
        from++;
    for (to = from; to < line.size && line.data[to] != ' ' && line.data[to] != '\t';)
        to++;
    return (xpgn_slice){line.data + from, to - from};
}

/* A list being read. */
typedef struct lister {
    cli *c;
    cli_game_selection *picks;
    const char *path;
    uint64_t line;
    bool table;    /* tab-separated cells, of which `column` is read; else first words */
    size_t column; /* SIZE_MAX: there is none */
} lister;

static int add_picked_word(lister *l, xpgn_slice word) {
    char text[48];
    const char *p = text;
    cli_range r;
    bool fits = word.size < sizeof text;
    (void)snprintf(text, sizeof text, "%.*s", (int)word.size, word.data);
    if (fits && cli_read_range(&p, &r) && *p == '\0') {
        add_pick(l->c, l->picks, r);
        return CLI_GO;
    }
    cli_message(l->c, "%s:%llu: '%.*s' is not the number of a game, or a range such as 3-8",
                cli_file_name(l->path), (unsigned long long)l->line,
                (int)(fits ? word.size : sizeof text), word.data);
    return CLI_TROUBLE;
}

/* If the line names the columns of a table, notes the one with the games and returns true. */
static bool take_picks_heading(lister *l, xpgn_slice line) {
    l->table = memchr(line.data, '\t', line.size) != NULL;
    for (size_t i = 0; i <= line.size && l->table; i++)
        if (is_heading(cell_at(line, i))) {
            l->column = i;
            return true;
        }
    l->table = false;
    return is_heading(word_of_line(line));
}

static int take_picked_line(lister *l, xpgn_slice line) {
    l->line++;
    if (line.size > 0 && line.data[line.size - 1] == '\r')
        line.size--;
    xpgn_slice word = word_of_line(line);
    if (word.size == 0 && !l->table)
        return CLI_GO;
    if (l->line == 1 && take_picks_heading(l, line))
        return CLI_GO;
    return add_picked_word(l, l->table ? cell_at(line, l->column) : word);
}

static int take_lines(lister *l, xpgn_slice text) {
    int status = CLI_GO;
    for (size_t at = 0; at < text.size && status == CLI_GO;) {
        const char *line = text.data + at, *end = memchr(line, '\n', text.size - at);
        size_t size = end != NULL ? (size_t)(end - line) : text.size - at;
        status = take_picked_line(l, (xpgn_slice){line, size});
        at += size + 1;
    }
    return status;
}

/* True if the first line looks like a heading of CSV, with a comma or semicolon. */
static bool is_csv(xpgn_slice text) {
    size_t size = 0;
    while (size < text.size && text.data[size] != '\n')
        size++;
    return size > 0 && (text.data[0] < '0' || text.data[0] > '9') &&
           memchr(text.data, '\t', size) == NULL &&
           (memchr(text.data, ',', size) != NULL || memchr(text.data, ';', size) != NULL);
}

static int take_csv(lister *l, xpgn_slice text) {
    struct csv_reader *csv;
    int status = CLI_GO;
    if (csv_new(&csv, text) != XPGN_OK)
        cli_no_memory(l->c);
    for (bool head = true; status == CLI_GO && csv_next(csv); head = false) {
        l->line++;
        if (!head) {
            status = add_picked_word(l, csv_cell(csv, l->column));
            continue;
        }
        l->column = csv_column(csv, "game");
        if (l->column == SIZE_MAX)
            l->column = csv_column(csv, "number");
        if (l->column == SIZE_MAX) {
            cli_message(l->c, "%s: no column is named game or number", cli_file_name(l->path));
            status = CLI_TROUBLE;
        }
    }
    csv_free(csv);
    return status;
}

int cli_game_selection_load(cli *c, cli_game_selection *p, const char *path) {
    xpgn_buffer b = {0};
    lister l = {.c = c, .picks = p, .path = path};
    if (!cli_read_file(c, path, LIST_MOST, &b, NULL)) {
        xpgn_buffer_free(&b);
        return CLI_TROUBLE;
    }
    xpgn_slice text = {b.data != NULL ? b.data : "", b.size};
    int status = is_csv(text) ? take_csv(&l, text) : take_lines(&l, text);
    xpgn_buffer_free(&b);
    return status;
}

/* ---- games in the order of the list ---------------------------------------------------------- */

void cli_kept_games_open(cli *c, cli_kept_games *s) {
    *s = (cli_kept_games){.count = 0};
    cli_spool_open(c, &s->spool);
}

void cli_kept_games_put(cli *c, cli_kept_games *s, const xpgn_game *game) {
    size_t capacity = s->capacity;
    s->place = cli_grow(c, s->place, s->count, &capacity, sizeof *s->place);
    s->number = cli_grow(c, s->number, s->count, &s->capacity, sizeof *s->number);
    s->number[s->count] = game->number;
    s->place[s->count++] = s->spool.size;
    cli_spool_put(c, &s->spool, game, sizeof *game);
    cli_spool_put(c, &s->spool, game->text.data, game->text.size);
}

static size_t find_shelved(const cli_kept_games *s, uint64_t number) {
    size_t low = 0, high = s->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (s->number[middle] < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void get(cli *c, cli_kept_games *s, size_t at, xpgn_game *game) {
    cli_spool_get(c, &s->spool, s->place[at], game, sizeof *game);
    if (game->text.size >= s->room) {
        free(s->text);
        s->room = game->text.size + 1;
        s->text = malloc(s->room);
    }
    if (s->text == NULL)
        cli_no_memory(c);
    cli_spool_get(c, &s->spool, s->place[at] + sizeof *game, s->text, game->text.size);
    game->text.data = s->text;
}

bool cli_kept_games_get(cli *c, cli_kept_games *s, const cli_game_selection *p, cli_order *at,
                        xpgn_game *game) {
    for (uint64_t number; (number = cli_order_next(p, at)) != 0;) {
        size_t n = find_shelved(s, number);
        if (!cli_order_found(p, at, n < s->count ? s->number[n] : 0))
            continue;
        get(c, s, n, game);
        return true;
    }
    return false;
}

void cli_kept_games_close(cli_kept_games *s) {
    cli_spool_close(&s->spool);
    free(s->text);
    free(s->place);
    free(s->number);
}
