/* SPDX-License-Identifier: MIT */
/* Takes back corrections of a log. */
#include "fix/fix.h"

#include <stdlib.h>

/* A file that the log is about. */
typedef struct target {
    const char *name;
    xpgn_buffer text;
    replace_state read;
    bool changed;
} target;

typedef struct undoer {
    cli *c;
    cli_log log;
    replace_state log_read;
    target file;
    bool wrote; /* a file was rewritten; copies to standard output leave the log unchanged */
    int status;
} undoer;

static bool find_game(const target *t, uint64_t number, xpgn_game *game) {
    *game = (xpgn_game){.file = t->name};
    while (xpgn_game_next((xpgn_slice){t->text.data, t->text.size}, game))
        if (game->number == number)
            return true;
    return false;
}

static bool is_of(const undoer *u, const cli_log_row *r, uint64_t game) {
    return r->game == game && strcmp(r->file, u->file.name) == 0;
}

/* The rows of a game, with room for those that undo them; the caller frees the list. */
static xpgn_corrections rows_of(undoer *u, uint64_t game) {
    xpgn_corrections list = {.capacity = 3 * u->log.count + 2};
    list.row = calloc(list.capacity, sizeof *list.row);
    if (list.row == NULL)
        cli_no_memory(u->c);
    for (size_t i = 0; i < u->log.count; i++)
        if (is_of(u, &u->log.row[i], game))
            list.row[list.count++] = u->log.row[i].correction;
    return list;
}

static void splice(undoer *u, const xpgn_game *game, const xpgn_buffer *with) {
    xpgn_buffer next = {0};
    size_t from = (size_t)game->offset, end = from + game->text.size;
    xpgn_buffer_put(&next, u->file.text.data, from);
    xpgn_buffer_put(&next, with->data, with->size);
    xpgn_buffer_put(&next, u->file.text.data + end, u->file.text.size - end);
    if (next.failed || with->failed)
        cli_no_memory(u->c);
    xpgn_buffer_free(&u->file.text);
    u->file.text = next;
    u->file.changed = true;
}

/* Says why a correction is not taken back, with its place in the file. */
static void tell_refused(undoer *u, const cli_log_row *r, const xpgn_game *game,
                         const xpgn_fault *fault) {
    uint64_t line = r->correction.line, column = r->correction.column;
    if (game != NULL && fault->place.offset <= game->text.size)
        xpgn_game_locate(game, fault->place.offset, &line, &column, NULL);
    cli_message(u->c, "%s:%llu:%llu: correction %u not taken back: %s", cli_file_name(r->file),
                (unsigned long long)line, (unsigned long long)column, r->correction.number,
                fault->text);
    u->status = CLI_BAD;
}

static void undo_one(undoer *u, const cli_log_row *r) {
    xpgn_game game;
    xpgn_fault fault = {.text = "the file has no such game"};
    xpgn_buffer out = {0};
    const cli_log_origin origin = {r->file, r->by, r->game, 0};
    if (!find_game(&u->file, r->game, &game)) {
        tell_refused(u, r, NULL, &fault);
        return;
    }
    xpgn_corrections list = rows_of(u, r->game);
    const size_t before = list.count;
    xpgn_status status = xpgn_correction_undo(&out, &list, r->correction.number, game.text, &fault);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(u->c);
    if (status == XPGN_OK) {
        cli_log_add(u->c, &u->log, &origin, list.row + before, list.count - before);
        splice(u, &game, &out);
    } else {
        tell_refused(u, r, &game, &fault);
    }
    free(list.row);
    xpgn_buffer_free(&out);
}

static bool was_undone(const undoer *u, uint32_t number) {
    for (size_t i = 0; i < u->log.count; i++)
        if (u->log.row[i].correction.number == number && strcmp(u->log.row[i].code, "undo") == 0)
            return true;
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
static void undo_file(undoer *u, const fix_options *o) {
    uint32_t last = 0;
    size_t count = u->log.count;
    const xpgn_link before = cli_log_digest(&u->log, &u->file.text);
    for (size_t i = count; i-- > 0;) {
        cli_log_row *r = &u->log.row[i];
        uint32_t number = r->correction.number;
        if (strcmp(r->file, u->file.name) != 0 || number == 0 || number == last ||
            !is_correction_wanted(o, number) || strcmp(r->code, "undo") == 0)
            continue;
        last = number;
        if (o->common.files.count > 0 || !was_undone(u, number))
            undo_one(u, r);
    }
    const xpgn_link after = cli_log_digest(&u->log, &u->file.text);
    cli_log_sign(&u->log, count, &before, &after);
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
            cli_message(c, "%s: no correction of %s has this number", text, o->undo);
            return false;
        }
    }
    return true;
}

int fix_undo(cli *c, const fix_options *o) {
    undoer u = {.c = c, .status = CLI_GOOD};
    bool good = cli_log_begin(c, &u.log) && cli_log_read(c, o->undo, &u.log, &u.log_read) &&
                check_numbers(c, o, &u.log);
    size_t rows = u.log.count;
    for (size_t i = 0; i < rows && good; i++) {
        const char *name = u.log.row[i].file;
        bool seen = !is_correction_wanted(o, u.log.row[i].correction.number);
        for (size_t k = 0; k < i && !seen; k++)
            seen = strcmp(u.log.row[k].file, name) == 0 &&
                   is_correction_wanted(o, u.log.row[k].correction.number);
        if (seen)
            continue;
        u.file = (target){.name = name};
        good = cli_read_file(c, name, FIX_MOST, &u.file.text, &u.file.read);
        if (good)
            undo_file(&u, o);
        good = good && write_file(&u);
        xpgn_buffer_free(&u.file.text);
    }
    good = good && (!u.wrote || write_log(&u, o->undo));
    if (!good)
        cli_discard_outputs(c);
    cli_log_free(&u.log);
    return good ? u.status : CLI_TROUBLE;
}
