/* SPDX-License-Identifier: MIT */
/*
 * What stands in one place beside the actions becomes its NAGs and one comment: commands first,
 * prose after them.  A `;` comment with a } in it cannot stand in braces: its commands do, the rest
 * of it remains a `;` comment.
 */
#include "out/pgn.h"

#include "base/slice.h"
#include "text/roll.h"

#include <stdlib.h>

/* Bytes looked at to untangle commands within commands; it takes malice to need more. */
enum { UNTANGLE = 1 << 28 };

static bool is_blank(xpgn_slice s) {
    size_t i = 0;
    while (i < s.size && is_space(s.data[i]))
        i++;
    return i == s.size;
}

static bool says(const xpgn_writer *w, const xpgn_remark *r) {
    return r->nag != 0 ? !w->options.no_nags : !w->options.no_comments && !is_blank(r->text);
}

bool remarks_say(const xpgn_writer *w, const xpgn_remark *list, size_t count) {
    size_t i = 0;
    while (i < count && !says(w, &list[i]))
        i++;
    return i < count;
}

void remarks_add(xpgn_writer *w, const xpgn_remark *list, size_t count) {
    struct run *r = &w->run;
    if (r->count + count > r->capacity) {
        size_t capacity = (r->count + count) * 2;
        xpgn_remark *grown = realloc(r->list, capacity * sizeof *grown);
        if (grown == NULL) {
            w->no_memory = true;
            return;
        }
        r->list = grown;
        r->capacity = capacity;
    }
    for (size_t i = 0; i < count; i++) {
        if (says(w, &list[i]))
            r->list[r->count++] = list[i];
    }
}

/* ---- pieces of a comment --------------------------------------------------------------------- */

struct comment {
    xpgn_writer *w;
    bool open;   /* the { stands */
    bool joined; /* the first command belongs to the action's unit */
};

/* A command goes into the unit of those before it, or of the action. */
static void begin_command(struct comment *c) {
    xpgn_writer *w = c->w;
    if (c->open || c->joined)
        xpgn_buffer_char(w->out, ' ');
    else
        unit_begin(w);
    if (!c->open)
        xpgn_buffer_char(w->out, '{');
    c->open = true;
}

/* Each word of prose is a unit; but a % at the start of a line would be an escape line. */
static void put_word(struct comment *c, xpgn_slice word) {
    xpgn_writer *w = c->w;
    if (c->open && word.data[0] == '%')
        xpgn_buffer_char(w->out, ' ');
    else
        unit_begin(w);
    if (!c->open)
        xpgn_buffer_char(w->out, '{');
    c->open = true;
    unit_put(w, word);
}

static bool next_word(xpgn_slice *text, xpgn_slice *word) {
    size_t i = 0;
    while (i < text->size && is_space(text->data[i]))
        i++;
    size_t from = i;
    while (i < text->size && !is_space(text->data[i]))
        i++;
    *word = (xpgn_slice){text->data + from, i - from};
    *text = (xpgn_slice){text->data + i, text->size - i};
    return word->size > 0;
}

static void put_words(struct comment *c, xpgn_slice text) {
    xpgn_slice word;
    while (next_word(&text, &word))
        put_word(c, word);
}

/* One space for any white space, none beside a comma; what is quoted keeps its spaces. */
static void put_squeezed(xpgn_writer *w, xpgn_slice text) {
    xpgn_slice word;
    bool quoted = false, after_comma = true;
    while (next_word(&text, &word)) {
        if (!after_comma && (quoted || word.data[0] != ','))
            xpgn_buffer_char(w->out, ' ');
        unit_put(w, word);
        for (size_t i = 0; i < word.size; i++)
            quoted ^= word.data[i] == '"';
        after_comma = !quoted && word.data[word.size - 1] == ',';
    }
}

/* A checkpoint says the position in its canonical text. */
static bool put_position(xpgn_writer *w, xpgn_slice text) {
    xpgn_position p;
    xpgn_log_clear(w->log);
    if (w->ruleset == NULL || xpgn_position_read(w->ruleset, text, 0, &p, w->log) != XPGN_OK)
        return false;
    xpgn_position_write(w->out, w->ruleset, &p);
    return true;
}

static void put_command(xpgn_writer *w, const struct command *command) {
    xpgn_buffer_put(w->out, "[%", 2);
    unit_put(w, command->name);
    if (command->rest.size > 0)
        xpgn_buffer_char(w->out, ' ');
    if (!slice_is(command->name, "xfen") || !put_position(w, command->rest))
        put_squeezed(w, command->rest);
    xpgn_buffer_char(w->out, ']');
}

/* ---- the comments of a run ------------------------------------------------------------------- */

static bool has_brace(xpgn_slice s) {
    return s.size > 0 && memchr(s.data, '}', s.size) != NULL;
}

/* The action says its rolls itself, and that it stood. */
static bool is_said(const xpgn_writer *w, xpgn_slice name) {
    return w->run.action && (slice_is(name, "roll") || slice_is(name, "turn") ||
                             (w->run.stood && slice_is(name, "illegal")));
}

/*
 * Takes the commands out of a text, which keeps the prose; `c` NULL: without writing them.  What is
 * taken out may have kept a [ before it from finding its ], so that there is another command now.
 */
static void take_commands(xpgn_writer *w, xpgn_buffer *text, struct comment *c) {
    bool again = text->size > 0;
    for (size_t work = 0; again && work < UNTANGLE; work += text->size) {
        struct command command;
        size_t at = 0;
        again = false;
        while (command_next((xpgn_slice){text->data, text->size}, &at, &command)) {
            if (has_brace(command.whole))
                continue;
            if (c != NULL && !is_said(w, command.name)) {
                begin_command(c);
                put_command(w, &command);
            }
            memset(text->data + (command.whole.data - text->data), ' ', command.whole.size);
            again = true;
        }
    }
}

static bool is_line(const xpgn_remark *r) {
    return r->nag == 0 && r->line && has_brace(r->text);
}

/* The comments that may stand in braces, as one text. */
static void join(xpgn_writer *w) {
    xpgn_buffer_clear(&w->text);
    for (size_t i = 0; i < w->run.count; i++) {
        const xpgn_remark *r = &w->run.list[i];
        if (r->nag != 0 || is_line(r))
            continue;
        if (w->text.size > 0)
            xpgn_buffer_char(&w->text, ' ');
        xpgn_buffer_slice(&w->text, r->text);
    }
}

static void put_comment(struct comment *c) {
    xpgn_writer *w = c->w;
    for (size_t i = 0; i < w->run.count; i++) {
        if (is_line(&w->run.list[i])) {
            xpgn_buffer_clear(&w->text);
            xpgn_buffer_slice(&w->text, w->run.list[i].text);
            take_commands(w, &w->text, c);
        }
    }
    join(w);
    take_commands(w, &w->text, c);
    if (w->text.size > 0)
        put_words(c, (xpgn_slice){w->text.data, w->text.size});
}

/* What is left of a `;` comment, as one line. */
static void put_line(xpgn_writer *w, xpgn_slice text) {
    xpgn_slice word;
    xpgn_buffer_clear(&w->text);
    xpgn_buffer_slice(&w->text, text);
    take_commands(w, &w->text, NULL);
    text = (xpgn_slice){w->text.data, w->text.size};
    unit_begin(w);
    xpgn_buffer_char(w->out, ';');
    while (next_word(&text, &word)) {
        xpgn_buffer_char(w->out, ' ');
        unit_put(w, word);
    }
    unit_end_line(w);
    w->number_due = true;
}

static bool put_nags(xpgn_writer *w) {
    bool any = false;
    for (size_t i = 0; i < w->run.count; i++) {
        if (w->run.list[i].nag == 0)
            continue;
        unit_begin(w);
        xpgn_buffer_printf(w->out, "$%u", w->run.list[i].nag);
        any = true;
    }
    return any;
}

static void put_rolls(struct comment *c) {
    xpgn_writer *w = c->w;
    if (w->rolls.size == 0)
        return;
    begin_command(c);
    xpgn_buffer_put(w->out, w->rolls.data, w->rolls.size);
    w->rolls.size = 0;
}

void remarks_write(xpgn_writer *w) {
    bool nags = put_nags(w);
    struct comment c = {.w = w, .joined = w->run.action && !nags};
    put_rolls(&c);
    put_comment(&c);
    if (c.open) {
        xpgn_buffer_char(w->out, '}');
        w->number_due = true;
    }
    for (size_t i = 0; i < w->run.count; i++) {
        if (is_line(&w->run.list[i]))
            put_line(w, w->run.list[i].text);
    }
    w->run.count = 0;
}
