/* SPDX-License-Identifier: MIT */
/* Matching positions against patterns. */
#include "core/board/pattern.h"

#include "core/board/xfen_common.h"

static bool squares_match(const struct xpgn_pattern *t, const xpgn_position *p) {
    for (const struct pattern_square *s = t->square; s < t->square + t->count; s++) {
        if (s->file >= p->files || s->rank >= p->ranks)
            return false;
        unsigned sq = (unsigned)s->rank * p->files + s->file, hits = position_hits(p, sq);
        bool harmed = s->hits == PATTERN_HITS_LOST ? hits > 0 : hits == (unsigned)s->hits;
        if ((s->allowed >> (p->at[sq] & 63) & 1) == 0 || (s->hits != PATTERN_HITS_ANY && !harmed))
            return false;
    }
    return true;
}

/* Number of pieces of a seat and type off the board: removed, or prisoners in any castle. */
static unsigned held_in_all(const struct geometry *g, const xpgn_position *p, unsigned seat,
                            unsigned type) {
    if (g->held == HELD_REMOVED)
        return p->held[seat][type];
    unsigned sum = 0;
    for (unsigned i = 0; g->held == HELD_CELLS && i < 4; i++)
        if (1u - g->cell_seat[i] == seat)
            sum += p->held[i][type];
    return sum;
}

static bool cell_matches(const struct pattern_cell *c, const struct geometry *g,
                         const xpgn_position *p) {
    unsigned i = 0;
    while (i < 4 &&
           (square_file(p, g->cell[i]) != c->file || square_rank(p, g->cell[i]) != c->rank))
        i++;
    if (g->held != HELD_CELLS || i == 4)
        return false;
    for (unsigned seat = 0; seat < 2; seat++)
        for (unsigned type = 0; type < 8; type++)
            if (c->held[seat][type] > (1u - g->cell_seat[i] == seat ? p->held[i][type] : 0))
                return false;
    return true;
}

static bool held_match(const struct xpgn_pattern *t, const struct geometry *g,
                       const xpgn_position *p) {
    for (unsigned i = 0; t->held_none && i < 4; i++)
        if (cell_in_use(p, i))
            return false;
    for (unsigned seat = 0; seat < 2; seat++)
        for (unsigned type = 0; type < 8; type++)
            if (t->held[seat][type] > 0 && t->held[seat][type] > held_in_all(g, p, seat, type))
                return false;
    for (unsigned i = 0; i < t->cells; i++)
        if (!cell_matches(&t->cell[i], g, p))
            return false;
    return true;
}

static bool has_right(const struct pattern_right *r, const xpgn_position *p) {
    for (unsigned side = 0; side < 2; side++) {
        xpgn_square rook = p->castle[r->seat][side];
        if (rook == XPGN_NO_SQUARE)
            continue;
        if (r->side < 0 ? rook % 8 == r->file : (unsigned)r->side == side)
            return true;
    }
    return false;
}

/* True if the position has exactly these castling rights. */
static bool rights_match(const struct xpgn_pattern *t, const struct geometry *g,
                         const xpgn_position *p) {
    unsigned count = 0;
    for (unsigned seat = 0; seat < 2 && g->castling != CASTLING_NONE; seat++)
        for (unsigned side = 0; side < 2; side++)
            count += p->castle[seat][side] != XPGN_NO_SQUARE && p->king[seat] != XPGN_NO_SQUARE;
    if (count != t->rights)
        return false;
    for (unsigned i = 0; i < t->rights; i++)
        if (!has_right(&t->right[i], p))
            return false;
    return true;
}

static bool ep_matches(const struct xpgn_pattern *t, const xpgn_position *p) {
    if (p->ep_files != 0)
        return t->ep_file < 8 && (p->ep_files >> t->ep_file & 1) != 0 &&
               t->ep_rank == passed_rank(p->side_to_move);
    if (p->ep_square == XPGN_NO_SQUARE || t->ep_file == XPGN_NO_SQUARE)
        return p->ep_square == XPGN_NO_SQUARE && t->ep_file == XPGN_NO_SQUARE;
    return square_file(p, p->ep_square) == t->ep_file && square_rank(p, p->ep_square) == t->ep_rank;
}

static bool within_range(const struct pattern_range *r, uint32_t n) {
    return n >= r->least && n <= r->most;
}

bool pattern_matches(const struct xpgn_pattern *t, const struct geometry *g,
                     const xpgn_position *p) {
    if (t->ranks != 0 && (t->ranks != p->ranks || t->files != p->files))
        return false;
    if ((t->seats != 0 && t->seats != p->seats) ||
        (t->turns != 0 && !(t->turns >> p->side_to_move & 1)))
        return false;
    if (!squares_match(t, p) || !held_match(t, g, p))
        return false;
    if ((t->wants_castling && !rights_match(t, g, p)) || (t->wants_ep && !ep_matches(t, p)))
        return false;
    return within_range(&t->clock, p->halfmove_clock) && within_range(&t->number, p->number);
}
