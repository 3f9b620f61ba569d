/* SPDX-License-Identifier: MIT */
/*
 * Half-moves left out by convention, as by a player who writes only one side's moves, and rows that
 * were skipped. The numbers show where they belong.
 */
#include "core/base/slice.h"
#include "core/forms/scan.h"
#include "meant/import/import.h"
#include "meant/sheet/sheet.h"

#include <stdlib.h>
#include <string.h>

/* True if it is a half-move of the main line, read or missing, not a mark. */
static bool is_half_move(const struct imported *w) {
    return w->depth == 0 && (w->missing || (!w->roll && (w->length > 0 || w->forms == 0)));
}

/* The half-move (from 0) given by the number before it. */
static uint32_t numbered(const struct imported *w) {
    return 2 * (w->number - 1) + (w->dots > 1);
}

/* How many half-moves are missing before one that should be the half-move `ply`, by its number:
   one, or whole rows if later numbers go on from there. 0: none, or the numbers do not say.
   `playable`: without them the game can be played to its end, which hardly happens if much follows
   or several rows are missing: then the numbers are wrong. */
static uint32_t count_missing(const struct imported_list *words, size_t at, uint32_t ply,
                              bool playable) {
    enum { MOST = 6, ROW = 2, LATER = 2, CHANCE = 12 };
    uint32_t own = numbered(&words->list[at]), numbers = 0, half_moves = 0;
    if (words->list[at].number == 0 || own <= ply || own - ply > MOST)
        return 0;
    for (size_t i = at + 1; i < words->count; i++) {
        bool move = is_half_move(&words->list[i]);
        numbers += move && words->list[i].number > 0;
        half_moves += move;
    }
    if (playable && (half_moves >= CHANCE || own - ply > ROW))
        return 0;
    bool one = own - ply == 1 && !playable, rows = (own - ply) % 2 == 0 && numbers >= LATER;
    return one || rows ? own - ply : 0;
}

/* Adds a word behind those before its place: signs may stand between a number and its half-move.
   What is missing before a number comes before it, too. */
static bool add_imported(struct imported_list *out, struct imported w) {
    size_t at = out->count;
    if (out->list == NULL)
        return true;
    if (out->count == out->capacity)
        return false;
    while (at > 0 && place_order(out->list[at - 1].place, w.place) > 0)
        at--;
    memmove(out->list + at + 1, out->list + at, (out->count - at) * sizeof w);
    out->list[at] = w;
    out->count++;
    return true;
}

/* Copies the words with the missing ones, unless `out` has no list; false if the numbers still do
 * not fit. */
static bool fill_missing(const struct imported_list *words, struct imported_list *out,
                         bool playable, bool *rows) {
    uint32_t ply = 0, missing = 0, alone = 0;
    bool first = true;
    *rows = false;
    for (size_t i = 0; i < words->count; i++) {
        struct imported w = words->list[i];
        bool move = is_half_move(&w);
        if (move && first && w.number > 1)
            ply = numbered(&w) & ~1u; /* a later page */
        uint32_t gaps = move ? count_missing(words, i, ply, playable) : 0;
        alone += first && gaps > 0;
        for (uint32_t k = 0; k < gaps; k++) {
            struct imported gap = {.place = {w.number_at, 0}, .roll = true, .missing = true};
            if (!add_imported(out, gap))
                return false;
        }
        missing += gaps;
        *rows |= gaps > 1;
        ply += gaps;
        if (move && w.number > 0 && numbered(&w) != ply)
            return false;
        ply += move;
        first = first && !move;
        if (!add_imported(out, w))
            return false;
    }
    return missing > alone; /* one before the first half-move is no habit */
}

xpgn_status silent_fill(struct imported_list *words, bool playable, bool *rows) {
    enum { MOST = 7 }; /* a half-move, and those missing before it */
    struct imported_list filled = {.capacity = 0};
    if (!fill_missing(words, &filled, playable, rows))
        return XPGN_NOT_FOUND;
    filled.capacity = MOST * words->count + 1;
    filled.list = malloc(filled.capacity * sizeof *filled.list);
    if (filled.list == NULL)
        return XPGN_NO_MEMORY;
    (void)fill_missing(words, &filled, playable, rows);
    free(words->list);
    *words = filled;
    return XPGN_OK;
}
