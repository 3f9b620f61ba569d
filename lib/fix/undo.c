/* SPDX-License-Identifier: MIT */
/* Corrections taken back: bytes that still stand where they were written. */
#include "base/slice.h"
#include "fix/fix.h"

#include <stdio.h>

static const char undo_code[] = "undo";

/* What of a list holds still: a row is undone by a later one of its number. */
static bool is_undone(const xpgn_correction *list, size_t count, size_t i) {
    if (strcmp(list[i].code, undo_code) == 0)
        return true;
    for (size_t k = i + 1; k < count; k++)
        if (strcmp(list[k].code, undo_code) == 0 && list[k].number == list[i].number &&
            list[i].number != 0)
            return true;
    return false;
}

/* Where the bytes of row i are after all later ones; false: one of these has changed them. */
static bool place_now(const xpgn_correction *list, size_t count, size_t i, size_t *at) {
    size_t from = (size_t)list[i].offset, size = list[i].is.size;
    for (size_t k = i + 1; k < count; k++) {
        size_t begin = (size_t)list[k].offset, end = begin + list[k].was.size;
        if (end <= from)
            from += list[k].is.size - list[k].was.size;
        else if (begin < from + size && !is_undone(list, count, k))
            return false;
    }
    *at = from;
    return true;
}

static bool refuse(xpgn_fault *fault, size_t at, size_t size, const char *why) {
    if (fault != NULL) {
        *fault = (xpgn_fault){.place = {(uint32_t)at, (uint32_t)size}};
        (void)snprintf(fault->text, sizeof fault->text, "%s", why);
    }
    return false;
}

/* Puts the bytes of before in the place of those that stand there. */
static bool put_back(xpgn_buffer *text, const xpgn_correction *c, size_t at, xpgn_slice was,
                     xpgn_fault *fault) {
    xpgn_buffer next = {0};
    bool stands = at <= text->size && c->is.size <= text->size - at &&
                  (c->is.size == 0 || memcmp(text->data + at, c->is.data, c->is.size) == 0);
    if (!stands)
        return refuse(fault, at, c->is.size, "other bytes stand there now");
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
        if (list[k].number == number && strcmp(list[k].code, undo_code) != 0)
            return false;
    return true;
}

/* Does the record still have a correction that is counted, but for this one? */
static bool others_hold(const xpgn_correction *list, size_t count, uint32_t number) {
    for (size_t i = 0; i < count; i++)
        if (list[i].counted && list[i].number != number && !is_undone(list, count, i) &&
            is_first_of(list, i, list[i].number))
            return true;
    return false;
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
        return refuse(fault, (size_t)c.offset, c.is.size,
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

/* The last row about the tag that holds; SIZE_MAX: there is none. */
static size_t tag_row(const struct undoing *u) {
    size_t last = SIZE_MAX;
    for (size_t i = 0; i < u->count; i++)
        if (u->row[i].number == 0)
            last = strcmp(u->row[i].code, undo_code) == 0 ? SIZE_MAX : i;
    return last;
}

/* The tag goes with the last of them. */
static bool undo_all(struct undoing *u, size_t count, uint32_t number, xpgn_fault *fault) {
    size_t tag = tag_row(u);
    if (tag != SIZE_MAX && u->row[tag].number == 0 && !others_hold(u->row, count, number) &&
        !undo_row(u, tag, fault))
        return false;
    for (size_t i = count; i-- > 0;)
        if (u->row[i].number == number && strcmp(u->row[i].code, undo_code) != 0 &&
            !undo_row(u, i, fault))
            return false;
    return true;
}

xpgn_status xpgn_correction_undo(xpgn_buffer *b, xpgn_slice text, const xpgn_correction *list,
                                 size_t count, uint32_t number, xpgn_correction *undone,
                                 size_t *undone_count, xpgn_fault *fault) {
    struct undoing u = {.row = undone, .count = count};
    bool there = false, good = false;
    for (size_t i = 0; i < count; i++)
        there |= list[i].number == number && number > 0 && !is_undone(list, count, i);
    memcpy(undone, list, count * sizeof *list);
    xpgn_buffer_slice(&u.text, text);
    if (there)
        good = undo_all(&u, count, number, fault);
    else
        (void)refuse(fault, 0, 0, "there is no such correction, or it was taken back");
    xpgn_status status = u.text.failed ? XPGN_NO_MEMORY : good ? XPGN_OK : XPGN_INVALID;
    if (status == XPGN_OK) {
        xpgn_buffer_put(b, u.text.data, u.text.size);
        *undone_count = u.count - count;
        memmove(undone, undone + count, *undone_count * sizeof *undone);
    }
    xpgn_buffer_free(&u.text);
    return status == XPGN_OK && b->failed ? XPGN_NO_MEMORY : status;
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

static int hex(char c) {
    return is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool xpgn_bytes_read(xpgn_buffer *b, xpgn_slice text) {
    for (size_t i = 0; i < text.size; i++) {
        bool escaped = text.data[i] == '\\';
        if (escaped && i + 1 < text.size && text.data[i + 1] == '\\') {
            xpgn_buffer_char(b, '\\');
            i++;
        } else if (escaped) {
            int high = i + 2 < text.size ? hex(text.data[i + 1]) : -1;
            int low = high >= 0 ? hex(text.data[i + 2]) : -1;
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
