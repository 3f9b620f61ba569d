/* SPDX-License-Identifier: MIT */
#include "game/quick.h"

#include "base/slice.h"
#include "game/dates.h"
#include "rules/movement_chess.h"
#include "text/roll.h"
#include "text/span.h"

enum {
    QUICK_DEPTH = 32,  /* variations; deeper ones are left to the walk */
    QUICK_TAIL = 128,  /* the last bytes are read from a copy, so that no load passes the end */
    QUICK_MARGIN = 32, /* bytes that may be loaded from any place before the tail */
    QUICK_TAGS = 64,
    QUICK_ROLL = 256 /* no roll of the usual kind is longer */
};

/* ---- the board ------------------------------------------------------------------------------- */

/* What one move changed, to take it back where a variation begins. */
struct undo {
    bool whole; /* the position before was kept */
    xpgn_square from, to, taken_at, ep;
    xpgn_square rook_from, rook_to; /* castling; equal: none */
    xpgn_piece moved, taken;
    uint32_t clock;
    xpgn_square castle[2][2];
};

struct line {
    xpgn_position position;
    xpgn_position before;
    struct undo last;
    xpgn_outcome outcome;
};

struct run {
    const xpgn_ruleset *rs;
    struct quick *out;
    const char *p, *end;
    bool copied;          /* p runs through the tail now */
    xpgn_outcome outcome; /* the rules have ended this line */
    xpgn_position *pos;   /* of out->state */
    xpgn_position before; /* before an action of the referee's; last.whole says that it counts */
    xpgn_roll roll;
    xpgn_facts facts;
    bool captures; /* a combat is a capture: attacks need no referee */
    bits rights;   /* squares whose leaving or losing ends a castling right */
    struct undo last;
    bool has_move;   /* a move stands in this line */
    bool after_move; /* NAGs may follow */
    uint64_t number; /* the move number as ASCII, first digit lowest */
    uint64_t number_mask;
    unsigned number_size;
    unsigned depth;
    struct line stack[QUICK_DEPTH];
    char tail[QUICK_TAIL];
};

static void set_number(struct run *q) {
    uint32_t n = q->pos->number;
    uint64_t word = 0;
    unsigned size = 0;
    do {
        word = word << 8 | (uint64_t)('0' + n % 10);
        n /= 10;
        size++;
    } while (n > 0 && size < 7);
    q->number = word;
    q->number_size = size;
    q->number_mask = ((uint64_t)1 << (size * 8)) - 1;
}

static void set_rights(struct run *q) {
    q->rights = 0;
    for (unsigned seat = 0; seat < 2; seat++) {
        for (unsigned side = 0; side < 2; side++) {
            if (q->pos->castle[seat][side] != XPGN_NO_SQUARE)
                q->rights |= BIT(q->pos->castle[seat][side]) | BIT(q->pos->king[seat]);
        }
    }
}

/* A king or rook left home, or a rook was taken there. */
static void drop_lost_rights(struct run *q, bits touched) {
    for (unsigned seat = 0; seat < 2; seat++) {
        for (unsigned side = 0; side < 2; side++) {
            xpgn_square *rook = &q->pos->castle[seat][side];
            if (*rook != XPGN_NO_SQUARE && (touched & (BIT(*rook) | BIT(q->pos->king[seat]))) != 0)
                *rook = XPGN_NO_SQUARE;
        }
    }
    set_rights(q);
}

/* The turn passes: number and clock. */
static inline void pass(struct run *q, bool reset) {
    xpgn_position *p = q->pos;
    p->clock = reset ? 0 : p->clock + 1;
    p->turn ^= 1;
    q->has_move = q->after_move = true;
    if (p->turn != 0)
        return;
    p->number++;
    unsigned top = (q->number_size - 1) * 8;
    if ((q->number >> top & 0xff) != '9')
        q->number += (uint64_t)1 << top;
    else
        set_number(q);
}

/* Plays a move that is known to be legal; `made` is what stands on `to` then.  Nothing here depends
   on whether something is taken: type[0] takes the blow where nothing is. */
static inline void play(struct run *q, unsigned from, unsigned to, unsigned taken_at,
                        xpgn_piece made) {
    xpgn_position *p = q->pos;
    unsigned us = p->turn;
    xpgn_piece moved = p->at[from], taken = p->at[taken_at];
    q->last.whole = false;
    q->last.from = (xpgn_square)from;
    q->last.to = (xpgn_square)to;
    q->last.taken_at = (xpgn_square)taken_at;
    q->last.moved = moved;
    q->last.taken = taken;
    q->last.ep = p->ep;
    q->last.clock = p->clock;
    q->last.rook_from = q->last.rook_to = 0;
    memcpy(q->last.castle, p->castle, sizeof p->castle);
    p->ep = XPGN_NO_SQUARE;
    p->type[XPGN_TYPE_OF(taken)] ^= BIT(taken_at);
    p->seat[us ^ 1] &= ~BIT(taken_at);
    p->at[taken_at] = 0;
    p->at[from] = 0;
    p->at[to] = made;
    p->type[XPGN_TYPE_OF(moved)] ^= BIT(from);
    p->type[XPGN_TYPE_OF(made)] ^= BIT(to);
    p->seat[us] ^= BIT(from) | BIT(to);
    p->wounded ^= (bits)(XPGN_IS_WOUNDED(moved)) * (BIT(from) | BIT(to));
}

static void unplay(xpgn_position *p, const struct undo *u) {
    p->turn ^= 1;
    unsigned us = p->turn;
    p->number -= us == 1;
    p->clock = u->clock;
    p->ep = u->ep;
    memcpy(p->castle, u->castle, sizeof p->castle);
    xpgn_piece made = p->at[u->to];
    if (u->rook_from != u->rook_to) {
        position_take(p, u->rook_to);
        position_take(p, u->to);
        position_put(p, u->rook_from, XPGN_PIECE(us, XPGN_ROOK));
        position_put(p, u->from, u->moved);
        return;
    }
    p->type[XPGN_TYPE_OF(made)] ^= BIT(u->to);
    p->type[XPGN_TYPE_OF(u->moved)] ^= BIT(u->from);
    p->seat[us] ^= BIT(u->from) | BIT(u->to);
    p->at[u->to] = 0;
    p->at[u->from] = u->moved;
    p->wounded ^= (bits)(XPGN_IS_WOUNDED(u->moved)) * (BIT(u->from) | BIT(u->to));
    if (XPGN_TYPE_OF(u->moved) == XPGN_KING)
        p->king[us] = u->from;
    if (u->taken != 0) {
        p->at[u->taken_at] = u->taken;
        p->type[XPGN_TYPE_OF(u->taken)] ^= BIT(u->taken_at);
        p->seat[us ^ 1] |= BIT(u->taken_at);
    }
}

/* ---- moves ----------------------------------------------------------------------------------- */

/* The candidate whose move leaves the own king safe, if there is exactly one; else 64. */
static inline unsigned only_safe(const struct run *q, bits candidates, unsigned to,
                                 unsigned taken_at, unsigned type) {
    const xpgn_position *p = q->pos;
    unsigned found = 64, king = type == XPGN_KING ? to : p->king[p->turn];
    bool judged =
        q->rs->safety == SAFETY_NOT_LEFT || (q->rs->safety == SAFETY_NO_STEP && type == XPGN_KING);
    if (!judged) /* a move is legal whatever becomes of the king (CA-1) */
        return candidates != 0 && (candidates & (candidates - 1)) == 0 ? bits_first(candidates)
                                                                       : 64;
    while (candidates != 0) {
        unsigned from = bits_first(candidates);
        candidates &= candidates - 1;
        bits occupied = (position_occupied(p) & ~(BIT(from) | BIT(taken_at))) | BIT(to);
        bits danger = attackers_of(p, king, p->turn ^ 1u, occupied) & ~BIT(taken_at);
        if (danger != 0)
            continue;
        if (found != 64)
            return 64;
        found = from;
    }
    return found;
}

/* What stands between the letter and the destination: file, rank or both, and x. */
static inline bool said_from(const char *s, unsigned middle, bits *from) {
    unsigned a = (unsigned char)s[1], b = (unsigned char)s[2];
    unsigned file = a - 'a', rank = (middle == 2 ? b : a) - '1';
    if (middle == 1 && file < 8)
        *from = FILE_BITS(file);
    else if (middle == 1 && rank < 8)
        *from = RANK_BITS(rank);
    else if (middle == 2 && file < 8 && rank < 8)
        *from = BIT(rank * 8 + file);
    else
        return false;
    return true;
}

static inline bool piece_move(struct run *q, const char *s, unsigned size, unsigned type) {
    xpgn_position *p = q->pos;
    unsigned us = p->turn;
    unsigned file = (unsigned char)s[size - 2] - 'a', rank = (unsigned char)s[size - 1] - '1';
    if (size - 3 > 3 || (file | rank) > 7)
        return false;
    unsigned to = rank * 8 + file;
    unsigned takes = s[size - 3] == 'x', middle = size - 3 - takes;
    bits enemy = p->seat[us ^ 1], own = p->seat[us];
    if ((enemy >> to & 1) != takes || (own >> to & 1) != 0 || (takes && !q->captures))
        return false;
    bits from_set = ~(bits)0;
    if (middle != 0 && !said_from(s, middle, &from_set))
        return false;
    bits candidates = chess_reach(type, to, own | enemy) & p->type[type] & own & from_set;
    unsigned from = only_safe(q, candidates, to, to, type);
    if (from == 64)
        return false;
    bits touched = BIT(from) | BIT(to);
    xpgn_piece piece = p->at[from];
    play(q, from, to, to, piece);
    if (type == XPGN_KING)
        p->king[us] = (xpgn_square)to;
    if ((q->rights & touched) != 0)
        drop_lost_rights(q, touched);
    pass(q, takes);
    return true;
}

static unsigned promotion_of(char c) {
    switch (c) {
    case 'Q':
        return XPGN_QUEEN;
    case 'R':
        return XPGN_ROOK;
    case 'B':
        return XPGN_BISHOP;
    case 'N':
        return XPGN_KNIGHT;
    default:
        return 0;
    }
}

static inline bool pawn_capture(struct run *q, unsigned from_file, unsigned to, bits *candidates,
                                unsigned *taken_at) {
    xpgn_position *p = q->pos;
    unsigned us = p->turn;
    *taken_at = to;
    if ((p->seat[us ^ 1] >> to & 1) == 0) {
        if (to != p->ep)
            return false;
        *taken_at = chess_behind(us, to);
    }
    *candidates =
        pawn_attacks(us ^ 1, to) & p->type[XPGN_PAWN] & p->seat[us] & FILE_BITS(from_file);
    return true;
}

static inline bool pawn_step(const struct run *q, unsigned to, bits *candidates) {
    const xpgn_position *p = q->pos;
    unsigned us = p->turn, rank = us == 0 ? to >> 3 : 7 - (to >> 3);
    bits pawns = p->type[XPGN_PAWN] & p->seat[us], occupied = position_occupied(p);
    if (rank == 0 || (occupied >> to & 1) != 0)
        return false;
    unsigned behind = chess_behind(us, to);
    *candidates = pawns & BIT(behind);
    if (*candidates == 0 && rank == 3 && (occupied >> behind & 1) == 0)
        *candidates = pawns & BIT(chess_behind(us, behind));
    return true;
}

static inline bool pawn_move(struct run *q, const char *s, unsigned size) {
    xpgn_position *p = q->pos;
    unsigned us = p->turn, promotion = 0;
    if (size >= 4 && s[size - 2] == '=') {
        promotion = promotion_of(s[size - 1]);
        size -= 2;
        if (promotion == 0)
            return false;
    }
    bool takes = size == 4 && s[1] == 'x';
    if ((size != 2 && !takes) || (!q->captures && (takes || promotion != 0)))
        return false;
    unsigned file = (unsigned char)s[size - 2] - 'a', rank = (unsigned char)s[size - 1] - '1';
    unsigned to = rank * 8 + file, taken_at = to;
    bits candidates;
    if ((file | rank) > 7 || (rank == 7 - 7 * us) != (promotion != 0))
        return false; /* elsewhere than in chess an arrival is the referee's */
    if (takes ? !pawn_capture(q, (unsigned char)s[0] - 'a', to, &candidates, &taken_at)
              : !pawn_step(q, to, &candidates))
        return false;
    unsigned from = only_safe(q, candidates, to, taken_at, XPGN_PAWN);
    if (from == 64)
        return false;
    play(q, from, to, taken_at, promotion ? XPGN_PIECE(us, promotion) : p->at[from]);
    if ((q->rights & BIT(to)) != 0)
        drop_lost_rights(q, BIT(to));
    unsigned passed = (from + to) / 2;
    if ((from ^ to) == 16 && (pawn_attacks(us, passed) & p->type[XPGN_PAWN] & p->seat[us ^ 1]) != 0)
        p->ep = (xpgn_square)passed;
    pass(q, true);
    return true;
}

static bool castling_move(struct run *q, const char *s, unsigned size) {
    xpgn_position *p = q->pos;
    unsigned side = KING_SIDE;
    if (size == 5 && memcmp(s, "O-O-O", 5) == 0)
        side = QUEEN_SIDE;
    else if (size != 3 || memcmp(s, "O-O", 3) != 0)
        return false;
    if (!chess_may_castle(q->rs, p, side))
        return false;
    xpgn_action a = chess_castling(p, side);
    q->last = (struct undo){.from = a.from,
                            .to = a.to,
                            .taken_at = a.to,
                            .ep = p->ep,
                            .moved = a.piece,
                            .clock = p->clock,
                            .rook_from = a.drop,
                            .rook_to = chess_castling_path(p, side).rook_to};
    memcpy(q->last.castle, p->castle, sizeof p->castle);
    uint32_t clock = p->clock;
    chess_play(q->rs, p, &a);
    p->clock = clock;
    set_rights(q);
    pass(q, false);
    return true;
}

/* Is the sign behind the move true? */
static bool mark_true(const struct run *q, char mark) {
    const xpgn_position *p = q->pos;
    bits by = attackers_of(p, p->king[p->turn], p->turn ^ 1u, position_occupied(p));
    if (by == 0)
        return false;
    if (mark == '+')
        return true;
    struct state s = {.position = *p};
    return !chess_any(q->rs, &s);
}

/* [byte]: the piece type a move begins with; pawns by their file, 7 for castling. */
static const uint8_t begins[256] = {['a'] = XPGN_PAWN,   ['b'] = XPGN_PAWN, ['c'] = XPGN_PAWN,
                                    ['d'] = XPGN_PAWN,   ['e'] = XPGN_PAWN, ['f'] = XPGN_PAWN,
                                    ['g'] = XPGN_PAWN,   ['h'] = XPGN_PAWN, ['N'] = XPGN_KNIGHT,
                                    ['B'] = XPGN_BISHOP, ['R'] = XPGN_ROOK, ['Q'] = XPGN_QUEEN,
                                    ['K'] = XPGN_KING,   ['O'] = 7};

/* A number of one or two digits; -1 if there is none. */
static inline int small_number(const char **p) {
    if (!is_digit(**p))
        return -1;
    int n = *(*p)++ - '0';
    return is_digit(**p) ? n * 10 + (*(*p)++ - '0') : n;
}

/* One side of a roll of the usual kind, without its places; what follows is for the caller. */
static bool usual_side(const char **p, xpgn_roll_side *s) {
    s->dice_count = 0;
    s->count = s->total = -1;
    s->fate = 0;
    s->cell_file = s->cell_rank = XPGN_NO_SQUARE;
    for (bool more = is_digit(**p); more; *p += more) {
        int n = small_number(p);
        if (n < 0 || s->dice_count == XPGN_MAX_DICE)
            return false;
        s->dice[s->dice_count++] = (uint8_t)n;
        more = **p == ',';
    }
    if (**p == '+') {
        ++*p;
        if ((s->count = (int16_t)small_number(p)) < 0)
            return false;
    }
    if (**p == '=') {
        ++*p;
        if ((s->total = (int16_t)small_number(p)) < 0)
            return false;
    }
    if (**p == 'w' || **p == 'x')
        s->fate = *(*p)++;
    return true;
}

/* One exchange, <5+2=9:2+2=5x>, at the `<`; whatever is not quite so is for roll_read. */
static bool usual_roll(struct run *q, const char *p) {
    xpgn_exchange *x = &q->roll.exchange[0];
    p++;
    if (!usual_side(&p, &x->side[0]) || *p != ':')
        return false;
    p++;
    if (!usual_side(&p, &x->side[1]) || *p != '>')
        return false;
    q->roll.exchanges = 1;
    q->roll.two_sides = true;
    q->roll.place = (xpgn_place){0, 0};
    q->p = p + 1;
    return true;
}

/* The roll behind an attack, in its brackets. */
static bool read_roll(struct run *q) {
    const char *p = q->p;
    q->roll.exchanges = 0;
    while (p < q->end && is_space(*p))
        p++;
    if (p == q->end || *p != '<')
        return true;
    bool room = q->copied || q->end - p >= QUICK_ROLL; /* a NUL stands behind the tail */
    if (room && usual_roll(q, p))
        return true;
    const char *close = memchr(p, '>', (size_t)(q->end - p));
    if (close == NULL || (unsigned char)p[1] >= 0x80 || /* a wide space, say, and it is no roll */
        !roll_read((xpgn_slice){p + 1, (size_t)(close - p - 1)}, 0, &q->roll, q->out->log))
        return false;
    q->p = close + 1;
    return true;
}

/* The usual forms of an attack, Nxd5, Nbxd5, exd5; everything else is for notation_read. */
static bool read_attack(xpgn_slice text, struct notation *n) {
    const char *s = text.data;
    size_t size = text.size;
    if (size < 4 || size > 5 || s[size - 3] != 'x')
        return false;
    unsigned type = begins[(unsigned char)s[0]];
    unsigned file = (unsigned char)s[size - 2] - 'a', rank = (unsigned char)s[size - 1] - '1';
    if (type == 0 || type == 7 || (file | rank) > 7 || (type == XPGN_PAWN && size != 4))
        return false;
    *n = (struct notation){.sign = SIGN_CAPTURE,
                           .type = (uint8_t)type,
                           .letter = type != XPGN_PAWN,
                           .from_file = -1,
                           .from_rank = -1,
                           .to_file = (int8_t)file,
                           .to_rank = (int8_t)rank,
                           .canonical = true};
    char from = type == XPGN_PAWN ? s[0] : size == 5 ? s[1] : '\0';
    if (from >= 'a' && from <= 'h')
        n->from_file = (int8_t)(from - 'a');
    else if (from >= '1' && from <= '8')
        n->from_rank = (int8_t)(from - '1');
    return from == '\0' || n->from_file >= 0 || n->from_rank >= 0;
}

/* Attacks, arrivals and whatever else is more than a plain step go to the referee. */
static bool referee_move(struct run *q, xpgn_slice text) {
    struct said said = {.text = text, .roll = &q->roll};
    if (!read_attack(text, &said.notation) && !notation_read(text, &said.notation))
        return false;
    if (!read_roll(q))
        return false;
    q->before = *q->pos;
    q->pos->type[0] = 0;
    if (!referee_play(q->rs, &q->out->state, &said, &q->facts, q->out->log, false) ||
        q->out->log->count > 0 || q->out->log->no_memory)
        return false;
    q->last.whole = true;
    q->outcome = q->facts.outcome;
    q->has_move = q->after_move = true;
    set_rights(q);
    set_number(q);
    return true;
}

static inline bool move(struct run *q, unsigned type) {
    const char *s = q->p;
    unsigned size = span_word(s);
    q->p += size;
    char last = s[size - 1];
    bool marked = last == '+' || last == '#';
    size -= marked;
    bool good;
    if (q->outcome.over)
        return false;
    if (type == XPGN_PAWN)
        good = pawn_move(q, s, size);
    else if (type != 7)
        good = size >= 3 && piece_move(q, s, size, type);
    else
        good = castling_move(q, s, size);
    if (!q->captures)
        return (good && !marked) || (!good && referee_move(q, (xpgn_slice){s, size + marked}));
    return good && (!marked || mark_true(q, last));
}

/* ---- the other tokens ------------------------------------------------------------------------ */

/* The last bytes go through a copy with room behind it. */
static void enter_tail(struct run *q) {
    size_t left = (size_t)(q->end - q->p);
    memcpy(q->tail, q->p, left);
    memset(q->tail + left, 0, QUICK_TAIL - left);
    q->p = q->tail;
    q->end = q->tail + left;
    q->copied = true;
}

static inline bool number(struct run *q) {
    uint64_t word;
    memcpy(&word, q->p, sizeof word);
    if (((word ^ q->number) & q->number_mask) != 0)
        return false;
    const char *p = q->p + q->number_size;
    bool black = q->pos->turn != 0;
    unsigned dots = black ? 3 : 1;
    if (p[0] != '.' || (black && (p[1] != '.' || p[2] != '.')))
        return false;
    q->p = p + dots;
    q->after_move = false;
    return true;
}

static bool nag(struct run *q) {
    const char *p = q->p + 1;
    unsigned value = 0, digits = 0;
    while (is_digit(*p) && digits < 4) {
        value = value * 10 + (unsigned)(*p++ - '0');
        digits++;
    }
    if (!q->after_move || digits == 0 || digits > 3 || value == 0 || value > 255)
        return false;
    q->p = p;
    return true;
}

static bool mark(struct run *q) {
    const char *p = q->p + 1;
    p += *p == '!' || *p == '?';
    if (!q->after_move || *p == '!' || *p == '?')
        return false;
    q->p = p;
    return true;
}

static inline bool comment(struct run *q) {
    const char *p = span_comment(q->p + 1, q->end);
    if (p == NULL)
        return false;
    q->p = p;
    return true;
}

static bool open_variation(struct run *q) {
    if (!q->has_move || q->depth == QUICK_DEPTH)
        return false;
    struct line *l = &q->stack[q->depth++];
    l->position = *q->pos;
    l->last = q->last;
    l->outcome = q->outcome;
    q->outcome.over = false;
    if (q->last.whole) {
        l->before = q->before;
        *q->pos = q->before;
    } else {
        unplay(q->pos, &q->last);
    }
    set_rights(q);
    set_number(q);
    q->has_move = q->after_move = false;
    q->p++;
    return true;
}

static bool close_variation(struct run *q) {
    if (q->depth == 0)
        return false;
    struct line *l = &q->stack[--q->depth];
    *q->pos = l->position;
    q->last = l->last;
    q->outcome = l->outcome;
    if (q->last.whole)
        q->before = l->before;
    set_rights(q);
    set_number(q);
    q->has_move = true;
    q->after_move = false;
    q->p++;
    return true;
}

/* A word that the lexer takes whole: letters and digits, =Q within, one + or # behind. */
static bool skip_word(struct run *q) {
    const char *p = q->p;
    unsigned size = span_word(p), n = 1;
    q->p += size;
    if (p[0] == 'O' && size >= 3 && memcmp(p, "O-O", 3) == 0)
        n = size >= 5 && memcmp(p + 3, "-O", 2) == 0 ? 5 : 3;
    while (n < size && (is_letter(p[n]) || is_digit(p[n]) || (p[n] == '=' && is_letter(p[n + 1]))))
        n++;
    n += n < size && (p[n] == '+' || p[n] == '#');
    return n == size && size < 16;
}

/* Digits that are no part of a result or of anything else than a number. */
static bool skip_number(struct run *q) {
    unsigned size = span_word(q->p), n = 1;
    while (n < size && is_digit(q->p[n]))
        n++;
    q->p += n;
    return n < size ? is_letter(*q->p) : size < 16;
}

/* One token of a variation that nobody asked for. */
static bool skip_token(struct run *q) {
    char c = *q->p;
    q->after_move = true; /* NAGs may stand where they like there */
    if (is_letter(c))
        return skip_word(q);
    if (is_digit(c))
        return skip_number(q);
    switch (c) {
    case '{':
        q->p = memchr(q->p, '}', (size_t)(q->end - q->p));
        return q->p != NULL && ++q->p;
    case '$':
        return nag(q);
    case '!':
    case '?':
        return mark(q);
    default:
        q->p++;
        return is_space(c) || c == '.';
    }
}

/* Skips a variation; what is lexically odd in it is left to the walk. */
static bool skip_variation(struct run *q) {
    unsigned depth = 0;
    if (!q->has_move)
        return false;
    while (q->end - q->p >= QUICK_MARGIN) {
        if (*q->p == '(') {
            if (++depth > QUICK_DEPTH)
                return false;
            q->p++;
        } else if (*q->p == ')') {
            q->p++;
            if (--depth == 0) {
                q->after_move = false;
                return true;
            }
        } else if (!skip_token(q)) {
            return false;
        }
    }
    return false;
}

/* ---- tags ------------------------------------------------------------------------------------ */

struct tag_view {
    const char *name;
    size_t size;
    xpgn_slice value;
};

/* One well-formed tag pair with its line end; NULL if it is anything else. */
static const char *read_tag(const char *p, const char *end, struct tag_view *t) {
    t->name = ++p;
    while (p < end && (is_letter(*p) || is_digit(*p) || *p == '_'))
        p++;
    t->size = (size_t)(p - t->name);
    if (t->size == 0 || end - p < 5 || p[0] != ' ' || p[1] != '"')
        return NULL;
    p += 2;
    t->value.data = p;
    p = span_value(p, end);
    if (end - p < 3 || p[0] != '"' || p[1] != ']')
        return NULL;
    t->value.size = (size_t)(p - t->value.data);
    p += 2;
    if (*p == '\r' && p + 1 < end)
        p++;
    return *p == '\n' ? p + 1 : NULL;
}

static inline bool named(const struct tag_view *t, const char *name, size_t size) {
    return t->size == size && memcmp(t->name, name, size) == 0;
}
#define NAMED(t, name) named((t), (name), sizeof(name) - 1)

/* What the walk would look at: is it of the usual kind? */
static bool tag_usual(const struct tag_view *t, xpgn_slice *result) {
    switch (t->name[0]) {
    case 'D':
        return !NAMED(t, "Date") || date_usual(t->value);
    case 'E':
        return !NAMED(t, "EventDate") || date_usual(t->value);
    case 'U':
        return !NAMED(t, "UTCDate") || date_usual(t->value);
    case 'V':
        return !NAMED(t, "Variant") || slice_is(t->value, "Standard");
    case 'F':
        return !NAMED(t, "FEN");
    case 'X':
        return !NAMED(t, "XFEN") && !NAMED(t, "XPGN");
    case 'S':
        return !NAMED(t, "SetUp");
    case 'R':
        if (NAMED(t, "Result"))
            *result = t->value;
        return !NAMED(t, "RuleOptions") && !NAMED(t, "RulesDigest");
    default:
        return true;
    }
}

/* Tags seen so far, to notice one that comes twice. */
struct tag_set {
    uint64_t key[QUICK_TAGS];
    unsigned count;
    uint64_t filter;
};

static bool tag_new(struct tag_set *set, const struct tag_view *t) {
    uint64_t key = 0;
    memcpy(&key, t->name, t->size < 8 ? t->size : 8);
    if (t->size > 8) {
        uint64_t rest = 0;
        memcpy(&rest, t->name + t->size - 8, 8);
        key ^= rest * 0x9E3779B97F4A7C15u;
    }
    key ^= (uint64_t)t->size << 56;
    uint64_t bit = (uint64_t)1 << (key * 0x9E3779B97F4A7C15u >> 58);
    if ((set->filter & bit) != 0) {
        for (unsigned i = 0; i < set->count; i++) {
            if (set->key[i] == key)
                return false;
        }
    }
    if (set->count == QUICK_TAGS)
        return false;
    set->filter |= bit;
    set->key[set->count++] = key;
    return true;
}

static bool tags(struct run *q, xpgn_slice *result) {
    struct tag_set set;
    set.count = 0;
    set.filter = 0;
    const char *p = q->p;
    while (p < q->end && *p == '[') {
        struct tag_view t;
        p = read_tag(p, q->end, &t);
        if (p == NULL || !tag_usual(&t, result) || !tag_new(&set, &t))
            return false;
    }
    q->p = p;
    return true;
}

/* ---- one game -------------------------------------------------------------------------------- */

/* The terminator: it closes the game, agrees with the tag and with the board. */
static bool finish(struct run *q, xpgn_slice tag) {
    static const char *const forms[] = {"1-0", "0-1", "1/2-1/2", "*"};
    static const uint8_t scores[][2] = {{12, 0}, {0, 12}, {6, 6}, {0, 0}};
    unsigned size = *q->p == '*' ? 1 : span_word(q->p), form = 0;
    xpgn_slice said = {q->p, size};
    while (form < 4 && !slice_is(said, forms[form]))
        form++;
    if (form == 4 || q->depth > 0 || (tag.data != NULL && !slice_equal(tag, said)))
        return false;
    for (q->p += size; q->p < q->end; q->p++) {
        if (!is_space(*q->p))
            return false;
    }
    q->pos->type[0] = 0;
    referee_judge_turn(q->rs, &q->out->state, &q->outcome);
    q->out->result = slice_of(forms[form]);
    q->out->outcome = q->outcome;
    return !q->outcome.over || memcmp(q->outcome.score, scores[form], 2) == 0;
}

enum { STEP_GOES_ON, STEP_UNSURE, STEP_ENDS };

static inline int other_token(struct run *q) {
    bool good = false;
    switch (*q->p) {
    case '{':
        good = comment(q);
        break;
    case '(':
        good = q->out->skip_variations ? skip_variation(q) : open_variation(q);
        break;
    case ')':
        good = close_variation(q);
        break;
    case '$':
        good = nag(q);
        break;
    case '!':
    case '?':
        good = mark(q);
        break;
    case '*':
        return STEP_ENDS;
    default:
        break;
    }
    return good ? STEP_GOES_ON : STEP_UNSURE;
}

static bool movetext(struct run *q, xpgn_slice tag) {
    for (;;) {
        if (q->end - q->p < QUICK_MARGIN && !q->copied)
            enter_tail(q);
        char c = *q->p;
        if (c == ' ' || c == '\n' || c == '\r' || c == '\t') {
            q->p++;
            continue;
        }
        unsigned type = begins[(unsigned char)c];
        if (type != 0) {
            if (!move(q, type))
                return false;
            q->out->plies += q->depth == 0;
            continue;
        }
        if (is_digit(c)) {
            if (number(q))
                continue;
            return finish(q, tag);
        }
        int next = other_token(q);
        if (next != STEP_GOES_ON)
            return next == STEP_ENDS && finish(q, tag);
    }
}

bool quick_fits(const xpgn_ruleset *rs) {
    return rs->movement == MOVEMENT_CHESS && rs->turn == TURN_ONE_ACTION && rs->double_step &&
           rs->geometry.castling != CASTLING_NONE && rs->geometry.seats == 2 &&
           (rs->combat != COMBAT_CAPTURE || rs->arrival == ARRIVAL_PROMOTE);
}

bool quick_is_chess(const xpgn_ruleset *rs) {
    const uint8_t all = 1u << XPGN_KNIGHT | 1u << XPGN_BISHOP | 1u << XPGN_ROOK | 1u << XPGN_QUEEN;
    return quick_fits(rs) && rs->combat == COMBAT_CAPTURE && rs->safety == SAFETY_NOT_LEFT &&
           rs->no_action == DECIDE_CHECK && rs->has_start &&
           rs->piece[XPGN_PAWN].promotes_to == all;
}

static void begin(struct run *q, const xpgn_ruleset *rs, xpgn_slice text, struct quick *out) {
    q->rs = rs;
    q->out = out;
    q->p = text.data;
    q->end = text.data + text.size;
    q->copied = false;
    q->outcome = (xpgn_outcome){0};
    q->captures = rs->combat == COMBAT_CAPTURE;
    q->pos = &out->state.position;
    q->has_move = q->after_move = false;
    q->depth = 0;
    out->plies = 0;
}

bool quick_moves(const xpgn_ruleset *rs, xpgn_slice text, xpgn_slice result, struct quick *out) {
    struct run q;
    begin(&q, rs, text, out);
    set_rights(&q);
    set_number(&q);
    return movetext(&q, result);
}

bool quick_game(const xpgn_ruleset *rs, xpgn_slice text, struct quick *out) {
    struct run q;
    xpgn_slice result = {NULL, 0};
    begin(&q, rs, text, out);
    if (!tags(&q, &result))
        return false;
    out->state.position = rs->start;
    out->state.turn = (struct turn){0};
    set_rights(&q);
    set_number(&q);
    return movetext(&q, result);
}
