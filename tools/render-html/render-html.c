/* SPDX-License-Identifier: MIT */
/* xpgn-render-html: games as one page that plays them in a browser. */
#include "render-html/render-html.h"
#include "frame/file_paths.h"
#include "render-html/figure_book.h"
#include "shared/chance/luck_judge.h"
#include "shared/diagram/language_option.h"
#include "shared/diagram/svg_output.h"

#include <stdatomic.h>
#include <string.h>
#include <xpgn/walk.h>

#define AT(member) offsetof(options, member)

static const cli_option table[] = {
    CLI_ROW("title", "TEXT", CLI_TEXT, AT(title),
            "the title of the page (default: the name of the first file)"),
    CLI_ROW("at", "TURN", CLI_TEXT, AT(at),
            "show the position after this turn first: 8w, 12b (four seats also 12r, 12g), or 12, "
            "the last with that number; with --protocol: only what was decided at it"),
    CLI_ROW("protocol", NULL, CLI_MAYBE, AT(protocol),
            "write a document without scripts, to print or keep: the score sheet and each combat "
            "with figure, sum and odds; brief: without figures",
            .choices = "full|brief"),
    CLI_ROW("element", NULL, CLI_MAYBE, AT(element),
            "write an element <xpgn-game> for each game, for use in other pages; script: write the "
            "script that shows them; figures: the script of <xpgn-figure>",
            .choices = "games|script|figures"),
    CLI_ROW("figures", NULL, CLI_MAYBE, AT(figures),
            "read a document (Markdown, HTML, LaTeX) and replace each block xpgn by its figure; "
            "auto: Markdown becomes HTML",
            .choices = "auto|html|markdown|latex"),
    CLI_SVG_SQUARE(AT(square)),
    CLI_ROW("language", "CODE", CLI_TEXT, AT(language),
            "language of the page and its piece letters: en (default), de, fr, es, it, nl or pl"),
    CLI_ROW("equity", "BOT", CLI_TEXT, AT(equity),
            "show luck in expected score, as estimated by careful or strong:N, not in material"),
    CLI_SWITCH("flip", AT(flip), "show Black's side at the bottom"),
    CLI_SWITCH("no-comments", AT(no_comments), "omit comments and everything in them"),
    CLI_SWITCH("no-marks", AT(no_marks), "omit the arrows and squares of comments"),
    CLI_SWITCH("no-variations", AT(no_variations), "omit variations"),
    CLI_SWITCH("no-record", AT(no_record), "omit the text of the records that readers can copy"),
    {.name = NULL}};

static const cli_tool tool = {
    .name = "xpgn-render-html",
    .usage = "[option...] [file...]",
    .about = "Writes a game or a tournament as one web page that plays it in a browser, or a book "
             "with checked figures.",
    .options = table,
    .common = CLI_FILES};

/* ---- the page -------------------------------------------------------------------------------- */

/* The maximum size in bytes of what is shown without a script: protocols of the first games. */
enum { NOSCRIPT = 48000 };

/* A page being written. It begins with the first game: if no file can be read, nothing is
   written. */
typedef struct html_page {
    cli *c;
    const options *o;
    atomic_bool begun;
    xpgn_buffer out; /* until the page has begun: its beginning */
    xpgn_slice rest; /* what is left of page.html */
    html_common common;
    const figure_book *book; /* with --figures: what it says of the page; and the page */
    xpgn_slice body;
    xpgn_buffer protocol;  /* of the first games */
    size_t told, left_out; /* games whose protocol was made, and games without one */
} html_page;

/* The title, or that of the document, or the name of the first file without its folder. */
static xpgn_slice page_title(const html_page *p) {
    const figure_book *book = p->book;
    const options *o = p->o;
    if (o->title == NULL && book != NULL && book->title.size > 0)
        return cli_held(&book->title);
    const char *file = cli_input(&o->common.files, 0);
    const char *name = strcmp(file, "-") == 0 ? "Games" : path_name(file);
    return cli_slice(o->title != NULL ? o->title : name);
}

/* A part of the page; empty if there is none of that name. */
static xpgn_slice part_of_page(xpgn_slice name) {
    for (const html_part *part = html_parts; part->name != NULL; part++)
        if (cli_equal(name, cli_slice(part->name)))
            return (xpgn_slice){part->text, part->size};
    return (xpgn_slice){"", 0};
}

/* Writes the words of the page, unless they are English, which it has. */
static void put_page_words(xpgn_buffer *json, const options *o) {
    char name[32];
    (void)snprintf(name, sizeof name, "WORDS_%s", o->words.code);
    xpgn_slice words = part_of_page(cli_slice(name));
    if (words.size > 0)
        json_printf(json, "words", "%.*s", (int)words.size, words.data);
}

/* Writes the data that the games share. */
static void put_common(xpgn_buffer *out, const options *o, html_common *common) {
    xpgn_buffer json = {0};
    json_open(&json, NULL, "{");
    json_open(&json, "frames", "[");
    xpgn_buffer_put(&json, common->frames.data, common->frames.size);
    xpgn_buffer_char(&json, ']');
    json_open(&json, "entries", "[");
    xpgn_buffer_put(&json, common->entries.data, common->entries.size);
    xpgn_buffer_char(&json, ']');
    html_tournaments_put(&json, common);
    put_page_words(&json, o);
    xpgn_buffer_char(&json, '}');
    html_hide_less(&json);
    xpgn_buffer_put(out, json.data, json.size);
    out->failed |= json.failed || common->frames.failed || common->entries.failed;
    xpgn_buffer_free(&json);
}

/* Adds the protocol of a game, if it fits. Call it in the order of the games. */
static void add_protocol(html_page *p, cli_worker *w, const xpgn_game *game) {
    size_t before = p->protocol.size;
    if (p->left_out == 0)
        protocol_game(w, game, ++p->told, &p->protocol);
    if (p->left_out > 0 || p->protocol.size > NOSCRIPT) {
        p->protocol.size = before;
        p->left_out++;
    }
}

static void put_protocol(html_page *p) {
    xpgn_buffer_slice(&p->out, (xpgn_slice){p->protocol.data, p->protocol.size});
    if (p->left_out > 0)
        xpgn_buffer_printf(&p->out,
                           "<p>There are %zu more games. <kbd>xpgn-render-html "
                           "--protocol=brief</kbd> writes all of them like this.</p>\n",
                           p->left_out);
    p->out.failed |= p->protocol.failed;
}

/* The script of <xpgn-figure>, if the page has such an element. */
static void put_steps_script(html_page *p) {
    if (!p->book->has_steps)
        return;
    xpgn_buffer_text(&p->out, "<script>");
    xpgn_buffer_slice(&p->out, part_of_page(cli_slice("FIGURE")));
    xpgn_buffer_text(&p->out, "</script>\n");
}

static void put_named(html_page *p, xpgn_slice name) {
    const options *o = p->o;
    if (cli_equal(name, cli_slice("TITLE")))
        html_escape(&p->out, page_title(p));
    else if (cli_equal(name, cli_slice("VERSION")))
        xpgn_buffer_text(&p->out, xpgn_version());
    else if (cli_equal(name, cli_slice("FLIP")))
        xpgn_buffer_text(&p->out, o->flip ? "true" : "false");
    else if (cli_equal(name, cli_slice("DEFINITIONS")))
        protocol_put_definitions(p->c, &p->out, page_title(p));
    else if (cli_equal(name, cli_slice("LUCK")) && o->equity != NULL)
        xpgn_buffer_printf(&p->out, ", in points of the score as %s expects them", o->equity);
    else if (cli_equal(name, cli_slice("COMMON")))
        put_common(&p->out, o, &p->common);
    else if (cli_equal(name, cli_slice("NOSCRIPT")))
        put_protocol(p);
    else if (cli_equal(name, cli_slice("LANGUAGE")))
        xpgn_buffer_text(&p->out, o->words.code);
    else if (cli_equal(name, cli_slice("BODY")))
        xpgn_buffer_slice(&p->out, p->body);
    else if (cli_equal(name, cli_slice("STEPS")))
        put_steps_script(p);
    else
        xpgn_buffer_slice(&p->out, part_of_page(name));
}

/* Writes page.html up to the place of the games, or to its end. */
static void put_page(html_page *p) {
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

/* Writes a game with all that it needs, to be put into any page. */
static void put_element(cli_worker *w, const xpgn_game *game) {
    html_common own = {.many_events = true};
    xpgn_buffer *out = &w->to[CLI_OUT];
    xpgn_buffer_text(out, "<xpgn-game>\n");
    html_game(w, game, &own);
    xpgn_buffer_text(out, "<script type=\"application/json\" class=\"common\">");
    put_common(out, w->options, &own);
    xpgn_buffer_text(out, "</script>\n</xpgn-game>\n");
    html_common_free(&own);
}

static void put_html_game(html_page *p, cli_worker *w, const xpgn_game *game) {
    html_game(w, game, &p->common);
    add_protocol(p, w, game);
}

static bool render_game(cli_worker *w, const xpgn_game *game) {
    html_page *p = ((const options *)w->options)->page;
    if (!atomic_load(&p->begun)) {
        cli_in_order(w);
        if (!atomic_exchange(&p->begun, true))
            xpgn_buffer_put(&w->to[CLI_OUT], p->out.data, p->out.size);
    }
    if (p->o->protocol != 0)
        protocol_game(w, game, game->number, &w->to[CLI_OUT]);
    else if (p->o->element != 0)
        put_element(w, game);
    else
        put_html_game(p, w, game);
    (void)cli_report_errors(w, game);
    return true;
}

/* The template of the output; empty for elements. */
static xpgn_slice template_of(const options *o) {
    if (o->element == ELEMENT_GAMES)
        return (xpgn_slice){"", 0};
    return part_of_page(cli_slice(o->protocol != 0 ? "PROTOCOL" : "PAGE"));
}

static int read_turns(cli *c, options *o) {
    if (o->at != NULL && !cli_read_turn(o->at, &o->turn))
        return cli_usage(c, "--at: '%s' is not a turn such as 8w or 12b", o->at);
    o->only = o->protocol != 0 ? o->at : NULL;
    return CLI_GO;
}

static int check_equity(cli *c, const options *o) {
    if (o->equity == NULL)
        return CLI_GO;
    if (o->protocol != 0)
        return cli_usage(c, "--protocol and --equity cannot be combined");
    xpgn_equity *e = cli_open_equity(c, o->equity, NULL);
    xpgn_equity_free(e);
    return e != NULL ? CLI_GO : CLI_TROUBLE;
}

static int check_element(cli *c, const options *o) {
    if (o->element != 0 && o->protocol != 0)
        return cli_usage(c, "--protocol and --element cannot be combined");
    if (o->element > ELEMENT_GAMES && o->common.files.count > 0)
        return cli_usage(c, "--element=%s is the same for all games, and takes no file",
                         o->element == ELEMENT_SCRIPT ? "script" : "figures");
    return CLI_GO;
}

/* Writes the script of elements. */
static int write_script(cli *c, const options *o) {
    xpgn_buffer out = {0};
    xpgn_buffer_slice(&out,
                      part_of_page(cli_slice(o->element == ELEMENT_SCRIPT ? "ELEMENT" : "FIGURE")));
    cli_flush(c, CLI_OUT, &out);
    xpgn_buffer_free(&out);
    return CLI_GOOD;
}

/* ---- documents with figures ------------------------------------------------------------------ */

/* With a document goes only what draws figures, and the title. */
static int check_figures(cli *c, const options *o) {
    const cli_common *common = &o->common;
    const cli_svg_look look = {.square = o->square};
    xpgn_svg_options how = {XPGN_SVG_OPTIONS};
    bool games = o->protocol != 0 || o->element != 0 || o->at != NULL || o->equity != NULL ||
                 o->flip || o->no_variations || o->no_comments || o->no_marks || o->no_record ||
                 common->games.first > 0 || common->games_from != NULL || common->recursive;
    if (o->figures != 0 && games)
        return cli_usage(c, "--figures takes only --title, --square, --language and --rules");
    if (o->figures == 0 && o->square != NULL)
        return cli_usage(c, "--square requires --figures");
    return cli_read_look(c, &look, &how);
}

/* Writes a document with its figures: as it is, or, from Markdown, as a page or for LaTeX. */
static int write_book(cli *c, options *o) {
    figure_book book = {.c = c, .o = o};
    xpgn_buffer body = {0};
    int status = book_make(&book, &body);
    html_page p = {.c = c, .o = o, .book = &book, .body = cli_held(&body)};
    bool whole = book.kind == BOOK_MARKDOWN && book.form != BOOK_MARKDOWN;
    const char *frame = book.form == BOOK_LATEX ? "BOOK_LATEX" : "BOOK";
    p.rest = whole ? part_of_page(cli_slice(frame)) : (xpgn_slice){"@BODY@", 6};
    o->page = &p;
    if (status == CLI_GOOD) {
        put_page(&p);
        p.out.failed |= body.failed;
        cli_flush(c, CLI_OUT, &p.out);
    }
    o->page = NULL;
    xpgn_buffer_free(&p.out);
    xpgn_buffer_free(&body);
    book_free(&book);
    return status;
}

static void end_thread(cli *c, void *state) {
    (void)c;
    html_thread_end(state);
}

static int run_render(cli *c, options *o) {
    int known = read_turns(c, o);
    if (known == CLI_GO)
        known = check_figures(c, o);
    if (known == CLI_GO)
        known = check_element(c, o);
    if (known == CLI_GO)
        known = check_equity(c, o);
    if (known != CLI_GO)
        return known;
    if (o->element > ELEMENT_GAMES)
        return write_script(c, o);
    if (o->figures != 0)
        return write_book(c, o);
    xpgn_walk_options walk = {XPGN_WALK_OPTIONS, .skip_variations = o->no_variations,
                              .repair = &xpgn_repair};
    html_page p = {.c = c, .o = o, .rest = template_of(o)};
    put_page(&p);
    if (p.out.failed)
        cli_no_memory(c);
    o->page = &p;
    int status = cli_run(c, &(cli_work){.walk = &walk,
                                        .state_size = sizeof(html_thread),
                                        .game = render_game,
                                        .finish = end_thread});
    if (p.begun)
        xpgn_buffer_clear(&p.out);
    put_page(&p);
    if (p.begun || status != CLI_TROUBLE)
        cli_flush(c, CLI_OUT, &p.out);
    o->page = NULL;
    html_common_free(&p.common);
    xpgn_buffer_free(&p.out);
    xpgn_buffer_free(&p.protocol);
    return status;
}

int main(int argc, char **argv) {
    options o = {.flip = false};
    cli c;
    int status = cli_begin(&c, &tool, argc, argv, &o);
    if (status == CLI_GO)
        status = cli_find_words(&c, o.language, &o.words);
    if (status == CLI_GO)
        status = run_render(&c, &o);
    return cli_end(&c, status);
}
