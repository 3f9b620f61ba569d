/* SPDX-License-Identifier: MIT */
/* Positions: placing and moving pieces, and the geometry of a game's board. */
#ifndef XPGN_BOARD_POSITION_H
#define XPGN_BOARD_POSITION_H

#include "core/base/slice.h"
#include "core/board/bitboard.h"

enum held_kind { HELD_NONE, HELD_REMOVED, HELD_CELLS };
enum castling_kind { CASTLING_NONE, CASTLING_STANDARD, CASTLING_960 };

/* What positions of a ruleset may contain (format section 5). Part of the ruleset. */
struct geometry {
    uint8_t files, ranks, seats;
    bool wounds;              /* pieces may be wounded */
    bool hits;                /* pieces have hit points */
    bool en_passant;          /* the game has en passant */
    bool several_passed;      /* several pawns may have made a double step in a turn (DT-5) */
    uint8_t castling;         /* castling_kind */
    uint8_t held;             /* held_kind */
    xpgn_square cell[4];      /* HELD_CELLS: the squares of the castles */
    uint8_t letters;          /* bit per xpgn_type of this game */
    uint8_t cell_seat[4];     /* HELD_CELLS: the seat that owns each castle */
    uint8_t full[XPGN_TYPES]; /* [type]: with `hits`, the points that a piece has at first */
};

/* X(White's letter, Black's, type) for each type of piece; in notations a pawn has none. */
#define OFFICER_LETTERS(X)                                                                         \
    X('N', 'n', XPGN_KNIGHT), X('B', 'b', XPGN_BISHOP), X('R', 'r', XPGN_ROOK),                    \
        X('Q', 'q', XPGN_QUEEN), X('K', 'k', XPGN_KING)
#define PIECE_LETTERS(X) X('P', 'p', XPGN_PAWN), OFFICER_LETTERS(X)
/* Initializers of a table of pieces by letter. */
#define PIECE_BY_LETTER(white, black, type)                                                        \
    [white] = XPGN_PIECE(0, type), [black] = XPGN_PIECE(1, type)
/* [letter]: White's piece for a capital letter, Black's for a lower-case one; 0: none. */
extern const uint8_t piece_of_letter[256];
enum { PIECE_CODES = XPGN_PIECE(XPGN_MAX_SEATS, 0) };
extern const char piece_letters[PIECE_CODES];
/* xpgn_piece_letter. */
static inline char piece_letter(xpgn_piece piece) {
    return piece_letters[piece % PIECE_CODES];
}
/* The piece type of a capital letter, or 0. */
static inline unsigned type_of_letter(char c) {
    unsigned piece = piece_of_letter[(unsigned char)c];
    return piece < XPGN_TYPES ? piece : 0;
}

static inline unsigned square_file(const xpgn_position *p, xpgn_square sq) {
    return sq % p->files;
}
static inline unsigned square_rank(const xpgn_position *p, xpgn_square sq) {
    return sq / p->files;
}
static inline unsigned position_squares(const xpgn_position *p) {
    return (unsigned)p->files * p->ranks;
}
/* Writes a square, at most three bytes, or - if it is none, and returns the place after it. */
static inline char *square_write(char *c, const xpgn_position *p, unsigned sq) {
    const unsigned files = p->files;
    if (files == 8 && p->ranks == 8 && sq < 64) { /* the usual case */
        c[0] = (char)('a' + sq % 8);
        c[1] = (char)('1' + sq / 8);
        return c + 2;
    }
    if (files == 0 || sq >= position_squares(p)) {
        *c++ = '-';
        return c;
    }
    unsigned rank = sq / files + 1;
    *c++ = (char)('a' + sq % files);
    if (rank >= 10)
        *c++ = '1';
    *c++ = (char)('0' + rank % 10);
    return c;
}
static inline bool square_is_none_or_on(xpgn_square sq, unsigned squares) {
    return sq < squares || sq == XPGN_NO_SQUARE;
}
/* True if the position is on a board of this geometry and its seats and squares are valid. The
   contents of the squares are not checked: only the library sets them. */
bool position_fits(const xpgn_position *p, const struct geometry *g);
/* True if the squares of kings and castling rooks are on a board of that size or none; all at once,
   in lanes of 16 bits, as this is called for every record that is written. */
static inline bool squares_fit(const xpgn_position *p, unsigned squares) {
    const uint64_t one = 0x0001000100010001, low = one * 0xff, past = one * (0xff - squares);
    uint64_t at;
    memcpy(&at, p->king, sizeof p->king);
    memcpy((char *)&at + sizeof p->king, p->castle, sizeof p->castle);
    /* XPGN_NO_SQUARE comes before square 0 */
    uint64_t even = ((at & low) + one) & low, odd = ((at >> 8 & low) + one) & low;
    return (((even + past) | (odd + past)) & one << 8) == 0;
}
/* The same as position_fits; `squares`: of the geometry. */
static inline bool position_fits_on(const xpgn_position *p, const struct geometry *g,
                                    unsigned squares) {
    return p->files == g->files && p->ranks == g->ranks && p->seats == g->seats &&
           p->side_to_move < g->seats && square_is_none_or_on(p->ep_square, squares) &&
           (p->ep_files == 0 || g->several_passed) && squares_fit(p, squares);
}
static inline bool
position_is_small(const xpgn_position *p) { /* 8x8 with two seats: the bitboards are maintained */
    return p->files == 8 && p->ranks == 8 && p->seats == 2;
}
/* The rank that pawns of the other seat pass over in a double step; 8x8 boards. */
static inline unsigned passed_rank(unsigned seat) {
    return seat == 0 ? 5 : 2;
}
static inline bits position_occupied(const xpgn_position *p) {
    return p->seat[0] | p->seat[1];
}

/* Makes an empty board: White to move, number 1, all seats alive. */
void position_clear(xpgn_position *p, const struct geometry *g);
/* Puts a piece on an empty square. */
static inline void position_put(xpgn_position *p, xpgn_square sq, xpgn_piece piece) {
    unsigned type = XPGN_TYPE_OF(piece), seat = XPGN_SEAT_OF(piece);
    p->at[sq] = piece;
    if (type == XPGN_KING)
        p->king[seat] = sq;
    if (!position_is_small(p))
        return;
    p->type[type] |= BIT(sq);
    p->seat[seat] |= BIT(sq);
    if (XPGN_IS_WOUNDED(piece))
        p->wounded |= BIT(sq);
}
/* Moves the hit points of a piece that goes from `from` to `to`, where none are left over. */
void position_move_hits(xpgn_position *p, xpgn_square from, xpgn_square to);
/* The hit points left of the piece on sq if it was harmed, else 0. */
static inline unsigned position_hits(const xpgn_position *p, unsigned sq) {
    return position_is_small(p) ? p->hits.left[sq] : 0;
}
/* Lifts the piece off sq, with its hit points, and returns it (0: none). Castling rights are kept:
   a piece that is lifted to be put back wounded has not left its square (CA-9). */
static inline xpgn_piece position_lift(xpgn_position *p, xpgn_square sq) {
    xpgn_piece piece = p->at[sq];
    unsigned type = XPGN_TYPE_OF(piece), seat = XPGN_SEAT_OF(piece);
    if (piece == 0)
        return 0;
    p->at[sq] = 0;
    if (type == XPGN_KING && p->king[seat] == sq)
        p->king[seat] = XPGN_NO_SQUARE;
    if (!position_is_small(p))
        return piece;
    p->hits.left[sq] = 0;
    p->type[type] &= ~BIT(sq);
    p->seat[seat] &= ~BIT(sq);
    p->wounded &= ~BIT(sq);
    return piece;
}
/* Moves `piece` from `from` to the empty square `to`, without hit points. `small`:
   position_is_small. */
ALWAYS_INLINE void position_move_on(xpgn_position *p, xpgn_piece piece, xpgn_square from,
                                    xpgn_square to, bool small) {
    unsigned type = XPGN_TYPE_OF(piece), seat = XPGN_SEAT_OF(piece);
    p->at[from] = 0;
    p->at[to] = piece;
    p->king[seat] = (xpgn_square)choose(type == XPGN_KING, to, p->king[seat]);
    if (!small)
        return;
    bits both = BIT(from) | BIT(to);
    p->type[type] ^= both;
    p->seat[seat] ^= both;
    if (XPGN_IS_WOUNDED(piece))
        p->wounded ^= both;
}
/* Moves the piece on `from` to the empty square `to`, without hit points: only games with chess
   movement have any. */
static inline void position_move(xpgn_position *p, xpgn_square from, xpgn_square to) {
    position_move_on(p, p->at[from], from, to, position_is_small(p));
}
/* Updates the squares of kings when `piece` replaces the contents of sq and either is a king. */
static inline void position_replace_king(xpgn_position *p, xpgn_square sq, xpgn_piece piece) {
    unsigned seat = XPGN_SEAT_OF(p->at[sq]);
    if (p->king[seat] == sq)
        p->king[seat] = XPGN_NO_SQUARE;
    if (XPGN_TYPE_OF(piece) == XPGN_KING)
        p->king[XPGN_SEAT_OF(piece)] = sq;
}
/* Replaces the contents of sq by a piece or nothing (0), without hit points. Branch-free, as the
   results of combats are unpredictable. `small`: position_is_small. */
ALWAYS_INLINE void position_replace(xpgn_position *p, xpgn_square sq, xpgn_piece piece,
                                    bool small) {
    xpgn_piece old = p->at[sq];
    if ((XPGN_TYPE_OF(old) == XPGN_KING) | (XPGN_TYPE_OF(piece) == XPGN_KING))
        position_replace_king(p, sq, piece);
    p->at[sq] = piece;
    if (!small)
        return;
    bits put = (bits)(piece != 0) << sq;
    p->type[XPGN_TYPE_OF(old)] &= ~BIT(sq);
    p->type[XPGN_TYPE_OF(piece)] |= put;
    p->seat[XPGN_SEAT_OF(old)] &= ~BIT(sq);
    p->seat[XPGN_SEAT_OF(piece)] |= put;
    p->wounded = (p->wounded & ~BIT(sq)) | (bits)XPGN_IS_WOUNDED(piece) << sq;
}
/* As below, for a board without bitboards. */
unsigned position_count_large(const xpgn_position *p, unsigned seat, unsigned type);
bool position_has_large(const xpgn_position *p, unsigned seat, unsigned types);
/* The number of pieces of a seat and type on the board, healthy or wounded. */
static inline unsigned position_count(const xpgn_position *p, unsigned seat, unsigned type) {
    return position_is_small(p) ? bits_count(p->type[type] & p->seat[seat])
                                : position_count_large(p, seat, type);
}
/* True if the seat has a piece of any of these types (bits) on the board. */
static inline bool position_has(const xpgn_position *p, unsigned seat, unsigned types) {
    bits all = 0;
    if (!position_is_small(p))
        return position_has_large(p, seat, types);
    for (; types != 0; types &= types - 1)
        all |= p->type[bits_first(types)];
    return (all & p->seat[seat]) != 0;
}
/* True if this seat has at most its king left. */
static inline bool position_is_alone(const xpgn_position *p, unsigned seat) {
    if (position_is_small(p))
        return (p->seat[seat] & ~p->type[XPGN_KING]) == 0;
    return !position_has_large(p, seat, (1u << XPGN_KING) - (1u << XPGN_PAWN));
}
/* True if some piece has fewer hit points than at first. */
bool position_is_harmed(const xpgn_position *p);
/* True if the XFEN of both would be the same. */
bool position_equal(const xpgn_position *a, const xpgn_position *b);

/* Dots after the number of a turn: 7. and 7... of two seats, 7. to 7.... of four. */
static inline unsigned turn_dots(unsigned seats, unsigned seat) {
    return seats == 2 ? seat * 2 + 1 : seat + 1;
}
/* The name of a square, for use in one expression: square_text(p, sq).name. */
struct square_text {
    char name[4];
};
struct square_text square_text(const xpgn_position *p, unsigned sq);
/* The rank of a seat's king and rooks at the start, on a board of two seats. */
static inline unsigned seat_home_rank(const xpgn_position *p, unsigned seat) {
    return seat == 0 ? 0 : p->ranks - 1u;
}

#endif
