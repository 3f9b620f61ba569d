/* SPDX-License-Identifier: MIT */
/* Plays a sheet: its words in the letters of a hand, its rolls with alternatives; how far it goes,
 * and what its half-moves are in the format. */
#include "core/base/grow.h"
#include "core/base/slice.h"
#include "core/board/position.h"
#include "core/forms/scan.h"
#include "core/text/action_notation.h"
#include "facts/public_walk.h"
#include "internal/loop.h"
#include "internal/writers.h"
#include "meant/import/import_state.h"
#include "xpgn_codes.h"

#include <string.h>

enum { MOST_SETTLED = 64 }; /* rolls with alternatives in a game */

bool import_means_otherwise(xpgn_slice was, xpgn_slice name) {
    struct notation x, y;
    return notation_read(was, &x) && notation_read(name, &y) &&
           (x.type != y.type || x.to_file != y.to_file || x.to_rank != y.to_rank ||
            x.promotion != y.promotion || (x.sign == SIGN_CAPTURE && y.sign != SIGN_CAPTURE));
}

struct imported *import_word_at(const xpgn_import *m, uint32_t offset) {
    size_t from = 0, to = m->words.count;
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        const struct imported *w = &m->words.list[middle];
        if (w->offset < offset || (w->offset == offset && w->length == 0))
            from = middle + 1;
        else
            to = middle;
    }
    return from < m->words.count && m->words.list[from].offset == offset ? &m->words.list[from]
                                                                         : NULL;
}

bool import_add_change(xpgn_import *m, xpgn_place place, unsigned forms, bool exact) {
    if (!GROW(m->changed, m->changed_count, m->changed_room))
        return false;
    m->changed[m->changed_count++] = (xpgn_imported){place, "", forms, exact};
    return true;
}

/* True if the next half-move is directly behind a word in another form: Qa4 (sic, Qb3)Nf6. */
static bool runs_on(const xpgn_import *m, const struct imported *w) {
    size_t end = (size_t)w->place.offset + w->place.length;
    return w->spelled != NULL && end < m->game.text.size &&
           byte_is(m->game.text.data[end], BYTE_LETTER);
}

/* Appends the =R of a pawn that has not arrived by its dice. */
static void put_promotion(xpgn_import *m, const struct imported *w, xpgn_slice name) {
    struct notation read, played;
    if (notation_read((xpgn_slice){m->translated.data + w->offset, w->length}, &read) &&
        read.promotion != 0 && notation_read(name, &played) && played.promotion == 0)
        xpgn_buffer_printf(&m->names, "=%c", piece_letter(read.promotion));
}

void import_put_name(xpgn_import *m, const struct imported *w, xpgn_slice name) {
    xpgn_slice was = {m->game.text.data + w->place.offset, w->place.length};
    char last = was.size > 0 ? was.data[was.size - 1] : '\0';
    bool mark =
        m->rest && (last == '+' || last == '#') && name.size > 0 && byte_is(*name.data, BYTE_WORD);
    const xpgn_slice bare = slice_trim(name, "+#");
    xpgn_buffer_slice(&m->names, bare);
    if (m->rest)
        put_promotion(m, w, bare);
    xpgn_buffer_put(&m->names, name.data + bare.size, name.size - bare.size);
    if (mark && bare.size == name.size)
        xpgn_buffer_char(&m->names, last);
    xpgn_buffer_text(&m->names, runs_on(m, w) ? " " : "");
    xpgn_buffer_char(&m->names, '\0');
}

bool import_note_word(xpgn_import *m, struct imported *w, xpgn_slice name, bool guessed) {
    unsigned forms = w->forms;
    w->forms = 0;
    xpgn_slice was = {m->game.text.data + w->place.offset, w->place.length};
    if (slice_equal(was, name) || (forms == 0 && name.size == 0))
        return true;
    bool exact = !guessed && (forms == 0 || w->same);
    if (m->rest && exact) /* left to findings about signs and the export form */
        return true;
    import_put_name(m, w, name);
    m->outcome.words += !exact;
    bool could_be = forms == 0 || forms == 1u << XPGN_FORM_LETTERS;
    m->outcome.meant += !exact && could_be && import_means_otherwise(was, name);
    m->outcome.letters += forms == 1u << XPGN_FORM_LETTERS && !w->plain;
    return import_add_change(m, w->place, forms != 0 ? forms : 1u << XPGN_FORM_SHORT, exact);
}

/* Notes the freed prisoner, a separate word after the roll. */
static bool note_freed(xpgn_import *m, const xpgn_step *step, struct imported *w) {
    const struct imported *end = m->words.list + m->words.count;
    do {
        w++;
    } while (w < end && w->roll);
    if (step->facts->action.kind != XPGN_RELEASE || w == end || w->forms == 0)
        return true;
    xpgn_buffer name = {0};
    xpgn_freed_write(&name, step->before, &step->facts->action);
    xpgn_slice read = {m->translated.data + w->offset, w->length};
    bool good = !name.failed && (!slice_equal(read, (xpgn_slice){name.data, name.size}) ||
                                 import_note_word(m, w, read, false));
    xpgn_buffer_free(&name);
    return good;
}

/* True if a word has a sign for a capture or check that its action lacks. */
static bool is_contradicted(xpgn_slice was, const char *name) {
    for (const char *sign = "x+#"; *sign != '\0'; sign++)
        if (memchr(was.data, *sign, was.size) != NULL && strchr(name, *sign) == NULL)
            return true;
    return false;
}

/* The action in notation, without + and # if its own roll is in doubt. */
static xpgn_slice name_of(const xpgn_import *m, const xpgn_step *step) {
    size_t count;
    const xpgn_slice name = slice_of(step->facts->text);
    const xpgn_finding *list = xpgn_walk_findings(m->steps, &count);
    bool wrong = m->rest && count > 0 && list[count - 1].level == XPGN_ERROR &&
                 list[count - 1].place.offset > step->place.offset;
    return wrong ? slice_trim(name, "+#") : name;
}

/* An action that was read. */
static bool note_action(xpgn_import *m, const xpgn_step *step) {
    struct imported *w = import_word_at(m, step->place.offset);
    if (w != NULL) {
        w->ply = step->ply;
        w->move = step->number;
        w->seat = step->seat;
        m->outcome.contradicted += is_contradicted(
            (xpgn_slice){m->game.text.data + w->place.offset, w->place.length}, step->facts->text);
    }
    return w == NULL || w->roll ||
           (import_note_word(m, w, name_of(m, step), step->reading) && note_freed(m, step, w));
}

/* ---- trying a hand --------------------------------------------------------------------------- */

/* True if the finding is about a word or roll in another form, which the lexer skips as
   unrecognized. */
static bool is_unknown(const xpgn_finding *f) {
    return strcmp(f->code, XPGN_CODE_TOKEN) == 0 || strcmp(f->code, XPGN_CODE_ROLL_FORM) == 0;
}

/* The first error of the walk other than a missing result; with `unknown` also unknown words. NULL
   if there is none. */
static const xpgn_finding *find_error(const xpgn_walk *walk, bool unknown) {
    size_t count;
    const xpgn_finding *list = xpgn_walk_findings(walk, &count);
    for (size_t i = 0; i < count; i++)
        if (list[i].level == XPGN_ERROR && strcmp(list[i].code, XPGN_CODE_NO_RESULT) != 0 &&
            (!unknown || is_unknown(&list[i])))
            return &list[i];
    return NULL;
}

bool import_has_error(const xpgn_walk *walk) {
    size_t count;
    const xpgn_finding *list = xpgn_walk_findings(walk, &count);
    for (size_t i = 0; i < count; i++)
        if (list[i].level == XPGN_ERROR &&
            (strcmp(list[i].code, XPGN_CODE_NO_RESULT) != 0 || list[i].place.length > 0))
            return true;
    return false;
}

xpgn_status import_play(xpgn_import *m, xpgn_walk *walk, xpgn_slice text, struct attempt *out) {
    xpgn_game copy = m->game;
    const xpgn_step *step;
    copy.text = text;
    if (walk == m->quick)
        m->as_is = text.data == m->game.text.data;
    out->turns = 0;
    out->whole = false;
    xpgn_status status = xpgn_walk_begin(walk, &copy);
    while (status == XPGN_OK && (status = xpgn_walk_next(walk, &step)) == XPGN_OK) {
        if (walk == m->steps && step->kind == XPGN_STEP_ACTION && !note_action(m, step))
            return XPGN_NO_MEMORY;
        if (step->kind == XPGN_STEP_RESULT && step->depth == 0) {
            out->whole = step->position != NULL;
            out->turns = step->ply - (!out->whole && step->ply > 0);
        }
    }
    /* [%missing] half-moves are no reason to try another reading */
    const xpgn_finding *error = find_error(walk, out->whole);
    out->gap = !out->whole && error == NULL;
    out->whole = error == NULL;
    out->ambiguous = error != NULL && strcmp(error->code, XPGN_CODE_AMBIGUOUS) == 0;
    return status == XPGN_END ? XPGN_OK : status;
}

/* What is no word of a half-move: dice, headings, remarks. */
static unsigned put_fixed(xpgn_import *m, const struct imported *w, xpgn_slice written) {
    xpgn_buffer_text(&m->translated, w->fixed);
    return slice_is(written, w->fixed) ? 0 : w->fixed_forms;
}

/* Of a half-move that is left open it says between which: as it is written, or in two languages. */
static unsigned put_missing(xpgn_buffer *b, xpgn_slice word, const struct imported *w) {
    const size_t from = b->size;
    xpgn_slice either = w->english && w->spelled != NULL ? slice_of(w->spelled) : word;
    if (w->open)
        xpgn_buffer_printf(b, "{[%%missing] %.*s}", SLICE(either));
    else
        xpgn_buffer_text(b, word.size > 0 ? "{[%missing]}" : "{[%missing]} ");
    for (size_t i = from; i < b->size; i++)
        b->data[i] = b->data[i] == '|' ? '/' : b->data[i];
    return 1u << XPGN_FORM_MISSING;
}

bool hand_is_same(const struct hand *a, const struct hand *b) {
    return a->language == b->language && a->small == b->small && a->numbers == b->numbers &&
           a->turned == b->turned && a->files == b->files;
}

/* Compares the meaning of a word before and after translation. */
static void compare_notation(xpgn_slice was, xpgn_slice read, bool *plain, bool *same) {
    struct notation x, y;
    *plain = notation_read(was, &x);
    *same = *plain && slice_equal(was, read);
    if (!*plain || *same)
        return;
    *same = notation_read(read, &y) && x.kind == y.kind && x.type == y.type &&
            x.from_file == y.from_file && x.from_rank == y.from_rank && x.to_file == y.to_file &&
            x.to_rank == y.to_rank && x.promotion == y.promotion;
}

/* Appends a word in English letters; most have been translated before. */
static void translate_word(xpgn_import *m, const struct hand *hand, xpgn_slice word,
                           struct imported *w) {
    xpgn_buffer *b = &m->translated;
    uint64_t key[2] = {0, 0};
    size_t from = b->size;
    bool known = word.size <= sizeof key;
    memcpy(key, word.data, known ? word.size : 0);
    uint64_t mixed = (key[0] ^ key[1] * 31) * 0x9E3779B97F4A7C15u;
    struct known_word *k = &m->known[mixed >> (64 - KNOWN_BITS)];
    if (known && k->word[0] == key[0] && k->word[1] == key[1] && hand_is_same(&k->hand, hand)) {
        xpgn_buffer_put(b, k->text, k->length);
        w->forms = k->forms;
        w->plain = k->plain;
        w->same = k->same;
        return;
    }
    w->forms = word_translate(hand, word, b);
    size_t length = b->size - from;
    if (b->failed)
        return;
    compare_notation(word, (xpgn_slice){b->data + from, length}, &w->plain, &w->same);
    if (!known || length > sizeof k->text)
        return;
    *k = (struct known_word){{key[0], key[1]}, *hand,   w->forms, (uint8_t)length,
                             w->plain,         w->same, ""};
    memcpy(k->text, b->data + from, length);
}

/* Queen takes b3: a word that the sheet has in full. */
static void translate_spelled(xpgn_import *m, const struct hand *hand, struct imported *w) {
    const struct hand english = {.language = &m->languages.list[0]};
    w->forms = word_translate(w->english ? &english : hand, slice_of(w->spelled), &m->translated) |
               1u << (w->open ? XPGN_FORM_CHOICES : XPGN_FORM_SHORT);
    w->plain = w->same = false;
}

/* Replaces a roll with alternatives by the chosen one; without a choice it stays and cannot be
   read. */
static unsigned translate_choices(xpgn_import *m, xpgn_slice roll, unsigned chosen) {
    struct roll_choices all;
    if (chosen == 0 || !roll_choices(roll, &all)) {
        xpgn_buffer_slice(&m->translated, roll);
        return 0;
    }
    xpgn_buffer_printf(&m->translated, "<%s>", all.text[chosen - 1]);
    return 1u << XPGN_FORM_CHOICES;
}

/* Writes the game with its words in English letters. */
static bool write_words(xpgn_import *m, const struct hand *hand) {
    xpgn_slice text = m->game.text;
    xpgn_buffer *b = &m->translated;
    size_t from = 0;
    xpgn_buffer_char(b, '\0'); /* so that there is text even if all words become empty */
    xpgn_buffer_clear(b);
    for (size_t i = 0; i < m->words.count; i++) {
        struct imported *w = &m->words.list[i];
        xpgn_buffer_put(b, text.data + from, w->place.offset - from);
        w->offset = (uint32_t)b->size;
        xpgn_slice word = {text.data + w->place.offset, w->place.length};
        struct hand own = *hand;
        own.language = w->language != NULL ? w->language : own.language;
        if (w->fixed != NULL)
            w->forms = put_fixed(m, w, word);
        else if (w->missing)
            w->forms = put_missing(b, word, w);
        else if (w->choices)
            w->forms = translate_choices(m, word, w->chosen);
        else if (w->spelled != NULL)
            translate_spelled(m, hand, w);
        else
            translate_word(m, &own, word, w);
        if (w->decided)
            w->forms = 1u << XPGN_FORM_SEVERAL;
        w->length = (uint32_t)b->size - w->offset;
        xpgn_buffer_text(b, runs_on(m, w) ? " " : "");
        from = w->place.offset + w->place.length;
    }
    xpgn_buffer_put(b, text.data + from, text.size - from);
    return !b->failed;
}

/* ---- rolls with alternatives ----------------------------------------------------------------- */

/* The index of the next word that is no roll. */
static size_t next_action(const xpgn_import *m, size_t i) {
    for (i++; i < m->words.count && m->words.list[i].roll;)
        i++;
    return i;
}

/* The end of the text that shows whether a roll fits: the roll, or the action after a turn roll. */
static size_t roll_reach(const xpgn_import *m, size_t i, const char *roll) {
    const xpgn_ruleset *rs = m->quick->ruleset;
    bool before = rs != NULL && turn_rolls(rs) && strchr(roll, ':') == NULL;
    size_t next = before ? next_action(m, i) : i;
    const struct imported *w = &m->words.list[next < m->words.count ? next : i];
    return w->offset + w->length;
}

/* Tests whether a choice is legal, with the words before it as read. */
static xpgn_status try_choice(xpgn_import *m, size_t i, const char *roll, bool *fits) {
    const struct imported *w = &m->words.list[i];
    size_t past = w->offset + w->length, from = i;
    struct attempt a = {.turns = 0};
    xpgn_buffer b = {0};
    xpgn_buffer_put(&b, m->translated.data, w->offset);
    xpgn_buffer_printf(&b, "<%s>", roll);
    xpgn_buffer_put(&b, m->translated.data + past, roll_reach(m, i, roll) - past);
    xpgn_status status =
        b.failed ? XPGN_NO_MEMORY : import_play(m, m->loose, (xpgn_slice){b.data, b.size}, &a);
    while (from > 0 && m->words.list[from].roll)
        from--;
    const xpgn_finding *error = find_error(m->loose, false);
    *fits = error == NULL || error->place.offset < m->words.list[from].offset;
    xpgn_buffer_free(&b);
    return status;
}

static xpgn_status settle_roll(xpgn_import *m, size_t i) {
    struct imported *w = &m->words.list[i];
    struct roll_choices all;
    if (w->depth > 0 ||
        !roll_choices((xpgn_slice){m->game.text.data + w->place.offset, w->place.length}, &all))
        return XPGN_OK;
    for (unsigned k = 0; k < all.count; k++) {
        bool fits;
        xpgn_status status = try_choice(m, i, all.text[k], &fits);
        if (status != XPGN_OK)
            return status;
        w->fits |= (uint8_t)(fits << k);
        w->chosen = fits ? (uint8_t)(k + 1) : w->chosen;
    }
    if ((w->fits & (w->fits - 1)) != 0)
        w->chosen = 0; /* it is ambiguous */
    return XPGN_OK;
}

bool import_translate(xpgn_import *m, const struct hand *hand) {
    unsigned tried = 0;
    if (m->by.language != NULL && hand_is_same(&m->by, hand))
        return true;
    m->by = *hand;
    for (size_t i = 0; i < m->words.count; i++)
        m->words.list[i].chosen = m->words.list[i].fits = 0;
    bool good = write_words(m, hand);
    m->open = m->words.count;
    for (size_t i = 0; i < m->words.count && good && m->open == m->words.count; i++) {
        struct imported *w = &m->words.list[i];
        if (!w->choices)
            continue;
        good = tried++ == MOST_SETTLED || settle_roll(m, i) == XPGN_OK;
        if (w->chosen == 0)
            m->open = i;
        else
            good = good && write_words(m, hand);
    }
    return good;
}

xpgn_status import_note_attempt(xpgn_import *m, struct attempt *a) {
    m->changed_count = 0;
    m->outcome.words = m->outcome.meant = m->outcome.letters = m->outcome.contradicted = 0;
    xpgn_buffer_clear(&m->names);
    m->noted = a->hand;
    return import_play(m, m->steps, (xpgn_slice){m->translated.data, m->translated.size}, a);
}

bool import_has_variations(const xpgn_import *m) {
    for (size_t i = 0; i < m->words.count; i++)
        if (m->words.list[i].depth > 0)
            return true;
    return false;
}

xpgn_status import_attempt(xpgn_import *m, struct attempt *a) {
    if (!import_translate(m, &a->hand))
        return XPGN_NO_MEMORY;
    xpgn_slice text = {m->translated.data, m->translated.size};
    a->text = hash_bytes(0, text.data, text.size);
    size_t findings;
    xpgn_status status = XPGN_OK;
    (void)xpgn_walk_findings(m->quick, &findings);
    if (!m->as_is || findings == 0 || !slice_equal(text, m->game.text))
        status = import_play(m, m->quick, text, a);
    (void)xpgn_walk_findings(m->quick, &findings);
    a->plain = findings == 0;
    if (status != XPGN_OK || a->plain)
        return status;
    return import_has_variations(m) ? import_play(m, m->loose, text, a) : import_note_attempt(m, a);
}

xpgn_slice import_last_word(const xpgn_import *m, const xpgn_finding **error) {
    size_t count;
    const xpgn_finding *list = xpgn_walk_findings(m->steps, &count);
    for (size_t i = 0; i < count; i++) {
        const struct imported *w = import_word_at(m, list[i].place.offset);
        if (list[i].level != XPGN_ERROR || w == NULL)
            continue;
        *error = &list[i];
        return (xpgn_slice){m->game.text.data + w->place.offset, w->place.length};
    }
    return (xpgn_slice){"", 0};
}

uint32_t import_gap(const xpgn_import *m) {
    size_t count;
    const xpgn_finding *list = xpgn_walk_findings(m->steps, &count);
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i].code, XPGN_CODE_MISSING) == 0)
            return list[i].place.offset;
    return UINT32_MAX;
}

xpgn_status import_attempt_again(xpgn_import *m, struct attempt *a) {
    m->by.language = m->noted.language = NULL;
    return import_attempt(m, a);
}

struct imported *import_stopping_word(xpgn_import *m, struct attempt *a, xpgn_status *status) {
    const xpgn_finding *error = NULL;
    m->by.language = NULL; /* noting uses up the forms of words */
    *status = import_translate(m, &a->hand) ? import_note_attempt(m, a) : XPGN_NO_MEMORY;
    xpgn_slice word = *status == XPGN_OK ? import_last_word(m, &error) : (xpgn_slice){"", 0};
    return word.size > 0 && error != NULL ? import_word_at(m, error->place.offset) : NULL;
}
