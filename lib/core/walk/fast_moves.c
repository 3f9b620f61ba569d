/* SPDX-License-Identifier: MIT */
#include "core/walk/fast.h"

#include <xpgn/walk.h>

#include "core/base/cpu.h"
#include "core/game/action_check.h"
#include "core/play/ending.h"
#include "core/walk/fast_run.h"

/* True if each side has one king and none can be captured now. This stays so, as moves that expose
   a king are noticed. */
static bool kings_are_safe(const xpgn_ruleset *rs, const xpgn_position *p) {
    bits kings = p->type[XPGN_KING], white = kings & p->seat[0], black = kings & p->seat[1];
    return white != 0 && black != 0 && ((white & (white - 1)) | (black & (black - 1))) == 0 &&
           !movement_in_check(rs, p, p->side_to_move ^ 1u);
}

/* Runs from the current state, with `left` bytes to read. */
static bool run_from(struct run *q, size_t left) {
    const char *p = fast_text(&q->play, left, FAST_MARGIN);
    q->depth = 0;
    q->marked = false;
    if (fast_keeps(q->mode))
        q->move = q->play.out->moves + (fast_plies(q) - q->base);
    fast_settle(q);
    return !q->play.out->plain && cpu_has_pext() ? fast_chess_pext(q, p) : fast_chess(q, p);
}

/* Notes whose turn led to the position. */
static void note_last(struct run *q) {
    if (fast_plies(q) - q->faulty == q->base)
        return;
    q->play.out->last_seat = q->pos->side_to_move ^ 1;
    q->play.out->last_number = q->pos->number - (q->pos->side_to_move == 0);
}

/* Lets the walk go on at the token where the run stopped, if an action or nothing precedes it. */
static void resume_there(struct run *q) {
    const struct fast_play *f = &q->play;
    struct resume *r = &f->out->resume;
    bool over = f->outcome.over && !q->faulty; /* a mate without its # is still to be played */
    if (q->unplayed == NULL || q->branches || over)
        return;
    const char *p = fast_in_text(f, q->unplayed);
    r->possible = fast_resume(f, fast_turn_start(f, p), p);
    r->in_turn = false;
    r->plies = fast_plies(q) - q->faulty;
}

/* Plays the turns since that mark again, one by one, up to where the walk takes over. */
static void step_from(struct run *q, const struct fast_mark *m) {
    *q->pos = m->line.position;
    if (q->branches)
        q->before = m->line.before;
    q->play.outcome = m->line.outcome;
    q->seen = m->seen;
    q->play.stepping = true;
    q->here[0].possible = q->here[1].possible = false;
    (void)run_from(q, m->left);
    const struct fast_turn *turn = &q->here[q->now ^ 1];
    q->play.out->resume =
        (struct resume){.possible = turn->possible, .plies = turn->plies, .left = turn->left};
    if (turn->possible)
        *q->pos = turn->position;
}

/* Finds where the walk can go on: at the last turn since the newest mark, or since the one
   before. */
static void find_resume(struct run *q) {
    struct resume *r = &q->play.out->resume;
    if (q->depth > 0)
        *q->pos = q->stack[0].position;
    q->last = fast_plies(q);
    resume_there(q);
    for (unsigned n = 1; q->mode != FAST_LINT && !r->possible && n <= 2 && n <= q->play.marks; n++)
        step_from(q, &q->mark[(q->play.marks - n) & 1]);
    q->pos->type[0] = 0;
    r->plies -= q->base;
}

static __attribute__((noinline)) void begin_lint(struct run *q) {
    q->plus = NULL;
    q->draws = xpgn_draws_known(q->play.rs);
    q->drawn = q->draws && draw_may_begin(&q->signs, q->pos);
}

/* True if the last move has a + where # is due. `good`: the run has judged the end. */
static __attribute__((noinline)) bool ends_in_plus(struct run *q, bool good) {
    if (q->plus == NULL || (!good && q->unplayed == NULL))
        return false;
    q->pos->type[0] = 0;
    if (!good)
        ending_before_turn(q->play.rs, q->play.state, &q->play.outcome);
    if (q->play.outcome.over) {
        q->faulty = true;
        q->unplayed = q->plus;
    }
    return q->faulty;
}

/* The last move has a + for any check, as only now it is known whether it is mate. */
static void end_san(struct run *q) {
    xpgn_facts facts = {.check = true, .outcome = q->play.outcome};
    if (!q->branches && q->checking != NULL && q->checked == fast_plies(q))
        q->checking->text[q->checking->size - 1] = mark_of(&facts);
}

bool fast_moves(const xpgn_ruleset *rs, xpgn_slice text, xpgn_slice result, struct fast_game *out) {
    struct run q;
    fast_begin(&q.play, rs, text, result, out);
    q.pos = &out->state.position;
    q.unplayed = NULL;
    q.faulty = false;
    q.seen = 0;
    q.san = out->san;
    q.checking = NULL;
    q.checks = out->checks;
    out->passed_over = 0;
    q.base = fast_plies(&q);
    q.branches = !out->skip_variations && out->branches;
    q.mode = rs->fast_path == FAST_PATH_COMBAT ? FAST_COMBAT
             : out->san != NULL                ? FAST_SAN
             : out->tell != NULL               ? FAST_TOLD
             : out->lint                       ? FAST_LINT
             : out->moves != NULL              ? FAST_LINE
                                               : FAST_CHESS;
    q.now = 0;
    if (q.mode != FAST_COMBAT && !kings_are_safe(rs, q.pos))
        return false;
    if (q.mode == FAST_LINT)
        begin_lint(&q);
    bool good = run_from(&q, text.size);
    if (q.mode == FAST_LINT && ends_in_plus(&q, good))
        good = false;
    if (good && q.mode == FAST_SAN)
        end_san(&q);
    out->plies = fast_plies(&q) - q.base;
    out->sans = (size_t)(q.san - out->san);
    note_last(&q);
    if (good && (out->ply_count == UINT32_MAX || out->ply_count == out->plies))
        return true;
    if (q.mode != FAST_SAN &&
        q.mode != FAST_TOLD) /* a game whose moves are wanted is walked from the start */
        find_resume(&q);
    return false;
}
