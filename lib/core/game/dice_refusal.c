/* SPDX-License-Identifier: MIT */
#include "core/game/dice_refusal.h"

#include "core/game/finding_hint.h"
#include "internal/text_out.h"

/* "a knight", "a pawn or a rook": the types of the dice that are left. */
static const char *shown_words(const struct check *c) {
    unsigned types = actors_allowance(c->rs, &c->state->turn).types;
    xpgn_buffer b = {0};
    for (unsigned t = XPGN_PAWN; t < XPGN_TYPES; t++) {
        if (!(types >> t & 1))
            continue;
        const char *between = b.size == 0 ? "" : (types >> (t + 1)) == 0 ? " or " : ", ";
        xpgn_buffer_printf(&b, "%s%s", between, c->rs->piece[t].name);
    }
    return log_take(c->log, &b);
}

/* "e3 Nf3 Rg1": the actions of the turn so far (NULL: not known), and a sequence that spends the
   most of the dice that are left. */
static const char *sequence_words(const xpgn_ruleset *rs, const struct state *s,
                                  const struct acted *acted, struct log *log) {
    xpgn_action list[XPGN_TURN_DICE];
    struct state next = *s;
    unsigned length = actors_sequence(rs, s, list);
    xpgn_buffer b = {0};
    for (unsigned i = 0; acted != NULL && i < acted->count; i++)
        xpgn_buffer_printf(&b, "%s%.*s", b.size > 0 ? " " : "", SLICE(acted->list[i]));
    for (unsigned i = 0; i < length; i++) {
        char name[ACTION_NAME];
        movement_name(rs, &next, &list[i], false, name);
        xpgn_buffer_printf(&b, "%s%s", b.size > 0 ? " " : "", name);
        actors_step(rs, &next, &list[i]);
    }
    return log_take(log, &b);
}

/* Says how many of the dice of the turn are spent with `more`, and how many could be. */
static void report_less(const xpgn_ruleset *rs, const struct state *s, unsigned more,
                        const struct turn_end *end, struct log *log) {
    unsigned spent = rs->roll.dice - s->turn.dice.count;
    log_rule(log, rs->cite[CITE_SPEND], end->place, "%u of %u dice; %s would spend %u",
             spent + more, rs->roll.dice, sequence_words(rs, s, end->acted, log),
             spent + actors_most(rs, s));
}

void refuse_by_dice(const struct check *c) {
    const xpgn_action *a = &c->facts->action;
    const struct turn *t = &c->state->turn;
    xpgn_place place = c->recorded->place;
    unsigned cost = actors_cost(c->rs, t, a);
    if (cost > 0) {
        const struct turn_end end = {.place = place, .acted = c->acted};
        report_less(c->rs, c->state, actors_most_after(c->rs, c->state, a), &end, c->log);
    } else if (t->dice.count == 0) {
        log_rule(c->log, c->rs->cite[CITE_TURN_ROLL], place, "no die of this turn is left");
    } else if (!turn_rolls_types(c->rs)) {
        const unsigned far = actors_squares(a);
        log_rule(c->log, c->rs->cite[CITE_TURN_ROLL], place,
                 "the %s goes %u square%s, expected at most %u",
                 c->rs->piece[XPGN_TYPE_OF(a->piece)].name, far, far == 1 ? "" : "s",
                 actors_allowance(c->rs, t).squares);
    } else if (a->kind == XPGN_CASTLING) {
        log_rule(c->log, c->rs->cite[CITE_CASTLING], place, "the dice allow no castling, only: %s",
                 shown_words(c));
    } else if (a->promotion != 0 && c->rs->roll.arrival_shown) {
        log_rule(c->log, c->rs->cite[CITE_ARRIVAL], place,
                 "no die shows a %s, nor a pawn, to be promoted so",
                 c->rs->piece[a->promotion].name);
    } else {
        log_rule(c->log, c->rs->cite[CITE_TURN_ROLL], place, "no die shows a %s: expected %s",
                 c->rs->piece[XPGN_TYPE_OF(a->piece)].name, shown_words(c));
    }
    hint_action(c, NULL);
}

void refuse_dice_left(const xpgn_ruleset *rs, const struct state *s, const struct turn_end *end,
                      struct log *log) {
    report_less(rs, s, 0, end, log);
    if (log_wants_hint(log))
        log_hint(log, "write %s before it", sequence_words(rs, s, NULL, log));
}
