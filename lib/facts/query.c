/* SPDX-License-Identifier: MIT */
/* Evaluates queries for a game or one of its actions. */
#include "facts/query.h"

#include <xpgn/walk.h>

#include "core/base/slice.h"
#include "core/board/pattern.h"
#include "core/play/movement.h"

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
    default: /* UNEQUAL is negated as a whole in term_holds */
        return a == b;
    }
}

static bool square_fits(const xpgn_position *p, const union query_value *v, unsigned square) {
    unsigned file = v->square.file, rank = v->square.rank;
    return (file == XPGN_NO_SQUARE || file == square % p->files) &&
           (rank == XPGN_NO_SQUARE || rank == square / p->files);
}

/* True if a value satisfies the comparison with one value of the term. */
static bool term_fits(const xpgn_fact_source *s, const struct query_term *t,
                      const xpgn_value *value) {
    bool holds = false;
    if (t->type == XPGN_VALUE_TEXT)
        return query_tag_holds(t, value->text, NULL);
    for (unsigned i = 0; i < t->count && !holds; i++) {
        const union query_value *v = &t->value[i];
        if (t->type == XPGN_VALUE_PIECE)
            holds = (v->pieces.types >> XPGN_TYPE_OF(value->piece) & 1) != 0 &&
                    (!v->pieces.wounded || XPGN_IS_WOUNDED(value->piece));
        else if (t->type == XPGN_VALUE_SQUARE)
            holds = s->position != NULL && square_fits(s->position, v, (unsigned)value->number);
        else
            holds = compares((enum query_compare)t->compare, value->number, v->number);
    }
    return holds;
}

/* ---- terms ----------------------------------------------------------------------------------- */

/* True if one of the values of a fact of one side does. */
static bool side_holds(const xpgn_fact_source *s, const struct query_term *t,
                       const struct fact_row *row, unsigned side) {
    xpgn_value value;
    if (row->fact.type == XPGN_VALUE_TEXT)
        xpgn_buffer_clear(s->text);
    if (!row->fact.list)
        return row->get(s, side, 0, &value) && term_fits(s, t, &value);
    for (unsigned i = 0; row->get(s, side, i, &value); i++)
        if (term_fits(s, t, &value))
            return true;
    return false;
}

static bool fact_holds(const xpgn_fact_source *s, const struct query_term *t,
                       const xpgn_fact_ref *ask) {
    const struct fact_row *row = &fact_rows[ask->fact];
    if (!fact_has_scope(s, row->fact.scope) ||
        (row->fact.type == XPGN_VALUE_TEXT && s->text == NULL))
        return false;
    return ((ask->sides & 1) != 0 && side_holds(s, t, row, 0)) ||
           ((ask->sides & 2) != 0 && side_holds(s, t, row, 1));
}

/* The object of a query. */
struct query_object {
    const struct xpgn_query *query;
    const xpgn_fact_source *subject;
    const xpgn_slice *tag; /* their values; NULL: none */
};

static xpgn_slice tag_value(const struct query_object *q, unsigned tag) {
    return q->tag != NULL ? q->tag[tag] : (xpgn_slice){NULL, 0};
}

/* The value of an item, in millionths. */
static bool item_value(const struct query_object *q, const struct query_item *item, int64_t *out) {
    const int64_t most = INT64_MAX / (4 * QUERY_ITEMS), unit = 1000000;
    if (item->is_tag) {
        xpgn_slice value = tag_value(q, item->tag);
        xpgn_span span;
        if (value.data == NULL || !xpgn_value_number(value, false, &span))
            return false;
        *out = span.low;
        return true;
    }
    const xpgn_fact *f = &fact_rows[item->ask.fact].fact;
    xpgn_value value;
    if (!xpgn_fact_get(q->subject, &item->ask, item->ask.sides == 2, 0, &value))
        return false;
    int64_t n = value.number;
    if (f->type != XPGN_VALUE_MILLIONTHS)
        n = n > most / unit ? most : n < -most / unit ? -most : n * unit;
    *out = n;
    return true;
}

/* Compares two tags that are not numbers. */
static bool texts_hold(const struct query_object *q, const struct query_term *t, bool *holds) {
    const struct query_item *i = t->item;
    if (t->items != 2 || !i[0].is_tag || !i[1].is_tag || t->plus != 0 || i[0].minus || i[1].minus ||
        i[0].at_right == i[1].at_right)
        return false;
    const xpgn_slice *name = q->query->tag, a = tag_value(q, i[0].tag), b = tag_value(q, i[1].tag);
    if (xpgn_tag_is_date(name[i[0].tag]) && xpgn_tag_is_date(name[i[1].tag])) {
        *holds = query_dates_hold((enum query_compare)t->compare, a, b);
        return true;
    }
    if ((t->compare != EQUAL && t->compare != UNEQUAL) || xpgn_tag_is_number(name[i[0].tag]))
        return false;
    *holds = a.data != NULL && b.data != NULL && slice_equal(a, b);
    return true;
}

/* Compares two sums; false if an item has no value. */
static bool sum_holds(const struct query_object *q, const struct query_term *t) {
    int64_t sum = t->plus, value;
    bool holds;
    if (texts_hold(q, t, &holds))
        return holds;
    for (unsigned i = 0; i < t->items; i++) {
        const struct query_item *item = &t->item[i];
        if (!item_value(q, item, &value))
            return false;
        sum += item->minus != item->at_right ? -value : value;
    }
    return compares((enum query_compare)t->compare, sum, 0);
}

static bool player_holds(const struct query_object *q, const struct query_term *t) {
    bool holds = false;
    for (unsigned i = 0; i < t->items && !holds; i++)
        holds = query_tag_holds(t, tag_value(q, t->item[i].tag), q->subject->text);
    return holds;
}

static bool line_holds(const xpgn_fact_source *s, const xpgn_sequence *line) {
    uint64_t places = xpgn_sequence_begin(line);
    for (size_t i = 0; i < s->actions && places != 0 && !xpgn_sequence_done(line, places); i++)
        places = xpgn_sequence_next(line, places, s->played[i]);
    return s->played != NULL && xpgn_sequence_done(line, places);
}

/* True if one of the positions or lines of a term matches. */
static bool made_holds(const xpgn_fact_source *s, const struct query_term *t) {
    bool holds = false;
    for (unsigned i = 0; i < t->count && !holds; i++) {
        const union query_value *v = &t->value[i];
        if (t->of == OF_LINE)
            holds = line_holds(s, v->line);
        else if (s->position != NULL && s->rs != NULL)
            holds = t->of == OF_POSITION ? xpgn_pattern_matches(v->position, s->rs, s->position)
                                         : xpgn_material_matches(v->material, s->position);
    }
    return holds;
}

static bool is_equal_to_one(const struct query_object *q, const struct query_term *t) {
    static const xpgn_fact_ref actor = {FACT_piece, 1}, attacked = {FACT_defender, 1};
    const xpgn_fact_source *s = q->subject;
    switch ((enum query_of)t->of) {
    case OF_SUM:
        return sum_holds(q, t);
    case OF_TAG:
        return query_tag_holds(t, tag_value(q, t->tag), s->text);
    case OF_PLAYER:
        return player_holds(q, t);
    case OF_POSITION:
    case OF_MATERIAL:
    case OF_LINE:
        return made_holds(s, t);
    default:
        return t->any_piece ? fact_holds(s, t, &actor) || fact_holds(s, t, &attacked)
                            : fact_holds(s, t, &t->ask);
    }
}

static bool term_holds(const struct query_object *q, const struct query_term *t) {
    return is_equal_to_one(q, t) != (t->compare == UNEQUAL);
}

static bool node_holds(const struct query_object *q, size_t node) { // NOLINT(misc-no-recursion)
    const struct query_node *n = &q->query->node[node];
    switch ((enum query_node_kind)n->kind) {
    case NODE_TERM:
        return term_holds(q, &q->query->term[n->left]);
    case NODE_AND:
        return node_holds(q, n->left) && node_holds(q, n->right);
    case NODE_OR:
        return node_holds(q, n->left) || node_holds(q, n->right);
    default:
        return !node_holds(q, n->left);
    }
}

/* ---- what is known already ------------------------------------------------------------------- */

enum { CAN_HOLD = 1, CAN_FAIL = 2 };

uint32_t query_term_scopes(const struct query_term *t) {
    uint32_t scopes = 0;
    if (t->any_piece)
        return 1u << XPGN_SCOPE_ACTION;
    if (t->of == OF_LINE)
        return 1u << XPGN_SCOPE_GAME;
    if (t->of == OF_POSITION || t->of == OF_MATERIAL)
        return 1u << XPGN_SCOPE_TURN;
    if (t->of == OF_FACT)
        return 1u << fact_rows[t->ask.fact].fact.scope;
    for (unsigned i = 0; i < t->items; i++)
        if (!t->item[i].is_tag)
            scopes |= 1u << fact_rows[t->item[i].ask.fact].fact.scope;
    return scopes;
}

static unsigned node_can(const struct query_object *q, uint32_t known,
                         size_t node) { // NOLINT(misc-no-recursion)
    const struct query_node *n = &q->query->node[node];
    if (n->kind == NODE_TERM) {
        const struct query_term *t = &q->query->term[n->left];
        return (query_term_scopes(t) & ~known) != 0 ? CAN_HOLD | CAN_FAIL
               : term_holds(q, t)                   ? CAN_HOLD
                                                    : CAN_FAIL;
    }
    unsigned a = node_can(q, known, n->left);
    if (n->kind == NODE_NOT)
        return ((a & CAN_HOLD) != 0 ? CAN_FAIL : 0) | ((a & CAN_FAIL) != 0 ? CAN_HOLD : 0);
    unsigned b = node_can(q, known, n->right), both = a & b, either = a | b;
    return n->kind == NODE_AND ? (both & CAN_HOLD) | (either & CAN_FAIL)
                               : (either & CAN_HOLD) | (both & CAN_FAIL);
}

bool xpgn_query_may_hold(const xpgn_query *query, const xpgn_fact_source *s, const xpgn_slice *tag,
                         uint32_t known) {
    const struct query_object q = {query, s, tag};
    return s->size >= sizeof *s && (node_can(&q, known, query->root) & CAN_HOLD) != 0;
}

bool xpgn_query_holds(const xpgn_query *query, const xpgn_fact_source *s, const xpgn_slice *tag) {
    if (s->size < sizeof *s || (query->of_combat && (s->facts == NULL || !s->facts->combat)))
        return false;
    return node_holds(&(struct query_object){query, s, tag}, query->root);
}

static bool is_worded(const xpgn_fact_ref *ask) {
    return ask->fact == FACT_action || ask->fact == FACT_label || ask->fact == FACT_first_action ||
           (ask->fact >= FACT_clock && ask->fact <= FACT_mate_in); /* from comments beside the
                                                                      action */
}

bool xpgn_query_wants_words(const xpgn_query *query) {
    for (size_t i = 0; i < query->count; i++) {
        const struct query_term *t = &query->term[i];
        if (t->of == OF_FACT && is_worded(&t->ask))
            return true;
        for (unsigned k = 0; t->of == OF_SUM && k < t->items; k++)
            if (!t->item[k].is_tag && is_worded(&t->item[k].ask))
                return true;
    }
    return false;
}

bool xpgn_query_is_of_end(const xpgn_query *query) {
    const struct query_term *t = &query->term[0];
    unsigned fact = t->ask.fact;
    return query->node[query->root].kind == NODE_TERM && t->of == OF_FACT && !t->any_piece &&
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

bool xpgn_query_matches(const xpgn_query *query, const xpgn_step *step) {
    if (step->kind != XPGN_STEP_ACTION || (query->of_combat && !step->facts->combat))
        return false;
    xpgn_fact_source s = {XPGN_SUBJECT};
    xpgn_fact_source_step(&s, step);
    return xpgn_query_holds(query, &s, NULL);
}

bool xpgn_pattern_matches(const xpgn_pattern *pattern, const xpgn_ruleset *rs,
                          const xpgn_position *p) {
    return position_fits(p, &rs->geometry) && pattern_matches(pattern, &rs->geometry, p);
}
