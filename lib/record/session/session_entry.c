/* SPDX-License-Identifier: MIT */
/*
 * Takes an announced action to a recorded one: its dice, then what is left to choose. xpgn_play
 * applies the rules; the walk over the record has the last word.
 */
#include <xpgn/play.h>
#include <xpgn/rulesets.h>

#include "internal/chance.h"
#include "internal/rules.h"
#include "internal/text_out.h"
#include "internal/writers.h"
#include "meant/sheet/word_in_hand.h"
#include "record/session/entry.h"

#include "xpgn_codes.h"

enum { WORDS = 1200 }; /* actions considered at most */

/* ---- announcing ------------------------------------------------------------------------------ */

/* Asks for dice, or rolls them, until the action is complete. */
static bool entry_goes_on(struct recorder *r, xpgn_slice freed, xpgn_reply *a) {
    struct intent *e = &r->intent;
    unsigned due[2] = {0, 0};
    bool rolls = recorder_rolls(r) && intent_due(e, due);
    if (!rolls && r->seal.offer.size > 0)
        return seal_refuse_offer(r, "has no dice here, and need not be announced", a);
    if (rolls && r->sealing != NULL && !seal_ready(r, SEAL_ACTION, a))
        return a->kind != XPGN_REPLY_ERROR;
    if (rolls) {
        xpgn_play_throw(e->play, &e->facts, recorder_die, r, &e->roll);
        e->fallen = true;
    }
    if (!intent_due(e, due))
        return entry_decide(r, freed, a);
    if (!entry_keep_pending(r, a))
        return false;
    xpgn_buffer_clear(&a->text);
    a->kind = XPGN_REPLY_DICE;
    intent_put_due(&a->text, due);
    if (!r->o.no_advice && e->facts.combat) {
        xpgn_buffer_char(&a->text, ' ');
        intent_put_odds(e, &a->text);
    }
    return true;
}

/* Finds the announced form of an action, some of which is chosen after the dice. */
static bool find_announced(struct intent *e, xpgn_slice word) {
    xpgn_action list[WORDS];
    size_t n = xpgn_play_actions(e->play, list, WORDS);
    for (size_t i = 0; i < n && i < WORDS; i++) {
        char name[24];
        xpgn_action_name(xpgn_play_ruleset(e->play), xpgn_play_position(e->play), &list[i], name);
        if (slice_equal(xpgn_announced(slice_of(name)), word)) {
            e->action = list[i];
            return true;
        }
    }
    return false;
}

static bool find_intended(struct recorder *r, struct intent *e, xpgn_slice word) {
    e->declared = slice_is(word, "K@");
    /* another party, or the record, announces in the notation of the format */
    const bool format = r->resuming || r->seal.offer.size > 0;
    if (!e->declared && !format)
        return recorder_read_word(r, e->play, word, &e->action, e);
    if (!e->declared && xpgn_play_read(e->play, word, &e->action) == XPGN_OK)
        return true;
    e->declared |= r->sealing != NULL && r->resuming;
    return e->declared && find_announced(e, word);
}

/* What is no roll here is left to the walk, which says what is wrong with it. */
static void take_turn_roll(struct recorder *r, struct intent *e, xpgn_slice typed) {
    xpgn_turn_dice dice;
    if (!turn_dice_read(r, e->play, typed, &dice)) {
        xpgn_buffer_slice(&e->turn_roll, typed);
        return;
    }
    xpgn_buffer_text(&e->turn_roll, xpgn_turn_dice_text(&dice).text);
    (void)xpgn_play_roll_dice(e->play, dice.die, dice.count);
}

/* Adds the clock and remarks of a line to those of the line before. */
static void copy_line(struct intent *e, const struct input_line *l) {
    if (l->clock[0] != '\0')
        memcpy(e->clock, l->clock, sizeof e->clock);
    if (l->rest.size > 0)
        draft_add(&e->rest, "%.*s", SLICE(l->rest));
}

bool entry_begin(struct recorder *r, const struct input_line *l) {
    struct intent *e = &r->intent;
    intent_drop(e);
    e->open = true;
    if (xpgn_play_new(&e->play, xpgn_play_ruleset(r->now.play), xpgn_play_position(r->now.play)) !=
        XPGN_OK) {
        r->lost = true;
        return false;
    }
    xpgn_play_copy(e->play, r->now.play);
    copy_line(e, l);
    if (turn_dice_wait(&r->draft))
        xpgn_buffer_slice(&e->turn_roll, bytes_of(&r->draft.pending));
    else if (l->before.size > 0 && !r->resuming)
        take_turn_roll(r, e, bytes_of(&l->before));
    return true;
}

/* Looks for the action in the next turn: the player may have ended the turn without saying so. */
static bool find_in_next_turn(struct recorder *r, struct intent *e, xpgn_slice word) {
    return e->turn_roll.size == 0 && xpgn_play_may_end(e->play) &&
           xpgn_play_end(e->play) == XPGN_OK && find_intended(r, e, word);
}

bool recorder_number_fits(struct recorder *r, const struct input_line *l, xpgn_reply *a) {
    xpgn_buffer due = {0};
    recorder_put_number(r, &due);
    recorder_need(r, &due);
    size_t digits = 0;
    while (digits < l->number.size && l->number.data[digits] != '.')
        digits++;
    bool fits = l->number.size == 0 || r->now.open ||
                (digits < due.size && due.data[digits] == '.' &&
                 memcmp(due.data, l->number.data, digits) == 0 &&
                 (l->number.size == digits + 1 || l->number.size == due.size));
    if (!fits)
        xpgn_reply_refuse(a, "NUMBER", "found %.*s, expected %.*s", SLICE(l->number), SLICE(due));
    xpgn_buffer_free(&due);
    return fits;
}

static bool announce_entry(struct recorder *r, const struct input_line *l, xpgn_reply *a) {
    struct intent *e = &r->intent;
    if (!recorder_number_fits(r, l, a))
        return false;
    if (r->o.clock && l->clock[0] == '\0' && !r->resuming)
        return xpgn_reply_refuse(a, "CLOCK",
                                 "found no clock time, expected it after the action: %.*s 1:29:30",
                                 SLICE(l->word));
    if (recorder_rolls(r) && !r->resuming && (l->before.size > 0 || l->after.size > 0))
        return xpgn_reply_refuse(a, "DICE", "found dice, expected none: this program rolls them");
    if (l->before.size > 0 && !recorder_may_roll(r, a))
        return false;
    if (!entry_begin(r, l))
        return false;
    if (!find_intended(r, e, l->word) && !find_in_next_turn(r, e, l->word)) {
        xpgn_play_copy(e->play, r->now.play);
        return recorder_ask_word(r, e->play, l->word, a) && entry_refuse(r, l, a);
    }
    if (xpgn_play_prepare(e->play, &e->action, &e->facts) != XPGN_OK)
        return entry_refuse(r, l, a);
    if (l->after.size > 0 && !intent_take_dice(r, e, bytes_of(&l->after), a))
        return false;
    return entry_goes_on(r, l->freed, a);
}

/* ---- an entry -------------------------------------------------------------------------------- */

/* Takes dice without an action: those that are due, or a turn roll. */
static bool take_bare_dice(struct recorder *r, const struct input_line *l, xpgn_reply *a) {
    struct intent *e = &r->intent;
    if (l->before.size == 0)
        return xpgn_reply_refuse(a, "LINE", "expected an action or dice");
    if (recorder_rolls(r))
        return xpgn_reply_refuse(a, "DICE", "found dice, expected none: this program rolls them");
    if (recorder_attack_is_open(r) && xpgn_play_turn_roll(r->now.play) == XPGN_TURN_ROLL_NONE)
        return recorder_attack_on(r, l, a);
    if (e->open)
        return intent_take_dice(r, e, bytes_of(&l->before), a) && entry_goes_on(r, l->freed, a);
    if (!recorder_may_roll(r, a))
        return false;
    xpgn_turn_dice dice = {0};
    return turn_dice_take(r, r->now.play, bytes_of(&l->before), &dice, a) &&
           recorder_turn_roll(r, &dice, a);
}

/* True if a comment has commands reserved for the recorder. */
static bool has_own_command(struct recorder *r, const struct input_line *l) {
    bool own = false;
    size_t count;
    const xpgn_entry *list;
    xpgn_record *rest = draft_entries(r, bytes_of(&l->rest), &list, &count);
    for (size_t i = 0; i < count; i++)
        own |= list[i].kind != XPGN_ENTRY_ACTION && list[i].kind != XPGN_ENTRY_REMARKS &&
               list[i].kind != XPGN_ENTRY_RESULT;
    xpgn_record_free(rest);
    return own;
}

/* Takes dice or a choice for the announced action, which is unchanged if they are refused. */
static bool complete_entry(struct recorder *r, const struct input_line *l, xpgn_reply *a) {
    struct intent *e = &r->intent, before = *e;
    copy_line(e, l);
    bool good = e->cells > 0 || e->choices > 0
                    ? entry_take_choice(r, l->word.size > 0 ? l->word : bytes_of(&l->before), a)
                    : take_bare_dice(r, l, a);
    if (good)
        return true;
    before.typed = e->typed;
    before.typed.size = 0;
    e->rest.size = before.rest.size;
    before.rest = e->rest;
    *e = before;
    return false;
}

bool recorder_may_write(struct recorder *r, const struct input_line *l, xpgn_reply *a) {
    return !has_own_command(r, l) ||
           xpgn_reply_refuse(a, "LINE", "missing and annul must be separate entries");
}

/* True if a line of this one word can only repeat what the last action did by itself: it freed the
   one prisoner there was, or its dice left nothing to do and the turn was passed. */
static bool repeats_last(struct recorder *r, const struct input_line *l) {
    const xpgn_action *last = &r->now.last.action;
    if (l->before.size + l->after.size + l->freed.size + l->rest.size > 0 || l->clock[0] != '\0' ||
        l->word.size < 2 || r->now.actions == 0 || r->intent.open ||
        r->draft.pending.size + r->draft.tail.size > 0 || recorder_is_over(r))
        return false;
    if (last->kind == XPGN_PASS)
        return slice_is(l->word, "--") && r->now.last.turn_roll.count > 0 &&
               xpgn_play_turn_roll(r->now.play) == XPGN_TURN_ROLL_MUST;
    return last->kind == XPGN_RELEASE && last->promotion != 0 && l->word.size > 2 &&
           entry_says_choice(r, last, l->word);
}

/* Announces an action. The previous announcement is dropped only if this one is accepted. */
static bool announce_anew(struct recorder *r, const struct input_line *l, xpgn_reply *a) {
    struct intent *e = &r->intent;
    struct intent before = *e;
    enum seal_want want = r->seal.want;
    *e = (struct intent){.open = false};
    bool good = announce_entry(r, l, a);
    if (!good && !before.open && recorder_read_again(r, l)) {
        intent_drop(e);
        good = announce_entry(r, l, a);
    }
    intent_drop(good ? &before : e);
    if (!good) {
        *e = before;
        r->seal.want = want;
    }
    return good;
}

static bool take_entry(struct recorder *r, const struct input_line *l, xpgn_reply *a) {
    struct intent *e = &r->intent;
    if (l->word.size > 0 && recorder_is_result(r, l->word))
        return recorder_may_write(r, l, a) && recorder_enter_result(r, l, a);
    if (repeats_last(r, l)) {
        recorder_taken(r, a);
        return true;
    }
    if (recorder_is_over(r))
        return xpgn_reply_refuse(a, "OVER", "the game is over: %s; use undo to go back",
                                 r->draft.result);
    if (!recorder_may_write(r, l, a))
        return false;
    if (r->draft.tail.size > 0)
        return entry_after_gap(r, l, a);
    if (e->open && (l->word.size == 0 || e->cells > 0 || e->choices > 0))
        return complete_entry(r, l, a);
    if (l->word.size == 0)
        return take_bare_dice(r, l, a);
    if (e->open && e->fallen)
        return xpgn_reply_refuse(a, "DICE", "dice were thrown for another action; enter it first");
    if (seal_binds(r) && !seal_is_announced(r, l->word))
        return seal_refuse_bound(r, a);
    if (seal_binds(r) && l->rest.size == 0 && l->clock[0] == '\0')
        return seal_announce_again(r, a); /* with the remarks entered for it before */
    if (draft_ties(&r->draft).size > 0)
        return xpgn_reply_refuse(a, "DICE",
                                 "first move is not decided; type \"first\" to roll again");
    return announce_anew(r, l, a);
}

void recorder_entry(struct recorder *r, const struct input_line *l, xpgn_reply *a) {
    (void)take_entry(r, l, a);
}

/* Continues when the links of a roll are complete, or one more is known. */
bool recorder_roll_for(struct recorder *r, enum seal_want want, xpgn_reply *a) {
    struct intent *e = &r->intent;
    if (want == SEAL_ACTION && e->open) {
        struct intent before = *e;
        if (entry_goes_on(r, (xpgn_slice){"", 0}, a))
            return true;
        *e = before; /* without the dice and their results */
        return false;
    }
    if (want == SEAL_ACTION)
        return xpgn_reply_refuse(a, "LINK", "no roll is due; expected an action");
    if (!seal_ready(r, want, a)) {
        if (a->kind == XPGN_REPLY_ERROR && !seal_binds(r))
            r->seal.want = SEAL_NOTHING;
        return a->kind != XPGN_REPLY_ERROR;
    }
    if (want == SEAL_ON)
        return recorder_attack_on(r, NULL, a);
    return want == SEAL_FIRST ? recorder_first(r, a) : recorder_turn_roll(r, NULL, a);
}

bool recorder_reenter(struct recorder *r, xpgn_slice text, xpgn_reply *a) {
    xpgn_buffer line = {0};
    struct input_line l;
    xpgn_buffer_slice(&line, text);
    recorder_need(r, &line);
    recorder_read_line(r, &l, bytes_of(&line));
    r->resuming = true;
    bool good = announce_entry(r, &l, a);
    r->resuming = false;
    if (!good)
        intent_drop(&r->intent);
    typed_free(&l);
    xpgn_buffer_free(&line);
    return good;
}

bool recorder_resume(struct recorder *r, xpgn_reply *a) {
    xpgn_slice pending = bytes_of(&r->draft.pending);
    if (pending.size == 0 || memchr(pending.data, ' ', pending.size) == NULL ||
        draft_ties(&r->draft).size > 0)
        return true;
    return recorder_reenter(r, pending, a);
}

/* Of several actions in one place takes the only legal one; asks which if there are more. */
static bool choose_alternative(struct recorder *r, struct input_line *l, xpgn_reply *a) {
    const xpgn_play *play = recorder_play(r);
    xpgn_buffer list = {0};
    xpgn_slice legal = l->word;
    size_t count = 0;
    struct word_meanings m;
    for (unsigned i = 0; i <= l->others; i++) {
        xpgn_slice word = i == 0 ? l->word : l->other[i - 1];
        recorder_meanings(r, play, word, &m);
        xpgn_buffer_printf(&list, "%s%.*s", i > 0 ? " or " : "", SLICE(word));
        legal = m.count > 0 ? word : legal;
        count += m.count > 0;
    }
    recorder_need(r, &list);
    if (count > 1 || r->draft.tail.size > 0)
        xpgn_reply_refuse(a, "CHOICE", "found %.*s; enter the one that was played", SLICE(list));
    const bool one = count <= 1 && r->draft.tail.size == 0;
    xpgn_buffer_free(&list);
    l->word = legal;
    return one;
}

bool recorder_enter(struct recorder *r, xpgn_slice line, xpgn_reply *a) {
    struct input_line l;
    if (recorder_enter_ending(r, line, a))
        return a->kind != XPGN_REPLY_ERROR;
    recorder_read_line(r, &l, line);
    const bool choosing = r->intent.open && r->intent.cells + r->intent.choices > 0;
    if (l.wrong[0] != '\0' && !(l.blank && choosing)) /* ? lists the choices */
        xpgn_reply_refuse(a, "LINE", "%s", l.wrong);
    else if (l.others == 0 || choose_alternative(r, &l, a))
        recorder_entry(r, &l, a);
    typed_free(&l);
    return a->kind != XPGN_REPLY_ERROR;
}

bool seal_announce_again(struct recorder *r, xpgn_reply *a) {
    if (seal_announced(r, "roll"))
        return recorder_roll_for(r, SEAL_TURN, a);
    if (seal_announced(r, "first"))
        return recorder_roll_for(r, SEAL_FIRST, a);
    if (seal_announced_on(r))
        return recorder_roll_for(r, SEAL_ON, a);
    if (!r->intent.open)
        return recorder_reenter(r, slice_of(seal_word(r)), a);
    return recorder_roll_for(r, SEAL_ACTION, a);
}
