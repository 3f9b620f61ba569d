/* SPDX-License-Identifier: MIT */
#include "core/text/languages.h"

#include "core/base/slice.h"
#include "core/board/position.h"
#include "core/text/dictionary.h"
#include "internal/meant.h"
#include "internal/text_out.h"

#include <string.h>
#include <xpgn/write.h>

enum {
    MORE = 0xFF, /* in language.first: the letter has more bytes, or there are several */
    TWINS = 0xD0 /* the first byte of Cyrillic capital letters */
};

/* Fills `first`: most first bytes begin no letter, or are a whole one. */
static void find_first(struct language *l) {
    memset(l->first, XPGN_NO_TYPE, sizeof l->first);
    for (unsigned type = XPGN_PAWN; type < XPGN_TYPES; type++) {
        uint8_t *first = &l->first[(unsigned char)*l->letter[type].data];
        if (l->letter[type].size > 0)
            *first = l->letter[type].size == 1 && *first == XPGN_NO_TYPE ? (uint8_t)type : MORE;
    }
}

void languages_read(struct languages *out) {
    static const uint8_t order[] = {XPGN_KING,   XPGN_QUEEN,  XPGN_ROOK,
                                    XPGN_BISHOP, XPGN_KNIGHT, XPGN_PAWN};
    xpgn_slice rest = {language_files[0].text, language_files[0].size};
    out->count = 0;
    while (rest.size > 0 && out->count < MOST_LANGUAGES) {
        xpgn_slice line = slice_cut(&rest, '\n');
        if (line.size == 0 || *line.data == '#')
            continue;
        struct language *l = &out->list[out->count++];
        l->code = slice_cut(&line, '\t');
        l->name = slice_cut(&line, '\t');
        for (size_t i = 0; i < sizeof order; i++)
            l->letter[order[i]] = slice_cut(&line, '\t');
        l->letter[XPGN_NO_TYPE] = (xpgn_slice){"", 0};
        find_first(l);
    }
}

const struct language *language_find(const struct languages *all, xpgn_slice code) {
    for (size_t i = 0; i < all->count; i++)
        if (slice_equal(all->list[i].code, code))
            return &all->list[i];
    return NULL;
}

/* Does the text begin with a letter?  `small`: with its small form, of Latin letters. */
static bool begins_with_letter(xpgn_slice text, xpgn_slice letter, bool small) {
    if (letter.size == 0 || text.size < letter.size)
        return false;
    if (!small)
        return *text.data == *letter.data && memcmp(text.data, letter.data, letter.size) == 0;
    return letter.size == 1 && *letter.data >= 'A' && *letter.data <= 'Z' &&
           *text.data == *letter.data + ('a' - 'A');
}

/* The Latin letter that a Cyrillic one at the beginning of a text looks like; '\0': none. */
static char latin_twin(xpgn_slice text) {
    static const char twins[][3] = {"\x92"
                                    "B",
                                    "\x9A"
                                    "K",
                                    "\xA1"
                                    "C",
                                    "\xA2"
                                    "T",
                                    "\xA0"
                                    "P",
                                    "\x9D"
                                    "H",
                                    "\x90"
                                    "A"};
    for (size_t i = 0; i < sizeof twins / sizeof *twins; i++)
        if (text.size > 1 && (unsigned char)*text.data == TWINS && text.data[1] == twins[i][0])
            return twins[i][1];
    return '\0';
}

bool language_is_twin(const struct language *l, xpgn_slice text) {
    return (unsigned char)*l->letter[XPGN_KING].data < 0x80 && latin_twin(text) != '\0';
}

unsigned language_type(const struct language *l, xpgn_slice text, bool small, size_t *size) {
    unsigned first = text.size > 0 ? (unsigned char)*text.data : 0, found = l->first[first];
    *size = found != XPGN_NO_TYPE;
    if (!small && found != MORE && first != TWINS)
        return found;
    found = XPGN_NO_TYPE;
    *size = 0;
    if (first == TWINS && language_is_twin(l, text)) {
        char latin = latin_twin(text);
        found = language_type(l, (xpgn_slice){&latin, 1}, small, size);
        *size *= 2;
        return found;
    }
    for (unsigned type = XPGN_PAWN; type < XPGN_TYPES; type++) {
        if (l->letter[type].size > *size && begins_with_letter(text, l->letter[type], small)) {
            found = type;
            *size = l->letter[type].size;
        }
    }
    return found;
}

/* ---- the public view ------------------------------------------------------------------------- */

static void copy_word(char *to, size_t size, xpgn_slice from) {
    size_t length = from.size < size - 1 ? from.size : size - 1;
    memcpy(to, from.data, length);
    to[length] = '\0';
}

bool xpgn_language_at(size_t index, xpgn_language *out) {
    struct languages all;
    languages_read(&all);
    if (index >= all.count)
        return false;
    const struct language *l = &all.list[index];
    copy_word(out->code, sizeof out->code, l->code);
    copy_word(out->name, sizeof out->name, l->name);
    for (unsigned type = 0; type < XPGN_TYPES; type++)
        copy_word(out->letter[type], sizeof out->letter[type], l->letter[type]);
    out->has_words = dictionary_column(out->code) >= 0;
    return true;
}

bool xpgn_language_find(const char *code, xpgn_language *out) {
    for (size_t i = 0; xpgn_language_at(i, out); i++)
        if (strcmp(out->code, code) == 0)
            return true;
    return false;
}

void xpgn_action_translate(xpgn_buffer *b, xpgn_slice text, const xpgn_language *language) {
    for (size_t i = 0; i < text.size; i++) {
        unsigned type = type_of_letter(text.data[i]);
        if (language != NULL && type != XPGN_NO_TYPE)
            xpgn_buffer_text(b, language->letter[type]);
        else
            xpgn_buffer_char(b, text.data[i]);
    }
}
