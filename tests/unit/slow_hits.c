/* SPDX-License-Identifier: MIT */
#include "slow_hits.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "slow_chess.h"

static const char letters[] = ".PNBRQK";

static unsigned type_of(char piece) {
    return (unsigned)(strchr(letters, toupper((unsigned char)piece)) - letters);
}

static bool is_white(char piece) {
    return isupper((unsigned char)piece) != 0;
}

/* HP-1, TD-2, CD-1: by type, from the pawn. */
int slow_hits_full(enum slow_hits_game game, char piece) {
    static const int full[3][7] = {
        {0, 1, 3, 3, 5, 9, 3}, {0, 120, 32, 45, 90, 10, 150}, {0, 1, 5, 7, 3, 9, 11}};
    return full[game][type_of(piece)];
}

static int damage_of(enum slow_hits_game game, char piece) {
    static const int death[7] = {0, 120, 45, 32, 15, 60, 35};
    return game == SLOW_DEATH ? death[type_of(piece)] : slow_hits_full(game, piece);
}

void slow_hits_begin(enum slow_hits_game game, struct slow_hits *s) {
    slow_board_begin(&s->board);
    for (int sq = 0; sq < 64; sq++)
        s->left[sq] = slow_hits_full(game, s->board.at[sq]);
}

int slow_hits_target(const struct slow_hits *s, const struct slow_move *m) {
    const char *at = s->board.at;
    if (at[m->to] != '.')
        return m->to;
    bool passing = toupper((unsigned char)at[m->from]) == 'P' && m->from % 8 != m->to % 8;
    return passing ? m->from / 8 * 8 + m->to % 8 : -1;
}

struct slow_exchange slow_hits_exchange(enum slow_hits_game game, char attacker, const int left[2],
                                        const int dice[2]) {
    struct slow_exchange x = {{0, 0}, {false, false}};
    if (game == SLOW_DIE_TRYING) {
        if (dice[0] > dice[1])
            x.lost[1] = dice[0] - dice[1];
        else
            x.lost[0] = dice[1] - dice[0];
    } else {
        x.lost[1] = damage_of(game, attacker);
        if (game == SLOW_HIT_POINTS)
            x.lost[0] = left[1];
    }
    for (int i = 0; i < 2; i++)
        x.removed[i] = x.lost[i] >= left[i];
    return x;
}

/* ---- playing --------------------------------------------------------------------------------- */

static void take_off(struct slow_hits *s, int sq) {
    const struct slow_move gone = {sq, sq, 0};
    slow_board_lose(&s->board, &gone);
    s->left[sq] = 0;
}

static void move_points(struct slow_hits *s, int from, int to) {
    s->left[to] = s->left[from];
    s->left[from] = 0;
}

/* The piece goes there, and the rook with a king that castles. */
static void go(enum slow_hits_game game, struct slow_hits *s, const struct slow_move *m) {
    const char piece = s->board.at[m->from];
    const int target = slow_hits_target(s, m);
    if (target >= 0)
        s->left[target] = 0;
    if (toupper((unsigned char)piece) == 'K' && abs(m->to - m->from) == 2)
        move_points(s, m->to > m->from ? m->from + 3 : m->from - 4, (m->from + m->to) / 2);
    move_points(s, m->from, m->to);
    if (m->becomes != 0)
        s->left[m->to] = slow_hits_full(game, m->becomes);
    (void)slow_board_play(SLOW_FOUGHT, &s->board, m);
}

bool slow_hits_play(enum slow_hits_game game, struct slow_hits *s, const struct slow_move *m,
                    const struct slow_exchange *all) {
    const int target = slow_hits_target(s, m);
    if (target < 0) {
        go(game, s, m);
        return false;
    }
    const char piece[2] = {s->board.at[m->from], s->board.at[target]};
    s->left[m->from] -= all->lost[0];
    s->left[target] -= all->lost[1];
    if (all->removed[1] && !all->removed[0]) {
        go(game, s, m);
    } else {
        if (all->removed[0])
            take_off(s, m->from);
        if (all->removed[1])
            take_off(s, target);
    }
    return (all->removed[0] && type_of(piece[0]) == XPGN_KING) ||
           (all->removed[1] && type_of(piece[1]) == XPGN_KING);
}

/* ---- check ----------------------------------------------------------------------------------- */

/* HP-3: can a piece of that side kill at once a king of the other side that stands there with$
   many points? */
static bool kills(const struct slow_hits *s, bool by_white, int sq, int points) {
    xpgn_piece board[64];
    for (int i = 0; i < 64; i++)
        board[i] = s->board.at[i] == '.'
                       ? 0
                       : XPGN_PIECE(is_white(s->board.at[i]) ? 0 : 1, type_of(s->board.at[i]));
    for (unsigned from = 0; from < 64; from++) {
        const char piece = s->board.at[from];
        if (piece != '.' && is_white(piece) == by_white &&
            damage_of(SLOW_HIT_POINTS, piece) >= points &&
            slow_attacks(board, type_of(piece), by_white ? 0 : 1, from, (unsigned)sq))
            return true;
    }
    return false;
}

static int king_of(const struct slow_hits *s, bool white) {
    const char *at = memchr(s->board.at, white ? 'K' : 'k', 64);
    return at != NULL ? (int)(at - s->board.at) : -1;
}

static bool is_in_check(const struct slow_hits *s, bool white) {
    const int king = king_of(s, white);
    return king >= 0 && kills(s, !white, king, s->left[king]);
}

bool slow_hits_check(const struct slow_hits *s) {
    return is_in_check(s, s->board.white);
}

/* True if the king would castle out of, through or into an attack that kills it. */
static bool castles_in_danger(const struct slow_hits *s, const struct slow_move *m) {
    const int step = m->to > m->from ? 1 : -1;
    for (int sq = m->from; sq != m->to + step; sq += step)
        if (kills(s, !s->board.white, sq, s->left[m->from]))
            return true;
    return false;
}

/* What certainly happens, in games without dice. */
static struct slow_exchange outcome_of(enum slow_hits_game game, const struct slow_hits *s,
                                       const struct slow_move *m) {
    const int target = slow_hits_target(s, m);
    if (target < 0)
        return (struct slow_exchange){{0, 0}, {false, false}};
    const int left[2] = {s->left[m->from], s->left[target]};
    return slow_hits_exchange(game, s->board.at[m->from], left, NULL);
}

/* True for an attack after which the attacker certainly does not move in. */
static bool fails(enum slow_hits_game game, const struct slow_hits *s, const struct slow_move *m) {
    if (game == SLOW_DIE_TRYING || slow_hits_target(s, m) < 0)
        return false;
    const struct slow_exchange x = outcome_of(game, s, m);
    return x.removed[0] || !x.removed[1];
}

/* HP-3: judged by what certainly happens. */
static bool is_allowed(const struct slow_hits *s, const struct slow_move *m) {
    struct slow_hits next = *s;
    const struct slow_exchange x = outcome_of(SLOW_HIT_POINTS, s, m);
    const char piece = s->board.at[m->from];
    if (toupper((unsigned char)piece) == 'K' && abs(m->to - m->from) == 2)
        return !castles_in_danger(s, m);
    return !slow_hits_play(SLOW_HIT_POINTS, &next, m, &x) && !is_in_check(&next, s->board.white);
}

size_t slow_hits_moves(enum slow_hits_game game, const struct slow_hits *s,
                       struct slow_move list[SLOW_MOVES]) {
    size_t count = slow_board_moves(SLOW_FOUGHT, &s->board, list), kept = 0;
    for (size_t i = 0; i < count; i++) {
        struct slow_move m = list[i];
        if (m.becomes != 0 && fails(game, s, &m)) { /* once, and the pawn stays a pawn */
            if (m.becomes != 'N')
                continue;
            m.becomes = 0;
        }
        if (game != SLOW_HIT_POINTS || is_allowed(s, &m))
            list[kept++] = m;
    }
    return kept;
}
