/* SPDX-License-Identifier: MIT */
/* Fast path for canonical placements: one pass without messages. */
#include "core/board/xfen_common.h"

#include "core/base/slice.h"

/* Meaning of a byte of a placement: a piece (of White or Black), RUN plus a number of empty
   squares, or one of these; 0: not allowed. */
enum { RUN = 0x40, RANK_END = 0x80, WOUND };

static const uint8_t meaning[256] = {
    PIECE_LETTERS(PIECE_BY_LETTER),
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

/* [seat letter]: seat + 1, in a game of four seats. */
static const uint8_t seat_of_letter[256] = {['w'] = 1, ['r'] = 2, ['b'] = 3, ['g'] = 4};

/* A cursor over the board: the square of the next piece, and the end of its rank. */
struct placer {
    const struct geometry *g;
    xpgn_position *out;
    unsigned sq, stop;
    unsigned types; /* types seen, as in geometry.letters */
    unsigned seats; /* seats seen, a bit each */
};

static inline bool end_rank(struct placer *at) {
    unsigned files = at->g->files;
    bool whole = at->sq == at->stop && at->stop > files;
    at->sq = at->stop - 2 * files;
    at->stop -= files;
    return whole;
}

static inline bool skip_run(struct placer *at, unsigned run) {
    at->sq += run;
    return at->sq <= at->stop;
}

static inline bool put_placed(struct placer *at, unsigned piece, bool small) {
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

/* Applies a *, which must follow a piece. */
static inline bool wound(struct placer *at, bool small) {
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

/* Reads a placement of 8x8 with two seats; returns its end. */
static const char *place_small(struct placer *placer, const char *p, const char *end) {
    struct placer own = *placer,
                  *at = &own; /* a copy, so that stores to the position cannot alias it */
    for (; p < end; p++) {
        unsigned c = meaning[(unsigned char)*p];
        if (c == 0)
            break;
        bool valid = c < RUN         ? put_placed(at, c, true)
                     : c < RANK_END  ? skip_run(at, c - RUN)
                     : c == RANK_END ? end_rank(at)
                                     : wound(at, true);
        if (!valid)
            return NULL;
    }
    own.types = xfen_types(own.out);
    *placer = own;
    return p;
}

/* Reads a run of empty squares: up to two digits on boards with more than nine files. */
static const char *place_run(struct placer *at, const char *p, const char *end) {
    unsigned run = (unsigned)(*p++ - '0');
    if (at->g->files > 9 && p < end && is_digit(*p))
        run = run * 10 + (unsigned)(*p++ - '0');
    bool more = at->g->files > 9 && p < end && is_digit(*p);
    return !more && skip_run(at, run) ? p : NULL;
}

/* Reads a piece; with more than two seats it has a seat letter. */
static const char *place_piece(struct placer *at, const char *p, const char *end) {
    unsigned seat = 0;
    if (at->g->seats > 2) {
        seat = seat_of_letter[(unsigned char)*p++];
        if (seat-- == 0 || p == end)
            return NULL;
    }
    unsigned piece = meaning[(unsigned char)*p++];
    if (piece == 0 || piece >= RUN || (at->g->seats > 2 && XPGN_SEAT_OF(piece) > 0))
        return NULL;
    return put_placed(at, piece | seat << 4, false) ? p : NULL;
}

/* Reads a placement of any other board. */
static const char *place_large(struct placer *at, const char *p, const char *end) {
    while (p != NULL && p < end && *p != ' ' && *p != '[') {
        unsigned c = meaning[(unsigned char)*p];
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
    struct placer at = {.g = g, .out = out, .sq = squares - g->files, .stop = squares};
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
