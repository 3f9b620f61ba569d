/* SPDX-License-Identifier: MIT */
/* xpgn-replay --claims: the claims of a game as text, as JSON and as rows of a table. */
#include "internal/draws.h"
#include "replay/replay_rows.h"

#include <string.h>
#include <xpgn/walk.h>

/* The destination of claims. */
typedef struct claim_output {
    cli_worker *w;
    const xpgn_game *game;
    replay_cells *cells;
} claim_output;

static const char *turn_name(const replay_claims *k, const claims_turn *t) {
    return k->text.data + t->name;
}

/* Empty for "moves", which are not about a position. */
static const char *claim_xfen(const replay_claims *k, const replay_claim *claim) {
    return claim->turns >= XPGN_CLAIM_TIMES ? k->text.data + claim->turn[XPGN_CLAIM_TIMES - 1].xfen
                                            : "";
}

static void put_claim_text(const claim_output *out, const replay_claims *k,
                           const replay_claim *claim) {
    xpgn_buffer *b = &out->w->to[CLI_OUT];
    xpgn_buffer_clean(b, (xpgn_slice){out->game->file, strlen(out->game->file)});
    xpgn_buffer_printf(b, ":%llu: ", (unsigned long long)out->game->line);
    cli_put_title(b, out->game, out->w->walk);
    if (claim->turns == 1)
        xpgn_buffer_printf(b, ": %llu moves:", (unsigned long long)claim->count);
    else
        xpgn_buffer_printf(b, ": %s, %llu times:", claim->what, (unsigned long long)claim->count);
    for (size_t i = 0; i < claim->turns; i++)
        xpgn_buffer_printf(b, "%s %s", i > 0 ? "," : "", turn_name(k, &claim->turn[i]));
    xpgn_buffer_char(b, '\n');
}

static void put_claim_tags(struct row_writer *line, const claim_output *out) {
    const replay_options *o = out->w->options;
    replay_cells *s = out->cells;
    const cli_row cell = replay_row_of_cells(s);
    replay_take_tags(s, out->w->walk, &o->tag);
    for (size_t i = 0; i < o->tag.count; i++)
        cli_put_column_cell(line, &o->tag, &o->tag.list[i], &cell);
}

static void put_claim_row(const claim_output *out, const replay_claims *k,
                          const replay_claim *claim) {
    const replay_options *o = out->w->options;
    struct row_writer line = {.b = &out->w->to[CLI_OUT], .form = replay_cell_form(o)};
    xpgn_buffer *cell = &out->cells->cell;
    row_number(&line, out->game->number);
    row_cell(&line, cli_slice(claim->what));
    row_number(&line, claim->count);
    xpgn_buffer_clear(cell);
    for (size_t i = 0; i < claim->turns; i++)
        xpgn_buffer_printf(cell, "%s%s", i > 0 ? ", " : "", turn_name(k, &claim->turn[i]));
    row_cell(&line, (xpgn_slice){cell->data, cell->size});
    row_cell(&line, cli_slice(claim_xfen(k, claim)));
    xpgn_buffer_clear(cell);
    xpgn_buffer_clean(cell, cli_slice(out->game->file));
    row_cell(&line, (xpgn_slice){cell->data, cell->size});
    line.b->failed |= cell->failed;
    put_claim_tags(&line, out);
    row_end(&line);
}

void replay_claims_head(xpgn_buffer *b, const replay_options *o) {
    static const char *const names[] = {"game", "claim", "count", "turns", "xfen", "file"};
    struct row_writer line = {.b = b, .form = replay_cell_form(o), .right = 1 << 0 | 1 << 2};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        row_cell(&line, cli_slice(names[i]));
    for (size_t i = 0; i < o->tag.count; i++)
        row_cell(&line, cli_slice(o->tag.list[i].name));
    row_end_head(&line);
}

static void put_claim_json(const claim_output *out, const replay_claims *k,
                           const replay_claim *claim) {
    xpgn_buffer *b = &out->w->to[CLI_OUT];
    json_open(b, NULL, "{");
    json_number(b, "game", (int64_t)out->game->number);
    json_text(b, "claim", claim->what);
    json_number(b, "count", (int64_t)claim->count);
    json_open(b, "turns", "[");
    for (size_t i = 0; i < claim->turns; i++)
        json_text(b, NULL, turn_name(k, &claim->turn[i]));
    xpgn_buffer_char(b, ']');
    json_text(b, "xfen", claim->turns >= XPGN_CLAIM_TIMES ? claim_xfen(k, claim) : NULL);
    json_text(b, "file", out->game->file);
    replay_cells *s = out->cells;
    const replay_row r = {
        .of = replay_row_of_cells(s), .walk = out->w->walk, .how = out->w->options};
    replay_put_json_tags(b, s, &r);
}

static void put_claim(void *data, const replay_claims *k, const replay_claim *claim) {
    const claim_output *out = data;
    int format = ((const replay_options *)out->w->options)->format;
    if (format == REPLAY_JSON)
        put_claim_json(out, k, claim);
    else if (format == REPLAY_XFEN)
        put_claim_text(out, k, claim);
    else
        put_claim_row(out, k, claim);
}

void replay_claims_list(cli_worker *w, const xpgn_game *game, replay_claims *k, replay_cells *s) {
    claim_output out = {w, game, s};
    s->kept.made = false;
    replay_claims_begin(w->cli, k);
    cli_walk_begin(w, game);
    for (const xpgn_step *step; (step = cli_walk_next(w)) != NULL;)
        replay_claims_step(k, w->walk, step);
    if (!k->failed)
        replay_claims_put(k, xpgn_walk_ruleset(w->walk), put_claim, &out);
    if (k->failed)
        cli_no_memory(w->cli);
}
