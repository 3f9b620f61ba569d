/* SPDX-License-Identifier: MIT */
/* Names in the form for comparison. */
#include "events/list/event_data.h"

#include <string.h>

#include "core/base/latin.h"
#include "core/base/utf8.h"
#include "core/forms/fold.h"
#include "internal/events.h"
#include "internal/text_out.h"

static void put_key_letter(event_key *k, char c) {
    if (k->size + 1 < EVENT_KEY)
        k->text[k->size++] = c;
    if (c >= 'a' && c <= 'z')
        k->letters |= 1u << (c - 'a');
}

static void begin_word(event_key *k, bool *inside) {
    if (*inside)
        return;
    if (k->size > 0)
        put_key_letter(k, ' ');
    if (k->words < EVENT_WORDS)
        k->word[k->words++] = k->size;
    *inside = true;
}

static void note_pair(event_key *k, uint32_t c) {
    char second = c == 0x18F || c == 0x259 ? 'A' : latin_second(c); /* Azerbaijan's schwa */
    if (second == 0 || k->pairs == EVENT_PAIRS || k->size == 0)
        return;
    k->pair[k->pairs] = (uint8_t)(k->size - 1);
    k->second[k->pairs++] = second;
}

/* The letter with a mark that follows it, as decomposed text has it: U and two dots. */
static uint32_t composed(const event_key *k, uint32_t mark) {
    char last = k->size > 0 ? k->text[k->size - 1] : '\0';
    if (mark == 0x308)
        return last == 'a' ? 0xE4 : last == 'o' ? 0xF6 : last == 'u' ? 0xFC : 0;
    return mark == 0x30A && last == 'a' ? 0xE5 : 0;
}

/* Appends the character at p, of `size` bytes, folded; false: it separates words. */
static bool put_letter(event_key *k, const char *p, const char *end, size_t *size, bool *inside) {
    char letter[FOLD_MOST];
    uint32_t c;
    size_t n = fold_character(p, end, letter, size);
    (void)utf8_read((xpgn_slice){p, *size}, &c);
    if (n == 0) {
        note_pair(k, composed(k, c));
        return true;
    }
    if (n == 1 && !is_letter(*letter) && !is_digit(*letter))
        return *letter == '\'';
    begin_word(k, inside);
    for (size_t i = 0; i < (latin_second(c) != 0 ? 1 : n); i++)
        put_key_letter(k, letter[i]);
    note_pair(k, c);
    return true;
}

/* Removes a title: "GM Carlsen, Magnus". */
static xpgn_slice without_title(xpgn_slice name) {
    static const char *const titles[] = {"GM", "IM", "FM", "CM", "NM", "WGM", "WIM", "WFM", "WCM"};
    name = event_trim(name);
    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++) {
        size_t size = strlen(titles[i]);
        if (name.size > size + 1 && name.data[size] == ' ' &&
            memcmp(name.data, titles[i], size) == 0)
            return event_trim((xpgn_slice){name.data + size, name.size - size});
    }
    return name;
}

void event_key_make(event_key *k, xpgn_slice name) {
    bool inside = false;
    *k = (event_key){.size = 0};
    if (name.size == 0) /* a record without this tag */
        return;
    name = without_title(name);
    for (const char *p = name.data, *end = p + name.size; p < end;) {
        size_t size;
        if (!put_letter(k, p, end, &size, &inside))
            inside = false;
        if (*p == ',' && k->family == 0)
            k->family = k->words;
        p += size;
    }
    k->text[k->size] = '\0';
}

void event_key_write_out(const event_key *k, event_key *out) {
    *out = (event_key){.family = k->family};
    for (unsigned i = 0, pair = 0; i < k->size; i++) {
        if (out->words < k->words && k->word[out->words] == i)
            out->word[out->words++] = out->size;
        char second = pair < k->pairs && k->pair[pair] == i ? k->second[pair++] : '\0';
        bool instead = second >= 'A' && second <= 'Z';
        put_key_letter(out, instead ? to_lower(second) : k->text[i]);
        if (second != '\0' && !instead)
            put_key_letter(out, second);
    }
    out->text[out->size] = '\0';
}

xpgn_slice event_key_word(const event_key *k, unsigned i) {
    size_t begin = k->word[i], end = i + 1u < k->words ? k->word[i + 1] - 1u : k->size;
    return (xpgn_slice){k->text + begin, end - begin};
}

void xpgn_name_words(xpgn_buffer *b, xpgn_slice name) {
    event_key k;
    event_key_make(&k, name);
    for (unsigned i = 0; i < k.words; i++) {
        if (i > 0)
            xpgn_buffer_char(b, ' ');
        xpgn_buffer_slice(b, event_key_word(&k, i));
        if (i + 1u == k.family)
            xpgn_buffer_char(b, ',');
    }
}
