/* SPDX-License-Identifier: MIT */
/* Enters the dice of a turn, typed or thrown here. */
#include <xpgn/play.h>

#include "internal/chance.h"
#include "internal/rules.h"
#include "internal/text_out.h"
#include "internal/writers.h"
#include "record/session/entry.h"

/* Begins an entry with the dice of a turn, typed or thrown here. */
static bool begin_turn(struct recorder *r, const xpgn_turn_dice *typed, xpgn_turn_dice *dice) {
    struct intent *e = &r->intent;
    const struct input_line none = {.clock = ""};
    if (!entry_begin(r, &none))
        return false;
    if (typed != NULL)
        (void)xpgn_play_roll_dice(e->play, typed->die, typed->count);
    else
        (void)xpgn_play_throw_turn(e->play, recorder_die, r, dice);
    if (typed != NULL)
        *dice = *typed;
    xpgn_buffer_text(&e->turn_roll, xpgn_turn_dice_text(dice).text);
    return true;
}

/* Records the pass of a turn whose dice leave nothing to do. */
static bool pass_turn(struct recorder *r, xpgn_reply *a) {
    bool passed = entry_finish(r, a);
    if (!passed)
        intent_drop(&r->intent);
    return passed;
}

/* True if the dice leave only the pass (CC-4's over-planning, DT-4), which is stored with them. */
static bool is_forced(struct intent *e) {
    xpgn_action list[2];
    bool forced = xpgn_play_actions(e->play, list, 2) == 1 && list[0].kind == XPGN_PASS;
    if (forced)
        e->action = list[0];
    return forced;
}

/* Lets the walk refuse dice by which nothing can act, and which are rolled again. */
static bool refuse_throw(struct recorder *r, xpgn_reply *a) {
    const struct input_line pass = {.word = {"--", 2}};
    bool good = entry_refuse(r, &pass, a);
    intent_drop(&r->intent);
    return good;
}

bool recorder_turn_roll(struct recorder *r, const xpgn_turn_dice *typed, xpgn_reply *a) {
    xpgn_turn_dice dice = {0};
    if (!begin_turn(r, typed, &dice))
        return false;
    if (xpgn_play_turn_roll(r->intent.play) == XPGN_TURN_ROLL_MUST)
        return refuse_throw(r, a);
    if (is_forced(&r->intent))
        return pass_turn(r, a);
    intent_drop(&r->intent);
    struct draft next;
    draft_grow(r, &next);
    draft_clear_dice(&next);
    xpgn_buffer_text(&next.pending, xpgn_turn_dice_text(&dice).text);
    entry_note_throw(r, &next, xpgn_play_position(r->now.play), "roll");
    bool good = recorder_settle(r, &next, a);
    draft_free(&next);
    if (!good)
        return false;
    xpgn_buffer_clear(&a->text);
    a->kind = XPGN_REPLY_CHOOSE;
    a->show = false;
    xpgn_buffer_text(&a->text, xpgn_turn_dice_text(&dice).text);
    return true;
}

bool recorder_may_roll(const struct recorder *r, xpgn_reply *a) {
    xpgn_turn_roll roll = xpgn_play_turn_roll(r->now.play);
    if (r->draft.tail.size > 0)
        return xpgn_reply_refuse(
            a, "DICE",
            "after a missing half-move this program does not roll: enter the turn with its dice");
    if (r->draft.pending.size > 0)
        return xpgn_reply_refuse(a, "DICE", "the %s thrown: %.*s",
                                 turn_dice_several(&r->draft) ? "dice were" : "die was",
                                 SLICE(r->draft.pending));
    if (roll == XPGN_TURN_ROLL_NONE)
        return xpgn_reply_refuse(a, "DICE", "no die is due; expected an action");
    return true;
}
