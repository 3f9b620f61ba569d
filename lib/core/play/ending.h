/* SPDX-License-Identifier: MIT */
/* Endings: which seats are defeated, and whether that ends the game. */
#ifndef XPGN_PLAY_ENDING_H
#define XPGN_PLAY_ENDING_H

#include "core/play/movement.h"

/*
 * Call it after an action in which these seats (bits) may have lost a piece: applies succession
 * (AS-8), then defeats each seat that lost its king, its leaders or its last defence. With four
 * seats a defeated seat's pieces leave the board.
 */
void ending_after_action(const xpgn_ruleset *rs, xpgn_position *p, unsigned seats,
                         xpgn_outcome *outcome);
/* Call it before a turn: looks for mate or no legal action. With four seats a locked seat leaves
   the board, and the next is judged (AS-9). Sets *outcome if that ends the game. */
void ending_before_turn(const xpgn_ruleset *rs, struct state *s, xpgn_outcome *outcome);
/* The same for a start position: missing kings and leaders, lone kings, then the side to move. */
void ending_at_start(const xpgn_ruleset *rs, struct state *s, xpgn_outcome *outcome);
/* The number of leaders of a seat on the board (CC-9, CC-12). */
unsigned leaders_on_board(const xpgn_ruleset *rs, const xpgn_position *p, unsigned seat);
/* True if a seat that is out of the game would get a share of this score (format section 6). */
bool ending_fallen_share(const xpgn_position *p, const uint8_t score[XPGN_MAX_SEATS]);

#endif
