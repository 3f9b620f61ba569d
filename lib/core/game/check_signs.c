/* SPDX-License-Identifier: MIT */
/* The signs of an action: + and #, the x of a capture, the canonical notation. */
#include "core/game/action_check.h"

#include "core/base/slice.h"
#include "core/game/finding_hint.h"

#include <string.h>

/* A # means mate, or an end by a removed king, leader or last defence (not by a lock). */
char mark_of(const xpgn_facts *facts) {
    if (facts->outcome.over && (facts->check || !facts->outcome.locked))
        return '#';
    return facts->check ? '+' : 0;
}

static const char no_end[] = "the game does not end here";

void mark_check(const struct check *c) {
    const struct recorded *recorded = c->recorded;
    struct log *log = c->log;
    char mark = mark_of(c->facts), written = recorded->notation.mark;
    if (written == '+' && c->rs->safety != SAFETY_NOT_LEFT)
        return; /* it has no meaning there */
    if (written == mark)
        return;
    xpgn_place at = recorded->place;
    size_t findings = log->count;
    if (written == '#')
        log_add(log, D_CHECK_SIGN, at, "unexpected #: %s",
                mark == '+' ? "it is check, not mate" : no_end);
    else if (written == '+' && mark == 0)
        log_add(log, D_CHECK_SIGN, at, "unexpected +: the king is not in check");
    else if (c->full && log->lint)
        log_add(log, D_CHECK_MISSING, at, "missing %c", mark);
    if (log->count > findings)
        hint_mark(recorded->text, at, mark, log);
}

void mark_check_freed(const struct check *c) {
    const struct recorded *recorded = c->recorded;
    xpgn_place at = recorded->freed_place;
    if (!recorded->has_freed || recorded->freed.mark != '#')
        return;
    log_add(c->log, D_CHECK_SIGN, at, "unexpected #: %s", no_end);
    hint_mark((xpgn_slice){recorded->text.data - recorded->place.offset + at.offset, at.length}, at,
              0, c->log);
}

void mark_check_form(const struct check *c) {
    xpgn_slice written = slice_trim(c->recorded->text, "+#");
    if (slice_is(written, c->facts->text))
        return;
    xpgn_place at = {c->recorded->place.offset, (uint32_t)written.size};
    log_add(c->log, D_NEEDLESS, at, "%.*s is not in export form", SLICE(written));
    hint_right(c->log, at, c->facts->text);
}

void mark_add(xpgn_facts *facts) {
    char mark = mark_of(facts);
    size_t n = strlen(facts->text);
    if (mark != 0 && n + 1 < sizeof facts->text) {
        facts->text[n] = mark;
        facts->text[n + 1] = '\0';
    }
}

/* True if the first sign that the board contradicts was an x too much: the board may be what is
   wrong. One too few is a habit. */
static bool is_doubted(const struct log *log) {
    size_t i = 0;
    while (i < log->count && !log_is(&log->list[i], D_CAPTURE_SIGN))
        i++;
    return i < log->count && log->list[i].fix_count > 0 &&
           strchr(log->list[i].fix[0].text, 'x') == NULL;
}

void mark_check_capture(const struct check *c) {
    const struct recorded *recorded = c->recorded;
    enum notation_sign sign = recorded->notation.sign;
    bool captures = c->facts->action.kind == XPGN_ATTACK;
    bool missing = captures && sign == SIGN_NONE, extra = !captures && sign == SIGN_CAPTURE;
    if (!attacks_capture(c->rs) || recorded->notation.kind != NOTATION_MOVE || c->facts->stood ||
        !(missing || extra))
        return;
    log_add(c->log, D_CAPTURE_SIGN, recorded->place, "%s",
            missing ? "missing x: this is a capture" : "unexpected x: the square is empty");
    if (extra || !is_doubted(c->log))
        hint_capture_sign(recorded, c->log);
}
