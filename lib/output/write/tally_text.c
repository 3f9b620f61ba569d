/* SPDX-License-Identifier: MIT */
/* A tally as text for people: sections of aligned columns and bars; grouped, one line per group. */
#include <stdlib.h>

#include "output/write/aligned_table.h"
#include "output/write/tally_rows.h"
#include "output/write/tally_write.h"

enum { BAR_WIDTH = 40 };

/* The text being written; `cells` collects one section. */
struct tally_text {
    xpgn_buffer *b;
    const struct tally_view *view;
    xpgn_buffer cells;
};

static void put_count_cell(xpgn_buffer *cells, uint64_t n) {
    xpgn_buffer_printf(cells, "\t%llu", (unsigned long long)n);
}

/* Writes 5750 as 57.5, 5700 as 57. */
static void put_mean_cell(xpgn_buffer *cells, uint64_t n) {
    xpgn_buffer_char(cells, '\t');
    xpgn_fact_number(cells, XPGN_VALUE_MILLIONTHS, (int64_t)n * 10000);
}

static void put_percent_cell(xpgn_buffer *cells, uint64_t n, uint64_t all) {
    xpgn_buffer_char(cells, '\t');
    sheet_percent(cells, n, all);
}

static void put_bar_cell(xpgn_buffer *cells, uint64_t n, uint64_t all, unsigned width) {
    xpgn_buffer_char(cells, '\t');
    sheet_bar(cells, n, all, width);
    xpgn_buffer_char(cells, '\n');
}

/* Appends a key as a heading: "both removed". */
static void put_head_cell(xpgn_buffer *cells, const char *key) {
    xpgn_buffer_char(cells, '\t');
    for (; *key != '\0'; key++)
        xpgn_buffer_char(cells, *key == '_' ? ' ' : *key);
}

/* ---- names and their frequency ---- */

static void put_share(struct tally_text *r, uint64_t n, uint64_t all) {
    put_count_cell(&r->cells, n);
    put_percent_cell(&r->cells, n, all);
    put_bar_cell(&r->cells, n, all, BAR_WIDTH);
}

static int by_count(const void *left, const void *right) {
    const struct tally_entry *a = left, *b = right;
    if (a->count != b->count)
        return a->count < b->count ? 1 : -1;
    return (a->a > b->a) - (a->a < b->a);
}

/* Writes the fields and counts of entries. */
static void put_shares(struct tally_text *r, struct tally_span ruleset, struct tally_span span,
                       size_t most) {
    const uint64_t all = tally_sum(span);
    for (size_t i = 0; i < span.count && i < most; i++) {
        tally_put_fields(&r->cells, r->view, ruleset, &span.entry[i], "\t");
        put_share(r, span.entry[i].count, all);
    }
}

/* Writes names, the most frequent first, at most `most` of them. */
static void put_names_text(struct tally_text *r, enum tally_kind kind, struct tally_span ruleset,
                           size_t most) {
    const struct tally_span span = tally_kind_of(ruleset, kind);
    struct tally_entry *sorted = malloc((span.count + 1) * sizeof *sorted);
    if (sorted == NULL) {
        r->b->failed = true;
        return;
    }
    for (size_t i = 0; i < span.count; i++)
        sorted[i] = span.entry[i];
    qsort(sorted, span.count, sizeof *sorted, by_count);
    put_shares(r, ruleset, (struct tally_span){sorted, span.count}, most);
    free(sorted);
    if (span.count > 0)
        sheet_section(r->b, tally_stats[kind].title, &r->cells, 1);
}

/* ---- numbers, and the kinds of tally_stats.def ---- */

static void put_histogram_text(struct tally_text *r, enum tally_kind kind,
                               struct tally_span ruleset) {
    const struct tally_numbers t = tally_numbers_of(ruleset, kind);
    if (t.count == 0) /* every game has a missing half-move */
        return;
    for (struct tally_bin bin = tally_bins(ruleset, kind); tally_next_bin(&bin);) {
        tally_put_bin(&r->cells, &bin);
        put_share(r, bin.count, t.count);
    }
    xpgn_buffer head = {0};
    xpgn_buffer_printf(&head, "%s: ", tally_stats[kind].title);
    tally_put_number(&head, kind, t.min);
    xpgn_buffer_text(&head, " to ");
    tally_put_number(&head, kind, t.max);
    xpgn_buffer_text(&head, ", median ");
    tally_put_hundredths(&head, kind, t.median);
    xpgn_buffer_text(&head, ", mean ");
    tally_put_hundredths(&head, kind, t.mean);
    xpgn_buffer_char(&head, '\0');
    sheet_section(r->b, head.failed ? "" : head.data, &r->cells, 1);
    r->b->failed |= head.failed;
    xpgn_buffer_free(&head);
}

/* Writes all fields of a kind, with their counts. */
static void put_kind_text(struct tally_text *r, enum tally_kind kind, struct tally_span ruleset) {
    unsigned fields = 0;
    for (; fields < 4 && tally_field_name(kind, fields) != NULL; fields++)
        xpgn_buffer_printf(&r->cells, "%s\t", tally_field_name(kind, fields));
    xpgn_buffer_text(&r->cells, "count\t\t\n");
    put_shares(r, ruleset, tally_kind_of(ruleset, kind), SIZE_MAX);
    sheet_section(r->b, tally_stats[kind].title, &r->cells, fields);
}

static void put_look(struct tally_text *r, enum tally_kind kind, struct tally_span ruleset) {
    const enum tally_look look = tally_stats[kind].look;
    switch (look) {
    case LOOK_NAMES:
    case LOOK_TOP:
        put_names_text(r, kind, ruleset, look == LOOK_TOP ? TALLY_TOP : SIZE_MAX);
        break;
    case LOOK_HISTOGRAM:
        put_histogram_text(r, kind, ruleset);
        break;
    case LOOK_TABLE:
        put_kind_text(r, kind, ruleset);
        break;
    case LOOK_OWN:
        break;
    }
}

/* ---- dice ---- */

static unsigned highest_face(struct tally_span dice) {
    unsigned highest = 6;
    for (size_t i = 0; i < dice.count; i++)
        highest = dice.entry[i].b > highest ? dice.entry[i].b : highest;
    return highest;
}

static void put_role(struct tally_text *r, const struct tally_dice *dice, unsigned highest) {
    xpgn_buffer_text(&r->cells, tally_role_name(dice->role));
    for (unsigned face = 1; face <= highest; face++)
        put_count_cell(&r->cells, tally_face(dice, face));
    put_count_cell(&r->cells, dice->rolled);
    put_mean_cell(&r->cells, dice->mean);
    if (dice->fair.known) {
        put_mean_cell(&r->cells, dice->fair.chi);
        put_percent_cell(&r->cells, dice->fair.chance, 10000);
    }
    xpgn_buffer_char(&r->cells, '\n');
}

static void put_face_table(struct tally_text *r, struct tally_span ruleset) {
    const struct tally_span span = tally_kind_of(ruleset, TALLY_DIE);
    struct tally_span rest = span;
    struct tally_dice dice;
    unsigned highest = highest_face(span);
    bool tested = false; /* enough dice of any role */
    if (span.count == 0)
        return;
    while (tally_take_dice(&rest, &dice))
        tested |= dice.fair.known;
    for (unsigned face = 1; face <= highest; face++)
        xpgn_buffer_printf(&r->cells, "\t%u", face);
    xpgn_buffer_printf(&r->cells, "\trolled\tmean%s\n", tested ? "\tchi2\tp" : "");
    for (rest = span; tally_take_dice(&rest, &dice);)
        put_role(r, &dice, highest);
    sheet_section(r->b, "dice", &r->cells, 1);
}

/* ---- combats ---- */

/* Writes the outcomes of combats after `fought`; of those but won only what came in any combat. */
static void put_outcomes(struct tally_text *r, const struct tally_combats *sum,
                         const struct tally_combats *all, const struct tally_expected *expected) {
    put_count_cell(&r->cells, sum->fought);
    put_count_cell(&r->cells, sum->of[EXPECT_WON]);
    put_percent_cell(&r->cells, sum->of[EXPECT_WON], sum->fought);
    if (expected->known)
        put_percent_cell(&r->cells, tally_divide(expected->billionths[EXPECT_WON], 1000),
                         sum->fought * (TALLY_WHOLE / 1000));
    for (unsigned i = EXPECT_LOST; i < EXPECTS; i++)
        if (all->of[i] > 0)
            put_count_cell(&r->cells, sum->of[i]);
    xpgn_buffer_char(&r->cells, '\n');
}

static void put_combats_text(struct tally_text *r, struct tally_span ruleset) {
    struct tally_span rest = tally_kind_of(ruleset, TALLY_COMBAT);
    const struct tally_combats all = tally_combats_of(rest);
    const struct tally_expected expected = tally_expected_of(ruleset, -1, -1);
    if (rest.count == 0)
        return;
    xpgn_buffer_text(&r->cells, "attacker\tdefender\tfought\twon\t");
    xpgn_buffer_text(&r->cells, expected.known ? "\texpected" : "");
    for (unsigned i = EXPECT_LOST; i < EXPECTS; i++)
        if (all.of[i] > 0)
            put_head_cell(&r->cells, tally_outcome_name(i));
    xpgn_buffer_char(&r->cells, '\n');
    for (struct tally_pair pair; tally_take_pair(r->view, ruleset, &rest, &pair);) {
        xpgn_buffer_printf(&r->cells, "%.*s\t%.*s", SLICE(pair.name[0]), SLICE(pair.name[1]));
        put_outcomes(r, &pair.sum, &all, &pair.expected);
    }
    xpgn_buffer_text(&r->cells, "all\t");
    put_outcomes(r, &all, &all, &expected);
    sheet_section(r->b, "combats", &r->cells, 2);
}

/* ---- support ---- */

/* Writes the section on support, if any combat had a supporter. */
static void put_support(struct tally_text *r, struct tally_span ruleset) {
    struct tally_span rest = tally_kind_of(ruleset, TALLY_SUPPORT);
    bool any = false;
    for (size_t i = 0; i < rest.count; i++)
        any |= rest.entry[i].b > 0;
    if (!any)
        return;
    xpgn_buffer_text(&r->cells, "side\tsupporters\tfought\twon\t\tlost\t\n");
    for (struct tally_supported s; tally_take_supported(&rest, &s);) {
        xpgn_buffer_printf(&r->cells, "%s\t%u",
                           tally_role_name(s.side == 0 ? ROLE_ATTACK : ROLE_DEFENSE), s.supporters);
        put_count_cell(&r->cells, s.fought);
        put_count_cell(&r->cells, s.won);
        put_percent_cell(&r->cells, s.won, s.fought);
        put_count_cell(&r->cells, s.lost);
        put_bar_cell(&r->cells, s.won, s.fought, BAR_WIDTH / 2);
    }
    sheet_section(r->b, "support", &r->cells, 1);
}

/* ---- the whole text ---- */

/* Writes ", 1 illegal action that stood". */
static void put_stood(xpgn_buffer *b, uint64_t n) {
    if (n > 0)
        xpgn_buffer_printf(b, ", %llu illegal action%s that stood", (unsigned long long)n,
                           n == 1 ? "" : "s");
}

void tally_put_games(xpgn_buffer *b, uint64_t games) {
    xpgn_buffer_printf(b, "%llu game%s", (unsigned long long)games, games == 1 ? "" : "s");
}

void tally_put_total_line(xpgn_buffer *b, const xpgn_tally *t) {
    uint64_t left_out;
    tally_put_games(b, xpgn_tally_games(t, &left_out));
    if (left_out > 0)
        xpgn_buffer_printf(b, ", %llu with errors left out", (unsigned long long)left_out);
    xpgn_buffer_char(b, '\n');
}

static void put_ruleset_text(struct tally_text *r, struct tally_span span) {
    struct tally_span results = tally_kind_of(span, TALLY_RESULT);
    if (results.count == 0)
        return;
    xpgn_buffer_char(r->b, '\n');
    xpgn_buffer_slice(r->b, r->view->name[span.entry->ruleset]);
    xpgn_buffer_text(r->b, ": ");
    tally_put_games(r->b, tally_sum(results));
    put_stood(r->b, tally_sum(tally_kind_of(span, TALLY_STOOD)));
    xpgn_buffer_char(r->b, '\n');
    put_look(r, TALLY_RESULT, span);
    put_look(r, TALLY_ENDING, span);
    put_look(r, TALLY_TURNS, span);
    put_look(r, TALLY_FIRST, span);
    put_face_table(r, span);
    put_combats_text(r, span);
    put_support(r, span);
    for (unsigned kind = 0; tally_next_look(span, &kind);)
        put_look(r, kind, span);
}

/* The totals that a group's line has. */
static const uint8_t fates[] = {TOTAL_WHITE_WON, TOTAL_RED_WON,    TOTAL_BLACK_WON, TOTAL_GREEN_WON,
                                TOTAL_DRAWN,     TOTAL_UNFINISHED, TOTAL_LEFT_OUT};
enum { FATES = sizeof fates / sizeof *fates };

/* Is the column shown? Results other than wins of White and Black are only if they occurred. */
static bool is_shown_fate(const uint64_t all[TOTALS], unsigned total) {
    return total == TOTAL_WHITE_WON || total == TOTAL_BLACK_WON || all[total] > 0;
}

/* Writes the line for one value and ruleset. */
static void put_group_text(struct tally_text *r, struct tally_span span,
                           const uint64_t all[TOTALS]) {
    uint64_t total[TOTALS];
    tally_totals_of(r->view, span, total);
    xpgn_buffer_printf(&r->cells, "%.*s\t%.*s", SLICE(r->view->name[span.entry->value]),
                       SLICE(r->view->name[span.entry->ruleset]));
    put_count_cell(&r->cells, total[TOTAL_GAMES]);
    for (unsigned i = 0; i < FATES; i++)
        if (is_shown_fate(all, fates[i]))
            put_count_cell(&r->cells, total[fates[i]]);
    put_mean_cell(&r->cells, total[TOTAL_TURNS_MEAN]);
    xpgn_buffer_char(&r->cells, '\n');
}

static void put_groups(struct tally_text *r, const xpgn_tally *t) {
    const struct tally_span whole = {r->view->entry, r->view->count};
    struct tally_span rest = whole, span;
    uint64_t all[TOTALS] = {0}, total[TOTALS];
    while (tally_take_ruleset(&rest, &span)) {
        tally_totals_of(r->view, span, total);
        for (unsigned i = 0; i < TOTALS; i++)
            all[i] += total[i];
    }
    xpgn_buffer_printf(&r->cells, "%s\truleset\tgames", t->by);
    for (unsigned i = 0; i < FATES; i++)
        if (is_shown_fate(all, fates[i]))
            put_head_cell(&r->cells, tally_totals[fates[i]].key);
    xpgn_buffer_text(&r->cells, "\tmean turns\n");
    for (rest = whole; tally_take_ruleset(&rest, &span);)
        put_group_text(r, span, all);
    sheet_section(r->b, "games, and who won them", &r->cells, 2);
}

void tally_write_text(xpgn_buffer *b, const xpgn_tally *t, const struct tally_view *view) {
    struct tally_text r = {.b = b, .view = view};
    struct tally_span rest = {view->entry, view->count};
    tally_put_total_line(b, t);
    if (t->by != NULL && view->count > 0)
        put_groups(&r, t);
    for (struct tally_span span; t->by == NULL && tally_take_ruleset(&rest, &span);)
        put_ruleset_text(&r, span);
}
