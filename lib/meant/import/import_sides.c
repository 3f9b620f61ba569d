/* SPDX-License-Identifier: MIT */
/*
 * Rows with Black's half-move first, or the board seen from the other side: what is a file further
 * on in the one is a rank further down in the other, so that openings often go on in both. What
 * speaks for a reading: that it goes on to the end, that a half-move fits where one is missing, and
 * the signs for checks and captures.
 */
#include "core/base/slice.h"
#include "facts/public_walk.h"
#include "meant/import/import_state.h"
#include "xpgn_codes.h"

#include <string.h>

enum { ACTIONS = 512 };

/* The comment of the first missing half-move in a text that was played. */
static xpgn_place first_gap(const xpgn_walk *walk, xpgn_slice text) {
    size_t count;
    const xpgn_finding *list = xpgn_walk_findings(walk, &count);
    for (size_t i = 0; i < count; i++) {
        size_t from = list[i].place.offset;
        if (strcmp(list[i].code, XPGN_CODE_MISSING) != 0)
            continue;
        while (from > 0 && text.data[from] != '{')
            from--;
        const char *close = memchr(text.data + from, '}', text.size - from);
        if (close != NULL)
            return (xpgn_place){(uint32_t)from, (uint32_t)(close + 1 - (text.data + from))};
    }
    return (xpgn_place){0, 0};
}

/* Finds out whether a legal half-move makes the text legal where the first is missing. */
static xpgn_status fill_gap(xpgn_import *m, xpgn_walk *walk, xpgn_slice text, bool *fits) {
    xpgn_action list[ACTIONS];
    const xpgn_position at = walk->lines.list[0].state.position;
    const xpgn_place gap = first_gap(walk, text);
    const size_t past = (size_t)gap.offset + gap.length;
    const size_t count = gap.length > 0 ? xpgn_legal_actions(walk->ruleset, &at, list, ACTIONS) : 0;
    xpgn_status status = XPGN_OK;
    xpgn_buffer b = {0};
    *fits = false;
    for (size_t i = 0; i < count && i < ACTIONS && !*fits && status == XPGN_OK; i++) {
        struct attempt a = {.turns = 0};
        char name[24];
        xpgn_action_name(walk->ruleset, &at, &list[i], name);
        xpgn_buffer_clear(&b);
        xpgn_buffer_printf(&b, "%.*s %s %.*s", (int)gap.offset, text.data, name,
                           (int)(text.size - past), text.data + past);
        status = b.failed ? XPGN_NO_MEMORY : import_play(m, walk, (xpgn_slice){b.data, b.size}, &a);
        *fits = a.whole;
    }
    xpgn_buffer_free(&b);
    return status;
}

/* Weighs a text, in exact notation or by readings. */
static xpgn_status weigh(xpgn_import *m, xpgn_slice text, struct sides_evidence *out) {
    struct attempt a = {.turns = 0};
    xpgn_walk *walk = m->quick;
    xpgn_status status = import_play(m, walk, text, &a);
    if (status == XPGN_OK && !a.whole)
        status = import_play(m, walk = m->loose, text, &a);
    *out = (struct sides_evidence){a.whole, true, a.turns, m->outcome.contradicted};
    return status == XPGN_OK && a.gap ? fill_gap(m, walk, text, &out->fits) : status;
}

/* Weighs the newest translation. */
static xpgn_status weigh_translation(xpgn_import *m, struct sides_evidence *out) {
    xpgn_buffer copy = {0};
    xpgn_buffer_put(&copy, m->translated.data, m->translated.size);
    xpgn_status status =
        copy.failed ? XPGN_NO_MEMORY : weigh(m, (xpgn_slice){copy.data, copy.size}, out);
    xpgn_buffer_free(&copy);
    return status;
}

/* The signs of a game that was played as it is written. */
static uint32_t count_wrong_signs(const xpgn_walk *walk) {
    size_t count;
    uint32_t wrong = 0;
    const xpgn_finding *list = xpgn_walk_findings(walk, &count);
    for (size_t i = 0; i < count; i++)
        wrong += strcmp(list[i].code, XPGN_CODE_CHECK_SIGN) == 0 ||
                 strcmp(list[i].code, XPGN_CODE_CAPTURE_SIGN) == 0;
    return wrong;
}

xpgn_status import_weigh_rows(xpgn_import *m, struct sides_evidence *out) {
    if (!m->settled)
        return weigh_translation(m, out);
    m->outcome.contradicted = count_wrong_signs(m->quick);
    return weigh(m, m->game.text, out);
}

xpgn_status import_weigh_turned(xpgn_import *m, struct sides_evidence *out) {
    struct attempt a = {.hand = m->by};
    *out = (struct sides_evidence){.read = 0};
    if (a.hand.language == NULL || a.hand.small)
        return XPGN_OK;
    a.hand.turned = true;
    xpgn_status status = import_attempt_again(m, &a);
    if (status == XPGN_OK)
        status = import_note_attempt(m, &a);
    return status == XPGN_OK ? weigh_translation(m, out) : status;
}

int import_compare_sides(const struct sides_evidence *a, const struct sides_evidence *b) {
    if (a->whole != b->whole)
        return a->whole ? 1 : -1;
    if (a->whole && a->fits != b->fits)
        return a->fits ? 1 : -1;
    if (a->whole && a->contradicted != b->contradicted)
        return a->contradicted < b->contradicted ? 1 : -1;
    const uint32_t more = a->read > b->read ? a->read - b->read : b->read - a->read;
    return a->whole || more < GAIN ? 0 : a->read > b->read ? 1 : -1;
}

/* ---- a half-move alone in its row ------------------------------------------------------------ */

/* 9. a5 10. h4 leaves one out, but not which: it is White's unless it could follow any of White's.
 */
static xpgn_status may_follow(xpgn_import *m, const struct imported *w, uint32_t end, bool *may) {
    struct sides_evidence e;
    xpgn_buffer b = {0};
    xpgn_buffer_printf(&b, "%.*s{[%%missing]} %.*s", (int)w->offset, m->translated.data,
                       (int)(end - w->offset), m->translated.data + w->offset);
    xpgn_status status = b.failed ? XPGN_NO_MEMORY : weigh(m, (xpgn_slice){b.data, b.size}, &e);
    *may = status == XPGN_OK && e.whole && e.fits;
    xpgn_buffer_free(&b);
    return status;
}

/* The half-move alone in its row before the one that is missing at index i; NULL: none is. */
static struct imported *find_alone(const xpgn_import *m, size_t i) {
    struct imported *list = m->words.list, *gap = &list[i];
    size_t next = i;
    while (next < m->words.count && (list[next].number == 0 || list[next].depth > 0))
        next++;
    bool white = next < m->words.count && list[next].dots < 2;
    while (white && i-- > 0 && (list[i].depth > 0 || (list[i].roll && !list[i].missing)))
        ;
    return white && gap->missing && gap->place.length == 0 && i < m->words.count &&
                   !list[i].missing && list[i].number > 0 && list[i].dots < 2
               ? &list[i]
               : NULL;
}

/* Leaves the row open, with its roll; where a comment follows it stays as it is. */
static bool leave_alone(xpgn_import *m, struct imported *w, struct imported *gap) {
    const char *text = m->game.text.data + w->place.offset;
    xpgn_slice all = slice_trim((xpgn_slice){text, gap->place.offset - w->place.offset}, " \t\r\n");
    if (slice_contains(all, "{") || slice_contains(all, "(") || slice_contains(all, ";"))
        return true;
    for (struct imported *x = w + 1; x <= gap; x++)
        *x = (struct imported){
            .place = {w->place.offset + (uint32_t)all.size, 0}, .roll = true, .fixed = ""};
    w->place.length = (uint32_t)all.size;
    w->fixed = arena_printf(&m->arena, "{[%%missing] %.*s} {[%%missing]}", SLICE(all));
    w->fixed_forms = 1u << (m->rest ? XPGN_FORM_SEVERAL : XPGN_FORM_MISSING);
    w->roll = true;
    return w->fixed != NULL;
}

xpgn_status import_open_sides(xpgn_import *m, struct attempt *best) {
    xpgn_status status = XPGN_OK;
    size_t half_moves = 0, gaps = 0;
    bool open, any = false;
    for (size_t i = 0; i < m->words.count; i++) {
        half_moves += m->words.list[i].depth == 0 && !m->words.list[i].roll;
        gaps += find_alone(m, i) != NULL;
    }
    if (gaps == 0 || gaps + 1 >= half_moves) /* each of one side's is left out: a habit */
        return XPGN_OK;
    for (size_t i = 0; i < m->words.count && status == XPGN_OK; i++) {
        struct imported *w = find_alone(m, i), *gap = &m->words.list[i];
        open = any; /* behind the first nothing is known */
        if (w != NULL && !any)
            status = may_follow(m, w, gap->offset, &open);
        any |= gap->missing;
        if (w != NULL && open && status == XPGN_OK && !leave_alone(m, w, gap))
            status = XPGN_NO_MEMORY;
    }
    return status == XPGN_OK ? import_attempt_again(m, best) : status;
}
