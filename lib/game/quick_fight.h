/* SPDX-License-Identifier: MIT */
/*
 * The usual fight of a game with chess movement, without the referee: who supports, what the
 * exported roll has to say, and what becomes of the two.  Included by quick_combat.h.  All else
 * (other forms of the roll, en passant, a king or rook at home) is the referee's: nothing has been
 * changed then.
 */
#include "game/ending.h"
#include "game/quick_roll.h"

/* More dice than this are not read here: a roll must fit into QUICK_MARGIN. */
enum { FIGHT_DICE = 14 };

/* [0] attacks, [1] is attacked. */
struct fight {
    unsigned square[2];
    xpgn_piece piece[2];
    int base[2], support[2];
    unsigned count[2]; /* of supporters */
    char fate[2];
    bool attack; /* no shot and no run */
};

/* Does the fall of that piece mean more than that it leaves the board? */
static inline bool matters(const xpgn_ruleset *rs, xpgn_piece piece) {
    return ((rs->fatal | 1u << XPGN_KING) >> XPGN_TYPE_OF(piece) & 1) != 0;
}

ALWAYS_INLINE void count_support(const xpgn_ruleset *rs, const xpgn_position *p, bits set,
                                 struct fight *f, unsigned side) {
    f->support[side] = 0;
    f->count[side] = 0;
    for (; set != 0; set &= set - 1) {
        int gives = combat_gives(rs, p->at[bits_first(set)], f->piece[side]);
        f->support[side] += gives > 0 ? gives : 0;
        f->count[side] += gives > 0;
    }
}

/* Whoever else could go to the square, of both sides (CA-3, FD-7). */
ALWAYS_INLINE void count_supporters(const xpgn_ruleset *rs, const xpgn_position *p, struct fight *f,
                                    unsigned us) {
    unsigned sq = f->square[1];
    bits queens = p->type[XPGN_QUEEN], occupied = position_occupied(p);
    bits pawns = (pawn_attacks(1, sq) & p->seat[0]) | (pawn_attacks(0, sq) & p->seat[1]);
    bits all = (QUICK_ROOK(sq, occupied) & (p->type[XPGN_ROOK] | queens)) |
               (QUICK_BISHOP(sq, occupied) & (p->type[XPGN_BISHOP] | queens)) |
               (knight_attacks(sq) & p->type[XPGN_KNIGHT]) |
               (king_attacks(sq) & p->type[XPGN_KING]) | (pawns & p->type[XPGN_PAWN]);
    count_support(rs, p, all & p->seat[us] & ~BIT(f->square[0]), f, 0);
    count_support(rs, p, all & p->seat[us ^ 1], f, 1);
}

/* <5+2=9:2+2=5x>; the fates are those that the margin gives, as CA-4 and CA-5 have them. */
ALWAYS_INLINE const char *margin_roll(const struct run *q, const char *p, struct fight *f,
                                      unsigned *wrong) {
    int total[2];
    char fate[2];
    for (unsigned side = 0; side < 2; side++) {
        p = quick_sign(p, side == 0 ? '<' : ':', wrong);
        p = quick_die(p, q->faces, &total[side], wrong);
        total[side] += f->base[side] + f->support[side];
        p = quick_number(quick_count(p, f->count[side], wrong), total[side], wrong);
        p = quick_fate(p, &fate[side]);
    }
    const struct margin_row *row = combat_margin_row(q->rs, total[0] - total[1]);
    for (unsigned side = 0; side < 2; side++) {
        f->fate[side] = combat_fate_of(row->fate[side], f->piece[side]);
        *wrong |= (unsigned)(f->fate[side] ^ fate[side]);
    }
    return quick_sign(p, '>', wrong);
}

/* <6,2,3+0=6:5,1+1=5x>: the highest of each side (FD-2), or the rating of one that rolls nothing
   (FD-8).  Who has less is removed, a shooter never (FD-6), who runs always. */
ALWAYS_INLINE const char *pools_roll(const struct run *q, const char *p, struct fight *f,
                                     unsigned kind, unsigned *wrong) {
    int total[2];
    char fate[2];
    for (unsigned side = 0; side < 2; side++) {
        p = quick_sign(p, side == 0 ? '<' : ':', wrong);
        if (side == 1 && kind == XPGN_RUN)
            total[1] = f->base[1];
        else
            p = quick_pool(p, (unsigned)(f->base[side] + f->support[side]), q->faces, &total[side],
                           wrong);
        if (q->rs->support == SUPPORT_DICE && kind == XPGN_ATTACK)
            p = quick_count(p, f->count[side], wrong);
        else
            p = quick_sign(p, '=', wrong);
        p = quick_number(p, total[side], wrong);
        p = quick_fate(p, &fate[side]);
    }
    bool falls = kind == XPGN_RUN || (kind == XPGN_ATTACK && total[0] < total[1]);
    f->fate[0] = falls ? 'x' : 0;
    f->fate[1] = total[0] > total[1] ? 'x' : 0;
    *wrong |= (unsigned)((f->fate[0] ^ fate[0]) | (f->fate[1] ^ fate[1]));
    return quick_sign(p, '>', wrong);
}

/* <4:x>: one die in all (FD-3, FD-4). */
ALWAYS_INLINE const char *single_roll(const struct run *q, const char *p, struct fight *f,
                                      unsigned *wrong) {
    char fate;
    int face;
    p = quick_die(quick_sign(p, '<', wrong), q->faces, &face, wrong);
    p = quick_fate(quick_sign(p, ':', wrong), &fate);
    f->fate[0] = 0;
    f->fate[1] = face > q->rs->single_fails ? 'x' : 0;
    *wrong |= (unsigned)(f->fate[1] ^ fate);
    return quick_sign(p, '>', wrong);
}

/* The roll of a combat of pools at p; NULL: it has more dice than we read. */
ALWAYS_INLINE const char *any_pools_roll(const struct run *q, const char *p, struct fight *f,
                                         unsigned kind, unsigned us, unsigned *wrong) {
    const xpgn_ruleset *rs = q->rs;
    unsigned single = (unsigned)rs->single_die >> XPGN_TYPE_OF(f->piece[0]) |
                      (unsigned)rs->single_die >> XPGN_TYPE_OF(f->piece[1]);
    if ((single & 1) != 0)
        return single_roll(q, p, f, wrong);
    f->support[0] = f->support[1] = 0;
    if (kind == XPGN_SHOT)
        f->base[0] /= 2;
    else if (kind == XPGN_ATTACK && rs->support == SUPPORT_DICE)
        count_supporters(rs, q->pos, f, us);
    int at = f->base[0] + f->support[0], df = f->base[1] + f->support[1];
    if (at < 1 || df < 1 || at + df > FIGHT_DICE)
        return NULL;
    return pools_roll(q, p, f, kind, wrong);
}

/* Both are on the board as the fates have it; an attacker arrives if it alone is left (CA-4).
   By sets and without branches: dice decide. */
ALWAYS_INLINE void settle_fight(struct run *q, const struct fight *f, unsigned us) {
    xpgn_position *p = q->pos;
    unsigned type = XPGN_TYPE_OF(f->piece[0]), target = XPGN_TYPE_OF(f->piece[1]);
    bool falls = f->fate[0] == 'x', beats = f->fate[1] == 'x';
    bool arrives = beats & !falls & f->attack;
    bits from = BIT(f->square[0]), to = BIT(f->square[1]);
    bits gone = beats ? to : 0, left = falls | arrives ? from : 0, there = arrives ? to : 0;
    xpgn_piece attacker = (xpgn_piece)(f->piece[0] | (f->fate[0] == 'w' ? XPGN_WOUNDED : 0));
    xpgn_piece defender = (xpgn_piece)(f->piece[1] | (f->fate[1] == 'w' ? XPGN_WOUNDED : 0));
    p->type[target] ^= gone;
    p->seat[us ^ 1] ^= gone;
    p->type[type] ^= left | there;
    p->seat[us] ^= left | there;
    xpgn_piece on_from = left != 0 ? 0 : attacker;
    xpgn_piece on_to = arrives ? attacker : beats ? 0 : defender;
    p->at[f->square[0]] = on_from;
    p->at[f->square[1]] = on_to;
    p->wounded = (p->wounded & ~(from | to)) | (XPGN_IS_WOUNDED(on_from) ? from : 0) |
                 (XPGN_IS_WOUNDED(on_to) ? to : 0);
    if (type == XPGN_KING)
        p->king[us] = (xpgn_square)(arrives ? f->square[1] : f->square[0]);
    if (q->rs->removed == REMOVED_KEPT) {
        p->held[us][type] = (uint8_t)(p->held[us][type] + falls);
        p->held[us ^ 1][target] = (uint8_t)(p->held[us ^ 1][target] + beats);
    }
    p->ep = XPGN_NO_SQUARE;
}

/* Somebody whose fall matters has fallen: a king stands nowhere any more, and the game may be over
   (CA-8, FD-4). */
static __attribute__((noinline)) void end_fight(struct run *q, const struct fight *f) {
    unsigned seats = 0;
    for (unsigned side = 0; side < 2; side++) {
        unsigned seat = XPGN_SEAT_OF(f->piece[side]), type = XPGN_TYPE_OF(f->piece[side]);
        if (f->fate[side] != 'x')
            continue;
        if (type == XPGN_KING)
            q->pos->king[seat] = XPGN_NO_SQUARE;
        seats |= ((unsigned)q->rs->fatal >> type & 1) << seat;
    }
    if (seats != 0)
        ending_after_action(q->rs, q->pos, seats, &q->outcome);
}

/* What is fought by q->facts.action with its roll at p, a < there.  NULL: not for us. */
ALWAYS_INLINE const char *fight_usual(struct run *q, const char *p, unsigned us) {
    const xpgn_ruleset *rs = q->rs;
    const xpgn_position *pos = q->pos;
    const xpgn_action *a = &q->facts.action;
    struct fight f = {.square = {a->from, a->to}, .piece = {pos->at[a->from], pos->at[a->to]}};
    unsigned wrong = 0;
    if (!q->usual_fights || a->target != a->to ||
        (q->rights & (BIT(f.square[0]) | BIT(f.square[1]))) != 0)
        return NULL;
    f.attack = a->kind == XPGN_ATTACK;
    f.base[0] = rules_of(rs, f.piece[0])->attack[XPGN_IS_WOUNDED(f.piece[0])];
    f.base[1] = rules_of(rs, f.piece[1])->defense[XPGN_IS_WOUNDED(f.piece[1])];
    if (rs->combat == COMBAT_MARGIN) {
        count_supporters(rs, pos, &f, us);
        p = margin_roll(q, p, &f, &wrong);
    } else {
        p = any_pools_roll(q, p, &f, a->kind, us, &wrong);
    }
    if (p == NULL || wrong != 0)
        return NULL;
    if (q->keep)
        q->before = *pos;
    q->last.whole = true;
    settle_fight(q, &f, us);
    if (((f.fate[0] == 'x') & matters(rs, f.piece[0])) |
        ((f.fate[1] == 'x') & matters(rs, f.piece[1])))
        end_fight(q, &f);
    quick_pass(q, us, true);
    return p;
}
