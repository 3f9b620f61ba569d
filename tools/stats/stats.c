/* SPDX-License-Identifier: MIT */
/* xpgn-stats: statistics of a stream of games. */
#include "frame/word_guess.h"
#include "internal/counts.h"
#include "internal/events.h"
#include "internal/walk_modes.h"
#include "internal/writers.h"
#include "shared/diagram/svg_output.h"
#include "shared/tables/piece_files.h"
#include "stats/stats_select.h"

#include <stdlib.h>
#include <string.h>
#include <xpgn/record.h>

typedef stats_options options;

#define AT(member) offsetof(options, member)

static const cli_option table[] = {
    CLI_ROW("by", "TAG", CLI_TEXT, AT(by),
            "group the games by the values of this tag; with --select, by any facts and tags"),
    CLI_ROW("select", "NAME[,NAME...]", CLI_TEXT, AT(select),
            "print these columns instead: facts, as below, and tags to group by, and count, sum, "
            "mean, min or max: 'attacker, mean(margin), count'",
            .facts = XPGN_ANY_SCOPE, .dump = cli_dump_facts),
    CLI_ROW("where", "QUERY", CLI_TEXT, AT(where),
            "with --select: only rows that meet this condition: 'support >= 2 and WhiteElo > "
            "BlackElo'"),
    CLI_ONE_OF("format", "text|" CLI_TABLES, AT(format),
               "output format: a text report, one JSON object, or one row per ruleset and group"),
    CLI_SWITCH("luck", AT(luck),
               "print the luck in combats instead: of each side and player, and the least likely "
               "rolls; JSON has both"),
    CLI_SWITCH("fairness", AT(fairness),
               "test instead whether the dice are fair: three questions, and what they can detect; "
               "JSON has both"),
    CLI_ROW("question", "NAME[,NAME...]", CLI_TEXT, AT(question),
            "with --fairness: ask only these, chosen before looking at the dice: faces, players, "
            "pairs"),
    CLI_SWITCH("explore", AT(explore),
               "with --fairness: also test roles, players, runs and gaps, without a verdict"),
    CLI_ROW("players", "FILE", CLI_READS, AT(players),
            "with --fairness: the event's list (TRF or CSV) with the players that E bets on"),
    CLI_ROW("svg", "FILE", CLI_WRITES, AT(svg),
            "also write charts to FILE; -: to standard output instead of the report",
            .writes = CLI_PICTURE),
    CLI_SVG_THEME(AT(theme)),
    CLI_SWITCH("partial", AT(partial), "write partial counts, for --combine"),
    CLI_SWITCH("combine", AT(merge), "combine files written by --partial"),
    CLI_OF(AT(of)),
    {.name = NULL}};

static const cli_tool tool = {
    .name = "xpgn-stats",
    .usage = "[option...] [file...]",
    .about = "Counts results, lengths, endings, dice and combats in games without errors.",
    .options = table,
    .more_help = cli_put_facts,
    .common = CLI_ALL | CLI_TABLE | CLI_FORCE};

static void check_memory(cli *c, xpgn_status status) {
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(c);
}

static void want(cli *c, const options *o, xpgn_tally *tally) {
    if (o->luck)
        check_memory(c, xpgn_tally_want(tally, XPGN_TALLY_LUCK));
    if (o->fairness)
        check_memory(c, xpgn_tally_want(tally, XPGN_TALLY_FAIRNESS));
}

/* ---- fairness: what is asked ----------------------------------------------------------------- */

/* The bit of a question; 0 after a message if there is none of this name. */
static unsigned question_of(cli *c, xpgn_slice name) {
    const char *word;
    cli_guess guess = cli_guess_begin(name.data, name.size);
    for (unsigned i = 0; (word = xpgn_fair_question(i)) != NULL; i++) {
        if (cli_equal(cli_slice(word), name))
            return 1u << i;
        cli_guess_try(&guess, word);
    }
    cli_message(c,
                guess.best != NULL
                    ? "--question: found '%.*s', expected %s, %s or %s; did you mean %s?"
                    : "--question: found '%.*s', expected %s, %s or %s",
                (int)name.size, name.data, xpgn_fair_question(0), xpgn_fair_question(1),
                xpgn_fair_question(2), guess.best);
    return 0;
}

/* Reads --question; false after a message about a word that is not a question. */
static bool read_questions(cli *c, const char *text, unsigned *questions) {
    *questions = 0;
    for (const char *p = text, *end; p != NULL; p = *end != '\0' ? end + 1 : NULL) {
        end = p + strcspn(p, ",");
        const unsigned asked = question_of(c, (xpgn_slice){p, (size_t)(end - p)});
        if (asked == 0)
            return false;
        *questions |= asked;
    }
    return true;
}

/* Sets the players from the list of an event; false after a message. */
static bool name_players(cli *c, xpgn_tally *tally, const char *file) {
    xpgn_buffer text = {0};
    xpgn_event *event;
    xpgn_fault why;
    size_t count = 0;
    if (!cli_read_file(c, file, CLI_LIST_MOST, &text, NULL)) {
        xpgn_buffer_free(&text);
        return false;
    }
    check_memory(c, xpgn_event_new(&event, NULL));
    xpgn_status status = xpgn_players_read(event, file, (xpgn_slice){text.data, text.size}, &why);
    check_memory(c, status);
    if (status != XPGN_OK)
        cli_message(c, "%s: %s", file, why.text);
    while (status == XPGN_OK && xpgn_event_player(event, count) != NULL)
        count++;
    xpgn_slice *name = calloc(count + 1, sizeof *name);
    if (name == NULL)
        cli_no_memory(c);
    for (size_t i = 0; i < count; i++)
        name[i] = cli_slice(xpgn_event_player(event, i));
    check_memory(c, xpgn_tally_players(tally, name, count));
    free(name);
    xpgn_event_free(event);
    xpgn_buffer_free(&text);
    return status == XPGN_OK;
}

/* Sets what --fairness asks; false after a message. */
static bool ask_fairness(cli *c, const options *o, xpgn_tally *tally) {
    unsigned questions = 0;
    if (!read_questions(c, o->question, &questions))
        return false;
    (void)xpgn_tally_ask(tally, questions, o->explore);
    return o->players == NULL || name_players(c, tally, o->players);
}

/* ---- games ----------------------------------------------------------------------------------- */

/* What one thread has counted. */
typedef struct stats_part {
    xpgn_tally *tally;
    cli_tags_seen seen;
} stats_part;

static void open_part(cli_worker *w, stats_part *p) {
    check_memory(w->cli, xpgn_tally_new(&p->tally, ((const options *)w->options)->by));
    want(w->cli, w->options, p->tally);
    xpgn_tally_watch(p->tally, w->walk);
}

/* Notes whether the game has the tag of --by. */
static void note_tag(cli_worker *w, stats_part *p, const xpgn_game *game) {
    const char *by = ((const options *)w->options)->by;
    if (by == NULL || p->seen.seen[0])
        return;
    const xpgn_slice name = cli_slice(by), value = xpgn_walk_tag(w->walk, by);
    cli_tags_note(w, &p->seen, (cli_tags){&name, 1}, &value, game);
}

static bool count_game(cli_worker *w, const xpgn_game *game) {
    stats_part *p = w->state;
    if (p->tally == NULL)
        open_part(w, p);
    cli_walk_begin(w, game);
    for (const xpgn_step *step; (step = cli_walk_next(w)) != NULL;)
        xpgn_tally_step(p->tally, w->walk, step);
    note_tag(w, p, game);
    cli_report how = {.color = w->cli->sink[CLI_ERR].color,
                      .columns = w->cli->sink[CLI_ERR].columns};
    bool bad = cli_report_findings(&w->to[CLI_ERR], &how, game, w->walk, XPGN_ERROR) == XPGN_ERROR;
    check_memory(w->cli, xpgn_tally_end(p->tally, !bad));
    if (!bad) {
        cli_note_unread(w, w->walk);
        return true;
    }
    cli_note_left_out(w, w->walk);
    cli_worst(w, CLI_BAD);
    return true;
}

static void add_part(cli *c, void *state) {
    stats_part *p = state;
    if (p->tally != NULL)
        check_memory(c, xpgn_tally_merge(((options *)c->options)->sum, p->tally, NULL));
    cli_tags_merge(&((options *)c->options)->seen, &p->seen);
    xpgn_tally_free(p->tally);
}

/* Writes charts of what is in the report. */
static int write_charts(cli *c, const options *o) {
    const xpgn_svg_options how = {XPGN_SVG_OPTIONS, .columns = 2};
    const unsigned what = o->luck ? XPGN_TALLY_LUCK : o->fairness ? XPGN_TALLY_FAIRNESS : 0;
    if (o->svg == NULL)
        return CLI_GOOD;
    xpgn_svg *svg = cli_open_svg(c, o->theme, &how);
    if (svg == NULL)
        return CLI_TROUBLE;
    check_memory(c, xpgn_svg_tally(svg, o->sum, what));
    return cli_write_svg(c, svg, o->svg);
}

static int worse(int a, int b) {
    return a > b ? a : b;
}

static void write_sum(cli *c, const options *o, bool complete) {
    xpgn_buffer out = {0};
    if (o->svg != NULL && strcmp(o->svg, "-") == 0)
        return;
    unsigned form = o->partial ? XPGN_TALLY_PARTIAL : (unsigned)o->format;
    form |= o->common.no_header ? XPGN_TALLY_NO_HEADER : 0;
    form |= o->luck ? XPGN_TALLY_LUCK : 0;
    form |= o->fairness ? XPGN_TALLY_FAIRNESS : 0;
    form |= complete ? 0 : XPGN_TALLY_INCOMPLETE;
    xpgn_tally_write(&out, o->sum, form);
    cli_flush(c, CLI_OUT, &out);
    xpgn_buffer_free(&out);
}

static void report_left_out(cli *c, const options *o) {
    uint64_t left_out, all = xpgn_tally_games(o->sum, &left_out);
    all += left_out;
    if (left_out > 0)
        cli_message(c, "%llu of %llu games left out: they have errors",
                    (unsigned long long)left_out, (unsigned long long)all);
}

/* Notes what affects the counts, for --combine to compare. */
static void note_how(cli *c, const options *o) {
    xpgn_buffer how = {0};
    cli_put_how(&how, c);
    xpgn_buffer_char(&how, '\0');
    if (how.failed)
        cli_no_memory(c);
    check_memory(c, xpgn_tally_set_how(o->sum, how.data));
    xpgn_buffer_free(&how);
}

static int count_games(cli *c, options *o) {
    const xpgn_walk_options walk = {XPGN_WALK_OPTIONS, .skip_variations = true,
                                    .detail = o->luck ? XPGN_DICE : XPGN_THROWS};
    check_memory(c, xpgn_tally_new(&o->sum, o->by));
    want(c, o, o->sum);
    if (!ask_fairness(c, o, o->sum)) {
        xpgn_tally_free(o->sum);
        return CLI_TROUBLE;
    }
    uint64_t left_out, digest = 0;
    int status = cli_run(c, &(cli_work){.walk = &walk,
                                        .state_size = sizeof(stats_part),
                                        .game = count_game,
                                        .finish = add_part,
                                        .digest = o->partial ? &digest : NULL});
    note_how(c, o);
    if (o->partial)
        cli_add_piece(c, xpgn_tally_parts(o->sum), digest);
    if (o->partial || status != CLI_TROUBLE || xpgn_tally_games(o->sum, &left_out) + left_out > 0)
        write_sum(c, o, status != CLI_TROUBLE);
    const xpgn_slice by = cli_slice(o->by);
    cli_tags_tell(c, (cli_tags){&by, o->by != NULL ? 1 : 0}, &o->seen);
    status = worse(status, write_charts(c, o));
    xpgn_tally_free(o->sum);
    return status;
}

/* ---- partial results ------------------------------------------------------------------------- */

static bool same_text(const char *a, const char *b) {
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

/* False after a message if the files are grouped differently. */
static bool groups_fit(cli *c, const char *file, const char *by, const char *wanted) {
    if (same_text(by, wanted))
        return true;
    cli_message(c, "%s: counts %s%s cannot be added to counts %s%s", cli_input_name(file),
                by != NULL ? "grouped by " : "without groups", by != NULL ? by : "",
                wanted != NULL ? "grouped by " : "without groups", wanted != NULL ? wanted : "");
    return false;
}

/* False after a message if they were counted by another version or other rulesets. */
static bool same_how(cli *c, const options *o, const char *file, const xpgn_tally *one) {
    const char *how = xpgn_tally_how(one);
    const char *expected = o->sum != NULL ? xpgn_tally_how(o->sum) : how;
    if (same_text(how, expected))
        return true;
    cli_message(c, "%s: was counted by '%s', expected '%s' as before", cli_input_name(file),
                how != NULL ? how : "", expected != NULL ? expected : "");
    return false;
}

/* Adds one file. The first one determines the grouping, unless --by does. False after a message. */
static bool merge_file(cli *c, options *o, const char *file) {
    xpgn_tally *one;
    xpgn_fault fault;
    xpgn_status status = xpgn_tally_read(&one, file, &fault);
    check_memory(c, status);
    if (status != XPGN_OK) {
        cli_refuse_partial(c, file, &fault);
        return false;
    }
    const char *by = xpgn_tally_by(one);
    const char *wanted = o->sum != NULL ? xpgn_tally_by(o->sum) : o->by != NULL ? o->by : by;
    bool good = groups_fit(c, file, by, wanted) && same_how(c, o, file, one);
    unsigned lacking = ~xpgn_tally_wants(one);
    const char *without = o->luck && (lacking & XPGN_TALLY_LUCK) != 0           ? "--luck"
                          : o->fairness && (lacking & XPGN_TALLY_FAIRNESS) != 0 ? "--fairness"
                                                                                : NULL;
    if (good && without != NULL && xpgn_tally_games(one, NULL) > 0) {
        cli_message(c, "%s: was counted without %s", cli_input_name(file), without);
        good = false;
    }
    if (good && o->sum == NULL)
        check_memory(c, xpgn_tally_new(&o->sum, by));
    status = good ? xpgn_tally_merge(o->sum, one, &fault) : XPGN_OK;
    check_memory(c, status);
    if (status != XPGN_OK)
        cli_refuse_partial(c, file, &fault);
    xpgn_tally_free(one);
    return good && status == XPGN_OK;
}

static int merge_files(cli *c, options *o) {
    const cli_list *files = &o->common.files;
    uint64_t left_out = 0;
    int status = CLI_GOOD;
    cli_note_terminal(c);
    for (size_t i = 0; i < cli_inputs(files); i++)
        status = merge_file(c, o, cli_input(files, i)) ? status : CLI_TROUBLE;
    if (o->sum == NULL) /* nothing could be read */
        return status;
    if (!ask_fairness(c, o, o->sum) || !cli_is_set(c, xpgn_tally_parts(o->sum), o->of)) {
        xpgn_tally_free(o->sum);
        return CLI_TROUBLE;
    }
    write_sum(c, o, status != CLI_TROUBLE);
    report_left_out(c, o);
    (void)xpgn_tally_games(o->sum, &left_out);
    status = worse(status, left_out > 0 ? CLI_BAD : CLI_GOOD);
    status = worse(status, write_charts(c, o));
    xpgn_tally_free(o->sum);
    return status;
}

static int run_stats(cli *c, options *o) {
    if (o->by != NULL && *o->by == '\0')
        return cli_usage(c, "--by requires the name of a tag");
    if (o->partial && o->format != XPGN_TALLY_TEXT)
        return cli_usage(c, "--partial cannot be combined with --format");
    if (o->luck && o->fairness && !o->partial && o->format != XPGN_TALLY_JSON)
        return cli_usage(c,
                         "--luck can be combined with --fairness only in JSON or with --partial");
    if (o->svg != NULL && o->partial)
        return cli_usage(c, "--svg cannot be combined with --partial");
    if (o->merge && (o->common.games.first > 0 || o->common.games_from != NULL))
        return cli_usage(c, "--game cannot be combined with --combine");
    if (o->merge && o->common.bytes.given)
        return cli_usage(c, "--bytes cannot be combined with --combine");
    if (o->of > 0 && !o->merge)
        return cli_usage(c, "--of requires --combine");
    if ((o->question != NULL || o->explore || o->players != NULL) && (!o->fairness || o->partial))
        return cli_usage(c, "--question, --explore and --players require --fairness, and a report");
    if (o->where != NULL && o->select == NULL)
        return cli_usage(c, "--where requires --select");
    if (o->select != NULL && (o->luck || o->fairness || o->svg != NULL))
        return cli_usage(c, "--select cannot be combined with --luck, --fairness or --svg");
    if (o->select != NULL)
        return stats_select(c, o);
    return o->merge ? merge_files(c, o) : count_games(c, o);
}

int main(int argc, char **argv) {
    options o = {.by = NULL};
    cli c;
    int status = cli_begin(&c, &tool, argc, argv, &o);
    if (status == CLI_GO)
        status = run_stats(&c, &o);
    return cli_end(&c, status);
}
