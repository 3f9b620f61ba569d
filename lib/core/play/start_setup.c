/* SPDX-License-Identifier: MIT */
/* Set-ups that the players make (AS-1) or that are drawn (C-4). */
#include "core/rules/ruleset.h"
#include "internal/chance.h"
#include "internal/rules.h"

#include <string.h>

/* The source of random numbers. */
struct lots {
    xpgn_draw *draw;
    void *data;
    bool wrong; /* it returned a number out of range */
};

static unsigned lot(struct lots *l, unsigned below) {
    if (below < 2)
        return 0;
    unsigned n = l->draw(l->data, below);
    l->wrong |= n >= below;
    return n < below ? n : 0;
}

/* ---- free: an army in its zone (AS-1) -------------------------------------------------------- */

/* Draws one of the pieces that may be chosen, of which there is room for one more. */
static unsigned draw_choice(const xpgn_ruleset *rs, struct lots *l, const uint8_t count[]) {
    uint8_t from[XPGN_TYPES] = {XPGN_NO_TYPE};
    unsigned choices = 0;
    for (unsigned t = XPGN_PAWN; t < XPGN_KING; t++)
        if (rs->army.choose_from >> t & 1 &&
            (rs->piece[t].most == 0 || count[t] < rs->piece[t].most))
            from[choices++] = (uint8_t)t;
    return from[lot(l, choices)];
}

/* Draws the pieces that a seat sets up, without its king, ordered by type. */
static unsigned draw_army(const xpgn_ruleset *rs, struct lots *l, uint8_t type[]) {
    const struct setup_army *army = &rs->army;
    uint8_t count[XPGN_TYPES];
    unsigned n = 0;
    memcpy(count, army->count, sizeof count);
    for (unsigned i = 0; i < army->choose; i++)
        count[draw_choice(rs, l, count)]++;
    for (unsigned t = XPGN_PAWN; t < XPGN_KING; t++)
        for (unsigned i = 0; i < count[t] && n < XPGN_MAX_SQUARES; i++)
            type[n++] = (uint8_t)t;
    return n;
}

static bool set_up_seat(const xpgn_ruleset *rs, struct lots *l, unsigned seat, xpgn_position *p) {
    xpgn_square square[XPGN_MAX_SQUARES];
    uint8_t type[XPGN_MAX_SQUARES];
    unsigned squares = 0, pieces = draw_army(rs, l, type);
    if (p->at[rs->zone[seat].king] != 0)
        return false;
    position_put(p, rs->zone[seat].king, XPGN_PIECE(seat, XPGN_KING));
    for (unsigned sq = 0; sq < position_squares(p); sq++)
        if (p->at[sq] == 0 && setup_has(rs, p, seat, (xpgn_square)sq))
            square[squares++] = (xpgn_square)sq;
    if (pieces > squares)
        return false;
    for (unsigned i = 0; i < pieces; i++) {
        unsigned j = i + lot(l, squares - i);
        xpgn_square sq = square[j];
        square[j] = square[i];
        position_put(p, sq, XPGN_PIECE(seat, type[i]));
    }
    return true;
}

static xpgn_status set_up_armies(const xpgn_ruleset *rs, struct lots *l, xpgn_position *out) {
    xpgn_position p;
    if (rs->army.count[XPGN_KING] == 0)
        return XPGN_NOT_FOUND;
    position_clear(&p, &rs->geometry);
    for (unsigned seat = 0; seat < p.seats; seat++)
        if (!set_up_seat(rs, l, seat, &p))
            return XPGN_NOT_FOUND;
    *out = p;
    return XPGN_OK;
}

/* ---- shuffled: the first rank of Chess960 ---------------------------------------------------- */

/* Puts a piece on the n-th file that is still empty, and returns the file. */
static unsigned fill_file(uint8_t rank[8], unsigned n, unsigned type) {
    unsigned file = 0;
    while (rank[file] != 0 || n-- > 0)
        file++;
    rank[file] = (uint8_t)type;
    return file;
}

/* Bishops on squares of both colours, the king between the rooks: 960 ranks, all equally
   probable. */
static void draw_rank(struct lots *l, uint8_t rank[8], uint8_t rooks[2]) {
    rank[2 * lot(l, 4)] = XPGN_BISHOP;
    rank[2 * lot(l, 4) + 1] = XPGN_BISHOP;
    (void)fill_file(rank, lot(l, 6), XPGN_QUEEN);
    (void)fill_file(rank, lot(l, 5), XPGN_KNIGHT);
    (void)fill_file(rank, lot(l, 4), XPGN_KNIGHT);
    rooks[1] = (uint8_t)fill_file(rank, 0, XPGN_ROOK);
    (void)fill_file(rank, 0, XPGN_KING);
    rooks[0] = (uint8_t)fill_file(rank, 0, XPGN_ROOK);
}

/* Gives both sides the same first rank; the rest is as in the ruleset's start position. */
static void shuffle(struct lots *l, xpgn_position *p) {
    uint8_t rank[8] = {0}, rooks[2];
    draw_rank(l, rank, rooks);
    for (unsigned seat = 0; seat < 2; seat++) {
        unsigned first = seat == 0 ? 0 : 56;
        for (unsigned sq = first; sq < first + 8; sq++)
            (void)position_lift(p, (xpgn_square)sq);
        for (unsigned file = 0; file < 8; file++)
            position_put(p, (xpgn_square)(first + file), XPGN_PIECE(seat, rank[file]));
        for (unsigned side = 0; side < 2; side++)
            p->castle[seat][side] = (xpgn_square)(first + rooks[side]);
    }
}

xpgn_status xpgn_ruleset_set_up(const xpgn_ruleset *rs, xpgn_draw *draw, void *data,
                                xpgn_position *out) {
    struct lots l = {draw, data, false};
    xpgn_position p;
    xpgn_status status = XPGN_OK;
    if (draw == NULL && (rs->setup == SETUP_FREE || rs->setup == SETUP_SHUFFLED))
        return XPGN_INVALID;
    if (rs->setup == SETUP_FREE)
        status = set_up_armies(rs, &l, &p);
    else if (!xpgn_ruleset_start(rs, &p))
        status = XPGN_NOT_FOUND;
    else if (rs->setup == SETUP_SHUFFLED && position_is_small(&p))
        shuffle(&l, &p);
    if (status == XPGN_OK && l.wrong)
        status = XPGN_INVALID;
    if (status == XPGN_OK)
        *out = p;
    return status;
}
