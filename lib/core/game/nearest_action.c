/* SPDX-License-Identifier: MIT */
/* Suggests what may have been meant: the legal actions whose notations look most like the text. */
#include "core/base/edit_distance.h"
#include "core/base/slice.h"
#include "core/forms/scan.h"
#include "core/game/longform.h"
#include "core/play/attempt.h"

#include <stdio.h>
#include <stdlib.h>
#include <xpgn/rulesets.h>

/* The weights of slips of the pen. A forgotten sign weighs least, another piece most. */
enum {
    SLIGHT = 1,    /* an extra or missing sign (x - = @), a lower-case letter, a letter of another
                      language */
    NEIGHBOUR = 2, /* a neighbouring file or rank; an extra or missing file or rank; two characters
                      swapped */
    FAR = 3,       /* another file or rank, another piece, an extra or missing letter */
    NO_SLIP = 6    /* something entirely different */
};

/* SLACK: how much farther than the nearest the others may be; TOO_FAR: the limit for the
   nearest. */
enum { SLACK = 1, TOO_FAR = 5, LONGEST = 31, CONSIDERED = 512, NAMED = 3 };

/* Classes of bytes in a notation. */
enum { SIGN = 1, FILE_LETTER = 2, DIGIT = 4, PIECE = 8 };
static inline unsigned class_of(char c) {
    if (is_file(c))
        return FILE_LETTER;
    if (is_digit(c))
        return DIGIT;
    if (type_of_letter(c) != 0)
        return PIECE;
    return c == 'x' || c == '-' || c == '=' || c == '@' ? SIGN : 0;
}

/* True if the letter stands for the piece in another European language: those of languages.tsv that
   English lacks, a few that have both, and some of other languages. */
static bool is_foreign_letter(char written, char piece) {
    static const char *const letters[XPGN_TYPES] = {"",     "BDGO", "SCHJA", "LFAVGSO",
                                                    "TVWH", "DHVL", "R"};
    return written != '\0' && strchr(letters[type_of_letter(piece)], written) != NULL;
}

static inline unsigned added(char c) {
    unsigned class = class_of(c);
    return (class & SIGN) != 0 ? SLIGHT : (class & (FILE_LETTER | DIGIT)) != 0 ? NEIGHBOUR : FAR;
}

static inline unsigned changed(char written, char right) {
    unsigned class = class_of(right), both = class & class_of(written);
    if (written == right)
        return 0;
    if (to_lower(written) == to_lower(right) || (written == '0' && right == 'O') ||
        ((class & PIECE) != 0 && is_foreign_letter(written, right)))
        return SLIGHT;
    if ((both & (FILE_LETTER | DIGIT)) != 0)
        return abs(written - right) == 1 ? NEIGHBOUR : FAR;
    return both != 0 ? FAR : NO_SLIP;
}

/* The weighted edit distance of two short texts; above `most` it is a lower bound. */
static unsigned distance(xpgn_slice written, xpgn_slice right, unsigned most) {
    return edits_cost(written, right, most, (struct edit_costs){added, changed, NEIGHBOUR});
}

/* The distance of castling from a king's step to its destination, which some write instead. */
static unsigned castling_distance(xpgn_slice written, xpgn_slice castling, unsigned most) {
    char step[] = "Kg1";
    step[1] = castling.size > 3 ? 'c' : 'g';
    unsigned white = distance(written, (xpgn_slice){step, 3}, most);
    step[2] = '8';
    return SLIGHT + least_cost(white, distance(written, (xpgn_slice){step, 3}, most));
}

static bool is_castling(xpgn_slice name) {
    return slice_is(name, "O-O") || slice_is(name, "O-O-O");
}

/* The distance of two notations. */
static unsigned name_distance(xpgn_slice written, xpgn_slice right, unsigned most) {
    unsigned d = distance(written, right, most);
    return is_castling(right) ? least_cost(d, castling_distance(written, right, most)) : d;
}

/* A notation split into the move and the promotion. */
struct notation_parts {
    xpgn_slice stem, rest;
    uint64_t bytes; /* set of bytes of the written stem */
};

static struct notation_parts parts_of(xpgn_slice text) {
    struct notation_parts p = {slice_trim(text, "+#!?"), {text.data + text.size, 0}, 0};
    const char *is = p.stem.size > 0 ? memchr(p.stem.data, '=', p.stem.size) : NULL;
    if (is != NULL) {
        p.rest = (xpgn_slice){is, p.stem.size - (size_t)(is - p.stem.data)};
        p.stem.size = (size_t)(is - p.stem.data);
    }
    return p;
}

/* Replaces a spelled-out piece by its letter: "Knight-f3" becomes "N-f3". */
static xpgn_slice shorten(const xpgn_ruleset *rs, xpgn_slice text, char out[LONGEST + 1]) {
    for (unsigned type = 1; type < XPGN_TYPES; type++) {
        const char *name = rs->piece[type].name;
        size_t n = name != NULL ? strlen(name) : 0, i = 0;
        while (i < n && i < text.size && to_lower(text.data[i]) == to_lower(name[i]))
            i++;
        if (n == 0 || i < n)
            continue;
        char letter = xpgn_piece_letter((xpgn_piece)type);
        int size = snprintf(out, LONGEST + 1, "%.*s%.*s", type == XPGN_PAWN ? 0 : 1, &letter,
                            (int)(text.size - n), text.data + n);
        return (xpgn_slice){out, (size_t)size};
    }
    return text;
}

/* A bit for a byte; some bytes share one. */
static inline uint64_t bit_of(char c) {
    return (uint64_t)1 << (c & 63);
}

static uint64_t bytes_of(xpgn_slice text) {
    uint64_t bytes = 0;
    for (size_t i = 0; i < text.size; i++)
        bytes |= bit_of(text.data[i]);
    return bytes;
}

/* A lower bound of the distance: each byte that does not occur in the text was left out or
   replaced. Names with their full from-square are not nearer, as they have the same letters. */
static unsigned at_least(uint64_t written, xpgn_slice right) {
    unsigned d = 0;
    for (size_t i = 0; i < right.size; i++) {
        char c = right.data[i];
        unsigned class = class_of(c);
        bool light = (class & PIECE) != 0 || (written & bit_of((char)(c ^ 'a' ^ 'A'))) != 0;
        if ((written & bit_of(c)) == 0 && (class & (FILE_LETTER | DIGIT | PIECE)) != 0)
            d += light && (class & DIGIT) == 0 ? SLIGHT : NEIGHBOUR;
    }
    return d;
}

/* The distance of the action from the text; above `most` it is a lower bound. */
static unsigned far_from(const xpgn_position *p, const struct notation_parts *written,
                         const xpgn_action *a, const char *name, unsigned most) {
    char full[ACTION_NAME] = ""; /* with its from-square: Ng1-f3, e4xd5 */
    struct notation_parts right = parts_of(slice_of(name));
    xpgn_action plain = *a;
    unsigned d = at_least(written->bytes, right.stem);
    if (d > most)
        return d;
    d = name_distance(written->stem, right.stem, most);
    plain.promotion = 0;
    if (a->kind == XPGN_STEP || a->kind == XPGN_ATTACK)
        longform_name(p, &plain, full);
    if (full[0] != '\0' && at_least(written->bytes, slice_of(full)) < d)
        d = least_cost(d, distance(written->stem, slice_of(full), least_cost(d, most)));
    bool queen = written->rest.size == 0 && slice_is(right.rest, "=Q"); /* the default */
    return d + (queen || slice_equal(written->rest, right.rest) ? 0 : SLIGHT);
}

unsigned movement_distance(xpgn_slice written, xpgn_slice other, unsigned most) {
    if (written.size > LONGEST || other.size > LONGEST)
        return LONGEST * FAR;
    if (slice_equal(written, other)) /* the usual case */
        return 0;
    unsigned d = at_least(bytes_of(written), other);
    most = least_cost(most, LONGEST * FAR);
    return d > most ? d : name_distance(written, other, most);
}

/* Keeps the nearest ones, ordered by distance; equal ones in their original order. */
static void consider(struct suggestions *s, unsigned far[NAMED], const char *name, unsigned d) {
    unsigned at = s->count;
    while (at > 0 && far[at - 1] > d)
        at--;
    if (at == NAMED)
        return;
    unsigned last = s->count < NAMED ? s->count++ : NAMED - 1;
    for (; last > at; last--) {
        memcpy(s->name[last], s->name[last - 1], ACTION_NAME);
        far[last] = far[last - 1];
    }
    memcpy(s->name[at], name, ACTION_NAME);
    far[at] = d;
}

/* Suggests all legal actions if there are only a few. */
static void suggest_all(const xpgn_ruleset *rs, const struct state *s, const xpgn_action *list,
                        size_t count, struct suggestions *out) {
    if (count > NAMED)
        return;
    for (size_t i = 0; i < count; i++)
        movement_name(rs, s, &list[i], false, out->name[i]);
    out->count = (unsigned)count;
    out->all = true;
}

/* Lists the legal actions to consider, as many as there is room for. */
static size_t list_actions(const xpgn_ruleset *rs, const struct state *s, bool rolled,
                           xpgn_action list[CONSIDERED]) {
    size_t all = movement_actions(rs, s, list, CONSIDERED), count = 0;
    for (size_t i = 0; i < all && i < CONSIDERED; i++)
        if (!rolled || action_is_decided_by_dice(rs, &list[i]))
            list[count++] = list[i];
    return count;
}

void movement_suggest(const xpgn_ruleset *rs, const struct state *s, xpgn_slice written,
                      bool rolled, struct suggestions *out) {
    xpgn_action list[CONSIDERED];
    char name[ACTION_NAME], shortened[LONGEST + 1];
    unsigned far[NAMED] = {0};
    out->count = 0;
    out->all = false;
    written.size = written.size > LONGEST ? 0 : written.size;
    struct notation_parts parts = parts_of(shorten(rs, written, shortened));
    parts.bytes = bytes_of(parts.stem);
    unsigned bound = least_cost(TOO_FAR, (unsigned)parts.stem.size + 1);
    size_t count = list_actions(rs, s, rolled, list);
    for (size_t i = 0; i < count; i++) {
        unsigned most = out->count > 0 ? least_cost(bound, far[0] + SLACK) : bound;
        movement_name(rs, s, &list[i], false, name);
        unsigned d = far_from(&s->position, &parts, &list[i], name, most);
        if (d <= most)
            consider(out, far, name, d);
    }
    bool castling = out->count > 0 && is_castling(slice_of(out->name[0]));
    unsigned slack = far[0] > SLIGHT || castling ? SLACK : 0;
    while (out->count > 0 && far[out->count - 1] > far[0] + slack)
        out->count--;
    if (out->count == 0)
        suggest_all(rs, s, list, count, out);
}
