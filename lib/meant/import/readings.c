/* SPDX-License-Identifier: MIT */
/* The meanings of one word in a game in progress. At a prompt there is no game to infer the hand
   from, so each language is tried. */
#include "core/base/buffer.h"
#include "core/base/slice.h"
#include "core/game/word_reading.h"
#include "facts/play_game.h"
#include "meant/sheet/word_scan.h"

/* Readings of a word, by any hand. */
struct reading_search {
    const xpgn_play *play;
    xpgn_slice word;
    xpgn_word_reading *list;
    size_t capacity, count;
};

static bool is_same_action(const xpgn_action *a, const xpgn_action *b) {
    return a->kind == b->kind && a->from == b->from && a->to == b->to &&
           a->promotion == b->promotion;
}

static void add_reading(struct reading_search *s, const xpgn_action *a, const struct hand *hand,
                        unsigned forms) {
    for (size_t i = 0; i < s->count && i < s->capacity; i++)
        if (is_same_action(&s->list[i].action, a))
            return;
    if (s->count < s->capacity)
        s->list[s->count] = (xpgn_word_reading){*a, hand->language->code, forms};
    s->count++;
}

/* False: no memory. */
static bool read_as(struct reading_search *s, const struct hand *hand) {
    xpgn_buffer b = {0};
    struct readings found;
    unsigned forms = word_translate(hand, s->word, &b);
    reading_find(s->play->rs, &s->play->state, slice_given((xpgn_slice){b.data, b.size}), &found);
    if (forms == 0 && !found.exact)
        forms = 1u << XPGN_FORM_SHORT;
    for (unsigned i = 0; i < found.count && i < MOST_READINGS; i++)
        add_reading(s, &found.action[i], hand,
                    found.exact ? forms & ~(1u << XPGN_FORM_SHORT) : forms);
    bool good = !b.failed;
    xpgn_buffer_free(&b);
    return good;
}

static bool is_numeric(xpgn_slice word) {
    return (word.size == 4 || word.size == 5) && slice_has_only(word, "0123456789");
}

/* Tries English, then other languages, then lower-case letters. False if memory runs out. */
static bool read_as_any(struct reading_search *s, const struct languages *all,
                        const char *language) {
    for (unsigned small = 0; small < 2 && s->count == 0; small++)
        for (size_t i = 0; i < all->count && (small || i != 1 || s->count == 0); i++) {
            const struct language *l = &all->list[i];
            struct hand hand = {l, small, is_numeric(s->word), false};
            bool asked = language == NULL || slice_is(l->code, language);
            if (asked && !read_as(s, &hand))
                return false;
        }
    return true;
}

size_t xpgn_play_readings(const xpgn_play *play, xpgn_slice word, const char *language,
                          xpgn_word_reading *list, size_t capacity) {
    struct languages all;
    struct reading_search s = {play, slice_given(word), list, capacity, 0};
    if (play->outcome.over || xpgn_play_turn_roll(play) == XPGN_TURN_ROLL_MUST || s.word.size == 0)
        return 0;
    languages_read(&all);
    return read_as_any(&s, &all, language) ? s.count : 0;
}

bool word_action(const xpgn_play *play, xpgn_slice word, xpgn_action *action) {
    xpgn_word_reading reading;
    if (xpgn_play_read(play, word, action) == XPGN_OK)
        return true;
    if (xpgn_play_readings(play, word, NULL, &reading, 1) != 1)
        return false;
    *action = reading.action;
    return true;
}
