/* SPDX-License-Identifier: MIT */
/* Takes back corrections of a log. */
#include "fix/fix.h"

#include <stdlib.h>
#include <xpgn/stream.h>

/* A file that the log is about. */
typedef struct undo_target {
    const char *name;
    xpgn_buffer text;
    replace_state read;
    bool changed;
} undo_target;

/* A row of the log as it was read. */
typedef struct row_place {
    const char *file;
    size_t first; /* the first row of this file */
    uint64_t game;
    size_t row;
} row_place;

typedef struct undoer {
    cli *c;
    const fix_options *o;
    cli_log log;
    replace_state log_read;
    undo_target file;
    bool wrote; /* a file was rewritten; copies to standard output leave the log unchanged */
    int status;
} undoer;

/* ---- the rows by files and games ------------------------------------------------------------- */

static int by_file(const void *a, const void *b) {
    const row_place *x = a, *y = b;
    int order = strcmp(x->file, y->file);
    return order != 0 ? order : (x->row > y->row) - (x->row < y->row);
}

static int by_place(const void *a, const void *b) {
    const row_place *x = a, *y = b;
    if (x->first != y->first)
        return x->first < y->first ? -1 : 1;
    if (x->game != y->game)
        return x->game < y->game ? -1 : 1;
    return (x->row > y->row) - (x->row < y->row);
}

/* All rows, with those of a file and of a game together; the caller frees the list. */
static row_place *sort_rows(const undoer *u) {
    row_place *list = calloc(u->log.count + 1, sizeof *list);
    if (list == NULL)
        cli_no_memory(u->c);
    for (size_t i = 0; i < u->log.count; i++)
        list[i] = (row_place){u->log.row[i].file, 0, u->log.row[i].game, i};
    qsort(list, u->log.count, sizeof *list, by_file);
    for (size_t i = 0; i < u->log.count; i++)
        list[i].first =
            i > 0 && strcmp(list[i].file, list[i - 1].file) == 0 ? list[i - 1].first : list[i].row;
    qsort(list, u->log.count, sizeof *list, by_place);
    return list;
}

/* The rows at the beginning that are of one file, or of one game of it. */
static size_t count_of_file(const row_place *rows, size_t count) {
    size_t n = 1;
    while (n < count && rows[n].first == rows->first)
        n++;
    return n;
}

static size_t count_of_game(const row_place *rows, size_t count) {
    size_t n = 1;
    while (n < count && rows[n].game == rows->game)
        n++;
    return n;
}

/* ---- one game -------------------------------------------------------------------------------- */

/* A game whose corrections are taken back. */
typedef struct undone {
    xpgn_game game;
    bool found;
    xpgn_buffer text; /* that of the game, once it has changed */
    xpgn_corrections list;
} undone;

/* Adds rows of the log to the list, and room for those that undo one more correction. */
static void list_rows(undoer *u, undone *g, const row_place *rows, size_t count) {
    xpgn_corrections *list = &g->list;
    list->capacity = 3 * (list->count + count) + 2;
    list->row = cli_realloc(u->c, list->row, list->capacity * sizeof *list->row);
    for (size_t i = 0; i < count; i++)
        list->row[list->count++] = u->log.row[rows[i].row].correction;
}

/* Says why a correction is not taken back, with its place in the file. */
static void tell_refused(undoer *u, const undone *g, const cli_log_row *r,
                         const xpgn_fault *fault) {
    uint64_t line = r->correction.line, column = r->correction.column;
    if (g->found && fault->place.offset <= g->game.text.size)
        xpgn_game_locate(&g->game, fault->place.offset, &line, &column, NULL);
    cli_message(u->c, "%s:%llu:%llu: correction %u not taken back: %s", cli_file_name(r->file),
                (unsigned long long)line, (unsigned long long)column, r->correction.number,
                fault->text);
    u->status = CLI_BAD;
}

static void undo_one(undoer *u, undone *g, const cli_log_row *r) {
    xpgn_fault fault = {.text = "no such game in the file"};
    xpgn_buffer out = {0};
    const cli_log_origin origin = {r->file, r->by, r->game, 0};
    const size_t before = g->list.count, logged = u->log.count;
    list_rows(u, g, NULL, 0);
    xpgn_status status = XPGN_INVALID;
    if (g->found)
        status = xpgn_correction_undo(&out, &g->list, r->correction.number, g->game.text, &fault);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(u->c);
    if (status != XPGN_OK) {
        tell_refused(u, g, r, &fault);
        return;
    }
    cli_log_add(u->c, &u->log, &origin, g->list.row + before, g->list.count - before);
    for (size_t i = before; i < g->list.count; i++) /* the log's texts outlive those of `out` */
        g->list.row[i] = u->log.row[logged + i - before].correction;
    xpgn_buffer_free(&g->text);
    g->text = out;
    g->game.text = (xpgn_slice){out.data, out.size};
    u->file.changed = true;
}

static bool is_undo(const cli_log_row *r) {
    return strcmp(r->code, "undo") == 0;
}

static bool was_undone(const undoer *u, const row_place *rows, size_t count, uint32_t number) {
    for (size_t i = 0; i < count; i++) {
        const cli_log_row *r = &u->log.row[rows[i].row];
        if (r->correction.number == number && is_undo(r))
            return true;
    }
    return false;
}

static bool is_correction_wanted(const fix_options *o, uint32_t number) {
    char text[16];
    (void)snprintf(text, sizeof text, "%u", number);
    for (size_t i = 0; i < o->common.files.count; i++)
        if (strcmp(o->common.files.item[i], text) == 0)
            return true;
    return o->common.files.count == 0;
}

/* Takes back the newest corrections first: they may depend on older ones. */
static void undo_game(undoer *u, undone *g, const row_place *rows, size_t count) {
    uint32_t last = 0;
    list_rows(u, g, rows, count);
    for (size_t i = count; i-- > 0;) {
        const cli_log_row r = u->log.row[rows[i].row];
        uint32_t number = r.correction.number;
        if (number == 0 || number == last || !is_correction_wanted(u->o, number) || is_undo(&r))
            continue;
        last = number;
        if (u->o->common.files.count > 0 || !was_undone(u, rows, count, number))
            undo_one(u, g, &r);
    }
}

/* ---- one file -------------------------------------------------------------------------------- */

/* Moves on to the game with that number; false if the file has none. */
static bool find_game(const undo_target *t, uint64_t number, xpgn_game *game) {
    while (game->number < number)
        if (!xpgn_game_next((xpgn_slice){t->text.data, t->text.size}, game))
            return false;
    return game->number == number && number > 0;
}

static void undo_games(undoer *u, const row_place *rows, size_t count) {
    undo_target *t = &u->file;
    xpgn_game game = {.file = t->name};
    xpgn_buffer next = {0};
    size_t from = 0; /* up to here the file is in `next` */
    for (size_t i = 0, n; i < count; i += n) {
        n = count_of_game(rows + i, count - i);
        undone g = {.found = find_game(t, rows[i].game, &game)};
        g.game = game;
        undo_game(u, &g, rows + i, n);
        if (g.text.size > 0) {
            xpgn_buffer_put(&next, t->text.data + from, (size_t)game.offset - from);
            xpgn_buffer_put(&next, g.text.data, g.text.size);
            from = (size_t)game.offset + game.text.size;
        }
        free(g.list.row);
        xpgn_buffer_free(&g.text);
    }
    xpgn_buffer_put(&next, t->text.data + from, t->text.size - from);
    if (next.failed)
        cli_no_memory(u->c);
    xpgn_buffer_free(&t->text);
    t->text = next;
}

static void undo_file(undoer *u, const row_place *rows, size_t count) {
    size_t logged = u->log.count;
    const xpgn_link before = cli_log_digest(&u->log, &u->file.text);
    undo_games(u, rows, count);
    const xpgn_link after = cli_log_digest(&u->log, &u->file.text);
    cli_log_sign(&u->log, logged, &before, &after);
}

static bool write_file(undoer *u) {
    int sink = strcmp(u->file.name, "-") == 0 ? CLI_OUT : CLI_OUT - 1;
    if (sink != CLI_OUT && u->file.changed)
        sink = cli_open_rewrite(u->c, u->file.name);
    if (sink < 0)
        return !u->file.changed;
    cli_replaces(u->c, sink, &u->file.read);
    u->wrote |= sink != CLI_OUT;
    cli_flush(u->c, sink, &u->file.text);
    return sink == CLI_OUT || cli_finish_output(u->c, sink);
}

static bool write_log(undoer *u, const char *path) {
    int sink = cli_open_rewrite(u->c, path);
    if (sink < 0)
        return false;
    cli_replaces(u->c, sink, &u->log_read);
    cli_log_write(u->c, &u->log, sink);
    return true;
}

/* Checks that each number given is in the log; false after a message. */
static bool check_numbers(cli *c, const fix_options *o, const cli_log *log) {
    for (size_t k = 0; k < o->common.files.count; k++) {
        bool there = false;
        const char *text = o->common.files.item[k];
        for (size_t i = 0; i < log->count && !there; i++) {
            char number[16];
            (void)snprintf(number, sizeof number, "%u", log->row[i].correction.number);
            there = log->row[i].correction.number > 0 && strcmp(number, text) == 0;
        }
        if (!there) {
            cli_message(c, "%s: no correction in %s has this number", text, o->undo);
            return false;
        }
    }
    return true;
}

static bool is_file_wanted(const undoer *u, const row_place *rows, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (is_correction_wanted(u->o, u->log.row[rows[i].row].correction.number))
            return true;
    return false;
}

static bool undo_files(undoer *u) {
    const size_t count = u->log.count;
    row_place *rows = sort_rows(u);
    bool good = true;
    for (size_t i = 0, n; i < count && good; i += n) {
        n = count_of_file(rows + i, count - i);
        if (!is_file_wanted(u, rows + i, n))
            continue;
        u->file = (undo_target){.name = rows[i].file};
        good = cli_read_file(u->c, u->file.name, FIX_MOST, &u->file.text, &u->file.read);
        if (good)
            undo_file(u, rows + i, n);
        good = good && write_file(u);
        xpgn_buffer_free(&u->file.text);
    }
    free(rows);
    return good;
}

int fix_undo(cli *c, const fix_options *o) {
    undoer u = {.c = c, .o = o, .status = CLI_GOOD};
    bool good = cli_log_begin(c, &u.log) && cli_log_read(c, o->undo, &u.log, &u.log_read) &&
                check_numbers(c, o, &u.log) && undo_files(&u);
    good = good && (!u.wrote || write_log(&u, o->undo));
    if (!good)
        cli_discard_outputs(c);
    cli_log_free(&u.log);
    return good ? u.status : CLI_TROUBLE;
}
