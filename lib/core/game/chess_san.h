/* SPDX-License-Identifier: MIT */
/* Shared by the files for SAN. */
#ifndef XPGN_GAME_CHESS_SAN_H
#define XPGN_GAME_CHESS_SAN_H

#include <xpgn/rulesets.h>

#include "core/game/refusal.h"
#include "core/play/chess.h"

/* The implementations of movement_resolve and so on for chess movement. */
bool chess_resolve(const xpgn_ruleset *rs, const struct state *s, const struct notation *n,
                   xpgn_action *action);
bool chess_force(const xpgn_ruleset *rs, const struct state *s, const struct notation *n,
                 xpgn_action *action);
uint64_t chess_sources(const struct notation *n, unsigned seat);
void chess_explain(const struct question *q);
/* `full`: with its full from-square. */
void chess_name(const xpgn_ruleset *rs, const xpgn_position *p, const xpgn_action *a, bool full,
                char text[24]);

/* True if it is a move to a square of the board. */
static inline bool chess_is_move(const struct notation *n) {
    return n->kind == NOTATION_MOVE && (unsigned)(n->to_file | n->to_rank) < BOARD;
}
/* The side of the castling that takes the king to that square, if there is a right and no step
   reaches it; -1: none. */
int chess_castling_onto(const xpgn_position *p, unsigned to);
/* The side of a castling, also if written with its full from-square (Ke1-g1, e1g1, with
   CASTLING_960 also e1h1); -1 if it is not a castling: Kg1 is a step. */
int chess_castling_meant(const xpgn_ruleset *rs, const xpgn_position *p, const struct notation *n);

/* The parts of the canonical notation, without its mark. */
struct san {
    unsigned type, from, to;
    const char *sign;   /* "", "x", "s", "xx" */
    unsigned promotion; /* a type, or 0 */
};
/* Writes it, at most 9 bytes, and returns the place after it. `rivals`: other pieces that could
   play the same; for pawns empty, or all squares to force the full from-square. */
static inline char *san_write(char *c, const struct san *m, bits rivals) {
    bool on_file = (rivals & FILE_BITS(m->from % BOARD)) != 0;
    bool on_rank = (rivals & RANK_BITS(m->from / BOARD)) != 0;
    bool takes = m->type == XPGN_PAWN && m->sign[0] != '\0';
    if (m->type != XPGN_PAWN)
        *c++ = xpgn_piece_letter((xpgn_piece)m->type);
    /* file, rank or both, whichever suffices to tell the piece from the others */
    if (rivals != 0 ? !on_file || on_rank : takes)
        *c++ = (char)('a' + m->from % BOARD);
    if (on_file)
        *c++ = (char)('1' + m->from / BOARD);
    for (const char *sign = m->sign; *sign != '\0'; sign++)
        *c++ = *sign;
    *c++ = (char)('a' + m->to % BOARD);
    *c++ = (char)('1' + m->to / BOARD);
    if (m->promotion != 0) {
        *c++ = '=';
        *c++ = xpgn_piece_letter((xpgn_piece)m->promotion);
    }
    return c;
}

/* The kind of action that a sign means; `attacks` decides if there is no sign. */
ALWAYS_INLINE xpgn_action_kind chess_kind(enum notation_sign sign, bool attacks) {
    if (sign == SIGN_SHOT)
        return XPGN_SHOT;
    if (sign == SIGN_RUN)
        return XPGN_RUN;
    return attacks ? XPGN_ATTACK : XPGN_STEP;
}

/* True if the promotion, or its absence, is right for a pawn that goes to that square. */
static inline bool chess_promotes(const xpgn_ruleset *rs, const xpgn_position *p,
                                  xpgn_action_kind kind, unsigned to, unsigned promotion) {
    unsigned types = 1;
    if (kind <= XPGN_ATTACK && chess_is_last_rank(p->side_to_move, to))
        types = chess_arrivals(rs, p, kind == XPGN_ATTACK);
    return (types >> promotion & 1) != 0;
}

/* The squares that agree with the written part of a from-square. */
static inline bits chess_from_mask(const struct notation *n) {
    return bits_file_filter[n->from_file + 1] & bits_rank_filter[n->from_rank + 1];
}

#endif
