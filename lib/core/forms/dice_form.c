/* SPDX-License-Identifier: MIT */
#include "core/forms/dice_form.h"

#include "core/base/slice.h"
#include "core/forms/fold.h"
#include "core/forms/scan.h"
#include "core/forms/sheet_words.h"

#include <string.h>

enum { ITEMS = 48, LONGEST = 96, LARGEST_DIE = 20, UNREAD_DIE = 0 };

/* A die, or the sign between two sides. */
struct dice_item {
    uint8_t die;
    bool is_sign;
    bool bare;         /* no die, only fields: +1=2 of a side that throws none */
    bool apart;        /* only blanks before it */
    uint8_t digits;    /* of a die in digits */
    xpgn_slice fields; /* +2=9w behind it */
    const char *begin, *end;
};

struct dice_items {
    struct dice_item list[ITEMS];
    size_t count;
    enum dice_face_form faces;
    enum dice_sign_form sign;
    unsigned largest; /* face */
    bool turn;        /* one side has all */
    char open;
    bool equals; /* an = parts the sides, as no other sign is there: (5=1) */
    bool lists;  /* a stop or semicolon parts the dice of a side as well: (6;4;1:2) */
};

/* ---- items ----------------------------------------------------------------------------------- */

/* The face of a pip, U+2680 to U+2685, at p; 0: there is none. */
static uint8_t pip_at(const char *p, const char *end) {
    if (end - p < 3 || memcmp(p, "\xE2\x9A", 2) != 0)
        return 0;
    unsigned face = (unsigned char)p[2] - 0x7Fu;
    return face >= 1 && face <= 6 ? (uint8_t)face : 0;
}

/* True for a + or = that is a mark behind the dice, such as a draw offered: no field follows it. */
static bool is_mark(const char *p, const char *end) {
    return (*p == '+' || *p == '=') &&
           (p + 1 == end || !(byte_is(p[1], BYTE_ROLL) || p[1] == '?') ||
            byte_is(p[1], BYTE_SPACE));
}

/* Fields behind the dice of a side: +2=9w, +2=5x@a1. */
static const char *past_fields(const char *p, const char *end) {
    const char *q = p;
    if (p == end || *p == '\0' || strchr("+=wx", *p) == NULL || is_mark(p, end))
        return p;
    while (q < end && *q != '\0' && strchr("+=wx@?", *q) == NULL && !is_digit(*q))
        q++;
    while (q < end && *q != ':' && *q != ',' && (byte_is(*q, BYTE_ROLL) || *q == '?'))
        q++;
    return q;
}

static const char *past_digits(const char *p, const char *end, struct dice_item *item,
                               bool equals) {
    const char *q = p;
    unsigned value = 0;
    while (q < end && is_digit(*q) && q - p < 8) {
        value = value < 100 ? 10 * value + (unsigned)(*q - '0') : value;
        q++;
    }
    if (value == 0 || (q < end && is_digit(*q)))
        return NULL;
    item->die = (uint8_t)(value < 255 ? value : 255);
    item->digits = (uint8_t)(q - p);
    if (equals && q < end && *q == '=')
        return q;
    const char *after = past_fields(q, end);
    item->fields = (xpgn_slice){q, (size_t)(after - q)};
    return after;
}

/* Passes a die; the first decides which faces the others have. */
static const char *past_die(struct dice_items *k, const char *p, const char *end,
                            struct dice_item *item, bool first) {
    uint8_t pip = pip_at(p, end);
    const char *q = p;
    if (k->count == 0 && k->open != '\0' && (*p == '+' || *p == '=')) {
        const char *fields = past_fields(p, end);
        item->bare = fields > p + 1;
        item->fields = (xpgn_slice){p, (size_t)(fields - p)};
        return item->bare ? fields : NULL;
    }
    if (*p == '?' || *p == '_') /* without brackets, several are a blank or a mark */
        return k->open == '\0' && p + 1 < end && p[1] == *p ? NULL : p + 1;
    if (pip > 0 && (first || k->faces == DICE_FACE_PIPS)) {
        k->faces = DICE_FACE_PIPS;
        item->die = pip;
        bool variant = end - p >= 6 && memcmp(p + 3, "\xEF\xB8", 2) == 0;
        return p + (variant ? 6 : 3);
    }
    if (is_digit(*p) && (first || k->faces == DICE_FACE_DIGITS))
        return past_digits(p, end, item, k->equals);
    while (q < end && *q == 'I' && q - p < LARGEST_DIE)
        q++;
    if (q == p || (!first && k->faces != DICE_FACE_TALLIES))
        return NULL;
    k->faces = DICE_FACE_TALLIES;
    item->die = (uint8_t)(q - p);
    return q;
}

/* The size of the sign at p, and which it is. */
static size_t sign_at(const struct dice_items *k, const char *p, const char *end,
                      enum dice_sign_form *sign) {
    size_t arrow = scan_arrow(p, end), dash = arrow > 0 ? arrow : scan_dash(p, end);
    *sign = dash > 0 ? DICE_SIGN_DASH : DICE_SIGN_COLON;
    if (dash > 0 || *p == ':')
        return dash > 0 ? dash : 1;
    if ((*p == '>' && k->open != '<') || (*p == '<' && k->open == '(')) {
        *sign = DICE_SIGN_MORE;
        return 1;
    }
    const char *signs = k->open == '\0' ? "/" : k->equals ? "/|;~&=_" : "/|;";
    if (*p != '\0' && strchr(signs, *p) != NULL) {
        *sign = DICE_SIGN_SLASH;
        return 1;
    }
    struct sheet_phrase versus;
    const char *digit = p;
    while (digit < end && !is_digit(*digit))
        digit++;
    const bool square = digit > p && digit < end && is_file(digit[-1]); /* the a6 of Na6: no "na" */
    const bool cross = *p == 'x' && digit == p + 2 && byte_is(p[1], BYTE_SPACE); /* 5 x 1 */
    *sign = DICE_SIGN_VERSUS;
    if (cross)
        return 1;
    if (square ||
        !sheet_phrase_of(p, digit, SHEET_BIT(SHEET_VERSUS) | SHEET_BIT(SHEET_TO), &versus))
        return 0;
    return versus.size + (versus.size < (size_t)(digit - p) && p[versus.size] == '.');
}

/* Takes a sign between the sides, which is that of the others; a colon is as good as a dash: the
   decoder writes 1:1 for 1-1. */
static bool take_sign(struct dice_items *k, enum dice_sign_form sign) {
    const bool alike = sign <= DICE_SIGN_DASH && k->sign <= DICE_SIGN_DASH;
    if (k->sign != DICE_SIGN_NONE)
        return sign == k->sign || alike;
    k->sign = sign;
    return true;
}

/* True for a sign between the dice of a side. */
static bool is_comma(const struct dice_items *k, char c) {
    return c == ',' || (k->lists && (c == '.' || c == ';' || c == '&'));
}

/* Reads items up to what is none. Returns where they end. */
static const char *read_items(struct dice_items *k, const char *p, const char *end) {
    bool die_before = false, comma = false;
    size_t dice = 0;
    const char *last = p;
    while (k->count < ITEMS) {
        enum dice_sign_form sign;
        const char *q = scan_blanks(p, end);
        struct dice_item *item = &k->list[k->count];
        *item = (struct dice_item){.apart = q > p && die_before && !comma, .begin = q};
        if (q == end)
            break;
        if (die_before && is_comma(k, *q)) {
            comma = true;
            die_before = false;
            p = q + 1;
            continue;
        }
        size_t size = comma ? 0 : sign_at(k, q, end, &sign);
        const char *after = size > 0 ? q + size : past_die(k, q, end, item, dice == 0);
        if (after == NULL)
            break;
        item->is_sign = size > 0;
        if (size > 0) { /* a side without dice: 6-x */
            const char *fields = past_fields(after, end);
            item->fields = (xpgn_slice){after, (size_t)(fields - after)};
            after = fields;
        }
        if (size > 0 && !take_sign(k, sign))
            break;
        bool joined = size == 0 && die_before && !item->apart && !comma;
        if (joined && k->faces != DICE_FACE_PIPS)
            break; /* 5?, 5+2I */
        dice += size == 0 && item->die != UNREAD_DIE;
        item->end = last = p = after;
        die_before = size == 0;
        comma = false;
        k->count++;
    }
    return comma ? p : last;
}

/* ---- digits together, and times -------------------------------------------------------------- */

/* 1:22, 05:01: hours and minutes, as far as the form goes. */
static bool is_clock_form(const struct dice_items *k) {
    const struct dice_item *i = k->list;
    return k->faces == DICE_FACE_DIGITS && k->sign == DICE_SIGN_COLON && k->count == 3 &&
           i[1].is_sign && i[0].digits <= 2 && i[2].digits == 2 && i[0].fields.size == 0 &&
           i[2].fields.size == 0 && i[2].die < 60;
}

/* A time for certain: 1:05, 1:22. */
static bool is_clock_only(const struct dice_items *k) {
    const struct dice_item *i = k->list;
    bool padded = *i[2].begin == '0';
    return (padded && *i[0].begin != '0') || i[0].die > LARGEST_DIE || i[2].die > LARGEST_DIE;
}

/* Makes a die of each digit of <123:45>. False: there is a 0, or too many. */
static bool split_digits(struct dice_items *k) {
    struct dice_items all = *k;
    k->count = 0;
    for (size_t i = 0; i < all.count; i++) {
        struct dice_item item = all.list[i];
        unsigned times = item.is_sign || item.die == UNREAD_DIE ? 1 : item.digits;
        for (unsigned n = 0; n < times; n++) {
            if (k->count == ITEMS || (item.digits > 0 && item.begin[n] == '0'))
                return false;
            struct dice_item *to = &k->list[k->count++];
            *to = item;
            to->apart = n == 0 && item.apart;
            to->die = item.digits > 0 ? (uint8_t)(item.begin[n] - '0') : item.die;
            to->digits = item.digits > 0;
            to->fields.size = n + 1 == times ? item.fields.size : 0;
        }
    }
    k->faces = DICE_FACE_TOGETHER;
    return true;
}

/* Looks at numbers that are larger than a die. */
static bool settle_digits(struct dice_items *k, bool *clock) {
    bool together = false, small = true;
    *clock = k->open != '<' && is_clock_form(k);
    if (*clock && is_clock_only(k))
        return false;
    for (size_t i = 0; i < k->count && k->faces == DICE_FACE_DIGITS; i++) {
        const struct dice_item *item = &k->list[i];
        together = together || item->digits > 2 || item->die > k->largest;
        small = small && item->digits <= 1;
    }
    if (k->sign == DICE_SIGN_SLASH && !small)
        return false; /* (17/12) */
    if (!together)
        return true;
    bool several = k->sign != DICE_SIGN_NONE || k->open == '<' || k->turn;
    return k->open != '\0' && several && split_digits(k);
}

/* ---- writing --------------------------------------------------------------------------------- */

static bool put_text(struct dice_form *out, const char *text, size_t size) {
    if (out->length + size + 1 >= sizeof out->text)
        return false;
    memcpy(out->text + out->length, text, size);
    out->length += size;
    out->text[out->length] = '\0';
    return true;
}

static bool put_die(struct dice_form *out, uint8_t die) {
    char digits[3];
    size_t size = 0;
    if (die == UNREAD_DIE) {
        out->half = true;
        return put_text(out, "?", 1);
    }
    for (unsigned scale = 100; scale > 0; scale /= 10)
        if (die >= scale)
            digits[size++] = (char)('0' + die / scale % 10);
    return put_text(out, digits, size);
}

/* Writes the dice of one side; one without dice has its fields, or a hole. */
static bool put_dice_side(struct dice_form *out, const struct dice_items *k, size_t from,
                          size_t to) {
    bool bare = from == to && from > 0 && k->list[from - 1].is_sign;
    xpgn_slice fields = bare ? k->list[from - 1].fields : (xpgn_slice){"", 0};
    bool good = from < to         ? true
                : fields.size > 0 ? put_text(out, fields.data, fields.size)
                                  : put_die(out, UNREAD_DIE);
    for (size_t i = from; good && i < to; i++) {
        const struct dice_item *item = &k->list[i];
        good = !item->is_sign && (i == from || put_text(out, ",", 1)) &&
               (item->bare || put_die(out, item->die)) && (item->fields.size == 0 || i + 1 == to) &&
               (item->fields.size == 0 || put_text(out, item->fields.data, item->fields.size));
        if (item->fields.size > 0 && memchr(item->fields.data, '?', item->fields.size) != NULL)
            out->half = true;
    }
    return good;
}

static bool put_exchange(struct dice_form *out, const struct dice_items *k, size_t from,
                         size_t middle, size_t second, size_t to) {
    bool good = put_text(out, out->exchanges > 0 ? " " : "<", 1) &&
                put_dice_side(out, k, from, middle) && put_text(out, ":", 1) &&
                put_dice_side(out, k, second, to);
    if (out->exchanges++ == 0) {
        out->dice[0] = (uint8_t)(middle - from);
        out->dice[1] = (uint8_t)(to - second);
    }
    out->two_sides = true;
    return good;
}

/* ---- sides and exchanges --------------------------------------------------------------------- */

/* The next item from i on that is a sign; the count if there is none. */
static size_t next_sign(const struct dice_items *k, size_t i) {
    while (i < k->count && !k->list[i].is_sign)
        i++;
    return i;
}

/* The item that begins the second of two groups of dice in [from, to), after a blank; `to` if there
   are not two. */
static size_t second_group(const struct dice_items *k, size_t from, size_t to) {
    size_t at = to, groups = 1;
    for (size_t i = from + 1; i < to; i++)
        if (k->list[i].apart) {
            groups++;
            at = i;
        }
    return groups == 2 ? at : to;
}

/* Dice without a sign: (4), (5 1), two pips. */
static bool write_signless(struct dice_form *out, struct dice_items *k) {
    size_t second = second_group(k, 0, k->count);
    bool pips = k->faces == DICE_FACE_PIPS;
    if (second == k->count && pips && k->count == 2 && !k->turn)
        second = 1;
    if (second < k->count) {
        k->sign = DICE_SIGN_BLANK;
        return put_exchange(out, k, 0, second, second, k->count);
    }
    for (size_t i = 1; i < k->count; i++)
        if (k->list[i].apart && k->open != '<')
            return false; /* (5 3 2): who knows */
    if (k->open == '{' || k->count == 0 || (k->open == '\0' && !pips) ||
        k->faces == DICE_FACE_TALLIES)
        return false;
    out->exchanges = 1;
    out->dice[0] = (uint8_t)k->count;
    return put_text(out, "<", 1) && put_dice_side(out, k, 0, k->count) &&
           (!out->half || k->count > 1 || k->open == '<');
}

/* Where the dice between two signs, [from, to), part into those of two exchanges. `around`: the
   dice of the first and the last side. `to` if nothing says. */
static size_t exchange_begins(const struct dice_items *k, size_t from, size_t to, size_t first,
                              size_t last) {
    size_t second = second_group(k, from, to);
    if (second < to)
        return second;
    return to - from == first + last ? from + last : to;
}

static bool write_exchanges(struct dice_form *out, const struct dice_items *k) {
    size_t begin = 0, sign = next_sign(k, 0), first = sign, last = k->count;
    for (size_t i = sign; i < k->count; i++)
        last = k->list[i].is_sign ? k->count - i - 1 : last;
    while (sign < k->count) {
        size_t next = next_sign(k, sign + 1), to = next;
        if (next < k->count) {
            to = exchange_begins(k, sign + 1, next, first, last);
            if (to == next)
                return false;
        }
        if (sign == begin && to == sign + 1)
            return false; /* no dice at all */
        if (out->exchanges == 16 || !put_exchange(out, k, begin, sign, sign + 1, to))
            return false;
        begin = to;
        sign = next;
    }
    return true;
}

/* Cuts bare digits to whole exchanges, without blanks in a side: 5:1 of "5:1 12". */
static void cut_bare(struct dice_items *k) {
    size_t good = 0, i = 0;
    if (k->count >= 2 && k->list[1].apart && k->list[0].digits == 1 && k->list[1].digits == 1 &&
        (k->count == 2 || !k->list[2].is_sign)) {
        k->count = 2;
        k->sign = DICE_SIGN_NONE;
        return;
    }
    while (i < k->count) {
        size_t sign = next_sign(k, i), j = sign + 1;
        for (size_t n = i + 1; n < sign; n++)
            if (k->list[n].apart)
                sign = k->count;
        if (sign >= k->count || sign == i)
            break;
        while (j < k->count && !k->list[j].is_sign && (j == sign + 1 || !k->list[j].apart))
            j++;
        if (j == sign + 1)
            break;
        good = i = j;
    }
    k->count = good;
}

/* ---- A5 D1 ----------------------------------------------------------------------------------- */

/* Passes the name of a side: A, att., attacker; D, def, V. *side is 0 or 1. */
static const char *past_name(const char *p, const char *end, unsigned *side) {
    struct sheet_phrase name;
    const uint64_t sides = SHEET_BIT(SHEET_ATTACKER) | SHEET_BIT(SHEET_DEFENDER);
    const char *q = p, *digit = p;
    while (digit < end && !is_digit(*digit))
        digit++;
    if (p < digit && strchr("ADV", *p) != NULL && !(p + 1 < end && is_letter(p[1]))) {
        *side = *p != 'A';
        q++;
    } else if (sheet_phrase_of(p, digit, sides, &name)) {
        *side = !SHEET_IS(name, SHEET_ATTACKER);
        q += name.size;
    }
    if (q == p || q == end)
        return NULL;
    q += *q == '.' || *q == ':' || *q == '=';
    return scan_blanks(q, end);
}

/* Reads A5 D1 into the items 5 : 1. Returns the end; NULL: there are no names. */
static const char *read_named(struct dice_items *k, const char *p, const char *end) {
    struct dice_items part[2];
    unsigned side[2] = {0, 0};
    for (unsigned i = 0; i < 2; i++) {
        const char *q = past_name(p, end, &side[i]);
        if (q == NULL || q == end)
            return NULL;
        part[i] = (struct dice_items){.open = k->open};
        const char *stop = q;
        while (stop < end && (is_digit(*stop) || *stop == ',' || *stop == '?'))
            stop++;
        stop -= stop > q && stop[-1] == ',';
        if (read_items(&part[i], q, stop) != stop || part[i].count == 0)
            return NULL;
        p = stop;
        if (i == 0) {
            p = scan_blanks(p, end);
            const size_t dash = scan_dash(p, end);
            p += dash > 0 ? dash : p < end && *p != '\0' && strchr(",:/;", *p) != NULL;
            p = scan_blanks(p, end);
        }
    }
    if (side[0] == side[1] || part[0].count + part[1].count >= ITEMS)
        return NULL;
    struct dice_item sign = {.is_sign = true};
    for (unsigned i = 0; i < 2; i++) {
        const struct dice_items *from = &part[side[0] == i ? 0 : 1];
        memcpy(k->list + k->count, from->list, from->count * sizeof *from->list);
        k->count += from->count;
        if (i == 0)
            k->list[k->count++] = sign;
    }
    k->sign = DICE_SIGN_NAMES;
    return p;
}

/* ---- all ------------------------------------------------------------------------------------- */

/* Brackets around dice, and which of the usual ones they are like. */
struct bracket {
    const char *open, *close;
    char like;
};

/* The bracket that opens at p; NULL: none does. */
static const struct bracket *bracket_at(const char *p, const char *end) {
    static const struct bracket brackets[] = {
        {"<<", ">>", '<'},
        {"<", ">", '<'},
        {"(", ")", '('},
        {"[", "]", '['},
        {"{", "}", '{'},
        {"`", "`", '('},
        {"/", "/", '('},
        {"\"", "\"", '('},
        {"\xC2\xAB", "\xC2\xBB", '<'},         /* « » */
        {"\xE2\x80\xB9", "\xE2\x80\xBA", '<'}, /* ‹ › */
        {"\xE2\x9F\xA8", "\xE2\x9F\xA9", '<'}, /* ⟨ ⟩ */
        {"\xE3\x80\x88", "\xE3\x80\x89", '<'}, /* 〈 〉 */
    };
    for (size_t i = 0; i < sizeof brackets / sizeof *brackets; i++) {
        const size_t size = strlen(brackets[i].open);
        if ((size_t)(end - p) > size && memcmp(p, brackets[i].open, size) == 0)
            return &brackets[i];
    }
    return NULL;
}

/* The size of a letter for a die, with its faces, before a sign: d= W6:; of the W of W3. */
static size_t die_letter(const char *p, const char *end) {
    if (end - p < 2 || *p == '\0' || strchr("dDwW", *p) == NULL)
        return 0;
    const char *q = scan_digits(p + 1, end);
    if ((*p == 'w' || *p == 'W') && q == p + 2 && (q == end || byte_is(*q, BYTE_SPACE)))
        return 1;
    return q < end && (*q == '=' || (*q == ':' && q > p + 1)) ? (size_t)(q - p) : 0;
}

/* Passes the word before dice: dice 5:1, Würfel: 5:1, d=4. */
static const char *past_dice_word(const char *p, const char *end) {
    static const char picture[] = "\xF0\x9F\x8E\xB2"; /* 🎲 */
    if ((size_t)(end - p) >= sizeof picture && memcmp(p, picture, sizeof picture - 1) == 0)
        return scan_blanks(p + sizeof picture - 1, end);
    struct sheet_phrase word = {.size = die_letter(p, end)};
    if (word.size == 0 && (p == end || !sheet_phrase_of(p, end, SHEET_BIT(SHEET_DICE), &word)))
        return p;
    p = scan_blanks(p + word.size, end);
    p += p < end && (*p == ':' || *p == '=');
    return scan_blanks(p, end);
}

/* True if a bare form may end at p. */
static bool ends_bare(const char *p, const char *end) {
    if (p == end)
        return true;
    bool goes_on = *p == ':' || *p == '/' || scan_dash(p, end) > 0 || *p == '\'' || *p == '.';
    const char *q = p + (scan_dash(p, end) > 1 ? scan_dash(p, end) : 1);
    if (goes_on && q < end && (is_digit(*q) || *q == *p))
        return false;
    return !fold_is_letter(p, end) && !(*p == '.' && q < end && *q == '.') && *p != '\'' &&
           *p != '@' && ((*p != '=' && *p != '+') || is_mark(p, end));
}

/* Lets signs and blanks part the dice of one side only. False: there are fields as well. */
static bool join_sides(struct dice_items *k) {
    size_t kept = 0;
    for (size_t i = 0; i < k->count; i++) {
        struct dice_item item = k->list[i];
        if (item.fields.size > 0)
            return false;
        item.apart = false;
        if (!item.is_sign)
            k->list[kept++] = item;
    }
    k->count = kept;
    k->sign = DICE_SIGN_NONE;
    return true;
}

static bool write_items(struct dice_form *out, struct dice_items *k) {
    bool good = settle_digits(k, &out->clock) && (!k->turn || join_sides(k)) &&
                (k->sign == DICE_SIGN_NONE ? write_signless(out, k) : write_exchanges(out, k)) &&
                put_text(out, ">", 1);
    out->sign = k->sign;
    out->faces = k->faces;
    out->form = (uint32_t)k->sign << 8 | (uint32_t)k->faces << 16 | (unsigned char)k->open;
    return good;
}

/* True if a bare 1/2 ends here: the result, perhaps with a word behind it, 1/2 agreed. */
static bool is_half_point(const char *p, const char *q, const char *end) {
    const uint64_t drawn = SHEET_BIT(SHEET_DRAW) | SHEET_BIT(SHEET_AGREED);
    struct sheet_phrase word;
    return q - p == 3 && memcmp(p, "1/2", 3) == 0 &&
           (scan_dash(q, end) > 0 || scan_white(q, end) == end ||
            sheet_phrase_of(scan_blanks(q, end), end, drawn, &word));
}

/* Reads bare dice at p; those of a turn are pips, as digits may be anything. */
static bool read_bare(const char *p, const char *end, struct dice_items k, struct dice_form *out) {
    const char *from = past_dice_word(p, end);
    const char *q = k.turn ? NULL : read_named(&k, from, end);
    if (q == NULL) {
        k.count = 0;
        read_items(&k, from, end);
        if (k.faces == DICE_FACE_DIGITS)
            cut_bare(&k);
        else if (k.count > 0 && k.list[k.count - 1].is_sign)
            k.count--;
        bool roman = k.faces == DICE_FACE_TALLIES && k.sign != DICE_SIGN_COLON; /* I-II */
        if (k.count == 0 || roman || (k.turn && k.faces != DICE_FACE_PIPS))
            return false;
        q = k.list[k.count - 1].end;
        if (k.sign == DICE_SIGN_NONE && k.faces == DICE_FACE_DIGITS && q < end && *q == '.')
            return false; /* 5 1. */
    }
    out->bare = true;
    out->size = (size_t)(q - p);
    return ends_bare(q, end) && !is_half_point(p, q, end) && write_items(out, &k);
}

/* Reads dice in brackets at p. */
static bool read_bracketed(const char *p, const char *end, const struct bracket *bracket,
                           struct dice_items k, struct dice_form *out) {
    const char *inside = p + strlen(bracket->open), *stop = inside;
    const size_t size = strlen(bracket->close);
    while (stop < end && !byte_is(*stop, BYTE_LINE) &&
           ((size_t)(end - stop) < size || memcmp(stop, bracket->close, size) != 0))
        stop++;
    if (stop == end || byte_is(*stop, BYTE_LINE))
        return false;
    k.open = bracket->like;
    k.lists = memchr(inside, ':', (size_t)(stop - inside)) != NULL;
    k.equals = k.open != '<' && !k.lists && memchr(inside, '-', (size_t)(stop - inside)) == NULL;
    const char *from = past_dice_word(scan_blanks(inside, stop), stop);
    const char *q = read_named(&k, from, stop);
    if (q == NULL) {
        k.count = 0;
        q = read_items(&k, from, stop);
    }
    if (scan_blanks(q, stop) != stop)
        return false;
    out->size = (size_t)(stop - p) + size;
    out->open = k.open;
    bool good = write_items(out, &k);
    out->exact =
        good && !out->half && out->length == out->size && memcmp(out->text, p, out->length) == 0;
    return good;
}

/* Reads dice in brackets, or without. */
static bool read_form(const char *p, const char *end, struct dice_items k, struct dice_form *out) {
    *out = (struct dice_form){.size = 0};
    if (p >= end)
        return false;
    const char *limit = end - p > LONGEST ? p + LONGEST : end;
    const struct bracket *bracket = bracket_at(p, limit);
    if (bracket != NULL ? read_bracketed(p, limit, bracket, k, out) : read_bare(p, limit, k, out))
        return true;
    *out = (struct dice_form){.size = 0};
    return false;
}

bool dice_form_read_up_to(const char *p, const char *end, unsigned largest, struct dice_form *out) {
    return read_form(p, end, (struct dice_items){.largest = largest}, out);
}

bool dice_form_read_turn(const char *p, const char *end, unsigned largest, struct dice_form *out) {
    return read_form(p, end, (struct dice_items){.largest = largest, .turn = true}, out);
}

bool dice_form_read_die(const char *p, const char *end, unsigned largest, struct dice_form *out) {
    struct dice_items k = {.largest = largest};
    struct dice_item item = {.die = UNREAD_DIE};
    const bool braced = p < end && *p == '{';
    const char *from = braced ? p + 1 : past_dice_word(p, end);
    const char *q = from < end ? past_die(&k, from, end, &item, true) : NULL;
    *out = (struct dice_form){.size = 0};
    if (q == NULL || item.die == UNREAD_DIE || item.die > largest || k.faces == DICE_FACE_TALLIES)
        return false;
    const bool colon = q < end && *q == (braced ? '}' : ':');
    const bool sign = braced ? colon : colon || from > p || k.faces == DICE_FACE_PIPS;
    out->size = (size_t)(q + colon - p);
    out->exchanges = out->dice[0] = 1;
    out->bare = true;
    const bool ends = q + colon == end || byte_is(q[colon], BYTE_SPACE);
    return sign && ends && item.fields.size == 0 && put_text(out, "<", 1) &&
           put_die(out, item.die) && put_text(out, ">", 1);
}

bool dice_form_read(const char *p, const char *end, struct dice_form *out) {
    return dice_form_read_up_to(p, end, LARGEST_DIE, out);
}

void dice_form_join(const char *p, const char *end, unsigned largest, struct dice_form *form) {
    struct dice_form second;
    const char *next = scan_blanks(p + form->size, end);
    next = scan_blanks(next + (next < end && *next == ':' ? 1 : scan_dash(next, end)), end);
    if (form->bare || form->two_sides || !dice_form_read_up_to(next, end, largest, &second) ||
        second.bare || second.two_sides || form->length + second.length >= sizeof form->text)
        return;
    form->text[form->length - 1] = ':';
    memcpy(form->text + form->length, second.text + 1, second.length);
    form->length += second.length - 1;
    form->size = (size_t)(next - p) + second.size;
    form->two_sides = true;
    form->exact = false;
}
