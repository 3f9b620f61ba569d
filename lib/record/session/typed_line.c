/* SPDX-License-Identifier: MIT */
/* An entry as typed: a number, dice, an action, dice, a clock time, marks, remarks. Each form is
   read by its file in core/forms; here is what only a prompt has. */
#include "core/base/slice.h"
#include "core/forms/blank.h"
#include "core/forms/clock_form.h"
#include "core/forms/dice_form.h"
#include "core/forms/glyph.h"
#include "core/forms/scan.h"
#include "core/forms/sheet_words.h"
#include "core/forms/struck_form.h"
#include "core/game/roll_letters.h"
#include "core/text/roll_text.h"
#include "internal/action_facts.h"
#include "internal/chance.h"
#include "internal/text_out.h"
#include "internal/writers.h"
#include "record/session/recorder.h"
#include "record/session/typed_word.h"

#include <stdarg.h>
#include <xpgn/play.h>

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

xpgn_slice line_word(xpgn_slice *rest) {
    xpgn_slice word = slice_take_word(rest);
    *rest = slice_strip(*rest);
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

/* True for dice with hyphens, 6-3-1 or 6,3-1, that are not castling or a result. */
static bool is_hyphened(xpgn_slice s) {
    for (size_t i = 0; i < s.size; i++) {
        bool first = i == 0 || s.data[i - 1] == '-', sign = s.data[i] == '-' || s.data[i] == ',';
        if (sign ? first : !is_digit(s.data[i]) || (first && s.data[i] == '0'))
            return false;
    }
    return s.size > 0 && is_digit(s.data[s.size - 1]);
}

/* True for dice without brackets, perhaps with derived fields: 5:2, 6,3:4, 5+2=9:2+2=5x, or a sum
   without dice: +1=2:=1x; or as they lie: 52, 5-2. */
static bool is_dice(xpgn_slice s) {
    for (size_t i = 0; i < s.size; i++)
        if (!byte_is(s.data[i], BYTE_ROLL))
            return is_hyphened(s);
    return s.size > 0 && (is_digit(s.data[0]) || (s.size > 1 && s.data[0] == '+'));
}

/* ---- what a line consists of ----------------------------------------------------------------- */

void typed_add(xpgn_buffer *b, xpgn_slice s) {
    if (b->size > 0)
        xpgn_buffer_char(b, ' ');
    xpgn_buffer_slice(b, s);
}

/* Appends what was written as a comment; none of it can be a command. */
static void add_comment(struct input_line *l, const char *before, xpgn_slice s) {
    s = slice_trim(s, " \t");
    if (s.size == 0)
        return;
    typed_add(&l->rest, slice_of("{"));
    xpgn_buffer_text(&l->rest, before);
    for (size_t i = 0; i < s.size; i++) {
        bool command = s.data[i] == '[' && i + 1 < s.size && s.data[i + 1] == '%';
        xpgn_buffer_char(&l->rest, s.data[i] == '}' ? ')' : s.data[i]);
        if (command)
            xpgn_buffer_char(&l->rest, ' ');
    }
    xpgn_buffer_char(&l->rest, '}');
}

void typed_wrong(struct input_line *l, const char *format, ...) {
    va_list list;
    if (l->wrong[0] != '\0')
        return;
    va_start(list, format);
    (void)vsnprintf(l->wrong, sizeof l->wrong, format, list);
    va_end(list);
}

static void add_dice(struct input_line *l, xpgn_slice dice) {
    typed_add(l->word.size == 0 ? &l->before : &l->after, dice);
}

static bool read_dice_form(const struct input_line *l, xpgn_slice s, struct dice_form *f) {
    const char *end = s.data + s.size;
    return l->turn_faces > 0 ? dice_form_read_turn(s.data, end, l->turn_faces, f)
                             : dice_form_read(s.data, end, f);
}

/* Takes dice in any form, as the format writes them; without brackets only those that have a sign
   or a picture of their own. */
static bool take_dice_form(struct input_line *l, xpgn_slice *s) {
    struct dice_form f;
    const char *end = s->data + s->size;
    if (!read_dice_form(l, *s, &f))
        return false;
    const char *sign = s->data + f.size;
    if (sign < end && *sign == ':') /* (5):(1) */
        dice_form_join(s->data, end, UINT8_MAX, &f);
    bool digits = f.faces == DICE_FACE_DIGITS || f.faces == DICE_FACE_TOGETHER;
    if (f.open == '{' ? !f.two_sides : f.bare && f.sign <= DICE_SIGN_NONE && digits)
        return false;
    if (f.bare && f.sign == DICE_SIGN_BLANK && digits)
        return false; /* 5 2: the number of dice that are due tells what it is */
    xpgn_slice written = cut_head(s, f.size);
    if (f.half)
        typed_wrong(l, "found '%.*s', where a die cannot be read; enter the dice that were thrown",
                    SLICE(written));
    else if (f.length > 2)
        add_dice(l, (xpgn_slice){f.text + 1, f.length - 2});
    return true;
}

/* The text up to a sign, which is cut off, too; false if there is none. */
static bool take_until(xpgn_slice *s, size_t skip, const char *stop, xpgn_slice *inside) {
    const size_t size = strlen(stop);
    for (size_t i = skip; i + size <= s->size; i++)
        if (memcmp(s->data + i, stop, size) == 0) {
            *inside = (xpgn_slice){s->data + skip, i - skip};
            (void)cut_head(s, i + size);
            return true;
        }
    return false;
}

/* Takes letters of the pieces that dice name, PNQ: in brackets, or alone in the line. */
static bool take_letters(struct input_line *l, xpgn_slice *s, const xpgn_ruleset *rs) {
    static const char open[] = "<[(", *const close[] = {">", "]", ")"};
    xpgn_turn_dice dice;
    xpgn_slice rest = *s, inside = rest;
    const char *sign = memchr(open, *s->data, sizeof open - 1);
    if (l->word.size + l->before.size > 0)
        return false;
    if (sign == NULL)
        rest.size = 0;
    else if (!take_until(&rest, 1, close[sign - open], &inside))
        return false;
    const char *end = inside.data + inside.size;
    const char *after = roll_letters_read(rs, inside.data, end, &dice);
    if (dice.count == 0 || dice.count != turn_dice(rs) || scan_blanks(after, end) != end)
        return false;
    add_dice(l, slice_of(xpgn_turn_dice_text(&dice).text));
    *s = rest;
    return true;
}

/* Takes digits as they lie: 52, 5-2, 631. */
static bool take_digits(struct input_line *l, xpgn_slice s) {
    char dice[80];
    size_t size = 0;
    while (s.size > 0 && size < sizeof dice) {
        size_t dash = scan_dash(s.data, s.data + s.size);
        dice[size++] = dash > 0 ? '-' : *s.data;
        (void)cut_head(&s, dash > 0 ? dash : 1);
    }
    if (s.size > 0 || !is_dice((xpgn_slice){dice, size}) ||
        slice_has_only((xpgn_slice){dice, size}, "0"))
        return false; /* 00 is castling */
    add_dice(l, (xpgn_slice){dice, size});
    return true;
}

/* Takes a time: that of the clock, or else a remark, as 12:30 may be minutes. 1:10 are dice where a
   die has ten faces. */
enum { LONGEST_GAME = 10 * 60 * 60 };

static bool take_clock(struct input_line *l, xpgn_slice *s, unsigned faces) {
    struct clock_form c;
    if (!clock_form_read(s->data, s->data + s->size, &c) || (!c.sure && faces > 9))
        return false;
    xpgn_slice text = cut_head(s, c.size);
    if (!c.bare)
        text = (xpgn_slice){text.data + 1, text.size - 2};
    if (!c.sure || c.pair || c.day || c.seconds >= LONGEST_GAME || l->clock[0] != '\0')
        add_comment(l, "", text);
    else
        (void)snprintf(l->clock, sizeof l->clock, "%u:%02u:%02u", (unsigned)(c.seconds / 3600),
                       (unsigned)(c.seconds / 60 % 60), (unsigned)(c.seconds % 60));
    return true;
}

void typed_mark(struct input_line *l, const struct move_mark *m, xpgn_slice text) {
    const bool signs = slice_has_only(text, "!?");
    if (m->kind == MARK_DRAW_OFFER)
        typed_add(&l->rest, slice_of("{(=)}"));
    if (m->kind == MARK_NAG && signs)
        typed_add(&l->rest, text);
    if (m->kind == MARK_NAG && !signs)
        xpgn_buffer_printf(&l->rest, "%s$%u", l->rest.size > 0 ? " " : "", (unsigned)m->nag);
}

/* Takes !? and $4, and behind an action ch., (=), sic. */
static bool take_mark(struct input_line *l, xpgn_slice *s) {
    struct move_mark m;
    size_t n = 0;
    if (s->size > 1 && *s->data == '$') {
        while (n < s->size && !is_space(s->data[n]))
            n++;
        typed_add(&l->rest, cut_head(s, n));
        return true;
    }
    const bool behind = l->word.size > 0 || strchr("!?", *s->data) != NULL;
    const size_t figures = l->word.size > 0 ? glyph_figures(s->data, s->data + s->size) : 0;
    if (figures > 0) {
        add_comment(l, "", cut_head(s, figures));
        return true;
    }
    if (!behind || !move_mark_read(s->data, s->data + s->size, &m))
        return false;
    typed_mark(l, &m, cut_head(s, m.size));
    return true;
}

static const char second_action[] = "found a second action, expected one per line",
                  ends_behind[] =
                      "found the end of the game after an action; enter it on a line of its own";

/* ---- brackets and remarks -------------------------------------------------------------------- */

static bool take_struck(struct input_line *l, xpgn_slice *s) {
    struct struck_form form;
    if (!struck_form_read(s->data, s->data + s->size, &form) ||
        (!form.sure && !typed_is_action(form.word)))
        return false;
    add_comment(l, "struck out: ", form.word);
    (void)cut_head(s, form.size);
    return true;
}

/* (Qa4) Qb3: an action in brackets was replaced by the one behind it. */
static bool take_replaced(struct input_line *l, xpgn_slice *s) {
    xpgn_slice rest = *s, inside;
    if (l->word.size > 0 || !take_until(&rest, 1, *s->data == '(' ? ")" : "]", &inside) ||
        !typed_is_action(inside) || !typed_is_action(slice_past_space(rest)))
        return false;
    add_comment(l, "struck out: ", inside);
    *s = rest;
    return true;
}

/* Takes a text in brackets behind an action as a remark; (sic, Qb3) is another action. */
static bool take_bracket_remark(struct input_line *l, xpgn_slice *s) {
    xpgn_slice inside;
    struct sheet_phrase sic;
    const bool known = l->word.size > 0 || l->before.size > 0;
    if (!known || !take_until(s, 1, *s->data == '(' ? ")" : "]", &inside))
        return false;
    size_t from = sheet_phrase_of(inside.data, inside.data + inside.size,
                                  SHEET_BIT(SHEET_SIC) | SHEET_BIT(SHEET_OR), &sic)
                      ? sic.size
                      : 0;
    while (from > 0 && from < inside.size && strchr(",:;= ", inside.data[from]) != NULL)
        from++;
    xpgn_slice other = {inside.data + from, inside.size - from};
    if (from > 0 && typed_is_action(other))
        typed_other(l, other);
    else if (slice_is(inside, "1/2") || slice_is(inside, "\xC2\xBD"))
        typed_add(&l->rest, slice_of("{(=)}"));
    else if (typed_is_end(inside))
        typed_wrong(l, "%s", ends_behind);
    else
        add_comment(l, "", inside);
    return true;
}

static bool take_brackets(struct input_line *l, xpgn_slice *s, unsigned faces) {
    const char *end = s->data + s->size, *past = scan_digits(s->data + 1, end);
    const bool note = faces == 0 && past > s->data + 1 && past < end && strchr(")]", *past) != NULL;
    return take_mark(l, s) || take_clock(l, s, faces) || (!note && take_dice_form(l, s)) ||
           take_replaced(l, s) || typed_promotion(l, s) || take_bracket_remark(l, s);
}

/* Takes dice of the format, <5:2>, as they stand, and other forms of dice. */
static void take_angles(struct input_line *l, xpgn_slice *s) {
    xpgn_roll roll;
    xpgn_slice inside, rest = *s;
    char tight[LOOSE_ROOM];
    bool closed = take_until(&rest, 1, ">", &inside);
    const xpgn_slice loose = {tight, closed ? roll_tighten(inside, tight) : 0};
    if (loose.size > 0 && xpgn_roll_read(loose, &roll))
        inside = loose;
    if (!closed)
        typed_wrong(l, "found < without >");
    else if (xpgn_roll_read(inside, &roll) || !take_dice_form(l, s))
        add_dice(l, inside);
    else
        return;
    *s = l->wrong[0] != '\0' ? (xpgn_slice){"", 0} : rest;
}

static void take_braces(struct input_line *l, xpgn_slice *s) {
    const char *stop = memchr(s->data, '}', s->size);
    if (take_dice_form(l, s))
        return;
    if (stop == NULL)
        typed_wrong(l, "found { without }");
    size_t size = stop != NULL ? (size_t)(stop - s->data) + 1 : s->size;
    typed_add(&l->rest, cut_head(s, size));
}

/* Takes words behind an action as a remark, to the end of the line. They may not hide anything. */
static void take_remark(struct input_line *l, xpgn_slice *s) {
    xpgn_slice all = cut_head(s, s->size), left = all;
    if (typed_is_end(all))
        typed_wrong(l, "%s", is_digit(*all.data) ? second_action : ends_behind);
    while (left.size > 0) {
        xpgn_slice word = line_word(&left);
        if (typed_is_action(word))
            typed_wrong(l, "found '%.*s' in a remark; write remarks in braces: { }", SLICE(word));
        for (size_t i = 0; i < word.size; i++)
            if (strchr("<>{}[]", word.data[i]) != NULL || word.data[i] == '\0')
                typed_wrong(l, "found %c in a remark; write remarks in braces: { }", word.data[i]);
    }
    add_comment(l, "", all);
}

/* ---- the line -------------------------------------------------------------------------------- */

/* A sign before an action that says nothing: an arrow, a bullet, dots for the other side. */
static bool skip_pointer(struct input_line *l, xpgn_slice *s) {
    static const char *const signs[] = {"\xE2\x86\x92", "->",  "=>", "\xE2\x80\xA2",
                                        "\xE2\x80\xA6", "...", "-",  "~"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs && l->word.size == 0; i++) {
        const size_t size = strlen(signs[i]);
        if (s->size > size && memcmp(s->data, signs[i], size) == 0 &&
            typed_is_action(slice_past_space((xpgn_slice){s->data + size, s->size - size}))) {
            (void)cut_head(s, size);
            return true;
        }
    }
    return false;
}

/* Takes a sign that stands where nobody can read an action. xxxx Qb3: the first was struck out. */
static bool take_blank(struct input_line *l, xpgn_slice *s) {
    enum blank_kind kind = BLANK_SIGN;
    size_t size = l->word.size > 0 ? 0 : blank_read(s->data, s->data + s->size, &kind);
    if (size == 0)
        return false;
    xpgn_slice sign = cut_head(s, size);
    const bool crossed = strchr("xX", *sign.data) != NULL && typed_is_action(slice_past_space(*s));
    if (kind == BLANK_PASS)
        l->word = (xpgn_slice){"--", 2};
    else if (kind == BLANK_DITTO)
        typed_wrong(l, "found '%.*s'; enter the action that it repeats", SLICE(sign));
    if (kind != BLANK_SIGN || crossed)
        return true;
    l->blank = true;
    l->word = sign;
    typed_wrong(l, "found '%.*s', where no action can be read; if nobody knows it: missing",
                SLICE(sign));
    return true;
}

/* Takes an action or, behind one, another, a prisoner that is freed, or a remark. */
static void take_word(struct input_line *l, xpgn_slice *s) {
    if (l->word.size == 0) {
        typed_action(l, s);
        return;
    }
    if (typed_alternative(l, s))
        return;
    xpgn_slice rest = *s, word = line_word(&rest);
    size_t n = 0;
    while (n < word.size && word.data[n] != '<' && word.data[n] != '{')
        n++;
    word.size = n;
    if (l->freed.size == 0 && memchr(word.data, '@', word.size) != NULL)
        l->freed = cut_head(s, word.size);
    else if (typed_is_action(word))
        typed_wrong(l, "%s", second_action);
    else
        take_remark(l, s);
    if (l->wrong[0] != '\0')
        s->size = 0;
}

/* Takes dice and times without brackets. */
static bool take_numbers(struct input_line *l, xpgn_slice *s, unsigned faces) {
    struct dice_form f;
    size_t n = 0;
    if (take_clock(l, s, faces))
        return true;
    while (n < s->size && !is_space(s->data[n]) && s->data[n] != '<' && s->data[n] != '{')
        n++;
    const bool longer = read_dice_form(l, *s, &f) && f.size > n;
    if (!longer && take_digits(l, (xpgn_slice){s->data, n})) {
        (void)cut_head(s, n);
        return true;
    }
    if (take_dice_form(l, s))
        return true;
    if (!take_digits(l, (xpgn_slice){s->data, n}))
        return false;
    (void)cut_head(s, n);
    return true;
}

static void take_next(struct input_line *l, xpgn_slice *s, const xpgn_play *play) {
    const unsigned faces = xpgn_play_faces(play);
    size_t n = turn_number_size(*s);
    const bool half = s->size > 3 && memcmp(s->data, "1/2?", 4) == 0;
    if (n > 0 && l->number.size == 0 && l->word.size == 0 && l->before.size == 0) {
        l->number = cut_head(s, n);
        return;
    }
    if (typed_is_bold(*s, 0)) {
        (void)cut_head(s, 2);
        return;
    }
    if (take_letters(l, s, xpgn_play_ruleset(play)) || take_struck(l, s) || skip_pointer(l, s) ||
        take_blank(l, s))
        return;
    if (*s->data == '<') {
        take_angles(l, s);
    } else if (*s->data == '{') {
        take_braces(l, s);
    } else if (*s->data == ';') {
        add_comment(l, "", (xpgn_slice){s->data + 1, s->size - 1});
        s->size = 0;
    } else if (*s->data == '(' || *s->data == '[') {
        if (take_brackets(l, s, faces))
            return;
        typed_wrong(l, "found a character that occurs in no action or dice");
        s->size = 0;
    } else if (!(half && take_mark(l, s)) && !take_numbers(l, s, faces) && !take_mark(l, s)) {
        take_word(l, s);
    }
}

void input_line_read(struct input_line *l, xpgn_slice text, const xpgn_play *play) {
    const xpgn_ruleset *rs = xpgn_play_ruleset(play);
    const bool turns = attacks_capture(rs) && turn_rolls(rs);
    *l = (struct input_line){.wrong = "", .turn_faces = turns ? rs->most_faces : 0};
    while ((text = slice_past_space(text)).size > 0)
        take_next(l, &text, play);
}

void input_line_put(xpgn_buffer *b, const struct input_line *l) {
    const xpgn_entry e = {XPGN_ENTRY, .turn_roll = bytes_of(&l->before), .text = l->word,
                          .roll = bytes_of(&l->after), .freed = l->freed};
    if (b->size > 0)
        xpgn_buffer_char(b, ' ');
    xpgn_entry_write(b, &e);
    if (l->clock[0] != '\0')
        xpgn_buffer_printf(b, " {[%%clk %s]}", l->clock);
    if (l->rest.size > 0)
        xpgn_buffer_printf(b, " %.*s", SLICE(l->rest));
}

void recorder_read_line(struct recorder *r, struct input_line *l, xpgn_slice text) {
    input_line_read(l, text, r->now.play);
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
