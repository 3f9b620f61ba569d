/* SPDX-License-Identifier: MIT */
/* Does this action satisfy a query? */
#include "game/query.h"

#include "play/odds.h"

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

static bool is_outcome(const struct subject *s, enum odds_outcome outcome) {
    return s->facts->combat && odds_outcome_of(s->facts) == outcome;
}

/* The side that had the smaller chance to win has won. */
static bool is_upset(const struct subject *s) {
    double chance[2];
    if (!is_outcome(s, ODDS_WON) && !is_outcome(s, ODDS_LOST))
        return false;
    if (!xpgn_combat_chances(s->rs, s->facts, chance))
        return false;
    unsigned winner = is_outcome(s, ODDS_WON) ? 0 : 1;
    return chance[winner] + 1e-9 < chance[1 - winner];
}

static bool has_fate(const struct subject *s, char fate) {
    return s->facts->combat && (s->facts->side[0].fate == fate || s->facts->side[1].fate == fate);
}

static bool is_prisoner_taken(const struct subject *s) {
    return s->facts->combat &&
           (s->facts->side[0].cell != XPGN_NO_SQUARE || s->facts->side[1].cell != XPGN_NO_SQUARE);
}

/* A pawn that arrived became another piece, by promotion or by rescue. */
static bool has_arrived_as(const struct subject *s, bool rescued) {
    const xpgn_action *a = &s->facts->action;
    return (a->kind == XPGN_STEP || a->kind == XPGN_ATTACK) && a->promotion != 0 &&
           s->facts->arrived && (s->rs->arrival == ARRIVAL_RESCUE) == rescued;
}

static bool is_mate(const xpgn_facts *f) {
    return strchr(f->text, '#') != NULL;
}

static bool is_stalemate(const struct subject *s) {
    const xpgn_outcome *o = &s->facts->outcome;
    return o->over && !is_mate(s->facts) && o->rule != NULL &&
           strcmp(o->rule, s->rs->cite[CITE_NO_ACTION]) == 0;
}

static bool word_holds(const struct subject *s, enum query_word word) {
    const xpgn_facts *f = s->facts;
    switch (word) {
    case WORD_COMBAT:
        return f->combat;
    case WORD_CAPTURE:
        return f->captured != 0;
    case WORD_EN_PASSANT:
        return action_is_en_passant(&f->action);
    case WORD_PROMOTION:
    case WORD_RESCUE:
        return has_arrived_as(s, word == WORD_RESCUE);
    case WORD_CHECK:
        return f->check;
    case WORD_MATE:
        return is_mate(f);
    case WORD_STALEMATE:
        return is_stalemate(s);
    case WORD_END:
        return f->outcome.over;
    case WORD_WON:
        return is_outcome(s, ODDS_WON);
    case WORD_LOST:
        return is_outcome(s, ODDS_LOST);
    case WORD_TIE:
        return f->combat && f->side[0].total >= 0 && f->side[0].total == f->side[1].total;
    case WORD_REROLL:
        return f->combat && f->roll.exchanges > 1;
    case WORD_UPSET:
        return is_upset(s);
    case WORD_DOUBLE:
        return is_outcome(s, ODDS_BOTH);
    case WORD_REMOVED:
        return has_fate(s, 'x');
    case WORD_WOUNDED:
        return has_fate(s, 'w');
    case WORD_PRISONER:
        return is_prisoner_taken(s);
    case WORD_FREED:
        return f->action.kind == XPGN_RELEASE && f->action.promotion != 0;
    case WORD_STOOD:
        return f->stood;
    default:
        return f->action.kind == (unsigned)word;
    }
}

/* ---- values: each function asks whether one value of the term fits ---- */

typedef bool value_function(const struct query_term *t, int32_t value);

static bool fits_number(const struct query_term *t, int32_t n) {
    for (unsigned i = 0; i < t->count; i++) {
        int32_t other = t->value[i].number;
        switch ((enum query_compare)t->compare) {
        case EQUAL:
        case UNEQUAL: /* is turned round as a whole, in term_holds */
            if (n == other)
                return true;
            break;
        case LESS:
            return n < other;
        case AT_MOST:
            return n <= other;
        case GREATER:
            return n > other;
        case AT_LEAST:
            return n >= other;
        }
    }
    return false;
}

static bool fits_piece(const struct query_term *t, xpgn_piece piece) {
    for (unsigned i = 0; i < t->count; i++)
        if ((t->value[i].pieces.types >> XPGN_TYPE_OF(piece) & 1) != 0 &&
            (!t->value[i].pieces.wounded || XPGN_IS_WOUNDED(piece)))
            return true;
    return false;
}

static bool fits_square(const struct query_term *t, const xpgn_position *p, xpgn_square square) {
    if (square == XPGN_NO_SQUARE)
        return false;
    for (unsigned i = 0; i < t->count; i++) {
        unsigned file = t->value[i].square.file, rank = t->value[i].square.rank;
        if ((file == XPGN_NO_SQUARE || file == (unsigned)square % p->files) &&
            (rank == XPGN_NO_SQUARE || rank == (unsigned)square / p->files))
            return true;
    }
    return false;
}

static bool fits_fate(const struct query_term *t, char fate) {
    for (unsigned i = 0; i < t->count; i++)
        if (t->value[i].fate == fate)
            return true;
    return false;
}

/* ---- names: their values in the action ---- */

static bool is_asked(const struct query_term *t, unsigned side) {
    return (t->sides >> side & 1) != 0;
}

static bool supporter_fits(const struct query_term *t, const xpgn_combatant *c) {
    for (unsigned i = 0; i < c->count && i < XPGN_MAX_SUPPORT; i++)
        if (fits_piece(t, c->supporter[i].piece))
            return true;
    return false;
}

static bool pieces_hold(const struct subject *s, const struct query_term *t) {
    const xpgn_facts *f = s->facts;
    bool acts = f->action.kind != XPGN_PASS && f->action.piece != 0;
    bool fits = false;
    switch ((enum query_name)t->what) {
    case NAME_ATTACKER:
    case NAME_DEFENDER: {
        xpgn_piece piece = s->piece[t->what == NAME_DEFENDER];
        return piece != 0 && fits_piece(t, piece);
    }
    case NAME_PIECE:
        return acts && fits_piece(t, f->action.piece);
    case NAME_CAPTURED:
        return f->captured != 0 && fits_piece(t, f->captured);
    case NAME_PROMOTED:
        return (has_arrived_as(s, false) || has_arrived_as(s, true)) &&
               fits_piece(t, f->action.promotion);
    case NAME_SUPPORTER:
        for (unsigned side = 0; f->combat && side < 2; side++)
            fits |= is_asked(t, side) && supporter_fits(t, &f->side[side]);
        return fits;
    default:
        return (acts && fits_piece(t, f->action.piece)) ||
               (s->piece[1] != 0 && fits_piece(t, s->piece[1]));
    }
}

static bool squares_hold(const struct subject *s, const struct query_term *t) {
    const xpgn_position *p = s->step->before;
    const xpgn_action *a = &s->facts->action;
    if (a->kind == XPGN_PASS)
        return false;
    if (t->what == NAME_FROM)
        return fits_square(t, p, a->from);
    if (t->what == NAME_TO)
        return fits_square(t, p, a->to);
    if (s->piece[0] == 0)
        return false;
    return (is_asked(t, 0) && fits_square(t, p, s->square[0])) ||
           (is_asked(t, 1) && fits_square(t, p, s->square[1]));
}

static bool seat_holds(const struct subject *s, const struct query_term *t) {
    unsigned seat = s->step->seat;
    if (s->step->before->seats == 2 && seat == 1)
        seat = 2; /* terms have the seats of four: white, red, black, green */
    for (unsigned i = 0; i < t->count; i++)
        if (t->value[i].seat == seat)
            return true;
    return false;
}

static bool fates_hold(const struct subject *s, const struct query_term *t) {
    const xpgn_facts *f = s->facts;
    return f->combat && ((is_asked(t, 0) && fits_fate(t, f->side[0].fate)) ||
                         (is_asked(t, 1) && fits_fate(t, f->side[1].fate)));
}

static bool dice_hold(const xpgn_facts *f, const struct query_term *t) {
    for (unsigned e = 0; e < f->roll.exchanges; e++)
        for (unsigned side = 0; side < 2; side++) {
            const xpgn_roll_side *r = &f->roll.exchange[e].side[side];
            bool thrown = is_asked(t, side) && (side == 0 || f->combat);
            for (unsigned i = 0; thrown && i < r->dice_count; i++)
                if (fits_number(t, r->dice[i]))
                    return true;
        }
    return false;
}

/* The total of a teleport or an escape is recorded by its roll only. */
static bool total_holds(const xpgn_facts *f, const struct query_term *t) {
    if (!f->combat) {
        int total = f->roll.exchanges > 0 ? f->roll.exchange[0].side[0].total : -1;
        return total >= 0 && is_asked(t, 0) && fits_number(t, total);
    }
    for (unsigned side = 0; side < 2; side++)
        if (is_asked(t, side) && f->side[side].total >= 0 && fits_number(t, f->side[side].total))
            return true;
    return false;
}

static int32_t number_of_side(const xpgn_combatant *c, enum query_name name) {
    switch (name) {
    case NAME_DICE:
        return c->dice;
    case NAME_COUNT:
        return c->count;
    case NAME_SUPPORT:
        return c->support;
    default:
        return c->base;
    }
}

static bool sides_hold(const xpgn_facts *f, const struct query_term *t) {
    for (unsigned side = 0; f->combat && side < 2; side++)
        if (is_asked(t, side) &&
            fits_number(t, number_of_side(&f->side[side], (enum query_name)t->what)))
            return true;
    return false;
}

static bool margin_holds(const xpgn_facts *f, const struct query_term *t) {
    return f->combat && f->side[0].total >= 0 && f->side[1].total >= 0 &&
           fits_number(t, f->side[0].total - f->side[1].total);
}

static int32_t clamp(uint32_t n) {
    return n > INT32_MAX ? INT32_MAX : (int32_t)n;
}

static bool comparison_holds(const struct subject *s, const struct query_term *t) {
    const xpgn_facts *f = s->facts;
    switch ((enum query_name)t->what) {
    case NAME_FROM:
    case NAME_TO:
    case NAME_SQUARE:
        return squares_hold(s, t);
    case NAME_SEAT:
        return seat_holds(s, t);
    case NAME_FATE:
        return fates_hold(s, t);
    case NAME_ROLL:
        return dice_hold(f, t);
    case NAME_TURN_ROLL:
        return f->turn_roll != 0 && fits_number(t, f->turn_roll);
    case NAME_DICE:
    case NAME_COUNT:
    case NAME_SUPPORT:
    case NAME_VALUE:
        return sides_hold(f, t);
    case NAME_TOTAL:
        return total_holds(f, t);
    case NAME_MARGIN:
        return margin_holds(f, t);
    case NAME_PLY:
        return fits_number(t, clamp(s->step->ply));
    case NAME_NUMBER:
        return fits_number(t, clamp(s->step->number));
    default:
        return pieces_hold(s, t);
    }
}

static bool term_holds(const struct subject *s, const struct query_term *t) {
    bool holds = t->is_word ? word_holds(s, (enum query_word)t->what) : comparison_holds(s, t);
    bool turned = !t->is_word && t->compare == UNEQUAL;
    return holds != (t->negated != turned);
}

/* Also where there is no combat: who takes whom. */
static void find_opponents(struct subject *s) {
    const xpgn_action *a = &s->facts->action;
    if (a->kind != XPGN_ATTACK && a->kind != XPGN_SHOT && a->kind != XPGN_RUN)
        return;
    s->piece[0] = a->piece;
    s->square[0] = a->from;
    s->square[1] = a->target;
    if (a->target < XPGN_MAX_SQUARES)
        s->piece[1] = s->step->before->at[a->target];
}

bool xpgn_query_matches(const xpgn_query *query, const xpgn_ruleset *rs, const xpgn_step *step) {
    if (step->kind != XPGN_STEP_ACTION)
        return false;
    struct subject s = {.rs = rs, .step = step, .facts = step->facts};
    find_opponents(&s);
    for (size_t i = 0; i < query->count; i++)
        if (!term_holds(&s, &query->term[i]))
            return false;
    return true;
}
