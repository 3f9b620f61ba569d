/* SPDX-License-Identifier: MIT */
/* xpgn-odds: the exact chances of combats. */
#include "odds/odds_chart.h"

#include <xpgn/rulesets.h>

#include "shared/diagram/language_option.h"
#include "shared/diagram/svg_output.h"
#include "shared/diagram/variant_option.h"

#define AT(member) offsetof(options, member)

static const cli_option table[] = {
    CLI_ROW("variant", "ID", CLI_TEXT, AT(variant),
            "the ruleset of --attacker, --defender, --matrix, --xfen and --threat"),
    CLI_ROW("options", "OPTIONS", CLI_TEXT, AT(rule_options),
            "options of the ruleset: 'support shooting'"),
    CLI_ROW("attacker", "PIECES", CLI_TEXT, AT(attacker),
            "the attacking piece: N, or wounded N*; or several: N,B*; default with --defender: all",
            .letter = 'a'),
    CLI_ROW("defender", "PIECES", CLI_TEXT, AT(defender),
            "the attacked piece; default with --attacker: all", .letter = 'd'),
    CLI_ROW("support", "A:D", CLI_TEXT, AT(support),
            "total support of attacker and defender: 1:2, ranges 0-4:2, or the supporters "
            "themselves: NQ*:B",
            .letter = 's'),
    CLI_ROW("stop-below", "POINTS", CLI_TEXT, AT(stop_below),
            "the attacker goes on until one falls, but not with fewer hit points than POINTS; or "
            "a range: 1-9"),
    CLI_ONE_OF("kind", "attack|shot|run|en-passant", AT(kind), "the kind of attack", .letter = 'k'),
    CLI_SWITCH("matrix", AT(matrix), "print a table of all attackers and defenders"),
    CLI_ROW("xfen", "TEXT", CLI_TEXT, AT(xfen),
            "the combats possible in this position (FEN or XFEN)", .letter = 'x'),
    CLI_ROW(
        "threat", "TEXT", CLI_TEXT, AT(threat),
        "what each throw allows in this position, where dice say which pieces act, and with how "
        "many the king can be captured"),
    CLI_ROW("action", "ACTION", CLI_TEXT, AT(action),
            "with --xfen: the combat of this action, such as exd5"),
    CLI_ROW("at", "TURN", CLI_TEXT, AT(at),
            "only the combats of this turn of a record, in detail: 8w, 12b (four seats also 12r, "
            "12g), or 12 for all with that number"),
    CLI_ONE_OF("format", "text|" CLI_TABLES "|latex", AT(format), "output format"),
    CLI_ROW("svg", "FILE", CLI_WRITES, AT(svg),
            "also write a chart to FILE: rows, or the luck in a record as a line; -: to "
            "standard output instead of the table",
            .writes = CLI_PICTURE),
    CLI_SVG_THEME(AT(theme)),
    CLI_ROW(
        "language", "CODE", CLI_TEXT, AT(language),
        "language of words and piece letters in charts: en (default), de, fr, es, it, nl or pl"),
    {.name = NULL}};

static const cli_tool tool = {
    .name = "xpgn-odds",
    .usage = "[option...] [file...]",
    .about =
        "Prints the exact chances of combats: between two pieces, in a position, or in records.",
    .options = table,
    .common = CLI_ALL | CLI_TABLE | CLI_FORCE};

const char *const odds_kinds[] = {"attack", "shot", "run", "en-passant"};

/* True if a position is given. */
static bool is_position(const options *o) {
    return o->xfen != NULL || o->threat != NULL;
}

static int with_ruleset(cli *c, options *o) {
    xpgn_catalog *catalog;
    const xpgn_ruleset *rs;
    if (!cli_open_catalog(c, &catalog))
        return CLI_TROUBLE;
    int result = cli_find_ruleset(c, catalog, o->variant, o->rule_options, &rs);
    if (result == CLI_GO)
        result = check_stops(c, o, rs);
    if (result == CLI_GO)
        result = is_position(o) ? show_position(c, o, rs) : list_types(c, o, rs);
    xpgn_catalog_free(catalog);
    return result;
}

static int read_options(cli *c, options *o) {
    if (o->attacker != NULL && !read_piece_list(o->attacker, 0, &o->attackers))
        return cli_usage(c, "--attacker: '%s' is not a list of pieces such as N,B*", o->attacker);
    if (o->defender != NULL && !read_piece_list(o->defender, 1, &o->defenders))
        return cli_usage(c, "--defender: '%s' is not a list of pieces such as N,B*", o->defender);
    if (o->support != NULL && !read_supports(o))
        return cli_usage(c,
                         "--support: '%s' is not two numbers, ranges or lists such as 1:2, "
                         "0-4:0, NQ:B",
                         o->support);
    if (o->at != NULL && !cli_read_turn(o->at, &o->turn))
        return cli_usage(c, "--at: '%s' is not a turn such as 8w or 12b", o->at);
    if (!read_stops(o))
        return cli_usage(c, "--stop-below: '%s' is not a number from 1 to %d, or a range",
                         o->stop_below, MOST_STOP);
    bool ranged = o->supports[0].first != o->supports[0].last ||
                  o->supports[1].first != o->supports[1].last || o->stops.first != o->stops.last;
    if (o->matrix && is_listing(o) && ranged)
        return cli_usage(c, "--matrix with ranges requires --format=csv, tsv or json");
    return CLI_GO;
}

static int run_odds(cli *c, options *o) {
    bool types = o->attacker != NULL || o->defender != NULL || o->matrix;
    int status = read_options(c, o);
    if (status != CLI_GO)
        return status;
    if (!types && (o->support != NULL || o->kind != 0))
        return cli_usage(c, "--support and --kind require --attacker, --defender or --matrix");
    if (o->stop_below != NULL && !types && o->xfen == NULL)
        return cli_usage(c, "--stop-below requires pieces or --xfen");
    if (o->action != NULL && o->xfen == NULL)
        return cli_usage(c, "--action requires --xfen");
    if ((o->xfen != NULL) + (o->threat != NULL) + types +
            (o->at != NULL || o->common.files.count > 0) >
        1)
        return cli_usage(c, "only one of pieces, --xfen, --threat and records can be given");
    if ((types || is_position(o)) && o->variant == NULL)
        return cli_usage(c, "%s requires --variant",
                         types               ? "a combat of pieces"
                         : o->threat != NULL ? "--threat"
                                             : "--xfen");
    if (o->threat != NULL && o->svg != NULL)
        return cli_usage(c, "--svg cannot be combined with --threat");
    if (o->language != NULL && o->svg == NULL)
        return cli_usage(c, "--language requires --svg");
    if ((status = cli_find_words(c, o->language, &o->words)) == CLI_GO)
        status = find_names(c, o);
    if (status != CLI_GO || (o->svg != NULL && (o->chart = chart_open(c, o)) == NULL))
        status = CLI_TROUBLE;
    else
        status = types || is_position(o) ? with_ruleset(c, o) : read_records(c, o);
    cli_columns_free(&o->columns);
    cli_columns_free(&o->last_columns);
    return chart_close(c, o->chart, status);
}

int main(int argc, char **argv) {
    cli c;
    options o = {.cli = &c};
    int status = cli_begin(&c, &tool, argc, argv, &o);
    if (status == CLI_GO)
        status = run_odds(&c, &o);
    return cli_end(&c, status);
}
