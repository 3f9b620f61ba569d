/* SPDX-License-Identifier: MIT */
/* The lines above the moves: tag pairs, headings in any language, and other words. */
#include "core/base/buffer.h"
#include "core/base/slice.h"
#include "core/base/utf8.h"
#include "core/forms/blank.h"
#include "core/forms/clock_form.h"
#include "core/forms/date.h"
#include "core/forms/row_number.h"
#include "core/forms/scan.h"
#include "core/forms/sheet_words.h"
#include "core/forms/tagname.h"
#include "core/forms/written_ending.h"
#include "core/text/span.h"
#include "core/text/tagvalue.h"
#include "internal/text_out.h"
#include "meant/sheet/sheet.h"

#include <string.h>

enum { MOST_PAIRS = sizeof((struct sheet_text *)0)->pair / sizeof(struct sheet_pair) };

/* Words above the moves between two tag pairs. */
struct headings {
    uint32_t from, to;  /* their bytes */
    xpgn_buffer tags;   /* as tag pairs */
    xpgn_buffer others; /* words that are no heading */
};

static bool is_unknown(xpgn_slice value) {
    return value.size == 0 || slice_has_only(value, "?.*-");
}

static void add_pair(struct sheet_text *s, xpgn_slice name, xpgn_slice value) {
    if (s->pairs < MOST_PAIRS)
        s->pair[s->pairs++] = (struct sheet_pair){name, value};
}

static xpgn_slice trimmed(const char *p, const char *end) {
    p = scan_white(p, end);
    while (end > p && (byte_is(end[-1], BYTE_SPACE) || strchr(",;|/", end[-1]) != NULL))
        end--;
    return (xpgn_slice){p, (size_t)(end - p)};
}

/* ---- headings -------------------------------------------------------------------------------- */

/* The value in the form of the format, if it has another one that means just one thing; else NULL.
 */
static const char *value_meant(struct sheet_text *s, xpgn_slice name, xpgn_slice value) {
    char text[TAG_ROOM];
    bool is = tag_value_meant(name, value, text);
    const char *copy = is ? arena_copy(s->arena, slice_of(text)) : NULL;
    s->no_memory |= is && copy == NULL;
    return copy;
}

/* A heading is a tag, unless a tag pair or an earlier heading says something else. */
static void take_heading(struct sheet_text *s, struct headings *h, const char *name,
                         xpgn_slice value) {
    xpgn_slice said = sheet_value(s, name);
    const char *is = value_meant(s, slice_of(name), value);
    if (is != NULL)
        value = slice_of(is);
    if (said.data != NULL && !is_unknown(said)) {
        if (!slice_equal(said, value))
            xpgn_buffer_printf(&h->others, "%s: %.*s ", name, SLICE(value));
        return;
    }
    add_pair(s, slice_of(name), value);
    tag_put(&h->tags, slice_of(name), value);
    xpgn_buffer_char(&h->tags, '\n');
}

static bool begins_heading(const char *p, const char *end, struct sheet_phrase *phrase,
                           const char **value) {
    if (!sheet_phrase(p, end, phrase) || sheet_phrase_tag(phrase->meaning) == NULL)
        return false;
    const char *q = p + phrase->size;
    q = scan_blanks(q + (q < end && *q == '.' && q[-1] != '.'), end);
    bool sign = q < end && (*q == ':' || *q == '=');
    *value = scan_blanks(q + sign, end);
    bool number = phrase->meaning == SHEET_ROUND || phrase->meaning == SHEET_BOARD;
    number = number && *value < end && is_digit(**value);
    return sign || number;
}

bool sheet_has_heading(const char *p, const char *end) {
    struct sheet_phrase phrase;
    const char *value;
    bool any = begins_heading(p, end, &phrase, &value);
    while (!any && (p = memchr(p, ',', (size_t)(end - p))) != NULL) {
        p = scan_blanks(p + 1, end);
        any = begins_heading(p, end, &phrase, &value);
    }
    return any;
}

/* The next heading of the line, after two blanks, a comma or a number; `end` if there is none. */
static const char *next_heading(const char *p, const char *end) {
    struct sheet_phrase phrase;
    const char *value;
    for (p++; p < end; p++)
        if ((byte_is(p[-1], BYTE_SPACE) || strchr(",;|", p[-1]) != NULL) &&
            begins_heading(p, end, &phrase, &value))
            return p;
    return end;
}

/* What is in brackets behind a name: Huber (2100), Huber (ELO 2100), Huber (SK Nord). */
struct name_extras {
    xpgn_slice rating, team; /* size 0: none */
};

/* A rating, perhaps with a word for it. */
static xpgn_slice rating_in(xpgn_slice text) {
    struct sheet_phrase word;
    const char *p = text.data, *end = p + text.size;
    if (sheet_phrase_of(p, end, SHEET_BIT(SHEET_ELO), &word))
        p = scan_blanks(p + word.size + (p + word.size < end && p[word.size] == ':'), end);
    xpgn_slice rating = {p, (size_t)(end - p)};
    const bool is = rating.size >= 3 && rating.size <= 4 && slice_has_only(rating, "0123456789");
    return is ? rating : (xpgn_slice){NULL, 0};
}

/* Takes what is in brackets from the end of a name; a club has a capital and several words. */
static struct name_extras take_beside(xpgn_slice *name) {
    const char *p = name->data, *end = p + name->size, *open = end;
    struct name_extras none = {{NULL, 0}, {NULL, 0}}, found = none;
    while (open > p && strchr("([,", open[-1]) == NULL)
        open--;
    const char sign = open > p ? *--open : '\0', last = name->size > 0 ? end[-1] : '\0';
    if (open == p || (sign == '(' && last != ')') || (sign == '[' && last != ']'))
        return none;
    end += sign == ','; /* Huber, 2100 */
    const xpgn_slice inside = trimmed(open + 1, end - 1);
    found.rating = rating_in(inside);
    const bool capital =
        inside.size > 0 && !is_digit(*inside.data) && !is_small_letter(*inside.data);
    if (found.rating.size == 0 && sign != ',' && capital &&
        memchr(inside.data, ' ', inside.size) != NULL && sheet_phrase_means(inside) == 0)
        found.team = inside;
    if (found.rating.size + found.team.size > 0)
        *name = trimmed(p, open);
    return found;
}

/* Takes what stood beside the name of a side. */
static void put_beside(struct sheet_text *s, struct headings *h, bool black,
                       struct name_extras beside) {
    if (beside.rating.size > 0)
        take_heading(s, h, black ? "BlackElo" : "WhiteElo", beside.rating);
    if (beside.team.size > 0)
        take_heading(s, h, black ? "BlackTeam" : "WhiteTeam", beside.team);
}

/* Takes a heading, with what is behind a name. */
static void take_value(struct sheet_text *s, struct headings *h, enum sheet_meaning meaning,
                       xpgn_slice value) {
    const bool side = meaning == SHEET_WHITE || meaning == SHEET_BLACK;
    const struct name_extras beside =
        side ? take_beside(&value) : (struct name_extras){{NULL, 0}, {NULL, 0}};
    if (value.size == 0)
        return;
    take_heading(s, h, sheet_phrase_tag(meaning), value);
    put_beside(s, h, meaning == SHEET_BLACK, beside);
}

/* Round 3 Board 7, White: A    Black: B. False if the line does not begin with a heading. */
static bool read_headings(struct sheet_text *s, struct headings *h, const char *p,
                          const char *end) {
    struct sheet_phrase phrase;
    const char *value;
    bool any = false;
    while (p < end && begins_heading(p, end, &phrase, &value)) {
        const char *next = next_heading(value < end ? value : p, end);
        take_value(s, h, phrase.meaning, trimmed(value, next));
        p = next;
        any = true;
    }
    return any;
}

/* A score that is not open, 1-0 or 1:0; its size, or 0. */
static size_t score_size(const char *p, const char *end, const char **result) {
    struct ending e;
    if (!sheet_read_score(p, end, NULL, &e) || *e.result == '*')
        return 0;
    *result = e.result;
    return e.size;
}

/* The sign between the players of "A - B", "A 1-0 B"; NULL: there is none, or several. *result is
   set if it is a score. */
static const char *find_versus(const char *p, const char *end, size_t *size, const char **result) {
    const char *found = NULL;
    for (const char *q = p + 1; q < end; q++) {
        struct sheet_phrase phrase;
        if (!byte_is(q[-1], BYTE_SPACE))
            continue;
        size_t sign = scan_dash(q, end);
        if (sign == 0 && sheet_phrase_of(q, end, SHEET_BIT(SHEET_VERSUS), &phrase))
            sign = phrase.size;
        if (sign == 0)
            sign = score_size(q, end, result);
        if (sign == 0 || q + sign >= end || !byte_is(q[sign], BYTE_SPACE))
            continue;
        if (found != NULL)
            return NULL;
        found = q;
        *size = sign;
    }
    return found;
}

/* Takes the score from the end of a line: Huber - Meier 1 : 0. NULL: there is none. */
static const char *take_score(xpgn_slice *line) {
    struct ending e;
    const char *p = sheet_last_score(line->data, line->data + line->size, NULL, &e);
    if (p == NULL || *e.result == '*')
        return NULL;
    *line = trimmed(line->data, p);
    return e.result;
}

static bool has_digit(xpgn_slice s) {
    for (size_t i = 0; i < s.size; i++)
        if (is_digit(s.data[i]))
            return true;
    return false;
}

/* The players of a line, with what may stand beside them. */
struct players {
    xpgn_slice name[2];
    struct name_extras beside[2];
    const char *result; /* NULL: none */
};

/* Huber - Meier. Huber (2100) 1-0 Meier (1987). */
static bool are_players(const char *p, const char *end, struct players *players) {
    size_t size = 0;
    *players = (struct players){.result = NULL};
    const char *sign = find_versus(p, end, &size, &players->result);
    if (sign == NULL)
        return false;
    players->name[0] = trimmed(p, sign);
    players->name[1] = trimmed(sign + size, end);
    for (unsigned i = 0; i < 2; i++) {
        players->beside[i] = take_beside(&players->name[i]);
        if (players->name[i].size == 0 || has_digit(players->name[i]))
            return false;
    }
    return true;
}

bool sheet_has_names(const char *p, const char *end) {
    char date[2][XPGN_DATE];
    struct players players;
    xpgn_slice line = trimmed(p, end);
    return line.size > 0 && (are_players(line.data, line.data + line.size, &players) ||
                             date_readings(line, date) == 1);
}

static bool read_players(struct sheet_text *s, struct headings *h, const char *p, const char *end) {
    static const char *const name[] = {"White", "Black"};
    struct players players;
    if (sheet_value(s, "White").size > 0 || sheet_value(s, "Black").size > 0 ||
        !are_players(p, end, &players))
        return false;
    for (unsigned i = 0; i < 2; i++)
        take_heading(s, h, name[i], players.name[i]);
    for (unsigned i = 0; i < 2; i++)
        put_beside(s, h, i == 1, players.beside[i]);
    if (players.result != NULL)
        take_heading(s, h, "Result", slice_of(players.result));
    return true;
}

/* No.  White  Black: the heads of columns say nothing. */
static bool is_head_of_columns(const char *p, const char *end) {
    struct sheet_phrase phrase;
    unsigned count = 0;
    for (;; count++) {
        while (p < end && (byte_is(*p, BYTE_SPACE) || strchr(".,;|#:", *p) != NULL))
            p++;
        if (p == end)
            return count > 1;
        if (!sheet_phrase(p, end, &phrase) ||
            (sheet_phrase_tag(phrase.meaning) == NULL && phrase.meaning != SHEET_NUMBER &&
             phrase.meaning != SHEET_DICE && phrase.meaning != SHEET_REMARKS))
            return false;
        p += phrase.size;
    }
}

/* True for a line of nothing but the round and the board: Rd 3 / Bd 12. */
static bool is_round_line(const char *p, const char *end) {
    struct sheet_phrase phrase;
    const char *value;
    bool any = false;
    for (; begins_heading(p, end, &phrase, &value); any = true) {
        if (phrase.meaning != SHEET_ROUND && phrase.meaning != SHEET_BOARD)
            return false;
        for (p = value; p < end && is_digit(*p); p++)
            ;
        while (p < end && (byte_is(*p, BYTE_SPACE) || strchr(",;|/", *p) != NULL))
            p++;
    }
    return any && p == end;
}

static bool has_half_move(const char *p, const char *end) {
    while ((p = scan_white(p, end)) < end) {
        const char *to = word_end(p, end);
        to += to == p;
        if (sheet_is_half_move(slice_trim((xpgn_slice){p, (size_t)(to - p)}, ".,;:")))
            return true;
        p = to;
    }
    return false;
}

bool sheet_begins_page(const char *p, const char *end) {
    struct sheet_phrase phrase;
    const char *line = scan_line(p, end), *value, *q = p;
    const size_t dash = scan_dash(p, line);
    if (dash > 0 && p + dash < line && byte_is(p[dash], BYTE_SPACE))
        q = scan_blanks(p + dash, line);
    const bool page = sheet_phrase_of(q, line, SHEET_BIT(SHEET_PAGE), &phrase);
    return (page || is_head_of_columns(p, line) || begins_heading(p, line, &phrase, &value)) &&
           !has_half_move(p, line);
}

static void read_line(struct sheet_text *s, struct headings *h, const char *p, const char *end) {
    char date[2][XPGN_DATE];
    xpgn_slice line = trimmed(p, end);
    const char *after = line.data + line.size, *result;
    if (line.size == 0)
        return;
    if (date_readings(line, date) == 1) {
        take_heading(s, h, "Date", line);
        return;
    }
    if (read_headings(s, h, line.data, after) || is_head_of_columns(line.data, after))
        return;
    if ((result = take_score(&line)) != NULL)
        take_heading(s, h, "Result", slice_of(result));
    if (line.size > 0 && !read_players(s, h, line.data, line.data + line.size))
        xpgn_buffer_printf(&h->others, "%.*s ", SLICE(line));
}

/* ---- where the moves begin ------------------------------------------------------------------- */

/* Where a row goes on behind its number, which has at most three digits; p itself: it has none. */
static const char *past_number(const struct sheet_text *s, const char *p, const char *end) {
    struct row_number row;
    const char *q = p;
    if (row_number_read(p, end, &row) && !(row.bracket && s->game.passes))
        return p + row.size;
    q = scan_digits(q, end);
    if (q == p || q - p > 3)
        return p;
    while (q < end && strchr(".),", *q) != NULL)
        q++;
    return q;
}

bool sheet_begins_row(const struct sheet_text *s, const char *p) {
    const char *q = scan_white(p, s->text.data + s->text.size), *end = s->text.data + s->text.size;
    enum blank_kind kind;
    char spaced[SPACED_ROOM];
    if (q == end)
        return false;
    if (word_apart(q, end) != NULL || blank_read(q, end, &kind) > 0 ||
        sheet_side(q, end, false) > 0 || sheet_letter_spaced(q, end, spaced, &p) > 0)
        return true;
    xpgn_slice word = {q, (size_t)(word_end(q, end) - q)};
    bool digits =
        s->game.numbers && (word.size == 4 || word.size == 5) && slice_has_only(word, "12345678");
    return digits || (word.size > 0 && sheet_is_half_move(slice_trim(word, ".,;:")));
}

size_t sheet_hour(const struct sheet_text *s, const char *p) {
    const char *end = s->text.data + s->text.size, *line = scan_line(p, end);
    struct clock_form clock;
    if (!clock_form_read(p, line, &clock))
        return 0;
    const char *number = scan_blanks(p + clock.size, line), *q = past_number(s, number, line);
    return q > number && sheet_begins_row(s, q) ? clock.size : 0;
}

/* A digit by itself, or with a bracket behind it. */
static bool is_lone_die(const char *p, const char *end) {
    return end - p > 1 && is_digit(*p) && (byte_is(p[1], BYTE_SPACE) || p[1] == ')');
}

/* True if moves begin in this line: with a number and a half-move, or a half-move. */
static bool begins_moves(const struct sheet_text *s, const char *p, const char *end) {
    xpgn_turn_dice dice;
    struct dice_form form;
    const char *text_end = s->text.data + s->text.size, *q = past_number(s, p, end);
    const bool number = q > p;
    bool black;
    uint32_t row;
    if (sheet_begins_list(p, text_end) > 0 || sheet_row_side(p, end, &black, &row) > 0)
        return true;
    q = number ? scan_white(q, text_end) : p;
    if (q == text_end)
        return false;
    if (text_end - q > 1 && (*q == '<' || (number && strchr("([", *q) != NULL)) && is_digit(q[1]))
        return true; /* a turn roll */
    if (number && s->game.rolls &&
        (sheet_dice(s->game, q, text_end, &form) || is_lone_die(q, text_end)))
        return true;
    if (sheet_letter_dice(s->game, q, text_end, &dice) > 0 || sheet_turn_dice(s->game, q, text_end))
        return true;
    xpgn_slice word = {q, (size_t)(word_end(q, text_end) - q)};
    return number ? sheet_begins_row(s, q) : word.size > 0 && sheet_is_in_full(word);
}

/* The tag pair without blanks inside its brackets, [ White "A" ]; NULL: it has none, or it is in
   another form. */
static const char *without_blanks(struct sheet_text *s, const char *p, const char *end) {
    const char *name = scan_blanks(p + 1, end), *quote = end - 1;
    while (quote > name && byte_is(quote[-1], BYTE_SPACE))
        quote--;
    if (quote <= name || *(end - 1) != ']' || quote[-1] != '"' ||
        (name == p + 1 && quote == end - 1))
        return NULL;
    const char *text = arena_printf(s->arena, "[%.*s]", (int)(quote - name), name);
    s->no_memory |= text == NULL;
    return text;
}

/* A tag pair whose name and value are certain, in whatever form. */
static void read_tag(struct sheet_text *s, const struct tag_shape *tag, const char *p) {
    const char *to = tag->end;
    struct tag_reading read;
    if (!tag_meant(s->arena, tag, &read))
        return;
    const char *is = value_meant(s, read.name, read.value);
    if (is != NULL) {
        read.value = slice_of(is);
        read.text = arena_printf(s->arena, "[%.*s \"%s\"]", SLICE(read.name), is);
        s->no_memory |= read.text == NULL;
    }
    add_pair(s, read.name, read.value);
    while (to > p && byte_is(to[-1], BYTE_SPACE))
        to--;
    const char *text = read.text == NULL ? without_blanks(s, p, to)
                       : s->game.tags    ? read.text
                                         : NULL;
    if (text != NULL)
        sheet_put(s, (xpgn_place){(uint32_t)(p - s->text.data), (uint32_t)(to - p)}, text,
                  XPGN_FORM_HEADING);
}

static const char *past_braces(const char *p, const char *end) {
    const char *q = memchr(p, '}', (size_t)(end - p));
    return q != NULL ? q + 1 : end;
}

/* Puts the headings since the last tag pair as tag pairs; their other words come before the moves.
 */
static void end_headings(struct sheet_text *s, struct headings *h, bool last) {
    if (h->from < h->to && h->tags.size > 0)
        xpgn_buffer_char(&h->tags, '\0');
    if (last && h->others.size > 0) {
        const char *note =
            sheet_comment(s, trimmed(h->others.data, h->others.data + h->others.size));
        if (h->tags.size > 0)
            h->tags.size--; /* the NUL */
        xpgn_buffer_printf(&h->tags, "\n%s\n\n", note != NULL ? note : "");
        xpgn_buffer_char(&h->tags, '\0');
        if (h->from == h->to)
            h->from = h->to = s->moves;
    }
    if (h->from < h->to || (last && h->others.size > 0)) {
        const char *text = h->tags.size > 0 ? arena_copy(s->arena, slice_of(h->tags.data)) : "";
        s->no_memory |= text == NULL || h->tags.failed || h->others.failed;
        if (!s->no_memory)
            sheet_put(s, (xpgn_place){h->from, h->to - h->from}, text, XPGN_FORM_HEADING);
    }
    xpgn_buffer_clear(&h->tags);
    h->from = h->to = 0;
}

/* A line that is emphasized as in mail, *White:* Huber, without the signs. */
static xpgn_slice without_emphasis(struct sheet_text *s, xpgn_slice line) {
    const bool is =
        line.size > 1 && (*line.data == '*' || *line.data == '_') && is_letter(line.data[1]);
    char *copy = is ? arena_copy(s->arena, line) : NULL, *to = copy;
    s->no_memory |= is && copy == NULL;
    for (size_t i = 0; copy != NULL && i < line.size; i++)
        if (line.data[i] != *line.data)
            *to++ = line.data[i];
    return copy != NULL ? (xpgn_slice){copy, (size_t)(to - copy)} : line;
}

/* False for a rule or other signs that say nothing. */
static bool is_told(xpgn_slice line) {
    return sheet_has_letter(line) || has_digit(line);
}

/* Takes a line that is no tag pair: headings and words, or a rule, which is left out. */
static void take_line(struct sheet_text *s, struct headings *h, const char *p, const char *line) {
    const uint32_t from = (uint32_t)(p - s->text.data), to = (uint32_t)(line - s->text.data);
    const bool told = is_told((xpgn_slice){p, (size_t)(line - p)});
    if (!told && h->from == h->to) {
        if (span_control(p, line) == line) /* else it is told as what it is */
            sheet_put(s, (xpgn_place){from, to - from}, "", XPGN_FORM_LAYOUT);
        return;
    }
    h->from = h->from < h->to ? h->from : from;
    const xpgn_slice plain = without_emphasis(s, (xpgn_slice){p, (size_t)(line - p)});
    if (told)
        read_line(s, h, plain.data, plain.data + plain.size);
    h->to = to;
}

/* Leaves out the name of a block of a forum. */
static const char *drop_block(struct sheet_text *s, const char *p, size_t size) {
    sheet_put(s, (xpgn_place){(uint32_t)(p - s->text.data), (uint32_t)size}, "", XPGN_FORM_LAYOUT);
    return p + size;
}

void sheet_read_head(struct sheet_text *s) {
    const char *begin = s->text.data, *end = begin + s->text.size, *p = begin;
    struct headings h = {0};
    while (p < end) {
        struct tag_shape tag;
        struct row_number row;
        xpgn_turn_dice named;
        p = scan_white(p, end);
        const char *line = scan_line(p, end);
        if (p == end)
            break;
        bool dice = sheet_letter_dice(s->game, p, end, &named) > 0;
        bool number = row_number_read(p, end, &row) && begins_moves(s, p, line);
        number |= sheet_hour(s, p) > 0;
        const size_t block = row_block_mark(p, end);
        if (block > 0) {
            p = drop_block(s, p, block);
        } else if (*p == '[' && !dice && !number && scan_tag(p, end, &tag)) {
            end_headings(s, &h, false);
            read_tag(s, &tag, p);
            p = tag.end > p ? tag.end : line;
            s->tags = (uint32_t)(p - begin);
        } else if (*p == '{') {
            end_headings(s, &h, false);
            p = past_braces(p, end);
        } else if (*p == ';' || *p == '%') {
            end_headings(s, &h, false);
            p = line;
        } else if (sheet_hour(s, p) > 0 || (begins_moves(s, p, line) && !is_round_line(p, line))) {
            break;
        } else {
            take_line(s, &h, p, line);
            p = line;
        }
    }
    s->moves = (uint32_t)(p - begin);
    end_headings(s, &h, true);
    s->names[0] = sheet_value(s, "White");
    s->names[1] = sheet_value(s, "Black");
    xpgn_buffer_free(&h.tags);
    xpgn_buffer_free(&h.others);
}
