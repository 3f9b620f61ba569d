/* SPDX-License-Identifier: MIT */
/* What the sides of a combat bring into it, in words. */
#include "play/combat.h"

static void put_supporter(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p,
                          const xpgn_supporter *s) {
    xpgn_buffer_text(b, " + ");
    xpgn_piece_write(b, rs, p, s->piece, s->square);
    xpgn_buffer_printf(b, " %d", s->gives);
}

void xpgn_combatant_write(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p,
                          const xpgn_facts *facts, unsigned side) {
    if (side > 1)
        return;
    const xpgn_combatant *c = &facts->side[side];
    xpgn_piece_write(b, rs, p, c->piece, c->square);
    if (!combat_is_single(rs, facts)) /* these have no values and no totals (FD-3, FD-4) */
        xpgn_buffer_printf(b, " %d", c->base);
    if (p == NULL && c->support > 0)
        xpgn_buffer_printf(b, " + support %d", c->support);
    for (unsigned i = 0; p != NULL && i < c->count; i++)
        put_supporter(b, rs, p, &c->supporter[i]);
}
