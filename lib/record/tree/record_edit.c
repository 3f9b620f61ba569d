/* SPDX-License-Identifier: MIT */
/* Changing the entries of a record. */
#include <xpgn/play.h>

#include "core/base/roll_data.h"
#include "core/base/slice.h"
#include "core/forms/scan.h"
#include "core/text/lex.h"
#include "core/text/roll_text.h"
#include "internal/text_out.h"
#include "internal/writers.h"
#include "record/tree/record_tree.h"

/* Applies one change, whose text is the buffer; frees the buffer. */
static xpgn_status apply_buffer(struct xpgn_record *r, size_t from, size_t to, xpgn_buffer *b,
                                const struct record_reach *reach) {
    const struct record_change one = {from, to, {b->data, b->size}};
    xpgn_status status = b->failed ? XPGN_NO_MEMORY : record_apply(r, &one, 1, reach);
    xpgn_buffer_free(b);
    return status;
}

/* ---- adding ---------------------------------------------------------------------------------- */

/* True if inserted text needs a space before it here; not where an entry begins. */
static bool needs_space(const struct xpgn_record *r, size_t at, size_t entry) {
    bool begins = entry < r->index.entries && r->index.entry[entry].place.offset == at;
    char before = at > 0 ? r->text.data[at - 1] : ' ';
    return begins ? byte_is(before, BYTE_WORD) : !is_space(before) && before != '(';
}

/* True if the line that ends here is an escape line or ends with a ; comment. */
static bool ends_line(const struct xpgn_record *r, size_t at) {
    for (size_t i = at; i-- > 0 && !byte_is(r->text.data[i], BYTE_LINE);)
        if (r->text.data[i] == ';' || r->text.data[i] == '%')
            return true;
    return false;
}

static xpgn_status put_in(struct xpgn_record *r, size_t at, size_t entry, xpgn_slice text) {
    xpgn_buffer b = {0};
    const char *old = xpgn_record_text(r).data;
    bool at_end = at == r->text.size;
    if (text.size == 0)
        return XPGN_INVALID;
    if (needs_space(r, at, entry))
        xpgn_buffer_text(&b, at_end && ends_line(r, at) ? "\n" : " ");
    xpgn_buffer_slice(&b, text);
    if (!at_end && !is_space(old[at]) && old[at] != ')' && !is_space(text.data[text.size - 1]))
        xpgn_buffer_char(&b, ' ');
    return apply_buffer(r, at, at, &b,
                        &(struct record_reach){.first = entry, .end = entry, .more = true});
}

/* The first entry that begins at this offset or later. */
static size_t entry_from(const struct xpgn_record *r, size_t offset) {
    size_t i = r->index.entries;
    while (i > 0 && r->index.entry[i - 1].place.offset >= offset)
        i--;
    return i;
}

xpgn_status xpgn_record_insert(xpgn_record *r, size_t at, xpgn_slice text) {
    if (at >= r->index.entries || record_is_command(&r->index.entry[at]))
        return XPGN_INVALID;
    return put_in(r, r->index.entry[at].place.offset, at, text);
}

xpgn_status xpgn_record_add(xpgn_record *r, uint32_t line, xpgn_slice text) {
    if (line >= r->index.lines)
        return XPGN_INVALID;
    const struct record_line *l = &r->index.line[line];
    if (l->last != XPGN_NO_ENTRY && r->index.entry[l->last].kind == XPGN_ENTRY_RESULT)
        return xpgn_record_insert(r, l->last, text);
    return put_in(r, l->close, entry_from(r, l->close), text);
}

/* ---- removing -------------------------------------------------------------------------------- */

/* The end of an entry with its variations. */
static size_t end_of(const struct xpgn_record *r, size_t i) {
    const xpgn_entry *e = &r->index.entry[i];
    size_t end = (size_t)e->place.offset + e->place.length;
    for (size_t k = 0; e->variation != XPGN_NO_ENTRY && k < r->index.lines; k++) {
        const struct record_line *l = &r->index.line[k];
        size_t close = l->close + (size_t)(l->close < r->text.size);
        if (l->parent == i && close > end)
            end = close;
    }
    return end;
}

/* The place after the white space at `at`, but not past the line end before an escape line. */
static size_t past_space(const struct xpgn_record *r, size_t at) {
    size_t end = at;
    while (end < r->text.size && is_space(r->text.data[end]))
        end++;
    return end < r->text.size && r->text.data[end] == '%' ? at : end;
}

static void put_edited_command(xpgn_buffer *b, xpgn_slice command) {
    if (b->size > 0)
        xpgn_buffer_char(b, ' ');
    xpgn_buffer_char(b, '{');
    xpgn_buffer_slice(b, command);
    xpgn_buffer_char(b, '}');
}

/* Appends entries that are in the comments of an entry but not part of it. */
static size_t put_inner(const struct xpgn_record *r, size_t i, xpgn_buffer *b) {
    const xpgn_entry *list = r->index.entry, *e = &list[i];
    size_t count = 0;
    for (size_t k = i + 1; k < r->index.entries && record_is_command(&list[k]) &&
                           list[k].place.offset - e->place.offset < e->place.length;
         k++, count++)
        put_edited_command(b, record_bytes(r, list[k].place.offset,
                                           (size_t)list[k].place.offset + list[k].place.length));
    return count;
}

/* Replaces an entry and its variations by a buffer, which is freed, and by the entries in its
   comments. */
static xpgn_status replace_whole(struct xpgn_record *r, size_t i, xpgn_buffer *by,
                                 xpgn_buffer *removed) {
    size_t from = r->index.entry[i].place.offset, end = end_of(r, i);
    size_t least = (by->size > 0) + put_inner(r, i, by), after = entry_from(r, end);
    size_t to = by->size == 0 && !by->failed ? past_space(r, end) : end;
    xpgn_buffer bytes = {0};
    xpgn_buffer_slice(&bytes, record_bytes(r, from, to));
    if (bytes.failed) {
        xpgn_buffer_free(by);
        return XPGN_NO_MEMORY;
    }
    xpgn_status status = apply_buffer(
        r, from, to, by, &(struct record_reach){.first = i, .end = after, .least = least});
    if (status == XPGN_OK && removed != NULL)
        xpgn_buffer_put(removed, bytes.data, bytes.size);
    xpgn_buffer_free(&bytes);
    return status;
}

/* ---- commands in comments -------------------------------------------------------------------- */

/* True if this command is to be removed. */
typedef bool goes(const struct command *c, const void *data);

/* Appends the contents of a comment without some commands and the spaces next to them. False, and
   nothing is appended, if it has no such command or nothing is left. */
static bool put_without(xpgn_buffer *b, xpgn_slice contents, goes *is_gone, const void *data) {
    const char *end = contents.data + contents.size, *from = contents.data;
    size_t before = b->size;
    struct command c;
    for (size_t at = 0; command_next(contents, &at, &c);) {
        if (!is_gone(&c, data))
            continue;
        xpgn_buffer_put(b, from, (size_t)(c.whole.data - from));
        from = c.whole.data + c.whole.size;
        if (from < end && is_space(*from))
            from++;
        else if (b->size > before && is_space(b->data[b->size - 1]))
            b->size--;
    }
    xpgn_buffer_put(b, from, (size_t)(end - from));
    for (size_t i = before; i < b->size; i++)
        if (!is_space(b->data[i]))
            return true;
    b->size = before;
    return false;
}

/* The comment that contains an entry: the bytes between its braces. */
static xpgn_slice comment_around(const struct xpgn_record *r, size_t i) {
    const char *at = r->text.data + r->index.entry[i].place.offset;
    while (i > 0 && record_is_command(&r->index.entry[i]))
        i--;
    const xpgn_entry *e = &r->index.entry[i];
    for (size_t k = 0; k < e->remark_count; k++) {
        xpgn_slice text = e->remarks[k].text;
        if (text.data != NULL && at >= text.data && at < text.data + text.size)
            return text;
    }
    return (xpgn_slice){NULL, 0};
}

static bool is_at(const struct command *c, const void *data) {
    return c->whole.data == data;
}

/* Removes a command, and inserts `by` before the comment. */
static xpgn_status replace_command(struct xpgn_record *r, size_t i, xpgn_slice by) {
    const char *text = xpgn_record_text(r).data;
    xpgn_slice contents = comment_around(r, i);
    if (contents.data == NULL)
        return XPGN_INVALID;
    size_t from = (size_t)(contents.data - text) - 1, to = from + 1 + contents.size;
    bool brace = text[from] == '{' && to < r->text.size;
    xpgn_buffer rest = {0}, b = {0};
    bool left = put_without(&rest, contents, is_at, text + r->index.entry[i].place.offset);
    xpgn_buffer_slice(&b, by);
    if (left && by.size > 0)
        xpgn_buffer_char(&b, ' ');
    if (left) {
        xpgn_buffer_char(&b, text[from]);
        xpgn_buffer_put(&b, rest.data, rest.size);
        xpgn_buffer_text(&b, brace ? "}" : "");
    }
    b.failed |= rest.failed;
    xpgn_buffer_free(&rest);
    to += brace;
    if (b.size == 0 && !b.failed)
        to = past_space(r, to);
    const struct record_reach reach = {
        .first = entry_from(r, from), .end = entry_from(r, to), .least = by.size > 0};
    return apply_buffer(r, from, to, &b, &reach);
}

/* ---- an action ------------------------------------------------------------------------------- */

static bool is_roll(const struct command *c, const void *data) {
    (void)data;
    return slice_is(c->name, "roll") || slice_is(c->name, "turn");
}

/* A token of an entry, and the bytes between it and the one before it. */
struct piece {
    xpgn_slice gap, text;
    const struct token *token;
};

/* Appends a comment without its rolls. */
static void put_piece_comment(xpgn_buffer *b, const struct piece *p) {
    xpgn_slice contents = p->token->text, all = p->text;
    struct command c;
    size_t at = 0;
    bool gone = false;
    while (!gone && command_next(contents, &at, &c))
        gone = is_roll(&c, NULL);
    size_t before = b->size;
    xpgn_buffer_slice(b, p->gap);
    if (!gone) {
        xpgn_buffer_slice(b, all);
        return;
    }
    xpgn_buffer_char(b, *all.data);
    if (!put_without(b, contents, is_roll, NULL))
        b->size = before;
    else if (contents.size + 2 == all.size)
        xpgn_buffer_char(b, '}');
}

/* Appends a piece of an entry whose word and rolls are replaced. */
static void put_edited(xpgn_buffer *b, const xpgn_entry *e, xpgn_slice text,
                       const struct piece *p) {
    switch (p->token->kind) {
    case TOKEN_ROLL: /* in the new text */
        break;
    case TOKEN_WORD:
    case TOKEN_RESULT:
        if (p->text.data != e->text.data)
            break; /* the prisoner freed, the same */
        if (b->size > 0)
            xpgn_buffer_slice(b, p->gap);
        xpgn_buffer_slice(b, text);
        break;
    case TOKEN_COMMENT:
    case TOKEN_LINE:
        put_piece_comment(b, p);
        break;
    default:
        xpgn_buffer_slice(b, p->gap);
        xpgn_buffer_slice(b, p->text);
        break;
    }
}

static xpgn_status replace_action(struct xpgn_record *r, size_t i, xpgn_slice text) {
    const xpgn_entry *e = &r->index.entry[i];
    size_t from = e->place.offset, to = from + e->place.length, at = from;
    struct log log;
    struct lex lex;
    struct token t;
    xpgn_buffer b = {0};
    log_init(&log);
    log.limit = 0;
    lex_begin(&lex, record_bytes(r, 0, to), &log);
    lex.at = from;
    for (lex_next(&lex, &t); t.kind != TOKEN_END; lex_next(&lex, &t)) {
        size_t end = (size_t)t.place.offset + t.place.length;
        const struct piece piece = {record_bytes(r, at, t.place.offset),
                                    record_bytes(r, t.place.offset, end), &t};
        put_edited(&b, e, text, &piece);
        at = end;
    }
    log_free_parts(&log);
    return apply_buffer(r, from, to, &b,
                        &(struct record_reach){.first = i, .end = entry_from(r, to), .same = true});
}

xpgn_status xpgn_record_replace(xpgn_record *r, size_t i, xpgn_slice text) {
    if (i >= r->index.entries || text.size == 0)
        return XPGN_INVALID;
    xpgn_buffer b = {0};
    switch (r->index.entry[i].kind) {
    case XPGN_ENTRY_ACTION:
    case XPGN_ENTRY_RESULT:
        return replace_action(r, i, text);
    case XPGN_ENTRY_MISSING:
    case XPGN_ENTRY_ANNULLED:
    case XPGN_ENTRY_PENDING:
    case XPGN_ENTRY_ANNOUNCED:
        return replace_command(r, i, text);
    case XPGN_ENTRY_REMARKS:
        xpgn_buffer_slice(&b, text);
        return replace_whole(r, i, &b, NULL);
    }
    return XPGN_INVALID;
}

xpgn_status xpgn_record_remove(xpgn_buffer *removed, xpgn_record *r, size_t i) {
    if (i >= r->index.entries)
        return XPGN_INVALID;
    xpgn_buffer none = {0};
    if (record_is_command(&r->index.entry[i]))
        return replace_command(r, i, (xpgn_slice){"", 0});
    return replace_whole(r, i, &none, removed);
}

/* Appends the dice of a roll, without the other fields. */
static void put_dice_alone(xpgn_buffer *b, xpgn_slice text) {
    xpgn_roll roll, dice;
    if (!xpgn_roll_read(text, &roll))
        return;
    roll_reduce(&roll, ROLL_DICE, &dice);
    if (dice.exchange[0].side[0].dice_count > 0)
        xpgn_roll_write(b, &dice);
}

xpgn_status xpgn_record_annul(xpgn_record *r, size_t i) {
    if (i >= r->index.entries || r->index.entry[i].kind != XPGN_ENTRY_ACTION)
        return XPGN_INVALID;
    const xpgn_entry *e = &r->index.entry[i];
    xpgn_buffer dice = {0}, b = {0};
    put_dice_alone(&dice, e->roll);
    if (e->turn_roll.data != NULL)
        xpgn_buffer_printf(&b, "{[%%annulled %.*s]", SLICE(e->turn_roll));
    if (dice.size > 0)
        xpgn_buffer_printf(&b, "%s[%%annulled %.*s]", b.size > 0 ? " " : "{", SLICE(dice));
    if (b.size > 0)
        xpgn_buffer_char(&b, '}');
    b.failed |= dice.failed;
    xpgn_buffer_free(&dice);
    if (b.size == 0 && !b.failed)
        return XPGN_INVALID;
    return replace_whole(r, i, &b, NULL);
}
