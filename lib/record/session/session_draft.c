/* SPDX-License-Identifier: MIT */
/* The record as text, and splitting it into parts. */
#include "internal/loop.h"
#include "internal/text_out.h"
#include "record/session/recorder.h"

#include "xpgn_codes.h"

#include <stdarg.h>
#include <xpgn/play.h>
#include <xpgn/walk.h>

static void copy_buffer(xpgn_buffer *to, const xpgn_buffer *from, size_t at) {
    *to = (xpgn_buffer){.failed = from->failed};
    if (at < from->size)
        xpgn_buffer_put(to, from->data + at, from->size - at);
}

static void begin_at(struct recorder *r, struct draft *next, size_t shared) {
    const struct draft *now = &r->draft;
    *next = *now;
    copy_buffer(&next->tags, &now->tags, 0);
    copy_buffer(&next->body, &now->body, shared);
    copy_buffer(&next->tail, &now->tail, 0);
    copy_buffer(&next->pending, &now->pending, 0);
    copy_buffer(&next->announced, &now->announced, 0);
    copy_buffer(&next->turn, &now->turn, 0);
    next->shared = shared;
    draft_need(r, next);
}

void draft_begin(struct recorder *r, struct draft *next) {
    begin_at(r, next, 0);
}

void draft_grow(struct recorder *r, struct draft *next) {
    begin_at(r, next, r->stored.grows ? r->stored.from - r->stored.body : 0);
}

void draft_need(struct recorder *r, const struct draft *s) {
    recorder_need(r, &s->tags);
    recorder_need(r, &s->body);
    recorder_need(r, &s->tail);
    recorder_need(r, &s->pending);
    recorder_need(r, &s->announced);
    recorder_need(r, &s->turn);
}

void draft_free(struct draft *s) {
    xpgn_buffer_free(&s->tags);
    xpgn_buffer_free(&s->body);
    xpgn_buffer_free(&s->tail);
    xpgn_buffer_free(&s->pending);
    xpgn_buffer_free(&s->announced);
    xpgn_buffer_free(&s->turn);
}

void draft_clear_dice(struct draft *s) {
    xpgn_buffer_clear(&s->pending);
    xpgn_buffer_clear(&s->announced);
}

void draft_cut(xpgn_buffer *part, size_t size) {
    size = size < part->size ? size : part->size; /* less if memory has failed */
    while (size > 0 && strchr(" \n", part->data[size - 1]) != NULL)
        size--;
    part->size = size;
}

void progress_free(struct progress *st) {
    xpgn_play_free(st->play);
    *st = (struct progress){0};
}

void draft_add(xpgn_buffer *part, const char *format, ...) {
    va_list list;
    const size_t before = part->size;
    if (before > 0)
        xpgn_buffer_char(part, ' ');
    const size_t begin = part->size;
    va_start(list, format);
    buffer_vprintf(part, format, list);
    va_end(list);
    if (part->size == begin)
        part->size = before;
}

/* ---- tags ------------------------------------------------------------------------------------ */

xpgn_slice draft_tag(const struct draft *s, const char *name) {
    xpgn_slice tags = bytes_of(&s->tags);
    while (tags.size > 0) { /* [NAME "VALUE"] */
        xpgn_slice line = slice_cut(&tags, '\n'), is = slice_cut(&line, ' ');
        if (is.size > 0 && slice_is((xpgn_slice){is.data + 1, is.size - 1}, name))
            return line.size > 3 ? (xpgn_slice){line.data + 1, line.size - 3} : (xpgn_slice){"", 0};
    }
    return (xpgn_slice){NULL, 0};
}

void draft_put_tag(xpgn_buffer *b, xpgn_slice name, xpgn_slice value) {
    xpgn_buffer_char(b, '[');
    xpgn_buffer_slice(b, name);
    xpgn_buffer_text(b, " \"");
    xpgn_buffer_slice(b, value);
    xpgn_buffer_text(b, "\"]\n");
}

/* Sets a tag; data NULL removes it. */
static void change_tag(struct draft *s, const char *name, xpgn_slice value) {
    xpgn_record *tags = NULL;
    if (s->tags.failed || xpgn_record_new(&tags, bytes_of(&s->tags)) != XPGN_OK ||
        xpgn_record_set_tag(tags, name, value) != XPGN_OK) {
        s->tags.failed = true;
    } else {
        xpgn_buffer_clear(&s->tags);
        xpgn_buffer_slice(&s->tags, xpgn_record_text(tags));
        draft_cut(&s->tags, s->tags.size);
        xpgn_buffer_char(&s->tags, '\n');
    }
    xpgn_record_free(tags);
}

void draft_set_tag(struct draft *s, const char *name, xpgn_slice value) {
    change_tag(s, name, (xpgn_slice){value.size > 0 ? value.data : "", value.size});
}

void draft_drop_tag(struct draft *s, const char *name) {
    change_tag(s, name, (xpgn_slice){NULL, 0});
}

/* ---- tags as entered, with dates in any order ------------------------------------------------ */

static bool is_date(const char *name) {
    return strcmp(name, "Date") == 0 || strcmp(name, "EventDate") == 0 ||
           strcmp(name, "UTCDate") == 0;
}

bool draft_enter_tag(struct draft *s, const char *name, xpgn_slice value, xpgn_reply *a) {
    char date[XPGN_DATE];
    if (!is_date(name) || slice_has_only(value, "?")) {
        draft_set_tag(s, name, value);
        return true;
    }
    if (!xpgn_date_read(value, date))
        return xpgn_reply_refuse(a, XPGN_CODE_DATE,
                                 "%s '%.*s' is not a date, or is ambiguous; expected %s", name,
                                 SLICE(value), "2026.11.21, or 21.11.2026");
    draft_set_tag(s, name, (xpgn_slice){date, strlen(date)});
    return true;
}

/* ---- splitting ---------------------------------------------------------------------------- */

xpgn_slice draft_moves_of(xpgn_slice text, size_t from) {
    size_t end = text.size;
    while (end > from && is_space(text.data[end - 1]))
        end--;
    while (end > from && !is_space(text.data[end - 1])) /* the result */
        end--;
    while (end > from && is_space(text.data[end - 1]))
        end--;
    return (xpgn_slice){text.data + from, end - from};
}

xpgn_slice draft_body_of(xpgn_slice text) {
    size_t from = 0;
    while (from + 1 < text.size && !(text.data[from] == '\n' && text.data[from + 1] == '\n'))
        from++;
    return draft_moves_of(text, from + 2 < text.size ? from + 2 : text.size);
}

/* Is this a line for other programs, which are no part of the record? */
static bool is_escape(xpgn_slice text, size_t i) {
    return text.data[i] == '%' && (i == 0 || text.data[i - 1] == '\n');
}

static size_t line_end(xpgn_slice text, size_t i) {
    xpgn_slice rest = {text.data + i, text.size - i};
    return i + slice_cut(&rest, '\n').size;
}

/* Appends text with each run of white space as one space, and what follows a ; in braces, since its
   line does not end there any more. */
static void put_flat(xpgn_buffer *b, xpgn_slice text) {
    bool space = false, inside = false;
    for (size_t i = 0; i < text.size; i++) {
        const char c = text.data[i];
        const bool blank = is_space(c), rest = c == ';' && !inside, escape = is_escape(text, i);
        const size_t end = rest || escape ? line_end(text, i) : i;
        if (!blank && !escape && space && b->size > 0)
            xpgn_buffer_char(b, ' ');
        if (rest)
            xpgn_buffer_printf(b, "{%.*s}", (int)(end - i - 1), text.data + i + 1);
        else if (!blank && !escape)
            xpgn_buffer_char(b, c);
        inside = inside ? c != '}' : c == '{';
        space = blank || escape || rest;
        i = end > i ? end - 1 : i;
    }
}

xpgn_record *draft_entries(struct recorder *r, xpgn_slice part, const xpgn_entry **list,
                           size_t *count) {
    xpgn_record *entries = NULL;
    *list = NULL;
    *count = 0;
    if (xpgn_record_new(&entries, part) == XPGN_OK)
        *list = xpgn_record_entries(entries, count);
    r->lost |= entries == NULL;
    return entries;
}

size_t draft_comment_at(const xpgn_record *entries, size_t i) {
    const xpgn_entry *e = xpgn_record_entries(entries, &(size_t){0}) + i;
    const char *text = xpgn_record_text(entries).data, *command = text + e->place.offset;
    while (e->remark_count == 0) /* commands of a comment come after the entry that owns it */
        e--;
    for (size_t k = 0; k < e->remark_count; k++) {
        xpgn_slice all = e->remarks[k].text;
        if (all.size > 0 && command >= all.data && command < all.data + all.size)
            return (size_t)(all.data - text) - 1;
    }
    return (size_t)(command - text);
}

/* Splits the movetext, without its result, at the first missing half-move. Comments after the
   result are taken before it. */
static void read_movetext(struct recorder *r, xpgn_slice text, size_t tags_end, struct draft *out) {
    const xpgn_entry *list;
    size_t count, from = tags_end, gap = SIZE_MAX, end = text.size, rest = end;
    xpgn_record *entries = draft_entries(r, text, &list, &count);
    for (size_t i = 0; i < count; i++) {
        const xpgn_entry *e = &list[i];
        if (e->kind == XPGN_ENTRY_MISSING && e->depth == 0 && gap == SIZE_MAX)
            gap = draft_comment_at(entries, i);
        if (e->kind != XPGN_ENTRY_RESULT || e->depth > 0)
            continue;
        end = e->place.offset;
        rest = end + e->text.size; /* its place has the comments, too */
        (void)snprintf(out->result, sizeof out->result, "%.*s", SLICE(e->text));
    }
    xpgn_record_free(entries);
    gap = gap < end ? gap : end;
    put_flat(&out->body, (xpgn_slice){text.data + from, gap - from});
    put_flat(&out->tail, (xpgn_slice){text.data + gap, end - gap});
    put_flat(out->tail.size > 0 ? &out->tail : &out->body,
             (xpgn_slice){text.data + rest, text.size - rest});
}

/* ---- what is pending ------------------------------------------------------------------------- */

static const char ties_word[] = "first ";

/* The dice of a pending entry, after the action if there is one. */
static xpgn_slice dice_of(xpgn_slice pending) {
    const char *blank = memchr(pending.data, ' ', pending.size);
    if (blank == NULL)
        return pending;
    return (xpgn_slice){blank + 1, pending.size - (size_t)(blank + 1 - pending.data)};
}

/* True for ties, each of which is a separate roll; other pending dice are one roll. */
static bool has_ties(xpgn_slice pending) {
    enum { WORD = sizeof ties_word - 1 };
    return pending.size > WORD && memcmp(pending.data, ties_word, WORD) == 0;
}

xpgn_slice draft_ties(const struct draft *s) {
    xpgn_slice pending = bytes_of(&s->pending);
    return has_ties(pending) ? dice_of(pending) : (xpgn_slice){"", 0};
}

void draft_put_fallen(xpgn_buffer *b, const struct draft *s, bool stands) {
    xpgn_slice pending = bytes_of(&s->pending), dice = dice_of(pending), tie;
    const char *what = bytes_of(&s->turn).data;
    const int size = (int)s->turn.size;
    if (!has_ties(pending)) {
        xpgn_buffer_printf(b, "[%%annulled %.*s%.*s%s]", size, what, SLICE(dice),
                           stands ? " stands" : "");
        return;
    }
    for (const char *blank = ""; (tie = line_word(&dice)).size > 0; blank = " ")
        xpgn_buffer_printf(b, "%s[%%annulled %.*s%.*s]", blank, size, what, SLICE(tie));
}

/* The first entry of a kind; XPGN_NO_ENTRY if there is none. */
static size_t find_kind(const xpgn_record *part, xpgn_entry_kind kind) {
    size_t count;
    const xpgn_entry *list = xpgn_record_entries(part, &count);
    for (size_t i = 0; i < count; i++)
        if (list[i].kind == kind)
            return i;
    return XPGN_NO_ENTRY;
}

/* The number of pending rolls, each of which has its own [%annulled ...]. */
static size_t count_fallen(xpgn_slice pending) {
    xpgn_slice dice = dice_of(pending);
    size_t rolls = pending.size > 0;
    if (has_ties(pending))
        for (rolls = 0; line_word(&dice).size > 0; rolls++)
            ;
    return rolls;
}

/* Reads from an [%annulled ...] what the pending dice are for: "12... exd5 ". */
static void read_turn_dice(struct draft *out, xpgn_slice annulled) {
    xpgn_slice pending = bytes_of(&out->pending), dice = dice_of(pending);
    if (has_ties(pending))
        dice = line_word(&dice);
    xpgn_buffer_clear(&out->turn);
    if (annulled.size > dice.size)
        xpgn_buffer_put(&out->turn, annulled.data, annulled.size - dice.size);
}

static xpgn_status take_announced(struct draft *out, xpgn_record *part) {
    size_t at = find_kind(part, XPGN_ENTRY_ANNOUNCED);
    if (at == XPGN_NO_ENTRY)
        return XPGN_OK;
    xpgn_buffer_slice(&out->announced, xpgn_record_entries(part, &(size_t){0})[at].text);
    return xpgn_record_remove(NULL, part, at);
}

/* Takes a pending entry with the dice that have fallen for it. */
static xpgn_status take_waiting(struct draft *out, xpgn_record *part) {
    size_t at = find_kind(part, XPGN_ENTRY_PENDING), from = at;
    const xpgn_entry *list = xpgn_record_entries(part, &(size_t){0});
    if (at == XPGN_NO_ENTRY)
        return XPGN_OK;
    xpgn_slice rest = list[at].text, all = rest;
    out->ended = slice_is(line_word(&rest), "end");
    xpgn_buffer_slice(&out->pending, out->ended ? rest : all);
    out->stands = out->pending.size > 0 && list[at].place.offset > 0 &&
                  xpgn_record_text(part).data[list[at].place.offset - 1] == '{';
    for (size_t rolls = count_fallen(bytes_of(&out->pending));
         !out->stands && rolls > 0 && from > 0 && list[from - 1].kind == XPGN_ENTRY_ANNULLED;
         rolls--)
        from--;
    if (from < at)
        read_turn_dice(out, list[from].text);
    xpgn_status status = XPGN_OK;
    for (size_t i = at + 1; i-- > from && status == XPGN_OK;)
        status = xpgn_record_remove(NULL, part, i);
    return status;
}

void draft_take_pending(struct draft *out) {
    xpgn_buffer *b = out->tail.size > 0 ? &out->tail : &out->body;
    xpgn_record *part = NULL;
    xpgn_status status = b->failed ? XPGN_NO_MEMORY : xpgn_record_new(&part, bytes_of(b));
    if (status == XPGN_OK)
        status = take_announced(out, part);
    if (status == XPGN_OK)
        status = take_waiting(out, part);
    if (status == XPGN_OK) {
        xpgn_buffer_clear(b);
        xpgn_buffer_slice(b, xpgn_record_text(part));
        draft_cut(b, b->size);
    } else {
        b->failed = true;
    }
    xpgn_record_free(part);
}

void draft_read(struct recorder *r, xpgn_slice text, struct draft *out) {
    size_t count, end = 0;
    const xpgn_tag *tags = xpgn_walk_tags(r->walk, &count);
    for (size_t i = 0; i < count; i++) {
        if (!slice_is(tags[i].name, "Result"))
            draft_put_tag(&out->tags, tags[i].name, tags[i].value);
        size_t stop = tags[i].place.offset + tags[i].place.length;
        const char *close = memchr(text.data + stop, ']', text.size - stop);
        stop = close != NULL ? (size_t)(close - text.data) + 1 : text.size;
        end = stop > end ? stop : end;
    }
    (void)snprintf(out->result, sizeof out->result, "*");
    read_movetext(r, text, end, out);
    draft_need(r, out);
    draft_take_pending(out);
    draft_need(r, out);
}

/* ---- asking the draft ------------------------------------------------------------------------ */

size_t draft_last_action(const xpgn_entry *list, size_t count) {
    while (count > 0 && (list[count - 1].kind != XPGN_ENTRY_ACTION || list[count - 1].depth > 0))
        count--;
    return count - 1;
}

void recorder_annul_pending(const struct recorder *r, struct draft *next) {
    if (r->draft.stands)
        return;
    draft_add(&next->body, "{");
    const bool turn_roll =
        memchr(bytes_of(&r->draft.pending).data, ' ', r->draft.pending.size) == NULL;
    draft_put_fallen(&next->body, &r->draft, turn_roll && seal_binds(r));
    xpgn_buffer_char(&next->body, '}');
}

/* The seat whose turn is next, and its number: each line after the gap was a turn. */
unsigned recorder_turn_due(struct recorder *r, uint32_t *number) {
    const xpgn_position *p = xpgn_play_position(r->now.play);
    unsigned seat = p->side_to_move;
    *number = p->number;
    if (r->draft.tail.size == 0)
        return seat;
    size_t count;
    const xpgn_entry *list;
    xpgn_record *tail = draft_entries(r, bytes_of(&r->draft.tail), &list, &count);
    for (size_t i = 0; i < count; i++)
        if (list[i].kind == XPGN_ENTRY_MISSING || list[i].number.size > 0) {
            seat = (seat + 1) % p->seats;
            *number += seat == 0;
        }
    xpgn_record_free(tail);
    return seat;
}
