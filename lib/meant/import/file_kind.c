/* SPDX-License-Identifier: MIT */
#include "meant/import/file_kind.h"

#include "core/base/slice.h"
#include "core/base/utf8.h"
#include "core/forms/scan.h"
#include "core/text/foreign_forms.h"
#include "core/text/span.h"
#include "io/other_file.h"
#include "meant/import/pasted_text.h"
#include "meant/sheet/sheet.h"

#include <string.h>

/* ---- words of half-moves --------------------------------------------------------------------- */

static bool is_one_of(char c, const char *set) {
    return c != '\0' && strchr(set, c) != NULL;
}

static bool is_half_move(xpgn_slice w) {
    while (w.size > 0 && is_one_of(*w.data, "\"'|*_~{[("))
        w = (xpgn_slice){w.data + 1, w.size - 1};
    const char *comment = w.size > 0 ? memchr(w.data, '{', w.size) : NULL; /* e4{good} */
    w.size = comment != NULL ? (size_t)(comment - w.data) : w.size;
    w = slice_trim(w, ",;|\"'*_~)]}");
    return w.size >= 2 && w.size <= 40 && (sheet_is_in_full(w) || word_is_iccf(w));
}

/* The size of 12. 12) 12... at the start of a word; 0: it is no number. */
static size_t number_size(xpgn_slice w) {
    size_t i = 0, digits;
    while (i < w.size && is_digit(w.data[i]))
        i++;
    digits = i;
    while (i < w.size && is_one_of(w.data[i], ".)"))
        i++;
    return digits > 0 && digits < 4 && i > digits ? i : 0;
}

static const char breaks[] = " \t\r\n,;|";

static xpgn_slice next_word(xpgn_slice *rest) {
    const char *p = rest->data, *end = p + rest->size;
    for (size_t size = 1; p < end && size > 0; p += size)
        size = is_one_of(*p, breaks) ? 1 : scan_wide_space(p, end);
    const char *from = p;
    while (p < end && !is_one_of(*p, breaks) && scan_wide_space(p, end) == 0) {
        size_t size = utf8_length((xpgn_slice){p, (size_t)(end - p)});
        p += size > 0 ? size : 1;
    }
    *rest = (xpgn_slice){p, (size_t)(end - p)};
    return (xpgn_slice){from, (size_t)(p - from)};
}

/* True if words are half-moves: one behind its number, or two; or if all are the end of a game. */
static bool has_half_moves(xpgn_slice text) {
    size_t found = 0, words = 0, stars = 0;
    bool numbered = false, file = false;
    for (xpgn_slice w; (w = next_word(&text)).size > 0; words++) {
        const char *end = text.data + text.size,
                   *close = *w.data == '{' ? memchr(w.data, '}', (size_t)(end - w.data)) : NULL;
        if (close != NULL) {
            text = (xpgn_slice){close + 1, (size_t)(end - close - 1)};
            words--;
            continue;
        }
        stars += slice_has_only(w, "*");
        size_t number = number_size(w);
        xpgn_slice rest = {w.data + number, w.size - number};
        bool spaced = file && rest.size < 3 && is_one_of(*w.data, "12345678"); /* e 4 */
        bool move = spaced || (rest.size > 0 && is_half_move(rest));
        file = rest.size == 1 && is_file(*rest.data);
        if (move && (number > 0 || numbered || ++found == 2))
            return true;
        numbered = number > 0 && rest.size == 0;
    }
    return (found == 1 && words <= 3) || (words > 0 && stars == words);
}

/* ---- what is a record ------------------------------------------------------------------------ */

/* True if a line begins with a tag pair. */
static bool is_tag_line(xpgn_slice line) {
    struct tag_shape tag;
    xpgn_slice body = bytes_unquoted(line);
    const char *end = body.data + body.size, *p = scan_blanks(body.data, end);
    bool quoted = memchr(p, '&', (size_t)(end - p)) != NULL;
    return p < end && *p == '[' && scan_tag(p, end, &tag) && tag.name.size > 1 &&
           (tag.value.data != NULL || quoted);
}

bool file_has_record(xpgn_slice text) {
    const char *end = text.data + text.size;
    for (const char *p = text.data, *stop; p < end; p = scan_line_end(stop, end)) {
        stop = scan_line(p, end);
        if (is_tag_line((xpgn_slice){p, (size_t)(stop - p)}))
            return true;
    }
    return has_half_moves(text);
}

/* Skips a BOM, escape lines and comments before the first tag or number. */
static const char *skip_before(const char *p, const char *end) {
    for (const char *from = p;;) {
        p = scan_white(p, end);
        const char *close = p < end && *p == '{' ? memchr(p, '}', (size_t)(end - p)) : NULL;
        bool escape = p < end && *p == '%' && (p == from || byte_is(p[-1], BYTE_LINE));
        if (escape || (p < end && *p == ';'))
            p = scan_line(p, end);
        else if (close != NULL)
            p = close + 1;
        else
            return p;
    }
}

xpgn_no_record file_no_record(xpgn_slice text) {
    const char *end = text.data + text.size;
    while (end > text.data && end[-1] == '\0') /* as a crash leaves them */
        end--;
    const char *p = scan_white(text.data, end);
    bool json = p < end && (*p == '{' || *p == '[') && end - p > 1 &&
                memchr(p, '"', (size_t)(end - p)) != NULL &&
                memchr(p, ':', (size_t)(end - p)) != NULL;
    if (json)
        return XPGN_NO_RECORD_JSON;
    p = skip_before(text.data, end);
    if (p == end)
        return XPGN_NO_RECORD_NOT; /* it is empty */
    if (memchr(p, '\0', (size_t)(end - p)) != NULL)
        return XPGN_NO_RECORD_BINARY;
    xpgn_no_record other = other_file_undecoded(text);
    return other != XPGN_NO_RECORD_NOT ? other : XPGN_NO_RECORD_TEXT;
}

bool file_is_log(xpgn_slice text) {
    static const char *const ends[] = {".pgn", ".xpgn", ".txt", ".csv"};
    size_t files = 0;
    for (xpgn_slice w; files < 2 && (w = next_word(&text)).size > 0;)
        for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
            size_t size = strlen(ends[i]);
            files += w.size > size && memcmp(w.data + w.size - size, ends[i], size) == 0;
        }
    return files >= 2;
}

/* ---- plain records --------------------------------------------------------------------------- */

/* True if p is inside a comment that began at `from` or later. */
static bool is_in_comment(const char *from, const char *p) {
    while (p > from && p[-1] != '{' && p[-1] != '}')
        p--;
    return p > from && p[-1] == '{';
}

static bool is_markup(const char *p, const char *end) {
    char next = end - p > 1 ? p[1] : '\0';
    switch (*p) {
    case '&':
        return foreign_entity(p, end) != NULL;
    case '\\':
        return is_one_of(next, "#&%_");
    case '\xC2':
    case '\xE2':
        return bytes_zero_width(p, end);
    case '*':
        return next == '*' && bytes_bold(p, end);
    case '\xEF':
        return bytes_wide(p, end);
    default:
        return (byte_is(next, BYTE_LETTER) || next == '/') && bytes_markup_at(p, end);
    }
}

static bool has_sign(char sign, const char *from, const char *end) {
    for (const char *p = from; (p = memchr(p, sign, (size_t)(end - p))) != NULL; p++)
        if (is_markup(p, end) && !is_in_comment(from, p))
            return true;
    return false;
}

/* True if there is markup, the stamp of a message, an entity, an escape of LaTeX, or a character
   without width or of full width, outside comments. Rolls make a search for < and , dear. */
static bool has_markup(const char *p, const char *end) {
    enum { NEAR = 2048 };
    const char *near = end - p > NEAR ? p + NEAR : end;
    const bool bare = span_is_bare(p, end); /* as most records are */
    return (!bare &&
            (has_sign('&', p, end) || has_sign('\\', p, end) || has_sign('\xC2', p, end) ||
             has_sign('\xE2', p, end) || has_sign('\xEF', p, end) || has_sign('*', p, end))) ||
           has_sign('<', p, near) || bytes_find_stamp(p, p, near) < near;
}

bool file_is_plain(xpgn_slice head) {
    enum { SHEET = 4096 }; /* bytes of a game; dashes are common in archives */
    struct tag_shape tag;
    head.size = head.size < KIND_HEAD ? head.size : KIND_HEAD;
    const char *end = head.data + head.size, *p = skip_before(head.data, end);
    if (p == end || memchr(head.data, '\0', head.size) != NULL)
        return false;
    bool tags = *p == '[' && scan_tag(p, end, &tag) && tag.value.data != NULL;
    xpgn_slice line = {p, (size_t)(scan_line(p, end) - p)};
    bool moves = is_digit(*p) && number_size(line) > 0 && memchr(p, ';', line.size) == NULL &&
                 memchr(p, '|', line.size) == NULL && memchr(p, '\t', line.size) == NULL &&
                 memchr(p, ',', line.size) == NULL && has_half_moves(line);
    return (tags || moves) && !has_markup(head.data, end) &&
           !bytes_dice_of_ones((xpgn_slice){head.data, head.size < SHEET ? head.size : SHEET});
}
