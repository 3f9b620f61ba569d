/* SPDX-License-Identifier: MIT */
/* The record that explains the sheets, as text. */
#include "core/base/slice.h"
#include "core/text/span.h"
#include "internal/text_out.h"
#include "meant/merge/merge.h"

#include <string.h>

static void put_sheets_tag(xpgn_buffer *b, xpgn_slice name, xpgn_slice value) {
    xpgn_buffer_printf(b, "[%.*s \"", SLICE(name));
    xpgn_buffer_slice(b, value);
    xpgn_buffer_text(b, "\"]\n");
}

/* Writes the first known value of each tag. */
static void put_sheet_tags(const struct xpgn_merge *s, size_t sheet, xpgn_buffer *b) {
    size_t count;
    const xpgn_tag *list = tags_all(s->sheet[sheet].tags, &count);
    for (size_t i = 0; i < count; i++) {
        xpgn_slice name = list[i].name, value = {NULL, 0};
        bool done = slice_is(name, "Result") || slice_is(name, "PlyCount") ||
                    !sheet_tag_is_first(&s->sheet[sheet], &list[i]);
        for (size_t before = 0; before < sheet && !done; before++)
            done = tags_find(s->sheet[before].tags, name) != NULL;
        for (size_t k = sheet; k < s->count && !done && value.data == NULL; k++)
            value = sheet_tag(&s->sheet[k], name);
        if (!done)
            put_sheets_tag(b, name, value.data != NULL ? value : list[i].value);
    }
}

/* The text of a remark. Control characters, which no record may have (L-01), become spaces: if they
   were left out, the text on both sides could join to a command. */
static void put_line_text(xpgn_buffer *b, const char *p, const char *end) {
    for (; p < end; p++)
        xpgn_buffer_char(b, span_is_control(*p) ? ' ' : *p);
}

/* A comment without the commands that the record says itself. */
static void put_sheets_comment(xpgn_buffer *b, xpgn_slice text) {
    static const char *const own[] = {"roll", "turn", "missing", "xfen"};
    struct command c;
    size_t at = 0, from = 0, begun = b->size;
    xpgn_buffer_char(b, '{');
    while (command_next(text, &at, &c)) {
        bool drop = false;
        for (size_t i = 0; i < sizeof own / sizeof *own; i++)
            drop |= slice_is(c.name, own[i]);
        size_t end = drop ? (size_t)(c.whole.data - text.data) : at;
        put_line_text(b, text.data + from, text.data + end);
        from = at;
    }
    put_line_text(b, text.data + from, text.data + text.size);
    if (!b->failed && slice_is_blank((xpgn_slice){b->data + begun + 1, b->size - begun - 1}))
        b->size = begun;
    else
        xpgn_buffer_text(b, "} ");
}

static void put_line_comment(xpgn_buffer *b, xpgn_slice text) {
    xpgn_buffer_char(b, ';');
    put_line_text(b, text.data, text.data + text.size);
    xpgn_buffer_char(b, '\n');
}

static void put_remark(xpgn_buffer *b, const xpgn_remark *remark) {
    xpgn_slice text = remark->text;
    if (remark->nag != 0)
        xpgn_buffer_printf(b, "$%u ", remark->nag);
    else if (remark->line && memchr(text.data, '}', text.size) != NULL)
        put_line_comment(b, text);
    else
        put_sheets_comment(b, text);
}

static bool same_remark(const xpgn_remark *a, const xpgn_remark *b) {
    return a->nag == b->nag && (a->nag != 0 || slice_equal(a->text, b->text));
}

/* The remarks of a sheet at a step; at none (NULL) those before the first half-move. */
static const xpgn_remark *remarks_at(const struct xpgn_merge *s, const struct merge_step *step,
                                     size_t sheet, size_t *count) {
    const struct sheet_entry *e = step != NULL ? sheets_entry_of(s, step, sheet) : NULL;
    *count = step == NULL ? s->sheet[sheet].early_count : e != NULL ? e->remark_count : 0;
    return step == NULL ? s->sheet[sheet].early : e != NULL ? e->remarks : NULL;
}

/* Is this remark written with an earlier sheet? Of marks such as $1 only the first sheet's are
   written that says anything here. */
static bool is_known_remark(const struct xpgn_merge *s, const struct merge_step *step, size_t sheet,
                            const xpgn_remark *remark) {
    size_t count;
    for (size_t i = 0; i < sheet; i++) {
        const xpgn_remark *list = remarks_at(s, step, i, &count);
        for (size_t k = 0; k < count; k++)
            if (same_remark(&list[k], remark) ||
                (remark->nag != 0 && list[k].text.size > 0 && list[k].text.data[0] != '['))
                return true;
    }
    return false;
}

/* Writes the remarks of all sheets, each once. */
static void put_remarks_of(const struct xpgn_merge *s, const struct merge_step *step,
                           xpgn_buffer *b) {
    size_t count;
    for (size_t i = 0; i < s->count; i++) {
        const xpgn_remark *list = remarks_at(s, step, i, &count);
        for (size_t k = 0; k < count; k++)
            if (!is_known_remark(s, step, i, &list[k]))
                put_remark(b, &list[k]);
    }
}

static const char *stretch_text(const struct xpgn_merge *s, enum stretch stretch) {
    if (stretch == STRETCH_ONE)
        return "one sheet from here";
    return s->count == 2 ? "both sheets from here" : "several sheets from here";
}

/* Writes what changes with the next step; `more`: something was written before. */
static void put_change(const struct xpgn_merge *s, const struct merge_step *next, bool more,
                       xpgn_buffer *b) {
    if (next->over != NULL)
        xpgn_buffer_printf(b, "%spassed over: %s", more ? "; " : "", next->over);
    more |= next->over != NULL;
    if (next->stretch != STRETCH_SAME)
        xpgn_buffer_printf(b, "%s%s", more ? "; " : "", stretch_text(s, next->stretch));
}

/* Writes one comment with the marks for a step (NULL: the start) and the next. */
static void put_sheet_marks(const struct xpgn_merge *s, const struct merge_step *step,
                            const struct merge_step *next, xpgn_buffer *b) {
    bool tied = step != NULL && step->tied != NULL;
    bool guess = step != NULL && step->guess && step->was == NULL && !step->open && !tied;
    bool mixed = step != NULL && step->mixed && !tied;
    bool change = next->stretch != STRETCH_SAME || next->over != NULL;
    if (!tied && !guess && !mixed && !change)
        return;
    xpgn_buffer_char(b, '{');
    if (tied)
        xpgn_buffer_printf(b, "tie: or %s", step->tied);
    else if (guess)
        xpgn_buffer_printf(b, "guess: one of %u", step->choices);
    else if (mixed)
        xpgn_buffer_text(b, "dice of another sheet");
    put_change(s, next, tied || guess || mixed, b);
    xpgn_buffer_text(b, "}\n");
}

/* Writes the sheet's text as a command, whose argument may have any byte. */
static void put_was(xpgn_buffer *b, const char *text) {
    xpgn_buffer_text(b, "{[%was ");
    for (; *text != '\0'; text++) {
        if (*text == '}')
            xpgn_buffer_text(b, "\\7d");
        else if (*text == '\\')
            xpgn_buffer_text(b, "\\\\");
        else
            xpgn_buffer_char(b, span_is_control(*text) ? ' ' : *text);
    }
    xpgn_buffer_text(b, "]}\n");
}

/* Writes what the sheets have where none can be read, each text once. */
static void put_unclear(const struct xpgn_merge *s, const struct merge_step *step, xpgn_buffer *b) {
    const char *last = "";
    for (size_t i = 0; i < s->count; i++) {
        const char *text = step->unclear[i];
        if (text == NULL || strcmp(text, last) == 0)
            continue;
        put_sheets_comment(b, slice_of(text));
        last = text;
    }
}

/* Writes a half-move with the sheets' remarks. A record with a missing half-move cannot be brought
   into export form by a walk, so numbers are written only where export form has them. */
static void put_step(const struct xpgn_merge *s, const struct merge_step *step, bool after,
                     xpgn_buffer *b) {
    unsigned seats = step->before.state.position.seats;
    bool several = turn_is_several(s->ruleset);
    if (step->first && (s->whole || several || after || step->seat == 0)) {
        xpgn_turn_write(b, seats, step->number, step->seat);
        xpgn_buffer_char(b, ' ');
    }
    xpgn_buffer_printf(b, "%s\n", step->text);
    if (step->was != NULL && !step->open)
        put_was(b, step->was);
    if (step->open)
        put_unclear(s, step, b);
    put_remarks_of(s, step, b);
}

/* Is a number needed, although the other side has moved? */
static bool needs_number(const struct merge_step *last, const xpgn_buffer *b) {
    return last == NULL || last->open || b->data[b->size - 1] != '\n' ||
           b->data[b->size - 2] == '}';
}

/* Writes the half-move at which a partial record stops. */
static void put_stop(const struct xpgn_merge *s, const struct merge_step *last, xpgn_buffer *b) {
    bool several = turn_is_several(s->ruleset);
    unsigned seat = s->step[s->steps].before.state.position.side_to_move;
    if (several || seat == 0 || needs_number(last, b))
        xpgn_buffer_printf(b, "%s ", s->stop);
    xpgn_buffer_text(b, "{[%missing]}\n{not explained from here on}\n");
}

static void put_steps(const struct xpgn_merge *s, xpgn_buffer *b) {
    const struct merge_step *last = NULL;
    for (size_t i = 0; i < s->steps && !b->failed; i++) {
        const struct merge_step *step = &s->step[i];
        if (step->link->choice.word == NULL)
            continue;
        put_sheet_marks(s, last, step, b);
        if (!b->failed)
            put_step(s, step, needs_number(last, b), b);
        last = step;
    }
    put_sheet_marks(s, last, &s->step[s->steps], b);
    if (s->partial && !b->failed)
        put_stop(s, last, b);
}

void xpgn_merge_write(xpgn_buffer *b, const xpgn_merge *s) {
    if (s->result == NULL)
        return;
    for (size_t i = 0; i < s->count; i++)
        put_sheet_tags(s, i, b);
    const char *result = s->partial ? "*" : s->result;
    put_sheets_tag(b, slice_of("Result"), slice_of(result));
    xpgn_buffer_char(b, '\n');
    put_remarks_of(s, NULL, b);
    put_steps(s, b);
    if (s->result_tied != NULL && !s->partial)
        xpgn_buffer_printf(b, "{tie: or %s}\n", s->result_tied);
    xpgn_buffer_printf(b, "%s\n\n", result);
}
