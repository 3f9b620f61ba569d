/* SPDX-License-Identifier: MIT */
/*
 * Half-moves left out by convention, as by a player who writes only one side's moves. The numbers
 * show where they belong.
 */
#include "core/base/slice.h"
#include "core/text/scan.h"
#include "meant/sheet/word_scan.h"

#include <stdlib.h>

/* True if it is a half-move of the main line, read or missing, not a mark. */
static bool is_half_move(const struct imported *w) {
    return w->depth == 0 && (w->missing || (!w->roll && (w->length > 0 || w->forms == 0)));
}

/* The half-move (from 0) given by the number before it. */
static uint32_t numbered(const struct imported *w) {
    return 2 * (w->number - 1) + (w->dots > 1);
}

static bool add_imported(struct imported_list *out, struct imported w) {
    if (out->count == out->capacity)
        return false;
    out->list[out->count++] = w;
    return true;
}

/* Copies the words with the missing ones; false if the numbers still do not fit. */
static bool fill_missing(const struct imported_list *words, struct imported_list *out,
                         size_t *missing) {
    uint32_t ply = 0;
    bool first = true;
    for (size_t i = 0; i < words->count; i++) {
        struct imported w = words->list[i];
        bool move = is_half_move(&w);
        if (move && first && w.number > 1)
            ply = numbered(&w) & ~1u; /* a later page */
        if (move && w.number > 0 && numbered(&w) == ply + 1) {
            struct imported gap = {.place = {w.number_at, 0}, .roll = true, .missing = true};
            if (!add_imported(out, gap))
                return false;
            ++*missing;
            ply++;
        }
        if (move && w.number > 0 && numbered(&w) != ply)
            return false;
        ply += move;
        first = first && !move;
        if (!add_imported(out, w))
            return false;
    }
    return *missing > 0;
}

xpgn_status silent_fill(struct imported_list *words) {
    struct imported_list filled = {.capacity = 2 * words->count + 1};
    size_t missing = 0;
    filled.list = malloc(filled.capacity * sizeof *filled.list);
    if (filled.list == NULL)
        return XPGN_NO_MEMORY;
    if (!fill_missing(words, &filled, &missing)) {
        free(filled.list);
        return XPGN_NOT_FOUND;
    }
    free(words->list);
    *words = filled;
    return XPGN_OK;
}
