/* SPDX-License-Identifier: MIT */
/* Endings: which seats have fallen, and what that makes of the game. */
#ifndef XPGN_PLAY_ENDING_H
#define XPGN_PLAY_ENDING_H

#include "play/movement.h"

/*
 * After an action in which these seats (bits) may have lost something: succession (AS-8), then each
 * that lost its king, its leaders or its last defence falls.  With four seats a fallen seat's
 * pieces leave the board.
 */
void ending_after_action(const xpgn_ruleset *rs, xpgn_position *p, unsigned seats,
                         xpgn_outcome *outcome);
/* Before a turn: mate, no legal action; of four seats one that is locked leaves the board, and the
   next is judged (AS-9).  Sets *outcome if that ends the game. */
void ending_before_turn(const xpgn_ruleset *rs, struct state *s, xpgn_outcome *outcome);
/* A start position: fallen kings, leaders, lone sides; then the side to move. */
void ending_at_start(const xpgn_ruleset *rs, struct state *s, xpgn_outcome *outcome);
/* The leaders of a seat that are on the board (CC-9, CC-12). */
unsigned leaders_on_board(const xpgn_ruleset *rs, const xpgn_position *p, unsigned seat);
/* Nothing but its king is left of this seat, or not even that. */
bool ending_is_alone(const xpgn_position *p, unsigned seat);
/* Would a seat that is out of the game share this score (format section 6)? */
bool ending_fallen_share(const xpgn_position *p, const uint8_t score[XPGN_MAX_SEATS]);
/* Is this seat's army there no more? Its pieces leave, its bit in `alive` goes. */
void ending_remove_seat(xpgn_position *p, unsigned seat);

#endif
