/* SPDX-License-Identifier: MIT */
/* The record that was found: its steps, where another one costs as little, and what each sheet has
   instead. */
#include "base/slice.h"
#include "study/sheets.h"

#include <stdlib.h>
#include <string.h>

static const char *kept(struct xpgn_sheets *s, xpgn_buffer *b) {
    const char *text = arena_take(&s->arena, b);
    s->no_memory |= text == NULL;
    return text != NULL ? text : "";
}

/* ---- the steps ------------------------------------------------------------------------------- */

static bool is_played(const struct link *l) {
    return l->choice.word != NULL;
}

/* The links from the start to the end. */
static bool list_steps(struct xpgn_sheets *s) {
    s->steps = 0;
    for (uint32_t l = s->end[0]; s->link[l].from != l; l = s->link[l].from)
        s->steps++;
    s->step = arena_alloc(&s->arena, (s->steps + 1) * sizeof *s->step);
    s->no_memory |= s->step == NULL;
    if (s->step == NULL)
        return false;
    size_t i = s->steps;
    for (uint32_t l = s->end[0]; s->link[l].from != l; l = s->link[l].from)
        s->step[--i].link = &s->link[l];
    return true;
}

/* "<4> exd5 <5+2=9:2+2=5x>", with whatever of it there is. */
static const char *text_of(struct xpgn_sheets *s, unsigned turn_roll, const char *name,
                           const char *roll, const char *freed) {
    xpgn_buffer b = {0};
    if (turn_roll > 0)
        xpgn_buffer_printf(&b, "<%u> ", turn_roll);
    xpgn_buffer_text(&b, name);
    if (roll[0] != '\0')
        xpgn_buffer_printf(&b, " <%s>", roll);
    if (freed[0] != '\0')
        xpgn_buffer_printf(&b, " %s", freed);
    return kept(s, &b);
}

static const char *roll_text(struct xpgn_sheets *s, const xpgn_roll *roll) {
    xpgn_buffer b = {0};
    if (roll->exchanges > 0)
        xpgn_roll_write(&b, roll);
    return kept(s, &b);
}

/* CC-10: the piece that was freed, as it is written behind the roll. */
static const char *freed_text(struct xpgn_sheets *s, const struct standing *before) {
    const xpgn_action *a = &s->facts.action;
    if (a->kind != XPGN_RELEASE || a->drop == XPGN_NO_SQUARE || a->promotion == 0)
        return "";
    char square[4];
    xpgn_buffer b = {0};
    xpgn_square_name(&before->state.position, a->drop, square);
    xpgn_buffer_printf(&b, "%c@%s", xpgn_piece_letter(XPGN_PIECE(0, a->promotion)), square);
    return kept(s, &b);
}

/* The facts of the action just played, in words. */
static void describe(struct xpgn_sheets *s, struct sheets_step *st, const struct standing *before) {
    const struct choice *c = &st->link->choice;
    const xpgn_position *p = &before->state.position;
    st->number = p->number;
    st->seat = p->side_to_move;
    st->turn_roll = c->turn != NULL ? c->turn->recorded.turn_roll : 0;
    st->name = arena_copy(&s->arena, slice_of(s->facts.text));
    s->no_memory |= st->name == NULL;
    if (st->name == NULL)
        st->name = "";
    st->roll = roll_text(s, &s->facts.roll);
    st->freed = freed_text(s, before);
    st->text = text_of(s, st->turn_roll, st->name, st->roll, st->freed);
}

/* What each sheet made of it. */
static void find_slips(struct xpgn_sheets *s, struct sheets_step *st, struct node *n,
                       const struct standing *before) {
    for (size_t i = 0; i < s->count; i++) {
        const struct sheet_entry *e = sheet_entry(&s->sheet[i], n->at[i]);
        uint8_t bit = (uint8_t)(1u << i);
        bool second = (n->exchanged & bit) != 0;
        st->slip[i] = XPGN_SLIP_NONE;
        if (st->link->way[i] == WAY_LEFT_OUT) {
            st->slip[i] = n->at[i] < s->sheet[i].count || n->drift[i] == 0 ? XPGN_SLIP_LEFT_OUT
                                                                           : XPGN_SLIP_NONE;
            n->drift[i]--;
        } else if (st->link->way[i] == WAY_NEXT) {
            st->slip[i] = XPGN_SLIP_ORDER;
            n->exchanged |= bit;
        } else {
            (void)sheets_cost(s, e, before, &st->link->choice, &st->slip[i]);
            unsigned number = second ? 0
                                     : sheets_number_cost(s, e, before, &st->link->choice,
                                                          &n->shift[i], &n->drift[i]);
            if (number > 0 && st->slip[i] == XPGN_SLIP_NONE)
                st->slip[i] = XPGN_SLIP_NUMBER;
            n->exchanged &= (uint8_t)~bit;
            n->at[i] += second ? 2 : 1;
        }
    }
}

/* Plays a step; `n` goes on to the next. */
static void play_step(struct xpgn_sheets *s, struct sheets_step *st, struct node *n,
                      uint32_t *ply) {
    const struct link *l = st->link;
    memcpy(st->at, n->at, sizeof st->at);
    st->before = n->standing;
    st->exchanged = n->exchanged;
    st->tied = NULL;
    if (!is_played(l)) {
        n->at[l->skipped]++;
        n->drift[l->skipped]++;
        return;
    }
    (void)sheets_turn(s, &n->standing, &l->choice);
    struct standing before = n->standing;
    *ply += s->ruleset->turn == TURN_ONE_ACTION || before.state.turn.stage == STAGE_START;
    st->first = s->ruleset->turn == TURN_ONE_ACTION || before.state.turn.stage == STAGE_START;
    st->ply = *ply;
    (void)sheets_play(s, &n->standing, &l->choice, true);
    describe(s, st, &before);
    find_slips(s, st, n, &before);
}

static bool play_steps(struct xpgn_sheets *s) {
    struct node n = {.standing = s->start};
    uint32_t ply = 0;
    if (!list_steps(s))
        return false;
    for (size_t i = 0; i < s->steps && !s->no_memory; i++)
        play_step(s, &s->step[i], &n, &ply);
    s->step[s->steps].before = n.standing;
    memcpy(s->step[s->steps].at, n.at, sizeof n.at);
    sheets_close(s, &n.standing);
    (void)sheets_result(s, &n.standing, &s->result, &s->result_tied);
    return !s->no_memory;
}

/* ---- ties ------------------------------------------------------------------------------------ */

struct ties {
    struct xpgn_sheets *s;
    uint32_t *index; /* of each link: its step + 1; 0: it is none of the record's */
    size_t looked;
};

/* The step of the record that comes next, from `i` on, in which something is played. */
static size_t next_played(const struct xpgn_sheets *s, size_t i) {
    while (i < s->steps && !is_played(s->step[i].link))
        i++;
    return i;
}

/* Plays the links from the record on, up to `link`; NULL: as the record does, up to step `end`. */
static const char *find_other(struct ties *t, const uint32_t *chain, size_t count, size_t *at,
                              size_t end) {
    struct xpgn_sheets *s = t->s;
    struct standing st = s->step[*at].before;
    for (size_t i = count; i-- > 0;) {
        const struct link *l = &s->link[chain[i]];
        if (!is_played(l))
            continue;
        if (!sheets_turn(s, &st, &l->choice))
            return NULL;
        struct standing before = st;
        struct sheets_step other = {.link = l};
        if (!sheets_play(s, &st, &l->choice, true))
            return NULL;
        describe(s, &other, &before);
        *at = next_played(s, *at);
        if (*at >= end || strcmp(other.text, s->step[*at].text) != 0)
            return other.text;
        ++*at;
    }
    *at = next_played(s, *at);
    return *at < end ? "nothing" : NULL;
}

/* Another last link to step `end` (exclusive): does another record come that way? */
static void look_at(struct ties *t, uint32_t link, size_t end) {
    enum { LONGEST = 512 };
    struct xpgn_sheets *s = t->s;
    uint32_t chain[LONGEST];
    size_t count = 0;
    while (t->index[link] == 0 && s->link[link].from != link && count < LONGEST) {
        chain[count++] = link;
        link = s->link[link].from;
    }
    if (count == LONGEST || t->looked++ >= SHEETS_TIES)
        return;
    size_t at = t->index[link]; /* the step behind that one */
    const char *other = find_other(t, chain, count, &at, end);
    if (other == NULL)
        return;
    if (at >= s->steps) /* it is longer than the record */
        at = s->steps - (s->steps > 0);
    while (at > 0 && !is_played(s->step[at].link))
        at--;
    if (s->step[at].tied == NULL)
        s->step[at].tied = other;
}

static bool find_ties(struct xpgn_sheets *s) {
    struct ties t = {s, calloc(s->link_count, sizeof *t.index), 0};
    s->no_memory |= t.index == NULL;
    if (t.index == NULL)
        return false;
    for (size_t i = 0; i < s->steps; i++)
        t.index[s->step[i].link - s->link] = (uint32_t)i + 1;
    for (size_t i = 0; i < s->steps; i++)
        for (uint32_t l = s->step[i].link->tied; l != 0; l = s->link[l].tied)
            look_at(&t, l, i + 1);
    for (size_t i = 1; i < s->ends; i++)
        look_at(&t, s->end[i], s->steps);
    free(t.index);
    return !s->no_memory;
}

/* ---- which reading the rules allow ----------------------------------------------------------- */

static const char *label(struct xpgn_sheets *s, const struct standing *st, xpgn_slice word) {
    const xpgn_position *p = &st->state.position;
    const char *text =
        arena_printf(&s->arena, "%u%s%s%.*s", p->number, xpgn_turn_dots(p->seats, p->side_to_move),
                     word.size > 0 ? " " : "", (int)(word.size < 32 ? word.size : 32), word.data);
    s->no_memory |= text == NULL;
    return text != NULL ? text : "";
}

/* Plays one action; NULL: it is legal, else its label. */
static const char *try_action(struct xpgn_sheets *s, struct standing *st, const struct choice *c,
                              xpgn_slice word) {
    struct standing before = *st;
    if (!sheets_turn(s, st, c))
        return label(s, &before, word);
    before = *st;
    return sheets_play(s, st, c, false) ? NULL : label(s, &before, word);
}

/* The record from step `from` on, in another position. */
static const char *try_rest(struct xpgn_sheets *s, struct standing *st, size_t from) {
    for (size_t i = from; i < s->steps; i++) {
        const struct sheets_step *step = &s->step[i];
        if (!is_played(step->link))
            continue;
        const char *until = try_action(s, st, &step->link->choice, slice_of(step->name));
        if (until != NULL)
            return until;
    }
    const char *result, *tied;
    sheets_close(s, st);
    (void)sheets_result(s, st, &result, &tied);
    return result != NULL && strcmp(result, s->result) == 0 ? NULL : s->result;
}

static struct choice as_written(const struct sheet_entry *e) {
    return (struct choice){.word = e,
                           .roll = e->recorded.roll,
                           .turn = e->recorded.has_turn_roll ? e : NULL,
                           .first = e->numbered,
                           .as_written = true};
}

/* The record, but at step `k` as this sheet has it; NULL: the rules allow it. */
static const char *try_reading(struct xpgn_sheets *s, size_t k, size_t sheet) {
    const struct sheets_step *step = &s->step[k];
    const struct sheet_entry *e = sheet_entry(&s->sheet[sheet], step->at[sheet]);
    xpgn_slip slip = is_played(step->link) ? step->slip[sheet] : XPGN_SLIP_TOO_MUCH;
    unsigned own = slip == XPGN_SLIP_LEFT_OUT ? 0 : slip == XPGN_SLIP_ORDER ? 2 : 1;
    struct standing st = step->before;
    size_t rest = k + 1;
    if (slip == XPGN_SLIP_ORDER)
        rest = next_played(s, rest) + 1;
    else if (is_played(step->link) && (step->exchanged >> sheet & 1) != 0)
        return NULL;
    for (unsigned i = 0; i < own; i++) {
        struct choice c = as_written(&e[i]);
        const char *until = try_action(s, &st, &c, e[i].recorded.text);
        if (until != NULL)
            return until;
    }
    return try_rest(s, &st, rest);
}

/* ---- differences ----------------------------------------------------------------------------- */

static xpgn_difference *add_difference(struct xpgn_sheets *s) {
    xpgn_difference *list =
        arena_grow(&s->arena, s->difference, s->differences, &s->difference_capacity, sizeof *list);
    s->no_memory |= list == NULL;
    if (list == NULL)
        return NULL;
    s->difference = list;
    list[s->differences] = (xpgn_difference){.turn = "", .text = ""};
    for (size_t i = 0; i < s->count; i++)
        list[s->differences].reading[i] = (xpgn_reading){.text = "", .allowed = true};
    return &list[s->differences++];
}

/* An entry as it is written. */
static const char *entry_text(struct xpgn_sheets *s, const struct sheet_entry *e) {
    const struct recorded *r = &e->recorded;
    const char *word = arena_copy(&s->arena, r->text);
    const char *freed = r->has_freed
                            ? arena_printf(&s->arena, "%.*s", (int)r->freed_place.length,
                                           r->text.data + (r->freed_place.offset - r->place.offset))
                            : "";
    s->no_memory |= word == NULL || freed == NULL;
    if (s->no_memory)
        return "";
    if (r->roll->exchanges == 0 && r->unreadable_roll.data != NULL) {
        const char *roll = arena_copy(&s->arena, r->unreadable_roll);
        s->no_memory |= roll == NULL;
        return text_of(s, r->has_turn_roll ? r->turn_roll : 0, word, roll != NULL ? roll : "",
                       freed);
    }
    return text_of(s, r->has_turn_roll ? r->turn_roll : 0, word, roll_text(s, r->roll), freed);
}

/* Where the next entry of a sheet stands, or its result. */
static xpgn_place place_before(const struct sheet *sheet, uint32_t at) {
    xpgn_place p = at < sheet->count ? sheet->list[at].extent : sheet->result_place;
    p.length = 0;
    return p;
}

static void set_reading(struct xpgn_sheets *s, size_t k, size_t sheet, xpgn_reading *r) {
    const struct sheets_step *step = &s->step[k];
    const struct sheet *sh = &s->sheet[sheet];
    uint32_t at = step->at[sheet];
    bool here = is_played(step->link) ? step->link->way[sheet] != WAY_LEFT_OUT
                                      : step->link->skipped == sheet;
    r->slip = is_played(step->link) ? step->slip[sheet] : XPGN_SLIP_NONE;
    if (!is_played(step->link) && here)
        r->slip = XPGN_SLIP_TOO_MUCH;
    if (here && (step->exchanged >> sheet & 1) == 0) {
        r->place = sh->list[at].extent;
        r->text = entry_text(s, &sh->list[at]);
    } else {
        r->place = place_before(sh, at);
    }
    if (r->slip == XPGN_SLIP_NUMBER && sh->list[at].numbered)
        r->place = sh->list[at].number.place;
    if (r->slip != XPGN_SLIP_NONE)
        r->until = try_reading(s, k, sheet);
    r->allowed = r->until == NULL;
}

static bool is_different(const struct xpgn_sheets *s, const struct sheets_step *step) {
    if (!is_played(step->link) || step->tied != NULL || step->link->choice.made)
        return true;
    size_t slips = 0, numbers = 0;
    for (size_t i = 0; i < s->count; i++) {
        slips += step->slip[i] != XPGN_SLIP_NONE;
        numbers += step->slip[i] == XPGN_SLIP_NUMBER;
    }
    /* where numbers are optional, all may begin with another */
    bool alike = s->ruleset->turn == TURN_ONE_ACTION && numbers == s->count;
    return slips > 0 && !alike;
}

static void report_step(struct xpgn_sheets *s, size_t k) {
    const struct sheets_step *step = &s->step[k];
    bool played = is_played(step->link);
    xpgn_difference *d = add_difference(s);
    if (d == NULL)
        return;
    size_t next = next_played(s, k);
    xpgn_slice none = {"", 0};
    struct standing at = step->before;
    if (played)
        (void)sheets_turn(s, &at, &step->link->choice);
    d->ply = next < s->steps ? s->step[next].ply : (k > 0 ? s->step[k - 1].ply : 1);
    d->turn = label(s, &at, played ? slice_of(step->name) : none);
    d->text = played ? step->text : "";
    d->tied = step->tied;
    d->guess = played && step->link->choice.made;
    for (size_t i = 0; i < s->count && !s->no_memory; i++)
        set_reading(s, k, i, &d->reading[i]);
}

static void report_result(struct xpgn_sheets *s) {
    bool differ = s->result_tied != NULL;
    for (size_t i = 0; i < s->count; i++)
        differ |= !slice_is(
            s->sheet[i].result.data != NULL ? s->sheet[i].result : (xpgn_slice){"", 0}, s->result);
    xpgn_difference *d = differ ? add_difference(s) : NULL;
    if (d == NULL)
        return;
    d->turn = "result";
    d->text = s->result;
    d->tied = s->result_tied;
    d->ply = s->steps > 0 ? s->step[s->steps - 1].ply : 0;
    struct standing end = s->step[s->steps].before;
    sheets_close(s, &end);
    for (size_t i = 0; i < s->count; i++) {
        xpgn_reading *r = &d->reading[i];
        xpgn_slice text = s->sheet[i].result;
        r->place = s->sheet[i].result_place;
        r->text = text.data != NULL ? arena_copy(&s->arena, text) : "";
        s->no_memory |= r->text == NULL;
        r->slip =
            r->text != NULL && strcmp(r->text, s->result) == 0 ? XPGN_SLIP_NONE : XPGN_SLIP_RESULT;
        r->allowed = r->slip == XPGN_SLIP_NONE || !end.outcome.over;
    }
}

/* Tags that more than one sheet has, with other values. */
static void report_tag(struct xpgn_sheets *s, xpgn_slice name, xpgn_slice value) {
    bool differ = false;
    for (size_t i = 0; i < s->count; i++) {
        xpgn_slice other = sheet_tag(&s->sheet[i], name);
        differ |= other.data != NULL && !slice_equal(other, value);
    }
    xpgn_difference *d = differ ? add_difference(s) : NULL;
    if (d == NULL)
        return;
    d->turn = arena_copy(&s->arena, name);
    d->text = arena_copy(&s->arena, value);
    s->no_memory |= d->turn == NULL || d->text == NULL;
    for (size_t i = 0; i < s->count && !s->no_memory; i++) {
        xpgn_reading *r = &d->reading[i];
        xpgn_slice other = sheet_tag(&s->sheet[i], name);
        for (size_t k = 0; k < s->sheet[i].tag_count; k++)
            if (slice_equal(s->sheet[i].tags[k].name, name))
                r->place = s->sheet[i].tags[k].place;
        r->text = other.data != NULL ? arena_copy(&s->arena, other) : "";
        s->no_memory |= r->text == NULL;
        r->slip = other.data == NULL || slice_equal(other, value) ? XPGN_SLIP_NONE : XPGN_SLIP_TAG;
    }
}

/* What every sheet may say in its own way, or what is reported elsewhere. */
static bool is_compared(xpgn_slice name) {
    static const char *const own[] = {"Variant",  "RuleOptions", "RulesDigest", "SetUp",
                                      "FEN",      "XFEN",        "XPGN",        "Result",
                                      "PlyCount", "Annotator"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (slice_is(name, own[i]))
            return false;
    return true;
}

static void report_tags(struct xpgn_sheets *s) {
    for (size_t i = 0; i < s->count; i++) {
        for (size_t k = 0; k < s->sheet[i].tag_count && !s->no_memory; k++) {
            xpgn_slice name = s->sheet[i].tags[k].name, value = sheet_tag(&s->sheet[i], name);
            bool known = false;
            for (size_t before = 0; before < i; before++)
                known |= sheet_tag(&s->sheet[before], name).data != NULL;
            for (size_t before = 0; before < k; before++)
                known |= slice_equal(s->sheet[i].tags[before].name, name);
            if (!known && value.data != NULL && is_compared(name))
                report_tag(s, name, value);
        }
    }
}

bool sheets_report(struct xpgn_sheets *s) {
    s->differences = s->difference_capacity = 0;
    s->difference = NULL;
    if (!play_steps(s) || !find_ties(s))
        return false;
    report_tags(s);
    for (size_t i = 0; i < s->steps && !s->no_memory; i++)
        if (is_different(s, &s->step[i]))
            report_step(s, i);
    if (!s->no_memory)
        report_result(s);
    return !s->no_memory;
}
