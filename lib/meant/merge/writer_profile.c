/* SPDX-License-Identifier: MIT */
/*
 * The hand of a sheet: habits of a player throughout a game, which are not slips. The player writes
 * in another language, sees the board from the other side, counts ranks from Black's, writes only
 * one side's moves, or begins in the middle. A sheet that can mostly be played as written is taken
 * as it is. Otherwise each hand is tried, skipping illegal actions, and the hand with which most
 * can be played is taken, if that is a quarter of the sheet more.  Half-moves that a player does
 * not write become gaps, which cost nothing.
 */
#include "core/base/slice.h"
#include "core/play/turn.h"
#include "meant/merge/merge.h"
#include "meant/sheet/sheet.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST_OWN = 4, LATE = 3 };

/* ---- words ----------------------------------------------------------------------------------- */

/* Sets `out` to the text with its words in English letters, each in its place; one that would need
   more room stays as it is. */
static void translate_words(struct xpgn_merge *s, xpgn_slice text, const struct hand *hand,
                            const struct imported_list *words, char *out) {
    xpgn_buffer b = {0};
    memcpy(out, text.data, text.size);
    for (size_t i = 0; i < words->count && !b.failed; i++) {
        xpgn_place at = words->list[i].place;
        if (words->list[i].roll)
            continue;
        xpgn_buffer_clear(&b);
        (void)word_translate(hand, (xpgn_slice){text.data + at.offset, at.length}, &b);
        if (b.failed || b.size == 0 || b.size > at.length)
            continue;
        memset(out + at.offset, ' ', at.length);
        memcpy(out + at.offset, b.data, b.size);
    }
    s->no_memory |= b.failed;
    xpgn_buffer_free(&b);
}

/* ---- half-moves not written --------------------------------------------------------- */

static struct sheet_entry gap_before(const struct sheet_entry *e) {
    static const xpgn_roll none;
    struct sheet_entry gap = {.gap = true, .made = true};
    gap.recorded.text = slice_of("");
    gap.recorded.roll = &none;
    gap.recorded.place = gap.extent = (xpgn_place){e->extent.offset, 0};
    return gap;
}

/* True if all half-moves are numbered consecutively. */
static bool has_own_only(const struct sheet *sheet) {
    size_t next = 0;
    for (size_t i = 1; i < sheet->count; i++) {
        const struct sheet_entry *e = &sheet->list[i];
        next += e->numbered && e[-1].numbered && e->number.number == e[-1].number.number + 1;
    }
    return sheet->count >= LEAST_OWN && 4 * (next + 1) >= 3 * sheet->count;
}

/* Puts gaps between the half-moves of one player, and for one of theirs where a number is skipped.
 */
static void put_other_side(struct xpgn_merge *s, struct sheet *sheet, unsigned seat) {
    struct sheet_entry *list = arena_alloc(&s->arena, 4 * sheet->count * sizeof *list);
    size_t count = 0;
    s->no_memory |= list == NULL;
    for (size_t i = 0; i < sheet->count && list != NULL; i++) {
        const struct sheet_entry *e = &sheet->list[i];
        bool skipped = i > 0 && e->number.number == e[-1].number.number + 2;
        unsigned gaps = skipped ? 3 : i > 0 || seat == 1;
        while (gaps-- > 0)
            list[count++] = gap_before(e);
        list[count] = *e;
        list[count++].number.dots = seat == 1 ? 3 : 1;
    }
    if (list == NULL)
        return;
    sheet->list = list;
    sheet->count = sheet->capacity = count;
    sheet->half = true;
}

/* Returns the number of half-moves of the game before the sheet's first, by its move numbers. */
static size_t count_before(const struct xpgn_merge *s, const struct sheet *sheet) {
    const xpgn_position *p = &s->start.state.position;
    const struct sheet_entry *e = sheet->list;
    if (turn_is_several(s->ruleset) || p->seats != 2 || sheet->count == 0 || !e->numbered ||
        e->number.number >= SHEETS_ENTRIES / 2)
        return 0;
    const struct sheet_entry *next = e + 1, *end = e + sheet->count;
    while (next < end && !next->numbered)
        next++;
    int64_t before =
        ((int64_t)e->number.number - p->number) * 2 + (e->number.dots > 1) - p->side_to_move;
    bool sure = next < end && next->number.number == e->number.number + 1;
    return sure && before >= LATE ? (size_t)before : 0;
}

static void put_before(struct xpgn_merge *s, struct sheet *sheet, size_t before) {
    size_t count = before + sheet->count;
    struct sheet_entry *list = arena_alloc(&s->arena, count * sizeof *list);
    s->no_memory |= list == NULL;
    if (list == NULL)
        return;
    for (size_t i = 0; i < before; i++)
        list[i] = gap_before(sheet->list);
    memcpy(list + before, sheet->list, sheet->count * sizeof *list);
    sheet->list = list;
    sheet->count = sheet->capacity = count;
}

static void fill_beginnings(struct xpgn_merge *s) {
    size_t before[XPGN_MAX_SHEETS] = {0}, whole = 0;
    for (size_t i = 0; i < s->count; i++) {
        before[i] = count_before(s, &s->sheet[i]);
        whole += before[i] == 0;
    }
    for (size_t i = 0; i < s->count && whole > 0; i++) /* else the game is numbered so */
        if (before[i] > 0)
            put_before(s, &s->sheet[i], before[i]);
}

/* ---- trying a hand --------------------------------------------------------------------------- */

/* Plays an entry as written, or as the one action that it can mean. *contradicted: the board does
   not have its signs; NULL: it is not asked. */
static bool play_entry(struct xpgn_merge *s, struct standing *st, const struct sheet_entry *e,
                       bool *contradicted) {
    struct standing to = *st;
    char name[ACTION_NAME];
    struct choice c = {.word = e,
                       .roll = e->recorded.roll->exchanges > 0 ? e->recorded.roll : NULL,
                       .turn = e->recorded.has_turn_roll ? e : NULL,
                       .first = e->numbered};
    if (!e->readable || e->gap)
        return false;
    const struct readings *readings = merge_readings(s, merge_meaning(s, e, st, &c));
    if (readings->count > 1)
        return false;
    if (readings->count == 1) {
        movement_name(s->ruleset, &st->state, &readings->action[0], false, name);
        c.word = merge_word(s, slice_of(name));
    }
    if (contradicted != NULL && e->exact)
        c.sign = e->recorded.notation.mark;
    if (c.word == NULL || !merge_turn(s, &to, &c))
        return false;
    const struct standing before = to;
    if (!merge_play(s, &to, &c, false))
        return false;
    if (contradicted != NULL)
        *contradicted |= sheets_sign_cost(s, e, &before, &c) > 0;
    *st = to;
    return true;
}

/* Plays a sheet by itself; returns how many of its half-moves can be played. */
static size_t play_sheet(struct xpgn_merge *s, const struct sheet *sheet, bool *contradicted) {
    struct standing st = s->start;
    xpgn_position *p = &st.state.position;
    size_t played = 0;
    for (size_t i = 0; i < sheet->count && !st.outcome.over && !s->no_memory; i++) {
        const struct sheet_entry *e = &sheet->list[i];
        unsigned seat = e->number.dots > 1;
        if (e->numbered && seat != p->side_to_move)
            position_pass(p);
        if (play_entry(s, &st, e, contradicted))
            played++;
        else
            position_pass(p);
    }
    return played;
}

size_t merge_count_played(struct xpgn_merge *s, const struct sheet *sheet) {
    return play_sheet(s, sheet, NULL);
}

bool merge_is_contradicted(struct xpgn_merge *s, const struct sheet *sheet) {
    bool contradicted = false;
    (void)play_sheet(s, sheet, &contradicted);
    return contradicted;
}

/* ---- choosing one ---------------------------------------------------------------------------- */

struct habits {
    const struct language *language; /* NULL: its words are as written */
    enum sheet_view view;
    unsigned seat; /* whose half-moves it has, if it has one player's only */
};

struct trials {
    struct sheet as_is;
    bool own; /* it has the half-moves of one player only */
    struct languages all;
    struct imported_list words;
    struct arena arena; /* what is read in a trial */
    char *text;         /* in English letters */
    struct habits best;
    size_t played; /* half-moves that can be played with it */
};

static void read_hand(struct xpgn_merge *s, const struct trials *t, const struct habits *hand,
                      const char *letters, struct sheet *sheet) {
    *sheet = t->as_is;
    sheet->view = hand->view;
    sheet->own = t->own && hand->seat == 1;
    sheets_read_again(s, sheet, (xpgn_slice){letters, sheet->game->text.size});
    if (t->own)
        put_other_side(s, sheet, hand->seat);
}

/* Reads the sheet with this hand, and notes it if more can be played. */
static void try_hand(struct xpgn_merge *s, struct trials *t, const struct habits *hand,
                     const char *text) {
    struct arena own = s->arena;
    struct sheet sheet;
    arena_reset(&t->arena);
    sheets_forget_words(s);
    s->arena = t->arena;
    read_hand(s, t, hand, text, &sheet);
    t->arena = s->arena;
    s->arena = own;
    size_t played = s->no_memory ? 0 : merge_count_played(s, &sheet);
    if (played <= t->played)
        return;
    t->best = *hand;
    t->played = played;
}

static void try_views(struct xpgn_merge *s, struct trials *t, const struct language *language,
                      const char *text) {
    struct habits hand = {.language = language};
    for (hand.view = VIEW_WHITE; hand.view <= VIEW_OWN; hand.view++)
        for (hand.seat = 0; hand.seat < (t->own ? 2u : 1u) && !s->no_memory; hand.seat++)
            try_hand(s, t, &hand, text);
}

static void try_languages(struct xpgn_merge *s, struct trials *t) {
    uint64_t seen[MOST_LANGUAGES];
    const xpgn_slice text = t->as_is.game->text;
    const struct sheet_game game = sheet_game_of(s->ruleset);
    size_t count = 0;
    languages_read(&t->all);
    t->text = malloc(text.size + 1);
    s->no_memory |= t->text == NULL || !sheet_read(text, game, &s->arena, &t->words);
    for (size_t i = 0; i < t->all.count && !s->no_memory; i++) {
        struct hand hand = {.language = &t->all.list[i]};
        translate_words(s, text, &hand, &t->words, t->text);
        uint64_t hash = hash_bytes(0, t->text, text.size);
        size_t k = 0;
        while (k < count && seen[k] != hash)
            k++;
        seen[count] = hash;
        count += k == count;
        if (k + 1 == count)
            try_views(s, t, hand.language, t->text);
    }
}

/* Reads the sheet with the best hand. */
static void take_best(struct xpgn_merge *s, const struct trials *t, struct sheet *sheet) {
    const struct hand hand = {.language = t->best.language};
    xpgn_slice text = t->as_is.game->text;
    char *copy = hand.language != NULL ? arena_alloc(&s->arena, text.size + 1) : NULL;
    s->no_memory |= hand.language != NULL && copy == NULL;
    if (copy != NULL)
        translate_words(s, text, &hand, &t->words, copy);
    if (!s->no_memory)
        read_hand(s, t, &t->best, copy != NULL ? copy : text.data, sheet);
}

/* True if four of five can be played: the rest can be slips. */
static bool is_enough(size_t played, size_t count) {
    return 5 * played >= 4 * count;
}

/* True if the import put the rows in another order, as those of two lists. */
static bool has_moved_rows(const struct sheet *sheet) {
    unsigned forms = 0;
    for (size_t i = 0; i < sheet->edits; i++)
        forms |= sheet->edit[i].forms;
    return (forms & 1u << XPGN_FORM_ROWS) != 0;
}

/* Takes a sheet as it is written if it has one player's half-moves, or if the import reads it only
   in part and more of it can be played so. */
static void doubt_import(struct xpgn_merge *s, struct sheet *sheet) {
    struct sheet written = *sheet;
    if (sheet->edits == 0)
        return;
    merge_leave_half_moves(s, &written);
    sheets_read_again(s, &written, slice_given(written.game->text));
    bool own = written.count >= sheet->count && has_own_only(&written) && !has_own_only(sheet) &&
               !has_moved_rows(sheet);
    if (own || (sheet->partly && merge_count_played(s, &written) > merge_count_played(s, sheet)))
        *sheet = written;
}

/* True if each half-move is one of the format: then no other language is looked for where gaps
   leave the board unknown. */
static bool is_exact(const struct sheet *sheet) {
    for (size_t i = 0; i < sheet->count; i++)
        if (!sheet->list[i].exact && !sheet->list[i].gap)
            return false;
    return true;
}

static void take_hand(struct xpgn_merge *s, struct sheet *sheet) {
    doubt_import(s, sheet);
    const size_t before = merge_count_played(s, sheet), count = sheet->count;
    const bool own = has_own_only(sheet); /* as the numbers say, whatever can be played */
    const bool late = !own && count_before(s, sheet) > 0; /* it cannot be played from the start */
    if (turn_is_several(s->ruleset) || s->start.state.position.seats != 2 || late ||
        (!own && is_enough(before, count)))
        return;
    struct trials t = {.as_is = *sheet, .own = own, .played = own ? 0 : before};
    try_views(s, &t, NULL, t.as_is.game->text.data);
    if (!is_enough(t.played, count) && !(own && is_exact(sheet)))
        try_languages(s, &t);
    bool better = is_enough(t.played, count) && 4 * (t.played - before) >= count;
    if ((better || own) && t.played > (own ? 0 : before))
        take_best(s, &t, sheet);
    free(t.text);
    free(t.words.list);
    arena_free(&t.arena);
    sheets_forget_words(s);
}

/* Sets own_after, in games with one half-move per turn. */
static void find_own(const struct xpgn_merge *s, struct sheet *sheet) {
    bool alternate = !turn_is_several(s->ruleset) && s->start.state.position.seats == 2;
    for (size_t i = 0; i < sheet->count; i++)
        sheet->list[i].own_after = alternate && i + 2 < sheet->count;
}

bool merge_take_hands(struct xpgn_merge *s) {
    for (size_t i = 0; i < s->count && !s->no_memory; i++)
        take_hand(s, &s->sheet[i]);
    if (!s->no_memory)
        fill_beginnings(s);
    for (size_t i = 0; i < s->count && !s->no_memory; i++)
        find_own(s, &s->sheet[i]);
    return !s->no_memory;
}
