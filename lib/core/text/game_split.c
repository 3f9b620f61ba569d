/* SPDX-License-Identifier: MIT */
#include "core/text/game_split.h"

#include "core/base/utf8.h"
#include "core/forms/scan.h"
#include "core/text/head_words.h"
#include "core/text/span.h"

/* A cursor over the text. `partial`: more bytes could change the result. */
struct split {
    const char *start, *p, *end;
    const char *moves; /* where the tag pairs end */
    size_t depth;      /* of variations */
    bool last;
    bool inside; /* `start` is not the start of a line */
    bool partial;
};

/* End of the text, which ends the game if there is no more of it. Always returns true. */
static bool at_end(struct split *s) {
    s->p = s->end;
    s->partial = !s->last;
    return true;
}

/* True if too few bytes are left for the longest look-ahead, and more may follow. */
static bool is_short_part(const struct split *s) {
    return !s->last && s->end - s->p < SCAN_AHEAD;
}

static bool at_column_one(const struct split *s) {
    return s->p == s->start ? !s->inside : byte_is(s->p[-1], BYTE_LINE);
}

/* ---- comments -------------------------------------------------------------------------------- */

/* The start of the line of p if only blanks precede p on it and the line before is blank; else
   NULL. */
static const char *after_blank_line(const char *p, const char *from) {
    unsigned lines = 0;
    const char *line = p;
    while (p > from && byte_is(p[-1], BYTE_SPACE)) {
        p--;
        if (*p == '\n' || (*p == '\r' && p[1] != '\n')) {
            if (lines++ == 0)
                line = p + 1;
        }
    }
    return lines >= 2 ? line : NULL;
}

/*
 * Searches [from, to) of a comment for signs that its } was forgotten: a tag pair after a blank
 * line (*tag is set to its line), then another {. True if both were found.
 */
static bool runs_on(struct split *s, const char *comment, const char *from, const char *to,
                    const char **tag) {
    while (!*tag) {
        const char *p = memchr(from, '[', (size_t)(to - from));
        if (!p)
            return false;
        from = p + 1;
        const char *line = after_blank_line(p, comment);
        struct tag_shape shape;
        if (!line)
            continue;
        bool found = scan_tag(p, s->end, &shape);
        if (shape.cut && !s->last) {
            s->partial = true;
            return true;
        }
        if (found && scan_tag_begins(&shape))
            *tag = line;
    }
    return memchr(from, '{', (size_t)(to - from)) != NULL;
}

/* Skips the comment at s->p. True if it is never closed and the game ends with it. */
static bool skip_comment(struct split *s) {
    enum { WINDOW = 4096 }; /* so that the cost is bounded by the comment, not the text */
    const char *comment = s->p + 1, *tag = NULL;
    const char *from = span_comment_line(comment, s->end);
    if (from < s->end && *from == '}') {
        s->p = from + 1;
        return false;
    }
    while (from < s->end) {
        size_t size = (size_t)(s->end - from) < WINDOW ? (size_t)(s->end - from) : WINDOW;
        const char *close = memchr(from, '}', size);
        const char *to = close ? close : from + size;
        if (runs_on(s, comment, from, to, &tag)) {
            s->p = tag;
            return true;
        }
        if (close) {
            s->p = close + 1;
            return false;
        }
        from = to;
    }
    at_end(s);
    if (tag)
        s->p = tag;
    return true;
}

/* ---- the parts of a game --------------------------------------------------------------------- */

/* Skips white space and escape lines. Returns the number of line ends skipped, except those of
   escape lines. */
static size_t skip_white(struct split *s) {
    size_t lines = 0;
    for (;;) {
        size_t wide;
        if (s->p == s->end)
            return lines;
        if (byte_is(*s->p, BYTE_SPACE)) {
            lines += *s->p == '\n' || (*s->p == '\r' && (s->end - s->p < 2 || s->p[1] != '\n'));
            s->p++;
        } else if (*s->p == '%' && at_column_one(s)) {
            const char *line_end = scan_line(s->p, s->end);
            if (line_end == s->end && !s->last)
                return lines;
            s->p = line_end;
            lines -= lines > 0; /* its own line end is counted next */
        } else if ((wide = scan_wide_space(s->p, s->end)) > 0) {
            s->p += wide;
        } else {
            return lines;
        }
    }
}

/* True at text that is neither white space nor an escape line. */
ALWAYS_INLINE bool at_text(const struct split *s) {
    return s->p < s->end && (*s->p != '%' || !at_column_one(s));
}

/* True if a tag in the tag section is the first tag of a new game, not a late one of this game. */
static bool is_next_game(const struct tag_shape *tag, bool blank, bool comment) {
    return blank && scan_tag_begins(tag) && (comment || slice_is(tag->name, "Event"));
}

/* At the end of a tag pair: the [ of another on the next line; NULL if there is none. */
static const char *next_tag(const struct split *s, const char *p) {
    p += p < s->end && *p == '\r';
    return s->end - p >= 2 && p[0] == '\n' && p[1] == '[' ? p + 1 : NULL;
}

/* After a tag pair: skips plain ones on the lines that follow. */
static void skip_plain_tags(struct split *s) {
    const char *p = next_tag(s, s->p);
#ifdef CPU_X86_64
    if (p != NULL && cpu_has_avx2()) {
        s->p = wide_past_tags(p, s->end) - 1;
        p = next_tag(s, s->p);
    }
#endif
    while (p != NULL && (p = scan_plain_tag(p, s->end)) != NULL) {
        s->p = p;
        p = next_tag(s, p);
    }
}

/* Skips the plain tag pairs at the start of a game, with AVX2 only. False if there are none. */
static bool skip_first_tags(struct split *s) {
#ifdef CPU_X86_64
    const char *past = cpu_has_avx2() ? wide_past_tags(s->p, s->end) : s->p;
    if (past > s->p) {
        s->p = past - 1; /* leave its line end as white space */
        return true;
    }
#else
    (void)s;
#endif
    return false;
}

/* Reads a tag pair in whatever form. False if there is none, or the text ends before that is
   known. */
static bool tag_at(struct split *s, struct tag_shape *tag) {
    bool found = *s->p == '[' ? scan_tag(s->p, s->end, tag) : scan_bare_tag(s->p, s->end, tag);
    return tag->cut && !s->last ? !at_end(s) : found;
}

/* Skips a comment, or words, where tag pairs are. False if the moves begin here. */
static bool skip_words(struct split *s, bool first, bool *ends) {
    bool cut;
    if (*s->p == '{') {
        *ends = skip_comment(s);
        return true;
    }
    const char *words = head_words_between(s->p, s->end, first, &cut);
    *ends = s->partial || (cut && !s->last && at_end(s));
    if (words != NULL)
        s->p = words;
    return *ends || words != NULL;
}

/* Skips the comments and tag pairs before the movetext. True if the game ends there. */
static bool skip_tags(struct split *s) {
    bool any = false, blank = false, comment = false, ends;
    for (;;) {
        if (skip_white(s) > 1)
            blank = true;
        if (!at_text(s))
            return at_end(s);
        struct tag_shape tag;
        if (*s->p == '[' && !any && skip_first_tags(s)) {
            any = true;
            blank = comment = false;
        } else if (head_ends(s->p, s->end)) {
            return false;
        } else if (*s->p == ';') {
            s->p = scan_line(s->p, s->end);
        } else if (tag_at(s, &tag)) {
            if (any && is_next_game(&tag, blank, comment))
                return true;
            s->p = tag.end;
            skip_plain_tags(s);
            any = true;
            blank = comment = false;
        } else {
            if (!at_text(s)) /* the first tag has no end */
                return at_end(s);
            comment |= *s->p == '{';
            if (!skip_words(s, !any, &ends) || ends)
                return ends;
        }
    }
}

/* The start of the lines right before s->p that are tag pairs without a [. */
static const char *back_to_first_tag(const struct split *s) {
    const char *first = s->p;
    struct tag_shape tag;
    for (const char *line = first; line > s->start && line[-1] == '\n';) {
        for (line -= line - s->start > 1 && line[-2] == '\r' ? 2 : 1;
             line > s->start && !byte_is(line[-1], BYTE_LINE);)
            line--;
        if (!scan_bare_tag(line, first, &tag))
            break;
        first = line;
    }
    return first;
}

/* At a line end in movetext. True if a game begins on the next line. */
static bool at_line_start(struct split *s) {
    const char *p = s->p + 1;
    p += p < s->end && *s->p == '\r' && *p == '\n';
    if (p < s->end && byte_is(*p, BYTE_LETTER | BYTE_DIGIT)) {
        s->p = p;
        return false;
    }
    skip_white(s);
    if (!at_text(s))
        return at_end(s);
    if (*s->p != '[')
        return false;
    struct tag_shape tag;
    bool found = scan_tag(s->p, s->end, &tag);
    if (tag.cut && !s->last)
        return at_end(s);
    if (found && scan_tag_begins(&tag))
        s->p = back_to_first_tag(s);
    return found && scan_tag_begins(&tag);
}

/* Words after a result, up to the next tag pair or the end, if no game begins in them: signatures,
   "time", stray signs. s->p is at the first. True if there are such words, or the text ends before
   that is known. */
static bool take_words(struct split *s) {
    bool tag;
    if (is_digit(*s->p) || (*s->p == '[' && byte_is(s->p[1], BYTE_LETTER)))
        return false;
    const char *words = head_words(s->p, s->end, &tag);
    if (words == NULL || words == s->p)
        return false;
    if (!tag && !s->last)
        return at_end(s);
    s->p = words;
    return true;
}

/* After a result: the comments up to the next game's first tag or move belong to this game. */
static void take_comments(struct split *s) {
    const char *after = s->p;
    struct tag_shape tag;
    for (;;) {
        skip_white(s);
        if (is_short_part(s) || !at_text(s)) {
            at_end(s);
            return;
        }
        if (*s->p == ';') {
            s->p = scan_line(s->p, s->end);
        } else if (*s->p == '{' && !scan_bare_tag(s->p, s->end, &tag)) {
            if (skip_comment(s))
                return;
        } else if (!take_words(s)) {
            break;
        } else if (s->partial) {
            return;
        }
        after = s->p;
    }
    s->p = scan_line_end(scan_blanks(after, s->end), s->end);
    if (!byte_is(s->p[-1], BYTE_LINE))
        s->p = after;
}

/*
 * The start of the result that the byte at s->p may belong to; NULL if it cannot. The byte is the
 * first of the result that is no digit: its second, but for * and the half sign.
 */
static const char *result_start(const struct split *s) {
    const char *p = s->p;
    if (*p == '*')
        return scan_star_inside(s->start, p, s->end) || !scan_star_ends(s->start, p, s->end) ? NULL
                                                                                             : p;
    if (*p == '/' || scan_dash(p, s->end) > 0) {
        if (p == s->start || (p[-1] != '0' && p[-1] != '1'))
            return NULL;
        p--;
    }
    return p == s->start || byte_is(p[-1], BYTE_BOUNDARY) ? p : NULL;
}

/* True if a result ends the game here. */
static bool at_result(struct split *s) {
    if (is_short_part(s))
        return at_end(s);
    const char *start = s->depth == 0 ? result_start(s) : NULL;
    size_t size = start ? scan_result(start, s->end) : 0;
    if (size == 0) {
        size_t width = utf8_length((xpgn_slice){s->p, (size_t)(s->end - s->p)});
        s->p += width > 0 ? width : 1;
        return false;
    }
    bool cut, heading = head_has_result(s->moves, start, start + size, s->end, &cut);
    if (cut && !s->last)
        return at_end(s);
    s->p = start + size;
    s->p += start > s->start && start[-1] == '*' && s->p < s->end && *s->p == '*'; /* *1-0* */
    if (!heading)
        take_comments(s);
    return !heading;
}

static bool skip_roll(struct split *s) {
    bool cut;
    size_t size = scan_roll(s->p, s->end, &cut);
    if (cut && !s->last)
        return at_end(s);
    s->p += size > 0 ? size : 1;
    return false;
}

/* Handles one byte of class BYTE_MOVES. True if the game (or the text) ends here. */
static bool at_byte(struct split *s) {
    switch (*s->p) {
    case '\n':
    case '\r':
        return at_line_start(s);
    case '{':
        return skip_comment(s);
    case ';':
        s->p = scan_line(s->p, s->end);
        return false;
    case '(':
        s->depth++;
        break;
    case ')':
        s->depth -= s->depth > 0;
        break;
    case '<':
        return skip_roll(s);
    case '-':
        if (s->p > s->start && s->p[-1] != '0' &&
            s->p[-1] != '1') { /* castling, or a move such as e2-e4 */
            s->p++;
            return false;
        }
        return at_result(s);
    default:
        return at_result(s);
    }
    s->p++;
    return false;
}

/* Skips to the next byte of class BYTE_MOVES. */
static void skip_insignificant(struct split *s) {
#ifdef CPU_X86_64
    if (s->end - s->p > 64 && cpu_has_avx2())
        s->p = wide_movetext(s->p, s->end, s->start, &s->depth);
#endif
    s->p = span_moves(s->p, s->end);
}

static void skip_moves(struct split *s) {
    bool ended = false;
    while (!ended) {
        skip_insignificant(s);
        ended = s->p == s->end ? at_end(s) : at_byte(s);
    }
}

/* Trims white space, and the BOM that a concatenated file may have added, from the end. */
static const char *trim(const char *from, const char *end) {
    for (;;) {
        if (end > from && byte_is(end[-1], BYTE_SPACE))
            end--;
        else if (end - from >= 3 && memcmp(end - 3, "\xEF\xBB\xBF", 3) == 0)
            end -= 3;
        else
            return end;
    }
}

size_t split_game(xpgn_slice text, unsigned how, size_t *begin) {
    if (text.size == 0) {
        *begin = 0;
        return 0;
    }
    struct split s = {.start = text.data,
                      .p = text.data,
                      .end = text.data + text.size,
                      .last = (how & SPLIT_LAST) != 0,
                      .inside = (how & SPLIT_INSIDE) != 0};
    skip_white(&s);
    const char *from = s.p;
    *begin = (size_t)(from - text.data);
    if (from == s.end || is_short_part(&s))
        return 0;
    if (!skip_tags(&s)) {
        s.moves = s.p;
        skip_moves(&s);
    }
    if (s.partial)
        return 0;
    const char *cut = trim(from, s.p);
    return (size_t)(scan_line_end(scan_blanks(cut, s.p), s.p) - from);
}
