/* SPDX-License-Identifier: MIT */
/* The walk: one game, token by token. */
#include "core/walk/walk_state.h"

#include "core/base/utf8.h"
#include "core/play/ending.h"

#include <stdlib.h>

/* ---- its life -------------------------------------------------------------------------------- */

xpgn_status walk_init(xpgn_walk *w, xpgn_catalog *rules, const xpgn_walk_options *options) {
    w->rules = rules;
    w->options = *options;
    log_init(&w->log);
    w->lines.capacity = 1; /* most games have no variations */
    w->lines.list = calloc(w->lines.capacity, sizeof *w->lines.list);
    w->tags = calloc(1, sizeof *w->tags);
    w->first = calloc(1, sizeof *w->first);
    if (w->lines.list == NULL || w->tags == NULL || w->first == NULL)
        return XPGN_NO_MEMORY;
    tags_begin(w->tags, slice_of(""));
    return w->options.keep_line ? trail_open(&w->trail) : XPGN_OK;
}

void walk_free_parts(xpgn_walk *w) {
    arena_free(&w->arena);
    log_free_parts(&w->log);
    if (w->tags != NULL)
        arena_free(&w->tags->arena);
    free(w->tags);
    free(w->first);
    free(w->lines.list);
    trail_free(&w->trail);
}

xpgn_status walk_new(xpgn_walk **out, xpgn_catalog *rules, const xpgn_walk_options *options) {
    xpgn_walk *w = calloc(1, sizeof *w);
    xpgn_status status = w != NULL ? walk_init(w, rules, options) : XPGN_NO_MEMORY;
    if (status == XPGN_OK)
        *out = w;
    else
        walk_free(w);
    return status;
}

void walk_free(xpgn_walk *w) {
    if (w != NULL)
        walk_free_parts(w);
    free(w);
}

/* ---- comments, NAGs, results ----------------------------------------------------------------- */

/* A comment or NAG that belongs to no action. */
static void step_remark(xpgn_walk *w) {
    w->entry.remarks.count = 0;
    walk_remark(w, &w->entry.remarks);
    walk_step(w, XPGN_STEP_COMMENT, &w->entry.remarks);
}

static void on_comment(xpgn_walk *w) {
    w->remarked = w->lines.depth == 0;
    walk_stray_commands(w, w->token.text);
    walk_settle_stray(w);
    step_remark(w);
}

static void on_nag(xpgn_walk *w) {
    if (!walk_line(w)->dead)
        log_add(&w->log, D_NAG_STRAY, w->token.place, "NAG %.*s follows no action",
                SLICE(w->token.text));
    step_remark(w);
}

static void take_walk_result(xpgn_walk *w) {
    bool inside = w->lines.depth > 0 || w->lines.skipped > 0;
    if (!inside)
        walk_close_turn(w);
    *(inside ? &w->inside : &w->result) = (struct terminator){true, w->token};
}

/* A result inside a variation is not the game's if more of the game follows. */
static void settle_inside(xpgn_walk *w) {
    enum token_kind kind = w->token.kind;
    if (!w->inside.found || kind == TOKEN_COMMENT || kind == TOKEN_LINE)
        return;
    if (kind == TOKEN_END && w->lines.depth > 0 && !w->result.found)
        w->result = w->inside;
    else
        log_add(&w->log, D_RESULT_INSIDE, w->inside.token.place, "result inside a variation");
    w->inside.found = false;
}

static void on_end(xpgn_walk *w) {
    walk_close_variations(w);
    walk_close_turn(w);
    struct line *l = walk_line(w);
    if (!l->dead)
        ending_before_turn(w->ruleset, &l->state, &l->outcome);
    if (!w->game->too_large)
        walk_check_result(w);
    xpgn_step *s = walk_step(w, XPGN_STEP_RESULT, NULL);
    s->text = w->result.found ? w->result.token.text : (xpgn_slice){"", 0};
    s->place = w->result.found ? w->result.token.place : w->token.place;
    if (l->dead || w->game->too_large)
        s->position = NULL;
    w->ended = true;
}

/* ---- tokens ---------------------------------------------------------------------------------- */

static void on_tag(xpgn_walk *w) {
    log_add(&w->log, D_TAG_LATE, w->token.place, "tag pair inside the movetext");
}

/* Ends the line at a half-move that was not written down, as the position after it is unknown. */
static void settle_gap(xpgn_walk *w) {
    struct line *l = walk_line(w);
    enum token_kind kind = w->token.kind;
    bool beside = kind == TOKEN_COMMENT || kind == TOKEN_LINE || kind == TOKEN_NAG ||
                  kind == TOKEN_OPEN || kind == TOKEN_TAG;
    l->dead |= l->gap && !beside;
}

/* Reads the next relevant token: if no action can be played any more and only the verdict is
   wanted, tokens of actions are skipped unless the lexer found something. */
static void next_token(xpgn_walk *w) {
    size_t mark = w->log.count;
    const struct token *t = &w->token;
    bool idle, passes = walk_line(w)->dead && walk_skips_steps(w) && !w->transcribed &&
                        !w->inside.found && w->script == NULL;
    do {
        walk_token(w);
        idle = (t->kind == TOKEN_WORD && t->text.data[0] != '0') || t->kind == TOKEN_NUMBER ||
               t->kind == TOKEN_ROLL;
    } while (passes && idle && w->log.count == mark);
}

void walk_read(xpgn_walk *w) {
    static void (*const handlers[])(xpgn_walk *) = {[TOKEN_END] = on_end,
                                                    [TOKEN_TAG] = on_tag,
                                                    [TOKEN_NUMBER] = walk_number,
                                                    [TOKEN_WORD] = walk_action,
                                                    [TOKEN_NAG] = on_nag,
                                                    [TOKEN_COMMENT] = on_comment,
                                                    [TOKEN_LINE] = on_comment,
                                                    [TOKEN_ROLL] = walk_roll,
                                                    [TOKEN_OPEN] = walk_open_variation,
                                                    [TOKEN_CLOSE] = walk_close_variation,
                                                    [TOKEN_RESULT] = take_walk_result};
    size_t mark = w->log.count;
    w->acted = w->remarked = false;
    next_token(w);
    settle_inside(w);
    settle_gap(w);
    if (walk_is_forfeit(w))
        w->token.kind = TOKEN_RESULT;
    if (w->token.kind == TOKEN_NUMBER && walk_number_is_word(w))
        w->token.kind = TOKEN_WORD;
    enum token_kind kind = w->token.kind;
    bool unread = walk_is_unread(w);
    if (w->lines.skipped == 0 || kind == TOKEN_END || kind == TOKEN_OPEN || kind == TOKEN_CLOSE ||
        kind == TOKEN_RESULT) /* variations nested too deep are not played */
        handlers[kind](w);
    if (unread)
        walk_settle_unread(w, kind, mark);
    if (w->log.count > mark)
        walk_drop_tail(w, mark);
    walk_label(w, mark);
}

/* ---- the start ------------------------------------------------------------------------------- */

void walk_begin(xpgn_walk *w, const xpgn_game *game) {
    arena_reset(&w->arena);
    tags_begin(w->tags, game->text);
    walk_begin_log(w);
    w->game = game;
    w->ruleset = NULL;
    w->held = w->started = w->ended = w->no_memory = false;
    w->unnamed = w->has_gap = w->transcribed = false;
    w->coordinates = COORDINATES_UNKNOWN;
    w->fast.tried = w->fast.passed = w->fast.resumed = w->fast.replays = false;
    w->fast.first_in.data = NULL;
    w->fast.moves = NULL;
    w->first->text[0] = '\0';
    w->lines.depth = w->lines.skipped = 0;
    struct line *l = &w->lines.list[0];
    l->outcome = (xpgn_outcome){0};
    l->dead = l->gap = l->in_turn = l->has_action = l->numbered = false;
    l->number_offset = l->number_open = l->ply = l->last_number = l->last_seat = 0;
    w->turn_roll = (struct turn_roll){0};
    w->result.found = w->inside.found = false;
    w->wrong_number = 0;
    w->unread.length = 0;
    w->entry.remarks = w->early = (struct remarks){0};
    w->draws = (struct draw_watch){0};
    w->growth.last.there = w->growth.next.there = false;
    if (w->options.keep_line)
        trail_begin(&w->trail);
    w->steps.at = w->steps.count = 0;
    lex_begin(&w->lex, game->text, &w->log);
    w->lex.inside = game->column > 1;
}

size_t walk_open(xpgn_walk *w) {
    if (w->game->latin1)
        log_add(&w->log, D_LATIN1, (xpgn_place){(uint32_t)utf8_valid_run(w->game->text), 1},
                "invalid UTF-8, read as Windows-1252");
    if (w->game->too_large)
        log_add(&w->log, D_SIZE, (xpgn_place){0, 0},
                "the game is larger than the limit of %zu bytes; its actions are skipped",
                w->game->text.size);
    memset(&w->lines.list[0], 0, sizeof w->lines.list[0]);
    return walk_header(w);
}

void walk_start(xpgn_walk *w) {
    if (w->no_memory)
        return;
    if (w->game->too_large) { /* the rest is missing, so nothing more is reported */
        w->held = false;
        w->lex.at = w->lex.text.size;
    }
    if (w->options.keep_line)
        trail_start(&w->trail, &walk_line(w)->state.position);
    walk_begin_moves(w, memchr(w->game->text.data, '(', w->game->text.size) != NULL);
    for (size_t i = 0; i < w->early.count; i++) { /* their commands, at the start position */
        walk_stray_commands(w, w->early.list[i].text);
        if (!walk_line(w)->dead)
            walk_settle_checkpoint(w);
    }
    walk_note_draws(w);
    xpgn_step *s = walk_step(w, XPGN_STEP_START, &w->early);
    s->text = (xpgn_slice){"", 0};
    if (walk_line(w)->dead)
        s->position = NULL;
}
