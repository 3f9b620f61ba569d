/* SPDX-License-Identifier: MIT */
/* The text behind the last half-move: how the game ended, signatures, other words. */
#include "core/base/slice.h"
#include "core/base/utf8.h"
#include "core/forms/row_number.h"
#include "core/forms/scan.h"
#include "core/forms/sheet_words.h"
#include "core/forms/written_ending.h"
#include "meant/sheet/sheet.h"

#include <string.h>

/* ---- the score ------------------------------------------------------------------------------- */

/* The end of a text without the comments and blanks there. */
static const char *before_comments(const char *p, const char *end) {
    for (;;) {
        while (end > p && byte_is(end[-1], BYTE_SPACE))
            end--;
        if (end == p || end[-1] != '}')
            return end;
        const char *open = end - 1;
        while (open > p && *open != '{')
            open--;
        end = open;
    }
}

/* The result in the tag Result, in any form; NULL: it says none. */
static const char *tagged_result(const struct sheet_text *s, struct ending *e) {
    xpgn_slice said = slice_trim(slice_given(sheet_value(s, "Result")), " ");
    bool read = ending_read_score(said.data, said.data + said.size, e) && e->size == said.size;
    return read && *e->result != '*' ? e->result : NULL;
}

/* True if a score is in signs that are an evaluation as well: +/-, --+, + -. */
static bool is_evaluation(const char *p, const char *end) {
    unsigned signs = 0, blanks = 0;
    for (; p < end; p++) {
        size_t dash = scan_dash(p, end);
        if (dash == 0 && *p != '+' && *p != '/' && *p != ' ')
            return false;
        signs += *p != ' ';
        blanks += *p == ' ';
        p += dash > 1 ? dash - 1 : 0;
    }
    return blanks == 0 || signs < 3;
}

bool sheet_read_score(const char *p, const char *end, const char *said, struct ending *e) {
    return ending_read_wrapped(p, end, e) ||
           (ending_read_score(p, end, e) &&
            (!is_evaluation(p, p + e->size) || (said != NULL && strcmp(said, e->result) == 0)));
}

const char *sheet_last_score(const char *begin, const char *end, const char *said,
                             struct ending *e) {
    enum { WORDS = 5 };
    const char *p = end, *found = NULL;
    struct ending read;
    for (unsigned i = 0; i < WORDS && p > begin; i++) {
        while (p > begin && !byte_is(p[-1], BYTE_SPACE))
            p--;
        if (sheet_read_score(p, end, said, &read) && p + read.size == end) {
            found = p;
            *e = read;
        }
        while (p > begin && byte_is(p[-1], BYTE_SPACE))
            p--;
    }
    return found;
}

void sheet_find_score(struct sheet_text *s) {
    const char *begin = s->text.data + s->moves;
    const char *end = before_comments(begin, s->text.data + s->text.size);
    struct ending e, tag;
    const char *p = sheet_last_score(begin, end, tagged_result(s, &tag), &e);
    enum { LONE = sizeof "1/2" - 1 }; /* of half a point, which may be that of a side */
    s->score.length = 0;
    const bool half = p != NULL && strcmp(e.result, "1/2-1/2") == 0 && end - p <= LONE;
    if (p != NULL && e.foreign && !half)
        s->score = (xpgn_place){(uint32_t)(p - s->text.data), (uint32_t)(end - p)};
}

/* ---- where it begins ---------------------------------------------------------------------------
 */

/* True if the words say how the game ended. */
static bool says_ending(const struct sheet_text *s, const struct sheet_token *t, struct ending *e) {
    return ending_read(s->text.data + t->place.offset, s->text.data + s->text.size, s->names, e);
}

/* True if words with the number of a row stand at i: a half-move that is not understood. */
static bool is_strange_row(const struct sheet_text *s, size_t i) {
    const struct sheet_token *t = &s->list[i];
    struct ending e;
    return t->kind == ITEM_NUMBER && t->dots > 0 && i + 1 < s->count &&
           s->list[i + 1].kind == ITEM_WORDS && !s->list[i + 1].line &&
           (!says_ending(s, t + 1, &e) || e.result == NULL);
}

/* True for a line to write on, ____, with nothing on it. */
static bool is_empty_cell(const struct sheet_text *s, const struct sheet_token *t) {
    return t->kind == ITEM_BLANK &&
           slice_has_only((xpgn_slice){s->text.data + t->place.offset, t->place.length}, "_");
}

/* True if nothing of the token can be a half-move. */
static bool is_behind(const struct sheet_text *s, size_t i) {
    const struct sheet_token *t = &s->list[i];
    return t->depth == 0 && !is_strange_row(s, i) &&
           (t->kind == ITEM_WORDS || t->kind == ITEM_NUMBER || t->kind == ITEM_LAYOUT ||
            t->kind == ITEM_DASH || is_empty_cell(s, t));
}

/* True if the words directly behind the half-move before them are the second of its row: Knight-f6.
 */
static bool is_second_of_row(const struct sheet_text *s, size_t i) {
    const struct sheet_token *t = &s->list[i], *before = t - 1;
    const char *p = s->text.data + before->place.offset + before->place.length;
    const char *word = s->text.data + t->place.offset;
    const char *open = scan_white(p, word), *close = memchr(open, '}', (size_t)(word - open));
    struct ending e;
    if (*open == '{' && close != NULL)
        p = close + 1;
    bool first =
        i > 1 && before->kind == ITEM_HALF && before[-1].kind == ITEM_NUMBER && before[-1].dots < 2;
    return first && t->kind == ITEM_WORDS && scan_blanks(p, word) == word &&
           memchr(word, ' ', t->place.length) == NULL && !says_ending(s, t, &e);
}

/* Passes rolls as the format writes them. */
static const char *past_rolls(const char *p, const char *end) {
    bool cut;
    for (;;) {
        const char *q = scan_white(p, end);
        size_t size = q < end && *q == '<' ? scan_roll(q, end, &cut) : 0;
        if (size == 0)
            return p;
        p = q + size;
    }
}

void sheet_find_tail(struct sheet_text *s) {
    size_t last = s->count;
    while (last > 0 && is_behind(s, last - 1))
        last--;
    last += last > 0 && is_strange_row(s, last - 1);
    last += last > 0 && last < s->count && is_second_of_row(s, last);
    last += last > 0 && last < s->count && s->list[last].kind == ITEM_LAYOUT &&
            !s->list[last].line; /* e4, 1-0 */
    const char *end = s->text.data + s->text.size;
    s->tail = (uint32_t)s->text.size;
    if (last == 0)
        return;
    const struct sheet_token *t = &s->list[last - 1];
    s->tail = (uint32_t)(past_rolls(s->text.data + t->place.offset + t->place.length, end) -
                         s->text.data);
    s->count = last;
}

/* ---- the tail -------------------------------------------------------------------------------- */

struct tail {
    struct ending ending; /* the first that says a result */
    bool ended;
    xpgn_place star;  /* a * before it; length 0: none */
    const char *from; /* words since the last ending or comment; NULL: none */
};

/* Words behind the moves become a comment. */
static void put_words(struct sheet_text *s, struct tail *t, const char *to) {
    if (t->from == NULL)
        return;
    while (to > t->from && byte_is(to[-1], BYTE_SPACE))
        to--;
    xpgn_slice words = {t->from, (size_t)(to - t->from)};
    bool remark = t->ended || (sheet_has_letter(words) && !sheet_begins_half_move(words));
    const char *text = remark ? sheet_comment(s, words) : NULL;
    if (text != NULL)
        sheet_put(s, (xpgn_place){(uint32_t)(words.data - s->text.data), (uint32_t)words.size},
                  text, XPGN_FORM_REMARK);
    t->from = NULL;
}

/* The value of the tag Result, if it is silent, is set with the ending; so is Termination. */
static void put_tags(struct sheet_text *s, const struct ending *e) {
    xpgn_slice said = sheet_value(s, "Result");
    const char *cause = ending_termination(e->cause);
    if (said.data != NULL && slice_has_only(said, "*?"))
        sheet_put(s, (xpgn_place){(uint32_t)(said.data - s->text.data), (uint32_t)said.size},
                  e->result, XPGN_FORM_RESULT);
    bool plain =
        s->tags == 0 && cause != NULL && strcmp(cause, TERMINATION_NORMAL) == 0; /* as games end */
    if (cause == NULL || plain || sheet_value(s, "Termination").data != NULL)
        return;
    const char *tag = s->tags > 0 ? arena_printf(s->arena, "\n[Termination \"%s\"]", cause)
                                  : arena_printf(s->arena, "[Termination \"%s\"]\n", cause);
    s->no_memory |= tag == NULL;
    if (tag != NULL)
        sheet_put(s, (xpgn_place){s->tags, 0}, tag, XPGN_FORM_RESULT);
}

/* True if the word, such as ff, is all that stands before the end or a silent *: it may as well be
   a half-move. */
static bool is_begun(const struct sheet_text *s, xpgn_place place) {
    const char *end = s->text.data + s->text.size,
               *next = scan_white(s->text.data + place.offset + place.length, end);
    return sheet_begins_half_move((xpgn_slice){s->text.data + place.offset, place.length}) &&
           (next == end || (*next == '*' && scan_white(next + 1, end) == end));
}

static void take_ending(struct sheet_text *s, struct tail *t, const char *p,
                        const struct ending *e) {
    xpgn_place place = {(uint32_t)(p - s->text.data), (uint32_t)e->size};
    bool scored = e->result != NULL && strcmp(e->result, "*") != 0;
    bool again = scored && t->ended;
    put_words(s, t, p);
    if (again && strcmp(t->ending.result, e->result) == 0) {
        sheet_put(s, place, "", XPGN_FORM_RESULT);
        return;
    }
    if (!scored && !t->ended && is_begun(s, place))
        return;
    bool words = again || (!scored && e->cause != ENDING_MATE);
    if (words) {
        const char *text = sheet_comment(s, (xpgn_slice){p, e->size});
        if (text != NULL)
            sheet_put(s, place, text, XPGN_FORM_REMARK);
        return;
    }
    if (e->foreign || !scored)
        sheet_put(s, place, scored ? e->result : "", scored ? XPGN_FORM_RESULT : XPGN_FORM_MARKS);
    if (scored && t->star.length > 0)
        sheet_put(s, t->star, "", XPGN_FORM_RESULT);
    if (scored) {
        t->ended = true;
        t->ending = *e;
        put_tags(s, e);
    }
}

/* A comment, tag pair or line of the format at p; its end, or p. */
static const char *skip_format(const char *p, const char *end) {
    if (*p == '{') {
        const char *q = memchr(p, '}', (size_t)(end - p));
        return q != NULL ? q + 1 : end;
    }
    if (*p == '%' && byte_is(p[-1], BYTE_LINE))
        return scan_line(p, end);
    return *p == ';' ? scan_line(p, end) : p + (*p == ')');
}

/* True for the bracket at the end of words in brackets, or of :-) behind the result. */
static bool closes_words(const struct tail *t, const char *p) {
    return *p == ')' && t->from != NULL &&
           (t->ended || memchr(t->from, '(', (size_t)(p - t->from)) != NULL);
}

/* 1/2, which the format reads, in full: what is behind a missing half-move is written as it is. */
static void put_half(struct sheet_text *s, xpgn_slice result) {
    if (s->game.holes && slice_is(result, "1/2"))
        sheet_put(s, (xpgn_place){(uint32_t)(result.data - s->text.data), (uint32_t)result.size},
                  "1/2-1/2", XPGN_FORM_RESULT);
}

/* Passes a run of underscores: a line to write on. */
static const char *past_lines(const char *p, const char *end) {
    while (p < end && *p == '_')
        p++;
    return p;
}

/* Passes a sign of an empty row: a rule, a bar, with the number behind it, or ____. */
static const char *past_empty_row(const char *p, const char *end) {
    struct row_number row;
    const size_t bar = row_bar(p, end), rule = row_rule(p, end);
    if (bar > 0)
        return p + (row_number_read(p, end, &row) ? row.size : bar);
    return rule > 0 ? p + rule : past_lines(p, end);
}

/* A move number behind the last half-move: the next row, which is empty. */
static const char *skip_empty_row(const char *p, const char *end) {
    const char *q = scan_digits(p, end);
    if (q == p || q == end || *q != '.')
        return p;
    while (q < end && *q == '.')
        q++;
    return q == end || byte_is(*q, BYTE_SPACE) ? q : p;
}

/* Leaves out an empty row before the ending. */
static const char *drop_empty_row(struct sheet_text *s, const struct tail *t, const char *p) {
    const bool open = t->from == NULL && !t->ended && t->star.length == 0;
    const char *q = open ? past_empty_row(p, s->text.data + s->text.size) : p;
    if (q > p)
        sheet_put(s, (xpgn_place){(uint32_t)(p - s->text.data), (uint32_t)(q - p)}, "",
                  XPGN_FORM_LAYOUT);
    return q;
}

/* An ending at p, where a word begins: the score at the end of the text, or another. */
static bool read_ending(const struct sheet_text *s, const char *p, struct ending *e) {
    const char *score = s->text.data + s->score.offset;
    struct ending tag;
    if (s->score.length > 0 && p == score)
        return sheet_read_score(p, p + s->score.length, tagged_result(s, &tag), e);
    return ending_read(p, s->text.data + s->text.size, s->names, e);
}

/* A * that says that the result is not known, or before one: *1-0*. */
static bool is_star(const char *p, const char *end) {
    return *p == '*' && (end - p == 1 || byte_is(p[1], BYTE_SPACE) ||
                         scan_chess_result(p + 1, (size_t)(end - p) - 1) > 0);
}

static void take_star(struct sheet_text *s, struct tail *t, const char *p) {
    put_words(s, t, p);
    t->star = (xpgn_place){(uint32_t)(p - s->text.data), 1};
    if (t->ended)
        sheet_put(s, t->star, "", XPGN_FORM_RESULT);
}

/* A dash by itself: between the columns, or for a half-move that was not played any more. */
static size_t lone_dash(const char *p, const char *end) {
    size_t dash = *p == '`' || *p == ':' ? 1 : scan_dash(p, end); /* or the end of `code` */
    return dash > 0 && (p + dash == end || byte_is(p[dash], BYTE_SPACE)) ? dash : 0;
}

static const char *drop_dash(struct sheet_text *s, const char *p, const char *end) {
    size_t dash = lone_dash(p, end);
    sheet_put(s, (xpgn_place){(uint32_t)(p - s->text.data), (uint32_t)dash}, "", XPGN_FORM_LAYOUT);
    return p + dash;
}

/* Figures in brackets, such as a time, become a remark. */
static const char *put_figures(struct sheet_text *s, const char *p, const char *end) {
    xpgn_slice figures = {p, sheet_figures(p, end)};
    sheet_put(s, (xpgn_place){(uint32_t)(p - s->text.data), (uint32_t)figures.size},
              sheet_comment(s, (xpgn_slice){p + 1, figures.size - 2}), XPGN_FORM_REMARK);
    return p + figures.size;
}

void sheet_read_tail(struct sheet_text *s) {
    const char *end = s->text.data + s->text.size, *p = s->text.data + s->tail;
    struct tail t = {.from = NULL};
    bool begins = true; /* a word begins here */
    while (p < end && !s->no_memory) {
        struct ending e;
        const char *q;
        size_t wide = scan_wide_space(p, end);
        if (byte_is(*p, BYTE_SPACE) || wide > 0) {
            p += wide > 0 ? wide : 1;
            begins = true;
            continue;
        }
        if ((q = drop_empty_row(s, &t, p)) > p) {
            p = q;
        } else if (!closes_words(&t, p) && ((q = skip_format(p, end)) > p ||
                                            (t.from == NULL && (q = skip_empty_row(p, end)) > p))) {
            put_words(s, &t, p);
            put_half(s, (xpgn_slice){p, (size_t)(q - p)});
            p = q;
        } else if (is_star(p, end) && (t.from == NULL || begins)) {
            take_star(s, &t, p++);
        } else if (*p == '<' && t.from == NULL) {
            p = scan_word(p, end); /* a roll without its end */
        } else if (begins && read_ending(s, p, &e)) {
            take_ending(s, &t, p, &e);
            p += e.size;
        } else if (t.from == NULL && sheet_figures(p, end) > 0) {
            p = put_figures(s, p, end);
        } else if (begins && t.from == NULL && lone_dash(p, end) > 0) {
            p = drop_dash(s, p, end);
        } else {
            size_t size = utf8_length((xpgn_slice){p, (size_t)(end - p)});
            t.from = t.from != NULL ? t.from : p;
            begins = !sheet_in_word(p, end);
            p += size > 0 ? size : 1;
        }
    }
    put_words(s, &t, end);
}
