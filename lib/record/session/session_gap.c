/* SPDX-License-Identifier: MIT */
/* Lines after a half-move that is missing, of which only the spelling can be checked. */
#include <xpgn/play.h>
#include <xpgn/record.h>

#include "internal/chance.h"
#include "internal/rules.h"
#include "internal/text_out.h"
#include "internal/writers.h"
#include "record/session/entry.h"

#include "xpgn_codes.h"

/* After a gap the number of dice due is unknown, so they must be typed in the form of a record. */
static bool gap_dice_fit(struct recorder *r, const xpgn_buffer *dice, xpgn_reply *a) {
    xpgn_roll typed;
    unsigned faces = xpgn_play_faces(r->now.play);
    if (dice->size == 0)
        return true;
    if (faces == 0)
        return xpgn_reply_refuse(a, "DICE", "found %.*s, expected an action: this game has no dice",
                                 SLICE(*dice));
    if (!xpgn_roll_read(bytes_of(dice), &typed))
        return xpgn_reply_refuse(a, XPGN_CODE_ROLL_FORM,
                                 "found '%.*s', expected dice as in a record, such as 5:2: after a "
                                 "missing half-move their number is unknown",
                                 SLICE(*dice));
    for (unsigned i = 0; i < typed.exchanges; i++)
        if (!dice_fit(&typed.exchange[i].side[0], faces) ||
            !dice_fit(&typed.exchange[i].side[1], faces))
            return xpgn_reply_refuse(a, XPGN_CODE_FACE,
                                     "found a face that the die does not have, expected 1 to %u, "
                                     "and dice as in a record, such as 5:2",
                                     faces);
    return true;
}

/* True if a reader finds one action in what is to be written; of `2. 0` it finds two numbers. */
static bool is_one_action(struct recorder *r, xpgn_slice text) {
    size_t count, actions = 0;
    const xpgn_entry *list;
    xpgn_record *read = draft_entries(r, text, &list, &count);
    for (size_t i = 0; i < count; i++)
        actions += list[i].kind == XPGN_ENTRY_ACTION;
    xpgn_record_free(read);
    return actions == 1 || r->lost;
}

bool entry_after_gap(struct recorder *r, const struct input_line *l, xpgn_reply *a) {
    struct draft next;
    uint32_t number;
    xpgn_buffer text = {0}, word = {0};
    if (l->word.size == 0 && l->before.size == 0)
        return xpgn_reply_refuse(a, "LINE", "expected an action or dice");
    if (!gap_dice_fit(r, &l->before, a) || !gap_dice_fit(r, &l->after, a))
        return false;
    struct input_line english = *l;
    if (l->word.size > 0)
        recorder_translate(r, l->word, &word);
    english.word = bytes_of(&word);
    draft_grow(r, &next);
    const unsigned seat = recorder_turn_due(r, &number);
    xpgn_turn_write(&text, xpgn_play_position(r->now.play)->seats, number, seat);
    input_line_put(&text, &english);
    xpgn_buffer_free(&word);
    recorder_need(r, &text);
    draft_add(&next.tail, "%.*s", SLICE(text));
    bool good = (l->word.size == 0 || is_one_action(r, bytes_of(&text)) ||
                 xpgn_reply_refuse(a, XPGN_CODE_ACTION, "found '%.*s', expected an action",
                                   SLICE(l->word))) &&
                recorder_settle(r, &next, a);
    if (good) {
        xpgn_buffer_clear(&a->text);
        a->kind = XPGN_REPLY_OK;
        xpgn_buffer_printf(&a->text, "%.*s (not checked: a half-move is missing)", SLICE(text));
    }
    xpgn_buffer_free(&text);
    draft_free(&next);
    return good;
}
