/* SPDX-License-Identifier: MIT */
#include "slow_chess.h"

#include "core/board/xfen.h"
#include "core/play/chess.h"

#include <stdlib.h>
#include <string.h>

static int file_of(unsigned sq) {
    return (int)sq % 8;
}
static int rank_of(unsigned sq) {
    return (int)sq / 8;
}

/* ---- attacks --------------------------------------------------------------------------------- */

static int sign(int n) {
    return (n > 0) - (n < 0);
}

static bool ray_is_clear(const xpgn_piece board[64], unsigned from, unsigned to) {
    int df = sign(file_of(to) - file_of(from)), dr = sign(rank_of(to) - rank_of(from));
    int f = file_of(from) + df, r = rank_of(from) + dr;
    while (f != file_of(to) || r != rank_of(to)) {
        if (board[r * 8 + f] != 0)
            return false;
        f += df;
        r += dr;
    }
    return true;
}

bool slow_attacks(const xpgn_piece board[64], unsigned type, unsigned seat, unsigned from,
                  unsigned to) {
    int df = abs(file_of(to) - file_of(from)), dr = abs(rank_of(to) - rank_of(from));
    bool straight = df == 0 || dr == 0, oblique = df == dr;
    if (from == to)
        return false;
    switch (type) {
    case XPGN_PAWN:
        return df == 1 && rank_of(to) - rank_of(from) == (seat == 0 ? 1 : -1);
    case XPGN_KNIGHT:
        return df * dr == 2;
    case XPGN_BISHOP:
        return oblique && ray_is_clear(board, from, to);
    case XPGN_ROOK:
        return straight && ray_is_clear(board, from, to);
    case XPGN_QUEEN:
        return (straight || oblique) && ray_is_clear(board, from, to);
    case XPGN_KING:
        return df <= 1 && dr <= 1;
    default:
        return false;
    }
}

bool slow_attacked(const xpgn_piece board[64], unsigned seat, unsigned sq) {
    for (unsigned from = 0; from < 64; from++)
        if (board[from] != 0 && XPGN_SEAT_OF(board[from]) == seat &&
            slow_attacks(board, XPGN_TYPE_OF(board[from]), seat, from, sq))
            return true;
    return false;
}

static unsigned king_of(const xpgn_piece board[64], unsigned seat) {
    for (unsigned sq = 0; sq < 64; sq++)
        if ((board[sq] & ~XPGN_WOUNDED) == XPGN_PIECE(seat, XPGN_KING))
            return sq;
    return 64;
}

/* ---- actions --------------------------------------------------------------------------------- */

struct search {
    const xpgn_ruleset *rs;
    const xpgn_position *p;
    xpgn_action *list;
    size_t capacity, count;
};

/* The board after an action, as far as attacks on the king go. */
static void play_on(xpgn_piece board[64], const xpgn_action *a) {
    if (a->target != XPGN_NO_SQUARE)
        board[a->target] = 0;
    if (a->kind != XPGN_SHOT)
        board[a->from] = 0;
    if (a->kind == XPGN_STEP || a->kind == XPGN_ATTACK)
        board[a->to] = a->piece;
}

static bool king_allows(const struct search *s, const xpgn_action *a) {
    unsigned me = s->p->side_to_move;
    xpgn_piece board[64];
    memcpy(board, s->p->at, sizeof board);
    play_on(board, a);
    if (s->rs->safety == SAFETY_NONE)
        return true;
    if (s->rs->safety == SAFETY_NO_STEP && XPGN_TYPE_OF(a->piece) != XPGN_KING)
        return true;
    unsigned king = king_of(board, me);
    return king == 64 || !slow_attacked(board, me ^ 1, king);
}

static void keep(struct search *s, xpgn_action a) {
    if (king_allows(s, &a) && s->count < s->capacity)
        s->list[s->count++] = a;
}

/* What a pawn may become by this action: asked of each type in turn; 0 is "stays a pawn". */
static bool may_become(const struct search *s, const xpgn_action *a, unsigned type) {
    bool arrives = XPGN_TYPE_OF(a->piece) == XPGN_PAWN &&
                   (a->kind == XPGN_STEP || a->kind == XPGN_ATTACK) &&
                   rank_of(a->to) == (s->p->side_to_move == 0 ? 7 : 0);
    if (!arrives || s->rs->arrival == ARRIVAL_STAY)
        return type == 0;
    if (s->rs->arrival == ARRIVAL_PROMOTE)
        return type >= XPGN_KNIGHT && type <= XPGN_QUEEN;
    return type == 0 || s->p->held[s->p->side_to_move][type] > 0;
}

static void keep_all(struct search *s, xpgn_action a) {
    for (unsigned type = 0; type < XPGN_TYPES; type++)
        if (may_become(s, &a, type)) {
            a.promotion = (uint8_t)type;
            keep(s, a);
        }
}

static void try_fights(struct search *s, xpgn_action a) {
    unsigned type = XPGN_TYPE_OF(a.piece);
    unsigned types = 1u << type | 1u << XPGN_TYPE_OF(s->p->at[a.target]);
    a.kind = XPGN_ATTACK;
    keep_all(s, a);
    if (a.target != a.to)
        return;
    a.kind = XPGN_SHOT;
    if (s->rs->shooting && type != XPGN_KING && s->rs->piece[type].attack[0] >= 2)
        keep(s, a);
    a.kind = XPGN_RUN;
    if (s->rs->suicide_run && s->rs->piece[type].runs && (types & s->rs->single_die) == 0)
        keep(s, a);
}

static bool can_step(const struct search *s, unsigned from, unsigned to) {
    const xpgn_piece *board = s->p->at;
    unsigned me = s->p->side_to_move;
    int forward = me == 0 ? 1 : -1, dr = rank_of(to) - rank_of(from);
    if (XPGN_TYPE_OF(board[from]) != XPGN_PAWN)
        return slow_attacks(board, XPGN_TYPE_OF(board[from]), me, from, to);
    if (file_of(from) != file_of(to))
        return false;
    if (dr == forward)
        return true;
    return dr == 2 * forward && rank_of(from) == (me == 0 ? 1 : 6) && board[(from + to) / 2] == 0;
}

static void try_squares(struct search *s, unsigned from, unsigned to) {
    const xpgn_position *p = s->p;
    xpgn_action a = {XPGN_STEP,      p->at[from], (xpgn_square)from, (xpgn_square)to,
                     XPGN_NO_SQUARE, 0,           XPGN_NO_SQUARE};
    bool pawn = XPGN_TYPE_OF(a.piece) == XPGN_PAWN;
    bool attacks = slow_attacks(p->at, XPGN_TYPE_OF(a.piece), p->side_to_move, from, to);
    if (p->at[to] == 0 && can_step(s, from, to))
        keep_all(s, a);
    if (p->at[to] != 0 && XPGN_SEAT_OF(p->at[to]) != p->side_to_move && attacks) {
        a.target = (xpgn_square)to;
        try_fights(s, a);
    }
    if (p->at[to] == 0 && pawn && attacks && to == p->ep_square) {
        a.target = (xpgn_square)(rank_of(from) * 8 + file_of(to));
        try_fights(s, a);
    }
}

/* ---- castling -------------------------------------------------------------------------------- */

static bool way_is_free(const xpgn_position *p, unsigned a, unsigned b, unsigned king,
                        unsigned rook) {
    for (unsigned sq = a < b ? a : b; sq <= (a < b ? b : a); sq++)
        if (p->at[sq] != 0 && sq != king && sq != rook)
            return false;
    return true;
}

static bool way_is_safe(const struct search *s, unsigned king, unsigned to, unsigned rook,
                        unsigned rook_to) {
    xpgn_piece board[64];
    unsigned them = s->p->side_to_move ^ 1u;
    if (s->rs->safety == SAFETY_NONE)
        return true;
    memcpy(board, s->p->at, sizeof board);
    xpgn_piece tower = board[rook];
    board[king] = 0;
    for (unsigned sq = king < to ? king : to; sq <= (king < to ? to : king); sq++)
        if (slow_attacked(board, them, sq))
            return false;
    board[rook] = 0;
    board[rook_to] = tower;
    return !slow_attacked(board, them, to);
}

static void try_castling(struct search *s, unsigned side) {
    const xpgn_position *p = s->p;
    unsigned king = king_of(p->at, p->side_to_move), rook = p->castle[p->side_to_move][side];
    if (king == 64 || rook == XPGN_NO_SQUARE)
        return;
    unsigned to = king / 8 * 8 + (side == 0 ? 6 : 2), rook_to = side == 0 ? to - 1 : to + 1;
    if (!way_is_free(p, king, to, king, rook) || !way_is_free(p, rook, rook_to, king, rook) ||
        !way_is_safe(s, king, to, rook, rook_to))
        return;
    xpgn_action a = {XPGN_CASTLING,  p->at[king], (xpgn_square)king, (xpgn_square)to,
                     XPGN_NO_SQUARE, 0,           (xpgn_square)rook};
    if (s->count < s->capacity)
        s->list[s->count++] = a;
}

size_t slow_actions(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_action *list,
                    size_t capacity) {
    struct search s = {rs, p, list, capacity, 0};
    for (unsigned from = 0; from < 64; from++)
        for (unsigned to = 0; to < 64; to++)
            if (from != to && p->at[from] != 0 && XPGN_SEAT_OF(p->at[from]) == p->side_to_move)
                try_squares(&s, from, to);
    try_castling(&s, 0);
    try_castling(&s, 1);
    return s.count;
}

static int compare(const void *a, const void *b) {
    return memcmp(a, b, sizeof(xpgn_action));
}

void slow_sort(xpgn_action *list, size_t count) {
    qsort(list, count, sizeof *list, compare);
}

/* ---- random positions ------------------------------------------------------------------------ */

uint64_t dice_next(struct dice *d) {
    d->state ^= d->state << 13;
    d->state ^= d->state >> 7;
    d->state ^= d->state << 17;
    return d->state * 0x2545f4914f6cdd1d;
}

unsigned dice_below(struct dice *d, unsigned limit) {
    return (unsigned)((dice_next(d) >> 32) * limit >> 32);
}

static void put_randomly(struct dice *d, const xpgn_ruleset *rs, xpgn_position *p,
                         xpgn_piece piece) {
    unsigned sq = dice_below(d, 64);
    unsigned first = XPGN_SEAT_OF(piece) == 0 ? 0 : 7, last = 7 - first;
    if (XPGN_TYPE_OF(piece) == XPGN_PAWN &&
        (sq / 8 == first || (sq / 8 == last && rs->arrival == ARRIVAL_PROMOTE)))
        return;
    if (rs->geometry.wounds && dice_below(d, 3) == 0)
        piece |= XPGN_WOUNDED;
    if (p->at[sq] == 0)
        position_put(p, (xpgn_square)sq, piece);
}

/* Rights for kings and rooks at home; with CASTLING_960 where king and rook share the home rank. */
static void give_rights(struct dice *d, const xpgn_ruleset *rs, xpgn_position *p, unsigned seat) {
    unsigned king = p->king[seat], home = seat == 0 ? 0 : 56;
    if (king == XPGN_NO_SQUARE || king / 8 != home / 8 || king == home || king == home + 7)
        return;
    if (rs->geometry.castling == CASTLING_STANDARD && king != home + 4)
        return;
    for (unsigned sq = home; sq < home + 8; sq++) {
        if ((p->at[sq] & ~XPGN_WOUNDED) != XPGN_PIECE(seat, XPGN_ROOK) || dice_below(d, 4) == 0)
            continue;
        if (rs->geometry.castling == CASTLING_960 || sq == home || sq == home + 7)
            p->castle[seat][sq < king] = (xpgn_square)sq;
    }
}

static void random_ep(struct dice *d, xpgn_position *p) {
    unsigned mover = p->side_to_move ^ 1u, file = dice_below(d, 8);
    unsigned sq = (mover == 0 ? 16 : 40) + file;
    unsigned pawn = mover == 0 ? sq + 8 : sq - 8, origin = mover == 0 ? sq - 8 : sq + 8;
    if (p->at[sq] != 0 || p->at[origin] != 0 ||
        (p->at[pawn] & ~XPGN_WOUNDED) != XPGN_PIECE(mover, XPGN_PAWN))
        return;
    p->ep_square = (xpgn_square)sq;
    xfen_normalize_ep(p);
}

void random_board(struct dice *d, const xpgn_ruleset *rs, xpgn_position *p) {
    static const uint8_t mix[] = {XPGN_PAWN,   XPGN_PAWN, XPGN_PAWN, XPGN_KNIGHT,
                                  XPGN_BISHOP, XPGN_ROOK, XPGN_ROOK, XPGN_QUEEN};
    position_clear(p, &rs->geometry);
    for (unsigned seat = 0; seat < 2; seat++) {
        unsigned at = dice_below(d, 2) == 0 ? 4 + seat * 56 : dice_below(d, 32) + seat * 32;
        position_put(p, (xpgn_square)at, XPGN_PIECE(seat, XPGN_KING));
    }
    for (unsigned seat = 0; seat < 2; seat++) {
        bool home = p->king[seat] == 4 + seat * 56;
        for (unsigned n = 2 + dice_below(d, 14); n > 0; n--)
            put_randomly(d, rs, p, XPGN_PIECE(seat, mix[dice_below(d, sizeof mix)]));
        for (unsigned corner = 0; corner < 2 && home; corner++)
            if (p->at[seat * 56 + corner * 7] == 0)
                position_put(p, (xpgn_square)(seat * 56 + corner * 7), XPGN_PIECE(seat, XPGN_ROOK));
        for (unsigned type = 1; type < XPGN_KING && rs->geometry.held == HELD_REMOVED; type++)
            p->held[seat][type] = (uint8_t)dice_below(d, 3);
        give_rights(d, rs, p, seat);
    }
    p->side_to_move = (uint8_t)dice_below(d, 2);
    p->halfmove_clock = dice_below(d, 50);
    p->number = 1 + dice_below(d, 90);
    if (rs->geometry.en_passant)
        random_ep(d, p);
}

bool random_turn(struct dice *d, const xpgn_ruleset *rs, xpgn_position *p) {
    xpgn_action list[1024];
    struct state s = {.position = *p};
    size_t count = movement_actions(rs, &s, list, 1024);
    if (count == 0 || p->king[0] == XPGN_NO_SQUARE || p->king[1] == XPGN_NO_SQUARE)
        return false;
    xpgn_action *a = &list[dice_below(d, (unsigned)count)];
    unsigned end = rs->combat == COMBAT_CAPTURE ? 0 : dice_below(d, 3);
    if (end == 0 || a->target == XPGN_NO_SQUARE) {
        if (a->target != XPGN_NO_SQUARE && rs->removed == REMOVED_KEPT)
            p->held[p->side_to_move ^ 1][XPGN_TYPE_OF(p->at[a->target])]++;
        movement_play(rs, p, a);
    } else {
        p->ep_square = XPGN_NO_SQUARE;
        p->halfmove_clock = 0;
        if (end == 1) {
            chess_drop_rights(p, BIT(a->from));
            position_lift(p, a->from);
        }
    }
    position_pass(p);
    return true;
}
