/* SPDX-License-Identifier: MIT */
#include "core/game/finding_hint.h"

#include "core/base/roll_data.h"
#include "core/base/slice.h"
#include "core/text/roll_text.h"
#include "internal/rules.h"

#include <stdio.h>
#include <xpgn/play.h>

enum { LISTED = 120 };

/* "Nbd7, Nfd7 or Nd7" */
static void join_suggestions(const struct suggestions *s, char text[LISTED]) {
    size_t used = 0;
    for (unsigned i = 0; i < s->count && used < LISTED; i++) {
        const char *before = i == 0 ? "" : i + 1 == s->count ? " or " : ", ";
        int n = snprintf(text + used, LISTED - used, "%s%s", before, s->name[i]);
        used += n > 0 ? (size_t)n : 0;
    }
}

static void name_actions(const struct suggestions *s, bool fits, xpgn_place place,
                         struct log *log) {
    char names[LISTED] = "";
    join_suggestions(s, names);
    if (fits)
        log_hint(log, "write %s", names);
    else if (s->all)
        log_hint(log, "legal here: %s", names);
    else
        log_hint(log, "did you mean %s?", names);
    for (unsigned i = 0; i < s->count; i++)
        log_fix(log, place, "%s", s->name[i]);
}

/* True if dice were thrown for it. A single die may be the turn roll of the next action. */
static bool has_recorded_dice(const struct recorded *recorded) {
    const xpgn_roll *roll = recorded->roll;
    return roll != NULL && roll->exchanges > 0 && roll->two_sides && !recorded->misplaced;
}

void hint_action(const struct check *c, const struct refusal *why) {
    const struct recorded *recorded = c->recorded;
    struct suggestions near;
    if (!log_wants_hint(c->log))
        return;
    if (why != NULL && why->ambiguous) {
        name_actions(&why->fits, true, recorded->place, c->log);
        return;
    }
    if (c->log->plain)
        return;
    movement_suggest(c->rs, c->state, recorded->text, has_recorded_dice(recorded), &near);
    if (near.count > 0) {
        name_actions(&near, false, recorded->place, c->log);
    } else if (c->state->turn.stage != STAGE_START &&
               movement_actions(c->rs, c->state, NULL, 0) == 0) {
        /* no action may follow in this turn: perhaps the next turn's number is missing */
        xpgn_position next = c->state->position;
        position_pass(&next);
        log_hint(c->log, "the next turn begins with %u%s", next.number,
                 xpgn_turn_dots(next.seats, next.side_to_move));
    }
}

const char *roll_written(const xpgn_roll *roll, struct log *log) {
    xpgn_buffer b = {0};
    xpgn_roll_write(&b, roll);
    return log_take(log, &b);
}

void hint_roll(const struct check *c, size_t mark) {
    struct log *log = c->log;
    if (log->mute || log->count == mark)
        return;
    log->last_kept = true; /* the last finding is in the list; later ones may have been dropped */
    if (!log_wants_hint(log))
        return;
    xpgn_place place = c->recorded->roll->place;
    const char *right = roll_written(&c->facts->roll, log);
    const char *game = c->recorded->text.data - c->recorded->place.offset;
    log_hint(log, "expected <%s>", right);
    log_fix(log, place, game[place.offset] == '[' ? "[%%roll %s]" : "<%s>", right);
    for (; mark + 1 < log->count; mark++) {
        log->list[mark].hint = log->list[log->count - 1].hint;
        log->list[mark].fix = log->list[log->count - 1].fix;
        log->list[mark].fix_count = log->list[log->count - 1].fix_count;
    }
}

/* "?,?": a face for each die. */
static const char *faces_of(unsigned dice) {
    static const char most[2 * XPGN_MAX_DICE + 1] =
        ",?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?";
    return dice > 0 && dice <= XPGN_MAX_DICE ? &most[sizeof most - 2 * dice] : "";
}

void hint_turn_roll(const struct check *c) {
    const xpgn_slice text = c->recorded->text;
    log_hint(c->log, "write the turn roll before it: <%s> %.*s", faces_of(turn_dice(c->rs)),
             (int)(text.size < LISTED ? text.size : LISTED), text.data);
}

void hint_turn_dice(const xpgn_ruleset *rs, struct log *log) {
    log_hint(log, "write the dice that were rolled: <%s>", faces_of(turn_dice(rs)));
}

void hint_dice(const struct check *c) {
    log_hint(c->log, "write the dice that were rolled: <%s:%s>", faces_of(c->facts->side[0].dice),
             faces_of(c->facts->side[1].dice));
}

/* True if the side has the dice that are due, with valid faces. Removes its dice if none are
   due. */
static bool keep_due(const struct check *c, unsigned which, xpgn_roll_side *side) {
    const unsigned due = c->facts->side[which].dice;
    bool fits = due == 0 || side->dice_count == due;
    for (unsigned i = 0; i < due && fits; i++)
        fits = side->dice[i] >= 1 && side->dice[i] <= combat_faces(c->rs, c->facts, which, i);
    side->dice_count = (uint8_t)due;
    return fits;
}

/* The castle after the @, if it is one of the winner's. */
static bool cell_of_unreadable(const xpgn_ruleset *rs, xpgn_slice text, xpgn_facts *right) {
    if (!roll_read_cell(text, &right->roll.exchange[0].side[combat_loser(right)]))
        return false;
    combat_settle(rs, right);
    return combat_cell_fits(rs, right);
}

void hint_unreadable_roll(const struct check *c) {
    struct log *log = c->log;
    xpgn_facts right = *c->facts;
    struct recorded sound = *c->recorded;
    xpgn_roll dice;
    if (sound.unreadable_roll.data == NULL || sound.roll->exchanges > 0 || !log_wants_hint(log) ||
        !log_is(&log->list[log->count - 1], D_ROLL_FORM))
        return;
    roll_read_dice(sound.unreadable_roll, &dice);
    bool good =
        keep_due(c, 0, &dice.exchange[0].side[0]) && keep_due(c, 1, &dice.exchange[0].side[1]);
    if (good)
        combat_complete(c->rs, &dice, &right);
    if (good && c->rs->removed == REMOVED_PRISONER)
        good = cell_of_unreadable(c->rs, sound.unreadable_roll, &right);
    if (!good) {
        hint_dice(c);
        return;
    }
    dice.place = sound.unreadable_place;
    sound.roll = &dice;
    struct check mended = *c;
    mended.recorded = &sound;
    mended.facts = &right;
    hint_roll(&mended, log->count - 1);
}

void hint_computed(const struct check *c, const xpgn_roll *dice) {
    xpgn_facts right = *c->facts;
    struct check computed = *c;
    combat_complete(c->rs, dice, &right);
    computed.facts = &right;
    hint_roll(&computed, c->log->count - 1);
}

void hint_dice_count(const struct check *c) {
    static const xpgn_roll none; /* no dice */
    if (!log_wants_hint(c->log))
        return;
    if (c->facts->side[0].dice > 0) /* if anyone rolls, the attacker does */
        hint_dice(c);
    else
        hint_computed(c, &none);
}

void hint_cells(const struct check *c, unsigned seat, xpgn_place place) {
    const struct geometry *g = &c->rs->geometry;
    struct suggestions cells = {.count = 0};
    char names[LISTED] = "";
    for (unsigned i = 0; i < 4; i++) {
        if (g->cell_seat[i] == seat)
            (void)snprintf(cells.name[cells.count++], ACTION_NAME, "x@%s",
                           square_text(check_position(c), g->cell[i]).name);
    }
    join_suggestions(&cells, names);
    log_hint(c->log, "write %s", names);
    for (unsigned i = 0; place.length > 0 && i < cells.count; i++)
        log_fix(c->log, place, "%s", cells.name[i]);
    log_fixes_are(c->log, XPGN_FIX_CELL);
}

void hint_right(struct log *log, xpgn_place place, const char *right) {
    log_hint(log, "expected %s", right);
    log_fix(log, place, "%s", right);
}

void hint_mark(xpgn_slice action, xpgn_place place, char mark, struct log *log) {
    xpgn_slice stem = slice_trim(action, "+#");
    char text[LISTED];
    (void)snprintf(text, sizeof text, "%.*s%.*s", SLICE(stem), mark != 0, &mark);
    hint_right(log, place, text);
}

void hint_capture_sign(const struct recorded *recorded, struct log *log) {
    char text[LISTED];
    xpgn_slice all = recorded->text;
    const struct notation *n = &recorded->notation;
    const char *x = memchr(all.data, 'x', all.size);
    size_t at = x != NULL ? (size_t)(x - all.data)
                          : (size_t)n->letter + (n->from_file >= 0) + (n->from_rank >= 0);
    size_t rest = at + (x != NULL);
    (void)snprintf(text, sizeof text, "%.*s%s%.*s", (int)at, all.data, x != NULL ? "" : "x",
                   (int)(all.size - rest), all.data + rest);
    hint_right(log, recorded->place, text);
}

void hint_remove(struct log *log, xpgn_place place) {
    log_hint(log, "remove it");
    log_fix(log, place, "%s", "");
}

void refuse_after_end(const struct recorded *recorded, const char *rule, struct log *log) {
    log_rule(log, rule, recorded->place, "%.*s after the end of the game", SLICE(recorded->text));
    log_hint(log, "remove what follows the end");
}
