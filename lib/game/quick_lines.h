/* SPDX-License-Identifier: MIT */
/*
 * The usual actions of queen lines (CC), known without the referee: steps, challenges, teleports,
 * attempts to free a prisoner.  Such a game has a small board, two seats, a duel for a combat and
 * prisoners (rules/judge.c).
 */
#ifndef XPGN_GAME_QUICK_LINES_H
#define XPGN_GAME_QUICK_LINES_H

#include "game/quick_roll.h"
#include "game/quick_turns.h"
#include "rules/movement_line.h"

enum {
    DUEL_ROOM = 32 /* no exchange looks at more bytes, nor what follows it */
};

/* ---- steps ----------------------------------------------------------------------------------- */

/* <4> e2-e4: only the two together are usual. */
ALWAYS_INLINE const char *lines_step(struct run *q, const char *p) {
    struct state *s = q->s;
    unsigned roll = (unsigned char)p[1] - '0', type = begins[(unsigned char)p[4]];
    xpgn_square from, to;
    if (roll - 1 >= q->faces || p[2] != '>' || blanks[(unsigned char)p[3]] == 0 ||
        s->turn.roll != 0 || type - 1 >= XPGN_KING)
        return NULL;
    p += type != XPGN_PAWN ? 5 : 4;
    if (two_squares(p, &from, &to) != SQUARES_SIGN('-') ||
        s->position.at[from] != XPGN_PIECE(s->position.turn, type) ||
        blanks[(unsigned char)p[SQUARES_SIZE]] == 0 || !line_step(q->rs, s, roll, type, from, to))
        return NULL;
    turn_step(TURN_CHOICE, &s->turn, type, to);
    position_move_on(&s->position, XPGN_PIECE(s->position.turn, type), from, to, true);
    q->unjudged = false;
    return p + SQUARES_SIZE + 1;
}

/* ---- challenges ------------------------------------------------------------------------------ */

/* The pieces of that seat that lead. */
ALWAYS_INLINE bits leaders_of(const struct run *q, unsigned seat) {
    const xpgn_position *p = &q->s->position;
    bits leaders = 0;
    for (unsigned t = XPGN_PAWN; t < XPGN_TYPES; t++)
        leaders |= p->type[t] & q->leading[t];
    return leaders & p->seat[seat];
}

/* [total]: "=7", "=12", the first byte in the lowest; 0: no die and bonus give it. */
#define ONE_DIGIT(n) ('=' | ('0' + (n)) << 8)
#define TWO_DIGITS(n) ('=' | ('0' + (n) / 10) << 8 | ('0' + (n) % 10) << 16)
static const uint32_t totals[32] = {0,
                                    ONE_DIGIT(1),
                                    ONE_DIGIT(2),
                                    ONE_DIGIT(3),
                                    ONE_DIGIT(4),
                                    ONE_DIGIT(5),
                                    ONE_DIGIT(6),
                                    ONE_DIGIT(7),
                                    ONE_DIGIT(8),
                                    ONE_DIGIT(9),
                                    TWO_DIGITS(10),
                                    TWO_DIGITS(11),
                                    TWO_DIGITS(12),
                                    TWO_DIGITS(13),
                                    TWO_DIGITS(14),
                                    TWO_DIGITS(15),
                                    TWO_DIGITS(16),
                                    TWO_DIGITS(17),
                                    TWO_DIGITS(18),
                                    TWO_DIGITS(19)};

/* What one side of an exchange says, 4=7: its die, and the total. */
ALWAYS_INLINE const char *read_total(const struct run *q, const char *p, int bonus, int *total,
                                     unsigned *wrong) {
    const unsigned char *b = (const unsigned char *)p;
    unsigned face = b[0] - '0', all = (face & 15) + (unsigned)bonus, two = all > 9;
    uint32_t said = b[1] | (uint32_t)b[2] << 8 | (uint32_t)b[3] << 16 | (uint32_t)b[4] << 24;
    *total = (int)all;
    *wrong |= face - 1 >= q->duel_faces;
    *wrong |= (said ^ totals[all & 31]) << (16 - 8 * two);
    return p + 3 + two;
}

/* How a duel ended. */
struct duel {
    bool lost;        /* by the challenger */
    const char *cell; /* "x@a1" of the loser, in the text */
};

/* Past a roll <1=2:2=2 3=4:4=4x@a1> from its < on, which is right but for the cell. */
ALWAYS_INLINE const char *read_duel(const struct run *q, const char *p, int ours, int theirs,
                                    struct duel *d) {
    for (unsigned n = 0; n < XPGN_MAX_EXCHANGES; n++) {
        unsigned wrong = 0;
        int a, b;
        if (q->limit - p < DUEL_ROOM)
            return NULL;
        p = read_total(q, p + 1, ours, &a, &wrong);
        bool tied, won;
        d->cell = p;
        d->lost = *p == 'x';
        p = quick_sign(p + 4 * d->lost, ':', &wrong);
        p = read_total(q, p, theirs, &b, &wrong);
        tied = a == b;
        won = *p == 'x';
        d->cell += (p - d->cell) & -(ptrdiff_t)won;
        p += 4 * won;
        wrong |= (unsigned)((d->lost != (a < b)) | (won != (a > b))) |
                 ((unsigned char)*p ^ choose(tied, ' ', '>'));
        if (wrong != 0)
            return NULL;
        if (!tied)
            return p + 1;
    }
    return NULL;
}

/* The cell that stands there as x@a1, which has to be one of that seat. */
ALWAYS_INLINE unsigned read_cell(const struct run *q, const char *p, unsigned seat,
                                 unsigned *wrong) {
    unsigned file = (unsigned char)p[2] - 'a', rank = (unsigned char)p[3] - '1';
    unsigned cell = q->cells[(rank * 8 + file) & 63];
    *wrong |= (file | rank) >> 3 | (unsigned)(p[1] ^ '@') | (cell >> 2 ^ seat);
    return cell & 3;
}

/* Is a prisoner all that comes of it? Not if a king falls to a pawn, or the last leader falls. */
ALWAYS_INLINE bool falls_as_usual(const struct run *q, xpgn_square sq, unsigned loser,
                                  unsigned winner) {
    unsigned type = XPGN_TYPE_OF(loser);
    if ((q->unlike[type] >> XPGN_TYPE_OF(winner) & 1) != 0)
        return false;
    return q->leading[type] == 0 || !q->rs->leaders_lost ||
           (leaders_of(q, XPGN_SEAT_OF(loser)) & ~BIT(sq)) != 0;
}

/* Whoever wins stands on `to` then, and nobody on `from`: which of them it is nobody can foresee,
   so all is done without asking. */
ALWAYS_INLINE void end_duel(struct run *q, xpgn_square from, xpgn_square to, unsigned loser,
                            unsigned winner) {
    xpgn_position *p = &q->s->position;
    bits both = BIT(from) | BIT(to);
    unsigned seat = XPGN_SEAT_OF(winner), enemy = seat ^ 1;
    p->type[XPGN_TYPE_OF(loser)] &= ~both;
    p->type[XPGN_TYPE_OF(winner)] = (p->type[XPGN_TYPE_OF(winner)] & ~both) | BIT(to);
    p->seat[enemy] &= ~both;
    p->seat[seat] = (p->seat[seat] & ~both) | BIT(to);
    p->at[from] = 0;
    p->at[to] = (xpgn_piece)winner;
    p->king[seat] = (xpgn_square)choose(XPGN_TYPE_OF(winner) == XPGN_KING, to, p->king[seat]);
    p->king[enemy] =
        (xpgn_square)choose(XPGN_TYPE_OF(loser) == XPGN_KING, XPGN_NO_SQUARE, p->king[enemy]);
    p->ep = XPGN_NO_SQUARE;
    p->clock = 0;
    q->unjudged = false;
}

/* e2xd3 with its roll: a challenge of which nothing comes but a prisoner. */
ALWAYS_INLINE const char *lines_fight(struct run *q, const char *p, xpgn_square from,
                                      xpgn_square to) {
    xpgn_position *pos = &q->s->position;
    xpgn_piece challenger = pos->at[from], challenged = pos->at[to];
    struct duel d;
    if (!line_challenge(q->rs, q->s, from, to) || pos->wounded != 0)
        return NULL;
    p = past_blank(p);
    if (*p != '<' || (p = read_duel(q, p, rules_of(q->rs, challenger)->bonus,
                                    rules_of(q->rs, challenged)->bonus, &d)) == NULL)
        return NULL;
    unsigned wrong = 0, cell = read_cell(q, d.cell, pos->turn ^ (unsigned)d.lost, &wrong);
    unsigned loser = choose(d.lost, challenger, challenged),
             winner = challenger ^ challenged ^ loser;
    if (wrong != 0 || !falls_as_usual(q, (xpgn_square)choose(d.lost, from, to), loser, winner))
        return NULL;
    pos->held[cell][XPGN_TYPE_OF(loser)]++;
    end_duel(q, from, to, loser, winner);
    turn_fight(TURN_CHOICE, &q->s->turn, to, !d.lost);
    return past_blank(p);
}

/* ---- attempts -------------------------------------------------------------------------------- */

/* Behind a prisoner that is named with its new square, P@b1; NULL: it cannot be. */
static const char *lines_free(struct run *q, const char *p, xpgn_square castle) {
    xpgn_position *pos = &q->s->position;
    unsigned type = type_of_letter(*p), cell = cell_of(q->rs, castle);
    unsigned file = (unsigned char)p[2] - 'a', rank = (unsigned char)p[3] - '1';
    unsigned sq = rank * 8 + file;
    if (type == 0 || p[1] != '@' || (file | rank) > 7 || blanks[(unsigned char)p[4]] == 0 ||
        pos->held[cell][type] == 0 || pos->at[sq] != 0 || (king_attacks(castle) & BIT(sq)) == 0)
        return NULL;
    pos->held[cell][type]--;
    position_put(pos, (xpgn_square)sq, XPGN_PIECE(pos->turn, type));
    q->s->turn.quiet_broken = true;
    return p + 5;
}

/* e2@a1 with its roll, and who is freed. */
static const char *lines_release(struct run *q, const char *p, xpgn_square from,
                                 xpgn_square castle) {
    struct turn *t = &q->s->turn;
    unsigned wrong = 0;
    int total;
    if (!line_release(q->rs, q->s, from, castle))
        return NULL;
    p = quick_sign(past_blank(p), '<', &wrong);
    p = read_total(q, p, rules_of(q->rs, q->s->position.at[from])->bonus, &total, &wrong);
    p = past_blank(quick_sign(p, '>', &wrong));
    if (wrong != 0 || (total >= q->rs->release_reach && (p = lines_free(q, p, castle)) == NULL))
        return NULL;
    t->stage = STAGE_OVER;
    q->unjudged = false;
    return p;
}

/* K@d4, K@-, with the roll: p is behind the king's letter. */
static const char *lines_teleport(struct run *q, const char *p) {
    xpgn_position *pos = &q->s->position;
    struct turn *t = &q->s->turn;
    xpgn_square king = pos->king[pos->turn];
    bool goes = p[1] != '-';
    unsigned file = (unsigned char)p[1] - 'a', rank = (unsigned char)p[2] - '1', wrong = 0;
    unsigned sq = rank * 8 + file;
    int total, face, leaders = (int)bits_count(leaders_of(q, pos->turn)), reach;
    if (!turn_may_choose(t) || t->roll != 0 || (reach = q->rs->teleport_reach) == 0 ||
        king == XPGN_NO_SQUARE || (goes && ((file | rank) > 7 || pos->at[sq] != 0)))
        return NULL;
    p = quick_sign(past_blank(p + (goes ? 3 : 2)), '<', &wrong);
    p = quick_sign(quick_die(p, q->faces, &face, &wrong), '+', &wrong);
    total = face + leaders;
    p = quick_sign(quick_number(p, leaders, &wrong), '=', &wrong);
    p = quick_sign(quick_number(p, total, &wrong), '>', &wrong);
    if (wrong != 0 || (goes && (q->rs->teleport_exact ? total != reach : total < reach)))
        return NULL;
    if (goes) {
        position_move_on(pos, pos->at[king], king, (xpgn_square)sq, true);
        turn_go(t, (xpgn_square)sq);
    } else {
        t->stage = STAGE_OVER;
    }
    q->unjudged = false;
    return past_blank(p);
}

/* ---- all of them ----------------------------------------------------------------------------- */

/* An action without a roll before it at p, by a piece of that type. */
ALWAYS_INLINE const char *lines_action(struct run *q, const char *p, unsigned type) {
    const xpgn_position *pos = &q->s->position;
    xpgn_square from, to;
    p += type != XPGN_PAWN;
    uint64_t sign = two_squares(p, &from, &to);
    if (pos->at[from] == XPGN_PIECE(pos->turn, type)) {
        if (sign == SQUARES_SIGN('x'))
            return lines_fight(q, p + SQUARES_SIZE, from, to);
        if (sign == SQUARES_SIGN('@'))
            return lines_release(q, p + SQUARES_SIZE, from, to);
    }
    return type == XPGN_KING && *p == '@' ? lines_teleport(q, p) : NULL;
}

#endif
