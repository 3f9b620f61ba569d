/* SPDX-License-Identifier: MIT */
/* xpgn-validate: checks games against the format and the rules. */
#include "validate/validate.h"

#include <string.h>
#include <xpgn/rulesets.h>
#include <xpgn_codes.h>

#include "internal/meant.h"
#include "internal/rules.h"
#include "shared/decoding/decoding.h"
#include "shared/diagram/language_option.h"
#include "shared/tables/piece_files.h"

#define AT(member) offsetof(validate_options, member)

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

/* Writes the head of a SARIF log, and sets the separator of its results. */
static bool begin_report(cli *c, validate_options *o) {
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

static void end_report(cli *c, validate_options *o, int status) {
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

static int check_rules(cli *c, validate_options *o) {
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
    cli_report how = validate_report(c, o);
    for (size_t i = 0; i < o->common.files.count; i++)
        if (!cli_load_ruleset(c, catalog, o->common.files.item[i], CLI_OUT, &how))
            status = CLI_TROUBLE;
    end_report(c, o, status);
    xpgn_catalog_free(catalog);
    return status;
}

/* Reports that a file was decoded, in one finding, which is about no game. */
static void put_decoded(cli *c, const char *file, xpgn_buffer *b) {
    validate_options *o = c->options;
    cli_report how = validate_report(c, o);
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
    validate_options *o = c->options;
    xpgn_no_record kind = cli_no_record(decoder);
    xpgn_buffer what = {0};
    cli_report how = validate_report(c, o);
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

static const xpgn_search *search_of(const validate_options *o) {
    return validate_finds_fixes(o) ? &xpgn_repair : NULL;
}

/* After the last game. */
static void end_games(cli *c, validate_options *o, int status, double start) {
    end_report(c, o, status);
    if (o->commits.full)
        cli_message(c,
                    "more than %d commitments of sealed dice: later ones were compared with the "
                    "first %d only",
                    CLI_COMMITS_MOST, CLI_COMMITS_MOST);
    cli_seal_commitments_free(&o->commits);
    cli_words_tell(c, "tag", &o->required, &o->sum.seen, false);
    validate_pass_counts(c, o, status);
    if (o->verbose > 0)
        validate_summarize(c, &o->sum, cli_seconds() - start);
    if (o->verbose > 1)
        cli_message(c, "fast path: %llu of %llu games", (unsigned long long)o->sum.fast,
                    (unsigned long long)o->sum.games);
}

static int check_games(cli *c, validate_options *o) {
    int status = validate_open_outputs(c, o);
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
                              .committed = validate_committed,
                              .repair = search_of(o)};
    cli_work work = {.walk = &walk,
                     .state_size = sizeof(validate_totals),
                     .game = validate_game,
                     .finish = validate_add,
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

static int check_language(cli *c, validate_options *o) {
    if (o->language != NULL && o->format != CLI_STYLE_JSON)
        return cli_usage(c, "--language requires --format=json");
    return cli_find_words(c, o->language, &o->words);
}

static int run_validate(cli *c, validate_options *o) {
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
        return validate_lists(c, o);
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
    return o->merge ? validate_merge(c, o) : check_games(c, o);
}

int main(int argc, char **argv) {
    cli_report_keys keys; /* apart, as they are large and need not be cleared */
    validate_options o = {.keys = &keys};
    cli c;
    int status = cli_begin(&c, &tool, argc, argv, &o);
    if (status == CLI_GO)
        status = run_validate(&c, &o);
    return cli_end(&c, status);
}
