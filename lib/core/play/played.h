/* SPDX-License-Identifier: MIT */
/* Moves of plain chess packed into numbers, and sieves that find those that a query may match. */
#ifndef XPGN_PLAY_PLAYED_H
#define XPGN_PLAY_PLAYED_H

#include "core/play/chess.h"

/* From and to squares, moving type, captured type (0: none), the type on `to` afterwards, and
   flags: */
typedef uint32_t played_code;
enum {
    PLAYED_TO = 6,
    PLAYED_MOVER = 12,
    PLAYED_TAKEN = 15,
    PLAYED_MADE = 18,
    PLAYED_MORE = 21,
    PLAYED_PASSES = 1, /* captures en passant */
    PLAYED_CASTLES = 2,
    PLAYED_CHECKS = 4, /* set only if it was asked for */
    PLAYED_SUMS = 8
};

/* Packs a move that is about to be made. */
ALWAYS_INLINE played_code played_of(const xpgn_position *p, struct chess_move m) {
    return (played_code)(m.from | m.to << PLAYED_TO | m.type << PLAYED_MOVER |
                         (unsigned)XPGN_TYPE_OF(p->at[m.target]) << PLAYED_TAKEN |
                         m.made << PLAYED_MADE |
                         (unsigned)(m.target != m.to) * PLAYED_PASSES << PLAYED_MORE);
}
static inline played_code played_castling(unsigned from, unsigned to) {
    return (played_code)(from | to << PLAYED_TO | XPGN_KING << PLAYED_MOVER |
                         XPGN_KING << PLAYED_MADE | PLAYED_CASTLES << PLAYED_MORE);
}
static inline unsigned played_taken(played_code move) {
    return move >> PLAYED_TAKEN & 7;
}
/* True if it resets the halfmove clock. */
static inline bool played_resets(played_code move) {
    return played_taken(move) != 0 || (move >> PLAYED_MOVER & 7) == XPGN_PAWN;
}
/* True if castling rights may end: a king or a rook moves, or a rook is captured. */
static inline bool played_may_end_rights(played_code move) {
    const unsigned types = 1u << XPGN_ROOK | 1u << XPGN_KING;
    return (types >> (move >> PLAYED_MOVER & 7) & 1) != 0 || played_taken(move) == XPGN_ROOK;
}
static inline bool played_castles(played_code move) {
    return (move >> PLAYED_MORE & PLAYED_CASTLES) != 0;
}
static inline bool played_checks(played_code move) {
    return (move >> PLAYED_MORE & PLAYED_CHECKS) != 0;
}
/* The type that a pawn becomes, or 0. */
static inline unsigned played_promotion(played_code move) {
    unsigned made = move >> PLAYED_MADE & 7;
    return made != (move >> PLAYED_MOVER & 7) ? made : 0;
}
/* Unpacks a move of the side to move in the position before it. */
static inline struct chess_move played_move(const xpgn_position *p, played_code move) {
    unsigned us = p->side_to_move, from = move & 63, to = move >> PLAYED_TO & 63;
    unsigned made = move >> PLAYED_MADE & 7, mover = move >> PLAYED_MOVER & 7;
    unsigned target = (move >> PLAYED_MORE & PLAYED_PASSES) != 0 ? chess_behind(us, to) : to;
    return (struct chess_move){us, mover, from, to, target, made, XPGN_PIECE(us, made)};
}

/* The side to which castling brings the king onto `to`. */
static inline unsigned played_side(const xpgn_position *p, unsigned to) {
    unsigned king = p->king[p->side_to_move];
    xpgn_square rook = p->castle[p->side_to_move][KING_SIDE];
    bool can = rook != XPGN_NO_SQUARE;
    return can && chess_castling_path(king, rook).king_to == to ? KING_SIDE : QUEEN_SIDE;
}
/* Makes these moves one after the other. */
void played_make(xpgn_position *p, const played_code *moves, uint32_t count);

/* ---- sieves ---------------------------------------------------------------------------------- */

/* The moves that it lets through, as sets of bits. */
struct sieve {
    uint8_t sums;               /* bit per combination of PLAYED_PASSES and the other flags */
    uint8_t mover, taken, made; /* bit per type; bit 0 of `taken`: no capture */
    bits from, to;
};

static inline struct sieve sieve_open(void) {
    return (struct sieve){UINT8_MAX, UINT8_MAX, UINT8_MAX, UINT8_MAX, ~(bits)0, ~(bits)0};
}
static inline struct sieve sieve_both(struct sieve a, struct sieve b) {
    return (struct sieve){a.sums & b.sums, a.mover & b.mover, a.taken & b.taken,
                          a.made & b.made, a.from & b.from,   a.to & b.to};
}
/* A sieve that lets through all that either does, and perhaps more. */
static inline struct sieve sieve_either(struct sieve a, struct sieve b) {
    return (struct sieve){a.sums | b.sums, a.mover | b.mover, a.taken | b.taken,
                          a.made | b.made, a.from | b.from,   a.to | b.to};
}
static inline bool sieve_asks_check(const struct sieve *s) {
    return ((s->sums ^ s->sums >> PLAYED_CHECKS) & ((1 << PLAYED_CHECKS) - 1)) != 0;
}
/* The bits that every passing move must have, for a quick first test that rejects most moves. */
static inline played_code sieve_needs(const struct sieve *s) {
    unsigned needs = ((s->sums & 0x55) == 0) * PLAYED_PASSES |
                     ((s->sums & 0x33) == 0) * PLAYED_CASTLES |
                     ((s->sums & 0x0f) == 0) * PLAYED_CHECKS;
    return (played_code)needs << PLAYED_MORE;
}
static inline bool sieve_passes(const struct sieve *s, played_code move) {
    bits types = (bits)(s->sums >> (move >> PLAYED_MORE) & s->mover >> (move >> PLAYED_MOVER & 7) &
                        s->taken >> played_taken(move) & s->made >> (move >> PLAYED_MADE & 7));
    return (types & s->from >> (move & 63) & s->to >> (move >> PLAYED_TO & 63) & 1) != 0;
}
/* The index of the first move from `next` on that passes; `count` if none does. */
static inline uint32_t sieve_next(const struct sieve *s, const played_code *moves, uint32_t next,
                                  uint32_t count) {
    const played_code needs = sieve_needs(s);
    while (next < count && ((moves[next] & needs) != needs || !sieve_passes(s, moves[next])))
        next++;
    return next;
}

#endif
