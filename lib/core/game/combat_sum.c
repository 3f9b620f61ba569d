/* SPDX-License-Identifier: MIT */
/* The sums of a combat in words. */
#include "core/game/combat_sum.h"

#include <xpgn/rulesets.h>

#include "core/play/combat.h"
#include "internal/rules.h"
#include "internal/text_out.h"
#include "internal/writers.h"

void piece_name_put(xpgn_buffer *b, const xpgn_ruleset *rs, unsigned type, unsigned column) {
    word_put(b, column, xpgn_piece_name(rs, type));
}

void piece_put(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p, xpgn_piece piece,
               xpgn_square square, unsigned column) {
    const char *name = xpgn_piece_name(rs, XPGN_TYPE_OF(piece));
    if (column == 0) {
        xpgn_piece_write(b, rs, p, piece, square);
        return;
    }
    struct phrase f = phrase_in(column, XPGN_IS_WOUNDED(piece) ? "wounded %s" : "%s", name);
    xpgn_buffer_slice(b, f.before);
    word_put(b, column, name);
    xpgn_buffer_slice(b, f.after);
    if (p != NULL)
        xpgn_buffer_printf(b, " %s", square_text(p, square).name);
}

static void put_supporter(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p,
                          const xpgn_supporter *s, unsigned column) {
    xpgn_buffer_text(b, " + ");
    piece_put(b, rs, p, s->piece, s->square, column);
    xpgn_buffer_printf(b, " %d", s->gives);
}

void combatant_put(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p,
                   const xpgn_facts *facts, unsigned side, unsigned column) {
    const xpgn_combatant *c = &facts->side[side];
    piece_put(b, rs, p, c->piece, c->square, column);
    if (combat_adds_value(rs, facts, side))
        xpgn_buffer_printf(b, " %d", c->base);
    if (p == NULL && c->support > 0)
        xpgn_buffer_printf(b, " + support %d", c->support);
    for (unsigned i = 0; p != NULL && i < c->count; i++)
        put_supporter(b, rs, p, &c->supporter[i], column);
}

bool xpgn_combatant_has_value(const xpgn_ruleset *rs, const xpgn_facts *facts, unsigned side) {
    return side <= 1 && combat_adds_value(rs, facts, side);
}

void xpgn_combatant_write(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p,
                          const xpgn_facts *facts, unsigned side) {
    if (side <= 1)
        combatant_put(b, rs, p, facts, side, 0);
}
