/* SPDX-License-Identifier: MIT */
#include "record/session/typed_word.h"

#include "core/base/slice.h"
#include "core/base/utf8.h"
#include "core/forms/glyph.h"
#include "core/forms/scan.h"
#include "core/forms/sheet_words.h"
#include "core/forms/written_ending.h"
#include "meant/sheet/sheet.h"

static const uint64_t PIECES = SHEET_BIT(SHEET_KING) | SHEET_BIT(SHEET_QUEEN) |
                               SHEET_BIT(SHEET_ROOK) | SHEET_BIT(SHEET_BISHOP) |
                               SHEET_BIT(SHEET_KNIGHT) | SHEET_BIT(SHEET_PAWN);
static const uint64_t CASTLING = SHEET_BIT(SHEET_SHORT_CASTLING) | SHEET_BIT(SHEET_LONG_CASTLING);
static const uint64_t JOINS =
    SHEET_BIT(SHEET_TAKES) | SHEET_BIT(SHEET_TO) | SHEET_BIT(SHEET_PROMOTES);

/* ---- what a word is -------------------------------------------------------------------------- */

static bool is_square(const char *p) {
    return ((p[0] >= 'a' && p[0] <= 'h') || (p[0] >= 'A' && p[0] <= 'H')) && p[1] >= '1' &&
           p[1] <= '8';
}

static size_t word_size(xpgn_slice s) {
    size_t n = 0;
    while (n < s.size && !is_space(s.data[n]))
        n++;
    return n;
}

bool typed_is_action(xpgn_slice text) {
    enum { LONGEST_ACTION = 16 };
    struct sheet_phrase piece;
    const size_t size = word_size(text);
    if (size < 2)
        return false;
    if (size >= 2 && slice_has_only((xpgn_slice){text.data, size}, "O0o-") && *text.data != '-')
        return true;
    if (strchr("KQRBNP", *text.data) != NULL && (text.data[1] == 'x' || text.data[1] == '-'))
        return true;
    for (size_t i = 0; i + 1 < size && size <= LONGEST_ACTION; i++)
        if (is_square(text.data + i))
            return true;
    return sheet_phrase_of(text.data, text.data + text.size, PIECES, &piece) &&
           piece.size + 1 < text.size &&
           typed_is_action((xpgn_slice){text.data + piece.size + 1, text.size - piece.size - 1});
}

bool typed_is_end(xpgn_slice text) {
    struct ending e;
    text = slice_trim(text, " \t");
    return text.size > 0 && ending_read(text.data, text.data + text.size, NULL, &e) &&
           e.size == text.size && !(e.worded && e.result != NULL && *e.result == '*');
}

/* ---- marks that are attached ----------------------------------------------------------------- */

/* True if all of this is marks, which are then taken for the line. */
static bool take_marks(struct input_line *l, xpgn_slice s, bool take) {
    struct move_mark m;
    while (s.size > 0) {
        if (!move_mark_read(s.data, s.data + s.size, &m) || m.size == 0)
            return false;
        if (take)
            typed_mark(l, &m, (xpgn_slice){s.data, m.size});
        s = (xpgn_slice){s.data + m.size, s.size - m.size};
    }
    return true;
}

/* True if marks may be attached behind this: words behind a square or a capital letter only. */
static bool may_end(xpgn_slice word, char next) {
    const char last = word.data[word.size - 1];
    const bool letter = (next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z');
    if (next == '=') /* b8= is a pawn that becomes something */
        return last != '8' && last != '1';
    return !letter || is_digit(last) || (last >= 'A' && last <= 'Z');
}

/* Cuts marks from the end of a word: Bxc6:+, Qh5ch, Nf3!?, e4=. */
static xpgn_slice cut_marks(struct input_line *l, xpgn_slice word) {
    const bool stop = word.size > 2 && strchr(".,", word.data[word.size - 1]) != NULL &&
                      word.data[word.size - 2] != '.';
    for (size_t i = 2; i < word.size; i++) {
        xpgn_slice head = {word.data, i}, tail = {word.data + i, word.size - i};
        if (!may_end(head, *tail.data))
            continue;
        tail.size -= stop && tail.size > 1 && !take_marks(l, tail, false);
        if (!take_marks(l, tail, false))
            continue;
        /* Nf?: a place that cannot be read is no mark */
        const char last = word.data[i - 1];
        if (!(last >= 'a' && last <= 'h' && slice_has_only(tail, "?")))
            (void)take_marks(l, tail, true);
        return head;
    }
    return (xpgn_slice){word.data, word.size - stop};
}

/* ---- actions in words ------------------------------------------------------------------------ */

static void put_made(struct input_line *l, const char *text, size_t size) {
    const size_t at = strlen(l->made);
    if (at + size < sizeof l->made)
        memcpy(l->made + at, text, size);
    else
        typed_wrong(l, "found an action of more than %zu letters", sizeof l->made);
}

static const char *phrase_text(const struct sheet_phrase *w, const char *made) {
    static const struct {
        enum sheet_meaning meaning;
        const char *text;
    } texts[] = {{SHEET_KING, "K"},
                 {SHEET_QUEEN, "Q"},
                 {SHEET_ROOK, "R"},
                 {SHEET_BISHOP, "B"},
                 {SHEET_KNIGHT, "N"},
                 {SHEET_PAWN, "P"},
                 {SHEET_TAKES, "x"},
                 {SHEET_PROMOTES, "="},
                 {SHEET_SHORT_CASTLING, "O-O"},
                 {SHEET_TO, "-"},
                 {SHEET_LONG_CASTLING, "O-O-O"}};
    const size_t size = strlen(made);
    if (SHEET_IS(*w, SHEET_TO) && (size == 0 || !is_digit(made[size - 1])))
        return "";
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (SHEET_IS(*w, texts[i].meaning))
            return texts[i].text;
    return "";
}

/* A phrase of an action at the beginning: Queen, takes. One letter is none, as it may be a file,
   but an x between blanks. */
static bool phrase_at(xpgn_slice s, uint64_t means, struct sheet_phrase *w) {
    if (!sheet_phrase_of(s.data, s.data + s.size, means, w))
        return false;
    const bool apart = SHEET_IS(*w, SHEET_TAKES) && w->size < s.size && is_space(s.data[w->size]);
    return w->size > 1 || apart;
}

/* True if takes, to or promotes to follows, and behind it a square or a piece. */
static bool joins(xpgn_slice s) {
    struct sheet_phrase w;
    if (!phrase_at(s, JOINS, &w))
        return false;
    xpgn_slice rest = slice_past_space((xpgn_slice){s.data + w.size, s.size - w.size});
    const bool letter = rest.size > 0 && word_lead(rest) != 0 &&
                        (rest.size == utf8_length(rest) || is_space(rest.data[utf8_length(rest)]));
    return letter || (rest.size > 1 && is_square(rest.data)) || phrase_at(rest, PIECES | JOINS, &w);
}

/* Takes Queen takes h5, e4 takes d5, castles kingside: words in place of letters and signs. False
   if there are none. */
static bool take_phrases(struct input_line *l, xpgn_slice *s) {
    struct sheet_phrase w;
    xpgn_slice rest = *s;
    bool worded = false, more = true;
    while (more && rest.size > 0) {
        if (phrase_at(rest, PIECES | CASTLING | JOINS, &w)) {
            rest = (xpgn_slice){rest.data + w.size, rest.size - w.size};
            if (slice_past_space(rest).size == 0 && (w.means & CASTLING) != 0)
                w.means &= CASTLING;
            const char *text = phrase_text(&w, l->made);
            put_made(l, text, strlen(text));
            more = (w.means & CASTLING) != w.means;
            worded = true;
        } else {
            size_t size = word_size(rest);
            xpgn_slice word = cut_marks(l, (xpgn_slice){rest.data, size});
            put_made(l, word.data, word.size);
            rest = (xpgn_slice){rest.data + size, rest.size - size};
            more = false;
        }
        xpgn_slice next = slice_past_space(rest);
        more |= joins(next);
        rest = more ? next : rest;
    }
    if (!worded) {
        memset(l->made, 0, sizeof l->made);
        return false;
    }
    l->word = slice_of(l->made);
    *s = rest;
    return true;
}

/* True if an action in words begins here: Queen, or a word that takes follows. */
static bool begins_phrases(xpgn_slice s) {
    struct sheet_phrase w;
    if (phrase_at(s, PIECES | CASTLING, &w))
        return true;
    const size_t size = word_size(s);
    return joins(slice_past_space((xpgn_slice){s.data + size, s.size - size}));
}

/* ---- alternatives ---------------------------------------------------------------------------- */

void typed_other(struct input_line *l, xpgn_slice word) {
    word = cut_marks(l, slice_trim(word, " \t"));
    if (l->others < sizeof l->other / sizeof *l->other)
        l->other[l->others++] = word;
    else
        typed_wrong(l, "found more than %u actions in one place", l->others);
}

/* The size of a sign between alternatives. */
static size_t sign_between(xpgn_slice s) {
    static const char *const signs[] = {"/", "|", "\xE2\x86\x92", "->", "=>"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (s.size > strlen(signs[i]) && memcmp(s.data, signs[i], strlen(signs[i])) == 0)
            return strlen(signs[i]);
    return 0;
}

/* The size of a sign or a word between alternatives. */
static size_t between_size(xpgn_slice s) {
    struct sheet_phrase w;
    const size_t size = sign_between(s);
    if (size > 0)
        return size;
    return sheet_phrase_of(s.data, s.data + s.size, SHEET_BIT(SHEET_OR), &w) ? w.size : 0;
}

bool typed_alternative(struct input_line *l, xpgn_slice *s) {
    const size_t size = between_size(*s);
    xpgn_slice next = slice_past_space((xpgn_slice){s->data + size, s->size - size});
    if (size == 0 || !typed_is_action(next))
        return false;
    next.size = word_size(next);
    typed_other(l, next);
    *s = (xpgn_slice){next.data + next.size, s->size - (size_t)(next.data + next.size - s->data)};
    return true;
}

/* True for an arrow from square to square, Ng1->f3: one action. */
static bool is_way(xpgn_slice head, xpgn_slice sign, xpgn_slice tail) {
    return *sign.data != '/' && *sign.data != '|' && head.size > 1 && tail.size > 1 &&
           is_square(head.data + head.size - 2) && is_square(tail.data);
}

/* Qa4/Qb3: takes the part behind a sign in a word. N/3 and e8/Q are one action. */
static xpgn_slice split_word(struct input_line *l, xpgn_slice word) {
    for (size_t i = 1; i + 1 < word.size; i++) {
        xpgn_slice head = {word.data, i}, rest = {word.data + i, word.size - i};
        const size_t size = sign_between(rest);
        if (size == 0)
            continue;
        xpgn_slice tail = {rest.data + size, rest.size - size};
        if (!typed_is_action(head) || !typed_is_action(tail) || is_way(head, rest, tail) ||
            memchr(word.data, ':', word.size))
            continue;
        typed_other(l, split_word(l, tail));
        return head;
    }
    return word;
}

/* ---- the word -------------------------------------------------------------------------------- */

bool typed_is_bold(xpgn_slice s, size_t at) {
    return s.size - at > 1 && s.data[at] == '*' && s.data[at + 1] == '*' &&
           (s.size - at == 2 || s.data[at + 2] != '*');
}

/* Where an action ends: before a blank, dice or a comment, or a bracket that is no part of it. */
static size_t action_size(xpgn_slice s) {
    size_t n = 0;
    while (n < s.size && !is_space(s.data[n]) && s.data[n] != '<' && s.data[n] != '{' &&
           glyph_note(s.data + n, s.data + s.size) == 0 && !typed_is_bold(s, n)) {
        if (s.data[n] == '(') {
            const char *close = memchr(s.data + n, ')', s.size - n);
            const size_t size = close != NULL ? (size_t)(close - s.data) - n - 1 : 0;
            const bool part = size > 0 && size < 3 && s.data[n + 1] >= 'A' && s.data[n + 1] <= 'Z';
            if (n > 0 && !part && !(size == 2 && is_square(s.data + n + 1))) /* N(f3) */
                return n;
        }
        n++;
    }
    return n;
}

/* Takes e 4, Nf 3: blanks before the digit. */
static bool take_spaced(struct input_line *l, xpgn_slice *s) {
    char text[SPACED_ROOM];
    const char *end = s->data + s->size, *to;
    const size_t size = sheet_letter_spaced(s->data, end, text, &to);
    if (size == 0 || (size == 3 && is_file(text[0]) && is_file(text[1]))) /* ed 5 v 1 */
        return false;
    put_made(l, text, size);
    l->word = slice_of(l->made);
    *s = (xpgn_slice){to, (size_t)(end - to)};
    return true;
}

void typed_action(struct input_line *l, xpgn_slice *s) {
    if (take_spaced(l, s) || (begins_phrases(*s) && take_phrases(l, s)))
        return;
    size_t n = action_size(*s);
    const char *apart = is_digit(*s->data) ? NULL : word_apart(s->data, s->data + s->size);
    const bool spread = apart != NULL && (size_t)(apart - s->data) > n;
    n = spread ? (size_t)(apart - s->data) : n;
    xpgn_slice word = {s->data, n};
    for (size_t i = 0; i < n; i++)
        if (word.data[i] == '\0' || (strchr(";[]}>", word.data[i]) != NULL &&
                                     (word.data[i] != '>' || i == 0 || word.data[i - 1] != '-')))
            typed_wrong(l, "found a character that occurs in no action or dice");
    *s = (xpgn_slice){s->data + n, s->size - n};
    word = spread ? word : cut_marks(l, split_word(l, word));
    const size_t letter = utf8_length(word);
    if (word.size > letter + 2 && word.data[letter] == '.' && word_lead(word) != 0) { /* N.f3 */
        put_made(l, word.data, letter);
        put_made(l, word.data + letter + 1, word.size - letter - 1);
        word = slice_of(l->made);
    }
    l->word = word;
}

bool typed_promotion(struct input_line *l, xpgn_slice *s) {
    const xpgn_slice word = l->word;
    const bool arrives = word.size > 1 && word.size + 3 < sizeof l->made &&
                         strchr("18", word.data[word.size - 1]) != NULL && *word.data >= 'a' &&
                         *word.data <= 'h';
    if (!arrives || s->size < 3 || s->data[2] != ')' || s->data[1] < 'A' || s->data[1] > 'Z')
        return false;
    (void)snprintf(l->made, sizeof l->made, "%.*s=%c", SLICE(word), s->data[1]);
    l->word = slice_of(l->made);
    *s = (xpgn_slice){s->data + 3, s->size - 3};
    return true;
}
