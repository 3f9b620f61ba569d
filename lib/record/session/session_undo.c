/* SPDX-License-Identifier: MIT */
/* Taking back entries. */
#include "core/base/roll_data.h"
#include "core/text/announced_action.h"
#include "core/text/roll_text.h"
#include "internal/action_facts.h"
#include "internal/rules.h"
#include "internal/text_out.h"
#include "internal/writers.h"
#include "record/session/recorder.h"

#include <xpgn/play.h>
#include <xpgn/rulesets.h>

static bool has_thrown(const xpgn_facts *f) {
    return f->turn_roll.count > 0 || recorder_has_dice(&f->roll);
}

/* True if the last action is an attack whose attacker has gone on: its newest exchange is a roll of
   its own. */
static bool has_gone_on(const struct recorder *r) {
    return r->now.last.roll.exchanges > 1 && xpgn_ruleset_goes_on(xpgn_play_ruleset(r->now.play));
}

/* Takes back the last turn after a missing half-move, or the missing half-move itself. */
static void cut_tail(struct recorder *r, struct draft *next) {
    size_t count, at = 0;
    const xpgn_entry *list;
    xpgn_record *tail = draft_entries(r, bytes_of(&next->tail), &list, &count);
    for (size_t i = 0; i < count; i++)
        if (list[i].kind == XPGN_ENTRY_MISSING)
            at = draft_comment_at(tail, i);
        else if (list[i].number.size > 0)
            at = list[i].place.offset;
    xpgn_record_free(tail);
    draft_cut(&next->tail, at);
}

/* Removes the last action with everything after it except annulled dice. */
static void take_out(struct recorder *r, xpgn_buffer *body, bool annul) {
    size_t count;
    const xpgn_entry *list;
    xpgn_record *entries = draft_entries(r, bytes_of(body), &list, &count);
    if (entries == NULL)
        return;
    const size_t last = draft_last_action(list, count);
    xpgn_status status = XPGN_OK;
    for (size_t i = count; i-- > last + 1 && status == XPGN_OK;)
        if (list[i].kind == XPGN_ENTRY_REMARKS && list[i].depth == 0) {
            status = xpgn_record_remove(NULL, entries, i);
            list = xpgn_record_entries(entries, &count);
        }
    if (status == XPGN_OK)
        status = annul ? xpgn_record_annul(entries, last) : xpgn_record_remove(NULL, entries, last);
    recorder_need(r, body);
    r->lost |= status != XPGN_OK;
    xpgn_buffer_clear(body);
    xpgn_buffer_slice(body, xpgn_record_text(entries));
    draft_cut(body, body->size);
    xpgn_record_free(entries);
}

/* Appends the dice of the last exchange, and what they were thrown for, as annulled. */
static void put_annulled_exchange(struct recorder *r, xpgn_buffer *body) {
    const struct progress *now = &r->now;
    xpgn_roll dice;
    xpgn_buffer what = {0}, roll = {0};
    roll_reduce(&now->last.roll, ROLL_DICE, &dice);
    roll_keep(&dice, dice.exchanges - 1u);
    xpgn_roll_write(&roll, &dice);
    xpgn_announcement_write(&what, now->before.seats, now->number, now->seat,
                            slice_of(now->last.text), true);
    recorder_need(r, &what);
    recorder_need(r, &roll);
    draft_add(body, "{[%%annulled %.*s %.*s]}", SLICE(bytes_of(&what)), SLICE(bytes_of(&roll)));
    xpgn_buffer_free(&what);
    xpgn_buffer_free(&roll);
}

/* Takes the last exchange out of an action of the record. */
static void cut_exchange(struct recorder *r, xpgn_record *entries, const xpgn_entry *action,
                         size_t at) {
    xpgn_roll left = r->now.last.roll;
    xpgn_buffer roll = {0}, text = {0};
    left.exchanges--;
    xpgn_roll_write(&roll, &left);
    const xpgn_entry e = {XPGN_ENTRY, .turn_roll = action->turn_roll,
                          .text = xpgn_announced(action->text), .roll = bytes_of(&roll)};
    xpgn_entry_write(&text, &e);
    recorder_need(r, &roll);
    recorder_need(r, &text);
    r->lost |= xpgn_record_replace(entries, at, bytes_of(&text)) != XPGN_OK;
    xpgn_buffer_free(&roll);
    xpgn_buffer_free(&text);
}

/* Takes the last exchange out of the last action, and keeps its dice as annulled. */
static void annul_exchange(struct recorder *r, xpgn_buffer *body) {
    size_t count;
    const xpgn_entry *list;
    xpgn_record *entries = draft_entries(r, bytes_of(body), &list, &count);
    const size_t last = count > 0 ? draft_last_action(list, count) : count;
    r->lost |= last >= count; /* the body is incomplete */
    if (last < count)
        cut_exchange(r, entries, &list[last], last);
    if (!r->lost) {
        xpgn_buffer_clear(body);
        xpgn_buffer_slice(body, xpgn_record_text(entries));
        draft_cut(body, body->size);
        put_annulled_exchange(r, body);
    }
    xpgn_record_free(entries);
}

static bool take_back_action(struct recorder *r, struct draft *next, bool annul, xpgn_reply *a) {
    const xpgn_facts *f = &r->now.last;
    if (r->now.actions == 0)
        return xpgn_reply_refuse(a, "UNDO", "nothing to undo");
    if (has_thrown(f) && !annul)
        return xpgn_reply_refuse(
            a, "UNDO",
            "dice were thrown for %s%s; annul takes it back and keeps them in the record",
            has_gone_on(r) ? "the last exchange of " : "", f->text);
    if (!has_thrown(f) && annul)
        return xpgn_reply_refuse(a, "UNDO", "no dice were thrown for %s; undo takes it back",
                                 f->text);
    if (!seal_may_change_last(r, a))
        return false;
    if (has_gone_on(r)) {
        annul_exchange(r, &next->body);
        return true;
    }
    take_out(r, &next->body, annul && r->sealing == NULL);
    if (annul && r->sealing != NULL)
        seal_annul_last(r, next);
    return true;
}

/* Takes back the dice of an action that is not complete. */
static bool take_back_pending(struct recorder *r, struct draft *next, bool annul, xpgn_reply *a) {
    xpgn_slice pending = bytes_of(&r->draft.pending);
    const bool several = turn_dice_several(&r->draft);
    if (draft_ties(&r->draft).size > 0)
        return xpgn_reply_refuse(a, "UNDO", "ties are never removed; type \"first\" to roll again");
    if (!annul)
        return xpgn_reply_refuse(a, "UNDO", "the %s thrown: %.*s; annul keeps %s in the record",
                                 several ? "dice were" : "die was", SLICE(pending),
                                 several ? "them" : "it");
    if (r->draft.stands)
        return xpgn_reply_refuse(a, "UNDO", "cannot undo the turn roll: a later roll is sealed");
    recorder_annul_pending(r, next);
    return true;
}

/* A tie in the roll for who begins was pending when the game ended, with the next pair announced:
   the record has it as annulled, and taking back the result would make another game of it than was
   announced. */
static bool ended_in_tie(const struct draft *s) {
    struct command c;
    bool found = false;
    for (size_t at = 0; !found && command_next(bytes_of(&s->body), &at, &c);)
        found = slice_is(c.name, "annulled") && slice_is(announced_split(c.rest).what, "first");
    return found && slice_is(bytes_of(&s->announced), "first");
}

/* Takes back the last thing that was entered: an announcement, the result, an action. */
static bool take_back(struct recorder *r, bool annul, xpgn_reply *a) {
    bool resigned = recorder_is_over(r) && !r->now.over && !annul;
    if (seal_has_signed(r) && recorder_is_over(r))
        return xpgn_reply_refuse(a, "LINK", "cannot undo: this side has signed the end");
    if (seal_binds(r) && !resigned)
        return seal_refuse_bound(r, a);
    if (resigned && ended_in_tie(&r->draft))
        return xpgn_reply_refuse(a, "UNDO",
                                 "cannot undo: the game ended between a tie and the next roll");
    if (r->intent.open && !r->intent.fallen && !annul) {
        intent_drop(&r->intent);
        r->seal.want = SEAL_NOTHING;
        xpgn_buffer_text(&a->text, "forgotten");
        return true;
    }
    struct draft next;
    bool ended = r->draft.ended && r->draft.pending.size == 0 && !annul;
    bool good = true;
    draft_begin(r, &next);
    (void)snprintf(next.result, sizeof next.result, "*");
    draft_clear_dice(&next);
    next.stands = resigned && r->seal.standing[0] != '\0';
    if (next.stands)
        xpgn_buffer_text(&next.pending, r->seal.standing);
    next.ended = next.ended && r->draft.pending.size > 0;
    if (!resigned && !ended && next.tail.size > 0)
        cut_tail(r, &next);
    else if (!resigned && !ended)
        good = r->draft.pending.size > 0 ? take_back_pending(r, &next, annul, a)
                                         : take_back_action(r, &next, annul, a);
    if (!good) {
        draft_free(&next);
        return false;
    }
    good = recorder_change(r, &next, annul ? "annulled" : "taken back", a);
    a->show = good;
    if (good)
        intent_drop(&r->intent);
    return good;
}

bool recorder_undo(struct recorder *r, xpgn_slice rest, xpgn_reply *a) {
    (void)rest;
    return take_back(r, false, a);
}

bool recorder_annul(struct recorder *r, xpgn_slice rest, xpgn_reply *a) {
    (void)rest;
    return take_back(r, true, a);
}
