/* SPDX-License-Identifier: MIT */
#include "core/forms/said_ending.h"

#include "core/base/slice.h"
#include "core/forms/fold.h"
#include "core/forms/scan.h"
#include "core/forms/sheet_words.h"

#include <string.h>

static const struct {
    const char *shown, *words;
    uint64_t meaning;
    bool drawn;
} rows[] = {
#define ENDING(constant, shown, tag, meaning, drawn, words)                                        \
    [ENDING_##constant] = {(shown), (words), (meaning), (drawn)},
#include "core/forms/endings.def"
#undef ENDING
};
enum { ROWS = sizeof rows / sizeof *rows };

#define CAUSES                                                                                     \
    (SHEET_BIT(SHEET_ADJUDICATED) | SHEET_BIT(SHEET_MATE) | SHEET_BIT(SHEET_STALEMATE) |           \
     SHEET_BIT(SHEET_DRAW_RULE) | SHEET_BIT(SHEET_AGREED) | SHEET_BIT(SHEET_ADJOURNED) |           \
     SHEET_BIT(SHEET_ABANDONED))
#define PLAIN                                                                                      \
    (SHEET_BIT(SHEET_WINS) | SHEET_BIT(SHEET_DRAW) | SHEET_BIT(SHEET_LINK) |                       \
     SHEET_BIT(SHEET_RESULT))

const char *said_ending_words(enum ending_cause cause) {
    return rows[cause].shown;
}

/* ---- words ----------------------------------------------------------------------------------- */

/* The size of the text at p that is this word: in any letter case, with a blank for a hyphen; 0: it
   is another. */
static size_t word_at(const char *p, const char *end, const char *word, size_t size) {
    const char *q = p, *last = word + size;
    for (; word < last && q < end; word++) {
        char folded[FOLD_MOST];
        size_t taken, n = fold_character(q, end, folded, &taken);
        bool gap = *word == ' ' || *word == '-';
        if (n != 1 || (gap ? *folded != ' ' && *folded != '-' : *folded != *word))
            return 0;
        q += taken;
    }
    return word == last && (q == end || !fold_is_letter(q, end)) ? (size_t)(q - p) : 0;
}

/* The longest word of the table at p; 0: there is none. All begin with a letter or a figure. */
static size_t find_word(const char *p, const char *end, unsigned *row) {
    char first[FOLD_MOST];
    size_t longest = 0, taken;
    if (fold_character(p, end, first, &taken) != 1)
        return 0;
    for (unsigned i = 0; i < ROWS; i++) {
        for (const char *w = rows[i].words; w != NULL; w = (w = strchr(w, '|')) ? w + 1 : NULL) {
            size_t size = *w == *first ? strcspn(w, "|") : 0;
            taken = size > longest ? word_at(p, end, w, size) : 0;
            *row = taken > longest ? i : *row;
            longest = taken > longest ? taken : longest;
        }
    }
    return longest;
}

/* ---- sentences ------------------------------------------------------------------------------- */

/* A sentence on its way. */
struct sentence {
    const xpgn_slice *names;
    const char *p, *end;
    uint32_t causes;
    int8_t side; /* the last that was named; -1 */
    struct said_ending *out;
};

static void take_cause(struct sentence *s, unsigned row) {
    s->causes |= 1u << row;
    s->out->drawn |= rows[row].drawn;
}

/* Takes a phrase of sheets. */
static void take_phrase(struct sentence *s, const struct sheet_phrase *phrase) {
    uint64_t means = phrase->means;
    if ((means & SHEET_SIDES) != 0)
        s->side = SHEET_IS(*phrase, SHEET_WHITE) ? 0 : 1;
    bool known = s->side < 0 || s->out->lost >= 0;
    if (!known && (means & (SHEET_BIT(SHEET_WINS) | SHEET_LOST)) != 0)
        s->out->lost = (int8_t)((means & SHEET_LOST) == 0 ? 1 - s->side : s->side);
    s->out->drawn |= (means & SHEET_BIT(SHEET_DRAW)) != 0;
    for (unsigned i = 0; i < ROWS; i++)
        if ((means & rows[i].meaning) != 0)
            take_cause(s, i);
}

/* Takes what is known at s->p. False: nothing is. */
static bool take_known(struct sentence *s) {
    struct sheet_phrase phrase = {.size = 0};
    struct ending score;
    unsigned row = 0;
    int8_t side = -1;
    size_t own = find_word(s->p, s->end, &row);
    size_t name = s->names != NULL ? ending_name(s->p, s->end, s->names, &side) : 0;
    (void)sheet_phrase_of(s->p, s->end, SHEET_SIDES | SHEET_LOST | CAUSES | PLAIN, &phrase);
    if (name > own && name > phrase.size) {
        s->side = side;
        s->p += name;
    } else if (own > 0 && own >= phrase.size) {
        bool lost = row == ENDING_TIME && s->side >= 0 && s->out->lost < 0;
        s->out->lost = lost ? s->side : s->out->lost;
        take_cause(s, row);
        s->p += own;
    } else if (phrase.size > 0) {
        take_phrase(s, &phrase);
        s->p += phrase.size;
    } else if (ending_read_score(s->p, s->end, &score) && is_digit(*s->p)) {
        s->p += score.size;
    } else {
        return false;
    }
    return true;
}

static bool is_sign(const char *p, const char *end) {
    return byte_is(*p, BYTE_SPACE) || scan_dash(p, end) > 0 || strchr(",.!:;()[]'\"/", *p) != NULL;
}

/* Passes the word at p that is not known. */
static const char *past_word(const char *p, const char *end) {
    do
        p++;
    while (p < end && !is_sign(p, end));
    return p;
}

/* Reads a sentence to its end. False: the first word that is not known is at s->p. */
static bool read_sentence(struct sentence *s) {
    while (s->p < s->end) {
        if (is_sign(s->p, s->end))
            s->p++;
        else if (!take_known(s))
            return false;
    }
    return true;
}

/* Puts together what was read. */
static void settle(const struct sentence *s) {
    unsigned row = 1;
    while (row < ROWS && (s->causes >> row & 1) == 0)
        row++;
    s->out->cause = row < ROWS ? (enum ending_cause)row : ENDING_UNSAID;
    if (s->out->drawn) /* out of time, but the other side could not mate */
        s->out->lost = -1;
}

/* "mate in 3", "promotion with +100cp": the goal of an exercise, which says nothing of the end. */
static bool is_goal(xpgn_slice text) {
    enum { SIGN = sizeof "cp" - 1, WORD = sizeof " in " - 1 };
    bool points = text.size > SIGN && memcmp(text.data + text.size - SIGN, "cp", SIGN) == 0;
    size_t size = text.size - (points ? SIGN : 0), digits = 0;
    while (digits < size && is_digit(text.data[size - digits - 1]))
        digits++;
    if (digits == 0 || points)
        return points && digits > 0;
    size -= digits;
    return size > WORD && memcmp(text.data + size - WORD, " in ", WORD) == 0;
}

static struct sentence begin(xpgn_slice text, const xpgn_slice names[2], struct said_ending *out) {
    text = slice_given(text);
    *out = (struct said_ending){.lost = -1};
    return (struct sentence){names, text.data, text.data + text.size, 0, -1, out};
}

void said_ending_read(xpgn_slice text, const xpgn_slice names[2], struct said_ending *out) {
    struct sentence s = begin(text, names, out);
    while (!read_sentence(&s)) {
        if (out->other.size == 0)
            out->other = slice_trim((xpgn_slice){s.p, (size_t)(s.end - s.p)}, " ");
        s.p = past_word(s.p, s.end);
    }
    settle(&s);
    bool open = out->cause == ENDING_UNSAID || out->cause == ENDING_MATE;
    if (open && is_goal(slice_given(text)))
        *out = (struct said_ending){.lost = -1};
}

/* The comment without the commands at its beginning. */
static xpgn_slice without_commands(xpgn_slice comment) {
    const char *p = comment.data, *end = p + comment.size, *close;
    while ((p = scan_white(p, end)) < end && *p == '[' &&
           (close = memchr(p, ']', (size_t)(end - p))) != NULL)
        p = close + 1;
    return slice_trim((xpgn_slice){p, (size_t)(end - p)}, " \t\r\n");
}

/* The figures of an engine before the words: -1.20/21 3.4s, 29; NULL: none are at p. */
static const char *past_figures(const char *p, const char *end) {
    bool digit = false;
    for (; p < end && !byte_is(*p, BYTE_SPACE); p++)
        digit |= is_digit(*p);
    return digit && p < end ? scan_white(p, end) : NULL;
}

/* Reads a comment that says nothing else from p on. */
static bool is_said(const char *p, const char *end, const xpgn_slice names[2],
                    struct said_ending *out) {
    struct sentence s = begin((xpgn_slice){p, (size_t)(end - p)}, names, out);
    bool whole = read_sentence(&s);
    settle(&s); /* makes an illegal move: e2e5 */
    bool goal = out->cause == ENDING_MATE && is_goal((xpgn_slice){p, (size_t)(end - p)});
    return out->cause == ENDING_ILLEGAL_MOVE || (whole && out->cause != ENDING_UNSAID && !goal);
}

bool said_ending_comment(xpgn_slice comment, const xpgn_slice names[2], struct said_ending *out) {
    enum { LONGEST = 80 };
    xpgn_slice text = without_commands(slice_given(comment));
    const char *p = text.data, *end = p + text.size, *comma = end;
    for (; p != NULL && end - p <= LONGEST; p = past_figures(p, end))
        if (is_said(p, end, names, out))
            return true;
    while (comma > text.data && comma[-1] != ',')
        comma--;
    if (comma > text.data && end - comma <= LONGEST && is_said(comma, end, names, out))
        return true;
    *out = (struct said_ending){.lost = -1};
    return false;
}
