/* SPDX-License-Identifier: MIT */
#include "game/walk.h"

#include "base/options.h"
#include "base/slice.h"
#include "base/utf8.h"
#include "board/xfen.h"
#include "game/hint.h"

#include <stdlib.h>

/* ---- small things ---------------------------------------------------------------------------- */

void walk_token(xpgn_walk *w) {
    if (w->held)
        w->held = false;
    else
        lex_next(&w->lex, &w->token);
}

bool walk_remark(xpgn_walk *w, struct remarks *r, xpgn_remark remark) {
    if (r->count == r->capacity) {
        size_t capacity = r->capacity ? r->capacity * 2 : 8;
        xpgn_remark *list = arena_alloc(&w->arena, capacity * sizeof *list);
        if (list == NULL)
            return false;
        if (r->count > 0)
            memcpy(list, r->list, r->count * sizeof *list);
        r->list = list;
        r->capacity = capacity;
    }
    r->list[r->count++] = remark;
    return true;
}

static bool many_actions(const xpgn_walk *w) {
    return w->ruleset != NULL && w->ruleset->turn != TURN_ONE_ACTION;
}

static unsigned dots_of(unsigned seat, unsigned seats) {
    return seats == 2 && seat == 1 ? 3 : seat + 1;
}

enum { LABEL = 32 }; /* so much of an action says which it is; no action needs more */

void walk_label(xpgn_walk *w, size_t from) {
    struct frame *f = walk_frame(w);
    if (from >= w->log.count)
        return;
    const char *label = "";
    if (f->has_action) {
        unsigned seats = w->ruleset != NULL ? w->ruleset->geometry.seats : 2;
        label = arena_printf(&w->log.arena, "%u%.*s %.*s%s", f->last_number,
                             (int)dots_of(f->last_seat, seats), "....",
                             (int)(f->last.size < LABEL ? f->last.size : LABEL), f->last.data,
                             f->last.size > LABEL ? "\xe2\x80\xa6" : "");
    }
    for (size_t i = from; i < w->log.count; i++) {
        if (w->log.list[i].ply != 0)
            continue;
        w->log.list[i].turn = label != NULL ? label : "";
        w->log.list[i].ply = f->ply;
    }
}

static xpgn_step *push(xpgn_walk *w, xpgn_step_kind kind) {
    struct frame *f = walk_frame(w);
    xpgn_step *s = &w->queue[w->queue_count++];
    *s = (xpgn_step){.kind = kind,
                     .ply = f->ply,
                     .depth = (uint32_t)w->depth,
                     .seat = f->last_seat,
                     .number = f->last_number,
                     .position = &f->state.position,
                     .text = w->token.text,
                     .place = w->token.place};
    return s;
}

/* ---- turns ----------------------------------------------------------------------------------- */

/* The [%xfen] after the last action of a turn, held against the position reached. */
static void settle_checkpoint(xpgn_walk *w) {
    struct frame *f = walk_frame(w);
    if (!f->checkpoint)
        return;
    f->checkpoint = false;
    xpgn_position p;
    uint32_t base = (uint32_t)(f->checkpoint_text.data - w->game->text.data);
    /* whatever the game has come to: also without a king, as no game begins */
    if (!xfen_read(f->checkpoint_text, base, &w->ruleset->geometry, &p, &w->log) ||
        position_equal(&p, &f->state.position))
        return;
    xpgn_buffer b = {0};
    xpgn_position_write(&b, w->ruleset, &f->state.position);
    xpgn_buffer_char(&b, '\0');
    log_add(&w->log, D_CHECKPOINT, f->checkpoint_place, "the position reached is another one");
    if (!b.failed)
        log_hint(&w->log, "right would be %s", b.data);
    if (!b.failed)
        log_fix(&w->log, f->checkpoint_place, "[%%xfen %s]", b.data);
    w->log.no_memory |= b.failed;
    xpgn_buffer_free(&b);
}

/* A checkpoint that does not stand with its action: behind a variation, a number. */
static void settle_stray(xpgn_walk *w) {
    struct frame *f = walk_frame(w);
    size_t mark = w->log.count;
    if (!f->dead && !f->in_turn)
        settle_checkpoint(w);
    walk_label(w, mark);
}

static void finish_turn(xpgn_walk *w, xpgn_place place) {
    struct frame *f = walk_frame(w);
    size_t mark = w->log.count;
    referee_end_turn(w->ruleset, &f->state, place, &f->outcome, &w->log);
    f->in_turn = false;
    settle_checkpoint(w);
    walk_label(w, mark);
    push(w, XPGN_STEP_TURN);
}

static void drop_turn_roll(xpgn_walk *w) {
    if (w->has_turn_roll && !walk_frame(w)->dead)
        log_add(&w->log, D_ROLL_EXTRA, w->turn_roll_place, "this roll belongs to no action");
    w->has_turn_roll = w->spoilt = false;
}

/* The turn of a line that goes no further, or of which the next one begins. */
static void close_turn(xpgn_walk *w) {
    struct frame *f = walk_frame(w);
    drop_turn_roll(w);
    if (many_actions(w) && !f->dead && f->in_turn)
        finish_turn(w, w->token.place);
}

static void begin_turn(xpgn_walk *w) {
    struct frame *f = walk_frame(w);
    f->in_turn = true;
    if (w->branches)
        f->turn_start = f->state;
    f->ply++;
}

/* The newest finding is about the turn that begins, which has no action yet. */
static void label_next(xpgn_walk *w) {
    struct xpgn_log *log = &w->log;
    struct frame *f = walk_frame(w);
    const xpgn_position *p = &f->state.position;
    if (!log->last_kept || log->list[log->count - 1].ply != 0)
        return;
    const char *label =
        arena_printf(&log->arena, "%u%.*s", p->number, (int)dots_of(p->turn, p->seats), "....");
    log->list[log->count - 1].turn = label != NULL ? label : "";
    log->list[log->count - 1].ply = f->ply + 1;
}

/* ---- numbers --------------------------------------------------------------------------------- */

/* The token at hand is to say this number, with the dots of the seat to move. */
static void hint_number(xpgn_walk *w, uint32_t number) {
    const xpgn_position *p = &walk_frame(w)->state.position;
    int dots = (int)dots_of(p->turn, p->seats);
    log_hint(&w->log, "write %u%.*s", number, dots, "....");
    log_fix(&w->log, w->token.place, "%u%.*s", number, dots, "....");
}

/* Where a turn is one action the number is a courtesy: a wrong one is a warning, once. */
static void check_number(xpgn_walk *w) {
    struct frame *f = walk_frame(w);
    const xpgn_position *p = &f->state.position;
    const struct token *t = &w->token;
    bool black = p->turn == 1;
    bool seat_fits = t->dots == 0 || (t->dots >= 2) == black;
    if (t->number == p->number && seat_fits) {
        f->shift = 0; /* what was warned of was a slip, not another way of counting */
        return;
    }
    if ((int64_t)t->number - f->shift == (int64_t)p->number && seat_fits)
        return;
    log_add(&w->log, D_NUMBER, t->place, "move number %u%s, but it is %s %u%s", t->number,
            t->dots >= 2 ? "..." : ".", black ? "Black's" : "White's",
            (unsigned)((int64_t)p->number + f->shift), black ? "..." : ".");
    hint_number(w, (uint32_t)((int64_t)p->number + f->shift));
    f->shift = (int64_t)t->number - (int64_t)p->number;
    label_next(w);
}

static void begin_numbered(xpgn_walk *w) {
    struct frame *f = walk_frame(w);
    struct token number = w->token;
    if (f->fresh && f->in_turn) { /* a variation with a number replaces the whole turn */
        f->in_turn = false;
        f->ply--;
        f->state = f->turn_start;
    }
    f->fresh = false;
    close_turn(w);
    if (f->outcome.over)
        return; /* what follows is after the end, and will be said so */
    const xpgn_position *p = &f->state.position;
    unsigned dots = dots_of(p->turn, p->seats);
    if (number.number != p->number || number.dots != dots) {
        log_add(&w->log, D_NUMBER_WRONG, number.place,
                "%u%.*s does not begin the next turn: %u%.*s does", number.number,
                (int)(number.dots > 4 ? 4 : number.dots), "....", p->number, (int)dots, "....");
        hint_number(w, p->number);
        label_next(w);
    }
    begin_turn(w);
}

/* A number that hangs on one that is wrong, as in 5.6 or 1.4.., is part of that. */
static void on_number(xpgn_walk *w) {
    struct frame *f = walk_frame(w);
    const struct xpgn_log *log = &w->log;
    xpgn_place place = w->token.place;
    size_t findings = log->count + log->dropped;
    bool hangs = place.offset > 0 && place.offset == w->odd_number;
    if (f->dead)
        return;
    if (!hangs && many_actions(w))
        begin_numbered(w);
    else if (!hangs)
        check_number(w);
    if (hangs || log->count + log->dropped > findings)
        w->odd_number = place.offset + place.length;
}

/* ---- actions --------------------------------------------------------------------------------- */

static void note_action(struct frame *f, const struct said *said) {
    f->has_action = true;
    f->last = said->text;
    f->last_number = f->state.position.number;
    f->last_seat = f->state.position.turn;
}

static void push_action(xpgn_walk *w, const struct said *said, bool first) {
    xpgn_step *s = push(w, XPGN_STEP_ACTION);
    s->first = first;
    s->before = &w->before;
    s->facts = &w->facts;
    s->text = said->text;
    s->place = said->place;
    s->remarks = w->remarks.list;
    s->remark_count = w->remarks.count;
}

static void after_action(xpgn_walk *w, const struct said *said, bool first) {
    struct frame *f = walk_frame(w);
    if (w->facts.outcome.over)
        f->outcome = w->facts.outcome;
    if (!w->options.verdict_only)
        push_action(w, said, first);
    if (!many_actions(w)) {
        settle_checkpoint(w);
        push(w, XPGN_STEP_TURN);
    } else if (f->outcome.over) {
        finish_turn(w, said->place);
    }
}

static bool readable(xpgn_walk *w, struct said *said) {
    const struct frame *f = walk_frame(w);
    if (notation_read(said->text, &said->notation))
        return true;
    log_add(&w->log, D_ACTION, said->place, "%.*s is not how an action is written",
            (int)said->text.size, said->text.data);
    if (!f->outcome.over)
        hint_action(w->ruleset, &f->state, said->text, said->place, NULL, &w->log);
    return false;
}

/* Play goes on in the main line: did a draw stand there already? Each is told of once. */
static void check_draws(xpgn_walk *w, xpgn_place place) {
    struct draw_watch *d = &w->draws;
    if (w->depth > 0)
        return;
    if (d->automatic != NULL && !d->told_automatic)
        log_add(&w->log, D_CLOCK_DRAW, place, "play goes on after %s", d->automatic);
    if (d->dead && !d->told_dead)
        log_add(&w->log, D_DEAD_POSITION, place, "play goes on, and neither side can mate");
    d->told_automatic = d->automatic != NULL;
    d->told_dead = d->dead;
}

static void note_draws(xpgn_walk *w) {
    const struct frame *f = walk_frame(w);
    if (w->options.lint && w->depth == 0 && !f->dead && draw_is_known(w->ruleset))
        w->no_memory |= !draw_note(&w->draws, &w->arena, &f->state.position);
}

/*
 * After the end nothing can be played; but who did not see that no action was left may have played
 * on: then the referee says that this was after the end.
 */
static bool play_goes_on(xpgn_walk *w, const struct said *said) {
    struct frame *f = walk_frame(w);
    if (!f->outcome.over)
        return true;
    if (said->stood && f->state.position.seats == 2 &&
        f->outcome.rule == w->ruleset->cite[CITE_NO_ACTION]) {
        f->outcome = (xpgn_outcome){0};
        return true;
    }
    if (said->spoilt)
        return false;
    log_rule(&w->log, f->outcome.rule, said->place, "%.*s after the end of the game",
             (int)said->text.size, said->text.data);
    log_hint(&w->log, "remove what follows the end");
    return false;
}

/* What the mark [%illegal stood] makes of the findings of an action that could be played. */
static void settle_stood(xpgn_walk *w, const struct said *said, size_t mark, size_t errors) {
    bool broken = w->log.errors > errors; /* a rule, or the format */
    w->facts.stood |= log_excuse(&w->log, mark, D_STOOD);
    if (!broken && !said->spoilt)
        log_add(&w->log, D_STOOD_IDLE, said->stood_place, "%.*s breaks no rule",
                (int)said->text.size, said->text.data);
}

static void play(xpgn_walk *w, struct said *said, bool first) {
    struct frame *f = walk_frame(w);
    size_t mark = w->log.count, errors = w->log.errors;
    bool can = readable(w, said);
    if (can)
        walk_entry(w, said);
    can = can && play_goes_on(w, said);
    if (!w->options.verdict_only)
        w->before = f->state.position;
    uint32_t number = f->state.position.number;
    uint8_t seat = f->state.position.turn;
    if (w->branches && can) {
        w->kept = f->state;
        w->kept_outcome = f->outcome;
    }
    if (can)
        can = referee_play(w->ruleset, &f->state, said, &w->facts, &w->log,
                           !w->options.verdict_only || w->options.lint);
    note_action(f, said);
    f->last_number = number;
    f->last_seat = seat;
    f->dead = !can;
    if (can && said->stood)
        settle_stood(w, said, mark, errors);
    if (can) {
        if (w->branches) {
            f->before = w->kept;
            f->before_outcome = w->kept_outcome;
        }
        check_draws(w, said->place);
        note_draws(w);
        after_action(w, said, first);
    }
    walk_label(w, mark);
}

/* The number stands before the turn roll, if there is one. */
static void refuse_unnumbered(xpgn_walk *w, xpgn_place place) {
    const xpgn_position *p = &walk_frame(w)->state.position;
    int dots = (int)dots_of(p->turn, p->seats);
    log_add(&w->log, D_NUMBER_MISSING, place, "the turn has no move number");
    log_hint(&w->log, "write %u%.*s before %s", p->number, dots, "....",
             w->has_turn_roll ? "the roll" : "it");
    if (w->has_turn_roll)
        place = w->turn_roll_place;
    log_fix(&w->log, (xpgn_place){place.offset, 0}, "%u%.*s ", p->number, dots, "....");
}

static void on_word(xpgn_walk *w) {
    struct frame *f = walk_frame(w);
    struct said said = {.text = w->token.text, .place = w->token.place};
    if (f->dead)
        return;
    bool first = !many_actions(w) || f->state.turn.stage == STAGE_START;
    if (f->checkpoint) { /* only several-action turns leave one open */
        f->checkpoint = false;
        log_add(&w->log, D_CHECKPOINT_EARLY, f->checkpoint_place,
                "a checkpoint stands between turns, not within one");
    }
    if (many_actions(w) && !f->in_turn) {
        if (!f->outcome.over)
            refuse_unnumbered(w, said.place);
        begin_turn(w);
    } else if (!many_actions(w)) {
        f->ply++;
    }
    f->fresh = false;
    play(w, &said, first);
}

static void on_roll(xpgn_walk *w) {
    const struct token *t = &w->token;
    if (walk_frame(w)->dead)
        return;
    w->roll.exchanges = 0;
    if (!walk_read_roll(w, t->text, t->place, &w->roll)) {
        if (many_actions(w))
            log_hint(&w->log, "write the face that fell: <?>");
        w->spoilt = true;
        return;
    }
    const xpgn_roll_side *s = &w->roll.exchange[0].side[0];
    bool plain = w->roll.exchanges == 1 && !w->roll.two_sides && s->dice_count == 1 &&
                 s->count < 0 && s->total < 0 && s->fate == 0;
    if (!many_actions(w) || !plain || w->has_turn_roll) {
        log_add(&w->log, D_ROLL_EXTRA, t->place, "no roll is due here");
        return;
    }
    w->has_turn_roll = true;
    w->turn_roll = s->dice[0];
    w->turn_roll_place = t->place;
}

/* ---- variations ------------------------------------------------------------------------------ */

static bool grow_frames(xpgn_walk *w) {
    if (w->depth + 1 < w->frame_capacity)
        return true;
    size_t capacity = w->frame_capacity ? w->frame_capacity * 2 : 4;
    struct frame *f = realloc(w->frame, capacity * sizeof *f);
    if (f == NULL)
        return false;
    w->frame = f;
    w->frame_capacity = capacity;
    return true;
}

static void skip_open(xpgn_walk *w) {
    if (w->skipped_depth++ == 0 && w->depth == WALK_MAX_DEPTH)
        log_add(&w->log, D_DEPTH, w->token.place, "variations nested more than %d deep",
                WALK_MAX_DEPTH);
}

static void enter(xpgn_walk *w) {
    struct frame *parent = walk_frame(w);
    struct frame *f = parent + 1;
    *f = *parent;
    f->state = parent->before;
    f->before = f->state;
    f->outcome = parent->before_outcome;
    f->opened = w->token.place;
    f->fresh = true;
    f->has_action = false;
    f->checkpoint = false;
    if (!parent->has_action && !parent->dead)
        log_add(&w->log, D_VARIATION_START, w->token.place, "a variation before any action");
    f->dead = parent->dead || !parent->has_action || w->options.skip_variations;
    f->in_turn = many_actions(w) && f->state.turn.stage != STAGE_START;
    f->ply = parent->ply > 0 && !f->in_turn ? parent->ply - 1 : parent->ply;
    w->depth++;
    push(w, XPGN_STEP_VARIATION);
}

static void on_open(xpgn_walk *w) {
    drop_turn_roll(w);
    if (w->skipped_depth > 0 || w->depth == WALK_MAX_DEPTH) {
        skip_open(w);
        return;
    }
    if (!grow_frames(w)) {
        w->no_memory = true;
        return;
    }
    enter(w);
}

/* NAGs and comments after a ) stay with it. */
static void collect_remarks(xpgn_walk *w) {
    w->remarks.count = 0;
    for (;;) {
        walk_token(w);
        xpgn_remark r = {.line = w->token.kind == TOKEN_LINE, .text = w->token.text};
        if (w->token.kind == TOKEN_COMMENT || w->token.kind == TOKEN_LINE)
            walk_stray_commands(w, w->token.text);
        else
            break;
        w->no_memory |= !walk_remark(w, &w->remarks, r);
    }
    walk_hold(w);
}

static void on_close(xpgn_walk *w) {
    if (w->skipped_depth > 0) {
        w->skipped_depth--;
        return;
    }
    if (w->depth == 0) {
        log_add(&w->log, D_VARIATION_STRAY, w->token.place, ") without its (");
        return;
    }
    close_turn(w);
    w->depth--;
    xpgn_slice text = w->token.text;
    xpgn_place place = w->token.place;
    collect_remarks(w);
    settle_stray(w);
    xpgn_step *s = push(w, XPGN_STEP_VARIATION_END);
    s->text = text;
    s->place = place;
    s->depth = (uint32_t)w->depth + 1;
    s->remarks = w->remarks.list;
    s->remark_count = w->remarks.count;
}

/* ---- the rest -------------------------------------------------------------------------------- */

/* A comment or NAG that stands for itself. */
static void push_remark(xpgn_walk *w, xpgn_remark remark) {
    w->remarks.count = 0;
    w->no_memory |= !walk_remark(w, &w->remarks, remark);
    xpgn_step *s = push(w, XPGN_STEP_COMMENT);
    s->remarks = w->remarks.list;
    s->remark_count = w->remarks.count;
}

static void on_comment(xpgn_walk *w) {
    walk_stray_commands(w, w->token.text);
    settle_stray(w);
    push_remark(w, (xpgn_remark){.line = w->token.kind == TOKEN_LINE, .text = w->token.text});
}

static void on_nag(xpgn_walk *w) {
    if (!walk_frame(w)->dead)
        log_add(&w->log, D_NAG_STRAY, w->token.place, "%.*s follows no action",
                (int)w->token.text.size, w->token.text.data);
    push_remark(w, (xpgn_remark){.nag = (uint16_t)w->token.number});
}

static void on_result(xpgn_walk *w) {
    if (w->depth > 0 || w->skipped_depth > 0) {
        w->has_inside = true;
        w->inside = w->token;
        return;
    }
    close_turn(w);
    w->has_result = true;
    w->result = w->token;
}

/* More of the game follows a result that stands in a variation: it was none. */
static void settle_inside(xpgn_walk *w) {
    enum token_kind kind = w->token.kind;
    if (!w->has_inside || kind == TOKEN_COMMENT || kind == TOKEN_LINE)
        return;
    w->has_inside = false;
    if (kind == TOKEN_END && w->depth > 0 && !w->has_result) {
        w->has_result = true;
        w->result = w->inside;
    } else {
        log_add(&w->log, D_RESULT_INSIDE, w->inside.place, "a result inside a variation");
    }
}

/* Variations that are open at the end are one finding, at the outermost. */
static void close_open(xpgn_walk *w) {
    size_t inner = w->depth + w->skipped_depth - 1;
    if (w->depth == 0)
        return;
    if (inner == 0)
        log_add(&w->log, D_VARIATION_OPEN, w->frame[1].opened, "( is never closed");
    else
        log_add(&w->log, D_VARIATION_OPEN, w->frame[1].opened,
                "( is never closed, nor %s %zu in it", inner == 1 ? "is the" : "are the", inner);
    w->depth = 0;
}

static void on_end(xpgn_walk *w) {
    close_open(w);
    close_turn(w);
    struct frame *f = walk_frame(w);
    if (!f->dead)
        referee_judge_turn(w->ruleset, &f->state, &f->outcome);
    size_t mark = w->log.count;
    if (!w->game->too_large)
        walk_check_result(w);
    walk_label(w, mark);
    xpgn_step *s = push(w, XPGN_STEP_RESULT);
    s->text = w->has_result ? w->result.text : (xpgn_slice){"", 0};
    s->place = w->has_result ? w->result.place : w->token.place;
    if (f->dead || w->game->too_large)
        s->position = NULL;
    w->ended = true;
}

/* In a variation past the bound nothing is played. */
static bool passed_over(const xpgn_walk *w) {
    enum token_kind kind = w->token.kind;
    return w->skipped_depth > 0 && kind != TOKEN_END && kind != TOKEN_OPEN && kind != TOKEN_CLOSE &&
           kind != TOKEN_RESULT;
}

static void on_token(xpgn_walk *w) {
    settle_inside(w);
    if (passed_over(w))
        return;
    switch (w->token.kind) {
    case TOKEN_END:
        on_end(w);
        break;
    case TOKEN_TAG:
        log_add(&w->log, D_TAG_LATE, w->token.place, "a tag pair inside the movetext");
        break;
    case TOKEN_NUMBER:
        on_number(w);
        break;
    case TOKEN_WORD:
        on_word(w);
        break;
    case TOKEN_NAG:
        on_nag(w);
        break;
    case TOKEN_COMMENT:
    case TOKEN_LINE:
        on_comment(w);
        break;
    case TOKEN_ROLL:
        on_roll(w);
        break;
    case TOKEN_OPEN:
        on_open(w);
        break;
    case TOKEN_CLOSE:
        on_close(w);
        break;
    case TOKEN_RESULT:
        on_result(w);
        break;
    }
}

static void push_quick_result(xpgn_walk *w) {
    const xpgn_position *p = &w->quick.state.position;
    bool played = w->quick.plies > 0;
    w->frame[0].outcome = w->quick.outcome;
    xpgn_step *s = push(w, XPGN_STEP_RESULT);
    s->ply = w->quick.plies;
    s->seat = played ? p->turn ^ 1 : 0;
    s->number = played ? p->number - (p->turn == 0) : 0;
    if (played && many_actions(w)) {
        s->seat = w->quick.last_seat;
        s->number = w->quick.last_number;
    }
    s->position = p;
    s->moves = w->quick.spelt;
    xpgn_slice text = w->game->text; /* which ends with the terminator, but for white space */
    while (is_space(text.data[text.size - 1]))
        text.size--;
    size_t size = w->quick.result.size;
    s->text = (xpgn_slice){text.data + text.size - size, size};
    s->place = (xpgn_place){(uint32_t)(text.size - size), (uint32_t)size};
}

static void begin_log(xpgn_walk *w) {
    xpgn_log_clear(&w->log);
    w->log.limit = w->options.max_errors ? w->options.max_errors : WALK_ERRORS;
    w->log.lint = w->options.lint;
}

static bool may_be_quick(const xpgn_walk *w) {
    return (w->options.verdict_only || w->options.want_san) && !w->options.lint &&
           !w->game->latin1 && !w->game->too_large;
}

static bool has_branches(xpgn_slice text) {
    return memchr(text.data, '(', text.size) != NULL;
}

/* The movetext from w->quick.state on. */
static bool movetext_is_quick(xpgn_walk *w, xpgn_slice text, xpgn_slice result) {
    xpgn_log_clear(&w->scratch);
    w->quick.skip_variations = w->options.skip_variations;
    w->quick.log = &w->scratch;
    w->tried_quick = true;
    bool good = false;
    if (quick_turns_fit(w->ruleset)) {
        good = quick_turns(w->ruleset, text, result, &w->quick);
    } else if (quick_fits(w->ruleset)) {
        w->quick.branches = has_branches(text);
        good = quick_moves(w->ruleset, text, result, &w->quick);
    }
    return good && walk_plies_fit(w, w->quick.plies);
}

/* Is there nothing to find in the whole game? Then it is done. */
static bool start_quick(xpgn_walk *w) {
    xpgn_slice rest, none = {NULL, 0};
    if (!may_be_quick(w) || w->options.want_san)
        return false;
    if (walk_header_quick(w, &rest)) {
        bool tagged = (w->known_set >> KNOWN_RESULT & 1) != 0;
        if (movetext_is_quick(w, rest, tagged ? w->known[KNOWN_RESULT].value : none))
            return true;
    }
    w->ruleset = NULL;
    w->known_set = 0;
    if (w->log.count > 0)
        begin_log(w);
    return false;
}

/* Makes room for the moves of a game, of which each takes two bytes at least.  A game is not worth
   it that has other things beside, or is of a size that nobody has played. */
static bool can_spell(xpgn_walk *w) {
    enum { LARGEST = 1 << 20 };
    size_t room = w->game->text.size / 2 + 1;
    w->quick.spelt = w->spelt;
    if (!quick_can_spell(w->ruleset) || w->branches || w->game->text.size > LARGEST)
        return false;
    if (room <= w->spelt_room)
        return true;
    free(w->spelt);
    w->spelt_room = room * 2;
    w->spelt = w->quick.spelt = malloc(w->spelt_room * sizeof *w->spelt);
    if (w->spelt == NULL)
        w->spelt_room = 0; /* the walk needs none */
    return w->spelt != NULL;
}

/* The tags are read. Is there nothing to find in the movetext? */
static bool go_on_quick(xpgn_walk *w) {
    struct frame *f = walk_frame(w);
    if (!may_be_quick(w) || w->tried_quick || w->log.count > 0 || f->dead || f->outcome.over)
        return false;
    if (w->options.want_san && !can_spell(w))
        return false;
    w->quick.state = f->state;
    size_t at = w->held ? w->token.place.offset : w->lex.at;
    xpgn_slice rest = {w->game->text.data + at, w->game->text.size - at};
    return movetext_is_quick(w, rest, xpgn_walk_tag(w, "Result"));
}

/* What the comments before the movetext command, now that the start position stands. */
static void settle_early(xpgn_walk *w) {
    for (size_t i = 0; i < w->early.count; i++) {
        walk_stray_commands(w, w->early.list[i].text);
        if (!walk_frame(w)->dead)
            settle_checkpoint(w);
    }
}

static void start(xpgn_walk *w) {
    if (w->game->latin1)
        log_add(&w->log, D_LATIN1, (xpgn_place){(uint32_t)utf8_valid_run(w->game->text), 1},
                "bytes that are not UTF-8, read as Latin-1");
    if (w->game->too_large)
        log_add(&w->log, D_SIZE, (xpgn_place){0, 0},
                "the game is larger than the bound of %zu bytes; its actions are passed over",
                w->game->text.size);
    memset(&w->frame[0], 0, sizeof w->frame[0]);
    w->branches = has_branches(w->game->text);
    walk_header(w);
    if (w->no_memory)
        return;
    if (w->game->too_large) { /* one error: what the cut broke is no fault of its own */
        w->held = false;
        w->lex.at = w->lex.text.size;
    }
    w->started = true;
    w->lex.dice = w->ruleset != NULL && (w->ruleset->combat != COMBAT_CAPTURE || many_actions(w));
    settle_early(w);
    note_draws(w);
    xpgn_step *s = push(w, XPGN_STEP_START);
    s->text = (xpgn_slice){"", 0};
    s->remarks = w->early.list;
    s->remark_count = w->early.count;
    if (walk_frame(w)->dead)
        s->position = NULL;
}

/* ---- the public face ------------------------------------------------------------------------- */

xpgn_status xpgn_walk_new(xpgn_walk **out, xpgn_catalog *rules, const xpgn_walk_options *options) {
    xpgn_walk *w = calloc(1, sizeof *w);
    if (w == NULL)
        return XPGN_NO_MEMORY;
    w->rules = rules;
    if (!options_read(&w->options, sizeof w->options, options)) {
        free(w);
        return XPGN_INVALID;
    }
    log_init(&w->log);
    log_init(&w->scratch);
    w->scratch.limit = 1;
    w->scratch.mute = true;
    w->frame_capacity = 4;
    w->frame = calloc(w->frame_capacity, sizeof *w->frame);
    if (w->frame == NULL) {
        free(w);
        return XPGN_NO_MEMORY;
    }
    *out = w;
    return XPGN_OK;
}

void xpgn_walk_free(xpgn_walk *walk) {
    if (walk == NULL)
        return;
    arena_free(&walk->arena);
    arena_free(&walk->log.arena);
    free(walk->log.list);
    arena_free(&walk->scratch.arena);
    free(walk->scratch.list);
    free(walk->frame);
    free(walk->spelt);
    free(walk);
}

xpgn_status xpgn_walk_begin(xpgn_walk *w, const xpgn_game *game) {
    arena_reset(&w->arena);
    begin_log(w);
    w->game = game;
    w->ruleset = NULL;
    w->held = w->started = w->ended = w->no_memory = w->tags_pending = false;
    w->tried_quick = false;
    w->moves_at = 0;
    w->tags = NULL;
    w->known_set = 0;
    w->tag_count = w->tag_capacity = 0;
    w->depth = w->skipped_depth = 0;
    w->frame[0].outcome = (xpgn_outcome){0};
    w->has_turn_roll = w->has_result = w->has_inside = w->spoilt = false;
    w->odd_number = 0;
    w->remarks = w->early = (struct remarks){0};
    w->draws = (struct draw_watch){0};
    w->queue_at = w->queue_count = 0;
    lex_begin(&w->lex, game->text, &w->log);
    return XPGN_OK;
}

static bool out_of_memory(const xpgn_walk *w) {
    return w->no_memory || w->log.no_memory;
}

xpgn_status xpgn_walk_next(xpgn_walk *w, const xpgn_step **step) {
    while (w->queue_at == w->queue_count) {
        w->queue_at = w->queue_count = 0;
        if (w->ended)
            return out_of_memory(w) ? XPGN_NO_MEMORY : XPGN_END;
        if (!w->started && start_quick(w)) {
            w->started = w->ended = w->tags_pending = true;
            push_quick_result(w);
        } else if (!w->started) {
            start(w);
            w->ended = !out_of_memory(w) && go_on_quick(w);
            if (w->ended)
                push_quick_result(w);
        } else {
            size_t mark = w->log.count;
            walk_token(w);
            on_token(w);
            walk_label(w, mark);
        }
        if (out_of_memory(w))
            return XPGN_NO_MEMORY;
        if (w->options.verdict_only) /* but the result, which is the last */
            w->queue_at = w->ended ? w->queue_count - 1 : w->queue_count;
    }
    *step = &w->queue[w->queue_at++];
    return XPGN_OK;
}

const xpgn_finding *xpgn_walk_findings(const xpgn_walk *walk, size_t *count) {
    return xpgn_log_list(&walk->log, count);
}

const xpgn_ruleset *xpgn_walk_ruleset(const xpgn_walk *walk) {
    return walk->ruleset;
}

xpgn_outcome xpgn_walk_outcome(const xpgn_walk *walk) {
    return walk->frame[0].outcome;
}
