/* SPDX-License-Identifier: MIT */
/* xpgn-simulate: whole games played by programs, and what they say about the rules. */
#include "simulate/simulate.h"
#include "frame/word_guess.h"
#include "internal/chance.h"
#include "shared/diagram/svg_output.h"
#include "shared/diagram/variant_option.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xpgn/rulesets.h>
#include <xpgn/walk.h>

typedef struct options {
    cli_common common;
    const char *variant, *rule_options, *bots, *sweep, *svg, *theme;
    cli_list against;
    uint64_t games, seed, max_plies;
    bool report, sealed, pairs;
    int format; /* sim_format */
    /* derived from the options */
    sim_plan plan;
    sim_title title[SIM_RULESETS];
    size_t rulesets;
    char *words[SIM_RULESETS]; /* the texts of the titles */
    sim_sweep swept;
    xpgn_buffer swept_rules;                 /* the ruleset of --sweep */
    xpgn_buffer swept_options[SIM_RULESETS]; /* the options of each title */
    char *names;                             /* of the bots, each with a NUL */
    sim_counts counts;
} options;

enum { MOST_GAMES = 10000000, MOST_PLIES = 1000000, DEFAULT_PLIES = 400, REPORT_GAMES = 1000 };

#define AT(member) offsetof(options, member)

static const cli_option table[] = {
    CLI_ROW("variant", "ID", CLI_TEXT, AT(variant),
            "the ruleset to play by (default: the last one added by --rules)"),
    CLI_ROW("options", "OPTIONS", CLI_TEXT, AT(rule_options),
            "options of the ruleset, as in the tag RuleOptions"),
    CLI_ROW("games", "N", CLI_NUMBER, AT(games), "how many games (default: 1, with --report 1000)",
            .letter = 'n', .min = 1, .max = MOST_GAMES),
    CLI_ROW("game", "N[-M][,...]", CLI_PICKS, offsetof(cli_common, games),
            "only game N, games N to M, or game N and all later ones (N-); or a list of these"),
    CLI_ROW("seed", "S", CLI_NUMBER, AT(seed), "seed of all games (default: 1)", .max = UINT64_MAX),
    CLI_ROW("max-plies", "N", CLI_NUMBER, AT(max_plies),
            "stop a game after N turns with the result * (default: 400)", .min = 1,
            .max = MOST_PLIES),
    CLI_ROW("bots", "BOT[,BOT...]", CLI_TEXT, AT(bots),
            "the bot for all seats, or one for each in order: random, greedy, careful or strong:N "
            "(default: greedy)"),
    CLI_SWITCH("pairs", AT(pairs),
               "play pairs of games with the same dice and the two bots' seats exchanged"),
    CLI_SWITCH(
        "sealed", AT(sealed),
        "seal the dice: add the tags and signatures of xpgn-dice, with chains made from the seed"),
    CLI_SWITCH("report", AT(report), "print a report about the ruleset instead of the games"),
    CLI_ROW(
        "against", "ID[:OPTIONS]", CLI_LIST, AT(against),
        "with --report: compare with this ruleset, played with the same seeds; may be repeated"),
    CLI_ROW("sweep", "NUMBER=FROM..TO", CLI_TEXT, AT(sweep),
            "with --report: compare values of a number in the ruleset, such as attack.knight"),
    CLI_ROW("svg", "FILE", CLI_WRITES, AT(svg),
            "with --report: also draw it to FILE (-: to standard output instead of the report)",
            .writes = CLI_PICTURE),
    CLI_SVG_THEME(AT(theme)),
    CLI_ONE_OF("format", "text|" CLI_TABLES, AT(format), "format of the report"),
    {.name = NULL}};

static const cli_tool tool = {
    .name = "xpgn-simulate",
    .usage = "[option...]",
    .about = "Lets bots play games: records to test with, or a report about a ruleset.",
    .options = table,
    .common = CLI_RULES | CLI_JOBS};

/* ---- a game ---------------------------------------------------------------------------------- */

/* The state of one thread. */
typedef struct sim_part {
    sim_table *table;
    xpgn_writer *writer;
    sim_rules rules[SIM_RULESETS];
    sim_counts counts;
} sim_part;

static void refuse_swept(cli *c, const xpgn_finding *why) {
    bool hint = why != NULL && why->hint != NULL;
    (void)cli_usage(c, "--sweep: %s%s%s", why != NULL ? why->text : "not a number of the ruleset",
                    hint ? "; " : "", hint ? why->hint : "");
}

/* Adds the ruleset of --sweep. Returns CLI_GO, or CLI_TROUBLE after a message. */
static int add_swept(cli *c, xpgn_catalog *catalog, const options *o) {
    const xpgn_buffer *text = &o->swept_rules;
    size_t count;
    if (text->failed)
        cli_no_memory(c);
    xpgn_status status = xpgn_catalog_add(catalog, (xpgn_slice){text->data, text->size});
    const xpgn_finding *list = xpgn_catalog_findings(catalog, &count);
    if (status == XPGN_INVALID)
        refuse_swept(c, count > 0 ? &list[0] : NULL);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(c);
    return status == XPGN_OK ? CLI_GO : CLI_TROUBLE;
}

static void open_part(cli_worker *w, sim_part *p) {
    const options *o = w->options;
    const xpgn_writer_options how = {XPGN_WRITER_OPTIONS};
    xpgn_slice unknown;
    cli_need_sodium(w->cli, sim_table_new(&p->table, &o->plan, w->walk), "--sealed requires");
    if (xpgn_writer_new(&p->writer, &how) != XPGN_OK)
        cli_no_memory(w->cli);
    if (o->sweep != NULL)
        (void)add_swept(w->cli, w->catalog, o); /* which worked on the main thread */
    for (size_t i = 0; i < o->rulesets; i++) {
        sim_rules *r = &p->rules[i];
        r->variant = cli_slice(o->title[i].variant);
        r->options = cli_slice(o->title[i].options);
        if (xpgn_catalog_find(w->catalog, r->variant, r->options, &r->rs, &unknown) != XPGN_OK)
            cli_no_memory(w->cli); /* the main thread found them */
    }
}

/* Walks the game, which must have no findings, and writes it as xpgn-fmt would. */
static void write_simulated(cli_worker *w, sim_part *p, const xpgn_game *game) {
    const xpgn_step *step;
    size_t count;
    cli_walk_begin(w, game);
    xpgn_writer_begin(&w->to[CLI_OUT], p->writer, w->walk);
    while ((step = cli_walk_next(w)) != NULL)
        xpgn_writer_step(p->writer, step);
    if (xpgn_writer_end(p->writer) == XPGN_NO_MEMORY)
        cli_no_memory(w->cli);
    (void)xpgn_walk_findings(w->walk, &count);
    if (count == 0)
        return;
    cli_report how = {.color = false};
    (void)cli_report_findings(&w->to[CLI_ERR], &how, game, w->walk, XPGN_LINT);
    cli_worst(w, CLI_TROUBLE);
}

static void play_under(cli_worker *w, sim_part *p, size_t ruleset, uint64_t number,
                       sim_result *result) {
    const options *o = w->options;
    const char *name = o->title[ruleset].variant;
    xpgn_game game = {.file = "game", .number = number, .line = 1, .column = 1};
    xpgn_status status = sim_play(p->table, &p->rules[ruleset], number, result, &game.text);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(w->cli);
    if (status == XPGN_NOT_FOUND)
        cli_die(w->cli, "%s does not say how a game is set up", name);
    if (status != XPGN_OK)
        cli_die(w->cli, "game %llu of %s cannot be played on", (unsigned long long)number, name);
    if (!o->report)
        write_simulated(w, p, &game);
}

static bool simulate_game(cli_worker *w, const xpgn_game *game) {
    const options *o = w->options;
    sim_part *p = w->state;
    sim_result result[SIM_RULESETS];
    if (p->table == NULL)
        open_part(w, p);
    for (size_t i = 0; i < o->rulesets; i++)
        play_under(w, p, i, game->number, &result[i]);
    if (o->report)
        sim_count(&p->counts, sim_stream(&o->plan, game->number), result, o->rulesets);
    return true;
}

static void close_part(cli *c, void *state) {
    sim_part *p = state;
    sim_add(&((options *)c->options)->counts, &p->counts);
    sim_table_free(p->table);
    xpgn_writer_free(p->writer);
}

/* ---- what is asked for ----------------------------------------------------------------------- */

/* True if there is a player of that name. */
static bool is_bot(cli *c, const char *name) {
    xpgn_player *player = NULL;
    xpgn_status status = xpgn_player_new(&player, cli_slice(name));
    xpgn_player_free(player);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(c);
    return status == XPGN_OK;
}

/* Lists the players in a message; the last one takes a number. */
static int refuse_bot(cli *c, const char *name) {
    char known[128] = "";
    size_t size = 0;
    const size_t word = strcspn(name, ":");
    cli_guess guess = cli_guess_begin(name, word);
    for (size_t i = 0; xpgn_player_name(i) != NULL; i++) {
        bool last = xpgn_player_name(i + 1) == NULL;
        size += (size_t)snprintf(known + size, sizeof known - size, "%s%s%s",
                                 i == 0 ? ""
                                 : last ? " or "
                                        : ", ",
                                 xpgn_player_name(i), last ? ":N" : "");
        cli_guess_try(&guess, xpgn_player_name(i));
    }
    return cli_usage(c,
                     guess.best != NULL ? "unknown bot '%s', expected %s; did you mean %s%s?"
                                        : "unknown bot '%s', expected %s",
                     name, known, guess.best, name + word);
}

static void set_bots(sim_plan *plan, const char *const *list, size_t count) {
    plan->equal = true;
    for (size_t seat = 0; seat < XPGN_MAX_SEATS; seat++) {
        plan->bot[seat] = list[seat % count];
        plan->equal = plan->equal && strcmp(plan->bot[seat], list[0]) == 0;
    }
    plan->versus = count == 2 && !plan->equal;
}

/* Reads a bot for each seat; a shorter list is repeated. */
static int read_bots(cli *c, options *o) {
    const char *list[XPGN_MAX_SEATS];
    size_t count = 0;
    o->names = strdup(o->bots);
    if (o->names == NULL)
        cli_no_memory(c);
    for (char *at = o->names; at != NULL;) {
        char *comma = strchr(at, ',');
        if (comma != NULL)
            *comma = '\0';
        if (!is_bot(c, at))
            return refuse_bot(c, at);
        if (count == XPGN_MAX_SEATS)
            return cli_usage(c, "--bots has more than %d bots", XPGN_MAX_SEATS);
        list[count++] = at;
        at = comma != NULL ? comma + 1 : NULL;
    }
    set_bots(&o->plan, list, count);
    return CLI_GO;
}

/* The last ruleset of the catalog that is not built in; NULL if there is none. */
static const char *added_ruleset(cli *c, const xpgn_catalog *catalog) {
    xpgn_catalog *built_in;
    size_t first = 0;
    const char *last = NULL, *id;
    if (xpgn_catalog_new(&built_in) != XPGN_OK)
        cli_no_memory(c);
    while (xpgn_catalog_id(built_in, first) != NULL)
        first++;
    while ((id = xpgn_catalog_id(catalog, first++)) != NULL)
        last = id;
    xpgn_catalog_free(built_in);
    return last;
}

/* Copies the words of the next title. */
static char *copy_words(cli *c, options *o, const char *words) {
    char *copy = o->words[o->rulesets] = strdup(words);
    if (copy == NULL)
        cli_no_memory(c);
    return copy;
}

/* Splits "ID:OPTIONS" in place. */
static sim_title title_words(char *words) {
    char *colon = strchr(words, ':');
    if (colon != NULL)
        *colon = '\0';
    return (sim_title){words, colon != NULL ? colon + 1 : "", NULL};
}

static int read_titles(cli *c, options *o, const xpgn_catalog *catalog) {
    const char *own = o->variant != NULL ? o->variant : added_ruleset(c, catalog);
    if (own == NULL)
        return cli_usage(c, "--variant is required");
    if (o->against.count >= SIM_RULESETS)
        return cli_usage(c, "more than %d rulesets to compare", SIM_RULESETS);
    const char *id = copy_words(c, o, own);
    o->title[o->rulesets++] = (sim_title){id, o->rule_options, NULL};
    for (size_t i = 0; i < o->against.count; i++) {
        const sim_title title = title_words(copy_words(c, o, o->against.item[i]));
        o->title[o->rulesets++] = title;
    }
    return CLI_GO;
}

/* Makes a title for each value of --sweep, which replace the first title. */
static int sweep_titles(cli *c, options *o, xpgn_catalog *catalog) {
    const sim_title own = o->title[0];
    const xpgn_ruleset *rs;
    int status = cli_find_ruleset(c, catalog, own.variant, own.options, &rs);
    if (status != CLI_GO)
        return status;
    sim_sweep_put_ruleset(&o->swept_rules, &o->swept, rs);
    status = add_swept(c, catalog, o);
    for (int value = o->swept.from; status == CLI_GO && value <= o->swept.to; value++) {
        xpgn_buffer *b = &o->swept_options[value - o->swept.from];
        xpgn_buffer_printf(b, "%s%s", own.options, *own.options != '\0' ? " " : "");
        sim_sweep_put_option(b, &o->swept, value);
        xpgn_buffer_char(b, '\0');
        if (b->failed)
            cli_no_memory(c);
        o->title[value - o->swept.from] = (sim_title){xpgn_ruleset_id(rs), b->data, NULL};
        o->rulesets = (size_t)(value - o->swept.from) + 1;
    }
    return status;
}

/* Finds the rulesets of all titles. Returns CLI_GO, or CLI_TROUBLE after a message. */
static int check_titles(cli *c, options *o, xpgn_catalog *catalog) {
    for (size_t i = 0; i < o->rulesets; i++) {
        sim_title *t = &o->title[i];
        int status = cli_find_ruleset(c, catalog, t->variant, t->options, &t->rs);
        if (status != CLI_GO)
            return status;
    }
    return CLI_GO;
}

static int read_plan(cli *c, options *o) {
    if (o->common.files.count > 0)
        return cli_usage(c, "unexpected operand '%s'", o->common.files.item[0]);
    if (!o->report && o->against.count > 0)
        return cli_usage(c, "--against requires --report");
    if (!o->report && o->format != SIM_TEXT)
        return cli_usage(c, "--format requires --report");
    if (!o->report && (o->sweep != NULL || o->svg != NULL))
        return cli_usage(c, "--%s requires --report", o->sweep != NULL ? "sweep" : "svg");
    if (o->sweep != NULL && o->against.count > 0)
        return cli_usage(c, "--sweep and --against cannot be combined");
    if (o->sweep != NULL && !sim_sweep_read(o->sweep, &o->swept))
        return cli_usage(c, "--sweep: expected NUMBER=FROM..TO, such as attack.knight=2..4");
    if (o->sweep != NULL && o->swept.to - o->swept.from >= SIM_RULESETS)
        return cli_usage(c, "--sweep: more than %d values", SIM_RULESETS);
    if (o->report && o->sealed)
        return cli_usage(c, "--report and --sealed cannot be combined");
    if (o->pairs && o->games % 2 != 0)
        return cli_usage(c, "--pairs requires an even number of games");
    if (o->games == 0)
        o->games = o->report ? REPORT_GAMES : 1 + o->pairs;
    o->plan.seed = o->seed;
    o->plan.max_plies = o->max_plies;
    o->plan.measure = o->report;
    o->plan.sealed = o->sealed;
    o->plan.pairs = o->pairs;
    int status = read_bots(c, o);
    if (status == CLI_GO && o->pairs && !o->plan.versus)
        return cli_usage(c, "--pairs requires two bots that differ");
    return status;
}

/* Writes the picture of the report. */
static int draw_report(cli *c, const options *o, const sim_report *report) {
    const xpgn_svg_options how = {XPGN_SVG_OPTIONS, .columns = 2};
    xpgn_svg *svg = cli_open_svg(c, o->theme, &how);
    if (svg == NULL)
        return CLI_TROUBLE;
    if (!sim_report_draw(svg, report))
        cli_no_memory(c);
    return cli_write_svg(c, svg, o->svg);
}

static int write_report(cli *c, const options *o) {
    xpgn_buffer out = {0};
    sim_report report = {.counts = &o->counts,
                         .plan = &o->plan,
                         .title = o->title,
                         .rulesets = o->rulesets,
                         .bots = o->bots,
                         .sweep = o->sweep != NULL};
    if (o->svg == NULL || strcmp(o->svg, "-") != 0)
        sim_report_write(&out, &report, (sim_format)o->format);
    cli_flush(c, CLI_OUT, &out);
    xpgn_buffer_free(&out);
    return o->svg != NULL ? draw_report(c, o, &report) : CLI_GOOD;
}

static void free_options(options *o) {
    free(o->names);
    xpgn_buffer_free(&o->swept_rules);
    for (size_t i = 0; i < SIM_RULESETS; i++) {
        free(o->words[i]);
        xpgn_buffer_free(&o->swept_options[i]);
    }
}

static int simulate(cli *c, options *o) {
    static const xpgn_walk_options walk = {XPGN_WALK_OPTIONS};
    xpgn_catalog *catalog;
    if (!cli_open_catalog(c, &catalog))
        return CLI_TROUBLE;
    int status = read_titles(c, o, catalog);
    if (status == CLI_GO && o->sweep != NULL)
        status = sweep_titles(c, o, catalog);
    if (status == CLI_GO)
        status = check_titles(c, o, catalog);
    if (status == CLI_GO) {
        status = cli_run_numbers(c,
                                 &(cli_work){.walk = &walk,
                                             .state_size = sizeof(sim_part),
                                             .game = simulate_game,
                                             .finish = close_part,
                                             .batch = 16},
                                 o->games);
        if (o->report && status == CLI_GOOD)
            status = write_report(c, o);
    }
    xpgn_catalog_free(catalog);
    return status;
}

int main(int argc, char **argv) {
    static options o = {
        .seed = 1, .max_plies = DEFAULT_PLIES, .bots = "greedy", .rule_options = ""};
    cli c;
    int status = cli_begin(&c, &tool, argc, argv, &o);
    if (status == CLI_GO)
        status = read_plan(&c, &o);
    if (status == CLI_GO)
        status = simulate(&c, &o);
    free_options(&o);
    return cli_end(&c, status);
}
