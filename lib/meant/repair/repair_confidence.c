/* SPDX-License-Identifier: MIT */
/* How sure a correction is. An edit that explains the record is weighted by the rate of its slip,
   divided by the chance that a wrong correction gets as far; the alternative that no correction is
   right has weight SLIP_NONE. */
#include "core/base/slice.h"
#include "meant/repair/confusion.h"
#include "meant/repair/repair.h"

/* Maximum likelihood for random slips (tests/oracles/slips.py --calibrate --seed=fit-1 to fit-20).
 */
#define SLIP_MORE 0.9106318010137352 /* rate of each further 1 of cost; of ONE_EDIT 0.05 */
#define SLIP_NONE 0.0000007          /* rate of any other slip, or several slips */
#define SLIP_STRANGE 0.1  /* the same if one letter is certainly wrong: 9 of 2,224 words for 76 */
#define SLIP_AGAIN 0.03   /* probability of another slip in the same line */
#define GOES_ON 0.85      /* probability that a wrong correction survives one more action */
#define LEAST_CHANCE 0.02 /* lower bound for any number of actions */
enum { SUMS_WRONG = 3 * ONE_EDIT / 2 }; /* sums are often wrong together: the cost that counts */

static const struct slip {
    unsigned char cost;
    unsigned short rate, chance;
} slips[] = {
#define SLIP(kind, cost, rate, chance, source) [MISTAKE_##kind] = {cost, rate, chance},
#include "meant/repair/slips.def"
#undef SLIP
};

/* Kinds of words or cells that differ in more than one letter. */
enum misread {
#define MISREAD(kind, rate, source) MISREAD_##kind,
#include "meant/repair/slips.def"
#undef MISREAD
};

static const unsigned short misreads[] = {
#define MISREAD(kind, rate, source) [MISREAD_##kind] = (rate),
#include "meant/repair/slips.def"
#undef MISREAD
};

unsigned mistake_cost(enum mistake kind) {
    return slips[kind].cost;
}

/* Without libm, which takes longer to load than a game to check. */
static double power(double base, unsigned n) {
    double product = 1;
    for (; n > 0; n /= 2) {
        product *= n % 2 != 0 ? base : 1;
        base *= base;
    }
    return product;
}

static double chance_of_edit(const struct edit *e) {
    double chance = slips[e->kind].chance / 1000.0 * power(GOES_ON, e->reach);
    return chance > LEAST_CHANCE ? chance : LEAST_CHANCE;
}

/* True if the shorter one is the longer without one letter. */
static bool lacks_one(xpgn_slice longer, xpgn_slice shorter) {
    size_t i = 0;
    if (longer.size != shorter.size + 1)
        return false;
    while (i < shorter.size && longer.data[i] == shorter.data[i])
        i++;
    return memcmp(longer.data + i + 1, shorter.data + i, shorter.size - i) == 0;
}

static enum misread misread_of(xpgn_slice right, xpgn_slice written) {
    size_t differ = 0;
    if (right.size != written.size)
        return lacks_one(right, written)   ? MISREAD_LETTER_LEFT_OUT
               : lacks_one(written, right) ? MISREAD_LETTER_TOO_MUCH
                                           : MISREAD_MORE;
    for (size_t i = 0; i < right.size; i++)
        differ += right.data[i] != written.data[i];
    return differ == 2 ? MISREAD_TWO_LETTERS : MISREAD_MORE;
}

/* The rate at which the edit's text turns into the faulty text, if nothing else is wrong. */
static double rate_of(const struct repair *r, const struct edit *e) {
    const xpgn_slice right = {e->text, strlen(e->text)},
                     written = {r->game->text.data + e->place.offset, e->place.length};
    size_t at;
    if (!mistake_is_of_frame(e->kind) && confusion_is_one(right, written, &at))
        return confusion_rate(NULL, right.data[at], written.data[at]);
    bool word = written.size > 0 && (e->kind == MISTAKE_WORD || e->kind == MISTAKE_CELL);
    return (word ? misreads[misread_of(right, written)] : slips[e->kind].rate) / 1e6 /
           (e->ways > 0 ? e->ways : 1);
}

double repair_weight(const struct repair *r, const struct edit *e) {
    const unsigned cost = slips[e->kind].cost, own = cost < ONE_EDIT ? cost : ONE_EDIT;
    unsigned more = e->cost > own ? e->cost - own : 0;
    if (e->kind == MISTAKE_COLUMN) /* its extra cost only affects the order */
        more = 0;
    if (e->kind == MISTAKE_DERIVED && more > SUMS_WRONG)
        more = SUMS_WRONG;
    return rate_of(r, e) * power(SLIP_MORE, more) / chance_of_edit(e) *
           (e->stands ? 1 : SLIP_AGAIN);
}

struct knot {
    unsigned short said, is;
};

static const struct knot any_knots[] = {
#define ANY_OF(said, is) {said, is},
#include "meant/repair/slips.def"
#undef ANY_OF
};

static const struct knot one_knots[] = {
#define ONE_OF(said, is) {said, is},
#include "meant/repair/slips.def"
#undef ONE_OF
};

/* Calibrates a probability by a table that ends with 1,000. */
static double true_of(const struct knot *k, double said) {
    while (k[1].said < 1000 && k[1].said / 1000.0 < said)
        k++;
    return (k->is + (k[1].is - k->is) * (1000 * said - k->said) / (k[1].said - k->said)) / 1000;
}

/* True if the word with the error has a letter that no action of the game has, such as l with eight
   files. */
static bool is_strange(const struct repair *r) {
    static const char letters[] = "KQRBNPOxsabcdefghijkl";
    const struct unit *u = repair_unit(r, 0);
    xpgn_slice word = u != NULL ? u->recorded.text : (xpgn_slice){NULL, 0};
    for (size_t i = 0; i < word.size; i++) {
        const char *c = is_letter(word.data[i]) ? strchr(letters, word.data[i]) : letters;
        if (c == NULL || c - letters >= 9 + r->ruleset->geometry.files)
            return true;
    }
    return false;
}

double repair_probability(const struct repair *r, const struct edit *e) {
    double none = SLIP_NONE / LEAST_CHANCE * (is_strange(r) ? SLIP_STRANGE : 1);
    double good = r->standing + r->failing;
    return true_of(any_knots, good / (none + good)) *
           true_of(one_knots, repair_weight(r, e) / (good + r->unshown));
}
