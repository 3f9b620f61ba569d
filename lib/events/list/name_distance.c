/* SPDX-License-Identifier: MIT */
/* How much two names differ: words, initials, letters. */
#include "events/list/event_data.h"
#include "internal/events.h"
#include "internal/text_out.h"

/* True if the words of `a` up to `most` letters occur equally often in `b`. */
static bool same_words(const event_key *a, const event_key *b, size_t most) {
    bool taken[EVENT_WORDS] = {false};
    unsigned left = 0;
    for (unsigned j = 0; j < b->words; j++)
        left += event_key_word(b, j).size <= most;
    for (unsigned i = 0; i < a->words; i++) {
        unsigned j = 0;
        if (event_key_word(a, i).size > most)
            continue;
        while (j < b->words &&
               (taken[j] || !slice_equal(event_key_word(a, i), event_key_word(b, j))))
            j++;
        if (j == b->words)
            return false;
        taken[j] = true;
        left--;
    }
    return left == 0;
}

unsigned event_key_splits(const event_key *k, event_split s[2 * EVENT_WORDS]) {
    unsigned n = k->words, count = 0;
    if (k->family > 0) {
        s[0] = (event_split){0, k->family, k->family, n - k->family};
        return 1;
    }
    for (unsigned family = 1; family <= n; family++) {
        s[count++] = (event_split){0, family, family, n - family};
        s[count++] = (event_split){n - family, family, 0, n - family};
    }
    return count;
}

/* True if one equals the other or is its initial. */
static bool abbreviates(xpgn_slice a, xpgn_slice b) {
    return slice_equal(a, b) || ((a.size == 1 || b.size == 1) && a.data[0] == b.data[0]);
}

static unsigned compare_splits(const event_key *a, event_split s, const event_key *b,
                               event_split t) {
    if (s.families != t.families)
        return EVENT_OTHER;
    for (unsigned i = 0; i < s.families; i++)
        if (!slice_equal(event_key_word(a, s.family + i), event_key_word(b, t.family + i)))
            return EVENT_OTHER;
    if (s.givens == 0 || t.givens == 0)
        return EVENT_SAME_FAMILY;
    for (unsigned i = 0; i < s.givens && i < t.givens; i++)
        if (!abbreviates(event_key_word(a, s.given + i), event_key_word(b, t.given + i)))
            return EVENT_OTHER;
    return EVENT_SAME_INITIALS;
}

static unsigned compare_initials(const event_key *a, const event_key *b) {
    event_split s[2 * EVENT_WORDS], t[2 * EVENT_WORDS];
    unsigned best = EVENT_OTHER, m = event_key_splits(a, s), n = event_key_splits(b, t);
    for (unsigned i = 0; i < m; i++)
        for (unsigned j = 0; j < n; j++) {
            unsigned d = compare_splits(a, s[i], b, t[j]);
            best = d < best ? d : best;
        }
    return best;
}

static bool same_digits(const event_key *a, const event_key *b) {
    size_t j = 0;
    for (size_t i = 0; i < a->size; i++) {
        if (a->text[i] < '0' || a->text[i] > '9')
            continue;
        while (j < b->size && (b->text[j] < '0' || b->text[j] > '9'))
            j++;
        if (j == b->size || b->text[j++] != a->text[i])
            return false;
    }
    while (j < b->size && (b->text[j] < '0' || b->text[j] > '9'))
        j++;
    return j == b->size;
}

static unsigned bits(uint32_t word) {
    unsigned n = 0;
    for (; word != 0; word &= word - 1)
        n++;
    return n;
}

bool event_key_is_far(const event_key *a, const event_key *b, unsigned tolerance) {
    return bits(a->letters ^ b->letters) > 2 * tolerance;
}

enum { SHORT = 3, LETTERS = 4 };

unsigned event_key_tolerance(unsigned size, unsigned tolerance) {
    return tolerance > size / LETTERS ? size / LETTERS : tolerance;
}

/* Compares spelling. Short words, initials and numbers must be equal, as a slip in them makes
   another name. */
static unsigned compare_spelling(const event_key *a, const event_key *b, unsigned tolerance) {
    unsigned size = a->size < b->size ? a->size : b->size;
    unsigned longer = a->size + b->size - size;
    tolerance = event_key_tolerance(size, tolerance);
    if (longer - size > tolerance || event_key_is_far(a, b, tolerance) || !same_digits(a, b) ||
        !same_words(a, b, SHORT))
        return EVENT_OTHER;
    unsigned d = edit_distance((xpgn_slice){a->text, a->size}, (xpgn_slice){b->text, b->size});
    return d <= tolerance ? EVENT_SAME_SPELLING + d : EVENT_OTHER;
}

/* True if one is the other cut to the length of a field: report files have 33 columns, others
   fewer. */
static bool is_cut(const event_key *a, const event_key *b) {
    enum { FIELD = 24 };
    size_t size = a->size < b->size ? a->size : b->size;
    return size >= FIELD && a->size != b->size && memcmp(a->text, b->text, size) == 0;
}

static unsigned name_distance(const event_key *a, const event_key *b, unsigned tolerance) {
    if (a->size == 0 || b->size == 0)
        return EVENT_OTHER;
    if (is_cut(a, b))
        return EVENT_SAME_INITIALS;
    if (a->words == b->words && same_words(a, b, EVENT_KEY))
        return EVENT_SAME;
    unsigned d = compare_initials(a, b);
    return d < EVENT_OTHER ? d : compare_spelling(a, b, tolerance);
}

unsigned event_key_distance(const event_key *a, const event_key *b, unsigned tolerance) {
    unsigned least = name_distance(a, b, tolerance);
    event_key x, y;
    if (least == EVENT_SAME || a->pairs + b->pairs == 0)
        return least;
    event_key_write_out(a, &x);
    event_key_write_out(b, &y);
    const event_key *const out[][2] = {{&x, b}, {a, &y}, {&x, &y}};
    const bool differs[] = {a->pairs > 0, b->pairs > 0, a->pairs > 0 && b->pairs > 0};
    for (int i = 0; i < 3 && least > EVENT_SAME; i++) {
        unsigned d = differs[i] ? name_distance(out[i][0], out[i][1], tolerance) : EVENT_OTHER;
        least = d < least ? d : least;
    }
    return least;
}

bool player_names_agree(xpgn_slice a, xpgn_slice b, unsigned letters) {
    event_key k, l;
    event_key_make(&k, a);
    event_key_make(&l, b);
    return k.size == 0 || l.size == 0 ? k.size == l.size
                                      : event_key_distance(&k, &l, letters) != EVENT_OTHER;
}
