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
    for (size_t i = 0; i < count; i++)
        r->list[r->count++] = list[i];
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

/* The action says its rolls itself. */
static bool is_said(const xpgn_writer *w, xpgn_slice name) {
    return w->run.action && (slice_is(name, "roll") || slice_is(name, "turn"));
}

static void put_commands(struct comment *c, xpgn_slice text) {
    struct command command;
    size_t at = 0;
    while (command_next(text, &at, &command)) {
        if (is_said(c->w, command.name) || has_brace(command.whole))
            continue;
        begin_command(c);
        put_command(c->w, &command);
    }
}

static void put_prose(struct comment *c, xpgn_slice text) {
    struct command command;
    size_t at = 0, from = 0;
    while (command_next(text, &at, &command)) {
        size_t end = (size_t)(command.whole.data - text.data);
        put_words(c, (xpgn_slice){text.data + from, end - from});
        from = at;
    }
    put_words(c, (xpgn_slice){text.data + from, text.size - from});
}

static void put_line_words(xpgn_writer *w, xpgn_slice text) {
    xpgn_slice word;
    while (next_word(&text, &word)) {
        xpgn_buffer_char(w->out, ' ');
        unit_put(w, word);
    }
}

/* What is left of a `;` comment, as one line. */
static void put_line(xpgn_writer *w, xpgn_slice text) {
    struct command command;
    size_t at = 0, from = 0;
    unit_begin(w);
    xpgn_buffer_char(w->out, ';');
    while (command_next(text, &at, &command)) {
        const char *end = command.whole.data;
        if (has_brace(command.whole))
            end += command.whole.size;
        put_line_words(w, (xpgn_slice){text.data + from, (size_t)(end - text.data) - from});
        from = at;
    }
    put_line_words(w, (xpgn_slice){text.data + from, text.size - from});
    unit_end_line(w);
}

static bool is_line(const xpgn_remark *r) {
    return r->nag == 0 && r->line && has_brace(r->text);
}

/* The text of all comments that may stand in braces: one as it is, several joined. */
static xpgn_slice join(xpgn_writer *w) {
    xpgn_slice text = {"", 0};
    size_t n = 0;
    for (size_t i = 0; i < w->run.count; i++) {
        const xpgn_remark *r = &w->run.list[i];
        if (r->nag != 0 || is_line(r))
            continue;
        if (n == 1) {
            xpgn_buffer_clear(&w->joined);
            xpgn_buffer_slice(&w->joined, text);
        }
        if (n > 0) {
            xpgn_buffer_char(&w->joined, ' ');
            xpgn_buffer_slice(&w->joined, r->text);
        }
        text = n++ > 0 ? (xpgn_slice){w->joined.data, w->joined.size} : r->text;
    }
    return text;
}

static void put_comment(struct comment *c) {
    xpgn_writer *w = c->w;
    xpgn_slice text = join(w);
    put_commands(c, text);
    for (size_t i = 0; i < w->run.count; i++) {
        if (is_line(&w->run.list[i]))
            put_commands(c, w->run.list[i].text);
    }
    put_prose(c, text);
}

static void put_lines(xpgn_writer *w) {
    for (size_t i = 0; i < w->run.count; i++) {
        if (is_line(&w->run.list[i])) {
            put_line(w, w->run.list[i].text);
            w->number_due = true;
        }
    }
}

static bool put_nags(xpgn_writer *w) {
    bool any = false;
    for (size_t i = 0; i < w->run.count && !w->options.no_nags; i++) {
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
    if (!w->options.no_comments)
        put_comment(&c);
    if (c.open) {
        xpgn_buffer_char(w->out, '}');
        w->number_due = true;
    }
    if (!w->options.no_comments)
        put_lines(w);
    w->run.count = 0;
}
