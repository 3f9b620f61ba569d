/* SPDX-License-Identifier: MIT */
/*
 * Reading again. One word does not always tell its language: Bh3 is a bishop, or the rook of who
 * types Vd6 next. When a word shows another hand than the lines before it, all of them are read as
 * a sheet, by the import. If that explains them in one way, the record is what it says.
 */
#include "core/base/slice.h"
#include "internal/meant.h"
#include "internal/text_out.h"
#include "record/session/recorder.h"

#include <xpgn/record.h>

static const word_hands any_hand = ~(word_hands)0;

void typed_sheet_begin(struct recorder *r) {
    struct typed_sheet *s = &r->sheet;
    if (!s->stale && s->actions == r->now.actions && s->moves.size > 0)
        return;
    xpgn_buffer_clear(&s->moves);
    xpgn_buffer_slice(&s->moves, bytes_of(&r->draft.body));
    recorder_need(r, &s->moves);
    s->hands = any_hand;
}

/* True if nothing but actions and their dice is in the record. */
static bool may_read_again(const struct recorder *r) {
    return !recorder_rolls(r) && r->sealing == NULL && !recorder_is_over(r) && !r->now.open &&
           r->draft.tail.size + r->draft.pending.size + r->draft.announced.size == 0;
}

/* Reads the sheet with `more` behind it, in one language, or in any. False if it cannot be read to
   its end in one way. */
static bool import_sheet(struct recorder *r, xpgn_import *import, xpgn_slice more) {
    xpgn_buffer text = {0};
    xpgn_buffer_slice(&text, bytes_of(&r->draft.tags));
    xpgn_buffer_printf(&text, "\n%.*s %.*s *\n", SLICE(bytes_of(&r->sheet.moves)), SLICE(more));
    recorder_need(r, &text);
    const xpgn_game game = {
        .text = bytes_of(&text), .file = "", .number = 1, .line = 1, .column = 1};
    xpgn_status status = r->lost ? XPGN_NO_MEMORY : xpgn_import_read(import, &game, NULL);
    r->lost |= status == XPGN_NO_MEMORY;
    if (status == XPGN_OK) {
        xpgn_buffer_clear(&r->text);
        xpgn_buffer_slice(&r->text, xpgn_import_game(import).text);
        recorder_need(r, &r->text);
    }
    xpgn_buffer_free(&text);
    return status == XPGN_OK;
}

/* Makes the text that was read the record. False if it is the same, or cannot be played. */
static bool take_text(struct recorder *r) {
    struct draft read = {.result = "*"}, next;
    struct progress st = {0};
    xpgn_reply why = {XPGN_REPLY};
    bool good = recorder_read(r, &read) && read.tail.size == 0;
    draft_begin(r, &next);
    xpgn_buffer body = next.body;
    next.body = read.body;
    read.body = body;
    good = good && !r->lost && draft_play(r, &next, &st, &why) &&
           !slice_equal(bytes_of(&next.body), bytes_of(&r->draft.body)) &&
           st.actions == r->now.actions && recorder_settle(r, &next, &why);
    progress_free(&st);
    draft_free(&read);
    draft_free(&next);
    xpgn_buffer_free(&why.text);
    return good;
}

/* Reads the sheet with `more` behind it, in a language, NULL: in any. Returns the one that it is
   in; NULL: it could not be read. */
static const struct language *read_in(struct recorder *r, const char *code, xpgn_slice more,
                                      const struct languages *all) {
    const struct language *language = NULL;
    xpgn_import *import = NULL;
    if (xpgn_import_new(&import, r->catalog, code) != XPGN_OK) {
        r->lost = true;
        return NULL;
    }
    const bool good = import_sheet(r, import, more);
    for (size_t i = 0; i < all->count && good; i++)
        if (slice_is(all->list[i].name, xpgn_import_language(import)))
            language = &all->list[i];
    xpgn_import_free(import);
    return language;
}

/* Makes of the record what the sheet is in the one hand that explains it, and `more` behind it,
   which is not taken. Returns the language; NULL: the record stays as it is. */
static const struct language *read_again(struct recorder *r, xpgn_slice more,
                                         const struct languages *all) {
    const struct language *language = read_in(r, NULL, more, all);
    if (language != NULL && more.size > 0) {
        char code[8] = "";
        (void)snprintf(code, sizeof code, "%.*s", SLICE(language->code));
        language = read_in(r, code, (xpgn_slice){"", 0}, all);
    }
    if (language != NULL && !take_text(r))
        language = NULL;
    r->sheet.stale = false;
    r->sheet.actions = r->now.actions;
    if (language != NULL) {
        typed_hand_set(&r->hand, (size_t)(language - all->list));
        r->sheet.hands = (word_hands)1 << (language - all->list);
    }
    return language;
}

bool recorder_read_again(struct recorder *r, const struct input_line *l) {
    struct word_meanings m;
    struct languages all;
    xpgn_buffer line = {0};
    if (r->lost || r->sheet.stale || r->sheet.actions != r->now.actions ||
        r->sheet.hands == any_hand || !may_read_again(r))
        return false;
    recorder_meanings(r, r->now.play, l->word, &m);
    if (m.count > 0)
        return false;
    languages_read(&all);
    recorder_put_number(r, &line);
    input_line_put(&line, l);
    recorder_need(r, &line);
    const bool good = read_again(r, bytes_of(&line), &all) != NULL;
    xpgn_buffer_free(&line);
    return good;
}

/* A word that shows another hand: says in which language the lines before it are now. */
static void show_hand(struct recorder *r, xpgn_reply *a) {
    struct languages all;
    languages_read(&all);
    const struct language *language =
        may_read_again(r) ? read_again(r, (xpgn_slice){"", 0}, &all) : NULL;
    if (language == NULL)
        return;
    recorder_taken(r, a);
    xpgn_buffer_printf(&a->text, " (all half-moves are read in %.*s now)", SLICE(language->name));
}

void typed_sheet_add(struct recorder *r, xpgn_slice line, const struct intent *how, xpgn_reply *a) {
    struct typed_sheet *s = &r->sheet;
    const word_hands hands = how->said[0] != '\0' ? how->hands : any_hand;
    if (s->moves.size > 0)
        xpgn_buffer_char(&s->moves, ' ');
    xpgn_buffer_slice(&s->moves, line);
    recorder_need(r, &s->moves);
    s->stale = false;
    s->actions = r->now.actions;
    if (how->other[0] != '\0')
        xpgn_buffer_printf(&a->text, " (%s; if it was %s: correct %s)", how->said, how->other,
                           how->other);
    if ((s->hands & hands) != 0)
        s->hands &= hands;
    else
        show_hand(r, a);
}
