/* SPDX-License-Identifier: MIT */
/* The record found, step by step: how each sheet wrote it, where another record costs the same,
   which half-moves stay open, and how many sheets have them. */
#include "core/base/slice.h"
#include "internal/text_out.h"
#include "internal/writers.h"
#include "meant/merge/merge.h"

#include <stdlib.h>
#include <string.h>
#include <xpgn/play.h>
#include <xpgn/record.h>

/* ---- texts ----------------------------------------------------------------------------------- */

static const char *kept(struct xpgn_merge *s, xpgn_buffer *b) {
    const char *text = arena_take(&s->arena, b);
    s->no_memory |= text == NULL;
    return text != NULL ? text : "";
}

static const char *copied(struct xpgn_merge *s, xpgn_slice text) {
    const char *copy = arena_copy(&s->arena, text);
    s->no_memory |= copy == NULL;
    return copy != NULL ? copy : "";
}

/* Returns an action as written, with a roll, or with `unreadable`, the text of one that cannot be
   read. */
const char *merge_text(struct xpgn_merge *s, const struct recorded *action,
                       const struct recorded *turn, const xpgn_roll *roll, xpgn_slice unreadable) {
    xpgn_buffer dice = {0}, die = {0}, b = {0};
    if (roll != NULL && roll->exchanges > 0)
        xpgn_roll_write(&dice, roll);
    else
        xpgn_buffer_slice(&dice, unreadable);
    if (turn != NULL && turn->turn_roll.count > 0)
        xpgn_buffer_text(&die, xpgn_turn_dice_text(&turn->turn_roll).text);
    xpgn_entry e = {XPGN_ENTRY, .text = action->text, .turn_roll = {die.data, die.size},
                    .roll = {dice.data, dice.size}};
    if (action->has_freed)
        e.freed =
            (xpgn_slice){action->text.data + (action->freed_place.offset - action->place.offset),
                         action->freed_place.length};
    xpgn_entry_write(&b, &e);
    b.failed |= dice.failed || die.failed;
    xpgn_buffer_free(&dice);
    xpgn_buffer_free(&die);
    return kept(s, &b);
}

/* ---- the steps ------------------------------------------------------------------------------- */

/* Lists the links from the start to the end as steps. False if out of memory. */
static bool list_steps(struct xpgn_merge *s) {
    s->steps = 0;
    for (uint32_t l = s->found.end[0]; s->link[l].from != l; l = s->link[l].from)
        s->steps++;
    s->step = arena_alloc(&s->arena, (s->steps + 1) * sizeof *s->step);
    s->no_memory |= s->step == NULL;
    if (s->step == NULL)
        return false;
    size_t i = s->steps;
    for (uint32_t l = s->found.end[0]; s->link[l].from != l; l = s->link[l].from)
        s->step[--i].link = &s->link[l];
    return true;
}

/* Describes an action that cannot be checked, as the sheets have it. */
static void describe_unchecked(struct xpgn_merge *s, struct merge_step *st) {
    const struct choice *c = &st->link->choice;
    st->turn_roll = c->turn != NULL ? c->turn->recorded.turn_roll : (xpgn_turn_dice){0};
    st->name = copied(s, c->word->recorded.text);
    st->text = merge_text(s, &c->word->recorded, c->turn != NULL ? &c->turn->recorded : NULL,
                          c->roll, c->word->recorded.unreadable_roll);
}

/* Describes an unknown half-move. */
static void describe_open(struct merge_step *st) {
    st->open = true;
    st->turn_roll = (xpgn_turn_dice){0};
    st->name = "";
    st->text = "{[%missing]}";
    st->tied = NULL;
}

/* Describes the action just played by its facts. */
static void describe(struct xpgn_merge *s, struct merge_step *st, const struct standing *before) {
    const struct choice *c = &st->link->choice;
    const xpgn_position *p = &before->state.position;
    st->number = p->number;
    st->seat = p->side_to_move;
    if (c->open || before->unknown) {
        describe_unchecked(s, st);
        return;
    }
    st->turn_roll = c->turn != NULL ? c->turn->recorded.turn_roll : (xpgn_turn_dice){0};
    st->name = copied(s, slice_of(s->facts.text));
    xpgn_buffer b = {0};
    xpgn_facts_write(&b, p, &s->facts);
    st->text = kept(s, &b);
}

/* Does a sheet with this slip have the half-move, with its dice? */
static bool has_it(xpgn_slip slip) {
    return slip == XPGN_SLIP_NONE || slip == XPGN_SLIP_NUMBER || slip == XPGN_SLIP_FIELD ||
           slip == XPGN_SLIP_ORDER;
}

/* Records whether an entry makes its sheet a witness of the step. */
static void note_witness(struct merge_step *st, size_t sheet, const struct sheet_entry *e) {
    uint8_t bit = (uint8_t)(1u << sheet);
    if (e->gap) {
        st->slip[sheet] = e->made ? XPGN_SLIP_NONE : XPGN_SLIP_LEFT_OUT;
        return;
    }
    st->legible |= e->readable ? bit : 0;
    if (st->slip[sheet] != XPGN_SLIP_ACTION && !st->link->choice.open)
        st->words |= bit;
    if (has_it(st->slip[sheet]) && !sheet_lacks_dice(e))
        st->witnesses |= st->words & bit;
}

/* Finds each sheet's slip at a step, and advances `n` past the entries read. */
static void find_slips(struct xpgn_merge *s, struct merge_step *st, struct merge_node *n,
                       const struct standing *before) {
    for (size_t i = 0; i < s->count; i++) {
        const struct sheet_entry *e = sheet_entry(&s->sheet[i], n->at[i]);
        uint8_t bit = (uint8_t)(1u << i);
        bool second = (n->exchanged & bit) != 0;
        st->slip[i] = XPGN_SLIP_NONE;
        if (st->link->choice.open && st->link->way[i] == WAY_ENTRY)
            st->slip[i] = e->unrolled ? XPGN_SLIP_DICE : XPGN_SLIP_ACTION;
        if (st->link->way[i] == WAY_LEFT_OUT) {
            bool ended = n->at[i] == s->sheet[i].count &&
                         (n->drift[i] != 0 || s->sheet[i].half); /* known already, or not a slip */
            st->slip[i] = ended ? XPGN_SLIP_NONE : XPGN_SLIP_LEFT_OUT;
            n->drift[i]--;
        } else if (st->link->way[i] == WAY_NEXT) {
            st->slip[i] = XPGN_SLIP_ORDER;
            n->exchanged |= bit;
            note_witness(st, i, e + 1);
        } else {
            if (!st->link->choice.open)
                (void)merge_cost(s, e, before, &st->link->choice, &st->slip[i]);
            unsigned number = second ? 0
                                     : sheets_number_cost(s, e, before, &st->link->choice,
                                                          &n->shift[i], &n->drift[i]);
            if (number > 0 && st->slip[i] == XPGN_SLIP_NONE)
                st->slip[i] = XPGN_SLIP_NUMBER;
            note_witness(st, i, e);
            if (st->link->way[i] == WAY_OWN || n->own[i] == 1) { /* it is at the other place */
                st->words |= bit;
                st->witnesses |= bit;
            }
            n->exchanged &= (uint8_t)~bit;
            n->own[i] = sheets_own_after(n->own[i], st->link->way[i]);
            n->at[i] += second ? 2 : 1;
        }
    }
}

/* For a half-move that no sheet has, finds the nearest entry that is one slip of the pen away. */
static void find_support(struct xpgn_merge *s, struct merge_step *st,
                         const struct standing *before) {
    const struct choice *c = &st->link->choice;
    unsigned least = mistake_cost(MISTAKE_WORD);
    xpgn_slip slip;
    for (size_t i = 0; i < s->count; i++) {
        const struct sheet_entry *e = sheets_entry_of(s, st, i);
        if (e == NULL || e->gap)
            continue;
        unsigned cost = merge_cost(s, e, before, c, &slip);
        unsigned far = slip == XPGN_SLIP_ACTION ? merge_far(e, slice_of(st->name), UINT8_MAX) : 0;
        if (cost > least || (cost == least && st->was != NULL && far >= st->far))
            continue;
        const struct recorded *r = &e->recorded;
        least = cost;
        st->far = far;
        st->was = merge_text(s, r, r->has_turn_roll ? r : NULL, r->roll, r->unreadable_roll);
    }
}

/* Keeps what the sheets have that cannot be read, a word or dice: of a half-move that stays
   unknown, or becomes so as its correction is withdrawn, it is written. */
static void keep_unclear(struct xpgn_merge *s, struct merge_step *st) {
    for (size_t i = 0; i < s->count; i++) {
        const struct sheet_entry *e = sheets_entry_of(s, st, i);
        bool unclear = e != NULL && !e->gap && (!e->exact || sheet_lacks_dice(e));
        const struct recorded *r = unclear ? &e->recorded : NULL;
        st->unclear[i] =
            r != NULL ? merge_text(s, r, r->has_turn_roll ? r : NULL, r->roll, r->unreadable_roll)
                      : NULL;
    }
}

/* Plays a step and advances `n` to the next. */
static void play_step(struct xpgn_merge *s, struct merge_step *st, struct merge_node *n,
                      uint32_t *ply) {
    const struct link *l = st->link;
    memcpy(st->at, n->at, sizeof st->at);
    st->before = n->standing;
    st->exchanged = n->exchanged;
    st->ply = *ply;
    if (!merge_played(l)) {
        n->at[l->skipped]++;
        n->drift[l->skipped]++;
        return;
    }
    (void)merge_turn(s, &n->standing, &l->choice);
    struct standing before = n->standing;
    st->first = !turn_is_several(s->ruleset) ||
                (before.unknown ? l->choice.first : before.state.turn.stage == STAGE_START);
    *ply += st->first;
    st->ply = *ply;
    (void)merge_play(s, &n->standing, &l->choice, true);
    st->cost = l->choice.open ? 0 : merge_step_cost(s, st, &before, &l->choice, &st->signs);
    describe(s, st, &before);
    find_slips(s, st, n, &before);
    bool dice = l->choice.roll != NULL || l->choice.turn != NULL;
    st->mixed = dice && !l->choice.made && st->words != 0 && st->witnesses == 0;
    st->guess = l->choice.made ? st->witnesses == 0 : st->words == 0;
    st->was = NULL;
    keep_unclear(s, st);
    if (st->guess && !l->choice.open && !before.unknown)
        find_support(s, st, &before);
}

static bool play_steps(struct xpgn_merge *s) {
    struct merge_node n = {.standing = s->start};
    uint32_t ply = 0;
    if (!list_steps(s))
        return false;
    for (size_t i = 0; i < s->steps && !s->no_memory; i++)
        play_step(s, &s->step[i], &n, &ply);
    s->step[s->steps].before = n.standing;
    memcpy(s->step[s->steps].at, n.at, sizeof n.at);
    merge_close(s, &n.standing);
    (void)merge_result(s, &n.standing, &s->result, &s->result_tied);
    return !s->no_memory;
}

/* ---- ties ------------------------------------------------------------------------------------ */

struct ties {
    struct xpgn_merge *s;
    uint32_t *index; /* of each link: its step + 1; 0 if it is not in the record */
    size_t looked;
    bool made; /* no sheet has the tied reading */
};

static void note_tie(struct ties *t, size_t at, const char *other, bool made) {
    struct merge_step *step = &t->s->step[at];
    if (step->tied != NULL && (made || !step->tied_made))
        return;
    step->tied = other;
    step->tied_made = made;
}

static void sort_dice(xpgn_roll_side *s) {
    for (unsigned i = 1; i < s->dice_count; i++)
        for (unsigned k = i; k > 0 && s->dice[k] < s->dice[k - 1]; k--) {
            uint8_t die = s->dice[k];
            s->dice[k] = s->dice[k - 1];
            s->dice[k - 1] = die;
        }
}

/* Reads the roll of a half-move, with the dice of each side sorted. Returns the text from its > on,
   or NULL if there is no roll. */
static const char *read_ordered(const char *text, xpgn_roll *roll) {
    const char *open = strrchr(text, '<'), *close = open != NULL ? strchr(open, '>') : NULL;
    if (close == NULL || !xpgn_roll_read((xpgn_slice){open + 1, (size_t)(close - open - 1)}, roll))
        return NULL;
    for (unsigned n = 0; n < 2u * roll->exchanges; n++)
        sort_dice(&roll->exchange[n / 2].side[n % 2]);
    return close;
}

bool sheets_same_but_order(const char *a, const char *b) {
    xpgn_roll x, y;
    const char *end = read_ordered(a, &x), *other = read_ordered(b, &y);
    return end != NULL && other != NULL && strcmp(end, other) == 0 && sheets_same_roll(&x, &y) &&
           strncmp(a, b, (size_t)(strrchr(a, '<') - a) + 1) == 0;
}

/* Plays the links of `chain`, which leaves the record at step *at. Returns the first action that
   differs from the record's, and sets *at to its step; NULL if there is none before step `end`.
   Where both actions are guesses, the difference is noted and the comparison goes on. */
static const char *find_other(struct ties *t, const uint32_t *chain, size_t count, size_t *at,
                              size_t end) {
    struct xpgn_merge *s = t->s;
    struct standing st = s->step[*at].before;
    for (size_t i = count; i-- > 0;) {
        const struct link *l = &s->link[chain[i]];
        if (!merge_played(l))
            continue;
        if (!merge_turn(s, &st, &l->choice))
            return NULL;
        struct standing before = st;
        struct merge_step other = {.link = l};
        if (!merge_play(s, &st, &l->choice, true))
            return NULL;
        describe(s, &other, &before);
        *at = sheets_next_played(s, *at);
        bool differ = *at >= end || (strcmp(other.text, s->step[*at].text) != 0 &&
                                     !sheets_same_but_order(other.text, s->step[*at].text));
        t->made = l->choice.made;
        if (differ && !(t->made && *at < end && s->step[*at].guess))
            return other.text;
        if (differ)
            note_tie(t, *at, other.text, true);
        ++*at;
    }
    *at = sheets_next_played(s, *at);
    t->made = false;
    return *at < end ? "nothing" : NULL;
}

/* Notes a tie if another last link to step `end` (exclusive) belongs to a different record. */
static void look_at(struct ties *t, uint32_t link, size_t end) {
    enum { LONGEST = 512 };
    struct xpgn_merge *s = t->s;
    uint32_t chain[LONGEST];
    size_t count = 0;
    while (t->index[link] == 0 && s->link[link].from != link && count < LONGEST) {
        chain[count++] = link;
        link = s->link[link].from;
    }
    if (count == LONGEST || t->looked++ >= SHEETS_TIES)
        return;
    size_t at = t->index[link]; /* the step after the link they share */
    const char *other = find_other(t, chain, count, &at, end);
    if (other == NULL)
        return;
    if (at >= s->steps) /* the other record is longer */
        at = s->steps - (s->steps > 0);
    while (at > 0 && !merge_played(s->step[at].link))
        at--;
    note_tie(t, at, other, t->made);
}

static bool find_ties(struct xpgn_merge *s) {
    struct ties t = {s, calloc(s->link_count, sizeof *t.index), 0, false};
    s->no_memory |= t.index == NULL;
    if (t.index == NULL)
        return false;
    for (size_t i = 0; i < s->steps; i++)
        t.index[s->step[i].link - s->link] = (uint32_t)i + 1;
    for (size_t i = 0; i < s->steps; i++)
        for (uint32_t l = s->step[i].link->tied; l != 0; l = s->link[l].tied)
            look_at(&t, l, i + 1);
    for (size_t i = 1; i < s->found.ends; i++)
        look_at(&t, s->found.end[i], s->steps);
    free(t.index);
    return !s->no_memory;
}

/* ---- how many sheets have it ----------------------------------------------------------------- */

/* A stretch with one sheet begins where only one sheet is legible, and ends where a second one has
   the half-move of the record. Guesses neither begin nor end one. */
static void find_stretches(struct xpgn_merge *s) {
    bool one = false;
    for (size_t i = 0; i < s->steps && s->count > 1; i++) {
        struct merge_step *st = &s->step[i];
        if (!merge_played(st->link) || st->guess)
            continue;
        unsigned legible = (unsigned)bits_count(st->legible);
        unsigned witnesses = (unsigned)bits_count(st->witnesses);
        if (one ? witnesses > 1 : legible == 1)
            st->stretch = one ? STRETCH_MORE : STRETCH_ONE;
        one ^= st->stretch != STRETCH_SAME;
    }
}

/* Does an entry repeat one of the two before it? */
static bool is_copy(const struct sheet *sheet, uint32_t at) {
    xpgn_slice word = sheet->list[at].recorded.text;
    return (at > 0 && slice_equal(sheet->list[at - 1].recorded.text, word)) ||
           (at > 1 && slice_equal(sheet->list[at - 2].recorded.text, word));
}

/* Appends the word of a skipped entry to those before it; of many only the first are named. */
static const char *add_over(struct xpgn_merge *s, const char *over, unsigned count,
                            xpgn_slice word) {
    enum { NAMED = 6 };
    if (count > NAMED)
        return over;
    if (count == NAMED)
        word = slice_of("...");
    const char *text = arena_printf(&s->arena, "%s%s%.*s", over != NULL ? over : "",
                                    over != NULL ? ", " : "", SLICE(word));
    s->no_memory |= text == NULL;
    return text;
}

/* Assigns skipped entries to the step after them, which may be the end. */
static void find_passed_over(struct xpgn_merge *s) {
    const char *over = NULL;
    unsigned count = 0;
    for (size_t i = 0; i < s->steps; i++) {
        struct merge_step *st = &s->step[i];
        const struct sheet *sheet = &s->sheet[st->link->skipped];
        uint32_t at = st->at[st->link->skipped];
        if (merge_played(st->link)) {
            st->over = over;
            over = NULL;
            count = 0;
        } else if (!sheet->list[at].gap && !is_copy(sheet, at)) {
            over = add_over(s, over, count++, merge_written(sheet, &sheet->list[at]));
        }
    }
    s->step[s->steps].over = over;
    s->step[s->steps].stretch = STRETCH_SAME;
}

/* Turns guesses without support into open half-moves, unless guesses are wanted. */
static void withhold(struct xpgn_merge *s) {
    for (size_t i = 0; i < s->steps && !s->guesses; i++)
        if (s->step[i].guess && s->step[i].was == NULL)
            describe_open(&s->step[i]);
    s->whole = true;
    for (size_t i = 0; i < s->steps; i++)
        s->whole = s->whole && !s->step[i].open;
    s->whole = s->whole && !s->partial;
}

/* After an open half-move nothing can be checked: actions stay as the sheets have them, and so does
   the result. */
static void settle_open(struct xpgn_merge *s) {
    for (size_t i = s->checked; i < s->steps; i++) {
        struct merge_step *st = &s->step[i];
        if (st->open)
            describe_open(st);
        else if (merge_played(st->link))
            describe_unchecked(s, st);
        if (st->tied != NULL && strcmp(st->tied, st->text) == 0)
            st->tied = NULL;
    }
    const struct standing end = {.unknown = true};
    if (s->checked < s->steps)
        (void)merge_result(s, &end, &s->result, &s->result_tied);
}

/* Returns the link of a step with an open half-move instead; its word is that of a sheet with an
   entry there, if any. */
static struct link open_link(const struct xpgn_merge *s, const struct merge_step *step) {
    struct link l = *step->link;
    l.tied = 0;
    l.choice.open = true;
    l.choice.roll = NULL;
    l.choice.turn = NULL;
    for (size_t i = 0; i < s->count; i++) {
        const struct sheet_entry *e = sheet_entry(&s->sheet[i], step->at[i]);
        if (e != NULL && e->gap) /* it was perhaps one of several actions that the gap stands for */
            l.way[i] = WAY_ENTRY;
        if (e != NULL && l.way[i] == WAY_ENTRY)
            l.choice.word = e;
    }
    return l;
}

/* Makes an undecided guess an open half-move and searches on from there. False if that finds
   nothing. The steps must be listed again in either case. */
static bool reopen(struct xpgn_merge *s, size_t k) {
    struct merge_step *step = &s->step[k];
    struct merge_node n = {.standing = s->start};
    struct link l = open_link(s, step);
    uint32_t ply = 0;
    step->link = &l;
    for (size_t i = 0; i <= k; i++)
        play_step(s, &s->step[i], &n, &ply);
    return sheets_search_on(s, &n, l, SHEETS_COST, HOLD_OPEN);
}

/* Searches on from step k with a new limit of actions; tries guesses only if nothing is found. */
static void search_again(struct xpgn_merge *s, size_t k) {
    struct merge_node n = {.standing = s->start};
    struct link l = *s->step[k].link;
    uint32_t ply = 0;
    l.tied = 0;
    for (size_t i = 0; i <= k; i++)
        play_step(s, &s->step[i], &n, &ply);
    struct merge_node from = n;
    if (!sheets_search_on(s, &from, l, s->found.best, HOLD_KNOWN))
        (void)sheets_search_on(s, &n, l, s->found.best, HOLD_GUESSED);
}

/* Returns the first corrected half-move from step `from` on: one slip away from a sheet's. */
static size_t first_corrected(const struct xpgn_merge *s, size_t from) {
    while (from < s->steps && s->step[from].was == NULL)
        from++;
    return from;
}

static bool has_guess(const struct xpgn_merge *s, size_t from) {
    while (from < s->steps && !s->step[from].guess)
        from++;
    return from < s->steps;
}

/* Returns the first step whose half-move is unknown, but which the search has guessed; s->steps if
   there is none. A correction counts as unknown only if another guess follows: the rules must still
   hold for the sheets' half-moves after it, but do not justify a second correction. */
static size_t first_unknown(const struct xpgn_merge *s) {
    for (size_t k = 0; k < s->steps && !s->step[k].link->choice.open; k++)
        if (s->step[k].open && (s->step[k].was == NULL || has_guess(s, k + 1)))
            return k;
    return s->steps;
}

bool merge_settle(struct xpgn_merge *s) {
    bool found = true, settled = false;
    size_t again = 0; /* first step from which the search may be run again */
    while (!settled && play_steps(s) && find_ties(s) && merge_decide(s)) {
        size_t unknown = first_unknown(s), corrected = first_corrected(s, again);
        if (s->found.narrow && found && corrected < s->steps && corrected <= unknown) {
            search_again(s, corrected);
            again = corrected + 1;
            continue;
        }
        settled = !found || unknown == s->steps;
        if (!settled)
            found = reopen(s, unknown);
    }
    if (settled) {
        settle_open(s);
        withhold(s);
        find_stretches(s);
        find_passed_over(s);
    }
    return settled && !s->no_memory;
}
