/* SPDX-License-Identifier: MIT */
/*
 * A tally as rows: what each statistic of a ruleset has, added up once for all that print it. How a
 * row looks, and which of its values are shown, is the printer's.
 */
#ifndef XPGN_WRITE_TALLY_ROWS_H
#define XPGN_WRITE_TALLY_ROWS_H

#include "output/count/tally.h"

/* Appends 5750 as 57.50. */
void tally_put_fixed(xpgn_buffer *b, uint64_t hundredths);
/* Appends all fields of a kind's entry: "pawn, knight, removed". */
void tally_put_fields(xpgn_buffer *b, const struct tally_view *view, struct tally_span ruleset,
                      const struct tally_entry *e, const char *between);

/* Each takes the first row off *rest, entries of its kind; false if there is none. */

/* TALLY_DIE: the dice of a role. */
struct tally_dice {
    unsigned role, faces; /* the most of any die */
    struct tally_span seen;
    uint64_t rolled, mean; /* in hundredths */
    struct tally_fairness fair;
};
bool tally_take_dice(struct tally_span *rest, struct tally_dice *out);
/* How often a face came, and in which share of the dice, whose sizes may differ, it should; NAN if
   not known. */
uint64_t tally_face(const struct tally_dice *dice, unsigned face);
double tally_face_expected(const struct tally_dice *dice, unsigned face);

/* TALLY_COMBAT: the combats of one type of attacker and defender. */
struct tally_pair {
    unsigned type[2];
    xpgn_slice name[2];
    struct tally_combats sum;
    struct tally_expected expected;
};
bool tally_take_pair(const struct tally_view *view, struct tally_span ruleset,
                     struct tally_span *rest, struct tally_pair *out);

/* TALLY_SUPPORT: the combats in which a side had N supporters. */
struct tally_supported {
    unsigned side, supporters;
    uint64_t fought, won, lost; /* by the attacker */
};
bool tally_take_supported(struct tally_span *rest, struct tally_supported *out);

/* The totals of a ruleset, as tally_totals.def has them. */
enum tally_total {
#define TOTAL(id, key, hundredths, value) TOTAL_##id,
#include "output/write/tally_totals.def"
    TOTALS
};
struct tally_total_form {
    const char *key;
    bool hundredths;
};
extern const struct tally_total_form tally_totals[TOTALS];
#define TOTAL_UNKNOWN UINT64_MAX /* such as an expectation without dice */
void tally_totals_of(const struct tally_view *view, struct tally_span ruleset,
                     uint64_t out[TOTALS]);

#endif
