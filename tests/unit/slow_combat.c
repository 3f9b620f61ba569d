/* SPDX-License-Identifier: MIT */
#include "slow_combat.h"

#include "slow_chess.h"

#include <string.h>

static void help(struct slow_side *s, unsigned sq, int gives) {
    if (gives <= 0)
        return;
    s->helper[s->count] = sq;
    s->gives[s->count] = gives;
    s->count++;
    s->support += gives;
}

static void begin(struct slow_combat *c) {
    memset(c, 0, sizeof *c);
    c->side[0].total = c->side[1].total = -1;
}

static bool passing(const xpgn_action *a) {
    return a->kind == XPGN_ATTACK && a->to != a->target;
}

/* CA-3, CA-7: does the piece on `sq` support its side (0 the attacker's) in this combat? */
static bool chess_helper(const xpgn_position *p, const xpgn_action *a, unsigned sq, int side) {
    xpgn_piece piece = p->at[sq];
    unsigned seat = XPGN_SEAT_OF(p->at[side == 0 ? a->from : a->target]);
    if (piece == 0 || XPGN_SEAT_OF(piece) != seat || sq == a->from || sq == a->target)
        return false;
    if (slow_attacks(p->at, XPGN_TYPE_OF(piece), seat, sq, a->target))
        return true;
    return side == 0 && passing(a) && XPGN_TYPE_OF(piece) == XPGN_PAWN &&
           slow_attacks(p->at, XPGN_PAWN, seat, sq, a->to);
}

/* ---- chess-attack ---------------------------------------------------------------------------- */

/* [healthy, wounded][P N B R Q K] */
static const int ca_attack[2][7] = {{0, 2, 3, 3, 3, 4, 4}, {0, 1, 2, 2, 2, 3, 3}};
static const int ca_defense[2][7] = {{0, 1, 2, 2, 2, 3, 3}, {0, 0, 1, 1, 1, 2, 2}};
static const int ca_support[7] = {0, 1, 1, 1, 1, 3, 3};

static bool royal_pair(unsigned a, unsigned b) {
    return (a == XPGN_QUEEN && b == XPGN_KING) || (a == XPGN_KING && b == XPGN_QUEEN);
}

void slow_attack_prepare(const xpgn_position *p, const xpgn_action *a, bool remote_royals,
                         struct slow_combat *c) {
    begin(c);
    for (int i = 0; i < 2; i++) {
        xpgn_piece own = p->at[i == 0 ? a->from : a->target];
        int hurt = XPGN_IS_WOUNDED(own);
        c->side[i].base = (i == 0 ? ca_attack : ca_defense)[hurt][XPGN_TYPE_OF(own)];
        c->side[i].dice = 1;
        for (unsigned sq = 0; sq < 64; sq++) {
            unsigned type = XPGN_TYPE_OF(p->at[sq]);
            if (chess_helper(p, a, sq, i) &&
                !(remote_royals && royal_pair(type, XPGN_TYPE_OF(own))))
                help(&c->side[i], sq, ca_support[type]);
        }
    }
}

void slow_attack_decide(const xpgn_position *p, const xpgn_action *a, const xpgn_exchange *dice,
                        struct slow_combat *c) {
    for (int i = 0; i < 2; i++)
        c->side[i].total = c->side[i].base + c->side[i].support + dice->side[i].dice[0];
    int margin = c->side[0].total - c->side[1].total;
    if (margin > 2) {
        c->side[1].fate = 'x';
    } else if (margin == 1 || margin == 2) {
        c->side[1].fate = 'x';
        c->side[0].fate = 'w';
    } else if (margin == 0) {
        c->side[0].fate = c->side[1].fate = 'w';
    } else if (margin == -1 || margin == -2) {
        c->side[0].fate = 'x';
        c->side[1].fate = 'w';
    } else {
        c->side[0].fate = 'x';
    }
    for (int i = 0; i < 2; i++)
        if (c->side[i].fate == 'w' && XPGN_IS_WOUNDED(p->at[i == 0 ? a->from : a->target]))
            c->side[i].fate = 'x';
    c->arrives = c->side[1].fate == 'x' && c->side[0].fate != 'x';
}

/* ---- five-dice ------------------------------------------------------------------------------- */

static const int fd_attack[7] = {0, 1, 3, 3, 2, 5, 0};
static const int fd_defense[7] = {0, 1, 2, 3, 3, 5, 0};

static bool king_in_it(const xpgn_position *p, const xpgn_action *a) {
    return XPGN_TYPE_OF(p->at[a->from]) == XPGN_KING || XPGN_TYPE_OF(p->at[a->target]) == XPGN_KING;
}

void slow_dice_prepare(const xpgn_position *p, const xpgn_action *a, bool support,
                       struct slow_combat *c) {
    begin(c);
    if (king_in_it(p, a)) {
        c->side[0].dice = 1;
        return;
    }
    c->side[0].base = fd_attack[XPGN_TYPE_OF(p->at[a->from])];
    c->side[1].base = fd_defense[XPGN_TYPE_OF(p->at[a->target])];
    if (a->kind == XPGN_SHOT)
        c->side[0].base /= 2;
    for (unsigned sq = 0; sq < 64 && support && a->kind == XPGN_ATTACK; sq++)
        for (int i = 0; i < 2; i++)
            if (chess_helper(p, a, sq, i))
                help(&c->side[i], sq, 1);
    c->side[0].dice = c->side[0].base + c->side[0].count;
    c->side[1].dice = a->kind == XPGN_RUN ? 0 : c->side[1].base + c->side[1].count;
}

static int best(const xpgn_roll_side *s) {
    int most = 0;
    for (unsigned i = 0; i < s->dice_count; i++)
        if (s->dice[i] > most)
            most = s->dice[i];
    return most;
}

void slow_dice_decide(const xpgn_position *p, const xpgn_action *a, const xpgn_exchange *dice,
                      struct slow_combat *c) {
    struct slow_side *at = &c->side[0], *df = &c->side[1];
    if (king_in_it(p, a)) {
        df->fate = dice->side[0].dice[0] == 1 ? 0 : 'x';
        c->arrives = a->kind == XPGN_ATTACK && df->fate == 'x';
        return;
    }
    at->total = best(&dice->side[0]);
    df->total = a->kind == XPGN_RUN ? df->base : best(&dice->side[1]);
    if (at->total > df->total)
        df->fate = 'x';
    if (a->kind == XPGN_RUN)
        at->fate = 'x';
    if (a->kind == XPGN_ATTACK && !passing(a) && at->total < df->total)
        at->fate = 'x';
    c->arrives = a->kind == XPGN_ATTACK && (passing(a) || df->fate == 'x');
}

/* ---- combat-chess-2 -------------------------------------------------------------------------- */

static const int cc_bonus[7] = {0, 0, 1, 2, 0, 3, 4};

void slow_duel_prepare(const xpgn_position *p, const xpgn_action *a, struct slow_combat *c) {
    begin(c);
    c->side[0].base = cc_bonus[XPGN_TYPE_OF(p->at[a->from])];
    c->side[1].base = cc_bonus[XPGN_TYPE_OF(p->at[a->target])];
    c->side[0].dice = c->side[1].dice = 1;
}

void slow_duel_decide(const xpgn_exchange *dice, struct slow_combat *c) {
    for (int i = 0; i < 2; i++)
        c->side[i].total = c->side[i].base + dice->side[i].dice[0];
    int loser = c->side[0].total > c->side[1].total ? 1 : 0;
    c->side[loser].fate = 'x';
    c->arrives = loser == 1;
}

/* ---- assault-and-siege ----------------------------------------------------------------------- */

static const int as_atk[7] = {0, 1, 1, 0, 1, 1, 1};
static const int as_def[7] = {0, 1, 1, 0, 2, 1, 1};

static int distance(int a, int b) {
    return a < b ? b - a : a - b;
}

/* Does a queen of its own stand beside the piece, on a file or rank? */
static bool inspired(const xpgn_position *p, int file, int rank) {
    xpgn_piece piece = p->at[rank * p->files + file];
    for (int f = 0; f < p->files; f++)
        for (int r = 0; r < p->ranks; r++) {
            xpgn_piece other = p->at[r * p->files + f];
            if (distance(f, file) + distance(r, rank) == 1 && XPGN_TYPE_OF(other) == XPGN_QUEEN &&
                XPGN_SEAT_OF(other) == XPGN_SEAT_OF(piece))
                return true;
        }
    return false;
}

static int siege_gives(const xpgn_position *p, int from, int target) {
    int file = from % p->files, rank = from / p->files;
    int to_file = target % p->files, to_rank = target / p->files;
    int far = distance(file, to_file) + distance(rank, to_rank);
    unsigned type = XPGN_TYPE_OF(p->at[from]), on = XPGN_TYPE_OF(p->at[target]);
    bool charges = far == 2 && (file == to_file || rank == to_rank) && type == XPGN_KNIGHT &&
                   on != XPGN_ROOK &&
                   p->at[(rank + to_rank) / 2 * p->files + (file + to_file) / 2] == 0;
    if (far != 1 && !charges)
        return 0;
    return as_atk[type] + (charges ? 1 : 0) + (inspired(p, file, rank) ? 1 : 0);
}

void slow_siege_prepare(const xpgn_position *p, const xpgn_action *a, struct slow_combat *c) {
    begin(c);
    c->side[0].base = siege_gives(p, a->from, a->target);
    c->side[1].base = as_def[XPGN_TYPE_OF(p->at[a->target])];
    for (int sq = 0; sq < p->files * p->ranks; sq++)
        if (p->at[sq] != 0 && XPGN_SEAT_OF(p->at[sq]) == XPGN_SEAT_OF(p->at[a->from]) &&
            sq != a->from)
            help(&c->side[0], (unsigned)sq, siege_gives(p, sq, a->target));
}

void slow_siege_decide(struct slow_combat *c) {
    c->side[0].total = c->side[0].base + c->side[0].support;
    c->side[1].total = c->side[1].base;
    c->side[1].fate = 'x';
    c->arrives = true;
}

/* ---- polyhedral-chess-war -------------------------------------------------------------------- */

int slow_war_faces(unsigned type) {
    static const int faces[7] = {0, 6, 10, 10, 12, 20, 8};
    return faces[type];
}

void slow_war_decide(const xpgn_exchange *dice, struct slow_combat *c) {
    begin(c);
    c->side[0].total = dice->side[0].dice[0] + 1;
    c->side[1].total = dice->side[1].dice[0];
    if (c->side[0].total > c->side[1].total)
        c->side[1].fate = 'x';
    if (c->side[0].total < c->side[1].total)
        c->side[0].fate = 'x';
    c->arrives = c->side[1].fate == 'x';
}

/* ---- single-combat-chess --------------------------------------------------------------------- */

int slow_single_need(unsigned faces, unsigned attacker, unsigned defender) {
    /* attackers down, defenders across: Q, R, the others, P */
    static const int need[3][4][4] = {{{4, 3, 2, 2}, {5, 4, 3, 2}, {6, 5, 4, 3}, {6, 5, 4, 4}},
                                      {{5, 4, 3, 2}, {6, 5, 4, 3}, {7, 6, 5, 4}, {8, 7, 6, 5}},
                                      {{6, 4, 3, 2}, {7, 6, 4, 2}, {8, 7, 6, 3}, {10, 9, 8, 6}}};
    static const unsigned place[7] = {0, 3, 2, 2, 1, 0, 2};
    return need[(faces - 6) / 2][place[attacker]][place[defender]];
}

void slow_single_decide(const xpgn_exchange *dice, int need, struct slow_combat *c) {
    begin(c);
    c->side[1].total = need;
    c->arrives = dice->side[0].dice[0] >= need;
    c->side[c->arrives].fate = 'x';
}

/* ---- reckless-chess -------------------------------------------------------------------------- */

int slow_reckless_faces(unsigned type) {
    static const int faces[7] = {0, 4, 8, 8, 12, 12, 10};
    return faces[type];
}

void slow_reckless_decide(unsigned attacker, const xpgn_exchange *dice, struct slow_combat *c) {
    begin(c);
    c->side[0].total = dice->side[0].dice[0] + dice->side[0].dice[1];
    if (attacker == XPGN_KING)
        c->side[0].total--;
    c->side[1].total = dice->side[1].dice[0];
    if (c->side[0].total > c->side[1].total)
        c->side[1].fate = 'x';
    c->arrives = c->side[1].fate == 'x';
}
