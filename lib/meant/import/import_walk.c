/* SPDX-License-Identifier: MIT */
/*
 * Findings about games as people write them. If the import reads a game further than it can be
 * played as written, the game is checked as read, with one finding per form.
 */
#include <xpgn/play.h>

#include "core/base/slice.h"
#include "core/forms/scan.h"
#include "core/text/action_notation.h"
#include "core/text/foreign_forms.h"
#include "facts/public_walk.h"
#include "internal/meant.h"
#include "internal/text_out.h"
#include "meant/import/edit_map.h"
#include "meant/import/import.h"

/* How sure the rest of a game is of a word that can mean several actions. */
static const double decided = 0.97;
/* How sure it is of one that is a half-move in the letters of the sheet, but none that can be
   played: a3-b3 of a knight, where others have their letter. It may as well be another slip. */
static const double meant = 0.9;

enum {
    OTHERWISE = 3, /* words each of which could be a slip, such as Rd2 for Kd2 */
    PART = 4,      /* of a game, as one over this: a habit shows in no fewer words */
    SEARCHED = 2,  /* half-moves behind skipped rows in which the search finds them */
    SHOWN = 2      /* letters of another language that no slip explains */
};

/* ---- is it in another form? ------------------------------------------------------------------ */

/* True if the sheet itself leaves a half-move open, and not only by -- or in a comment, which the
   format has as well. */
static bool has_blank(const xpgn_import *m, xpgn_slice text) {
    size_t count, blanks = 0, passes = 0;
    struct notation n;
    const xpgn_imported *list = xpgn_import_words(m, &count);
    for (size_t i = 0; i < count; i++) {
        xpgn_slice word = {text.data + list[i].place.offset, list[i].place.length};
        bool blank =
            list[i].forms == 1u << XPGN_FORM_MISSING && word.size > 0 && word.data[0] != '{';
        blanks += blank;
        passes += blank && notation_read(word, &n);
    }
    return blanks > 0 && count > passes;
}

/* True if no number of the main line jumps: behind a gap nothing else shows what is missing. */
static bool numbers_follow(const xpgn_import *m) {
    const struct imported_list *items = import_items(m);
    uint32_t last = 0;
    for (size_t i = 0; i < items->count; i++) {
        const struct imported *item = &items->list[i];
        if (item->depth > 0 || item->number == 0)
            continue;
        if (last > 0 && item->number != last && item->number != last + 1)
            return false;
        last = item->number;
    }
    return true;
}

/* True if every half-move of the main line is two squares: a habit, however short the game is. */
static bool has_only_coordinates(const xpgn_import *m, xpgn_slice text) {
    const struct imported_list *items = import_items(m);
    size_t words = 0;
    for (size_t i = 0; i < items->count; i++) {
        const struct imported *item = &items->list[i];
        if (item->depth > 0 || item->roll || item->missing)
            continue;
        words++;
        if (!foreign_coordinates((xpgn_slice){text.data + item->place.offset, item->place.length}))
            return false;
    }
    return words > 0;
}

/* True if a row that is left out has its number: 6. 7. O-O. */
static bool has_empty_row(const xpgn_import *m, xpgn_slice text) {
    size_t count;
    const xpgn_imported *list = xpgn_import_words(m, &count);
    for (size_t i = 0; i < count; i++) {
        const char *p = text.data + list[i].place.offset;
        if (list[i].forms != 1u << XPGN_FORM_MISSING || list[i].place.length > 0)
            continue;
        while (p > text.data && is_space(p[-1]))
            p--;
        if (p - text.data > 1 && p[-1] == '.' && is_digit(p[-2]))
            return true;
    }
    return false;
}

/* True if the numbers leave out each half-move of the other side. */
static bool has_one_side(const xpgn_import *m) {
    const struct imported_list *items = import_items(m);
    size_t half_moves = 0, left_out = 0;
    for (size_t i = 0; i < items->count; i++) {
        const struct imported *item = &items->list[i];
        half_moves += item->depth == 0 && !item->roll;
        left_out += item->missing && item->place.length == 0;
    }
    return half_moves > 2 && left_out + 1 >= half_moves;
}

/* A word in a known form is the half-move that it can be read as, whether there is one such word or
   forty. A valid one that would have to mean something else is a slip, unless many are or the
   letters of others show the hand; the moves of one piece do not. Behind a blank the game as
   written may happen to go on. */
static bool is_foreign(const xpgn_import *m, xpgn_slice text) {
    struct import_outcome o = import_outcome(m);
    bool few = o.meant < OTHERWISE || PART * o.meant < o.read;
    bool slip = o.meant > 0 && few && o.letters < SHOWN && !has_only_coordinates(m, text);
    if (o.words == 0 || slip)
        return false;
    /* rows left out show at once, and are searched for, or later */
    bool skipped =
        o.skipped && (o.playable || o.written > o.read + SEARCHED || has_empty_row(m, text));
    if (o.read > o.written || (o.halves && o.read == o.written) ||
        (o.whole && (o.read == o.written || skipped)))
        return true;
    return o.whole && (has_one_side(m) || ((o.gap || has_blank(m, text)) && numbers_follow(m)));
}

/* Where others have their letters, a few words that mean something else with them are no habit, but
   a question each: a slip may be another. So are those that lack a part of their square. */
static void doubt_slips(xpgn_import *m, xpgn_slice text) {
    struct import_outcome o = import_outcome(m);
    const uint32_t slips = import_count_slips(m);
    if (o.letters >= SHOWN && slips > 0 && (slips < OTHERWISE || PART * slips < o.read) &&
        !has_only_coordinates(m, text))
        import_doubt_slips(m);
    import_doubt_halves(m, OTHERWISE);
}

/* True if it has rolls where the rules have no dice. */
static bool has_wrong_rolls(const xpgn_import *m, const xpgn_walk *w) {
    size_t count;
    const xpgn_imported *list = xpgn_import_words(m, &count);
    bool rolls = false;
    for (size_t i = 0; i < count; i++)
        rolls |= (list[i].forms & 1u << XPGN_FORM_ROLLS) != 0;
    return rolls && w->ruleset != NULL && !ruleset_has_dice(w->ruleset);
}

/* True if its only word in another form is the last of the file, which may have been cut off. */
static bool is_cut(const xpgn_import *m, const xpgn_walk *w) {
    size_t count;
    const xpgn_imported *list = xpgn_import_words(m, &count);
    return count == 1 && list[0].forms == 1u << XPGN_FORM_SHORT &&
           !has_only_coordinates(m, w->game->text) &&
           slice_trim((xpgn_slice){w->game->text.data + list[0].place.offset,
                                   w->game->text.size - list[0].place.offset},
                      " \t\r\n")
                   .size == list[0].place.length;
}

static xpgn_status translate_game(void *data, const xpgn_walk *w, xpgn_game *read) {
    xpgn_import *m = data;
    xpgn_status status = xpgn_import_read(m, w->game, NULL);
    if (status == XPGN_NO_MEMORY || !is_foreign(m, w->game->text) || has_wrong_rolls(m, w) ||
        is_cut(m, w))
        return status == XPGN_NO_MEMORY ? status : XPGN_NOT_FOUND;
    doubt_slips(m, w->game->text);
    *read = xpgn_import_game(m);
    return XPGN_OK;
}

/* ---- places ---------------------------------------------------------------------------------- */

/* Findings about one roll have one list of fixes. */
static void place_fixes(struct log *log, const xpgn_imported *list, size_t count) {
    const xpgn_fix *last = NULL, *placed = NULL;
    for (size_t i = 0; i < log->count; i++) {
        xpgn_finding *f = &log->list[i];
        if (f->fix_count > 0 && f->fix != last) {
            xpgn_fix *fixes = arena_alloc(&log->arena, f->fix_count * sizeof *fixes);
            log->no_memory |= fixes == NULL;
            for (uint32_t k = 0; fixes != NULL && k < f->fix_count; k++) {
                fixes[k] = f->fix[k];
                fixes[k].place = edit_map_place(list, count, fixes[k].place);
            }
            last = f->fix;
            placed = fixes;
        }
        if (f->fix_count > 0)
            f->fix = placed;
        f->fix_count = f->fix != NULL ? f->fix_count : 0;
    }
}

static void place_findings(struct log *log, const xpgn_imported *list, size_t count) {
    for (size_t i = 0; i < log->count; i++)
        log->list[i].place = edit_map_place(list, count, log->list[i].place);
    place_fixes(log, list, count);
}

/* ---- telling --------------------------------------------------------------------------------- */

/* What is in another form is one finding, but for what has an answer of its own. */
enum {
    AROUND = 1u << XPGN_FORM_ROLLS | 1u << XPGN_FORM_RESULT | 1u << XPGN_FORM_MISSING |
             1u << XPGN_FORM_HEADING | 1u << XPGN_FORM_STRUCK | 1u << XPGN_FORM_REMARK |
             1u << XPGN_FORM_LAYOUT,
    APART = 1u << XPGN_FORM_CHOICES | 1u << XPGN_FORM_SEVERAL,
    ROWS = 1u << XPGN_FORM_ROWS,
    LETTERS = 1u << XPGN_FORM_LETTERS
};

/* The form that the word is reported for, its first. */
static unsigned form_of(const xpgn_imported *word) {
    return word->exact ? 0 : word->forms & (~word->forms + 1);
}

static bool has_form(const xpgn_imported *word, unsigned forms) {
    return (form_of(word) & forms) != 0;
}

static size_t count_form(const xpgn_imported *list, size_t count, unsigned forms) {
    size_t words = 0;
    for (size_t i = 0; i < count; i++)
        words += has_form(&list[i], forms);
    return words;
}

/* The word that the finding points to: the first that says no result; of those that do the longest,
   as a silent * and the tags only change with it. */
static const xpgn_imported *find_example(const xpgn_imported *list, size_t count, unsigned forms) {
    const xpgn_imported *example = NULL;
    for (size_t i = 0; i < count; i++) {
        if (!has_form(&list[i], forms))
            continue;
        if (!has_form(&list[i], 1u << XPGN_FORM_RESULT))
            return &list[i];
        if (example == NULL || list[i].place.length >= example->place.length)
            example = &list[i];
    }
    return example;
}

static const char *between(size_t done, size_t left) {
    return done == 0 ? "" : left == 1 ? " and " : ", ";
}

/* Says how the rows stand. */
static const char *name_rows(const xpgn_import *m) {
    const struct import_outcome o = import_outcome(m);
    return o.sides_tied    ? "the rows cannot be played as they are written"
           : o.black_first ? "each row has Black's half-move before White's"
                           : "the rows are not in the order of their numbers";
}

/* Says how they are written: "with German piece letters and with other signs". */
static void put_forms(xpgn_buffer *b, const xpgn_import *m, unsigned forms) {
    static const struct {
        xpgn_form form;
        const char *name;
    } names[] = {{XPGN_FORM_LETTERS, NULL},
                 {XPGN_FORM_FIGURINES, "with figurines"},
                 {XPGN_FORM_SMALL, "with small piece letters"},
                 {XPGN_FORM_SIGNS, "with other signs"},
                 {XPGN_FORM_CASTLING, "as castling in another form"},
                 {XPGN_FORM_MARKS, "with marks in another form"},
                 {XPGN_FORM_NUMBERS, "in ICCF numbers"},
                 {XPGN_FORM_SHORT, "in short, long or descriptive forms"},
                 {XPGN_FORM_TURNED, "with the board seen from the other side"},
                 {XPGN_FORM_CHOICES, "as alternatives"}};
    const char *other = xpgn_import_other(m), *language = xpgn_import_language(m);
    size_t done = 0, left = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        left += forms >> names[i].form & 1;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if ((forms >> names[i].form & 1) == 0)
            continue;
        xpgn_buffer_text(b, between(done++, left--));
        if (names[i].name != NULL)
            xpgn_buffer_text(b, names[i].name);
        else if (strcmp(language, "English") == 0)
            xpgn_buffer_text(b, "with letters of another language than the rest");
        else
            xpgn_buffer_printf(b, "with %s%s%s piece letters", language,
                               *other != '\0' ? " or " : "", other);
    }
}

/* Says what it is: "the heading, the result and 2 remarks"; returns how many there are. */
static size_t put_around(xpgn_buffer *b, const xpgn_imported *list, size_t count) {
    static const struct {
        xpgn_form form;
        const char *name, *more; /* NULL: there is one, of whatever parts */
    } kinds[] = {{XPGN_FORM_HEADING, "the heading", NULL},
                 {XPGN_FORM_RESULT, "the result", NULL},
                 {XPGN_FORM_ROLLS, "roll", "rolls"},
                 {XPGN_FORM_MISSING, "half-move left open", "half-moves left open"},
                 {XPGN_FORM_STRUCK, "half-move struck out", "half-moves struck out"},
                 {XPGN_FORM_REMARK, "remark", "remarks"},
                 {XPGN_FORM_LAYOUT, "sign between half-moves", "signs between half-moves"}};
    size_t things = 0, left = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        left += count_form(list, count, 1u << kinds[i].form) > 0;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t words = count_form(list, count, 1u << kinds[i].form);
        if (words == 0)
            continue;
        xpgn_buffer_text(b, between(things, left));
        if (kinds[i].more != NULL)
            xpgn_buffer_printf(b, "%zu ", words);
        xpgn_buffer_text(b, words > 1 && kinds[i].more != NULL ? kinds[i].more : kinds[i].name);
        things += kinds[i].more != NULL ? words : 1;
        left--;
    }
    return things;
}

/* "8 half-moves are written with German piece letters, and the result in another form". */
static void put_written(xpgn_buffer *b, const xpgn_import *m, unsigned forms, xpgn_slice example) {
    size_t count;
    const xpgn_imported *list = xpgn_import_words(m, &count);
    unsigned words = forms & ~(unsigned)(AROUND | ROWS);
    size_t moves = count_form(list, count, words);
    if (moves > 0) {
        xpgn_buffer_printf(b, "%zu half-move%s written ", moves, moves == 1 ? " is" : "s are");
        put_forms(b, m, words);
    }
    if ((forms & AROUND) != 0) {
        xpgn_buffer_text(b, moves > 0 ? ", and " : "");
        bool many = put_around(b, list, count) > 1;
        xpgn_buffer_text(b, moves > 0 ? "" : many ? " are written" : " is written");
        xpgn_buffer_text(b, " in another form");
    }
    if (example.size > 0 && forms != ROWS)
        xpgn_buffer_printf(b, " (%.*s)", SLICE(example));
    if ((forms & ROWS) != 0)
        xpgn_buffer_printf(b, "%s%s", forms != ROWS ? "; " : "", name_rows(m));
}

/* The finding about the words of some forms, of which `example` is one. */
static void add_finding(const xpgn_import *m, struct log *log, unsigned forms,
                        const xpgn_imported *example, xpgn_slice text) {
    xpgn_buffer how = {0};
    size_t count;
    const xpgn_imported *list = xpgn_import_words(m, &count);
    size_t words = count_form(list, count, forms);
    text.size = (size_t)(scan_line(text.data, text.data + text.size) - text.data);
    if (forms == 1u << XPGN_FORM_MISSING && text.size == 0) {
        log_add(log, D_FOREIGN, example->place, "the numbers leave out %zu half-move%s", words,
                words == 1 ? "" : "s");
    } else if (forms == 1u << XPGN_FORM_ROLLS) {
        log_add(log, D_ROLL_FORM, example->place, "%zu roll%s written in another form (%.*s)",
                words, words == 1 ? " is" : "s are", SLICE(text));
    } else {
        put_written(&how, m, forms, text);
        log_add(log, D_FOREIGN, example->place, "%s", log_take(log, &how));
    }
}

/* All words of some forms as the fixes of the newest finding. */
static void add_fixes(struct log *log, const xpgn_imported *list, size_t count, unsigned forms) {
    size_t words = count_form(list, count, forms);
    xpgn_finding *f = &log->list[log->count - 1];
    xpgn_fix *fixes = log_wants_hint(log) ? arena_alloc(&log->arena, words * sizeof *fixes) : NULL;
    if (fixes == NULL) {
        log->no_memory |= log_wants_hint(log);
        return;
    }
    f->fix = fixes;
    f->fix_count = (uint32_t)words;
    f->together = true;
    for (size_t i = 0; i < count; i++)
        if (has_form(&list[i], forms))
            *fixes++ =
                (xpgn_fix){.place = list[i].place, .text = log_text(log, "%s", list[i].text)};
}

/* The first word from index `from` on that two languages read differently, and its other reading;
   NULL: there is none, or no memory. */
static const xpgn_imported *find_tied(const xpgn_import *m, const char *written, size_t from,
                                      xpgn_buffer *other) {
    size_t count;
    const xpgn_imported *list = xpgn_import_words(m, &count);
    for (size_t i = from; i < count; i++) {
        xpgn_buffer_clear(other);
        if (has_form(&list[i], LETTERS) &&
            import_other_reading(
                m, (xpgn_slice){written + list[i].place.offset, list[i].place.length}, other) &&
            strcmp(other->data, list[i].text) != 0)
            return &list[i];
    }
    return NULL;
}

/* What is asked of one half-move is told with its turn. */
static void label_choice(const xpgn_import *m, xpgn_walk *w, uint32_t offset) {
    xpgn_finding *f = &w->log.list[w->log.count - 1];
    const struct imported *word = import_word(m, offset);
    if (word == NULL || word->ply == 0)
        return;
    f->ply = word->ply;
    f->turn = w->log.bare
                  ? ""
                  : walk_label_of(w, word->move, word->seat,
                                  (xpgn_slice){public_walk_of(w)->foreign.written->text.data +
                                                   word->place.offset,
                                               word->place.length});
}

/* True if it is the only word that two languages read differently. */
static bool is_only_tied(const xpgn_import *m, const char *written, const xpgn_imported *word) {
    size_t count;
    xpgn_buffer other = {0};
    const xpgn_imported *list = xpgn_import_words(m, &count);
    bool only = find_tied(m, written, (size_t)(word - list) + 1, &other) == NULL && !other.failed;
    xpgn_buffer_free(&other);
    return only;
}

/* Says what the word is in either language. If it is the only one that differs, it is asked for:
   its readings are the fixes of the newest finding. */
static void ask_tied(const xpgn_import *m, xpgn_walk *w, const char *written) {
    struct log *log = &w->log;
    xpgn_finding *f = &log->list[log->count - 1];
    xpgn_buffer other = {0};
    const xpgn_imported *word = find_tied(m, written, 0, &other);
    const bool only = word != NULL && is_only_tied(m, written, word);
    if (word != NULL && log_wants_hint(log)) {
        xpgn_slice text = {written + word->place.offset, word->place.length};
        log_hint(log, "%.*s is %s or %s%s", SLICE(text), word->text, other.data,
                 only ? "" : "; xpgn-fmt --import --language=CODE writes it");
        xpgn_fix *fixes = only ? arena_alloc(&log->arena, 2 * sizeof *fixes) : NULL;
        for (uint32_t i = 0; i < 2 && fixes != NULL; i++)
            fixes[i] = (xpgn_fix){.place = word->place,
                                  .text = log_text(log, "%s", i == 0 ? word->text : other.data),
                                  .tie = true,
                                  .tried = true,
                                  .probability = 0.5};
        f->fix = fixes;
        f->fix_count = fixes != NULL ? 2 : 0;
    }
    if (only)
        label_choice(m, w, f->place.offset);
    xpgn_buffer_free(&other);
}

/* Moves the newest finding before those about later places. */
static void sort_in(struct log *log) {
    xpgn_finding newest = log->list[log->count - 1];
    size_t at = log->count - 1;
    while (at > 0 && log->list[at - 1].place.offset > newest.place.offset)
        at--;
    memmove(&log->list[at + 1], &log->list[at], (log->count - 1 - at) * sizeof newest);
    log->list[at] = newest;
}

/* Says what the import makes of them. */
static void hint_import(const xpgn_import *m, struct log *log, unsigned forms, size_t words,
                        const xpgn_imported *example) {
    bool tied = *xpgn_import_other(m) != '\0', letters = forms == LETTERS;
    const char *it = words == 1 ? "it" : "them";
    if (forms == 1u << XPGN_FORM_CHOICES && words == 1 && example->text[0] != '\0')
        log_hint(log, "only %s can be played", example->text);
    else if (forms == 1u << XPGN_FORM_CHOICES)
        log_hint(log, "only one of each can be played");
    else if (forms == ROWS && import_outcome(m).sides_tied)
        log_hint(log, "Black is first in each row, or the board is seen from the other side");
    else if (forms == ROWS)
        log_hint(log, import_outcome(m).black_first
                          ? "as they are written no half-move can be played; exchange them"
                          : "xpgn-fmt --import puts them in order");
    else if (letters && (tied || words > 1))
        log_hint(log, "xpgn-fmt --import%s writes %s in English", tied ? " --language=CODE" : "",
                 it);
    else if (words == 1 && example->text[0] != '\0')
        log_hint(log, "xpgn-fmt --import writes it as %s", example->text);
    else
        log_hint(log, "xpgn-fmt --import writes %s in the notation of the format", it);
}

static unsigned forms_of(const xpgn_imported *list, size_t count, unsigned forms) {
    unsigned all = 0;
    for (size_t i = 0; i < count; i++)
        all |= form_of(&list[i]) & forms;
    return all;
}

/* The word that the finding points to. */
static const xpgn_imported *choose_example(const xpgn_import *m, unsigned forms,
                                           const char *written) {
    size_t count;
    xpgn_buffer other = {0};
    const unsigned moves = forms & ~(unsigned)(AROUND | ROWS);
    const xpgn_imported *list = xpgn_import_words(m, &count);
    const xpgn_imported *tied = forms == LETTERS ? find_tied(m, written, 0, &other) : NULL;
    xpgn_buffer_free(&other);
    return tied != NULL ? tied
                        : find_example(list, count,
                                       moves != 0      ? moves
                                       : forms != ROWS ? forms & ~(unsigned)ROWS
                                                       : ROWS);
}

static void tell_forms(const xpgn_import *m, xpgn_walk *w, unsigned forms) {
    struct log *log = &w->log;
    size_t count, kept = log->count;
    const xpgn_imported *list = xpgn_import_words(m, &count);
    forms = forms_of(list, count, forms);
    if (forms == 0)
        return;
    const char *written = public_walk_of(w)->foreign.written->text.data;
    const xpgn_imported *example = choose_example(m, forms, written);
    const char *text = written + example->place.offset;
    add_finding(m, log, forms, example, (xpgn_slice){text, example->place.length});
    if (log->count == kept)
        return;
    size_t words = count_form(list, count, forms);
    if (forms == 1u << XPGN_FORM_RESULT)
        words = 1; /* the parts of one result */
    if (forms == 1u << XPGN_FORM_CHOICES && words == 1)
        label_choice(m, w, example->place.offset);
    hint_import(m, log, forms, words, example);
    if (forms == LETTERS && *xpgn_import_other(m) != '\0')
        ask_tied(m, w, written);
    else if (!import_outcome(m).sides_tied)
        add_fixes(log, list, count, forms);
    sort_in(log);
}

/* A half-move alone in its row is asked for: it is White's or Black's. */
static void ask_side(const xpgn_import *m, xpgn_walk *w, const xpgn_imported *edit) {
    static const char gap[] = "{[%missing]}";
    struct log *log = &w->log;
    xpgn_slice word = {public_walk_of(w)->foreign.written->text.data + edit->place.offset,
                       edit->place.length};
    size_t kept = log->count;
    log_add(log, D_FOREIGN, edit->place,
            "'%.*s' stands alone in its row: White's half-move or Black's is missing", SLICE(word));
    xpgn_fix *fixes = log->count > kept && log_wants_hint(log)
                          ? arena_alloc(&log->arena, 2 * sizeof *fixes)
                          : NULL;
    if (fixes != NULL) {
        for (unsigned i = 0; i < 2; i++)
            fixes[i] = (xpgn_fix){.place = edit->place,
                                  .text = i == 0 ? log_text(log, "%.*s %s", SLICE(word), gap)
                                                 : log_text(log, "%s %.*s", gap, SLICE(word)),
                                  .tie = true,
                                  .tried = true,
                                  .probability = 0.5};
        log->list[log->count - 1].fix = fixes;
        log->list[log->count - 1].fix_count = 2;
        log_hint(log, "write %s where it is", gap);
        label_choice(m, w, edit->place.offset);
    }
    if (log->count > kept)
        sort_in(log);
}

/* A word that the rest of the game decides, or that would be another half-move with the letters of
   the sheet, is asked for by itself. */
static void add_decided(const xpgn_import *m, xpgn_walk *w, const xpgn_imported *edit) {
    struct log *log = &w->log;
    struct notation n;
    const char *written = public_walk_of(w)->foreign.written->text.data;
    size_t kept = log->count;
    xpgn_slice word = {written + edit->place.offset, edit->place.length};
    const bool slip = *edit->text != '{' && notation_read(word, &n);
    if (*edit->text == '{')
        log_add(log, D_FOREIGN, edit->place,
                "'%.*s' was written anew: it is one half-move too many", SLICE(word));
    else if (slip)
        log_add(log, D_FOREIGN, edit->place,
                "'%.*s' cannot be played as it stands; the game goes on with %s", SLICE(word),
                edit->text);
    else
        log_add(log, D_FOREIGN, edit->place,
                "'%.*s' can mean several actions; the game goes on with %s", SLICE(word),
                edit->text);
    xpgn_fix *fix =
        log->count > kept && log_wants_hint(log) ? arena_alloc(&log->arena, sizeof *fix) : NULL;
    if (fix != NULL) {
        *fix = (xpgn_fix){.place = edit->place,
                          .text = log_text(log, "%s", edit->text),
                          .tried = true,
                          .stands = import_outcome(m).whole,
                          .probability = slip ? meant : decided};
        log->list[log->count - 1].fix = fix;
        log->list[log->count - 1].fix_count = 1;
        log_hint(log, "xpgn-fmt --import writes it as %s", edit->text);
        label_choice(m, w, edit->place.offset);
    }
    if (log->count > kept)
        sort_in(log);
}

static void tell_decided(const xpgn_import *m, xpgn_walk *w) {
    size_t count;
    const xpgn_imported *list = xpgn_import_words(m, &count);
    for (size_t i = 0; i < count; i++) {
        if (!has_form(&list[i], 1u << XPGN_FORM_SEVERAL))
            continue;
        if (strncmp(list[i].text, "{[", 2) == 0)
            ask_side(m, w, &list[i]);
        else
            add_decided(m, w, &list[i]);
    }
}

/* Drops the last finding that is no error; if all are, the last. */
static void drop_last(struct log *log) {
    size_t at = log->count;
    while (at > 0 && log->list[at - 1].level == XPGN_ERROR)
        at--;
    at = at > 0 ? at - 1 : log->count - 1;
    log->count--;
    memmove(&log->list[at], &log->list[at + 1], (log->count - at) * sizeof *log->list);
    log->dropped++;
}

/* Findings about the whole game are never dropped in favour of those about parts. */
static void tell_foreign(void *data, xpgn_walk *w) {
    const xpgn_import *m = data;
    struct log *log = &w->log;
    size_t count;
    const xpgn_imported *list = xpgn_import_words(m, &count);
    uint32_t limit = log->limit;
    bool tied = *xpgn_import_other(m) != '\0', turned = import_outcome(m).black_first;
    unsigned apart = APART | (tied ? (unsigned)LETTERS : 0) | (turned ? (unsigned)ROWS : 0);
    place_findings(log, list, count);
    log->limit = UINT32_MAX;
    log->turn = "";
    log->ply = 0;
    for (unsigned form = 0; form < XPGN_FORMS; form++)
        tell_forms(m, w, 1u << form & apart & ~(1u << XPGN_FORM_SEVERAL));
    tell_decided(m, w);
    tell_forms(m, w, ~apart);
    log->limit = limit;
    while (log->count > limit)
        drop_last(log);
}

void xpgn_walk_import(xpgn_walk *walk, xpgn_import *import) {
    struct import_hook *f = &public_walk_of(walk)->foreign;
    *f = (struct import_hook){.data = import};
    if (import == NULL)
        return;
    import_read_rest(import);
    f->take = translate_game;
    f->tell = tell_foreign;
}
