/* SPDX-License-Identifier: MIT */
/* The diagrams of xpgn-replay, with their captions. */
#include "internal/action_facts.h"
#include "internal/rules.h"
#include "internal/writers.h"
#include "replay/replay_rows.h"

#include <xpgn/walk.h>

/* Writes the caption, on two lines: game 4, Adams - Brandt; after 12... exd4. Dice that are left
   have a third one. */
static void put_caption(xpgn_buffer *b, const replay_row *r) {
    const xpgn_language *words = &r->how->words;
    bool final = r->of.is.result.size > 0;
    cli_put_title_in(b, r->of.is.game, r->walk, words);
    xpgn_buffer_char(b, '\n');
    xpgn_word_translate(b, final ? "final position" : r->of.is.ply == 0 ? "start" : "after", words);
    if (final) {
        xpgn_buffer_text(b, ", ");
        xpgn_buffer_slice(b, r->of.is.result);
    } else if (r->of.is.ply > 0) {
        xpgn_buffer_char(b, ' ');
        xpgn_turn_write(b, r->of.is.position->seats, r->of.is.number, r->of.is.seat);
    }
    if (r->of.is.facts != NULL) {
        xpgn_buffer_char(b, ' ');
        xpgn_actors_write(b, xpgn_walk_ruleset(r->walk), r->of.is.facts);
        xpgn_action_translate(b, cli_slice(r->of.is.facts->text), words);
        xpgn_buffer_text(b, r->of.is.facts->left.count > 0 ? "\n" : "");
        xpgn_dice_left_write(b, r->of.is.facts, words);
    }
    xpgn_buffer_char(b, '\0');
}

void replay_put_diagram(xpgn_buffer *b, const replay_row *r) {
    xpgn_buffer caption = {0};
    put_caption(&caption, r);
    xpgn_diagram_options how = {XPGN_DIAGRAM_OPTIONS, .language = r->how->language,
                                .color = r->how->color,
                                .caption = caption.failed ? NULL : caption.data};
    xpgn_diagram_write(b, xpgn_walk_ruleset(r->walk), r->of.is.position, &how);
    xpgn_buffer_char(b, '\n');
    b->failed |= caption.failed;
    xpgn_buffer_free(&caption);
}
