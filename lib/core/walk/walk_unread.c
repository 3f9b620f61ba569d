/* SPDX-License-Identifier: MIT */
/*
 * Unreadable text has been reported and skipped. If it stood for an action, consequences follow:
 * the next action is the other side's, a roll has no action, a number comes too early. These are
 * not reported. If the next action can be played, the text just did not belong there.
 */
#include "core/walk/walk_state.h"

#include "core/forms/scan.h"

bool walk_is_unread(const xpgn_walk *w) {
    const struct line *l = &w->lines.list[w->lines.depth];
    uint32_t from = l->has_action ? walk_place(w, l->last).offset : l->opened.offset;
    return !l->dead && w->lines.skipped == 0 && walk_passed_over(w, from);
}

/* True if the finding is about play, at this offset or later. Faults of bytes, tags and results are
   independent. */
static bool follows(const xpgn_finding *f, uint32_t from) {
    enum about about = log_about(f);
    bool itself = about == ABOUT_TEXT || about == ABOUT_TAG || about == ABOUT_POSITION ||
                  about == ABOUT_RESULT;
    return !itself && !log_is(f, D_ROLL_FORM) && f->place.offset >= from;
}

/* Drops such findings from index `mark` on. True if there were any. */
static bool drop_following(struct log *log, size_t mark, uint32_t from) {
    size_t kept = mark, count = log->count;
    for (size_t i = mark; i < count; i++)
        if (!follows(&log->list[i], from))
            log->list[kept++] = log->list[i];
        else
            log->errors -= log->list[i].level == XPGN_ERROR;
    log->count = kept;
    log->last_kept = log->last_kept && kept == count;
    return kept < count;
}

void walk_settle_unread(xpgn_walk *w, enum token_kind kind, size_t mark) {
    struct line *l = walk_line(w);
    if (kind == TOKEN_WORD) {
        if (l->dead)
            w->unread = w->lex.unread;
    } else if (drop_following(&w->log, mark, 0)) {
        w->turn_roll = (struct turn_roll){0};
        l->dead = true;
    }
}

/* True if something was found to be missing right after the cause, with only white space
   between. */
static bool is_after(const xpgn_walk *w, xpgn_place cause, const xpgn_finding *f) {
    const char *p = w->game->text.data + cause.offset + cause.length;
    return follows(f, cause.offset) && f->fix_count > 0 && f->fix->place.length == 0 &&
           f->fix->place.offset >= cause.offset + cause.length &&
           scan_white(p, w->game->text.data + f->fix->place.offset) ==
               w->game->text.data + f->fix->place.offset;
}

/* Makes the fixes of the finding replace the text of the cause. */
static void take_fixes(xpgn_walk *w, xpgn_finding *cause, const xpgn_finding *f) {
    xpgn_fix *fixes = arena_alloc(&w->log.arena, f->fix_count * sizeof *fixes);
    if (fixes == NULL) {
        w->log.no_memory = true;
        return;
    }
    for (uint32_t i = 0; i < f->fix_count; i++) {
        size_t size = strlen(f->fix[i].text);
        while (size > 0 && f->fix[i].text[size - 1] == ' ')
            size--;
        fixes[i] = f->fix[i];
        fixes[i].place = cause->place;
        fixes[i].text = log_text(&w->log, "%.*s", (int)size, f->fix[i].text);
    }
    cause->fix = fixes;
    cause->fix_count = f->fix_count;
    cause->hint = f->hint;
    cause->choice = f->choice;
}

bool walk_drop_unread(xpgn_walk *w) {
    struct log *log = &w->log;
    xpgn_place cause = w->unread;
    xpgn_finding *first = NULL;
    w->unread.length = 0;
    if (cause.length == 0)
        return false;
    for (size_t i = 0; i < log->count; i++) {
        if (log->list[i].place.offset == cause.offset && first == NULL)
            first = &log->list[i];
        else if (first != NULL && is_after(w, cause, &log->list[i]))
            take_fixes(w, first, &log->list[i]);
    }
    (void)drop_following(log, 0, cause.offset);
    return true;
}

void walk_drop_tail(xpgn_walk *w, size_t mark) {
    struct log *log = &w->log;
    const struct line *l = walk_line(w);
    if (!l->dead || !l->has_action || w->script != NULL)
        return;
    uint32_t end = walk_place(w, l->last).offset + (uint32_t)l->last.size;
    for (size_t i = mark; i < log->count; i++) {
        if (!log_is(&log->list[i], D_TOKEN) || log->list[i].place.offset != end)
            continue;
        log->count--;
        log->errors--;
        memmove(&log->list[i], &log->list[i + 1], (log->count - i) * sizeof *log->list);
        log->last_kept = log->last_kept && i < log->count;
        return;
    }
}
