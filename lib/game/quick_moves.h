/* SPDX-License-Identifier: MIT */
/*
 * The way of every move of every game.  Included with
 *   QUICK_NAME             the function to make
 *   QUICK_CHESS            1: captures only, and no king may be left attacked (C-2); 0: what is
 *                          more than a plain step goes to the referee
 *   QUICK_SPELL            1: and every move is written down, by spell_*
 *   QUICK_ROOK, QUICK_BISHOP   (square, occupied): the attacks along lines
 *
 * In chess a move is played first and then judged by its own king's square: an exposed king makes
 * the answer "unsure", and nobody asks for the position any more.
 */
#include "game/quick_run.h"
#include "text/span.h"

#ifndef QUICK_SPELL
#define QUICK_SPELL 0
#endif
#if QUICK_SPELL
static void spell_piece(struct run *q, unsigned type, bits rivals, unsigned from, unsigned to);
static void spell_pawn(struct run *q, unsigned from, unsigned to, unsigned promotion);
static const char *spell_castling(struct run *q, const char *s, const char *next);
static void spell_end(struct run *q);
static const char *spell_other(struct run *q, const char *p);
#else
#define spell_piece(q, type, rivals, from, to) ((void)0)
#define spell_pawn(q, from, to, promotion) ((void)0)
#define spell_castling(q, s, next) (next)
#define spell_end(q) ((void)0)
#define spell_other quick_other
#endif

/* MOVE_FAILS: nothing has been changed; MOVE_FIGHTS: neither, it is a legal attack, in
   q->facts.action. */
enum move_end { MOVE_FAILS, MOVE_DONE, MOVE_EXPOSES, MOVE_FIGHTS };

ALWAYS_INLINE bits reach(unsigned type, unsigned sq, bits occupied) {
    return (QUICK_ROOK(sq, occupied) & bits_moves_straight[type]) |
           (QUICK_BISHOP(sq, occupied) & bits_moves_diagonal[type]) | bits_steps[type][sq];
}

/* Pieces of `by` that attack sq, with these squares occupied. */
ALWAYS_INLINE bits attackers_past(const xpgn_position *p, unsigned sq, unsigned by, bits occupied) {
    bits queens = p->type[XPGN_QUEEN];
    return p->seat[by] & ((QUICK_ROOK(sq, occupied) & (p->type[XPGN_ROOK] | queens)) |
                          (QUICK_BISHOP(sq, occupied) & (p->type[XPGN_BISHOP] | queens)) |
                          (knight_attacks(sq) & p->type[XPGN_KNIGHT]) |
                          (pawn_attacks(by ^ 1, sq) & p->type[XPGN_PAWN]) |
                          (king_attacks(sq) & p->type[XPGN_KING]));
}

ALWAYS_INLINE bits attackers(const xpgn_position *p, unsigned sq, unsigned by) {
    return attackers_past(p, sq, by, position_occupied(p));
}

/* The move is played: may it be, or does the king of `us` stand attacked? */
ALWAYS_INLINE enum move_end judged(struct run *q, unsigned us) {
#if QUICK_CHESS
    bits king = q->pos->type[XPGN_KING] & q->pos->seat[us];
    if (attackers(q->pos, bits_first(king), us ^ 1u) != 0)
        return MOVE_EXPOSES;
#else
    (void)q, (void)us;
#endif
    spell_end(q);
    return MOVE_DONE;
}

/* Of candidates for a step or capture on `to`, those whose move leaves the own king safe. */
static bits safe_ones(const struct run *q, bits candidates, unsigned to, unsigned taken_at,
                      unsigned type) {
    const xpgn_position *p = q->pos;
    bits safe = 0;
    for (; candidates != 0; candidates &= candidates - 1) {
        unsigned from = bits_first(candidates), us = p->turn;
        bits own_king = p->type[XPGN_KING] & p->seat[us];
        unsigned king = type == XPGN_KING ? to : bits_first(own_king);
        bits occupied = (position_occupied(p) & ~(BIT(from) | BIT(taken_at))) | BIT(to);
        bool exposed = type != XPGN_KING && own_king == 0;
        if (!exposed && (attackers_past(p, king, us ^ 1u, occupied) & ~BIT(taken_at)) == 0)
            safe |= BIT(from);
    }
    return safe;
}

/* Of kings that go to `to`, those that are not attacked there: a single one, as a rule. */
static bits safe_king(const xpgn_position *p, bits kings, unsigned to) {
    bits occupied = position_occupied(p) & ~kings;
    bits by = attackers_past(p, to, p->turn ^ 1u, occupied);
    return (kings & (kings - 1)) == 0 && by == 0 ? kings : 0;
}

/*
 * The one candidate that may be meant; none if there are several.  In chess the king of a single
 * one is judged later; elsewhere a move is legal whatever becomes of the king (CA-1), if it is not
 * his own (CA-14).
 */
ALWAYS_INLINE bits only_one(const struct run *q, bits candidates, unsigned to, unsigned taken_at,
                            unsigned type) {
    bool asked = QUICK_CHESS ? (candidates & (candidates - 1)) != 0
                             : type == XPGN_KING && q->rs->safety == SAFETY_NO_STEP;
    if (asked)
        candidates = QUICK_CHESS ? safe_ones(q, candidates, to, taken_at, type)
                                 : safe_king(q->pos, candidates, to);
    return (candidates & (candidates - 1)) == 0 ? candidates : 0;
}

/* What stands between the letter and the destination: file, rank or both. */
ALWAYS_INLINE bits said_from(const char *s, unsigned middle) {
    unsigned a = (unsigned char)s[1], b = (unsigned char)s[2];
    unsigned file = a - 'a', rank = (middle == 2 ? b : a) - '1';
    if (middle == 1)
        return file < 8 ? FILE_BITS(file) : rank < 8 ? RANK_BITS(rank) : 0;
    return middle == 2 && file < 8 && rank < 8 ? BIT(rank * 8 + file) : 0;
}

/* Moves a piece that is there; `made` is what stands on `to` then. */
ALWAYS_INLINE void shift(xpgn_position *p, unsigned us, unsigned from, unsigned to, unsigned type,
                         unsigned made) {
    bits both = BIT(from) | BIT(to);
    xpgn_piece piece = QUICK_CHESS ? XPGN_PIECE(us, made) : p->at[from];
    if (type == made) {
        p->type[type] ^= both;
    } else {
        p->type[type] ^= BIT(from);
        p->type[made] ^= BIT(to);
    }
    p->seat[us] ^= both;
    p->at[from] = 0;
    p->at[to] = piece;
    if (!QUICK_CHESS)
        p->wounded ^= (bits)(XPGN_IS_WOUNDED(piece)) * both;
}

/* Takes whatever of the other side stands there, or nothing: type[0] takes the blow then. */
ALWAYS_INLINE void take(xpgn_position *p, unsigned us, unsigned sq) {
    xpgn_piece taken = p->at[sq];
    p->type[XPGN_TYPE_OF(taken)] ^= BIT(sq);
    p->seat[us ^ 1] &= ~BIT(sq);
    p->at[sq] = 0;
}

/* An attack, as the referee wants to have it. */
ALWAYS_INLINE enum move_end attack(struct run *q, unsigned from, unsigned to, unsigned target) {
    q->facts.action = (xpgn_action){.kind = XPGN_ATTACK,
                                    .piece = q->pos->at[from],
                                    .from = (xpgn_square)from,
                                    .to = (xpgn_square)to,
                                    .target = (xpgn_square)target,
                                    .drop = XPGN_NO_SQUARE};
    return MOVE_FIGHTS;
}

ALWAYS_INLINE enum move_end piece_move(struct run *q, const char *s, unsigned size, unsigned type,
                                       unsigned us) {
    xpgn_position *p = q->pos;
    if (size - 3 > 3)
        return MOVE_FAILS;
    unsigned file = (unsigned char)s[size - 2] - 'a', rank = (unsigned char)s[size - 1] - '1';
    unsigned takes = s[size - 3] == 'x', middle = size - 3 - takes, to = rank * 8 + file;
    bits enemy = p->seat[us ^ 1], own = p->seat[us];
    if ((file | rank) > 7 || (enemy >> to & 1) != takes || (own >> to & 1) != 0)
        return MOVE_FAILS;
    bits all = reach(type, to, own | enemy) & p->type[type] & own, candidates = all;
    if (middle != 0)
        candidates &= said_from(s, middle);
    candidates = only_one(q, candidates, to, to, type);
    if (candidates == 0)
        return MOVE_FAILS;
    unsigned from = bits_first(candidates);
    if (!QUICK_CHESS && takes)
        return attack(q, from, to, to);
    if (q->keep)
        quick_remember(q, from, to, to);
    spell_piece(q, type, safe_ones(q, all & ~candidates, to, to, type), from, to);
    p->ep = XPGN_NO_SQUARE;
    if (QUICK_CHESS)
        take(p, us, to);
    shift(p, us, from, to, type, type);
    if ((q->rights & (candidates | BIT(to))) != 0)
        quick_drop_rights(q, candidates | BIT(to));
    quick_pass(q, us, takes);
    return judged(q, us);
}

ALWAYS_INLINE enum move_end pawn_capture(struct run *q, const char *s, unsigned to,
                                         unsigned promotion, unsigned us) {
    xpgn_position *p = q->pos;
    unsigned from_file = (unsigned char)s[0] - 'a', taken_at = to;
    if ((p->seat[us ^ 1] >> to & 1) == 0) {
        if (to != p->ep)
            return MOVE_FAILS;
        taken_at = chess_behind(us, to);
    }
    bits candidates =
        pawn_attacks(us ^ 1, to) & p->type[XPGN_PAWN] & p->seat[us] & FILE_BITS(from_file);
    if (candidates == 0)
        return MOVE_FAILS;
    unsigned from = bits_first(candidates);
    if (!QUICK_CHESS)
        return attack(q, from, to, taken_at);
    if (q->keep)
        quick_remember(q, from, to, taken_at);
    spell_pawn(q, from, to, promotion);
    p->ep = XPGN_NO_SQUARE;
    take(p, us, taken_at);
    shift(p, us, from, to, XPGN_PAWN, promotion);
    if ((q->rights & BIT(to)) != 0)
        quick_drop_rights(q, BIT(to));
    quick_pass(q, us, true);
    return judged(q, us);
}

/* By sets, for nobody can foresee whether it is a double step. */
ALWAYS_INLINE enum move_end pawn_step(struct run *q, unsigned to, unsigned promotion, unsigned us) {
    xpgn_position *p = q->pos;
    bits pawns = p->type[XPGN_PAWN] & p->seat[us], occupied = position_occupied(p);
    bits goal = BIT(to), behind = us == 0 ? goal >> 8 : goal << 8, free = behind & ~occupied;
    bits twice = (us == 0 ? free >> 8 & RANK_BITS(1) : free << 8 & RANK_BITS(6)) & pawns;
    bits start = (behind & pawns) | twice;
    if (start == 0 || (occupied & goal) != 0)
        return MOVE_FAILS;
    unsigned from = bits_first(start);
    if (q->keep)
        quick_remember(q, from, to, to);
    spell_pawn(q, from, to, promotion);
    bits beside = (goal << 1 & ~FILE_BITS(0)) | (goal >> 1 & ~FILE_BITS(7));
    bool open = (twice != 0) & ((beside & p->type[XPGN_PAWN] & p->seat[us ^ 1]) != 0);
    p->ep = (xpgn_square)(chess_behind(us, to) | (open - 1U)); /* or XPGN_NO_SQUARE, all ones */
    shift(p, us, from, to, XPGN_PAWN, promotion);
    quick_pass(q, us, true);
    return judged(q, us);
}

ALWAYS_INLINE enum move_end pawn_move(struct run *q, const char *s, unsigned size, unsigned us) {
    unsigned promotion = XPGN_PAWN;
    if (size >= 4 && s[size - 2] == '=') {
        promotion = quick_promotion(q, s[size - 1]);
        size -= 2;
    }
    bool takes = size == 4 && s[1] == 'x';
    if (size != 2 && !takes)
        return MOVE_FAILS;
    unsigned file = (unsigned char)s[size - 2] - 'a', rank = (unsigned char)s[size - 1] - '1';
    bool last = rank == 7 - 7 * us;
    if ((file | rank) > 7 || last != (promotion != XPGN_PAWN) || promotion == 0)
        return MOVE_FAILS;
    if (!QUICK_CHESS && last)
        return MOVE_FAILS; /* elsewhere than in chess an arrival is the referee's */
    return takes ? pawn_capture(q, s, rank * 8 + file, promotion, us)
                 : pawn_step(q, rank * 8 + file, promotion, us);
}

ALWAYS_INLINE enum move_end any_move(struct run *q, const char *s, unsigned size, unsigned type,
                                     unsigned us) {
    return type == XPGN_PAWN ? pawn_move(q, s, size, us) : piece_move(q, s, size, type, us);
}

/* Castling from the usual squares (C-1, C-2), elsewhere than in chess where no attack forbids it
   (CA-9, FD-1); what is not quite so is quick_castle's. */
static const char *castle(struct run *q, const char *s, unsigned us) {
    xpgn_position *p = q->pos;
    bool far = memcmp(s, "O-O-O", 5) == 0;
    unsigned size = far ? 5 : 3, home = us * 56, king = home + 4, rook = home + (far ? 0 : 7);
    bits between = (far ? (bits)0x0e : (bits)0x60) << home;
    if (q->keep || memcmp(s, "O-O", 3) != 0 || (s[size] != ' ' && s[size] != '\n') ||
        p->castle[us][far ? QUEEN_SIDE : KING_SIDE] != rook ||
        (p->type[XPGN_KING] & p->seat[us]) != BIT(king) ||
        (!QUICK_CHESS && (q->outcome.over || q->rs->safety != SAFETY_NONE)))
        return quick_castle(q, s);
    unsigned passed = far ? king - 1 : king + 1, to = far ? king - 2 : king + 2;
    if ((position_occupied(p) & between) != 0)
        return NULL;
    if (QUICK_CHESS && (attackers(p, king, us ^ 1u) | attackers(p, passed, us ^ 1u) |
                        attackers(p, to, us ^ 1u)) != 0)
        return NULL;
    shift(p, us, king, to, XPGN_KING, XPGN_KING);
    shift(p, us, rook, passed, XPGN_ROOK, XPGN_ROOK);
    p->castle[us][KING_SIDE] = p->castle[us][QUEEN_SIDE] = XPGN_NO_SQUARE;
    p->ep = XPGN_NO_SQUARE;
    q->rights &= ~RANK_BITS(us * 7);
    quick_pass(q, us, false);
    return s + size;
}

#if QUICK_CHESS
static inline bool is_check_mark(char c) {
    return (c & ~('+' ^ '#')) == '#'; /* they differ in one bit */
}

/* A word that does not end with white space, or is no move. */
static __attribute__((noinline)) const char *odd_move(struct run *q, const char *s, unsigned type) {
    unsigned size = span_word(s);
    char last = s[size - 1];
    bool marked = is_check_mark(last);
    if (any_move(q, s, size - marked, type, q->pos->turn) != MOVE_DONE)
        return NULL;
    return !marked || quick_mark_true(q, last) ? s + size : NULL;
}

ALWAYS_INLINE const char *move(struct run *q, const char *s, unsigned type, unsigned us) {
    unsigned size = span_to_blank(s); /* 16 if there is none: no move is so long */
    char last = s[size - 1];
    bool marked = is_check_mark(last);
    enum move_end end = any_move(q, s, size - marked, type, us);
    if (end != MOVE_DONE)
        return end == MOVE_FAILS ? odd_move(q, s, type) : NULL;
    return !marked || quick_mark_true(q, last) ? s + size + 1 : NULL;
}
#else
static const char *odd_move(struct run *q, const char *s, unsigned type, unsigned us);
static const char *fight(struct run *q, const char *p, unsigned us, char mark);

ALWAYS_INLINE const char *move(struct run *q, const char *s, unsigned type, unsigned us) {
    unsigned size = span_to_blank(s); /* 16 if there is none: no move is so long */
    if (q->outcome.over)
        return NULL;
    enum move_end end = any_move(q, s, size, type, us);
    if (end == MOVE_FIGHTS)
        return fight(q, s + size, us, 0);
    return end == MOVE_DONE ? s + size + 1 : odd_move(q, s, type, us);
}
#endif

/* The number of the move to come with its dots; NULL if something else stands there. */
ALWAYS_INLINE const char *number(struct run *q, const char *p, unsigned us) {
    uint64_t word;
    memcpy(&word, p, sizeof word);
    p += q->number_size;
    if (((word ^ q->number) & q->number_mask) != 0 || *p != '.' ||
        (us != 0 && (p[1] != '.' || p[2] != '.')))
        return NULL;
    q->seen &= SEEN_MOVE;
    return p + (us != 0 ? 3 : 1);
}

/* A comment, at its {, with a space behind it; most are short. */
static const char *comment(const struct run *q, const char *p) {
    const char *from = p + 1, *next = span_comment_near(from);
    if (next == NULL)
        next = span_comment(from, q->end);
    return next != NULL ? next + (next < q->end && *next == ' ') : NULL;
}

ALWAYS_INLINE const char *token(struct run *q, const char *p, unsigned us) {
    unsigned class = quick_class[(unsigned char)*p];
    if (class == QUICK_DIGIT) {
        const char *next = number(q, p, us);
        if (next == NULL)
            return quick_finish(q, p);
        p = next + (*next == ' ');
        class = quick_class[(unsigned char)*p];
    }
    if (class - 1 < XPGN_KING)
        return move(q, p, class, us);
    if (class == QUICK_SPACE)
        return p + 1;
    if (*p == '{' && !QUICK_SPELL)
        return comment(q, p);
    return class == QUICK_CASTLING ? spell_castling(q, p, castle(q, p, us)) : spell_other(q, p);
}

bool QUICK_NAME(struct run *q, const char *p) {
    while (p != NULL) {
        if (p >= q->stop)
            p = quick_enter_tail(q, p);
        p = q->pos->turn == 0 ? token(q, p, 0) : token(q, p, 1);
    }
    return q->ended;
}
