/* SPDX-License-Identifier: MIT */
/* xpgn-render-html: games as one page for a browser, which plays them. */
#include "render-html/render-html.h"
#include "cli/language.h"

#include <stdatomic.h>
#include <string.h>

#define AT(member) offsetof(options, member)

static const cli_option table[] = {
    {.former = 't',
     .name = "title",
     .argument = "TEXT",
     .help = "the title of the page (default: the name of the first file)",
     .kind = CLI_TEXT,
     .offset = AT(title)},
    {.name = "start-at",
     .argument = "TURN",
     .help = "show the position after this turn first: 8w, 12b (four seats also 12r, 12g), or 12, "
             "the last of that number",
     .kind = CLI_TEXT,
     .offset = AT(start_at)},
    {.name = "language",
     .argument = "CODE",
     .help =
         "the language of the letters of actions, of the names of pieces and of who is to move: "
         "en (default), de, fr, es, it, nl or pl",
     .kind = CLI_TEXT,
     .offset = AT(language)},
    {.name = "flip",
     .help = "show Black's side at the bottom",
     .kind = CLI_FLAG,
     .offset = AT(flip)},
    {.name = "no-comments", .help = "omit comments", .kind = CLI_FLAG, .offset = AT(no_comments)},
    {.name = "no-variations",
     .help = "omit variations",
     .kind = CLI_FLAG,
     .offset = AT(no_variations)},
    {.name = "no-record",
     .help = "omit the text of the records, which readers can copy",
     .kind = CLI_FLAG,
     .offset = AT(no_record)},
    {.name = NULL}};

static const cli_tool tool = {
    .name = "xpgn-render-html",
    .usage = "[option...] [file...]",
    .about = "Writes a game or a tournament as one page that plays it in a browser.",
    .options = table,
    .common = CLI_ALL};

/* ---- the page -------------------------------------------------------------------------------- */

/* A page being written: what is left of page.html. It begins with the first game: where no file can
   be read there is none. */
typedef struct page {
    const options *o;
    atomic_bool begun;
    xpgn_buffer out; /* before it has begun: what begins it */
    xpgn_slice rest;
} page;

/* Writes the name of the first file without its folder. */
static void put_file(xpgn_buffer *b, const options *o) {
    const char *file = o->common.files.count > 0 ? o->common.files.item[0] : "-";
    const char *slash = strrchr(file, '/');
    const char *name = strcmp(file, "-") == 0 ? "Games" : slash != NULL ? slash + 1 : file;
    html_escape(b, cli_slice(name));
}

static void put_named(page *p, xpgn_slice name) {
    const options *o = p->o;
    if (cli_equal(name, cli_slice("TITLE")) && o->title != NULL)
        html_escape(&p->out, cli_slice(o->title));
    else if (cli_equal(name, cli_slice("TITLE")))
        put_file(&p->out, o);
    else if (cli_equal(name, cli_slice("VERSION")))
        xpgn_buffer_text(&p->out, xpgn_version());
    else if (cli_equal(name, cli_slice("FLIP")))
        xpgn_buffer_text(&p->out, o->flip ? "true" : "false");
    for (const html_part *part = html_parts; part->name != NULL; part++)
        if (cli_equal(name, cli_slice(part->name)))
            xpgn_buffer_put(&p->out, part->text, part->size);
}

/* Writes page.html up to the place of the games, or to its end. */
static void put_page(page *p) {
    for (const char *at; (at = memchr(p->rest.data, '@', p->rest.size)) != NULL;) {
        const char *end = p->rest.data + p->rest.size;
        const char *close = memchr(at + 1, '@', (size_t)(end - at - 1));
        xpgn_slice name = {at + 1, (size_t)(close - at - 1)};
        xpgn_buffer_put(&p->out, p->rest.data, (size_t)(at - p->rest.data));
        p->rest = (xpgn_slice){close + 1, (size_t)(end - close - 1)};
        if (cli_equal(name, cli_slice("GAMES")))
            return;
        put_named(p, name);
    }
    xpgn_buffer_slice(&p->out, p->rest);
}

/* ---- the program ----------------------------------------------------------------------------- */

static bool one_game(cli_worker *w, const xpgn_game *game) {
    page *p = ((const options *)w->options)->page;
    if (!atomic_load(&p->begun)) {
        cli_in_order(w);
        if (!atomic_exchange(&p->begun, true))
            xpgn_buffer_put(&w->to[CLI_OUT], p->out.data, p->out.size);
    }
    html_game(w, game);
    (void)cli_report_errors(w, game);
    return true;
}

static int start(cli *c, options *o) {
    if (o->start_at != NULL && !cli_read_turn(o->start_at, &o->turn))
        return cli_usage(c, "--start-at: '%s' is not a turn such as 8w or 12b", o->start_at);
    xpgn_walk_options walk = {XPGN_WALK_OPTIONS, .skip_variations = o->no_variations,
                              .repair = true};
    page p = {.o = o, .rest = {html_parts[0].text, html_parts[0].size}};
    put_page(&p);
    if (p.out.failed)
        cli_no_memory(c);
    o->page = &p;
    int status = cli_run(c, &(cli_work){.walk = &walk, .game = one_game});
    if (p.begun)
        xpgn_buffer_clear(&p.out);
    put_page(&p);
    if (p.begun || status != CLI_TROUBLE)
        cli_flush(c, CLI_OUT, &p.out);
    o->page = NULL;
    xpgn_buffer_free(&p.out);
    return status;
}

int main(int argc, char **argv) {
    options o = {.flip = false};
    cli c;
    int status = cli_begin(&c, &tool, argc, argv, &o);
    if (status == CLI_GO)
        status = cli_find_words(&c, o.language, &o.words);
    if (status == CLI_GO)
        status = start(&c, &o);
    return cli_end(&c, status);
}
