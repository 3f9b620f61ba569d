/* SPDX-License-Identifier: MIT */
#include "core/forms/scan.h"

#include "core/forms/tagname.h"
#include "core/text/span.h"

/* clang-format off */
/* Derived from the comments in scan.h; the unit test of the lexer checks each class against its
   list. */
const uint16_t scan_class[256] = {
    0x000, 0x000, 0x000, 0x000, 0x000, 0x000, 0x000, 0x000,
    0x000, 0x481, 0x4e3, 0x481, 0x481, 0x4e3, 0x000, 0x000,
    0x000, 0x000, 0x000, 0x000, 0x000, 0x000, 0x000, 0x000,
    0x000, 0x000, 0x000, 0x000, 0x000, 0x000, 0x000, 0x000,
    0x481, 0xc00, 0x020, 0xd00, 0x880, 0x800, 0x800, 0x800,
    0xcc0, 0xcc0, 0xc40, 0xf00, 0xa00, 0x950, 0xc00, 0x850,
    0xb14, 0xb14, 0xb14, 0xb14, 0xb14, 0xb14, 0xb14, 0xb14,
    0xb14, 0xb14, 0xb00, 0x8c0, 0x8c0, 0xb10, 0xc80, 0xc00,
    0xa10, 0x918, 0x918, 0x918, 0x918, 0x918, 0x918, 0x918,
    0x918, 0x918, 0x918, 0x918, 0x918, 0x918, 0x918, 0x918,
    0x918, 0x918, 0x918, 0x918, 0x918, 0x918, 0x918, 0x918,
    0x918, 0x918, 0x918, 0x080, 0x820, 0x400, 0x800, 0x900,
    0x800, 0xb18, 0xb18, 0xb18, 0xb18, 0xb18, 0xb18, 0xb18,
    0xb18, 0xb18, 0xb18, 0xb18, 0xb18, 0x918, 0x918, 0x918,
    0x918, 0x918, 0x918, 0x918, 0x918, 0x918, 0x918, 0xb18,
    0xb18, 0x918, 0x918, 0x8c0, 0x800, 0x480, 0x800, 0x000,
    0x440, 0x440, 0x440, 0x440, 0x440, 0x440, 0x440, 0x440,
    0x440, 0x440, 0x440, 0x440, 0x440, 0x440, 0x440, 0x440,
    0x440, 0x440, 0x440, 0x440, 0x440, 0x440, 0x440, 0x440,
    0x440, 0x440, 0x440, 0x440, 0x440, 0x440, 0x440, 0x440,
    0x440, 0x440, 0x440, 0x440, 0x440, 0x440, 0x440, 0x440,
    0x440, 0x440, 0x440, 0x440, 0x440, 0x440, 0x440, 0x440,
    0x440, 0x440, 0x440, 0x440, 0x440, 0x440, 0x440, 0x440,
    0x440, 0x440, 0x440, 0x440, 0x440, 0x440, 0x440, 0x440,
    0x440, 0x440, 0x440, 0x440, 0x440, 0x440, 0x440, 0x440,
    0x440, 0x440, 0x440, 0x440, 0x440, 0x440, 0x440, 0x440,
    0x440, 0x440, 0x440, 0x440, 0x440, 0x440, 0x440, 0x440,
    0x440, 0x440, 0x440, 0x440, 0x440, 0x440, 0x440, 0x440,
    0x440, 0x440, 0x440, 0x440, 0x440, 0x440, 0x440, 0x440,
    0x440, 0x440, 0x440, 0x440, 0x440, 0x440, 0x440, 0x440,
    0x440, 0x440, 0x440, 0x440, 0x440, 0x440, 0x440, 0x440,
    0x440, 0x440, 0x440, 0x440, 0x440, 0x440, 0x440, 0x440,
};
/* clang-format on */

static bool begins_with(const char *p, const char *end, const char *bytes, size_t size) {
    return (size_t)(end - p) >= size && memcmp(p, bytes, size) == 0;
}

/* U+2000..U+200F, U+2028, U+2029, U+202F, U+2060: spaces of all widths, joiners, direction marks.
 */
static size_t general_space(const char *p, const char *end) {
    if (end - p < 3)
        return 0;
    unsigned second = (unsigned char)p[1], third = (unsigned char)p[2];
    bool space =
        (second == 0x80 && (third <= 0x8F || third == 0xA8 || third == 0xA9 || third == 0xAF)) ||
        (second == 0x81 && third == 0xA0);
    return space ? 3 : 0;
}

size_t scan_wide_space_slow(const char *p, const char *end) {
    switch ((unsigned char)*p) {
    case 0xA0: /* Latin-1 */
        return 1;
    case 0xC2:
        return begins_with(p, end, "\xC2\xA0", 2) ? 2 : 0;
    case 0xE2:
        return general_space(p, end);
    case 0xE3:
        return begins_with(p, end, "\xE3\x80\x80", 3) ? 3 : 0;
    case 0xEF:
        return begins_with(p, end, "\xEF\xBB\xBF", 3) ? 3 : 0;
    default:
        return 0;
    }
}

/* Passes blanks of any kind, and line ends if `lines`. */
ALWAYS_INLINE const char *pass_spaces(const char *p, const char *end, bool lines) {
    for (;;) {
        while (p < end && byte_is(*p, BYTE_SPACE) && (lines || !byte_is(*p, BYTE_LINE)))
            p++;
        size_t wide = scan_wide_space(p, end);
        if (wide == 0)
            return p;
        p += wide;
    }
}

const char *scan_white(const char *p, const char *end) {
    return pass_spaces(p, end, true);
}

const char *scan_blanks_slow(const char *p, const char *end) {
    return pass_spaces(p, end, false);
}

const char *scan_line(const char *p, const char *end) {
    return span_line(p, end);
}

const char *scan_line_end(const char *p, const char *end) {
    if (p < end && *p == '\r')
        return p + 1 < end && p[1] == '\n' ? p + 2 : p + 1;
    return p < end && *p == '\n' ? p + 1 : p;
}

size_t scan_dash_slow(const char *p, const char *end) {
    unsigned first = (unsigned char)*p;
    if (first == 0x96 || first == 0x97) /* Windows-1252 */
        return 1;
    if (first != 0xE2 || end - p < 3)
        return 0;
    unsigned second = (unsigned char)p[1], third = (unsigned char)p[2];
    bool dash = (second == 0x80 && third >= 0x90 && third <= 0x95) ||
                (second == 0x88 && third == 0x92); /* U+2010..U+2015, U+2212 */
    return dash ? 3 : 0;
}

/* ---- results --------------------------------------------------------------------------------- */

/* Reads one part of a result: returns its size (0: none) and its score in twelfths. */
static size_t score_part(const char *p, const char *end, uint8_t *score) {
    size_t room = (size_t)(end - p);
    if (room >= 3 && p[0] == '1' && p[1] == '/' && p[2] >= '2' && p[2] <= '4') {
        *score = (uint8_t)(12 / (p[2] - '0'));
        return 3;
    }
    bool half = room >= 2 && p[0] == '\xC2' && p[1] == '\xBD';
    if (room == 0 || !(half || *p == '0' || *p == '1' || *p == '\xBD'))
        return 0;
    *score = *p == '0' ? 0 : *p == '1' ? 12 : 6;
    return half ? 2 : 1;
}

unsigned scan_scores(const char *p, const char *end, uint8_t score[4], const char **after) {
    unsigned count = 0;
    size_t size = score_part(p, end, &score[0]);
    while (size > 0) {
        p += size;
        count++;
        *after = p;
        size_t dash = scan_dash(p, end);
        size = count == 4 || dash == 0 ? 0 : score_part(p + dash, end, &score[count]);
        p += dash;
    }
    if (count != 1)
        return count;
    score[1] = 6;
    return score[0] == 6 ? 2 : 0;
}

/* True if a result may end at p: not before the rest of one, as in 1/2:1/2 and 1/2 - 0. */
static bool ends_result(const char *p, const char *end) {
    uint8_t score;
    const char *q = p == end || byte_is(*p, BYTE_LINE) ? p : scan_blanks(p, end);
    if (q == end || byte_is(*q, BYTE_LINE))
        return true;
    size_t sign = *q == ':' ? 1 : scan_dash(q, end);
    bool rest = sign > 0 && score_part(scan_blanks(q + sign, end), end, &score) > 0;
    return !rest && (q > p || (sign == 0 && !byte_is(*p, BYTE_WORD)));
}

/* True if a lone half at p is no result: another one is behind it, 1/2 1/2, or it is a draw that is
   offered, 1/2? */
static bool is_no_half(const char *p, const char *after, const char *end) {
    uint8_t first, second;
    const char *q = scan_blanks(after, end);
    const bool lone = score_part(p, end, &first) == (size_t)(after - p) && first == 6;
    const bool two = q > after && score_part(q, end, &second) > 0 && second == 6;
    return lone && (two || (after < end && (*after == '?' || *after == '!')));
}

size_t scan_result(const char *p, const char *end) {
    if (p < end && *p == '*')
        return 1;
    size_t chess = scan_chess_result(p, (size_t)(end - p));
    if (chess > 0 && ends_result(p + chess, end))
        return chess;
    uint8_t score[4];
    const char *after = p;
    unsigned count = scan_scores(p, end, score, &after);
    if (count != 2 && count != 4)
        return 0;
    if (count == 2 && score[0] == 0 && score[1] == 0)
        return 0;
    return ends_result(after, end) && !is_no_half(p, after, end) ? (size_t)(after - p) : 0;
}

bool scan_only_comments(const char *p, const char *end) {
    while ((p = scan_white(p, end)) < end) {
        const char *close = *p == '{' ? memchr(p, '}', (size_t)(end - p)) : NULL;
        if (*p != ';' && close == NULL)
            return false;
        p = *p == ';' ? scan_line(p, end) : close + 1;
    }
    return true;
}

bool scan_star_inside(const char *start, const char *p, const char *end) {
    return p > start && byte_is(p[-1], BYTE_WORD) && p + 1 < end && byte_is(p[1], BYTE_LETTER);
}

/* True if a half-move is at p, or the number of a row that begins no game; any number if `first`.
 */
static bool row_goes_on(const char *p, const char *end, bool first) {
    const char *q = scan_digits(p, end);
    if (q > p)
        return q < end && *q == '.' && (first || q > p + 1 || *p != '1');
    while (q < end && byte_is(*q, BYTE_WORD))
        q++;
    if (!first && end - p > 3 && (memcmp(p, "O-O", 3) == 0 || memcmp(p, "0-0", 3) == 0))
        return true;
    q -= q > p && (q[-1] == '+' || q[-1] == '#');
    return !first && q - p >= 2 && is_file(q[-2]) && is_digit(q[-1]);
}

/* True for a star around a word at the beginning of a line: *White:* Huber. */
static bool is_emphasis(const char *start, const char *p, const char *end) {
    const bool line = p == start || byte_is(p[-1], BYTE_LINE);
    const char *next = p + (end - p > 1);
    return line ? byte_is(*next, BYTE_LETTER) || scan_chess_result(next, (size_t)(end - next)) > 0
                : p[-1] == ':';
}

bool scan_star_goes_on(const char *start, const char *p, const char *end) {
    enum { SEVERAL = 3 };
    const char *first = p, *last = p + 1;
    while (first > start && first[-1] == '*')
        first--;
    while (last < end && *last == '*')
        last++;
    const bool before = first > start, line = !before || byte_is(first[-1], BYTE_LINE);
    const bool slash = (before && first[-1] == '/') || (last < end && *last == '/');
    const char *next = scan_blanks(last, end);
    if (last - first >= SEVERAL || slash || is_emphasis(start, p, end))
        return true; /* *** and C's comments */
    const bool apart = first - start > 1 && first[-1] == ' ';
    if (next < end && byte_is(*next, BYTE_LINE) && before &&
        byte_is(first[-1 - apart], BYTE_WORD)) {
        next = scan_line_end(next, end); /* 8... Ba6* 9. cxd5, 8... Ba6 * 9. cxd5 */
        return next < end && is_digit(*next) && row_goes_on(next, end, false);
    }
    const bool around = next == last && before && first[-1] == ' '; /* e5 *Nf3* */
    return (next > last || around) && row_goes_on(next, end, line);
}

bool scan_star_ends(const char *start, const char *p, const char *end) {
    if (!scan_star_goes_on(start, p, end)) /* as nearly all do */
        return true;
    const char *q = p - start > SCAN_AHEAD ? p - SCAN_AHEAD : start;
    const bool bullet = p == start || byte_is(p[-1], BYTE_LINE);
    while (q + 1 < p && !(is_digit(*q) && q[1] == '.'))
        q++;
    const bool numbered = q + 1 < p, many = end - p > 1 && p[1] == '*';
    return !(numbered || (bullet && !many) || is_emphasis(start, p, end));
}

/* ---- rolls ----------------------------------------------------------------------------------- */

/* Skips white space in a roll if its > or another exchange follows; else NULL. */
static const char *roll_goes_on(const char *p, const char *end, bool *cut) {
    p = scan_white(p, end);
    bool colon = false;
    const char *q = p;
    for (; q < end && (byte_is(*q, BYTE_ROLL) || *q == '-'); q++)
        colon = colon || *q == ':';
    *cut = q == end;
    if (q == end || (q > p && !colon) || (*q != '>' && !byte_is(*q, BYTE_SPACE)))
        return NULL;
    return q;
}

size_t scan_roll(const char *p, const char *end, bool *cut) {
    const char *q = p + 1 < end && is_digit(p[1]) ? p + 1 : scan_white(p + 1, end);
    *cut = false;
    while (q && (q = span_roll(q, end)) < end) {
        if (*q == '>')
            return (size_t)(q + 1 - p);
        if (*q == '<' || *q == '{' || *q == '}')
            return 0;
        q = byte_is(*q, BYTE_SPACE) ? roll_goes_on(q, end, cut) : q + 1;
    }
    *cut = *cut || q == end;
    return 0;
}

size_t scan_arrow(const char *p, const char *end) {
    if (p == end || (*p != '-' && *p != '=' && *p != '\xE2'))
        return 0;
    if (end - p >= 3 && memcmp(p, "\xE2\x86\x92", 3) == 0)
        return 3;
    return end - p >= 2 && p[1] == '>' && *p != '\xE2' ? 2 : 0;
}

/* ---- tag pairs ------------------------------------------------------------------------------- */

/* Size of a quote at p that is not "; 0 if there is none. */
static size_t other_quote(const char *p, const char *end) {
    size_t room = (size_t)(end - p);
    if (room == 0 || *p == '"')
        return 0;
    if (*p == '\'' || *p == '`')
        return 1;
    if (room >= 2 && *p == '\xC2' && (p[1] == '\xAB' || p[1] == '\xBB' || p[1] == '\xB4'))
        return 2; /* U+00AB, U+00BB, U+00B4 */
    bool high = room >= 3 && *p == '\xE2' && p[1] == '\x80';
    return high && ((p[2] >= '\x98' && p[2] <= '\x9F') || p[2] == '\xB9' || p[2] == '\xBA') ? 3 : 0;
}

/* Size of a quote of any kind at p, or of '' for "; 0 if there is none. */
static size_t any_quote(const char *p, const char *end) {
    if (p < end && *p == '"')
        return 1;
    size_t size = other_quote(p, end);
    return size == 1 && end - p >= 2 && p[1] == *p ? 2 : size;
}

/* Shortens a value by the blanks, and one quote, at its end. */
static void trim_value(xpgn_slice *value) {
    const char *from = value->data, *to = from + value->size;
    while (to > from && is_space(to[-1]))
        to--;
    for (size_t size = 3; size > 0; size--)
        if ((size_t)(to - from) >= size && any_quote(to - size, to) == size) {
            to -= size;
            break;
        }
    value->size = (size_t)(to - from);
}

/* A value without "] at its end: the rest of the line decides how far it goes. */
static void close_at_line(struct tag_shape *tag, const char *quote, const char *escaped,
                          const char *line_end) {
    const char *from = tag->value.data, *to = line_end;
    tag->end = line_end;
    if (escaped) {
        to = escaped;
        tag->fault = TAG_GOOD;
    } else if (quote) {
        to = quote;
        tag->fault = TAG_BRACKET;
    } else {
        tag->fault = TAG_OPEN;
        while (to > from && is_space(to[-1]))
            to--;
        if (to > from && to[-1] == ']')
            to--;
    }
    tag->value.size = (size_t)(to - from);
    if (tag->fault == TAG_OPEN)
        trim_value(&tag->value);
}

/* True if the line ends with the "] at p: a value such as "C:\" whose writer did not escape the
   backslash. */
static bool closes_line(const char *p, const char *end) {
    p = scan_blanks(p + 1, end);
    if (p == end || *p != ']')
        return false;
    p = scan_blanks(p + 1, end);
    return p == end || byte_is(*p, BYTE_LINE);
}

/* True if a move of the game may begin here, and not the rest of a value: 12. e4. */
static bool has_move_number(const char *p, const char *end) {
    const char *q = scan_digits(p, end);
    return q > p && q < end && *q == '.' && q + 1 < end && !is_digit(q[1]);
}

/* A value that goes on in the next lines, the last of which ends it: a mailer, an editor or a hand
   has broken the line at `line`. */
static void scan_folded(const char *line, const char *end, struct tag_shape *tag) {
    enum { MOST_LINES = 4 };
    for (unsigned n = 0; n < MOST_LINES && line < end; n++) {
        const char *next = scan_line_end(line, end), *p = scan_line(next, end);
        line = p;
        tag->cut |= line == end;
        while (p > next && is_space(p[-1]))
            p--;
        if (p > next && (*next == '[' || has_move_number(next, p)))
            return;
        const char *close = p - 1;
        while (p > next && close > next && is_space(close[-1]))
            close--;
        if (p == next || *close != ']' || close == next || close[-1] != '"')
            continue;
        if (memchr(next, '[', (size_t)(close - next)) != NULL)
            return;
        tag->value.size = (size_t)(close - 1 - tag->value.data);
        tag->end = p;
        tag->fault = TAG_FOLDED;
        return;
    }
}

/* Reads from after the opening quote to the ]. A quote without a ] after it is taken as part of the
   value, as it occurs in real files. */
static void scan_value(const char *p, const char *end, struct tag_shape *tag) {
    const char *quote = NULL, *escaped = NULL;
    tag->value.data = p;
    for (;; p++) {
        p = span_value(p, end);
        if (p == end || byte_is(*p, BYTE_LINE))
            break;
        if (*p == '"') {
            const char *q = scan_white(p + 1, end);
            tag->cut |= q == end;
            if (q < end && *q == ']') {
                tag->value.size = (size_t)(p - tag->value.data);
                tag->end = q + 1;
                tag->fault = quote ? TAG_INSIDE : TAG_GOOD;
                return;
            }
            quote = p;
        } else if (p + 1 < end && !byte_is(p[1], BYTE_LINE)) {
            p++;
            if (*p == '"' && closes_line(p, end))
                escaped = p;
        }
    }
    tag->cut |= p == end;
    close_at_line(tag, quote, escaped, p);
    if (tag->fault == TAG_OPEN && p < end)
        scan_folded(p, end, tag);
}

/* Reads a value between other quotes, or none, up to the last ] of the line or its end. */
static void scan_loose_value(const char *p, const char *end, struct tag_shape *tag) {
    const char *stop = scan_line(p, end), *close = memchr(p, ']', (size_t)(stop - p));
    size_t open = any_quote(p, end);
    tag->cut |= stop == end && close == NULL;
    for (const char *q = p; open > 0 && q < stop; q++) { /* [Event 'Cup [B]'] */
        const char *after = scan_blanks(q + any_quote(q, stop), stop);
        if (q > p && any_quote(q, stop) > 0 && after < stop && *after == ']') {
            close = after;
            break;
        }
    }
    xpgn_slice value = {p + open, (size_t)((close ? close : stop) - p) - open};
    tag->end = close ? close + 1 : stop;
    trim_value(&value);
    if (value.size == 0 && open == 0)
        return;
    tag->value = value;
    tag->fault = TAG_QUOTES;
}

const char *scan_plain_tag(const char *p, const char *end) {
    struct span_tag tag;
    return span_tag(p, end, &tag);
}

/* True for the name of a tag that a line in brackets may have without quotes: [White Huber]. */
static bool is_usual(xpgn_slice name) {
    return tag_name_find(name.data, name.size) != NULL ||
           tag_name_meant(name.data, name.size) != NULL;
}

/* The end of a name that has no = or : inside, as [White="Huber"] and [White=Huber] are meant. */
static const char *name_end(const char *name, const char *end) {
    const char *sign = name;
    while (sign < end && *sign != '=' && *sign != ':')
        sign++;
    bool meant = sign + 1 == end || is_usual((xpgn_slice){name, (size_t)(sign - name)});
    return sign < end && sign > name && meant ? sign : end;
}

/* Skips = or : between name and value. */
static const char *skip_sign(const char *p, const char *end) {
    const char *q = scan_blanks(p, end);
    return q < end && (*q == '=' || *q == ':') ? q + 1 : p;
}

/* True if the line ends as a tag pair does. */
static bool closes(const char *p, const char *stop) {
    while (stop > p && is_space(stop[-1]))
        stop--;
    return stop - p > 2 && stop[-1] == ']' && stop[-2] == '"';
}

/* After a name: reads the value. */
static void scan_after_name(const char *q, const char *end, struct tag_shape *tag) {
    const char *sign = skip_sign(q, end), *value = scan_blanks(sign, end);
    size_t quote = any_quote(value, end);
    bool line = value == end || byte_is(*value, BYTE_LINE);
    const char *stop = scan_line(q, end);
    bool closed = closes(q, stop), named = is_usual(tag->name) || closed;
    if (sign > q && quote > 0 && *value == '"') {
        scan_value(value + 1, end, tag);
        if (tag->fault == TAG_GOOD)
            tag->fault = TAG_QUOTES;
    } else if (quote > 0 || (named && !line && *value != ']' && value > q)) {
        scan_loose_value(value, end, tag);
    } else {
        const char *close = closed ? NULL : memchr(q, ']', (size_t)(stop - q));
        tag->cut = stop == end && close == NULL;
        tag->end = close != NULL ? close + 1 : stop;
    }
}

/* True if the * right behind a tag pair is no result, as more of the game follows. */
static bool is_stray_star(const char *p, const char *end, xpgn_slice name) {
    const char *next = scan_white(p + 1, end), *q = next + 1;
    if (next == end || *next != '[')
        return next < end;
    while (q < end && byte_is(*q, BYTE_LETTER))
        q++;
    xpgn_slice other = {next + 1, (size_t)(q - next - 1)};
    return other.size > 0 && !slice_equal(other, name) && !slice_is(other, "Event");
}

/* Signs behind the ] of a tag pair that mean nothing: ]] and ]. */
static void pass_signs(const char *end, struct tag_shape *tag) {
    const char *p = tag->end;
    while (p < end && *p != '\0' && strchr("]})>.,'`\"", *p) != NULL)
        p++;
    if (p < end && *p == '*') {
        tag->cut |= scan_white(p + 1, end) == end;
        p += is_stray_star(p, end, tag->name);
    }
    tag->cut |= p == end;
    if (p == tag->end || (p < end && !byte_is(*p, BYTE_SPACE) && *p != '['))
        return;
    tag->end = p;
    tag->fault = tag->fault == TAG_GOOD ? TAG_QUOTES : tag->fault;
}

bool scan_tag(const char *p, const char *end, struct tag_shape *tag) {
    struct span_tag plain;
    const char *past = span_tag(p, end, &plain);
    if (past != NULL) {
        *tag = (struct tag_shape){.name = {plain.name, plain.name_size},
                                  .value = span_tag_value(&plain),
                                  .end = past,
                                  .fault = TAG_GOOD};
        if (past < end && !byte_is(*past, BYTE_SPACE))
            pass_signs(end, tag);
        return true;
    }
    const char *name = scan_white(p + 1, end), *q = name;
    bool twice = name == p + 1 && name < end && *name == '[';
    if (twice)
        q = name = name + 1;
    bool apart = name > scan_blanks(p + 1, end); /* from the [, by a line end */
    *tag = (struct tag_shape){.end = p + 1, .fault = TAG_VALUE};
    while (q < end && byte_is(*q, BYTE_NAME))
        q++;
    q = name_end(name, q);
    tag->name = (xpgn_slice){name, (size_t)(q - name)};
    const char *quote = scan_white(q, end);
    tag->cut = quote == end;
    if (apart && (quote == end || *quote != '"'))
        return false;
    if (q == name || !(byte_is(*name, BYTE_LETTER | BYTE_DIGIT) || *name == '_'))
        return false;
    if (is_digit(*name) && q < end && (*q == ':' || *q == '.')) /* [19:42] */
        return false;
    if (quote < end && *quote == '"')
        scan_value(quote + 1, end, tag);
    else
        scan_after_name(q, end, tag);
    if (tag->value.data == NULL)
        return !twice;
    if (tag->end[-1] == ']')
        pass_signs(end, tag);
    if (twice && tag->fault == TAG_GOOD)
        tag->fault = TAG_QUOTES;
    return true;
}

/* True for another sign where the [ of a tag pair is. */
static bool is_other_bracket(char c) {
    bool sign = c > ' ' && c < '\x7f' && !byte_is(c, BYTE_LETTER | BYTE_DIGIT);
    return sign && strchr("[;%_", c) == NULL;
}

/* Reads name and value where no [ is before them. False if it is no tag pair. */
static bool scan_without_bracket(const char *name, const char *end, struct tag_shape *tag) {
    const char *q = name;
    while (q < end && byte_is(*q, BYTE_LETTER))
        q++;
    *tag = (struct tag_shape){.name = {name, (size_t)(q - name)}, .end = q, .fault = TAG_VALUE};
    const char *quote = scan_blanks(q, end);
    tag->cut = quote == end;
    if (quote == end || quote == q || *quote != '"' || !is_usual(tag->name))
        return false;
    scan_value(quote + 1, end, tag);
    if (tag->fault == TAG_GOOD)
        pass_signs(end, tag);
    return tag->fault == TAG_GOOD || tag->fault == TAG_BRACKET || tag->fault == TAG_QUOTES;
}

bool scan_bare_tag(const char *p, const char *end, struct tag_shape *tag) {
    bool sign = p < end && is_other_bracket(*p);
    const char *name = p + sign;
    bool more = sign && name < end && *name == '[';
    bool found = more ? scan_tag(name, end, tag) && tag->value.data != NULL
                      : scan_without_bracket(name, end, tag);
    const char *stop = scan_blanks(tag->end, end);
    tag->fault = found && tag->fault == TAG_GOOD ? TAG_QUOTES : tag->fault;
    if (!found || (stop < end && !byte_is(*stop, BYTE_LINE)))
        return false;
    return *p != '{' || memchr(p, '}', (size_t)(stop - p)) == NULL; /* {White "Huber"} */
}

bool scan_tag_begins(const struct tag_shape *tag) {
    bool begins = tag->value.data != NULL || slice_is(tag->name, "FEN") ||
                  slice_is(tag->name, "XFEN") || slice_is(tag->name, "Variant");
    for (size_t i = 0; !begins && i < SEVEN_TAGS; i++)
        begins = slice_equal(tag->name, seven_tags[i]);
    return begins;
}
