/* SPDX-License-Identifier: MIT */
/*
 * Writing remarks. Those at one place become its NAGs and one comment, commands before prose. A `;`
 * comment that contains a } cannot be written in braces. Its commands are, and the rest stays a `;`
 * comment, in its place between the others.
 */

#include <xpgn/rulesets.h>

#include "core/base/grow.h"
#include "output/write/pgn.h"

#include "core/base/buffer.h"
#include "core/base/slice.h"
#include "core/forms/scan.h"
#include "core/text/roll_text.h"
#include "core/text/span.h"
#include "internal/text_out.h"

static bool is_remark_written(const xpgn_writer *w, const xpgn_remark *r) {
    return r->nag != 0 ? !w->options.no_nags : !w->options.no_comments && !slice_is_blank(r->text);
}

bool remarks_any(const xpgn_writer *w, const xpgn_remark *list, size_t count) {
    size_t i = 0;
    while (i < count && !is_remark_written(w, &list[i]))
        i++;
    return i < count;
}

void remarks_add(xpgn_writer *w, const xpgn_remark *list, size_t count) {
    struct remark_list *r = &w->remarks;
    for (size_t i = 0; i < count; i++) {
        if (!is_remark_written(w, &list[i]))
            continue;
        if (GROW(r->list, r->count, r->capacity))
            r->list[r->count++] = list[i];
        else
            w->no_memory = true;
    }
}

/* ---- pieces of a comment --------------------------------------------------------------------- */

struct comment {
    xpgn_writer *w;
    bool open;   /* the { is written */
    bool joined; /* the first command is part of the action's unit */
};

/* A command is part of the unit of the commands before it, or of the action. */
static void begin_command(struct comment *c) {
    bool joins = c->open || c->joined;
    if (!joins)
        unit_begin(c->w);
    char *p = buffer_room(c->w->out, 2);
    if (p == NULL)
        return;
    if (joins)
        *p++ = ' ';
    if (!c->open)
        *p++ = '{';
    c->w->out->size = (size_t)(p - c->w->out->data);
    c->open = true;
}

/* Each word of prose is a unit, except one with a %, which at the start of a line would make it an
   escape line. */
static void put_comment_word(struct comment *c, xpgn_slice word) {
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

static void put_comment_words(struct comment *c, xpgn_slice text) {
    for (xpgn_slice word; (word = slice_take_word(&text)).size > 0;)
        put_comment_word(c, word);
}

/* Collapses white space to one space, none beside a comma, except in quotes. */
static void put_squeezed(xpgn_writer *w, xpgn_slice text) {
    bool quoted = false, after_comma = true;
    for (xpgn_slice word; (word = slice_take_word(&text)).size > 0;) {
        if (!after_comma && (quoted || word.data[0] != ','))
            xpgn_buffer_char(w->out, ' ');
        unit_put(w, word);
        for (size_t i = 0; i < word.size; i++)
            quoted ^= word.data[i] == '"';
        after_comma = !quoted && word.data[word.size - 1] == ',';
    }
}

/* Writes the position of a checkpoint in canonical form. */
static bool put_position(xpgn_writer *w, xpgn_slice text) {
    xpgn_position p;
    if (w->ruleset == NULL)
        return false;
    bool good = writer_read_position(w, text, &p);
    if (good)
        xpgn_position_write(w->out, w->ruleset, &p);
    return good;
}

static void put_remark_command(xpgn_writer *w, const struct command *command) {
    xpgn_buffer_put(w->out, "[%", 2);
    unit_put(w, command->name);
    if (command->rest.size > 0)
        xpgn_buffer_char(w->out, ' ');
    if (!slice_is(command->name, "xfen") || !put_position(w, command->rest))
        put_squeezed(w, command->rest);
    xpgn_buffer_char(w->out, ']');
}

/* ---- the comments of one place --------------------------------------------------------------- */

static bool has_brace(xpgn_slice s) {
    return s.size > 0 && memchr(s.data, '}', s.size) != NULL;
}

/* True for commands that put_action writes from the facts: rolls, and [%illegal stood]. */
static bool is_from_facts(const xpgn_writer *w, xpgn_slice name) {
    enum command_kind kind = command_kind(name);
    return w->remarks.action && (kind == COMMAND_ROLL || kind == COMMAND_TURN ||
                                 (w->remarks.stood && kind == COMMAND_ILLEGAL));
}

static struct open_command *push_command(xpgn_writer *w) {
    bool room = GROW(w->open_command, w->open_count, w->open_capacity);
    w->no_memory |= !room;
    return room ? &w->open_command[w->open_count++] : NULL;
}

/* The text kept from the [ on is a command: writes it and removes it from the text. False if it
   must stay; then no text around it is a command either. */
static bool take_command(xpgn_writer *w, xpgn_buffer *text, const struct open_command *o,
                         struct comment *c) {
    struct command command;
    command_split((xpgn_slice){text->data + o->at, text->size - o->at}, &command);
    if (has_brace(command.whole))
        return false;
    bool late = o->late || o->comment != w->comment;
    if (late && command_kind(command.name) != COMMAND_OTHER) { /* it was not a command when read */
        memmove(text->data + o->at + 1, text->data + o->at + 2, text->size - o->at - 2);
        text->size--;
        return true;
    }
    if (c != NULL && !is_from_facts(w, command.name)) {
        begin_command(c);
        put_remark_command(w, &command);
    }
    text->data[o->at] = ' ';
    text->size = o->at + 1;
    return true;
}

/* Handles a ], which closes the innermost [. */
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
 * Moves the commands out of a text from byte `from` on, so that prose remains; with `c` NULL they
 * are not written. Nested commands go from the inside out; one that had others inside is written
 * unless a reader would evaluate it, and then becomes prose ("[roll ...]"). One pass, in place.
 */
static void take_commands(xpgn_writer *w, xpgn_buffer *text, size_t from, struct comment *c) {
    if (from == text->size)
        return;
    const char *p = text->data + from, *end = text->data + text->size;
    for (text->size = from; p < end; p++) {
        bool opens = *p == '[' && p + 1 < end && p[1] == '%';
        if (opens && !command_is_named(p, end)) {
            w->open_count = 0; /* no text around it can be a command */
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

/* Appends the prose of one comment to that of others, whose open brackets it may close. */
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
    w->no_memory |= w->text.failed; /* from the last comment */
    xpgn_buffer_clear(&w->text);
    w->open_count = 0;
    w->comment = 0;
}

static bool is_line(const xpgn_remark *r) {
    return r->nag == 0 && r->line && has_brace(r->text);
}

/*
 * Collects the prose of the remarks from i on that form one comment, or of one `;` comment; unless
 * `c` is NULL, writes their commands. Returns the index of the next remark.
 */
static size_t take_run(xpgn_writer *w, size_t i, struct comment *c) {
    const xpgn_remark *list = w->remarks.list;
    bool line = is_line(&list[i]);
    begin_prose(w);
    do {
        if (list[i].nag == 0)
            add_prose(w, list[i].text, c);
        i++;
    } while (!line && i < w->remarks.count && !is_line(&list[i]));
    return i;
}

static void close_comment(struct comment *c) {
    if (!c->open)
        return;
    xpgn_buffer_char(c->w->out, '}');
    c->w->number_due = true;
    c->open = c->joined = false;
}

/* Writes the rest of a `;` comment as one line. */
static void put_comment_line(struct comment *c) {
    xpgn_writer *w = c->w;
    xpgn_slice text = {w->text.data, w->text.size};
    close_comment(c);
    unit_begin(w);
    xpgn_buffer_char(w->out, ';');
    for (xpgn_slice word; (word = slice_take_word(&text)).size > 0;) {
        xpgn_buffer_char(w->out, ' ');
        unit_put(w, word);
    }
    unit_end_line(w);
    w->number_due = true;
}

/* ---- comments copied as they are ------------------------------------------------------------- */

/* Returns the end of the command at p if put_command would write the same bytes, otherwise NULL. */
static const char *past_command(const char *p, const char *end) {
    const char *name = p + 2;
    for (p = name; p < end && byte_is(*p, BYTE_LETTER | BYTE_DIGIT); p++)
        ;
    if (p == name || span_is_command(name - 2, end))
        return NULL;
    p += p + 1 < end && *p == ' ' && p[1] != ']';
    while (p < end && byte_is(*p, BYTE_COMMAND))
        p++;
    return p < end && *p == ']' ? p + 1 : NULL;
}

static const char *past_white(const char *p, const char *end) {
    while (p < end && is_space(*p))
        p++;
    return p;
}

/* The pieces of the comments at one place, which are copied. */
struct comment_pieces {
    xpgn_slice command[8], prose[4];
    size_t commands, proses;
};

/* Adds the commands at the beginning of a comment, mostly a clock and an evaluation, and the prose
   after them. False if a part of it cannot be copied as it is. */
static bool split_comment(xpgn_slice comment, struct comment_pieces *list) {
    const char *end = comment.data + comment.size, *next;
    const char *p = past_white(comment.data, end);
    for (; end - p > 2 && p[0] == '[' && p[1] == '%'; p = past_white(next, end)) {
        if (list->commands == sizeof list->command / sizeof *list->command ||
            (next = past_command(p, end)) == NULL)
            return false;
        list->command[list->commands++] = (xpgn_slice){p, (size_t)(next - p)};
    }
    if (p == end)
        return true;
    xpgn_slice prose = {p, (size_t)(end - p)};
    if (list->proses == sizeof list->prose / sizeof *list->prose ||
        memchr(prose.data, '[', prose.size) != NULL)
        return false;
    list->prose[list->proses++] = prose;
    return true;
}

/* Copies the comments at one place; false, and nothing is written, if not all of them can be. */
static bool copy_comments(struct comment *c) {
    const struct remark_list *r = &c->w->remarks;
    struct comment_pieces list;
    list.commands = list.proses = 0;
    for (size_t i = 0; i < r->count; i++) {
        if (r->list[i].nag == 0 && (r->list[i].line || !split_comment(r->list[i].text, &list)))
            return false;
    }
    for (size_t i = 0; i < list.commands; i++) {
        begin_command(c);
        xpgn_buffer_slice(c->w->out, list.command[i]);
    }
    for (size_t i = 0; i < list.proses; i++)
        put_comment_words(c, list.prose[i]);
    close_comment(c);
    return true;
}

/* ---- all remarks of a place ------------------------------------------------------------------ */

/* Writes the comments in their order, but the commands of all before any prose. */
static void put_comments(struct comment *c) {
    xpgn_writer *w = c->w;
    const xpgn_remark *list = w->remarks.list;
    size_t count = w->remarks.count, i = 0;
    while (i < count && !is_line(&list[i]))
        i++;
    bool lines = i < count;
    for (i = 0; lines && i < count;)
        i = take_run(w, i, c);
    for (i = 0; i < count;) {
        bool line = is_line(&list[i]);
        i = take_run(w, i, lines ? NULL : c);
        if (line)
            put_comment_line(c);
        else
            put_comment_words(c, (xpgn_slice){w->text.data, w->text.size});
    }
    close_comment(c);
}

static bool put_nags(xpgn_writer *w) {
    bool any = false;
    for (size_t i = 0; i < w->remarks.count; i++) {
        if (w->remarks.list[i].nag == 0)
            continue;
        unit_begin(w);
        xpgn_buffer_printf(w->out, "$%u", w->remarks.list[i].nag);
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
    struct comment c = {.w = w, .joined = w->remarks.action && !nags};
    put_rolls(&c);
    if (!copy_comments(&c))
        put_comments(&c);
    w->remarks.count = 0;
}
