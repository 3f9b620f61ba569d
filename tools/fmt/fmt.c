/* SPDX-License-Identifier: MIT */
/* xpgn-fmt: writes games in the canonical export form, or lists files that are not in it. */
#include "fmt/fmt.h"
#include "fmt/fmt_import.h"
#include "fmt/fmt_lines.h"
#include "frame/disk_calls.h"
#include "frame/worker_pool.h"
#include "internal/writers.h"
#include "shared/answers/text_diff.h"
#include "shared/decoding/decoding.h"

#include <errno.h>
#include <string.h>
#include <xpgn/record.h>
#include <xpgn/rulesets.h>
#include <xpgn/stream.h>
#include <xpgn/walk.h>
#include <xpgn_codes.h>

typedef struct options {
    cli_common common;
    bool comment_form, minimal, digest, no_digest;
    bool no_comments, no_variations, no_nags;
    bool check, diff, write;
    fmt_request edit;
    fmt_import_request import;
    int notation;   /* xpgn_notation */
    int format;     /* PGN, FEN or EPD */
    int variations; /* INSIDE or GAMES */
    uint64_t width;
} options;

enum { PGN, FEN, EPD, JSON };
enum { INSIDE, GAMES };

#define AT(member) offsetof(options, member)

static const cli_option table[] = {
    CLI_SWITCH("import", AT(import.import),
               "read games as people write them: piece letters of other languages, shortened "
               "captures, descriptive notation (xpgn-notations(7))"),
    CLI_ROW("language", "CODE", CLI_TEXT, AT(import.language),
            "language of piece letters, such as de; with --import: of the input (default auto: "
            "recognized for each game); otherwise: of the output, which is not XPGN"),
    CLI_SWITCH("incomplete", AT(import.incomplete),
               "with --import: write unreadable games as far as they are understood; the rest "
               "becomes a comment"),
    CLI_ONE_OF("from", "auto|pgn|table", AT(import.from),
               "with --import: type of the files; a table (CSV, semicolons, tabs) has a row for "
               "each move number"),
    CLI_SWITCH("quiet", AT(import.quiet), "with --import: do not report how words were read",
               .letter = 'q'),
    CLI_SWITCH("comment-form", AT(comment_form),
               "write rolls in comments, {[%roll 5:2]}, which any PGN reader accepts"),
    CLI_SWITCH("minimal", AT(minimal), "write only the dice of rolls, and no + or #"),
    CLI_SWITCH("digest", AT(digest), "always add the tag RulesDigest, a digest of the rules"),
    CLI_SWITCH("no-digest", AT(no_digest),
               "never add it, not even to games by a ruleset of --rules"),
    CLI_SWITCH("no-comments", AT(no_comments), "omit comments; rolls in comments are kept"),
    CLI_SWITCH("no-variations", AT(no_variations), "omit variations, and do not check them"),
    CLI_ONE_OF(
        "variations", "inside|games", AT(variations),
        "write variations inside their games, or each as a separate game with the moves before it"),
    CLI_SWITCH("no-nags", AT(no_nags), "omit $1, !, ? and the like"),
    CLI_ROW("set-tag", "NAME=VALUE", CLI_LIST, AT(edit.set),
            "set this tag in every game; {White} in VALUE stands for a column of xpgn-list"),
    CLI_ROW("remove-tag", "TAG", CLI_LIST, AT(edit.remove), "remove this tag"),
    CLI_ROW("rename-player", "FROM=TO", CLI_LIST, AT(edit.rename), "change the name of a player"),
    CLI_ROW("names-from", "LIST", CLI_READS, AT(edit.names),
            "spell player names as in the list of their event (TRF or CSV)"),
    CLI_ROW("strip", "NAME[,NAME...]", CLI_LIST, AT(edit.strip),
            "omit these commands from comments: eval, clk, ..."),
    CLI_ROW("plies", "N", CLI_NUMBER, AT(edit.plies), "omit everything after the Nth half-move",
            .min = 1, .max = UINT32_MAX),
    CLI_SWITCH("roster", AT(edit.roster), "keep the Seven Tag Roster and tags that affect play"),
    CLI_SWITCH("fix-result", AT(edit.fix_result),
               "set the tag Result to the result at the end of the moves"),
    CLI_SWITCH("eco", AT(edit.eco), "set the tags ECO and Opening of chess games"),
    CLI_ONE_OF("notation", "san|long|uci|figurine|iccf|descriptive", AT(notation),
               "move notation; the output is not XPGN"),
    CLI_ONE_OF("format", "pgn|fen|epd|json", AT(format),
               "fen, epd: write the positions of the main line instead, one per line, with an "
               "empty line after each game; json: with --import, an object per game"),
    CLI_ROW("width", "N", CLI_NUMBER, AT(width),
            "wrap lines at N columns (default 79); 0: movetext on one line", .max = UINT32_MAX - 1),
    CLI_SWITCH("check", AT(check), "only print the names of files that are not canonical"),
    CLI_SWITCH("diff", AT(diff), "print what would change, as a unified diff"),
    CLI_SWITCH("write", AT(write), "edit the files in place", .letter = 'w'),
    {.name = NULL}};

static const cli_tool tool = {
    .name = "xpgn-fmt",
    .usage = "[option...] [file...]",
    .about = "Writes games in canonical export form; copies games with errors unchanged.",
    .options = table,
    .common = CLI_ALL | CLI_RECORDS};

/* ---- one game -------------------------------------------------------------------------------- */

/* Returns the language to write, NULL for English letters. With --import the option names the
   language read. */
static const char *language_written(const options *o) {
    return o->import.import ? NULL : o->import.language;
}

static xpgn_writer *open_writer(cli *c, const options *o) {
    xpgn_writer *writer;
    xpgn_writer_options how = {XPGN_WRITER_OPTIONS,
                               .comment_form = o->comment_form,
                               .minimal = o->minimal,
                               .no_comments = o->no_comments,
                               .no_variations = o->no_variations || o->variations == GAMES,
                               .no_nags = o->no_nags,
                               .digest = o->digest,
                               .no_digest = o->no_digest,
                               .notation = (xpgn_notation)o->notation,
                               .language = language_written(o),
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

/* Reports why a game is not written, or what it loses. True if it has errors. */
static bool report(cli_worker *w, const xpgn_game *game) {
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

/* The state of one thread for writing games. */
typedef struct formatter {
    xpgn_writer *writer;
    xpgn_reader *reader;
    fmt_editor editor;
    fmt_lines lines;
    fmt_importer importer;
} formatter;

static formatter open_formatter(cli *c, const options *o) {
    formatter f = {.writer = open_writer(c, o)};
    if (xpgn_reader_new(&f.reader) != XPGN_OK)
        cli_no_memory(c);
    return f;
}

static void close_formatter(formatter *f, fmt_request *r) {
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

/* Appends a tag value as an EPD operand, replacing characters that would end it; nothing if it is
   missing. */
static void put_operand(xpgn_buffer *b, const xpgn_walk *walk, const char *name,
                        const char *before) {
    xpgn_slice value = xpgn_walk_tag(walk, name);
    if (value.size == 0)
        return;
    xpgn_buffer_text(b, before);
    for (size_t i = 0; i < value.size; i++)
        xpgn_buffer_char(b, value.data[i] == '"' || value.data[i] == '\\' ? '\'' : value.data[i]);
}

/* Appends a position as EPD: its first four fields, then the counters and the game as
   operations. */
static void put_epd(xpgn_buffer *b, const xpgn_walk *walk, xpgn_slice fen) {
    size_t end[6] = {0};
    unsigned fields = 0;
    for (size_t i = 0; i <= fen.size && fields < 6; i++)
        if (i == fen.size || fen.data[i] == ' ')
            end[fields++] = i;
    if (fields < 6)
        return;
    xpgn_buffer_put(b, fen.data, end[3]);
    xpgn_buffer_printf(b, " hmvc %.*s; fmvn %.*s; c0 \"", (int)(end[4] - end[3] - 1),
                       fen.data + end[3] + 1, (int)(end[5] - end[4] - 1), fen.data + end[4] + 1);
    put_operand(b, walk, "White", "");
    put_operand(b, walk, "Black", " - ");
    put_operand(b, walk, "Event", ", ");
    put_operand(b, walk, "Date", ", ");
    xpgn_buffer_text(b, "\";");
}

/* Writes the positions of a game to `out`; nothing if it has errors. */
static void put_positions(cli_worker *w, const xpgn_game *game, xpgn_buffer *out) {
    const options *o = w->options;
    xpgn_buffer lines = {0}, fen = {0};
    cli_walk_begin(w, game);
    for (const xpgn_step *step; (step = cli_walk_next(w)) != NULL;) {
        bool wanted = (step->kind == XPGN_STEP_START || step->kind == XPGN_STEP_TURN) &&
                      step->depth == 0 && step->position != NULL &&
                      (o->edit.plies == 0 || step->ply <= o->edit.plies);
        if (!wanted)
            continue;
        lines.failed |= fen.failed; /* from the last position */
        xpgn_buffer_clear(&fen);
        xpgn_position_write(&fen, xpgn_walk_ruleset(w->walk), step->position);
        if (o->format == FEN)
            xpgn_buffer_slice(&lines, (xpgn_slice){fen.data, fen.size});
        else if (fen.size > 0)
            put_epd(&lines, w->walk, (xpgn_slice){fen.data, fen.size});
        xpgn_buffer_char(&lines, '\n');
    }
    xpgn_buffer_char(&lines, '\n');
    if (report(w, game))
        cli_worst(w, CLI_BAD);
    else
        xpgn_buffer_slice(out, (xpgn_slice){lines.data, lines.size});
    out->failed |= lines.failed || fen.failed;
    xpgn_buffer_free(&lines);
    xpgn_buffer_free(&fen);
}

/* True, after a message, if a game is signed, so that it must not be edited. */
static bool is_signed_game(cli_worker *w, const formatter *f, const xpgn_game *game) {
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
static bool is_cut(const options *o, const xpgn_step *step) {
    return o->edit.plies > 0 && step->ply > o->edit.plies && step->kind != XPGN_STEP_RESULT;
}

/* Writes all steps of the game that has begun. `late`: its tags are changed at the end. */
static void put_steps(cli_worker *w, formatter *f, bool edits, bool late) {
    const options *o = w->options;
    for (const xpgn_step *step; (step = cli_walk_next(w)) != NULL;) {
        if (o->variations == GAMES)
            fmt_lines_note(w, &f->lines, step);
        if (late)
            fmt_late_step(w, &f->editor, &o->edit, step);
        if (!edits || !is_cut(o, step))
            xpgn_writer_step(f->writer, step);
    }
}

static const xpgn_tag *late_tags(void *data, const xpgn_walk *walk, size_t *count) {
    cli_worker *w = data;
    formatter *f = w->state;
    (void)walk;
    return fmt_late_tags(w, &f->editor, &((const options *)w->options)->edit, count);
}

static bool visit_late_position(void *data, const xpgn_position *p) {
    cli_worker *w = data;
    formatter *f = w->state;
    return fmt_late_visit(&f->editor, w->walk, p);
}

/* True if the moves of a game go where they are, in SAN. */
static bool is_plain(const options *o) {
    return o->notation == XPGN_NOTATION_SAN && language_written(o) == NULL && o->edit.plies == 0 &&
           o->variations == INSIDE && o->format == PGN;
}

/* True if tags may be changed as they are written. */
static bool is_late(const options *o) {
    return is_plain(o) && !o->import.import && fmt_is_late(&o->edit);
}

/* Writes a game with other tags in one walk; false, with nothing written, if that does not do. */
static bool format_late(cli_worker *w, formatter *f, const xpgn_game *game, xpgn_buffer *out) {
    const options *o = w->options;
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
static void put_imported(cli_worker *w, formatter *f, const xpgn_game *game, xpgn_buffer *out) {
    const options *o = w->options;
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

/* Writes a game to `out`; if it has errors or half-moves are missing, copies it as UTF-8. */
static void format(cli_worker *w, formatter *f, const xpgn_game *game, xpgn_buffer *out) {
    const options *o = w->options;
    const fmt_request *edit = &o->edit;
    xpgn_game edited = *game;
    if (o->format == JSON) {
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
    if (edits && is_late(o) && format_late(w, f, game, out))
        return;
    if (edits)
        edited = fmt_edit(w, &f->editor, edit, &edited);
    if (o->format != PGN) {
        put_positions(w, &edited, out);
        return;
    }
    cli_walk_begin(w, &edited);
    xpgn_writer_begin(out, f->writer, w->walk);
    fmt_lines_begin(w, &f->lines);
    put_steps(w, f, edits, false);
    xpgn_status status = xpgn_writer_end(f->writer);
    cli_need_sodium(w->cli, status, "the digest of the rules requires");
    bool bad = report(w, &edited);
    if (bad)
        cli_worst(w, CLI_BAD);
    bool keeps = o->import.import && !fmt_import_undone(w, &o->import, game, &edited, bad);
    if (status == XPGN_INVALID)
        copy_game(keeps ? &edited : game, out);
    else if (o->variations == GAMES)
        fmt_lines_write(w, &f->lines, &edited, f->writer, out);
}

/* ---- as a filter ----------------------------------------------------------------------------- */

static bool format_game(cli_worker *w, const xpgn_game *game) {
    formatter *s = w->state;
    if (s->writer == NULL)
        *s = open_formatter(w->cli, w->options);
    format(w, s, game, &w->to[CLI_OUT]);
    return true;
}

static void finish_thread(cli *c, void *s) {
    close_formatter(s, &((options *)c->options)->edit);
}

/* ---- file by file: --check, --diff, --write -------------------------------------------------- */

typedef struct fmt_target {
    const char *name;
    int own;       /* the file, to compare with; -1: compressed, or not a regular file */
    uint64_t at;   /* how much of it is as it should be */
    uint64_t line; /* line of the next game if all were canonical */
    bool differs;
    bool trouble; /* it could not be read completely */
    /* --diff */
    FILE *original; /* the text of the games, if `own` is -1 */
    uint64_t kept;  /* the current line in it */
    FILE *canonical;
    /* --write */
    cli output;
    int sink;
} fmt_target;

/* Opens the file that is to be rewritten once more, for writing. */
static bool open_rewritten(fmt_target *t, cli *c) {
    replace_state read;
    if (t->own < 0 && errno != 0)
        return cli_refuse_file(c, t->name, "");
    if (t->own < 0) {
        cli_message(c, "%s: only a regular, uncompressed file can be rewritten", t->name);
        return false;
    }
    t->output = (cli){.tool = c->tool, .common = c->common, .sinks = 2};
    t->sink = cli_open_rewrite(&t->output, t->name);
    if (t->sink > 0 && !replace_look_inside(&read, t->own))
        return cli_refuse_file(c, t->name, "");
    if (t->sink > 0)
        cli_replaces(&t->output, t->sink, &read);
    return t->sink > 0;
}

static bool open_target(fmt_target *t, cli_worker *w, const char *name) {
    const options *o = w->options;
    *t = (fmt_target){.name = name, .own = cli_open_plain(w->cli, name), .line = 1, .kept = 1};
    if (o->write)
        return open_rewritten(t, w->cli);
    if (o->diff) {
        t->canonical = cli_diff_file(w->cli);
        if (t->own < 0)
            t->original = cli_diff_file(w->cli);
    }
    return true;
}

static uint64_t count_lines(const char *p, size_t size) {
    uint64_t n = 0;
    for (const char *end = p + size; (p = memchr(p, '\n', (size_t)(end - p))) != NULL; p++)
        n++;
    return n;
}

/* True if the next bytes of the file are those of the buffer. */
static bool file_has(fmt_target *t, const xpgn_buffer *b) {
    char part[8192];
    for (size_t at = 0, size; at < b->size; at += size, t->at += size) {
        size = b->size - at < sizeof part ? b->size - at : sizeof part;
        if (!cli_read_at(t->own, t->at, part, size) || memcmp(part, b->data + at, size) != 0)
            return false;
    }
    return true;
}

/* True if a game is at its canonical place with the same text; an empty line must follow it. */
static bool game_is(const fmt_target *t, const xpgn_game *game, const xpgn_buffer *b) {
    size_t blank = b->size > 0 && *b->data == ' ', size = blank + game->text.size;
    if (game->line != t->line || game->column != 1 + blank || b->size <= size ||
        memcmp(game->text.data, b->data + blank, game->text.size) != 0)
        return false;
    return b->size - size == 1 || (b->size - size == 2 && b->data[size] == '\r');
}

/* Keeps the text of a game on its original lines. */
static void keep_original(fmt_target *t, const xpgn_game *game) {
    for (; t->kept < game->line; t->kept++)
        (void)fputc('\n', t->original);
    (void)fwrite(game->text.data, 1, game->text.size, t->original);
    t->kept += count_lines(game->text.data, game->text.size);
}

static void take_target_game(fmt_target *t, cli_worker *w, const xpgn_game *game, xpgn_buffer *b) {
    if (!t->differs)
        t->differs = t->own >= 0 ? !file_has(t, b) : !game_is(t, game, b);
    t->line = game->line + count_lines(b->data, b->size);
    if (t->original != NULL)
        keep_original(t, game);
    if (t->canonical != NULL)
        (void)fwrite(b->data, 1, b->size, t->canonical);
    if (t->sink > 0)
        cli_flush(&t->output, t->sink, b);
    if (game->too_large && t->sink > 0) {
        cli_message(w->cli, "%s: not rewritten: a game is too large", t->name);
        t->trouble = true;
    }
    xpgn_buffer_clear(b);
}

/* Reports what was decoded. A file with more in it than records is not rewritten, as the rest would
   be lost. */
static void report_decoded(fmt_target *t, cli_worker *w) {
    const options *o = w->options;
    xpgn_buffer b = {0};
    fmt_put_decoded(&o->import, t->name, &b);
    if (b.size > 0)
        cli_message(w->cli, "%.*s", (int)b.size, b.data);
    if (b.failed)
        cli_no_memory(w->cli);
    xpgn_buffer_free(&b);
    if (t->sink > 0 && fmt_leaves_out(&o->import)) {
        cli_message(w->cli, "%s: not rewritten: it is a table, or has text around the records",
                    t->name);
        t->trouble = true;
    }
}

static void read_games(fmt_target *t, cli_worker *w, formatter *f, uint64_t *games) {
    xpgn_stream *stream;
    xpgn_game game;
    xpgn_fault fault;
    xpgn_buffer b = {0};
    char more;
    uint64_t before = *games;
    xpgn_decoder *decoder = ((const options *)w->options)->import.decoder;
    xpgn_status status = xpgn_stream_open(&stream, &t->name, 1, (size_t)w->cli->common->max_game);
    if (status == XPGN_OK && decoder != NULL)
        status = xpgn_stream_decode(stream, decoder, NULL, NULL);
    if (status != XPGN_OK)
        cli_no_memory(w->cli);
    while ((status = xpgn_stream_next(stream, &game, &fault)) == XPGN_OK) {
        *games = game.number += before;
        format(w, f, &game, &b);
        take_target_game(t, w, &game, &b);
        cli_worker_flush(w);
    }
    if (status == XPGN_NO_MEMORY || b.failed)
        cli_no_memory(w->cli);
    if (status != XPGN_END) {
        cli_message(w->cli, "%s: %s", cli_input_name(game.file), fault.text);
        t->trouble = true;
    }
    t->differs |= t->own >= 0 && cli_read_at(t->own, t->at, &more, 1);
    if (decoder != NULL)
        report_decoded(t, w);
    xpgn_buffer_free(&b);
    xpgn_stream_close(stream);
}

/* ---- the files ------------------------------------------------------------------------------- */

static void close_file(FILE *f) {
    if (f != NULL)
        (void)fclose(f);
}

/* Closes the original first, as not every system can replace an open file. */
static int finish_target(fmt_target *t, cli_worker *w) {
    const options *o = w->options;
    int status = CLI_GOOD;
    if (o->check && t->differs) {
        cli_put_name(&w->to[CLI_OUT], w->cli, cli_file_name(t->name));
        xpgn_buffer_char(&w->to[CLI_OUT], '\n');
        cli_worker_flush(w);
        status = CLI_BAD;
    }
    if (o->diff && t->differs && !t->trouble)
        status = cli_diff(w->cli, t->name, t->original, t->canonical);
    (void)files_close(t->own);
    t->own = -1;
    if (t->sink > 0 && t->differs && !t->trouble && !cli_close_outputs(&t->output))
        status = CLI_TROUBLE;
    return t->trouble ? CLI_TROUBLE : status;
}

static void close_target(fmt_target *t) {
    (void)files_close(t->own);
    close_file(t->original);
    close_file(t->canonical);
    if (t->sink > 0)
        cli_discard_outputs(&t->output);
}

static void one_file(cli_worker *w, formatter *f, const char *name, uint64_t *games) {
    fmt_target t;
    int status = CLI_TROUBLE;
    if (open_target(&t, w, name)) {
        read_games(&t, w, f, games);
        status = finish_target(&t, w);
    }
    close_target(&t);
    cli_worst(w, status);
}

static int each_file(cli *c, const options *o, const xpgn_walk_options *walk) {
    const cli_list *files = &o->common.files;
    cli_work work = {.walk = walk, .state_size = sizeof(formatter), .finish = finish_thread};
    cli_worker w;
    if (!cli_worker_open(&w, c, &work))
        return CLI_TROUBLE;
    formatter *f = w.state;
    *f = open_formatter(c, o);
    uint64_t games = 0;
    for (size_t i = 0; i < cli_inputs(files); i++)
        one_file(&w, f, cli_input(files, i), &games);
    int status = w.status;
    cli_worker_close(&w, &work);
    return status;
}

/* ---- the program ----------------------------------------------------------------------------- */

/* Checks what --notation, --format and the language written can be combined with. Returns CLI_GO,
   or the status after a message. */
static int check_notation(cli *c, const options *o) {
    bool in_place = o->write || o->check || o->diff, foreign = language_written(o) != NULL;
    bool letters = o->notation == XPGN_NOTATION_SAN || o->notation == XPGN_NOTATION_LONG;
    if (o->format == JSON && !o->import.import)
        return cli_usage(c, "--format=json requires --import");
    if (o->format == JSON && (fmt_edits(&o->edit) || o->variations == GAMES))
        return cli_usage(c, "--format=json cannot be combined with options that edit games");
    if (o->format != PGN && in_place)
        return cli_usage(
            c,
            "--format cannot be combined with --check, --diff or --write: the result is not XPGN");
    if (o->notation != XPGN_NOTATION_SAN && in_place)
        return cli_usage(c, "--notation cannot be combined with --check, --diff or --write: the "
                            "result is not XPGN");
    if (foreign && in_place)
        return cli_usage(c, "--language cannot be combined with --check, --diff or --write, except "
                            "with --import: the result is not XPGN");
    if (foreign && !letters)
        return cli_usage(c, "--language requires --notation=san or long, or --import");
    return CLI_GO;
}

/* Returns CLI_GO, or the status after a message. */
static int check_fmt_options(cli *c, options *o) {
    const cli_list *files = &o->common.files;
    int status = fmt_check_import(c, &o->import);
    if (o->digest && o->no_digest)
        return cli_usage(c, "--digest and --no-digest cannot be combined");
    if (o->variations == GAMES && (o->no_variations || o->edit.plies > 0 || o->format != PGN))
        return cli_usage(
            c, "--variations=games cannot be combined with --no-variations, --plies or --format");
    if (o->write && (o->check || o->diff))
        return cli_usage(c, "--write cannot be combined with --check or --diff");
    if ((o->write || o->check || o->diff) &&
        (o->common.games.first != 0 || o->common.games_from != NULL))
        return cli_usage(c, "--game cannot be combined with --check, --diff or --write");
    if ((o->write || o->check || o->diff) && o->common.bytes.given)
        return cli_usage(c, "--bytes cannot be combined with --check, --diff or --write");
    if (status == CLI_GO)
        status = check_notation(c, o);
    if (status != CLI_GO)
        return status;
    if (o->write && files->count == 0)
        return cli_usage(c, "--write requires a file");
    status = fmt_check_request(c, &o->edit);
    if (status != CLI_GO)
        return status;
    for (size_t i = 0; o->write && i < files->count; i++) {
        if (strcmp(files->item[i], "-") == 0)
            return cli_usage(c, "--write cannot rewrite standard input");
    }
    return CLI_GO;
}

static void put_decoded(cli *c, const char *file, xpgn_buffer *b) {
    const options *o = c->options;
    fmt_put_decoded(&o->import, file, b);
}

static int run_fmt(cli *c, options *o) {
    xpgn_walk_options walk = {XPGN_WALK_OPTIONS, .skip_variations = o->no_variations,
                              .detail = is_plain(o) ? XPGN_MOVES : XPGN_STEPS,
                              .visit = o->edit.eco && is_late(o) ? visit_late_position : NULL};
    int status = check_fmt_options(c, o);
    if (status != CLI_GO)
        return status;
    fmt_open_decoder(c, &o->import);
    if (o->check || o->diff || o->write)
        return each_file(c, o, &walk);
    return cli_run(c, &(cli_work){.walk = &walk,
                                  .state_size = sizeof(formatter),
                                  .game = format_game,
                                  .finish = finish_thread,
                                  .decoder = o->import.decoder,
                                  .decode = xpgn_stream_decode,
                                  .decoded = put_decoded,
                                  .refused = cli_refuses,
                                  .tells_empty = o->import.import,
                                  .holds = true});
}

int main(int argc, char **argv) {
    options o = {.width = 79};
    cli c;
    int status = cli_begin(&c, &tool, argc, argv, &o);
    if (status == CLI_GO)
        status = run_fmt(&c, &o);
    fmt_close_request(&c, &o.edit);
    xpgn_decoder_free(o.import.decoder);
    return cli_end(&c, status);
}
