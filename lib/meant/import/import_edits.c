/* SPDX-License-Identifier: MIT */
/* The list of edits: place, text and form of all that a sheet has in another form. */
#include "core/base/slice.h"
#include "core/forms/scan.h"
#include "core/forms/sheet_words.h"
#include "core/text/action_notation.h"
#include "core/text/result_text.h"
#include "facts/public_walk.h"
#include "meant/import/import_state.h"
#include "xpgn_codes.h"

#include <stdlib.h>
#include <string.h>

void import_set_language(xpgn_import *m, const struct language *l) {
    m->language = l;
    (void)snprintf(m->name, sizeof m->name, "%.*s", SLICE(l->name));
}

/* ---- what changes ---------------------------------------------------------------------------- */

static int by_place(const void *a, const void *b) {
    return place_order(((const xpgn_imported *)a)->place, ((const xpgn_imported *)b)->place);
}

static bool is_sorted(const xpgn_import *m) {
    for (size_t i = 1; i < m->changed_count; i++)
        if (by_place(&m->changed[i - 1], &m->changed[i]) > 0)
            return false;
    return true;
}

/* Leaves out separate marks, which belong to the action before them. */
static bool note_marks(xpgn_import *m) {
    for (size_t i = 0; i < m->words.count; i++) {
        const struct imported *w = &m->words.list[i];
        if (w->roll || w->length > 0 || w->forms == 0)
            continue;
        m->outcome.words++;
        if (!import_add_change(m, w->place, w->forms, false))
            return false;
    }
    return true;
}

/* Rolls, results and move numbers. */
static bool note_rolls(xpgn_import *m) {
    for (size_t i = 0; i < m->words.count; i++) {
        struct imported *w = &m->words.list[i];
        xpgn_slice word = {m->translated.data + w->offset, w->length};
        if (w->forms == 0 || (!w->roll && (word.size == 0 || !slice_has_only(word, "0123456789"))))
            continue;
        xpgn_buffer_slice(&m->names, word);
        xpgn_buffer_char(&m->names, '\0');
        m->outcome.words++;
        if (!import_add_change(m, w->place, w->forms, false))
            return false;
    }
    return true;
}

bool import_note_result(xpgn_import *m, const xpgn_walk *walk) {
    size_t count;
    const xpgn_finding *list = xpgn_walk_findings(walk, &count);
    xpgn_slice text = m->game.text, tag = xpgn_walk_tag(walk, "Result");
    bool none = false;
    for (size_t i = 0; i < count; i++)
        none = none || strcmp(list[i].code, XPGN_CODE_NO_RESULT) == 0;
    for (size_t i = 0; i < m->words.count; i++)
        none = none && (m->words.list[i].forms & 1u << XPGN_FORM_RESULT) == 0;
    if (!none || m->rest)
        return true;
    while (text.size > 0 && byte_is(text.data[text.size - 1], BYTE_SPACE))
        text.size--;
    xpgn_buffer_char(&m->names, '\n'); /* the last line may be a comment */
    if (walk->lines.list[0].outcome.over)
        xpgn_score_write(&m->names, walk->lines.list[0].state.position.seats,
                         walk->lines.list[0].outcome.score);
    else
        xpgn_buffer_slice(&m->names, result_is(tag) ? tag : slice_of("*"));
    xpgn_buffer_char(&m->names, '\0');
    return import_add_change(m, (xpgn_place){(uint32_t)text.size, 0}, 1u << XPGN_FORM_RESULT, true);
}

/* True if the sheet says mate in words: Checkmate!, matt. */
static bool says_mate(const xpgn_import *m) {
    for (size_t i = 0; i < m->words.count; i++) {
        const struct imported *w = &m->words.list[i];
        const char *p = m->game.text.data + w->place.offset, *end = p + w->place.length;
        struct sheet_phrase phrase;
        if (w->length == 0 && w->depth == 0 &&
            sheet_phrase_of(scan_blanks(p, end), end, SHEET_BIT(SHEET_MATE), &phrase))
            return true;
    }
    return false;
}

/* The result at the end, before marks and words that are left out: its place, and what it is in the
   format; false if there is none. */
static bool last_result(xpgn_import *m, xpgn_slice *at, xpgn_slice *is) {
    static const char white[] = " \t\r\n";
    *at = slice_trim(m->game.text, white);
    const char *begin = at->data;
    for (size_t i = m->words.count; i-- > 0;) {
        struct imported *w = &m->words.list[i];
        const char *word = m->game.text.data + w->place.offset;
        if (word + w->place.length != at->data + at->size)
            continue;
        *at = (xpgn_slice){word, w->place.length};
        *is = slice_of(w->fixed != NULL ? w->fixed : "");
        if (w->length > 0)
            return result_is(*is);
        *at = slice_trim((xpgn_slice){begin, (size_t)(word - begin)}, white);
    }
    size_t from = at->size;
    while (from > 0 && !is_space(at->data[from - 1]))
        from--;
    *is = *at = (xpgn_slice){at->data + from, at->size - from};
    return result_is(*is);
}

/* A result beside the word mate is that of who has mated, unless a tag contradicts. Where there is
   no such word it is asked for. */
static bool note_mate(xpgn_import *m, const xpgn_walk *walk) {
    const struct line *l = &walk->lines.list[0];
    xpgn_slice at, is, tag = xpgn_walk_tag(walk, "Result");
    char right[24];
    if (m->rest || !l->outcome.over || walk->log.errors != 1 || !says_mate(m) ||
        !last_result(m, &at, &is))
        return true;
    result_write(l->outcome.score, l->state.position.seats, right);
    if (slice_is(is, right) || slice_is(is, "*") ||
        (!slice_has_only(tag, "*?") && !slice_is(tag, right)))
        return true;
    xpgn_place place = {(uint32_t)(at.data - m->game.text.data), (uint32_t)at.size};
    for (size_t i = 0; i < m->words.count; i++)
        if (m->words.list[i].place.offset == place.offset)
            m->words.list[i].forms = 0; /* it is noted here */
    xpgn_buffer_text(&m->names, right);
    xpgn_buffer_char(&m->names, '\0');
    m->outcome.words++;
    return import_add_change(m, place, 1u << XPGN_FORM_RESULT, false);
}

/* Notes the translations of words that were not reached. */
static bool note_rest(xpgn_import *m) {
    for (size_t i = 0; i < m->words.count; i++) {
        const struct imported *w = &m->words.list[i];
        xpgn_slice word = {m->translated.data + w->offset, w->length};
        struct notation n;
        if (w->length == 0 || w->forms == 0 || (m->rest && w->same && !m->gap) ||
            !notation_read(word, &n))
            continue;
        import_put_name(m, w, word);
        m->outcome.words += m->rest && (w->same || m->gap);
        if (!import_add_change(m, w->place, w->forms, w->same && !m->rest))
            return false;
    }
    return true;
}

void import_name_changes(xpgn_import *m, size_t actions) {
    const char *name = m->names.data;
    for (size_t i = 0; i < actions; i++, name += strlen(name) + 1)
        m->changed[i].text = name;
}

/* Notes the changes if all is exact notation, without playing. */
static bool note_plain(xpgn_import *m) {
    for (size_t i = 0; i < m->words.count; i++) {
        struct imported *w = &m->words.list[i];
        xpgn_slice word = {m->translated.data + w->offset, w->length};
        if (!w->roll && w->length > 0 && !import_note_word(m, w, word, false))
            return false;
    }
    return true;
}

/* Finds the changes for a hand; words that were not reached are translated alone. */
static xpgn_status find_changes(xpgn_import *m, const struct attempt *a) {
    bool plain = a->plain && !import_has_variations(m) && !m->rest;
    bool rest = m->gap || (m->rest && !m->outcome.whole);
    bool noted = m->noted.language != NULL && hand_is_same(&m->noted, &a->hand);
    struct attempt again = *a;
    if (plain) {
        m->changed_count = 0;
        m->outcome.words = m->outcome.meant = m->outcome.letters = m->outcome.contradicted = 0;
        xpgn_buffer_clear(&m->names);
    }
    if (plain && !note_plain(m))
        return XPGN_NO_MEMORY;
    xpgn_status status = plain || noted ? XPGN_OK : import_note_attempt(m, &again);
    if (status != XPGN_OK)
        return status;
    if (rest && !plain && !note_rest(m))
        return XPGN_NO_MEMORY;
    if ((!plain && !note_mate(m, m->steps)) || !note_rolls(m) ||
        (m->outcome.whole && !plain && !import_note_result(m, m->steps)))
        return XPGN_NO_MEMORY;
    size_t actions = m->changed_count;
    if (!note_marks(m) || m->names.failed)
        return XPGN_NO_MEMORY;
    import_name_changes(m, actions);
    if (!is_sorted(m))
        qsort(m->changed, m->changed_count, sizeof *m->changed, by_place);
    return XPGN_OK;
}

xpgn_status import_write_result(xpgn_import *m) {
    xpgn_slice text = m->game.text;
    size_t from = 0;
    for (size_t i = 0; i < m->changed_count; i++) {
        const xpgn_imported *c = &m->changed[i];
        xpgn_buffer_put(&m->result, text.data + from, c->place.offset - from);
        xpgn_buffer_text(&m->result, c->text);
        from = c->place.offset + c->place.length;
    }
    xpgn_buffer_put(&m->result, text.data + from, text.size - from);
    return m->result.failed ? XPGN_NO_MEMORY : XPGN_OK;
}

xpgn_status import_take_hand(xpgn_import *m, const struct attempt *a) {
    import_set_language(m, a->hand.language);
    if (!import_translate(m, &a->hand))
        return XPGN_NO_MEMORY;
    xpgn_status status = find_changes(m, a);
    return status == XPGN_OK ? import_write_result(m) : status;
}

void import_drop_changes(xpgn_import *m) {
    m->changed_count = 0;
    xpgn_buffer_clear(&m->result);
    import_set_language(m, &m->languages.list[0]);
}

/* True if the half-move is valid notation as it stands, of another action. */
static bool is_slip(const xpgn_import *m, const xpgn_imported *c) {
    xpgn_slice was = {m->game.text.data + c->place.offset, c->place.length};
    return c->forms == 1u << XPGN_FORM_SHORT && import_means_otherwise(was, slice_of(c->text));
}

uint32_t import_count_slips(const xpgn_import *m) {
    uint32_t slips = 0;
    for (size_t i = 0; i < m->changed_count && m->moved.list == NULL; i++)
        slips += is_slip(m, &m->changed[i]);
    return slips;
}

void import_doubt_slips(xpgn_import *m) {
    for (size_t i = 0; i < m->changed_count; i++)
        if (is_slip(m, &m->changed[i]))
            m->changed[i].forms = 1u << XPGN_FORM_SEVERAL;
}

/* Q5: a piece and a part of a square. */
static bool is_half(const xpgn_import *m, const xpgn_imported *c) {
    xpgn_slice was = {m->game.text.data + c->place.offset, c->place.length};
    was = slice_trim(was, "+#!?");
    return c->forms == 1u << XPGN_FORM_SHORT && was.size == 2 && byte_is(*was.data, BYTE_LETTER) &&
           *was.data <= 'Z' && (is_file(was.data[1]) || is_digit(was.data[1]));
}

void import_doubt_halves(xpgn_import *m, size_t habit) {
    size_t halves = 0;
    for (size_t i = 0; i < m->changed_count; i++)
        halves += is_half(m, &m->changed[i]);
    for (size_t i = 0; i < m->changed_count && halves < habit; i++)
        if (is_half(m, &m->changed[i]))
            m->changed[i].forms = 1u << XPGN_FORM_SEVERAL;
}
