/* SPDX-License-Identifier: MIT */
/* Writing XFEN: equal positions give equal bytes. */
#include "board/xfen_common.h"

#include "base/number.h"

#include <string.h>

static char *write_piece(char *c, const xpgn_position *p, xpgn_piece piece) {
    if (p->seats > 2) {
        *c++ = four_seats[XPGN_SEAT_OF(piece)];
        *c++ = xpgn_piece_letter((xpgn_piece)XPGN_TYPE_OF(piece));
    } else {
        *c++ = xpgn_piece_letter(piece);
    }
    if (XPGN_IS_WOUNDED(piece))
        *c++ = '*';
    return c;
}

static void write_placement(xpgn_buffer *b, const xpgn_position *p) {
    char text[XPGN_MAX_SQUARES * 3 + XPGN_MAX_FILES], *c = text;
    for (unsigned rank = p->ranks; rank-- > 0;) {
        unsigned run = 0;
        for (unsigned file = 0; file < p->files; file++) {
            xpgn_piece piece = p->at[rank * p->files + file];
            if (piece == 0) {
                run++;
                continue;
            }
            if (run > 0)
                c = number_write(c, run);
            c = write_piece(c, p, piece);
            run = 0;
        }
        if (run > 0)
            c = number_write(c, run);
        if (rank > 0)
            *c++ = '/';
    }
    xpgn_buffer_put(b, text, (size_t)(c - text));
}

static void write_letters(xpgn_buffer *b, const uint8_t count[8], unsigned seat) {
    for (size_t i = 0; i < sizeof held_order; i++)
        for (unsigned n = count[held_order[i]]; n > 0; n--)
            xpgn_buffer_char(b, xpgn_piece_letter(XPGN_PIECE(seat, held_order[i])));
}

/* Pieces of one seat, from `*n` on. */
static void list_pieces(const uint8_t count[8], unsigned seat, xpgn_piece *list, size_t size,
                        size_t *n) {
    for (size_t i = 0; i < sizeof held_order; i++)
        for (unsigned k = count[held_order[i]]; k > 0; k--, ++*n)
            if (*n < size)
                list[*n] = XPGN_PIECE(seat, held_order[i]);
}

size_t xfen_held(const struct geometry *g, const xpgn_position *p, unsigned group,
                 xpgn_square *castle, xpgn_piece *list, size_t size) {
    size_t n = 0;
    *castle = XPGN_NO_SQUARE;
    if (g->held == HELD_CELLS && group < 4) {
        *castle = g->cell[group];
        list_pieces(p->held[group], 1u - g->cell_seat[group], list, size, &n);
    } else if (g->held == HELD_REMOVED && group == 0) {
        list_pieces(p->held[0], 0, list, size, &n);
        list_pieces(p->held[1], 1, list, size, &n);
    }
    return n;
}

static bool holds_any(const xpgn_position *p) {
    for (unsigned i = 0; i < 4; i++)
        if (cell_in_use(p, i))
            return true;
    return false;
}

/* Writes the castles in the order a1 h1 a8 h8. */
static void write_cells(xpgn_buffer *b, const struct geometry *g, const xpgn_position *p) {
    char name[4];
    bool first = true;
    for (unsigned i = 0; i < 4; i++) {
        if (!cell_in_use(p, i))
            continue;
        xpgn_square_name(p, g->cell[i], name);
        if (!first)
            xpgn_buffer_char(b, ',');
        xpgn_buffer_text(b, name);
        xpgn_buffer_char(b, ':');
        write_letters(b, p->held[i], 1u - g->cell_seat[i]);
        first = false;
    }
}

static void write_held(xpgn_buffer *b, const struct geometry *g, const xpgn_position *p) {
    if (g->held == HELD_NONE || !holds_any(p))
        return;
    xpgn_buffer_char(b, '[');
    if (g->held == HELD_CELLS) {
        write_cells(b, g, p);
    } else {
        write_letters(b, p->held[0], 0);
        write_letters(b, p->held[1], 1);
    }
    xpgn_buffer_char(b, ']');
}

static void write_castling(xpgn_buffer *b, const struct geometry *g, const xpgn_position *p) {
    bool any = false;
    for (unsigned seat = 0; seat < 2 && g->castling != CASTLING_NONE; seat++)
        for (unsigned side = 0; side < 2; side++) {
            xpgn_square rook = p->castle[seat][side];
            if (rook == XPGN_NO_SQUARE || p->king[seat] == XPGN_NO_SQUARE)
                continue;
            char c = side == 0 ? 'K' : 'Q';
            if (g->castling == CASTLING_960 && outermost_rook(p, seat, side) != rook)
                c = (char)('A' + rook % 8);
            xpgn_buffer_char(b, seat == 0 ? c : (char)(c - 'A' + 'a'));
            any = true;
        }
    if (!any)
        xpgn_buffer_char(b, '-');
}

void xfen_write(xpgn_buffer *b, const struct geometry *g, const xpgn_position *p) {
    char end[40], *c = end; /* " l12 4294967295 4294967295" */
    write_placement(b, p);
    write_held(b, g, p);
    xpgn_buffer_char(b, ' ');
    xpgn_buffer_char(b, (p->seats == 2 ? two_seats : four_seats)[p->side_to_move]);
    xpgn_buffer_char(b, ' ');
    write_castling(b, g, p);
    *c++ = ' ';
    xpgn_square_name(p, p->ep_square, c);
    c += strlen(c);
    *c++ = ' ';
    c = number_write(c, p->halfmove_clock);
    *c++ = ' ';
    c = number_write(c, p->number);
    xpgn_buffer_put(b, end, (size_t)(c - end));
}

bool xfen_is_plain(const struct geometry *g, const xpgn_position *p) {
    (void)g;
    if (p->files != 8 || p->ranks != 8 || p->seats != 2)
        return false;
    return p->wounded == 0 && !holds_any(p);
}
