/* SPDX-License-Identifier: MIT */
/* Diagrams of positions given as text. */
#include "shared/diagram/diagram.h"
#include "shared/tables/game_filter.h"

#include <string.h>
#include <xpgn/rulesets.h>

typedef struct request {
    cli *c;
    const cli_diagram_options *o;
    xpgn_catalog *catalog;
    const xpgn_ruleset *rs;
    const char *xfen;
    xpgn_buffer text; /* as given, with missing fields filled in */
    xpgn_fault fault; /* of the ruleset tried last */
    xpgn_position position;
    /* The ruleset that could read most of the position, if none fits. */
    const char *best_variant, *best_options;
    /* The first that can read it with a field in another form. */
    bool meant;
    const char *meant_variant, *meant_options;
    uint32_t best;
} request;

static bool is_bare(const char *xfen) {
    return strchr(xfen, ' ') == NULL;
}

/* True if no field is in another form. */
static bool is_exact(const request *r, xpgn_status status) {
    return status == XPGN_OK && r->fault.text[0] == '\0';
}

/* Reads the text. A board alone does not say who is to move: it is a position if it is one with
   White or with Black to move, so that a check is none of its faults. */
static xpgn_status read_text(request *r) {
    const xpgn_slice text = {r->text.data, r->text.size};
    xpgn_status status = xpgn_position_read(r->rs, text, &r->position, &r->fault);
    char *side = r->text.data + strlen(r->xfen) + 1;
    xpgn_fault fault;
    if (status != XPGN_INVALID || !is_bare(r->xfen))
        return status;
    *side = 'b';
    if (xpgn_position_read(r->rs, text, &r->position, &fault) == XPGN_OK) {
        status = XPGN_OK;
        r->fault = fault;
    }
    *side = 'w';
    return status;
}

/* Reads the position with a ruleset. XPGN_NOT_FOUND: no such ruleset or option; XPGN_INVALID: not a
   position of this ruleset. */
static xpgn_status try_ruleset(request *r, const char *variant, const char *rule_options) {
    xpgn_slice unknown;
    xpgn_status status = xpgn_catalog_find(r->catalog, cli_slice(variant), cli_slice(rule_options),
                                           &r->rs, &unknown);
    if (status == XPGN_OK)
        status = read_text(r);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(r->c);
    if (status == XPGN_OK && !is_exact(r, status) && !r->meant) {
        r->meant = true;
        r->meant_variant = variant;
        r->meant_options = rule_options;
    }
    /* The text was read up to the end of the fault: a fault of the whole board (its ranks) is found
       only there. */
    uint32_t read = r->fault.place.offset + r->fault.place.length;
    if (status == XPGN_INVALID && read > r->best) {
        r->best = read;
        r->best_variant = variant;
        r->best_options = rule_options;
    }
    return status;
}

/* Tries a ruleset without options, then with each of its options (players=4 has another board). */
static xpgn_status try_one_ruleset(request *r, const char *id) {
    xpgn_status status = try_ruleset(r, id, r->o->rule_options);
    if (status == XPGN_OK || status == XPGN_NOT_FOUND || r->o->rule_options != NULL)
        return status;
    const xpgn_ruleset *rs = r->rs;
    const char *option;
    for (size_t i = 0; (option = xpgn_ruleset_option(rs, i)) != NULL; i++)
        if (try_ruleset(r, id, option) == XPGN_OK)
            return XPGN_OK;
    return status;
}

/* Tries chess, then all rulesets of the catalog; one in which no field is in another form is
   better. */
static xpgn_status try_catalog(request *r) {
    xpgn_status status = try_ruleset(r, NULL, r->o->rule_options);
    const char *id;
    for (size_t i = 0; !is_exact(r, status) && (id = xpgn_catalog_id(r->catalog, i)) != NULL; i++)
        status = try_one_ruleset(r, id);
    if (!is_exact(r, status) && r->meant)
        status = try_ruleset(r, r->meant_variant, r->meant_options);
    return status;
}

/* Reports why the text is not a position. */
static int report_position(request *r) {
    if (try_ruleset(r, r->best_variant, r->best_options) == XPGN_NOT_FOUND)
        return cli_check_variant(r->c, r->catalog);
    return cli_refuse_xfen(r->c, "--xfen", &r->fault);
}

static int report_empty_squares(request *r, uint64_t empty) {
    xpgn_buffer names = {0};
    cli_decorations_put_empty(&names, r->c, r->o, &r->position, empty);
    cli_message(r->c, "--destinations: no piece on %s", cli_text_of(r->c, &names));
    xpgn_buffer_free(&names);
    return CLI_BAD;
}

static int draw_request(request *r, cli_page *page) {
    if (*r->xfen == '\0')
        return cli_usage(r->c, "--xfen requires a position");
    xpgn_buffer_text(&r->text, r->xfen);
    if (is_bare(r->xfen))
        xpgn_buffer_text(&r->text, " w - - 0 1");
    if (r->text.failed)
        cli_no_memory(r->c);
    bool any = r->o->variant == NULL;
    r->best_variant = r->o->variant;
    r->best_options = r->o->rule_options;
    if ((any ? try_catalog(r) : try_one_ruleset(r, r->o->variant)) != XPGN_OK)
        return report_position(r);
    cli_note_xfen(r->c, "--xfen", &r->fault);
    cli_scene s = {.rs = r->rs, .position = &r->position, .line = is_bare(r->xfen) ? "" : NULL};
    page->empty = UINT64_MAX;
    if (!cli_draw_scene(page, &s))
        return CLI_TROUBLE;
    return page->empty != 0 ? report_empty_squares(r, page->empty) : CLI_GOOD;
}

static int draw_one(cli_page *page, xpgn_catalog *catalog, const char *xfen) {
    request r = {.c = page->c, .o = page->o, .catalog = catalog, .xfen = xfen};
    int status = draw_request(&r, page);
    xpgn_buffer_free(&r.text);
    return status;
}

int cli_draw_positions(cli *c) {
    const cli_diagram_options *o = c->options;
    xpgn_catalog *catalog;
    xpgn_buffer out = {0};
    int status = CLI_GOOD;
    if (!cli_open_catalog(c, &catalog))
        return CLI_TROUBLE;
    cli_page *page = cli_open_page(c, &out);
    for (size_t i = 0; status != CLI_TROUBLE && i < o->xfens.count; i++) {
        int next = draw_one(page, catalog, o->xfens.item[i]);
        status = next > status ? next : status;
    }
    cli_close_page(page);
    xpgn_catalog_free(catalog);
    return status;
}
