/* SPDX-License-Identifier: MIT */
/* Positions as text: FEN and XFEN (format section 5). */
#ifndef XPGN_BOARD_XFEN_H
#define XPGN_BOARD_XFEN_H

#include "base/log.h"
#include "board/position.h"

/*
 * Reads a position of that geometry. Each fault is a P- finding at its place (offsets from `base`).
 * Checks what the geometry knows: shape, letters, seats, fields, castling rights against king and
 * rook, the en passant square against the pawn.  X-FEN and Shredder-FEN rights with CASTLING_960.
 * How many pieces of which kind there may be is the ruleset's business.
 * Import is lenient where nothing is lost: runs of white space between fields; clock and number may
 * be missing together (four fields, as in EPD) and are then 0 and 1; with one of them alone (five
 * fields) nobody knows which it is: P-01.
 * The en passant field is dropped where no enemy pawn could capture there by its movement.
 */
bool xfen_read(xpgn_slice text, uint32_t base, const struct geometry *g, xpgn_position *out,
               struct xpgn_log *log);
void xfen_write(xpgn_buffer *b, const struct geometry *g, const xpgn_position *p);
/* Nothing in it that a plain FEN on 8x8 cannot say. */
bool xfen_is_plain(const struct geometry *g, const xpgn_position *p);
/* Drops an en passant square that no pawn of the side to move could capture on by its movement. */
void xfen_settle_ep(xpgn_position *p);

#endif
