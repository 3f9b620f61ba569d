/* SPDX-License-Identifier: MIT */
/* Makes one fix and walks the game again, until it is legal or no fix may be made. */
#include "core/base/option_struct.h"
#include "core/base/slice.h"
#include "core/text/action_notation.h"
#include "core/text/game_split.h"
#include "facts/fix_level.h"
#include "facts/public_walk.h"
#include "internal/action_facts.h"
#include "internal/loop.h"
#include "internal/meant.h"
#include "internal/text_out.h"
#include "internal/walk_modes.h"
#include "meant/fix/correction.h"

#include <stdio.h>
#include <stdlib.h>
#include <xpgn/record.h>
#include <xpgn/sheets.h>
#include <xpgn/stream.h>
#include <xpgn/walk.h>
#include <xpgn_codes.h>

enum { ROUNDS = 4096 }; /* limit per game for fixes made or tried in vain */

/* The state of the game found by a walk. */
struct fix_standing {
    size_t errors, findings;
    uint32_t ply;       /* of its first error */
    const char *sealed; /* NULL: the dice are not sealed */
    char languages[72]; /* as xpgn_fixer_languages */
};

/* The game before a question. */
struct game_before {
    size_t count, questions; /* corrections made, questions skipped */
    uint32_t number;
    bool human;
};

struct xpgn_fixer {
    xpgn_fixer_options options;
    xpgn_walk *walk, *steps; /* one finds errors, the other positions */
    xpgn_import *import;
    xpgn_buffer why;         /* why the last fix was not kept */
    const xpgn_place *given; /* what is held in the games to come; NULL: nothing, */
    size_t given_count;
    bool holds; /* and answers neither */

    /* One game. */
    struct arena arena;
    xpgn_game game; /* as given, with its current text */
    xpgn_buffer text;
    struct fix_standing now;
    xpgn_correction *list;
    size_t count, capacity;
    uint64_t *passed; /* hashes of findings and fixes that are not tried again */
    size_t passed_count, passed_capacity;
    struct game_before *asked; /* the states before the questions so far */
    size_t asked_count, asked_capacity;
    uint32_t number;
    bool human, quit, back;
    xpgn_place *held; /* what is held in the text as it is now */
    size_t held_count, held_capacity;
};

xpgn_status xpgn_fixer_new(xpgn_fixer **out, xpgn_catalog *catalog,
                           const xpgn_fixer_options *options) {
    xpgn_fixer_options own;
    const xpgn_walk_options how = {XPGN_WALK_OPTIONS, .detail = XPGN_VERDICT,
                                   .repair = &xpgn_repair};
    const xpgn_walk_options plain = {XPGN_WALK_OPTIONS, .skip_variations = true};
    if (!options_read(&own, sizeof own, options) || own.level > XPGN_FIX_LIKELY)
        return XPGN_INVALID;
    xpgn_fixer *f = calloc(1, sizeof *f);
    if (f == NULL)
        return XPGN_NO_MEMORY;
    f->options = own;
    xpgn_status status = xpgn_walk_new(&f->walk, catalog, &how);
    if (status == XPGN_OK)
        status = xpgn_walk_new(&f->steps, catalog, &plain);
    if (status == XPGN_OK)
        status = xpgn_import_new(&f->import, catalog, NULL);
    if (status != XPGN_OK) {
        xpgn_fixer_free(f);
        return status;
    }
    xpgn_walk_import(f->walk, f->import);
    *out = f;
    return XPGN_OK;
}

void xpgn_fixer_free(xpgn_fixer *f) {
    if (f == NULL)
        return;
    xpgn_walk_free(f->walk);
    xpgn_walk_free(f->steps);
    xpgn_import_free(f->import);
    xpgn_buffer_free(&f->why);
    arena_free(&f->arena);
    xpgn_buffer_free(&f->text);
    free(f);
}

xpgn_slice xpgn_fixer_text(const xpgn_fixer *f) {
    return (xpgn_slice){f->text.data, f->text.size};
}

const xpgn_correction *xpgn_fixer_corrections(const xpgn_fixer *f, size_t *count) {
    *count = f->count;
    return f->list;
}

const char *xpgn_fixer_languages(const xpgn_fixer *f) {
    return f->now.languages;
}

/* ---- what is held ---------------------------------------------------------------------------- */

void xpgn_fixer_hold(xpgn_fixer *f, const xpgn_place *list, size_t count) {
    f->given = list;
    f->given_count = count;
    f->holds = true;
}

/* Adds a place of the text as it was before correction `from`. */
static bool add_held(xpgn_fixer *f, xpgn_place place, size_t from) {
    xpgn_place *list =
        arena_grow(&f->arena, f->held, f->held_count, &f->held_capacity, sizeof *f->held);
    if (list == NULL)
        return false;
    for (size_t i = from; i < f->count; i++)
        if (f->list[i].offset + f->list[i].was.size <= place.offset)
            place.offset += (uint32_t)(f->list[i].is.size - f->list[i].was.size);
    f->held = list;
    f->held[f->held_count++] = place;
    return true;
}

/* Lists what is held in the text as it is now: what was given, and what was answered. */
static bool list_held(xpgn_fixer *f) {
    bool good = true;
    f->held_count = 0;
    for (size_t i = 0; i < f->given_count && good; i++)
        good = add_held(f, f->given[i], 0);
    for (size_t i = 0; i < f->count && f->holds && good; i++)
        if (f->list[i].level == XPGN_FIX_ASK && f->list[i].is.size > 0)
            good = add_held(
                f, (xpgn_place){(uint32_t)f->list[i].offset, (uint32_t)f->list[i].is.size}, i + 1);
    xpgn_walk_hold(f->walk, f->held, f->held_count);
    return good;
}

/* True if something before this place is held. */
static bool is_behind_held(const xpgn_fixer *f, xpgn_place place) {
    for (size_t i = 0; i < f->held_count; i++)
        if (f->held[i].offset + f->held[i].length <= place.offset)
            return true;
    return false;
}

/* True if a finding is about a half-move that can be read, so that what is held before it may be
   why it does not fit. */
static bool is_doubted(const xpgn_fixer *f, const xpgn_finding *finding) {
    struct notation n;
    const char *at = f->text.data + finding->place.offset;
    const size_t left = f->text.size - finding->place.offset;
    size_t size = 0;
    while (size < left && (unsigned char)at[size] > ' ' && at[size] != '<' && at[size] != '{')
        size++;
    return is_behind_held(f, finding->place) &&
           (size == 0 || notation_read((xpgn_slice){at, size}, &n));
}

/* True if a sign that contradicts the board is asked about. */
static bool is_doubted_sign(const xpgn_fixer *f, const xpgn_finding *finding) {
    return finding->level == XPGN_WARNING && finding->fix_count > 0 &&
           (strcmp(finding->code, XPGN_CODE_CAPTURE_SIGN) == 0 ||
            strcmp(finding->code, XPGN_CODE_CHECK_SIGN) == 0) &&
           is_doubted(f, finding) &&
           xpgn_fix_level_of(xpgn_fixer_text(f), finding, 0) == XPGN_FIX_ASK;
}

/* ---- walking --------------------------------------------------------------------------------- */

/* True if an error is how the result, headings, rolls or remarks of the sheet are written, and not
   about any half-move. */
static bool is_around(const xpgn_finding *f) {
    bool around = f->ply == 0 && strcmp(f->code, XPGN_CODE_FOREIGN) == 0;
    for (uint32_t i = 0; i < f->fix_count && around; i++) {
        const char *text = f->fix[i].text;
        around = strchr("[{<*012", *text) != NULL && strstr(text, "[%missing]") == NULL;
    }
    return around;
}

static xpgn_status look_at_record(xpgn_fixer *f, struct fix_standing *s) {
    const xpgn_step *step;
    size_t count;
    f->game.text = xpgn_fixer_text(f);
    xpgn_status status = list_held(f) ? xpgn_walk_begin(f->walk, &f->game) : XPGN_NO_MEMORY;
    while (status == XPGN_OK)
        status = xpgn_walk_next(f->walk, &step);
    if (status != XPGN_END)
        return status;
    const xpgn_finding *list = xpgn_walk_findings(f->walk, &count);
    *s = (struct fix_standing){.findings = count, .ply = UINT32_MAX};
    for (size_t i = 0; i < count; i++) {
        if (list[i].level != XPGN_ERROR)
            continue;
        s->errors++;
        s->ply = !is_around(&list[i]) && list[i].ply < s->ply ? list[i].ply : s->ply;
    }
    s->sealed = xpgn_walk_tag(f->walk, "DiceCommit").data;
    const char *other = xpgn_import_other(f->import);
    if (public_walk_of(f->walk)->foreign.taken && *other != '\0')
        (void)snprintf(s->languages, sizeof s->languages, "%s or %s",
                       xpgn_import_language(f->import), other);
    return XPGN_OK;
}

/* True if the game is better: its first error comes later, or it has fewer errors. */
static bool is_progress(const struct fix_standing *was, const struct fix_standing *is) {
    if (was->errors == 0 || is->errors == 0)
        return is->errors == 0 && (was->errors > 0 || is->findings < was->findings);
    if (is->ply != was->ply)
        return is->ply > was->ply;
    return is->errors != was->errors ? is->errors < was->errors : is->findings < was->findings;
}

/* Puts the first error into f->why: "3. Nxd5: ...". */
static xpgn_status note_why(xpgn_fixer *f) {
    size_t count;
    const xpgn_finding *list = xpgn_walk_findings(f->walk, &count), *first = NULL;
    for (size_t i = 0; i < count; i++)
        if (list[i].level == XPGN_ERROR && (first == NULL || list[i].ply < first->ply))
            first = &list[i];
    xpgn_buffer_clear(&f->why);
    if (first != NULL)
        xpgn_buffer_printf(&f->why, "%s%s%s", first->turn, first->turn[0] != '\0' ? ": " : "",
                           first->text);
    xpgn_buffer_char(&f->why, '\0');
    return f->why.failed ? XPGN_NO_MEMORY : XPGN_OK;
}

/* ---- replacing ------------------------------------------------------------------------------- */

static xpgn_status replace(xpgn_fixer *f, xpgn_correction *c, xpgn_place place, xpgn_slice is) {
    xpgn_buffer next = {0};
    xpgn_slice text = xpgn_fixer_text(f);
    xpgn_correction *list = arena_grow(&f->arena, f->list, f->count, &f->capacity, sizeof *f->list);
    const char *was = arena_copy(&f->arena, (xpgn_slice){text.data + place.offset, place.length});
    const char *now = arena_copy(&f->arena, is);
    xpgn_buffer_slice(&next, (xpgn_slice){text.data, place.offset});
    xpgn_buffer_slice(&next, is);
    size_t end = (size_t)place.offset + place.length;
    xpgn_buffer_slice(&next, (xpgn_slice){text.data + end, text.size - end});
    if (list == NULL || was == NULL || now == NULL || c->code == NULL || c->turn == NULL ||
        next.failed) {
        xpgn_buffer_free(&next);
        return XPGN_NO_MEMORY;
    }
    f->list = list;
    c->offset = place.offset;
    c->was = (xpgn_slice){was, place.length};
    c->is = (xpgn_slice){now, is.size};
    f->list[f->count++] = *c;
    xpgn_buffer_free(&f->text);
    f->text = next;
    return XPGN_OK;
}

/* The text as it was before the corrections from `count` on. */
static xpgn_status take_back(xpgn_fixer *f, size_t count) {
    while (f->count > count) {
        const xpgn_correction *c = &f->list[--f->count];
        xpgn_buffer next = {0};
        size_t end = (size_t)c->offset + c->is.size;
        xpgn_buffer_put(&next, f->text.data, (size_t)c->offset);
        xpgn_buffer_slice(&next, c->was);
        xpgn_buffer_put(&next, f->text.data + end, f->text.size - end);
        if (next.failed) {
            xpgn_buffer_free(&next);
            return XPGN_NO_MEMORY;
        }
        xpgn_buffer_free(&f->text);
        f->text = next;
    }
    return XPGN_OK;
}

/* If memory runs out its code or turn is NULL, which replace() reports. */
static xpgn_correction begin_correction(xpgn_fixer *f, const xpgn_finding *finding,
                                        xpgn_fix_level level) {
    xpgn_correction c = {.number = ++f->number, .level = level, .line = 1, .column = 1};
    c.code = arena_copy(&f->arena, slice_of(finding->code));
    c.turn = arena_copy(&f->arena, slice_of(finding->turn));
    c.probability = level == XPGN_FIX_CERTAIN ? 1 : finding->fix[0].probability;
    c.counted = level != XPGN_FIX_CERTAIN || !fix_is_notation(finding);
    xpgn_game_locate(&f->game, finding->place.offset, &c.line, &c.column, NULL);
    return c;
}

static xpgn_status mark(xpgn_fixer *f, xpgn_correction c, size_t offset, xpgn_slice was) {
    xpgn_buffer b = {0};
    xpgn_status status = XPGN_OK;
    size_t at;
    if (f->options.no_marks || was.size == 0 || !c.counted || c.turn[0] == '\0' ||
        !fix_mark_place(xpgn_fixer_text(f), offset, &at, &status))
        return status == XPGN_NO_MEMORY ? status : XPGN_OK;
    fix_mark_write(&b, was);
    status = b.failed ? XPGN_NO_MEMORY
                      : replace(f, &c, (xpgn_place){(uint32_t)at, 0}, (xpgn_slice){b.data, b.size});
    xpgn_buffer_free(&b);
    return status;
}

/* True if what was there is still there, with a comment behind or before it. */
static bool stays_beside(const char *is, xpgn_slice was) {
    const size_t size = strlen(is);
    const char *behind = is + (size > was.size ? size - was.size : 0);
    return was.size > 0 && size > was.size + 2 &&
           ((strncmp(is, was.data, was.size) == 0 && strncmp(is + was.size, " {", 2) == 0) ||
            (memcmp(behind, was.data, was.size) == 0 && strncmp(behind - 2, "} ", 2) == 0));
}

/* Makes one change, or all parts of one from the last to the first. */
static xpgn_status make_fix(xpgn_fixer *f, const xpgn_finding *finding, xpgn_fix_level level) {
    xpgn_correction c = begin_correction(f, finding, level);
    xpgn_status status = XPGN_OK;
    const xpgn_fix *fix = finding->fix;
    size_t fixes = finding->together ? finding->fix_count : 1;
    for (size_t i = fixes; i-- > 0 && status == XPGN_OK;)
        status = replace(f, &c, fix[i].place, slice_of(fix[i].text));
    uint8_t score[XPGN_MAX_SEATS];
    bool result = xpgn_result_read(slice_of(fix->text), 2, score) ||
                  xpgn_result_read(slice_of(fix->text), 4, score);
    if (status == XPGN_OK && fixes == 1 && !result) { /* a result is not a half-move */
        xpgn_slice was = f->list[f->count - 1].was;
        status = stays_beside(fix->text, was) ? XPGN_OK : mark(f, c, fix->place.offset, was);
    }
    return status;
}

/* ---- what has been tried --------------------------------------------------------------------- */

/* Questions have odd keys, fixes even ones. */
static uint64_t key_of(const xpgn_fixer *f, const xpgn_finding *finding, uint32_t fix) {
    xpgn_place at = finding->fix_count > fix ? finding->fix[fix].place : finding->place;
    const char *text = finding->fix_count > fix ? finding->fix[fix].text : "";
    uint64_t key = hash_bytes(0, f->text.data, (size_t)at.offset + at.length);
    key = hash_bytes(key, finding->code, strlen(finding->code) + 1);
    key = hash_bytes(hash_bytes(key, &at, sizeof at), text, strlen(text));
    return fix == UINT32_MAX ? key | 1 : key & ~UINT64_C(1);
}

/* Allows all fixes to be tried again: one may help after another. */
static void try_again(xpgn_fixer *f) {
    size_t kept = 0;
    for (size_t i = 0; i < f->passed_count; i++)
        if ((f->passed[i] & 1) != 0)
            f->passed[kept++] = f->passed[i];
    f->passed_count = kept;
}

static bool is_passed(const xpgn_fixer *f, uint64_t key) {
    for (size_t i = 0; i < f->passed_count; i++)
        if (f->passed[i] == key)
            return true;
    return false;
}

static xpgn_status note_passed_error(xpgn_fixer *f, uint64_t key) {
    uint64_t *list =
        arena_grow(&f->arena, f->passed, f->passed_count, &f->passed_capacity, sizeof *f->passed);
    if (list == NULL)
        return XPGN_NO_MEMORY;
    f->passed = list;
    f->passed[f->passed_count++] = key;
    return XPGN_OK;
}

/* ---- fixes that need no answer --------------------------------------------------------------- */

/* Makes a fix, and keeps it if the game is better. `chosen` by the user: it may be incomplete (such
   as without dice), and is kept if no earlier error appears. */
static xpgn_status attempt_fix(xpgn_fixer *f, const xpgn_finding *finding, xpgn_fix_level level,
                               bool chosen, bool *kept) {
    struct fix_standing next;
    size_t before = f->count;
    uint32_t number = f->number;
    uint64_t key = key_of(f, finding, 0);
    xpgn_status status = make_fix(f, finding, level);
    if (status == XPGN_OK)
        status = look_at_record(f, &next);
    *kept =
        status == XPGN_OK && ((chosen && next.ply >= f->now.ply) || is_progress(&f->now, &next));
    if (*kept) {
        f->now = next;
        try_again(f);
        return XPGN_OK;
    }
    f->number = number;
    if (status == XPGN_OK)
        status = note_why(f);
    if (status == XPGN_OK)
        status = take_back(f, before);
    if (status == XPGN_OK)
        status = note_passed_error(f, key);
    return status == XPGN_OK ? look_at_record(f, &f->now) : status;
}

/* True if the first fix of a finding may be made; `probable`: even if the game then has other
   errors. */
static bool may_make(const xpgn_fixer *f, const xpgn_finding *finding, bool probable,
                     xpgn_fix_level *level) {
    *level = xpgn_fix_level_of(f->game.text, finding, 0);
    if (probable && *level == XPGN_FIX_ASK && fix_is_probable(f->game.text, finding, 0))
        *level = XPGN_FIX_LIKELY;
    if (*level == XPGN_FIX_LIKELY && is_doubted(f, finding))
        return false;
    return *level <= f->options.level && finding->level != XPGN_LINT &&
           !is_passed(f, key_of(f, finding, 0));
}

/* The first finding with a fix that may be made. */
static const xpgn_finding *find_next(const xpgn_fixer *f, bool probable, xpgn_fix_level *level) {
    size_t count;
    const xpgn_finding *list = xpgn_walk_findings(f->walk, &count);
    for (size_t i = 0; i < count; i++)
        if (may_make(f, &list[i], probable, level))
            return &list[i];
    return NULL;
}

static xpgn_status fix_some(xpgn_fixer *f, bool probable, size_t *rounds) {
    xpgn_status status = XPGN_OK;
    while (status == XPGN_OK && *rounds > 0) {
        bool kept;
        xpgn_fix_level level;
        const xpgn_finding *next = find_next(f, probable, &level);
        if (next == NULL)
            break;
        --*rounds;
        status = attempt_fix(f, next, level, false, &kept);
    }
    return status;
}

/* For several slips, where the game becomes legal only when all are fixed: keeps the fixes if the
   game is then legal and each is likely given the others. */
static xpgn_status fix_together(xpgn_fixer *f, size_t *rounds) {
    size_t before = f->count;
    uint32_t number = f->number;
    xpgn_status status = fix_some(f, true, rounds);
    if (status == XPGN_OK && f->now.errors > 0) {
        f->number = number;
        status = take_back(f, before);
    }
    return status == XPGN_OK ? look_at_record(f, &f->now) : status;
}

static xpgn_status fix_all(xpgn_fixer *f, size_t *rounds) {
    xpgn_status status = fix_some(f, false, rounds);
    bool slips = f->options.level == XPGN_FIX_LIKELY && f->now.errors > 0;
    return status == XPGN_OK && slips ? fix_together(f, rounds) : status;
}

/* ---- questions ------------------------------------------------------------------------------- */

/* The number of half-moves between the first fix of a finding and the next error. */
static xpgn_status settled(xpgn_fixer *f, const xpgn_finding *finding, uint32_t *half_moves) {
    struct fix_standing next = {.ply = 0};
    size_t before = f->count;
    uint32_t number = f->number, ply = finding->ply;
    *half_moves = 0;
    if (finding->fix_count == 0)
        return XPGN_OK;
    xpgn_status status = make_fix(f, finding, XPGN_FIX_ASK);
    if (status == XPGN_OK)
        status = look_at_record(f, &next);
    uint32_t end = next.ply;
    if (status == XPGN_OK && end == UINT32_MAX) {
        const xpgn_step *step;
        (void)xpgn_walk_begin(f->walk, &f->game);
        while (xpgn_walk_next(f->walk, &step) == XPGN_OK)
            end = step->ply + 1;
    }
    *half_moves = status == XPGN_OK && end > ply ? end - ply : 0;
    f->number = number;
    if (status == XPGN_OK)
        status = take_back(f, before);
    return status == XPGN_OK ? look_at_record(f, &f->now) : status;
}

/* The first error, or sign that is doubted, that was not asked about. */
static const xpgn_finding *find_question(const xpgn_fixer *f) {
    size_t count;
    const xpgn_finding *list = xpgn_walk_findings(f->walk, &count);
    for (size_t i = 0; i < count; i++)
        if ((list[i].level == XPGN_ERROR || is_doubted_sign(f, &list[i])) && list[i].ply > 0 &&
            !is_passed(f, key_of(f, &list[i], UINT32_MAX)))
            return &list[i];
    return NULL;
}

/* The place of the action that a finding is about, with its roll. */
static bool place_action(const xpgn_fixer *f, const xpgn_finding *finding, xpgn_place *place,
                         xpgn_status *status) {
    xpgn_record *r = NULL;
    size_t count;
    *status = xpgn_record_new(&r, f->game.text);
    if (*status != XPGN_OK)
        return false;
    size_t at = xpgn_record_find(r, finding->place.offset);
    const xpgn_entry *e = at != XPGN_NO_ENTRY ? &xpgn_record_entries(r, &count)[at] : NULL;
    bool there = e != NULL && e->kind == XPGN_ENTRY_ACTION && e->text.size > 0;
    if (there) {
        const char *from = e->text.data, *to = from + e->text.size;
        if (e->roll.size > 0 && e->roll.data[-1] == '<')
            to = e->roll.data + e->roll.size + 1;
        *place = (xpgn_place){(uint32_t)(from - xpgn_record_text(r).data), (uint32_t)(to - from)};
    }
    xpgn_record_free(r);
    return there;
}

/* Refuses an answer with a reason; returns false. */
static bool refuse_answer(xpgn_fixer *f, const char *why) {
    xpgn_buffer_clear(&f->why);
    xpgn_buffer_text(&f->why, why);
    xpgn_buffer_char(&f->why, '\0');
    return false;
}

/* Makes the text of an answer other than a fix. False if it is refused, or on failure (*status). */
static bool put_typed(xpgn_fixer *f, const xpgn_answer *a, xpgn_place place, xpgn_buffer *own,
                      xpgn_status *status) {
    xpgn_slice was = {f->game.text.data + place.offset, place.length};
    bool gap = place.length == 0; /* a missing half-move has no text */
    if (a->kind == XPGN_ANSWER_STOOD && gap)
        return refuse_answer(f, "there is no half-move there that could have been played");
    if (a->kind == XPGN_ANSWER_TEXT)
        *status = xpgn_answer_read(own, f->steps, &f->game, place.offset, a->text);
    else if (a->kind == XPGN_ANSWER_MISSING)
        xpgn_buffer_text(own, "{[%missing]}");
    else
        xpgn_buffer_printf(own, "%.*s {[%%illegal stood]}", SLICE(was));
    if (*status == XPGN_INVALID) {
        *status = XPGN_OK;
        return refuse_answer(f, "expected a half-move with its dice");
    }
    xpgn_buffer_text(own, gap ? " " : "");
    xpgn_buffer_char(own, '\0');
    *status = own->failed ? XPGN_NO_MEMORY : *status;
    return *status == XPGN_OK;
}

/* Converts an answer to a fix; text of its own is in *own. False if it is refused, or on failure
   (*status). */
static bool read_typed_answer(xpgn_fixer *f, const xpgn_finding *finding, const xpgn_answer *a,
                              xpgn_buffer *own, xpgn_fix *fix, xpgn_status *status) {
    if (a->kind > XPGN_ANSWER_STOOD)
        return refuse_answer(f, "there is no such answer");
    if (a->kind == XPGN_ANSWER_FIX) {
        if (a->fix >= finding->fix_count)
            return refuse_answer(f, "there is no fix of that number");
        *fix = finding->fix[a->fix];
        return true;
    }
    *fix = (xpgn_fix){.text = "", .place = finding->place};
    if (finding->place.length > 0 && !place_action(f, finding, &fix->place, status)) {
        bool known = *status != XPGN_NO_MEMORY;
        *status = known ? XPGN_OK : *status;
        return known && refuse_answer(f, "there is no half-move there");
    }
    if (!put_typed(f, a, fix->place, own, status))
        return false;
    fix->text = own->data;
    return true;
}

/* True if there is an error in the text that the fix wrote. */
static bool is_wrong(const xpgn_fixer *f, const xpgn_fix *fix) {
    size_t count, end = fix->place.offset + strlen(fix->text);
    const xpgn_finding *list = xpgn_walk_findings(f->walk, &count);
    for (size_t i = 0; i < count; i++)
        if (list[i].level == XPGN_ERROR && list[i].place.offset >= fix->place.offset &&
            list[i].place.offset < end)
            return true;
    return false;
}

/* Refuses typed text that is itself wrong, even if fewer errors are found. */
static xpgn_status check_own(xpgn_fixer *f, const xpgn_fix *fix, size_t before, bool *good) {
    if (!*good || !is_wrong(f, fix))
        return XPGN_OK;
    *good = false;
    f->number--;
    xpgn_status status = note_why(f);
    if (status == XPGN_OK)
        status = take_back(f, before);
    return status == XPGN_OK ? look_at_record(f, &f->now) : status;
}

/* Makes the answered change; typed text must be better than the text it replaces. */
static xpgn_status make_answer(xpgn_fixer *f, const xpgn_finding *finding, const xpgn_answer *a,
                               bool *good) {
    xpgn_buffer own = {0};
    xpgn_fix fix;
    size_t before = f->count;
    xpgn_status status = XPGN_OK;
    *good = read_typed_answer(f, finding, a, &own, &fix, &status);
    if (*good) {
        xpgn_finding only = *finding;
        bool chosen = a->kind == XPGN_ANSWER_FIX;
        if (!chosen || !finding->together) {
            only.fix = &fix;
            only.fix_count = 1;
            only.together = false;
        }
        status = attempt_fix(f, &only, XPGN_FIX_ASK, chosen, good);
        if (status == XPGN_OK && a->kind == XPGN_ANSWER_TEXT)
            status = check_own(f, &fix, before, good);
        f->human |= *good;
    }
    xpgn_buffer_free(&own);
    return f->why.failed ? XPGN_NO_MEMORY : status;
}

static size_t count_skipped(const xpgn_fixer *f) {
    size_t questions = 0;
    for (size_t i = 0; i < f->passed_count; i++)
        questions += f->passed[i] & 1;
    return questions;
}

static xpgn_status note_asked(xpgn_fixer *f) {
    struct game_before *list =
        arena_grow(&f->arena, f->asked, f->asked_count, &f->asked_capacity, sizeof *f->asked);
    if (list == NULL)
        return XPGN_NO_MEMORY;
    f->asked = list;
    list[f->asked_count++] = (struct game_before){f->count, count_skipped(f), f->number, f->human};
    return XPGN_OK;
}

/* Restores the game before the previous question. */
static xpgn_status go_back(xpgn_fixer *f) {
    f->asked_count -= 2;
    const struct game_before *before = &f->asked[f->asked_count];
    try_again(f);
    f->passed_count = before->questions;
    f->number = before->number;
    f->human = before->human;
    f->back = false;
    xpgn_status status = take_back(f, before->count);
    return status == XPGN_OK ? look_at_record(f, &f->now) : status;
}

static xpgn_status ask_one(xpgn_fixer *f, const xpgn_finding *finding) {
    uint64_t key = key_of(f, finding, UINT32_MAX);
    const char *why = NULL;
    uint32_t half_moves;
    xpgn_status status = settled(f, finding, &half_moves);
    for (bool good = false; status == XPGN_OK && !good;) {
        finding = find_question(f);
        if (finding == NULL)
            return XPGN_OK;
        xpgn_question q = {&f->game, finding, half_moves, why};
        xpgn_answer a = f->options.ask(f->options.data, &q);
        if (a.kind == XPGN_ANSWER_QUIT || a.kind == XPGN_ANSWER_SKIP) {
            f->quit |= a.kind == XPGN_ANSWER_QUIT;
            return note_passed_error(f, key);
        }
        f->back = a.kind == XPGN_ANSWER_BACK && f->asked_count > 1;
        if (f->back)
            return XPGN_OK;
        why = "this is the first question";
        if (a.kind == XPGN_ANSWER_BACK)
            continue;
        status = make_answer(f, finding, &a, &good);
        why = good ? NULL : f->why.data;
    }
    return status == XPGN_OK ? note_passed_error(f, key)
                             : status; /* stops answers that repeat themselves */
}

static xpgn_status ask_all(xpgn_fixer *f, size_t *rounds) {
    xpgn_status status = XPGN_OK;
    while (status == XPGN_OK && !f->quit && (f->now.errors > 0 || f->held_count > 0) &&
           *rounds > 0) {
        const xpgn_finding *finding = find_question(f);
        if (finding == NULL)
            break;
        --*rounds;
        status = note_asked(f);
        if (status == XPGN_OK)
            status = ask_one(f, finding);
        if (status == XPGN_OK)
            status = f->back ? go_back(f) : fix_all(f, rounds);
    }
    return status;
}

/* ---- one game -------------------------------------------------------------------------------- */

static xpgn_status begin_record(xpgn_fixer *f, const xpgn_game *game) {
    arena_reset(&f->arena);
    f->game = *game;
    xpgn_buffer_clear(&f->text);
    xpgn_buffer_slice(&f->text, game->text);
    f->list = NULL;
    f->held = NULL;
    f->held_count = f->held_capacity = 0;
    f->passed = NULL;
    f->asked = NULL;
    f->count = f->capacity = f->passed_count = f->passed_capacity = 0;
    f->asked_count = f->asked_capacity = 0;
    f->number = 0;
    f->human = f->quit = f->back = false;
    return f->text.failed ? XPGN_NO_MEMORY : look_at_record(f, &f->now);
}

/* Writes the tag Corrected for corrections that changed the meaning of the record. */
static xpgn_status sign_record(xpgn_fixer *f) {
    uint32_t counted = 0, last = 0;
    xpgn_place place;
    xpgn_buffer b = {0};
    xpgn_status status = XPGN_OK;
    for (size_t i = 0; i < f->count; i++) {
        counted += f->list[i].counted && f->list[i].number != last;
        last = f->list[i].number;
    }
    xpgn_correction c = {.code = "", .turn = "", .line = 1, .column = 1};
    if (counted == 0 || f->options.no_marks)
        return XPGN_OK;
    if (fix_tag(xpgn_fixer_text(f), counted, &place, &b, &status) && !b.failed)
        status = replace(f, &c, place, (xpgn_slice){b.data, b.size});
    status = b.failed ? XPGN_NO_MEMORY : status;
    xpgn_buffer_free(&b);
    return status;
}

xpgn_status xpgn_fixer_run(xpgn_fixer *f, const xpgn_game *game) {
    size_t rounds = ROUNDS;
    xpgn_status status = begin_record(f, game);
    if (status != XPGN_OK)
        return status;
    if (f->now.sealed != NULL || game->too_large)
        return f->now.errors > 0 ? XPGN_INVALID : XPGN_OK;
    status = fix_all(f, &rounds);
    if (status == XPGN_OK && f->options.ask != NULL)
        status = ask_all(f, &rounds);
    bool legal = f->now.errors == 0;
    if (status == XPGN_OK && !legal && !f->options.incomplete && !f->human)
        status = take_back(f, 0);
    if (status == XPGN_OK)
        status = sign_record(f);
    return status != XPGN_OK ? status : legal ? XPGN_OK : XPGN_INVALID;
}

bool xpgn_game_next(xpgn_slice text, xpgn_game *game) {
    size_t begin, at = 0;
    if (game->number > 0)
        at = (size_t)game->offset + game->text.size;
    if (at >= text.size)
        return false;
    xpgn_slice rest = {text.data + at, text.size - at};
    size_t size = split_game(rest, SPLIT_LAST, &begin);
    if (size == 0)
        return false;
    uint64_t from = game->number > 0 ? game->offset : 0, line = game->number > 0 ? game->line : 1;
    for (size_t i = (size_t)from; i < at + begin; i++)
        line += text.data[i] == '\n';
    game->text = (xpgn_slice){rest.data + begin, size};
    game->offset = at + begin;
    game->line = line;
    game->column = 1;
    game->number++;
    return true;
}
