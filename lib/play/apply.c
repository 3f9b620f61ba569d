/* SPDX-License-Identifier: MIT */
#include "play/apply.h"

#include "play/chess.h"
#include "play/ending.h"

/* ---- combat ---------------------------------------------------------------------------------- */

/* Fates are unpredictable: branch-free where they decide. */

static inline void hold_removed(const xpgn_ruleset *rs, xpgn_position *p, const xpgn_facts *facts) {
    const xpgn_combatant *loser = &facts->side[combat_loser(facts)];
    if (rs->removed == REMOVED_PRISONER && loser->fate == 'x')
        p->held[cell_of(rs, loser->cell)][XPGN_TYPE_OF(loser->piece)]++;
    for (int i = 0; i < 2 && rs->removed == REMOVED_KEPT; i++) {
        const xpgn_combatant *c = &facts->side[i];
        uint8_t *count = &p->held[XPGN_SEAT_OF(c->piece)][XPGN_TYPE_OF(c->piece)];
        *count = (uint8_t)(*count + (c->fate == 'x'));
    }
}

/* CC-11: a pawn that removes a king becomes a bishop, wherever it stands. */
static inline void transform(const xpgn_ruleset *rs, xpgn_position *p, const xpgn_facts *facts) {
    if (rs->transform_to == 0)
        return;
    unsigned loser = combat_loser(facts);
    const xpgn_combatant *winner = &facts->side[loser ^ 1];
    bool fits = (XPGN_TYPE_OF(winner->piece) == rs->transform_from) &
                (XPGN_TYPE_OF(facts->side[loser].piece) == rs->transform_kills);
    if (!fits)
        return;
    xpgn_square sq = loser == 1 ? facts->action.to : winner->square;
    position_lift(p, sq);
    position_put(p, sq, XPGN_PIECE(XPGN_SEAT_OF(winner->piece), rs->transform_to));
}

/* What is left of a side; 0: nothing. */
static inline xpgn_piece survivor(const xpgn_combatant *c) {
    unsigned piece = c->piece | ((c->fate == 'w') * XPGN_WOUNDED);
    return (xpgn_piece)(piece & (0u - (c->fate != 'x')));
}

/* A piece that attacked and stayed has not left its square (CA-9, FD-9). */
static inline void drop_castling(xpgn_position *p, const xpgn_facts *facts) {
    const xpgn_combatant *at = &facts->side[0], *df = &facts->side[1];
    unsigned types = 1u << XPGN_TYPE_OF(at->piece) | 1u << XPGN_TYPE_OF(df->piece);
    if ((types & (1u << XPGN_KING | 1u << XPGN_ROOK)) == 0)
        return;
    bits left = (bits)((at->fate == 'x') | facts->arrived) << at->square;
    chess_drop_rights(p, left | (bits)(df->fate == 'x') << df->square);
}

ALWAYS_INLINE void put_survivors(const xpgn_ruleset *rs, xpgn_position *p, const xpgn_facts *facts,
                                 bool small) {
    const xpgn_action *a = &facts->action;
    const xpgn_combatant *at = &facts->side[0], *df = &facts->side[1];
    xpgn_piece left = survivor(at), beaten = survivor(df);
    xpgn_piece comes = (xpgn_piece)(left & (0u - facts->arrived));
    if (a->promotion != 0 && facts->arrived)
        comes = piece_on_arrival(rs, p, a, left);
    position_replace(p, at->square, (xpgn_piece)(left & (facts->arrived - 1u)), small);
    if (a->to == df->square)
        beaten |= comes; /* who arrives there has removed the other */
    else if (comes != 0)
        position_replace(p, a->to, comes, small);
    position_replace(p, df->square, beaten, small);
}

static void apply_combat(const xpgn_ruleset *rs, xpgn_position *p, const xpgn_facts *facts) {
    if (chess_has_rights(p))
        drop_castling(p, facts);
    if (position_is_small(p))
        put_survivors(rs, p, facts, true);
    else
        put_survivors(rs, p, facts, false);
    p->ep_square = XPGN_NO_SQUARE;
    hold_removed(rs, p, facts);
    transform(rs, p, facts);
}

/* ---- the turn -------------------------------------------------------------------------------- */

static void advance_choice(struct turn *t, const xpgn_action *a) {
    if (a->kind == XPGN_TELEPORT && a->to != XPGN_NO_SQUARE) {
        turn_go(t, a->to);
    } else {
        t->roll = 0;
        t->stage = STAGE_OVER;
    }
}

static void advance_moves(struct turn *t, const xpgn_action *a) {
    if (a->kind == XPGN_PASS)
        t->stage = STAGE_OVER;
    else
        turn_count(t, a->kind == XPGN_REINFORCE ? a->from : a->to);
}

static void advance_turn(const xpgn_ruleset *rs, struct state *s, const xpgn_facts *facts) {
    const xpgn_action *a = &facts->action;
    if (facts->combat)
        turn_fight(rs->turn, &s->turn, a->to, facts->arrived);
    else if (rs->turn == TURN_CHOICE)
        advance_choice(&s->turn, a);
    else
        advance_moves(&s->turn, a);
    if (!(s->position.alive >> s->position.side_to_move & 1))
        s->turn.stage = STAGE_OVER; /* AS-8 by its own escape route */
}

/* ---- any action ------------------------------------------------------------------------------ */

/* Format section 5: combats, and what removes pieces from the board or brings them onto it. */
static bool resets_clock(const xpgn_facts *facts) {
    const xpgn_action *a = &facts->action;
    return facts->combat || a->kind == XPGN_REINFORCE || a->kind == XPGN_ROUTE ||
           (a->kind == XPGN_RELEASE && a->promotion != 0);
}

/* A turn of several actions counts as a whole: at its end. */
static void reset_clock(const xpgn_ruleset *rs, struct state *s, const xpgn_facts *facts) {
    if (facts->combat)
        s->position.halfmove_clock = 0;
    if (rs->turn != TURN_ONE_ACTION)
        s->turn.quiet_broken = true;
}

/* The seat (a bit) that the loss of this piece may fell. */
static inline unsigned may_fell(const xpgn_ruleset *rs, xpgn_piece piece, bool removed) {
    bool decisive = (rs->decisive >> XPGN_TYPE_OF(piece) & 1) != 0;
    return decisive && removed ? 1u << XPGN_SEAT_OF(piece) : 0;
}

/* The seats (bits) that this action could have felled: only their armies are counted. */
static inline unsigned may_fall(const xpgn_ruleset *rs, const xpgn_facts *facts) {
    if (facts->action.kind == XPGN_ROUTE)
        return 1u << XPGN_SEAT_OF(facts->action.piece);
    if (!facts->combat) /* of what is no attack, nothing has been captured */
        return facts->action.kind == XPGN_ATTACK ? may_fell(rs, facts->captured, true) : 0;
    return may_fell(rs, facts->side[0].piece, facts->side[0].fate == 'x') |
           may_fell(rs, facts->side[1].piece, facts->side[1].fate == 'x');
}

void apply_action(const xpgn_ruleset *rs, struct state *s, xpgn_facts *facts) {
    if (rs->turn != TURN_ONE_ACTION && facts->action.kind == XPGN_STEP) {
        apply_step(rs, s, &facts->action);
        return;
    }
    if (facts->combat)
        apply_combat(rs, &s->position, facts);
    else
        movement_play(rs, &s->position, &facts->action);
    if (resets_clock(facts))
        reset_clock(rs, s, facts);
    unsigned seats = may_fall(rs, facts);
    if (seats != 0)
        ending_after_action(rs, &s->position, seats, &facts->outcome);
    if (rs->turn != TURN_ONE_ACTION)
        advance_turn(rs, s, facts);
}

void apply_pass(const xpgn_ruleset *rs, struct state *s, bool check, bool judge,
                xpgn_facts *facts) {
    position_pass(&s->position);
    s->turn = (struct turn){0};
    if (check && rs->safety == SAFETY_NOT_LEFT)
        facts->check = movement_in_check(rs, &s->position, s->position.side_to_move);
    if (judge)
        ending_before_turn(rs, s, &facts->outcome);
}
