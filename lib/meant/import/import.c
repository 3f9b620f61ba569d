/* SPDX-License-Identifier: MIT */
/*
 * Translates a game as people write it to the notation of the format. The hand is found for the
 * whole game: each possible language is tried, and the one that explains most is taken.
 */
#include "meant/import/import.h"
#include "core/base/buffer.h"
#include "core/base/fault.h"
#include "core/base/grow.h"
#include "core/base/slice.h"
#include "core/base/utf8.h"
#include "core/text/action_notation.h"
#include "core/text/result_text.h"
#include "core/text/scan.h"
#include "facts/public_walk.h"
#include "internal/loop.h"
#include "internal/meant.h"
#include "internal/text_out.h"
#include "internal/write.h"
#include "meant/import/row_edits.h"
#include "meant/sheet/row_order.h"
#include "meant/sheet/sheet.h"
#include "meant/sheet/word_in_hand.h"
#include "xpgn_codes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_LEADS = 32,
    MOST_HANDS = 3 * MOST_LANGUAGES,
    KNOWN_BITS = 11,
    MOST_SETTLED = 64, /* rolls with alternatives in a game */
    GAIN = 8 /* turns that another language has to read after a word that English leaves open */
};

/* A word that was translated before. */
struct known_word {
    uint64_t word[2]; /* its bytes; 0: none */
    struct hand hand;
    unsigned forms;
    uint8_t length;
    bool plain, same; /* as those of struct imported */
    char text[21];
};

/* The result of trying one hand. */
struct attempt {
    struct hand hand;
    uint64_t text; /* hash of the translation */
    uint32_t turns;
    bool whole;     /* it can be played to its end */
    bool plain;     /* as exact notation, without any finding */
    bool gap;       /* up to a missing half-move */
    bool ambiguous; /* up to a word that can mean several actions */
};

struct xpgn_import {
    xpgn_catalog *catalog;
    struct languages languages;
    const struct language *given;     /* from the options */
    const struct language *preferred; /* where several explain a game */
    xpgn_walk *quick, *loose, *steps; /* for exact notation; for readings; with its actions */
    struct hand noted;                /* the hand of `changed`; language NULL: none */
    xpgn_game game;
    struct import_outcome outcome;
    bool gap;      /* in the game as it was read */
    uint32_t stop; /* where reading ended, in the game as written; 0: not known */
    bool rest;     /* as import_read_rest */
    bool settled;  /* it can be played to its end as it is written */
    bool skips;    /* rows that the numbers skip are missing, though the game can be played */
    bool filled;   /* half-moves were missing */
    struct imported_list words;
    struct arena arena; /* texts of `words` */
    size_t open; /* of the words: a roll whose alternatives are not settled; else their number */
    struct known_word known[1 << KNOWN_BITS];
    xpgn_buffer translated, result, names;
    struct hand by; /* the hand of the translation; language NULL: none yet */
    xpgn_imported *changed;
    size_t changed_count, changed_room;
    const struct language *language;
    char name[32];  /* of the language */
    char other[32]; /* another language that explains the game as well; "": none */
    char error[sizeof((xpgn_fault *)0)->text];
    struct arena rows;      /* of `moved` */
    struct row_edits moved; /* the changes of a game whose rows were put in order */
};

static void set_language(xpgn_import *m, const struct language *l) {
    m->language = l;
    (void)snprintf(m->name, sizeof m->name, "%.*s", SLICE(l->name));
}

/* Makes the walks for the first game that needs them. */
static bool walks_new(xpgn_import *m) {
    static const xpgn_walk_options quick = {XPGN_WALK_OPTIONS, .detail = XPGN_CODES,
                                            .skip_variations = true},
                                   loose = {XPGN_WALK_OPTIONS, .detail = XPGN_CODES,
                                            .skip_variations = true, .lenient = true},
                                   steps = {XPGN_WALK_OPTIONS, .lenient = true};
    if (m->steps != NULL)
        return true;
    xpgn_walk_free(m->quick); /* of a trial without memory */
    xpgn_walk_free(m->loose);
    m->quick = m->loose = NULL;
    if (xpgn_walk_new(&m->quick, m->catalog, &quick) != XPGN_OK ||
        xpgn_walk_new(&m->loose, m->catalog, &loose) != XPGN_OK ||
        xpgn_walk_new(&m->steps, m->catalog, &steps) != XPGN_OK)
        return false;
    public_walk_of(m->quick)->foreign.brief = public_walk_of(m->loose)->foreign.brief =
        public_walk_of(m->steps)->foreign.brief = true;
    return true;
}

xpgn_status xpgn_import_new(xpgn_import **out, xpgn_catalog *catalog, const char *language) {
    xpgn_import *m = calloc(1, sizeof *m);
    if (m == NULL)
        return XPGN_NO_MEMORY;
    languages_read(&m->languages);
    if (language != NULL)
        m->given = language_find(&m->languages, slice_of(language));
    if (language != NULL && m->given == NULL) {
        xpgn_import_free(m);
        return XPGN_NOT_FOUND;
    }
    m->catalog = catalog;
    *out = m;
    return XPGN_OK;
}

xpgn_status xpgn_import_prefer(xpgn_import *m, const char *language) {
    const struct language *l =
        language != NULL ? language_find(&m->languages, slice_of(language)) : NULL;
    if (language != NULL && l == NULL)
        return XPGN_NOT_FOUND;
    m->preferred = l;
    return XPGN_OK;
}

void xpgn_import_free(xpgn_import *m) {
    if (m == NULL)
        return;
    xpgn_walk_free(m->quick);
    xpgn_walk_free(m->loose);
    xpgn_walk_free(m->steps);
    free(m->words.list);
    arena_free(&m->arena);
    arena_free(&m->rows);
    free(m->changed);
    xpgn_buffer_free(&m->translated);
    xpgn_buffer_free(&m->result);
    xpgn_buffer_free(&m->names);
    free(m);
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

/* True if there is an error, also in a variation, other than that no result stands there. */
static bool has_error(const xpgn_walk *walk) {
    size_t count;
    const xpgn_finding *list = xpgn_walk_findings(walk, &count);
    for (size_t i = 0; i < count; i++)
        if (list[i].level == XPGN_ERROR &&
            (strcmp(list[i].code, XPGN_CODE_NO_RESULT) != 0 || list[i].place.length > 0))
            return true;
    return false;
}

static bool has_wrong_number(const xpgn_walk *walk) {
    size_t count;
    const xpgn_finding *list = xpgn_walk_findings(walk, &count);
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i].code, XPGN_CODE_NUMBER) == 0)
            return true;
    return false;
}

static bool note_action(xpgn_import *m, const xpgn_step *step);

/* Plays a text; how far, and whether to its end.  The walk with steps notes what is played. */
static xpgn_status play_import(xpgn_import *m, xpgn_walk *walk, xpgn_slice text,
                               struct attempt *out) {
    xpgn_game copy = m->game;
    const xpgn_step *step;
    copy.text = text;
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

/* Of a half-move that the sheet leaves open it says between which. */
static unsigned put_missing(xpgn_buffer *b, xpgn_slice word, bool open) {
    if (open)
        xpgn_buffer_printf(b, "{[%%missing] %.*s}", SLICE(word));
    else
        xpgn_buffer_text(b, word.size > 0 ? "{[%missing]}" : "{[%missing]} ");
    return 1u << XPGN_FORM_MISSING;
}

static bool is_same_hand(const struct hand *a, const struct hand *b) {
    return a->language == b->language && a->small == b->small && a->numbers == b->numbers &&
           a->turned == b->turned;
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

/* True if a word, valid as it is written, is not the action that it was read as: a sign or square
   of departure may be missing, no more. */
static bool means_otherwise(xpgn_slice was, xpgn_slice name) {
    struct notation x, y;
    return notation_read(was, &x) && notation_read(name, &y) &&
           (x.type != y.type || x.to_file != y.to_file || x.to_rank != y.to_rank ||
            x.promotion != y.promotion || (x.sign == SIGN_CAPTURE && y.sign != SIGN_CAPTURE));
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
    if (known && k->word[0] == key[0] && k->word[1] == key[1] && is_same_hand(&k->hand, hand)) {
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
            w->forms = put_missing(b, word, w->open);
        else if (w->choices)
            w->forms = translate_choices(m, word, w->chosen);
        else if (w->spelled != NULL)
            translate_spelled(m, hand, w);
        else
            translate_word(m, &own, word, w);
        w->length = (uint32_t)b->size - w->offset;
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
    bool before = rs != NULL && rs->turn != TURN_ONE_ACTION && strchr(roll, ':') == NULL;
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
        b.failed ? XPGN_NO_MEMORY : play_import(m, m->loose, (xpgn_slice){b.data, b.size}, &a);
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

/* Translates the words, and takes the only legal alternative of each roll. */
static bool translate_words(xpgn_import *m, const struct hand *hand) {
    unsigned tried = 0;
    if (m->by.language != NULL && is_same_hand(&m->by, hand))
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

/* ---- which hands it can be ------------------------------------------------------------------- */

/* Letters that may be those of pieces. */
struct leads {
    bool small; /* lower-case letters at the beginning of words; if not, capitals and letters of
                   other alphabets anywhere */
    uint32_t seen[MOST_LEADS];
    xpgn_slice list[MOST_LEADS]; /* a text that begins with each */
    size_t count;
};

/* What the words of a game show about its hand. */
struct evidence {
    struct leads leads, small;
    bool low;     /* no word begins with a letter of `leads` */
    bool numbers; /* ICCF */
};

static void add_lead(struct leads *l, xpgn_slice text, uint32_t lead) {
    size_t k = 0;
    while (k < l->count && l->seen[k] != lead)
        k++;
    if (k < l->count || k == MOST_LEADS)
        return;
    l->seen[k] = lead;
    l->list[k] = text;
    l->count++;
}

static void find_leads_in(xpgn_slice word, struct evidence *e) {
    if (is_small_letter(*word.data))
        add_lead(&e->small, word, (unsigned char)*word.data);
    for (size_t k = 0; k < word.size; k++) {
        xpgn_slice text = {word.data + k, word.size - k};
        if (is_digit(*text.data) || is_small_letter(*text.data))
            continue;
        uint32_t lead = word_lead(text);
        e->low = e->low && (lead == 0 || k > 0);
        if (lead != 0)
            add_lead(&e->leads, text, lead);
        k += lead > 0xFF ? utf8_length(text) - 1 : 0;
    }
}

static void find_evidence(const xpgn_import *m, bool numbers, struct evidence *e) {
    e->leads.count = e->small.count = 0;
    e->leads.small = false;
    e->small.small = e->low = true;
    e->numbers = numbers;
    for (size_t i = 0; i < m->words.count; i++) {
        xpgn_place at = m->words.list[i].place;
        if (!m->words.list[i].roll)
            find_leads_in((xpgn_slice){m->game.text.data + at.offset, at.length}, e);
    }
}

/* How many of the letters the language has, counted twice; once if another alphabet has one that
   looks like it. Figurines belong to all languages; lower-case letters may be files. */
static size_t known_leads(const struct language *language, const struct leads *l) {
    size_t known = 0, size;
    for (size_t i = 0; i < l->count; i++)
        if ((!l->small || *l->list[i].data > 'h') &&
            language_type(language, l->list[i], l->small, &size) != XPGN_NO_TYPE)
            known += language_is_twin(language, l->list[i]) ? 1 : 2;
    return known;
}

/* True if two languages agree about all letters of the game. */
static bool is_same_language(const struct language *a, const struct language *b,
                             const struct leads *l) {
    for (size_t i = 0; i < l->count; i++) {
        size_t size, other;
        unsigned type = language_type(a, l->list[i], l->small, &size);
        if (type != language_type(b, l->list[i], l->small, &other) || size != other)
            return false;
    }
    return true;
}

static bool is_new(const struct language *language, const struct leads *l, const struct hand *list,
                   size_t count) {
    for (size_t i = 0; i < count; i++)
        if (list[i].small == l->small && is_same_language(language, list[i].language, l))
            return false;
    return true;
}

/* Moves the preferred language before others of its kind. */
static void prefer(const xpgn_import *m, const struct leads *l, struct hand *list, size_t count) {
    size_t first = 0;
    while (first < count && list[first].small != l->small)
        first++;
    for (size_t i = first; m->preferred != NULL && i < count; i++) {
        if (list[i].small != l->small || !is_same_language(m->preferred, list[i].language, l))
            continue;
        struct hand preferred = list[i];
        memmove(list + first + 1, list + first, (i - first) * sizeof *list);
        list[first] = preferred;
        return;
    }
}

/* Adds the same hands with the board turned round, without lower-case letters. */
static size_t add_turned(struct hand *list, size_t count) {
    for (size_t i = 0, all = count; i < all; i++) {
        if (list[i].small)
            continue;
        list[count] = list[i];
        list[count++].turned = true;
    }
    return count;
}

/* Adds the languages that have most of the letters; of those that agree only one. */
static size_t add_hands(const xpgn_import *m, const struct leads *l, bool numbers,
                        struct hand *list, size_t count) {
    size_t best = 0;
    for (size_t i = 0; i < m->languages.count; i++) {
        size_t known = known_leads(&m->languages.list[i], l);
        best = known > best ? known : best;
    }
    for (size_t i = 0; i < (l->count > 0 ? m->languages.count : 1); i++) {
        const struct language *language = &m->languages.list[i];
        if (known_leads(language, l) == best && is_new(language, l, list, count))
            list[count++] = (struct hand){language, l->small, numbers, false};
    }
    prefer(m, l, list, count);
    return count;
}

static size_t list_hands(const xpgn_import *m, const struct evidence *e, struct hand *list) {
    size_t count = 0;
    if (m->given != NULL) {
        list[count++] = (struct hand){m->given, e->low, e->numbers, false};
    } else {
        count = add_hands(m, &e->leads, e->numbers, list, count);
        if (e->low && !e->numbers)
            count = add_hands(m, &e->small, false, list, count);
    }
    return add_turned(list, count);
}

/* ---- what changes ---------------------------------------------------------------------------- */

/* The word that stands at an offset of the translation; NULL: none. */
static struct imported *word_at(const xpgn_import *m, uint32_t offset) {
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

static bool add_change(xpgn_import *m, xpgn_place place, unsigned forms, bool exact) {
    if (!GROW(m->changed, m->changed_count, m->changed_room))
        return false;
    m->changed[m->changed_count++] = (xpgn_imported){place, "", forms, exact};
    return true;
}

/* Notes a word whose notation in the format differs. `guessed`: its translation is not exact
   notation either. */
static bool note_word(xpgn_import *m, struct imported *w, xpgn_slice name, bool guessed) {
    unsigned forms = w->forms;
    w->forms = 0;
    xpgn_slice was = {m->game.text.data + w->place.offset, w->place.length};
    if (slice_equal(was, name) || (forms == 0 && name.size == 0))
        return true;
    bool exact = !guessed && (forms == 0 || w->same);
    if (m->rest && exact) /* left to findings about signs and the export form */
        return true;
    xpgn_buffer_slice(&m->names, name);
    xpgn_buffer_char(&m->names, '\0');
    m->outcome.words += !exact;
    bool could_be = forms == 0 || forms == 1u << XPGN_FORM_LETTERS;
    m->outcome.meant += !exact && could_be && means_otherwise(was, name);
    m->outcome.letters += forms == 1u << XPGN_FORM_LETTERS && !w->plain;
    return add_change(m, w->place, forms != 0 ? forms : 1u << XPGN_FORM_SHORT, exact);
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
                                 note_word(m, w, read, false));
    xpgn_buffer_free(&name);
    return good;
}

/* An action that was read. */
static bool note_action(xpgn_import *m, const xpgn_step *step) {
    struct imported *w = word_at(m, step->place.offset);
    if (w != NULL) {
        w->ply = step->ply;
        w->move = step->number;
        w->seat = step->seat;
    }
    return w == NULL ||
           (note_word(m, w, slice_of(step->facts->text), step->reading) && note_freed(m, step, w));
}

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
        if (!add_change(m, w->place, w->forms, false))
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
        if (!add_change(m, w->place, w->forms, false))
            return false;
    }
    return true;
}

/* Adds a missing result from the tag, or none. */
static bool note_result(xpgn_import *m, const xpgn_walk *walk) {
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
    return add_change(m, (xpgn_place){(uint32_t)text.size, 0}, 1u << XPGN_FORM_RESULT, true);
}

/* Notes the translations of words that were not reached. */
static bool note_rest(xpgn_import *m) {
    for (size_t i = 0; i < m->words.count; i++) {
        const struct imported *w = &m->words.list[i];
        xpgn_slice word = {m->translated.data + w->offset, w->length};
        struct notation n;
        if (w->length == 0 || w->forms == 0 || (m->rest && w->same) || !notation_read(word, &n))
            continue;
        xpgn_buffer_slice(&m->names, word);
        xpgn_buffer_char(&m->names, '\0');
        if (!add_change(m, w->place, w->forms, w->same))
            return false;
    }
    return true;
}

/* Sets the names of the changes, which are in the same order, now that the buffer no longer
   moves. */
static void name_changes(xpgn_import *m, size_t actions) {
    const char *name = m->names.data;
    for (size_t i = 0; i < actions; i++, name += strlen(name) + 1)
        m->changed[i].text = name;
}

/* Notes the changes if all is exact notation, without playing. */
static bool note_plain(xpgn_import *m) {
    for (size_t i = 0; i < m->words.count; i++) {
        struct imported *w = &m->words.list[i];
        xpgn_slice word = {m->translated.data + w->offset, w->length};
        if (!w->roll && w->length > 0 && !note_word(m, w, word, false))
            return false;
    }
    return true;
}

/* Notes the notation of the actions by playing them. */
static xpgn_status note_attempt(xpgn_import *m, struct attempt *a) {
    m->changed_count = 0;
    m->outcome.words = m->outcome.meant = m->outcome.letters = 0;
    xpgn_buffer_clear(&m->names);
    m->noted = a->hand;
    return play_import(m, m->steps, (xpgn_slice){m->translated.data, m->translated.size}, a);
}

static bool has_variations(const xpgn_import *m) {
    for (size_t i = 0; i < m->words.count; i++)
        if (m->words.list[i].depth > 0)
            return true;
    return false;
}

/* Finds the changes for a hand; words that were not reached are translated alone. */
static xpgn_status find_changes(xpgn_import *m, const struct attempt *a) {
    bool plain = a->plain && !has_variations(m) && !m->rest;
    bool rest = m->gap || (m->rest && !m->outcome.whole);
    bool noted = m->noted.language != NULL && is_same_hand(&m->noted, &a->hand);
    struct attempt again = *a;
    if (plain) {
        m->changed_count = 0;
        m->outcome.words = m->outcome.meant = m->outcome.letters = 0;
        xpgn_buffer_clear(&m->names);
    }
    if (plain && !note_plain(m))
        return XPGN_NO_MEMORY;
    xpgn_status status = plain || noted ? XPGN_OK : note_attempt(m, &again);
    if (status != XPGN_OK)
        return status;
    if (rest && !plain && !note_rest(m))
        return XPGN_NO_MEMORY;
    if (!note_rolls(m) || (m->outcome.whole && !plain && !note_result(m, m->steps)))
        return XPGN_NO_MEMORY;
    size_t actions = m->changed_count;
    if (!note_marks(m) || m->names.failed)
        return XPGN_NO_MEMORY;
    name_changes(m, actions);
    if (!is_sorted(m))
        qsort(m->changed, m->changed_count, sizeof *m->changed, by_place);
    return XPGN_OK;
}

static xpgn_status write_result(xpgn_import *m) {
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

/* Writes the game with the hand of an attempt. */
static xpgn_status take_hand(xpgn_import *m, const struct attempt *a) {
    set_language(m, a->hand.language);
    if (!translate_words(m, &a->hand))
        return XPGN_NO_MEMORY;
    xpgn_status status = find_changes(m, a);
    return status == XPGN_OK ? write_result(m) : status;
}

/* Plays the translation, usually as exact notation, else by readings. Errors in variations say
   nothing about the hand. */
static xpgn_status attempt_language(xpgn_import *m, struct attempt *a) {
    if (!translate_words(m, &a->hand))
        return XPGN_NO_MEMORY;
    xpgn_slice text = {m->translated.data, m->translated.size};
    a->text = hash_bytes(0, text.data, text.size);
    size_t findings;
    xpgn_status status = play_import(m, m->quick, text, a);
    (void)xpgn_walk_findings(m->quick, &findings);
    a->plain = findings == 0;
    if (status != XPGN_OK || a->plain)
        return status;
    return has_variations(m) ? play_import(m, m->loose, text, a) : note_attempt(m, a);
}

/* ---- choosing one ---------------------------------------------------------------------------- */

/* A turned board must explain much more: after one illegal move another may be legal that way. */
static bool is_better(const struct attempt *a, const struct attempt *b) {
    uint32_t gain = a->hand.turned && !b->hand.turned ? GAIN : 1;
    return a->whole != b->whole ? a->whole : a->turns >= b->turns + gain;
}

/* True if both explain the game differently. Capitals take precedence over lower-case letters, and
   English is not contradicted by missing half-moves. */
static bool is_tied_attempt(const xpgn_import *m, const struct attempt *a,
                            const struct attempt *b) {
    bool english = b->gap && b->hand.language == &m->languages.list[0];
    return a->text != b->text && a->hand.language != b->hand.language &&
           a->hand.small == b->hand.small && b->hand.language != m->preferred && !english;
}

/* Tries the hands and sets *best to the first of the best, and *tied to another that explains the
   game differently. The board is turned only if nothing else explains more than the beginning. */
static xpgn_status try_hands(xpgn_import *m, const struct hand *hands, size_t count,
                             struct attempt *best, const struct language **tied) {
    struct attempt english = {.ambiguous = false};
    for (size_t i = 0; i < count; i++) {
        struct attempt a = {.hand = hands[i]};
        if (a.hand.turned && !best->hand.turned && (best->whole || best->turns >= GAIN))
            break;
        if (a.hand.small && i > 0 && best->whole && !best->hand.small)
            break; /* it can neither be better nor tie */
        xpgn_status status = attempt_language(m, &a);
        if (status != XPGN_OK)
            return status;
        if (a.hand.language == &m->languages.list[0] && !a.hand.small && !a.hand.turned)
            english = a;
        if (i == 0 || is_better(&a, best)) {
            *best = a;
            *tied = NULL;
        } else if (!is_better(best, &a) && is_tied_attempt(m, &a, best) && *tied == NULL) {
            *tied = a.hand.language;
        }
    }
    if (english.ambiguous && best->turns < english.turns + GAIN) {
        *best = english;
        *tied = NULL;
    }
    return XPGN_OK;
}

/* ---- the result ------------------------------------------------------------------------------ */

/* The word at which reading ends, as it was written, and what is said about it; size 0: not
   known. */
static xpgn_slice last_word(const xpgn_import *m, const xpgn_finding **error) {
    size_t count;
    const xpgn_finding *list = xpgn_walk_findings(m->steps, &count);
    for (size_t i = 0; i < count; i++) {
        const struct imported *w = word_at(m, list[i].place.offset);
        if (list[i].level != XPGN_ERROR || w == NULL)
            continue;
        *error = &list[i];
        return (xpgn_slice){m->game.text.data + w->place.offset, w->place.length};
    }
    return (xpgn_slice){"", 0};
}

/* Why a word could not be read: what it can mean, or a hint, such as how castling is written. */
static void say_word(xpgn_import *m, const struct attempt *best, xpgn_slice word,
                     const xpgn_finding *error) {
    bool ambiguous = strcmp(error->code, XPGN_CODE_AMBIGUOUS) == 0;
    const char *more = ambiguous ? NULL : strchr(error->text, ';');
    int size = snprintf(
        m->error, sizeof m->error, "after %u turns '%.*s' %s%s", (unsigned)best->turns, SLICE(word),
        ambiguous ? "can mean several actions" : "means no legal action", more != NULL ? more : "");
    for (uint32_t i = 0; ambiguous && i < error->fix_count && (size_t)size < sizeof m->error; i++)
        size += snprintf(m->error + size, sizeof m->error - (size_t)size, "%s%s",
                         i == 0 ? ": " : " or ", error->fix[i].text);
}

/* Which of the alternatives of a roll fit. */
static void say_roll(xpgn_import *m, const struct attempt *best) {
    const struct imported *w = &m->words.list[m->open];
    xpgn_slice roll = {m->game.text.data + w->place.offset, w->place.length};
    struct roll_choices all;
    int size = snprintf(m->error, sizeof m->error, "after %u turns '%.*s' %s",
                        (unsigned)best->turns, SLICE(roll),
                        w->depth > 0   ? "is in a variation"
                        : w->fits == 0 ? "is not a legal roll"
                                       : "can mean several rolls");
    const char *comma = ": ";
    bool several = w->fits != 0 && roll_choices(roll, &all);
    for (unsigned i = 0; several && i < all.count && (size_t)size < sizeof m->error; i++) {
        if ((w->fits >> i & 1) == 0)
            continue;
        size +=
            snprintf(m->error + size, sizeof m->error - (size_t)size, "%s<%s>", comma, all.text[i]);
        comma = " or ";
    }
    m->stop = w->place.offset;
}

static void say_error(xpgn_import *m, const struct attempt *best, const struct language *tied) {
    const xpgn_finding *error = NULL;
    xpgn_slice word = last_word(m, &error);
    if (m->open < m->words.count) {
        say_roll(m, best);
        return;
    }
    bool stops = word.size > 0 && (!best->whole || tied == NULL);
    m->stop = stops ? (uint32_t)(word.data - m->game.text.data) : 0;
    if (best->whole && tied != NULL)
        (void)snprintf(m->error, sizeof m->error, "it can be %.*s or %.*s",
                       SLICE(m->language->name), SLICE(tied->name));
    else if (word.size > 0)
        say_word(m, best, word, error);
    else
        (void)snprintf(m->error, sizeof m->error, "only %u turns are understood",
                       (unsigned)best->turns);
}

/* Drops the changes, as the hand explains no more than the game as written. */
static void drop_changes(xpgn_import *m) {
    m->changed_count = 0;
    xpgn_buffer_clear(&m->result);
    set_language(m, &m->languages.list[0]);
}

static struct sheet_game game_of(const xpgn_import *m) {
    struct sheet_game game = sheet_game_of(m->quick->ruleset);
    game.holes = game.tags = !m->rest;
    return game;
}

/* Lists the words; sets *numbers if most are digits, which otherwise are not words. */
static bool scan(xpgn_import *m, bool *numbers) {
    size_t count = 0, words = 0;
    struct sheet_game game = game_of(m);
    game.numbers = true;
    m->by.language = m->noted.language = NULL;
    m->open = SIZE_MAX;
    arena_reset(&m->arena);
    if (!sheet_read(m->game.text, game, &m->arena, &m->words))
        return false;
    for (size_t i = 0; i < m->words.count; i++) {
        xpgn_place at = m->words.list[i].place;
        const char *p = m->game.text.data + at.offset;
        words += !m->words.list[i].roll;
        count += !m->words.list[i].roll && at.length >= 4 && is_digit(p[0]) &&
                 is_digit(p[at.length - 1]);
    }
    *numbers = 2 * count > words;
    game.numbers = false;
    return *numbers || count == 0 || sheet_read(m->game.text, game, &m->arena, &m->words);
}

/* True if numbers can show which half-moves are missing: not if a turn may have several actions or
   none, where -- is a pass. */
static bool may_fill(const xpgn_import *m) {
    const xpgn_ruleset *rs = m->quick->ruleset;
    return rs != NULL && rs->turn == TURN_ONE_ACTION && xpgn_walk_tag(m->quick, "FEN").size == 0 &&
           xpgn_walk_tag(m->quick, "XFEN").size == 0;
}

static bool has_open(const xpgn_import *m) {
    for (size_t i = 0; i < m->words.count; i++)
        if (m->words.list[i].open)
            return true;
    return false;
}

/* Plays the game again after a change of its words. */
static xpgn_status attempt_again(xpgn_import *m, struct attempt *a) {
    m->by.language = m->noted.language = NULL;
    return attempt_language(m, a);
}

/* The word at which reading ends; NULL: not known, or there is no memory. */
static struct imported *stopping_word(xpgn_import *m, struct attempt *a, xpgn_status *status) {
    const xpgn_finding *error = NULL;
    m->by.language = NULL; /* noting uses up the forms of words */
    *status = translate_words(m, &a->hand) ? note_attempt(m, a) : XPGN_NO_MEMORY;
    xpgn_slice word = *status == XPGN_OK ? last_word(m, &error) : (xpgn_slice){"", 0};
    return word.size > 0 && error != NULL ? word_at(m, error->place.offset) : NULL;
}

/* A half-move that the sheet itself leaves open, and that the rules do not decide, is missing. */
static xpgn_status leave_open(xpgn_import *m, struct attempt *best) {
    enum { MOST = 8 };
    for (unsigned tries = has_open(m) ? 0 : MOST; tries < MOST && !best->whole; tries++) {
        struct attempt a = {.hand = best->hand};
        xpgn_status status;
        struct imported *w = stopping_word(m, &a, &status);
        if (w == NULL || !w->open)
            return status;
        w->roll = w->missing = true;
        status = attempt_again(m, &a);
        if (status != XPGN_OK)
            return status;
        *best = a;
    }
    return XPGN_OK;
}

/* Reads a word in each language that has its letter. *found: the only one in which the game goes
   on; NULL: there is none, or several read it differently. */
static xpgn_status find_language(xpgn_import *m, struct imported *w, struct attempt *best,
                                 const struct language **found) {
    xpgn_slice word = {m->game.text.data + w->place.offset, w->place.length};
    struct attempt first = *best;
    bool several = false;
    *found = NULL;
    for (size_t i = 0; i < m->languages.count; i++) {
        const struct language *l = &m->languages.list[i];
        struct attempt a = {.hand = best->hand};
        size_t size;
        if (language_type(l, word, false, &size) == XPGN_NO_TYPE)
            continue;
        w->language = l;
        xpgn_status status = attempt_again(m, &a);
        if (status != XPGN_OK)
            return status;
        if (is_better(&a, &first)) {
            first = a;
            *found = l;
            several = false;
        } else if (*found != NULL && !is_better(&first, &a)) {
            several |= a.text != first.text;
        }
    }
    w->language = *found = several ? NULL : *found;
    *best = *found != NULL ? first : *best;
    m->by.language = m->noted.language = NULL;
    return XPGN_OK;
}

/* A word with a letter that the language of the game lacks is read in another: Sf3 among English
   words. */
static xpgn_status read_foreign_words(xpgn_import *m, struct attempt *best) {
    enum { MOST = 4 };
    for (unsigned tries = 0; tries < MOST && !best->whole; tries++) {
        struct attempt a = {.hand = best->hand};
        const struct language *found = NULL;
        xpgn_status status;
        size_t size;
        struct imported *w = stopping_word(m, &a, &status);
        if (w == NULL || w->roll || w->spelled != NULL || w->depth > 0 || w->language != NULL)
            return status;
        xpgn_slice word = {m->game.text.data + w->place.offset, w->place.length};
        if (word_lead(word) == 0 ||
            language_type(best->hand.language, word, false, &size) != XPGN_NO_TYPE)
            return status;
        status = find_language(m, w, best, &found);
        if (status != XPGN_OK || found == NULL)
            return status;
    }
    return XPGN_OK;
}

/* True if a half-move has a letter that English lacks. */
static bool has_foreign_letter(const xpgn_import *m, const struct leads *l) {
    size_t size;
    for (size_t i = 0; i < l->count; i++)
        if (language_type(&m->languages.list[0], l->list[i], false, &size) == XPGN_NO_TYPE)
            return true;
    return false;
}

/* Reads words of other languages in a sheet of the best hand; first in an English one, which a
   letter or two must not turn into another. */
static xpgn_status mix_languages(xpgn_import *m, const struct leads *leads, struct attempt *best,
                                 const struct language **tied) {
    const struct language *english = &m->languages.list[0];
    struct attempt a = {.hand = {.language = english, .numbers = best->hand.numbers}};
    if (best->whole || m->given != NULL || !has_foreign_letter(m, leads))
        return XPGN_OK;
    xpgn_status status = attempt_again(m, &a);
    if (status == XPGN_OK)
        status = read_foreign_words(m, &a);
    bool same = best->hand.language == english && is_same_hand(&best->hand, &a.hand);
    *tied = a.whole ? NULL : *tied;
    if (status != XPGN_OK || a.whole || same) {
        *best = a;
        return status;
    }
    for (size_t i = 0; i < m->words.count; i++)
        m->words.list[i].language = NULL;
    m->by.language = m->noted.language = NULL;
    return read_foreign_words(m, best);
}

/* A number for what a hand makes of the words. */
static xpgn_status hash_reading(xpgn_import *m, const struct hand *hand, uint64_t *hash) {
    struct attempt a = {.hand = *hand};
    m->by.language = NULL; /* noting uses up the forms of words */
    xpgn_status status = translate_words(m, hand) ? note_attempt(m, &a) : XPGN_NO_MEMORY;
    *hash = hash_bytes(0, m->names.data, m->names.size);
    for (size_t i = 0; i < m->changed_count; i++)
        *hash = hash_bytes(*hash, &m->changed[i].place, sizeof m->changed[i].place);
    m->by.language = m->noted.language = NULL;
    return status;
}

/* Two languages whose translations differ may still mean the same half-moves. */
static xpgn_status drop_tie(xpgn_import *m, const struct attempt *best,
                            const struct language **tied) {
    uint64_t first = 0, second = 0;
    struct hand other = best->hand;
    if (*tied == NULL || !best->whole)
        return XPGN_OK;
    other.language = *tied;
    xpgn_status status = hash_reading(m, &best->hand, &first);
    if (status == XPGN_OK)
        status = hash_reading(m, &other, &second);
    *tied = first == second ? NULL : *tied;
    return status;
}

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

static bool has_double(const xpgn_import *m) {
    for (size_t i = 0; i < m->words.count; i++)
        if (same_before(m, &m->words.list[i]) != NULL)
            return true;
    return false;
}

/* A half-move that stands twice, and cannot have been played twice, was written anew. For checking
   it is left to a question. */
static xpgn_status strike_double(xpgn_import *m, struct attempt *best) {
    struct attempt a = {.hand = best->hand};
    xpgn_status status;
    if (best->whole || m->rest || !has_double(m))
        return XPGN_OK;
    struct imported *w = stopping_word(m, &a, &status);
    if (w == NULL || same_before(m, w) == NULL)
        return status;
    struct imported kept = *w;
    const char *comment =
        arena_printf(&m->arena, "{struck out: %.*s}",
                     SLICE(((xpgn_slice){m->game.text.data + w->place.offset, w->place.length})));
    if (comment == NULL)
        return XPGN_NO_MEMORY;
    w->roll = true;
    w->fixed = comment;
    w->fixed_forms = 1u << XPGN_FORM_STRUCK;
    status = attempt_again(m, &a);
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

/* A half-move alone in brackets that is no legal variation was struck out: Qa4 (Nf6) Nc6. */
static xpgn_status strike_brackets(xpgn_import *m, const struct attempt *best) {
    size_t count, lone = 0;
    struct attempt a = {.hand = best->hand};
    for (size_t i = 0; i < m->words.count; i++)
        lone += m->words.list[i].lone;
    if (lone == 0)
        return XPGN_OK;
    if (!translate_words(m, &a.hand))
        return XPGN_NO_MEMORY;
    xpgn_status status = note_attempt(m, &a);
    const xpgn_finding *list = xpgn_walk_findings(m->steps, &count);
    for (size_t i = 0; i < count && status == XPGN_OK; i++) {
        struct imported *w = word_at(m, list[i].place.offset);
        if (list[i].level == XPGN_ERROR && w != NULL && w->lone && !strike_word(m, w))
            status = XPGN_NO_MEMORY;
    }
    m->by.language = m->noted.language = NULL;
    return status;
}

/* Tries all hands, and again with half-moves left out by convention. */
static xpgn_status find_hand(xpgn_import *m, struct attempt *best, const struct language **tied) {
    struct hand hands[MOST_HANDS];
    struct evidence evidence;
    bool numbers;
    if (!scan(m, &numbers))
        return XPGN_NO_MEMORY;
    find_evidence(m, numbers, &evidence);
    size_t count = list_hands(m, &evidence, hands);
    xpgn_status status = try_hands(m, hands, count, best, tied);
    if (status == XPGN_OK && best->hand.language != NULL)
        status = drop_tie(m, best, tied);
    if (status == XPGN_OK && best->hand.language != NULL)
        status = strike_double(m, best);
    if (status == XPGN_OK && best->hand.language != NULL)
        status = mix_languages(m, &evidence.leads, best, tied);
    if (status == XPGN_OK && best->hand.language != NULL)
        status = leave_open(m, best);
    if (status != XPGN_OK || !may_fill(m))
        return status;
    bool rows, playable = best->whole;
    status = silent_fill(&m->words, playable, &rows);
    if (status != XPGN_OK)
        return status == XPGN_NOT_FOUND ? XPGN_OK : status;
    m->by.language = m->noted.language = NULL;
    struct attempt filled = {.turns = 0};
    const struct language *other = NULL;
    status = try_hands(m, hands, count, &filled, &other);
    m->filled = filled.whole;
    m->outcome.skipped = filled.whole && rows;
    m->outcome.playable = playable;
    if (filled.whole) {
        *best = filled;
        *tied = other;
    } else if (status == XPGN_OK) {
        status = scan(m, &numbers) ? XPGN_OK : XPGN_NO_MEMORY;
    }
    return status;
}

/* True if as written the game goes wrong at another place than where a half-move cannot be read:
   behind it, or at its sign, which the format lacks: --- or (illegible). */
static bool is_gap_elsewhere(const xpgn_import *m, const struct attempt *written,
                             const struct attempt *read) {
    for (size_t i = 0; i < m->words.count; i++) {
        const struct imported *w = &m->words.list[i];
        const char *sign = m->game.text.data + w->place.offset;
        if (w->missing && w->place.length > 2 &&
            (*sign == '(' || scan_dash(sign, sign + w->place.length) > 0))
            return true;
    }
    return written->turns > read->turns + 1;
}

static xpgn_status import(xpgn_import *m, const struct attempt *written) {
    struct attempt best = *written;
    const struct language *tied = NULL;
    xpgn_status status = find_hand(m, &best, &tied);
    if (status != XPGN_OK)
        return status;
    m->outcome.read = best.turns;
    m->outcome.whole = best.whole;
    m->outcome.gap = best.whole && best.gap && is_gap_elsewhere(m, written, &best);
    m->outcome.tied = tied != NULL;
    if (tied != NULL)
        (void)snprintf(m->other, sizeof m->other, "%.*s", SLICE(tied->name));
    m->gap = best.gap;
    if (best.hand.language != NULL)
        status = strike_brackets(m, &best);
    if (best.hand.language != NULL && status == XPGN_OK)
        status = take_hand(m, &best);
    best.whole = best.whole && m->open >= m->words.count;
    if (!best.whole && best.turns <= written->turns)
        drop_changes(m);
    if (!written->whole && (!best.whole || tied != NULL))
        say_error(m, &best, tied);
    return status != XPGN_OK ? status : m->error[0] != '\0' ? XPGN_INVALID : XPGN_OK;
}

/* True if there is a promotion in brackets, e8(Q), which as written is a variation, with another
   promotion. */
static bool has_bracket(xpgn_slice text) {
    const char *p = text.data, *end = p + text.size;
    while ((p = memchr(p, '(', (size_t)(end - p))) != NULL) {
        bool joined = p > text.data && byte_is(p[-1], BYTE_WORD);
        p++;
        if (joined && p < end && !is_digit(*p)) {
            size_t size = utf8_length((xpgn_slice){p, (size_t)(end - p)});
            if (size > 0 && p + size < end && p[size] == ')')
                return true;
        }
    }
    return false;
}

/* True if a bracket does not begin with a number, as a variation does. */
static bool has_odd_bracket(xpgn_slice text) {
    const char *p = text.data, *end = p + text.size;
    while ((p = memchr(p, '(', (size_t)(end - p))) != NULL) {
        p = scan_white(p + 1, end);
        if (p < end && !is_digit(*p))
            return true;
    }
    return false;
}

/* True if the game has brackets that cannot be played as variations. */
static xpgn_status find_unplayed(xpgn_import *m, bool *unplayed) {
    struct attempt a;
    *unplayed = has_bracket(m->game.text);
    if (*unplayed || !has_odd_bracket(m->game.text))
        return XPGN_OK;
    m->words.count = 0;
    xpgn_status status = play_import(m, m->steps, m->game.text, &a);
    *unplayed = has_error(m->steps);
    return status;
}

static xpgn_status read_written(xpgn_import *m, const xpgn_game *game) {
    struct attempt written = {.turns = 0};
    m->game = *game;
    m->game.text = slice_given(game->text);
    m->changed_count = 0;
    m->error[0] = m->other[0] = '\0';
    m->gap = m->settled = false;
    m->stop = 0;
    set_language(m, &m->languages.list[0]);
    xpgn_buffer_clear(&m->result);
    xpgn_buffer_clear(&m->names);
    if (!walks_new(m))
        return XPGN_NO_MEMORY;
    xpgn_status status = play_import(m, m->quick, m->game.text, &written);
    m->outcome = (struct import_outcome){
        .written = written.turns, .read = written.turns, .whole = written.whole};
    /* a given language takes precedence over English letters */
    bool settled = written.whole && !written.gap && written.turns > 0 && !has_error(m->quick) &&
                   (m->given == NULL || m->given == &m->languages.list[0]);
    m->settled = settled = settled && !m->skips;
    bool unplayed = false;
    if (status == XPGN_OK && settled)
        status = find_unplayed(m, &unplayed);
    if (status != XPGN_OK || !settled || unplayed)
        return status == XPGN_OK ? import(m, &written) : status;
    m->words.count = 0;
    if (!note_result(m, m->quick))
        return XPGN_NO_MEMORY;
    name_changes(m, m->changed_count);
    return m->changed_count > 0 ? write_result(m) : XPGN_OK;
}

/* ---- rows in another order ------------------------------------------------------------------- */

/* True if the game reads better with its rows changed. Numbers say an order; that Black comes first
   in each row is known only by what can be played. */
static bool reads_better(const struct import_outcome *o, const struct import_outcome *written,
                         enum row_change change) {
    if (change == ROWS_BY_NUMBER)
        return o->whole || (!written->whole && o->read >= written->read);
    return !written->whole && written->written < 2 && (o->whole || o->read >= written->read + GAIN);
}

/* Reads the game with its rows changed. XPGN_NOT_FOUND: it has no such rows, or reads no better. */
static xpgn_status read_rows(xpgn_import *m, const xpgn_game *game, enum row_change change) {
    const struct import_outcome written = m->outcome;
    struct sheet_game kind = game_of(m);
    struct row_text rows;
    arena_reset(&m->rows);
    xpgn_status status = row_text_change(&rows, slice_given(game->text), kind, change, &m->rows);
    if (status != XPGN_OK)
        return status;
    xpgn_game changed = *game;
    changed.text = rows.text;
    status = read_written(m, &changed);
    if (status == XPGN_NO_MEMORY || !reads_better(&m->outcome, &written, change))
        return status == XPGN_NO_MEMORY ? status : XPGN_NOT_FOUND;
    m->moved = (struct row_edits){.arena = &m->rows};
    row_edits_add(&m->moved, slice_given(game->text), &rows, m->changed, m->changed_count);
    m->outcome.written = written.written;
    m->outcome.words += (uint32_t)m->moved.count;
    m->outcome.black_first = change == ROWS_TURNED;
    return m->moved.no_memory ? XPGN_NO_MEMORY : status;
}

/* Reads a game that can be played as written, but whose numbers skip rows. */
static xpgn_status read_skipped(xpgn_import *m, const xpgn_game *game) {
    m->skips = true;
    m->filled = false;
    xpgn_status status = read_written(m, game);
    m->skips = false;
    return m->filled || status == XPGN_NO_MEMORY ? status : read_written(m, game);
}

/* Reads the game as it is written, or with its rows in order if they are in none. */
/* True if a change of the rows can help: their numbers fall, or not even the first can be played.
 */
static bool may_change(const xpgn_import *m, enum row_change change) {
    uint32_t last = 0;
    bool falls = m->words.count == 0; /* they were not listed */
    for (size_t i = 0; i < m->words.count && !falls; i++) {
        uint32_t number = m->words.list[i].depth == 0 ? m->words.list[i].number : 0;
        falls = number > 0 && number < last;
        last = number > 0 ? number : last;
    }
    return change == ROWS_BY_NUMBER ? falls : !m->outcome.whole && m->outcome.written < 2;
}

static xpgn_status read_in_order(xpgn_import *m, const xpgn_game *game) {
    m->moved.list = NULL;
    xpgn_status written = read_written(m, game);
    size_t findings = 0;
    bool settled = m->settled, numbers = settled && has_wrong_number(m->quick);
    if (settled)
        (void)xpgn_walk_findings(m->quick, &findings);
    if (written == XPGN_NO_MEMORY || (settled && findings == 0))
        return written;
    for (int change = ROWS_BY_NUMBER; change <= ROWS_TURNED; change++) {
        if (!may_change(m, (enum row_change)change))
            continue;
        xpgn_status status = read_rows(m, game, (enum row_change)change);
        if (status != XPGN_NOT_FOUND)
            return status;
        if (m->game.text.data != slice_given(game->text).data)
            written = read_written(m, game);
        if (written == XPGN_NO_MEMORY)
            return written;
    }
    return numbers ? read_skipped(m, game) : written;
}

xpgn_status xpgn_import_read(xpgn_import *m, const xpgn_game *game, xpgn_fault *fault) {
    xpgn_status status = read_in_order(m, game);
    if (status == XPGN_INVALID && fault != NULL)
        (void)fault_set(fault, "%s", m->error);
    return status;
}

xpgn_game xpgn_import_game(const xpgn_import *m) {
    xpgn_game game = m->game;
    if (m->result.size > 0)
        game.text = (xpgn_slice){m->result.data, m->result.size};
    return game;
}

bool xpgn_import_understood(xpgn_buffer *out, const xpgn_import *m) {
    if (m->stop == 0)
        return false;
    xpgn_slice text = m->game.text, result = slice_given(xpgn_walk_tag(m->steps, "Result"));
    size_t from = 0;
    for (size_t i = 0; i < m->changed_count && m->changed[i].place.offset < m->stop; i++) {
        const xpgn_imported *c = &m->changed[i];
        xpgn_buffer_put(out, text.data + from, c->place.offset - from);
        xpgn_buffer_text(out, c->text);
        from = c->place.offset + c->place.length;
    }
    xpgn_buffer_put(out, text.data + from, m->stop - from);
    xpgn_buffer_text(out, "{not understood from here: ");
    for (size_t i = m->stop; i < text.size; i++)
        xpgn_buffer_char(out, text.data[i] == '{' ? '(' : text.data[i] == '}' ? ')' : text.data[i]);
    xpgn_buffer_text(out, "} ");
    xpgn_buffer_slice(out, result_is(result) ? result : slice_of("*"));
    return !out->failed;
}

const xpgn_imported *xpgn_import_words(const xpgn_import *m, size_t *count) {
    bool moved = m->moved.list != NULL;
    *count = moved ? m->moved.count : m->changed_count;
    return moved ? m->moved.list : m->changed;
}

const char *xpgn_import_language(const xpgn_import *m) {
    return m->name;
}

const char *xpgn_import_other(const xpgn_import *m) {
    return m->other;
}

const struct imported_list *import_items(const xpgn_import *m) {
    return &m->words;
}

const struct imported *import_word(const xpgn_import *m, uint32_t offset) {
    for (size_t i = 0; i < m->words.count; i++)
        if (m->words.list[i].place.offset == offset)
            return &m->words.list[i];
    return NULL;
}

struct import_outcome import_outcome(const xpgn_import *m) {
    return m->outcome;
}

void import_read_rest(xpgn_import *m) {
    m->rest = true;
}
