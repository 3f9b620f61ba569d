/* SPDX-License-Identifier: MIT */
/* The dice before a turn: as they are typed, and the correction of a throw. */
#include <xpgn/play.h>

#include "core/base/roll_data.h"
#include "internal/chance.h"
#include "internal/rules.h"
#include "internal/text_out.h"
#include "internal/writers.h"
#include "record/session/recorder.h"

#include "xpgn_codes.h"

/* ---- reading --------------------------------------------------------------------------------- */

bool turn_dice_read(struct recorder *r, const xpgn_play *play, xpgn_slice text,
                    xpgn_turn_dice *dice) {
    const unsigned due[2] = {(unsigned)xpgn_play_turn_dice(play), 0};
    xpgn_buffer written = {0};
    xpgn_roll roll;
    bool good = due[0] > 0 &&
                dice_spell(&written, text, due, xpgn_play_die_faces(play, NULL, 0, 0)) &&
                xpgn_roll_read(bytes_of(&written), &roll);
    recorder_need(r, &written);
    if (good)
        *dice = turn_dice_from(&roll.exchange[0].side[0]);
    xpgn_buffer_free(&written);
    return good;
}

bool turn_dice_take(struct recorder *r, const xpgn_play *play, xpgn_slice text,
                    xpgn_turn_dice *dice, xpgn_reply *a) {
    const unsigned faces = xpgn_play_die_faces(play, NULL, 0, 0),
                   due = (unsigned)xpgn_play_turn_dice(play);
    bool good = turn_dice_read(r, play, text, dice);
    for (unsigned i = 0; good && i < due; i++)
        good = dice->die[i] >= 1 && dice->die[i] <= faces;
    if (!good && due > 1)
        return xpgn_reply_refuse(a, XPGN_CODE_FACE, "found %.*s, expected %u dice from 1 to %u",
                                 SLICE(text), due, faces);
    return good || xpgn_reply_refuse(a, XPGN_CODE_FACE, "found %.*s, expected one die from 1 to %u",
                                     SLICE(text), faces);
}

bool turn_dice_wait(const struct draft *s) {
    return s->pending.size > 0 && memchr(s->pending.data, ' ', s->pending.size) == NULL;
}

/* ---- what is left ---------------------------------------------------------------------------- */

xpgn_turn_dice recorder_dice_left(const recorder_state *s) {
    xpgn_turn_dice dice = {0};
    if (s->play != NULL && !s->missing && s->result[0] == '*')
        dice.count = (uint8_t)xpgn_play_dice_left(s->play, dice.die);
    return dice;
}

/* ---- correcting ------------------------------------------------------------------------------ */

/* The action of the last turn behind its dice; XPGN_NO_ENTRY if they are not recorded. */
static size_t find_throw(const xpgn_entry *list, size_t count) {
    for (size_t i = count; i-- > 0;) {
        if (list[i].kind != XPGN_ENTRY_ACTION || list[i].depth > 0)
            continue;
        if (list[i].turn_roll.size > 0)
            return i;
        if (list[i].number.size > 0)
            break;
    }
    return XPGN_NO_ENTRY;
}

bool turn_dice_stand(struct recorder *r) {
    size_t count;
    const xpgn_entry *list;
    xpgn_record *body = draft_entries(r, bytes_of(&r->draft.body), &list, &count);
    const bool stand = turn_dice_wait(&r->draft) || find_throw(list, count) != XPGN_NO_ENTRY;
    xpgn_record_free(body);
    return stand;
}

/* Appends the pass of a turn whose dice leave nothing to do. */
static void put_pass(struct recorder *r, struct draft *next, const struct progress *before,
                     const xpgn_turn_dice *dice) {
    const xpgn_position *p = xpgn_play_position(before->play);
    const struct xpgn_turn_dice_text text = xpgn_turn_dice_text(dice);
    const xpgn_entry pass = {XPGN_ENTRY, .turn_roll = slice_of(text.text), .text = slice_of("--")};
    xpgn_buffer *b = &next->body;
    if (b->size > 0)
        xpgn_buffer_char(b, ' ');
    if (!before->open) {
        xpgn_turn_write(b, p->seats, p->number, p->side_to_move);
        xpgn_buffer_char(b, ' ');
    }
    xpgn_entry_write(b, &pass);
    recorder_need(r, b);
}

/* Enters dice into `next`, the record before them. */
static bool throw_anew(struct recorder *r, struct draft *next, const struct progress *before,
                       const xpgn_turn_dice *dice, xpgn_reply *a) {
    xpgn_action list[2];
    const bool moves = xpgn_play_roll_dice(before->play, dice->die, dice->count) == XPGN_OK &&
                       (xpgn_play_actions(before->play, list, 2) != 1 || list[0].kind != XPGN_PASS);
    if (!moves) {
        put_pass(r, next, before, dice); /* the walk refuses it where dice are thrown again */
        return recorder_take(r, next, a);
    }
    xpgn_buffer_text(&next->pending, xpgn_turn_dice_text(dice).text);
    if (!recorder_settle(r, next, a))
        return false;
    xpgn_buffer_clear(&a->text);
    a->kind = XPGN_REPLY_CHOOSE;
    xpgn_buffer_text(&a->text, xpgn_turn_dice_text(dice).text);
    return true;
}

/* Writes the entry anew with these dice before it. */
static bool put_throw(struct recorder *r, xpgn_record *body, size_t at, const xpgn_turn_dice *dice,
                      struct draft *next) {
    xpgn_entry entry = xpgn_record_entries(body, &(size_t){0})[at];
    const struct xpgn_turn_dice_text text = xpgn_turn_dice_text(dice);
    const xpgn_entry action = {XPGN_ENTRY, .turn_roll = slice_of(text.text), .text = entry.text,
                               .roll = entry.roll, .freed = entry.freed};
    xpgn_buffer written = {0};
    xpgn_entry_write(&written, &action);
    recorder_need(r, &written);
    r->lost |= xpgn_record_replace(body, at, bytes_of(&written)) != XPGN_OK;
    xpgn_buffer_clear(&next->body);
    xpgn_buffer_slice(&next->body, xpgn_record_text(body));
    xpgn_buffer_free(&written);
    return !r->lost;
}

/* The record up to the dice that stand before an entry, or wait if `at` is XPGN_NO_ENTRY. */
static void cut_before(struct recorder *r, const xpgn_entry *list, size_t at, struct draft *next) {
    draft_begin(r, next);
    draft_clear_dice(next);
    if (at == XPGN_NO_ENTRY)
        return;
    draft_cut(&next->body, list[at].place.offset);
    next->ended = false;
    (void)snprintf(next->result, sizeof next->result, "*");
}

/* The whole record with other dice before this entry. */
static bool play_again(struct recorder *r, xpgn_record *body, size_t at, const xpgn_turn_dice *dice,
                       struct draft *next, xpgn_reply *a) {
    if (!r->now.over)
        memcpy(next->result, r->draft.result, sizeof next->result);
    next->ended = r->draft.ended;
    return put_throw(r, body, at, dice, next) && recorder_take(r, next, a);
}

bool turn_dice_correct(struct recorder *r, xpgn_slice typed, xpgn_reply *a) {
    size_t count;
    const xpgn_entry *list;
    struct draft next;
    struct progress before = {0};
    xpgn_turn_dice dice = {0};
    xpgn_record *body = draft_entries(r, bytes_of(&r->draft.body), &list, &count);
    const bool waiting = turn_dice_wait(&r->draft);
    const size_t at = waiting ? XPGN_NO_ENTRY : find_throw(list, count);
    if (body == NULL || (!waiting && at == XPGN_NO_ENTRY)) {
        xpgn_record_free(body);
        return false;
    }
    /* a pass came with its dice, nobody chose it */
    const bool anew = waiting || slice_is(list[at].text, "--");
    cut_before(r, list, at, &next);
    bool good =
        draft_play(r, &next, &before, a) && turn_dice_take(r, before.play, typed, &dice, a) &&
        (anew ? throw_anew(r, &next, &before, &dice, a) : play_again(r, body, at, &dice, &next, a));
    progress_free(&before);
    draft_free(&next);
    xpgn_record_free(body);
    return good;
}
