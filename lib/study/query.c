/* SPDX-License-Identifier: MIT */
/* Does this action satisfy a query? */
#include "study/query.h"

#include "play/movement.h"

/* ---- values ---------------------------------------------------------------------------------- */

static bool compares(enum query_compare compare, int64_t a, int64_t b) {
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
    return (file == XPGN_NO_SQUARE || file == square % p->files) &&
           (rank == XPGN_NO_SQUARE || rank == square / p->files);
}

/* Does a value of the action satisfy the comparison with one of the term? */
static bool fits(const xpgn_subject *s, const struct query_term *t, const xpgn_value *value) {
    bool holds = false;
    for (unsigned i = 0; i < t->count && !holds; i++) {
        const union query_value *v = &t->value[i];
        if (t->type == XPGN_FACT_PIECE)
            holds = (v->pieces.types >> XPGN_TYPE_OF(value->piece) & 1) != 0 &&
                    (!v->pieces.wounded || XPGN_IS_WOUNDED(value->piece));
        else if (t->type == XPGN_FACT_SQUARE)
            holds = square_fits(s->position, v, (unsigned)value->number);
        else
            holds = compares((enum query_compare)t->compare, value->number, v->number);
    }
    return holds;
}

/* ---- terms ----------------------------------------------------------------------------------- */

/* Does one of the values that a fact has, of one side? */
static bool side_holds(const xpgn_subject *s, const struct query_term *t,
                       const struct fact_row *row, unsigned side) {
    xpgn_value value;
    if (!row->fact.list)
        return row->get(s, side, 0, &value) && fits(s, t, &value);
    for (unsigned i = 0; row->get(s, side, i, &value); i++)
        if (fits(s, t, &value))
            return true;
    return false;
}

static bool fact_holds(const xpgn_subject *s, const struct query_term *t, const xpgn_ask *ask) {
    const struct fact_row *row = &fact_rows[ask->fact];
    if (row->fact.scope >= XPGN_SCOPE_COMBAT && !fact_has_scope(s, row->fact.scope))
        return false; /* earlier scopes are there in each action */
    return ((ask->sides & 1) != 0 && side_holds(s, t, row, 0)) ||
           ((ask->sides & 2) != 0 && side_holds(s, t, row, 1));
}

static bool term_holds(const xpgn_subject *s, const struct query_term *t) {
    static const xpgn_ask actor = {FACT_piece, 1}, attacked = {FACT_defender, 1};
    bool holds = t->any_piece ? fact_holds(s, t, &actor) || fact_holds(s, t, &attacked)
                              : fact_holds(s, t, &t->ask);
    return holds != (t->negated != (t->compare == UNEQUAL));
}

bool xpgn_query_is_of_end(const xpgn_query *query) {
    const struct query_term *t = &query->term[0];
    unsigned fact = t->ask.fact;
    return query->count == 1 && !t->negated && !t->any_piece &&
           (fact == FACT_mate || fact == FACT_stalemate || fact == FACT_end);
}

bool xpgn_query_matches_end(const xpgn_query *query, const xpgn_walk *walk,
                            const xpgn_step *result) {
    const xpgn_ruleset *rs = xpgn_walk_ruleset(walk);
    xpgn_outcome o = xpgn_walk_outcome(walk);
    const xpgn_position *p = result->position;
    if (result->ply == 0 || p == NULL || !o.over)
        return false;
    bool mate = movement_in_check(rs, p, p->side_to_move);
    unsigned fact = query->term[0].ask.fact;
    return fact == FACT_end || mate == (fact == FACT_mate);
}

bool xpgn_query_matches(const xpgn_query *query, const xpgn_ruleset *rs, const xpgn_step *step) {
    if (step->kind != XPGN_STEP_ACTION || (query->of_combat && !step->facts->combat))
        return false;
    xpgn_subject s = {XPGN_SUBJECT};
    xpgn_subject_step(&s, rs, step);
    for (size_t i = 0; i < query->count; i++)
        if (!term_holds(&s, &query->term[i]))
            return false;
    return true;
}
