/* SPDX-License-Identifier: MIT */
/*
 * Refuses edits without playing them. Most edits leave an action that cannot be played; the rules
 * can tell this without the walk if a turn is one action and only move numbers are between the
 * words, and in longer turns of the next word.
 */
#include <xpgn/play.h>

#include "meant/repair/repair.h"

#include "core/base/cpu.h"
#include "core/base/roll_data.h"
#include "core/base/slice.h"
#include "core/play/apply.h"

static const uint64_t ALL = ~(uint64_t)0;

/* ---- the words of the line ------------------------------------------------------------------- */

/* True if a turn is one action and the notation exact. */
static bool may_ask_core(const struct repair *r) {
    return !turn_is_several(r->ruleset) && !r->walk->options.lenient && !cpu_forced_walk();
}

static void add_word(struct repair *r, const struct notation *n, bool plain) {
    struct word *w = &r->word[r->words++];
    bool whole = n == NULL || (n->mark != '#' && n->kind != NOTATION_PASS);
    *w = (struct word){.notation = n, .plain = plain && whole, .sources = {ALL, ALL}};
    for (unsigned seat = 0; n != NULL && w->plain && seat < 2; seat++)
        w->sources[seat] = movement_sources(r->ruleset, n, seat);
}

/* Skips move numbers and known words; 74 alone may be a word. */
static bool pass_numbers(const struct repair *r, size_t *i, size_t before) {
    bool plain = true;
    for (; *i < r->count && r->tokens[*i].place.offset < before; ++*i)
        plain &= r->tokens[*i].kind == TOKEN_WORD ||
                 (r->tokens[*i].kind == TOKEN_NUMBER && r->tokens[*i].dots > 0);
    return plain && *i < r->count && r->tokens[*i].kind == TOKEN_WORD;
}

/* True if words or the result follow directly: a comment might say that the action stood. */
static bool is_followed(const struct repair *r, size_t i) {
    enum token_kind next = i + 1 < r->count ? r->tokens[i + 1].kind : TOKEN_END;
    return next == TOKEN_WORD || next == TOKEN_NUMBER || next == TOKEN_RESULT;
}

void repair_list_words(struct repair *r) {
    size_t i = 0;
    r->words = 0;
    if (!may_ask_core(r))
        return;
    for (unsigned back = REPAIR_UNITS; back-- > 0;) {
        const struct unit *u = repair_unit(r, back);
        bool plain = u != NULL && pass_numbers(r, &i, u->recorded.place.offset) &&
                     !u->recorded.stood && !u->recorded.unreadable;
        add_word(r, u != NULL && u->legible ? &u->recorded.notation : NULL, plain);
    }
    for (unsigned n = 0; n < REPAIR_GAIN; n++) {
        for (i++; i < r->count && r->tokens[i].kind == TOKEN_NUMBER && r->tokens[i].dots > 0;)
            i++;
        if (i >= r->count || r->tokens[i].kind != TOKEN_WORD || !is_followed(r, i) ||
            !notation_read(r->tokens[i].text, &r->ahead[n]))
            return;
        add_word(r, &r->ahead[n], true);
    }
}

/* The word i places after `at`, with the one at `at` and the one `later` places on exchanged. NULL
   if it is not known. */
static const struct word *word_at(const struct repair *r, unsigned at, unsigned i, unsigned later) {
    unsigned place = at + (i == 0 ? later : i == later ? 0 : i);
    return place < r->words && r->word[place].plain ? &r->word[place] : NULL;
}

/* ---- pieces that are nowhere ----------------------------------------------------------------- */

/* Adds the squares where a piece of each type may be after the half-move, but was not before. */
static void note_brought(uint64_t brought[XPGN_TYPES], const struct notation *n) {
    unsigned to = SQUARE_AT(n->to_file, n->to_rank);
    bool castles = n->kind == NOTATION_SHORT || n->kind == NOTATION_LONG;
    bool whole = n->from_file >= 0 && n->from_rank >= 0; /* e1g1 */
    if (castles || whole)
        brought[XPGN_KING] = brought[XPGN_ROOK] = ALL;
    if (!castles && (n->kind != NOTATION_MOVE || to >= 64))
        memset(brought, 0xff, XPGN_TYPES * sizeof *brought);
    else if (!castles)
        brought[n->type] |= brought[n->promotion] |= (uint64_t)1 << to;
}

/* What the words from `at` on require of a half-move in p, or, without `after`, of the position
   itself. */
static struct demand find_demand(const struct repair *r, const xpgn_position *p, unsigned at,
                                 unsigned later, bool after) {
    struct demand d = {.fails = false};
    uint64_t brought[2][XPGN_TYPES] = {{0}};
    const struct word *w;
    for (unsigned i = 0; !d.fails && (w = word_at(r, at, i, later)) != NULL; i++) {
        unsigned seat = (p->side_to_move + after + i) & 1;
        if (w->notation == NULL) {
            d.fails = true;
            return d;
        }
        unsigned type = w->notation->type;
        uint64_t there = (p->type[type] & p->seat[seat]) | brought[seat][type];
        if (w->sources[seat] != ALL && (w->sources[seat] & there) == 0) {
            bool own = after && seat == p->side_to_move;
            d.fails = !own;
            if (own && d.squares == 0)
                d = (struct demand){.type = type, .squares = w->sources[seat]};
        }
        note_brought(brought[seat], w->notation);
    }
    return d;
}

struct demand repair_demand(const struct repair *r, const xpgn_position *p, unsigned at) {
    return find_demand(r, p, at, 0, true);
}

/* ---- playing without the walk ---------------------------------------------------------------- */

/* Plays a quiet action or a capture. False if it has other effects. */
static bool play_plainly(const struct repair *r, struct state *s, const xpgn_action *a) {
    bool captures = a->kind == XPGN_ATTACK && attacks_capture(r->ruleset);
    if (!captures && a->kind != XPGN_STEP && a->kind != XPGN_CASTLING)
        return false;
    movement_play(r->ruleset, &s->position, a);
    position_pass(&s->position);
    return true;
}

static bool refuses(const struct repair *r, struct state *s, unsigned at, unsigned later) {
    xpgn_action a;
    const struct word *w;
    for (unsigned i = 0; (w = word_at(r, at, i, later)) != NULL; i++) {
        if (w->notation == NULL || !movement_resolve(r->ruleset, s, w->notation, &a))
            return true;
        if (!play_plainly(r, s, &a))
            return false;
    }
    return false;
}

bool repair_refused(const struct repair *r, struct state s, unsigned at, unsigned later) {
    return find_demand(r, &s.position, at, later, false).fails || refuses(r, &s, at, later);
}

/* True if the action brings the required piece to one of the required squares. */
static bool brings(const struct demand *d, const xpgn_action *a) {
    return (XPGN_TYPE_OF(a->piece) == d->type || a->promotion == d->type) &&
           (d->squares >> a->to & 1) != 0;
}

bool repair_refused_after(const struct repair *r, const struct state *s, const xpgn_action *a,
                          const struct demand *d, unsigned at) {
    if (r->words == 0 || a->kind > XPGN_CASTLING)
        return false;
    if (d->fails || (d->squares != 0 && a->kind != XPGN_CASTLING && !brings(d, a)))
        return true;
    struct state after = *s;
    return play_plainly(r, &after, a) && refuses(r, &after, at, 0);
}

/* ---- within a turn of several actions -------------------------------------------------------- */

struct next_word repair_next_word(const struct repair *r, size_t i) {
    struct next_word next = {.known = false};
    const struct token *t = &r->tokens[i];
    xpgn_roll roll;
    if (!turn_is_several(r->ruleset) || r->walk->options.lenient || cpu_forced_walk())
        return next;
    if (t->kind == TOKEN_NUMBER && t->dots > 0) {
        next.numbered = true;
        t = &r->tokens[++i];
    }
    if (t->kind == TOKEN_ROLL && xpgn_roll_read(t->text, &roll) && roll_is_one_die(&roll)) {
        next.roll = roll.exchange[0].side[0].dice[0];
        t = &r->tokens[++i];
    }
    while (i + 1 < r->count && r->tokens[i + 1].kind == TOKEN_ROLL)
        i++;
    next.known =
        t->kind == TOKEN_WORD && is_followed(r, i) && notation_read(t->text, &next.notation);
    return next;
}

bool repair_refused_before(const struct repair *r, const struct state *s, const xpgn_action *a,
                           const struct next_word *next) {
    xpgn_action b;
    if (!next->known || a->kind != XPGN_STEP)
        return false;
    struct state after = *s;
    apply_step(r->ruleset, &after, a);
    if (next->numbered) /* if it is a wrong one, it is refused anyway */
        apply_end_of_turn(&after);
    if (next->roll > 0)
        after.turn.roll = next->roll;
    return !movement_resolve(r->ruleset, &after, &next->notation, &b);
}

bool repair_refused_word(const struct repair *r, const xpgn_fix *fix) {
    const struct unit *u = repair_unit(r, 0);
    unsigned at = repair_place(0);
    struct notation n;
    xpgn_action a;
    return at < r->words && r->word[at].plain && fix->place.length == u->recorded.place.length &&
           notation_read(slice_of(fix->text), &n) &&
           movement_resolve(r->ruleset, &u->before.state, &n, &a) &&
           repair_refused_after(r, &u->before.state, &a, &(struct demand){.fails = false}, at + 1);
}

bool repair_refused_exchanged(const struct repair *r, const struct edit *e, unsigned later) {
    unsigned at = repair_place(e->back);
    bool known = e->place.length < REPAIR_EDITED;
    for (unsigned i = 0; known && i <= later; i++)
        known = word_at(r, at, i, later) != NULL;
    return known && repair_refused(r, repair_unit(r, e->back)->before.state, at, later);
}
