/* SPDX-License-Identifier: MIT */
/* Half-moves that a sheet has, and that were not played: written twice, or alone in brackets. */
#include "core/base/slice.h"
#include "core/forms/scan.h"
#include "facts/public_walk.h"
#include "meant/import/import_state.h"

#include <string.h>

/* ---- a half-move that stands twice ----------------------------------------------------------- */

/* The half-move directly before one, if it has the same word; NULL: there is none. */
static const struct imported *same_before(const xpgn_import *m, const struct imported *w) {
    const char *text = m->game.text.data;
    size_t i = (size_t)(w - m->words.list);
    if (i == 0 || w->roll || w->number > 0 || w->depth > 0)
        return NULL;
    const struct imported *before = w - 1;
    const char *past = text + before->place.offset + before->place.length;
    bool same = !before->roll && before->place.length == w->place.length &&
                memcmp(text + before->place.offset, text + w->place.offset, w->place.length) == 0;
    return same && scan_blanks(past, text + w->place.offset) == text + w->place.offset ? before
                                                                                       : NULL;
}

/* The last half-move up to one that stands twice; NULL: there is none. */
static struct imported *find_double(xpgn_import *m, struct imported *w) {
    while (w > m->words.list && same_before(m, w) == NULL)
        w--;
    return w > m->words.list ? w : NULL;
}

/* True if one stands twice not long before the game stops, so that it can be why. */
static bool has_double_near(const xpgn_import *m, uint32_t turns) {
    enum { NEAR = 4 };
    uint32_t half_moves = 0;
    for (size_t i = 0; i < m->words.count && half_moves <= turns + 1; i++) {
        const struct imported *w = &m->words.list[i];
        if (half_moves + NEAR > turns && same_before(m, w) != NULL)
            return true;
        half_moves += w->depth == 0 && !w->roll;
    }
    return false;
}

/* Plays the game without this half-move. For checking, where that is right, the word stays as it
   is: it is left to a question, and means nothing else. */
static xpgn_status strike_one(xpgn_import *m, struct imported *w, struct attempt *best) {
    struct attempt a = {.hand = best->hand};
    const struct imported kept = *w;
    xpgn_slice word = {m->game.text.data + w->place.offset, w->place.length};
    const char *comment = arena_printf(&m->arena, "{struck out: %.*s}", SLICE(word));
    const char *as_written = arena_copy(&m->arena, word);
    if (comment == NULL || as_written == NULL)
        return XPGN_NO_MEMORY;
    w->roll = true;
    w->fixed = comment;
    w->fixed_forms = 1u << XPGN_FORM_STRUCK;
    xpgn_status status = import_attempt_again(m, &a);
    bool whole = status == XPGN_OK && a.whole;
    if (whole && m->rest) {
        w->fixed = as_written;
        status = import_attempt_again(m, &a);
    }
    if (whole)
        *best = a;
    else
        *w = kept;
    m->by.language = m->noted.language = NULL;
    return status;
}

xpgn_status import_strike_double(xpgn_import *m, struct attempt *best) {
    enum { MOST = 4 };
    struct attempt a = {.hand = best->hand};
    xpgn_status status = XPGN_OK;
    if (best->whole || !has_double_near(m, best->turns))
        return XPGN_OK;
    struct imported *w = import_stopping_word(m, &a, &status);
    for (unsigned tries = 0; tries < MOST && w != NULL && status == XPGN_OK; tries++) {
        w = find_double(m, w);
        if (w != NULL)
            status = strike_one(m, w, best);
        if (w == NULL || w->roll)
            break;
        w--;
    }
    return status;
}

/* ---- a half-move that was written anew ------------------------------------------------------- */

/* The half-move of the main line before word i; SIZE_MAX: there is none. */
static size_t half_move_before(const xpgn_import *m, size_t i) {
    while (i-- > 0)
        if (!m->words.list[i].roll && m->words.list[i].depth == 0)
            return i;
    return SIZE_MAX;
}

/* True if the row of word i has one half-move more than its number and the next ask for. */
static bool has_one_more(const xpgn_import *m, size_t i) {
    const struct imported *list = m->words.list;
    size_t first = i, count = 1;
    while (list[first].number == 0 && half_move_before(m, first) != SIZE_MAX) {
        first = half_move_before(m, first);
        count++;
    }
    for (i++; i < m->words.count && (list[i].number == 0 || list[i].depth > 0); i++)
        count += !list[i].roll && list[i].depth == 0;
    return list[first].number > 0 && list[first].dots < 2 && count == 3 && i < m->words.count &&
           list[i].number == list[first].number + 1;
}

/* True if any row has one more. */
static bool has_full_row(const xpgn_import *m) {
    for (size_t i = 0; i < m->words.count; i++)
        if (m->words.list[i].depth == 0 && !m->words.list[i].roll && has_one_more(m, i))
            return true;
    return false;
}

/* True if two half-moves, with nothing between, are of the same piece, and not the same. */
static bool is_anew(const xpgn_import *m, const struct imported *first,
                    const struct imported *second) {
    const char *text = m->game.text.data, *one = text + first->place.offset,
               *two = text + second->place.offset;
    bool pawns = is_small_letter(*one) && is_small_letter(*two);
    bool same =
        first->place.length == second->place.length && memcmp(one, two, first->place.length) == 0;
    return !same && (pawns || *one == *two) && scan_white(one + first->place.length, two) == two;
}

xpgn_status import_strike_rewritten(xpgn_import *m, struct attempt *best) {
    struct attempt a = {.hand = best->hand};
    xpgn_status status = XPGN_OK;
    if (best->whole || !has_full_row(m))
        return XPGN_OK;
    const struct imported *stop = import_stopping_word(m, &a, &status);
    size_t i = stop != NULL ? (size_t)(stop - m->words.list) : 0;
    bool may = stop != NULL && stop->number == 0 && stop->depth == 0 && !stop->roll &&
               half_move_before(m, i) != SIZE_MAX && has_one_more(m, i) &&
               is_anew(m, &m->words.list[half_move_before(m, i)], stop);
    if (status != XPGN_OK || !may)
        return status;
    struct imported *w = &m->words.list[half_move_before(m, i)];
    const struct imported kept = *w;
    w->roll = true;
    w->fixed =
        arena_printf(&m->arena, "{struck out: %.*s}",
                     SLICE(((xpgn_slice){m->game.text.data + w->place.offset, w->place.length})));
    w->fixed_forms = 1u << (m->rest ? XPGN_FORM_SEVERAL : XPGN_FORM_STRUCK);
    status = w->fixed != NULL ? import_attempt_again(m, &a) : XPGN_NO_MEMORY;
    if (status == XPGN_OK && a.whole)
        *best = a;
    else
        *w = kept;
    m->by.language = m->noted.language = NULL;
    return status;
}

/* ---- half-moves alone in brackets ------------------------------------------------------------ */

/* (Nf6) becomes a comment that says that it was struck out. */
static bool strike_word(xpgn_import *m, struct imported *w) {
    const char *text = m->game.text.data, *p = text + w->place.offset;
    const char *q = p + w->place.length, *end = text + m->game.text.size;
    const char *comment =
        arena_printf(&m->arena, "{struck out: %.*s}", SLICE(((xpgn_slice){p, w->place.length})));
    while (p > text && *p != '(')
        p--;
    while (q < end && *q != ')')
        q++;
    w->place = (xpgn_place){(uint32_t)(p - text), (uint32_t)(q + (q < end) - p)};
    w->roll = true;
    w->lone = false;
    w->depth--;
    w->fixed = comment;
    w->fixed_forms = 1u << XPGN_FORM_STRUCK;
    return comment != NULL;
}

xpgn_status import_strike_brackets(xpgn_import *m, const struct attempt *best) {
    size_t count, lone = 0;
    struct attempt a = {.hand = best->hand};
    for (size_t i = 0; i < m->words.count; i++)
        lone += m->words.list[i].lone;
    if (lone == 0)
        return XPGN_OK;
    if (!import_translate(m, &a.hand))
        return XPGN_NO_MEMORY;
    xpgn_status status = import_note_attempt(m, &a);
    const xpgn_finding *list = xpgn_walk_findings(m->steps, &count);
    for (size_t i = 0; i < count && status == XPGN_OK; i++) {
        struct imported *w = import_word_at(m, list[i].place.offset);
        if (list[i].level == XPGN_ERROR && w != NULL && w->lone && !strike_word(m, w))
            status = XPGN_NO_MEMORY;
    }
    m->by.language = m->noted.language = NULL;
    return status;
}
