/* SPDX-License-Identifier: MIT */
#include "core/text/head_words.h"

#include "core/base/utf8.h"
#include "core/text/action_notation.h"

#include <string.h>

enum { MOST = 2000 }; /* bytes of words */

/* Where looking for words from p on ends. */
static const char *farthest(const char *p, const char *end) {
    return end - p > MOST ? p + MOST : end;
}

/* True if the word at p is a half-move of the format, and no -- above a signature. */
static bool is_half_move(const char *p, const char *end) {
    struct notation n;
    return notation_read((xpgn_slice){p, (size_t)(scan_word(p, end) - p)}, &n) &&
           n.kind != NOTATION_PASS;
}

/* True if the word at p ends with a square, as half-moves of all languages do. */
static bool ends_on_square(const char *p, const char *end) {
    const char *q = p;
    while (q < end && byte_is(*q, BYTE_WORD))
        q++;
    return q - p >= 2 && is_file(q[-2]) && is_digit(q[-1]);
}

/* True at a 1 that numbers a move: 1. or 1 e4. */
static bool is_first_number(const char *p, const char *end) {
    if (*p != '1')
        return false;
    if (p + 1 < end && p[1] == '.')
        return true;
    const char *word = p + 1;
    while (word < end && (byte_is(*word, BYTE_SPACE) || strchr("|;,", *word) != NULL))
        word++;
    return word > p + 1 && (is_half_move(word, end) || ends_on_square(word, end));
}

enum in_line { LINE_OF_WORDS, LINE_OF_MOVES, LINE_OF_RESULT };

/* Whether a game can begin or end in this line: with a half-move, with number 1 and what follows,
   or with a result. */
static enum in_line what_begins(const char *line, const char *end) {
    if (is_half_move(line, end))
        return LINE_OF_MOVES;
    for (const char *p = line, *next; p < end; p = next) {
        size_t width = utf8_length((xpgn_slice){p, (size_t)(end - p)});
        next = p + (width > 0 ? width : 1); /* the last byte of a letter may be a half sign */
        if (p > line && !byte_is(p[-1], BYTE_SPACE | BYTE_BOUNDARY))
            continue;
        const bool emphasis = *p == '*' && p + 1 < end && byte_is(p[1], BYTE_LETTER); /* *White:* */
        if (scan_result(p, end) > 0 && !emphasis && !(p > line && p[-1] == ':'))
            return LINE_OF_RESULT;
        if (is_first_number(p, end))
            return LINE_OF_MOVES;
    }
    return LINE_OF_WORDS;
}

/* True for a line that ends as a tag pair does, and has no number of a move: xResult "1-0"]. */
static bool ends_as_tag(const char *line, const char *end) {
    const char *p = line;
    while (end > line && byte_is(end[-1], BYTE_SPACE))
        end--;
    p = scan_digits(p, end);
    bool number = p > line && end - p > 1 && !byte_is(*p, BYTE_LETTER) && !is_digit(p[1]);
    if (end - p < 2 || end[-1] != ']' || number)
        return false;
    for (end--; end > p && byte_is(end[-1], BYTE_SPACE);)
        end--;
    return end > p && end[-1] == '"' && !is_half_move(line, end);
}

/* True if a tag pair begins in this line. */
static bool begins_tag(const char *line, const char *end) {
    struct tag_shape tag;
    return *line == '[' ? scan_tag(line, end, &tag) && scan_tag_begins(&tag)
                        : scan_bare_tag(line, end, &tag);
}

const char *head_words(const char *p, const char *end, bool *tag) {
    const char *from = p, *far = farthest(p, end);
    *tag = false;
    while (p < far) {
        const char *line = scan_line(p, far), *word = scan_blanks(p, line);
        if (word < line && begins_tag(word, end)) {
            *tag = true;
            return p;
        }
        if (word < line && what_begins(word, line) != LINE_OF_WORDS && !ends_as_tag(word, line))
            return NULL;
        p = scan_line_end(line, end);
    }
    return p - from >= MOST ? NULL : p;
}

/* The end of the line before p. */
static const char *line_before(const char *from, const char *p) {
    p -= p - from > 1 && p[-1] == '\n' && p[-2] == '\r' ? 2 : 1;
    while (p > from && byte_is(p[-1], BYTE_SPACE) && !byte_is(p[-1], BYTE_LINE))
        p--;
    return p;
}

const char *head_words_between(const char *p, const char *end, bool first, bool *cut) {
    bool tag;
    const char *line = scan_line(p, end), *words = head_words(p, end, &tag);
    if (line < end && ends_as_tag(p, line))
        return *cut = false, scan_line_end(line, end);
    *cut = words == end;
    if (words == NULL || !tag || words == p)
        return NULL;
    line = line_before(p, words);
    return first || line == p || !byte_is(line[-1], BYTE_LINE) ? words : NULL;
}

/* True if no word is a half-move in any language. */
static bool has_no_move(const char *p, const char *end) {
    bool tag;
    if (head_words(p, end, &tag) != end)
        return false;
    for (const char *q = p; q < end; q++)
        if ((q == p || byte_is(q[-1], BYTE_SPACE)) && ends_on_square(q, end))
            return false;
    return true;
}

bool head_has_result(const char *head, const char *p, const char *after, const char *end,
                     bool *cut) {
    *cut = false;
    if (p == head || is_digit(*head) || !has_no_move(head, p) ||
        (after < end && !byte_is(*after, BYTE_SPACE) && strchr(",;.)", *after) == NULL))
        return false;
    const char *far = farthest(after, end), *line = scan_line(after, far);
    enum in_line what = what_begins(after, line);
    bool words = what == LINE_OF_WORDS; /* so that the result is the last of its line */
    while (what == LINE_OF_WORDS && line < far) {
        const char *word = scan_blanks(scan_line_end(line, far), far);
        line = scan_line(word, far);
        if (word < line && begins_tag(word, end))
            return false;
        what = word < line ? what_begins(word, line) : LINE_OF_WORDS;
    }
    *cut = line == end;
    return words && what == LINE_OF_MOVES;
}
