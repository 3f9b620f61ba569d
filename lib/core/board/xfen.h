/* SPDX-License-Identifier: MIT */
/* Positions as text: FEN and XFEN (format section 5). */
#ifndef XPGN_BOARD_XFEN_H
#define XPGN_BOARD_XFEN_H

#include "core/base/log.h"
#include "core/board/position.h"

/*
 * Reads a position of a game with geometry `g`. Each fault is a P- finding; places are offsets from
 * `base`. False if there was any; *out is then unchanged.
 * Checks what the geometry determines: board size, letters, seats, fields, castling rights (X-FEN
 * and Shredder-FEN with CASTLING_960) against king and rook, the en passant square against the
 * pawn. The number of pieces of each kind is checked by the ruleset.
 * Accepts runs of white space between fields, and four fields (EPD) for clock 0 and number 1; five
 * fields are ambiguous (P-01). An en passant square is dropped if no enemy pawn could capture there
 * by its movement.
 */
bool xfen_read(xpgn_slice text, uint32_t base, const struct geometry *g, xpgn_position *out,
               struct log *log);
/* Appends the canonical XFEN. */
void xfen_write(xpgn_buffer *b, const struct geometry *g, const xpgn_position *p);
/* Writes the XFEN of a small board without wounded or imprisoned pieces and hit points, at most
   XFEN_SHORT_ROOM bytes, and returns the place after it; NULL for any other, and if the position
   does not fit. */
enum { XFEN_SHORT_ROOM = 128 };
char *xfen_write_short(char *c, const struct geometry *g, const xpgn_position *p);
/* True if a plain FEN can express the position. */
bool xfen_is_plain(const struct geometry *g, const xpgn_position *p);
/* Drops the en passant square if no pawn of the side to move could capture on it by its
   movement. */
void xfen_normalize_ep(xpgn_position *p);

#endif
