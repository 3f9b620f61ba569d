/* SPDX-License-Identifier: MIT */
/* The tokens of the fast path that are not moves. */
#include "core/base/number.h"
#include "core/game/san_extras.h"
#include "core/text/nag.h"
#include "core/text/span.h"
#include "core/walk/fast_run.h"

/* ---- the board ------------------------------------------------------------------------------- */

void fast_carry(struct run *q) {
    uint32_t written = q->pos->number + q->play.out->ahead;
    unsigned digits = number_word(written, &q->number);
    q->number |= (uint64_t)'.' << 8 * digits;
    q->number_mask = ~(uint64_t)0 >> (56 - 8 * digits);
    q->number_one = (uint64_t)1 << (8 * digits - 8);
    q->number_size = digits + 1;
    q->number_left = 9 - written % 10;
    if (written > 9999999)
        q->number = 0; /* the word has room for seven digits: no text will match */
}

void fast_settle(struct run *q) {
    q->rights = chess_rights(q->pos);
    fast_watch(q);
    fast_carry(q);
}

/* ---- tokens ---------------------------------------------------------------------------------- */

static void keep_mark(struct run *q, const char *p) {
    struct fast_mark *m = &q->mark[q->play.marks++ & 1];
    m->line.position = *q->pos;
    if (q->branches)
        m->line.before = q->before;
    m->line.outcome = q->play.outcome;
    m->seen = q->seen;
    m->left = (size_t)(q->play.end - p);
    q->play.pause = fast_next_mark(p, q->play.stop);
}

/* Moves up to here that are not asked for need not be made again. With lint those after the second
   mark may repeat positions. */
static void note_passed(const struct run *q) {
    struct fast_game *out = q->play.out;
    uint32_t plies = fast_plies(q) - q->base;
    if (q->mode == FAST_LINT
            ? q->play.marks == 2
            : sieve_next(out->sieve, out->moves, out->passed_over, plies) == plies) {
        out->passed_over = plies;
        out->passed = *q->pos;
    }
}

/* If the token before this one was a turn, the walk can go on there. */
static void note_turn_number(struct run *q, const char *p) {
    uint32_t plies = fast_plies(q);
    if (plies + 2 < q->last)
        return;
    q->now ^= q->here[q->now].possible && q->here[q->now].plies != plies;
    struct fast_turn *turn = &q->here[q->now];
    turn->possible = true;
    turn->position = *q->pos;
    turn->plies = plies;
    turn->left = (size_t)(q->play.end - p);
}

const char *fast_pause(struct run *q, const char *p) {
    bool ends = p >= q->play.stop;
    if (ends)
        p = fast_enter_tail(&q->play, p);
    if (q->depth == 0 && q->play.out->visit != NULL) {
        if (!q->play.out->visit(q->play.out->visit_data, q->pos)) {
            q->play.out->visit = NULL;
            q->play.pause = q->play.stop;
        }
    } else if (q->depth == 0 && q->play.stepping)
        note_turn_number(q, p);
    else if (q->depth == 0 && !ends) {
        keep_mark(q, p);
        if (q->mode == FAST_LINT || (q->mode == FAST_LINE && q->play.out->sieve != NULL))
            note_passed(q);
    }
    return p;
}

static const char *nag(const struct run *q, const char *p) {
    uint32_t number;
    p = nag_read(p, q->play.end, &number);
    return p != NULL && number > 0 && (q->seen & AFTER_MOVE) != 0 ? p : NULL;
}

static const char *open_variation(struct run *q, const char *p) {
    if ((q->seen & SEEN_MOVE) == 0 || q->depth == FAST_DEPTH)
        return NULL;
    struct fast_line *l = &q->stack[q->depth++];
    l->position = *q->pos;
    l->before = q->before;
    l->outcome = q->play.outcome;
    q->play.outcome = (xpgn_outcome){0};
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
    q->play.outcome = l->outcome;
    fast_settle(q);
    q->seen = SEEN_MOVE;
    return p + 1;
}

/* Skips a word that the lexer takes as a whole: letters and digits, with =Q inside, and one + or #
   at the end. */
static const char *skip_word(const char *p) {
    unsigned size = span_word(p), n = 1;
    if (p[0] == 'O' && size >= 3 && memcmp(p, "O-O", 3) == 0)
        n = size >= 5 && memcmp(p + 3, "-O", 2) == 0 ? 5 : 3;
    while (n < size && (is_letter(p[n]) || is_digit(p[n]) || (p[n] == '=' && is_letter(p[n + 1]))))
        n++;
    n += n < size && (p[n] == '+' || p[n] == '#');
    return n == size && size < 16 ? p + size : NULL;
}

/* Skips digits that are a move number and nothing else. */
static const char *skip_number(const char *p) {
    unsigned size = span_word(p), n = 1;
    while (n < size && is_digit(p[n]))
        n++;
    return (n < size ? is_letter(p[n]) : size < 16) ? p + n : NULL;
}

/* Skips one token of a variation that is not wanted. */
static const char *skip_token(struct run *q, const char *p) {
    char c = *p;
    q->seen |= AFTER_MOVE; /* NAGs may be anywhere in it */
    if (is_letter(c))
        return skip_word(p);
    if (is_digit(c))
        return skip_number(p);
    switch (c) {
    case '{':
        return span_comment(p + 1, q->play.end);
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
    while (p != NULL && q->play.end - p >= FAST_MARGIN) {
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

const char *fast_end(struct run *q, const char *p) {
    if (q->depth == 0) {
        q->pos->type[0] = 0;
        fast_finish(&q->play, p);
        q->unplayed = p;
    }
    return NULL;
}

void fast_keep_beside(struct run *q, const char *p, const char *next) {
    uint32_t number = 0;
    if (*p == '{') {
        uint32_t size = (uint32_t)(next - p - 2) - (next[-1] == ' ');
        *q->san++ = beside_of(BESIDE_COMMENT, (uint32_t)(q->play.end - p), size);
    } else if (*p != '(' && *p != ')') {
        (void)nag_read(p, q->play.end, &number);
        *q->san++ = beside_of(BESIDE_NAG, number, 0);
    } else if (!q->play.out->skip_variations) {
        *q->san++ = beside_of(*p == '(' ? BESIDE_OPENS : BESIDE_CLOSES, 0, 0);
    }
}

const char *fast_other(struct run *q, const char *p) {
    switch (*p) {
    case '{':
        return span_comment(p + 1, q->play.end);
    case '(':
        return q->play.out->skip_variations ? skip_variation(q, p) : open_variation(q, p);
    case ')':
        return close_variation(q, p);
    case '$':
    case '!':
    case '?':
        return nag(q, p);
    case '*':
        return fast_end(q, p);
    default:
        return NULL;
    }
}
