/* SPDX-License-Identifier: MIT */
/* The meanings of one word in a game in progress. Each language is tried. */
#include "meant/import/readings.h"
#include "internal/text_out.h"

#include "core/base/buffer.h"
#include "core/base/slice.h"
#include "core/game/word_reading.h"
#include "facts/play_game.h"
#include "meant/import/import.h"

#include <string.h>
#include <xpgn/play.h>

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

/* Tries English, then other languages, then lower-case letters. False if memory runs out. */
static bool read_as_any(struct reading_search *s, const struct languages *all,
                        const char *language) {
    for (unsigned small = 0; small < 2 && s->count == 0; small++)
        for (size_t i = 0; i < all->count && (small || i != 1 || s->count == 0); i++) {
            const struct language *l = &all->list[i];
            struct hand hand = {.language = l, .small = small, .numbers = word_is_iccf(s->word)};
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

/* ---- the hands of a word --------------------------------------------------------------------- */

/* Words differ little from one language to the next: each translation is read once. */
struct hand_search {
    const xpgn_play *play;
    xpgn_slice word;
    struct word_meanings *out;
    xpgn_buffer texts; /* translations, each with a NUL */
    struct {
        size_t at;
        unsigned count;
        uint8_t meaning[MOST_MEANINGS];
    } read[HANDS];
    size_t count;
};

static bool is_figurine_lead(uint32_t lead) {
    return lead >> 8 == 0xE299;
}

/* P-K4, Kt-KB3: squares without small letters are those of English descriptive notation. */
static bool is_descriptive(xpgn_slice word) {
    bool digit = false;
    for (size_t i = 0; i < word.size; i++) {
        if (word.data[i] >= 'a' && word.data[i] <= 'h')
            return false;
        digit |= is_digit(word.data[i]) && word.data[i] != '0';
    }
    return digit;
}

/* True if the word can be of this hand, as it begins with one of its letters or with none. */
static bool is_of_hand(const struct hand *hand, xpgn_slice word, uint32_t lead) {
    size_t size;
    if (is_descriptive(word))
        return false;
    if (!hand->small && (lead == 0 || is_figurine_lead(lead)))
        return true;
    return language_type(hand->language, word, hand->small, &size) != XPGN_NO_TYPE;
}

/* The number of a meaning in the list; MOST_MEANINGS: there is no room for it. */
static size_t meaning_of(struct word_meanings *m, const xpgn_action *a) {
    size_t i = 0;
    while (i < m->count && !is_same_action(&m->list[i].action, a))
        i++;
    if (i == m->count && i < MOST_MEANINGS)
        m->list[m->count++] = (struct word_meaning){*a, 0};
    return i;
}

/* Reads the translation that begins at `at`; one that has been read is found again. */
static size_t read_once(struct hand_search *s, size_t at) {
    const char *text = s->texts.data + at;
    for (size_t i = 0; i < s->count; i++)
        if (strcmp(s->texts.data + s->read[i].at, text) == 0) {
            s->texts.size = at;
            return i;
        }
    struct readings found;
    reading_find(s->play->rs, &s->play->state, slice_of(text), &found);
    s->read[s->count].at = at;
    s->read[s->count].count = 0;
    for (unsigned i = 0; i < found.count && i < MOST_READINGS; i++) {
        size_t meaning = meaning_of(s->out, &found.action[i]);
        if (meaning < MOST_MEANINGS)
            s->read[s->count].meaning[s->read[s->count].count++] = (uint8_t)meaning;
    }
    return s->count++;
}

static bool read_by_hand(struct hand_search *s, const struct hand *hand, unsigned bit) {
    size_t at = s->texts.size;
    unsigned forms = word_translate(hand, s->word, &s->texts);
    xpgn_buffer_char(&s->texts, '\0');
    if (s->texts.failed)
        return false;
    if (hand->small && (forms >> XPGN_FORM_SMALL & 1u) == 0) {
        s->texts.size = at;
        return true;
    }
    size_t which = read_once(s, at);
    for (unsigned i = 0; i < s->read[which].count; i++)
        s->out->list[s->read[which].meaning[i]].hands |= (word_hands)1 << bit;
    return true;
}

word_hands word_known_hands(xpgn_slice word) {
    struct languages all;
    word_hands known = 0;
    if (word.size == 0)
        return 0;
    const bool small_piece = *word.data > 'h' && *word.data <= 'z';
    languages_read(&all);
    for (unsigned i = 0; i < HANDS; i++) {
        const unsigned which = i % MOST_LANGUAGES, small = i / MOST_LANGUAGES;
        const struct language *l = &all.list[which];
        if (which < all.count && (small || !small_piece) && !language_is_twin(l, word) &&
            is_of_hand(&(struct hand){.language = l, .small = small}, word, word_lead(word)))
            known |= (word_hands)1 << i;
    }
    return known;
}

bool word_meanings_find(const xpgn_play *play, xpgn_slice word, struct word_meanings *out) {
    struct languages all;
    struct hand_search s = {.play = play, .word = word, .out = out};
    *out = (struct word_meanings){.count = 0};
    if (play->outcome.over || xpgn_play_turn_roll(play) == XPGN_TURN_ROLL_MUST || word.size == 0)
        return true;
    const uint32_t lead = word_lead(word);
    bool good = true;
    languages_read(&all);
    out->known = word_known_hands(word);
    for (unsigned small = 0; small < 2; small++)
        for (size_t i = 0; i < all.count && good; i++) {
            const struct hand hand = {
                .language = &all.list[i], .small = small, .numbers = word_is_iccf(word)};
            const unsigned bit = (unsigned)i + small * MOST_LANGUAGES;
            if (bit == 0 || is_of_hand(&hand, word, lead))
                good = read_by_hand(&s, &hand, bit);
        }
    for (size_t i = 0; i < out->count; i++)
        out->lettered |= (lead != 0 && !is_figurine_lead(lead)) || (out->list[i].hands & 1u) == 0;
    xpgn_buffer_free(&s.texts);
    return good;
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
