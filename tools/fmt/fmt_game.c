/* SPDX-License-Identifier: MIT */
/* A game in the form that the options of xpgn-fmt ask for. */
#include "fmt/fmt_game.h"

#include <string.h>
#include <xpgn/record.h>
#include <xpgn_codes.h>

#include "internal/writers.h"

const char *fmt_language_written(const fmt_options *o) {
    return o->import.import ? NULL : o->import.language;
}

static xpgn_writer *open_writer(cli *c, const fmt_options *o) {
    xpgn_writer *writer;
    xpgn_writer_options how = {XPGN_WRITER_OPTIONS,
                               .comment_form = o->comment_form,
                               .minimal = o->minimal,
                               .no_comments = o->no_comments,
                               .no_variations = o->no_variations || o->variations == FMT_GAMES,
                               .no_nags = o->no_nags,
                               .digest = o->digest,
                               .no_digest = o->no_digest,
                               .notation = (xpgn_notation)o->notation,
                               .language = fmt_language_written(o),
                               .width = o->width > 0 ? (uint32_t)o->width : UINT32_MAX};
    if (xpgn_writer_new(&writer, &how) != XPGN_OK)
        cli_no_memory(c);
    return writer;
}

/* True for a warning about text that the canonical form cannot keep, or about missing half-moves,
   for which there is no such form. */
static bool is_loss(const xpgn_finding *f) {
    return strcmp(f->code, XPGN_CODE_RESULT_INSIDE) == 0 || strcmp(f->code, XPGN_CODE_MISSING) == 0;
}

bool fmt_report(cli_worker *w, const xpgn_game *game) {
    cli_report how = {.color = w->cli->sink[CLI_ERR].color,
                      .columns = w->cli->sink[CLI_ERR].columns};
    size_t count, errors = 0;
    const xpgn_finding *list = xpgn_walk_findings(w->walk, &count);
    for (size_t i = 0; i < count; i++)
        errors += list[i].level == XPGN_ERROR;
    for (size_t i = 0; i < count; i++) {
        if (errors > 0 ? list[i].level != XPGN_ERROR : !is_loss(&list[i]))
            continue;
        cli_report_begin(&how, &w->to[CLI_ERR], game);
        cli_report_finding(&w->to[CLI_ERR], &how, game, w->walk, &list[i]);
    }
    cli_report_end(&how);
    return errors > 0;
}

fmt_formatter fmt_open_formatter(cli *c, const fmt_options *o) {
    fmt_formatter f = {.writer = open_writer(c, o)};
    if (xpgn_reader_new(&f.reader) != XPGN_OK)
        cli_no_memory(c);
    return f;
}

void fmt_close_formatter(fmt_formatter *f, fmt_request *r) {
    xpgn_writer_free(f->writer);
    xpgn_reader_free(f->reader);
    fmt_editor_free(&f->editor, r);
    fmt_lines_free(&f->lines);
    fmt_importer_free(&f->importer);
}

static void copy_game(const xpgn_game *game, xpgn_buffer *out) {
    xpgn_buffer utf8 = {0};
    xpgn_game copy = *game;
    xpgn_buffer_utf8(&utf8, game->text);
    copy.text = (xpgn_slice){utf8.data, utf8.size};
    cli_copy_game(out, &copy);
    out->failed |= utf8.failed;
    xpgn_buffer_free(&utf8);
}

/* True, after a message, if a game is signed, so that it must not be edited. */
static bool is_signed_game(cli_worker *w, const fmt_formatter *f, const xpgn_game *game) {
    const xpgn_slice name = cli_slice("DiceSign");
    xpgn_slice value;
    xpgn_reader_tags(f->reader, game->text, &name, 1, &value);
    if (value.data == NULL)
        return false;
    xpgn_buffer_printf(&w->to[CLI_ERR], "%s: %s:%llu: game %llu is signed, and not edited\n",
                       w->cli->tool->name, game->file, (unsigned long long)game->line,
                       (unsigned long long)game->number);
    return true;
}

/* True if the step is beyond the half-moves of --plies. */
static bool is_cut(const fmt_options *o, const xpgn_step *step) {
    return o->edit.plies > 0 && step->ply > o->edit.plies && step->kind != XPGN_STEP_RESULT;
}

/* Writes all steps of the game that has begun. `late`: its tags are changed at the end. */
static void put_steps(cli_worker *w, fmt_formatter *f, bool edits, bool late) {
    const fmt_options *o = w->options;
    for (const xpgn_step *step; (step = cli_walk_next(w)) != NULL;) {
        if (o->variations == FMT_GAMES)
            fmt_lines_note(w, &f->lines, step);
        if (late)
            fmt_late_step(w, &f->editor, &o->edit, step);
        if (!edits || !is_cut(o, step))
            xpgn_writer_step(f->writer, step);
    }
}

static const xpgn_tag *late_tags(void *data, const xpgn_walk *walk, size_t *count) {
    cli_worker *w = data;
    fmt_formatter *f = w->state;
    (void)walk;
    return fmt_late_tags(w, &f->editor, &((const fmt_options *)w->options)->edit, count);
}

bool fmt_visit_position(void *data, const xpgn_position *p) {
    cli_worker *w = data;
    fmt_formatter *f = w->state;
    return fmt_late_visit(&f->editor, w->walk, p);
}

bool fmt_is_plain(const fmt_options *o) {
    return o->notation == XPGN_NOTATION_SAN && fmt_language_written(o) == NULL &&
           o->edit.plies == 0 && o->variations == FMT_INSIDE && o->format == FMT_PGN;
}

bool fmt_is_in_one_walk(const fmt_options *o) {
    return fmt_is_plain(o) && !o->import.import && fmt_is_late(&o->edit);
}

/* Writes a game with other tags in one walk; false, with nothing written, if that does not do. */
static bool format_late(cli_worker *w, fmt_formatter *f, const xpgn_game *game, xpgn_buffer *out) {
    const fmt_options *o = w->options;
    size_t before = out->size, count;
    fmt_late_begin(w, &f->editor, &o->edit, game);
    cli_walk_begin(w, game);
    xpgn_writer_edit_tags(f->writer, late_tags, w);
    xpgn_writer_begin(out, f->writer, w->walk);
    put_steps(w, f, true, true);
    xpgn_writer_edit_tags(f->writer, NULL, NULL);
    xpgn_status status = xpgn_writer_end(f->writer);
    cli_need_sodium(w->cli, status, "the digest of the rules requires");
    const xpgn_finding *list = xpgn_walk_findings(w->walk, &count);
    bool good = status == XPGN_OK && fmt_late_good(w->walk);
    for (size_t i = 0; i < count; i++)
        good = good && !is_loss(&list[i]);
    if (!good && !out->failed)
        out->size = before;
    return good;
}

/* Appends the errors that the game has as it was read. */
static void put_errors(cli_worker *w, xpgn_buffer *out) {
    size_t count;
    const xpgn_finding *list = xpgn_walk_findings(w->walk, &count);
    json_open(out, "errors", "[");
    for (size_t i = 0; i < count; i++) {
        if (list[i].level != XPGN_ERROR)
            continue;
        json_open(out, NULL, "{");
        json_text(out, "code", list[i].code);
        json_text(out, "turn", list[i].turn);
        json_text(out, "text", list[i].text);
        xpgn_buffer_char(out, '}');
    }
    xpgn_buffer_char(out, ']');
}

/* Writes how a game was imported, and the game, as an object. */
static void put_imported(cli_worker *w, fmt_formatter *f, const xpgn_game *game, xpgn_buffer *out) {
    const fmt_options *o = w->options;
    xpgn_game edited = *game;
    xpgn_buffer record = {0};
    const size_t said = w->to[CLI_ERR].size;
    if (!game->too_large)
        (void)fmt_import_game(w, &f->importer, &o->import, &edited);
    w->to[CLI_ERR].size = said; /* the object says it */
    cli_walk_begin(w, &edited);
    xpgn_writer_begin(&record, f->writer, w->walk);
    for (const xpgn_step *step; (step = cli_walk_next(w)) != NULL;)
        xpgn_writer_step(f->writer, step);
    const xpgn_status status = xpgn_writer_end(f->writer);
    cli_need_sodium(w->cli, status, "the digest of the rules requires");
    if (status == XPGN_INVALID)
        copy_game(&edited, &record);
    json_open(out, NULL, "{");
    json_text(out, "file", game->file);
    json_number(out, "game", (int64_t)game->number);
    json_number(out, "line", (int64_t)game->line);
    if (!game->too_large)
        fmt_put_import_json(&f->importer, &o->import, game, out);
    put_errors(w, out);
    json_move(out, "record", &record);
    xpgn_buffer_text(out, "}\n");
}

void fmt_format(cli_worker *w, fmt_formatter *f, const xpgn_game *game, xpgn_buffer *out) {
    const fmt_options *o = w->options;
    const fmt_request *edit = &o->edit;
    xpgn_game edited = *game;
    if (o->format == FMT_JSON) {
        put_imported(w, f, game, out);
        return;
    }
    if (o->import.import && !game->too_large) {
        const bool read = fmt_import_game(w, &f->importer, &o->import, &edited);
        fmt_import_explain(w, &f->importer, game);
        if (!read) {
            copy_game(game, out);
            return;
        }
    }
    const bool edits = fmt_edits(edit) && !game->too_large && !is_signed_game(w, f, game);
    if (edits && fmt_is_in_one_walk(o) && format_late(w, f, game, out))
        return;
    if (edits)
        edited = fmt_edit(w, &f->editor, edit, &edited);
    if (o->format != FMT_PGN) {
        fmt_put_positions(w, &edited, out);
        return;
    }
    cli_walk_begin(w, &edited);
    xpgn_writer_begin(out, f->writer, w->walk);
    fmt_lines_begin(w, &f->lines);
    put_steps(w, f, edits, false);
    xpgn_status status = xpgn_writer_end(f->writer);
    cli_need_sodium(w->cli, status, "the digest of the rules requires");
    bool bad = fmt_report(w, &edited);
    if (bad)
        cli_worst(w, CLI_BAD);
    bool keeps = o->import.import && !fmt_import_undone(w, &o->import, game, &edited, bad);
    if (status == XPGN_INVALID)
        copy_game(keeps ? &edited : game, out);
    else if (o->variations == FMT_GAMES)
        fmt_lines_write(w, &f->lines, &edited, f->writer, out);
}

void fmt_finish_thread(cli *c, void *s) {
    fmt_close_formatter(s, &((fmt_options *)c->options)->edit);
}
