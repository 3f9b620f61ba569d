/* SPDX-License-Identifier: MIT */
/* Translates a game as people write it to the notation of the format: the public functions. */
#include "core/base/fault.h"
#include "core/base/slice.h"
#include "core/base/utf8.h"
#include "core/forms/scan.h"
#include "core/text/other_game.h"
#include "core/text/result_text.h"
#include "facts/public_walk.h"
#include "meant/import/import_state.h"
#include "meant/sheet/row_order.h"
#include "xpgn_codes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
        public_walk_of(m->steps)->foreign.brief = m->steps->log.plain = true;
    return true;
}

/* Reads the letters of all languages once they are needed: most files have no game to import. */
static void need_languages(xpgn_import *m) {
    if (m->languages.count == 0)
        languages_read(&m->languages);
}

/* NULL if there is none, or none is named. */
static const struct language *named(xpgn_import *m, const char *language) {
    if (language == NULL)
        return NULL;
    need_languages(m);
    return language_find(&m->languages, slice_of(language));
}

xpgn_status xpgn_import_new(xpgn_import **out, xpgn_catalog *catalog, const char *language) {
    xpgn_import *m = calloc(1, sizeof *m);
    if (m == NULL)
        return XPGN_NO_MEMORY;
    m->given = named(m, language);
    if (language != NULL && m->given == NULL) {
        xpgn_import_free(m);
        return XPGN_NOT_FOUND;
    }
    m->catalog = catalog;
    *out = m;
    return XPGN_OK;
}

xpgn_status xpgn_import_prefer(xpgn_import *m, const char *language) {
    const struct language *l = named(m, language);
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

static bool has_wrong_number(const xpgn_walk *walk) {
    size_t count;
    const xpgn_finding *list = xpgn_walk_findings(walk, &count);
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i].code, XPGN_CODE_NUMBER) == 0)
            return true;
    return false;
}

/* ---- the result ------------------------------------------------------------------------------ */

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

/* Where a place of the translation is in the game as written. */
static uint32_t place_as_written(const xpgn_import *m, uint32_t offset) {
    uint32_t past = 0, written = 0;
    for (size_t i = 0; i < m->words.count && m->words.list[i].offset <= offset; i++) {
        const struct imported *w = &m->words.list[i];
        past = w->offset + w->length;
        written = w->place.offset + w->place.length;
    }
    return offset >= past ? written + offset - past : written;
}

/* Says what is wrong where no word is: dice, or a sign that is none of a half-move. */
static void say_place(xpgn_import *m, const struct attempt *best) {
    size_t count;
    const xpgn_finding *list = xpgn_walk_findings(m->steps, &count);
    size_t i = 0;
    while (i < count &&
           (list[i].level != XPGN_ERROR || strcmp(list[i].code, XPGN_CODE_NO_RESULT) == 0))
        i++;
    if (i == count) {
        (void)snprintf(m->error, sizeof m->error, "only %u turns are understood",
                       (unsigned)best->turns);
        return;
    }
    (void)snprintf(m->error, sizeof m->error, "after %u turns: %s", (unsigned)best->turns,
                   list[i].text);
    m->stop = place_as_written(m, list[i].place.offset);
}

static void say_error(xpgn_import *m, const struct attempt *best, const struct language *tied) {
    const xpgn_finding *error = NULL;
    xpgn_slice word = import_last_word(m, &error);
    if (m->open < m->words.count) {
        say_roll(m, best);
        return;
    }
    struct other_game other;
    m->stays_tied = best->whole && tied != NULL && !m->tie_open;
    bool stops = word.size > 0 && !m->stays_tied;
    m->stop = stops ? (uint32_t)(word.data - m->game.text.data) : 0;
    if (m->stays_tied)
        (void)snprintf(m->error, sizeof m->error, "it can be %.*s or %.*s",
                       SLICE(m->language->name), SLICE(tied->name));
    else if (best->turns == 0 && other_game_find(m->game.text, 0, true, &other))
        (void)snprintf(m->error, sizeof m->error, "%s", other.name);
    else if (word.size > 0)
        say_word(m, best, word, error);
    else
        say_place(m, best);
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
    xpgn_status status = import_find_hand(m, &best, &tied);
    if (status != XPGN_OK)
        return status;
    m->outcome.read = best.turns;
    m->outcome.whole = best.whole;
    m->outcome.gap = best.whole && best.gap && is_gap_elsewhere(m, written, &best);
    m->outcome.turned = best.hand.turned;
    m->outcome.halves = m->halves;
    m->tied = tied;
    if (tied != NULL)
        (void)snprintf(m->other, sizeof m->other, "%.*s", SLICE(tied->name));
    m->gap = best.gap;
    if (best.hand.language != NULL)
        status = import_strike_brackets(m, &best);
    if (best.hand.language != NULL && status == XPGN_OK)
        status = import_take_hand(m, &best);
    best.whole = best.whole && m->open >= m->words.count;
    if (!best.whole && best.turns <= written->turns && !m->halves)
        import_drop_changes(m);
    if (!written->whole && (!best.whole || (tied != NULL && !m->tie_open)))
        say_error(m, &best, tied);
    return status != XPGN_OK ? status : m->error[0] != '\0' ? XPGN_INVALID : XPGN_OK;
}

/* True if there is a promotion in brackets, e8(Q), which as written is a variation, with another
   promotion; or a number or score, (12) or (1-0), which is a variation without a half-move. */
static bool has_bracket(xpgn_slice text) {
    const char *p = text.data, *end = p + text.size;
    while ((p = memchr(p, '(', (size_t)(end - p))) != NULL) {
        bool joined = p > text.data && byte_is(p[-1], BYTE_WORD);
        const char *past = ++p;
        while (past < end && (is_digit(*past) || (*past != '\0' && strchr("-:/.", *past) != NULL)))
            past++;
        if (past > p && past < end && *past == ')')
            return true;
        if (joined && p < end && !is_digit(*p)) {
            size_t size = utf8_length((xpgn_slice){p, (size_t)(end - p)});
            if (size > 0 && p + size < end && p[size] == ')')
                return true;
        }
    }
    return false;
}

/* True if a bracket does not begin with a number and a dot, as a variation does. */
static bool has_odd_bracket(xpgn_slice text) {
    const char *p = text.data, *end = p + text.size;
    while ((p = memchr(p, '(', (size_t)(end - p))) != NULL) {
        for (p = scan_white(p + 1, end); p < end && is_digit(*p); p++)
            ;
        if (p < end && *p != '.')
            return true;
    }
    return false;
}

/* True if the game has brackets that cannot be played as variations, or ends as the format does not
   say. */
static xpgn_status find_unplayed(xpgn_import *m, bool *unplayed) {
    struct attempt a;
    *unplayed = has_bracket(m->game.text) || walk_may_go_on(m->quick);
    if (*unplayed || !has_odd_bracket(m->game.text))
        return XPGN_OK;
    m->words.count = 0;
    xpgn_status status = import_play(m, m->steps, m->game.text, &a);
    *unplayed = import_has_error(m->steps);
    return status;
}

static xpgn_status read_written(xpgn_import *m, const xpgn_game *game) {
    struct attempt written = {.turns = 0};
    need_languages(m);
    m->game = *game;
    m->game.text = slice_given(game->text);
    m->changed_count = 0;
    m->error[0] = m->other[0] = '\0';
    m->tied = NULL;
    m->gap = m->settled = m->halves = m->stays_tied = m->tie_open = false;
    m->stop = 0;
    import_set_language(m, &m->languages.list[0]);
    xpgn_buffer_clear(&m->result);
    xpgn_buffer_clear(&m->names);
    if (!walks_new(m))
        return XPGN_NO_MEMORY;
    xpgn_status status = import_play(m, m->quick, m->game.text, &written);
    m->outcome = (struct import_outcome){
        .written = written.turns, .read = written.turns, .whole = written.whole};
    /* a given language takes precedence over English letters */
    bool settled = written.whole && !written.gap && written.turns > 0 &&
                   !import_has_error(m->quick) &&
                   (m->given == NULL || m->given == &m->languages.list[0]);
    m->settled = settled = settled && !m->skips;
    bool unplayed = false;
    if (status == XPGN_OK && settled)
        status = find_unplayed(m, &unplayed);
    if (status != XPGN_OK || !settled || unplayed)
        return status == XPGN_OK ? import(m, &written) : status;
    m->words.count = 0;
    if (!import_note_result(m, m->quick))
        return XPGN_NO_MEMORY;
    import_name_changes(m, m->changed_count);
    return m->changed_count > 0 ? import_write_result(m) : XPGN_OK;
}

/* ---- rows in another order ------------------------------------------------------------------- */

/* True if the game reads better with its rows changed. Numbers say an order; that Black comes first
   in each row is known only by what can be played. */
static bool reads_better(const struct import_outcome *o, const struct import_outcome *written,
                         enum row_change change) {
    if (change == ROWS_BY_NUMBER)
        return o->whole || (!written->whole && o->read >= written->read);
    return (!written->whole || written->turned) && written->written < 2 &&
           (o->whole || written->turned || o->read >= written->read + GAIN);
}

/* Decides between rows with Black first, as they were read, and the board seen from the other side;
   XPGN_NOT_FOUND: it is the latter. */
static xpgn_status settle_sides(xpgn_import *m, const struct sides_evidence *turned,
                                xpgn_status read) {
    struct sides_evidence rows;
    xpgn_status status = import_weigh_rows(m, &rows);
    int better = import_compare_sides(&rows, turned);
    m->outcome.sides_tied = better == 0;
    if (better == 0)
        (void)snprintf(m->error, sizeof m->error,
                       "it can be read with Black first in each row, or from the other side of the "
                       "board");
    return status != XPGN_OK ? status
           : better < 0      ? XPGN_NOT_FOUND
           : better > 0      ? read
                             : XPGN_INVALID;
}

/* Reads the game with its rows changed. XPGN_NOT_FOUND: it has no such rows, or reads no better. */
static xpgn_status read_rows(xpgn_import *m, const xpgn_game *game, enum row_change change) {
    const struct import_outcome written = m->outcome;
    struct sheet_game kind = import_game_kind(m);
    struct row_text rows;
    struct sides_evidence turned;
    const bool sides = change == ROWS_TURNED;
    arena_reset(&m->rows);
    xpgn_status status = row_text_change(&rows, slice_given(game->text), kind, change, &m->rows);
    if (status == XPGN_OK && sides)
        status = import_weigh_turned(m, &turned);
    if (status != XPGN_OK)
        return status;
    xpgn_game changed = *game;
    changed.text = rows.text;
    status = read_written(m, &changed);
    if (status != XPGN_NO_MEMORY &&
        (!reads_better(&m->outcome, &written, change) || (rows.lists && !m->outcome.whole)))
        status = XPGN_NOT_FOUND;
    else if (status != XPGN_NO_MEMORY && sides)
        status = settle_sides(m, &turned, status);
    if (status == XPGN_NO_MEMORY || status == XPGN_NOT_FOUND)
        return status;
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
    return m->filled || m->halves || status == XPGN_NO_MEMORY ? status : read_written(m, game);
}

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
    return change == ROWS_BY_NUMBER
               ? falls || last == 0
               : (!m->outcome.whole || m->outcome.turned) && m->outcome.written < 2;
}

/* Reads the game as it is written, or with its rows in order if they are in none. */
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

/* The word at which reading ended; 0, 0 if that is not known, or rows were read in another order.
 */
static xpgn_place stopping_place(const xpgn_import *m, const xpgn_game *game) {
    const xpgn_slice text = slice_given(game->text);
    size_t end = m->stop;
    if (m->stop == 0 || m->game.text.data != text.data)
        return (xpgn_place){0, 0};
    while (end < text.size && !slice_is_blank((xpgn_slice){text.data + end, 1}))
        end++;
    return (xpgn_place){m->stop, (uint32_t)(end - m->stop)};
}

xpgn_status xpgn_import_read(xpgn_import *m, const xpgn_game *game, xpgn_fault *fault) {
    xpgn_status status = read_in_order(m, game);
    if (status == XPGN_INVALID && fault != NULL) {
        (void)fault_set(fault, "%s", m->error);
        fault->place = stopping_place(m, game);
    }
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

bool xpgn_import_is_tied(const xpgn_import *m) {
    return m->stays_tied || m->tie_open;
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

bool import_other_reading(const xpgn_import *m, xpgn_slice word, xpgn_buffer *b) {
    struct hand hand = m->by;
    hand.language = m->tied;
    if (m->tied != NULL)
        (void)word_translate(&hand, word, b);
    xpgn_buffer_char(b, '\0');
    return m->tied != NULL && !b->failed;
}

struct import_outcome import_outcome(const xpgn_import *m) {
    return m->outcome;
}

void import_read_rest(xpgn_import *m) {
    m->rest = true;
}
