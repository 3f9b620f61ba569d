/* SPDX-License-Identifier: MIT */
#include "core/text/other_game.h"

#include "core/base/slice.h"
#include "core/forms/scan.h"

#include <string.h>
#include <strings.h>

static const char bughouse[] = "a game of bughouse, not of chess",
                  crazyhouse[] = "a game of crazyhouse, not of chess",
                  draughts[] = "a game of draughts, not of chess";

static bool same(xpgn_slice s, const char *text) {
    return s.size == strlen(text) && strncasecmp(s.data, text, s.size) == 0;
}

/* ---- tags ------------------------------------------------------------------------------------ */

/* The numbers of games in the tag GameType of PDN; 0 is chess. */
static const char *game_of_type(xpgn_slice value) {
    unsigned number = 0;
    size_t i = 0;
    for (; i < value.size && i < 3 && is_digit(value.data[i]); i++)
        number = number * 10 + (unsigned)(value.data[i] - '0');
    if (i == 0 || (i < value.size && value.data[i] != ',' && value.data[i] != ' '))
        return NULL;
    return number == 1                    ? "a game of Chinese chess"
           : number >= 20 && number <= 49 ? draughts
           : number == 50                 ? "a game of Othello, not of chess"
                                          : NULL;
}

static const char *game_of_tag(xpgn_slice name, xpgn_slice value) {
    static const char *const seats[] = {"WhiteA", "WhiteB", "BlackA", "BlackB"};
    for (size_t i = 0; name.size == 6 && i < sizeof seats / sizeof *seats; i++)
        if (slice_is(name, seats[i]))
            return bughouse;
    if (same(name, "Variant"))
        return same(value, "bughouse") ? bughouse : same(value, "crazyhouse") ? crazyhouse : NULL;
    return same(name, "GameType") ? game_of_type(value) : NULL;
}

/* True if the tag pair at p may name another game: most are passed by a letter. */
static bool may_name_game(const char *p, const char *end) {
    if (end - p < 8)
        return false;
    switch (p[1]) {
    case 'V':
    case 'v':
    case 'G':
    case 'g':
        return true;
    case 'W':
    case 'B': /* [WhiteA */
        return p[6] == 'A' || p[6] == 'B';
    default:
        return false;
    }
}

/* Reads the tags up to the movetext at *p; true if one at the start of a line names another game.
 *variant: there is a tag Variant. */
static bool find_in_tags(const char **p, const char *end, bool *variant, struct other_game *out) {
    struct tag_shape tag;
    for (; *p < end && (**p == '[' || strchr("%;\r\n \t", **p) != NULL);
         *p = scan_line_end(scan_line(*p, end), end)) {
        if (**p != '[' || !may_name_game(*p, end) || !scan_tag(*p, end, &tag) ||
            tag.value.data == NULL)
            continue;
        *variant |= same(tag.name, "Variant");
        *out = (struct other_game){.name = game_of_tag(tag.name, tag.value), .where = tag.value};
        if (out->name != NULL)
            return true;
    }
    return false;
}

/* ---- moves ----------------------------------------------------------------------------------- */

static xpgn_slice next_word(const char **p, const char *end) {
    const char *from = scan_white(*p, end);
    while (from < end && *from == '{') {
        const char *close = memchr(from, '}', (size_t)(end - from));
        from = close != NULL ? scan_white(close + 1, end) : end;
    }
    for (*p = from; *p < end && !byte_is(**p, BYTE_SPACE) && **p != '{'; ++*p)
        continue;
    return (xpgn_slice){from, (size_t)(*p - from)};
}

/* 1A. 1b. */
static bool is_board_number(xpgn_slice w) {
    size_t i = 0;
    while (i < w.size && is_digit(w.data[i]))
        i++;
    return i > 0 && i + 1 < w.size && strchr("ABab", w.data[i]) != NULL && w.data[i + 1] == '.';
}

static const char *read_field(const char *p, const char *end, unsigned *number) {
    const char *from = p;
    for (*number = 0; p < end && p - from < 2 && is_digit(*p); p++)
        *number = *number * 10 + (unsigned)(*p - '0');
    return p;
}

/* 32-28, 28x19, also 7.32-28; *odd: one of them is no square of a chessboard in numbers. */
static bool is_draughts_move(xpgn_slice w, bool *odd) {
    const char *end = w.data + w.size, *p = w.data, *dot = memchr(p, '.', w.size);
    unsigned from, to;
    *odd = false;
    p = dot != NULL ? dot + 1 : p;
    const char *q = read_field(p, end, &from);
    if (q == p || q == end || (*q != '-' && *q != 'x'))
        return false;
    p = q + 1;
    q = read_field(p, end, &to);
    *odd = from % 10 == 0 || from % 10 == 9 || from < 11 || to % 10 == 0 || to % 10 == 9 || to < 11;
    return q > p && (q == end || *q == 'x') && from >= 1 && from <= 50 && to >= 1 && to <= 50;
}

/* N@f3, @e4, also 7.N@f3. */
static bool is_drop(xpgn_slice w) {
    const char *at = memchr(w.data, '@', w.size);
    if (at == NULL || w.data + w.size - at < 3 || at[1] < 'a' || at[1] > 'h' || at[2] < '1' ||
        at[2] > '8')
        return false;
    const char *before = at - (at > w.data && strchr("PNBRQ", at[-1]) != NULL);
    return before == w.data || before[-1] == '.';
}

/* Looks at the words up to the first that begins with a letter. */
static bool find_in_moves(const char *p, const char *end, struct other_game *out) {
    unsigned fields = 0;
    bool any = false, odd = false;
    for (xpgn_slice w; (w = next_word(&p, end)).size > 0 && !byte_is(*w.data, BYTE_LETTER);) {
        bool field = is_draughts_move(w, &odd);
        any |= field && odd;
        fields += field;
        out->where = w;
        out->name = is_board_number(w) ? bughouse : fields > 2 && any ? draughts : NULL;
        if (out->name != NULL)
            return true;
    }
    return false;
}

/* True if the word that is wrong has no @, as nearly always. */
static bool has_no_at(xpgn_slice text, uint32_t wrong) {
    const char *end = text.data + text.size, *p = text.data + wrong, *from = p;
    if (wrong >= text.size)
        return true;
    while (p < end && byte_is(*p, BYTE_LETTER | BYTE_DIGIT)) /* usually nearly all of it */
        p++;
    while (p < end && !byte_is(*p, BYTE_SPACE) && *p != '@' && *p != '{')
        p++;
    bool word = p > from && (unsigned char)*from < 0x80; /* no white space */
    return word && (p == end || *p != '@');
}

/* The word that is wrong, if it is a drop; size 0: it is none. */
static xpgn_slice wrong_drop(xpgn_slice text, uint32_t wrong) {
    const char *end = text.data + text.size, *at = text.data + wrong;
    xpgn_slice w = wrong < text.size ? next_word(&at, end) : (xpgn_slice){text.data, 0};
    return w.size > 0 && is_drop(w) ? w : (xpgn_slice){text.data, 0};
}

/* ---- lists of moves from servers ------------------------------------------------------------- */

/* The line "Move  White  Black" above one of hyphens, as FICS and ICC print it. */
static bool find_list(xpgn_slice text, struct other_game *out) {
    enum { MOVES_HEAD = 1024 }; /* bytes that are looked at */
    const char *end = text.data + (text.size < MOVES_HEAD ? text.size : MOVES_HEAD);
    for (const char *p = text.data, *stop; p < end; p = scan_line_end(stop, end)) {
        stop = scan_line(p, end);
        const char *from = scan_blanks(p, stop), *next = scan_blanks(scan_line_end(stop, end), end);
        if (stop - from < 9 || strncasecmp(from, "move ", 5) != 0 || end - next < 5 ||
            memcmp(next, "---- ", 5) != 0)
            continue;
        *out = (struct other_game){"a list of moves of FICS or ICC, not a record",
                                   "xpgn-fmt --import reads it",
                                   {from, (size_t)(stop - from)}};
        return true;
    }
    return false;
}

static __attribute__((noinline)) bool find(xpgn_slice text, uint32_t wrong, bool early,
                                           struct other_game *out) {
    const char *p = text.data, *end = p + text.size;
    xpgn_slice drop = wrong_drop(text, wrong);
    bool variant = false;
    if (!early && drop.size == 0)
        return false;
    if (find_in_tags(&p, end, &variant, out) || find_in_moves(p, end, out))
        return true;
    if (drop.size > 0 && !variant && drop.data >= p &&
        memchr(p, '<', (size_t)(drop.data - p)) == NULL) { /* no dice */
        *out = (struct other_game){.name = crazyhouse, .where = drop};
        return true;
    }
    return *text.data != '[' && find_list(text, out);
}

bool other_game_find(xpgn_slice text, uint32_t wrong, bool early, struct other_game *out) {
    *out = (struct other_game){.name = NULL};
    return (early || !has_no_at(text, wrong)) && find(text, wrong, early, out);
}

bool other_game_is_list(xpgn_slice text) {
    struct other_game list;
    return find_list(text, &list);
}
