/* SPDX-License-Identifier: MIT */
#include "core/text/head_words.h"

#include "core/text/action_notation.h"
#include <string.h>

/* True if the word at p is a half-move of the format. */
static bool is_half_move(const char *p, const char *end) {
    const char *q = p;
    struct notation n;
    while (q < end && !byte_is(*q, BYTE_SPACE))
        q++;
    return notation_read((xpgn_slice){p, (size_t)(q - p)}, &n);
}

/* True if the word at p ends with a square, as half-moves of all languages do. */
static bool ends_on_square(const char *p, const char *end) {
    const char *q = p;
    while (q < end && byte_is(*q, BYTE_WORD))
        q++;
    return q - p >= 2 && is_file(q[-2]) && is_digit(q[-1]);
}

/* True if a game can begin or end in this line: with a half-move, with number 1 and what follows,
   or with a result. */
static bool begins_in_line(const char *line, const char *end) {
    if (is_half_move(line, end))
        return true;
    for (const char *p = line; p < end; p++) {
        bool apart = p == line || byte_is(p[-1], BYTE_SPACE | BYTE_BOUNDARY);
        if (apart && scan_result(p, end) > 0)
            return true;
        if (*p != '1' || !apart)
            continue;
        if (p + 1 < end && p[1] == '.')
            return true;
        const char *word = p + 1;
        while (word < end && (byte_is(*word, BYTE_SPACE) || strchr("|;,", *word) != NULL))
            word++;
        if (word > p + 1 && (is_half_move(word, end) || ends_on_square(word, end)))
            return true;
    }
    return false;
}

/* True for a line that ends as a tag pair does, and has no number of a move: xResult "1-0"]. */
static bool ends_as_tag(const char *line, const char *end) {
    const char *p = line;
    while (end > line && byte_is(end[-1], BYTE_SPACE))
        end--;
    while (p < end && is_digit(*p))
        p++;
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
    enum { MOST = 2000 };
    const char *from = p;
    *tag = false;
    while (p < end && p - from < MOST) {
        const char *line = scan_line(p, end), *word = scan_blanks(p, line);
        if (word < line && begins_tag(word, end)) {
            *tag = true;
            return p;
        }
        if (word < line && begins_in_line(word, line) && !ends_as_tag(word, line))
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
