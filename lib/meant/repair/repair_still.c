/* SPDX-License-Identifier: MIT */
/*
 * Refuses other start positions without playing the game from them. A piece that acted before the
 * error is named there: another could not have. One that did not move would be another one at the
 * error, too: if the action is then as illegal as it was, or the same combat with the same values,
 * the error is the same.
 */
#include "meant/repair/repair.h"

#include "core/base/cpu.h"
#include "core/play/attempt.h"
#include "core/play/chess.h"
#include "core/play/play_action.h"

/* ---- pieces that did not move ---------------------------------------------------------------- */

bool repair_watches_still(const struct repair *r, xpgn_walk *w) {
    return r->main_line && walk_line(w)->ply <= REPAIR_EARLY && walk_gives_start(w);
}

/* True if dice alone decide what became of the pieces: that depends on the others. */
static bool is_open_roll(const xpgn_roll *roll) {
    return roll->exchanges > 0 && repair_says_only_dice(roll);
}

static void note_touched(struct still *s, const xpgn_position *p, size_t unit) {
    for (unsigned sq = 0; sq < position_squares(p); sq++)
        if (p->at[sq] != s->start.at[sq] && s->square[sq].touched == 0)
            s->square[sq].touched = (uint16_t)unit;
}

/* Notes the first action of a piece. */
static void note_acted(struct still *s, const xpgn_action *a, const struct notation *n) {
    bool piece = a->from < position_squares(&s->start) && s->square[a->from].touched == 0 &&
                 n->type == XPGN_TYPE_OF(s->start.at[a->from]) && s->start.at[a->from] == a->piece;
    if (!piece)
        return;
    s->square[a->from].acted = true;
    s->square[a->from].named |= n->from_file >= 0 && n->from_rank >= 0;
}

void repair_note_still(struct repair *r, const struct unit *u, const xpgn_walk *t) {
    struct still *s = r->still;
    const struct unit *last = repair_unit(r, 0); /* the action before */
    if (r->units == 0) {
        s->known = r->main_line && !u->before.has_action && !u->before.dead && walk_gives_start(t);
        s->open = s->castled = false;
        s->start = u->before.state.position;
        memset(s->square, 0, sizeof s->square);
    }
    if (!s->known || r->units == 0)
        return;
    s->open |= is_open_roll(&last->roll);
    s->castled |= t->entry.facts.action.kind == XPGN_CASTLING;
    note_acted(s, &t->entry.facts.action, &last->recorded.notation);
    note_touched(s, &u->before.state.position, r->units);
}

/* ---- the action with the error --------------------------------------------------------------- */

/* True if an error is about a value of its roll, or about what its die decides. */
static bool has_wrong_value(const struct repair *r, const xpgn_walk *w) {
    const struct recorded *recorded = &w->entry.recorded;
    const xpgn_place roll = recorded->roll->place;
    const char *teleport = r->ruleset->cite[CITE_TELEPORT];
    for (size_t i = r->findings; i < w->log.count; i++) {
        const xpgn_finding *f = &w->log.list[i];
        uint32_t at = f->place.offset;
        bool failed =
            at == recorded->place.offset && teleport != NULL && strcmp(f->code, teleport) == 0;
        if (f->level == XPGN_ERROR &&
            (failed || (at >= roll.offset && at < roll.offset + roll.length)))
            return true;
    }
    return false;
}

/* Finds what its roll is compared with. False if it needs none. */
static bool find_values(const struct repair *r, const xpgn_position *p, const xpgn_action *a,
                        xpgn_facts *facts) {
    facts->action = *a;
    combat_prepare(r->ruleset, p, facts);
    if (action_is_attempt(a))
        attempt_decide(r->ruleset, p, 0, facts);
    return (facts->combat && !attacks_safe_king(r->ruleset, p, a)) || action_is_attempt(a);
}

/* The action with the error in this state, after its turn roll. */
static bool resolve(const struct repair *r, const struct state *s, xpgn_action *out) {
    const struct recorded *recorded = &repair_unit(r, 0)->recorded;
    struct state rolled;
    if (recorded->has_turn_roll && turn_rolls(r->ruleset)) {
        rolled = *s;
        turn_roll(r->ruleset, &rolled.turn, recorded->turn_roll);
        s = &rolled;
    }
    return movement_resolve(r->ruleset, s, &recorded->notation, out);
}

/* Finds what the action with the error is compared with. False if another position may make it
   right in another way. */
static bool find_error(struct still *s, const struct repair *r, xpgn_walk *w) {
    const struct unit *u = repair_unit(r, 0);
    xpgn_action a;
    if (!u->legible || u->recorded.stood)
        return false;
    s->legal = resolve(r, &s->at_error, &a);
    if (!s->legal)
        return walk_line(w)->dead;
    return has_wrong_value(r, w) && find_values(r, &s->at_error.position, &a, &s->facts);
}

/* The squares from which any piece of chess movement could reach this one, or come between. */
static bits squares_about(unsigned sq) {
    return BIT(sq) | rook_attacks(sq, 0) | bishop_attacks(sq, 0) | knight_attacks(sq);
}

/* The squares that are far from where the action goes, from what it attacks, and from a king that
   it must not expose. */
static bits find_far(const struct still *s, const struct repair *r) {
    const struct notation *n = &repair_unit(r, 0)->recorded.notation;
    const xpgn_position *p = &s->at_error.position;
    const xpgn_square king = p->king[p->side_to_move];
    const unsigned to = SQUARE_AT(n->to_file, n->to_rank);
    if (!s->compared || r->ruleset->movement != MOVEMENT_CHESS || r->ruleset->outcome_safe ||
        turn_rolls_actors(r->ruleset) || n->kind != NOTATION_MOVE || n->promotion != 0 || to >= 64)
        return 0;
    bits about = squares_about(to);
    if (s->legal && s->facts.action.target != XPGN_NO_SQUARE)
        about |= squares_about(s->facts.action.target);
    if (r->ruleset->safety == SAFETY_NOT_LEFT && king != XPGN_NO_SQUARE)
        about |= squares_about(king);
    return ~about;
}

void repair_begin_still(struct repair *r, xpgn_walk *w, const xpgn_position *start) {
    struct still *s = r->still;
    const struct unit *u = repair_unit(r, 0);
    s->known = u != NULL && s->known && r->allowed == 0 && !cpu_forced_walk() &&
               memcmp(start->at, s->start.at, position_squares(start)) == 0;
    s->turns = walk_line(w)->ply;
    s->unit = 0;
    s->far = 0;
    s->open = !s->known || s->open || !repair_find_state(r, u, &s->at_error);
    if (s->open)
        return;
    note_touched(s, &s->at_error.position, r->units);
    s->compared = find_error(s, r, w);
    s->far = find_far(s, r);
}

/* True if a roll is compared with the same. */
static bool has_same_values(const xpgn_facts *a, const xpgn_facts *b) {
    bool same = action_same(&a->action, &b->action);
    if (!a->combat) {
        const xpgn_roll_side *x = a->roll.exchange[0].side, *y = b->roll.exchange[0].side;
        return same && x->count == y->count && x->total == y->total;
    }
    for (unsigned i = 0; i < 2; i++) {
        const xpgn_combatant *x = &a->side[i], *y = &b->side[i];
        same = same && x->piece == y->piece && x->base == y->base && x->support == y->support &&
               x->count == y->count && x->dice == y->dice;
    }
    return same;
}

/* True if the letters of the castling rights could become others. */
static bool names_rooks(const xpgn_ruleset *rs, xpgn_piece was, xpgn_piece is) {
    return rs->geometry.castling == CASTLING_960 &&
           (XPGN_TYPE_OF(was) == XPGN_ROOK || XPGN_TYPE_OF(is) == XPGN_ROOK);
}

/* True if an action before the error names the piece as it was. */
static bool has_acted(const struct still *s, unsigned from, unsigned to, xpgn_piece piece) {
    bool other = ((piece ^ s->start.at[from]) & ~(unsigned)XPGN_WOUNDED) != 0;
    return (other && s->square[from].acted) || (from != to && s->square[from].named);
}

/* Sets this piece on `to` instead of that on `from`. */
static void change(xpgn_position *p, unsigned from, unsigned to, xpgn_piece piece) {
    (void)position_lift(p, (xpgn_square)from);
    position_put(p, (xpgn_square)to, piece);
}

/* True if the action that first touched one of the squares is wrong with the change. */
static bool is_wrong_before(struct repair *r, unsigned from, unsigned to, xpgn_piece piece) {
    struct still *s = r->still;
    size_t one = s->square[from].touched, two = s->square[to].touched;
    size_t unit = two == 0 || (one != 0 && one < two) ? one : two;
    const struct unit *u = repair_unit(r, (unsigned)(r->units - unit));
    if (u == NULL || unit == r->units)
        return false;
    if (s->unit != unit)
        s->unit = repair_find_state(r, u, &s->before) ? unit : 0;
    if (s->unit == 0)
        return false;
    struct state at = s->before;
    change(&at.position, from, to, piece);
    return !repair_plays_again(r, &u->recorded, &at);
}

bool repair_stays_wrong(struct repair *r, unsigned from, unsigned to, xpgn_piece piece) {
    const struct still *s = r->still;
    xpgn_facts facts;
    xpgn_action a;
    if (!s->known || names_rooks(r->ruleset, s->start.at[from], piece))
        return false;
    if (has_acted(s, from, to, piece))
        return true;
    if (!s->open && (s->square[from].touched | s->square[to].touched) != 0)
        return is_wrong_before(r, from, to, piece);
    if (s->open || !s->compared)
        return false;
    if (s->far != 0 && (s->far & BIT(from)) != 0 && (s->far & BIT(to)) != 0)
        return true;
    struct state at = s->at_error;
    change(&at.position, from, to, piece);
    if (!resolve(r, &at, &a))
        return true;
    bool same =
        s->legal && find_values(r, &at.position, &a, &facts) && has_same_values(&facts, &s->facts);
    return same || (s->legal && !repair_plays_again(r, &repair_unit(r, 0)->recorded, &at));
}

bool repair_needs_no_right(const struct repair *r) {
    const struct still *s = r->still;
    const struct unit *u = repair_unit(r, 0);
    return s->known && !s->open && s->compared && !s->castled && !turn_rolls_actors(r->ruleset) &&
           u->recorded.notation.kind == NOTATION_MOVE && u->recorded.notation.type != XPGN_KING;
}
