/* SPDX-License-Identifier: MIT */
/*
 * What of a sheet cannot be read: words above the first half-move and behind the last, remarks
 * between them, bytes that form no token. None of it is a half-move by being near one. A word that
 * cannot be read stands for a half-move only where the numbers say that one is due; then it costs
 * nothing where another sheet has it. The rest is told with its place.
 */
#include "core/base/slice.h"
#include "core/base/utf8.h"
#include "core/forms/sheet_words.h"
#include "core/walk/walk_state.h"
#include "meant/merge/merge.h"

#include <stdlib.h>
#include <string.h>

enum { LONG_WORD = 4 }; /* letters alone of at least this many are no half-move */

static uint32_t end_of(xpgn_place place) {
    return place.offset + place.length;
}

void merge_note_unread(struct xpgn_merge *s, struct sheet *sheet, xpgn_place place) {
    xpgn_place *list = arena_grow(&s->arena, sheet->unread, sheet->unread_count,
                                  &sheet->unread_capacity, sizeof *list);
    s->no_memory |= list == NULL;
    if (list == NULL)
        return;
    sheet->unread = list;
    list[sheet->unread_count++] = place;
}

void sheet_keep_remark(struct xpgn_merge *s, struct sheet *sheet, xpgn_remark remark) {
    struct sheet_entry *e = sheet->count > 0 ? &sheet->list[sheet->count - 1] : NULL;
    xpgn_remark **to = e != NULL ? &e->remarks : &sheet->early;
    size_t *count = e != NULL ? &e->remark_count : &sheet->early_count;
    size_t *capacity = e != NULL ? &e->remark_capacity : &sheet->early_capacity;
    xpgn_remark *list = arena_grow(&s->arena, *to, *count, capacity, sizeof *list);
    s->no_memory |= list == NULL;
    if (list == NULL)
        return;
    *to = list;
    list[(*count)++] = remark;
}

/* ---- words ----------------------------------------------------------------------------------- */

static bool is_read(const struct sheet_entry *e) {
    return e->readable || e->gap;
}

/* True if a word that cannot be read has letters alone, and several, or says how a game ended:
   Remis, res. */
static bool is_plain_word(const struct sheet_entry *e) {
    size_t letters = 0;
    for (size_t i = 0; i < e->word.size; i++) {
        char c = e->word.data[i];
        if (c >= '0' && c <= '9')
            return false;
        letters += ((unsigned char)c & 0xC0) != 0x80;
    }
    return letters >= LONG_WORD || (sheet_phrase_means(e->word) & SHEET_LOST) != 0;
}

/* Moves the remarks of an entry to the one before it. */
static void pass_remarks(struct xpgn_merge *s, struct sheet *sheet, size_t at) {
    const struct sheet_entry dropped = sheet->list[at];
    size_t count = sheet->count;
    sheet->count = at;
    for (size_t i = 0; i < dropped.remark_count; i++)
        sheet_keep_remark(s, sheet, dropped.remarks[i]);
    sheet->count = count;
}

/* Takes a word out of the half-moves; its number belongs to the next. */
static void drop_word(struct xpgn_merge *s, struct sheet *sheet, size_t at) {
    struct sheet_entry *e = &sheet->list[at];
    merge_note_unread(s, sheet, e->extent);
    pass_remarks(s, sheet, at);
    if (e->numbered && at + 1 < sheet->count && !e[1].numbered) {
        e[1].numbered = true;
        e[1].number = e->number;
    }
    memmove(e, e + 1, (sheet->count - at - 1) * sizeof *e);
    sheet->count--;
}

/* ---- above the first half-move ----------------------------------------------------------------
 */

/* Returns the index of the first half-move: that with the number 1, or the first that can be
   read. */
static size_t find_first(const struct sheet *sheet) {
    size_t first = 0, read = 0;
    while (first < sheet->count && !is_read(&sheet->list[first]))
        first++;
    for (size_t i = 0; i < sheet->count && 2 * read <= i; i++) {
        const struct sheet_entry *e = &sheet->list[i];
        if (is_read(e) && e->numbered && e->number.number == 1)
            return i;
        read += is_read(e);
    }
    bool due = first > 0 && first < sheet->count && !sheet->list[first].numbered &&
               sheet->list[first - 1].numbered; /* the one before is the other side's */
    return first - due;
}

/* The text from the first word above the half-moves up to the number of the first is one span. */
static void drop_head(struct xpgn_merge *s, struct sheet *sheet) {
    size_t first = find_first(sheet);
    if (first == 0 || first == sheet->count)
        return;
    uint32_t from =
        sheet->list[0].numbered ? sheet->list[0].number.place.offset : sheet->list[0].extent.offset;
    const struct sheet_entry *e = &sheet->list[first];
    uint32_t to = e->numbered ? e->number.place.offset : e->extent.offset;
    for (size_t i = 0; i < first; i++)
        pass_remarks(s, sheet, 0);
    merge_note_unread(s, sheet, (xpgn_place){from, to - from});
    sheet->list += first;
    sheet->count -= first;
    sheet->capacity -= first;
}

/* ---- between ----------------------------------------------------------------------------------
 */

/* A stretch of half-moves from one number to the next. */
struct stretch_of {
    size_t from, to;
    int64_t due; /* half-moves by the numbers */
    size_t read, words, runs;
};

static struct stretch_of next_stretch(const struct sheet *sheet, size_t from) {
    struct stretch_of t = {.from = from, .to = from + 1};
    const struct sheet_entry *e = sheet->list;
    while (t.to < sheet->count && !e[t.to].numbered)
        t.to++;
    for (size_t i = from; i < t.to; i++) {
        t.read += is_read(&e[i]);
        t.words += !is_read(&e[i]);
        t.runs += !is_read(&e[i]) && (i == from || is_read(&e[i - 1]));
    }
    if (t.to < sheet->count && e[from].numbered)
        t.due = ((int64_t)e[t.to].number.number - e[from].number.number) * 2 +
                (e[t.to].number.dots > 1) - (e[from].number.dots > 1);
    return t;
}

/* Decides which words between two numbers stand for half-moves; returns the new end. */
static size_t settle_stretch(struct xpgn_merge *s, struct sheet *sheet, struct stretch_of t) {
    bool each = t.due == (int64_t)(t.read + t.words), runs = t.due == (int64_t)(t.read + t.runs);
    bool none = t.due == (int64_t)t.read;
    if (t.words == 0 || t.due <= 0 || !(each || runs || none))
        return t.to;
    for (size_t i = t.from; i < t.to;) {
        struct sheet_entry *e = &sheet->list[i];
        bool later = i > t.from && e[-1].stands;
        if (is_read(e) || each || (!none && !later)) {
            e->stands = !is_read(e);
            i++;
            continue;
        }
        drop_word(s, sheet, i);
        t.to--;
    }
    return t.to;
}

/* Words behind the last half-move or the result. */
static void drop_tail(struct xpgn_merge *s, struct sheet *sheet) {
    size_t last = sheet->count, from;
    while (last > 0 && !is_read(&sheet->list[last - 1]))
        last--;
    if (last == 0)
        return;
    for (from = last; from < sheet->count; from++) {
        const struct sheet_entry *e = &sheet->list[from];
        bool behind = sheet->result.data != NULL && e->extent.offset > sheet->result_place.offset;
        if (behind || is_plain_word(e))
            break;
    }
    while (sheet->count > from)
        drop_word(s, sheet, sheet->count - 1);
}

/* ---- all --------------------------------------------------------------------------------------
 */

static void note_tokens(struct xpgn_merge *s, struct sheet *sheet) {
    const struct log *log = &s->walk->log;
    for (size_t i = 0; i < log->count; i++)
        if (log_is(&log->list[i], D_TOKEN))
            merge_note_unread(s, sheet, log->list[i].place);
}

static int by_place(const void *a, const void *b) {
    const xpgn_place *x = a, *y = b;
    return x->offset != y->offset ? (x->offset > y->offset) - (x->offset < y->offset)
                                  : (x->length < y->length) - (x->length > y->length);
}

/* True if a half-move stands between two places. */
static bool is_between(const struct sheet *sheet, uint32_t from, uint32_t to) {
    for (size_t i = 0; i < sheet->count; i++)
        if (sheet->list[i].extent.offset >= from && sheet->list[i].extent.offset < to)
            return true;
    return sheet->result.data != NULL && sheet->result_place.offset >= from &&
           sheet->result_place.offset < to;
}

/* Joins neighbours. */
static void join_unread(struct sheet *sheet) {
    size_t kept = 0;
    if (sheet->unread_count > 1)
        qsort(sheet->unread, sheet->unread_count, sizeof *sheet->unread, by_place);
    for (size_t i = 0; i < sheet->unread_count; i++) {
        xpgn_place *last = kept > 0 ? &sheet->unread[kept - 1] : NULL, next = sheet->unread[i];
        if (last == NULL || is_between(sheet, end_of(*last), next.offset))
            sheet->unread[kept++] = next;
        else if (end_of(next) > end_of(*last))
            last->length = end_of(next) - last->offset;
    }
    sheet->unread_count = kept;
}

void merge_find_unread(struct xpgn_merge *s, struct sheet *sheet) {
    const bool alternate = !turn_is_several(s->ruleset) && s->start.state.position.seats == 2;
    drop_head(s, sheet);
    for (size_t i = 0; i < sheet->count && alternate && !s->no_memory;)
        i = settle_stretch(s, sheet, next_stretch(sheet, i));
    drop_tail(s, sheet);
    note_tokens(s, sheet);
    join_unread(sheet);
}
