/* SPDX-License-Identifier: MIT */
/* Diagrams of tools: options, one diagram, attribute tables. */
#include "shared/diagram/diagram.h"
#include "shared/diagram/variant_option.h"

#include <stdlib.h>
#include <string.h>
#include <xpgn/rulesets.h>

#define AT(member) offsetof(cli_diagram_options, member)

const cli_option cli_diagram_table[] = {
    CLI_SWITCH("flip", AT(flip), "show Black's side at the bottom"),
    CLI_SWITCH("no-coordinates", AT(no_coordinates), "omit file letters and rank numbers"),
    CLI_SWITCH("no-turn", AT(no_turn), "omit the line with the side to move"),
    CLI_SWITCH("no-held", AT(no_held), "omit removed pieces and prisoners"),
    CLI_SWITCH("no-marks", AT(no_marks), "omit the arrows and squares of the record's comments"),
    CLI_ROW("mark", "SQUARES", CLI_LIST, AT(marks),
            "mark squares: e4,d5, or with other signs: '!e4,d5 ?c3 .e5'", .letter = 'm'),
    CLI_ROW("arrow", "ARROWS", CLI_LIST, AT(arrows),
            "draw arrows from square to square: e4d5,g1f3"),
    CLI_ROW("destinations", "SQUARES", CLI_LIST, AT(destinations),
            "show where the pieces on these squares may move and what they may attack"),
    CLI_ROW("crop", "SQUARES", CLI_TEXT, AT(crop),
            "draw part of the board, from corner to corner: c3-g7"),
    CLI_ROW("caption", "TEXT", CLI_LIST, AT(captions),
            "write TEXT below each diagram; %n is the diagram's number; if repeated, one caption "
            "per diagram, and the last for all others",
            .letter = 'c'),
    CLI_ROW("language", "CODE", CLI_TEXT, AT(language),
            "language of captions and piece letters: en (default), de, fr, es, it, nl or pl"),
    CLI_SWITCH("combats", AT(combat),
               "draw combats with attacker, supporters and totals: those of the selected turns, or "
               "by default the last of the game"),
    CLI_ROW("at", "TURN", CLI_TEXT, AT(at),
            "the position after this turn: 8w, 12b (four seats also 12r, 12g), or 12, the last "
            "with that number; 8w.2: after the second action of that turn"),
    CLI_ROW("ply", "N", CLI_NUMBER, AT(ply), "the position after N turns; 0 is the start",
            .max = UINT32_MAX - 1),
    CLI_SWITCH("each", AT(each), "the position after every turn"),
    CLI_SWITCH("start", AT(start), "also draw the start position, first"),
    CLI_ROW("across", "N", CLI_NUMBER, AT(columns), "place N diagrams side by side", .min = 1,
            .max = CLI_MOST_COLUMNS),
    CLI_ROW("xfen", "TEXT", CLI_LIST, AT(xfens),
            "draw this position (FEN or XFEN) instead of records; may be repeated", .letter = 'x'),
    CLI_SWITCH(
        "attributes", AT(attributes),
        "draw the attribute table of the ruleset instead (without --variant: of every ruleset)"),
    CLI_ROW("variant", "ID", CLI_TEXT, AT(variant),
            "the ruleset of --xfen and --attributes (default: chess, or the first that fits the "
            "position)"),
    CLI_ROW("options", "OPTIONS", CLI_TEXT, AT(rule_options),
            "options of the ruleset: 'rescue king-safety'"),
    {.name = NULL}};

const char *cli_text_of(cli *c, xpgn_buffer *b) {
    xpgn_buffer_char(b, '\0');
    if (b->failed)
        cli_no_memory(c);
    return b->data;
}

/* ---- captions -------------------------------------------------------------------------------- */

size_t cli_number_form(const char *text, int *width) {
    *width = 0;
    if (strncmp(text, "%n", 2) == 0)
        return 2;
    if (strncmp(text, "%0", 2) != 0 || text[2] < '1' || text[2] > '9' || text[3] != 'n')
        return 0;
    *width = text[2] - '0';
    return 4;
}

void cli_put_numbered(xpgn_buffer *b, const char *text, uint64_t number) {
    while (*text != '\0') {
        int width;
        size_t size = cli_number_form(text, &width);
        if (size > 0)
            xpgn_buffer_printf(b, "%0*llu", width, (unsigned long long)number);
        else
            xpgn_buffer_char(b, *text);
        text += size > 0 ? size : strncmp(text, "%%", 2) == 0 ? 2 : 1;
    }
}

const char *cli_for_next(const cli_page *page, const cli_list *list) {
    size_t i = page->diagrams < list->count ? (size_t)page->diagrams : list->count - 1;
    return list->count > 0 ? list->item[i] : NULL;
}

void cli_put_caption(xpgn_buffer *b, const cli_page *page) {
    const char *caption = cli_for_next(page, &page->o->captions);
    if (caption != NULL)
        cli_put_numbered(b, caption, page->diagrams + 1);
}

/* ---- one diagram ----------------------------------------------------------------------------- */

static void add_text_line(xpgn_buffer *b, const char *text) {
    if (text == NULL || *text == '\0')
        return;
    if (b->size > 0)
        xpgn_buffer_char(b, '\n');
    xpgn_buffer_text(b, text);
}

/* Appends the lines below the diagram: the line instead of the side to move, then the caption. */
static void put_caption_lines(xpgn_buffer *b, const cli_page *page, const cli_scene *s) {
    xpgn_buffer own = {0};
    if (!page->o->no_turn)
        add_text_line(b, s->line);
    cli_put_caption(&own, page);
    add_text_line(b, cli_text_of(page->c, &own));
    xpgn_buffer_free(&own);
}

static void draw_scene(cli_page *page, const cli_scene *s, const cli_decorations *d) {
    const cli_diagram_options *o = page->o;
    xpgn_buffer caption = {0};
    put_caption_lines(&caption, page, s);
    xpgn_diagram_options how = {XPGN_DIAGRAM_OPTIONS,
                                .flip = o->flip,
                                .no_coordinates = o->no_coordinates,
                                .no_turn = o->no_turn || s->line != NULL,
                                .no_held = o->no_held,
                                .marks = (const xpgn_square *)d->marks.data,
                                .mark_count = d->marks.size,
                                .mark_signs = d->signs.data,
                                .tints = (const xpgn_square *)d->tints.data,
                                .tint_count = d->tints.size,
                                .arrows = d->arrow,
                                .arrow_count = d->arrows,
                                .mark_colors = d->colors.data,
                                .arrow_colors = d->arrow_color,
                                .crop = o->crop != NULL ? d->crop : NULL,
                                .combat = s->combat,
                                .number = s->number,
                                .language = o->language,
                                .caption = cli_text_of(page->c, &caption)};
    page->diagrams++;
    o->kind->diagram(page, s->rs, s->position, &how);
    xpgn_buffer_free(&caption);
}

bool cli_draw_scene(cli_page *page, const cli_scene *s) {
    cli_decorations d;
    bool good = cli_decorations_read(&d, page, s);
    if (good) {
        page->empty &= d.empty;
        draw_scene(page, s, &d);
    }
    cli_decorations_free(&d);
    return good;
}

/* ---- attribute tables ------------------------------------------------------------------------ */

int cli_check_variant(cli *c, xpgn_catalog *catalog) {
    const cli_diagram_options *o = c->options;
    const xpgn_ruleset *rs;
    return cli_find_ruleset(c, catalog, o->variant, o->rule_options, &rs);
}

/* Returns false if there is no such ruleset, or it has no attributes. */
static bool draw_table(cli_page *page, xpgn_catalog *catalog, const char *id) {
    const xpgn_ruleset *rs;
    xpgn_slice unknown;
    xpgn_status status =
        xpgn_catalog_find(catalog, cli_slice(id), cli_slice(page->o->rule_options), &rs, &unknown);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(page->c);
    return status == XPGN_OK && page->o->kind->table(page, rs);
}

cli_page *cli_open_page(cli *c, xpgn_buffer *out) {
    const cli_diagram_options *o = c->options;
    cli_page *page = calloc(1, o->kind->size);
    if (page == NULL)
        cli_no_memory(c);
    *page = (cli_page){.c = c, .o = o, .out = out};
    return page;
}

void cli_close_page(cli_page *page) {
    page->o->kind->close(page);
    cli_flush(page->c, CLI_OUT, page->out);
    xpgn_buffer_free(page->out);
    free(page);
}

static int draw_tables(cli *c, xpgn_catalog *catalog) {
    xpgn_buffer out = {0};
    cli_page *page = cli_open_page(c, &out);
    const char *only = page->o->variant, *id;
    bool any = only != NULL && draw_table(page, catalog, only);
    for (size_t i = 0; only == NULL && (id = xpgn_catalog_id(catalog, i)) != NULL; i++)
        any |= draw_table(page, catalog, id);
    cli_close_page(page);
    return any ? CLI_GOOD : CLI_BAD;
}

static int draw_attributes(cli *c) {
    const cli_diagram_options *o = c->options;
    xpgn_catalog *catalog;
    if (!cli_open_catalog(c, &catalog))
        return CLI_TROUBLE;
    int status = o->variant != NULL ? cli_check_variant(c, catalog) : CLI_GO;
    if (status == CLI_GO)
        status = draw_tables(c, catalog);
    if (status == CLI_BAD)
        cli_message(c, "%s has no attributes", o->variant != NULL ? o->variant : "no ruleset");
    xpgn_catalog_free(catalog);
    return status;
}

/* ---- the requested diagrams ------------------------------------------------------------------ */

int cli_draw(cli *c) {
    cli_diagram_options *o = c->options;
    if (o->at != NULL && !cli_read_place(o->at, &o->turn))
        return cli_usage(c, "--at: '%s' is not a turn such as 8w or 12b, or 8w.2", o->at);
    o->has_ply = o->ply != UINT64_MAX;
    if (o->each + (o->at != NULL) + o->has_ply > 1)
        return cli_usage(c, "only one of --at, --ply and --each can be given");
    int status = cli_find_words(c, o->language, &o->words);
    if (status != CLI_GO)
        return status;
    if (o->attributes)
        return draw_attributes(c);
    if (o->xfens.count == 0)
        return cli_draw_games(c);
    if (o->common.files.count > 0 || o->combat || o->each || o->start || o->at != NULL ||
        o->has_ply)
        return cli_usage(
            c, "--xfen cannot be combined with files, --combats, --each, --start, --at or --ply");
    return cli_draw_positions(c);
}
