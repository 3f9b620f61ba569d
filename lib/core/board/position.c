/* SPDX-License-Identifier: MIT */
/* Positions; names of squares, pieces and seats. */
#include "core/board/position.h"

#include "core/base/number.h"
#include "internal/rules.h"

#include <string.h>
#include <xpgn/rulesets.h>

void position_clear(xpgn_position *p, const struct geometry *g) {
    memset(p, 0, sizeof *p);
    p->files = g->files;
    p->ranks = g->ranks;
    p->seats = g->seats;
    p->alive = (uint8_t)((1u << g->seats) - 1);
    p->ep_square = XPGN_NO_SQUARE;
    p->ep_files = 0;
    memset(p->king, XPGN_NO_SQUARE, sizeof p->king);
    memset(p->castle, XPGN_NO_SQUARE, sizeof p->castle);
    p->number = 1;
}

bool position_fits(const xpgn_position *p, const struct geometry *g) {
    return position_fits_on(p, g, (unsigned)g->files * g->ranks);
}

bool position_equal(const xpgn_position *a, const xpgn_position *b) {
    return a->files == b->files && a->ranks == b->ranks && a->seats == b->seats &&
           a->side_to_move == b->side_to_move && a->ep_square == b->ep_square &&
           a->ep_files == b->ep_files && a->halfmove_clock == b->halfmove_clock &&
           a->number == b->number && memcmp(a->at, b->at, sizeof a->at) == 0 &&
           memcmp(a->castle, b->castle, sizeof a->castle) == 0 &&
           memcmp(a->held, b->held, sizeof a->held) == 0;
}

bool position_is_harmed(const xpgn_position *p) {
    static const uint8_t none[sizeof p->hits.left];
    return position_is_small(p) && memcmp(p->hits.left, none, sizeof none) != 0;
}

void position_move_hits(xpgn_position *p, xpgn_square from, xpgn_square to) {
    if (!position_is_small(p))
        return;
    p->hits.left[to] = p->hits.left[from];
    p->hits.left[from] = 0;
}

xpgn_square xpgn_square_take(const char **at, const char *end, const xpgn_position *p) {
    const char *s = *at;
    unsigned file = s < end ? (unsigned)(*s - 'a') : p->files, rank = 0;
    if (file >= p->files)
        return XPGN_NO_SQUARE;
    for (s++; s < end && *s >= '0' && *s <= '9' && rank < 10; s++)
        rank = rank * 10 + (unsigned)(*s - '0');
    if (rank < 1 || rank > p->ranks)
        return XPGN_NO_SQUARE;
    *at = s;
    return (xpgn_square)((rank - 1) * p->files + file);
}

void xpgn_square_name(const xpgn_position *p, xpgn_square sq, char text[4]) {
    *square_write(text, p, sq) = '\0';
}

struct square_text square_text(const xpgn_position *p, unsigned sq) {
    struct square_text text;
    xpgn_square_name(p, (xpgn_square)sq, text.name);
    return text;
}

const uint8_t piece_of_letter[256] = {PIECE_LETTERS(PIECE_BY_LETTER)};

#define OF_SEAT(letter, seat, type)                                                                \
    [XPGN_PIECE(seat, type)] = (letter), [XPGN_PIECE(seat, type) | XPGN_WOUNDED] = (letter)
#define LETTERS_BY_TYPE(white, black, type)                                                        \
    OF_SEAT(white, 0, type), OF_SEAT(black, 1, type), OF_SEAT(black, 2, type),                     \
        OF_SEAT(black, 3, type)
const char piece_letters[PIECE_CODES] = {
    LETTERS_BY_TYPE(' ', ' ', 0), PIECE_LETTERS(LETTERS_BY_TYPE), LETTERS_BY_TYPE('?', '?', 7)};

char xpgn_piece_letter(xpgn_piece piece) {
    return piece_letter(piece);
}

const char *xpgn_turn_dots(unsigned seats, unsigned seat) {
    return (seats == 2 || seats == 4) && seat < seats ? &"...."[4 - turn_dots(seats, seat)] : "";
}

void xpgn_turn_write(xpgn_buffer *b, unsigned seats, uint32_t number, unsigned seat) {
    char text[NUMBER_ROOM]; /* printf takes longer than a move */
    xpgn_buffer_put(b, text, (size_t)(number_write(text, number) - text));
    xpgn_buffer_text(b, xpgn_turn_dots(seats, seat));
}

/* Squares off the board hold no piece: a loop of fixed length becomes vector code. */
unsigned position_count_large(const xpgn_position *p, unsigned seat, unsigned type) {
    uint8_t n = 0, piece = XPGN_PIECE(seat, type);
    for (unsigned sq = 0; sq < XPGN_MAX_SQUARES; sq++) {
        uint8_t healthy = (uint8_t)(p->at[sq] & ~XPGN_WOUNDED);
        n = (uint8_t)(n + (healthy == piece));
    }
    return n;
}

bool position_has_large(const xpgn_position *p, unsigned seat, unsigned types) {
    bool found = false;
    for (; types != 0 && !found; types &= types - 1)
        found = position_count_large(p, seat, bits_first(types)) > 0;
    return found;
}
