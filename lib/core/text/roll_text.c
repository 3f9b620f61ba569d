/* SPDX-License-Identifier: MIT */
#include "core/text/roll_text.h"

#include <xpgn/play.h>

#include "core/base/number.h"
#include "core/base/utf8.h"
#include "core/forms/scan.h"
#include "core/text/foreign_forms.h"
#include "core/text/span.h"

/* ---- reading a roll -------------------------------------------------------------------------- */

/* A cursor over the contents of a roll. */
struct roll_reader {
    const char *start, *p, *end;
    uint32_t base; /* offset of `start` in the game */
    bool hits;     /* the game has hit points */
    struct log *log;
};

static xpgn_place place_from(const struct roll_reader *r, const char *from) {
    return (xpgn_place){r->base + (uint32_t)(from - r->start), (uint32_t)(r->p - from)};
}

/* Reports the rest from the cursor on. Always returns false. */
static bool fail_roll(const struct roll_reader *r, const char *what) {
    xpgn_slice at = {r->p, (size_t)(r->end - r->p)};
    while (at.size > 0 && byte_is(at.data[at.size - 1], BYTE_SPACE))
        at.size--;
    xpgn_place place = {r->base + (uint32_t)(r->p - r->start), (uint32_t)at.size};
    char show[UTF8_SHOW_LONG];
    if (at.size > 0)
        log_add(r->log, D_ROLL_FORM, place, "expected %s, found '%s'", what,
                utf8_show_long(at, show));
    else
        log_add(r->log, D_ROLL_FORM, place, "expected %s, found the end of the roll", what);
    return false;
}

static bool at_char(const struct roll_reader *r, char c) {
    return r->p < r->end && *r->p == c;
}

static bool at_digit(const struct roll_reader *r) {
    return r->p < r->end && is_digit(*r->p);
}

/* Reads a number up to `most`, which is at least 9. */
static bool read_long_number(struct roll_reader *r, int most, const char *what, int *number) {
    const char *q = r->p;
    int n = 0;
    if (!at_digit(r))
        return fail_roll(r, what);
    for (; q < r->end && is_digit(*q); q++)
        n = n > most ? n : n * 10 + (*q - '0');
    if (n > most)
        return fail_roll(r, "a smaller number");
    r->p = q;
    *number = n;
    return true;
}

/* Fast path for one digit, the usual case. */
static inline bool read_roll_number(struct roll_reader *r, int most, const char *what,
                                    int *number) {
    const char *p = r->p;
    if (p == r->end || !is_digit(*p) || (r->end - p > 1 && is_digit(p[1])))
        return read_long_number(r, most, what, number);
    *number = *p - '0';
    r->p = p + 1;
    return true;
}

static bool read_dice(struct roll_reader *r, xpgn_roll_side *side) {
    const char *from = r->p;
    if (!at_digit(r))
        return true;
    for (;;) {
        int die = 0;
        if (side->dice_count == XPGN_MAX_DICE)
            return fail_roll(r, "at most 32 dice");
        if (!read_roll_number(r, UINT8_MAX, "a die", &die))
            return false;
        side->dice[side->dice_count++] = (uint8_t)die;
        if (!at_char(r, ','))
            break;
        r->p++;
    }
    side->dice_place = place_from(r, from);
    return true;
}

/* Reads +count, =total or -lost, if present. The place is that of the number. */
static inline bool read_field(struct roll_reader *r, char sign, const char *what, int16_t *value,
                              xpgn_place *place) {
    int number = 0;
    if (!at_char(r, sign))
        return true;
    const char *from = ++r->p;
    if (!read_roll_number(r, INT16_MAX, what, &number))
        return false;
    *value = (int16_t)number;
    *place = place_from(r, from);
    return true;
}

static bool read_prisoner(struct roll_reader *r, xpgn_roll_side *side) {
    static const char what[] = "a square after @";
    int rank = 0;
    r->p++;
    if (r->p == r->end || !is_file(*r->p))
        return fail_roll(r, what);
    side->cell_file = (uint8_t)(*r->p - 'a');
    r->p++;
    if (!read_roll_number(r, 12, what, &rank))
        return false;
    if (rank == 0) {
        r->p--;
        return fail_roll(r, what);
    }
    side->cell_rank = (uint8_t)(rank - 1);
    return true;
}

static bool read_fate(struct roll_reader *r, xpgn_roll_side *side) {
    const char *from = r->p;
    if (!at_char(r, 'w') && !at_char(r, 'x'))
        return true;
    side->fate = *r->p++;
    if (side->fate == 'x' && at_char(r, '@') && !read_prisoner(r, side))
        return false;
    side->fate_place = place_from(r, from);
    return true;
}

static bool read_side(struct roll_reader *r, xpgn_roll_side *side) {
    roll_side_empty(side);
    return read_dice(r, side) &&
           read_field(r, '+', "a count after +", &side->count, &side->count_place) &&
           read_field(r, '=', "a total after =", &side->total, &side->total_place) &&
           (!r->hits ||
            read_field(r, '-', "points lost after -", &side->lost, &side->lost_place)) &&
           read_fate(r, side);
}

/* Reads one exchange, up to white space or the end. */
static bool read_exchange(struct roll_reader *r, xpgn_exchange *exchange, bool *two_sides) {
    const char *from = r->p;
    if (!read_side(r, &exchange->side[0]))
        return false;
    *two_sides = at_char(r, ':');
    if (!*two_sides && exchange->side[0].lost >= 0) { /* 5-2 is how some write 5:2 */
        r->p = r->start + (exchange->side[0].lost_place.offset - r->base) - 1;
    } else if (!*two_sides) {
        roll_side_empty(&exchange->side[1]);
    } else {
        r->p++;
        if (!read_side(r, &exchange->side[1]))
            return false;
    }
    if (r->p < r->end && !byte_is(*r->p, BYTE_SPACE))
        return fail_roll(r, r->hits ? "dice, +count, =total, -lost, w or x, in that order"
                                    : "dice, +count, =total, w or x, in that order");
    if (r->p - from > (*two_sides ? 1 : 0))
        return true;
    r->p = from;
    return fail_roll(r, "dice");
}

static bool too_many(const struct roll_reader *r) {
    xpgn_place place = {r->base + (uint32_t)(r->p - r->start), (uint32_t)(r->end - r->p)};
    log_add(r->log, D_EXCHANGES, place, "more than %d exchanges", (int)XPGN_MAX_EXCHANGES);
    return false;
}

static bool read_exchanges(struct roll_reader *r, xpgn_roll *roll) {
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
            return fail_roll(r, "both sides of each exchange");
        }
        if (r->p < r->end)
            r->p = scan_white(r->p, r->end);
    } while (r->p < r->end);
    return true;
}

bool roll_read(xpgn_slice text, uint32_t base, bool hits, xpgn_roll *roll, struct log *log) {
    const char *end = text.data + text.size;
    struct roll_reader r = {
        .start = text.data, .p = text.data, .end = end, .base = base, .hits = hits, .log = log};
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

bool xpgn_roll_read(xpgn_slice text, xpgn_roll *roll) {
    struct log none;
    log_init_counting(&none);
    bool good = roll_read(slice_given(text), 0, true, roll, &none);
    log_free_parts(&none);
    return good;
}

/* Reads the dice at the start of a side, after blanks, or with blanks for commas. */
static void read_first_dice(const char *p, const char *end, xpgn_roll_side *side) {
    struct log none;
    struct roll_reader r = {p, p, end, 0, false, &none};
    log_init_counting(&none);
    roll_side_clear(side);
    do
        r.p = scan_white(r.p, r.end);
    while (at_digit(&r) && read_dice(&r, side));
    log_free_parts(&none);
}

void roll_read_dice(xpgn_slice text, xpgn_roll *dice) {
    size_t size;
    const char *end = text.data + text.size, *sign = foreign_versus(text.data, end, &size);
    *dice = (xpgn_roll){.exchanges = 1, .two_sides = true};
    read_first_dice(text.data, sign, &dice->exchange[0].side[0]);
    read_first_dice(sign + size, end, &dice->exchange[0].side[1]);
}

bool roll_read_cell(xpgn_slice text, xpgn_roll_side *side) {
    struct log none;
    const char *at = memchr(text.data, '@', text.size), *end = text.data + text.size;
    struct roll_reader r = {at, at, end, 0, false, &none};
    log_init_counting(&none);
    bool good = at != NULL && read_prisoner(&r, side);
    log_free_parts(&none);
    return good;
}

/* ---- writing a roll -------------------------------------------------------------------------- */

enum {
    RESULT_ROOM = 4 * 8, /* bytes of one side after its dice, at most */
    SIDE_ROOM = 4 * XPGN_MAX_DICE + RESULT_ROOM,
    ROLL_ROOM = 2 * SIDE_ROOM * XPGN_MAX_EXCHANGES
};

/*
 * Up to eight characters in a register, the first in the lowest byte. The fields after the dice are
 * compared with the text as often as they are written.
 */
struct chars {
    uint64_t text;
    unsigned bits; /* eight for each */
};

/* [number from -1 to 99, plus 1]: its sign and digits; nothing for -1. */
struct signed_number {
    uint32_t text, bits;
};
#define SIGNED(sign, n)                                                                            \
    {                                                                                              \
        (n) < 10 ? (sign) | ('0' + (n)) << 8                                                       \
                 : (sign) | ('0' + (n) / 10) << 8 | ('0' + (n) % 10) << 16,                        \
            (n) < 10 ? 16 : 24                                                                     \
    }
#define SIGNED10(s, n)                                                                             \
    SIGNED(s, n), SIGNED(s, (n) + 1), SIGNED(s, (n) + 2), SIGNED(s, (n) + 3), SIGNED(s, (n) + 4),  \
        SIGNED(s, (n) + 5), SIGNED(s, (n) + 6), SIGNED(s, (n) + 7), SIGNED(s, (n) + 8),            \
        SIGNED(s, (n) + 9)
#define SIGNED100(s)                                                                               \
    SIGNED10(s, 0), SIGNED10(s, 10), SIGNED10(s, 20), SIGNED10(s, 30), SIGNED10(s, 40),            \
        SIGNED10(s, 50), SIGNED10(s, 60), SIGNED10(s, 70), SIGNED10(s, 80), SIGNED10(s, 90)
static const struct signed_number counts[] = {{0, 0}, SIGNED100('+')};
static const struct signed_number totals[] = {{0, 0}, SIGNED100('=')};

static inline bool is_listed(int value) {
    return (unsigned)value + 1 <= 100;
}
/* The characters of a sign and a number up to 9999999; `listed`: the number is in the list. */
ALWAYS_INLINE struct chars number_chars(const struct signed_number *list, int value, bool listed) {
    if (listed || is_listed(value))
        return (struct chars){list[value + 1].text, list[value + 1].bits};
    struct chars c;
    c.bits = 8 + 8 * number_word((unsigned)value, &c.text);
    c.text = c.text << 8 | (list[1].text & 0xff);
    return c;
}

ALWAYS_INLINE void add_chars(struct chars *c, struct chars more) {
    c->text |= more.text << c->bits;
    c->bits += more.bits;
}
/* Appends a character, unless it is 0. */
ALWAYS_INLINE void add_char(struct chars *c, char more) {
    c->text |= (uint64_t)(unsigned char)more << c->bits;
    c->bits += 8u * (more != 0);
}

/* @h1; `listed`: its rank is one digit. */
ALWAYS_INLINE struct chars cell_chars(const xpgn_roll_side *side, bool listed) {
    uint64_t rank = side->cell_rank + 1u;
    uint64_t digits = listed || rank < 10 ? '0' + rank : '1' | ('0' + rank - 10) << 8;
    uint64_t file = 'a' + (uint64_t)side->cell_file;
    return (struct chars){'@' | file << 8 | digits << 16, listed || rank < 10 ? 24 : 32};
}

/* What follows the dice of a side, in three parts, the last with the character that ends the
   side. */
struct side_chars {
    struct chars count, total, fate;
};
/* `full`: everything, not only x and the cell of a prisoner; `listed`: is_listed. Which side loses
   a prisoner is unpredictable, but not whether there are prisoners. */
ALWAYS_INLINE struct side_chars chars_of(const xpgn_roll_side *side, bool full, bool listed,
                                         char end) {
    struct side_chars c = {{0, 0}, {0, 0}, {0, 0}};
    bool held = side->cell_file != XPGN_NO_SQUARE && side->fate == 'x';
    if (full) {
        c.count = number_chars(counts, side->count, listed);
        c.total = number_chars(totals, side->total, listed);
    }
    add_char(&c.fate, full || held ? side->fate : 0);
    if (held)
        add_chars(&c.fate, cell_chars(side, listed));
    add_char(&c.fate, end);
    return c;
}

/* Writes eight bytes, of which only c.bits / 8 count. */
static inline char *put_chars(char *to, struct chars c) {
    for (unsigned i = 0; i < 8; i++)
        to[i] = (char)(c.text >> 8 * i);
    return to + c.bits / 8;
}

static char *put_side_chars(char *to, struct side_chars c) {
    return put_chars(put_chars(put_chars(to, c.count), c.total), c.fate);
}

static inline char *put_side_dice(char *to, const xpgn_roll_side *side) {
    for (unsigned i = 0; i < side->dice_count && i < XPGN_MAX_DICE; i++) {
        to[0] = ',';
        to = number_write(to + (i > 0), side->dice[i]);
    }
    return to;
}

/* The number of sides in each exchange. */
static inline unsigned sides_of(const xpgn_roll *roll) {
    return roll->two_sides || roll->exchanges > 1 ? 2 : 1;
}

/* What follows a side of an exchange: a colon, the space before the next, or the end. */
ALWAYS_INLINE char end_of_side(const xpgn_roll *roll, unsigned exchange, unsigned side) {
    if (side + 1 < sides_of(roll))
        return ':';
    return exchange + 1u < roll->exchanges ? ' ' : '>';
}

/* With -lost, which is in no game of the fast path. */
static __attribute__((noinline)) char *put_lost(char *to, struct side_chars c, int lost) {
    to = put_chars(put_chars(to, c.count), c.total);
    *to = '-';
    return put_chars(number_write(to + 1, (unsigned)lost), c.fate);
}

static char *put_roll_side(char *to, const xpgn_roll_side *side, char end) {
    const struct side_chars c = chars_of(side, true, false, end);
    to = put_side_dice(to, side);
    return side->lost < 0 ? put_side_chars(to, c) : put_lost(to, c, side->lost);
}

void xpgn_roll_write(xpgn_buffer *b, const xpgn_roll *roll) {
    if (!roll_has_room(roll))
        return;
    char text[ROLL_ROOM], *to = text;
    for (unsigned e = 0; e < roll->exchanges; e++) {
        for (unsigned i = 0; i < sides_of(roll); i++)
            to = put_roll_side(to, &roll->exchange[e].side[i], end_of_side(roll, e, i));
    }
    xpgn_buffer_put(b, text, (size_t)(to - text) - (to != text)); /* without the > */
}

/* ---- a roll in export form ------------------------------------------------------------------- */

/* The place after the die at p, of any number of digits, without a leading zero. */
static inline const char *scan_die(const char *p, unsigned *die) {
    *die = 0;
    do
        *die = *die * 10 + (unsigned)(*p++ - '0');
    while (is_digit(*p) && *die > 0 && *die < 100);
    return p;
}

/* Bytes that can be read where a side begins, and after its dice. */
enum { SIDE_NEAR = 3 * SPAN_BYTES, RESULT_NEAR = 2 * SPAN_BYTES };

/* Scans many dice, or dice of two digits. */
static __attribute__((noinline)) const char *scan_many_dice(const char *p, const char *limit,
                                                            xpgn_roll_side *side) {
    unsigned n = 0, die;
    while (is_digit(*p) && n < XPGN_MAX_DICE && limit - p > SPAN_BYTES) {
        p = scan_die(p, &die);
        if (die > UINT8_MAX)
            return NULL;
        side->dice[n++] = (uint8_t)die;
        if (*p != ',')
            break;
        p++;
    }
    side->dice_count = (uint8_t)n;
    return (n == 0 || p[-1] != ',') && limit - p >= RESULT_NEAR ? p : NULL;
}

/* Scans dice separated by commas; returns the place after the last. The byte before p is not part
   of a die. */
static inline const char *scan_dice(const char *p, const char *limit, xpgn_roll_side *side) {
    unsigned size = span_dice(p, side->dice);
    side->dice_count = (uint8_t)((size + 1) / 2);
    p += size;
    return is_digit(*p) || p[-1] == ',' ? scan_many_dice(p - size, limit, side) : p;
}

/* Scans @a1, if it is there. Branch-free, as it is unpredictable which side loses a prisoner. */
enum { CELL_SIZE = 3 };
static inline void scan_cell(const char *p, xpgn_roll_side *side) {
    unsigned none = (p[0] == '@') - 1u; /* XPGN_NO_SQUARE is all ones */
    side->cell_file = (uint8_t)((unsigned)(p[1] - 'a') | none);
    side->cell_rank = (uint8_t)((unsigned)(p[2] - '1') | none);
}

/* Scans one side of a roll up to its : or white space or >. The end is searched from the beginning,
   so that the search need not wait for the dice. */
ALWAYS_INLINE const char *scan_side(const char *p, const char *limit, bool cells,
                                    xpgn_roll_side *side) {
    if (limit - p < SIDE_NEAR)
        return NULL;
    const char *from = p, *end = p + span_to_roll_sign(p);
    if ((p = scan_dice(p, limit, side)) == NULL)
        return NULL;
    if (end == from + SPAN_BYTES)
        end = p + span_to_roll_sign(p);
    side->dice_place.length = (uint32_t)(p - from);
    if (cells)
        scan_cell(end - p < CELL_SIZE ? p : end - CELL_SIZE, side);
    else
        side->cell_file = side->cell_rank = XPGN_NO_SQUARE;
    return end;
}

/* One exchange from p on. */
ALWAYS_INLINE const char *scan_exchange(const char *p, const char *limit, bool cells,
                                        xpgn_roll *roll, xpgn_exchange *x) {
    if ((p = scan_side(p, limit, cells, &x->side[0])) == NULL)
        return NULL;
    roll->two_sides = *p == ':';
    if (roll->two_sides)
        return scan_side(p + 1, limit, cells, &x->side[1]);
    x->side[1].dice_count = 0;
    return p;
}

/* Scans the exchanges after the first, each preceded by a space. */
static __attribute__((noinline)) const char *scan_more(const char *p, const char *limit, bool cells,
                                                       xpgn_roll *roll) {
    while (p != NULL && *p == ' ') {
        if (roll->exchanges == XPGN_MAX_EXCHANGES)
            return NULL;
        p = scan_exchange(p + 1, limit, cells, roll, &roll->exchange[roll->exchanges++]);
    }
    return p;
}

/* Usually there is only one exchange. */
const char *roll_scan(const char *p, const char *limit, bool cells, xpgn_roll *roll) {
    roll->exchanges = 1;
    p = scan_exchange(p + 1, limit, cells, roll, &roll->exchange[0]);
    if (p != NULL && *p == ' ')
        p = scan_more(p, limit, cells, roll);
    return p != NULL && *p == '>' ? p + 1 : NULL;
}

/* The place after these characters (at least one) if they are at p, else NULL. */
ALWAYS_INLINE const char *past_chars(const char *p, struct chars c) {
    return (number_load(p) ^ c.text) << (64 - c.bits) == 0 ? p + c.bits / 8 : NULL;
}

/*
 * The place after that side and its end sign, if it is written at p, in full or with dice and cells
 * only; else NULL. After the dice RESULT_NEAR bytes can be read. p must be where scan_side found
 * it, as both take a side to end with the first sign.
 */
static const char *past_any_side(const char *p, const xpgn_roll_side *side, char end, bool full) {
    char text[RESULT_ROOM];
    size_t size = (size_t)(put_side_chars(text, chars_of(side, full, false, end)) - text);
    p += side->dice_place.length;
    return memcmp(p, text, size) == 0 ? p + size : NULL;
}

/* The same, in full, for a side whose fields after the dice fit into one word, the usual case.
 *word is false if they do not; NULL then means nothing. */
ALWAYS_INLINE const char *past_word(const char *p, const xpgn_roll_side *side, char end,
                                    bool *word) {
    *word = is_listed(side->count) && is_listed(side->total) && side->cell_rank - 9u >= 3;
    if (!*word)
        return NULL;
    struct side_chars c = chars_of(side, true, true, end);
    add_chars(&c.count, c.total);
    add_chars(&c.count, c.fate);
    *word = c.count.bits <= 64;
    return *word ? past_chars(p + side->dice_place.length, c.count) : NULL;
}

static const char *past_side(const char *p, const xpgn_roll_side *side, char end, bool full) {
    bool word = false;
    const char *next = full ? past_word(p, side, end, &word) : NULL;
    return word ? next : past_any_side(p, side, end, full);
}

/* True if the roll is written so, in full or with dice only. */
static bool is_written(const char *start, const char *next, const xpgn_roll *roll, bool full) {
    const char *p = start + 1;
    for (unsigned e = 0; e < roll->exchanges && p != NULL; e++) {
        for (unsigned i = 0; i < sides_of(roll) && p != NULL; i++)
            p = past_side(p, &roll->exchange[e].side[i], end_of_side(roll, e, i), full);
    }
    return p == next;
}

/* True if numbers follow the first dice: the roll is written in full. */
static bool says_numbers(const char *p, const xpgn_roll *roll) {
    char sign = p[1 + roll->exchange[0].side[0].dice_place.length];
    return sign == '+' || sign == '=';
}

/* `full`: it may be in full. */
static __attribute__((noinline)) bool confirms_any(const char *p, const char *next,
                                                   const xpgn_roll *roll, bool full) {
    bool says_fates =
        roll->two_sides && roll->exchange[roll->exchanges - 1].side[1].dice_count == 0;
    return (full && is_written(p, next, roll, true)) ||
           (!says_fates && !says_numbers(p, roll) && is_written(p, next, roll, false));
}

/* Usually it is one exchange in full. If it has numbers but wrong ones, no other form can match. */
bool roll_confirms(const char *p, const char *next, const xpgn_roll *roll) {
    const xpgn_roll_side *side = roll->exchange[0].side;
    const char *end = NULL;
    bool word = false;
    if (roll->exchanges == 1)
        end = past_word(p + 1, &side[0], roll->two_sides ? ':' : '>', &word);
    if (end != NULL && roll->two_sides)
        end = past_word(end, &side[1], '>', &word);
    return end == next || (!(word && says_numbers(p, roll)) && confirms_any(p, next, roll, !word));
}

/* ---- commands in comments -------------------------------------------------------------------- */

/* The ] that closes the command at p; NULL if the comment ends or another command begins first. */
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

enum command_kind command_kind(xpgn_slice name) {
    static const char *const words[] = {
        [COMMAND_ROLL] = "roll",         [COMMAND_TURN] = "turn",
        [COMMAND_XFEN] = "xfen",         [COMMAND_ILLEGAL] = "illegal",
        [COMMAND_ANNULLED] = "annulled", [COMMAND_MISSING] = "missing",
        [COMMAND_UNREAD] = "unread"};
    for (unsigned k = COMMAND_ROLL; k <= COMMAND_UNREAD; k++)
        if (slice_is(name, words[k]))
            return (enum command_kind)k;
    return COMMAND_OTHER;
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

/* True for a blank, or a sign of a roll around which blanks mean nothing. */
static bool is_loose_sign(char c) {
    return byte_is(c, BYTE_SPACE) || c == '=' || c == ':' || c == '+' || c == ',';
}

size_t roll_tighten(xpgn_slice text, char out[LOOSE_ROOM]) {
    size_t n = 0;
    text = text.size < LOOSE_ROOM ? text : (xpgn_slice){text.data, 0};
    for (size_t i = 0; i < text.size; i++) {
        bool ends = i == 0 || i + 1 == text.size;
        bool loose = ends || is_loose_sign(text.data[i - 1]) || is_loose_sign(text.data[i + 1]);
        if (!byte_is(text.data[i], BYTE_SPACE) || !loose)
            out[n++] = text.data[i];
    }
    return n < text.size ? n : 0;
}
