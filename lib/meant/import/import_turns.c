/* SPDX-License-Identifier: MIT */
/*
 * Where a turn may have several half-moves or none, the format numbers each turn. On a sheet the
 * number of a row may stand for both sides: 1. <6> -- <2> h7-f5. The rules say where the turn is
 * over.
 */
#include "core/base/grow.h"
#include "core/base/slice.h"
#include "core/forms/scan.h"
#include "facts/public_walk.h"
#include "meant/import/import_state.h"

#include <string.h>

/* Where the turn of a half-move begins: at its turn roll. */
static uint32_t turn_begins(xpgn_slice text, uint32_t at) {
    const char *p = text.data + at;
    while (p > text.data && is_space(p[-1]))
        p--;
    const char *close = p;
    while (p > text.data && p[-1] != '<' && !byte_is(p[-1], BYTE_LINE))
        p--;
    bool roll = close > text.data && close[-1] == '>' && p > text.data && p[-1] == '<' &&
                memchr(p, ':', (size_t)(close - p)) == NULL;
    return roll ? (uint32_t)(p - 1 - text.data) : at;
}

/* The last word before word i with a number, in the main line; NULL: there is none. */
static const struct imported *numbered_before(const xpgn_import *m, size_t i) {
    while (i > 0 && (m->words.list[i - 1].depth > 0 || m->words.list[i - 1].number == 0))
        i--;
    return i > 0 ? &m->words.list[i - 1] : NULL;
}

/* Puts the number of the next turn before word i. Returns where it is put, or SIZE_MAX. */
static size_t add_number(xpgn_import *m, size_t i, bool *no_memory) {
    struct imported_list *l = &m->words;
    const struct imported *before = numbered_before(m, i);
    bool may = before != NULL && l->list[i].depth == 0 && l->list[i].number == 0 &&
               (!l->list[i].roll || l->list[i].missing);
    bool second = may && before->dots < 2;
    uint32_t number = may ? before->number + !second : 0;
    if (!may)
        return SIZE_MAX;
    uint32_t at = turn_begins(m->game.text, l->list[i].place.offset);
    const char *text =
        arena_printf(&m->arena, "%s%u%s ", is_space(m->game.text.data[at - 1]) ? "" : " ",
                     (unsigned)number, second ? "..." : ".");
    *no_memory = text == NULL || !GROW(l->list, l->count, l->capacity);
    if (*no_memory)
        return SIZE_MAX;
    size_t to = i;
    while (to > 0 && l->list[to - 1].place.offset >= at)
        to--;
    l->list[i].number = number;
    l->list[i].number_at = at;
    l->list[i].dots = second ? 3 : 1;
    memmove(l->list + to + 1, l->list + to, (l->count++ - to) * sizeof *l->list);
    l->list[to] = (struct imported){
        .place = {at, 0}, .roll = true, .fixed = text, .fixed_forms = 1u << XPGN_FORM_LAYOUT};
    return to;
}

static void take_back(xpgn_import *m, size_t to, size_t i) {
    struct imported_list *l = &m->words;
    memmove(l->list + to, l->list + to + 1, (--l->count - to) * sizeof *l->list);
    l->list[i].number = l->list[i].dots = 0;
}

/* Tries a number before word i; whether the game goes on further than to `turns`. */
static xpgn_status try_number(xpgn_import *m, size_t i, uint32_t turns, struct attempt *a,
                              size_t *to) {
    bool no_memory = false;
    *to = add_number(m, i, &no_memory);
    if (*to == SIZE_MAX)
        return no_memory ? XPGN_NO_MEMORY : XPGN_NOT_FOUND;
    xpgn_status status = import_attempt_again(m, a);
    if (status != XPGN_OK || a->whole || a->turns > turns)
        return status;
    take_back(m, *to, i);
    return XPGN_NOT_FOUND;
}

/* The game stops at word i. If that has a number, the other side has played one of those before it:
   the only one with which the game goes on. */
static xpgn_status number_one(xpgn_import *m, size_t i, struct attempt *best) {
    size_t to, found = SIZE_MAX, first = i;
    struct attempt a = {.hand = best->hand};
    if (m->words.list[i].number == 0) {
        xpgn_status status = try_number(m, i, best->turns, &a, &to);
        *best = status == XPGN_OK ? a : *best;
        return status;
    }
    while (first > 0 &&
           (m->words.list[first - 1].number == 0 || m->words.list[first - 1].depth > 0))
        first--;
    for (size_t k = first; k < i; k++) {
        xpgn_status status = try_number(m, k, best->turns, &a, &to);
        if (status == XPGN_NO_MEMORY)
            return status;
        if (status == XPGN_OK)
            take_back(m, to, k);
        if (status == XPGN_OK && found != SIZE_MAX)
            return XPGN_NOT_FOUND; /* of several nothing says which */
        found = status == XPGN_OK ? k : found;
    }
    xpgn_status status =
        found != SIZE_MAX ? try_number(m, found, best->turns, &a, &to) : XPGN_NOT_FOUND;
    *best = status == XPGN_OK ? a : *best;
    return status;
}

/* True if turns of the second side have numbers: then one without is a slip. */
static bool has_second_numbers(const xpgn_import *m) {
    for (size_t i = 1; i < m->words.count; i++)
        if (m->words.list[i].depth == 0 && m->words.list[i].dots > 1)
            return true;
    return false;
}

/* The rows with a number; 0 if a turn of the second side has its own, as in the format. */
static size_t count_rows(const xpgn_import *m) {
    size_t rows = 0;
    for (size_t i = 0; i < m->words.count; i++) {
        const struct imported *w = &m->words.list[i];
        if (w->depth == 0 && w->number > 0 && w->dots >= 2)
            return 0;
        rows += w->depth == 0 && w->number > 0;
    }
    return rows;
}

xpgn_status import_number_turns(xpgn_import *m, struct attempt *best) {
    enum { MOST = 64 };
    const size_t fewest = m->rest ? 2 : 1; /* a number left out once is searched for */
    xpgn_status status = XPGN_OK;
    struct attempt on = *best;
    const size_t count = m->words.count, size = count * sizeof *m->words.list;
    const size_t rows = count_rows(m);
    if (best->whole || rows == 0 || !sheet_game_of(m->quick->ruleset).passes ||
        has_second_numbers(m))
        return XPGN_OK;
    struct imported *words = arena_room(&m->arena, size);
    if (words == NULL)
        return XPGN_NO_MEMORY;
    memcpy(words, m->words.list, size);
    for (unsigned tries = 0; tries < MOST && status == XPGN_OK && !on.whole; tries++) {
        struct attempt a = {.hand = best->hand};
        struct imported *w = import_stopping_word(m, &a, &status);
        if (status == XPGN_OK)
            status = w != NULL ? number_one(m, (size_t)(w - m->words.list), &on) : XPGN_NOT_FOUND;
    }
    if (on.whole && status == XPGN_OK) {
        struct attempt again = {.hand = on.hand};
        m->by.language = NULL;
        status = import_translate(m, &again.hand) ? import_note_attempt(m, &again) : XPGN_NO_MEMORY;
        on.whole = !import_has_error(m->steps);
    }
    on.whole = on.whole && m->words.count >= count + fewest;
    /* one that is missing among several rows is a slip */
    if (!on.whole || (rows > 1 && m->words.count == count + 1)) {
        on.whole = false;
        memcpy(m->words.list, words, size);
        m->words.count = count;
    }
    *best = on.whole ? on : *best;
    m->by.language = m->noted.language = NULL;
    return status == XPGN_NOT_FOUND ? XPGN_OK : status;
}
