/* SPDX-License-Identifier: MIT */
/* The text of a list, as UTF-8. */
#include "events/list/event_data.h"
#include "internal/text_out.h"
#include "io/input.h"
#include "io/utf16.h"

#include <string.h>

/* Converts UTF-16, which spreadsheets save, to UTF-8. */
static xpgn_slice narrow(event *e, xpgn_slice all, xpgn_buffer *text) {
    enum wide wide = wide_text(all);
    struct utf16 u = {wide == WIDE_16_BIG, wide == WIDE_16_LITTLE, 0};
    if (u.low == u.high)
        return all;
    bool mark = *all.data != '\0' && all.data[1] != '\0';
    size_t from = mark ? 2 : 0;
    (void)utf16_put(text, &u, (xpgn_slice){all.data + from, all.size - from}, true);
    if (text->failed)
        event_no_memory(e);
    return (xpgn_slice){text->data, text->size};
}

static void read_list_text(event *e, const char *file, xpgn_slice all) {
    if (all.size >= 3 && memcmp(all.data, "\xEF\xBB\xBF", 3) == 0)
        all = (xpgn_slice){all.data + 3, all.size - 3};
    xpgn_buffer_utf8(&e->list_text, all);
    xpgn_buffer_char(&e->list_text, '\0');
    const char *name = arena_copy(&e->arena, slice_of(file));
    if (e->list_text.failed || name == NULL) {
        event_no_memory(e);
        return;
    }
    e->list = (xpgn_game){
        .text = {e->list_text.data, e->list_text.size - 1}, .file = name, .line = 1, .column = 1};
}

void event_list_text(event *e, const char *file, xpgn_slice text) {
    xpgn_buffer utf8 = {0};
    xpgn_slice all = narrow(e, slice_given(text), &utf8);
    const char *wide = wide_refusal(wide_text(all));
    if (e->status == XPGN_OK)
        read_list_text(e, file, all);
    xpgn_buffer_free(&utf8);
    if (e->status == XPGN_OK && wide != NULL)
        event_refuse(e, "%s", wide);
}
