/* SPDX-License-Identifier: MIT */
/* Reports where the sheets differ from the record found, and which readings the rules allow. */
#include "core/base/slice.h"
#include "core/board/bitboard.h"
#include "meant/merge/merge.h"

#include <string.h>

/* ---- which readings the rules allow ---------------------------------------------------------- */

static struct choice as_written(const struct sheet_entry *e) {
    return (struct choice){.word = e,
                           .roll = e->recorded.roll,
                           .turn = e->recorded.has_turn_roll ? e : NULL,
                           .first = e->numbered,
                           .as_written = true};
}

/* Returns the entry in exact notation, in `room`, if its word can mean only one action here;
   otherwise the entry itself. */
static const struct sheet_entry *exact_entry(struct xpgn_merge *s, const struct standing *st,
                                             const struct sheet_entry *e,
                                             struct sheet_entry *room) {
    struct choice c = as_written(e);
    struct standing to = *st;
    char name[ACTION_NAME];
    if (!merge_turn(s, &to, &c) || to.unknown)
        return e;
    const struct readings *readings = merge_readings(s, merge_meaning(s, e, &to, &c));
    if (readings->count != 1)
        return e;
    movement_name(s->ruleset, &to.state, &readings->action[0], false, name);
    *room = *e;
    room->exact = notation_read(slice_of(name), &room->recorded.notation);
    return room;
}

/* Plays the record with this sheet's reading at step `k`. Returns NULL if the rules allow it,
   otherwise the first illegal turn. */
static const char *try_reading(struct xpgn_merge *s, size_t k, size_t sheet) {
    const struct merge_step *step = &s->step[k];
    const struct sheet_entry *e = sheet_entry(&s->sheet[sheet], step->at[sheet]);
    xpgn_slip slip = merge_played(step->link) ? step->slip[sheet] : XPGN_SLIP_TOO_MUCH;
    unsigned own = slip == XPGN_SLIP_LEFT_OUT ? 0 : slip == XPGN_SLIP_ORDER ? 2 : 1;
    struct standing st = step->before;
    size_t rest = k + 1;
    if (slip == XPGN_SLIP_ORDER)
        rest = sheets_next_played(s, rest) + 1;
    else if (merge_played(step->link) && (step->exchanged >> sheet & 1) != 0)
        return NULL;
    for (unsigned i = 0; i < own; i++) {
        struct sheet_entry exact;
        struct choice c = as_written(exact_entry(s, &st, &e[i], &exact));
        const char *until = sheets_try_action(s, &st, &c, e[i].recorded.text);
        if (until != NULL)
            return until;
    }
    return sheets_try_rest(s, &st, rest, s->checked);
}

/* ---- differences ----------------------------------------------------------------------------- */

static xpgn_difference blank(void) {
    xpgn_difference d = {.turn = "", .text = ""};
    for (size_t i = 0; i < XPGN_MAX_SHEETS; i++)
        d.reading[i] = (xpgn_reading){.text = "", .allowed = true};
    return d;
}

static xpgn_difference *add_difference(struct xpgn_merge *s, const xpgn_difference *d) {
    xpgn_difference *list =
        arena_grow(&s->arena, s->difference, s->differences, &s->difference_capacity, sizeof *list);
    s->no_memory |= list == NULL;
    if (list == NULL)
        return NULL;
    s->difference = list;
    list[s->differences] = *d;
    return &list[s->differences++];
}

static void add_half_move(struct xpgn_merge *s, const xpgn_difference *d) {
    xpgn_difference *list =
        arena_grow(&s->arena, s->half_move, s->half_moves, &s->half_move_capacity, sizeof *list);
    s->no_memory |= list == NULL;
    if (list == NULL)
        return;
    s->half_move = list;
    list[s->half_moves++] = *d;
}

/* Returns the text of an entry as written. */
static const char *entry_text(struct xpgn_merge *s, const struct sheet_entry *e) {
    const struct recorded *r = &e->recorded;
    return e->gap ? (e->made ? "" : "[%missing]")
                  : merge_text(s, r, r->has_turn_roll ? r : NULL, r->roll, r->unreadable_roll);
}

/* Returns the empty place before the next entry of a sheet, or before its result. */
static xpgn_place place_before(const struct sheet *sheet, uint32_t at) {
    const struct sheet_entry *e = sheet_entry(sheet, at);
    xpgn_place p = e != NULL ? e->extent : sheet->result_place;
    p.length = 0;
    return p;
}

static void set_reading(struct xpgn_merge *s, size_t k, size_t sheet, xpgn_reading *r) {
    const struct merge_step *step = &s->step[k];
    const struct sheet *sh = &s->sheet[sheet];
    uint32_t at = step->at[sheet];
    bool here = merge_played(step->link) ? step->link->way[sheet] != WAY_LEFT_OUT
                                         : step->link->skipped == sheet;
    r->slip = merge_played(step->link) ? step->slip[sheet] : XPGN_SLIP_NONE;
    if (!merge_played(step->link) && here)
        r->slip = XPGN_SLIP_TOO_MUCH;
    if (here && (step->exchanged >> sheet & 1) == 0) {
        r->place = sh->list[at].extent;
        r->text = entry_text(s, &sh->list[at]);
    } else {
        r->place = place_before(sh, at);
    }
    if (r->slip == XPGN_SLIP_NUMBER && sh->list[at].numbered)
        r->place = sh->list[at].number.place;
    bool gap = here && sh->list[at].gap;
    if (gap && step->open)
        r->slip = XPGN_SLIP_NONE;
    r->allowed = r->slip == XPGN_SLIP_NONE || gap || k <= s->checked;
    if (r->slip == XPGN_SLIP_NONE || gap || !r->allowed)
        return;
    r->until = try_reading(s, k, sheet);
    r->allowed = r->until == NULL;
}

static bool is_different(const struct xpgn_merge *s, const struct merge_step *step) {
    if (!merge_played(step->link) || step->tied != NULL || step->guess)
        return true;
    size_t slips = 0, numbers = 0;
    for (size_t i = 0; i < s->count; i++) {
        slips += step->slip[i] != XPGN_SLIP_NONE;
        numbers += step->slip[i] == XPGN_SLIP_NUMBER;
    }
    /* where move numbers are optional, all sheets may begin with a different one */
    bool alike = !turn_is_several(s->ruleset) && numbers == s->count;
    return slips > 0 && !alike;
}

/* Returns the label of a step's turn: "5. Nf3". */
static const char *turn_label(struct xpgn_merge *s, const struct merge_step *step) {
    struct standing at = step->before;
    if (!merge_played(step->link))
        return merge_label(s, &at, slice_of(""));
    (void)merge_turn(s, &at, &step->link->choice);
    return merge_label(s, &at, slice_of(step->name));
}

/* Returns the number of sheets with this text; SIZE_MAX if a witness has it too, apart from the
   order of dice. */
static size_t count_alike(const struct xpgn_merge *s, const xpgn_difference *d, const char *text) {
    size_t alike = 0;
    for (size_t i = 0; i < s->count; i++) {
        const char *other = d->reading[i].text;
        if ((d->witnesses >> i & 1) != 0 && sheets_same_but_order(other, text))
            return SIZE_MAX;
        alike += strcmp(other, text) == 0;
    }
    return alike;
}

/* Returns another reading that the rules allow and at least as many sheets have, so that it is open
   which was played; NULL if there is none. */
static const char *find_rival(const struct xpgn_merge *s, const xpgn_difference *d) {
    size_t have = (size_t)bits_count(d->witnesses);
    for (size_t i = 0; i < s->count; i++) {
        const xpgn_reading *r = &d->reading[i];
        bool word = r->slip == XPGN_SLIP_ACTION || r->slip == XPGN_SLIP_DICE;
        if (!word || !r->allowed || r->text[0] == '\0')
            continue;
        size_t alike = count_alike(s, d, r->text);
        if (alike >= have && alike != SIZE_MAX)
            return r->text;
    }
    return NULL;
}

static void report_step(struct xpgn_merge *s, size_t k) {
    struct merge_step *step = &s->step[k];
    bool played = merge_played(step->link);
    xpgn_difference d = blank();
    size_t next = sheets_next_played(s, k);
    d.ply = next < s->steps ? s->step[next].ply : (k > 0 ? s->step[k - 1].ply : 1);
    d.turn = turn_label(s, step);
    d.text = played ? step->text : "";
    d.tied = step->tied;
    d.was = step->open ? NULL : step->was;
    d.guess = step->guess && !step->open && d.was == NULL;
    d.missing = step->open;
    d.mixed = step->mixed;
    d.choices = d.guess ? step->choices : 0;
    d.witnesses = step->witnesses;
    for (size_t i = 0; i < s->count && !s->no_memory; i++)
        set_reading(s, k, i, &d.reading[i]);
    if (played && !step->open && !step->guess && k < s->checked && d.tied == NULL)
        d.tied = step->tied = find_rival(s, &d);
    d.probability = merge_confidence(s, &d);
    if (played)
        add_half_move(s, &d);
    if (is_different(s, step))
        (void)add_difference(s, &d);
}

/* Reports where a partial record ends, and the sheets' entries there. */
static void report_stop(struct xpgn_merge *s) {
    struct merge_step *last = &s->step[s->steps];
    struct choice next = {.first = true};
    struct standing st = last->before;
    xpgn_difference d = blank();
    bool turn = merge_turn(s, &st, &next);
    s->stop = merge_label(s, turn ? &st : &last->before, slice_of(""));
    d.ply = s->steps > 0 ? s->step[s->steps - 1].ply + 1 : 1;
    d.turn = s->stop;
    d.text = "{[%missing]}";
    d.missing = d.stop = true;
    for (size_t i = 0; i < s->count && !s->no_memory; i++) {
        const struct sheet_entry *e = sheet_entry(&s->sheet[i], last->at[i]);
        d.reading[i].place = e != NULL ? e->extent : place_before(&s->sheet[i], last->at[i]);
        d.reading[i].text = e != NULL ? entry_text(s, e) : "";
        d.reading[i].slip = e != NULL ? XPGN_SLIP_ACTION : XPGN_SLIP_NONE;
        d.reading[i].allowed = false;
    }
    add_half_move(s, &d);
    (void)add_difference(s, &d);
}

static void report_result(struct xpgn_merge *s) {
    bool differ = s->result_tied != NULL;
    for (size_t i = 0; i < s->count; i++)
        differ |= !slice_is(
            s->sheet[i].result.data != NULL ? s->sheet[i].result : (xpgn_slice){"", 0}, s->result);
    const xpgn_difference none = blank();
    xpgn_difference *d = differ ? add_difference(s, &none) : NULL;
    if (d == NULL)
        return;
    d->turn = "result";
    d->text = s->result;
    d->tied = s->result_tied;
    d->ply = s->steps > 0 ? s->step[s->steps - 1].ply : 0;
    struct standing end = s->step[s->steps].before;
    end.unknown |= s->checked < s->steps;
    merge_close(s, &end);
    for (size_t i = 0; i < s->count; i++) {
        xpgn_reading *r = &d->reading[i];
        xpgn_slice text = s->sheet[i].result;
        r->place = s->sheet[i].result_place;
        r->text = text.data != NULL ? arena_copy(&s->arena, text) : "";
        s->no_memory |= r->text == NULL;
        r->slip =
            r->text != NULL && strcmp(r->text, s->result) == 0 ? XPGN_SLIP_NONE : XPGN_SLIP_RESULT;
        r->allowed = r->slip == XPGN_SLIP_NONE || end.unknown || !end.outcome.over;
        d->witnesses |= (uint8_t)((r->slip == XPGN_SLIP_NONE) << i);
    }
}

/* Reports a tag to which sheets give different values. */
static void report_sheet_tags(struct xpgn_merge *s, xpgn_slice name, xpgn_slice value) {
    bool differ = false;
    for (size_t i = 0; i < s->count; i++) {
        xpgn_slice other = sheet_tag(&s->sheet[i], name);
        differ |= other.data != NULL && !slice_equal(other, value);
    }
    const xpgn_difference none = blank();
    xpgn_difference *d = differ ? add_difference(s, &none) : NULL;
    if (d == NULL)
        return;
    d->turn = arena_copy(&s->arena, name);
    d->text = arena_copy(&s->arena, value);
    s->no_memory |= d->turn == NULL || d->text == NULL;
    for (size_t i = 0; i < s->count && !s->no_memory; i++) {
        xpgn_reading *r = &d->reading[i];
        xpgn_slice other = sheet_tag(&s->sheet[i], name);
        const xpgn_tag *tag = tags_find(s->sheet[i].tags, name);
        if (tag != NULL)
            r->place = tag->place;
        r->text = other.data != NULL ? arena_copy(&s->arena, other) : "";
        s->no_memory |= r->text == NULL;
        r->slip = other.data == NULL || slice_equal(other, value) ? XPGN_SLIP_NONE : XPGN_SLIP_TAG;
        d->witnesses |= (uint8_t)((other.data != NULL && r->slip == XPGN_SLIP_NONE) << i);
    }
}

/* Is this tag compared? Not if sheets may differ in it, or if it is reported elsewhere. */
static bool is_compared(xpgn_slice name) {
    static const char *const own[] = {"Variant",  "RuleOptions", "RulesDigest", "SetUp",
                                      "FEN",      "XFEN",        "XPGN",        "Result",
                                      "PlyCount", "Annotator"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (slice_is(name, own[i]))
            return false;
    return true;
}

static void report_tags(struct xpgn_merge *s) {
    size_t count;
    for (size_t i = 0; i < s->count; i++) {
        const xpgn_tag *list = tags_all(s->sheet[i].tags, &count);
        for (size_t k = 0; k < count && !s->no_memory; k++) {
            xpgn_slice name = list[k].name, value = sheet_tag(&s->sheet[i], name);
            bool known = !sheet_tag_is_first(&s->sheet[i], &list[k]);
            for (size_t before = 0; before < i; before++)
                known |= sheet_tag(&s->sheet[before], name).data != NULL;
            if (!known && value.data != NULL && is_compared(name))
                report_sheet_tags(s, name, value);
        }
    }
}

static void forget_report(struct xpgn_merge *s) {
    s->differences = s->difference_capacity = 0;
    s->half_moves = s->half_move_capacity = 0;
    s->difference = s->half_move = NULL;
}

/* Learns from the sheets how letters and figures are written, and updates the probabilities. */
static void apply_learned(struct xpgn_merge *s) {
    merge_learn(s);
    for (size_t i = 0; i < s->half_moves; i++)
        s->half_move[i].probability = merge_confidence(s, &s->half_move[i]);
    for (size_t i = 0; i < s->differences; i++)
        if (s->difference[i].probability > 0)
            s->difference[i].probability = merge_confidence(s, &s->difference[i]);
}

bool merge_report(struct xpgn_merge *s) {
    forget_report(s);
    if (!merge_settle(s))
        return false;
    report_tags(s);
    for (size_t i = 0; i < s->steps && !s->no_memory; i++)
        report_step(s, i);
    if (s->learned && !s->no_memory)
        apply_learned(s);
    if (!s->no_memory && s->partial)
        report_stop(s);
    else if (!s->no_memory)
        report_result(s);
    return !s->no_memory;
}
