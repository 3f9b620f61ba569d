/* SPDX-License-Identifier: MIT */
#include "game/quick.h"

#include "base/cpu.h"
#include "game/fast_run.h"

/* One king each, and none that could be taken now: so it stays, for moves that expose one are
   noticed. */
static bool kings_are_safe(const xpgn_ruleset *rs, const xpgn_position *p) {
    bits kings = p->type[XPGN_KING];
    return bits_count(kings & p->seat[0]) == 1 && bits_count(kings & p->seat[1]) == 1 &&
           !movement_in_check(rs, p, p->turn ^ 1u);
}

static void begin(struct run *q, const xpgn_ruleset *rs, xpgn_slice text, struct quick *out) {
    fast_play_begin(&q->play, rs, &out->state);
    q->out = out;
    q->pos = &out->state.position;
    q->text = text;
    q->outcome = (xpgn_outcome){0};
    q->seen = 0;
    q->san = out->san;
    q->moves = out->moves;
    q->base = fast_plies(q);
    q->branches = !out->skip_variations && out->branches;
    q->mode = rs->fast_path == FAST_PATH_COMBAT ? FAST_COMBAT
              : out->san != NULL                ? FAST_SAN
              : out->moves != NULL              ? FAST_LINE
                                                : FAST_CHESS;
    q->marks = 0;
    q->stepping = false;
    out->resume.possible = false;
}

/* With so many bytes left, from the state at hand. */
static bool run_from(struct run *q, size_t left) {
    q->start = q->pause = q->text.data;
    q->end = q->text.data + q->text.size;
    q->stop = q->text.size > FAST_MARGIN ? q->end - FAST_MARGIN : q->start;
    q->ended = false;
    q->depth = 0;
    fast_settle(q);
    bool pext = !q->out->plain && cpu_has_pext();
    return pext ? fast_chess_pext(q, q->end - left) : fast_chess(q, q->end - left);
}

/* The turns since that mark once more, one by one, up to what is for the walk. */
static void step_from(struct run *q, const struct fast_mark *m) {
    fast_play_begin(&q->play, q->play.rs, q->play.state);
    *q->pos = m->line.position;
    if (q->branches)
        q->before = m->line.before;
    q->outcome = m->line.outcome;
    q->seen = m->seen;
    q->stepping = true;
    q->here.possible = false;
    (void)run_from(q, m->left);
}

/* Where can the walk go on? At the last turn since the newest mark, or the one before that. */
static void find_resume(struct run *q, uint32_t from) {
    struct resume *r = &q->out->resume;
    for (unsigned n = 1; !r->possible && n <= 2 && n <= q->marks; n++)
        step_from(q, &q->mark[(q->marks - n) & 1]);
    r->state.position.type[0] = 0;
    r->plies -= from;
}

bool quick_moves(const xpgn_ruleset *rs, xpgn_slice text, xpgn_slice result, struct quick *out) {
    struct run q;
    begin(&q, rs, text, out);
    q.tag = result;
    if (q.mode != FAST_COMBAT && !kings_are_safe(rs, q.pos))
        return false;
    uint32_t from = fast_plies(&q);
    bool good = run_from(&q, text.size);
    out->plies = fast_plies(&q) - from;
    if (good && (out->ply_count == UINT32_MAX || out->ply_count == out->plies))
        return true;
    if (q.mode != FAST_SAN) /* whose moves are wanted is walked from the start */
        find_resume(&q, from);
    return false;
}
