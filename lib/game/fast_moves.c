/* SPDX-License-Identifier: MIT */
#include "game/fast.h"

#include "base/cpu.h"
#include "game/fast_run.h"
#include "text/lex.h"
#include "text/span.h"

/* One king each, and none that could be taken now: so it stays, for moves that expose one are
   noticed. */
static bool kings_are_safe(const xpgn_ruleset *rs, const xpgn_position *p) {
    bits kings = p->type[XPGN_KING], white = kings & p->seat[0], black = kings & p->seat[1];
    return white != 0 && black != 0 && ((white & (white - 1)) | (black & (black - 1))) == 0 &&
           !movement_in_check(rs, p, p->side_to_move ^ 1u);
}

/* With so many bytes left, from the state at hand. */
static bool run_from(struct run *q, size_t left) {
    const char *p = fast_text(&q->play, left, FAST_MARGIN);
    q->depth = 0;
    q->marked = false;
    fast_settle(q);
    return !q->play.out->plain && cpu_has_pext() ? fast_chess_pext(q, p) : fast_chess(q, p);
}

static const char *back_over(bool (*is)(char c), const char *p, const char *start) {
    while (p > start && is(p[-1]))
        p--;
    return p;
}

static bool is_dot(char c) {
    return c == '.';
}

/* Where the turn begins that the move, number or result at p belongs to. */
static const char *turn_start(const char *p, const char *start) {
    const char *dots = back_over(is_space, p, start);
    const char *number = back_over(is_dot, dots, start);
    return number < dots ? back_over(is_digit, number, start) : p;
}

/*
 * Is this an action, and what stands at p the next token but for its roll, with nothing to report?
 * The lexer is asked, as some words belong to an action: exd6 e.p., and in Nf3 N the N is a NAG.
 */
static bool is_followed(const struct fast_play *f, xpgn_slice action, const char *p) {
    const char *end = f->text.data + f->text.size;
    struct xpgn_log mute;
    struct lex lex;
    struct token t;
    log_init_mute(&mute);
    lex_begin(&lex, (xpgn_slice){action.data, (size_t)(end - action.data)}, &mute);
    lex.dice = ruleset_has_dice(f->rs);
    lex_next(&lex, &t);
    bool fits = t.kind == TOKEN_WORD && t.place.length == action.size;
    lex_next(&lex, &t);
    if (t.kind == TOKEN_ROLL)
        lex_next(&lex, &t);
    fits &= mute.count == 0 && t.place.offset == (size_t)(p - action.data);
    log_free_parts(&mute);
    return fits && (t.kind == TOKEN_NUMBER || t.kind == TOKEN_WORD || t.kind == TOKEN_RESULT);
}

/* The action before p, which a roll may follow. */
static xpgn_slice action_before(const char *p, const char *start) {
    const char *end = back_over(is_space, p, start);
    if (end > start && end[-1] == '>') {
        while (end > start && *--end != '<')
            ;
        end = back_over(is_space, end, start);
    }
    const char *action = back_over(span_is_word, end, start);
    return (xpgn_slice){action, (size_t)(end - action)};
}

/*
 * The walk can go on at what the run has stopped at, if an action stands before that and nothing
 * but its roll between: of comments and the like the walk says more than the run has seen.
 */
static void resume_there(struct run *q) {
    const struct fast_play *f = &q->play;
    const char *start = f->text.data, *p = q->unplayed;
    if (p == NULL || q->branches || f->outcome.over)
        return;
    if (p >= f->tail && p < f->tail + FAST_TAIL)
        p = start + f->text.size - (f->end - p);
    p = turn_start(p, start);
    xpgn_slice last = action_before(p, start);
    if (is_followed(f, last, p))
        f->out->resume = (struct resume){true, *f->state, fast_plies(q),
                                         (size_t)(start + f->text.size - p), last};
}

/* The turns since that mark once more, one by one, up to what is for the walk. */
static void step_from(struct run *q, const struct fast_mark *m) {
    *q->pos = m->line.position;
    if (q->branches)
        q->before = m->line.before;
    q->play.outcome = m->line.outcome;
    q->seen = m->seen;
    q->play.stepping = true;
    q->here[0].possible = q->here[1].possible = false;
    (void)run_from(q, m->left);
    q->play.out->resume = q->here[q->now ^ 1];
}

/* Where can the walk go on? At the last turn since the newest mark, or the one before that. */
static void find_resume(struct run *q, uint32_t from) {
    struct resume *r = &q->play.out->resume;
    if (q->depth > 0)
        *q->pos = q->stack[0].position;
    q->last = fast_plies(q);
    resume_there(q);
    for (unsigned n = 1; !r->possible && n <= 2 && n <= q->play.marks; n++)
        step_from(q, &q->mark[(q->play.marks - n) & 1]);
    r->state.position.type[0] = 0;
    r->plies -= from;
}

bool fast_moves(const xpgn_ruleset *rs, xpgn_slice text, xpgn_slice result, struct fast_game *out) {
    struct run q;
    fast_begin(&q.play, rs, text, result, out);
    q.pos = &out->state.position;
    q.unplayed = NULL;
    q.seen = 0;
    q.san = out->san;
    q.moves = out->moves;
    q.base = fast_plies(&q);
    q.branches = !out->skip_variations && out->branches;
    q.mode = rs->fast_path == FAST_PATH_COMBAT ? FAST_COMBAT
             : out->san != NULL                ? FAST_SAN
             : out->moves != NULL              ? FAST_LINE
                                               : FAST_CHESS;
    q.now = 0;
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
