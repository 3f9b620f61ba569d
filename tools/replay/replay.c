/* SPDX-License-Identifier: MIT */
/* xpgn-replay: plays records and prints the positions. */
#include "replay/replay_rows.h"

#include "shared/diagram/language_option.h"
#include "shared/diagram/svg_output.h"

#define AT(member) offsetof(replay_options, member)
#define NO_PLY UINT64_MAX

static const cli_option table[] = {
    CLI_SWITCH("each", AT(each), "print the position after every turn, not only the last one"),
    CLI_SWITCH("actions", AT(actions), "print the position after every action, even within a turn"),
    CLI_ONE_OF("rows", "games|turns|actions|combats|exchanges", AT(rows),
               "print a row for each game, turn (as --each), action (as --actions), combat, or "
               "exchange of dice"),
    CLI_ROW("columns", "NAME[,NAME...]", CLI_LIST, AT(columns_given),
            "json and tables: print these columns: facts, as below, or tags such as White "
            "(tag:NAME for other names)",
            .facts = XPGN_ANY_SCOPE | XPGN_EXCHANGE_SCOPES, .dump = cli_dump_facts),
    CLI_SWITCH("start", AT(start), "also print the start position, first"),
    CLI_ROW(
        "at", "TURN", CLI_TEXT, AT(at),
        "print only turn 12w or 12b (four seats also 12r, 12g), or 12, the last with that number"),
    CLI_ROW("ply", "N", CLI_NUMBER, AT(ply),
            "print only the Nth turn of the game; 0 is the start position", .max = UINT32_MAX),
    CLI_ONE_OF(
        "format", "xfen|ascii|" CLI_TABLES, AT(format),
        "output format: the XFEN, a diagram, or data of the position and the action before it"),
    CLI_ROW("language", "CODE", CLI_TEXT, AT(language),
            "with --format=ascii: language of captions and piece letters: en (default), de, fr, "
            "es, it, nl or pl"),
    CLI_SWITCH("animate", AT(animate),
               "play each game on the terminal, action by action, controlled by keys"),
    CLI_SWITCH("claims", AT(claims),
               "print repetitions and move counts instead, for the arbiter: text, json or a table"),
    CLI_SWITCH("luck", AT(luck),
               "print the luck of each side instead: in points of material, or in expected score; "
               "with --rows=actions, roll by roll"),
    CLI_ROW("equity", "BOT", CLI_TEXT, AT(how.player),
            "with --luck or --animate: show luck in expected score, as estimated by careful or "
            "strong:N, and the loss by each decision"),
    CLI_ROW("svg", "FILE", CLI_WRITES, AT(svg),
            "with --luck: also draw the luck in each game as a line; -: to standard output "
            "instead of the text",
            .writes = CLI_PICTURE),
    CLI_SVG_THEME(AT(theme)),
    CLI_ROW("rollouts", "N", CLI_NUMBER, AT(how.rollouts),
            "with --equity: estimate from N rollouts", .min = 1, .max = 1000000),
    CLI_ROW("seed", "S", CLI_NUMBER, AT(how.seed), "seed of the rollouts (default: 1)",
            .max = UINT64_MAX),
    CLI_ROW("logit", "X", CLI_TEXT, AT(how.scale),
            "with --equity: lead in half-points that multiplies the odds of winning by e"),
    CLI_SWITCH("fit", AT(how.fit),
               "with --equity: print how well expected scores agree with results, and the --logit "
               "that fits best"),
    CLI_ROW("tags", "NAME[,NAME...]", CLI_TEXT, AT(tags),
            "json and tables: add the values of these tags"),
    CLI_SWITCH("skip-bad", AT(skip_bad),
               "print no line for a game that cannot be played to its end"),
    {.name = NULL}};

static void put_facts(xpgn_buffer *b) {
    cli_put_facts_of(b, "Facts of an exchange, with --rows=exchanges:", XPGN_EXCHANGE_SCOPES);
    cli_put_facts(b);
}

static const cli_tool tool = {.name = "xpgn-replay",
                              .usage = "[option...] [file...]",
                              .about = "Replays games and prints the final position of each.",
                              .options = table,
                              .more_help = put_facts,
                              .common = CLI_ALL | CLI_TABLE | CLI_FORCE};

/* ---- what is printed around the games ---------------------------------------------------------
 */

static void report_nothing_shown(cli *c, const replay_options *o) {
    if (o->missing == 1)
        cli_message(c, "game %llu has no such turn", (unsigned long long)o->first_missing);
    else if (o->missing > 1)
        cli_message(c, "%llu games have no such turn, the first is game %llu",
                    (unsigned long long)o->missing, (unsigned long long)o->first_missing);
}

static void print_header(cli *c, const replay_options *o) {
    xpgn_buffer head = {0};
    if (o->claims)
        replay_claims_head(&head, o);
    else if (o->luck)
        luck_put_head(&head, &o->how);
    else
        cli_put_columns_head(&head, &o->columns, replay_cell_form(o));
    cli_flush(c, CLI_OUT, &head);
    xpgn_buffer_free(&head);
}

static void print_total(cli *c, const replay_options *o) {
    xpgn_buffer total = {0};
    luck_put_total(&total, &o->how, &o->total);
    cli_flush(c, CLI_OUT, &total);
    xpgn_buffer_free(&total);
}

static int end_picture(cli *c, replay_options *o, int status) {
    if (status == CLI_TROUBLE) {
        cli_luck_free(&o->line);
        xpgn_svg_free(o->how.svg);
        return status;
    }
    cli_luck_draw(c, &o->line, o->how.svg, o->how.player != NULL, NULL);
    cli_luck_free(&o->line);
    int written = cli_write_svg(c, o->how.svg, o->svg);
    return written > status ? written : status;
}

static int play_games(cli *c, replay_options *o) {
    if (!replay_is_picture_only(o) && o->format > REPLAY_JSON &&
        cli_has_head(&o->common, replay_cell_form(o)))
        print_header(c, o);
    int status = replay_run(c, o);
    report_nothing_shown(c, o);
    cli_tags_tell(c, (cli_tags){replay_tags_asked(o)->tag, replay_tags_asked(o)->tags}, &o->seen);
    if (o->luck && !replay_is_picture_only(o))
        print_total(c, o);
    return o->svg != NULL ? end_picture(c, o, status) : status;
}

/* ---- the program ----------------------------------------------------------------------------- */

/* Translates --rows into --each and --actions. */
static int choose_rows(cli *c, replay_options *o) {
    if (o->rows != ROWS_OF_GAMES && (o->each || o->actions || o->animate || o->claims))
        return cli_usage(c,
                         "--rows cannot be combined with --each, --actions, --animate or --claims");
    o->each = o->each || o->rows == ROWS_OF_TURNS;
    o->actions = o->actions || o->rows >= ROWS_OF_ACTIONS;
    if (o->columns_given.count > 0 &&
        (o->claims || o->format == REPLAY_XFEN || o->format == REPLAY_ASCII))
        return cli_usage(c,
                         "--columns requires --format=json, tsv, csv or markdown, and positions");
    if (o->rows == ROWS_OF_EXCHANGES && (o->format == REPLAY_XFEN || o->format == REPLAY_ASCII))
        return cli_usage(c, "--rows=exchanges requires --format=json, tsv, csv or markdown");
    return CLI_GO;
}

static int open_picture(cli *c, replay_options *o) {
    const xpgn_svg_options how = {XPGN_SVG_OPTIONS};
    o->how.svg = cli_open_svg(c, o->theme, &how);
    o->how.line = &o->line;
    return o->how.svg != NULL ? CLI_GO : CLI_TROUBLE;
}

/* Checks --luck and the options that require it. */
static int choose_luck(cli *c, replay_options *o) {
    luck_how *how = &o->how;
    if (!o->luck && o->svg == NULL && o->animate && how->rollouts == 0 && !how->fit)
        return luck_check(c, how);
    if (!o->luck)
        return how->player != NULL || how->rollouts > 0 || how->scale != NULL || how->fit ||
                       o->svg != NULL
                   ? cli_usage(c, "--equity, --rollouts, --logit, --fit and --svg require --luck")
                   : CLI_GO;
    if (replay_is_placed(o) || o->each || o->start || o->animate || o->claims ||
        o->format == REPLAY_ASCII || o->columns_given.count > 0 || o->rows > ROWS_OF_ACTIONS ||
        o->rows == ROWS_OF_TURNS || o->tags != NULL)
        return cli_usage(c, "--luck can only be combined with --rows=actions and "
                            "--format=json, tsv, csv or markdown");
    how->detail = o->actions;
    how->form = o->format == REPLAY_XFEN   ? LUCK_TEXT
                : o->format == REPLAY_JSON ? LUCK_JSON
                                           : LUCK_TABLE;
    how->cell = replay_cell_form(o);
    int status = luck_check(c, how);
    return status == CLI_GO && o->svg != NULL ? open_picture(c, o) : status;
}

static int run_replay(cli *c, replay_options *o) {
    if (o->format < 0)
        o->format =
            o->columns_given.count > 0 || o->rows == ROWS_OF_EXCHANGES ? REPLAY_TSV : REPLAY_XFEN;
    o->wants_ply = o->ply != NO_PLY;
    o->color = c->sink[CLI_OUT].color;
    if (o->at != NULL && o->wants_ply)
        return cli_usage(c, "--at and --ply cannot be combined");
    if (o->each && o->actions)
        return cli_usage(c, "--each and --actions cannot be combined");
    if (o->animate && (o->each || o->actions || o->start || o->format != REPLAY_XFEN))
        return cli_usage(c, "--animate can only be combined with --at and --ply");
    if (o->claims && (replay_is_placed(o) || o->at != NULL || o->each || o->actions || o->start ||
                      o->animate || o->format == REPLAY_ASCII))
        return cli_usage(c,
                         "--claims can only be combined with --format=json, tsv, csv or markdown");
    if (o->animate && !replay_can_animate(c))
        return CLI_TROUBLE;
    if (o->tags != NULL && (o->format == REPLAY_XFEN || o->format == REPLAY_ASCII))
        return cli_usage(c, "--tags requires --format=json, tsv, csv or markdown");
    if (o->language != NULL && o->format != REPLAY_ASCII)
        return cli_usage(c, "--language requires --format=ascii");
    if (o->at != NULL && !cli_read_turn(o->at, &o->turn))
        return cli_usage(c, "--at: '%s' is not a turn such as 12w, 12b or 12", o->at);
    if (o->format == REPLAY_JSON)
        replay_find_keys(c, o);
    int status = cli_find_words(c, o->language, &o->words);
    if (status == CLI_GO)
        status = choose_rows(c, o);
    if (status == CLI_GO)
        status = choose_luck(c, o);
    if (status == CLI_GO && o->format > REPLAY_ASCII)
        status = replay_read_columns(c, o);
    if (status == CLI_GO)
        status = replay_read_tags(c, o);
    if (status == CLI_GO)
        status = play_games(c, o);
    cli_columns_free(&o->columns);
    cli_columns_free(&o->tag);
    return status;
}

int main(int argc, char **argv) {
    replay_options o = {.ply = NO_PLY, .format = -1, .how = {.seed = 1}};
    cli c;
    int status = cli_begin(&c, &tool, argc, argv, &o);
    if (status == CLI_GO)
        status = run_replay(&c, &o);
    return cli_end(&c, status);
}
