/* SPDX-License-Identifier: MIT */
/* The placement of a position as nearly all are written: one pass that has no messages. */
#include "board/xfen_common.h"

#include "base/slice.h"

/* What a byte of a placement says by itself: a piece (of White or Black), a run of so many empty
   squares, or one of these; 0: nothing. */
enum { RUN = 0x40, RANK_END = 0x80, WOUND };

static const uint8_t said[256] = {
    ['P'] = XPGN_PIECE(0, XPGN_PAWN),
    ['N'] = XPGN_PIECE(0, XPGN_KNIGHT),
    ['B'] = XPGN_PIECE(0, XPGN_BISHOP),
    ['R'] = XPGN_PIECE(0, XPGN_ROOK),
    ['Q'] = XPGN_PIECE(0, XPGN_QUEEN),
    ['K'] = XPGN_PIECE(0, XPGN_KING),
    ['p'] = XPGN_PIECE(1, XPGN_PAWN),
    ['n'] = XPGN_PIECE(1, XPGN_KNIGHT),
    ['b'] = XPGN_PIECE(1, XPGN_BISHOP),
    ['r'] = XPGN_PIECE(1, XPGN_ROOK),
    ['q'] = XPGN_PIECE(1, XPGN_QUEEN),
    ['k'] = XPGN_PIECE(1, XPGN_KING),
    ['1'] = RUN + 1,
    ['2'] = RUN + 2,
    ['3'] = RUN + 3,
    ['4'] = RUN + 4,
    ['5'] = RUN + 5,
    ['6'] = RUN + 6,
    ['7'] = RUN + 7,
    ['8'] = RUN + 8,
    ['9'] = RUN + 9,
    ['/'] = RANK_END,
    ['*'] = WOUND,
};

/* [byte]: a seat of four by its letter, from 1. */
static const uint8_t seat_said[256] = {['w'] = 1, ['r'] = 2, ['b'] = 3, ['g'] = 4};

/* The square of the next piece, and the end of its rank: one past its last square. */
struct place {
    const struct geometry *g;
    xpgn_position *out;
    unsigned sq, stop;
    unsigned types; /* that were seen, as in geometry.letters */
    unsigned seats; /* the same */
};

static inline bool end_rank(struct place *at) {
    unsigned files = at->g->files;
    bool whole = at->sq == at->stop && at->stop > files;
    at->sq = at->stop - 2 * files;
    at->stop -= files;
    return whole;
}

static inline bool pass_run(struct place *at, unsigned run) {
    at->sq += run;
    return at->sq <= at->stop;
}

static inline bool put(struct place *at, unsigned piece, bool small) {
    xpgn_position *out = at->out;
    unsigned type = XPGN_TYPE_OF(piece), seat = XPGN_SEAT_OF(piece);
    if (at->sq >= at->stop)
        return false;
    out->at[at->sq] = (xpgn_piece)piece;
    if (type == XPGN_KING)
        out->king[seat] = (xpgn_square)at->sq;
    if (small) {
        out->type[type] |= BIT(at->sq);
        out->seat[seat] |= BIT(at->sq);
    } else {
        at->types |= 1u << type;
        at->seats |= 1u << seat;
    }
    at->sq++;
    return true;
}

/* A * behind a piece, and behind nothing else. */
static inline bool wound(struct place *at, bool small) {
    xpgn_position *out = at->out;
    if (!at->g->wounds || at->sq + at->g->files == at->stop)
        return false;
    xpgn_piece *piece = &out->at[at->sq - 1];
    if (*piece == 0 || XPGN_IS_WOUNDED(*piece))
        return false;
    *piece |= XPGN_WOUNDED;
    if (small)
        out->wounded |= BIT(at->sq - 1);
    return true;
}

/* On 8x8 with two seats. Returns where it ends. */
static const char *place_small(struct place *place, const char *p, const char *end) {
    struct place own = *place, *at = &own; /* that no store into the position can change */
    for (; p < end; p++) {
        unsigned c = said[(unsigned char)*p];
        if (c == 0)
            break;
        bool good = c < RUN         ? put(at, c, true)
                    : c < RANK_END  ? pass_run(at, c - RUN)
                    : c == RANK_END ? end_rank(at)
                                    : wound(at, true);
        if (!good)
            return NULL;
    }
    own.types = xfen_types(own.out);
    *place = own;
    return p;
}

/* A run of two digits is one where a rank can be so long; of three, none. */
static const char *place_run(struct place *at, const char *p, const char *end) {
    unsigned run = (unsigned)(*p++ - '0');
    if (at->g->files > 9 && p < end && is_digit(*p))
        run = run * 10 + (unsigned)(*p++ - '0');
    bool more = at->g->files > 9 && p < end && is_digit(*p);
    return !more && pass_run(at, run) ? p : NULL;
}

/* With more than two seats each piece has a letter for its own. */
static const char *place_piece(struct place *at, const char *p, const char *end) {
    unsigned seat = 0;
    if (at->g->seats > 2) {
        seat = seat_said[(unsigned char)*p++];
        if (seat-- == 0 || p == end)
            return NULL;
    }
    unsigned piece = said[(unsigned char)*p++];
    if (piece == 0 || piece >= RUN || (at->g->seats > 2 && XPGN_SEAT_OF(piece) > 0))
        return NULL;
    return put(at, piece | seat << 4, false) ? p : NULL;
}

/* On any other board. */
static const char *place_large(struct place *at, const char *p, const char *end) {
    while (p != NULL && p < end && *p != ' ' && *p != '[') {
        unsigned c = said[(unsigned char)*p];
        if (c > RUN && c < RANK_END)
            p = place_run(at, p, end);
        else if (c < RUN)
            p = place_piece(at, p, end);
        else
            p = (c == RANK_END ? end_rank(at) : wound(at, false)) ? p + 1 : NULL;
    }
    return p;
}

const char *xfen_place(xpgn_slice text, const struct geometry *g, xpgn_position *out) {
    const char *end = text.data + text.size;
    unsigned squares = (unsigned)g->files * g->ranks;
    struct place at = {.g = g, .out = out, .sq = squares - g->files, .stop = squares};
    bool small = position_is_small(out);
#ifdef CPU_X86_64
    if (small && cpu_has_avx2()) {
        const char *wide = xfen_place_wide(text, g, out);
        if (wide != NULL)
            return wide;
        position_clear(out, g);
    }
#endif
    const char *p = small ? place_small(&at, text.data, end) : place_large(&at, text.data, end);
    bool whole = at.sq == at.stop && at.stop == g->files && (at.types & ~g->letters & 0xff) == 0;
    if (g->seats > 2)
        out->alive = (uint8_t)at.seats;
    return whole ? p : NULL;
}
