/* SPDX-License-Identifier: MIT */
/*
 * The usual fight of a game with chess movement, without the referee: who supports, what the
 * exported roll has to say, and what becomes of the two.  Included by quick_combat.h.  All else
 * (other forms of the roll, a king that may castle) is the referee's: nothing has been
 * changed then.  Structures of a fight never leave the registers: no loops over its two sides.
 */
#include "game/quick_roll.h"
#include "play/ending.h"

/* More dice than this on a side are not read here: a roll must fit into QUICK_MARGIN. */
enum { FIGHT_DICE = 8 };
/* What supporters give is summed up below this, and how many they are from here on. */
enum { ONE_SUPPORTER = 1 << 24 };

struct fighter {
    unsigned square;
    xpgn_piece piece;
    int base, support, total;
    unsigned count;   /* of supporters */
    char fate, wrote; /* by the rules; as the roll has it */
};

/* Whoever else could go to the square of the attacked piece, of both sides (CA-3, FD-7), and
   `helpers`, own pieces that could take it otherwise. */
ALWAYS_INLINE void count_supporters(const xpgn_ruleset *rs, const xpgn_position *p, unsigned us,
                                    bits helpers, struct fighter *at, struct fighter *df) {
    unsigned sq = df->square;
    bits queens = p->type[XPGN_QUEEN], occupied = position_occupied(p);
    bits pawns = (pawn_attacks(1, sq) & p->seat[0]) | (pawn_attacks(0, sq) & p->seat[1]);
    bits all = (QUICK_ROOK(sq, occupied) & (p->type[XPGN_ROOK] | queens)) |
               (QUICK_BISHOP(sq, occupied) & (p->type[XPGN_BISHOP] | queens)) |
               (knight_attacks(sq) & p->type[XPGN_KNIGHT]) |
               (king_attacks(sq) & p->type[XPGN_KING]) | (pawns & p->type[XPGN_PAWN]) | helpers;
    /* One loop for both sides, for nobody can foresee where one ends: each has half of the word. */
    uint64_t sums = 0;
    for (bits set = all & ~BIT(at->square); set != 0; set &= set - 1) {
        xpgn_piece piece = p->at[bits_first(set)];
        unsigned seat = XPGN_SEAT_OF(piece);
        int gives = combat_gives(rs, piece, seat == us ? at->piece : df->piece);
        sums += (uint64_t)(gives > 0 ? (unsigned)gives + ONE_SUPPORTER : 0) << (seat * 32);
    }
    uint32_t ours = (uint32_t)(sums >> (us * 32)), theirs = (uint32_t)(sums >> ((us ^ 1) * 32));
    at->support = (int)(ours % ONE_SUPPORTER);
    at->count = ours / ONE_SUPPORTER;
    df->support = (int)(theirs % ONE_SUPPORTER);
    df->count = theirs / ONE_SUPPORTER;
}

/* One side of a margin's roll, <5+2=9w with the sign before it. */
ALWAYS_INLINE const char *margin_side(const struct run *q, const char *p, char sign,
                                      struct fighter *f, unsigned *wrong) {
    int face;
    p = quick_die_count(p, sign, q->faces, &face, f->count, wrong);
    f->total = f->base + f->support + face;
    return quick_fate(quick_number(p, f->total, wrong), &f->wrote);
}

/* <5+2=9:2+2=5x>; the fates are those that the margin gives, as CA-4 and CA-5 have them. */
ALWAYS_INLINE const char *margin_roll(const struct run *q, const char *p, struct fighter *at,
                                      struct fighter *df, unsigned *wrong) {
    p = margin_side(q, p, '<', at, wrong);
    p = margin_side(q, p, ':', df, wrong);
    const struct margin_row *row = combat_margin_row(q->rs, at->total - df->total);
    at->fate = combat_fate_of(row->fate[0], at->piece);
    df->fate = combat_fate_of(row->fate[1], df->piece);
    return quick_sign(p, '>', wrong);
}

/* One side of a pool's roll, 6,2,3+0=6x behind its sign; who rolls nothing has its rating (FD-8).
 */
ALWAYS_INLINE const char *pools_side(const struct run *q, const char *p, struct fighter *f,
                                     bool rolls, bool counted, unsigned *wrong) {
    f->total = f->base;
    if (rolls)
        p = quick_pool(p, (unsigned)(f->base + f->support), q->faces, &f->total, wrong);
    p = counted ? quick_count(p, f->count, wrong) : quick_sign(p, '=', wrong);
    return quick_fate(quick_number(p, f->total, wrong), &f->wrote);
}

/* <6,2,3+0=6:5,1+1=5x>: the highest of each side (FD-2).  Who has less is removed, a shooter never
   (FD-6), who runs always. */
ALWAYS_INLINE const char *pools_roll(const struct run *q, const char *p, unsigned kind,
                                     struct fighter *at, struct fighter *df, unsigned *wrong) {
    bool counted = q->rs->support == SUPPORT_DICE && kind == XPGN_ATTACK, runs = kind == XPGN_RUN;
    p = pools_side(q, p + 1, at, true, counted, wrong);
    p = pools_side(q, quick_sign(p, ':', wrong), df, !runs, counted, wrong);
    at->fate = (char)((runs | ((kind == XPGN_ATTACK) & (at->total < df->total))) * 'x');
    df->fate = (char)((at->total > df->total) * 'x');
    return quick_sign(p, '>', wrong);
}

/* <4:x>: one die in all (FD-3, FD-4). */
ALWAYS_INLINE const char *single_roll(const struct run *q, const char *p, struct fighter *at,
                                      struct fighter *df, unsigned *wrong) {
    p = quick_die(p + 1, q->faces, &at->total, wrong);
    p = quick_fate(quick_sign(p, ':', wrong), &df->wrote);
    at->fate = at->wrote = 0;
    df->fate = (char)((at->total > q->rs->single_fails) * 'x');
    return quick_sign(p, '>', wrong);
}

/* The roll of a combat of pools at p; NULL: it has more dice than we read. */
ALWAYS_INLINE const char *any_pools_roll(const struct run *q, const char *p, unsigned kind,
                                         unsigned us, bits helpers, struct fighter *at,
                                         struct fighter *df, unsigned *wrong) {
    const xpgn_ruleset *rs = q->rs;
    unsigned types = 1U << XPGN_TYPE_OF(at->piece) | 1U << XPGN_TYPE_OF(df->piece);
    if ((rs->single_die & types) != 0)
        return single_roll(q, p, at, df, wrong);
    if (kind == XPGN_SHOT)
        at->base /= 2;
    else if (kind == XPGN_ATTACK && rs->support == SUPPORT_DICE)
        count_supporters(rs, q->pos, us, helpers, at, df);
    int ours = at->base + at->support, theirs = df->base + df->support;
    if (ours < 1 || ours > FIGHT_DICE || theirs < 1 || theirs > FIGHT_DICE)
        return NULL;
    return pools_roll(q, p, kind, at, df, wrong);
}

/* Both are on the board as the fates have it; the attacker that arrives does so on `goal`, which is
   the other's square or an empty one.  By sets and without branches: dice decide.  Castling rights
   that end with it are dropped. */
ALWAYS_INLINE void settle_fight(struct run *q, const struct fighter *at, const struct fighter *df,
                                bool arrives, unsigned goal, bool wounds, unsigned us) {
    xpgn_position *p = q->pos;
    unsigned type = XPGN_TYPE_OF(at->piece), target = XPGN_TYPE_OF(df->piece);
    bool falls = at->fate == 'x', beats = df->fate == 'x', stays = !(falls | arrives);
    bits from = BIT(at->square), on = BIT(df->square), to = BIT(goal);
    bits gone = on & -(bits)beats, left = from & ((bits)stays - 1), there = to & -(bits)arrives;
    unsigned hurt[2] = {wounds && at->fate == 'w', wounds && df->fate == 'w'};
    xpgn_piece attacker = (xpgn_piece)(at->piece | hurt[0] * XPGN_WOUNDED);
    xpgn_piece defender = (xpgn_piece)(df->piece | hurt[1] * XPGN_WOUNDED);
    xpgn_piece on_from = (xpgn_piece)(attacker & -(unsigned)stays);
    xpgn_piece on_on = (xpgn_piece)(defender & ((unsigned)beats - 1));
    xpgn_piece on_to = (xpgn_piece)(attacker & -(unsigned)arrives);
    if (goal == df->square)
        on_to = on_on |= on_to;
    p->type[target] ^= gone;
    p->seat[us ^ 1] ^= gone;
    p->type[type] ^= left | there;
    p->seat[us] ^= left | there;
    p->at[at->square] = on_from;
    p->at[df->square] = on_on;
    p->at[goal] = on_to;
    if (wounds)
        p->wounded = (p->wounded & ~(from | on | to)) | (from & -(bits)XPGN_IS_WOUNDED(on_from)) |
                     (on & -(bits)XPGN_IS_WOUNDED(on_on)) | (to & -(bits)XPGN_IS_WOUNDED(on_to));
    if (q->rs->removed == REMOVED_KEPT) {
        p->held[us][type] = (uint8_t)(p->held[us][type] + falls);
        p->held[us ^ 1][target] = (uint8_t)(p->held[us ^ 1][target] + beats);
    }
    p->ep = XPGN_NO_SQUARE;
    if ((q->rights & (left | gone)) != 0)
        quick_drop_rights(q, left | gone);
}

/* The seat (a bit) whose fall it may be that this piece fell; a king stands nowhere any more. */
static unsigned felled(struct run *q, const struct fighter *f) {
    unsigned seat = XPGN_SEAT_OF(f->piece), type = XPGN_TYPE_OF(f->piece);
    if (f->fate != 'x')
        return 0;
    if (type == XPGN_KING)
        q->pos->king[seat] = XPGN_NO_SQUARE;
    return ((unsigned)q->rs->fatal >> type & 1) << seat;
}

/* Somebody has fallen whose fall may end the game (CA-8, FD-4). */
static __attribute__((noinline)) void end_fight(struct run *q, struct fighter at,
                                                struct fighter df) {
    unsigned seats = felled(q, &at) | felled(q, &df);
    if (seats != 0)
        ending_after_action(q->rs, q->pos, seats, &q->outcome);
}

/* Has somebody fallen whose fall means more than that he leaves the board? */
ALWAYS_INLINE bool matters(const xpgn_ruleset *rs, const struct fighter *at,
                           const struct fighter *df) {
    unsigned fallen = (unsigned)(at->fate == 'x') << XPGN_TYPE_OF(at->piece) |
                      (unsigned)(df->fate == 'x') << XPGN_TYPE_OF(df->piece);
    return (fallen & (rs->fatal | 1u << XPGN_KING)) != 0;
}

/*
 * What is fought by q->facts.action with its roll at p, a < there, by a margin or by pools, en
 * passant or not.  NULL: not for us.  In pools a pawn in passing always goes on and is never
 * removed (FD-5).
 */
ALWAYS_INLINE const char *fight_by(struct run *q, const char *p, unsigned us, bool margin,
                                   bool passing) {
    const xpgn_ruleset *rs = q->rs;
    const xpgn_position *pos = q->pos;
    const xpgn_action *a = &q->facts.action;
    unsigned kind = a->kind, wrong = 0, goal = passing ? a->to : a->target;
    struct fighter at = {.square = a->from, .piece = pos->at[a->from]};
    struct fighter df = {.square = a->target, .piece = pos->at[a->target]};
    bits castling_kings = q->rights & pos->type[XPGN_KING], helpers = 0;
    if ((castling_kings & (BIT(at.square) | BIT(df.square))) != 0)
        return NULL; /* more than their squares is touched when such kings go */
    if (passing)
        helpers = pawn_attacks(us ^ 1, goal) & pos->type[XPGN_PAWN] & pos->seat[us]; /* CA-7 */
    at.base = piece_value(rs, at.piece)->attack;
    df.base = piece_value(rs, df.piece)->defense;
    if (margin) {
        count_supporters(rs, pos, us, helpers, &at, &df);
        p = margin_roll(q, p, &at, &df, &wrong);
    } else {
        p = any_pools_roll(q, p, kind, us, helpers, &at, &df, &wrong);
    }
    if (passing && !margin)
        at.fate = 0;
    if (p == NULL || wrong != 0 || ((at.fate ^ at.wrote) | (df.fate ^ df.wrote)) != 0)
        return NULL;
    if (q->keep)
        q->before = *pos;
    q->last.whole = true;
    bool won = (df.fate == 'x') & (at.fate != 'x') & (kind == XPGN_ATTACK);
    settle_fight(q, &at, &df, (passing && !margin) || won, goal, margin, us);
    if (matters(rs, &at, &df))
        end_fight(q, at, df);
    quick_pass(q, us, true);
    return p + (quick_class[(unsigned char)*p] == QUICK_SPACE);
}

/* The same, where a pawn is attacked in passing. */
static __attribute__((noinline)) const char *fight_passing(struct run *q, const char *p,
                                                           unsigned us) {
    return fight_by(q, p, us, q->rs->combat == COMBAT_MARGIN, true);
}

ALWAYS_INLINE const char *fight_usual(struct run *q, const char *p, unsigned us) {
    if (!q->usual_fights)
        return NULL;
    if (q->facts.action.target != q->facts.action.to)
        return fight_passing(q, p, us);
    return q->rs->combat == COMBAT_MARGIN ? fight_by(q, p, us, true, false)
                                          : fight_by(q, p, us, false, false);
}
