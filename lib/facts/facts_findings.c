/* SPDX-License-Identifier: MIT */
/* The facts of findings.def: their table, and a function for each value. */
#include "facts/fact_short.h"

#include "core/base/slice.h"
#include "core/play/combat_odds.h"
#include "internal/chance.h"
#include "internal/rules.h"

#include <xpgn/event.h>
#include <xpgn/play.h>
#include <xpgn/sheets.h>
#include <xpgn/stream.h>

enum { MOST_FOUND = 200 }; /* bytes quoted at most */

static const char *const words_of_LEVEL[] = {
    [XPGN_LINT] = "lint", [XPGN_WARNING] = "warning", [XPGN_ERROR] = "error", NULL};
static const char *const words_of_SLIP[] = {
    [XPGN_SLIP_NONE] = "none",        [XPGN_SLIP_ACTION] = "action",
    [XPGN_SLIP_DICE] = "dice",        [XPGN_SLIP_FIELD] = "field",
    [XPGN_SLIP_NUMBER] = "number",    [XPGN_SLIP_LEFT_OUT] = "missing",
    [XPGN_SLIP_TOO_MUCH] = "surplus", [XPGN_SLIP_ORDER] = "order",
    [XPGN_SLIP_RESULT] = "result",    [XPGN_SLIP_TAG] = "tag",
    [XPGN_SLIP_TAG + 1] = NULL};

static const char *const words_of_CERTAINTY[] = {[XPGN_FIX_CERTAIN] = "certain",
                                                 [XPGN_FIX_LIKELY] = "likely",
                                                 [XPGN_FIX_ASK] = "ask",
                                                 [XPGN_FIX_NEVER] = "never",
                                                 [XPGN_FIX_LEVELS] = NULL};

const char *xpgn_fix_level_name(unsigned level) {
    return level < XPGN_FIX_LEVELS ? words_of_CERTAINTY[level] : NULL;
}

bool fact_has_found(const xpgn_fact_source *s, unsigned scope) {
    switch ((xpgn_scope)scope) {
    case XPGN_SCOPE_PLACE:
        return s->place != NULL && s->game != NULL;
    case XPGN_SCOPE_FINDING:
        return s->finding != NULL;
    case XPGN_SCOPE_FIX:
        return s->fix != NULL;
    case XPGN_SCOPE_DIFFERENCE:
        return s->difference != NULL;
    case XPGN_SCOPE_READING:
        return s->reading != NULL;
    case XPGN_SCOPE_ODDS:
        return s->odds != NULL;
    case XPGN_SCOPE_OUTCOME:
        return s->odds != NULL && s->facts != NULL && s->facts->combat;
    case XPGN_SCOPE_ATTEMPT:
        return s->attempt != NULL;
    case XPGN_SCOPE_STANDING:
        return s->standing != NULL;
    default:
        return false;
    }
}

/* The line or column of the byte `after` bytes from the beginning of the place. */
static uint64_t where(const xpgn_fact_source *s, uint32_t after, bool line) {
    uint64_t row, column;
    if (s->places != NULL)
        xpgn_locator_find(s->places, s->place->offset + after, &row, &column, NULL);
    else
        xpgn_game_locate(s->game, s->place->offset + after, &row, &column, NULL);
    return line ? row : column;
}

/* The quoted text, cut at a character boundary. */
static xpgn_slice found(const xpgn_fact_source *s) {
    xpgn_slice text = s->game->text;
    size_t from = s->place->offset < text.size ? s->place->offset : text.size;
    size_t left = text.size - from;
    text = (xpgn_slice){text.data + from, s->place->length < left ? s->place->length : left};
    if (text.size > MOST_FOUND)
        for (text.size = MOST_FOUND; text.size > 0 && (text.data[text.size] & 0xC0) == 0x80;)
            text.size--;
    return text;
}

static bool put_hint(const xpgn_fact_source *s) {
    const xpgn_finding *f = s->finding;
    xpgn_buffer_text(s->text, f->hint != NULL ? f->hint : "");
    xpgn_buffer_text(s->text, f->hint != NULL && f->choice != NULL ? "; " : "");
    xpgn_buffer_text(s->text, f->choice != NULL ? f->choice : "");
    return (f->hint != NULL && f->choice != NULL) || (f->hint != NULL && *f->hint != '\0') ||
           (f->choice != NULL && *f->choice != '\0');
}

/* The number of the sheet that is witness `i`, from 1; 0: there are fewer. */
static unsigned witness(const xpgn_difference *d, unsigned i) {
    for (unsigned sheet = 0; sheet < XPGN_MAX_SHEETS; sheet++)
        if ((d->witnesses >> sheet & 1) != 0 && i-- == 0)
            return sheet + 1;
    return 0;
}

static int64_t millionths(double x) {
    return odds_rounded(x * 1e6);
}

static int64_t billionths(double x) {
    int64_t near = odds_rounded(x *= 1e9);
    double off = x - (double)near;
    bool tie = off == 0.5 || off == -0.5;
    return tie && near % 2 != 0 ? near + (off > 0) - (off < 0) : near; /* to even */
}

static xpgn_fate fate(const xpgn_facts *f, unsigned side) {
    return xpgn_fate_of(f->side[side].fate);
}

#define put_text fact_text
#define TABLE "facts/findings.def"
#define ROWS finding_rows
#define ROW_COUNT FOUND_FACTS
#include "facts/fact_rows.inc"
#include "internal/action_facts.h"
