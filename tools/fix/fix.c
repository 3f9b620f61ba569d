/* SPDX-License-Identifier: MIT */
/* xpgn-fix: makes the corrections that xpgn-validate suggests, and keeps a log of them. */
#include "fix/fix.h"
#include "frame/disk_calls.h"
#include "frame/file_paths.h"
#include "internal/meant.h"
#include "shared/answers/questions.h"
#include "shared/answers/text_diff.h"
#include "shared/decoding/decoding.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xpgn/rulesets.h>
#include <xpgn/stream.h>

#define AT(member) offsetof(fix_options, member)

static const cli_option table[] = {
    CLI_SWITCH("likely", AT(likely),
               "also make the most probable correction, if it makes the game legal to its end"),
    CLI_SWITCH("ask", AT(ask), "ask about each undecided case (h for help)"),
    CLI_ROW("questions", "FILE", CLI_WRITES, AT(questions),
            "write open questions to FILE, as CSV, and read answers from it",
            .writes = CLI_QUESTIONS),
    CLI_ROW("answers", "FILE", CLI_READS, AT(answers),
            "read answers from a file written by --questions"),
    CLI_SWITCH("incomplete", AT(incomplete), "also correct games that remain illegal"),
    CLI_SWITCH("no-marks", AT(no_marks), "write neither {[%was TEXT]} nor the tag Corrected"),
    CLI_ROW("log", "FILE", CLI_WRITES, AT(log),
            "log corrections to FILE (see --undo); an existing log is extended", .writes = CLI_LOG),
    CLI_ROW("signed", "NAME", CLI_TEXT, AT(by),
            "name of the person who makes the corrections, for the log"),
    CLI_ROW("undo", "LOG", CLI_TEXT, AT(undo),
            "take back corrections in LOG: those with the given numbers, or all"),
    CLI_ROW("output", "FOLDER", CLI_TEXT, AT(folder),
            "write the files to FOLDER under their own names; create it if necessary",
            .letter = 'o'),
    CLI_SWITCH("write", AT(write), "edit in place; keep a backup as NAME.orig", .letter = 'w'),
    CLI_SWITCH("diff", AT(diff), "print what would change, as a unified diff"),
    CLI_SWITCH("quiet", AT(quiet), "do not report how many corrections were made", .letter = 'q'),
    {.name = NULL}};

static const cli_tool tool = {
    .name = "xpgn-fix",
    .usage = "[option...] [file...]",
    .about = "Makes corrections that are certain, or likely on request, and reports them.",
    .options = table,
    .common = CLI_RULES | CLI_COLOR | CLI_FORCE | CLI_RECORDS};

typedef struct fixing {
    cli *c;
    const fix_options *o;
    xpgn_fixer *fixer;
    xpgn_decoder *decoder;
    cli_log log;
    size_t known;             /* rows of earlier runs, which come first */
    uint32_t number;          /* of the last correction */
    int log_to, questions_to; /* the sinks of both tables; -1: none */
    bool stopped;             /* something cannot be written, so nothing is */
    int status;
} fixing;

/* ---- one file -------------------------------------------------------------------------------- */

static bool is_packed(const xpgn_buffer *b) {
    static const struct {
        const char *magic;
        size_t size;
    } kinds[] = {{"\x1f\x8b", 2},
                 {"BZh", 3},
                 {"\xfd"
                  "7zXZ",
                  5},
                 {"\x28\xb5\x2f\xfd", 4}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (b->size >= kinds[i].size && memcmp(b->data, kinds[i].magic, kinds[i].size) == 0)
            return true;
    return false;
}

/* Reads a file; false after a message. */
static bool read_record_file(fixing *f, const char *name, xpgn_buffer *text, replace_state *state) {
    if (!cli_read_file(f->c, name, FIX_MOST, text, state))
        return false;
    if (is_packed(text)) {
        cli_message(f->c, "%s: compressed; decompress it first", cli_file_name(name));
        return false;
    }
    return true;
}

/* What the file says, where it is no plain record: a table, a mail. False after a message if it is
   no record, or would lose what is around the records. */
static bool decode_file(fixing *f, const char *name, const xpgn_buffer *raw, xpgn_buffer *text) {
    xpgn_buffer said = {0};
    xpgn_decoder_put(text, f->decoder, (xpgn_slice){raw->data, raw->size}, true);
    bool good = !cli_refuses(f->c, f->decoder, name, &said);
    bool lost = good && f->o->write && cli_leaves_out(f->decoder);
    if (good)
        cli_put_decoded(&said, f->decoder);
    if (said.failed || text->failed)
        cli_no_memory(f->c);
    if (lost)
        cli_message(f->c,
                    "%s: not rewritten: it is a table, or has text around the records; "
                    "use --output",
                    cli_file_name(name));
    else if (!good)
        cli_message(f->c, "%.*s", (int)said.size, said.data);
    else if (said.size > 0 && !f->o->quiet)
        cli_message(f->c, "%s: decoded: %.*s", cli_file_name(name), (int)said.size, said.data);
    if (!good || lost)
        f->status = lost ? CLI_TROUBLE : f->status == CLI_GOOD ? CLI_BAD : f->status;
    xpgn_buffer_free(&said);
    return good && !lost;
}

/* The file for the corrected text, with --diff the one to be patched; the caller frees its name. */
static char *name_output(fixing *f, const char *name) {
    size_t size = strlen(name) + 16 + (f->o->folder != NULL ? strlen(f->o->folder) : 0);
    char *path = malloc(size);
    if (path == NULL)
        cli_no_memory(f->c);
    if (f->o->folder != NULL)
        (void)snprintf(path, size, "%s/%s", f->o->folder,
                       strcmp(name, "-") == 0 ? "stdin.xpgn" : path_name(name));
    else
        (void)snprintf(path, size, "%s", f->o->write || f->o->diff ? name : "-");
    return path;
}

static bool has_word(const xpgn_buffer *b, const char *word) {
    size_t size = strlen(word);
    for (size_t i = 0; i + size <= b->size; i++)
        if (memcmp(b->data + i, word, size) == 0)
            return true;
    return false;
}

/* Makes the tables readable only by those who may read the record; false after a message. */
static bool hide_in_tables(fixing *f, const struct stat *record) {
    return cli_quotes(f->c, f->log_to, record) && cli_quotes(f->c, f->questions_to, record);
}

/* The original would be lost in a pipe, and a link, which another may have made, leads to what is
   not ours to replace; false after a message. */
static bool can_keep(fixing *f, const char *path) {
    struct stat st;
    if (lstat(path, &st) != 0 || S_ISREG(st.st_mode))
        return true;
    cli_message(f->c, "%s: not a regular file: no backup can be kept there", path);
    return false;
}

/* Keeps the file as NAME.orig, unless it is corrected and has one; false after a message. */
static bool keep_original(fixing *f, const char *name, const xpgn_buffer *text,
                          const struct stat *st) {
    size_t size = strlen(name) + sizeof ".orig";
    char *path = malloc(size);
    xpgn_buffer copy = {0};
    if (path == NULL)
        cli_no_memory(f->c);
    (void)snprintf(path, size, "%s.orig", name);
    bool corrected = has_word(text, "[%was ") || has_word(text, "[Corrected ");
    bool kept = corrected && access(path, F_OK) == 0;
    if (!kept) {
        int sink = can_keep(f, path) ? cli_open_output(f->c, path, CLI_GAMES_FILE) : -1;
        kept = sink >= 0 && cli_copies(f->c, sink, st);
        xpgn_buffer_put(&copy, text->data, text->size);
        if (kept) {
            cli_flush(f->c, sink, &copy);
            kept = cli_finish_output(f->c, sink);
        }
    }
    xpgn_buffer_free(&copy);
    free(path);
    return kept;
}

static FILE *put_aside(fixing *f, const xpgn_buffer *text) {
    FILE *file = cli_diff_file(f->c);
    (void)fwrite(text->data, 1, text->size, file); /* an error stays, and cli_diff sees it */
    return file;
}

static bool write_diff(fixing *f, const char *name, const xpgn_buffer *before,
                       const xpgn_buffer *after) {
    FILE *original = put_aside(f, before), *now = put_aside(f, after);
    int status = cli_diff(f->c, name, original, now);
    (void)fclose(original);
    (void)fclose(now);
    f->status = f->status == CLI_GOOD ? CLI_BAD : f->status;
    return status != CLI_TROUBLE;
}

/* `read`: the state in which the file was. */
static bool write_record(fixing *f, const char *name, const char *path, const xpgn_buffer *before,
                         xpgn_buffer *after, const replace_state *read) {
    bool same = before->size == after->size &&
                (after->size == 0 || memcmp(before->data, after->data, after->size) == 0);
    int sink = CLI_OUT;
    if ((f->o->write || f->o->diff) && same)
        return true;
    if (f->o->diff)
        return write_diff(f, name, before, after);
    if (f->o->write && !keep_original(f, name, before, &read->st))
        return false;
    if (f->o->write)
        sink = cli_open_rewrite(f->c, path);
    else if (f->o->folder != NULL)
        sink = cli_open_output(f->c, path, CLI_GAMES_FILE);
    if (sink < 0 || !cli_quotes(f->c, sink, &read->st))
        return false;
    if (f->o->write)
        cli_replaces(f->c, sink, read);
    cli_flush(f->c, sink, after);
    return sink == CLI_OUT || cli_finish_output(f->c, sink);
}

static void tell_corrections(fixing *f, const xpgn_game *game, size_t corrections,
                             xpgn_status status) {
    if (status == XPGN_INVALID)
        f->status = f->status == CLI_GOOD ? CLI_BAD : f->status;
    if (f->o->quiet || (corrections == 0 && status == XPGN_OK))
        return;
    const char *languages = status == XPGN_INVALID ? xpgn_fixer_languages(f->fixer) : "";
    char made[64] = "left unchanged, with its errors";
    if (corrections > 0)
        (void)snprintf(made, sizeof made, "%zu correction%s%s", corrections,
                       corrections == 1 ? "" : "s", status == XPGN_OK ? "" : "; it has errors");
    cli_message(f->c, "%s:%llu: game %llu: %s%s%s", cli_file_name(game->file),
                (unsigned long long)game->line, (unsigned long long)game->number, made,
                *languages != '\0' ? "; it can be " : "", languages);
}

/* The number of the last correction of a game; 0 if there are none. */
static uint32_t last_of(const xpgn_correction *list, size_t count) {
    uint32_t most = 0;
    for (size_t i = 0; i < count; i++)
        most = list[i].number > most ? list[i].number : most;
    return most;
}

/* Corrects all games of a text, and copies what is between them. */
static void fix_games(fixing *f, xpgn_game *game, const xpgn_buffer *before, xpgn_buffer *after,
                      const cli_log_origin *origin) {
    xpgn_slice text = {before->data, before->size};
    size_t at = 0, count;
    while (xpgn_game_next(text, game)) {
        xpgn_buffer_put(after, text.data + at, (size_t)game->offset - at);
        xpgn_status status = xpgn_fixer_run(f->fixer, game);
        if (status != XPGN_OK && status != XPGN_INVALID)
            cli_no_memory(f->c);
        xpgn_buffer_slice(after, xpgn_fixer_text(f->fixer));
        at = (size_t)game->offset + game->text.size;
        const xpgn_correction *list = xpgn_fixer_corrections(f->fixer, &count);
        tell_corrections(f, game, last_of(list, count), status);
        cli_log_origin here = *origin;
        here.game += game->number;
        here.base = f->number;
        cli_log_add(f->c, &f->log, &here, list, count);
        f->number += last_of(list, count);
        if (f->number > UINT32_MAX / 2)
            cli_die(f->c, "too many corrections");
    }
    if (text.size > at)
        xpgn_buffer_put(after, text.data + at, text.size - at);
    if (after->failed)
        cli_no_memory(f->c);
}

/* Corrects a file that was read. */
static bool fix_text(fixing *f, const char *name, const xpgn_buffer *raw, const xpgn_buffer *before,
                     uint64_t *games, const replace_state *read) {
    xpgn_buffer after = {0};
    xpgn_game game = {.file = name};
    char *path = name_output(f, name);
    bool out = strcmp(path, "-") == 0, here = !out && f->o->folder == NULL;
    cli_log_origin origin = {path, f->o->by, out ? *games : 0,
                             0}; /* there, games are numbered across files */
    const xpgn_link digest = cli_log_digest(&f->log, before);
    f->known = cli_log_forget(&f->log, f->known, path, here ? &digest : NULL);
    size_t first = f->log.count;
    fix_games(f, &game, before, &after, &origin);
    const xpgn_link now = cli_log_digest(&f->log, &after);
    cli_log_sign(&f->log, first, &digest, &now);
    *games += game.number;
    if (game.number == 0)
        cli_message(f->c, "%s: no game", cli_file_name(name));
    bool good = hide_in_tables(f, &read->st) && write_record(f, name, path, raw, &after, read);
    xpgn_buffer_free(&after);
    free(path);
    return good;
}

static void fix_file(fixing *f, const char *name, uint64_t *games) {
    xpgn_buffer raw = {0}, before = {0};
    replace_state read;
    bool good = read_record_file(f, name, &raw, &read);
    if (!good)
        f->status = CLI_TROUBLE;
    else if (decode_file(f, name, &raw, &before) &&
             !fix_text(f, name, &raw, &before, games, &read)) {
        f->stopped = true;
        f->status = CLI_TROUBLE;
    }
    xpgn_buffer_free(&raw);
    xpgn_buffer_free(&before);
}

/* ---- the program ----------------------------------------------------------------------------- */

static int check_options(cli *c, const fix_options *o) {
    const cli_list *files = &o->common.files;
    if (o->undo != NULL && (o->likely || o->ask || o->incomplete || o->no_marks || o->write ||
                            o->diff || o->folder != NULL || o->log != NULL || o->by != NULL ||
                            o->questions != NULL || o->answers != NULL))
        return cli_usage(c, "--undo cannot be combined with other correction options");
    if (o->ask && (o->questions != NULL || o->answers != NULL))
        return cli_usage(c, "--ask cannot be combined with --questions or --answers");
    if (o->write && o->folder != NULL)
        return cli_usage(c, "--write and --output cannot be combined");
    if (o->diff && (o->write || o->folder != NULL))
        return cli_usage(c, "--diff cannot be combined with --write or --output");
    if (o->write && files->count == 0)
        return cli_usage(c, "--write requires a file");
    for (size_t i = 0; o->undo == NULL && i < files->count; i++) {
        bool standard = strcmp(files->item[i], "-") == 0;
        if (standard && o->write)
            return cli_usage(c, "--write cannot rewrite standard input");
        if (standard && o->ask)
            return cli_usage(c, "--ask requires files: the answers come from standard input");
        for (size_t k = 0; o->write && k < i; k++)
            if (strcmp(files->item[i], files->item[k]) == 0)
                return cli_usage(c, "%s is given twice", files->item[i]);
        for (size_t k = 0; o->folder != NULL && k < i; k++)
            if (strcmp(path_name(files->item[i]), path_name(files->item[k])) == 0)
                return cli_usage(c, "%s and %s have the same name in %s", files->item[k],
                                 files->item[i], o->folder);
    }
    if (o->ask && o->undo == NULL && files->count == 0)
        return cli_usage(c, "--ask requires files: the answers come from standard input");
    return CLI_GO;
}

/* Opens the log; an existing one is continued, with --force too. False after a message. */
static bool open_log(fixing *f) {
    replace_state read;
    const char *path = f->o->log;
    if (path == NULL)
        return true;
    if (!cli_log_begin(f->c, &f->log))
        return false;
    f->log_to = cli_open_output(f->c, path, CLI_LOG);
    if (f->log_to < 0)
        return false;
    if (cli_continues(f->c, f->log_to, CLI_LOG)) {
        if (!cli_log_read(f->c, path, &f->log, &read))
            return false;
        cli_replaces(f->c, f->log_to, &read);
    }
    for (size_t i = 0; i < f->log.count; i++)
        if (f->log.row[i].correction.number > f->number)
            f->number = f->log.row[i].correction.number;
    f->known = f->log.count;
    return true;
}

/* Corrects all files; false after a message if something cannot be written. */
static bool fix_files(fixing *f) {
    const cli_list *files = &f->o->common.files;
    uint64_t games = 0;
    cli_note_terminal(f->c);
    for (size_t i = 0; !f->stopped && i < cli_inputs(files); i++)
        fix_file(f, cli_input(files, i), &games);
    return !f->stopped;
}

static int fix(cli *c, const fix_options *o) {
    fixing f = {.c = c, .o = o, .log_to = -1, .questions_to = -1, .status = CLI_GOOD};
    xpgn_catalog *catalog;
    if (!cli_open_catalog(c, &catalog))
        return CLI_TROUBLE;
    f.decoder = cli_decoder(c, XPGN_FROM_ANY);
    fix_asker asker = {.c = c, .catalog = catalog};
    cli_questions questions = {.count = 0};
    cli_asker table_asker = {.c = c, .catalog = catalog, .questions = &questions};
    bool in_table = o->questions != NULL || o->answers != NULL;
    xpgn_fixer_options how = {XPGN_FIXER_OPTIONS,
                              .level = o->likely ? XPGN_FIX_LIKELY : XPGN_FIX_CERTAIN,
                              .incomplete = o->incomplete,
                              .no_marks = o->no_marks,
                              .ask = o->ask     ? fix_ask
                                     : in_table ? cli_questions_answer
                                                : NULL,
                              .data = o->ask ? (void *)&asker : &table_asker};
    if (xpgn_fixer_new(&f.fixer, catalog, &how) != XPGN_OK)
        cli_no_memory(c);
    bool good = (o->folder == NULL || cli_make_folder(c, o->folder)) && open_log(&f) &&
                (o->answers == NULL || cli_questions_read(c, o->answers, &questions, NULL)) &&
                cli_questions_open(c, o->questions, &questions, &f.questions_to) && fix_files(&f);
    if (good && f.log_to >= 0)
        cli_log_write(c, &f.log, f.log_to);
    if (good && in_table)
        (void)cli_questions_tell(c, &questions, o->quiet);
    if (good && f.questions_to >= 0)
        cli_questions_write(c, &questions, f.questions_to);
    if (!good)
        cli_discard_outputs(c);
    cli_questions_free(&questions);
    cli_log_free(&f.log);
    xpgn_decoder_free(f.decoder);
    xpgn_fixer_free(f.fixer);
    xpgn_catalog_free(catalog);
    return good ? f.status : CLI_TROUBLE;
}

int main(int argc, char **argv) {
    static fix_options o;
    cli c;
    int status = cli_begin(&c, &tool, argc, argv, &o);
    if (status == CLI_GO)
        status = check_options(&c, &o);
    if (status == CLI_GO)
        status = o.undo != NULL ? fix_undo(&c, &o) : fix(&c, &o);
    return cli_end(&c, status);
}
