/* SPDX-License-Identifier: MIT */
/* Writing XFEN: equal positions give equal bytes. */
#include "core/board/xfen_common.h"

#include "core/base/buffer.h"
#include "core/base/number.h"
#include "internal/text_out.h"

#include <string.h>
#include <xpgn/rulesets.h>

/* The files of a rank that have pieces, a bit for each. */
static inline unsigned files_taken(const xpgn_piece *at, unsigned files) {
    unsigned taken = 0;
    for (unsigned file = 0; file < files; file++)
        taken |= (unsigned)(at[file] != 0) << file;
    return taken;
}

/* Branch-free where possible, as the squares of pieces are unpredictable. */
static inline char *write_run(char *c, unsigned run, unsigned files) {
    if (files > 9 && run > 9)
        return number_write(c, run);
    *c = (char)('0' + run);
    return c + (run > 0);
}

/* `seat`: the letters of the seats; NULL: the case of the piece letter tells the seat. `wounds`:
   pieces may be wounded. */
ALWAYS_INLINE char *write_rank(char *c, const xpgn_piece *at, unsigned taken, unsigned files,
                               const char *seat, bool wounds) {
    unsigned next = 0; /* the file to be written */
    for (; taken != 0; taken &= taken - 1) {
        unsigned file = bits_first(taken);
        xpgn_piece piece = at[file];
        c = write_run(c, file - next, files);
        if (seat != NULL)
            *c++ = seat[XPGN_SEAT_OF(piece)];
        *c++ = piece_letter(seat != NULL ? (xpgn_piece)XPGN_TYPE_OF(piece) : piece);
        if (wounds)
            *c = '*';
        c += wounds && XPGN_IS_WOUNDED(piece);
        next = file + 1;
    }
    return write_run(c, files - next, files);
}

ALWAYS_INLINE char *write_small(char *c, const xpgn_position *p, bool wounds) {
    const bits occupied = position_occupied(p);
    for (unsigned at = 64; at != 0; *c++ = '/') {
        at -= 8;
        c = write_rank(c, p->at + at, (unsigned)(occupied >> at & 0xff), 8, NULL, wounds);
    }
    return c;
}

/* Room for a placement, and for what follows. */
enum { PLACEMENT = XPGN_MAX_SQUARES * 3 + XPGN_MAX_FILES + 1, TAIL = 40 };
_Static_assert(PLACEMENT > 64 * 6 + 8, "also one with hit points, Q(254)");

/* Writes the ranks of a game with hit points, which has a small board: N(2). */
static char *write_harmed(char *c, const xpgn_position *p) {
    for (unsigned rank = 8; rank-- > 0; *c++ = '/') {
        unsigned run = 0;
        for (unsigned sq = rank * 8; sq < rank * 8 + 8; sq++) {
            xpgn_piece piece = p->at[sq];
            if (piece == 0) {
                run++;
                continue;
            }
            c = write_run(c, run, 8);
            run = 0;
            *c++ = piece_letter(piece);
            if (p->hits.left[sq] == 0)
                continue;
            *c++ = '(';
            c = number_write(c, p->hits.left[sq]);
            *c++ = ')';
        }
        c = write_run(c, run, 8);
    }
    return c;
}

/* Writes the ranks of a small board without wounded pieces, a / after each. */
ALWAYS_INLINE char *write_healthy(char *c, const xpgn_position *p) {
#ifdef CPU_X86_64
    if (cpu_has_avx2() && cpu_has_pext())
        return xfen_write_wide(c, p);
#endif
    return write_small(c, p, false);
}

static __attribute__((noinline)) char *write_ranks(char *c, const xpgn_position *p) {
    if (position_is_small(p))
        return write_small(c, p, true);
    const unsigned files = p->files;
    const char *seat = p->seats > 2 ? four_seats : NULL;
    for (unsigned rank = p->ranks; rank-- > 0;) {
        const xpgn_piece *at = p->at + (size_t)rank * files;
        c = write_rank(c, at, files_taken(at, files), files, seat, true);
        *c++ = '/';
    }
    return c;
}

ALWAYS_INLINE char *write_placement(char *c, const struct geometry *g, const xpgn_position *p) {
    if (g->hits)
        return write_harmed(c, p) - 1;
    return (position_is_small(p) && p->wounded == 0 ? write_healthy(c, p) : write_ranks(c, p)) - 1;
}

static void write_letters(xpgn_buffer *b, const uint8_t count[8], unsigned seat) {
    for (size_t i = 0; i < sizeof held_order; i++)
        for (unsigned n = count[held_order[i]]; n > 0; n--)
            xpgn_buffer_char(b, xpgn_piece_letter(XPGN_PIECE(seat, held_order[i])));
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

static __attribute__((noinline)) void write_prisoners(xpgn_buffer *b, const struct geometry *g,
                                                      const xpgn_position *p) {
    xpgn_buffer_char(b, '[');
    if (g->held == HELD_CELLS) {
        write_cells(b, g, p);
    } else {
        write_letters(b, p->held[0], 0);
        write_letters(b, p->held[1], 1);
    }
    xpgn_buffer_char(b, ']');
}

/* Writes the letter of a right that is left. In Chess960 it is the file of the rook, if that is not
   the outermost one. */
static inline char *write_right(char *c, const struct geometry *g, const xpgn_position *p,
                                unsigned seat, unsigned side) {
    const xpgn_square rook = p->castle[seat][side];
    const bool left = rook != XPGN_NO_SQUARE && p->king[seat] != XPGN_NO_SQUARE;
    *c = "KQkq"[2 * seat + side];
    if (g->castling == CASTLING_960 && left && outermost_rook(p, seat, side) != rook)
        *c = (char)((seat == 0 ? 'A' : 'a') + rook % 8);
    return c + left;
}

static char *write_castling(char *c, const struct geometry *g, const xpgn_position *p) {
    char *const from = c;
    uint32_t rights;
    memcpy(&rights, p->castle, sizeof rights);
    if (rights != UINT32_MAX && g->castling != CASTLING_NONE) { /* XPGN_NO_SQUARE is all ones */
        c = write_right(c, g, p, 0, 0);
        c = write_right(c, g, p, 0, 1);
        c = write_right(c, g, p, 1, 0);
        c = write_right(c, g, p, 1, 1);
    }
    *from = c == from ? '-' : *from;
    return c == from ? c + 1 : c;
}

/* The squares passed over, in the order of files; - if there are none. */
static char *write_passed(char *c, const xpgn_position *p) {
    if (p->ep_files == 0 && p->ep_square == XPGN_NO_SQUARE) {
        *c = '-';
        return c + 1;
    }
    if (p->ep_files == 0)
        return square_write(c, p, p->ep_square);
    for (unsigned files = p->ep_files; files != 0; files &= files - 1)
        c = square_write(c, p, 8 * passed_rank(p->side_to_move) + bits_first(files));
    return c;
}

/* Writes what follows the placement: " w KQkq l12 4294967295 4294967295". */
static inline char *write_state(char *c, const struct geometry *g, const xpgn_position *p) {
    *c++ = ' ';
    *c++ = (p->seats == 2 ? two_seats : four_seats)[p->side_to_move];
    *c++ = ' ';
    c = write_castling(c, g, p);
    *c++ = ' ';
    c = write_passed(c, p);
    *c++ = ' ';
    c = number_write(c, p->halfmove_clock);
    *c++ = ' ';
    return number_write(c, p->number);
}

void xfen_write(xpgn_buffer *b, const struct geometry *g, const xpgn_position *p) {
    char *text = buffer_room(b, PLACEMENT + TAIL), *c;
    if (text == NULL)
        return;
    c = write_placement(text, g, p);
    if (g->held != HELD_NONE && holds_any(p)) {
        b->size += (size_t)(c - text);
        write_prisoners(b, g, p);
        if ((text = buffer_room(b, TAIL)) == NULL)
            return;
        c = text;
    }
    b->size += (size_t)(write_state(c, g, p) - text);
}

char *xfen_write_short(char *c, const struct geometry *g, const xpgn_position *p) {
    if (!position_is_small(p) || !position_fits_on(p, g, 64) || p->wounded != 0 || g->hits ||
        (g->held != HELD_NONE && holds_any(p)))
        return NULL;
    return write_state(write_healthy(c, p) - 1, g, p);
}

bool xfen_is_plain(const struct geometry *g, const xpgn_position *p) {
    if (p->files != 8 || p->ranks != 8 || p->seats != 2)
        return false;
    return p->wounded == 0 && !holds_any(p) && !(g->hits && position_is_harmed(p));
}
