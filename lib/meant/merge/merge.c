/* SPDX-License-Identifier: MIT */
/* Several sheets of one game: the public face. */
#include "meant/merge/merge.h"
#include "core/base/fault.h"
#include "core/base/slice.h"
#include "core/forms/written_ending.h"
#include "internal/meant.h"
#include "meant/import/edit_map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xpgn/play.h>
#include <xpgn/walk.h>

xpgn_status xpgn_merge_new(xpgn_merge **out, xpgn_catalog *catalog) {
    xpgn_merge *s = calloc(1, sizeof *s);
    if (s == NULL)
        return XPGN_NO_MEMORY;
    xpgn_walk_options options = {XPGN_WALK_OPTIONS, .skip_variations = true};
    xpgn_status status = xpgn_walk_new(&s->walk, catalog, &options);
    if (status != XPGN_OK) {
        free(s);
        return status;
    }
    log_init(&s->log);
    s->catalog = catalog;
    *out = s;
    return XPGN_OK;
}

void xpgn_merge_free(xpgn_merge *s) {
    if (s == NULL)
        return;
    for (size_t i = 0; i < SHEETS_LEVELS; i++)
        free(s->level[i].list);
    xpgn_walk_free(s->walk);
    xpgn_import_free(s->import);
    log_free_parts(&s->log);
    arena_free(&s->arena);
    hash_index_free(&s->word_index);
    for (size_t i = 0; i < XPGN_MAX_SHEETS; i++)
        arena_free(&s->tags[i].arena);
    free(s->link);
    free(s);
}

static void forget(struct xpgn_merge *s) {
    arena_reset(&s->arena);
    hash_index_clear(&s->word_index);
    sheets_forget_words(s);
    s->words = 0;
    s->ruleset = NULL;
    s->start = (struct standing){.outcome = {.over = false}};
    s->count = s->steps = s->checked = s->differences = s->half_moves = 0;
    s->unread = NULL;
    s->unread_count = s->unread_capacity = 0;
    s->result = s->result_tied = NULL;
    s->error[0] = '\0';
}

void xpgn_merge_guess(xpgn_merge *s, bool guess) {
    s->guesses = guess;
}

void xpgn_merge_hold(xpgn_merge *s, const xpgn_held *list, size_t count) {
    s->held = list;
    s->held_count = count;
}

void xpgn_merge_learn(xpgn_merge *s, bool learn) {
    s->learns = learn;
    s->learned |= learn;
}

/* Explains the sheets again if what was learned prefers other readings. */
static bool explain_sheets(xpgn_merge *s) {
    bool learns = s->learns;
    if (!merge_search(s) || !merge_report(s))
        return false;
    if (!s->learned || !merge_prefer(s))
        return true;
    s->learns = false; /* it is counted once */
    bool good = merge_search(s) && merge_report(s);
    s->learns = learns;
    return good;
}

/* ---- the order of the sheets ----------------------------------------------------------------- */

/* Compares two sides by the number of dice with each face, then by their order. */
static int compare_sides(const xpgn_roll_side *a, const xpgn_roll_side *b) {
    int faces[UINT8_MAX + 1] = {0};
    for (unsigned i = 0; i < a->dice_count; i++)
        faces[a->dice[i]]++;
    for (unsigned i = 0; i < b->dice_count; i++)
        faces[b->dice[i]]--;
    for (unsigned face = 0; face <= UINT8_MAX; face++)
        if (faces[face] != 0)
            return faces[face];
    return slice_order((xpgn_slice){(const char *)a->dice, a->dice_count},
                       (xpgn_slice){(const char *)b->dice, b->dice_count});
}

/* Compares two rolls by their dice, lower ones first. Totals decide by the rules, not here. */
static int compare_rolls(const xpgn_roll *a, const xpgn_roll *b) {
    unsigned least = a->exchanges < b->exchanges ? a->exchanges : b->exchanges;
    for (unsigned n = 0; n < 2 * least; n++) {
        const xpgn_roll_side *x = &a->exchange[n / 2].side[n % 2];
        const xpgn_roll_side *y = &b->exchange[n / 2].side[n % 2];
        int order = x->total < 0 && y->total < 0 ? compare_sides(x, y) : 0;
        if (order != 0)
            return order;
    }
    return (int)a->exchanges - (int)b->exchanges;
}

/* What a word says in any form of exact notation: Ng1f3, Nf3+. */
static xpgn_slice key_of(const struct sheet_entry *e, char room[4]) {
    const struct notation *n = &e->recorded.notation;
    if (e->exact && (n->kind == NOTATION_SHORT || n->kind == NOTATION_LONG))
        return slice_of(n->kind == NOTATION_SHORT ? "O-O" : "O-O-O");
    if (!e->exact || n->kind != NOTATION_MOVE)
        return e->word;
    bool piece = e->word.size > 0 && e->word.data[0] >= 'A' && e->word.data[0] <= 'Z';
    size_t size = 0;
    if (piece)
        room[size++] = e->word.data[0];
    room[size++] = (char)('a' + n->to_file);
    room[size++] = (char)('1' + n->to_rank);
    room[size++] = (char)n->promotion;
    return (xpgn_slice){room, size};
}

static int compare_entries(const struct sheet_entry *a, const struct sheet_entry *b) {
    char x[4], y[4];
    int order = slice_order(key_of(a, x), key_of(b, y));
    return order != 0 ? order : compare_rolls(a->recorded.roll, b->recorded.roll);
}

/* Compares two sheets by their half-moves, then by all their bytes. */
static int compare_texts(const struct sheet *a, const struct sheet *b) {
    int order = 0;
    for (size_t i = 0; i < a->count && i < b->count && order == 0; i++)
        order = compare_entries(&a->list[i], &b->list[i]);
    if (order == 0)
        order = (a->count > b->count) - (a->count < b->count);
    return order != 0 ? order
                      : slice_order(slice_given(a->given->text), slice_given(b->given->text));
}

/* Sorts the sheets by what they say, so that the order in which they are given decides nothing. */
static void sort_sheets(struct xpgn_merge *s) {
    uint8_t game[XPGN_MAX_SHEETS];
    for (size_t i = 0; i < s->count; i++) {
        const struct sheet sheet = s->sheet[i];
        size_t at = i;
        for (; at > 0 && compare_texts(&sheet, &s->sheet[at - 1]) > 0; at--) {
            s->sheet[at] = s->sheet[at - 1];
            game[at] = game[at - 1];
        }
        s->sheet[at] = sheet;
        game[at] = (uint8_t)i;
    }
    for (size_t i = 0; i < s->count; i++)
        s->of[game[i]] = (uint8_t)i;
}

/* Takes several copies of one text as one sheet, which then cannot differ from itself. */
static void join_copies(struct xpgn_merge *s) {
    s->copies = true;
    for (size_t i = 1; i < s->count; i++)
        s->copies &=
            slice_equal(slice_given(s->sheet[i].given->text), slice_given(s->sheet[0].given->text));
    if (!s->copies)
        return;
    s->count = 1;
    memset(s->of, 0, sizeof s->of);
}

/* Puts the readings in the order of the games, and as they were written. */
static void restore_readings(struct xpgn_merge *s, xpgn_difference *list, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const xpgn_difference sorted = list[i];
        list[i].witnesses = 0;
        for (size_t game = 0; game < s->games; game++) {
            size_t k = s->of[game];
            list[i].reading[game] = sorted.reading[k];
            merge_as_written(s, &s->sheet[k], &list[i].reading[game]);
            list[i].witnesses |= (uint8_t)((sorted.witnesses >> k & 1) << game);
        }
    }
}

/* True if a place is behind the last half-move of a sheet without a result. */
static bool is_behind(const struct sheet *sheet, xpgn_place place) {
    return sheet->result.data == NULL && sheet->count > 0 &&
           place.offset > sheet->list[sheet->count - 1].extent.offset;
}

static void add_unread(struct xpgn_merge *s, xpgn_unread unread) {
    xpgn_unread *list =
        arena_grow(&s->arena, s->unread, s->unread_count, &s->unread_capacity, sizeof *list);
    s->no_memory |= list == NULL;
    if (list == NULL)
        return;
    s->unread = list;
    list[s->unread_count++] = unread;
}

/* True if a text is an ending that does not say which side it is about: resigns, mate. */
static bool lacks_side(const struct sheet *sheet, xpgn_place place) {
    const xpgn_slice names[2] = {sheet_tag(sheet, slice_of("White")),
                                 sheet_tag(sheet, slice_of("Black"))};
    const char *p = sheet->given->text.data + place.offset, *end = p + place.length;
    struct ending e;
    return ending_read(p, end, names, &e) && p + e.size == end && e.result == NULL;
}

/* Lists such endings of a sheet, which the import takes for remarks and marks, if nothing else
   gives the result. */
static void list_endings(struct xpgn_merge *s, size_t game) {
    const unsigned forms = 1u << XPGN_FORM_REMARK | 1u << XPGN_FORM_MARKS;
    const struct sheet *sheet = &s->sheet[s->of[game]];
    const bool open = s->result == NULL || strcmp(s->result, "*") == 0;
    const xpgn_place last = sheet->count > 0
                                ? edit_map_place(sheet->edit, sheet->edits,
                                                 sheet->list[sheet->count - 1].recorded.place)
                                : (xpgn_place){0, 0};
    for (size_t i = 0; i < sheet->edits && open; i++) {
        const xpgn_imported *edit = &sheet->edit[i];
        if ((edit->forms & forms) != 0 && edit->place.offset > last.offset &&
            lacks_side(sheet, edit->place))
            add_unread(s, (xpgn_unread){game, edit->place, true});
    }
}

/* Lists what could not be read, in the order of the games. */
static void list_unread(struct xpgn_merge *s) {
    for (size_t game = 0; game < s->games && !s->no_memory; game++) {
        const struct sheet *sheet = &s->sheet[s->of[game]];
        for (size_t i = 0; i < sheet->unread_count; i++)
            add_unread(s, (xpgn_unread){game,
                                        edit_map_place(sheet->edit, sheet->edits, sheet->unread[i]),
                                        is_behind(sheet, sheet->unread[i])});
        list_endings(s, game);
    }
}

const xpgn_unread *xpgn_merge_unread(const xpgn_merge *s, size_t *count) {
    *count = s->unread_count;
    return s->unread;
}

static bool merge_games(struct xpgn_merge *s, const xpgn_game *games, size_t count) {
    if (!merge_read(s, games, count) || !merge_take_hands(s))
        return false;
    s->games = count;
    sort_sheets(s);
    join_copies(s);
    merge_find_legal(s);
    s->weighs = false;
    bool good = explain_sheets(s);
    if (good && !s->partial && merge_is_mixture(s)) {
        s->weighs = true;
        good = explain_sheets(s);
    }
    if (!s->no_memory && (!good || s->partial) && merge_cut_unexplained(s))
        good = explain_sheets(s);
    list_unread(s);
    if (good && merge_is_of_two_games(s)) {
        (void)snprintf(s->error, sizeof s->error, "the sheets seem to be of different games");
        good = false;
    }
    if (!good)
        return false;
    restore_readings(s, s->difference, s->differences);
    restore_readings(s, s->half_move, s->half_moves);
    return !s->no_memory;
}

static xpgn_status compare_sheets(xpgn_merge *s, const xpgn_game *games, size_t count) {
    forget(s);
    if (count < 2 || count > XPGN_MAX_SHEETS) {
        (void)snprintf(s->error, sizeof s->error, "%zu sheet%s, expected 2 to %d", count,
                       count == 1 ? "" : "s", XPGN_MAX_SHEETS);
        return XPGN_INVALID;
    }
    bool good = merge_games(s, games, count);
    if (s->no_memory)
        return XPGN_NO_MEMORY;
    if (!good && s->error[0] == '\0')
        (void)snprintf(s->error, sizeof s->error,
                       "no legal record explains the sheets with at most %d slips",
                       SHEETS_COST / ONE_EDIT);
    return good ? XPGN_OK : XPGN_INVALID;
}

xpgn_status xpgn_merge_compare(xpgn_merge *s, const xpgn_game *games, size_t count,
                               xpgn_fault *fault) {
    xpgn_status status = compare_sheets(s, games, count);
    if (status == XPGN_INVALID && fault != NULL)
        (void)fault_set(fault, "%s", s->error);
    return status;
}

const xpgn_difference *xpgn_merge_differences(const xpgn_merge *s, size_t *count) {
    *count = s->differences;
    return s->difference;
}

const xpgn_difference *xpgn_merge_half_moves(const xpgn_merge *s, size_t *count) {
    *count = s->half_moves;
    return s->half_move;
}
