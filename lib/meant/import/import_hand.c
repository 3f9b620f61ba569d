/* SPDX-License-Identifier: MIT */
/* The writer's hand, found for the whole sheet: each possible language is tried, and the one that
 * explains most is taken. */
#include "core/base/slice.h"
#include "core/base/utf8.h"
#include "core/forms/scan.h"
#include "core/text/action_notation.h"
#include "facts/public_walk.h"
#include "internal/loop.h"
#include "meant/import/import_state.h"
#include "xpgn_codes.h"

#include <string.h>

enum { MOST_LEADS = 32, MOST_HANDS = 3 * MOST_LANGUAGES };

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
    bool files;   /* a pawn goes to a file in a small letter: b6 */
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
    e->files = false;
    for (size_t i = 0; i < m->words.count; i++) {
        xpgn_place at = m->words.list[i].place;
        xpgn_slice word = {m->game.text.data + at.offset, at.length};
        if (m->words.list[i].roll)
            continue;
        find_leads_in(word, e);
        e->files |= word.size == 2 && is_file(*word.data) && is_digit(word.data[1]);
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
    size_t best = 0, known[MOST_LANGUAGES] = {0};
    for (size_t i = 0; i < m->languages.count; i++) {
        known[i] = known_leads(&m->languages.list[i], l);
        best = known[i] > best ? known[i] : best;
    }
    for (size_t i = 0; i < (l->count > 0 ? m->languages.count : 1); i++) {
        const struct language *language = &m->languages.list[i];
        if (known[i] == best && is_new(language, l, list, count))
            list[count++] =
                (struct hand){.language = language, .small = l->small, .numbers = numbers};
    }
    prefer(m, l, list, count);
    return count;
}

static size_t list_hands(const xpgn_import *m, const struct evidence *e, struct hand *list) {
    size_t count = 0;
    if (m->given != NULL) {
        list[count++] = (struct hand){.language = m->given, .small = e->low, .numbers = e->numbers};
    } else {
        count = add_hands(m, &e->leads, e->numbers, list, count);
        if (e->low && !e->numbers)
            count = add_hands(m, &e->small, false, list, count);
    }
    count = add_turned(list, count);
    for (size_t i = 0; i < count; i++)
        list[i].files = e->files;
    return count;
}

/* ---- choosing one ---------------------------------------------------------------------------- */

/* A turned board must explain much more: after one illegal move another may be legal that way, and
   behind a half-move left open nothing is checked. The whole game counts if it is more than two
   half-moves, which fit by chance. */
static bool is_better(const struct attempt *a, const struct attempt *b) {
    const bool turned = a->hand.turned && !b->hand.turned;
    const bool whole = a->whole && !(turned && (a->gap || a->turns <= b->turns + 2));
    const bool other = b->whole && !(turned && b->gap);
    return whole != other ? whole : a->turns >= b->turns + (turned ? GAIN : 1);
}

/* True if most numbers stand before the other player's half-moves: without White's first half-move,
   what is played is the same game from the other side, for as long as kings and queens stay. */
static bool numbers_contradict(const xpgn_import *m) {
    size_t numbered = 0, wrong = 0;
    for (size_t i = 0; i < m->words.count; i++) {
        const struct imported *w = &m->words.list[i];
        if (w->depth > 0 || w->number == 0 || w->ply == 0)
            continue;
        numbered++;
        wrong += (w->dots > 1) != (w->seat == 1);
    }
    return 2 * wrong > numbered;
}

/* True if English explains all: it takes precedence over languages whose letters it has, too. */
static bool is_english(const xpgn_import *m, const struct attempt *a) {
    return (a->whole || a->gap) && a->hand.language == &m->languages.list[0];
}

/* True if both explain the game differently. Capitals take precedence over lower-case letters. */
static bool is_tied_attempt(const xpgn_import *m, const struct attempt *a,
                            const struct attempt *b) {
    return a->text != b->text && a->hand.language != b->hand.language &&
           a->hand.small == b->hand.small && b->hand.language != m->preferred && !is_english(m, b);
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
        xpgn_status status = import_attempt(m, &a);
        if (status != XPGN_OK)
            return status;
        if (a.hand.turned && !m->halves && numbers_contradict(m))
            continue;
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

struct sheet_game import_game_kind(const xpgn_import *m) {
    struct sheet_game game = sheet_game_of(m->quick->ruleset);
    game.holes = game.tags = !m->rest;
    game.halves = m->halves;
    return game;
}

/* Lists the words; sets *numbers if most are digits, which otherwise are not words. */
static bool scan(xpgn_import *m, bool *numbers) {
    size_t count = 0, words = 0;
    struct sheet_game game = import_game_kind(m);
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

/* True if the half-moves of the main line are numbered one by one: 1. e4 2. e5 3. Nf3. Those of one
   player are, too, but the second of them cannot be played by the other side, nor the fourth. */
static bool counts_half_moves(const xpgn_import *m, const struct attempt *best) {
    enum { LEAST = 4 };
    size_t half_moves = 0, next = 0;
    uint32_t last = 0;
    for (size_t i = 0; i < m->words.count; i++) {
        const struct imported *w = &m->words.list[i];
        if (w->depth > 0 || (w->roll && !w->missing))
            continue;
        half_moves++;
        next += w->number == last + 1 && w->dots < 2;
        last = w->number;
    }
    return best->turns >= LEAST && half_moves >= LEAST && 4 * next >= 3 * half_moves;
}

/* True if White moves first, as far as a tag says who does. */
static bool begins_with_white(xpgn_slice fen) {
    return fen.size == 0 || slice_contains(fen, " w ");
}

/* True if numbers can show which half-moves are missing: not if a turn may have several actions or
   none, where -- is a pass. */
static bool may_fill(const xpgn_import *m) {
    const xpgn_ruleset *rs = m->quick->ruleset;
    return rs != NULL && !turn_is_several(rs) &&
           begins_with_white(xpgn_walk_tag(m->quick, "FEN")) &&
           begins_with_white(xpgn_walk_tag(m->quick, "XFEN"));
}

static bool has_open(const xpgn_import *m) {
    for (size_t i = 0; i < m->words.count; i++)
        if (m->words.list[i].open)
            return true;
    return false;
}

/* Nothing is checked behind a missing half-move, so that no rule decides what the sheet leaves open
   there: it is missing, too. */
static xpgn_status leave_unchecked(xpgn_import *m, struct attempt *best) {
    xpgn_status status;
    bool any = false;
    (void)import_stopping_word(m, best, &status);
    uint32_t gap = import_gap(m);
    for (size_t i = 0; i < m->words.count; i++) {
        struct imported *w = &m->words.list[i];
        if (w->open && !w->missing && w->offset > gap)
            any = w->roll = w->missing = true;
    }
    return status == XPGN_OK && any ? import_attempt_again(m, best) : status;
}

/* A half-move that the sheet itself leaves open, and that the rules do not decide, is missing. */
static xpgn_status leave_open(xpgn_import *m, struct attempt *best) {
    enum { MOST = 8 };
    for (unsigned tries = has_open(m) ? 0 : MOST; tries < MOST && !best->whole; tries++) {
        struct attempt a = {.hand = best->hand};
        xpgn_status status;
        struct imported *w = import_stopping_word(m, &a, &status);
        if (w == NULL || !w->open)
            return status;
        w->roll = w->missing = true;
        status = import_attempt_again(m, &a);
        if (status != XPGN_OK)
            return status;
        *best = a;
    }
    return best->whole && best->gap && has_open(m) ? leave_unchecked(m, best) : XPGN_OK;
}

enum { MOST_READINGS = 8 };

/* Copies the actions that a word can mean where reading ends; 0: it is not ambiguous. */
static size_t list_readings(xpgn_import *m, const char *list[MOST_READINGS]) {
    const xpgn_finding *error = NULL;
    size_t count = 0;
    (void)import_last_word(m, &error);
    if (error == NULL || strcmp(error->code, XPGN_CODE_AMBIGUOUS) != 0)
        return 0;
    for (uint32_t i = 0; i < error->fix_count && count < MOST_READINGS; i++)
        list[count++] = arena_copy(&m->arena, slice_of(error->fix[i].text));
    return error->fix_count <= MOST_READINGS ? count : 0;
}

/* True for a word of the main line in a form of its own: where the format's notation lacks a square
   of departure, that is a slip. */
static bool may_decide(const xpgn_import *m, const struct imported *w) {
    struct notation n;
    return w->spelled == NULL && w->depth == 0 &&
           !notation_read((xpgn_slice){m->translated.data + w->offset, w->length}, &n);
}

/* Tries the readings of a word; takes the only one with which the game goes on. */
static xpgn_status settle_reading(xpgn_import *m, struct imported *w, const char *const *list,
                                  size_t count, struct attempt *best) {
    const struct imported kept = *w;
    struct attempt first = {.turns = 0}, second = {.turns = 0};
    const char *chosen = NULL;
    for (size_t i = 0; i < count; i++) {
        struct attempt a = {.hand = best->hand};
        w->spelled = list[i];
        w->english = true;
        xpgn_status status = list[i] != NULL ? import_attempt_again(m, &a) : XPGN_NO_MEMORY;
        if (status != XPGN_OK)
            return status;
        bool better = a.whole != first.whole ? a.whole : a.turns > first.turns;
        second = better ? first : a.whole || a.turns > second.turns ? a : second;
        chosen = better ? list[i] : chosen;
        first = better ? a : first;
    }
    bool only = first.whole ? !second.whole : first.turns >= second.turns + GAIN;
    w->spelled = only ? chosen : kept.spelled;
    w->english = only || kept.english;
    w->decided = only;
    *best = only ? first : *best;
    m->by.language = m->noted.language = NULL;
    return only ? XPGN_OK : XPGN_NOT_FOUND;
}

/* A word that can mean several actions is the one with which the rest can be played. */
static xpgn_status settle_by_rest(xpgn_import *m, struct attempt *best) {
    enum { MOST = 6 };
    xpgn_status status = XPGN_OK;
    for (unsigned tries = 0; tries < MOST && best->ambiguous && status == XPGN_OK; tries++) {
        const char *list[MOST_READINGS];
        struct attempt a = {.hand = best->hand};
        struct imported *w = import_stopping_word(m, &a, &status);
        size_t count = w != NULL && may_decide(m, w) ? list_readings(m, list) : 0;
        if (status == XPGN_OK)
            status = count > 0 ? settle_reading(m, w, list, count, best) : XPGN_NOT_FOUND;
    }
    return status == XPGN_NOT_FOUND ? XPGN_OK : status;
}

/* Adds what a word is in a language to `all`, if that is not there: Nd2|Bd2. */
static void add_text(const xpgn_import *m, const struct imported *w, xpgn_buffer *all) {
    xpgn_slice text = {m->translated.data + w->offset, w->length};
    xpgn_slice rest = {all->data, all->size};
    while (rest.size > 0)
        if (slice_equal(slice_cut(&rest, '|'), text))
            return;
    if (all->size > 0)
        xpgn_buffer_char(all, '|');
    xpgn_buffer_slice(all, text);
}

/* Reads a word in each language that has its letter. *found: the only one in which the game goes
   on; NULL: there is none, or several read it differently. `all`: what it is in those in which the
   game goes on to its end. Where it can be played in several, the rest decides. */
static xpgn_status find_language(xpgn_import *m, struct imported *w, struct attempt *best,
                                 const struct language **found, xpgn_buffer *all) {
    xpgn_slice word = {m->game.text.data + w->place.offset, w->place.length};
    struct attempt first = *best;
    const uint32_t turns = best->turns;
    uint64_t texts = 0; /* of the last with which it can be played */
    bool several = false;
    *found = NULL;
    for (size_t i = 0; i < m->languages.count; i++) {
        const struct language *l = &m->languages.list[i];
        struct attempt a = {.hand = best->hand};
        size_t size;
        if (language_type(l, word, false, &size) == XPGN_NO_TYPE)
            continue;
        w->language = l;
        xpgn_status status = import_attempt_again(m, &a);
        if (status != XPGN_OK)
            return status;
        const bool played = a.whole || a.turns > turns;
        w->decided |= played && texts != 0 && texts != a.text;
        texts = played ? a.text : texts;
        if (a.whole)
            add_text(m, w, all);
        if (is_better(&a, &first)) {
            first = a;
            *found = l;
            several = false;
        } else if (*found != NULL && !is_better(&first, &a)) {
            several |= a.text != first.text;
        }
    }
    w->language = *found = several ? NULL : *found;
    w->decided &= *found != NULL;
    *best = *found != NULL ? first : *best;
    m->by.language = m->noted.language = NULL;
    return all->failed ? XPGN_NO_MEMORY : XPGN_OK;
}

/* Reads the word at which reading ends in another language. A word that is another half-move in
   another of them is left open. XPGN_NOT_FOUND: it is none. */
static xpgn_status read_foreign_word(xpgn_import *m, struct attempt *best, bool *open) {
    struct attempt a = {.hand = best->hand};
    const struct language *found = NULL;
    xpgn_status status;
    size_t size;
    struct imported *w = import_stopping_word(m, &a, &status);
    if (w == NULL || w->roll || w->spelled != NULL || w->depth > 0 || w->language != NULL)
        return status == XPGN_OK ? XPGN_NOT_FOUND : status;
    xpgn_slice word = {m->game.text.data + w->place.offset, w->place.length};
    if (word_lead(word) == 0 ||
        language_type(best->hand.language, word, false, &size) != XPGN_NO_TYPE)
        return XPGN_NOT_FOUND;
    xpgn_buffer all = {0};
    status = find_language(m, w, best, &found, &all);
    *open = status == XPGN_OK && found == NULL && all.size > 0;
    if (*open && !m->rest) { /* for checking, it is searched for */
        w->spelled = arena_copy(&m->arena, (xpgn_slice){all.data, all.size});
        w->open = w->english = true;
        status = w->spelled != NULL ? XPGN_OK : XPGN_NO_MEMORY;
    }
    xpgn_buffer_free(&all);
    return status == XPGN_OK && found == NULL ? XPGN_NOT_FOUND : status;
}

/* A word with a letter that the language of the game lacks is read in another: Sf3 among English
   words. *open: the last can be read so in several. */
static xpgn_status read_foreign_words(xpgn_import *m, struct attempt *best, bool *open) {
    enum { MOST = 4 };
    xpgn_status status = XPGN_OK;
    *open = false;
    for (unsigned tries = 0; tries < MOST && !best->whole && status == XPGN_OK; tries++)
        status = read_foreign_word(m, best, open);
    return status == XPGN_NOT_FOUND ? XPGN_OK : status;
}

/* True if a half-move has a letter that English lacks. */
static bool has_foreign_letter(const xpgn_import *m, const struct leads *l) {
    size_t size;
    for (size_t i = 0; i < l->count; i++)
        if (language_type(&m->languages.list[0], l->list[i], false, &size) == XPGN_NO_TYPE)
            return true;
    return false;
}

/* True if words with English letters that a language lacks, or has for its pawns, are no fewer than
   those with its own: one S does not make German of an English sheet. */
static bool is_contested(const xpgn_import *m, const struct language *l) {
    size_t english = 0, own = 0, size;
    for (size_t i = 0; i < m->words.count; i++) {
        xpgn_place at = m->words.list[i].place;
        xpgn_slice word = {m->game.text.data + at.offset, at.length};
        if (m->words.list[i].roll || at.length == 0 || word_lead(word) == 0)
            continue;
        unsigned type = language_type(l, word, false, &size);
        bool known = language_type(&m->languages.list[0], word, false, &size) != XPGN_NO_TYPE;
        english += known && (type == XPGN_NO_TYPE || type == XPGN_PAWN);
        own += !known && type != XPGN_NO_TYPE;
    }
    return english > 0 && english >= own;
}

/* Reads words of other languages in a sheet of the best hand; first in an English one, which a
   letter or two must not turn into another. */
static xpgn_status mix_languages(xpgn_import *m, const struct leads *leads, struct attempt *best,
                                 const struct language **tied) {
    const struct language *english = &m->languages.list[0];
    struct attempt a = {.hand = {.language = english, .numbers = best->hand.numbers}};
    bool open = false;
    if (m->given != NULL || !has_foreign_letter(m, leads) ||
        (best->whole && !is_contested(m, best->hand.language)))
        return XPGN_OK;
    xpgn_status status = import_attempt_again(m, &a);
    if (status == XPGN_OK)
        status = read_foreign_words(m, &a, &open);
    bool same = best->hand.language == english && hand_is_same(&best->hand, &a.hand);
    *tied = a.whole || open ? NULL : *tied;
    if (status != XPGN_OK || a.whole || open || same) {
        *best = a;
        return status;
    }
    for (size_t i = 0; i < m->words.count; i++)
        m->words.list[i].language = NULL;
    m->by.language = m->noted.language = NULL;
    return read_foreign_words(m, best, &open);
}

/* A number for what a hand makes of the words. */
static xpgn_status hash_reading(xpgn_import *m, const struct hand *hand, uint64_t *hash) {
    struct attempt a = {.hand = *hand};
    m->by.language = NULL; /* noting uses up the forms of words */
    xpgn_status status = import_translate(m, hand) ? import_note_attempt(m, &a) : XPGN_NO_MEMORY;
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

/* What a word is in two languages: Be2|Qe2; *both NULL: it is the same. False if memory runs out.
 */
static bool read_in_both(xpgn_import *m, const struct imported *w, const struct hand *one,
                         const struct language *other, const char **both) {
    const xpgn_slice word = {m->game.text.data + w->place.offset, w->place.length};
    struct hand second = *one;
    xpgn_buffer b = {0};
    second.language = other;
    (void)word_translate(one, word, &b);
    const size_t size = b.size;
    xpgn_buffer_char(&b, '|');
    (void)word_translate(&second, word, &b);
    bool good = !b.failed, differ = good && b.size != 2 * size + 1;
    differ = differ || (good && memcmp(b.data, b.data + size + 1, size) != 0);
    *both = differ ? arena_copy(&m->arena, (xpgn_slice){b.data, b.size}) : NULL;
    good = good && (!differ || *both != NULL);
    xpgn_buffer_free(&b);
    return good;
}

/* If two languages differ in one word only, it is that word that is left open, not the sheet. */
static xpgn_status open_tied_word(xpgn_import *m, struct attempt *best,
                                  const struct language *tied) {
    struct imported *only = NULL;
    const char *both, *readings = NULL;
    for (size_t i = 0; i < m->words.count; i++) {
        struct imported *w = &m->words.list[i];
        if (w->roll || w->fixed != NULL || w->spelled != NULL)
            continue;
        if (!read_in_both(m, w, &best->hand, tied, &both))
            return XPGN_NO_MEMORY;
        if (both != NULL && (only != NULL || w->depth > 0))
            return XPGN_OK;
        only = both != NULL ? w : only;
        readings = both != NULL ? both : readings;
    }
    if (only == NULL)
        return XPGN_OK;
    only->spelled = readings;
    only->open = only->english = m->tie_open = true;
    return import_attempt_again(m, best);
}

/* Settles, one by one, what the hand leaves open. */
static xpgn_status improve(xpgn_import *m, const struct evidence *evidence, struct attempt *best,
                           const struct language **tied) {
    xpgn_status status = XPGN_OK;
    if (best->hand.language != NULL)
        status = drop_tie(m, best, tied);
    if (status == XPGN_OK && best->hand.language != NULL)
        status = import_strike_double(m, best);
    if (status == XPGN_OK && best->hand.language != NULL)
        status = import_strike_rewritten(m, best);
    if (status == XPGN_OK && best->hand.language != NULL)
        status = mix_languages(m, &evidence->leads, best, tied);
    if (status == XPGN_OK && *tied != NULL && best->whole && !m->outcome.whole && !m->rest)
        status = open_tied_word(m, best, *tied);
    if (status == XPGN_OK && best->hand.language != NULL)
        status = leave_open(m, best);
    if (status == XPGN_OK && best->hand.language != NULL)
        status = settle_by_rest(m, best);
    if (status == XPGN_OK && best->hand.language != NULL)
        status = import_number_turns(m, best);
    if (is_english(m, best))
        *tied = NULL;
    return status;
}

xpgn_status import_find_hand(xpgn_import *m, struct attempt *best, const struct language **tied) {
    struct hand hands[MOST_HANDS];
    struct evidence evidence;
    bool numbers;
    if (!scan(m, &numbers))
        return XPGN_NO_MEMORY;
    find_evidence(m, numbers, &evidence);
    size_t count = list_hands(m, &evidence, hands);
    xpgn_status status = try_hands(m, hands, count, best, tied);
    m->halves = status == XPGN_OK && may_fill(m) && counts_half_moves(m, best);
    if (m->halves)
        status = scan(m, &numbers) ? try_hands(m, hands, count, best, tied) : XPGN_NO_MEMORY;
    if (status == XPGN_OK)
        status = improve(m, &evidence, best, tied);
    if (status != XPGN_OK || !may_fill(m))
        return status;
    bool rows, playable = best->whole && !best->gap; /* behind a gap anything can be */
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
        status = import_open_sides(m, best);
        if (status == XPGN_OK)
            status = leave_open(m, best);
    } else if (status == XPGN_OK) {
        status = scan(m, &numbers) ? XPGN_OK : XPGN_NO_MEMORY;
    }
    return status;
}
