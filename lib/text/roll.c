/* SPDX-License-Identifier: MIT */
#include "text/roll.h"

#include "base/utf8.h"
#include "text/scan.h"

/* ---- reading a roll -------------------------------------------------------------------------- */

/* A cursor over the text between the brackets. */
struct reader {
    const char *start, *p, *end;
    uint32_t base; /* offset of `start` in the game */
    struct xpgn_log *log;
};

static xpgn_place place_from(const struct reader *r, const char *from) {
    return (xpgn_place){r->base + (uint32_t)(from - r->start), (uint32_t)(r->p - from)};
}

/* Always false. The fault is what stands at the cursor up to the next white space. */
static bool fail(const struct reader *r, const char *what) {
    const char *q = r->p;
    while (q < r->end && !byte_is(*q, BYTE_SPACE))
        q++;
    xpgn_slice at = {r->p, (size_t)(q - r->p)};
    xpgn_place place = {r->base + (uint32_t)(r->p - r->start), (uint32_t)at.size};
    char show[UTF8_SHOW_SIZE];
    if (at.size > 0)
        log_add(r->log, D_ROLL_FORM, place, "%s, but \"%s\"", what, utf8_show(at, show));
    else
        log_add(r->log, D_ROLL_FORM, place, "%s, but the roll ends", what);
    return false;
}

static bool at_char(const struct reader *r, char c) {
    return r->p < r->end && *r->p == c;
}

static bool at_digit(const struct reader *r) {
    return r->p < r->end && is_digit(*r->p);
}

/* A number, at most `most`, which is 9 or more. */
static bool read_long_number(struct reader *r, int most, const char *what, int *number) {
    const char *q = r->p;
    int n = 0;
    if (!at_digit(r))
        return fail(r, what);
    for (; q < r->end && is_digit(*q); q++)
        n = n > most ? n : n * 10 + (*q - '0');
    if (n > most)
        return fail(r, "a number that dice can give is expected");
    r->p = q;
    *number = n;
    return true;
}

/* Most numbers of a roll are one digit. */
static inline bool read_number(struct reader *r, int most, const char *what, int *number) {
    const char *p = r->p;
    if (p == r->end || !is_digit(*p) || (r->end - p > 1 && is_digit(p[1])))
        return read_long_number(r, most, what, number);
    *number = *p - '0';
    r->p = p + 1;
    return true;
}

static bool read_dice(struct reader *r, xpgn_roll_side *side) {
    const char *from = r->p;
    if (!at_digit(r))
        return true;
    for (;;) {
        int die = 0;
        if (side->dice_count == XPGN_MAX_DICE)
            return fail(r, "at most 32 dice are read");
        if (!read_number(r, UINT8_MAX, "a die is expected", &die))
            return false;
        side->dice[side->dice_count++] = (uint8_t)die;
        if (!at_char(r, ','))
            break;
        r->p++;
    }
    side->dice_place = place_from(r, from);
    return true;
}

/* A field with a sign before it: +count, =total.  Its place is the number. */
static inline bool read_field(struct reader *r, char sign, const char *what, int16_t *value,
                              xpgn_place *place) {
    int number = 0;
    if (!at_char(r, sign))
        return true;
    const char *from = ++r->p;
    if (!read_number(r, INT16_MAX, what, &number))
        return false;
    *value = (int16_t)number;
    *place = place_from(r, from);
    return true;
}

static bool read_cell(struct reader *r, xpgn_roll_side *side) {
    static const char what[] = "a square is expected after @";
    int rank = 0;
    r->p++;
    if (r->p == r->end || *r->p < 'a' || *r->p >= 'a' + XPGN_MAX_FILES)
        return fail(r, what);
    side->cell_file = (uint8_t)(*r->p - 'a');
    r->p++;
    if (!read_number(r, 12, what, &rank))
        return false;
    if (rank == 0) {
        r->p--;
        return fail(r, what);
    }
    side->cell_rank = (uint8_t)(rank - 1);
    return true;
}

static bool read_fate(struct reader *r, xpgn_roll_side *side) {
    const char *from = r->p;
    if (!at_char(r, 'w') && !at_char(r, 'x'))
        return true;
    side->fate = *r->p++;
    if (side->fate == 'x' && at_char(r, '@') && !read_cell(r, side))
        return false;
    side->fate_place = place_from(r, from);
    return true;
}

static const xpgn_roll_side nothing_said = {
    .count = -1, .total = -1, .cell_file = XPGN_NO_SQUARE, .cell_rank = XPGN_NO_SQUARE};

static bool read_side(struct reader *r, xpgn_roll_side *side) {
    *side = nothing_said;
    return read_dice(r, side) &&
           read_field(r, '+', "a count is expected after +", &side->count, &side->count_place) &&
           read_field(r, '=', "a total is expected after =", &side->total, &side->total_place) &&
           read_fate(r, side);
}

/* One exchange, up to the white space behind it or the end. */
static bool read_exchange(struct reader *r, xpgn_exchange *exchange, bool *two_sides) {
    const char *from = r->p;
    if (!read_side(r, &exchange->side[0]))
        return false;
    *two_sides = at_char(r, ':');
    if (!*two_sides) {
        exchange->side[1] = nothing_said;
    } else {
        r->p++;
        if (!read_side(r, &exchange->side[1]))
            return false;
    }
    if (r->p < r->end && !byte_is(*r->p, BYTE_SPACE))
        return fail(r, "dice, +count, =total, w or x are expected, in that order");
    if (r->p - from > (*two_sides ? 1 : 0))
        return true;
    r->p = from;
    return fail(r, "dice are expected");
}

static bool too_many(const struct reader *r) {
    xpgn_place place = {r->base + (uint32_t)(r->p - r->start), (uint32_t)(r->end - r->p)};
    log_add(r->log, D_EXCHANGES, place, "more than %d exchanges", (int)XPGN_MAX_EXCHANGES);
    return false;
}

static bool read_exchanges(struct reader *r, xpgn_roll *roll) {
    bool single = false;
    do {
        const char *from = r->p;
        if (roll->exchanges == XPGN_MAX_EXCHANGES)
            return too_many(r);
        if (!read_exchange(r, &roll->exchange[roll->exchanges], &roll->two_sides))
            return false;
        roll->exchanges++;
        single = single || !roll->two_sides;
        if (single && roll->exchanges > 1) {
            r->p = from;
            return fail(r, "both sides of each exchange are expected");
        }
        if (r->p < r->end)
            r->p = scan_white(r->p, r->end);
    } while (r->p < r->end);
    return true;
}

bool roll_read(xpgn_slice text, uint32_t base, xpgn_roll *roll, struct xpgn_log *log) {
    const char *end = text.data + text.size;
    struct reader r = {.start = text.data, .p = text.data, .end = end, .base = base, .log = log};
    while (r.end > r.start && byte_is(r.end[-1], BYTE_SPACE))
        r.end--;
    r.p = scan_white(r.p, r.end);
    roll->exchanges = 0;
    roll->two_sides = false;
    roll->place = (xpgn_place){base, (uint32_t)text.size};
    if (read_exchanges(&r, roll))
        return true;
    roll->exchanges = 0;
    roll->two_sides = false;
    return false;
}

/* ---- a roll as it is exported ---------------------------------------------------------------- */

enum { USUAL_AHEAD = 24 }; /* no side is longer behind its last die */

/* One or two digits behind a sign; NULL if there is none. */
static inline const char *usual_field(const char *p, int16_t *number) {
    unsigned n = (unsigned char)p[1] - '0', next = (unsigned char)p[2] - '0';
    if (n > 9)
        return NULL;
    *number = (int16_t)(next > 9 ? n : n * 10 + next);
    return p + (next > 9 ? 2 : 3);
}

/* Dice with commas between them, from p on where a digit stands. */
static inline const char *usual_dice(const char *p, const char *limit, xpgn_roll_side *side) {
    for (unsigned n = 0;;) {
        unsigned die = (unsigned char)*p++ - '0', next = (unsigned char)*p - '0';
        if (next <= 9) {
            die = die * 10 + next;
            p++;
        }
        side->dice[n++] = (uint8_t)die;
        side->dice_count = (uint8_t)n;
        if (*p != ',')
            return p;
        if (!is_digit(*++p) || n == XPGN_MAX_DICE || limit - p < USUAL_AHEAD)
            return NULL;
    }
}

/* x@a1 behind the x. */
static const char *usual_cell(const char *p, xpgn_roll_side *side) {
    unsigned file = (unsigned char)p[1] - 'a', rank = (unsigned char)p[2] - '1';
    if (file >= XPGN_MAX_FILES || rank > 8 || is_digit(p[3]))
        return NULL;
    side->cell_file = (uint8_t)file;
    side->cell_rank = (uint8_t)rank;
    return p + 3;
}

static inline const char *usual_side(const char *p, const char *limit, xpgn_roll_side *side) {
    const xpgn_place nowhere = {0, 0};
    roll_side_clear(side);
    side->dice_place = side->count_place = side->total_place = side->fate_place = nowhere;
    if (is_digit(*p) && (p = usual_dice(p, limit, side)) == NULL)
        return NULL;
    if (*p == '+' && (p = usual_field(p, &side->count)) == NULL)
        return NULL;
    if (*p == '=' && (p = usual_field(p, &side->total)) == NULL)
        return NULL;
    bool fated = (*p == 'w') | (*p == 'x'); /* nobody can foresee it: no branch */
    side->fate = fated ? *p : 0;
    p += fated;
    return *p == '@' && side->fate == 'x' ? usual_cell(p, side) : p;
}

/* One exchange; NULL if nothing stands there. */
static inline const char *usual_exchange(const char *p, const char *limit, xpgn_exchange *x,
                                         bool *two_sides) {
    const char *from = p;
    if (limit - p < 2 * USUAL_AHEAD || (p = usual_side(p, limit, &x->side[0])) == NULL)
        return NULL;
    *two_sides = *p == ':';
    if (*two_sides)
        p = usual_side(p + 1, limit, &x->side[1]);
    else
        x->side[1] = nothing_said;
    return p == NULL || p - from <= (*two_sides ? 1 : 0) ? NULL : p;
}

const char *roll_read_usual(const char *p, const char *limit, xpgn_roll *roll) {
    roll->exchanges = 0;
    roll->place = (xpgn_place){0, 0};
    do {
        if (roll->exchanges == XPGN_MAX_EXCHANGES)
            return NULL;
        p = usual_exchange(p + 1, limit, &roll->exchange[roll->exchanges++], &roll->two_sides);
    } while (p != NULL && *p == ' ' && roll->two_sides);
    return p != NULL && *p == '>' ? p + 1 : NULL;
}

/* ---- writing a roll -------------------------------------------------------------------------- */

/* Up to three digits and a sign: printf would be most of the work of writing a record. */
static void put_number(xpgn_buffer *b, char sign, int n) {
    char text[12];
    size_t at = sizeof text;
    do
        text[--at] = (char)('0' + n % 10);
    while ((n /= 10) > 0);
    if (sign != 0)
        text[--at] = sign;
    xpgn_buffer_put(b, text + at, sizeof text - at);
}

static void put_side(xpgn_buffer *b, const xpgn_roll_side *side) {
    for (unsigned i = 0; i < side->dice_count && i < XPGN_MAX_DICE; i++)
        put_number(b, i > 0 ? ',' : 0, side->dice[i]);
    if (side->count >= 0)
        put_number(b, '+', side->count);
    if (side->total >= 0)
        put_number(b, '=', side->total);
    if (side->fate == 0)
        return;
    xpgn_buffer_char(b, side->fate);
    if (side->cell_file == XPGN_NO_SQUARE)
        return;
    xpgn_buffer_char(b, '@');
    put_number(b, (char)('a' + side->cell_file), side->cell_rank + 1);
}

void xpgn_roll_write(xpgn_buffer *b, const xpgn_roll *roll) {
    for (unsigned i = 0; i < roll->exchanges; i++) {
        if (i > 0)
            xpgn_buffer_char(b, ' ');
        put_side(b, &roll->exchange[i].side[0]);
        if (roll->two_sides || roll->exchanges > 1) {
            xpgn_buffer_char(b, ':');
            put_side(b, &roll->exchange[i].side[1]);
        }
    }
}

/* ---- commands in comments -------------------------------------------------------------------- */

/* The ] that closes the [ at p; NULL if another command begins first, or the comment ends. */
static const char *close_command(const char *p, const char *end) {
    size_t depth = 0;
    for (const char *q = p; q < end; q++) {
        if (*q == '[' && q > p && q + 1 < end && q[1] == '%')
            return NULL;
        depth += *q == '[';
        depth -= *q == ']';
        if (depth == 0)
            return q;
    }
    return NULL;
}

static const char *name_end(const char *p, const char *end) {
    while (p < end && (byte_is(*p, BYTE_LETTER | BYTE_DIGIT) || *p == '_'))
        p++;
    return p;
}

bool command_is_named(const char *p, const char *end) {
    return end - p >= 3 && p[1] == '%' && name_end(p + 2, end) > p + 2;
}

void command_split(xpgn_slice whole, struct command *command) {
    const char *p = whole.data, *close = p + whole.size - 1;
    const char *name = p + 2, *rest = name_end(name, close), *rest_end = close;
    command->name = (xpgn_slice){name, (size_t)(rest - name)};
    while (rest < rest_end && byte_is(*rest, BYTE_SPACE))
        rest++;
    while (rest_end > rest && byte_is(rest_end[-1], BYTE_SPACE))
        rest_end--;
    command->rest = (xpgn_slice){rest, (size_t)(rest_end - rest)};
    command->whole = whole;
}

bool command_next(xpgn_slice comment, size_t *at, struct command *command) {
    const char *end = comment.data + comment.size;
    const char *p = *at < comment.size ? comment.data + *at : end;
    while (p < end && (p = memchr(p, '[', (size_t)(end - p))) != NULL) {
        const char *close = command_is_named(p, end) ? close_command(p, end) : NULL;
        if (close) {
            command_split((xpgn_slice){p, (size_t)(close + 1 - p)}, command);
            *at = (size_t)(close + 1 - comment.data);
            return true;
        }
        p++;
    }
    *at = comment.size;
    return false;
}
