/* SPDX-License-Identifier: MIT */
/* xpgn-render-svg: diagrams of positions for print. */
#include "internal/text_out.h"
#include "internal/writers.h"
#include "render-svg/png_writer.h"
#include "render-svg/text_outlines.h"
#include "shared/diagram/diagram.h"
#include "shared/diagram/svg_output.h"

#include <stdlib.h>
#include <string.h>
#include <xpgn/rulesets.h>

enum { SVG, PNG, CARD, LATEX, FRAGMENT };
enum { MOST_DRAWINGS = 1024 * 1024 }; /* bytes */

typedef struct options {
    cli_diagram_options shown;
    cli_svg_look look;
    const char *output, *theme, *pieces, *animate;
    int sheet; /* index of sheet_widths; 0: none */
    int format;
    int sum; /* 1 + xpgn_document; 0: pictures */
    uint64_t dpi;
    bool figure, symbols, no_sum, outline;
    /* derived from the options */
    xpgn_svg *svg;
    xpgn_buffer *lines;         /* of fragments */
    xpgn_buffer drawings, text; /* of --pieces; of --sum */
} options;

#define AT(member) offsetof(options, member)

static const cli_option table[] = {
    CLI_ROW("output", "FILE", CLI_WRITES, AT(output),
            "write to FILE; with %n in its name, one file for each diagram, with the diagram's "
            "number for %n (%03n: 001)",
            .letter = 'o', .writes = CLI_PICTURE),
    CLI_ONE_OF(
        "format", "svg|png|card|latex|fragment", AT(format),
        "an SVG picture; a PNG at --dpi, or a link-preview card of 1200 by 630 pixels, both "
        "with librsvg; LaTeX that pdflatex reads without packages; for HTML pages, a line of "
        "JSON for each diagram"),
    CLI_SWITCH("symbols", AT(symbols),
               "with --format=fragment, begin with a line that has the pieces for all fragments of "
               "a page"),
    CLI_ROW("dpi", "N", CLI_NUMBER, AT(dpi),
            "resolution of PNG in pixels per inch, from 50 to 1200 (default 200)", .min = 50,
            .max = 1200),
    CLI_SVG_THEME(AT(theme)),
    CLI_SWITCH("outline", AT(outline),
               "write text of SVG as outlines, for programs without its fonts; with librsvg"),
    CLI_ROW("pieces", "FILE", CLI_READS, AT(pieces),
            "drawings of pieces, in a file like formats/pieces.svg, before the built-in ones"),
    CLI_SVG_LOOK(AT(look)),
    CLI_ROW("tint", "SQUARES", CLI_LIST, AT(shown.tints),
            "tint squares: e2,e4; if repeated, one list per diagram, and the last for all others"),
    CLI_ROW("ring", "SQUARES", CLI_LIST, AT(shown.rings),
            "draw rings around pieces: e4,d5; if repeated, as --tint"),
    CLI_SWITCH("no-sum", AT(no_sum), "omit the sum below the board of a combat"),
    CLI_ROW(
        "sum", NULL, CLI_MAYBE, AT(sum),
        "with --combats: write the sums alone, as tables for a document in HTML (default), LaTeX "
        "or Markdown",
        .choices = "html|latex|markdown"),
    CLI_ROW("animate", "SECONDS", CLI_TEXT, AT(animate),
            "draw one animated picture: each diagram for 0.1 to 60 seconds; for a combat, before "
            "the roll, the roll, the outcome"),
    CLI_ROW("sheet", NULL, CLI_MAYBE, AT(sheet),
            "put all figures on one sheet, numbered, with captions, in columns (default 2); as "
            "wide as the text on an A4, Letter or A5 page",
            .choices = "a4|letter|a5"),
    CLI_SWITCH("figure", AT(figure),
               "begin the next figure of a sheet, with its own options and files; options before "
               "the first apply to all"),
    {.name = NULL}};

/* Hundredths of a millimetre: the paper less 15 mm at each side. */
static const uint32_t sheet_widths[] = {0, 18000, 18590, 11800};

static const cli_tool tool = {.name = "xpgn-render-svg",
                              .usage = "[option...] [file...]",
                              .about = "Draws the final or other positions of games, or a position "
                                       "given as text, as SVG for print.",
                              .options = table,
                              .shared = cli_diagram_table,
                              .common = CLI_FILES | CLI_FORCE};

/* ---- the page -------------------------------------------------------------------------------- */

static options *options_of(const cli_page *page) {
    return page->c->options;
}

/* True if each diagram gets a file of its own. */
static bool is_split(const options *o) {
    int width;
    const char *at = o->output != NULL ? o->output : "";
    while (*at != '\0' && cli_number_form(at, &width) == 0)
        at += strncmp(at, "%%", 2) == 0 ? 2 : 1;
    return *at != '\0';
}

/* Other programs hold picture sizes in 16 bits, in pixels, which are 1/96 inch in SVG. */
enum { MOST_PIXELS = 32767 };

static int64_t pixels_of(const options *o, int64_t length) {
    return length * (int64_t)(o->format != PNG ? 96 : o->dpi > 0 ? o->dpi : 200) / 2540;
}

/* Exits if the picture is larger than other programs can read. */
static void check_size(cli_page *page) {
    int64_t width, height;
    xpgn_svg_measure(options_of(page)->svg, &width, &height);
    int64_t longest = pixels_of(options_of(page), width > height ? width : height);
    if (longest <= MOST_PIXELS)
        return;
    cli_message(page->c,
                "the picture would be %lld pixels %s, more than %d; use --across, or a name with "
                "%%n for one file per diagram",
                (long long)longest, width > height ? "wide" : "high", MOST_PIXELS);
    exit(cli_end(page->c, CLI_TROUBLE));
}

/* Appends the picture with text as outlines; exits if that fails. */
static void write_outlines(cli_page *page, xpgn_buffer *b, const options *o) {
    xpgn_buffer svg = {0};
    xpgn_svg_write(&svg, o->svg);
    if (svg.failed)
        cli_no_memory(page->c);
    if (svg.size > 0 && !outline_texts(b, page->c, (xpgn_slice){svg.data, svg.size}))
        exit(cli_end(page->c, CLI_TROUBLE));
    xpgn_buffer_free(&svg);
}

/* Appends the picture as PNG; exits if that fails. */
static void write_pixels(cli_page *page, xpgn_buffer *b, const options *o) {
    int64_t width, height;
    xpgn_buffer svg = {0};
    xpgn_svg_measure(o->svg, &width, &height);
    png_size size = {1200, 630, 30};
    if (o->format == PNG)
        size = (png_size){(int)pixels_of(o, width), (int)pixels_of(o, height), 0};
    xpgn_svg_write(&svg, o->svg);
    if (svg.failed)
        cli_no_memory(page->c);
    if (svg.size > 0 && !png_write(b, page->c, (xpgn_slice){svg.data, svg.size}, size))
        exit(cli_end(page->c, CLI_TROUBLE));
    xpgn_buffer_free(&svg);
}

static void write_picture(cli_page *page, xpgn_buffer *b, options *o) {
    if (o->sum > 0) {
        xpgn_buffer_put(b, o->text.data, o->text.size);
        b->failed |= o->text.failed;
        xpgn_buffer_clear(&o->text);
    } else if (o->format == FRAGMENT) {
        xpgn_buffer_put(b, o->lines->data, o->lines->size);
        b->failed |= o->lines->failed;
    } else if (o->outline)
        write_outlines(page, b, o);
    else if (o->format == LATEX)
        xpgn_svg_latex(b, o->svg);
    else if (o->format == SVG)
        xpgn_svg_write(b, o->svg);
    else
        write_pixels(page, b, o);
}

/* Writes the figures so far to a file; exits if that fails. */
static void write_file(cli_page *page, const char *path) {
    xpgn_buffer text = {0};
    check_size(page);
    write_picture(page, &text, options_of(page));
    int sink = cli_open_result(page->c, path, CLI_PICTURE);
    if (sink < 0)
        exit(cli_end(page->c, CLI_TROUBLE));
    cli_flush(page->c, sink, &text);
    xpgn_buffer_free(&text);
    if (sink != CLI_OUT && !cli_finish_output(page->c, sink))
        exit(cli_end(page->c, CLI_TROUBLE));
}

/* ---- fragments ------------------------------------------------------------------------------- */

/* Adds the picture as a line of JSON: rs and p are those of a diagram, or NULL. */
static void put_fragment(const options *o, const xpgn_ruleset *rs, const xpgn_position *p) {
    xpgn_buffer *b = o->lines, xfen = {0}, svg = {0};
    xpgn_svg_shown shown = xpgn_svg_last(o->svg);
    json_open(b, NULL, "{");
    if (p != NULL) {
        xpgn_position_write(&xfen, rs, p);
        json_move(b, "xfen", &xfen);
        json_text(b, "ruleset", xpgn_ruleset_id(rs));
    }
    json_slice(b, "title", shown.title);
    json_slice(b, "description", shown.description);
    if (p != NULL) {
        json_printf(b, "board", "[%d,%d,%d]", shown.x, shown.y, shown.square);
        json_number(b, "files", shown.files);
        json_number(b, "ranks", shown.ranks);
    }
    xpgn_svg_write(&svg, o->svg);
    json_move(b, "svg", &svg);
    xpgn_buffer_text(b, "}\n");
}

static void put_symbols(const options *o) {
    xpgn_buffer svg = {0};
    xpgn_svg_definitions(&svg, o->svg);
    json_open(o->lines, NULL, "{");
    json_move(o->lines, "symbols", &svg);
    xpgn_buffer_text(o->lines, "}\n");
}

/* What does not go with fragments, each of which is a picture of its own. */
static int check_fragments(cli *c, const options *o) {
    if (o->symbols && o->format != FRAGMENT)
        return cli_usage(c, "--symbols requires --format=fragment");
    if (o->format == FRAGMENT && (o->sheet > 0 || o->shown.columns > 0 || is_split(o)))
        return cli_usage(c, "--format=fragment cannot be combined with --sheet, --across or a name "
                            "with %%n");
    return CLI_GO;
}

/* After a figure: writes it if it gets a file of its own. */
static void end_figure(cli_page *page) {
    xpgn_buffer name = {0};
    if (!is_split(options_of(page)))
        return;
    cli_put_numbered(&name, options_of(page)->output, page->diagrams);
    write_file(page, cli_text_of(page->c, &name));
    xpgn_buffer_free(&name);
}

static void put_svg_diagram(cli_page *page, const xpgn_ruleset *rs, const xpgn_position *p,
                            const xpgn_diagram_options *how) {
    options *o = options_of(page);
    xpgn_diagram_options known = *how;
    known.no_report |= o->no_sum;
    if (o->sum > 0) {
        xpgn_buffer_text(&o->text, o->text.size > 0 ? "\n" : "");
        xpgn_combat_document(&o->text, rs, p, how, (xpgn_document)(o->sum - 1));
    } else
        xpgn_svg_diagram(o->svg, rs, p, &known);
    if (o->format == FRAGMENT)
        put_fragment(o, rs, p);
    end_figure(page);
}

static bool put_attributes(cli_page *page, const xpgn_ruleset *rs) {
    xpgn_buffer caption = {0};
    cli_put_caption(&caption, page);
    if (caption.size > 0)
        xpgn_svg_caption(options_of(page)->svg, cli_text_of(page->c, &caption));
    xpgn_buffer_free(&caption);
    if (!xpgn_svg_attributes(options_of(page)->svg, rs, page->o->language))
        return false;
    page->diagrams++;
    if (options_of(page)->format == FRAGMENT)
        put_fragment(options_of(page), NULL, NULL);
    end_figure(page);
    return true;
}

static void end_svg_game(cli_page *page) {
    xpgn_svg_end_row(options_of(page)->svg);
}

/* Without figures nothing is written, but page->out still fails if memory ran out. */
static void close_page(cli_page *page) {
    options *o = options_of(page);
    if (o->output != NULL &&
        (xpgn_svg_figures(o->svg) > 0 || o->text.size > 0 || o->lines->size > 0))
        write_file(page, o->output);
    else {
        check_size(page);
        write_picture(page, page->out, o);
    }
}

static const cli_page_kind page_kind = {.size = sizeof(cli_page),
                                        .diagram = put_svg_diagram,
                                        .table = put_attributes,
                                        .end_game = end_svg_game,
                                        .close = close_page};

/* ---- options --------------------------------------------------------------------------------- */

/* Sums are text, of combats, and not on a sheet. */
static int check_sum(cli *c, const options *o, bool several) {
    if (o->sum > 0 &&
        (!o->shown.combat || o->format != SVG || several || o->sheet > 0 || o->animate != NULL))
        return cli_usage(c,
                         "--sum requires --combats, and cannot be combined with --format, --sheet, "
                         "--figure or --animate");
    return CLI_GO;
}

static int check_text(cli *c, const options *o) {
    if (o->outline && o->format != SVG)
        return cli_usage(c, "--outline requires --format=svg");
    if (o->look.font != NULL && strcmp(o->look.font, "inherit") == 0 &&
        (o->format == PNG || o->format == CARD || o->outline))
        return cli_usage(c, "--font=inherit requires SVG with its text, or LaTeX");
    return CLI_GO;
}

/* An animation shows the whole game unless part of it is selected. Where animations do not run, a
   combat is shown with its dice. */
static int animate(cli *c, options *o, xpgn_svg_options *how) {
    cli_diagram_options *s = &o->shown;
    if (o->animate == NULL)
        return CLI_GO;
    if (o->sheet > 0 || o->format != SVG || s->columns > 0 || is_split(o) || s->attributes)
        return cli_usage(c, "--animate cannot be combined with --sheet, --across, --attributes, "
                            "another --format or a name with %%n");
    how->step = cli_read_hundredths(o->animate, 10, 6000);
    if (how->step == 0)
        return cli_usage(c, "--animate: '%s' is not a number of seconds from 0.1 to 60, such as 2",
                         o->animate);
    if (s->at == NULL && s->ply == UINT64_MAX && !s->combat && s->xfens.count == 0)
        s->each = s->start = true;
    s->steps = true;
    how->still = s->combat ? 1 : 0;
    return CLI_GO;
}

/* ---- a sheet of figures that have options of their own --------------------------------------- */

/* Figures are drawn by a page of their own, which leaves the picture to the sheet. */
static void keep_picture(cli_page *page) {
    (void)page;
}

static const cli_page_kind figure_kind = {.size = sizeof(cli_page),
                                          .diagram = put_svg_diagram,
                                          .table = put_attributes,
                                          .end_game = end_svg_game,
                                          .close = keep_picture};

/* The index of the next --figure; argc if there is none. */
static int next_figure(int argc, char **argv, int from) {
    while (from < argc && strcmp(argv[from], "--figure") != 0)
        from++;
    return from;
}

/* Draws one figure, from the common arguments and its own. */
static int draw_figure(const options *all, int argc, char **argv) {
    options o = {.shown = {.ply = UINT64_MAX, .kind = &figure_kind}};
    cli c;
    int status = cli_begin(&c, &tool, argc, argv, &o);
    o.svg = all->svg;
    if (status == CLI_GO)
        status = cli_draw(&c);
    cli_parse_free(&c);
    return status;
}

/* The arguments before the first --figure precede those of each figure. */
static int draw_figures(cli *c, const options *o, int argc, char **argv) {
    int first = next_figure(argc, argv, 1), status = CLI_GOOD;
    char **own = calloc((size_t)argc + 1, sizeof *own);
    if (own == NULL)
        cli_no_memory(c);
    memcpy(own, argv, (size_t)first * sizeof *own);
    for (int at = first, end; at < argc && status != CLI_TROUBLE; at = end) {
        end = next_figure(argc, argv, at + 1);
        size_t count = (size_t)(end - at - 1);
        memcpy(own + first, argv + at + 1, count * sizeof *own);
        own[(size_t)first + count] = NULL;
        int worst = draw_figure(o, first + (int)count, own);
        status = worst > status ? worst : status;
    }
    free(own);
    return status;
}

/* ---- the program ----------------------------------------------------------------------------- */

static int draw_sheet(cli *c, options *o, int argc, char **argv) {
    xpgn_buffer out = {0};
    if (is_split(o))
        return cli_usage(c, "--figure cannot be combined with a name with %%n");
    int status = draw_figures(c, o, argc, argv);
    if (status != CLI_TROUBLE)
        cli_close_page(cli_open_page(c, &out));
    return status;
}

/* Reads the drawings of --pieces. */
static int read_drawings(cli *c, options *o, xpgn_svg_options *how) {
    if (o->pieces == NULL)
        return CLI_GO;
    if (!cli_read_file(c, o->pieces, MOST_DRAWINGS, &o->drawings, NULL))
        return CLI_TROUBLE;
    how->pieces = (xpgn_slice){o->drawings.data, o->drawings.size};
    if (how->pieces.size > 0 && xpgn_drawings_plain(how->pieces))
        return CLI_GO;
    return cli_usage(c,
                     "--pieces=%s: expected groups as in formats/pieces.svg, <g id=\"...\">, of "
                     "path, circle, rect and polygon only",
                     o->pieces);
}

static int draw_sheets(cli *c, options *o, int argc, char **argv) {
    xpgn_svg_options how = {XPGN_SVG_OPTIONS, .columns = (uint32_t)o->shown.columns,
                            .fragment = o->format == FRAGMENT, .sheet = sheet_widths[o->sheet],
                            .language = o->shown.language};
    bool several = next_figure(argc, argv, 1) < argc;
    int status = cli_read_look(c, &o->look, &how);
    if (status != CLI_GO)
        return status;
    if (several && o->sheet == 0)
        return cli_usage(c, "--figure requires --sheet");
    status = cli_find_words(c, o->shown.language, &o->shown.words);
    if (status == CLI_GO)
        status = check_fragments(c, o);
    if (status == CLI_GO)
        status = check_sum(c, o, several);
    if (status == CLI_GO)
        status = check_text(c, o);
    if (status == CLI_GO)
        status = animate(c, o, &how);
    if (status == CLI_GO)
        status = read_drawings(c, o, &how);
    if (status != CLI_GO)
        return status;
    o->svg = cli_open_svg(c, o->theme, &how);
    if (o->svg == NULL)
        return CLI_TROUBLE;
    if (o->symbols)
        put_symbols(o);
    status = several ? draw_sheet(c, o, argc, argv) : cli_draw(c);
    xpgn_svg_free(o->svg);
    return status;
}

int main(int argc, char **argv) {
    xpgn_buffer lines = {0};
    options o = {.shown = {.ply = UINT64_MAX, .kind = &page_kind}, .lines = &lines};
    cli c;
    int status = cli_begin(&c, &tool, next_figure(argc, argv, 1), argv, &o);
    if (status == CLI_GO)
        status = draw_sheets(&c, &o, argc, argv);
    xpgn_buffer_free(&lines);
    xpgn_buffer_free(&o.drawings);
    xpgn_buffer_free(&o.text);
    return cli_end(&c, status);
}
