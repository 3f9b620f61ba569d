/* SPDX-License-Identifier: MIT */
/* xpgn-validate: checks games against the format and the rules. */
#include "frame/seal_commitments.h"
#include "internal/counts.h"
#include "internal/loop.h"
#include "internal/meant.h"
#include "internal/rules.h"
#include "internal/walk_modes.h"
#include "shared/decoding/decoding.h"
#include "shared/diagram/language_option.h"
#include "shared/findings/fact_keys.h"
#include "shared/findings/finding_codes.h"
#include "shared/findings/finding_report.h"
#include "shared/tables/piece_files.h"
#include "shared/tables/tag_counts.h"

#include <string.h>
#include <xpgn/rulesets.h>
#include <xpgn/write.h>
#include <xpgn_codes.h>

typedef struct totals {
    uint64_t games, bad, errors, warnings, stood, turns, bytes, fast;
    uint64_t now; /* the number of the current game */
    xpgn_import *import;
    cli_tags_seen seen; /* tags of --require */
} totals;

typedef struct options {
    cli_common common;
    bool strict, lint, no_variations, no_fixes, explain, quiet;
    const char *require, *language;
    unsigned verbose;
    bool list_codes, list_variants, list, check_rules;
    int format; /* cli_style */
    uint64_t max_errors;
    const char *good, *bad, *partial;
    bool merge;
    uint64_t of;
    /* derived from the options */
    int good_sink, bad_sink; /* -1: none */
    int partial_sink;        /* -1: none */
    int report_sink;
    cli_report_keys *keys; /* filled unless the format is text */
    xpgn_language words;   /* of --language */
    cli_codes codes;       /* SARIF */
    cli_words required;    /* tags of --require */
    totals sum;
    const xpgn_decoder *decoder;
    uint64_t digest;              /* of the games read, for --partial */
    cli_seal_commitments commits; /* accessed in the order of the games */
} options;

#define AT(member) offsetof(options, member)

static const cli_option table[] = {
    CLI_ROW("verbose", NULL, CLI_COUNT, AT(verbose),
            "print a summary to standard error at the end; if repeated, also how many games took "
            "the fast path",
            .letter = 'v'),
    CLI_SWITCH("quiet", AT(quiet),
               "print no findings; the exit status shows whether there are errors", .letter = 'q'),
    CLI_SWITCH("strict", AT(strict), "treat warnings as errors"),
    CLI_SWITCH("lint", AT(lint), "also check matters of style, and do checks that take longer"),
    CLI_ROW("require", "NAME[,NAME...]", CLI_TEXT, AT(require),
            "require these tags with a known value in every game"),
    CLI_SWITCH("no-variations", AT(no_variations), "do not check variations"),
    CLI_SWITCH("no-fixes", AT(no_fixes), "do not search for the mistake behind an error"),
    CLI_ROW("max-errors", "N", CLI_NUMBER, AT(max_errors),
            "report at most N findings per game (default 100)", .min = 1, .max = UINT32_MAX),
    CLI_STYLES(AT(format)),
    CLI_ROW("language", "CODE", CLI_TEXT, AT(language),
            "with --format=json: language of what is found and what to do: en (default), de, fr, "
            "es, it, nl or pl"),
    CLI_SWITCH("explain", AT(explain), "print a report of every combat, in valid games too"),
    CLI_ROW("good", "FILE", CLI_WRITES, AT(good),
            "copy the games without errors to FILE (-: standard output)", .writes = CLI_GAMES_FILE),
    CLI_ROW("bad", "FILE", CLI_WRITES, AT(bad),
            "copy the games with errors to FILE (-: standard output)", .writes = CLI_GAMES_FILE),
    CLI_ROW("partial", "FILE", CLI_WRITES, AT(partial),
            "write the counts of the summary to FILE, for --combine", .writes = CLI_PARTIAL),
    CLI_SWITCH("combine", AT(merge),
               "combine files written by --partial with the same options, and print the summary"),
    CLI_OF(AT(of)),
    CLI_SWITCH("list-codes", AT(list_codes),
               "list all codes and rules with their remedies, and exit"),
    CLI_SWITCH("list-variants", AT(list_variants), "list the rulesets and their options, and exit"),
    CLI_SWITCH("check-rules", AT(check_rules), "check ruleset files instead of games"),
    CLI_SWITCH("mechanisms", AT(list),
               "with --check-rules: list which mechanisms work together, and exit"),
    {.name = NULL}};

static const cli_tool tool = {
    .name = "xpgn-validate",
    .usage = "[option...] [file...]",
    .about = "Checks games against the format and the rules; prints nothing for valid games.",
    .options = table,
    .common = CLI_ALL | CLI_FORCE};

/* ---- one game -------------------------------------------------------------------------------- */

/* Writes a report, unless it is empty; the title of the game precedes the first. */
static void put_block(cli_worker *w, const xpgn_game *game, const xpgn_buffer *block,
                      bool *titled) {
    xpgn_buffer *out = &w->to[((const options *)w->options)->report_sink];
    if (block->failed)
        cli_no_memory(w->cli);
    if (block->size == 0)
        return;
    if (!*titled) {
        cli_put_title(out, game, w->walk);
        xpgn_buffer_text(out, "\n\n");
        *titled = true;
    }
    xpgn_buffer_put(out, block->data, block->size);
    xpgn_buffer_char(out, '\n');
}

/* Writes the report of an action. */
static void put_action_report(cli_worker *w, const xpgn_game *game, const xpgn_step *step,
                              bool *titled) {
    xpgn_buffer number = {0}, block = {0};
    xpgn_turn_write(&number, step->before->seats, step->number, step->seat);
    if (step->depth > 0)
        xpgn_buffer_text(&number, " (variation)");
    xpgn_buffer_char(&number, '\0');
    if (number.failed)
        cli_no_memory(w->cli);
    xpgn_report_write(&block, xpgn_walk_ruleset(w->walk), step->before, step->facts, number.data,
                      XPGN_REPORT_LINES);
    put_block(w, game, &block, titled);
    xpgn_buffer_free(&number);
    xpgn_buffer_free(&block);
}

static void explain_end(cli_worker *w, const xpgn_game *game, const xpgn_step *step, bool *titled) {
    xpgn_buffer block = {0};
    xpgn_outcome outcome = xpgn_walk_outcome(w->walk);
    if (step->position == NULL)
        return;
    xpgn_outcome_write(&block, xpgn_walk_ruleset(w->walk), step->position, &outcome,
                       XPGN_REPORT_LINES);
    put_block(w, game, &block, titled);
    xpgn_buffer_free(&block);
}

static void count_findings(cli_worker *w, bool strict, totals *t) {
    size_t count;
    const xpgn_finding *list = xpgn_walk_findings(w->walk, &count);
    for (size_t i = 0; i < count; i++) {
        bool warning = list[i].level == XPGN_WARNING && !strict;
        t->warnings += warning;
        t->errors += !warning && list[i].level != XPGN_LINT;
        t->stood += strcmp(list[i].code, XPGN_CODE_STOOD) == 0;
    }
}

static cli_report report_of(const cli *c, const options *o) {
    return (cli_report){.style = (cli_style)o->format,
                        .json = cli_report_json,
                        .sarif = cli_report_sarif,
                        .color = c->sink[o->report_sink].color,
                        .columns = c->sink[o->report_sink].columns,
                        .strict = o->strict,
                        .lint = o->lint,
                        .keys = o->keys,
                        .codes = &o->codes,
                        .language = o->language != NULL ? &o->words : NULL};
}

static void count_result(totals *t, const xpgn_step *step) {
    t->turns += step->ply;
    t->fast += step->whole;
}

/* Called by the walk for each commitment of sealed dice. */
static uint64_t committed(void *data, const xpgn_link *commitment) {
    cli_worker *w = data;
    const totals *t = w->state;
    cli_in_order(w);
    options *o = w->cli->options;
    return cli_seal_commitments_find(w->cli, &o->commits, commitment->byte, t->now);
}

/* True if fixes are looked for. Any output but the exit status needs them, as the most probable
   mistake determines what is found after an error. */
static bool finds_fixes(const options *o) {
    bool status_only = o->quiet && o->verbose == 0 && o->partial == NULL;
    return !o->no_fixes && !status_only;
}

/* Lets the walk report games in other notations as such, and check them as they are understood. */
static void read_foreign(cli_worker *w, totals *t) {
    if (xpgn_import_new(&t->import, w->catalog, NULL) != XPGN_OK)
        cli_no_memory(w->cli);
    xpgn_walk_import(w->walk, t->import);
}

/* Notes which of the tags of --require the game has. */
static void note_required(cli_worker *w, const options *o, totals *t) {
    size_t count;
    const xpgn_tag *tag = xpgn_walk_tags(w->walk, &count);
    cli_words_game(&t->seen);
    for (size_t i = 0; i < count; i++)
        cli_words_note(&t->seen, &o->required, tag[i].name);
}

/* Reports what was found in a game, and returns the worst level; -1: nothing, as usual. */
static int report_game(cli_worker *w, const options *o, const xpgn_game *game) {
    size_t count;
    (void)xpgn_walk_findings(w->walk, &count);
    if (count == 0)
        return -1;
    cli_report how = o->quiet ? (cli_report){.strict = o->strict} : report_of(w->cli, o);
    return cli_report_findings(o->quiet ? NULL : &w->to[o->report_sink], &how, game, w->walk,
                               o->lint ? XPGN_LINT : XPGN_WARNING);
}

static bool validate_game(cli_worker *w, const xpgn_game *game) {
    const options *o = w->options;
    totals *t = w->state;
    bool titled = false;
    t->now = game->number;
    if (t->import == NULL && finds_fixes(o))
        read_foreign(w, t);
    cli_walk_begin(w, game);
    for (const xpgn_step *step; (step = cli_walk_next(w)) != NULL;) {
        if (step->kind == XPGN_STEP_RESULT)
            count_result(t, step);
        if (o->explain && step->kind == XPGN_STEP_ACTION)
            put_action_report(w, game, step, &titled);
        else if (o->explain && step->kind == XPGN_STEP_RESULT)
            explain_end(w, game, step, &titled);
    }
    int worst = report_game(w, o, game);
    bool bad = worst == XPGN_ERROR;
    int copy = bad ? o->bad_sink : o->good_sink;
    if (copy >= 0)
        cli_copy_game(&w->to[copy], game);
    if (bad)
        cli_worst(w, CLI_BAD);
    if (o->required.count > 0)
        note_required(w, o, t);
    t->games++;
    t->bad += bad;
    t->bytes += game->text.size;
    if (worst >= 0)
        count_findings(w, o->strict, t);
    return true;
}

static void add_totals(cli *c, void *state) {
    totals *sum = &((options *)c->options)->sum;
    totals *t = state;
    xpgn_import_free(t->import);
    cli_tags_merge(&sum->seen, &t->seen);
    sum->games += t->games;
    sum->bad += t->bad;
    sum->errors += t->errors;
    sum->warnings += t->warnings;
    sum->stood += t->stood;
    sum->turns += t->turns;
    sum->bytes += t->bytes;
    sum->fast += t->fast;
}

/* ---- the lists ------------------------------------------------------------------------------- */

enum { COLUMNS = 4 };

/* A table with columns as wide as needed. */
typedef struct code_listing {
    xpgn_buffer *out; /* NULL: only measure */
    size_t width[COLUMNS];
} code_listing;

/* Writes a row. Its last cell does not affect the width of the column. */
static void list_row(code_listing *l, const char *const cell[COLUMNS]) {
    size_t start = l->out != NULL ? l->out->size : 0, column = 0;
    for (int i = 0; i < COLUMNS && cell[i] != NULL && cell[i][0] != '\0'; i++) {
        bool last = i + 1 == COLUMNS || cell[i + 1] == NULL || cell[i + 1][0] == '\0';
        size_t width = strlen(cell[i]);
        if (!last && width > l->width[i])
            l->width[i] = width;
        if (l->out != NULL) {
            cli_pad(l->out, start, column);
            xpgn_buffer_text(l->out, cell[i]);
        }
        column += l->width[i] + 2;
    }
    if (l->out != NULL)
        xpgn_buffer_char(l->out, '\n');
}

static const char *const level_names[] = {"lint", "warning", "error"};

static void list_code(code_listing *l, const xpgn_code *code) {
    list_row(l, (const char *const[COLUMNS]){code->code, level_names[code->level], code->title,
                                             code->cure});
}

static void list_format_codes(code_listing *l, const cli_codes *codes) {
    for (size_t i = 0; i < codes->count; i++)
        if (codes->row[i].ruleset == NULL)
            list_code(l, codes->row[i].code);
}

static void list_rules(code_listing *l, const cli_codes *codes) {
    for (size_t i = 0; i < codes->count; i++)
        if (codes->row[i].ruleset != NULL)
            list_code(l, codes->row[i].code);
}

/* Lists id, title and options. */
static void list_variants(code_listing *l, const cli_codes *codes) {
    const xpgn_ruleset *rs;
    for (size_t i = 0; (rs = cli_ruleset_at(codes->catalog, i)) != NULL; i++) {
        xpgn_buffer names = {0};
        const char *option;
        for (size_t n = 0; (option = xpgn_ruleset_option(rs, n)) != NULL; n++)
            xpgn_buffer_printf(&names, "%s%s", n > 0 ? " " : "", option);
        xpgn_buffer_char(&names, '\0');
        list_row(l, (const char *const[COLUMNS]){xpgn_ruleset_id(rs), xpgn_ruleset_title(rs),
                                                 names.failed ? NULL : names.data, NULL});
        if (l->out != NULL)
            l->out->failed |= names.failed;
        xpgn_buffer_free(&names);
    }
}

typedef void list_function(code_listing *l, const cli_codes *codes);

/* Runs `list` twice: to measure and to print. */
static void put_code_list(xpgn_buffer *b, const cli_codes *codes, list_function *list) {
    code_listing l = {.out = NULL};
    list(&l, codes);
    l.out = b;
    list(&l, codes);
}

static void put_json_codes(xpgn_buffer *b, const cli_codes *codes) {
    for (size_t i = 0; i < codes->count; i++) {
        const xpgn_code *code = codes->row[i].code;
        json_open(b, NULL, "{");
        json_text(b, "code", code->code);
        json_text(b, "level", level_names[code->level]);
        json_text(b, "title", code->title);
        json_known(b, "cure", code->cure);
        json_text(b, "ruleset", codes->row[i].ruleset);
        xpgn_buffer_text(b, "}\n");
    }
}

static void put_json_variants(xpgn_buffer *b, const cli_codes *codes) {
    const xpgn_ruleset *rs;
    const char *option;
    for (size_t i = 0; (rs = cli_ruleset_at(codes->catalog, i)) != NULL; i++) {
        json_open(b, NULL, "{");
        json_text(b, "ruleset", xpgn_ruleset_id(rs));
        json_text(b, "title", xpgn_ruleset_title(rs));
        json_open(b, "options", "[");
        for (size_t n = 0; (option = xpgn_ruleset_option(rs, n)) != NULL; n++)
            json_text(b, NULL, option);
        xpgn_buffer_text(b, "]}\n");
    }
}

static int print_lists(cli *c, const options *o) {
    cli_codes codes;
    if (o->format != CLI_STYLE_TEXT && o->format != CLI_STYLE_JSON)
        return cli_usage(c, "--list-codes and --list-variants require --format=text or json");
    if (!cli_codes_open(c, &codes))
        return CLI_TROUBLE;
    bool json = o->format == CLI_STYLE_JSON;
    xpgn_buffer out = {0};
    if (o->list_codes && json) {
        put_json_codes(&out, &codes);
    } else if (o->list_codes) {
        put_code_list(&out, &codes, list_format_codes);
        put_code_list(&out, &codes, list_rules);
    }
    if (o->list_variants && json)
        put_json_variants(&out, &codes);
    else if (o->list_variants)
        put_code_list(&out, &codes, list_variants);
    cli_flush(c, CLI_OUT, &out);
    xpgn_buffer_free(&out);
    cli_codes_close(&codes);
    return CLI_GOOD;
}

/* ---- the program ----------------------------------------------------------------------------- */

/* Writes the head of a SARIF log, and sets the separator of its results. */
static bool begin_report(cli *c, options *o) {
    xpgn_buffer b = {0};
    if (o->format != CLI_STYLE_SARIF)
        return true;
    if (!cli_codes_open(c, &o->codes))
        return false;
    cli_sarif_begin(&b, c, &o->codes);
    cli_flush(c, o->report_sink, &b);
    xpgn_buffer_free(&b);
    cli_between(c, o->report_sink, CLI_SARIF_BETWEEN);
    return true;
}

static void end_report(cli *c, options *o, int status) {
    xpgn_buffer b = {0};
    if (o->format != CLI_STYLE_SARIF)
        return;
    cli_between(c, o->report_sink, NULL);
    cli_sarif_end(&b, status);
    cli_flush(c, o->report_sink, &b);
    xpgn_buffer_free(&b);
    cli_codes_close(&o->codes);
}

static int list_pairs(cli *c) {
    xpgn_buffer out = {0};
    xpgn_ruleset_pairs(&out);
    cli_flush(c, CLI_OUT, &out);
    xpgn_buffer_free(&out);
    return CLI_GOOD;
}

static int check_rules(cli *c, options *o) {
    xpgn_catalog *catalog;
    if (o->list)
        return list_pairs(c);
    if (o->common.files.count == 0)
        return cli_usage(c, "--check-rules requires a ruleset file");
    if (!cli_open_catalog(c, &catalog))
        return CLI_TROUBLE;
    o->report_sink = CLI_OUT;
    if (!begin_report(c, o)) {
        xpgn_catalog_free(catalog);
        return CLI_TROUBLE;
    }
    int status = CLI_GOOD;
    cli_report how = report_of(c, o);
    for (size_t i = 0; i < o->common.files.count; i++)
        if (!cli_load_ruleset(c, catalog, o->common.files.item[i], CLI_OUT, &how))
            status = CLI_TROUBLE;
    end_report(c, o, status);
    xpgn_catalog_free(catalog);
    return status;
}

/* Findings go to standard error if games or counts go to standard output. */
static int open_outputs(cli *c, options *o) {
    o->good_sink = o->good != NULL ? cli_open_output(c, o->good, CLI_GAMES_FILE) : -1;
    if (o->good != NULL && o->good_sink < 0)
        return CLI_TROUBLE;
    o->bad_sink = o->bad != NULL ? cli_open_output(c, o->bad, CLI_GAMES_FILE) : -1;
    if (o->bad != NULL && o->bad_sink < 0)
        return CLI_TROUBLE;
    o->partial_sink = o->partial != NULL ? cli_open_output(c, o->partial, CLI_PARTIAL) : -1;
    if (o->partial != NULL && o->partial_sink < 0)
        return CLI_TROUBLE;
    bool taken = o->good_sink == CLI_OUT || o->bad_sink == CLI_OUT || o->partial_sink == CLI_OUT;
    o->report_sink = taken ? CLI_ERR : CLI_OUT;
    c->sink[CLI_OUT].records = o->good_sink == CLI_OUT || o->bad_sink == CLI_OUT;
    return CLI_GO;
}

/* Writes "1 error, " or "2 errors, ". */
static void put_number_of(xpgn_buffer *b, uint64_t n, const char *what, const char *after) {
    xpgn_buffer_printf(b, "%llu %s%s%s", (unsigned long long)n, what, n == 1 ? "" : "s", after);
}

static void put_summary(xpgn_buffer *b, const totals *t) {
    put_number_of(b, t->games, "game", ": ");
    xpgn_buffer_printf(b, "%llu good, %llu bad; ", (unsigned long long)(t->games - t->bad),
                       (unsigned long long)t->bad);
    put_number_of(b, t->errors, "error", ", ");
    put_number_of(b, t->warnings, "warning", "; ");
    if (t->stood > 0)
        put_number_of(b, t->stood, "illegal action", " stood; ");
    put_number_of(b, t->turns, "turn", "");
}

static void summarize(cli *c, const totals *t, double seconds) {
    xpgn_buffer b = {0};
    put_summary(&b, t);
    xpgn_buffer_printf(&b, "; %.2f s, %.1f MB/s", seconds,
                       seconds > 0 ? (double)t->bytes * 1e-6 / seconds : 0.0);
    if (b.failed)
        cli_no_memory(c);
    cli_message(c, "%.*s", (int)b.size, b.data);
    xpgn_buffer_free(&b);
}

/* ---- partial results ------------------------------------------------------------------------- */

static const char *const count_names[] = {"games", "bad",   "errors", "warnings",
                                          "stood", "turns", "bytes",  "fast"};
enum { COUNTS = sizeof count_names / sizeof *count_names };

/* Appends what affects the counts: the version, options and rulesets. */
static void put_how(xpgn_buffer *b, cli *c, const options *o) {
    cli_put_how(b, c);
    xpgn_buffer_text(b, o->strict ? " strict" : "");
    xpgn_buffer_text(b, o->lint ? " lint" : "");
    xpgn_buffer_text(b, o->no_variations ? " no-variations" : "");
    xpgn_buffer_text(b, o->no_fixes ? " no-fixes" : "");
    if (o->max_errors > 0)
        xpgn_buffer_printf(b, " max-errors=%llu", (unsigned long long)o->max_errors);
    if (o->require != NULL)
        xpgn_buffer_text(b, " require=");
    for (const char *p = o->require; p != NULL && *p != '\0'; p++)
        xpgn_buffer_char(b, (unsigned char)*p < ' ' ? ' ' : *p);
    xpgn_buffer_char(b, '\0');
    if (b->failed)
        cli_no_memory(c);
}

static void write_partial(cli *c, const options *o, const struct partial_sums *sums) {
    xpgn_buffer out = {0};
    partial_sums_write(&out, sums);
    cli_flush(c, o->partial_sink, &out);
    xpgn_buffer_free(&out);
}

static void write_merged(cli *c, const options *o, const struct partial_sums *sums,
                         const totals *t) {
    xpgn_buffer out = {0};
    if (o->partial_sink >= 0) {
        write_partial(c, o, sums);
        return;
    }
    if (sums->incomplete)
        return;
    put_summary(&out, t);
    xpgn_buffer_char(&out, '\n');
    cli_flush(c, CLI_OUT, &out);
    xpgn_buffer_free(&out);
}

/* Adds the files; false after messages about those that were refused. */
static bool add_files(cli *c, const cli_list *files, struct partial_sums *sums) {
    bool good = true;
    for (size_t i = 0; i < files->count; i++) {
        xpgn_fault fault;
        xpgn_status status = partial_sums_add(sums, files->item[i], &fault);
        if (status == XPGN_NO_MEMORY)
            cli_no_memory(c);
        if (status != XPGN_OK)
            cli_refuse_partial(c, files->item[i], &fault);
        good = good && status == XPGN_OK;
    }
    return good;
}

static totals totals_of(const uint64_t n[COUNTS]) {
    return (totals){.games = n[0],
                    .bad = n[1],
                    .errors = n[2],
                    .warnings = n[3],
                    .stood = n[4],
                    .turns = n[5],
                    .bytes = n[6],
                    .fast = n[7]};
}

static struct archive_pieces *open_pieces(cli *c) {
    struct archive_pieces *pieces;
    if (archive_pieces_new(&pieces) != XPGN_OK)
        cli_no_memory(c);
    return pieces;
}

static int merge_files(cli *c, options *o) {
    uint64_t sum[COUNTS] = {0};
    xpgn_buffer how = {0};
    xpgn_catalog *catalog;
    int status = open_outputs(c, o);
    if (status != CLI_GO || !cli_open_catalog(c, &catalog))
        return CLI_TROUBLE;
    xpgn_catalog_free(catalog);
    put_how(&how, c, o);
    struct partial_sums sums = {
        "xpgn-validate",        how.data, count_names, sum, COUNTS, .incomplete = false,
        .parts = open_pieces(c)};
    bool good = add_files(c, &o->common.files, &sums), set = cli_is_set(c, sums.parts, o->of);
    totals t = totals_of(sum);
    sums.incomplete = !good;
    if (set)
        write_merged(c, o, &sums, &t);
    good = good && set;
    xpgn_buffer_free(&how);
    archive_pieces_free(sums.parts);
    return !good ? CLI_TROUBLE : t.bad > 0 ? CLI_BAD : CLI_GOOD;
}

/* Writes the counts to --partial. Those of a run that could not read everything are marked, and
   --combine refuses them. */
static void pass_counts(cli *c, const options *o, int status) {
    const totals *t = &o->sum;
    uint64_t sum[COUNTS] = {t->games, t->bad,   t->errors, t->warnings,
                            t->stood, t->turns, t->bytes,  t->fast};
    xpgn_buffer how = {0};
    if (o->partial_sink < 0)
        return;
    struct archive_pieces *pieces = open_pieces(c);
    cli_add_piece(c, pieces, o->digest);
    put_how(&how, c, o);
    write_partial(c, o,
                  &(struct partial_sums){"xpgn-validate", how.data, count_names, sum, COUNTS,
                                         .incomplete = status == CLI_TROUBLE, .parts = pieces});
    xpgn_buffer_free(&how);
    archive_pieces_free(pieces);
}

/* Reports that a file was decoded, in one finding, which is about no game. */
static void put_decoded(cli *c, const char *file, xpgn_buffer *b) {
    options *o = c->options;
    cli_report how = report_of(c, o);
    xpgn_buffer what = {0};
    xpgn_buffer_text(&what, "decoded: ");
    const size_t head = what.size;
    cli_put_decoded(&what, o->decoder);
    if (what.size > head && !o->quiet) {
        xpgn_buffer_char(&what, '\0');
        const xpgn_finding f = {.level = XPGN_WARNING,
                                .code = XPGN_CODE_DECODED,
                                .text = what.data,
                                .hint = "xpgn-fmt --import writes it as a record",
                                .turn = ""};
        cli_report_file(b, &how, file, (xpgn_slice){"", 0}, &f, 1);
    }
    o->sum.errors += what.size > head && o->strict;
    o->sum.warnings += what.size > head && !o->strict;
    b->failed |= what.failed;
    xpgn_buffer_free(&what);
}

/* Reports that a file is no record, in one finding. */
static bool put_refused(cli *c, const xpgn_decoder *decoder, const char *file, xpgn_buffer *b) {
    options *o = c->options;
    xpgn_no_record kind = cli_no_record(decoder);
    xpgn_buffer what = {0};
    cli_report how = report_of(c, o);
    if (kind == XPGN_NO_RECORD_NOT)
        return false;
    xpgn_buffer_printf(&what, "no record: %s", xpgn_no_record_name(kind));
    xpgn_buffer_char(&what, '\0');
    b->failed |= what.failed;
    const xpgn_finding f = {.level = XPGN_ERROR,
                            .code = XPGN_CODE_OTHER_KIND,
                            .text = what.failed ? "" : what.data,
                            .hint = xpgn_no_record_cure(kind),
                            .turn = ""};
    if (!o->quiet)
        cli_report_file(b, &how, file, (xpgn_slice){"", 0}, &f, 1);
    o->sum.errors++;
    xpgn_buffer_free(&what);
    return true;
}

static const xpgn_search *search_of(const options *o) {
    return finds_fixes(o) ? &xpgn_repair : NULL;
}

/* After the last game. */
static void end_games(cli *c, options *o, int status, double start) {
    end_report(c, o, status);
    if (o->commits.full)
        cli_message(c,
                    "more than %d commitments of sealed dice: later ones were compared with the "
                    "first %d only",
                    CLI_COMMITS_MOST, CLI_COMMITS_MOST);
    cli_seal_commitments_free(&o->commits);
    cli_words_tell(c, "tag", &o->required, &o->sum.seen, false);
    pass_counts(c, o, status);
    if (o->verbose > 0)
        summarize(c, &o->sum, cli_seconds() - start);
    if (o->verbose > 1)
        cli_message(c, "fast path: %llu of %llu games", (unsigned long long)o->sum.fast,
                    (unsigned long long)o->sum.games);
}

static int check_games(cli *c, options *o) {
    int status = open_outputs(c, o);
    if (status != CLI_GO)
        return status;
    cli_words_put_list(&o->required, o->require != NULL && !o->quiet ? o->require : "");
    double start = cli_seconds();
    xpgn_walk_options walk = {XPGN_WALK_OPTIONS,
                              .skip_variations = o->no_variations,
                              .lint = o->lint,
                              .detail = o->explain ? XPGN_STEPS
                                        : o->quiet ? XPGN_CODES
                                                   : XPGN_VERDICT,
                              .max_errors = (uint32_t)o->max_errors,
                              .require = o->require,
                              .committed = committed,
                              .repair = search_of(o)};
    cli_work work = {.walk = &walk,
                     .state_size = sizeof(totals),
                     .game = validate_game,
                     .finish = add_totals,
                     .tells_empty = !o->quiet,
                     .decoder = cli_decoder(c, XPGN_FROM_ANY),
                     .decodes_few = true,
                     .decode = xpgn_stream_decode,
                     .decoded = put_decoded,
                     .decoded_to = &o->report_sink,
                     .refused = put_refused,
                     .empty = o->require != NULL ? CLI_BAD : CLI_GOOD,
                     .commits = &o->commits,
                     .sealed = &cli_seal_commitments_all,
                     .digest = o->partial_sink >= 0 ? &o->digest : NULL};
    o->decoder = work.decoder;
    bool begun = begin_report(c, o);
    status = begun ? cli_run(c, &work) : CLI_TROUBLE;
    xpgn_decoder_free(work.decoder);
    if (begun)
        end_games(c, o, status, start);
    return status;
}

static int check_language(cli *c, options *o) {
    if (o->language != NULL && o->format != CLI_STYLE_JSON)
        return cli_usage(c, "--language requires --format=json");
    return cli_find_words(c, o->language, &o->words);
}

static int run_validate(cli *c, options *o) {
    if (o->format != CLI_STYLE_TEXT)
        cli_report_keys_find(c, o->keys);
    const int known = check_language(c, o);
    if (known != CLI_GO)
        return known;
    if (o->quiet && (o->explain || o->check_rules || o->format == CLI_STYLE_SARIF))
        return cli_usage(c, "--quiet cannot be combined with --explain, --check-rules or "
                            "--format=sarif");
    if (o->list && !o->check_rules)
        return cli_usage(c, "--mechanisms requires --check-rules");
    if (o->list_codes || o->list_variants)
        return print_lists(c, o);
    if (o->check_rules)
        return check_rules(c, o);
    if (o->explain && o->format != CLI_STYLE_TEXT)
        return cli_usage(c, "--explain requires --format=text");
    if (o->good != NULL && o->bad != NULL && strcmp(o->good, o->bad) == 0)
        return cli_usage(c, "--good and --bad name the same file");
    if (o->merge && (o->common.files.count == 0 || o->good != NULL || o->bad != NULL))
        return cli_usage(c,
                         "--combine requires files written by --partial, and no --good or --bad");
    if (o->merge &&
        (o->common.games.first > 0 || o->common.games_from != NULL || o->common.bytes.given))
        return cli_usage(c, "--game and --bytes cannot be combined with --combine");
    if (o->of > 0 && !o->merge)
        return cli_usage(c, "--of requires --combine");
    return o->merge ? merge_files(c, o) : check_games(c, o);
}

int main(int argc, char **argv) {
    cli_report_keys keys; /* apart, as they are large and need not be cleared */
    options o = {.keys = &keys};
    cli c;
    int status = cli_begin(&c, &tool, argc, argv, &o);
    if (status == CLI_GO)
        status = run_validate(&c, &o);
    return cli_end(&c, status);
}
