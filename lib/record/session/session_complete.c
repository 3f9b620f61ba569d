/* SPDX-License-Identifier: MIT */
/* Keeps an announced action while dice or a choice are due; has the walk judge and record it when
   it is complete. */
#include <xpgn/play.h>

#include "internal/chance.h"
#include "internal/rules.h"
#include "internal/text_out.h"
#include "internal/writers.h"
#include "record/session/entry.h"

/* ---- what is pending ------------------------------------------------------------------------- */

/* True if the action begins a new turn, although the one before might have continued. */
static bool next_turn(struct recorder *r, const struct intent *e) {
    return xpgn_play_position(e->play)->side_to_move !=
           xpgn_play_position(r->now.play)->side_to_move;
}

static void put_entry_name(struct recorder *r, char name[24]) {
    recorder_action_name(r, &r->intent.action, name);
    if (r->intent.declared)
        name[xpgn_announced(slice_of(name)).size] = '\0';
}

void entry_note_throw(struct recorder *r, struct draft *next, const xpgn_position *p,
                      const char *word) {
    xpgn_buffer_clear(&next->turn);
    next->stands = false;
    if (r->sealing == NULL)
        return;
    xpgn_turn_write(&next->turn, p->seats, p->number, p->side_to_move);
    xpgn_slice what = xpgn_announced((xpgn_slice){word, strlen(word)});
    xpgn_buffer_printf(&next->turn, " %.*s ", SLICE(what));
    recorder_need(r, &next->turn);
}

bool entry_keep_pending(struct recorder *r, xpgn_reply *a) {
    struct intent *e = &r->intent;
    char name[24];
    struct draft next;
    if (!e->fallen)
        return true;
    draft_grow(r, &next);
    put_entry_name(r, name);
    draft_clear_dice(&next);
    xpgn_buffer_printf(&next.pending, "%s ", name);
    xpgn_roll_write(&next.pending, &e->roll);
    entry_note_throw(r, &next, xpgn_play_position(e->play), name);
    next.ended = next.ended || next_turn(r, e);
    draft_need(r, &next);
    bool same = slice_equal(bytes_of(&next.pending), bytes_of(&r->draft.pending));
    bool good = same || recorder_settle(r, &next, a);
    draft_free(&next);
    return good;
}

/* Makes sure that an entry that was lost for lack of memory is not stored as if it were
   complete. */
static void need_entry(struct recorder *r, const struct intent *e) {
    recorder_need(r, &e->turn_roll);
    recorder_need(r, &e->typed);
    recorder_need(r, &e->rest);
}

/* ---- recording ------------------------------------------------------------------------------- */

/* The number of the turn, if the action begins one. */
static void put_entry_number(xpgn_buffer *body, struct recorder *r, const struct intent *e) {
    const xpgn_position *p = xpgn_play_position(e->play);
    if (r->now.open && !next_turn(r, e))
        return;
    if (body->size > 0)
        xpgn_buffer_char(body, ' ');
    xpgn_turn_write(body, p->seats, p->number, p->side_to_move);
}

/* `said`: with its word as it was typed. */
static void put_intent(xpgn_buffer *body, struct recorder *r, const struct intent *e, bool said) {
    char name[24];
    xpgn_buffer freed = {0};
    need_entry(r, e);
    recorder_action_name(r, &e->action, name);
    if (said && e->said[0] != '\0')
        memcpy(name, e->said, sizeof name);
    struct input_line l = {.word = {name, strlen(name)}, .before = e->turn_roll, .rest = e->rest};
    memcpy(l.clock, e->clock, sizeof l.clock);
    intent_put_roll(&l.after, e);
    xpgn_freed_write(&freed, xpgn_play_position(e->play), &e->action);
    l.freed = bytes_of(&freed);
    recorder_need(r, &l.after);
    recorder_need(r, &freed);
    put_entry_number(body, r, e);
    input_line_put(body, &l);
    xpgn_buffer_free(&l.after);
    xpgn_buffer_free(&freed);
}

bool entry_finish(struct recorder *r, xpgn_reply *a) {
    struct draft next;
    draft_grow(r, &next);
    draft_clear_dice(&next);
    next.ended = false;
    put_intent(&next.body, r, &r->intent, false);
    const struct intent how = r->intent;
    xpgn_buffer line = {0};
    typed_sheet_begin(r);
    put_intent(&line, r, &r->intent, true);
    recorder_need(r, &line);
    bool good = recorder_take(r, &next, a);
    draft_free(&next);
    if (good)
        typed_sheet_add(r, bytes_of(&line), &how, a);
    xpgn_buffer_free(&line);
    return good;
}

bool entry_refuse(struct recorder *r, const struct input_line *l, xpgn_reply *a) {
    struct draft next;
    const struct intent *e = &r->intent;
    if (r->seal.offer.size > 0)
        return seal_refuse_offer(r, "is announced, but cannot be played here", a);
    draft_grow(r, &next);
    draft_clear_dice(&next);
    next.ended = false;
    need_entry(r, e);
    put_entry_number(&next.body, r, e);
    const struct input_line as = {
        .before = e->turn_roll, .word = l->word, .after = l->after, .rest = l->rest};
    input_line_put(&next.body, &as);
    bool good = recorder_settle(r, &next, a);
    draft_free(&next);
    if (good)
        recorder_taken(r, a);
    return good;
}
