/* SPDX-License-Identifier: MIT */
/* xpgn-render-svg: diagrams of positions for print. */
#include "cli/diagram.h"
#include "cli/svg.h"

#include <stdlib.h>
#include <string.h>

typedef struct options {
    cli_diagram_options shown;
    const char *output, *theme, *square;
    int border; /* xpgn_svg_border */
    bool inside, corners;
    /* derived */
    xpgn_svg *svg;
} options;

#define AT(member) offsetof(options, member)

static const cli_option table[] = {
    {.letter = 'o',
     .name = "output",
     .argument = "FILE",
     .help = "write to FILE; a name with %n is a file for each diagram, with its number for %n "
             "(%03n: 001)",
     .kind = CLI_WRITES,
     .writes = CLI_PICTURE,
     .offset = AT(output)},
    CLI_SVG_THEME(AT(theme)),
    {.name = "square",
     .argument = "MM",
     .help = "the side of a square in millimetres, from 3 to 50, such as 7.5 (default 9)",
     .kind = CLI_TEXT,
     .offset = AT(square)},
    {.name = "border",
     .help = "the line around the board",
     .kind = CLI_CHOICE,
     .offset = AT(border),
     .choices = "line|thick|none"},
    {.name = "inside",
     .help = "write the coordinates into the squares at the edge",
     .kind = CLI_FLAG,
     .offset = AT(inside)},
    {.name = "corners",
     .help = "write the attributes of each piece into the corners of its square",
     .kind = CLI_FLAG,
     .offset = AT(corners)},
    {.name = NULL}};

static const cli_tool tool = {
    .name = "xpgn-render-svg",
    .usage = "[option...] [file...]",
    .about = "Draws the final position of each game, other positions of it, or a position given "
             "as text, as an SVG picture for print.",
    .options = table,
    .shared = cli_diagram_table,
    .common = CLI_ALL | CLI_FORCE};

/* ---- the page -------------------------------------------------------------------------------- */

static const options *options_of(const cli_page *page) {
    return page->c->options;
}

/* Is there a file for each diagram? */
static bool is_split(const options *o) {
    int width;
    const char *at = o->output != NULL ? o->output : "";
    while (*at != '\0' && cli_number_form(at, &width) == 0)
        at += strncmp(at, "%%", 2) == 0 ? 2 : 1;
    return *at != '\0';
}

/* Writes the figures so far to a file; exits if that fails. */
static void write_file(cli_page *page, const char *path) {
    xpgn_buffer text = {0};
    xpgn_svg_write(&text, options_of(page)->svg);
    int sink = cli_open_output(page->c, path, CLI_PICTURE);
    if (sink < 0)
        exit(cli_end(page->c, CLI_TROUBLE));
    cli_flush(page->c, sink, &text);
    xpgn_buffer_free(&text);
    if (sink != CLI_OUT && !cli_finish_output(page->c, sink))
        exit(cli_end(page->c, CLI_TROUBLE));
}

/* After a figure: has it a file of its own? */
static void end_figure(cli_page *page) {
    xpgn_buffer name = {0};
    if (!is_split(options_of(page)))
        return;
    cli_put_numbered(&name, options_of(page)->output, page->diagrams);
    write_file(page, cli_text_of(page->c, &name));
    xpgn_buffer_free(&name);
}

static void put_diagram(cli_page *page, const xpgn_ruleset *rs, const xpgn_position *p,
                        const xpgn_diagram_options *how) {
    xpgn_svg_diagram(options_of(page)->svg, rs, p, how);
    end_figure(page);
}

static bool put_table(cli_page *page, const xpgn_ruleset *rs) {
    if (!xpgn_svg_attributes(options_of(page)->svg, rs))
        return false;
    page->diagrams++;
    end_figure(page);
    return true;
}

static void end_game(cli_page *page) {
    xpgn_svg_end_row(options_of(page)->svg);
}

/* Without figures nothing is written, unless the reason is that memory was short. */
static void close_page(cli_page *page) {
    const options *o = options_of(page);
    if (o->output != NULL && xpgn_svg_figures(o->svg) > 0)
        write_file(page, o->output);
    else
        xpgn_svg_write(page->out, o->svg);
}

static const cli_page_kind page_kind = {.size = sizeof(cli_page),
                                        .diagram = put_diagram,
                                        .table = put_table,
                                        .end_game = end_game,
                                        .close = close_page};

/* ---- options --------------------------------------------------------------------------------- */

/* "7.5" in hundredths; 0: not a length from 3 to 50. */
static uint32_t read_millimetres(const char *text) {
    uint32_t whole = 0, part = 0, unit = 100;
    const char *s = text;
    for (; *s >= '0' && *s <= '9' && whole < 1000; s++)
        whole = whole * 10 + (uint32_t)(*s - '0');
    if (s == text)
        return 0;
    if (*s == '.')
        for (s++; *s >= '0' && *s <= '9' && unit > 1; s++)
            part += (uint32_t)(*s - '0') * (unit /= 10);
    uint32_t length = whole * 100 + part;
    return *s == '\0' && length >= 300 && length <= 5000 ? length : 0;
}

static int draw(cli *c, options *o) {
    xpgn_svg_options how = {XPGN_SVG_OPTIONS, .border = (xpgn_svg_border)o->border,
                            .columns = (uint32_t)o->shown.columns, .inside = o->inside,
                            .corners = o->corners};
    if (o->square != NULL && (how.square = read_millimetres(o->square)) == 0)
        return cli_usage(c, "--square: '%s' is not a length from 3 to 50 millimetres, such as 7.5",
                         o->square);
    o->svg = cli_open_svg(c, o->theme, &how);
    int status = o->svg != NULL ? cli_draw(c) : CLI_TROUBLE;
    xpgn_svg_free(o->svg);
    return status;
}

int main(int argc, char **argv) {
    options o = {.shown = {.ply = UINT64_MAX, .kind = &page_kind}};
    cli c;
    int status = cli_begin(&c, &tool, argc, argv, &o);
    if (status == CLI_GO)
        status = draw(&c, &o);
    return cli_end(&c, status);
}
