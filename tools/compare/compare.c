/* SPDX-License-Identifier: MIT */
/* xpgn-compare: compares the score sheets of one game with each other and checks them against the
   rules. */
#include "compare/compare.h"
#include "compare/compare_batch.h"
#include "compare/compare_folder.h"
#include "internal/meant.h"
#include "shared/decoding/decoding.h"
#include "shared/diagram/language_option.h"

#include <stdlib.h>
#include <string.h>
#include <xpgn/rulesets.h>
#include <xpgn/stream.h>

enum { TEXT, JSON };
enum { OPEN = 3 }; /* exit status: not all is explained */

typedef struct options {
    cli_common common;
    int format;
    bool merge, quiet, guess, learn, all;
    const char *language;
    xpgn_language words; /* of --language */
    batch_options batch;
    board_batch *evening; /* --batch */
    compare_sheets sheets;
    bool too_many;       /* games */
    const char *crowded; /* a file with more than one game, among several files */
} options;

#define AT(member) offsetof(options, member)

static const cli_option table[] = {
    CLI_ROW("answers", "FILE", CLI_READS, AT(batch.answers),
            "with --batch: read answers from FILE, a table with the columns id,answer"),
    CLI_SWITCH("batch", AT(all),
               "compare the sheets of all boards in --list, one or more for each board; name files "
               "or folders"),
    CLI_ROW("list", "FILE", CLI_READS, AT(batch.list),
            "with --batch: the event's list, as for xpgn-event: round, board, white, black"),
    CLI_ROW("only", "BOARDS", CLI_TEXT, AT(batch.only),
            "with --batch: look at these boards only: 7,9-12, or with the round 4.7"),
    CLI_ROW("questions", "FILE", CLI_WRITES, AT(batch.questions),
            "with --batch: write open questions to FILE, and read answers from it",
            .writes = CLI_QUESTIONS),
    CLI_ROW("log", "FILE", CLI_WRITES, AT(batch.log),
            "with --batch: write the differences between the sheets to FILE", .writes = CLI_LOG),
    CLI_ROW("signed", "NAME", CLI_TEXT, AT(batch.by),
            "name of the person who makes the corrections, for the log"),
    CLI_ONE_OF("format", "text|json", AT(format),
               "format of the differences; json with --merge: the half-moves of the record, with "
               "--batch: files, boards, changes and questions"),
    CLI_SWITCH("guess", AT(guess),
               "fill in half-moves that no sheet supports, where the moves after them leave only "
               "one choice"),
    CLI_ROW("language", "CODE", CLI_TEXT, AT(language),
            "with --batch and --format=json: language of questions and reasons: en (default), de, "
            "fr, es, it, nl or pl"),
    CLI_SWITCH("learn", AT(learn),
               "learn from the handwriting on these sheets which of two readings is likelier"),
    CLI_SWITCH("merge", AT(merge),
               "print the legal record that explains all sheets with the fewest slips, instead of "
               "the differences"),
    CLI_SWITCH("quiet", AT(quiet), "print nothing; only set the exit status", .letter = 'q'),
    {.name = NULL}};

static const cli_tool tool = {.name = "xpgn-compare",
                              .usage = "[option...] [file...]",
                              .about = "Compares the score sheets of one game, and merges them "
                                       "into a legal record.",
                              .options = table,
                              .common = CLI_RULES | CLI_COLOR | CLI_FORCE};

/* ---- the sheets ------------------------------------------------------------------------------ */

/* Keeps a copy of a game, whose text is valid only until the next is read. */
static bool keep_game(cli_worker *w, const xpgn_game *game) {
    options *o = w->cli->options;
    compare_sheets *s = &o->sheets;
    bool again = s->count > 0 && s->game[s->count - 1].file_index == game->file_index;
    if (o->common.files.count > 1 && again)
        o->crowded = s->game[s->count - 1].file;
    o->too_many = o->too_many || s->count == XPGN_MAX_SHEETS;
    if (o->too_many || o->crowded != NULL)
        return false;
    char *text = malloc(game->text.size + 1);
    char *file = malloc(strlen(game->file) + 1);
    if (text == NULL || file == NULL) {
        free(text);
        free(file);
        cli_no_memory(w->cli);
    }
    memcpy(text, game->text.data, game->text.size);
    memcpy(file, game->file, strlen(game->file) + 1);
    s->text[s->count] = text;
    s->game[s->count] = *game;
    s->game[s->count].text.data = text;
    s->game[s->count++].file = file;
    return true;
}

static void free_sheets(compare_sheets *s) {
    for (size_t i = 0; i < s->count; i++) {
        xpgn_locator_free(s->places[i]);
        free(s->text[i]);
        free((void *)(uintptr_t)s->game[i].file);
    }
}

static int check_sheets(cli *c, const options *o) {
    if (o->crowded != NULL)
        return cli_usage(c, "%s: more than one game, expected one in each file", o->crowded);
    if (o->too_many)
        return cli_usage(c, "more than %d games, expected 2 to %d sheets of one game",
                         XPGN_MAX_SHEETS, XPGN_MAX_SHEETS);
    if (o->sheets.count < 2)
        return cli_usage(c, "%zu game%s, expected 2 to %d sheets of one game", o->sheets.count,
                         o->sheets.count == 1 ? "" : "s", XPGN_MAX_SHEETS);
    return CLI_GO;
}

/* ---- differences ----------------------------------------------------------------------------- */

static void put_differences(cli *c, const options *o, const xpgn_difference *list, size_t count) {
    compare_keys keys;
    compare_find_keys(c, &keys);
    for (size_t i = 0; i < count; i++) {
        xpgn_buffer out = {0};
        if (o->format == JSON)
            compare_put_json(&out, &keys, &o->sheets, &list[i]);
        else
            compare_put_text(&out, &o->sheets, &list[i], c->sink[CLI_OUT].color);
        cli_flush(c, CLI_OUT, &out);
        xpgn_buffer_free(&out);
    }
}

/* ---- the record ------------------------------------------------------------------------------ */

static void report_marks(cli *c, const options *o, const xpgn_merge *sheets) {
    size_t count;
    const xpgn_difference *list = xpgn_merge_differences(sheets, &count);
    for (size_t i = 0; i < count; i++) {
        xpgn_buffer mark = {0};
        compare_put_mark(&mark, &o->sheets, &list[i]);
        if (mark.failed)
            cli_no_memory(c);
        if (mark.size > 0)
            cli_message(c, "%.*s", (int)mark.size, mark.data);
        xpgn_buffer_free(&mark);
    }
}

static int merge_records(cli *c, const options *o, xpgn_catalog *catalog,
                         const xpgn_merge *sheets) {
    xpgn_buffer out = {0}, shown = {0};
    size_t count;
    const xpgn_difference *list = xpgn_merge_half_moves(sheets, &count);
    bool good = compare_put_record(c, catalog, sheets, &out);
    if (good && o->format == TEXT && c->sink[CLI_OUT].terminal)
        cli_put_clean(&shown, (xpgn_slice){out.data, out.size});
    if (good && o->format == TEXT)
        cli_flush(c, CLI_OUT, shown.size > 0 ? &shown : &out);
    xpgn_buffer_free(&shown);
    xpgn_buffer_free(&out);
    if (good && o->format == JSON)
        put_differences(c, o, list, count);
    report_marks(c, o, sheets); /* also for a refused record: they show where the reason lies */
    return good ? CLI_GO : CLI_TROUBLE;
}

/* ---- what was not read ----------------------------------------------------------------------- */

/* Is this the same sheet as one before, named again? */
static bool is_again(const compare_sheets *s, size_t sheet) {
    for (size_t i = 0; i < sheet; i++)
        if (strcmp(s->game[i].file, s->game[sheet].file) == 0 &&
            s->game[i].line == s->game[sheet].line)
            return true;
    return false;
}

static void report_unread(cli *c, const options *o, const xpgn_merge *sheets) {
    size_t count;
    const xpgn_unread *list = xpgn_merge_unread(sheets, &count);
    for (size_t i = 0; i < count && !o->quiet; i++) {
        xpgn_buffer text = {0};
        if (is_again(&o->sheets, list[i].sheet))
            continue;
        compare_put_unread(&text, &o->sheets, &list[i]);
        if (text.failed)
            cli_no_memory(c);
        cli_message(c, "%.*s", (int)text.size, text.data);
        xpgn_buffer_free(&text);
    }
}

/* ---- the program ----------------------------------------------------------------------------- */

/* Exit status for sheets that differ: the record explains them, unless one of its half-moves is
   open. */
static int differences(const xpgn_merge *sheets) {
    size_t count;
    const xpgn_difference *list = xpgn_merge_differences(sheets, &count);
    int status = count > 0 ? CLI_BAD : CLI_GOOD;
    for (size_t i = 0; i < count; i++)
        if (list[i].missing)
            status = OPEN;
    return status;
}

static int report(cli *c, const options *o, xpgn_catalog *catalog, const xpgn_merge *sheets) {
    size_t count;
    int status = CLI_GO;
    const xpgn_difference *list = xpgn_merge_differences(sheets, &count);
    if (o->merge)
        status = merge_records(c, o, catalog, sheets);
    else if (!o->quiet)
        put_differences(c, o, list, count);
    return status != CLI_GO ? status : differences(sheets);
}

static int compare_records(cli *c, options *o) {
    xpgn_catalog *catalog;
    xpgn_merge *sheets;
    xpgn_fault fault;
    int result = CLI_TROUBLE;
    if (!cli_open_catalog(c, &catalog))
        return CLI_TROUBLE;
    xpgn_status status = xpgn_merge_new(&sheets, catalog);
    if (status == XPGN_OK) {
        xpgn_merge_guess(sheets, o->guess);
        xpgn_merge_learn(sheets, o->learn);
        status = xpgn_merge_compare(sheets, o->sheets.game, o->sheets.count, &fault);
    }
    for (size_t i = 0; i < o->sheets.count && status != XPGN_NO_MEMORY; i++)
        if (xpgn_locator_new(&o->sheets.places[i], &o->sheets.game[i]) != XPGN_OK)
            status = XPGN_NO_MEMORY;
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(c);
    report_unread(c, o, sheets);
    if (status == XPGN_OK)
        result = report(c, o, catalog, sheets);
    else
        cli_message(c, "%s", fault.text);
    xpgn_merge_free(sheets);
    xpgn_catalog_free(catalog);
    return result;
}

/* ---- an evening ------------------------------------------------------------------------------ */

static bool take_sheet(cli_worker *w, const xpgn_game *game) {
    batch_take(((options *)w->cli->options)->evening, game);
    return true;
}

static void unread(cli *c, size_t file_index) {
    (void)file_index;
    ((options *)c->options)->evening->strayed = true;
}

/* With JSON a file without a game has an object, and nothing is said on standard error. */
static bool gameless(cli *c, const char *file, int kind) {
    return batch_gameless(((options *)c->options)->evening, file, (xpgn_no_record)kind);
}

static bool refuses(cli *c, const xpgn_decoder *decoder, const char *file, xpgn_buffer *b) {
    const bool refused = cli_refuses(c, decoder, file, b);
    if (refused && gameless(c, file, (int)cli_no_record(decoder)))
        xpgn_buffer_clear(b);
    return refused;
}

static int check_batch(cli *c, const options *o) {
    const batch_options *b = &o->batch;
    bool own = b->list != NULL || b->questions != NULL || b->log != NULL || b->by != NULL ||
               b->only != NULL || b->answers != NULL;
    if (!o->all && own)
        return cli_usage(
            c, "--list, --only, --questions, --answers, --log and --signed require --batch");
    if (b->only != NULL && b->log != NULL)
        return cli_usage(c, "--only cannot be combined with --log, which has all boards");
    if (o->language != NULL && (!o->all || o->format != JSON))
        return cli_usage(c, "--language requires --batch and --format=json");
    if (o->all && b->list == NULL)
        return cli_usage(c, "--batch requires --list");
    if (o->all && (o->merge || o->guess))
        return cli_usage(c, "--batch cannot be combined with --merge or --guess");
    return CLI_GO;
}

static int evening(cli *c, options *o) {
    board_batch b;
    xpgn_decoder *decoder;
    folder_files all = {.count = 0};
    o->evening = &b;
    o->batch.quiet = o->quiet;
    o->batch.learn = o->learn;
    o->batch.json = o->format == JSON;
    o->batch.language = o->language != NULL ? &o->words : NULL;
    if (xpgn_decoder_new(&decoder) != XPGN_OK)
        cli_no_memory(c);
    int status = CLI_TROUBLE;
    o->batch.decoder = decoder;
    if (batch_begin(&b, c, &o->batch) && folder_expand(c, &o->common.files, &all)) {
        status = cli_run(c, &(cli_work){.game = take_sheet,
                                        .unread = unread,
                                        .decoder = decoder,
                                        .decode = xpgn_stream_decode,
                                        .refused = refuses,
                                        .gameless = gameless,
                                        .tells_empty = true,
                                        .serial = true});
        int end = status == CLI_TROUBLE ? status : batch_end(&b);
        status = end > status ? end : status;
    }
    folder_free(&all);
    batch_free(&b);
    o->evening = NULL;
    xpgn_decoder_free(decoder);
    return status;
}

static int run_compare(cli *c, options *o) {
    int wrong = check_batch(c, o);
    if (wrong == CLI_GO && o->language != NULL)
        wrong = cli_find_words(c, o->language, &o->words);
    if (wrong != CLI_GO)
        return wrong;
    if (o->all)
        return evening(c, o);
    if (o->merge && o->quiet)
        return cli_usage(c, "--merge cannot be combined with --quiet");
    xpgn_decoder *decoder = cli_decoder(c, XPGN_FROM_ANY);
    int status = cli_run(c, &(cli_work){.game = keep_game,
                                        .serial = true,
                                        .decoder = decoder,
                                        .decodes_few = true,
                                        .decode = xpgn_stream_decode,
                                        .refused = cli_refuses});
    xpgn_decoder_free(decoder);
    if (status == CLI_GOOD)
        status = check_sheets(c, o);
    if (status == CLI_GO)
        status = compare_records(c, o);
    free_sheets(&o->sheets);
    return status;
}

int main(int argc, char **argv) {
    static options o;
    cli c;
    int status = cli_begin(&c, &tool, argc, argv, &o);
    if (status == CLI_GO)
        status = run_compare(&c, &o);
    return cli_end(&c, status);
}
