/* SPDX-License-Identifier: MIT */
/* The counts of a run: the summary, and those of parts of an archive added up. */
#include "validate/validate.h"

#include <xpgn/rulesets.h>

#include "internal/counts.h"
#include "shared/tables/piece_files.h"

int validate_open_outputs(cli *c, validate_options *o) {
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

static void put_summary(xpgn_buffer *b, const validate_totals *t) {
    put_number_of(b, t->games, "game", ": ");
    xpgn_buffer_printf(b, "%llu good, %llu bad; ", (unsigned long long)(t->games - t->bad),
                       (unsigned long long)t->bad);
    put_number_of(b, t->errors, "error", ", ");
    put_number_of(b, t->warnings, "warning", "; ");
    if (t->stood > 0)
        put_number_of(b, t->stood, "illegal action", " stood; ");
    put_number_of(b, t->turns, "turn", "");
}

void validate_summarize(cli *c, const validate_totals *t, double seconds) {
    xpgn_buffer b = {0};
    put_summary(&b, t);
    xpgn_buffer_printf(&b, "; %.2f s, %.1f MB/s", seconds,
                       seconds > 0 ? (double)t->bytes * 1e-6 / seconds : 0.0);
    if (b.failed)
        cli_no_memory(c);
    cli_message(c, "%.*s", (int)b.size, b.data);
    xpgn_buffer_free(&b);
}

static const char *const count_names[] = {"games", "bad",   "errors", "warnings",
                                          "stood", "turns", "bytes",  "fast"};
enum { COUNTS = sizeof count_names / sizeof *count_names };

/* Appends what affects the counts: the version, options and rulesets. */
static void put_how(xpgn_buffer *b, cli *c, const validate_options *o) {
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

static void write_partial(cli *c, const validate_options *o, const struct partial_sums *sums) {
    xpgn_buffer out = {0};
    partial_sums_write(&out, sums);
    cli_flush(c, o->partial_sink, &out);
    xpgn_buffer_free(&out);
}

static void write_merged(cli *c, const validate_options *o, const struct partial_sums *sums,
                         const validate_totals *t) {
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

static validate_totals totals_of(const uint64_t n[COUNTS]) {
    return (validate_totals){.games = n[0],
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

int validate_merge(cli *c, validate_options *o) {
    uint64_t sum[COUNTS] = {0};
    xpgn_buffer how = {0};
    xpgn_catalog *catalog;
    int status = validate_open_outputs(c, o);
    if (status != CLI_GO || !cli_open_catalog(c, &catalog))
        return CLI_TROUBLE;
    xpgn_catalog_free(catalog);
    put_how(&how, c, o);
    struct partial_sums sums = {
        "xpgn-validate",        how.data, count_names, sum, COUNTS, .incomplete = false,
        .parts = open_pieces(c)};
    bool good = add_files(c, &o->common.files, &sums), set = cli_is_set(c, sums.parts, o->of);
    validate_totals t = totals_of(sum);
    sums.incomplete = !good;
    if (set)
        write_merged(c, o, &sums, &t);
    good = good && set;
    xpgn_buffer_free(&how);
    archive_pieces_free(sums.parts);
    return !good ? CLI_TROUBLE : t.bad > 0 ? CLI_BAD : CLI_GOOD;
}

void validate_pass_counts(cli *c, const validate_options *o, int status) {
    const validate_totals *t = &o->sum;
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
