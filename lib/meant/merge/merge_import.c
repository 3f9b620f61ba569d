/* SPDX-License-Identifier: MIT */
/*
 * Reads each sheet through the import, so that compare knows every form that the import knows. What
 * it reads only in part is used as far as it goes: the words behind stay as they are, but for the
 * letters of their language. Places are mapped back to the sheet in the end.
 */
#include "core/base/slice.h"
#include "core/text/action_notation.h"
#include "meant/import/edit_map.h"
#include "meant/import/import.h"
#include "meant/merge/merge.h"
#include "meant/sheet/sheet.h"

#include <stdlib.h>
#include <string.h>

struct edits {
    struct xpgn_merge *s;
    xpgn_slice
        text; /* as it was handed to the import: after `skipped` bytes that are not the sheet's */
    uint32_t skipped;
    xpgn_imported *list;
    size_t count, capacity;
};

static void add_edit(struct edits *e, xpgn_imported edit, xpgn_slice text) {
    struct xpgn_merge *s = e->s;
    xpgn_imported *list = arena_grow(&s->arena, e->list, e->count, &e->capacity, sizeof *list);
    char *copy = arena_copy(&s->arena, text);
    s->no_memory |= list == NULL || copy == NULL;
    if (s->no_memory)
        return;
    e->list = list;
    edit.place.offset -= e->skipped;
    edit.text = copy;
    list[e->count++] = edit;
}

/* Signs of check that the import adds are no evidence: only what is written is. */
static xpgn_slice without_added_signs(xpgn_slice written, const xpgn_imported *edit) {
    xpgn_slice text = slice_of(edit->text);
    bool marked = (edit->forms & 1u << XPGN_FORM_MARKS) != 0;
    for (size_t i = 0; i < written.size; i++)
        marked |= written.data[i] == '+' || written.data[i] == '#';
    return marked ? text : slice_trim(text, "+#");
}

/* True for a half-move that the import adds where nothing stands, which may stand on another sheet.
   Not if the numbers skip whole rows. */
static bool is_left_out(const xpgn_imported *list, size_t count, size_t i) {
    const xpgn_imported *edit = &list[i];
    bool after = i > 0 && edit[-1].place.offset == edit->place.offset;
    bool before = i + 1 < count && edit[1].place.offset == edit->place.offset &&
                  (edit[1].forms & edit->forms) != 0;
    return edit->place.length == 0 && (edit->forms & 1u << XPGN_FORM_MISSING) != 0 && !after &&
           !before;
}

static xpgn_slice written_at(const struct edits *e, const xpgn_imported *edit) {
    return (xpgn_slice){e->text.data + edit->place.offset, edit->place.length};
}

/* True for a half-move that the import strikes as it stands twice: the sheets decide whether it was
   played twice. */
static bool is_double(const struct edits *e, const xpgn_imported *edit) {
    xpgn_slice word = written_at(e, edit);
    const char *p = word.data;
    while (p > e->text.data && is_space(p[-1]))
        p--;
    return edit->forms == 1u << XPGN_FORM_STRUCK && (size_t)(p - e->text.data) >= word.size &&
           memcmp(p - word.size, word.data, word.size) == 0 && sheet_is_half_move(word);
}

/* Adds a word that two languages read differently, each of which explains the whole sheet: it is
   left open, Ke2/Ne2. False if it is none, or if there is no memory. */
static bool add_tied(struct edits *e, const xpgn_imported *edit, xpgn_slice written) {
    xpgn_buffer other = {0}, both = {0};
    bool tied =
        import_outcome(e->s->import).whole && (edit->forms & 1u << XPGN_FORM_LETTERS) != 0 &&
        import_other_reading(e->s->import, written, &other) && strcmp(other.data, edit->text) != 0;
    if (tied) {
        xpgn_buffer_printf(&both, "{[%%missing] %s/%s}", edit->text, other.data);
        e->s->no_memory |= both.failed;
        if (!both.failed)
            add_edit(e, *edit, (xpgn_slice){both.data, both.size});
    }
    xpgn_buffer_free(&other);
    xpgn_buffer_free(&both);
    return tied;
}

/* Keeps what the import changed. Not words in exact notation, which say the same, nor half-moves
   left out. */
static void keep_edits(struct edits *e) {
    size_t count;
    const xpgn_imported *list = xpgn_import_words(e->s->import, &count);
    for (size_t i = 0; i < count; i++) {
        const xpgn_imported *edit = &list[i];
        if (edit->place.offset < e->skipped || edit->exact || is_left_out(list, count, i))
            continue;
        xpgn_slice written = written_at(e, edit);
        if (is_double(e, edit)) {
            if (i > 0 && slice_equal(written, written_at(e, &list[i - 1])))
                add_edit(e, *edit, without_added_signs(written, &list[i - 1]));
            continue;
        }
        if (!add_tied(e, edit, written))
            add_edit(e, *edit, without_added_signs(written, edit));
    }
}

static uint32_t end_of(xpgn_place place) {
    return place.offset + place.length;
}

/* What is put before a word comes first. */
static int by_place(const void *a, const void *b) {
    xpgn_place x = ((const xpgn_imported *)a)->place, y = ((const xpgn_imported *)b)->place;
    if (x.offset != y.offset)
        return x.offset < y.offset ? -1 : 1;
    return x.length < y.length ? -1 : x.length > y.length;
}

static bool is_edited(const struct edits *e, size_t count, xpgn_place place) {
    for (size_t i = 0; i < count; i++)
        if (e->list[i].place.offset < end_of(place) && place.offset < end_of(e->list[i].place))
            return true;
    return false;
}

/* The end of the last half-move that the import changed. */
static uint32_t end_of_read(const struct edits *e) {
    const unsigned apart = 1u << XPGN_FORM_ROLLS | 1u << XPGN_FORM_MARKS | 1u << XPGN_FORM_RESULT |
                           1u << XPGN_FORM_REMARK | 1u << XPGN_FORM_LAYOUT;
    size_t i = e->count;
    while (i > 0 && (e->list[i - 1].forms & ~apart) == 0)
        i--;
    return i > 0 ? end_of(e->list[i - 1].place) : 0;
}

static void translate_word(struct edits *e, const struct hand *hand, xpgn_place place) {
    xpgn_slice written = {e->text.data + place.offset, place.length};
    xpgn_buffer b = {0};
    struct notation n;
    unsigned forms = word_translate(hand, written, &b);
    xpgn_slice read = {b.data, b.size};
    e->s->no_memory |= b.failed;
    if (!b.failed && forms != 0 && notation_read(read, &n) && !slice_equal(read, written))
        add_edit(e, (xpgn_imported){.place = place, .forms = forms}, read);
    xpgn_buffer_free(&b);
}

/* The hand that the import found, as its changes show it. */
static struct hand hand_of(const struct edits *e, struct languages *all) {
    xpgn_slice name = slice_of(xpgn_import_language(e->s->import));
    unsigned forms = 0;
    languages_read(all);
    size_t own = all->count - 1;
    while (own > 0 && !slice_equal(all->list[own].name, name))
        own--;
    for (size_t i = 0; i < e->count; i++)
        forms |= e->list[i].forms;
    return (struct hand){.language = &all->list[own],
                         .small = (forms >> XPGN_FORM_SMALL & 1) != 0,
                         .numbers = (forms >> XPGN_FORM_NUMBERS & 1) != 0,
                         .turned = (forms >> XPGN_FORM_TURNED & 1) != 0};
}

/* What needs no position and no hand: dice, headings, remarks, endings. */
static void take_fixed(struct edits *e, const struct imported *w, xpgn_place place) {
    xpgn_slice written = {e->text.data + w->place.offset, w->place.length};
    if (!slice_is(written, w->fixed))
        add_edit(e, (xpgn_imported){.place = place, .forms = w->fixed_forms}, slice_of(w->fixed));
}

/* Takes what the import did not reach, or dropped with the rest: all that needs no position, and
   the letters of words behind the part that it could play. */
static void take_rest(struct edits *e) {
    const struct imported_list *items = import_items(e->s->import);
    struct languages all;
    const struct hand hand = hand_of(e, &all);
    const uint32_t from = end_of_read(e);
    const size_t count = e->count;
    for (size_t i = 0; i < items->count && !e->s->no_memory; i++) {
        const struct imported *w = &items->list[i];
        xpgn_place own = {w->place.offset - e->skipped, w->place.length};
        if (w->place.offset < e->skipped || own.length == 0 || is_edited(e, count, own))
            continue;
        if (w->fixed != NULL)
            take_fixed(e, w, w->place);
        else if (own.offset >= from && !w->roll && !w->missing)
            translate_word(e, &hand, w->place);
    }
    if (e->count > count)
        qsort(e->list, e->count, sizeof *e->list, by_place);
}

/* The sheet with its edits. */
static void write_read(struct edits *e, struct sheet *sheet) {
    struct xpgn_merge *s = e->s;
    xpgn_slice text = slice_given(sheet->given->text);
    size_t room = text.size + 1, from = 0, size = 0;
    for (size_t i = 0; i < e->count; i++)
        room += strlen(e->list[i].text);
    char *out = arena_room(&s->arena, room);
    xpgn_game *game = arena_alloc(&s->arena, sizeof *game);
    s->no_memory |= out == NULL || game == NULL;
    if (out == NULL || game == NULL)
        return;
    for (size_t i = 0; i < e->count; i++) {
        size_t upto = e->list[i].place.offset, length = strlen(e->list[i].text);
        memcpy(out + size, text.data + from, upto - from);
        memcpy(out + size + upto - from, e->list[i].text, length);
        size += upto - from + length;
        from = upto + e->list[i].place.length;
    }
    memcpy(out + size, text.data + from, text.size - from);
    *game = *sheet->given;
    game->text = (xpgn_slice){out, size + text.size - from};
    sheet->game = game;
    sheet->edit = e->list;
    sheet->edits = e->count;
}

/* The sheet after the tags that it takes from the others. */
static xpgn_game with_tags(struct xpgn_merge *s, const struct sheet *sheet, const char *tags) {
    xpgn_game game = *sheet->given;
    xpgn_buffer all = {0};
    if (tags[0] == '\0')
        return game;
    xpgn_buffer_text(&all, tags);
    xpgn_buffer_slice(&all, game.text);
    size_t size = all.size;
    const char *text = arena_take(&s->arena, &all);
    s->no_memory |= text == NULL;
    if (text != NULL)
        game.text = (xpgn_slice){text, size};
    return game;
}

bool merge_import(struct xpgn_merge *s, struct sheet *sheet, const char *tags) {
    sheet->game = sheet->given;
    sheet->edit = NULL;
    sheet->edits = 0;
    sheet->partly = false;
    if (sheet->given->too_large)
        return true;
    xpgn_game game = with_tags(s, sheet, tags);
    if (s->import == NULL && xpgn_import_new(&s->import, s->catalog, NULL) != XPGN_OK)
        s->no_memory = true;
    if (s->no_memory)
        return false;
    struct edits e = {.s = s, .text = slice_given(game.text), .skipped = (uint32_t)strlen(tags)};
    xpgn_status status = xpgn_import_read(s->import, &game, NULL);
    s->no_memory |= status == XPGN_NO_MEMORY;
    sheet->partly = status != XPGN_OK;
    const struct import_outcome outcome = import_outcome(s->import);
    sheet->skips = outcome.skipped && outcome.playable;
    if (!s->no_memory)
        keep_edits(&e);
    if (sheet->partly && !s->no_memory)
        take_rest(&e);
    if (e.count > 0 && !s->no_memory)
        write_read(&e, sheet);
    return !s->no_memory;
}

void merge_leave_half_moves(struct xpgn_merge *s, struct sheet *sheet) {
    const unsigned around =
        1u << XPGN_FORM_RESULT | 1u << XPGN_FORM_REMARK | 1u << XPGN_FORM_LAYOUT;
    struct edits e = {.s = s};
    for (size_t i = 0; i < sheet->edits; i++)
        if ((sheet->edit[i].forms & ~around) == 0)
            add_edit(&e, sheet->edit[i], slice_of(sheet->edit[i].text));
    sheet->game = sheet->given;
    sheet->edit = NULL;
    sheet->edits = 0;
    if (e.count > 0 && !s->no_memory)
        write_read(&e, sheet);
}

void merge_settle_numbers(struct xpgn_merge *s) {
    bool all = true;
    for (size_t i = 0; i < s->count; i++)
        all &= s->sheet[i].skips;
    for (size_t i = 0; i < s->count && !all; i++) {
        struct sheet *sheet = &s->sheet[i];
        sheet->game = sheet->skips ? sheet->given : sheet->game;
        sheet->edits = sheet->skips ? 0 : sheet->edits;
    }
}

/* ---- as it was written ------------------------------------------------------------------------
 */

/* Copies a text with each run of blanks as one. */
static const char *copy_line(struct xpgn_merge *s, xpgn_slice text) {
    char *copy = arena_room(&s->arena, text.size + 1);
    size_t size = 0;
    s->no_memory |= copy == NULL;
    for (size_t i = 0; copy != NULL && i < text.size; i++) {
        bool blank = (unsigned char)text.data[i] <= ' ';
        if (!blank || (size > 0 && copy[size - 1] != ' '))
            copy[size++] = blank ? ' ' : text.data[i];
    }
    if (copy == NULL)
        return "";
    copy[size] = '\0';
    return copy;
}

xpgn_slice merge_written(const struct sheet *sheet, const struct sheet_entry *e) {
    xpgn_place place = e->recorded.place;
    if (sheet->edits == 0)
        return e->recorded.text;
    place = edit_map_place(sheet->edit, sheet->edits, place);
    return (xpgn_slice){sheet->given->text.data + place.offset, place.length};
}

void merge_as_written(struct xpgn_merge *s, const struct sheet *sheet, xpgn_reading *reading) {
    bool changed = false;
    reading->read = reading->text;
    if (sheet->edits == 0)
        return;
    reading->place = edit_map_place(sheet->edit, sheet->edits, reading->place);
    for (size_t i = 0; i < sheet->edits; i++)
        changed |= sheet->edit[i].place.offset < end_of(reading->place) &&
                   reading->place.offset < end_of(sheet->edit[i].place);
    if (changed && reading->text[0] != '\0')
        reading->text = copy_line(s, (xpgn_slice){sheet->given->text.data + reading->place.offset,
                                                  reading->place.length});
}
