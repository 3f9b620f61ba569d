/* SPDX-License-Identifier: MIT */
/* An entry as typed: a number, dice, an action, dice, a clock time, NAGs, comments. */
#include "core/text/scan.h"
#include "internal/text_out.h"
#include "internal/write.h"
#include "meant/sheet/word_scan.h"
#include "record/session/recorder.h"

unsigned line_die(xpgn_slice s) {
    unsigned die = 0;
    for (size_t i = 0; i < s.size; i++) {
        if (s.data[i] < '0' || s.data[i] > '9' || s.size > 3)
            return 0;
        die = die * 10 + (unsigned)(s.data[i] - '0');
    }
    return die;
}

static xpgn_slice cut_head(xpgn_slice *s, size_t size) {
    xpgn_slice head = {s->data, size};
    s->data += size;
    s->size -= size;
    return head;
}

static void skip_spaces(xpgn_slice *s) {
    while (s->size > 0 && is_space(*s->data))
        (void)cut_head(s, 1);
}

xpgn_slice line_word(xpgn_slice *rest) {
    size_t n = 0;
    skip_spaces(rest);
    while (n < rest->size && !is_space(rest->data[n]))
        n++;
    xpgn_slice word = cut_head(rest, n);
    skip_spaces(rest);
    while (rest->size > 0 && is_space(rest->data[rest->size - 1]))
        rest->size--;
    return word;
}

/* ---- kinds of words -------------------------------------------------------------------------- */

/* The length of "12..." at the beginning; 0 if there is none. */
static size_t turn_number_size(xpgn_slice s) {
    size_t digits = 0, dots = 0;
    while (digits < s.size && is_digit(s.data[digits]))
        digits++;
    while (digits + dots < s.size && s.data[digits + dots] == '.')
        dots++;
    return digits > 0 && dots > 0 ? digits + dots : 0;
}

/* "1:29:30" */
static bool is_clock(xpgn_slice s) {
    size_t colons = 0, since = 0;
    for (size_t i = 0; i < s.size; i++) {
        if (!is_digit(s.data[i]) && s.data[i] != ':')
            return false;
        since = s.data[i] == ':' ? 0 : since + 1;
        colons += s.data[i] == ':';
        if (since > 2 && colons > 0)
            return false;
    }
    return colons == 2 && since == 2 && s.size >= 7 && s.data[s.size - 3] == ':' &&
           s.data[s.size - 6] == ':';
}

/* True for dice with hyphens, 6-3-1, that are not castling or a result. */
static bool is_hyphened(xpgn_slice s) {
    for (size_t i = 0; i < s.size; i++) {
        bool first = i == 0 || s.data[i - 1] == '-';
        if (s.data[i] == '-' ? first : !is_digit(s.data[i]) || (first && s.data[i] == '0'))
            return false;
    }
    return s.size > 0 && s.data[s.size - 1] != '-';
}

/* True for dice without brackets, perhaps with derived fields: 5:2, 6,3:4, 5+2=9:2+2=5x, or a sum
   without dice: +1=2:=1x. */
static bool is_dice(xpgn_slice s) {
    for (size_t i = 0; i < s.size; i++)
        if (!byte_is(s.data[i], BYTE_ROLL))
            return is_hyphened(s);
    return s.size > 0 && (is_digit(s.data[0]) || (s.size > 1 && s.data[0] == '+'));
}

static bool is_nag(xpgn_slice s) {
    if (s.size > 1 && s.data[0] == '$')
        return true;
    for (size_t i = 0; i < s.size; i++)
        if (s.data[i] != '!' && s.data[i] != '?')
            return false;
    return s.size > 0;
}

/* ---- the line -------------------------------------------------------------------------------- */

static void add_typed(xpgn_buffer *b, xpgn_slice s) {
    if (b->size > 0)
        xpgn_buffer_char(b, ' ');
    xpgn_buffer_slice(b, s);
}

static void add_typed_dice(struct input_line *l, xpgn_slice dice) {
    add_typed(l->word.size == 0 ? &l->before : &l->after, dice);
}

/* Takes dice as people write them, 5 - 1 or 5 : 1, with any blanks and dashes. False for anything
   else. */
static bool take_dice(struct input_line *l, xpgn_slice s) {
    char dice[80];
    size_t size = 0;
    while (s.size > 0 && size < sizeof dice) {
        size_t dash = scan_dash(s.data, s.data + s.size), blanks = 0;
        while (blanks < s.size && is_space(s.data[blanks]))
            blanks++;
        bool apart = blanks > 0 && size > 0 && is_digit(dice[size - 1]) && blanks < s.size &&
                     is_digit(s.data[blanks]);
        if (apart && !is_dice((xpgn_slice){dice, size}))
            return false;
        if (apart)
            add_typed_dice(l, (xpgn_slice){dice, size});
        size = apart ? 0 : size;
        if (blanks == 0)
            dice[size++] = dash > 0 ? '-' : *s.data;
        (void)cut_head(&s, blanks > 0 ? blanks : dash > 0 ? dash : 1);
    }
    if (s.size > 0 || !is_dice((xpgn_slice){dice, size}))
        return false;
    add_typed_dice(l, (xpgn_slice){dice, size});
    return true;
}

static void wrong(struct input_line *l, const char *text) {
    if (l->wrong[0] == '\0')
        (void)snprintf(l->wrong, sizeof l->wrong, "%s", text);
}

/* Takes an action, perhaps with a NAG attached: exd5!? */
static void take_action(struct input_line *l, xpgn_slice s) {
    size_t size = s.size;
    while (size > 1 && (s.data[size - 1] == '!' || s.data[size - 1] == '?'))
        size--;
    if (size < s.size)
        add_typed(&l->rest, (xpgn_slice){s.data + size, s.size - size});
    s.size = size;
    if (l->word.size == 0)
        l->word = s;
    else if (l->freed.size == 0 && memchr(s.data, '@', s.size) != NULL)
        l->freed = s;
    else
        wrong(l, "found a second action, expected one per line");
}

static void take_word(struct input_line *l, xpgn_slice s) {
    if (!is_clock(s) && take_dice(l, s))
        return;
    for (size_t i = 0; i < s.size; i++)
        if (s.data[i] == '\0' || strchr(";()[]}>", s.data[i]) != NULL) {
            wrong(l, "found a character that occurs in no action or dice");
            return;
        }
    if (is_clock(s))
        l->clock = s;
    else if (is_nag(s))
        add_typed(&l->rest, s);
    else
        take_action(l, s);
}

/* Takes text in brackets or braces, with or without them. */
static xpgn_slice take_enclosed(struct input_line *l, xpgn_slice *s, char end, bool bare) {
    const char *stop = memchr(s->data, end, s->size);
    if (stop == NULL) {
        wrong(l, end == '>' ? "found < without >" : "found { without }");
        return cut_head(s, s->size);
    }
    xpgn_slice all = cut_head(s, (size_t)(stop - s->data) + 1);
    return bare ? (xpgn_slice){all.data + 1, all.size - 2} : all;
}

/* Takes (5:1) and [5-1]: dice in other brackets. */
static bool take_brackets(struct input_line *l, xpgn_slice *s) {
    char close = *s->data == '(' ? ')' : ']';
    const char *stop = memchr(s->data, close, s->size);
    size_t size = stop != NULL ? (size_t)(stop - s->data) : 0;
    if (size < 2 || !take_dice(l, (xpgn_slice){s->data + 1, size - 1}))
        return false;
    (void)cut_head(s, size + 1);
    return true;
}

/* 5 : 1 without brackets: the size from its first sign on. */
static size_t spread_size(xpgn_slice s, size_t from) {
    size_t n = from;
    while (n < s.size && s.data[n] == ' ')
        n++;
    xpgn_slice rest = {s.data + n, s.size - n};
    size_t sign =
        rest.size > 0 && *rest.data == ':' ? 1 : scan_dash(rest.data, rest.data + rest.size);
    if (sign == 0 || n == from || from == 0 || !is_digit(s.data[from - 1]))
        return 0;
    for (n += sign; n < s.size && s.data[n] == ' ';)
        n++;
    size_t digits = n;
    while (n < s.size && (is_digit(s.data[n]) || s.data[n] == ','))
        n++;
    return n > digits ? n : 0;
}

static void take_next(struct input_line *l, xpgn_slice *s) {
    size_t n = turn_number_size(*s);
    if (n > 0 && l->word.size == 0 && l->before.size == 0) {
        l->number = cut_head(s, n);
        return;
    }
    if (*s->data == '<') {
        add_typed_dice(l, take_enclosed(l, s, '>', true));
        return;
    }
    if (*s->data == '{') {
        add_typed(&l->rest, take_enclosed(l, s, '}', false));
        return;
    }
    if ((*s->data == '(' || *s->data == '[') && take_brackets(l, s))
        return;
    while (n < s->size && !is_space(s->data[n]) && s->data[n] != '<' && s->data[n] != '{')
        n++;
    const char *apart = is_digit(*s->data) ? NULL : word_apart(s->data, s->data + s->size);
    size_t spread = apart != NULL ? (size_t)(apart - s->data) : spread_size(*s, n);
    take_word(l, cut_head(s, spread > n ? spread : n));
}

void input_line_read(struct input_line *l, xpgn_slice text) {
    *l = (struct input_line){.wrong = ""};
    for (skip_spaces(&text); text.size > 0; skip_spaces(&text))
        take_next(l, &text);
}

void input_line_put(xpgn_buffer *b, const struct input_line *l) {
    const xpgn_entry e = {XPGN_ENTRY, .turn_roll = bytes_of(&l->before), .text = l->word,
                          .roll = bytes_of(&l->after), .freed = l->freed};
    if (b->size > 0)
        xpgn_buffer_char(b, ' ');
    xpgn_entry_write(b, &e);
    if (l->clock.size > 0)
        xpgn_buffer_printf(b, " {[%%clk %.*s]}", SLICE(l->clock));
    if (l->rest.size > 0)
        xpgn_buffer_printf(b, " %.*s", SLICE(l->rest));
}

void typed_need(struct recorder *r, const struct input_line *l) {
    recorder_need(r, &l->before);
    recorder_need(r, &l->after);
    recorder_need(r, &l->rest);
}

void typed_free(struct input_line *l) {
    xpgn_buffer_free(&l->before);
    xpgn_buffer_free(&l->after);
    xpgn_buffer_free(&l->rest);
}

bool recorder_is_result(struct recorder *r, xpgn_slice word) {
    xpgn_reader *reader = NULL;
    xpgn_token t;
    if (xpgn_reader_new(&reader) != XPGN_OK) {
        r->lost = true;
        return false;
    }
    xpgn_reader_begin(reader, word);
    bool is =
        xpgn_reader_next(reader, &t) && t.kind == XPGN_TOKEN_RESULT && t.place.length == word.size;
    xpgn_reader_free(reader);
    return is;
}
