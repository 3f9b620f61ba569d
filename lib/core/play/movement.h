/* SPDX-License-Identifier: MIT */
/*
 * Movement: which actions a position allows.  One small interface to three mechanisms: chess on
 * bitboards, queen lines of exact length, orthogonal steps by speed.
 */
#ifndef XPGN_PLAY_MOVEMENT_H
#define XPGN_PLAY_MOVEMENT_H

#include "core/play/turn.h"

/* An upper bound: even 72 pieces that each go to the other 72 squares have fewer. */
enum { MOST_ACTIONS = 8192 };

/*
 * True if this action of the side to move is legal. Its fields must be as movement_resolve sets
 * them. For movements in long notation only, which need no search for the piece.
 */
bool movement_legal(const xpgn_ruleset *rs, const struct state *s, const xpgn_action *a);
/* Lists all legal actions at this point of the turn; writes up to `capacity` and returns how many
   there are. */
size_t movement_actions(const xpgn_ruleset *rs, const struct state *s, xpgn_action *list,
                        size_t capacity);
/* Supersets of the squares that pieces of each type of the side to move can go to: [type]. */
void movement_goals(const xpgn_ruleset *rs, const xpgn_position *p, uint64_t goals[XPGN_TYPES]);
/* True if there is any legal action; where dice say who may act, with any throw. Cheaper than the
   list. */
bool movement_any(const xpgn_ruleset *rs, const struct state *s);
/* True if a turn of several actions may end here. */
bool movement_may_end(const xpgn_ruleset *rs, const struct state *s);
/* True if the action attacks a king that may not be attacked itself: movement_resolve finds it, but
   it is not legal. Where blows are certain a king may be attacked unless that removes it (HP-3),
   which movement_resolve knows. */
static inline bool attacks_safe_king(const xpgn_ruleset *rs, const xpgn_position *p,
                                     const xpgn_action *a) {
    return rs->safety == SAFETY_NOT_LEFT && !rs->kings_fall && !rs->outcome_safe &&
           a->target != XPGN_NO_SQUARE && XPGN_TYPE_OF(p->at[a->target]) == XPGN_KING;
}
/* The piece on `to` after an arrival: the piece itself, or the one it was promoted to or replaced
   by (FD-1, AS-5; CA-13, which removes the rescued piece from `held`). */
static inline xpgn_piece piece_on_arrival(const xpgn_ruleset *rs, xpgn_position *p,
                                          const xpgn_action *a, xpgn_piece piece) {
    unsigned seat = XPGN_SEAT_OF(a->piece);
    if (a->promotion == 0)
        return piece;
    if (rs->arrival == ARRIVAL_RESCUE && p->held[seat][a->promotion] > 0)
        p->held[seat][a->promotion]--;
    return XPGN_PIECE(seat, a->promotion);
}
/*
 * Plays an action that is not a combat, or an attack as if it had been won: moves pieces, removes
 * the target, promotes or rescues, and updates castling rights, en passant and clock. Does not pass
 * the turn. apply_action does the rest of a combat.
 */
void movement_play(const xpgn_ruleset *rs, xpgn_position *p, const xpgn_action *a);
/* True if the king of `seat` is attacked (chess movement). */
bool movement_in_check(const xpgn_ruleset *rs, const xpgn_position *p, unsigned seat);

/* The mechanisms. */
size_t chess_actions(const xpgn_ruleset *rs, const struct state *s, xpgn_action *list,
                     size_t capacity);
/* Those of these types (a bit each). */
size_t chess_actions_of(const xpgn_ruleset *rs, const struct state *s, unsigned types,
                        xpgn_action *list, size_t capacity);
void chess_goals(const xpgn_position *p, uint64_t goals[XPGN_TYPES]);
/* Sets *a to one of them; false if there is none. */
bool chess_one_of(const xpgn_ruleset *rs, const struct state *s, unsigned types, xpgn_action *a);
bool chess_any(const xpgn_ruleset *rs, const struct state *s);
void chess_play(const xpgn_ruleset *rs, xpgn_position *p, const xpgn_action *a);

bool line_legal(const xpgn_ruleset *rs, const struct state *s, const xpgn_action *a);
size_t line_actions(const xpgn_ruleset *rs, const struct state *s, xpgn_action *list,
                    size_t capacity);
bool line_any(const xpgn_ruleset *rs, const struct state *s);
void line_play(const xpgn_ruleset *rs, xpgn_position *p, const xpgn_action *a);

bool ortho_legal(const xpgn_ruleset *rs, const struct state *s, const xpgn_action *a);
size_t ortho_actions(const xpgn_ruleset *rs, const struct state *s, xpgn_action *list,
                     size_t capacity);
bool ortho_any(const xpgn_ruleset *rs, const struct state *s);
void ortho_play(const xpgn_ruleset *rs, xpgn_position *p, const xpgn_action *a);

#endif
