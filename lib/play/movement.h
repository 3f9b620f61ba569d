/* SPDX-License-Identifier: MIT */
/*
 * Movement: which actions a position allows.  One small interface, three mechanisms behind it
 * (chess on bit sets; queen lines of exact length; orthogonal steps by speed).
 */
#ifndef XPGN_PLAY_MOVEMENT_H
#define XPGN_PLAY_MOVEMENT_H

#include "play/turn.h"

/* A side of 72 pieces that go to each of the other 72 squares has fewer. */
enum { MOST_ACTIONS = 8192 };

/*
 * Is this action of a piece of the side to move legal?  Its fields are as movement_resolve sets
 * them.  Long notation only: movements that need no search for the piece.
 */
bool movement_legal(const xpgn_ruleset *rs, const struct state *s, const xpgn_action *a);
/* All legal actions at this point of the turn; returns how many, writes up to capacity. */
size_t movement_actions(const xpgn_ruleset *rs, const struct state *s, xpgn_action *list,
                        size_t capacity);
/* Squares that own pieces of each type might go to, and others: where one is not, no such piece
 * can. */
void movement_goals(const xpgn_ruleset *rs, const xpgn_position *p, uint64_t goals[XPGN_TYPES]);
/* Is there any legal action? Cheaper than the list. */
bool movement_any(const xpgn_ruleset *rs, const struct state *s);
/* What stands on `to` after an arrival: the piece itself, or what it was promoted to or replaced by
   (FD-1, AS-5, CA-13: a rescued piece is no longer held). */
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
 * Plays an action that is not fought, or an attack as if it had been won: pieces moved, the target
 * taken, promotion or rescue done, castling rights, en passant and clock set.  The turn does not
 * pass.  The rest of a combat is apply_action's part.
 */
void movement_play(const xpgn_ruleset *rs, xpgn_position *p, const xpgn_action *a);
/* Is the king of `seat` attacked (chess movement)? */
bool movement_in_check(const xpgn_ruleset *rs, const xpgn_position *p, unsigned seat);

/* The mechanisms, which the dispatcher calls. */
size_t chess_actions(const xpgn_ruleset *rs, const struct state *s, xpgn_action *list,
                     size_t capacity);
void chess_goals(const xpgn_position *p, uint64_t goals[XPGN_TYPES]);
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
