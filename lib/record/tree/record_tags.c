/* SPDX-License-Identifier: MIT */
/* Changing the tags of a record. */
#include "core/base/slice.h"
#include "core/forms/scan.h"
#include "core/text/tagvalue.h"
#include "internal/text_out.h"
#include "record/tree/record_tree.h"

#include <stdlib.h>

/* True if it has the form [Name "value"], so that only the value need be replaced. */
static bool is_whole(const struct xpgn_record *r, size_t i) {
    const char *text = xpgn_record_text(r).data;
    xpgn_place value = r->index.tag[i].place, all = r->index.tag_place[i];
    size_t end = (size_t)value.offset + value.length;
    return value.offset > all.offset && text[value.offset - 1] == '"' && end + 1 < r->text.size &&
           text[end] == '"' && text[all.offset + all.length - 1] == ']';
}

/* Removes the tag, with its line if nothing else is on it. */
static struct record_change without(const struct xpgn_record *r, size_t i) {
    xpgn_place p = r->index.tag_place[i];
    size_t from = p.offset, end = from + p.length;
    const char *text = r->text.data, *stop = text + r->text.size;
    const char *line = scan_blanks(text + end, stop);
    if ((from == 0 || byte_is(text[from - 1], BYTE_LINE)) &&
        (line == stop || byte_is(*line, BYTE_LINE)))
        end = (size_t)(scan_line_end(line, stop) - text);
    return (struct record_change){from, end, {NULL, 0}};
}

static void put_tag_line(xpgn_buffer *b, const char *name, const xpgn_buffer *value) {
    xpgn_buffer_char(b, '[');
    xpgn_buffer_text(b, name);
    xpgn_buffer_put(b, " \"", 2);
    xpgn_buffer_put(b, value->data, value->size);
    xpgn_buffer_put(b, "\"]", 2);
    b->failed |= value->failed;
}

/* Adds a tag on its own line after the last one, or at the start, after any byte order mark. */
static struct record_change addition(const struct xpgn_record *r, const char *name,
                                     const xpgn_buffer *value, xpgn_buffer *b) {
    size_t n = r->index.tags, at = 0;
    if (n > 0) {
        at = (size_t)r->index.tag_place[n - 1].offset + r->index.tag_place[n - 1].length;
        xpgn_buffer_char(b, '\n');
    } else if (r->text.size >= 3 && memcmp(r->text.data, "\xEF\xBB\xBF", 3) == 0) {
        at = 3;
    }
    put_tag_line(b, name, value);
    xpgn_buffer_text(b, n > 0 ? "" : "\n\n");
    return (struct record_change){at, at, {b->data, b->size}};
}

/* Replaces the value of the first tag with that name, or the whole tag. */
static struct record_change other_value(const struct xpgn_record *r, size_t i, const char *name,
                                        const xpgn_buffer *value, xpgn_buffer *b) {
    xpgn_place p = r->index.tag[i].place;
    if (is_whole(r, i))
        return (struct record_change){
            p.offset, (size_t)p.offset + p.length, {value->data, value->size}};
    p = r->index.tag_place[i];
    put_tag_line(b, name, value);
    return (struct record_change){p.offset, (size_t)p.offset + p.length, {b->data, b->size}};
}

xpgn_status xpgn_record_set_tag(xpgn_record *r, const char *name, xpgn_slice value) {
    if (value.data != NULL && !xpgn_is_tag_name(slice_of(name)))
        return XPGN_INVALID;
    struct record_change *list = malloc((r->index.tags + 1) * sizeof *list);
    xpgn_buffer text = {0}, b = {0};
    size_t n = 0;
    bool set = value.data == NULL;
    tag_put_value(&text, value);
    for (size_t i = 0; list != NULL && i < r->index.tags; i++) {
        if (!slice_is(r->index.tag[i].name, name))
            continue;
        list[n++] = set ? without(r, i) : other_value(r, i, name, &text, &b);
        set = true;
    }
    if (list != NULL && !set)
        list[n++] = addition(r, name, &text, &b);
    xpgn_status status = list == NULL || text.failed || b.failed ? XPGN_NO_MEMORY : XPGN_OK;
    if (status == XPGN_OK) {
        const struct record_reach none = {.least = 0};
        status = record_apply(r, list, n, &none);
    }
    xpgn_buffer_free(&text);
    xpgn_buffer_free(&b);
    free(list);
    return status;
}
