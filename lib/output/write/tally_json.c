/* SPDX-License-Identifier: MIT */
/* A tally as one JSON object; its keys are in xpgn-json(5). */
#include "core/base/slice.h"
#include "output/write/tally_rows.h"
#include "output/write/tally_write.h"

static void put_json_number(xpgn_buffer *b, const char *key, uint64_t n) {
    json_number(b, key, (int64_t)n);
}

static void put_fixed(xpgn_buffer *b, const char *key, uint64_t hundredths) {
    json_key(b, key);
    tally_put_fixed(b, hundredths);
}

/* Writes {"1-0":18,"0-1":20}: what a kind counts, which has one field. */
static void put_counts(xpgn_buffer *b, const struct tally_view *view, const char *key,
                       enum tally_kind kind, struct tally_span ruleset) {
    const struct tally_span span = tally_kind_of(ruleset, kind);
    xpgn_buffer text = {0};
    json_open(b, key, "{");
    for (size_t i = 0; i < span.count; i++) {
        xpgn_buffer_clear(&text);
        tally_put_field(&text, view, ruleset, &span.entry[i], 0);
        json_slice(b, NULL, slice_given((xpgn_slice){text.data, text.size}));
        xpgn_buffer_printf(b, ":%llu", (unsigned long long)span.entry[i].count);
        b->failed |= text.failed;
    }
    xpgn_buffer_char(b, '}');
    xpgn_buffer_free(&text);
}

static void put_kind_value(xpgn_buffer *b, const char *key, enum tally_kind kind, int64_t n) {
    json_key(b, key);
    tally_put_number(b, kind, n);
}

/* Writes a mean with two decimals, of a fact with decimals with as many as needed. */
static void put_mean_json(xpgn_buffer *b, const char *key, enum tally_kind kind, int64_t n) {
    const xpgn_fact *f = tally_fact_of(kind, 0);
    if (n >= 0 && (f == NULL || f->type != XPGN_VALUE_MILLIONTHS)) {
        put_fixed(b, key, (uint64_t)n);
        return;
    }
    json_key(b, key);
    tally_put_hundredths(b, kind, n);
}

static void put_histogram_json(xpgn_buffer *b, const struct tally_view *view, enum tally_kind kind,
                               struct tally_span ruleset) {
    const struct tally_numbers t = tally_numbers_of(ruleset, kind);
    json_open(b, tally_stats[kind].key, "{");
    put_kind_value(b, "total", kind, t.total);
    put_kind_value(b, "min", kind, t.min);
    put_mean_json(b, "median", kind, t.median);
    put_mean_json(b, "mean", kind, t.mean);
    put_kind_value(b, "max", kind, t.max);
    put_counts(b, view, "histogram", kind, ruleset);
    xpgn_buffer_char(b, '}');
}

/* Writes [{"attacker":"pawn","margin":2,"count":7}]. */
static void put_kind_json(xpgn_buffer *b, const struct tally_view *view, enum tally_kind kind,
                          struct tally_span ruleset) {
    struct tally_span span = tally_kind_of(ruleset, kind);
    xpgn_buffer text = {0};
    json_open(b, tally_stats[kind].key, "[");
    for (size_t i = 0; i < span.count; i++) {
        json_open(b, NULL, "{");
        for (unsigned k = 0; k < 4 && tally_field_name(kind, k) != NULL; k++) {
            const xpgn_fact *f = tally_fact_of(kind, k);
            xpgn_buffer_clear(&text);
            tally_put_field(&text, view, ruleset, &span.entry[i], k);
            json_key(b, tally_field_name(kind, k));
            if (f == NULL ? !tally_range_of(kind, k).named : f->type == XPGN_VALUE_NUMBER)
                xpgn_buffer_put(b, text.data, text.size);
            else
                xpgn_buffer_json(b, (xpgn_slice){text.data, text.size});
            b->failed |= text.failed;
        }
        put_json_number(b, "count", span.entry[i].count);
        xpgn_buffer_char(b, '}');
    }
    xpgn_buffer_char(b, ']');
    xpgn_buffer_free(&text);
}

static void put_look_json(xpgn_buffer *b, const struct tally_view *view, enum tally_kind kind,
                          struct tally_span ruleset) {
    switch (tally_stats[kind].look) {
    case LOOK_NAMES:
    case LOOK_TOP:
        put_counts(b, view, tally_stats[kind].key, kind, ruleset);
        break;
    case LOOK_HISTOGRAM:
        put_histogram_json(b, view, kind, ruleset);
        break;
    case LOOK_TABLE:
        put_kind_json(b, view, kind, ruleset);
        break;
    case LOOK_OWN:
        break;
    }
}

/* Writes chi squared and p; null if there were too few dice. */
static void put_fairness(xpgn_buffer *b, struct tally_fairness fair) {
    if (!fair.known) {
        json_text(b, "chi_squared", NULL);
        json_text(b, "p", NULL);
        return;
    }
    put_fixed(b, "chi_squared", fair.chi);
    json_printf(b, "p", "%u.%04u", (unsigned)(fair.chance / 10000),
                (unsigned)(fair.chance % 10000));
}

static void put_role_json(xpgn_buffer *b, const struct tally_dice *dice) {
    json_open(b, tally_role_name(dice->role), "{");
    put_json_number(b, "rolled", dice->rolled);
    put_fixed(b, "mean", dice->mean);
    put_fairness(b, dice->fair);
    json_open(b, "faces", "{");
    for (unsigned face = 1; face <= dice->faces; face++)
        if (tally_face(dice, face) > 0)
            json_printf(b, NULL, "\"%u\":%llu", face, (unsigned long long)tally_face(dice, face));
    xpgn_buffer_text(b, "}}");
}

static void put_dice_json(xpgn_buffer *b, struct tally_span ruleset) {
    struct tally_span rest = tally_kind_of(ruleset, TALLY_DIE);
    json_open(b, "dice", "{");
    for (struct tally_dice dice; tally_take_dice(&rest, &dice);)
        put_role_json(b, &dice);
    xpgn_buffer_char(b, '}');
}

/* Writes expected numbers with six decimals; null if there were no dice. */
static void put_expected_json(xpgn_buffer *b, const struct tally_expected *e) {
    if (!e->known) {
        json_text(b, "expected", NULL);
        return;
    }
    json_open(b, "expected", "{");
    for (unsigned i = 0; i < EXPECTS; i++) {
        uint64_t n = tally_divide(e->billionths[i], 1000);
        json_printf(b, tally_outcome_name(i), "%llu.%06u", (unsigned long long)(n / 1000000),
                    (unsigned)(n % 1000000));
    }
    xpgn_buffer_char(b, '}');
}

static void put_combats_json(xpgn_buffer *b, const struct tally_view *view,
                             struct tally_span ruleset) {
    struct tally_span rest = tally_kind_of(ruleset, TALLY_COMBAT);
    json_open(b, "combats", "[");
    for (struct tally_pair pair; tally_take_pair(view, ruleset, &rest, &pair);) {
        json_open(b, NULL, "{");
        json_slice(b, "attacker", pair.name[0]);
        json_slice(b, "defender", pair.name[1]);
        put_json_number(b, "fought", pair.sum.fought);
        for (unsigned i = 0; i < EXPECTS; i++)
            put_json_number(b, tally_outcome_name(i), pair.sum.of[i]);
        put_expected_json(b, &pair.expected);
        xpgn_buffer_char(b, '}');
    }
    xpgn_buffer_char(b, ']');
}

/* Writes [{"supporters":0,"fought":12,"won":7,"lost":3}] for one side. */
static void put_support(xpgn_buffer *b, const char *key, struct tally_span rest) {
    json_open(b, key, "[");
    for (struct tally_supported s; tally_take_supported(&rest, &s);) {
        json_open(b, NULL, "{");
        put_json_number(b, "supporters", s.supporters);
        put_json_number(b, "fought", s.fought);
        put_json_number(b, "won", s.won);
        put_json_number(b, "lost", s.lost);
        xpgn_buffer_char(b, '}');
    }
    xpgn_buffer_char(b, ']');
}

static void put_ruleset_json(xpgn_buffer *b, const struct tally_view *view,
                             struct tally_span ruleset) {
    struct tally_span support = tally_kind_of(ruleset, TALLY_SUPPORT);
    xpgn_buffer_char(b, '{');
    put_json_number(b, "games", tally_sum(tally_kind_of(ruleset, TALLY_RESULT)));
    put_look_json(b, view, TALLY_RESULT, ruleset);
    put_look_json(b, view, TALLY_TURNS, ruleset);
    put_look_json(b, view, TALLY_ENDING, ruleset);
    put_look_json(b, view, TALLY_FIRST, ruleset);
    put_dice_json(b, ruleset);
    put_combats_json(b, view, ruleset);
    json_open(b, "support", "{");
    put_support(b, "attack", tally_part(support, 0));
    put_support(b, "defense", tally_part(support, 1));
    xpgn_buffer_char(b, '}');
    put_json_number(b, "stood", tally_sum(tally_kind_of(ruleset, TALLY_STOOD)));
    for (unsigned kind = 0; tally_next_look(ruleset, &kind);)
        put_look_json(b, view, kind, ruleset);
    if (tally_kind_of(ruleset, TALLY_MEASURED).count > 0)
        luck_write_json(b, view, ruleset);
    xpgn_buffer_char(b, '}');
}

static uint64_t sum_of_kind(struct tally_span span, enum tally_kind kind) {
    uint64_t sum = 0;
    for (size_t i = 0; i < span.count; i++)
        sum += span.entry[i].kind == (unsigned)kind ? span.entry[i].count : 0;
    return sum;
}

/* Writes "games", "left_out" and "rulesets", for all games or for one value of the tag. */
static void put_body(xpgn_buffer *b, const struct tally_view *view, struct tally_span span,
                     bool rulesets) {
    put_json_number(b, "games", sum_of_kind(span, TALLY_RESULT));
    put_json_number(b, "left_out", sum_of_kind(span, TALLY_LEFT_OUT));
    if (!rulesets)
        return;
    json_open(b, "rulesets", "{");
    for (struct tally_span ruleset; tally_take_ruleset(&span, &ruleset);) {
        if (tally_kind_of(ruleset, TALLY_RESULT).count == 0)
            continue;
        json_slice(b, NULL, view->name[ruleset.entry->ruleset]);
        xpgn_buffer_char(b, ':');
        put_ruleset_json(b, view, ruleset);
    }
    xpgn_buffer_char(b, '}');
}

static void put_groups(xpgn_buffer *b, const struct tally_view *view, struct tally_span span) {
    json_open(b, "groups", "[");
    for (struct tally_span value; tally_take_value(&span, &value);) {
        json_open(b, NULL, "{");
        json_slice(b, "value", view->name[value.entry->value]);
        put_body(b, view, value, true);
        xpgn_buffer_char(b, '}');
    }
    xpgn_buffer_char(b, ']');
}

void tally_write_json(xpgn_buffer *b, const xpgn_tally *t, const struct tally_view *view) {
    struct tally_span all = {view->entry, view->count};
    xpgn_buffer_char(b, '{');
    put_body(b, view, all, t->by == NULL);
    if (t->by != NULL) {
        json_text(b, "by", t->by);
        put_groups(b, view, all);
    }
    luck_write_least_json(b, t);
    tally_write_fairness_json(b, t, view);
    xpgn_buffer_text(b, "}\n");
}
