/* SPDX-License-Identifier: MIT */
/*
 * Plays and writes the record: from its beginning or, if an entry was added to the stored one, from
 * its last turn on.
 */
#include <xpgn/play.h>
#include <xpgn/walk.h>

#include "record/session/recorder.h"

#include "core/text/result_text.h"
#include "internal/chance.h"
#include "internal/text_out.h"
#include "internal/writers.h"

/* ---- playing --------------------------------------------------------------------------------- */

static void put_draft_head(xpgn_buffer *b, const struct draft *s) {
    xpgn_slice result = {s->result, strlen(s->result)};
    xpgn_buffer_slice(b, bytes_of(&s->tags));
    draft_put_tag(b, (xpgn_slice){"Result", 6}, result);
    xpgn_buffer_char(b, '\n');
}

/* Refuses for the first error of the walk. */
static bool refuse_finding(const struct recorder *r, xpgn_reply *why) {
    size_t count;
    const xpgn_finding *f = xpgn_walk_findings(r->walk, &count);
    for (size_t i = 0; i < count; i++)
        if (f[i].level == XPGN_ERROR)
            return xpgn_reply_refuse(why, f[i].code, "%s%s%s", f[i].text,
                                     f[i].hint != NULL ? "; " : "",
                                     f[i].hint != NULL ? f[i].hint : "");
    return true;
}

static void new_play(struct recorder *r, struct progress *st, const xpgn_position *start) {
    const xpgn_ruleset *rs = xpgn_walk_ruleset(r->walk);
    if (start != NULL && (rs == NULL || xpgn_play_new(&st->play, rs, start) == XPGN_NO_MEMORY))
        r->lost = true; /* a walk that has a start has a ruleset, unless memory ran out */
}

/* After an action: notes whether the turn may go on. */
static void follow_progress(struct recorder *r, struct progress *st, const xpgn_step *step) {
    if (step->first)
        st->before_turn = st->actions;
    st->actions++;
    st->last = *step->facts;
    st->before = *step->before;
    st->number = step->number;
    st->seat = step->seat;
    if (st->play == NULL || xpgn_play_from_walk(st->play, r->walk) != XPGN_OK)
        return;
    xpgn_action some;
    st->open = !xpgn_play_outcome(st->play).over &&
               xpgn_play_position(st->play)->side_to_move == step->seat;
    if (st->open && xpgn_play_may_end(st->play) &&
        xpgn_play_turn_roll(st->play) == XPGN_TURN_ROLL_NONE &&
        xpgn_play_actions(st->play, &some, 1) == 0)
        st->open = xpgn_play_end(st->play) != XPGN_OK;
}

/* Plays what the walk reads, and writes it. */
static void walk_steps(struct recorder *r, xpgn_status status, struct progress *st,
                       xpgn_buffer *out) {
    const xpgn_step *step = NULL;
    while (status == XPGN_OK && (status = xpgn_walk_next(r->walk, &step)) == XPGN_OK) {
        if (out != NULL)
            xpgn_writer_step(r->writer, step);
        if (st != NULL && step->kind == XPGN_STEP_START)
            new_play(r, st, step->position);
        if (st != NULL && step->kind == XPGN_STEP_ACTION && step->depth == 0)
            follow_progress(r, st, step);
    }
    bool lost = status == XPGN_NO_MEMORY;
    if (out != NULL)
        lost |= xpgn_writer_end(r->writer) == XPGN_NO_MEMORY;
    r->lost |= lost;
}

static xpgn_game game_of(const struct recorder *r) {
    return (xpgn_game){.text = bytes_of(&r->text), .file = "", .number = 1, .line = 1, .column = 1};
}

void recorder_walk_text(struct recorder *r, struct progress *st, xpgn_buffer *out) {
    xpgn_game game = game_of(r);
    recorder_need(r, &r->text);
    xpgn_status status = xpgn_walk_begin(r->walk, &game);
    if (out != NULL)
        xpgn_writer_begin(out, r->writer, r->walk);
    walk_steps(r, status, st, out);
}

/* Appends the commands for pending dice and announcements. */
static void put_pending(xpgn_buffer *b, const struct draft *s) {
    if (s->pending.size > 0 || s->ended) {
        xpgn_buffer_char(b, '{');
        if (s->pending.size > 0 && !s->stands) {
            draft_put_fallen(b, s, false);
            xpgn_buffer_char(b, ' ');
        }
        xpgn_buffer_printf(b, "[%%pending %s%s%.*s]}", s->ended ? "end" : "",
                           s->ended && s->pending.size > 0 ? " " : "", (int)s->pending.size,
                           s->pending.size > 0 ? s->pending.data : "");
    }
    if (s->announced.size > 0)
        draft_add(b, "{[%%announced %.*s]}", SLICE(s->announced));
}

/* Appends the movetext without its tail. Pending dice count among the sealed rolls. */
static void put_movetext(xpgn_buffer *b, const struct draft *s) {
    xpgn_buffer_slice(b, bytes_of(&s->body));
    xpgn_buffer_char(b, ' ');
    if (s->tail.size == 0)
        put_pending(b, s);
    xpgn_buffer_printf(b, " %s\n", s->result);
}

/* Takes the movetext that was written, without pending commands. */
static void take_body(struct recorder *r, struct draft *s, xpgn_slice moves) {
    struct draft plain = {.result = "*"};
    xpgn_buffer_slice(&plain.body, moves);
    if (s->tail.size == 0)
        draft_take_pending(&plain);
    draft_need(r, &plain);
    xpgn_buffer_free(&s->body);
    s->body = plain.body;
    plain.body = (xpgn_buffer){0};
    draft_free(&plain);
}

/* ---- one pass: the draft without its tail ---------------------------------------------------- */

static void take_outcome(const struct recorder *r, struct progress *st) {
    xpgn_outcome outcome = xpgn_walk_outcome(r->walk);
    st->over = outcome.over;
    st->rule = outcome.rule;
    (void)snprintf(st->result, sizeof st->result, "*");
    if (!outcome.over || st->play == NULL)
        return;
    result_write(outcome.score, xpgn_play_position(st->play)->seats, st->result);
}

/* Plays the draft from its beginning. */
static void play_all(struct recorder *r, struct draft *s, struct progress *st, xpgn_buffer *out) {
    progress_free(st);
    recorder_need(r, out);
    xpgn_buffer_clear(out);
    xpgn_buffer_clear(&r->text);
    if (s->shared > 0) {
        xpgn_buffer whole = {0};
        xpgn_buffer_put(&whole, r->draft.body.data, s->shared);
        xpgn_buffer_slice(&whole, bytes_of(&s->body));
        recorder_need(r, &whole);
        xpgn_buffer_free(&s->body);
        s->body = whole;
        s->shared = 0;
    }
    put_draft_head(&r->text, s);
    put_movetext(&r->text, s);
    recorder_walk_text(r, st, out);
    take_outcome(r, st);
}

/*
 * Continues from the last stored turn, to which an entry has been added, so that the work is
 * proportional to a turn, not to the game. False if the whole must be played.
 */
static bool play_on(struct recorder *r, const struct draft *s, struct progress *st,
                    xpgn_buffer *out) {
    const struct stored *stored = &r->stored;
    bool same = s->shared > 0 && s->tail.size == 0 && strcmp(s->result, r->draft.result) == 0 &&
                slice_equal(bytes_of(&s->tags), bytes_of(&r->draft.tags));
    if (!same || xpgn_writer_resume(out, r->writer, stored->writer, r->walk) != XPGN_OK)
        return false;
    progress_free(st);
    xpgn_buffer_clear(&r->text);
    put_draft_head(&r->text, s);
    size_t from = r->text.size;
    put_movetext(&r->text, s);
    recorder_need(r, &r->text);
    xpgn_game game = game_of(r);
    xpgn_status status = xpgn_walk_resume(r->walk, stored->walk, &game, from);
    if (status == XPGN_NOT_FOUND)
        return false;
    new_play(r, st, xpgn_play_position(r->now.play));
    st->actions = r->now.before_turn;
    walk_steps(r, status, st, out);
    take_outcome(r, st);
    return true;
}

/* Applies what is pending: a turn roll, or the end of the turn. */
static void take_up(struct recorder *r, const struct draft *s, struct progress *st) {
    if (st->play == NULL)
        return;
    if (s->ended)
        st->open = xpgn_play_end(st->play) != XPGN_OK;
    xpgn_turn_dice dice;
    if (turn_dice_wait(s) && turn_dice_read(r, st->play, bytes_of(&s->pending), &dice))
        (void)xpgn_play_roll_dice(st->play, dice.die, dice.count);
}

/* ---- putting together ------------------------------------------------------------------------ */

/* Replaces the result at the end by the part after the missing half-move. */
static void put_tail(xpgn_buffer *out, const struct draft *s, xpgn_buffer *tail) {
    xpgn_slice body = draft_body_of(bytes_of(out));
    if (body.size > 0)
        out->size = (size_t)(body.data + body.size - out->data);
    else
        out->size -= strlen(s->result) + 2;
    if (body.size > 0)
        xpgn_buffer_char(out, '\n');
    draft_add(tail, "%s", s->result);
    out->failed |= tail->failed || xpgn_movetext_write(out, bytes_of(tail)) != XPGN_OK;
    xpgn_buffer_char(out, '\n');
}

static bool render_tail(struct recorder *r, const struct draft *s, xpgn_slice pending,
                        xpgn_buffer *out, xpgn_reply *why) {
    xpgn_buffer tail = {0};
    xpgn_buffer_slice(&tail, bytes_of(&s->tail));
    if (pending.size > 0)
        draft_add(&tail, "%.*s", SLICE(pending));
    put_tail(out, s, &tail);
    xpgn_buffer_clear(&r->text);
    xpgn_buffer_slice(&r->text, bytes_of(out));
    out->failed |= tail.failed;
    xpgn_buffer_free(&tail);
    recorder_walk_text(r, NULL, NULL);
    return refuse_finding(r, why);
}

/* ---- the draft ------------------------------------------------------------------------------- */

/* Updates the draft by the walk: the result by the rules, and whether the turn had already ended by
   itself. True if the record agreed. */
static bool says_so(struct draft *s, const struct progress *st) {
    bool same = !st->over || strcmp(s->result, st->result) == 0, ended = s->ended && !st->open;
    if (!same)
        (void)snprintf(s->result, sizeof s->result, "%s", st->result);
    s->ended = s->ended && !ended;
    return same && !ended;
}

bool draft_render(struct recorder *r, struct draft *s, struct progress *st, xpgn_buffer *out,
                  size_t *kept, xpgn_reply *why) {
    xpgn_buffer pending = {0};
    const struct stored *stored = &r->stored;
    draft_need(r, s);
    if (!play_on(r, s, st, out))
        play_all(r, s, st, out);
    if (!says_so(s, st))
        play_all(r, s, st, out);
    recorder_need(r, out);
    bool good = !r->lost && refuse_finding(r, why), grown = s->shared > 0;
    *kept = grown ? stored->kept : 0;
    if (good) {
        take_body(r, s,
                  grown ? draft_moves_of(bytes_of(out), stored->from - stored->kept)
                        : draft_body_of(bytes_of(out)));
        take_up(r, s, st);
    }
    if (good && s->tail.size > 0) {
        put_pending(&pending, s);
        recorder_need(r, &pending);
        good = !r->lost && render_tail(r, s, bytes_of(&pending), out, why);
    }
    recorder_need(r, out);
    draft_need(r, s);
    xpgn_buffer_free(&pending);
    return good;
}

bool draft_play(struct recorder *r, struct draft *s, struct progress *st, xpgn_reply *why) {
    xpgn_buffer out = {0};
    size_t kept;
    bool good = draft_render(r, s, st, &out, &kept, why);
    xpgn_buffer_free(&out);
    return good;
}

bool recorder_read(struct recorder *r, struct draft *s) {
    size_t count;
    recorder_walk_text(r, NULL, NULL);
    const xpgn_finding *list = xpgn_walk_findings(r->walk, &count);
    for (size_t i = 0; i < count; i++)
        if (list[i].level == XPGN_ERROR)
            return false;
    if (!r->lost)
        draft_read(r, bytes_of(&r->text), s);
    return !r->lost;
}
