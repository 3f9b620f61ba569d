/* SPDX-License-Identifier: MIT */
/* The marks of corrections in the record: {[%was TEXT]} and the tag Corrected (xpgn(5)). */
#include "meant/fix/correction.h"

#include <xpgn/record.h>

#include "core/base/slice.h"
#include "core/text/command_text.h"
#include "internal/text_out.h"

static size_t entry_end(const xpgn_entry *e) {
    return (size_t)e->place.offset + e->place.length;
}

bool fix_mark_place(xpgn_slice text, size_t offset, size_t *at, xpgn_status *status) {
    xpgn_record *r = NULL;
    size_t count = 0, best = XPGN_NO_ENTRY;
    *status = xpgn_record_new(&r, text);
    if (*status != XPGN_OK)
        return false;
    const xpgn_entry *list = xpgn_record_entries(r, &count);
    for (size_t i = 0; i < count; i++) {
        bool missing = list[i].kind == XPGN_ENTRY_MISSING; /* after the brace of its comment */
        if (list[i].place.offset > offset + missing)
            break;
        if (missing || list[i].kind == XPGN_ENTRY_ACTION)
            best = i;
    }
    if (best != XPGN_NO_ENTRY) {
        *at = entry_end(&list[best]);
        while (list[best].kind == XPGN_ENTRY_MISSING && *at < text.size &&
               text.data[*at - 1] != '}')
            ++*at; /* after its comment */
    }
    xpgn_record_free(r);
    return best != XPGN_NO_ENTRY;
}

void fix_mark_write(xpgn_buffer *b, xpgn_slice was) {
    xpgn_buffer_char(b, ' ');
    command_write(b, "was", was);
}

/* The end of the line of the last tag, where the tags end. */
static size_t end_of_tags(xpgn_slice text, xpgn_reader *reader) {
    xpgn_token t;
    size_t end = 0;
    xpgn_reader_begin(reader, text);
    while (xpgn_reader_next(reader, &t) &&
           (t.kind == XPGN_TOKEN_TAG || t.kind == XPGN_TOKEN_COMMENT))
        if (t.kind == XPGN_TOKEN_TAG)
            end = (size_t)t.place.offset + t.place.length;
    return end;
}

bool fix_tag(xpgn_slice text, uint32_t more, xpgn_place *place, xpgn_buffer *b,
             xpgn_status *status) {
    static const char name[] = "Corrected";
    xpgn_reader *reader = NULL;
    xpgn_slice value, asked = slice_of(name);
    uint64_t before = 0;
    *status = xpgn_reader_new(&reader);
    if (*status != XPGN_OK)
        return false;
    xpgn_reader_tags(reader, text, &asked, 1, &value);
    size_t end = end_of_tags(text, reader);
    xpgn_reader_free(reader);
    bool mine = value.data == NULL || slice_number(value, &before);
    if (!mine)
        return false;
    const char *crlf = end > 0 ? memchr(text.data + end, '\n', text.size - end) : NULL;
    bool cr = crlf != NULL && crlf > text.data && crlf[-1] == '\r';
    if (value.data != NULL) {
        *place = (xpgn_place){(uint32_t)(value.data - text.data), (uint32_t)value.size};
        xpgn_buffer_printf(b, "%llu", (unsigned long long)before + more);
    } else {
        *place = (xpgn_place){(uint32_t)end, 0};
        xpgn_buffer_printf(b, "%s[%s \"%u\"]%s",
                           end == 0 ? ""
                           : cr     ? "\r\n"
                                    : "\n",
                           name, more, end == 0 ? "\n\n" : "");
    }
    return true;
}
