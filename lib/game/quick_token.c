/* SPDX-License-Identifier: MIT */
/* The tokens of the fast way that are not plain moves, and what happens once in many moves. */
#include "base/number.h"
#include "base/slice.h"
#include "game/quick_run.h"
#include "text/span.h"

const uint8_t quick_class[256] = {
    ['a'] = XPGN_PAWN,    ['b'] = XPGN_PAWN,      ['c'] = XPGN_PAWN,   ['d'] = XPGN_PAWN,
    ['e'] = XPGN_PAWN,    ['f'] = XPGN_PAWN,      ['g'] = XPGN_PAWN,   ['h'] = XPGN_PAWN,
    ['N'] = XPGN_KNIGHT,  ['B'] = XPGN_BISHOP,    ['R'] = XPGN_ROOK,   ['Q'] = XPGN_QUEEN,
    ['K'] = XPGN_KING,    ['O'] = QUICK_CASTLING, [' '] = QUICK_SPACE, ['\t'] = QUICK_SPACE,
    ['\n'] = QUICK_SPACE, ['\r'] = QUICK_SPACE,   ['0'] = QUICK_DIGIT, ['1'] = QUICK_DIGIT,
    ['2'] = QUICK_DIGIT,  ['3'] = QUICK_DIGIT,    ['4'] = QUICK_DIGIT, ['5'] = QUICK_DIGIT,
    ['6'] = QUICK_DIGIT,  ['7'] = QUICK_DIGIT,    ['8'] = QUICK_DIGIT, ['9'] = QUICK_DIGIT};

/* ---- the board ------------------------------------------------------------------------------- */

void quick_set_number(struct run *q) {
    q->number_size = number_word(q->pos->number, &q->number);
    q->number_mask = ((uint64_t)1 << (q->number_size * 8)) - 1;
}

static void set_rights(struct run *q) {
    q->rights = 0;
    for (unsigned seat = 0; seat < 2; seat++) {
        for (unsigned side = 0; side < 2; side++) {
            xpgn_square rook = q->pos->castle[seat][side]; /* nobody can foresee which are left */
            bits there = -(bits)(rook != XPGN_NO_SQUARE);
            q->rights |= (BIT(rook) | BIT(q->pos->king[seat])) & there;
        }
    }
}

void quick_settle(struct run *q) {
    quick_find_kings(q);
    set_rights(q);
    quick_set_number(q);
}

void quick_drop_rights(struct run *q, bits touched) {
    quick_find_kings(q);
    for (unsigned seat = 0; seat < 2; seat++) {
        for (unsigned side = 0; side < 2; side++) {
            xpgn_square *rook = &q->pos->castle[seat][side];
            bool gone = (touched & (BIT(*rook) | BIT(q->pos->king[seat]))) != 0;
            *rook = (xpgn_square)(*rook | (0U - gone)); /* XPGN_NO_SQUARE is all ones */
        }
    }
    set_rights(q);
}

void quick_remember(struct run *q, unsigned from, unsigned to, unsigned taken_at) {
    const xpgn_position *p = q->pos;
    struct undo *u = &q->last;
    u->whole = false;
    u->from = (xpgn_square)from;
    u->to = (xpgn_square)to;
    u->taken_at = (xpgn_square)taken_at;
    u->moved = p->at[from];
    u->taken = p->at[taken_at];
    u->ep = p->ep;
    u->clock = p->clock;
    u->rook_from = u->rook_to = 0;
    memcpy(u->castle, p->castle, sizeof p->castle);
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
        position_lift(p, u->rook_to);
        position_lift(p, u->to);
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

/* ---- what is rare among moves ---------------------------------------------------------------- */

unsigned quick_promotion(const struct run *q, char letter) {
    unsigned type = quick_class[(unsigned char)letter];
    unsigned allowed = q->rs->piece[XPGN_PAWN].promotes_to;
    return letter >= 'A' && letter <= 'Z' && type < XPGN_TYPES && (allowed >> type & 1) != 0 ? type
                                                                                             : 0;
}

const char *quick_castle(struct run *q, const char *s) {
    xpgn_position *p = q->pos;
    unsigned size = span_word(s), side = KING_SIDE;
    char last = s[size - 1];
    bool marked = last == '+' || last == '#';
    if (size - marked == 5 && memcmp(s, "O-O-O", 5) == 0)
        side = QUEEN_SIDE;
    else if (size - marked != 3 || memcmp(s, "O-O", 3) != 0)
        return NULL;
    quick_find_kings(q);
    if (q->outcome.over || !chess_may_castle(q->rs, p, side))
        return NULL;
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
    quick_pass(q, p->turn, false);
    bool plain = q->rs->combat != COMBAT_CAPTURE; /* where checks are not marked */
    return !marked || (!plain && quick_mark_true(q, last)) ? s + size : NULL;
}

bool quick_mark_true(struct run *q, char mark) {
    const xpgn_position *p = q->pos;
    quick_find_kings(q);
    bits by = attackers_of(p, p->king[p->turn], p->turn ^ 1u, position_occupied(p));
    if (by == 0)
        return false;
    if (mark == '+')
        return true;
    struct state s = {.position = *p};
    return !chess_any(q->rs, &s);
}

/* ---- tokens ---------------------------------------------------------------------------------- */

const char *quick_enter_tail(struct run *q, const char *p) {
    size_t left = (size_t)(q->end - p);
    memcpy(q->tail, p, left);
    memset(q->tail + left, 0, QUICK_TAIL - left);
    q->end = q->tail + left;
    q->stop = q->tail + QUICK_TAIL;
    return q->tail;
}

static const char *nag(const struct run *q, const char *p) {
    unsigned value = 0, digits = 0;
    p++;
    while (is_digit(*p) && digits < 4) {
        value = value * 10 + (unsigned)(*p++ - '0');
        digits++;
    }
    bool good = (q->seen & AFTER_MOVE) != 0 && digits > 0 && digits <= 3;
    return good && value > 0 && value <= 255 ? p : NULL;
}

static const char *mark(const struct run *q, const char *p) {
    p++;
    p += *p == '!' || *p == '?';
    return (q->seen & AFTER_MOVE) != 0 && *p != '!' && *p != '?' ? p : NULL;
}

static const char *open_variation(struct run *q, const char *p) {
    if ((q->seen & SEEN_MOVE) == 0 || q->depth == QUICK_DEPTH)
        return NULL;
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
    quick_settle(q);
    q->seen = 0;
    return p + 1;
}

static const char *close_variation(struct run *q, const char *p) {
    if (q->depth == 0)
        return NULL;
    struct line *l = &q->stack[--q->depth];
    *q->pos = l->position;
    q->last = l->last;
    q->outcome = l->outcome;
    if (q->last.whole)
        q->before = l->before;
    quick_settle(q);
    q->seen = SEEN_MOVE;
    return p + 1;
}

/* A word that the lexer takes whole: letters and digits, =Q within, one + or # behind. */
static const char *skip_word(const char *p) {
    unsigned size = span_word(p), n = 1;
    if (p[0] == 'O' && size >= 3 && memcmp(p, "O-O", 3) == 0)
        n = size >= 5 && memcmp(p + 3, "-O", 2) == 0 ? 5 : 3;
    while (n < size && (is_letter(p[n]) || is_digit(p[n]) || (p[n] == '=' && is_letter(p[n + 1]))))
        n++;
    n += n < size && (p[n] == '+' || p[n] == '#');
    return n == size && size < 16 ? p + size : NULL;
}

/* Digits that are no part of a result or of anything else than a number. */
static const char *skip_number(const char *p) {
    unsigned size = span_word(p), n = 1;
    while (n < size && is_digit(p[n]))
        n++;
    return (n < size ? is_letter(p[n]) : size < 16) ? p + n : NULL;
}

/* One token of a variation that nobody asked for. */
static const char *skip_token(struct run *q, const char *p) {
    char c = *p;
    q->seen |= AFTER_MOVE; /* NAGs may stand where they like there */
    if (is_letter(c))
        return skip_word(p);
    if (is_digit(c))
        return skip_number(p);
    switch (c) {
    case '{':
        p = memchr(p, '}', (size_t)(q->end - p));
        return p != NULL ? p + 1 : NULL;
    case '$':
        return nag(q, p);
    case '!':
    case '?':
        return mark(q, p);
    default:
        return is_space(c) || c == '.' ? p + 1 : NULL;
    }
}

/* Skips a variation; what is lexically odd in it is left to the walk. */
static const char *skip_variation(struct run *q, const char *p) {
    unsigned depth = 0;
    if ((q->seen & SEEN_MOVE) == 0)
        return NULL;
    while (p != NULL && q->end - p >= QUICK_MARGIN) {
        if (*p == '(') {
            if (++depth > QUICK_DEPTH)
                return NULL;
            p++;
        } else if (*p == ')') {
            p++;
            if (--depth == 0) {
                q->seen = SEEN_MOVE;
                return p;
            }
        } else {
            p = skip_token(q, p);
        }
    }
    return NULL;
}

const char *quick_other(struct run *q, const char *p) {
    switch (*p) {
    case '{':
        return span_comment(p + 1, q->end);
    case '(':
        return q->out->skip_variations ? skip_variation(q, p) : open_variation(q, p);
    case ')':
        return close_variation(q, p);
    case '$':
        return nag(q, p);
    case '!':
    case '?':
        return mark(q, p);
    case '*':
        return quick_finish(q, p);
    default:
        return NULL;
    }
}

const char *quick_finish(struct run *q, const char *p) {
    static const char *const forms[] = {"1-0", "0-1", "1/2-1/2", "*"};
    static const uint8_t scores[][2] = {{12, 0}, {0, 12}, {6, 6}, {0, 0}};
    unsigned size = *p == '*' ? 1 : span_word(p), form = 0;
    xpgn_slice said = {p, size};
    while (form < 4 && !slice_is(said, forms[form]))
        form++;
    if (form == 4 || q->depth > 0 || (q->tag.data != NULL && !slice_equal(q->tag, said)))
        return NULL;
    for (p += size; p < q->end; p++) {
        if (!is_space(*p))
            return NULL;
    }
    q->pos->type[0] = 0;
    quick_find_kings(q);
    referee_judge_turn(q->rs, &q->out->state, &q->outcome);
    q->out->result = slice_of(forms[form]);
    q->out->outcome = q->outcome;
    q->ended = !q->outcome.over || memcmp(q->outcome.score, scores[form], 2) == 0;
    return NULL;
}
