/* SPDX-License-Identifier: MIT */
/*
 * What is announced in a game with sealed dice, from the first link that is revealed for it to its
 * dice. It stands in the record before the own link is shown, so that a scribe who was killed goes
 * on with the same action, and a link never serves two:
 *
 *     e4 d5 {[%announced exd5]} *
 */
#include "record/record.h"

#include <string.h>

/* The words that stand for rolls without an action. */
static const char roll_word[] = "roll", first_word[] = "first";

bool record_announced(const record *r, const char *word) {
    return slice_is(slice_of(&r->sheet.announced), word);
}

/* Writes `text`, "" for nothing, in the place of what was announced before. */
static bool write_announced(record *r, const char *text, reply *a) {
    sheet next;
    if (record_announced(r, text))
        return true;
    sheet_grow(r, &next);
    xpgn_buffer_clear(&next.announced);
    xpgn_buffer_text(&next.announced, text);
    bool good = record_settle(r, &next, a);
    sheet_free(&next);
    return good;
}

bool record_keep_announced(record *r, reply *a) {
    char name[24];
    if (r->seal.want == SEAL_ACTION)
        record_entry_name(r, name);
    else
        (void)snprintf(name, sizeof name, "%s",
                       r->seal.want == SEAL_FIRST ? first_word : roll_word);
    return write_announced(r, name, a);
}

void record_withdraw(record *r) {
    reply none = {0};
    if (!write_announced(r, "", &none))
        xpgn_buffer_clear(&r->sheet.announced); /* the next entry takes it out of the record */
    xpgn_buffer_free(&none.text);
}

bool record_announce_again(record *r, reply *a) {
    if (record_announced(r, roll_word))
        return record_go_on(r, SEAL_TURN, a);
    if (record_announced(r, first_word))
        return record_go_on(r, SEAL_FIRST, a);
    if (!r->entry.open)
        return record_reenter(r, slice_of(&r->sheet.announced), a);
    return record_go_on(r, SEAL_ACTION, a);
}

/* The same action, perhaps written in another way. */
bool record_is_announced(const record *r, xpgn_slice word) {
    char name[24];
    xpgn_action action;
    const xpgn_play *play = r->entry.open ? r->entry.play : r->now.play;
    if (record_announced(r, roll_word) || record_announced(r, first_word))
        return false;
    if (word.size == r->sheet.announced.size &&
        memcmp(word.data, r->sheet.announced.data, word.size) == 0)
        return true;
    if (xpgn_play_read(play, word, &action) != XPGN_OK)
        return false;
    record_action_name(r, &action, name);
    return record_announced(r, name);
}

bool record_take_up_announced(record *r) {
    reply a = {0};
    if (!seal_binds(r)) { /* no link was shown for it */
        xpgn_buffer_clear(&r->sheet.announced);
        return true;
    }
    bool good = record_is_over(r) || record_announce_again(r, &a);
    record_need(r, &a.text);
    if (!good)
        cli_message(r->c, "%s: %.*s [%s]", r->o->common.files.item[0], (int)a.text.size,
                    a.text.data, a.code);
    xpgn_buffer_free(&a.text);
    return good;
}
