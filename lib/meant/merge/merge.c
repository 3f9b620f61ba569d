/* SPDX-License-Identifier: MIT */
/* Several sheets of one game: the public face, and the record as text. */
#include "meant/merge/merge.h"
#include "core/base/fault.h"
#include "core/base/slice.h"
#include "core/forms/written_ending.h"
#include "core/text/span.h"
#include "internal/meant.h"
#include "internal/text_out.h"
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

/* ---- the record ------------------------------------------------------------------------------ */

static void put_sheets_tag(xpgn_buffer *b, xpgn_slice name, xpgn_slice value) {
    xpgn_buffer_printf(b, "[%.*s \"", SLICE(name));
    xpgn_buffer_slice(b, value);
    xpgn_buffer_text(b, "\"]\n");
}

/* Writes the first known value of each tag. */
static void put_sheet_tags(const struct xpgn_merge *s, size_t sheet, xpgn_buffer *b) {
    size_t count;
    const xpgn_tag *list = tags_all(s->sheet[sheet].tags, &count);
    for (size_t i = 0; i < count; i++) {
        xpgn_slice name = list[i].name, value = {NULL, 0};
        bool done = slice_is(name, "Result") || slice_is(name, "PlyCount") ||
                    !sheet_tag_is_first(&s->sheet[sheet], &list[i]);
        for (size_t before = 0; before < sheet && !done; before++)
            done = tags_find(s->sheet[before].tags, name) != NULL;
        for (size_t k = sheet; k < s->count && !done && value.data == NULL; k++)
            value = sheet_tag(&s->sheet[k], name);
        if (!done)
            put_sheets_tag(b, name, value.data != NULL ? value : list[i].value);
    }
}

/* The text of a remark. Control characters, which no record may have (L-01), become spaces: if they
   were left out, the text on both sides could join to a command. */
static void put_line_text(xpgn_buffer *b, const char *p, const char *end) {
    for (; p < end; p++)
        xpgn_buffer_char(b, span_is_control(*p) ? ' ' : *p);
}

/* A comment without the commands that the record says itself. */
static void put_sheets_comment(xpgn_buffer *b, xpgn_slice text) {
    static const char *const own[] = {"roll", "turn", "missing", "xfen"};
    struct command c;
    size_t at = 0, from = 0, begun = b->size;
    xpgn_buffer_char(b, '{');
    while (command_next(text, &at, &c)) {
        bool drop = false;
        for (size_t i = 0; i < sizeof own / sizeof *own; i++)
            drop |= slice_is(c.name, own[i]);
        size_t end = drop ? (size_t)(c.whole.data - text.data) : at;
        put_line_text(b, text.data + from, text.data + end);
        from = at;
    }
    put_line_text(b, text.data + from, text.data + text.size);
    if (!b->failed && slice_is_blank((xpgn_slice){b->data + begun + 1, b->size - begun - 1}))
        b->size = begun;
    else
        xpgn_buffer_text(b, "} ");
}

static void put_line_comment(xpgn_buffer *b, xpgn_slice text) {
    xpgn_buffer_char(b, ';');
    put_line_text(b, text.data, text.data + text.size);
    xpgn_buffer_char(b, '\n');
}

static void put_remark(xpgn_buffer *b, const xpgn_remark *remark) {
    xpgn_slice text = remark->text;
    if (remark->nag != 0)
        xpgn_buffer_printf(b, "$%u ", remark->nag);
    else if (remark->line && memchr(text.data, '}', text.size) != NULL)
        put_line_comment(b, text);
    else
        put_sheets_comment(b, text);
}

static bool same_remark(const xpgn_remark *a, const xpgn_remark *b) {
    return a->nag == b->nag && (a->nag != 0 || slice_equal(a->text, b->text));
}

/* The remarks of a sheet at a step; at none (NULL) those before the first half-move. */
static const xpgn_remark *remarks_at(const struct xpgn_merge *s, const struct merge_step *step,
                                     size_t sheet, size_t *count) {
    const struct sheet_entry *e = step != NULL ? sheets_entry_of(s, step, sheet) : NULL;
    *count = step == NULL ? s->sheet[sheet].early_count : e != NULL ? e->remark_count : 0;
    return step == NULL ? s->sheet[sheet].early : e != NULL ? e->remarks : NULL;
}

/* Is this remark written with an earlier sheet? Of marks such as $1 only the first sheet's are
   written that says anything here. */
static bool is_known_remark(const struct xpgn_merge *s, const struct merge_step *step, size_t sheet,
                            const xpgn_remark *remark) {
    size_t count;
    for (size_t i = 0; i < sheet; i++) {
        const xpgn_remark *list = remarks_at(s, step, i, &count);
        for (size_t k = 0; k < count; k++)
            if (same_remark(&list[k], remark) ||
                (remark->nag != 0 && list[k].text.size > 0 && list[k].text.data[0] != '['))
                return true;
    }
    return false;
}

/* Writes the remarks of all sheets, each once. */
static void put_remarks_of(const struct xpgn_merge *s, const struct merge_step *step,
                           xpgn_buffer *b) {
    size_t count;
    for (size_t i = 0; i < s->count; i++) {
        const xpgn_remark *list = remarks_at(s, step, i, &count);
        for (size_t k = 0; k < count; k++)
            if (!is_known_remark(s, step, i, &list[k]))
                put_remark(b, &list[k]);
    }
}

static const char *stretch_text(const struct xpgn_merge *s, enum stretch stretch) {
    if (stretch == STRETCH_ONE)
        return "one sheet from here";
    return s->count == 2 ? "both sheets from here" : "several sheets from here";
}

/* Writes what changes with the next step; `more`: something was written before. */
static void put_change(const struct xpgn_merge *s, const struct merge_step *next, bool more,
                       xpgn_buffer *b) {
    if (next->over != NULL)
        xpgn_buffer_printf(b, "%spassed over: %s", more ? "; " : "", next->over);
    more |= next->over != NULL;
    if (next->stretch != STRETCH_SAME)
        xpgn_buffer_printf(b, "%s%s", more ? "; " : "", stretch_text(s, next->stretch));
}

/* Writes one comment with the marks for a step (NULL: the start) and the next. */
static void put_sheet_marks(const struct xpgn_merge *s, const struct merge_step *step,
                            const struct merge_step *next, xpgn_buffer *b) {
    bool tied = step != NULL && step->tied != NULL;
    bool guess = step != NULL && step->guess && step->was == NULL && !step->open && !tied;
    bool mixed = step != NULL && step->mixed && !tied;
    bool change = next->stretch != STRETCH_SAME || next->over != NULL;
    if (!tied && !guess && !mixed && !change)
        return;
    xpgn_buffer_char(b, '{');
    if (tied)
        xpgn_buffer_printf(b, "tie: or %s", step->tied);
    else if (guess)
        xpgn_buffer_printf(b, "guess: one of %u", step->choices);
    else if (mixed)
        xpgn_buffer_text(b, "dice of another sheet");
    put_change(s, next, tied || guess || mixed, b);
    xpgn_buffer_text(b, "}\n");
}

/* Writes the sheet's text as a command, whose argument may have any byte. */
static void put_was(xpgn_buffer *b, const char *text) {
    xpgn_buffer_text(b, "{[%was ");
    for (; *text != '\0'; text++) {
        if (*text == '}')
            xpgn_buffer_text(b, "\\7d");
        else if (*text == '\\')
            xpgn_buffer_text(b, "\\\\");
        else
            xpgn_buffer_char(b, span_is_control(*text) ? ' ' : *text);
    }
    xpgn_buffer_text(b, "]}\n");
}

/* Writes what the sheets have where none can be read, each text once. */
static void put_unclear(const struct xpgn_merge *s, const struct merge_step *step, xpgn_buffer *b) {
    const char *last = "";
    for (size_t i = 0; i < s->count; i++) {
        const char *text = step->unclear[i];
        if (text == NULL || strcmp(text, last) == 0)
            continue;
        put_sheets_comment(b, slice_of(text));
        last = text;
    }
}

/* Writes a half-move with the sheets' remarks. A record with a missing half-move cannot be brought
   into export form by a walk, so numbers are written only where export form has them. */
static void put_step(const struct xpgn_merge *s, const struct merge_step *step, bool after,
                     xpgn_buffer *b) {
    unsigned seats = step->before.state.position.seats;
    bool several = turn_is_several(s->ruleset);
    if (step->first && (s->whole || several || after || step->seat == 0)) {
        xpgn_turn_write(b, seats, step->number, step->seat);
        xpgn_buffer_char(b, ' ');
    }
    xpgn_buffer_printf(b, "%s\n", step->text);
    if (step->was != NULL && !step->open)
        put_was(b, step->was);
    if (step->open)
        put_unclear(s, step, b);
    put_remarks_of(s, step, b);
}

/* Is a number needed, although the other side has moved? */
static bool needs_number(const struct merge_step *last, const xpgn_buffer *b) {
    return last == NULL || last->open || b->data[b->size - 1] != '\n' ||
           b->data[b->size - 2] == '}';
}

/* Writes the half-move at which a partial record stops. */
static void put_stop(const struct xpgn_merge *s, const struct merge_step *last, xpgn_buffer *b) {
    bool several = turn_is_several(s->ruleset);
    unsigned seat = s->step[s->steps].before.state.position.side_to_move;
    if (several || seat == 0 || needs_number(last, b))
        xpgn_buffer_printf(b, "%s ", s->stop);
    xpgn_buffer_text(b, "{[%missing]}\n{not explained from here on}\n");
}

static void put_steps(const struct xpgn_merge *s, xpgn_buffer *b) {
    const struct merge_step *last = NULL;
    for (size_t i = 0; i < s->steps && !b->failed; i++) {
        const struct merge_step *step = &s->step[i];
        if (step->link->choice.word == NULL)
            continue;
        put_sheet_marks(s, last, step, b);
        if (!b->failed)
            put_step(s, step, needs_number(last, b), b);
        last = step;
    }
    put_sheet_marks(s, last, &s->step[s->steps], b);
    if (s->partial && !b->failed)
        put_stop(s, last, b);
}

void xpgn_merge_write(xpgn_buffer *b, const xpgn_merge *s) {
    if (s->result == NULL)
        return;
    for (size_t i = 0; i < s->count; i++)
        put_sheet_tags(s, i, b);
    const char *result = s->partial ? "*" : s->result;
    put_sheets_tag(b, slice_of("Result"), slice_of(result));
    xpgn_buffer_char(b, '\n');
    put_remarks_of(s, NULL, b);
    put_steps(s, b);
    if (s->result_tied != NULL && !s->partial)
        xpgn_buffer_printf(b, "{tie: or %s}\n", s->result_tied);
    xpgn_buffer_printf(b, "%s\n\n", result);
}
