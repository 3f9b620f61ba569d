/* SPDX-License-Identifier: MIT */
/* The record as text, and taking it apart. */
#include "record/record.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static void copy(const record *r, xpgn_buffer *to, const xpgn_buffer *from, size_t at) {
    record_need(r, from);
    *to = (xpgn_buffer){0};
    if (at < from->size)
        xpgn_buffer_put(to, from->data + at, from->size - at);
    record_need(r, to);
}

static void begin_at(const record *r, sheet *next, size_t shared) {
    const sheet *now = &r->sheet;
    copy(r, &next->tags, &now->tags, 0);
    copy(r, &next->body, &now->body, shared);
    copy(r, &next->tail, &now->tail, 0);
    copy(r, &next->pending, &now->pending, 0);
    copy(r, &next->announced, &now->announced, 0);
    copy(r, &next->turn, &now->turn, 0);
    next->stands = now->stands;
    memcpy(next->result, now->result, sizeof next->result);
    next->ended = now->ended;
    next->shared = shared;
}

void sheet_begin(const record *r, sheet *next) {
    begin_at(r, next, 0);
}

void sheet_grow(const record *r, sheet *next) {
    begin_at(r, next, r->disk.grows ? r->disk.from - r->disk.body : 0);
}

void sheet_need(const record *r, const sheet *s) {
    record_need(r, &s->tags);
    record_need(r, &s->body);
    record_need(r, &s->tail);
    record_need(r, &s->pending);
    record_need(r, &s->announced);
    record_need(r, &s->turn);
}

void sheet_free(sheet *s) {
    xpgn_buffer_free(&s->tags);
    xpgn_buffer_free(&s->body);
    xpgn_buffer_free(&s->tail);
    xpgn_buffer_free(&s->pending);
    xpgn_buffer_free(&s->announced);
    xpgn_buffer_free(&s->turn);
}

void sheet_cut(xpgn_buffer *part, size_t size) {
    while (size > 0 && strchr(" \n", part->data[size - 1]) != NULL)
        size--;
    part->size = size;
}

void standing_free(standing *st) {
    xpgn_play_free(st->play);
    *st = (standing){0};
}

void sheet_add(xpgn_buffer *part, const char *format, ...) {
    char *text = NULL;
    va_list list;
    va_start(list, format);
    int size = vsnprintf(NULL, 0, format, list);
    va_end(list);
    if (size > 0)
        text = malloc((size_t)size + 1);
    if (text == NULL) {
        part->failed |= size != 0;
        return;
    }
    va_start(list, format);
    (void)vsnprintf(text, (size_t)size + 1, format, list);
    va_end(list);
    if (part->size > 0)
        xpgn_buffer_char(part, ' ');
    xpgn_buffer_put(part, text, (size_t)size);
    free(text);
}

/* ---- tags ------------------------------------------------------------------------------------ */

/* The next line of the tags; false: there is none. */
static bool next_tag(xpgn_slice *tags, xpgn_slice *line, xpgn_slice *name, xpgn_slice *value) {
    const char *end = memchr(tags->data, '\n', tags->size);
    if (end == NULL) /* there is none, or no memory for it */
        return false;
    *line = (xpgn_slice){tags->data, (size_t)(end - tags->data) + 1};
    const char *blank = memchr(line->data, ' ', line->size);
    *name = (xpgn_slice){line->data + 1, (size_t)(blank - line->data) - 1};
    *value = (xpgn_slice){blank + 2, (size_t)(end - blank) - 4};
    tags->data += line->size;
    tags->size -= line->size;
    return true;
}

xpgn_slice record_tag(const sheet *s, const char *name) {
    xpgn_slice tags = slice_of(&s->tags), line, is, value;
    while (next_tag(&tags, &line, &is, &value))
        if (slice_is(is, name))
            return value;
    return (xpgn_slice){NULL, 0};
}

void sheet_put_tag(xpgn_buffer *b, xpgn_slice name, xpgn_slice value) {
    xpgn_buffer_char(b, '[');
    xpgn_buffer_slice(b, name);
    xpgn_buffer_text(b, " \"");
    xpgn_buffer_slice(b, value);
    xpgn_buffer_text(b, "\"]\n");
}

void record_set_tag(sheet *s, const char *name, xpgn_slice value) {
    xpgn_record *tags = NULL;
    xpgn_slice text = {value.size > 0 ? value.data : "", value.size};
    if (s->tags.failed || xpgn_record_new(&tags, slice_of(&s->tags)) != XPGN_OK ||
        xpgn_record_set_tag(tags, name, text) != XPGN_OK) {
        s->tags.failed = true;
    } else {
        xpgn_buffer_clear(&s->tags);
        xpgn_buffer_slice(&s->tags, xpgn_record_text(tags));
        sheet_cut(&s->tags, s->tags.size);
        xpgn_buffer_char(&s->tags, '\n');
    }
    xpgn_record_free(tags);
}

/* ---- taking apart ---------------------------------------------------------------------------- */

/* The place of the result that ends the movetext; what is before it is the body. */
static void split_movetext(xpgn_slice text, size_t from, xpgn_slice *body, xpgn_slice *result) {
    size_t end = text.size;
    while (end > from && strchr(" \r\n\t", text.data[end - 1]) != NULL)
        end--;
    size_t begin = end;
    while (begin > from && strchr(" \r\n\t", text.data[begin - 1]) == NULL)
        begin--;
    *result = (xpgn_slice){text.data + begin, end - begin};
    while (begin > from && strchr(" \r\n\t", text.data[begin - 1]) != NULL)
        begin--;
    *body = (xpgn_slice){text.data + from, begin - from};
}

/* The movetext of a record in export form: after the empty line. */
xpgn_slice sheet_body_of(xpgn_slice text) {
    size_t from = 0;
    xpgn_slice body, result;
    while (from + 1 < text.size && !(text.data[from] == '\n' && text.data[from + 1] == '\n'))
        from++;
    split_movetext(text, from + 2 < text.size ? from + 2 : text.size, &body, &result);
    return body;
}

xpgn_slice sheet_moves_of(xpgn_slice text, size_t from) {
    xpgn_slice moves, result;
    split_movetext(text, from, &moves, &result);
    return moves;
}

/* Appends text with each run of white space as one space. */
static void put_flat(xpgn_buffer *b, xpgn_slice text) {
    bool space = false;
    for (size_t i = 0; i < text.size; i++) {
        bool blank = strchr(" \r\n\t", text.data[i]) != NULL && text.data[i] != '\0';
        if (!blank && space && b->size > 0)
            xpgn_buffer_char(b, ' ');
        if (!blank)
            xpgn_buffer_char(b, text.data[i]);
        space = blank;
    }
}

xpgn_record *sheet_entries(const record *r, xpgn_slice part) {
    xpgn_record *entries;
    if (xpgn_record_new(&entries, part) != XPGN_OK)
        cli_no_memory(r->c);
    return entries;
}

size_t sheet_comment_at(const xpgn_record *entries, size_t i) {
    const xpgn_entry *e = xpgn_record_entries(entries, &(size_t){0}) + i;
    const char *text = xpgn_record_text(entries).data, *command = text + e->place.offset;
    while (e->remark_count == 0) /* those of one comment stand after its owner */
        e--;
    for (size_t k = 0; k < e->remark_count; k++) {
        xpgn_slice all = e->remarks[k].text;
        if (all.size > 0 && command >= all.data && command < all.data + all.size)
            return (size_t)(all.data - text) - 1;
    }
    return (size_t)(command - text);
}

/* The movetext, without its result, and the half-move that is missing in it. */
static void read_movetext(record *r, xpgn_slice text, size_t tags_end, sheet *out) {
    xpgn_record *entries = sheet_entries(r, text);
    size_t count, from = tags_end, gap = SIZE_MAX, end = text.size;
    const xpgn_entry *list = xpgn_record_entries(entries, &count);
    for (size_t i = 0; i < count; i++) {
        const xpgn_entry *e = &list[i];
        if (e->kind == XPGN_ENTRY_MISSING && e->depth == 0 && gap == SIZE_MAX)
            gap = sheet_comment_at(entries, i);
        if (e->kind != XPGN_ENTRY_RESULT || e->depth > 0)
            continue;
        end = e->place.offset;
        (void)snprintf(out->result, sizeof out->result, "%.*s", (int)e->text.size, e->text.data);
    }
    xpgn_record_free(entries);
    gap = gap < end ? gap : end;
    put_flat(&out->body, (xpgn_slice){text.data + from, gap - from});
    put_flat(&out->tail, (xpgn_slice){text.data + gap, end - gap});
}

/* ---- what is pending ------------------------------------------------------------------------- */

static const char ties_word[] = "first ";

/* The dice of what is pending: after the action, if there is one. */
static xpgn_slice dice_of(xpgn_slice pending) {
    const char *blank = memchr(pending.data, ' ', pending.size);
    if (blank == NULL)
        return pending;
    return (xpgn_slice){blank + 1, pending.size - (size_t)(blank + 1 - pending.data)};
}

/* Each tie is a roll of its own; all other dice are of one. */
static bool has_ties(xpgn_slice pending) {
    enum { WORD = sizeof ties_word - 1 };
    return pending.size > WORD && memcmp(pending.data, ties_word, WORD) == 0;
}

xpgn_slice sheet_ties(const sheet *s) {
    xpgn_slice pending = slice_of(&s->pending);
    return has_ties(pending) ? dice_of(pending) : (xpgn_slice){"", 0};
}

void sheet_put_fallen(xpgn_buffer *b, const sheet *s, bool stands) {
    xpgn_slice pending = slice_of(&s->pending), dice = dice_of(pending), tie;
    const char *what = slice_of(&s->turn).data;
    const int size = (int)s->turn.size;
    if (!has_ties(pending)) {
        xpgn_buffer_printf(b, "[%%annulled %.*s%.*s%s]", size, what, (int)dice.size, dice.data,
                           stands ? " stands" : "");
        return;
    }
    for (const char *blank = ""; (tie = line_word(&dice)).size > 0; blank = " ")
        xpgn_buffer_printf(b, "%s[%%annulled %.*s%.*s]", blank, size, what, (int)tie.size,
                           tie.data);
}

/* The first entry of a kind; XPGN_NO_ENTRY: there is none. */
static size_t find_kind(const xpgn_record *part, xpgn_entry_kind kind) {
    size_t count;
    const xpgn_entry *list = xpgn_record_entries(part, &count);
    for (size_t i = 0; i < count; i++)
        if (list[i].kind == kind)
            return i;
    return XPGN_NO_ENTRY;
}

/* How many dice have fallen for what is pending, each in an [%annulled ...] of its own. */
static size_t count_fallen(xpgn_slice pending) {
    xpgn_slice dice = dice_of(pending);
    size_t rolls = pending.size > 0;
    if (has_ties(pending))
        for (rolls = 0; line_word(&dice).size > 0; rolls++)
            ;
    return rolls;
}

/* What an [%annulled ...] says that the dice of what is pending are for: "12... exd5 ". */
static void read_turn(sheet *out, xpgn_slice annulled) {
    xpgn_slice pending = slice_of(&out->pending), dice = dice_of(pending);
    if (has_ties(pending))
        dice = line_word(&dice);
    xpgn_buffer_clear(&out->turn);
    if (annulled.size > dice.size)
        xpgn_buffer_put(&out->turn, annulled.data, annulled.size - dice.size);
}

static xpgn_status take_announced(sheet *out, xpgn_record *part) {
    size_t at = find_kind(part, XPGN_ENTRY_ANNOUNCED);
    if (at == XPGN_NO_ENTRY)
        return XPGN_OK;
    xpgn_buffer_slice(&out->announced, xpgn_record_entries(part, &(size_t){0})[at].text);
    return xpgn_record_remove(NULL, part, at);
}

/* With the dice that have fallen for it. */
static xpgn_status take_waiting(sheet *out, xpgn_record *part) {
    size_t at = find_kind(part, XPGN_ENTRY_PENDING), from = at;
    const xpgn_entry *list = xpgn_record_entries(part, &(size_t){0});
    if (at == XPGN_NO_ENTRY)
        return XPGN_OK;
    xpgn_slice rest = list[at].text, all = rest;
    out->ended = slice_is(line_word(&rest), "end");
    xpgn_buffer_slice(&out->pending, out->ended ? rest : all);
    out->stands = out->pending.size > 0 && list[at].place.offset > 0 &&
                  xpgn_record_text(part).data[list[at].place.offset - 1] == '{';
    for (size_t rolls = count_fallen(slice_of(&out->pending));
         !out->stands && rolls > 0 && from > 0 && list[from - 1].kind == XPGN_ENTRY_ANNULLED;
         rolls--)
        from--;
    if (from < at)
        read_turn(out, list[from].text);
    xpgn_status status = XPGN_OK;
    for (size_t i = at + 1; i-- > from && status == XPGN_OK;)
        status = xpgn_record_remove(NULL, part, i);
    return status;
}

void sheet_take_pending(sheet *out) {
    xpgn_buffer *b = out->tail.size > 0 ? &out->tail : &out->body;
    xpgn_record *part = NULL;
    xpgn_status status = b->failed ? XPGN_NO_MEMORY : xpgn_record_new(&part, slice_of(b));
    if (status == XPGN_OK)
        status = take_announced(out, part);
    if (status == XPGN_OK)
        status = take_waiting(out, part);
    if (status == XPGN_OK) {
        xpgn_buffer_clear(b);
        xpgn_buffer_slice(b, xpgn_record_text(part));
        sheet_cut(b, b->size);
    } else {
        b->failed = true;
    }
    xpgn_record_free(part);
}

void sheet_read(record *r, xpgn_slice text, sheet *out) {
    size_t count, end = 0;
    const xpgn_tag *tags = xpgn_walk_tags(r->walk, &count);
    for (size_t i = 0; i < count; i++) {
        if (!slice_is(tags[i].name, "Result"))
            sheet_put_tag(&out->tags, tags[i].name, tags[i].value);
        size_t stop = tags[i].place.offset + tags[i].place.length;
        const char *close = memchr(text.data + stop, ']', text.size - stop);
        stop = close != NULL ? (size_t)(close - text.data) + 1 : text.size;
        end = stop > end ? stop : end;
    }
    (void)snprintf(out->result, sizeof out->result, "*");
    read_movetext(r, text, end, out);
    sheet_need(r, out);
    sheet_take_pending(out);
    sheet_need(r, out);
}
