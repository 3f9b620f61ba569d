/* SPDX-License-Identifier: MIT */
/* Does this action satisfy a query? */
#include "study/query.h"

#include "play/action.h"
#include "play/movement.h"
#include "study/odds.h"

#include <string.h>

/* What a term is asked about. */
struct subject {
    const xpgn_ruleset *rs;
    const xpgn_step *step;
    const xpgn_facts *facts;
    xpgn_piece piece[2]; /* attacker, defender; 0: nobody is attacked */
    xpgn_square square[2];
};

/* ---- words ----------------------------------------------------------------------------------- */

static bool is_outcome(const xpgn_facts *f, enum odds_outcome outcome) {
    return f->combat && odds_outcome_of(f) == outcome;
}

/* The side that had the smaller chance to win has won. */
static bool is_upset(const struct subject *s) {
    double chance[2];
    if (!is_outcome(s->facts, ODDS_WON) && !is_outcome(s->facts, ODDS_LOST))
        return false;
    if (!xpgn_combat_chances(s->rs, s->facts, chance))
        return false;
    unsigned winner = is_outcome(s->facts, ODDS_WON) ? 0 : 1;
    return chance[winner] + 1e-9 < chance[1 - winner];
}

static bool has_totals(const xpgn_facts *f) {
    return f->combat && f->side[0].total >= 0 && f->side[1].total >= 0;
}

/* A pawn became another piece. */
static bool has_arrived(const xpgn_facts *f) {
    return (f->action.kind == XPGN_STEP || f->action.kind == XPGN_ATTACK) &&
           f->action.promotion != 0 && f->arrived;
}

static bool has_arrived_as(const struct subject *s, bool rescued) {
    return has_arrived(s->facts) && (s->rs->arrival == ARRIVAL_RESCUE) == rescued;
}

static bool is_mate(const xpgn_facts *f) {
    return strchr(f->text, '#') != NULL;
}

static bool is_stalemate(const struct subject *s) {
    return s->facts->outcome.locked && !is_mate(s->facts);
}

/* ---- values ---------------------------------------------------------------------------------- */

static bool compares(enum query_compare compare, int32_t a, int32_t b) {
    switch (compare) {
    case LESS:
        return a < b;
    case AT_MOST:
        return a <= b;
    case GREATER:
        return a > b;
    case AT_LEAST:
        return a >= b;
    default: /* UNEQUAL is turned round as a whole, in term_holds */
        return a == b;
    }
}

static bool square_fits(const xpgn_position *p, const union query_value *v, unsigned square) {
    unsigned file = v->square.file, rank = v->square.rank;
    return square != XPGN_NO_SQUARE && (file == XPGN_NO_SQUARE || file == square % p->files) &&
           (rank == XPGN_NO_SQUARE || rank == square / p->files);
}

/* Does a value of the action satisfy the comparison with one of the term? No piece (0) does. */
static bool fits(const struct subject *s, const struct query_term *t, int32_t value) {
    bool holds = false;
    for (unsigned i = 0; i < t->count && !holds; i++) {
        const union query_value *v = &t->value[i];
        if (t->form == FORM_PIECE)
            holds = (v->pieces.types >> XPGN_TYPE_OF(value) & 1) != 0 &&
                    (!v->pieces.wounded || XPGN_IS_WOUNDED(value));
        else if (t->form == FORM_SQUARE)
            holds = square_fits(s->step->before, v, (unsigned)value);
        else
            holds = compares((enum query_compare)t->compare, value, v->number);
    }
    return holds;
}

static xpgn_piece actor(const xpgn_facts *f) {
    return f->action.kind == XPGN_PASS ? 0 : f->action.piece;
}

static bool supporter_fits(const struct subject *s, const struct query_term *t,
                           const xpgn_combatant *c) {
    for (unsigned i = 0; i < c->count && i < XPGN_MAX_SUPPORT; i++)
        if (fits(s, t, c->supporter[i].piece))
            return true;
    return false;
}

/* Terms have the seats of four: white, red, black, green. */
static int32_t seat_of_four(const xpgn_step *step) {
    return step->before->seats == 2 && step->seat == 1 ? 2 : step->seat;
}

static bool die_fits(const struct subject *s, const struct query_term *t, unsigned side) {
    for (unsigned e = 0; e < s->facts->roll.exchanges; e++) {
        const xpgn_roll_side *r = &s->facts->roll.exchange[e].side[side];
        for (unsigned i = 0; i < r->dice_count; i++)
            if (fits(s, t, r->dice[i]))
                return true;
    }
    return false;
}

/* The total of a teleport or an escape is recorded by its roll only. */
static bool total_fits(const struct subject *s, const struct query_term *t, unsigned side) {
    const xpgn_facts *f = s->facts;
    int32_t total = f->combat                            ? f->side[side].total
                    : side == 0 && f->roll.exchanges > 0 ? f->roll.exchange[0].side[0].total
                                                         : -1;
    return total >= 0 && fits(s, t, total);
}

static int32_t clamp(uint32_t n) {
    return n > INT32_MAX ? INT32_MAX : (int32_t)n;
}

/* ---- terms ----------------------------------------------------------------------------------- */

static bool side_holds(const struct subject *s, const struct query_term *t, unsigned side) {
    const xpgn_facts *f = s->facts;
    const xpgn_combatant *c = &f->side[side];
    switch ((enum query_ask)t->ask) {
#define ASK(id, text, form, sided, holds)                                                          \
    case ASK_##id:                                                                                 \
        return holds;
#include "study/query.def"
#undef ASK
    case ASK_ANY_PIECE:
        return fits(s, t, actor(f)) || fits(s, t, s->piece[1]);
    }
    return false;
}

static bool term_holds(const struct subject *s, const struct query_term *t) {
    bool holds = ((t->sides & 1) != 0 && side_holds(s, t, 0)) ||
                 ((t->sides & 2) != 0 && side_holds(s, t, 1));
    return holds != (t->negated != (t->compare == UNEQUAL));
}

/* Attacker and defender, also where there is no combat. */
static void find_opponents(struct subject *s) {
    const xpgn_action *a = &s->facts->action;
    if (!action_fights(a))
        return;
    s->piece[0] = a->piece;
    s->square[0] = a->from;
    s->square[1] = a->target;
    if (a->target < XPGN_MAX_SQUARES)
        s->piece[1] = s->step->before->at[a->target];
}

bool xpgn_query_is_of_end(const xpgn_query *query) {
    const struct query_term *t = &query->term[0];
    return query->count == 1 && !t->negated &&
           (t->ask == ASK_MATE || t->ask == ASK_STALEMATE || t->ask == ASK_END);
}

bool xpgn_query_matches_end(const xpgn_query *query, const xpgn_walk *walk,
                            const xpgn_step *result) {
    const xpgn_ruleset *rs = xpgn_walk_ruleset(walk);
    xpgn_outcome o = xpgn_walk_outcome(walk);
    const xpgn_position *p = result->position;
    if (result->ply == 0 || p == NULL || !o.over)
        return false;
    bool mate = movement_in_check(rs, p, p->side_to_move);
    return query->term[0].ask == ASK_END || mate == (query->term[0].ask == ASK_MATE);
}

bool xpgn_query_matches(const xpgn_query *query, const xpgn_ruleset *rs, const xpgn_step *step) {
    if (step->kind != XPGN_STEP_ACTION)
        return false;
    struct subject s = {
        .rs = rs, .step = step, .facts = step->facts, .square = {XPGN_NO_SQUARE, XPGN_NO_SQUARE}};
    find_opponents(&s);
    for (size_t i = 0; i < query->count; i++)
        if (!term_holds(&s, &query->term[i]))
            return false;
    return true;
}
