/* SPDX-License-Identifier: MIT */
#include "core/play/played.h"

void played_make(xpgn_position *p, const played_code *moves, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        struct chess_move m = played_move(p, moves[i]);
        if (played_castles(moves[i])) {
            chess_castle(p, m.from, p->castle[m.us][played_side(p, m.to)]);
        } else {
            if (played_may_end_rights(moves[i]) && chess_has_rights(p))
                chess_drop_rights(p, BIT(m.from) | BIT(m.to));
            chess_make(p, m, played_taken(moves[i]) != 0, false);
        }
        position_tick(p, played_resets(moves[i]));
        position_pass(p);
    }
    p->type[0] = 0;
}
