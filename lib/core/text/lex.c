/* SPDX-License-Identifier: MIT */
#include "core/text/lex.h"

#include "core/base/utf8.h"
#include "core/forms/glyph.h"
#include "core/forms/scan.h"
#include "core/forms/tagname.h"
#include "core/forms/written_ending.h"
#include "core/text/foreign_forms.h"
#include "core/text/head_words.h"
#include "core/text/nag.h"
#include "core/text/result_text.h"
#include "core/text/span.h"
#include "core/text/tagvalue.h"
#include "internal/loop.h"

#include <string.h>

/* Dispatch classes: what a token that begins with a byte can be. */
enum start {
    START_OTHER,
    START_SPACE,
    START_CONTROL,
    START_LETTER,
    START_DIGIT,
    START_HIGH,
    START_SIGN, /* - + = */
    START_NAG,  /* $ ! ? */
    START_DOT,
    START_PERCENT,
    START_OPEN,
    START_CLOSE,
    START_STAR,
    START_SEMICOLON,
    START_LESS,
    START_BRACKET,
    START_BRACE,
    START_BRACE_END
};

/* clang-format off */
#define C START_CONTROL
#define S START_SPACE
#define L START_LETTER
#define D START_DIGIT
#define H START_HIGH
#define o START_OTHER
static const uint8_t start_of[256] = {
    C, C, C, C, C, C, C, C, C, S, S, S, S, S, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C,
    S, START_NAG, o, o, START_NAG, START_PERCENT, o, o,
    START_OPEN, START_CLOSE, START_STAR, START_SIGN, o, START_SIGN, START_DOT, o,
    D, D, D, D, D, D, D, D, D, D, o, START_SEMICOLON, START_LESS, START_SIGN, o, START_NAG,
    L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L,
    START_BRACKET, o, o, o, o,
    o, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L,
    START_BRACE, o, START_BRACE_END, o, C,
    H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H,
    H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H,
    H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H,
    H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H,
};
#undef C
#undef S
#undef L
#undef D
#undef H
#undef o
/* clang-format on */

xpgn_slice lex_tag_value(struct arena *arena, const struct token *t) {
    char text[TAG_ROOM];
    if (t->folded)
        return tag_unfold(arena, t->text);
    if (!t->settled || !tag_value_meant(t->name, t->text, text))
        return t->text;
    const char *meant = arena_copy(arena, slice_of(text));
    return slice_of(meant != NULL ? meant : "");
}

void lex_begin(struct lex *lx, xpgn_slice text, struct log *log) {
    *lx = (struct lex){.text = text, .log = log};
}

static xpgn_place lex_place(const struct lex *lx, const char *p, size_t size) {
    return (xpgn_place){(uint32_t)(p - lx->text.data), (uint32_t)size};
}

/* Completes a token that spans [p, end) and moves the cursor past it. Always returns true. */
static bool take(struct lex *lx, struct token *token, enum token_kind kind, const char *p,
                 const char *end) {
    token->kind = kind;
    token->place = lex_place(lx, p, (size_t)(end - p));
    token->text = (xpgn_slice){p, (size_t)(end - p)};
    lx->at = (size_t)(end - lx->text.data);
    return true;
}

/* Moves the cursor to `end` without a token. Always returns false: continue lexing. */
static bool pass(struct lex *lx, const char *end) {
    lx->at = (size_t)(end - lx->text.data);
    return false;
}

/* ---- unrecognized text ----------------------------------------------------------------------- */

/* Brackets that are neither a tag pair nor a roll are skipped with their contents if they close
   soon, on this line. Returns the end, or NULL. */
static const char *close_brackets(const char *p, const char *end) {
    char close = *p == '[' ? ']' : *p == '<' ? '>' : '\0';
    const char *limit = close == '\0' ? p : end - p > 256 ? p + 256 : end;
    for (const char *q = p; q < limit && !byte_is(*q, BYTE_LINE); q++)
        if (*q == close)
            return q + 1;
    return NULL;
}

/* Skips [p, q), which has been reported. */
static bool pass_unread(struct lex *lx, const char *p, const char *q) {
    if (p == lx->text.data || byte_is(p[-1], BYTE_SPACE) || p[-1] == '.')
        lx->unread = lex_place(lx, p, (size_t)(q - p));
    return pass(lx, q);
}

/* Reports [p, q) as unrecognized text and skips it. */
static bool no_token_until(struct lex *lx, const char *p, const char *q) {
    char show[UTF8_SHOW_SIZE];
    xpgn_slice run = {p, (size_t)(q - p)};
    log_add(lx->log, D_TOKEN, lex_place(lx, p, run.size), "unknown token '%s'",
            utf8_show(run, show));
    return pass_unread(lx, p, q);
}

/* The size of the character at p, whose later bytes may be those of spaces and dashes. */
static size_t char_size(const char *p, const char *end) {
    size_t size = (unsigned char)*p < 0x80 ? 1 : utf8_length((xpgn_slice){p, (size_t)(end - p)});
    return size > 0 ? size : 1;
}

static bool no_token(struct lex *lx, const char *p, const char *end) {
    const char *q = close_brackets(p, end);
    if (!q)
        q = foreign_entity(p, end);
    if (!q) {
        q = p + char_size(p, end);
        while (q < end && !byte_is(*q, BYTE_BREAK) &&
               start_of[(unsigned char)*q] != START_CONTROL && scan_wide_space(q, end) == 0)
            q += char_size(q, end);
    }
    return no_token_until(lx, p, q);
}

/* Reports the control characters at p. Returns their end. */
static const char *report_controls(struct lex *lx, const char *p, const char *end) {
    const char *q = p + 1;
    while (q < end && start_of[(unsigned char)*q] == START_CONTROL)
        q++;
    log_add(lx->log, D_CONTROL, lex_place(lx, p, (size_t)(q - p)), "control character 0x%02X",
            (unsigned)(unsigned char)*p);
    return q;
}

static bool control(struct lex *lx, const char *p, const char *end) {
    return pass(lx, report_controls(lx, p, end));
}

/* A comment or the rest of a line that has control characters is one finding, at the first. */
static void check_comment(struct lex *lx, xpgn_slice text) {
    const char *end = text.data + text.size, *p = span_control(text.data, end);
    if (p < end)
        (void)report_controls(lx, p, end);
}

/* ---- numbers and results --------------------------------------------------------------------- */

/* Reads digits; the number saturates. Returns their end. */
static const char *read_turn_number(const char *p, const char *end, uint32_t *number) {
    uint64_t n = 0;
    for (; p < end && is_digit(*p); p++)
        n = n > UINT32_MAX / 10 ? UINT32_MAX : n * 10 + (uint64_t)(*p - '0');
    *number = n > UINT32_MAX ? UINT32_MAX : (uint32_t)n;
    return p;
}

/* The number of dots at p: 1 for a dot, 3 for an ellipsis (U+2026), else 0; *size is its size. */
static unsigned dots_at(const char *p, const char *end, size_t *size) {
    *size = 1;
    if (p < end && *p == '.')
        return 1;
    *size = 3;
    return end - p >= 3 && memcmp(p, "\xE2\x80\xA6", 3) == 0 ? 3 : 0;
}

/* Counts the dots after a move number, with or without spaces between them. Returns their end. */
static const char *read_dots(const char *p, const char *end, uint8_t *dots) {
    unsigned count = 0;
    const char *q = p;
    for (;;) {
        size_t size;
        unsigned more = dots_at(q, end, &size);
        if (more > 0) {
            p = q += size;
            count += more;
            if (count > 255)
                count = 255;
        } else if (q == p && (q = scan_white(p, end)) > p) {
            continue; /* dots may follow the spaces */
        } else {
            *dots = (uint8_t)count;
            return p;
        }
    }
}

static bool word(struct lex *lx, struct token *token, const char *p, const char *end);
static bool bare_tag(struct lex *lx, struct token *token, const char *p, const char *end);

/* ---- rolls without angle brackets ------------------------------------------------------------ */

/* Completes a roll that spans [from, to) and whose contents are `text`. */
static bool take_loose_roll(struct lex *lx, struct token *token, const char *from, xpgn_slice text,
                            const char *to) {
    take(lx, token, TOKEN_ROLL, from, to);
    token->text = text;
    char show[UTF8_SHOW_SIZE];
    log_add(lx->log, D_ROLL_FORM, token->place, "expected a roll between < and >, found '%s'",
            utf8_show((xpgn_slice){from, (size_t)(to - from)}, show));
    return true;
}

/* (5:2) or [5-2]. */
static bool bracketed_roll(struct lex *lx, struct token *token, const char *p, const char *end) {
    size_t size = 0;
    const char *q = lx->dice ? foreign_roll(p + 1, end, true) : NULL;
    if (!q || *q != (*p == '(' ? ')' : ']') || foreign_versus(p, q, &size) == q)
        return false; /* a variation or a tag */
    return take_loose_roll(lx, token, p, (xpgn_slice){p + 1, (size_t)(q - p - 1)}, q + 1);
}

/* 5:2, 5:2> or 5-2, except as the last token of a game, which is more likely a result. */
static bool bare_roll(struct lex *lx, struct token *token, const char *p, const char *end) {
    const char *q = lx->dice ? foreign_roll(p, end, false) : NULL;
    if (q && memchr(p, ':', (size_t)(q - p)) == NULL && scan_white(q, end) == end)
        return false;
    if (!q || (*q != '>' && !byte_is(*q, BYTE_SPACE)))
        return false;
    return take_loose_roll(lx, token, p, (xpgn_slice){p, (size_t)(q - p)}, q + (*q == '>'));
}

/* ---- numbers: the token ---------------------------------------------------------------------- */

/* Reports the result at p, or at the end of a word, which is written in another form. */
static void tell_result(struct lex *lx, const char *p, const char *end) {
    char show[UTF8_SHOW_SIZE];
    xpgn_slice run = {p, (size_t)(end - p)};
    log_add_level(lx->log, D_FOREIGN, XPGN_WARNING, lex_place(lx, p, run.size),
                  "the result is written in another form (%s)", utf8_show(run, show));
}

/* Takes a result in another form at the end of a game: its value is certain. *past: where a result
   in another form ends; NULL: there is none. */
static bool result_form(struct lex *lx, struct token *token, const char *p, const char *end,
                        const char **past) {
    const char *right;
    *past = foreign_result(p, end, &right);
    if (!*past || !scan_only_comments(*past, end))
        return false;
    tell_result(lx, p, *past);
    take(lx, token, TOKEN_RESULT, p, *past);
    token->text = slice_of(right);
    log_hint(lx->log, "xpgn-fmt --import writes it as %s", right);
    log_fix(lx->log, token->place, "%s", right);
    return true;
}

static bool digit(struct lex *lx, struct token *token, const char *p, const char *end) {
    const char *loose;
    bool dot = p + 1 < end && p[1] == '.' && !(*p == '0' && end - p > 2 && p[2] == '5');
    if (*p <= '1' && p + 1 < end && !byte_is(p[1], BYTE_DIGIT) && !dot) {
        size_t size = scan_result(p, end);
        if (size > 0)
            return take(lx, token, TOKEN_RESULT, p, p + size);
        if (result_form(lx, token, p, end, &loose))
            return true;
        if (loose)
            return no_token_until(lx, p, loose);
        if (*p == '0' && foreign_castling(p, end))
            return word(lx, token, p, end);
    }
    if (bare_roll(lx, token, p, end))
        return true;
    if (*p == '0' && foreign_zeros(p, end))
        return word(lx, token, p, end);
    const char *q = read_turn_number(p, end, &token->number);
    if (q < end && byte_is(*q, BYTE_WORD) && !byte_is(*q, BYTE_LETTER))
        return no_token(lx, p, end);
    return take(lx, token, TOKEN_NUMBER, p, read_dots(q, end, &token->dots));
}

/* ---- words and marks ------------------------------------------------------------------------- */

/*
 * The end of a word: all bytes that occur in actions. A + or # ends it, and so do signs that follow
 * it, such as +-.
 */
static const char *find_word_end(const char *p, const char *end) {
    const char *q = p;
    for (;;) {
        while (q < end && byte_is(*q, BYTE_WORD))
            q++;
        if (q == end)
            return q;
        const char *promotion = foreign_promotion(p, q, end);
        if (promotion > q) {
            q = promotion;
            continue;
        }
        if (*q == '+' || *q == '#') {
            while (q < end && (*q == '+' || *q == '#' || *q == '-' || *q == '=' || *q == '/'))
                q++;
            return q;
        }
        size_t dash = scan_dash(q, end);
        if (dash > 0)
            q += dash;
        else if ((*q == '*' && scan_star_inside(p, q, end)) ||
                 (*q == ':' && end - q > 2 && byte_is(q[1], BYTE_LETTER) && is_digit(q[2])))
            q++; /* the latter in Q:f7, an old form of Qxf7 */
        else
            return q;
    }
}

/* The start of the result at the end of a word that is the last of a game: Qg20-1; or its end. */
static const char *glued_result(struct lex *lx, const char *p, const char *q, const char *end) {
    size_t size = q[-1] == '2' ? sizeof "1/2-1/2" - 1 : sizeof "1-0" - 1;
    const char *at = q - size;
    bool whole = (size_t)(q - p) > size + 1 && scan_chess_result(at, size) == size &&
                 byte_is(at[-1], BYTE_LETTER | BYTE_DIGIT);
    if (!whole || !scan_only_comments(q, end))
        return q;
    tell_result(lx, p, q);
    log_hint(lx->log, "write a blank before %.*s", (int)size, at);
    log_fix(lx->log, lex_place(lx, at, 0), " ");
    return at;
}

static bool word(struct lex *lx, struct token *token, const char *p, const char *end) {
    const char *q = find_word_end(p, end);
    if (q - p > 4 && (q[-2] == '-' || q[-2] == '/'))
        q = glued_result(lx, p, q, end);
    if (end - q > 2 && q[1] == '"' && bare_tag(lx, token, p, end))
        return true;
    const bool stopped = end - q > 1 && *q == '.' && byte_is(q[1], BYTE_LETTER); /* N.f3 */
    if (q - p <= 2 && !stopped && (token->number = foreign_nag(p, (size_t)(q - p))) != 0)
        return take(lx, token, TOKEN_NAG, p, q);
    char final = q[-1];
    if (final == '+' || final == '-' || final == '=' || final == '/')
        q = foreign_sign(p, q);
    if (q < end && (byte_is(*q, BYTE_SPACE) || *q == '.' || *q == '('))
        q = foreign_en_passant(p, q, end);
    if ((q[-1] == '.' || q[-1] == ')') && q < end && (*q == '+' || *q == '#'))
        q++;
    return take(lx, token, TOKEN_WORD, p, q);
}

static bool take_sign(struct lex *lx, struct token *token, const char *p, const char *end) {
    const char *past;
    if (result_form(lx, token, p, end, &past))
        return true;
    size_t dash = scan_dash(p, end);
    size_t size = glyph_read(p, end, &token->number);
    bool glued = p + size < end && byte_is(p[size], BYTE_LETTER | BYTE_DIGIT);
    if (end - p >= 3 && p[0] == p[1] && p[1] == p[2])
        return no_token(lx, p, end); /* a line of hyphens or equals signs */
    if (size > 0 && !glued)
        return take(lx, token, TOKEN_NAG, p, p + size);
    size_t second = dash > 0 ? scan_dash(p + dash, end) : 0;
    if (second > 0 && scan_dash(p + dash + second, end) == 0) /* three or more are a line */
        return take(lx, token, TOKEN_WORD, p, p + dash + second);
    return no_token(lx, p, end);
}

/* Takes the first two of a longer run of ! and ?; skips a $ without a number. */
static bool bad_nag(struct lex *lx, struct token *token, const char *p, const char *end) {
    const char *q = p + 1;
    char show[UTF8_SHOW_SIZE];
    bool dollar = *p == '$';
    while (q < end && (dollar ? is_digit(*q) : *q == '!' || *q == '?'))
        q++;
    xpgn_slice run = {p, (size_t)(q - p)};
    log_add(lx->log, D_NAG, lex_place(lx, p, run.size),
            dollar ? "invalid NAG '%s', expected $0 to $255"
                   : "invalid NAG '%s', expected ! ? !! ?? !? or ?!",
            utf8_show(run, show));
    return dollar ? pass(lx, q) : take(lx, token, TOKEN_NAG, p, q);
}

/* $0, the standard's null annotation, means nothing and is skipped. */
static bool nag(struct lex *lx, struct token *token, const char *p, const char *end) {
    const char *q = nag_read(p, end, &token->number);
    if (!q)
        return bad_nag(lx, token, p, end);
    return token->number > 0 ? take(lx, token, TOKEN_NAG, p, q) : pass(lx, q);
}

/* Non-ASCII text: a space, a half sign, an ellipsis, an evaluation sign, or unrecognized. */
static bool high(struct lex *lx, struct token *token, const char *p, const char *end) {
    size_t size = scan_wide_space(p, end);
    if (size > 0)
        return pass(lx, p + size);
    size = scan_result(p, end);
    if (size > 0)
        return take(lx, token, TOKEN_RESULT, p, p + size);
    if (dots_at(p, end, &size) > 0)
        return pass(lx, p + size);
    return take_sign(lx, token, p, end);
}

/* ---- comments, rolls and tag pairs ----------------------------------------------------------- */

/*
 * The } that was probably meant to end the comment that began at p, if it contains other comments;
 * NULL if it contains none or its braces do not balance. All searches in one text together visit at
 * most as many bytes as it has, so that lexing stays linear.
 */
static const char *close_nested(struct lex *lx, const char *p, const char *close, const char *end) {
    size_t depth = 0, left = lx->text.size - lx->looked;
    const char *q = close + 1;
    if (!memchr(p + 1, '{', (size_t)(close - p - 1)))
        return NULL;
    for (const char *inner = p + 1; inner < close; inner++)
        depth += *inner == '{';
    for (; q < end && depth > 0 && (size_t)(q - close) <= left; q++)
        depth = *q == '{' ? depth + 1 : *q == '}' ? depth - 1 : depth;
    lx->looked += (size_t)(q - close) - 1;
    return depth == 0 ? q - 1 : NULL;
}

/* A comment ends at its first }. If it contains others, that is one finding, and the text up to its
   intended end is not lexed as moves. */
static bool comment(struct lex *lx, struct token *token, const char *p, const char *end) {
    const char *close = memchr(p + 1, '}', (size_t)(end - p - 1));
    const char *last = close ? close_nested(lx, p, close, end) : NULL;
    lx->open = !close;
    if (!close)
        log_add(lx->log, D_COMMENT_OPEN, lex_place(lx, p, 1), "unterminated comment");
    take(lx, token, TOKEN_COMMENT, p, close ? close + 1 : end);
    token->text = (xpgn_slice){p + 1, (size_t)((close ? close : end) - p - 1)};
    check_comment(lx, token->text);
    if (last) {
        log_add(lx->log, D_BRACE_STRAY, lex_place(lx, last, 1),
                "unmatched }: comments do not nest, the first } ended it");
        log_hint(lx->log, "remove the braces inside the comment");
        if (!memchr(close + 1, '}', (size_t)(last - close - 1)))
            log_fix(lx->log, lex_place(lx, close, 1), "%s", "");
        lx->at = (size_t)(last + 1 - lx->text.data);
    }
    return true;
}

static bool line_comment(struct lex *lx, struct token *token, const char *p, const char *end) {
    take(lx, token, TOKEN_LINE, p, scan_line(p, end));
    token->text = (xpgn_slice){p + 1, token->text.size - 1};
    check_comment(lx, token->text);
    return true;
}

/* "<5:2", "<+1=2" and "<:" are probably rolls, and in a game with dice "<five:two>" and "<die 5>";
   "<br />" is not. */
static bool looks_like_roll(const struct lex *lx, const char *p, const char *end) {
    const char *close;
    if (p + 1 == end || byte_is(p[1], BYTE_DIGIT | BYTE_SPACE) ||
        (p[1] != '\0' && strchr("+=:,wx>", p[1]) != NULL) ||
        (p[1] == '-' && lx->dice && p + 2 < end && is_digit(p[2])))
        return true;
    close = lx->dice ? foreign_words(p, end) : NULL;
    while (close && p < close && !is_digit(*p) && *p != ':')
        p++;
    return close && p < close;
}

/* Old programs write <> in variations; where there are no dice it stands for nothing. */
static bool empty_brackets(struct lex *lx, const char *p) {
    xpgn_place place = lex_place(lx, p, 2);
    log_add_level(lx->log, D_TOKEN, XPGN_WARNING, place,
                  "<> stands for nothing in a game without dice");
    log_hint(lx->log, "remove it");
    log_fix(lx->log, place, "%s", "");
    return pass(lx, p + 2);
}

static bool roll(struct lex *lx, struct token *token, const char *p, const char *end) {
    bool cut;
    if (!lx->dice && p + 1 < end && p[1] == '>')
        return empty_brackets(lx, p);
    size_t size = scan_roll(p, end, &cut);
    if (!looks_like_roll(lx, p, end))
        return no_token(lx, p, end);
    if (size > 0) {
        take(lx, token, TOKEN_ROLL, p, p + size);
        token->text = (xpgn_slice){p + 1, size - 2};
        return true;
    }
    const char *q = foreign_roll(p + 1, end, true); /* <5 : 2>: reported by roll_read */
    if (q && *q == '>') {
        take(lx, token, TOKEN_ROLL, p, q + 1);
        token->text = (xpgn_slice){p + 1, (size_t)(q - p - 1)};
        return true;
    }
    q = foreign_words(p, end);
    if (q) {
        take(lx, token, TOKEN_ROLL, p, q);
        token->text = (xpgn_slice){p + 1, (size_t)(q - p - 2)};
        return true;
    }
    q = p + 1;
    while (q < end && (!byte_is(*q, BYTE_BREAK) || *q == '>'))
        q++;
    take(lx, token, TOKEN_ROLL, p, q);
    token->text = (xpgn_slice){p + 1, (size_t)(q - p - 1)};
    log_add(lx->log, D_ROLL_FORM, token->place, "unterminated roll: missing >");
    return true;
}

/* Says in which form a tag pair is meant: the whole of it, so that one slip is one finding. */
static void expect_tag(struct lex *lx, const struct tag_shape *tag, const char *p) {
    struct tag_reading read;
    const char *to = tag->end;
    while (to > p && is_space(to[-1]))
        to--;
    if (!log_wants_hint(lx->log) || !tag_meant(&lx->log->arena, tag, &read) || read.text == NULL)
        return;
    log_hint(lx->log, "write %s", read.text);
    log_fix(lx->log, lex_place(lx, p, (size_t)(to - p)), "%s", read.text);
}

/* The value of a tag in another form is certain: it is read, and told as a warning. */
static void report_tag_shape(struct lex *lx, const struct tag_shape *tag, const char *p) {
    char show[UTF8_SHOW_SIZE];
    xpgn_place value = lex_place(lx, tag->value.data ? tag->value.data : p, tag->value.size);
    xpgn_place whole = lex_place(lx, p, (size_t)(tag->end - p));
    utf8_show(tag->name, show);
    switch (tag->fault) {
    case TAG_GOOD:
        return;
    case TAG_INSIDE:
        log_add(lx->log, D_QUOTE_INSIDE, value, "unescaped quote in the value of %s", show);
        return;
    case TAG_OPEN:
        value.offset--;
        value.length++;
        log_add(lx->log, D_QUOTE_OPEN, value, "unterminated value of %s", show);
        break;
    case TAG_BRACKET:
        log_add_level(lx->log, D_TAG_FORM, XPGN_WARNING, whole, "missing ] after the value of %s",
                      show);
        break;
    case TAG_FOLDED:
        log_add_level(lx->log, D_TAG_FORM, XPGN_WARNING, whole, "line break in the value of %s",
                      show);
        break;
    case TAG_QUOTES:
        log_add_level(lx->log, D_TAG_FORM, XPGN_WARNING, whole, "tag %s in another form", show);
        break;
    case TAG_VALUE:
        log_add(lx->log, D_TAG_FORM, whole, "expected a value in quotes after %s", show);
        return;
    }
    expect_tag(lx, tag, p);
}

/* The name as the format spells it: [white "Huber"]. */
static void spell_name(struct lex *lx, struct tag_shape *tag) {
    const char *meant = tag_name_meant(tag->name.data, tag->name.size);
    if (meant == NULL)
        return;
    if (tag->fault == TAG_GOOD || tag->fault == TAG_INSIDE) {
        xpgn_place at = lex_place(lx, tag->name.data, tag->name.size);
        log_add(lx->log, D_TAG_CASE, at, "tag name %.*s, expected %s", SLICE(tag->name), meant);
        log_fix(lx->log, at, "%s", meant);
    }
    tag->name = slice_of(meant);
}

/* The result that a text in another form means; NULL: none, or it has the form of the format. */
static const char *result_meant(xpgn_slice text) {
    struct ending e;
    xpgn_slice said = slice_trim(slice_given(text), " ");
    const char *end = said.data + said.size, *p = scan_blanks(said.data, end);
    if (result_is(text))
        return NULL;
    bool whole = (ending_read_score(p, end, &e) && p + e.size == end) ||
                 (ending_read(p, end, NULL, &e) && p + e.size == end);
    return whole ? e.result : NULL;
}

/* The result as the format writes it: [Result "1:0"]. */
static void spell_result(struct lex *lx, struct token *t) {
    const char *meant = slice_is(t->name, "Result") ? result_meant(t->text) : NULL;
    if (meant == NULL)
        return;
    log_add(lx->log, D_TAG_RESULT, t->value_place, "invalid result: Result \"%.*s\"",
            SLICE(t->text));
    log_hint(lx->log, "write %s", meant);
    log_fix(lx->log, t->value_place, "%s", meant);
    t->text = slice_of(meant);
}

/* Says what a date or a time control in another form is in PGN's. */
static void spell_value(struct lex *lx, struct token *t) {
    char text[TAG_ROOM];
    if (!tag_value_meant(t->name, t->text, text))
        return;
    t->settled = true;
    if (xpgn_tag_is_date(t->name))
        log_add(lx->log, D_DATE, t->value_place, "impossible date: %.*s \"%.*s\"", SLICE(t->name),
                SLICE(t->text));
    else
        log_add(lx->log, D_TIME_CONTROL, t->value_place, "%.*s \"%.*s\", expected \"%s\"",
                SLICE(t->name), SLICE(t->text), text);
    log_hint(lx->log, "write %s", text);
    log_fix(lx->log, t->value_place, "%s", text);
}

/* Completes a tag pair that was read. */
static bool take_tag(struct lex *lx, struct token *token, struct tag_shape *tag, const char *p) {
    take(lx, token, TOKEN_TAG, p, tag->end);
    spell_name(lx, tag);
    if (tag->fault != TAG_GOOD)
        report_tag_shape(lx, tag, p);
    token->name = tag->name;
    token->text = tag->value;
    token->value_place = lex_place(lx, tag->value.data, tag->value.size);
    token->folded = tag->fault == TAG_FOLDED;
    token->settled = false;
    lx->tagged = true;
    if (token->name.size == sizeof "Result" - 1)
        spell_result(lx, token);
    if (!token->folded && tag_may_mean(token->name, token->text))
        spell_value(lx, token);
    return true;
}

static bool bracket(struct lex *lx, struct token *token, const char *p, const char *end) {
    struct tag_shape tag;
    if (bracketed_roll(lx, token, p, end))
        return true;
    if (!scan_tag(p, end, &tag))
        return no_token(lx, p, end);
    if (tag.value.data)
        return take_tag(lx, token, &tag, p);
    report_tag_shape(lx, &tag, p);
    return pass_unread(lx, p, tag.end);
}

/* True if only blanks are before p in its line. */
static bool begins_line(const struct lex *lx, const char *p) {
    while (p > lx->text.data && is_space(p[-1]) && !byte_is(p[-1], BYTE_LINE))
        p--;
    return p == lx->text.data || byte_is(p[-1], BYTE_LINE);
}

/* A tag pair whose [ is missing: White "Huber"]. */
static bool bare_tag(struct lex *lx, struct token *token, const char *p, const char *end) {
    struct tag_shape tag;
    return begins_line(lx, p) && scan_bare_tag(p, end, &tag) && take_tag(lx, token, &tag, p);
}

/* Words among the tag pairs, a line of them as a comment, which loses nothing. */
static bool words_in_head(struct lex *lx, struct token *token, const char *p, const char *end) {
    char show[UTF8_SHOW_SIZE];
    bool cut;
    if ((size_t)(p - lx->text.data) >= lx->words) { /* each line is looked at once */
        const char *words = head_words_between(p, end, !lx->tagged, &cut);
        if (words == NULL)
            return false;
        lx->words = (size_t)(words - lx->text.data);
    }
    take(lx, token, TOKEN_LINE, p, scan_line(p, end));
    log_add(lx->log, D_TAG_WORDS, token->place, "text among the tag pairs: '%s'",
            utf8_show(token->text, show));
    log_fix(lx->log, (xpgn_place){token->place.offset, 0}, ";");
    return true;
}

/* Where tag pairs are, before the first token of the moves. */
static bool head(struct lex *lx, struct token *token, const char *p, const char *end) {
    struct tag_shape tag;
    if (*p == ';' || *p == '%' || scan_wide_space(p, end) > 0)
        return false;
    if (scan_bare_tag(p, end, &tag))
        return take_tag(lx, token, &tag, p);
    lx->head = *p == '{' || (!head_ends(p, end) && words_in_head(lx, token, p, end));
    return lx->head && *p != '{';
}

/* ( opens a variation; (=) is a draw offer and is read as a comment. */
static bool parenthesis(struct lex *lx, struct token *token, const char *p, const char *end) {
    if (end - p >= 3 && memcmp(p, "(=)", 3) == 0)
        return take(lx, token, TOKEN_COMMENT, p, p + 3);
    if (bracketed_roll(lx, token, p, end))
        return true;
    return take(lx, token, TOKEN_OPEN, p, p + 1);
}

static bool percent(struct lex *lx, const char *p, const char *end) {
    if (p == lx->text.data ? !lx->inside : byte_is(p[-1], BYTE_LINE))
        return pass(lx, scan_line(p, end));
    return no_token(lx, p, end);
}

static bool star(struct lex *lx, struct token *token, const char *p, const char *end) {
    return scan_star_goes_on(lx->text.data, p, end) ? no_token(lx, p, end)
                                                    : take(lx, token, TOKEN_RESULT, p, p + 1);
}

static bool brace_end(struct lex *lx, const char *p) {
    log_add(lx->log, D_BRACE_STRAY, lex_place(lx, p, 1), "unmatched }");
    return pass(lx, p + 1);
}

/* ---- the lexer ------------------------------------------------------------------------------- */

/* Reads a token at p, which is not white space. False: there was none. */
static bool read_token_at(struct lex *lx, struct token *token, const char *p, const char *end) {
    switch ((enum start)start_of[(unsigned char)*p]) {
    case START_LETTER:
        return word(lx, token, p, end);
    case START_DIGIT:
        return digit(lx, token, p, end);
    case START_NAG:
        return nag(lx, token, p, end);
    case START_BRACE:
        return comment(lx, token, p, end);
    case START_BRACKET:
        return bracket(lx, token, p, end);
    case START_OPEN:
        return parenthesis(lx, token, p, end);
    case START_CLOSE:
        return take(lx, token, TOKEN_CLOSE, p, p + 1);
    case START_LESS:
        return roll(lx, token, p, end);
    case START_STAR:
        return star(lx, token, p, end);
    case START_SEMICOLON:
        return line_comment(lx, token, p, end);
    case START_SIGN:
        return take_sign(lx, token, p, end);
    case START_HIGH:
        return high(lx, token, p, end);
    case START_DOT: /* meaningless without a number */
        return pass(lx, p + 1);
    case START_PERCENT:
        return percent(lx, p, end);
    case START_BRACE_END:
        return brace_end(lx, p);
    case START_CONTROL:
        return control(lx, p, end);
    case START_SPACE:
    case START_OTHER:
        break;
    }
    return no_token(lx, p, end);
}

/*
 * Fast paths: nine tokens in ten are a word of letters and digits, or a number and a dot, followed
 * by a space. Both accept only what word() and digit() read in the same way.
 */
static inline bool plain_word(struct lex *lx, struct token *token, const char *p, const char *end) {
    const char *q = p + 1;
    while (q < end && byte_is(*q, BYTE_WORD))
        q++;
    if (end - q < 4 || q - p < 2 || !byte_is(q[-1], BYTE_LETTER | BYTE_DIGIT) || p[1] == 'R')
        return false;
    if (q[0] == '+' || q[0] == '#')
        q++;
    if (!byte_is(q[0], BYTE_SPACE) || q[1] == '(' || q[1] == '"' ||
        (q[1] == 'e' && (q[2] == '.' || q[2] == 'p')))
        return false;
    return take(lx, token, TOKEN_WORD, p, q);
}

static inline bool plain_number(struct lex *lx, struct token *token, const char *p,
                                const char *end) {
    const char *q = p;
    uint32_t number = 0;
    for (; q < end && q - p < 9 && is_digit(*q); q++)
        number = number * 10 + (uint32_t)(*q - '0');
    if (end - q < 6 || *q != '.')
        return false;
    unsigned dots = 1;
    while (dots < 4 && q[dots] == '.')
        dots++;
    char next = q[dots + byte_is(q[dots], BYTE_SPACE)];
    if (next <= ' ' || next >= 0x7f || next == '.' || (number == 0 && next == '5'))
        return false; /* there may be more dots, or it is half a point: 0.5-0.5 */
    token->number = number;
    token->dots = (uint8_t)dots;
    return take(lx, token, TOKEN_NUMBER, p, q + dots);
}

void lex_next(struct lex *lx, struct token *token) {
    const char *p = lx->text.data + lx->at, *end = lx->text.data + lx->text.size;
    for (;; p = lx->text.data + lx->at) {
        while (p < end && byte_is(*p, BYTE_SPACE))
            p++;
        if (p == end) {
            take(lx, token, TOKEN_END, end, end);
            return;
        }
        if (lx->head && *p != '[' && head(lx, token, p, end))
            return;
        unsigned start = start_of[(unsigned char)*p];
        if ((start == START_LETTER && plain_word(lx, token, p, end)) ||
            (start == START_DIGIT && plain_number(lx, token, p, end)) ||
            read_token_at(lx, token, p, end))
            return;
    }
}
