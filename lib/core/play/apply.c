/* SPDX-License-Identifier: MIT */
#include "core/play/apply.h"

#include "core/play/actors.h"
#include "core/play/chess.h"
#include "core/play/ending.h"

/* ---- combat ---------------------------------------------------------------------------------- */

/* Fates are unpredictable, so code that depends on them is branch-free. */

_Static_assert(('x' >> 3 & 1) == 1 && ('w' >> 3 & 1) == 0 && ('w' & 1) == 1 && ('x' & 1) == 0,
               "a bit of the fate tells them apart");
static inline unsigned is_removed(const xpgn_combatant *c) {
    return (unsigned)c->fate >> 3 & 1;
}
/* The piece of a side after the combat, perhaps wounded; 0 if it was removed. */
static inline unsigned survivor(const xpgn_combatant *c) {
    unsigned wounded = ((unsigned)c->fate & 1) * XPGN_WOUNDED;
    return (c->piece | wounded) & (is_removed(c) - 1);
}

/* Adds a removed piece to `held` in that row; does nothing for a survivor. */
static inline void hold(xpgn_position *p, unsigned row, const xpgn_combatant *c) {
    uint8_t *count = &p->held[row][XPGN_TYPE_OF(c->piece)];
    *count = (uint8_t)(*count + is_removed(c));
}

static inline void hold_removed(const xpgn_ruleset *rs, xpgn_position *p, const xpgn_facts *facts) {
    const xpgn_combatant *at = &facts->side[0], *df = &facts->side[1];
    if (rs->removed == REMOVED_KEPT) {
        hold(p, XPGN_SEAT_OF(at->piece), at);
        hold(p, XPGN_SEAT_OF(df->piece), df);
    } else if (rs->removed == REMOVED_PRISONER) {
        const xpgn_combatant *loser = &facts->side[combat_loser(facts)];
        hold(p, cell_of(rs, loser->cell), loser);
    }
}

/* The seat (as a bit) that may be defeated by having this piece no more. */
static inline unsigned may_fell(const xpgn_ruleset *rs, xpgn_piece piece, bool removed) {
    bool decisive = (rs->decisive >> XPGN_TYPE_OF(piece) & 1) != 0;
    return decisive && removed ? 1u << XPGN_SEAT_OF(piece) : 0;
}

/* The same for a piece that has become another; a queen may succeed a king that was lost. */
static inline unsigned may_turn(const xpgn_ruleset *rs, xpgn_piece piece) {
    return may_fell(rs, piece, true) | (unsigned)rs->succession << XPGN_SEAT_OF(piece);
}

/* CC-11: a pawn that removes a king becomes a bishop on any square. Returns the seat (as a bit)
   that may be defeated by having one pawn less. */
static unsigned transform(const xpgn_ruleset *rs, xpgn_position *p, const xpgn_facts *facts) {
    unsigned loser = combat_loser(facts);
    const xpgn_combatant *winner = &facts->side[loser ^ 1];
    bool fits = (XPGN_TYPE_OF(winner->piece) == rs->transform_from) &
                (XPGN_TYPE_OF(facts->side[loser].piece) == rs->transform_kills);
    if (!fits)
        return 0;
    xpgn_square sq = loser == 1 ? facts->action.to : winner->square;
    if (chess_has_rights(p))
        chess_drop_rights(p, BIT(sq));
    position_lift(p, sq);
    position_put(p, sq, XPGN_PIECE(XPGN_SEAT_OF(winner->piece), rs->transform_to));
    return may_turn(rs, winner->piece);
}

/* Ends castling rights after a combat. A piece that attacked and stayed has not left its square
   (CA-9, FD-9). */
static void drop_castling(xpgn_position *p, const xpgn_facts *facts) {
    const xpgn_combatant *at = &facts->side[0], *df = &facts->side[1];
    bits left = (bits)(is_removed(at) | facts->arrived) << at->square;
    chess_drop_rights(p, left | (bits)is_removed(df) << df->square);
}

/* The survivors of a combat and their squares; 0: none. */
struct survivors {
    unsigned stays;  /* the attacker, on its square */
    unsigned comes;  /* the attacker, on the action's `to` */
    unsigned beaten; /* the defender, on its square; if it survives, nobody arrives */
};
static inline struct survivors survivors_of(const xpgn_facts *facts) {
    unsigned left = survivor(&facts->side[0]), arrived = facts->arrived;
    return (struct survivors){left & (arrived - 1), left & (0 - arrived),
                              survivor(&facts->side[1])};
}

static void put_survivors(const xpgn_ruleset *rs, xpgn_position *p, const xpgn_facts *facts) {
    const xpgn_action *a = &facts->action;
    struct survivors s = survivors_of(facts);
    bool small = position_is_small(p);
    if (a->promotion != 0 && s.comes != 0)
        s.comes = piece_on_arrival(rs, p, a, (xpgn_piece)s.comes);
    unsigned here = 0u - (a->to == facts->side[1].square); /* all ones: if it arrives, the defender
                                                              was removed */
    position_replace(p, facts->side[1].square, (xpgn_piece)(s.beaten | (s.comes & here)), small);
    if ((s.comes & ~here) != 0)
        position_replace(p, a->to, (xpgn_piece)s.comes, small);
    position_replace(p, facts->side[0].square, (xpgn_piece)s.stays, small);
}

/* Hit points left are noted where they are fewer than at first; a piece that was promoted has all.
 */
static __attribute__((noinline)) void put_hits(const xpgn_ruleset *rs, xpgn_position *p,
                                               const xpgn_facts *facts) {
    const xpgn_square square[2] = {facts->arrived ? facts->action.to : facts->side[0].square,
                                   facts->side[1].square};
    p->hits.left[facts->side[0].square] = p->hits.left[facts->side[1].square] = 0;
    for (unsigned i = 0; i < 2; i++) {
        const xpgn_combatant *c = &facts->side[i];
        const unsigned left = xpgn_hits_left(c), full = rs->geometry.full[XPGN_TYPE_OF(c->piece)];
        const bool promoted = i == 0 && facts->arrived && facts->action.promotion != 0;
        if (!is_removed(c) && !promoted && left < full)
            p->hits.left[square[i]] = (uint8_t)left;
    }
}

/* Returns the seats (bits) that the combat may have defeated. */
static unsigned apply_combat(const xpgn_ruleset *rs, xpgn_position *p, const xpgn_facts *facts) {
    const xpgn_combatant *at = &facts->side[0], *df = &facts->side[1];
    unsigned types = 1u << XPGN_TYPE_OF(at->piece) | 1u << XPGN_TYPE_OF(df->piece);
    if (chess_has_rights(p) && (types & (1u << XPGN_KING | 1u << XPGN_ROOK)) != 0)
        drop_castling(p, facts);
    p->ep_square = XPGN_NO_SQUARE;
    p->halfmove_clock = 0;
    put_survivors(rs, p, facts);
    if (combat_damages(rs))
        put_hits(rs, p, facts);
    hold_removed(rs, p, facts);
    unsigned seats = 0;
    if (rs->transform_to != 0 && (types >> rs->transform_kills & 1) != 0)
        seats = transform(rs, p, facts);
    if ((types & rs->decisive) == 0)
        return seats;
    return seats | may_fell(rs, at->piece, is_removed(at)) |
           may_fell(rs, df->piece, is_removed(df));
}

/* ---- the turn -------------------------------------------------------------------------------- */

/* Notes a double step of a turn in which others may follow, unless the pawn goes on (DT-5). */
static void note_passed(struct turn *t, const xpgn_action *a) {
    if (a->kind == XPGN_PASS || XPGN_TYPE_OF(a->piece) != XPGN_PAWN)
        return;
    t->passed &=
        (uint8_t) ~(a->from / BOARD == 3u + XPGN_SEAT_OF(a->piece) ? 1u << a->from % BOARD : 0);
    if ((a->from ^ a->to) == 2 * BOARD)
        t->passed |= (uint8_t)(1u << a->to % BOARD);
}

static void advance_turn(const xpgn_ruleset *rs, struct state *s, xpgn_facts *facts) {
    const xpgn_action *a = &facts->action;
    struct turn *t = &s->turn;
    if (turn_rolls_actors(rs)) {
        actors_spend(rs, t, a);
        facts->left = t->dice;
        if (rs->geometry.several_passed)
            note_passed(t, a);
    }
    if (facts->combat) {
        turn_fight(rs->turn, t, a->to, facts->arrived);
    } else if (a->kind == XPGN_TELEPORT && a->to != XPGN_NO_SQUARE) {
        turn_go(t, a->to);
    } else if (rs->turn == TURN_CHOICE) {
        t->roll = 0;
        t->stage = STAGE_OVER;
    } else if (a->kind == XPGN_PASS) {
        t->stage = STAGE_OVER;
    } else {
        turn_count(t, a->kind == XPGN_REINFORCE ? a->from : a->to);
    }
    if (!(s->position.alive >> s->position.side_to_move & 1))
        t->stage = STAGE_OVER; /* AS-8: by its own escape route */
}

/* ---- any action ------------------------------------------------------------------------------ */

/* Format section 5: combats, and actions that remove pieces from the board or bring them back. */
static bool resets_clock(const xpgn_facts *facts) {
    const unsigned always = 1u << XPGN_ATTACK | 1u << XPGN_REINFORCE | 1u << XPGN_ROUTE;
    const xpgn_action *a = &facts->action;
    return facts->combat || (always >> a->kind & 1) != 0 ||
           (a->kind == XPGN_STEP && XPGN_TYPE_OF(a->piece) == XPGN_PAWN) ||
           (a->kind == XPGN_RELEASE && a->promotion != 0);
}

/* Applies an action that is not a combat; returns the seats (bits) that it may have defeated. */
static unsigned apply_quiet(const xpgn_ruleset *rs, xpgn_position *p, const xpgn_facts *facts) {
    const xpgn_action *a = &facts->action;
    movement_play(rs, p, a);
    if (a->kind == XPGN_ROUTE)
        return 1u << XPGN_SEAT_OF(a->piece);
    if (a->kind != XPGN_ATTACK)
        return 0;
    if (rs->removed == REMOVED_KEPT)
        p->held[XPGN_SEAT_OF(facts->captured)][XPGN_TYPE_OF(facts->captured)]++;
    return may_fell(rs, facts->captured, true);
}

void apply_action(const xpgn_ruleset *rs, struct state *s, xpgn_facts *facts) {
    if (rs->movement != MOVEMENT_CHESS && facts->action.kind == XPGN_STEP) {
        apply_step(rs, s, &facts->action);
        return;
    }
    if (actors_are_limited(rs, &s->turn))
        facts->spent = (uint8_t)actors_cost(rs, &s->turn, &facts->action);
    unsigned seats = facts->combat ? apply_combat(rs, &s->position, facts)
                                   : apply_quiet(rs, &s->position, facts);
    if (facts->action.promotion != 0)
        seats |= may_turn(rs, facts->action.piece);
    if (seats != 0) /* only the armies of these seats are counted */
        ending_after_action(rs, &s->position, seats, &facts->outcome);
    if (!turn_is_several(rs))
        return;
    s->turn.quiet_broken |= resets_clock(facts); /* a longer turn counts as a whole, at its end */
    advance_turn(rs, s, facts);
}

void apply_pass(const xpgn_ruleset *rs, struct state *s, bool check, bool judge,
                xpgn_facts *facts) {
    position_pass(&s->position);
    s->turn = (struct turn){0};
    /* a pass gives no check: what it leaves was there before */
    if (check && rs->safety == SAFETY_NOT_LEFT && facts->action.kind != XPGN_PASS)
        facts->check = movement_in_check(rs, &s->position, s->position.side_to_move);
    if (judge)
        ending_before_turn(rs, s, &facts->outcome);
}
