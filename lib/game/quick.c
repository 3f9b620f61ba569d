/* SPDX-License-Identifier: MIT */
#include "game/quick.h"

#include "base/cpu.h"
#include "game/fast_run.h"

bool quick_fits(const xpgn_ruleset *rs) {
    return rs->movement == MOVEMENT_CHESS && rs->turn == TURN_ONE_ACTION &&
           rs->geometry.seats == 2 &&
           (rs->combat != COMBAT_CAPTURE || rs->arrival == ARRIVAL_PROMOTE);
}

/* Captures are all there is, and no king may be left attacked. */
static bool is_plain_chess(const xpgn_ruleset *rs) {
    return rs->combat == COMBAT_CAPTURE && rs->safety == SAFETY_NOT_LEFT;
}

bool quick_can_spell(const xpgn_ruleset *rs) {
    return quick_fits(rs) && is_plain_chess(rs);
}

/* One king each, and none that could be taken now: so it stays, for moves that expose one are
   noticed. */
static bool kings_are_safe(const xpgn_ruleset *rs, const xpgn_position *p) {
    bits kings = p->type[XPGN_KING];
    return bits_count(kings & p->seat[0]) == 1 && bits_count(kings & p->seat[1]) == 1 &&
           !movement_in_check(rs, p, p->turn ^ 1u);
}

bool quick_moves(const xpgn_ruleset *rs, xpgn_slice text, xpgn_slice result, struct quick *out) {
    struct run q;
    fast_play_begin(&q.play, rs, &out->state);
    q.out = out;
    q.pos = &out->state.position;
    q.end = q.text_end = text.data + text.size;
    q.stop = text.size > FAST_MARGIN ? q.end - FAST_MARGIN : text.data;
    q.tag = result;
    q.outcome = (xpgn_outcome){0};
    q.seen = 0;
    q.ended = false;
    q.depth = 0;
    q.san = out->spelt;
    q.branches = !out->skip_variations && out->branches;
    q.mode = !is_plain_chess(rs) ? FAST_COMBAT : out->spelt != NULL ? FAST_SAN : FAST_CHESS;
    if (q.mode != FAST_COMBAT && !kings_are_safe(rs, q.pos))
        return false;
    fast_settle(&q);
    unsigned from = q.pos->number * 2 + q.pos->turn;
    bool pext = !out->plain && cpu_has_pext();
    bool good = pext ? fast_chess_pext(&q, text.data) : fast_chess(&q, text.data);
    out->plies = q.pos->number * 2 + q.pos->turn - from;
    return good;
}
