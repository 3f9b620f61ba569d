/* SPDX-License-Identifier: MIT */
#include <xpgn/play.h>

#include "core/base/slice.h"
#include "core/game/finding_hint.h"
#include "core/game/roll_compare.h"
#include "core/text/foreign_forms.h"
#include "core/walk/walk_state.h"

/* The text of a roll with its dashes replaced by colons, and in other brackets also without its
   blanks; size 0 if there is nothing to replace. */
static xpgn_slice clean_roll(xpgn_walk *w, xpgn_slice text, bool reported) {
    bool odd = memchr(text.data, '-', text.size) != NULL ||
               memchr(text.data, '\xE2', text.size) != NULL || /* dashes of other kinds */
               (reported && memchr(text.data, ' ', text.size) != NULL);
    char *out = odd ? arena_alloc(&w->arena, text.size + 1) : NULL;
    w->no_memory |= odd && out == NULL;
    return (xpgn_slice){out, out != NULL ? foreign_roll_clean(text, out) : 0};
}

bool walk_read_roll(xpgn_walk *w, xpgn_slice text, xpgn_place whole, xpgn_roll *roll) {
    struct log *log = &w->log;
    size_t mark = log->count;
    /* true if the lexer has reported this roll, for a < without >, or for other or missing
       brackets */
    bool reported = mark > 0 && log_is(&log->list[mark - 1], D_ROLL_FORM) &&
                    log->list[mark - 1].place.offset == whole.offset;
    bool kept = log->last_kept;
    uint32_t at = walk_place(w, text).offset;
    xpgn_slice clean = clean_roll(w, text, reported);
    if (clean.size > 0 && xpgn_roll_read(clean, roll) && !reported) {
        log_add(log, D_ROLL_FORM, whole, "expected <%.*s>, found '<%.*s>'", SLICE(clean),
                SLICE(text));
        reported = true;
    }
    if (clean.size > 0 && xpgn_roll_read(clean, roll))
        text = clean;
    bool hits = w->ruleset != NULL && combat_damages(w->ruleset);
    bool good = roll_read(text, at, hits, roll, log);
    if (!good && reported) {
        log_truncate(log, mark);
        log->last_kept = kept;
    }
    if (good && reported && log->last_kept) {
        log_hint(log, "expected <%.*s>", SLICE(text));
        log_fix(log, whole, "<%.*s>", SLICE(text));
    }
    return good;
}

void walk_check_roll_form(xpgn_walk *w, xpgn_slice text, const xpgn_roll *roll) {
    xpgn_roll own;
    if (!w->log.lint || !xpgn_roll_read(text, &own))
        return; /* if it cannot be read as it is, that has been said */
    const char *right = roll_written(roll, &w->log);
    if (right == NULL || slice_is(text, right))
        return;
    xpgn_place at = walk_place(w, text);
    log_add(&w->log, D_NEEDLESS, at, "roll %.*s is not in export form", SLICE(text));
    hint_right(&w->log, at, right);
}

/* Takes a roll of the current action, in either form. If it is given twice, both must agree. */
static void take_roll(xpgn_walk *w, xpgn_slice text, xpgn_place whole, struct recorded *recorded) {
    bool second = w->entry.roll.exchanges > 0 && !recorded->misplaced;
    xpgn_roll *roll = second ? &w->entry.again : &w->entry.roll;
    recorded->misplaced = false;
    if (!walk_read_roll(w, text, whole, roll)) {
        recorded->unreadable = true;
        recorded->unreadable_roll = text;
        recorded->unreadable_place = whole;
        return;
    }
    roll->place = whole;
    walk_check_roll_form(w, text, roll);
    if (second &&
        strcmp(roll_written(&w->entry.roll, &w->log), roll_written(&w->entry.again, &w->log)) != 0)
        log_add(&w->log, D_ROLL_TWICE, whole, "this roll differs from the one before it");
}

static void take_turn_command(xpgn_walk *w, const struct command *c, struct recorded *recorded) {
    uint64_t face;
    xpgn_roll roll;
    xpgn_place whole = walk_place(w, c->whole);
    if (c->rest.size <= 4 && slice_number(c->rest, &face) && face > UINT8_MAX) {
        (void)compare_face(w->ruleset->die, (unsigned)face, whole, &w->log);
        recorded->unreadable = true;
        return;
    }
    const bool several = w->ruleset != NULL && turn_rolls_actors(w->ruleset);
    if (!xpgn_roll_read(c->rest, &roll) || !roll_is_bare(&roll) ||
        !(several || roll_is_one_die(&roll))) {
        log_add(&w->log, D_COMMAND_FORM, whole, "expected one number in [%%turn]");
        recorded->unreadable = true;
        return;
    }
    const xpgn_turn_dice dice = turn_dice_from(&roll.exchange[0].side[0]);
    if (recorded->has_turn_roll && !turn_dice_same(&recorded->turn_roll, &dice))
        log_add(&w->log, D_ROLL_TWICE, whole, "this turn roll differs from the one before it");
    walk_check_roll_form(w, c->rest, &roll);
    recorded->has_turn_roll = true;
    recorded->turn_roll = dice;
    recorded->turn_roll_place = whole;
}

static void take_stood(xpgn_walk *w, const struct command *c, struct recorded *recorded) {
    xpgn_place whole = walk_place(w, c->whole);
    if (!slice_is(c->rest, "stood")) {
        log_add(&w->log, D_STOOD_IDLE, whole, "expected [%%illegal stood]");
    } else if (recorded == NULL) {
        log_add(&w->log, D_STOOD_IDLE, whole, "[%%illegal stood] follows no action");
    } else {
        recorded->stood = true;
        recorded->stood_place = whole;
    }
}

/* A half-move that nobody wrote down. With sealed dice it is an error, as any dice could be claimed
   after it. */
static void take_missing(xpgn_walk *w, xpgn_place place) {
    if (walk_is_sealed(w))
        log_add(&w->log, D_SEALED_MISSING, place,
                "missing half-move, but the dice are sealed: what follows cannot be checked");
    else
        log_add(&w->log, D_MISSING, place, "missing half-move: what follows is not checked");
    walk_line(w)->gap = w->has_gap = true;
}

/* Words of a sheet that were not read: one half-move or more, as if it were missing. */
static void take_unread(xpgn_walk *w, const struct command *c) {
    log_add(&w->log, D_UNREAD, walk_place(w, c->whole), "not read: %.*s", SLICE(c->rest));
    walk_line(w)->gap = w->has_gap = true;
}

/* Executes the commands in a comment.  `recorded`: the action that it follows, or NULL. */
static void take_commands(xpgn_walk *w, xpgn_slice comment, struct recorded *recorded) {
    struct command c;
    size_t at = 0;
    while (command_next(comment, &at, &c)) {
        enum command_kind kind = command_kind(c.name);
        if ((kind == COMMAND_ROLL || kind == COMMAND_TURN) && recorded == NULL)
            log_add(&w->log, D_ROLL_EXTRA, walk_place(w, c.whole),
                    "unexpected roll: it follows no action");
        else if (kind == COMMAND_ROLL)
            take_roll(w, c.rest, walk_place(w, c.whole), recorded);
        else if (kind == COMMAND_TURN)
            take_turn_command(w, &c, recorded);
        else if (kind == COMMAND_XFEN)
            walk_line(w)->checkpoint = (struct checkpoint){true, c.rest, walk_place(w, c.whole)};
        else if (kind == COMMAND_ILLEGAL)
            take_stood(w, &c, recorded);
        else if (kind == COMMAND_ANNULLED)
            walk_check_annulled(w, &c);
        else if (kind == COMMAND_MISSING && !walk_line(w)->gap)
            take_missing(w, walk_place(w, c.whole));
        else if (kind == COMMAND_UNREAD)
            take_unread(w, &c);
    }
}

bool walk_has_roll(xpgn_slice comment) {
    struct command c;
    size_t at = 0;
    while (command_next(comment, &at, &c)) {
        enum command_kind kind = command_kind(c.name);
        if (kind == COMMAND_ROLL || kind == COMMAND_TURN)
            return true;
    }
    return false;
}

void walk_stray_commands(xpgn_walk *w, xpgn_slice comment) {
    struct command c;
    size_t at = 0;
    if (!walk_line(w)->dead)
        take_commands(w, comment, NULL);
    while (walk_line(w)->dead && command_next(comment, &at, &c))
        if (command_kind(c.name) == COMMAND_UNREAD)
            take_unread(w, &c);
}

/* True if the word before a roll cannot be read, and the roll is none of a turn: it has two sides
   or a total. */
static bool is_of_unread(const xpgn_walk *w, const struct recorded *recorded) {
    struct notation n;
    return w->token.kind == TOKEN_ROLL &&
           (slice_contains(w->token.text, ":") || slice_contains(w->token.text, "=")) &&
           !notation_read(recorded->text, &n);
}

/* True if the next roll belongs to this action, and not to the next one as its turn roll, or to
   something unreadable in between. */
static bool owns_roll(const xpgn_walk *w, const struct recorded *recorded) {
    if (!turn_rolls(w->ruleset) && !walk_passed_over(w, recorded->place.offset))
        return true;
    const bool fights = notation_fights(&recorded->notation) || is_of_unread(w, recorded);
    return fights && !attacks_capture(w->ruleset) && w->entry.roll.exchanges == 0 &&
           recorded->unreadable_roll.data == NULL;
}

static bool take_freed(xpgn_walk *w, struct recorded *recorded) {
    if (recorded->notation.kind != NOTATION_AT || recorded->has_freed ||
        !notation_read(w->token.text, &recorded->freed) ||
        !walk_frees(w->ruleset, &recorded->notation, &recorded->freed))
        return false;
    recorded->has_freed = true;
    recorded->freed_place = w->token.place;
    return true;
}

/* Takes one token after the action; false if it belongs to what comes next. */
static bool take_following(xpgn_walk *w, struct recorded *recorded) {
    const struct token *t = &w->token;
    switch (t->kind) {
    case TOKEN_ROLL:
        if (!owns_roll(w, recorded))
            return false;
        take_roll(w, t->text, t->place, recorded);
        return true;
    case TOKEN_NAG:
    case TOKEN_COMMENT:
    case TOKEN_LINE:
        if (t->kind == TOKEN_COMMENT && walk_passed_over(w, recorded->place.offset) &&
            walk_has_roll(t->text) && !owns_roll(w, recorded))
            return false;
        if (t->kind != TOKEN_NAG)
            take_commands(w, t->text, recorded);
        walk_remark(w, &w->entry.remarks);
        return true;
    case TOKEN_WORD:
        return take_freed(w, recorded);
    default:
        return false;
    }
}

void walk_begin_entry(xpgn_walk *w, struct recorded *recorded) {
    recorded->misplaced = w->turn_roll.misplaced;
    recorded->unreadable = w->turn_roll.unreadable;
    recorded->has_turn_roll = w->turn_roll.pending;
    recorded->turn_roll = w->turn_roll.dice;
    recorded->turn_roll_place = w->turn_roll.place;
    w->turn_roll = (struct turn_roll){0};
}

void walk_entry(xpgn_walk *w, struct recorded *recorded) {
    if (!recorded->misplaced)
        w->entry.roll.exchanges = 0;
    w->entry.remarks.count = 0;
    recorded->roll = &w->entry.roll;
    do {
        walk_token(w);
    } while (!w->no_memory && take_following(w, recorded));
    w->held = true;
}
