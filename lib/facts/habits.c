/* SPDX-License-Identifier: MIT */
#include "facts/habits.h"

#include "internal/text_out.h"

#include <string.h>
#include <xpgn/stream.h>

enum { HABIT = 3, PLACES = 3 }; /* findings that are a habit; places that are named */

/* The codes of forms. `any`: whatever is said about them; else only what is said in the same
   words. `two`: on a sheet, which may have no more of them, two are a habit. */
static const struct form {
    enum diag code;
    bool any, two;
} forms[] = {{D_CONTROL, false, false},
             {D_VARIATION_STRAY, false, false},
             {D_BRACE_STRAY, false, false},
             {D_TOKEN, false, false},
             {D_NAG, true, false},
             {D_NAG_STRAY, false, false},
             {D_NUMBER_MISSING, false, false},
             {D_CAPTURE_SIGN, false, true},
             {D_CHECK_MISSING, true, false},
             {D_NEEDLESS, true, false},
             {D_ROLL_FORM, true, false}};

/* The form that a finding is about; NULL: none. */
static const struct form *form_of(const xpgn_finding *f) {
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (log_is(f, forms[i].code))
            return !f->together && f->fix_count <= 1 && f->choice == NULL ? &forms[i] : NULL;
    return NULL;
}

static bool is_alike(const xpgn_finding *a, const xpgn_finding *b, bool any) {
    return a->code == b->code && a->level == b->level && a->fix_count == b->fix_count &&
           form_of(b) != NULL && (any || strcmp(a->text, b->text) == 0);
}

/* "unknown token '~', and 12 more like it, at 3:19, 3:32, ..." */
static const char *text_of_all(struct log *log, const xpgn_game *game, const xpgn_finding *first,
                               size_t more, const xpgn_place *places) {
    xpgn_buffer b = {0};
    if (!log_wants_text(log))
        return first->text;
    xpgn_buffer_printf(&b, "%s, and %zu %smore like it, at ", first->text, more,
                       log->dropped > 0 ? "or " : "");
    for (size_t i = 0; i < more && i < PLACES; i++) {
        uint64_t line, column;
        xpgn_game_locate(game, places[i].offset, &line, &column, NULL);
        xpgn_buffer_printf(&b, "%s%llu:%llu",
                           i == 0          ? ""
                           : i + 1 == more ? " and "
                                           : ", ",
                           (unsigned long long)line, (unsigned long long)column);
    }
    xpgn_buffer_text(&b, more > PLACES ? " ..." : "");
    return log_take(log, &b);
}

/* Gives the fixes of all to the first. */
static void join_fixes(struct log *log, xpgn_finding *first, size_t at, size_t count, bool any) {
    xpgn_fix *fixes = arena_alloc(&log->arena, count * sizeof *fixes);
    log->no_memory |= fixes == NULL;
    if (fixes == NULL)
        return;
    fixes[0] = first->fix[0];
    uint32_t n = 1;
    for (size_t i = at + 1; i < log->count; i++)
        if (is_alike(&log->list[at], &log->list[i], any))
            fixes[n++] = log->list[i].fix[0];
    first->fix = fixes;
    first->fix_count = n;
    first->together = true;
}

/* Drops those that are like the one at `at`. */
static void drop_alike(struct log *log, size_t at, bool any) {
    const xpgn_finding first = log->list[at];
    size_t kept = at + 1;
    for (size_t i = at + 1; i < log->count; i++) {
        if (!is_alike(&first, &log->list[i], any))
            log->list[kept++] = log->list[i];
        else
            log->errors -= first.level == XPGN_ERROR;
    }
    log->count = kept;
    log->last_kept = false;
}

void habits_merge(struct log *log, const xpgn_game *game, bool sheet) {
    for (size_t at = 0; at + 1 < log->count; at++) {
        xpgn_finding *f = &log->list[at];
        xpgn_place places[PLACES];
        size_t more = 0;
        const struct form *form = form_of(f);
        if (form == NULL)
            continue;
        for (size_t i = at + 1; i < log->count; i++)
            if (is_alike(f, &log->list[i], form->any) && more++ < PLACES)
                places[more - 1] = log->list[i].place;
        if (more + 1 < (sheet && form->two ? 2 : HABIT))
            continue;
        xpgn_finding first = *f;
        first.hint = log->bare ? NULL : xpgn_code_find(f->code)->cure;
        first.text = text_of_all(log, game, f, more, places);
        if (f->fix_count > 0)
            join_fixes(log, &first, at, more + 1, form->any);
        drop_alike(log, at, form->any);
        log->list[at] = first;
    }
}
