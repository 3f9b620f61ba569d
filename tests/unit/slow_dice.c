/* SPDX-License-Identifier: MIT */
#include "slow_dice.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void slow_board_begin(struct slow_board *b) {
    memset(b, 0, sizeof *b);
    memcpy(b->at, "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr", 64);
    b->white = true;
    memset(b->castle, true, sizeof b->castle);
    memset(b->dice, ' ', sizeof b->dice);
}

static bool is_own(const struct slow_board *b, int sq) {
    return b->white ? isupper((unsigned char)b->at[sq]) : islower((unsigned char)b->at[sq]);
}

static bool is_enemy(const struct slow_board *b, int sq) {
    return b->at[sq] != '.' && !is_own(b, sq);
}

static char king_of(bool white) {
    return white ? 'K' : 'k';
}

static int where_is(const struct slow_board *b, char piece) {
    const char *at = memchr(b->at, piece, sizeof b->at);
    return at != NULL ? (int)(at - b->at) : -1;
}

/* ---- what pieces reach ----------------------------------------------------------------------- */

/* Does the piece on `from`, not a pawn, reach `to` over empty squares? */
static bool reaches(const struct slow_board *b, int from, int to) {
    int files = to % 8 - from % 8, ranks = to / 8 - from / 8,
        far = abs(files) > abs(ranks) ? abs(files) : abs(ranks);
    bool straight = files == 0 || ranks == 0, diagonal = abs(files) == abs(ranks);
    char piece = (char)toupper((unsigned char)b->at[from]);
    if (from == to)
        return false;
    if (piece == 'N')
        return abs(files * ranks) == 2;
    if (piece == 'K')
        return far == 1;
    if (!(straight && strchr("RQ", piece)) && !(diagonal && strchr("BQ", piece)))
        return false;
    for (int i = 1; i < far; i++)
        if (b->at[from + i * (files / far) + 8 * i * (ranks / far)] != '.')
            return false;
    return true;
}

/* Does a pawn of that side on `from` attack `to`? */
static bool pawn_attacks_square(bool white, int from, int to) {
    return abs(to % 8 - from % 8) == 1 && to / 8 - from / 8 == (white ? 1 : -1);
}

static bool is_attacked(const struct slow_board *b, bool by_white, int sq) {
    for (int from = 0; from < 64; from++) {
        char piece = b->at[from];
        if (piece == '.' || (isupper((unsigned char)piece) != 0) != by_white)
            continue;
        if (toupper((unsigned char)piece) == 'P' ? pawn_attacks_square(by_white, from, sq)
                                                 : reaches(b, from, sq))
            return true;
    }
    return false;
}

bool slow_board_check(const struct slow_board *b) {
    int king = where_is(b, king_of(b->white));
    return king >= 0 && is_attacked(b, !b->white, king);
}

/* ---- dice ------------------------------------------------------------------------------------ */

static int count_of(const struct slow_board *b, char piece) {
    int n = 0;
    for (int i = 0; i < 3; i++)
        n += b->dice[i] == piece;
    return n;
}

static bool is_castling(const struct slow_board *b, const struct slow_move *m) {
    return toupper((unsigned char)b->at[m->from]) == 'K' && abs(m->to - m->from) == 2;
}

/* Do the dice let this piece act so? */
static bool dice_let(enum slow_game game, const struct slow_board *b, const struct slow_move *m) {
    char piece = (char)toupper((unsigned char)b->at[m->from]);
    int files = abs(m->to % 8 - m->from % 8), ranks = abs(m->to / 8 - m->from / 8);
    if (game == SLOW_RECKLESS)
        return files <= b->squares && ranks <= b->squares;
    bool equal = game == SLOW_PAIR && b->dice[0] == b->dice[1];
    if (equal || game == SLOW_FOUGHT)
        return true;
    if (is_castling(b, m) && game != SLOW_ONE)
        return game == SLOW_PAIR ? count_of(b, 'K') + count_of(b, 'R') > 0
                                 : count_of(b, 'K') > 0 && count_of(b, 'R') > 0;
    if (game == SLOW_ONE && m->becomes != 0 && count_of(b, m->becomes) > 0)
        return true;
    return count_of(b, piece) > 0;
}

static void spend(struct slow_board *b, char piece) {
    for (int i = 0; i < 3; i++)
        if (b->dice[i] == piece) {
            b->dice[i] = ' ';
            return;
        }
}

/* ---- playing --------------------------------------------------------------------------------- */

/* Where a king or a rook of the start leaves its square, or is captured there, there is no more
   castling with it. */
static void touch(struct slow_board *b, int sq) {
    for (int side = 0; side < 2; side++) {
        int home = side * 56;
        if (sq == home + 4)
            b->castle[side][0] = b->castle[side][1] = false;
        if (sq == home + 7)
            b->castle[side][0] = false;
        if (sq == home)
            b->castle[side][1] = false;
    }
}

static void note_pawn(struct slow_board *b, const struct slow_move *m) {
    if (m->from / 8 == (b->white ? 3 : 4))
        b->stepped[m->from % 8] = false;
    if (abs(m->to - m->from) == 16)
        b->stepped[m->to % 8] = true;
    if (m->from % 8 != m->to % 8 && b->at[m->to] == '.')
        b->at[m->to - (b->white ? 8 : -8)] = '.'; /* en passant */
}

static void move_rook(struct slow_board *b, const struct slow_move *m) {
    int rook = m->to > m->from ? m->from + 3 : m->from - 4;
    b->at[(m->from + m->to) / 2] = b->at[rook];
    b->at[rook] = '.';
}

bool slow_board_play(enum slow_game game, struct slow_board *b, const struct slow_move *m) {
    char piece = b->at[m->from], type = (char)toupper((unsigned char)piece);
    bool castles = is_castling(b, m), king = b->at[m->to] == king_of(!b->white);
    if (type == 'P')
        note_pawn(b, m);
    if (castles)
        move_rook(b, m);
    touch(b, m->from);
    touch(b, m->to);
    b->at[m->from] = '.';
    b->at[m->to] = m->becomes == 0 ? piece
                   : b->white      ? m->becomes
                                   : (char)tolower((unsigned char)m->becomes);
    for (int file = 0; file < 8; file++)
        if (b->at[(b->white ? 32 : 24) + file] != (b->white ? 'p' : 'P'))
            b->passed[file] = false;
    if (game == SLOW_THREE || game == SLOW_STRICT) {
        spend(b, type);
        if (castles)
            spend(b, 'R');
    }
    return king;
}

char slow_board_attacked(const struct slow_board *b, const struct slow_move *m) {
    bool passing = b->at[m->to] == '.' && toupper((unsigned char)b->at[m->from]) == 'P' &&
                   m->from % 8 != m->to % 8;
    return b->at[passing ? m->to - (b->white ? 8 : -8) : m->to];
}

void slow_board_lose(struct slow_board *b, const struct slow_move *m) {
    touch(b, m->from);
    b->at[m->from] = '.';
}

void slow_board_pass(struct slow_board *b) {
    b->white = !b->white;
    memcpy(b->passed, b->stepped, sizeof b->passed);
    memset(b->stepped, 0, sizeof b->stepped);
    memset(b->dice, ' ', sizeof b->dice);
}

/* ---- moves ----------------------------------------------------------------------------------- */

static bool pawn_may_go(const struct slow_board *b, int from, int to) {
    int ahead = b->white ? 8 : -8, rank = to / 8;
    if (to - from == ahead)
        return b->at[to] == '.';
    if (to - from == 2 * ahead)
        return from / 8 == (b->white ? 1 : 6) && b->at[to] == '.' && b->at[from + ahead] == '.';
    if (!pawn_attacks_square(b->white, from, to))
        return false;
    return is_enemy(b, to) || (b->at[to] == '.' && rank == (b->white ? 5 : 2) && b->passed[to % 8]);
}

static bool may_castle(enum slow_game game, const struct slow_board *b, int from, int to) {
    int home = b->white ? 4 : 60, side = to < from, rook = side == 0 ? home + 3 : home - 4;
    if (from != home || abs(to - from) != 2 || !b->castle[!b->white][side])
        return false;
    for (int sq = (side == 0 ? from : rook) + 1; sq < (side == 0 ? rook : from); sq++)
        if (b->at[sq] != '.')
            return false;
    for (int i = 0; i < 3 && (game == SLOW_STRICT || game >= SLOW_PAIR); i++)
        if (is_attacked(b, !b->white, from + (side == 0 ? i : -i)))
            return false;
    return true;
}

static bool may_go(enum slow_game game, const struct slow_board *b, int from, int to) {
    char type = (char)toupper((unsigned char)b->at[from]);
    if (!is_own(b, from) || is_own(b, to))
        return false;
    if (type == 'P')
        return pawn_may_go(b, from, to);
    return reaches(b, from, to) || (type == 'K' && may_castle(game, b, from, to));
}

/* DP-3: does the move leave the own king attacked, and capture no king? RC-3: or attack a king? */
static bool exposes(enum slow_game game, const struct slow_board *b, const struct slow_move *m) {
    struct slow_board next = *b;
    if (game < SLOW_PAIR)
        return false;
    return slow_board_play(game, &next, m) ? game == SLOW_RECKLESS : slow_board_check(&next);
}

/* In these games no piece acts of which no die is left; castling is the king's. */
static bool has_die(enum slow_game game, const struct slow_board *b, int from) {
    return (game != SLOW_THREE && game != SLOW_STRICT) ||
           count_of(b, (char)toupper((unsigned char)b->at[from])) > 0;
}

static size_t list_moves(enum slow_game game, const struct slow_board *b,
                         struct slow_move list[SLOW_MOVES]) {
    size_t n = 0;
    for (int from = 0; from < 64; from++)
        for (int to = 0; is_own(b, from) && has_die(game, b, from) && to < 64; to++) {
            bool last = toupper((unsigned char)b->at[from]) == 'P' && (to < 8 || to >= 56);
            if (!may_go(game, b, from, to))
                continue;
            for (const char *c = last ? "NBRQ" : "-"; *c != '\0'; c++) {
                struct slow_move m = {from, to, *c == '-' ? 0 : *c};
                if (dice_let(game, b, &m) && !exposes(game, b, &m))
                    list[n++] = m;
            }
        }
    return n;
}

/* ---- DT-4 ------------------------------------------------------------------------------------ */

static int left(const struct slow_board *b) {
    return 3 - count_of(b, ' ');
}

static int most_of(enum slow_game game, const struct slow_board *b);

/* How many dice are spent at most by a sequence that begins so; it ends with the king. */
static int most_after(enum slow_game game, const struct slow_board *b, const struct slow_move *m,
                      bool *king) {
    struct slow_board next = *b;
    *king = slow_board_play(game, &next, m);
    int spent = left(b) - left(&next);
    return spent + (*king ? 0 : most_of(game, &next));
}

static int most_of(enum slow_game game, const struct slow_board *b) {
    struct slow_move list[SLOW_MOVES];
    size_t count = left(b) > 0 ? list_moves(game, b, list) : 0;
    int most = 0;
    bool king;
    for (size_t i = 0; i < count && most < left(b); i++) { /* no more than are left */
        int after = most_after(game, b, &list[i], &king);
        most = after > most ? after : most;
    }
    return most;
}

size_t slow_board_moves(enum slow_game game, const struct slow_board *b,
                        struct slow_move list[SLOW_MOVES]) {
    size_t count = list_moves(game, b, list), kept = 0;
    int after[SLOW_MOVES], most = 0;
    bool king[SLOW_MOVES];
    if (game != SLOW_THREE && game != SLOW_STRICT)
        return count;
    for (size_t i = 0; i < count; i++) {
        after[i] = most_after(game, b, &list[i], &king[i]);
        most = after[i] > most ? after[i] : most;
    }
    for (size_t i = 0; i < count; i++)
        if (after[i] == most || king[i])
            list[kept++] = list[i];
    return kept;
}
