/* SPDX-License-Identifier: MIT */
#include "core/forms/written_ending.h"

#include "core/base/slice.h"
#include "core/forms/fold.h"
#include "core/forms/scan.h"
#include "core/forms/sheet_words.h"

#include <string.h>

/* ---- scores ---------------------------------------------------------------------------------- */

enum { SCORE_PLUS = 20, SCORE_MINUS, SCORE_EQUAL, NO_POINTS }; /* beside twelfths */

/* One side of a score: 1, 0, O, ½, 1/2, 0.5, 0,5, +, -, =. Returns its size. */
static size_t score_side(const char *p, const char *end, unsigned *score) {
    size_t room = (size_t)(end - p), dash = scan_dash(p, end);
    *score = 6;
    if (room >= 3 && memcmp(p, "1/2", 3) == 0)
        return 3;
    if (room >= 2 && memcmp(p, "\xC2\xBD", 2) == 0)
        return 2;
    if (room >= 1 && *p == '\xBD')
        return 1;
    size_t lead = room > 0 && (*p == '0' || *p == 'O');
    if (room >= lead + 2 && (p[lead] == '.' || p[lead] == ',') && p[lead + 1] == '5')
        return lead + 2;
    *score = dash > 0 ? SCORE_MINUS : 0;
    if (dash > 0 || room == 0)
        return dash;
    *score = *p == '0' || *p == 'O' || *p == 'o'   ? 0
             : *p == '1' || *p == 'I' || *p == 'l' ? 12
             : *p == '+'                           ? SCORE_PLUS
                                                   : SCORE_EQUAL;
    return *score != SCORE_EQUAL || *p == '=';
}

/* Passes the sign between the sides: a colon or a dash. Between + and - a dash has blanks around
   it, unless the score stands alone: there +--, +/- and + - are scores as well. NULL: no such sign
   is there. */
static const char *past_score_sign(const char *p, const char *end, unsigned first, bool alone) {
    bool signs = first == SCORE_PLUS || first == SCORE_MINUS;
    const char *q = scan_blanks(p, end);
    if (q == end)
        return NULL;
    size_t dash = scan_dash(q, end);
    size_t size = dash > 0 ? dash : *q == ':' || *q == '_' || (alone && *q == '/');
    const char *after = scan_blanks(q + size, end);
    bool blanks = q > p && after > q + size;
    unsigned second;
    if (size == 0 && first == 6 && q > p && score_side(q, end, &second) > 0 && second == 6)
        return q; /* 1/2 1/2 */
    if (signs && alone && dash + (*q == '+') > 0)
        return dash == 0 || after == end ? q : after; /* -+, +- */
    return size == 0 || (signs && dash > 0 && !blanks) ? NULL : after;
}

/* True if more of a number, a word or a score follows. */
static bool goes_on(const char *p, const char *end) {
    if (p == end)
        return false;
    size_t dash = scan_dash(p, end), size = dash > 0 ? dash : 1;
    bool sign = dash > 0 || *p == ':' || *p == '/' || *p == '.' || *p == ',';
    const char *q = p + size;
    return fold_is_letter(p, end) || *p == '+' || *p == '#' || *p == '=' ||
           (sign && q < end && (is_digit(*q) || scan_dash(q, end) > 0 || *q == 'O'));
}

/* What a score says; false if it says nothing: 1-1. */
static bool settle_score(unsigned a, unsigned b, struct ending *out) {
    bool forfeit = a == SCORE_PLUS || b == SCORE_PLUS;
    out->lost = -1;
    if ((a == 0 && b == 0) || (a == SCORE_MINUS && b == SCORE_MINUS))
        out->result = "0-0";
    else if ((a == 6 && b == 6) || (a == SCORE_EQUAL && b == SCORE_EQUAL))
        out->result = "1/2-1/2";
    else if ((a == 6 && b == 0) || (a == 0 && b == 6))
        out->result = a == 6 ? "1/2-0" : "0-1/2";
    else if ((a == 12 && b == 0) || (a == SCORE_PLUS && b == SCORE_MINUS))
        out->result = "1-0", out->lost = 1;
    else if ((a == 0 && b == 12) || (a == SCORE_MINUS && b == SCORE_PLUS))
        out->result = "0-1", out->lost = 0;
    else
        return false;
    out->cause = forfeit || a == SCORE_MINUS ? ENDING_FORFEIT : ENDING_UNSAID;
    return true;
}

/* 1-0F, 0F-1, 1-0K, 1-0ff: won without a game. */
static const char *past_forfeit_letter(const char *p, const char *end) {
    const char *q = p;
    if (q == end || strchr("FfKk", *q) == NULL || *q == '\0')
        return p;
    q += q + 1 < end && to_lower(*q) == 'f' && to_lower(q[1]) == 'f' ? 2 : 1;
    return fold_is_letter(q, end) ? p : q;
}

/* Reads a score with a sign between two sides; 0-0 is one here. */
static bool read_pair(const char *p, const char *end, bool alone, struct ending *out) {
    unsigned a, b;
    size_t first = score_side(p, end, &a), second = 0;
    const char *letter = past_forfeit_letter(p + first, end);
    const char *q = first > 0 ? past_score_sign(letter, end, a, alone) : NULL;
    if (q != NULL)
        second = score_side(q, end, &b);
    bool letters = *p == 'I' || *p == 'l' || *p == 'o' || *p == 'O';
    if (second == 0 || !settle_score(a, b, out) || (letters && !is_digit(*q)))
        return false;
    bool both_lost = a == SCORE_MINUS && b == SCORE_MINUS;
    if (both_lost && memchr(p, ':', (size_t)(q - p)) == NULL &&
        memchr(p, '/', (size_t)(q - p)) == NULL)
        return false; /* - - - */
    const char *last = past_forfeit_letter(q + second, end);
    if (goes_on(last, end))
        return false;
    if (letter > p + first || last > q + second)
        out->cause = ENDING_FORFEIT;
    out->size = (size_t)(last - p);
    return true;
}

static bool read_score(const char *p, const char *end, bool alone, struct ending *out) {
    *out = (struct ending){.lost = -1};
    if (p == end || (is_letter(*p) && strchr("OoIl", *p) == NULL))
        return false;
    if (*p == '*') {
        out->result = "*";
        out->size = 1;
        return true;
    }
    if (!read_pair(p, end, alone, out)) {
        unsigned half;
        size_t size = score_side(p, end, &half);
        *out = (struct ending){.lost = -1};
        if (size == 0 || half != 6 || *p == '.' || (is_digit(*p) && *p != '1') ||
            goes_on(p + size, end))
            return false;
        const char *stop = p + size;
        if (stop < end && *stop == '.' && scan_blanks(stop + 1, end) != scan_line(stop, end))
            return false; /* 1/2. e4 */
        out->result = "1/2-1/2";
        out->size = size;
    }
    out->scored = true;
    out->foreign = out->size != strlen(out->result) || memcmp(p, out->result, out->size) != 0;
    return true;
}

bool ending_read_score(const char *p, const char *end, struct ending *out) {
    bool read = read_score(p, end, true, out);
    bool castling = read && strcmp(out->result, "0-0") == 0 && out->cause == ENDING_UNSAID &&
                    memchr(p, ':', out->size) == NULL;
    if (read && !castling)
        return true;
    *out = (struct ending){.lost = -1};
    return false;
}

/* The bracket or quote that closes the one at p, in its line; NULL: there is none. */
static const char *wrap_end(const char *p, const char *end) {
    static const char open[] = "([\"'*", close[] = ")]\"'*";
    const char *sign = p < end && *p != '\0' ? strchr(open, *p) : NULL;
    return sign != NULL ? memchr(p + 1, close[sign - open], (size_t)(scan_line(p, end) - p) - 1)
                        : NULL;
}

/* Finishes an ending that was read in brackets up to their end. */
static bool finish_wrapped(const char *p, const char *past, bool read, struct ending *out) {
    const bool whole = read && p + 1 + out->size == past;
    out->size += 2;
    out->foreign = true;
    if (!whole)
        *out = (struct ending){.lost = -1};
    return whole;
}

bool ending_read_wrapped(const char *p, const char *end, struct ending *out) {
    const char *past = wrap_end(p, end);
    *out = (struct ending){.lost = -1};
    return past != NULL && finish_wrapped(p, past, ending_read_score(p + 1, past, out), out);
}

/* ---- names ----------------------------------------------------------------------------------- */

/* The size of the word at p, with a hyphen or an apostrophe in it. */
static size_t name_word(const char *p, const char *end) {
    const char *q = p;
    while (q < end) {
        char folded[FOLD_MOST];
        if (is_letter(*q)) { /* as most are */
            q++;
            continue;
        }
        size_t size, n = fold_character(q, end, folded, &size);
        bool sign = n == 1 && (*folded == '-' || *folded == '\'');
        if (!fold_is_letter(q, end) && !(sign && q > p && fold_is_letter(q + size, end)))
            break;
        q += size;
    }
    return (size_t)(q - p);
}

/* Are two words the same, case and accents aside? `initial`: is `a` the first letter of b? */
static bool same_name(xpgn_slice a, xpgn_slice b, bool initial) {
    const char *p = a.data, *q = b.data, *p_end = p + a.size, *q_end = q + b.size;
    while (p < p_end && q < q_end) {
        char x[FOLD_MOST], y[FOLD_MOST];
        size_t x_size, y_size;
        size_t n = fold_character(p, p_end, x, &x_size), m = fold_character(q, q_end, y, &y_size);
        if (n != m || memcmp(x, y, n) != 0)
            return false;
        p += x_size;
        q += y_size;
    }
    return p == p_end && (initial || q == q_end);
}

/* True if a player has this word in the name; of one letter, as an initial. */
static bool has_word(xpgn_slice name, xpgn_slice word) {
    const char *p = name.data, *end = p + name.size;
    while (p < end) {
        size_t size = name_word(p, end);
        if (size > 0 && same_name(word, (xpgn_slice){p, size}, word.size == 1))
            return true;
        p += size > 0 ? size : 1;
    }
    return false;
}

/* The size of a player's name at p: Huber, K. Huber, Karl Huber, HUBER; 0: another word is there.
 */
static size_t name_at(const char *p, const char *end, xpgn_slice name) {
    const char *q = p, *last = p;
    size_t longest = 0;
    while (name.size > 0 && q < end) {
        xpgn_slice word = {q, name_word(q, end)};
        if (word.size == 0 || !has_word(name, word))
            break;
        longest = word.size > longest ? word.size : longest;
        q += word.size;
        q += q < end && *q == '.' && word.size == 1;
        last = q;
        q = scan_blanks(q, end);
        if (q < end && *q == ',')
            q = scan_blanks(q + 1, end);
    }
    return longest > 1 ? (size_t)(last - p) : 0;
}

size_t ending_name(const char *p, const char *end, const xpgn_slice names[2], int8_t *side) {
    size_t a = name_at(p, end, slice_given(names[0]));
    size_t b = name_at(p, end, slice_given(names[1]));
    *side = a > b ? 0 : 1;
    return a == b ? 0 : a > b ? a : b;
}

/* ---- words ----------------------------------------------------------------------------------- */

#define DRAWN                                                                                      \
    (SHEET_BIT(SHEET_DRAW) | SHEET_BIT(SHEET_AGREED) | SHEET_BIT(SHEET_STALEMATE) |                \
     SHEET_BIT(SHEET_DRAW_RULE))
#define UNFINISHED (SHEET_BIT(SHEET_ADJOURNED) | SHEET_BIT(SHEET_ABANDONED))
#define VERBS                                                                                      \
    (SHEET_LOST | DRAWN | UNFINISHED | SHEET_BIT(SHEET_WINS) | SHEET_BIT(SHEET_MATE) |             \
     SHEET_BIT(SHEET_ADJUDICATED))
#define FILLERS (SHEET_BIT(SHEET_LINK) | SHEET_BIT(SHEET_DRAW_OFFER))

/* An ending on its way: what its words have said so far. */
struct ending_draft {
    const xpgn_slice *names;
    const char *begin, *p, *end;
    struct ending score; /* scored, once one was read */
    uint64_t verbs;
    int8_t side; /* of the clause; -1: none yet */
    int8_t lost;
    bool subject;         /* a side without a verb so far */
    unsigned points[2];   /* of each side by name, Huber 1, Maier 0; NO_POINTS: none yet */
    bool link;            /* the last word was a link */
    unsigned open;        /* brackets */
    const char *good;     /* up to here it makes sense; NULL: nothing does */
    const char *link_end; /* of the last link */
    const char *scored_good;
    uint64_t scored_verbs; /* of the words before the score */
};

/* The seat that the words say has lost; -1. */
static int8_t loser(const struct ending_draft *d, uint64_t verbs) {
    if (d->side < 0 || d->subject)
        return -1;
    if ((verbs & SHEET_BIT(SHEET_WINS)) != 0)
        return (int8_t)(1 - d->side);
    return (verbs & SHEET_LOST) != 0 ? d->side : -1;
}

/* Takes what the words say together. False: it contradicts what was said before. */
static bool settle_words(struct ending_draft *d) {
    int8_t lost = loser(d, d->verbs), known = d->score.scored ? d->score.lost : d->lost;
    bool was_drawn = d->score.scored && d->score.lost < 0;
    bool drawn = (d->verbs & DRAWN) != 0;
    if ((lost >= 0 && (was_drawn || drawn || (known >= 0 && lost != known))) ||
        (drawn && known >= 0))
        return false;
    d->lost = lost >= 0 ? lost : d->lost;
    if (!d->link && !d->subject && d->verbs != 0)
        d->good = d->p;
    return true;
}

/* Takes a side of `size` bytes; one behind a whole clause begins another. */
static bool take_side(struct ending_draft *d, int8_t side, size_t size) {
    bool begins = d->side >= 0 || (d->verbs & (SHEET_BIT(SHEET_WINS) | SHEET_LOST)) == 0;
    d->subject = begins;
    d->side = side;
    d->link = false;
    d->p += size;
    return settle_words(d);
}

/* Takes the score at p. */
static bool take_score(struct ending_draft *d) {
    struct ending score;
    if (d->score.scored || d->subject || !read_score(d->p, d->end, false, &score) || !score.scored)
        return false;
    bool drawn = (d->verbs & DRAWN) != 0;
    if ((d->lost >= 0 && score.lost != d->lost) || (drawn && score.lost >= 0))
        return false;
    d->score = score;
    d->p += score.size;
    d->score.score_at = (size_t)(d->p - score.size - d->begin);
    d->good = d->scored_good = d->p;
    d->scored_verbs = d->verbs;
    d->link = false;
    return true;
}

/* Takes the points of the side before: Huber 1, Maier 0. */
static bool take_points(struct ending_draft *d) {
    unsigned points;
    const size_t size = d->subject && !d->score.scored ? score_side(d->p, d->end, &points) : 0;
    if (size == 0 || points > 12 || goes_on(d->p + size, d->end) || d->points[d->side] != NO_POINTS)
        return false;
    d->points[d->side] = points;
    d->subject = false;
    d->p += size;
    if (d->points[1 - d->side] == NO_POINTS)
        return true;
    struct ending score = {.lost = -1};
    if (d->verbs != 0 || !settle_score(d->points[0], d->points[1], &score))
        return false;
    score.scored = score.foreign = true;
    d->score = score;
    d->good = d->scored_good = d->p;
    return true;
}

/* Takes the name of a player at p, if it is that of one of them only. */
static bool take_name(struct ending_draft *d) {
    int8_t side = -1;
    size_t size = d->names != NULL ? ending_name(d->p, d->end, d->names, &side) : 0;
    return size > 0 && take_side(d, side, size);
}

/* Takes the words at p. */
static bool take_words(struct ending_draft *d) {
    struct sheet_phrase phrase;
    if (!sheet_phrase_of(d->p, d->end, SHEET_SIDES | VERBS | FILLERS, &phrase) ||
        SHEET_IS(phrase, SHEET_DRAW_OFFER))
        return false;
    uint64_t verbs = phrase.means & VERBS;
    if (verbs == 0 && (phrase.means & SHEET_SIDES) != 0)
        return take_side(d, SHEET_IS(phrase, SHEET_WHITE) ? 0 : 1, phrase.size);
    d->p += phrase.size;
    d->link = verbs == 0;
    d->subject = d->subject && verbs == 0;
    d->verbs |= verbs;
    d->link_end = d->link ? d->p : d->link_end;
    return settle_words(d);
}

/* The number of a half-move in words: "on move 40", "after 40 moves". */
static bool take_number(struct ending_draft *d) {
    const char *q = d->p;
    while (d->link && q < d->end && is_digit(*q))
        q++;
    bool number = q > d->p && !fold_is_letter(q, d->end);
    d->p = number ? q : d->p;
    if (number && d->verbs != 0)
        d->good = q;
    return number;
}

/* True if the ending goes on behind the end of the line at q. */
static bool pass_line_end(struct ending_draft *d, const char *q) {
    struct ending score;
    d->p = scan_blanks(scan_line_end(q, d->end), d->end);
    const bool half = (d->points[0] == NO_POINTS) != (d->points[1] == NO_POINTS);
    return d->subject || d->link || half ||
           (!d->score.scored && read_score(d->p, d->end, false, &score) && score.scored);
}

/* Passes blanks and signs between words. False: nothing of the ending can follow. */
static bool pass_signs(struct ending_draft *d) {
    const char *q = d->p;
    for (;;) {
        q = scan_blanks(q, d->end);
        if (q == d->end)
            return false;
        if (byte_is(*q, BYTE_LINE))
            return pass_line_end(d, q);
        size_t dash = scan_dash(q, d->end);
        bool stop = *q == '.' || *q == '!';
        if (dash == 0 && (*q == '\0' || strchr(",.!:=()/\"", *q) == NULL))
            break;
        if (q == d->good && (stop || (*q == ')' && d->open > 0)))
            d->good = q + 1;
        d->open += *q == '(';
        d->open -= *q == ')' && d->open > 0;
        q += dash > 1 ? dash : 1;
    }
    d->p = q;
    return true;
}

/* Reads words and scores as far as they are those of an ending. */
static void read_draft(struct ending_draft *d) {
    for (;;) {
        struct ending_draft before = *d;
        if (!take_points(d) && !take_score(d) && !take_name(d)) {
            *d = before;
            if (!take_words(d) && !take_number(d)) {
                *d = before;
                return;
            }
        }
        if (!pass_signs(d))
            return;
    }
}

/* True if nothing follows that would make another sentence of the words before p. */
static bool is_closed(const char *p, const char *end) {
    const char *q = scan_blanks(p, end);
    return q == end || byte_is(*q, BYTE_LINE) || strchr("{}()[];<*$%#", *q) != NULL ||
           p[-1] == '.' || p[-1] == '!' || p[-1] == ')';
}

/* True if the words alone are an ending. */
static bool is_whole(const struct ending_draft *d) {
    uint64_t sided = SHEET_BIT(SHEET_WINS) | SHEET_BIT(SHEET_LOSES);
    if (d->lost < 0 && (d->verbs & ~sided) == 0)
        return false;
    bool resigned = d->lost >= 0 && (d->verbs & SHEET_BIT(SHEET_RESIGNS)) != 0;
    return resigned || is_closed(d->good, d->end);
}

/* Passes "Result:" at p. */
static const char *past_result_word(const char *p, const char *end) {
    struct sheet_phrase phrase;
    if (!sheet_phrase_of(p, end, SHEET_BIT(SHEET_RESULT), &phrase))
        return p;
    const char *q = scan_blanks(p + phrase.size, end), *sign = q;
    unsigned score;
    while (q < end && (*q == ':' || *q == '='))
        q++;
    q = scan_blanks(q, end);
    return q > sign || score_side(q, end, &score) > 0 ? q : p; /* res. alone: resigned */
}

static enum ending_cause cause_of(uint64_t verbs) {
    static const uint64_t meanings[] = {
#define ENDING(constant, shown, tag, meaning, drawn, words) [ENDING_##constant] = (meaning),
#include "core/forms/endings.def"
#undef ENDING
    };
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
        if ((verbs & meanings[i]) != 0)
            return (enum ending_cause)i;
    return ENDING_UNSAID;
}

/* What words say without a score. */
static const char *result_of_words(const struct ending_draft *d) {
    if (d->lost >= 0)
        return d->lost == 1 ? "1-0" : "0-1";
    if ((d->verbs & DRAWN) != 0)
        return "1/2-1/2";
    return (d->verbs & UNFINISHED) != 0 ? "*" : NULL;
}

/* True if words behind 0-0 may say that both have lost; a draw, 0-0 draw, is that behind castling.
 */
static bool both_may_lose(uint64_t verbs) {
    return verbs != 0 && (verbs & (DRAWN | UNFINISHED | SHEET_BIT(SHEET_RESIGNS) |
                                   SHEET_BIT(SHEET_MATE) | SHEET_BIT(SHEET_WINS))) == 0;
}

/* True for O-O at p, which no words of an ending are: o is a link in Spanish. */
static bool is_castling(const char *p, const char *end) {
    const size_t dash = to_lower(*p) == 'o' ? scan_dash(p + 1, end) : 0;
    return dash > 0 && (size_t)(end - p) > 1 + dash && to_lower(p[1 + dash]) == 'o';
}

/* Puts together what was read; `from`: where "Result:" ended. */
static bool finish_ending(struct ending_draft *d, const char *p, const char *from,
                          struct ending *out) {
    if (d->good != NULL && d->link && d->link_end > d->good && is_closed(d->link_end, d->end))
        d->good = d->link_end; /* after 40 moves */
    if (d->good == NULL || (!d->score.scored && !is_whole(d)))
        return false;
    if (d->score.scored && d->good > d->scored_good && !is_closed(d->good, d->end)) {
        d->good = d->scored_good;
        d->verbs = d->scored_verbs;
    }
    bool none_played = d->score.scored && strcmp(d->score.result, "0-0") == 0;
    if (none_played && from == p && d->score.cause == ENDING_UNSAID && !both_may_lose(d->verbs))
        return false; /* castling */
    enum ending_cause cause = cause_of(d->verbs);
    *out = d->score;
    out->size = (size_t)(d->good - p);
    out->cause = cause != ENDING_UNSAID ? cause : out->cause;
    out->worded = d->verbs != 0 || from > p || d->score.score_at > 0;
    out->foreign = out->foreign || out->worded;
    if (!out->scored) {
        out->result = result_of_words(d);
        out->lost = d->lost;
    }
    return true;
}

/* # and ## alone. */
static bool read_hash(const char *p, const char *end, struct ending *out) {
    const char *q = p + 1 + (p + 1 < end && p[1] == '#');
    out->size = (size_t)(q - p);
    out->cause = ENDING_MATE;
    out->worded = out->foreign = true;
    return !fold_is_letter(q, end);
}

/* A = alone at the end: a draw. */
static bool read_equal(const char *p, const char *end, struct ending *out) {
    out->result = "1/2-1/2";
    out->size = 1;
    out->worded = out->foreign = true;
    return scan_white(p + 1, end) == end;
}

bool ending_read(const char *p, const char *end, const xpgn_slice names[2], struct ending *out) {
    *out = (struct ending){.lost = -1};
    bool good = false;
    if (p >= end || is_castling(p, end))
        return false;
    const char *past = wrap_end(p, end);
    if (past != NULL && past > p + 1) {
        good = finish_wrapped(p, past, ending_read(p + 1, past, names, out), out);
        if (good || *p != '*') /* *1-0* */
            return good;
    }
    if (*p == '#') {
        good = read_hash(p, end, out);
    } else if (*p == '=' && read_equal(p, end, out)) {
        return true;
    } else if (*p == '*') {
        return read_score(p, end, false, out);
    } else {
        struct ending_draft d = {.names = names,
                                 .begin = p,
                                 .end = end,
                                 .side = -1,
                                 .lost = -1,
                                 .score = {.lost = -1},
                                 .points = {NO_POINTS, NO_POINTS}};
        const char *from = d.p = past_result_word(p, end);
        read_draft(&d);
        good = finish_ending(&d, p, from, out);
    }
    if (!good)
        *out = (struct ending){.lost = -1};
    return good;
}

const char *ending_termination(enum ending_cause cause) {
    static const char *const tags[] = {
#define ENDING(constant, shown, tag, meaning, drawn, words) [ENDING_##constant] = (tag),
#include "core/forms/endings.def"
#undef ENDING
    };
    return tags[cause];
}
