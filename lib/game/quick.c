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
    q->text = text;
    q->outcome = (xpgn_outcome){0};
    q->pos = &out->state.position;
    q->seen = 0;
    q->last.whole = false;
    q->spelt = out->spelt;
    q->keep = !out->skip_variations && out->branches;
    q->marks = 0;
    q->stepping = false;
    out->resume.possible = false;
}

/* From p on, which stands in the text, with the state at hand. */
static bool run_from(struct run *q, const char *p) {
    bool fast = !q->out->plain && quick_has_pext();
    q->start = q->pause = q->text.data;
    q->end = q->text.data + q->text.size;
    q->stop = q->text.size > QUICK_MARGIN ? q->end - QUICK_MARGIN : q->start;
    q->depth = 0;
    q->ended = false;
    quick_settle(q);
    if (!is_capture_chess(q->rs)) {
        q->said = (struct said){.roll = &q->roll};
        q->facts.stood = false;
        q->usual_fights = fights_are_usual(q->rs);
        q->faces = q->rs->die <= 9 ? q->rs->die : 9;
        return fast ? quick_combat_pext(q, p) : quick_combat(q, p);
    }
    if (!kings_are_safe(q->pos))
        return false;
    if (q->spelt != NULL)
        return fast ? quick_spell_pext(q, p) : quick_spell(q, p);
    return fast ? quick_chess_pext(q, p) : quick_chess(q, p);
}

/* The turns since that mark once more, one by one, up to what was not clean. */
static void step_from(struct run *q, const struct mark *m) {
    xpgn_log_clear(q->out->log);
    *q->pos = m->line.position;
    q->outcome = m->line.outcome;
    q->seen = m->seen;
    q->last = m->line.last;
    if (q->last.whole)
        q->before = m->line.before;
    q->stepping = true;
    q->here.possible = false;
    (void)run_from(q, q->text.data + q->text.size - m->left);
}

/* Where can the walk go on?  A game whose moves are wanted it has to walk from the start. */
static void find_resume(struct run *q, unsigned from) {
    struct resume *r = &q->out->resume;
    for (unsigned n = 0; q->spelt == NULL && !r->possible && n < 2 && n < q->marks; n++)
        step_from(q, &q->mark[(q->marks - 1 - n) & 1]);
    if (!r->possible)
        return;
    r->plies -= from;
    q->out->state.position = r->state.position;
    q->pos->type[0] = 0;
    quick_find_kings(q);
    r->state = (struct state){.position = *q->pos};
}

bool quick_moves(const xpgn_ruleset *rs, xpgn_slice text, xpgn_slice result, struct quick *out) {
    struct run q;
    begin(&q, rs, text, out);
    q.tag = result;
    unsigned from = quick_plies(&q);
    bool good = run_from(&q, text.data);
    out->plies = quick_plies(&q) - from;
    if (good && (out->ply_count == UINT32_MAX || out->ply_count == out->plies))
        return true;
    find_resume(&q, from);
    return false;
}
