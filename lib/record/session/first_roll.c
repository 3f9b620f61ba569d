/* SPDX-License-Identifier: MIT */
/* The roll for who begins. */
#include <xpgn/play.h>
#include <xpgn/rulesets.h>

#include "internal/chance.h"
#include "internal/rules.h"
#include "internal/text_out.h"
#include "record/session/recorder.h"

/* Sets the rolls for who begins, and says who does. */
static bool set_first(struct recorder *r, xpgn_slice rolls, xpgn_reply *a) {
    struct draft next;
    draft_begin(r, &next);
    draft_set_tag(&next, "FirstRoll", rolls);
    draft_clear_dice(&next);
    if (!recorder_change(r, &next, "", a))
        return false;
    xpgn_slice tag = draft_tag(&r->draft, "FirstRoll");
    a->kind = XPGN_REPLY_OK;
    xpgn_buffer_printf(&a->text, "%.*s ", SLICE(tag));
    recorder_put_number(r, &a->text);
    a->show = true;
    return true;
}

static bool enter_first(struct recorder *r, xpgn_slice dice, xpgn_reply *a) {
    xpgn_buffer spelled = {0};
    bool clear = dice_spell_first(&spelled, dice, xpgn_play_die_faces(r->now.play, NULL, 0, 0));
    recorder_need(r, &spelled);
    bool good = set_first(r, clear ? bytes_of(&spelled) : dice, a);
    xpgn_buffer_free(&spelled);
    return good;
}

/* Stores a tie, a separate sealed roll, with those before it. */
static bool keep_ties(struct recorder *r, const xpgn_buffer *rolls, xpgn_reply *a) {
    struct draft next;
    draft_begin(r, &next);
    xpgn_buffer_clear(&next.pending);
    xpgn_buffer_printf(&next.pending, "first %.*s", SLICE(*rolls));
    xpgn_buffer_clear(&next.turn);
    xpgn_buffer_text(&next.turn, "first ");
    return recorder_change(r, &next, "", a);
}

/* The next roll for who begins, if its links are known. */
static bool roll_after_tie(struct recorder *r, xpgn_reply *a, bool *wait) {
    *wait = r->sealing != NULL && !seal_ready(r, SEAL_FIRST, a);
    if (*wait && a->kind == XPGN_REPLY_ERROR) { /* the tie has been recorded nonetheless */
        a->kind = XPGN_REPLY_OK;
        xpgn_buffer_clear(&a->text);
        xpgn_buffer_text(&a->text, "a tie; type \"first\" to roll again");
    }
    return true;
}

/* Rolls once for both sides; after a tie again. */
bool recorder_first(struct recorder *r, xpgn_reply *a) {
    xpgn_buffer rolls = {0};
    bool good = true, wait = false;
    xpgn_buffer_slice(&rolls, draft_ties(&r->draft));
    for (bool tie = true; good && tie && !wait;) {
        unsigned white = recorder_throw(r), black = recorder_throw(r);
        draft_add(&rolls, "%u:%u", white, black);
        recorder_need(r, &rolls);
        tie = white == black;
        if (!tie)
            good = set_first(r, bytes_of(&rolls), a);
        else if (r->sealing != NULL)
            good = keep_ties(r, &rolls, a) && roll_after_tie(r, a, &wait);
    }
    xpgn_buffer_free(&rolls);
    return good;
}

/* True if the game begins in the ruleset's start position, even if a tag gives it. */
static bool is_own_start(struct recorder *r) {
    const xpgn_ruleset *rs = xpgn_play_ruleset(r->now.play);
    xpgn_position own, here = *xpgn_play_position(r->now.play);
    xpgn_buffer text[2] = {{0}, {0}};
    if (!xpgn_ruleset_start(rs, &own))
        return false;
    here.side_to_move = own.side_to_move;
    xpgn_position_write(&text[0], rs, &own);
    xpgn_position_write(&text[1], rs, &here);
    recorder_need(r, &text[0]);
    recorder_need(r, &text[1]);
    bool same =
        text[0].size == text[1].size && memcmp(text[0].data, text[1].data, text[0].size) == 0;
    xpgn_buffer_free(&text[0]);
    xpgn_buffer_free(&text[1]);
    return same;
}

/* Refuses a roll in another position, where it would not be among those that the links decide. */
static bool first_by_links(struct recorder *r, xpgn_reply *a) {
    if (!is_own_start(r))
        return xpgn_reply_refuse(a, "DICE", "in this position there is no roll for first move");
    return recorder_roll_for(r, SEAL_FIRST, a);
}

bool recorder_first_is_due(const struct recorder *r) {
    return r->draft.result[0] == '*' && r->now.actions == 0 && r->draft.tail.size == 0 &&
           (r->draft.pending.size == 0 || draft_ties(&r->draft).size > 0) && !r->intent.open &&
           !seal_binds(r) && draft_tag(&r->draft, "FirstRoll").data == NULL &&
           draft_tag(&r->draft, "XFEN").data == NULL && draft_tag(&r->draft, "FEN").data == NULL &&
           xpgn_ruleset_rolls_off(xpgn_play_ruleset(r->now.play));
}

/* CC-2: who begins. */
bool recorder_do_first(struct recorder *r, xpgn_slice rest, xpgn_reply *a) {
    bool ties = draft_ties(&r->draft).size > 0;
    if (seal_binds(r) && seal_announced(r, "first"))
        return seal_announce_again(r, a);
    if (r->now.actions > 0 || (r->draft.pending.size > 0 && !ties) || seal_binds(r) ||
        (r->sealing != NULL && r->seal.rolls > 0 && !ties) ||
        (recorder_rolls(r) && draft_tag(&r->draft, "FirstRoll").data != NULL))
        return xpgn_reply_refuse(a, "DICE", "the roll for first move has been made");
    if (xpgn_play_die_faces(r->now.play, NULL, 0, 0) == 0)
        return xpgn_reply_refuse(a, "DICE", "this game has no dice");
    if (!xpgn_ruleset_rolls_off(xpgn_play_ruleset(r->now.play)))
        return xpgn_reply_refuse(a, "DICE", "this game has no roll for first move");
    if (!recorder_rolls(r))
        return enter_first(r, rest, a);
    if (rest.size > 0)
        return xpgn_reply_refuse(a, "DICE", "found dice, expected none: this program rolls them");
    return r->sealing != NULL ? first_by_links(r, a) : recorder_first(r, a);
}
