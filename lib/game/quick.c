/* SPDX-License-Identifier: MIT */
#include "game/quick.h"

#include "base/slice.h"
#include "game/quick_run.h"

bool quick_fits(const xpgn_ruleset *rs) {
    return rs->movement == MOVEMENT_CHESS && rs->turn == TURN_ONE_ACTION && rs->double_step &&
           rs->geometry.castling != CASTLING_NONE && rs->geometry.seats == 2 &&
           (rs->combat == COMBAT_CAPTURE ? rs->arrival == ARRIVAL_PROMOTE
                                         : rs->safety != SAFETY_NOT_LEFT);
}

/* Are captures all there is, and is a move legal if it leaves no own king attacked? */
static bool is_capture_chess(const xpgn_ruleset *rs) {
    return rs->combat == COMBAT_CAPTURE && rs->safety == SAFETY_NOT_LEFT;
}

bool quick_can_spell(const xpgn_ruleset *rs) {
    return quick_fits(rs) && is_capture_chess(rs);
}

/* Do fights come out as quick_fight.h has it, as far as the rules tell? */
static bool fights_are_usual(const xpgn_ruleset *rs) {
    return (rs->combat == COMBAT_MARGIN || (rs->combat == COMBAT_POOLS && !rs->geometry.wounds)) &&
           !rs->alone_loses && !rs->leaders_lost && !rs->succession && rs->transform_to == 0 &&
           rs->removed != REMOVED_PRISONER;
}

/* One king each, and none that could be taken now: so it stays, for moves that expose one are
   noticed. */
static bool kings_are_safe(const xpgn_position *p) {
    bits kings = p->type[XPGN_KING];
    if (bits_count(kings & p->seat[0]) != 1 || bits_count(kings & p->seat[1]) != 1)
        return false;
    unsigned waiting = bits_first(kings & p->seat[p->turn ^ 1]);
    return attackers_of(p, waiting, p->turn, position_occupied(p)) == 0;
}

static void begin(struct run *q, const xpgn_ruleset *rs, xpgn_slice text, struct quick *out) {
    q->rs = rs;
    q->out = out;
    q->end = text.data + text.size;
    q->stop = text.size > QUICK_MARGIN ? q->end - QUICK_MARGIN : text.data;
    q->tag = (xpgn_slice){NULL, 0};
    q->outcome = (xpgn_outcome){0};
    q->pos = &out->state.position;
    q->seen = 0;
    q->ended = false;
    q->depth = 0;
    q->last.whole = false;
    q->spelt = out->spelt;
}

static bool movetext(struct run *q, const char *p) {
    const xpgn_position *at = q->pos;
    unsigned from = at->number * 2 + at->turn;
    q->keep = !q->out->skip_variations && q->out->branches;
    quick_settle(q);
    bool good, fast = !q->out->plain && quick_has_pext();
    if (!is_capture_chess(q->rs)) {
        q->said = (struct said){.roll = &q->roll};
        q->facts.stood = false;
        q->usual_fights = fights_are_usual(q->rs);
        q->faces = q->rs->die <= 9 ? q->rs->die : 9;
        good = fast ? quick_combat_pext(q, p) : quick_combat(q, p);
    } else if (!kings_are_safe(at)) {
        good = false;
    } else if (q->spelt != NULL) {
        good = fast ? quick_spell_pext(q, p) : quick_spell(q, p);
    } else {
        good = fast ? quick_chess_pext(q, p) : quick_chess(q, p);
    }
    q->out->plies = at->number * 2 + at->turn - from;
    return good;
}

bool quick_moves(const xpgn_ruleset *rs, xpgn_slice text, xpgn_slice result, struct quick *out) {
    struct run q;
    begin(&q, rs, text, out);
    q.tag = result;
    return movetext(&q, text.data);
}
