/* SPDX-License-Identifier: MIT */
/* The replies of a session. */
#include "internal/chance.h"
#include "internal/rules.h"
#include "internal/text_out.h"
#include "internal/writers.h"
#include "record/session/recorder.h"

#include <stdarg.h>
#include <xpgn/play.h>

void xpgn_reply_clear(xpgn_reply *a) {
    const xpgn_buffer text = a->text;
    *a = (xpgn_reply){.size = a->size, .kind = XPGN_REPLY_OK, .text = text};
    xpgn_buffer_clear(&a->text);
}

bool xpgn_reply_refuse(xpgn_reply *a, const char *code, const char *format, ...) {
    char text[1024];
    va_list list;
    va_start(list, format);
    (void)vsnprintf(text, sizeof text, format, list);
    va_end(list);
    xpgn_reply_clear(a);
    xpgn_buffer_clean(&a->text, slice_of(text));
    a->kind = XPGN_REPLY_ERROR;
    (void)snprintf(a->code, sizeof a->code, "%s", code);
    return false;
}

/* ---- what was accepted ----------------------------------------------------------------------- */

void recorder_put_number(const struct recorder *r, xpgn_buffer *b) {
    const xpgn_position *p = xpgn_play_position(r->now.play);
    xpgn_turn_write(b, p->seats, p->number, p->side_to_move);
}

static void put_last(const struct recorder *r, xpgn_buffer *b) {
    const xpgn_position *p = xpgn_play_position(r->now.play);
    xpgn_turn_write(b, p->seats, r->now.number, r->now.seat);
    xpgn_buffer_char(b, ' ');
    xpgn_facts_write(b, p, &r->now.last);
}

/* Appends the dice that say who may act next in this turn. */
static void put_left(const struct recorder *r, xpgn_buffer *b) {
    xpgn_turn_dice left = {0};
    left.count = (uint8_t)xpgn_play_dice_left(r->now.play, left.die);
    if (left.count > 0)
        xpgn_buffer_printf(b, "; %s left: %s", left.count > 1 ? "dice" : "die",
                           xpgn_turn_dice_text(&left).text);
}

bool recorder_attack_is_open(const struct recorder *r) {
    const xpgn_facts *last = &r->now.last;
    return r->now.play != NULL && r->now.actions > 0 && !recorder_is_over(r) && !r->intent.open &&
           r->draft.pending.size + r->draft.tail.size == 0 && !last->stood &&
           !(r->sealing != NULL && r->seal.annulled_last) &&
           xpgn_play_may_go_on(r->now.play, last, &last->roll);
}

/* Appends the hit points that are left where the attacker may go on. */
static void put_attack(const struct recorder *r, xpgn_buffer *b) {
    const xpgn_combatant *side = r->now.last.side;
    if (recorder_attack_is_open(r))
        xpgn_buffer_printf(b, "; %d:%d left, the attacker may go on", xpgn_hits_left(&side[0]),
                           xpgn_hits_left(&side[1]));
}

void recorder_taken(struct recorder *r, xpgn_reply *a) {
    a->show = true;
    a->kind = r->now.open ? XPGN_REPLY_OPEN : XPGN_REPLY_OK;
    xpgn_buffer_clear(&a->text);
    if (recorder_is_over(r)) {
        a->kind = XPGN_REPLY_END;
        xpgn_buffer_text(&a->text, r->draft.result);
        if (r->now.over)
            xpgn_buffer_printf(&a->text, " %s ", r->now.rule);
    }
    a->acted = r->now.actions > 0 && (a->kind == XPGN_REPLY_END ? r->now.over : true);
    if (a->acted)
        put_last(r, &a->text);
    if (a->acted)
        put_attack(r, &a->text);
    if (a->kind == XPGN_REPLY_OPEN)
        put_left(r, &a->text);
}
