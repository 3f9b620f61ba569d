/* SPDX-License-Identifier: MIT */
/* Reads text that is typed to replace a half-move. */
#include "core/base/slice.h"
#include "meant/import/import.h"

#include "internal/meant.h"

#include <xpgn/play.h>
#include <xpgn/record.h>
#include <xpgn/walk.h>

/* The position before the action at `offset`; false if the game cannot be played up to there. */
static bool find_position(xpgn_walk *walk, const xpgn_game *game, uint32_t offset,
                          xpgn_position *p) {
    const xpgn_step *step;
    bool there = false;
    if (xpgn_walk_begin(walk, game) != XPGN_OK)
        return false;
    while (xpgn_walk_next(walk, &step) == XPGN_OK) {
        there |= step->position != NULL;
        if (step->position != NULL && step->place.offset < offset)
            *p = *step->position;
    }
    return there;
}

/* The half-move in a text that is exactly one, without turn roll and comments; else NULL. */
static const xpgn_entry *only_action(const xpgn_record *r) {
    size_t count, tags;
    const xpgn_entry *e = xpgn_record_entries(r, &count);
    (void)xpgn_record_tags(r, &tags);
    bool one = count == 1 && tags == 0 && e->kind == XPGN_ENTRY_ACTION && e->depth == 0 &&
               e->turn_roll.size == 0;
    for (size_t i = 0; one && i < e->remark_count; i++)
        one = e->remarks[i].nag > 0;
    return one ? e : NULL;
}

/* Appends the word, in English letters if it is in others and can mean one action only. */
static void put_answer_word(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p,
                            xpgn_slice word) {
    xpgn_play *play = NULL;
    xpgn_action action;
    char name[24];
    xpgn_status status = xpgn_play_new(&play, rs, p);
    b->failed |= status == XPGN_NO_MEMORY;
    bool foreign = status == XPGN_OK && xpgn_play_read(play, word, &action) != XPGN_OK &&
                   word_action(play, word, &action);
    if (foreign)
        xpgn_action_name(rs, p, &action, name);
    xpgn_buffer_slice(b, foreign ? slice_of(name) : word);
    xpgn_play_free(play);
}

xpgn_status xpgn_answer_read(xpgn_buffer *b, xpgn_walk *walk, const xpgn_game *game,
                             uint32_t offset, xpgn_slice typed) {
    xpgn_record *r;
    xpgn_position p;
    xpgn_status status = xpgn_record_new(&r, typed);
    if (status != XPGN_OK)
        return status;
    const xpgn_entry *e = only_action(r);
    if (e != NULL) {
        xpgn_slice text = xpgn_record_text(r);
        const char *from = e->text.data + e->text.size, *end = text.data + text.size;
        if (find_position(walk, game, offset, &p))
            put_answer_word(b, xpgn_walk_ruleset(walk), &p, e->text);
        else
            xpgn_buffer_slice(b, e->text);
        xpgn_buffer_put(b, from, (size_t)(end - from));
    }
    xpgn_record_free(r);
    return b->failed ? XPGN_NO_MEMORY : e != NULL ? XPGN_OK : XPGN_INVALID;
}
