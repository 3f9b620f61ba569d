/* SPDX-License-Identifier: MIT */
#include "core/play/played.h"

void played_make(xpgn_position *p, const played_code *moves, uint32_t count) {
    bits rights = chess_has_rights(p) ? chess_rights(p) : 0;
    for (uint32_t i = 0; i < count; i++) {
        struct chess_move m = played_move(p, moves[i]);
        bool castles = played_castles(moves[i]), takes = played_taken(moves[i]) != 0;
        bits left = BIT(m.from) | BIT(m.to), lost = rights & left;
        if (lost != 0 && !castles)
            chess_drop_rights(p, left);
        if (castles)
            chess_castle(p, m.from, p->castle[m.us][played_side(p, m.to)]);
        else
            chess_make(p, m, takes, false);
        if (lost != 0)
            rights = chess_rights(p);
        position_tick(p, played_resets(moves[i]));
        position_pass(p);
    }
    p->type[0] = 0;
}
