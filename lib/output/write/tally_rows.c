/* SPDX-License-Identifier: MIT */
#include "output/write/tally_rows.h"

#include <math.h>

#include "core/play/combat_odds.h"
#include "internal/text_out.h"

void tally_put_fixed(xpgn_buffer *b, uint64_t hundredths) {
    xpgn_buffer_printf(b, "%llu.%02u", (unsigned long long)(hundredths / 100),
                       (unsigned)(hundredths % 100));
}

void tally_put_fields(xpgn_buffer *b, const struct tally_view *view, struct tally_span ruleset,
                      const struct tally_entry *e, const char *between) {
    for (unsigned k = 0; k < 4 && tally_field_name(e->kind, k) != NULL; k++) {
        xpgn_buffer_text(b, k > 0 ? between : "");
        tally_put_field(b, view, ruleset, e, k);
    }
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Takes the entries with the first's `a` and, if `both`, `b` off *rest. */
static bool take_alike(struct tally_span *rest, bool both, struct tally_span *out) {
    const struct tally_entry *first = rest->entry;
    size_t n = 0;
    while (n < rest->count && first[n].a == first->a && (!both || first[n].b == first->b))
        n++;
    *out = (struct tally_span){first, n};
    *rest = (struct tally_span){first + n, rest->count - n};
    return n > 0;
}

bool tally_take_dice(struct tally_span *rest, struct tally_dice *out) {
    struct tally_span seen;
    uint64_t sum = 0;
    unsigned faces = 0;
    if (!take_alike(rest, false, &seen))
        return false;
    for (size_t i = 0; i < seen.count; i++) {
        const struct tally_entry *e = &seen.entry[i];
        const unsigned most = e->c > 0 ? e->c : e->b;
        sum += e->b * e->count;
        faces = most > faces ? most : faces;
    }
    *out = (struct tally_dice){.role = seen.entry->a,
                               .faces = faces,
                               .seen = seen,
                               .rolled = tally_sum(seen),
                               .fair = tally_fairness_of(seen)};
    out->mean = tally_divide(100 * sum, out->rolled);
    return true;
}

uint64_t tally_face(const struct tally_dice *dice, unsigned face) {
    uint64_t count = 0;
    for (size_t i = 0; i < dice->seen.count; i++)
        count += dice->seen.entry[i].b == face ? dice->seen.entry[i].count : 0;
    return count;
}

double tally_face_expected(const struct tally_dice *dice, unsigned face) {
    double share = 0;
    for (size_t i = 0; i < dice->seen.count; i++)
        if (dice->seen.entry[i].c == 0)
            return NAN;
    for (unsigned faces = face; faces <= dice->faces; faces++) {
        uint64_t thrown = 0;
        for (size_t i = 0; i < dice->seen.count; i++)
            thrown += dice->seen.entry[i].c == faces ? dice->seen.entry[i].count : 0;
        share += (double)thrown / (double)dice->rolled / faces;
    }
    return share;
}

bool tally_take_pair(const struct tally_view *view, struct tally_span ruleset,
                     struct tally_span *rest, struct tally_pair *out) {
    struct tally_span span;
    if (!take_alike(rest, true, &span))
        return false;
    const unsigned attacker = span.entry->a, defender = span.entry->b;
    *out = (struct tally_pair){
        {attacker, defender},
        {tally_type_name(view, ruleset, attacker), tally_type_name(view, ruleset, defender)},
        tally_combats_of(span),
        tally_expected_of(ruleset, (int)attacker, (int)defender)};
    return true;
}

bool tally_take_supported(struct tally_span *rest, struct tally_supported *out) {
    struct tally_span span;
    if (!take_alike(rest, true, &span))
        return false;
    *out = (struct tally_supported){
        .side = span.entry->a, .supporters = span.entry->b, .fought = tally_sum(span)};
    for (size_t i = 0; i < span.count; i++) {
        out->won += span.entry[i].c == ODDS_WON ? span.entry[i].count : 0;
        out->lost += span.entry[i].c == ODDS_LOST ? span.entry[i].count : 0;
    }
    return true;
}

/* ---- totals ---------------------------------------------------------------------------------- */

const struct tally_total_form tally_totals[TOTALS] = {
#define TOTAL(id, key, hundredths, value) {#key, hundredths},
#include "output/write/tally_totals.def"
};

static uint64_t sum_of(struct tally_span ruleset, enum tally_kind kind) {
    return tally_sum(tally_kind_of(ruleset, kind));
}

static uint64_t expected_of(const struct tally_expected *e, enum tally_expect what) {
    return e->known ? tally_divide(e->billionths[what], TALLY_WHOLE / 100) : TOTAL_UNKNOWN;
}

void tally_totals_of(const struct tally_view *view, struct tally_span ruleset,
                     uint64_t out[TOTALS]) {
    const struct tally_score score = tally_score_of(view, ruleset);
    const struct tally_numbers turns = tally_numbers_of(ruleset, TALLY_TURNS);
    const struct tally_combats combats = tally_combats_of(tally_kind_of(ruleset, TALLY_COMBAT));
    const struct tally_expected e = tally_expected_of(ruleset, -1, -1);
#define TOTAL(id, key, hundredths, value) out[TOTAL_##id] = (uint64_t)(value);
#include "output/write/tally_totals.def"
}
