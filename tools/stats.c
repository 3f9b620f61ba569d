/* SPDX-License-Identifier: MIT */
/* xpgn-stats: counts over a stream of games. */
#include "cli.h"

typedef struct options {
    cli_common common;
    const char *by;
    int format; /* xpgn_tally_format */
    /* made of them */
    xpgn_tally *sum;
} options;

#define AT(member) offsetof(options, member)

static const cli_option table[] = {
    {.name = "by",
     .argument = "TAG",
     .help = "one line for each value of this tag",
     .kind = CLI_TEXT,
     .offset = AT(by)},
    {.name = "format",
     .help = "columns and bars for people, one JSON object, or one row for each ruleset and value",
     .kind = CLI_CHOICE,
     .offset = AT(format),
     .choices = "text|json|csv|tsv"},
    {.name = NULL}};

static const cli_tool tool = {
    .name = "xpgn-stats",
    .usage = "[option...] [file...]",
    .about = "Counts results, lengths, endings, dice and combats of the games without errors.",
    .options = table,
    .common = CLI_ALL};

/*
 * One thread's part.  Games without dice are walked for their verdict only, which is many times
 * faster; which kind a game is is known after its tags, so the kind of the game before is tried.
 */
typedef struct part {
    xpgn_tally *tally;
    xpgn_walk *verdict; /* the other walk, w->walk has all steps */
    bool steps;         /* the game before had to be walked in steps */
} part;

static void must(cli *c, xpgn_status status) {
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(c);
}

static void open_part(cli_worker *w, part *p) {
    static const xpgn_walk_options how = {.skip_variations = true, .verdict_only = true};
    must(w->cli, xpgn_tally_new(&p->tally, ((const options *)w->options)->by));
    must(w->cli, xpgn_walk_new(&p->verdict, w->rules, &how));
}

/* False: the walk gave the verdict only, and this game is to be walked in steps. */
static bool play(cli_worker *w, part *p, xpgn_walk *walk, const xpgn_game *game) {
    const xpgn_step *step;
    xpgn_status status;
    bool enough = true;
    must(w->cli, xpgn_walk_begin(walk, game));
    while ((status = xpgn_walk_next(walk, &step)) == XPGN_OK) {
        p->steps = xpgn_tally_wants_steps(xpgn_walk_ruleset(walk));
        enough = walk != p->verdict || !p->steps;
        if (enough)
            xpgn_tally_add(p->tally, walk, step);
    }
    must(w->cli, status);
    return enough;
}

static bool one_game(cli_worker *w, const xpgn_game *game) {
    part *p = w->state;
    if (p->tally == NULL)
        open_part(w, p);
    xpgn_walk *walk = p->steps ? w->walk : p->verdict;
    if (!play(w, p, walk, game)) {
        walk = w->walk;
        (void)play(w, p, walk, game);
    }
    cli_report how = {.color = w->cli->sink[CLI_ERR].color};
    bool bad = cli_report_findings(&w->to[CLI_ERR], &how, game, walk, XPGN_ERROR) == XPGN_ERROR;
    must(w->cli, xpgn_tally_end(p->tally, !bad));
    if (bad)
        cli_worst(w, CLI_BAD);
    return true;
}

static void add_part(cli *c, void *state) {
    part *p = state;
    if (p->tally != NULL)
        must(c, xpgn_tally_merge(((options *)c->options)->sum, p->tally));
    xpgn_tally_free(p->tally);
    xpgn_walk_free(p->verdict);
}

static void write_sum(cli *c, const options *o) {
    xpgn_buffer out = {0};
    xpgn_tally_write(&out, o->sum, (xpgn_tally_format)o->format);
    cli_flush(c, CLI_OUT, &out);
    xpgn_buffer_free(&out);
}

static void say_left_out(cli *c, const options *o) {
    uint64_t left_out, all = xpgn_tally_games(o->sum, &left_out);
    all += left_out;
    if (left_out > 0)
        cli_message(c, "%llu of %llu games left out: they have errors",
                    (unsigned long long)left_out, (unsigned long long)all);
}

static int count_games(cli *c, options *o) {
    static const xpgn_walk_options walk = {.skip_variations = true};
    must(c, xpgn_tally_new(&o->sum, o->by));
    int status = cli_run(
        c, &(cli_work){
               .walk = &walk, .state_size = sizeof(part), .game = one_game, .finish = add_part});
    write_sum(c, o);
    say_left_out(c, o);
    xpgn_tally_free(o->sum);
    return status;
}

int main(int argc, char **argv) {
    options o = {.by = NULL};
    cli c;
    int status = cli_begin(&c, &tool, argc, argv, &o);
    if (status == CLI_GO)
        status = count_games(&c, &o);
    return cli_end(&c, status);
}
