/* SPDX-License-Identifier: MIT */
/* Conditions on the first actions of a game. */
#include "core/base/fault.h"
#include "core/base/slice.h"
#include "internal/chance.h"
#include "internal/queries.h"

#include <stdlib.h>
#include <string.h>

enum { ITEMS = 60 }; /* bits of a set of places, with one more for the end */

struct xpgn_sequence {
    struct {
        char text[24]; /* an action without + and #; "*": any; "...": any number of any */
    } item[ITEMS];
    unsigned items;
};

static bool is_any(const struct xpgn_sequence *k, unsigned i) {
    return strcmp(k->item[i].text, "*") == 0;
}

static bool is_any_number(const struct xpgn_sequence *k, unsigned i) {
    return strcmp(k->item[i].text, "...") == 0;
}

/* The size of a move number (1. or 12...), which is ignored. */
static size_t number_size(const char *p) {
    size_t digits = strspn(p, "0123456789");
    size_t dots = strspn(p + digits, ".");
    return digits > 0 && dots > 0 ? digits + dots : 0;
}

/* The size without + # ! ? at the end, which are ignored. */
static size_t without_marks(const char *p, size_t size) {
    while (size > 0 && strchr("+#!?", p[size - 1]) != NULL)
        size--;
    return size;
}

/* Castling may be written with zeros. */
static void set_item(struct xpgn_sequence *k, const char *p, size_t size) {
    char *text = k->item[k->items++].text;
    memcpy(text, p, size);
    text[size] = '\0';
    bool castling = text[0] == '0';
    for (; castling && *text != '\0'; text++)
        if (*text == '0')
            *text = 'O';
}

/* True if the last item can be an action of a game; if not, the line could never match. */
static bool can_be_played(const struct xpgn_sequence *k, xpgn_fault *fault) {
    const char *text = k->item[k->items - 1].text;
    return is_any(k, k->items - 1) || is_any_number(k, k->items - 1) ||
           xpgn_action_form((xpgn_slice){text, strlen(text)}, fault) == XPGN_OK;
}

static xpgn_status read_items(struct xpgn_sequence *out, const char *text, xpgn_fault *fault) {
    const xpgn_slice whole = slice_of(text);
    const char *p = text;
    for (;;) {
        p += strspn(p, " ");
        p += number_size(p);
        p += strspn(p, " ");
        size_t size = strcspn(p, " ");
        if (size == 0)
            break;
        const xpgn_slice part = {p, size};
        if (out->items == ITEMS)
            return fault_in(fault, whole, part, "the line is too long");
        size_t item = without_marks(p, size);
        if (item == 0 || item >= sizeof out->item->text)
            return fault_in(fault, whole, part, "expected an action, * or ...");
        set_item(out, p, item);
        if (!can_be_played(out, fault)) {
            fault->place = (xpgn_place){(uint32_t)(p - text), (uint32_t)size};
            return XPGN_INVALID;
        }
        p += size;
    }
    return out->items > 0
               ? XPGN_OK
               : fault_in(fault, whole, (xpgn_slice){text, 0}, "expected an action, * or ...");
}

xpgn_status xpgn_sequence_new(xpgn_sequence **out, const char *text, xpgn_fault *fault) {
    struct xpgn_sequence *k = calloc(1, sizeof *k);
    if (k == NULL)
        return XPGN_NO_MEMORY;
    xpgn_status status = read_items(k, text, fault);
    if (status == XPGN_OK)
        *out = k;
    else
        free(k);
    return status;
}

void xpgn_sequence_free(xpgn_sequence *line) {
    free(line);
}

/* Adds the places reachable by skipping `...`. */
static uint64_t pass_over_any(const struct xpgn_sequence *k, uint64_t places) {
    for (unsigned i = 0; i < k->items; i++)
        if ((places >> i & 1) != 0 && is_any_number(k, i))
            places |= (uint64_t)2 << i;
    return places;
}

uint64_t xpgn_sequence_begin(const struct xpgn_sequence *k) {
    return pass_over_any(k, 1);
}

uint64_t xpgn_sequence_next(const struct xpgn_sequence *k, uint64_t places, xpgn_slice action) {
    uint64_t next = 0;
    action.size = without_marks(action.data, action.size);
    for (unsigned i = 0; i < k->items; i++) {
        const char *text = k->item[i].text;
        if ((places >> i & 1) == 0)
            continue;
        if (is_any_number(k, i))
            next |= (uint64_t)1 << i;
        else if (is_any(k, i) ||
                 (strlen(text) == action.size && memcmp(text, action.data, action.size) == 0))
            next |= (uint64_t)2 << i;
    }
    return pass_over_any(k, next);
}

bool xpgn_sequence_done(const struct xpgn_sequence *k, uint64_t places) {
    return (places >> k->items & 1) != 0;
}
