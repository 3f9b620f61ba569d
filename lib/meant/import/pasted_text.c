/* SPDX-License-Identifier: MIT */
#include "meant/import/pasted_text.h"

#include "core/base/slice.h"
#include "core/base/utf8.h"
#include "core/forms/scan.h"
#include "core/forms/sheet_words.h"
#include "internal/text_out.h"
#include "meant/import/html_entity.h"
#include "meant/sheet/sheet.h"

#include <string.h>
#include <xpgn/sheets.h>

enum {
    LONGEST_LINE = 1 << 20, /* longer lines are read in pieces */
    LONGEST_NAME = 64,      /* of a tag */
    FOLDED = 60             /* a mailer breaks lines that are longer than this */
};

/* ---- characters ------------------------------------------------------------------------------ */

/* A character, literal or as an entity. */
struct sign {
    uint32_t c;
    size_t size; /* in bytes; 0: at the end */
    bool entity;
};

static struct sign sign_at(const char *p, const char *end) {
    struct sign s = {0};
    xpgn_slice rest = {p, (size_t)(end - p)};
    if (p == end)
        return s;
    if (*p == '&')
        s.c = entity_read(rest, &s.size);
    s.entity = s.size > 0;
    if (!s.entity)
        s.size = utf8_read(rest, &s.c);
    return s;
}

/* Maps full-width forms and other strokes to ASCII. */
static uint32_t narrow(uint32_t c) {
    if (c >= 0xFF01 && c <= 0xFF5E)
        return c - 0xFEE0;
    return c == 0x2044 || c == 0x2215 ? '/' : c;
}

/* True for characters without width, or that only allow a line break. */
static bool is_zero_width(uint32_t c) {
    return c == 0xAD || (c >= 0x200B && c <= 0x200F) || (c >= 0x202A && c <= 0x202E) ||
           c == 0x2060 || (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF;
}

bool bytes_zero_width(const char *p, const char *end) {
    return is_zero_width(sign_at(p, end).c);
}

bool bytes_wide(const char *p, const char *end) {
    const uint32_t c = sign_at(p, end).c;
    return narrow(c) != c;
}

static bool is_blank(uint32_t c) {
    return c == ' ' || c == '\t' || c == 0xA0 || (c >= 0x2000 && c <= 0x200A) || c == 0x202F ||
           c == 0x3000 || is_zero_width(c);
}

static const char *skip_blanks(const char *p, const char *end) {
    for (struct sign s; (s = sign_at(p, end)).size > 0 && is_blank(s.c);)
        p += s.size;
    return p;
}

static void put_code_point(xpgn_buffer *out, uint32_t c) {
    char bytes[4];
    xpgn_buffer_put(out, bytes, utf8_put(c, bytes));
}

/* ---- tags ------------------------------------------------------------------------------------ */

/* A line with its signs as the format has them: what is an entity, or of another width, in ASCII.
 */
struct plain_line {
    xpgn_buffer text;
    size_t at;     /* in it */
    const char *p; /* the same place as it was pasted */
};

/* A tag pair in it. */
struct tag_pair {
    xpgn_slice name;
    const char *value, *value_end, *end; /* as it was pasted */
    bool plain;                          /* brackets and quotes are those of the format */
};

/* Writes a sign as it is in such a line; returns its size. */
static size_t plain_sign_of(struct sign s, const char *p, char bytes[4]) {
    uint32_t c = narrow(s.c);
    if (s.entity || c != s.c || (s.size == 1 && c >= 0x80))
        return utf8_put(c < ' ' ? ' ' : c, bytes);
    memcpy(bytes, p, s.size);
    return s.size;
}

static void put_plain(xpgn_buffer *b, const char *p, const char *end) {
    char bytes[4];
    for (struct sign s; (s = sign_at(p, end)).size > 0; p += s.size) {
        size_t size = plain_sign_of(s, p, bytes);
        xpgn_buffer_put(b, bytes, size);
    }
}

/* Where a place of the line is in what was pasted, from a place before it on. False if some sign on
   the way is another. */
static bool pass_to(struct plain_line *l, size_t at, const char *end) {
    bool same = true;
    char bytes[4];
    for (struct sign s; l->at < at && (s = sign_at(l->p, end)).size > 0; l->p += s.size) {
        l->at += plain_sign_of(s, l->p, bytes);
        same = same && !s.entity && narrow(s.c) == s.c;
    }
    return same;
}

/* Reads a tag pair, and passes it. False: there is none that means one thing, or it is in another
   form that needs nothing decoded. */
static bool pair_read(struct plain_line *l, const char *end, struct tag_pair *out) {
    enum { LONGEST_PAIR = 1 << 14 };
    const char *from = l->text.data + l->at;
    size_t room = l->text.size - l->at;
    struct tag_shape tag;
    struct plain_line to = *l;
    if (room == 0 || *from != '[' ||
        !scan_tag(from, from + (room < LONGEST_PAIR ? room : LONGEST_PAIR), &tag) ||
        tag.name.size > LONGEST_NAME || tag.value.data == NULL ||
        (tag.fault != TAG_GOOD && tag.fault != TAG_INSIDE && tag.fault != TAG_QUOTES))
        return false;
    bool signs = pass_to(&to, (size_t)(tag.value.data - l->text.data), end);
    out->name = tag.name;
    out->value = to.p;
    (void)pass_to(&to, to.at + tag.value.size, end);
    out->value_end = to.p;
    signs &= pass_to(&to, (size_t)(tag.end - l->text.data), end);
    out->end = to.p;
    const char open = tag.value.data[-1], close = tag.value.data[tag.value.size];
    out->plain = signs && (tag.fault != TAG_QUOTES ||
                           ((unsigned char)open < 0x80 && (unsigned char)close < 0x80));
    *l = to;
    return true;
}

/* \#, \&: signs that LaTeX needs escaped. */
static bool is_latex(const char *p, const char *end) {
    return *p == '\\' && end - p > 1 && p[1] != '\0' && strchr("#&%_", p[1]) != NULL;
}

/* The size of the ** of bold words in Markdown at p: there are two in the line from `line` on. */
static size_t bold_size(const char *line, const char *p, const char *end) {
    if (*p != '*' || end - p < 2 || p[1] != '*')
        return 0;
    end = scan_line(p, end);
    for (const char *q = line; end - q > 1; q++)
        if (*q == '*' && q[1] == '*') {
            if (q > p + 1 || q + 1 < p)
                return 2;
            q++;
        }
    return 0;
}

bool bytes_bold(const char *p, const char *end) {
    return bold_size(p, p, end) > 0;
}

/* True if a value has no letters, so that full-width digits are digits. */
static bool is_numeric(const struct tag_pair *pair) {
    bool digits = false;
    for (const char *p = pair->value; p < pair->value_end;) {
        struct sign s = sign_at(p, pair->value_end);
        uint32_t c = narrow(s.c);
        digits = digits || (c >= '0' && c <= '9');
        if (c < 0x80 && is_letter((char)c))
            return false;
        if (c >= 0x80 && c != 0xBD && !is_blank(c) && (c < 0x2010 || c > 0x2015) && c != 0x2212)
            return false;
        p += s.size;
    }
    return digits;
}

/* Writes a character of a value: escapes stay, a quote or backslash gets one. */
static const char *value_sign(struct bytes *b, const struct tag_pair *pair, const char *p,
                              bool numeric, xpgn_buffer *out) {
    struct sign s = sign_at(p, pair->value_end), next = sign_at(p + s.size, pair->value_end);
    bool special = s.c == '"' || s.c == '\\';
    if (!s.entity && is_latex(p, pair->value_end)) {
        b->counts[XPGN_DECODED_LATEX]++;
        return p + 1;
    }
    if (s.c == '\\' && (next.c == '"' || next.c == '\\')) {
        xpgn_buffer_char(out, '\\');
        xpgn_buffer_char(out, (char)next.c);
        b->counts[XPGN_DECODED_ENTITIES] += s.entity + next.entity;
        return p + s.size + next.size;
    }
    if (special && (s.entity || !pair->plain))
        xpgn_buffer_char(out, '\\');
    bool wide = numeric && narrow(s.c) != s.c;
    if (wide || s.entity)
        put_code_point(out, s.c < ' ' ? ' ' : wide ? narrow(s.c) : s.c);
    else
        xpgn_buffer_put(out, p, s.size);
    b->counts[XPGN_DECODED_ENTITIES] += s.entity;
    b->counts[XPGN_DECODED_WIDE] += wide;
    return p + s.size;
}

/* Writes the tag pair at p; returns its end. */
static const char *tag_write(struct bytes *b, const char *p, const struct tag_pair *pair,
                             xpgn_buffer *out) {
    bool numeric = is_numeric(pair);
    if (pair->plain) {
        xpgn_buffer_put(out, p, (size_t)(pair->value - p));
    } else {
        xpgn_buffer_printf(out, "[%.*s \"", SLICE(pair->name));
        b->counts[XPGN_DECODED_QUOTES]++;
    }
    for (const char *v = pair->value; v < pair->value_end;)
        v = value_sign(b, pair, v, numeric, out);
    if (pair->plain)
        xpgn_buffer_put(out, pair->value_end, (size_t)(pair->end - pair->value_end));
    else
        xpgn_buffer_text(out, "\"]");
    return pair->end;
}

/* ---- markup of HTML -------------------------------------------------------------------------- */

/* What is written for markup that is left out. */
enum markup { MARKUP_NOTHING, MARKUP_BLANK, MARKUP_STRUCK };

/* The size of the HTML tag at a <, 0 if it is unknown. */
static size_t markup_size(const char *p, const char *end, enum markup *as) {
    static const char *const names[] = {
        "br",    "p",     "div",        "pre",     "tr",      "td",   "th",   "table", "tbody",
        "thead", "tfoot", "li",         "ul",      "ol",      "hr",   "h1",   "h2",    "h3",
        "h4",    "h5",    "blockquote", "section", "article", "dl",   "dt",   "dd",    "center",
        "b",     "i",     "u",          "em",      "strong",  "span", "a",    "tt",    "font",
        "code",  "small", "html",       "body",    "wbr",     "ins",  "mark", "sup",   "sub",
        "nobr",  "kbd",   "samp",       "q",       "cite",    "big",  "del",  "s",     "strike"};
    enum { COUNT = sizeof names / sizeof *names, PARTING = 27, STRUCK = COUNT - 3 };
    const char *q = p + 1 + (end - p > 1 && p[1] == '/');
    char name[12];
    size_t size = 0;
    while (q < end && size + 1 < sizeof name && (is_letter(*q) || (size > 0 && is_digit(*q))))
        name[size++] = to_lower(*q++);
    name[size] = '\0';
    if (size == 0 || q == end || !(*q == '>' || *q == '/' || is_space(*q)))
        return 0;
    while (q < end && *q != '>' && *q != '<')
        q++;
    for (size_t i = 0; q < end && *q == '>' && i < COUNT; i++) {
        *as = i >= STRUCK ? MARKUP_STRUCK : i < PARTING ? MARKUP_BLANK : MARKUP_NOTHING;
        if (strcmp(names[i], name) == 0)
            return (size_t)(q + 1 - p);
    }
    return 0;
}

bool bytes_markup_at(const char *p, const char *end) {
    enum markup as;
    return markup_size(p, end, &as) > 0;
}

/* True for letters of pieces in brackets, which may be dice: <P>, <b>, <BR>, <p,n,k>. */
static bool has_piece_letters(const char *p, const char *end) {
    const char *q = p + 1;
    while (q < end && *q != '\0' && strchr("PNBRQKpnbrqk, ", *q) != NULL)
        q++;
    return q > p + 1 && q < end && *q == '>';
}

/* True directly behind the number of a move, where no paragraph begins. */
static bool is_behind_number(const char *begin, const char *p) {
    while (p > begin && (p[-1] == ' ' || p[-1] == '\t'))
        p--;
    return p - begin > 1 && p[-1] == '.' && (is_digit(p[-2]) || p[-2] == '.');
}

bool bytes_markup(xpgn_slice text) {
    const char *p = text.data, *end = p + text.size;
    bool doubtful = false, dice = false; /* <P> is both */
    for (; p < end && (p = memchr(p, '<', (size_t)(end - p))) != NULL; p++) {
        bool letters = has_piece_letters(p, end), markup = bytes_markup_at(p, end);
        if (markup && !letters)
            return true;
        doubtful |= markup;
        dice |= letters && (!markup || is_behind_number(text.data, p));
    }
    return doubtful && !dice;
}

/* ---- movetext and comments ------------------------------------------------------------------- */

/* Writes a character of a comment, so that the comment does not end early. */
static void comment_sign(struct bytes *b, const char *p, struct sign s, xpgn_buffer *out) {
    bool close = narrow(s.c) == '}' && (*p == '}' || b->by_entity);
    if (b->where == BYTES_COMMENT && close) {
        b->where = BYTES_MOVES;
        b->counts[XPGN_DECODED_ENTITIES] += s.entity;
        xpgn_buffer_char(out, '}');
    } else if (b->where == BYTES_LINE && (*p == '\n' || *p == '\r')) {
        b->where = BYTES_MOVES;
        xpgn_buffer_char(out, *p);
    } else if (s.entity && s.c != '{' && s.c != '}' && s.c >= ' ') {
        b->counts[XPGN_DECODED_ENTITIES]++;
        put_code_point(out, s.c);
    } else {
        xpgn_buffer_put(out, p, s.size);
    }
}

/* A zero-width space separates words only if the one before it is complete. */
static void zero_width(struct bytes *b, xpgn_buffer *out) {
    b->counts[XPGN_DECODED_ZERO_WIDTH]++;
    if (b->last < 0x80 && b->last != 0 && strchr("0123456789+#!?)}*", (char)b->last) != NULL)
        xpgn_buffer_char(out, ' ');
}

static void moves_sign(struct bytes *b, const char *p, struct sign s, xpgn_buffer *out) {
    uint32_t c = narrow(s.c);
    if (is_zero_width(c)) {
        zero_width(b, out);
        return;
    }
    b->counts[XPGN_DECODED_ENTITIES] += s.entity;
    b->counts[XPGN_DECODED_WIDE] += c != s.c;
    if (s.entity || c != s.c)
        put_code_point(out, c);
    else
        xpgn_buffer_put(out, p, s.size);
    if (c == '{' || c == ';') {
        b->where = c == '{' ? BYTES_COMMENT : BYTES_LINE;
        b->by_entity = s.entity || c != s.c;
    }
    b->last = c;
}

/* The size of the dash in the dice 1-1, which would look like a result but cannot be one for two
   seats; 0 if there is none. */
static size_t dash_of_ones(const char *line, const char *p, const char *end) {
    size_t size = p > line && p[-1] == '1' ? scan_dash(p, end) : 0;
    const char *q = p + size + 1;
    if (size == 0 || q > end || q[-1] != '1' ||
        (p - line > 1 && (byte_is(p[-2], BYTE_WORD) || p[-2] == '-' || p[-2] == '/')))
        return 0;
    return q < end && (byte_is(*q, BYTE_WORD) || *q == '/' || scan_dash(q, end) > 0) ? 0 : size;
}

bool bytes_dice_of_ones(xpgn_slice text) {
    const char *begin = text.data, *end = begin + text.size;
    for (const char *p = begin; (p = memchr(p, '-', (size_t)(end - p))) != NULL; p++) {
        if (p == begin || p[-1] != '1')
            continue;
        size_t size = dash_of_ones(begin, p, end);
        const char *next = size > 0 ? scan_blanks(p + size + 1, end) : end;
        if (next < end && byte_is(*next, BYTE_WORD) && *next != '[')
            return true;
    }
    return false;
}

/* The size of a figurine or two-byte letter, which is copied; 0 if it is neither. */
static size_t plain_sign(const char *p, const char *end) {
    unsigned char c = (unsigned char)*p;
    if (end - p >= 3 && c == 0xE2 && (unsigned char)p[1] == 0x99)
        return 3;
    return end - p >= 2 && c >= 0xC3 && c <= 0xDF && ((unsigned char)p[1] & 0xC0) == 0x80 ? 2 : 0;
}

/* The end of the bytes that are copied in this part of the text. */
static size_t same_run(const struct bytes *b, const char *line, const char *p, const char *end) {
    const char *from = p;
    bool moves = b->where == BYTES_MOVES;
    for (; p < end && *p != '&' && *p != '\n' && *p != '\r'; p++) {
        size_t plain = moves && (unsigned char)*p >= 0x80 ? plain_sign(p, end) : 0;
        if (plain > 0) {
            p += plain - 1;
            continue;
        }
        if (moves ? (unsigned char)*p >= 0x80 || *p == '{' || *p == ';' || *p == '<' ||
                        is_latex(p, end) || bold_size(line, p, end) > 0 ||
                        (*p == '-' && dash_of_ones(line, p, end) > 0)
                  : *p == '}' || (b->by_entity && (unsigned char)*p >= 0x80))
            break;
    }
    return (size_t)(p - from);
}

/* Writes the signs that replace markup, or an escape, at p; returns its size. */
static size_t put_markup(struct bytes *b, const char *line, const char *p, const char *end,
                         xpgn_buffer *out) {
    static const char *const signs[] = {
        [MARKUP_NOTHING] = "", [MARKUP_BLANK] = " ", [MARKUP_STRUCK] = "~~"};
    enum markup as = MARKUP_NOTHING;
    const size_t bold = bold_size(line, p, end);
    size_t size = b->pasted.html && *p == '<' ? markup_size(p, end, &as) : bold;
    b->counts[XPGN_DECODED_MARKUP] += size > 0;
    if (size > 0)
        xpgn_buffer_text(out, signs[as]);
    if (size == 0 && is_latex(p, end)) {
        b->counts[XPGN_DECODED_LATEX]++;
        size = 1;
    }
    return size;
}

static void moves_write(struct bytes *b, const char *p, const char *end, xpgn_buffer *out) {
    const char *line = p;
    b->last = 0;
    while (p < end) {
        size_t markup = 0, same = same_run(b, line, p, end);
        size_t dash = b->where == BYTES_MOVES ? dash_of_ones(line, p, end) : 0;
        if (same > 0) {
            xpgn_buffer_put(out, p, same);
            p += same;
            b->last = (unsigned char)p[-1];
            continue;
        }
        if (dash > 0) {
            xpgn_buffer_char(out, ':');
            p += dash;
            continue;
        }
        if (b->where == BYTES_MOVES)
            markup = put_markup(b, line, p, end, out);
        if (markup > 0) {
            p += markup;
            continue;
        }
        struct sign s = sign_at(p, end);
        if (b->where == BYTES_MOVES)
            moves_sign(b, p, s, out);
        else
            comment_sign(b, p, s, out);
        p += s.size;
    }
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* True for the | of a quoted line; a row of a table has more of them. */
static bool is_quoting_bar(const char *p, const char *end) {
    return p < end && *p == '|' &&
           (p + 1 == end || memchr(p + 1, '|', (size_t)(scan_line(p, end) - p) - 1) == NULL);
}

static const char *past_digits(const char *p, const char *end, const char *signs) {
    while (p < end && *p != '\0' && (is_digit(*p) || strchr(signs, *p) != NULL))
        p++;
    return p;
}

/* Passes AM or PM, behind a blank of any width. */
static const char *past_half_day(const char *p, const char *end) {
    const char *q = skip_blanks(p, end);
    const bool is = end - q > 1 && strchr("aApP", *q) != NULL && (q[1] == 'M' || q[1] == 'm');
    return is ? q + 2 : p;
}

/* Passes the stamp of a message: [28.11.26, 19:42] Anna: or 11/28/26, 7:42 PM - Anna: */
static const char *past_stamp(const char *p, const char *end) {
    const bool bracket = p < end && *p == '[';
    const char *q = past_digits(p + bracket, end, "./-"), *line = scan_line(p, end);
    if (q - p < 6 || q == end || *q != ',')
        return p;
    const char *hour = scan_blanks(q + 1, line);
    q = past_digits(hour, line, ":");
    const bool timed = q > hour && is_digit(q[-1]);
    q = past_half_day(q, line);
    q = bracket ? q : scan_blanks(q, line);
    const size_t sign = q == line || !timed ? 0 : bracket ? *q == ']' : scan_dash(q, line);
    const char *colon = sign > 0 ? memchr(q, ':', (size_t)(line - q)) : NULL;
    return colon != NULL ? scan_blanks(colon + 1, line) : p;
}

xpgn_slice bytes_unquoted(xpgn_slice line) {
    const char *p = line.data, *end = p + line.size;
    for (;;) {
        const char *q = p;
        while (q < end && (*q == ' ' || *q == '\t'))
            q++;
        struct sign s = sign_at(q, end);
        if (s.c != '>' && !is_quoting_bar(q, end))
            break;
        p = q + s.size;
        if (p < end && *p == ' ')
            p++;
    }
    return (xpgn_slice){p, (size_t)(end - p)};
}

char bytes_fence(xpgn_slice line, size_t *size) {
    size_t at = 0;
    while (at < line.size && at < 4 && line.data[at] == ' ')
        at++;
    char sign = at < line.size ? line.data[at] : '\0';
    for (*size = 0; at < line.size && line.data[at] == sign; at++)
        ++*size;
    bool again = memchr(line.data + at, sign, line.size - at) != NULL;
    return (sign == '`' || sign == '~') && *size >= 3 && !again ? sign : '\0';
}

bool bytes_record(xpgn_slice line) {
    const char *p = line.data, *end = p + line.size;
    while (p < end && (*p == ' ' || *p == '\t'))
        p++;
    if (p == end)
        return false;
    if (*p == '[' || *p == '{' || *p == '%' || (unsigned char)*p == 0xEF)
        return true;
    const char *number = p;
    p = scan_digits(p, end);
    return p > number && p < end && *p == '.';
}

/* Leaves out a line except its end, so that later line numbers are those of the file. */
static void leave_out(struct bytes *b, const char *p, const char *end, xpgn_buffer *out) {
    xpgn_slice line = bytes_unquoted(slice_given((xpgn_slice){p, (size_t)(end - p)}));
    b->counts[XPGN_DECODED_LEFT_OUT] += !slice_is_blank(line);
    p = scan_line(p, end);
    xpgn_buffer_put(out, p, (size_t)(end - p));
}

/* Skips quotation marks of mail. NULL if the line does not belong to a record. */
static const char *unquote(struct bytes *b, const char *p, const char *end) {
    if (b->where == BYTES_COMMENT && !b->quoted && !b->pasted.mail)
        return p;
    const char *after = bytes_unquoted((xpgn_slice){p, (size_t)(end - p)}).data;
    after = past_stamp(after, end);
    bool was = b->quoted;
    b->quoted = after > p;
    b->counts[XPGN_DECODED_MAIL] += b->quoted;
    if (b->quoted || !b->pasted.mail) {
        b->folds = utf8_count((xpgn_slice){p, (size_t)(end - p)}) >= FOLDED;
        return after;
    }
    return was && b->folds && !slice_is_blank((xpgn_slice){p, (size_t)(end - p)}) ? p : NULL;
}

/* Does the line end with the result of a game? */
static bool ends_game(const char *p, const char *end) {
    end = p + slice_trim((xpgn_slice){p, (size_t)(end - p)}, " \t\r\n").size;
    const char *word = end;
    while (word > p && !is_space(word[-1]))
        word--;
    return word < end && scan_result(word, end) == (size_t)(end - word);
}

/* In a mail: true if the line is text around records. */
static bool is_talk(struct bytes *b, const char *p, const char *end) {
    if (!b->pasted.mail || b->pasted.fence)
        return false;
    bool heading = b->quoted && sheet_has_heading(scan_blanks(p, end), end);
    b->headed |= heading && !b->parted;
    b->within = b->within || heading || bytes_record((xpgn_slice){p, (size_t)(end - p)});
    return !b->within;
}

static void moves_write(struct bytes *b, const char *p, const char *end, xpgn_buffer *out);

/* Writes the paragraph that was quoted above, with names or a date, as part of the record that
   begins now; another one is left out. */
static void put_above(struct bytes *b, bool record, xpgn_buffer *out) {
    const xpgn_slice above = slice_given((xpgn_slice){b->above.data, b->above.size});
    const char *end = above.data + above.size;
    for (const char *p = above.data, *next; p < end; p = next) {
        next = scan_line_end(scan_line(p, end), end);
        if (record && b->headed)
            moves_write(b, p, next, out);
        else
            leave_out(b, p, next, out);
    }
    xpgn_buffer_clear(&b->above);
    b->headed = b->parted = false;
}

/* Text around records, of which the last paragraph that is quoted may belong to the next one. */
static void pass_talk(struct bytes *b, const char *line, const char *p, const char *end,
                      xpgn_buffer *out) {
    bool blank = slice_is_blank((xpgn_slice){p, (size_t)(end - p)});
    if (!blank && b->parted)
        put_above(b, false, out);
    if (blank && b->above.size == 0) {
        leave_out(b, line, end, out);
        return;
    }
    b->parted = blank;
    b->headed |= !blank && sheet_has_names(scan_blanks(p, end), end);
    xpgn_buffer_put(&b->above, p, (size_t)(end - p));
    out->failed |= b->above.failed;
}

/* Keeps a line above a quotation that names the players, and blank lines behind it, for the record
   that is quoted. False: it is none. */
static bool pass_caption(struct bytes *b, const char *p, const char *end, xpgn_buffer *out) {
    struct sheet_phrase side;
    const char *from = scan_blanks(p, end);
    const bool blank = slice_is_blank((xpgn_slice){p, (size_t)(end - p)});
    const bool named =
        !blank && (sheet_has_names(from, end) || (sheet_phrase_of(from, end, SHEET_SIDES, &side) &&
                                                  sheet_has_heading(from, end)));
    if (!b->pasted.mail || b->pasted.fence || b->within || (blank ? !b->headed : !named))
        return false;
    pass_talk(b, p, p, end, out);
    b->headed |= named;
    return true;
}

/* True if the line is a fence, or outside of all fences. */
static bool is_fence(struct bytes *b, const char *p, const char *end) {
    size_t size;
    xpgn_slice line = slice_trim((xpgn_slice){p, (size_t)(end - p)}, " \t\r\n");
    char sign = bytes_fence(line, &size);
    bool closing = b->fence == 0 || (size >= b->fence_size && line.data[line.size - 1] == sign);
    if (sign == '\0' || (b->fence != 0 && sign != b->fence) || !closing)
        return false;
    b->counts[XPGN_DECODED_FENCES] += b->fence == 0;
    b->fence = b->fence == 0 ? sign : '\0';
    b->fence_size = size;
    b->where = BYTES_MOVES;
    return true;
}

/* Skips blanks and markup; `out` NULL: without writing. */
static const char *pass_gap(struct bytes *b, const char *p, const char *end, xpgn_buffer *out) {
    enum markup as;
    for (;;) {
        const char *q = skip_blanks(p, end);
        size_t size = b->pasted.html && q < end && *q == '<' ? markup_size(q, end, &as) : 0;
        if (out != NULL) {
            xpgn_buffer_put(out, p, (size_t)(q - p));
            b->counts[XPGN_DECODED_MARKUP] += size > 0;
        }
        if (size == 0)
            return q;
        p = q + size;
    }
}

/* Writes the tag pairs with which a line begins; returns what follows. */
static const char *tags_write(struct bytes *b, const char *p, const char *end, xpgn_buffer *out) {
    struct tag_pair pair;
    const char *first = pass_gap(b, p, end, NULL);
    if ((b->where == BYTES_COMMENT && !b->empty) || narrow(sign_at(first, end).c) != '[')
        return p;
    struct plain_line line = {.p = p};
    put_plain(&line.text, p, end);
    for (;;) {
        const char *from = pass_gap(b, p, end, NULL);
        while (line.p < from)
            (void)pass_to(&line, line.at + 1, end);
        if (line.text.failed || !pair_read(&line, end, &pair))
            break;
        (void)pass_gap(b, p, end, out);
        p = tag_write(b, from, &pair, out);
        b->where = BYTES_MOVES;
    }
    out->failed |= line.text.failed;
    xpgn_buffer_free(&line.text);
    return p;
}

/* Writes what a line begins with; returns what is left of it, NULL: nothing. */
static const char *line_begin(struct bytes *b, const char *line, const char *end,
                              xpgn_buffer *out) {
    const char *p = unquote(b, line, end);
    bool fence = p != NULL && b->pasted.fence && is_fence(b, p, end);
    if (p == NULL && pass_caption(b, line, end, out))
        return NULL;
    if (p == NULL || (b->pasted.fence && b->fence == 0 && !fence)) {
        put_above(b, false, out);
        leave_out(b, line, end, out);
        return NULL;
    }
    if (is_talk(b, p, end)) {
        pass_talk(b, line, p, end, out);
        return NULL;
    }
    put_above(b, true, out);
    if (fence || (p < end && *p == '%' && b->where == BYTES_MOVES)) {
        p = fence ? scan_line(p, end) : p;
        xpgn_buffer_put(out, p, (size_t)(end - p));
        return NULL;
    }
    const char *after = tags_write(b, p, end, out);
    b->empty = slice_is_blank((xpgn_slice){p, (size_t)(end - p)});
    return after;
}

/* Writes a line, or a piece of a long one. */
static void line_write(struct bytes *b, const char *line, const char *end, xpgn_buffer *out) {
    bool begins = !b->inside;
    b->inside = end == line || !byte_is(end[-1], BYTE_LINE);
    const char *p = begins ? line_begin(b, line, end, out) : line;
    if (p == NULL)
        return;
    moves_write(b, p, end, out);
    if (b->pasted.mail && b->where == BYTES_MOVES && ends_game(p, end))
        b->within = false;
}

/* ---- what is plain --------------------------------------------------------------------------- */

/* The next places that need attention: non-ASCII, an &, a > that begins a line, and 1-1. */
struct odd {
    const char *high, *entity, *quote, *bar, *stamp, *ones, *latex, *bold;
};

/* The first > or | at the beginning of a line, blanks aside. */
static const char *find_quote(const char *begin, const char *p, const char *end, char sign) {
    for (; (p = memchr(p, sign, (size_t)(end - p))) != NULL; p++) {
        const char *q = p;
        while (q > begin && (q[-1] == ' ' || q[-1] == '\t'))
            q--;
        if ((q == begin || byte_is(q[-1], BYTE_LINE)) && (sign != '|' || is_quoting_bar(p, end)))
            return p;
    }
    return end;
}

const char *bytes_find_stamp(const char *begin, const char *p, const char *end) {
    for (; (p = memchr(p, ',', (size_t)(end - p))) != NULL; p++) {
        const char *line = p;
        if (end - p < 2 || p[1] != ' ') /* as the commas of rolls */
            continue;
        while (line > begin &&
               (is_digit(line[-1]) || line[-1] == '.' || line[-1] == '/' || line[-1] == '-'))
            line--;
        line -= line > begin && line[-1] == '[';
        if ((line == begin || byte_is(line[-1], BYTE_LINE)) && past_stamp(line, end) > line)
            return line;
    }
    return end;
}

/* The first dash between two ones. */
static const char *find_ones(const char *begin, const char *p, const char *end) {
    while ((p = memchr(p, '-', (size_t)(end - p))) != NULL && dash_of_ones(begin, p, end) == 0)
        p++;
    return p != NULL ? p : end;
}

/* The first sign from p on that is one of these. */
static const char *find_sign(char sign, bool (*is)(const char *p, const char *end), const char *p,
                             const char *end) {
    while ((p = memchr(p, sign, (size_t)(end - p))) != NULL && !is(p, end))
        p++;
    return p != NULL ? p : end;
}

/* The first of them from p on. */
static const char *find_odd(struct odd *odd, const char *begin, const char *p, const char *end) {
    size_t size = (size_t)(end - p);
    if (odd->high < p)
        odd->high = p + utf8_ascii_run(p, size);
    if (odd->entity < p && (odd->entity = memchr(p, '&', size)) == NULL)
        odd->entity = end;
    if (odd->quote < p)
        odd->quote = find_quote(begin, p, end, '>');
    if (odd->bar < p)
        odd->bar = find_quote(begin, p, end, '|');
    if (odd->stamp < p)
        odd->stamp = bytes_find_stamp(begin, p, end);
    if (odd->ones < p)
        odd->ones = find_ones(begin, p, end);
    if (odd->latex < p)
        odd->latex = find_sign('\\', is_latex, p, end);
    if (odd->bold < p)
        odd->bold = find_sign('*', bytes_bold, p, end);
    const char *first = odd->high < odd->entity ? odd->high : odd->entity;
    first = first < odd->quote ? first : odd->quote;
    first = first < odd->bar ? first : odd->bar;
    first = first < odd->stamp ? first : odd->stamp;
    first = first < odd->latex ? first : odd->latex;
    first = first < odd->bold ? first : odd->bold;
    return first < odd->ones ? first : odd->ones;
}

/* Skips a plain line, tracking only where comments begin and end. */
static void track_line(struct bytes *b, const char *p, const char *end) {
    if (b->where != BYTES_COMMENT && (*p == '%' || *p == '['))
        return;
    while (p < end) {
        const char *to = memchr(p, b->where == BYTES_COMMENT ? '}' : '{', (size_t)(end - p));
        if (to == NULL)
            return;
        if (b->where != BYTES_COMMENT && memchr(p, ';', (size_t)(to - p)) != NULL)
            return;
        b->where = b->where == BYTES_COMMENT ? BYTES_MOVES : BYTES_COMMENT;
        b->by_entity = false;
        p = to + 1;
    }
}

/* Passes plain lines. */
static void track(struct bytes *b, const char *p, const char *end) {
    bool comments = b->where == BYTES_COMMENT || memchr(p, '{', (size_t)(end - p)) != NULL;
    const char *line = p;
    b->quoted = false;
    for (const char *next; comments && line < end; line = next) {
        next = scan_line_end(scan_line(line, end), end);
        track_line(b, line, next);
    }
    line = end - (end - p > 1 && end[-1] == '\n' && end[-2] == '\r') - 1;
    while (line > p && is_space(line[-1]) && !byte_is(line[-1], BYTE_LINE))
        line--;
    b->empty = line == p || byte_is(line[-1], BYTE_LINE);
}

/* ---- pieces ---------------------------------------------------------------------------------- */

void bytes_begin(struct bytes *b, struct pasted pasted, uint64_t *counts) {
    xpgn_buffer held = b->held, above = b->above;
    xpgn_buffer_clear(&held);
    xpgn_buffer_clear(&above);
    *b = (struct bytes){.pasted = pasted, .counts = counts, .held = held, .above = above};
}

void bytes_free(struct bytes *b) {
    xpgn_buffer_free(&b->held);
    xpgn_buffer_free(&b->above);
}

/* Writes all whole lines; returns what is left. */
static const char *lines_write(struct bytes *b, const char *begin, const char *end,
                               xpgn_buffer *out) {
    bool all = b->pasted.mail || b->pasted.fence || b->pasted.html;
    const char *p = begin, *stop = end;
    struct odd odd = {.entity = NULL};
    while (stop > begin && (!byte_is(stop[-1], BYTE_LINE) || (stop == end && stop[-1] == '\r')))
        stop--;
    while (p < stop) {
        const char *line = all || b->inside ? p : find_odd(&odd, begin, p, stop);
        while (line < stop && line > p && !byte_is(line[-1], BYTE_LINE))
            line--;
        if (line > p) {
            track(b, p, line);
            xpgn_buffer_put(out, p, (size_t)(line - p));
        }
        p = line < stop ? scan_line_end(scan_line(line, end), end) : line;
        if (line < stop)
            line_write(b, line, p, out);
    }
    return p;
}

/* Writes an incomplete line, up to its last space. */
static void piece_write(struct bytes *b, bool last, xpgn_buffer *out) {
    size_t size = b->held.size;
    while (!last && size > 0 && b->held.data[size - 1] != ' ')
        size--;
    size = size == 0 ? b->held.size : size;
    if (size == 0)
        return;
    line_write(b, b->held.data, b->held.data + size, out);
    b->held.size -= size;
    memmove(b->held.data, b->held.data + size, b->held.size);
}

/* Writes the whole lines of what is held. */
static void held_write(struct bytes *b, xpgn_buffer *out) {
    const char *held = b->held.data, *end = held + b->held.size;
    size_t left = b->held.size > 0 ? (size_t)(end - lines_write(b, held, end, out)) : 0;
    if (left > 0)
        memmove(b->held.data, end - left, left);
    b->held.size = left;
}

void bytes_put(struct bytes *b, xpgn_slice bytes, bool last, xpgn_buffer *out) {
    const char *p = bytes.data, *end = p + bytes.size;
    while (b->held.size > 0 && p < end && !b->held.failed) {
        const char *line = scan_line_end(scan_line(p, end), end);
        xpgn_buffer_put(&b->held, p, (size_t)(line - p));
        p = line;
        held_write(b, out);
    }
    if (p < end && !b->held.failed) {
        p = lines_write(b, p, end, out);
        xpgn_buffer_put(&b->held, p, (size_t)(end - p));
    }
    while (b->held.size > LONGEST_LINE)
        piece_write(b, false, out);
    if (last) {
        piece_write(b, true, out);
        put_above(b, false, out);
    }
    out->failed |= b->held.failed;
}

/* True if a line begins or ends a fence; *fence: the character of the one it is in. */
static bool is_edge(xpgn_slice line, char *fence) {
    size_t size;
    char sign = bytes_fence(slice_trim(line, " \t"), &size);
    bool edge = sign != '\0' && (*fence == '\0' || sign == *fence);
    *fence = !edge ? *fence : *fence == '\0' ? sign : '\0';
    return edge;
}

static size_t count_fences(const char *p, const char *end) {
    char fence = '\0';
    size_t fences = 0;
    for (const char *stop; p < end; p = scan_line_end(stop, end)) {
        stop = scan_line(p, end);
        xpgn_slice body = bytes_unquoted((xpgn_slice){p, (size_t)(stop - p)});
        fences += is_edge(body, &fence) && fence != '\0';
    }
    return fences;
}

bool bytes_unwrap(xpgn_slice text, xpgn_buffer *out, uint64_t *counts) {
    const char *end = text.data + text.size;
    const size_t fences = count_fences(text.data, end);
    char fence = '\0';
    counts[XPGN_DECODED_FENCES] += fences;
    for (const char *p = text.data, *stop, *next; p < end; p = next) {
        stop = scan_line(p, end);
        next = scan_line_end(stop, end);
        xpgn_slice body = bytes_unquoted((xpgn_slice){p, (size_t)(stop - p)});
        bool edge = is_edge(body, &fence), quoted = body.data > p;
        bool inside = !edge && (fences > 0 ? fence != '\0' : quoted);
        counts[XPGN_DECODED_MAIL] += quoted;
        counts[XPGN_DECODED_LEFT_OUT] += !inside && !edge && !slice_is_blank(body);
        if (inside)
            xpgn_buffer_slice(out, body);
        xpgn_buffer_put(out, stop, (size_t)(next - stop));
    }
    return fences + counts[XPGN_DECODED_MAIL] > 0;
}
