/* SPDX-License-Identifier: MIT */
/* Undoes corrections whose bytes are still where they were written. */
#include "core/base/slice.h"
#include "internal/meant.h"
#include "internal/text_out.h"
#include "meant/fix/correction.h"

#include <stdio.h>
#include <xpgn/sheets.h>

static const char undo_code[] = "undo";

static bool is_undo(const xpgn_correction *c) {
    return strcmp(c->code, undo_code) == 0;
}

/* The row that undoes row i; `count` if there is none. Rows of one number are undone last first. */
static size_t undone_by(const xpgn_correction *list, size_t count, size_t i) {
    size_t later = 0;
    for (size_t k = i + 1; k < count; k++) {
        if (list[k].number != list[i].number)
            continue;
        if (!is_undo(&list[k]))
            later++;
        else if (later-- == 0)
            return k;
    }
    return count;
}

static bool is_undone(const xpgn_correction *list, size_t count, size_t i) {
    return is_undo(&list[i]) || undone_by(list, count, i) < count;
}

/* Finds where the bytes of row i are after all later rows; false if one of these has changed them.
   A later row that was undone has restored its bytes wherever they were then. */
static bool place_now(const xpgn_correction *list, size_t count, size_t i, size_t *at) {
    size_t from = (size_t)list[i].offset, size = list[i].is.size;
    for (size_t k = i + 1; k < count; k++) {
        size_t begin = (size_t)list[k].offset, end = begin + list[k].was.size;
        if (end <= from) {
            from += list[k].is.size - list[k].was.size;
        } else if (begin < from + size && !is_undo(&list[k])) {
            size_t back = undone_by(list, count, k);
            if (back == count)
                return false;
            from += (size_t)list[back].offset - begin;
            k = back;
        }
    }
    *at = from;
    return true;
}

static bool refuse_undo(xpgn_fault *fault, size_t at, size_t size, const char *why) {
    if (fault != NULL) {
        *fault = (xpgn_fault){.place = {(uint32_t)at, (uint32_t)size}};
        (void)snprintf(fault->text, sizeof fault->text, "%s", why);
    }
    return false;
}

/* Restores the original bytes of a row at offset `at`. */
static bool put_back(xpgn_buffer *text, const xpgn_correction *c, size_t at, xpgn_slice was,
                     xpgn_fault *fault) {
    xpgn_buffer next = {.failed = text->failed};
    bool stands = at <= text->size && c->is.size <= text->size - at &&
                  (c->is.size == 0 || memcmp(text->data + at, c->is.data, c->is.size) == 0);
    if (!stands)
        return refuse_undo(fault, at, c->is.size, "the bytes there have changed since");
    xpgn_buffer_put(&next, text->data, at);
    xpgn_buffer_slice(&next, was);
    xpgn_buffer_put(&next, text->data + at + c->is.size, text->size - at - c->is.size);
    text->failed |= next.failed;
    if (!next.failed) {
        xpgn_buffer_free(text);
        *text = next;
    } else {
        xpgn_buffer_free(&next);
    }
    return true;
}

static bool is_first_of(const xpgn_correction *list, size_t i, size_t number) {
    for (size_t k = 0; k < i; k++)
        if (list[k].number == number && !is_undo(&list[k]))
            return false;
    return true;
}

/* The number of other counted corrections that the record still has. */
static uint32_t count_others(const xpgn_correction *list, size_t count, uint32_t number) {
    uint32_t others = 0;
    for (size_t i = 0; i < count; i++)
        others += list[i].counted && list[i].number != number && !is_undone(list, count, i) &&
                  is_first_of(list, i, list[i].number);
    return others;
}

struct undoing {
    xpgn_buffer text;
    xpgn_correction *row; /* the list, with the rows that take back at its end */
    size_t count;
};

static bool undo_row(struct undoing *u, size_t i, xpgn_fault *fault) {
    size_t at;
    xpgn_correction c = u->row[i];
    if (!place_now(u->row, u->count, i, &at))
        return refuse_undo(fault, (size_t)c.offset, c.is.size,
                           "a later correction has changed it: take that back first");
    if (!put_back(&u->text, &c, at, c.was, fault))
        return false;
    u->row[u->count++] = (xpgn_correction){.number = c.number,
                                           .offset = at,
                                           .was = c.is,
                                           .is = c.was,
                                           .code = undo_code,
                                           .turn = c.turn,
                                           .level = c.level,
                                           .probability = c.probability,
                                           .line = c.line,
                                           .column = c.column};
    return true;
}

/* Restores the tag to what it was before the first correction. False if there is none, or it was
   changed since and stays. */
static bool undo_tag(struct undoing *u, xpgn_slice *was) {
    bool undone = false;
    for (size_t i = u->count; i-- > 0;)
        if (u->row[i].number == 0 && !is_undone(u->row, u->count, i)) {
            if (!undo_row(u, i, NULL))
                return false;
            *was = u->row[i].was;
            undone = true;
        }
    return undone;
}

/* Writes the tag with the number of the others. */
static xpgn_status write_tag(struct undoing *u, uint32_t others, xpgn_slice was) {
    xpgn_buffer b = {0}, next = {0};
    xpgn_status status = XPGN_OK;
    xpgn_place at;
    xpgn_slice text = {u->text.data, u->text.size};
    if (others == 0 || !fix_tag(text, others, &at, &b, &status))
        return status;
    size_t end = (size_t)at.offset + at.length;
    xpgn_buffer_put(&next, text.data, at.offset);
    xpgn_buffer_put(&next, b.data, b.size);
    xpgn_buffer_put(&next, text.data + end, text.size - end);
    u->text.failed |= b.failed || next.failed;
    if (!u->text.failed) {
        xpgn_buffer_free(&u->text);
        u->text = next;
        u->row[u->count++] = (xpgn_correction){.offset = at.offset,
                                               .was = was,
                                               .is = {NULL, b.size},
                                               .code = "",
                                               .turn = "",
                                               .line = 1,
                                               .column = 1};
    } else {
        xpgn_buffer_free(&next);
    }
    xpgn_buffer_free(&b);
    return XPGN_OK;
}

/* Undoes the parts of a correction from the last to the first, and updates the tag. */
static bool undo_all(struct undoing *u, size_t count, uint32_t number, xpgn_fault *fault,
                     xpgn_status *status) {
    xpgn_slice tag = {NULL, 0};
    uint32_t others = count_others(u->row, count, number);
    for (size_t i = count; i-- > 0;)
        if (u->row[i].number == number && !is_undo(&u->row[i]) && !undo_row(u, i, fault))
            return false;
    bool tagged = undo_tag(u, &tag);
    *status = tagged ? write_tag(u, others, tag) : XPGN_OK;
    return true;
}

/* True if there is a correction with that number that has not been undone. */
static bool stands(const xpgn_corrections *list, uint32_t number) {
    for (size_t i = 0; i < list->count; i++)
        if (list->row[i].number == number && !is_undone(list->row, list->count, i))
            return number > 0;
    return false;
}

/* Appends the text; the row of a tag that was written points to it. */
static void hand_over(xpgn_buffer *b, const struct undoing *u, size_t since) {
    size_t begin = b->size;
    xpgn_buffer_put(b, u->text.data, u->text.size);
    for (size_t i = since; i < u->count && !b->failed; i++)
        if (u->row[i].is.data == NULL && u->row[i].is.size > 0)
            u->row[i].is.data = b->data + begin + u->row[i].offset;
}

xpgn_status xpgn_correction_undo(xpgn_buffer *b, xpgn_corrections *list, uint32_t number,
                                 xpgn_slice text, xpgn_fault *fault) {
    struct undoing u = {.row = list->row, .count = list->count};
    xpgn_status status = XPGN_OK;
    bool good = false;
    xpgn_buffer_slice(&u.text, text);
    if (!stands(list, number))
        (void)refuse_undo(fault, 0, 0, "no such correction, or already taken back");
    else if (list->capacity / 3 < list->count || list->capacity - 3 * list->count < 2)
        (void)refuse_undo(fault, 0, 0, "no room for the rows that record it");
    else
        good = undo_all(&u, list->count, number, fault, &status);
    if (status == XPGN_OK)
        status = u.text.failed ? XPGN_NO_MEMORY : good ? XPGN_OK : XPGN_INVALID;
    if (status == XPGN_OK) {
        hand_over(b, &u, list->count);
        status = b->failed ? XPGN_NO_MEMORY : XPGN_OK;
    }
    if (status == XPGN_OK)
        list->count = u.count;
    xpgn_buffer_free(&u.text);
    return status;
}

/* ---- bytes in a cell ------------------------------------------------------------------------- */

void xpgn_bytes_write(xpgn_buffer *b, xpgn_slice bytes) {
    for (size_t i = 0; i < bytes.size; i++) {
        unsigned char c = (unsigned char)bytes.data[i];
        bool formula = i == 0 && strchr("=+-@", c) != NULL && c != '\0';
        if (c == '\\')
            xpgn_buffer_text(b, "\\\\");
        else if (c < ' ' || c > '~' || formula)
            xpgn_buffer_printf(b, "\\%02x", c);
        else
            xpgn_buffer_char(b, (char)c);
    }
}

bool xpgn_bytes_read(xpgn_buffer *b, xpgn_slice text) {
    for (size_t i = 0; i < text.size; i++) {
        bool escaped = text.data[i] == '\\';
        if (escaped && i + 1 < text.size && text.data[i + 1] == '\\') {
            xpgn_buffer_char(b, '\\');
            i++;
        } else if (escaped) {
            int high = i + 2 < text.size ? hex_digit(text.data[i + 1]) : -1;
            int low = high >= 0 ? hex_digit(text.data[i + 2]) : -1;
            if (low < 0)
                return false;
            xpgn_buffer_char(b, (char)(high * 16 + low));
            i += 2;
        } else {
            xpgn_buffer_char(b, text.data[i]);
        }
    }
    return true;
}
