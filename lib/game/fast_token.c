/* SPDX-License-Identifier: MIT */
/* The tokens of the fast path that are not moves. */
#include "base/number.h"
#include "base/slice.h"
#include "game/fast_run.h"
#include "game/referee.h"
#include "text/lex.h"
#include "text/nag.h"
#include "text/span.h"

const uint8_t fast_class[256] = {
    ['a'] = XPGN_PAWN,   ['b'] = XPGN_PAWN,     ['c'] = XPGN_PAWN,  ['d'] = XPGN_PAWN,
    ['e'] = XPGN_PAWN,   ['f'] = XPGN_PAWN,     ['g'] = XPGN_PAWN,  ['h'] = XPGN_PAWN,
    ['N'] = XPGN_KNIGHT, ['B'] = XPGN_BISHOP,   ['R'] = XPGN_ROOK,  ['Q'] = XPGN_QUEEN,
    ['K'] = XPGN_KING,   ['O'] = FAST_CASTLING, [' '] = FAST_SPACE, ['\t'] = FAST_SPACE,
    ['\n'] = FAST_SPACE, ['\r'] = FAST_SPACE,   ['0'] = FAST_DIGIT, ['1'] = FAST_DIGIT,
    ['2'] = FAST_DIGIT,  ['3'] = FAST_DIGIT,    ['4'] = FAST_DIGIT, ['5'] = FAST_DIGIT,
    ['6'] = FAST_DIGIT,  ['7'] = FAST_DIGIT,    ['8'] = FAST_DIGIT, ['9'] = FAST_DIGIT};

/* ---- the board ------------------------------------------------------------------------------- */

void fast_carry(struct run *q) {
    q->number_size = number_word(q->pos->number, &q->number);
    q->number_mask = ((uint64_t)1 << (q->number_size * 8)) - 1;
}

void fast_settle(struct run *q) {
    q->rights = chess_rights(q->pos);
    fast_carry(q);
}

/* ---- tokens ---------------------------------------------------------------------------------- */

const char *fast_enter_tail(struct run *q, const char *p) {
    size_t left = (size_t)(q->end - p);
    memcpy(q->tail, p, left);
    memset(q->tail + left, 0, FAST_TAIL - left);
    q->end = q->tail + left;
    q->stop = q->tail + FAST_TAIL;
    q->start = q->tail;
    q->pause = q->stepping || q->out->visit != NULL ? q->start : q->stop;
    return q->tail;
}

static void keep_mark(struct run *q, const char *p) {
    struct fast_mark *m = &q->mark[q->marks++ & 1];
    m->line.position = *q->pos;
    if (q->branches)
        m->line.before = q->before;
    m->line.outcome = q->outcome;
    m->seen = q->seen;
    m->left = (size_t)(q->end - p);
    q->pause = fast_next_mark(p, q->stop);
}

/* If the token before this one was a turn, the walk can go on at it. */
static void note_turn(struct run *q, const char *p) {
    uint32_t plies = fast_plies(q);
    q->now ^= q->here[q->now].possible && q->here[q->now].plies != plies;
    q->here[q->now] = (struct resume){true, *q->play.state, plies, (size_t)(q->end - p)};
}

const char *fast_pause(struct run *q, const char *p) {
    bool ends = p >= q->stop;
    if (ends)
        p = fast_enter_tail(q, p);
    if (q->depth == 0 && q->out->visit != NULL)
        q->out->visit(q->out->visit_data, q->pos);
    else if (q->depth == 0 && q->stepping)
        note_turn(q, p);
    else if (q->depth == 0 && !ends)
        keep_mark(q, p);
    return p;
}

static const char *nag(const struct run *q, const char *p) {
    uint32_t number;
    p = nag_read(p, q->end, &number);
    return p != NULL && number > 0 && (q->seen & AFTER_MOVE) != 0 ? p : NULL;
}

static const char *open_variation(struct run *q, const char *p) {
    if ((q->seen & SEEN_MOVE) == 0 || q->depth == FAST_DEPTH)
        return NULL;
    struct fast_line *l = &q->stack[q->depth++];
    l->position = *q->pos;
    l->before = q->before;
    l->outcome = q->outcome;
    q->outcome = (xpgn_outcome){0};
    *q->pos = q->before;
    fast_settle(q);
    q->seen = 0;
    return p + 1;
}

static const char *close_variation(struct run *q, const char *p) {
    if (q->depth == 0)
        return NULL;
    const struct fast_line *l = &q->stack[--q->depth];
    *q->pos = l->position;
    q->before = l->before;
    q->outcome = l->outcome;
    fast_settle(q);
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
        return span_comment(p + 1, q->end);
    case '$':
    case '!':
    case '?':
        return nag(q, p);
    default:
        return is_space(c) || c == '.' ? p + 1 : NULL;
    }
}

/* Skips a variation; what is lexically unusual in it is left to the walk. */
static const char *skip_variation(struct run *q, const char *p) {
    unsigned depth = 0;
    if ((q->seen & SEEN_MOVE) == 0)
        return NULL;
    while (p != NULL && q->end - p >= FAST_MARGIN) {
        if (*p == '(') {
            if (++depth > FAST_DEPTH)
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

const char *fast_other(struct run *q, const char *p) {
    switch (*p) {
    case '{':
        return span_comment(p + 1, q->end);
    case '(':
        return q->out->skip_variations ? skip_variation(q, p) : open_variation(q, p);
    case ')':
        return close_variation(q, p);
    case '$':
    case '!':
    case '?':
        return nag(q, p);
    case '*':
        return fast_finish(q, p);
    default:
        return NULL;
    }
}

const char *fast_finish(struct run *q, const char *p) {
    uint8_t score[XPGN_MAX_SEATS];
    const char *start = p;
    xpgn_slice recorded = {p, *p == '*' ? 1 : span_word(p)};
    if (q->depth > 0 || !result_read(recorded, 2, score) ||
        (q->tag.data != NULL && !slice_equal(q->tag, recorded)))
        return NULL;
    for (p += recorded.size; p < q->end; p++) {
        if (!is_space(*p))
            return NULL;
    }
    q->pos->type[0] = 0;
    referee_judge_turn(q->play.rs, q->play.state, &q->outcome);
    q->out->result = (xpgn_slice){q->text.data + q->text.size - (q->end - start), recorded.size};
    q->out->outcome = q->outcome;
    q->ended = !q->outcome.over || memcmp(q->outcome.score, score, 2) == 0;
    return NULL;
}
