/* SPDX-License-Identifier: MIT */
/*
 * Arbitrary bytes as a record, and changes of it. What must hold: the text is kept; entries lie in
 * it and their links lead forwards; a change that is refused changes nothing, and one that is made
 * leaves the text before it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xpgn/base.h>
#include <xpgn/record.h>

#include "fuzz.h"
#include "internal/writers.h"

static void check_entries(const xpgn_record *r) {
    size_t count;
    const xpgn_entry *e = xpgn_record_entries(r, &count);
    xpgn_slice text = xpgn_record_text(r);
    for (size_t i = 0; i < count; i++) {
        must((size_t)e[i].place.offset + e[i].place.length <= text.size,
             "an entry leaves the text");
        must(i == 0 || e[i].place.offset >= e[i - 1].place.offset, "entries are out of order");
        must(inside(e[i].number, text) && inside(e[i].turn_roll, text) && inside(e[i].text, text) &&
                 inside(e[i].roll, text) && inside(e[i].freed, text),
             "a part of an entry leaves the text");
        must((e[i].next > i) && e[i].variation > i && e[i].other > i, "a link leads back");
        must(e[i].parent == XPGN_NO_ENTRY || e[i].parent < i, "a parent stands after");
        must(xpgn_record_find(r, e[i].place.offset) != XPGN_NO_ENTRY, "an entry is not found");
    }
}

static void change(xpgn_record *r, const uint8_t *how, xpgn_slice more) {
    static const char name[] = "White";
    size_t count, at;
    (void)xpgn_record_entries(r, &count);
    at = count > 0 ? how[1] % (count + 1) : 0;
    xpgn_slice old = xpgn_record_text(r);
    char *before = malloc(old.size + 1);
    if (before == NULL)
        return;
    memcpy(before, old.data, old.size);
    xpgn_status status = XPGN_OK;
    switch (how[0] % 6) {
    case 0:
        status = xpgn_record_add(r, how[1] % 4, more);
        break;
    case 1:
        status = xpgn_record_insert(r, at, more);
        break;
    case 2:
        status = xpgn_record_replace(r, at, more);
        break;
    case 3:
        status = xpgn_record_remove(NULL, r, at);
        break;
    case 4:
        status = xpgn_record_annul(r, at);
        break;
    default:
        status = xpgn_record_set_tag(r, name, more);
        break;
    }
    xpgn_slice now = xpgn_record_text(r);
    if (status != XPGN_OK)
        must(now.size == old.size && memcmp(now.data, before, now.size) == 0,
             "a change that was refused has changed something");
    free(before);
    check_entries(r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    xpgn_record *r;
    size_t head = size < 12 ? size : 12, own = size > 44 ? 32 : 0;
    xpgn_slice text = {(const char *)data + head + own, size - head - own};
    if (xpgn_record_new(&r, text) != XPGN_OK)
        return 0;
    xpgn_slice is = xpgn_record_text(r);
    must(is.size == text.size && memcmp(is.data, text.data, is.size) == 0, "a text is not kept");
    check_entries(r);
    for (size_t i = 0; i + 1 < head; i += 2) {
        xpgn_slice more = {(const char *)data + head, own > 0 ? 1 + data[i] / 6u % own : 0};
        change(r, data + i, more);
    }
    xpgn_record_free(r);
    return 0;
}
