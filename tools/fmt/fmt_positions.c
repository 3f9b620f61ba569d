/* SPDX-License-Identifier: MIT */
/* The positions of a game as FEN or EPD. */
#include "fmt/fmt_game.h"

#include <xpgn/rulesets.h>

/* Appends a tag value as an EPD operand, replacing characters that would end it; nothing if it is
   missing. */
static void put_operand(xpgn_buffer *b, const xpgn_walk *walk, const char *name,
                        const char *before) {
    xpgn_slice value = xpgn_walk_tag(walk, name);
    if (value.size == 0)
        return;
    xpgn_buffer_text(b, before);
    for (size_t i = 0; i < value.size; i++)
        xpgn_buffer_char(b, value.data[i] == '"' || value.data[i] == '\\' ? '\'' : value.data[i]);
}

/* Appends a position as EPD: its first four fields, then the counters and the game as
   operations. */
static void put_epd(xpgn_buffer *b, const xpgn_walk *walk, xpgn_slice fen) {
    size_t end[6] = {0};
    unsigned fields = 0;
    for (size_t i = 0; i <= fen.size && fields < 6; i++)
        if (i == fen.size || fen.data[i] == ' ')
            end[fields++] = i;
    if (fields < 6)
        return;
    xpgn_buffer_put(b, fen.data, end[3]);
    xpgn_buffer_printf(b, " hmvc %.*s; fmvn %.*s; c0 \"", (int)(end[4] - end[3] - 1),
                       fen.data + end[3] + 1, (int)(end[5] - end[4] - 1), fen.data + end[4] + 1);
    put_operand(b, walk, "White", "");
    put_operand(b, walk, "Black", " - ");
    put_operand(b, walk, "Event", ", ");
    put_operand(b, walk, "Date", ", ");
    xpgn_buffer_text(b, "\";");
}

void fmt_put_positions(cli_worker *w, const xpgn_game *game, xpgn_buffer *out) {
    const fmt_options *o = w->options;
    xpgn_buffer lines = {0}, fen = {0};
    cli_walk_begin(w, game);
    for (const xpgn_step *step; (step = cli_walk_next(w)) != NULL;) {
        bool wanted = (step->kind == XPGN_STEP_START || step->kind == XPGN_STEP_TURN) &&
                      step->depth == 0 && step->position != NULL &&
                      (o->edit.plies == 0 || step->ply <= o->edit.plies);
        if (!wanted)
            continue;
        lines.failed |= fen.failed; /* from the last position */
        xpgn_buffer_clear(&fen);
        xpgn_position_write(&fen, xpgn_walk_ruleset(w->walk), step->position);
        if (o->format == FMT_FEN)
            xpgn_buffer_slice(&lines, (xpgn_slice){fen.data, fen.size});
        else if (fen.size > 0)
            put_epd(&lines, w->walk, (xpgn_slice){fen.data, fen.size});
        xpgn_buffer_char(&lines, '\n');
    }
    xpgn_buffer_char(&lines, '\n');
    if (fmt_report(w, game))
        cli_worst(w, CLI_BAD);
    else
        xpgn_buffer_slice(out, (xpgn_slice){lines.data, lines.size});
    out->failed |= lines.failed || fen.failed;
    xpgn_buffer_free(&lines);
    xpgn_buffer_free(&fen);
}
