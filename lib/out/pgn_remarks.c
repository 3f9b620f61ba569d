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

/* The reader would act on it. */
static bool is_ours(xpgn_slice name) {
    static const char *const names[] = {"roll", "turn", "xfen", "illegal"};
    size_t i = 0;
    while (i < sizeof names / sizeof *names && !slice_is(name, names[i]))
        i++;
    return i < sizeof names / sizeof *names;
}

static struct open_command *push_command(xpgn_writer *w) {
    if (w->open_count == w->open_capacity) {
        size_t capacity = w->open_capacity > 0 ? 2 * w->open_capacity : 16;
        struct open_command *grown = realloc(w->open_command, capacity * sizeof *grown);
        if (grown == NULL) {
            w->no_memory = true;
            return NULL;
        }
        w->open_command = grown;
        w->open_capacity = capacity;
    }
    return &w->open_command[w->open_count++];
}

/* What stands from the [ to the end of the kept text is a command: out of the text with it.  False:
   it stays, and so no command is what has it inside. */
static bool take_command(xpgn_writer *w, xpgn_buffer *text, const struct open_command *o,
                         struct comment *c) {
    struct command command;
    command_split((xpgn_slice){text->data + o->at, text->size - o->at}, &command);
    if (has_brace(command.whole))
        return false;
    bool late = o->late || o->comment != w->comment;
    if (late && is_ours(command.name)) { /* to the reader it was none, and must not become one */
        memmove(text->data + o->at + 1, text->data + o->at + 2, text->size - o->at - 2);
        text->size--;
        return true;
    }
    if (c != NULL && !is_said(w, command.name)) {
        begin_command(c);
        put_command(w, &command);
    }
    text->data[o->at] = ' ';
    text->size = o->at + 1;
    return true;
}

/* A ] closes the innermost [ that is open. */
static void close_bracket(xpgn_writer *w, xpgn_buffer *text, struct comment *c) {
    struct open_command *top = &w->open_command[w->open_count - 1];
    if (top->brackets > 0) {
        top->brackets--;
        return;
    }
    w->open_count--;
    if (!take_command(w, text, top, c))
        w->open_count = 0;
    else if (w->open_count > 0)
        w->open_command[w->open_count - 1].late = true;
}

/*
 * Takes the commands out of a text from byte `from` on, which keeps the prose; `c` NULL: without
 * writing them.  A command within another goes first; what had it inside is one then, unless the
 * reader would act on it, and becomes prose otherwise ("[roll ...]").  One pass, in place: what is
 * kept moves up.
 */
static void take_commands(xpgn_writer *w, xpgn_buffer *text, size_t from, struct comment *c) {
    if (from == text->size)
        return;
    const char *p = text->data + from, *end = text->data + text->size;
    for (text->size = from; p < end; p++) {
        bool opens = *p == '[' && p + 1 < end && p[1] == '%';
        if (opens && !command_is_named(p, end)) {
            w->open_count = 0; /* no command around it can be one */
        } else if (opens) {
            struct open_command *o = push_command(w);
            if (o == NULL)
                return;
            *o = (struct open_command){.at = (uint32_t)text->size, .comment = w->comment};
        }
        text->data[text->size++] = *p;
        if (w->open_count > 0 && !opens && *p == '[')
            w->open_command[w->open_count - 1].brackets++;
        else if (w->open_count > 0 && *p == ']')
            close_bracket(w, text, c);
    }
}

/* The prose of one comment behind that of others, whose open brackets it may close. */
static void add_prose(xpgn_writer *w, xpgn_slice comment, struct comment *c) {
    if (w->text.size > 0)
        xpgn_buffer_char(&w->text, ' ');
    size_t from = w->text.size;
    xpgn_buffer_slice(&w->text, comment);
    w->comment++;
    if (!w->text.failed)
        take_commands(w, &w->text, from, c);
}

static void begin_prose(xpgn_writer *w) {
    xpgn_buffer_clear(&w->text);
    w->open_count = 0;
    w->comment = 0;
}

static bool is_line(const xpgn_remark *r) {
    return r->nag == 0 && r->line && has_brace(r->text);
}

static void put_comment(struct comment *c) {
    xpgn_writer *w = c->w;
    for (size_t i = 0; i < w->run.count; i++) {
        if (is_line(&w->run.list[i])) {
            begin_prose(w);
            add_prose(w, w->run.list[i].text, c);
        }
    }
    begin_prose(w);
    for (size_t i = 0; i < w->run.count; i++) {
        const xpgn_remark *r = &w->run.list[i];
        if (r->nag == 0 && !is_line(r)) /* what may stand in braces becomes one text */
            add_prose(w, r->text, c);
    }
    if (w->text.size > 0)
        put_words(c, (xpgn_slice){w->text.data, w->text.size});
}

/* What is left of a `;` comment, as one line. */
static void put_line(xpgn_writer *w, xpgn_slice text) {
    xpgn_slice word;
    begin_prose(w);
    add_prose(w, text, NULL);
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
