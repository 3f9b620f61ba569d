/* SPDX-License-Identifier: MIT */
/* Pieces and the sums of combats in words of a language (given as its column in
   core/text/dictionary.h). */
#ifndef XPGN_GAME_COMBAT_SUM_H
#define XPGN_GAME_COMBAT_SUM_H

#include <xpgn/base.h>

#include "core/text/dictionary.h"
#include "internal/action_facts.h"

/* "knight" */
void piece_name_put(xpgn_buffer *b, const xpgn_ruleset *rs, unsigned type, unsigned column);
/* xpgn_piece_write and xpgn_combatant_write */
void piece_put(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p, xpgn_piece piece,
               xpgn_square square, unsigned column);
void combatant_put(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p,
                   const xpgn_facts *facts, unsigned side, unsigned column);

#endif
