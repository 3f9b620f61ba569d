/* SPDX-License-Identifier: MIT */
/* A tally as text for people: sections of aligned columns and bars; grouped, one line per group. */
#include <stddef.h>
#include <stdlib.h>

#include "core/play/combat_odds.h"
#include "output/count/tally.h"
#include "output/write/aligned_table.h"
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
static void put_mean_points(xpgn_buffer *b, uint64_t n) {
    xpgn_fact_number(b, XPGN_FACT_MILLIONTHS, (int64_t)n * 10000);
}

/* Ends a section: writes its heading, and the cells in columns. */
static void end_section(struct tally_text *r, const char *head, unsigned left) {
    xpgn_buffer_printf(r->b, "\n%s\n", head);
    sheet_write(r->b, (xpgn_slice){r->cells.data, r->cells.size}, left);
    r->b->failed |= r->cells.failed;
    xpgn_buffer_clear(&r->cells);
}

/* ---- names and their frequency ---- */

static void put_share(struct tally_text *r, uint64_t n, uint64_t all) {
    put_count_cell(&r->cells, n);
    xpgn_buffer_char(&r->cells, '\t');
    sheet_percent(&r->cells, n, all);
    xpgn_buffer_char(&r->cells, '\t');
    sheet_bar(&r->cells, n, all, BAR_WIDTH);
    xpgn_buffer_char(&r->cells, '\n');
}

static int by_count(const void *left, const void *right) {
    const struct tally_entry *a = left, *b = right;
    if (a->count != b->count)
        return a->count < b->count ? 1 : -1;
    return (a->a > b->a) - (a->a < b->a);
}

/* Writes names, the most frequent first, at most `most` of them. */
static void put_names_text(struct tally_text *r, const char *head, struct tally_span span,
                           size_t most) {
    uint64_t all = tally_sum(span);
    struct tally_entry *sorted = malloc((span.count + 1) * sizeof *sorted);
    if (sorted == NULL) {
        r->b->failed = true;
        return;
    }
    for (size_t i = 0; i < span.count; i++)
        sorted[i] = span.entry[i];
    qsort(sorted, span.count, sizeof *sorted, by_count);
    for (size_t i = 0; i < span.count && i < most; i++) {
        xpgn_buffer_slice(&r->cells, r->view->name[sorted[i].a]);
        put_share(r, sorted[i].count, all);
    }
    free(sorted);
    if (span.count > 0)
        end_section(r, head, 1);
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
    end_section(r, head.failed ? "" : head.data, 1);
    r->b->failed |= head.failed;
    xpgn_buffer_free(&head);
}

/* Writes all fields of a kind, with their counts. */
static void put_kind_text(struct tally_text *r, enum tally_kind kind, struct tally_span ruleset) {
    struct tally_span span = tally_kind_of(ruleset, kind);
    uint64_t all = tally_sum(span);
    unsigned fields = 0;
    for (; fields < 4 && tally_field_name(kind, fields) != NULL; fields++)
        xpgn_buffer_printf(&r->cells, "%s\t", tally_field_name(kind, fields));
    xpgn_buffer_text(&r->cells, "count\t\t\n");
    for (size_t i = 0; i < span.count; i++) {
        for (unsigned k = 0; k < fields; k++) {
            xpgn_buffer_text(&r->cells, k > 0 ? "\t" : "");
            tally_put_field(&r->cells, r->view, ruleset, &span.entry[i], k);
        }
        put_share(r, span.entry[i].count, all);
    }
    end_section(r, tally_stats[kind].title, fields);
}

static void put_look(struct tally_text *r, enum tally_kind kind, struct tally_span ruleset) {
    const struct tally_stat *stat = &tally_stats[kind];
    switch (stat->look) {
    case LOOK_NAMES:
    case LOOK_TOP:
        put_names_text(r, stat->title, tally_kind_of(ruleset, kind),
                       stat->look == LOOK_TOP ? TALLY_TOP : SIZE_MAX);
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

static void put_role(struct tally_text *r, unsigned role, struct tally_span faces,
                     unsigned highest) {
    uint64_t sum = 0, rolled = tally_sum(faces);
    size_t i = 0;
    xpgn_buffer_text(&r->cells, tally_role_name(role));
    for (unsigned face = 1; face <= highest; face++) {
        bool seen = i < faces.count && faces.entry[i].b == face;
        put_count_cell(&r->cells, seen ? faces.entry[i].count : 0);
        sum += seen ? face * faces.entry[i++].count : 0;
    }
    put_count_cell(&r->cells, rolled);
    xpgn_buffer_char(&r->cells, '\t');
    put_mean_points(&r->cells, tally_divide(100 * sum, rolled));
    struct tally_fairness fair = tally_fairness_of(faces);
    if (fair.known) {
        xpgn_buffer_char(&r->cells, '\t');
        put_mean_points(&r->cells, fair.chi);
        xpgn_buffer_char(&r->cells, '\t');
        sheet_percent(&r->cells, fair.chance, 10000);
    }
    xpgn_buffer_char(&r->cells, '\n');
}

/* True if there were enough dice of any role for the test. */
static bool any_fairness(struct tally_span dice) {
    bool any = false;
    for (unsigned role = 0; role < ROLES; role++)
        any |= tally_fairness_of(tally_part(dice, role)).known;
    return any;
}

static void put_face_table(struct tally_text *r, struct tally_span ruleset) {
    struct tally_span dice = tally_kind_of(ruleset, TALLY_DIE);
    unsigned highest = highest_face(dice);
    if (dice.count == 0)
        return;
    for (unsigned face = 1; face <= highest; face++)
        xpgn_buffer_printf(&r->cells, "\t%u", face);
    xpgn_buffer_text(&r->cells, "\trolled\tmean");
    xpgn_buffer_text(&r->cells, any_fairness(dice) ? "\tchi2\tp\n" : "\n");
    for (unsigned role = 0; role < ROLES; role++) {
        struct tally_span faces = tally_part(dice, role);
        if (faces.count > 0)
            put_role(r, role, faces, highest);
    }
    end_section(r, "dice", 1);
}

/* ---- combats ---- */

/* Optional columns of combats, each shown if any combat had that outcome. */
static const struct combat_column {
    const char *head;
    size_t offset; /* in struct tally_combats */
} columns[] = {{"lost", offsetof(struct tally_combats, lost)},
               {"tied", offsetof(struct tally_combats, tied)},
               {"both removed", offsetof(struct tally_combats, both_removed)},
               {"attacker wounded", offsetof(struct tally_combats, wounded[0])},
               {"defender wounded", offsetof(struct tally_combats, wounded[1])}};
enum { COLUMNS = sizeof columns / sizeof *columns };

static uint64_t combat_value(const struct tally_combats *sum, unsigned column) {
    return *(const uint64_t *)((const char *)sum + columns[column].offset);
}

static void put_combat_counts(struct tally_text *r, const xpgn_slice name[2],
                              const struct tally_combats *sum, const struct tally_combats *all,
                              const struct tally_expected *expected) {
    xpgn_buffer_slice(&r->cells, name[0]);
    xpgn_buffer_char(&r->cells, '\t');
    xpgn_buffer_slice(&r->cells, name[1]);
    put_count_cell(&r->cells, sum->fought);
    put_count_cell(&r->cells, sum->won);
    xpgn_buffer_char(&r->cells, '\t');
    sheet_percent(&r->cells, sum->won, sum->fought);
    if (expected->known) {
        xpgn_buffer_char(&r->cells, '\t');
        sheet_percent(&r->cells, tally_divide(expected->billionths[EXPECT_WON], 1000),
                      sum->fought * (TALLY_WHOLE / 1000));
    }
    for (unsigned i = 0; i < COLUMNS; i++)
        if (combat_value(all, i) > 0)
            put_count_cell(&r->cells, combat_value(sum, i));
    xpgn_buffer_char(&r->cells, '\n');
}

static struct tally_combats sum_of(struct tally_span span) {
    struct tally_combats sum = {.fought = 0};
    for (size_t i = 0; i < span.count; i++)
        tally_add_combat(&sum, &span.entry[i]);
    return sum;
}

/* Takes the entries of the first attacker and defender off *rest. */
static struct tally_span take_pair(struct tally_span *rest) {
    const struct tally_entry *first = rest->entry;
    size_t n = 0;
    while (n < rest->count && rest->entry[n].a == first->a && rest->entry[n].b == first->b)
        n++;
    *rest = (struct tally_span){first + n, rest->count - n};
    return (struct tally_span){first, n};
}

static void put_combats_text(struct tally_text *r, struct tally_span ruleset) {
    struct tally_span span = tally_kind_of(ruleset, TALLY_COMBAT);
    struct tally_combats all = sum_of(span);
    if (span.count == 0)
        return;
    struct tally_expected expected = tally_expected_of(ruleset, -1, -1);
    xpgn_buffer_text(&r->cells, "attacker\tdefender\tfought\twon\t");
    xpgn_buffer_text(&r->cells, expected.known ? "\texpected" : "");
    for (unsigned i = 0; i < COLUMNS; i++)
        if (combat_value(&all, i) > 0)
            xpgn_buffer_printf(&r->cells, "\t%s", columns[i].head);
    xpgn_buffer_char(&r->cells, '\n');
    while (span.count > 0) {
        struct tally_span pair = take_pair(&span);
        struct tally_combats sum = sum_of(pair);
        struct tally_expected part = tally_expected_of(ruleset, (int)pair.entry->a, pair.entry->b);
        const xpgn_slice name[] = {tally_type_name(r->view, ruleset, pair.entry->a),
                                   tally_type_name(r->view, ruleset, pair.entry->b)};
        put_combat_counts(r, name, &sum, &all, &part);
    }
    put_combat_counts(r, (const xpgn_slice[]){{"all", 3}, {"", 0}}, &all, &all, &expected);
    end_section(r, "combats", 2);
}

/* ---- support ---- */

static void put_support_row(struct tally_text *r, const char *side, unsigned supporters,
                            const uint64_t seen[4]) {
    uint64_t fought = seen[0] + seen[1] + seen[2] + seen[3];
    xpgn_buffer_printf(&r->cells, "%s\t%u", side, supporters);
    put_count_cell(&r->cells, fought);
    put_count_cell(&r->cells, seen[ODDS_WON]);
    xpgn_buffer_char(&r->cells, '\t');
    sheet_percent(&r->cells, seen[ODDS_WON], fought);
    put_count_cell(&r->cells, seen[ODDS_LOST]);
    xpgn_buffer_char(&r->cells, '\t');
    sheet_bar(&r->cells, seen[ODDS_WON], fought, BAR_WIDTH / 2);
    xpgn_buffer_char(&r->cells, '\n');
}

static void put_support_of(struct tally_text *r, const char *side, struct tally_span span) {
    for (size_t i = 0, from = 0; i < span.count; from = i) {
        uint64_t seen[4] = {0, 0, 0, 0};
        for (; i < span.count && span.entry[i].b == span.entry[from].b; i++)
            seen[span.entry[i].c & 3] += span.entry[i].count;
        put_support_row(r, side, span.entry[from].b, seen);
    }
}

/* Writes the section on support, if any combat had a supporter. */
static void put_support(struct tally_text *r, struct tally_span ruleset) {
    struct tally_span span = tally_kind_of(ruleset, TALLY_SUPPORT);
    bool any = false;
    for (size_t i = 0; i < span.count; i++)
        any |= span.entry[i].b > 0;
    if (!any)
        return;
    xpgn_buffer_text(&r->cells, "side\tsupporters\tfought\twon\t\tlost\t\n");
    put_support_of(r, tally_role_name(ROLE_ATTACK), tally_part(span, 0));
    put_support_of(r, tally_role_name(ROLE_DEFENSE), tally_part(span, 1));
    end_section(r, "support", 1);
}

/* ---- the whole text ---- */

static void put_games(xpgn_buffer *b, uint64_t games) {
    xpgn_buffer_printf(b, "%llu game%s", (unsigned long long)games, games == 1 ? "" : "s");
}

/* Writes ", 1 illegal action that stood". */
static void put_stood(xpgn_buffer *b, uint64_t n) {
    if (n > 0)
        xpgn_buffer_printf(b, ", %llu illegal action%s that stood", (unsigned long long)n,
                           n == 1 ? "" : "s");
}

static void put_total_line(xpgn_buffer *b, const xpgn_tally *t) {
    uint64_t left_out;
    put_games(b, xpgn_tally_games(t, &left_out));
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
    put_games(r->b, tally_sum(results));
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

/* Results of games, in the order of the columns. */
enum { WHITE_WON, RED_WON, BLACK_WON, GREEN_WON, DRAWN, UNFINISHED, LEFT_OUT, FATES };
static const char *const fate_heads[FATES] = {"white won", "red won",    "black won", "green won",
                                              "drawn",     "unfinished", "left out"};

static void add_fates(const struct tally_text *r, struct tally_span span, uint64_t sum[FATES]) {
    struct tally_score s = tally_score_of(r->view, span);
    for (unsigned seat = 0; seat < 4; seat++)
        sum[WHITE_WON + seat] += s.won[seat];
    sum[DRAWN] += s.drawn;
    sum[UNFINISHED] += s.unfinished;
    sum[LEFT_OUT] += tally_sum(tally_kind_of(span, TALLY_LEFT_OUT));
}

/* Is the column shown? Results other than wins of White and Black are only if they occurred. */
static bool is_shown_fate(const uint64_t all[FATES], unsigned fate) {
    return fate == WHITE_WON || fate == BLACK_WON || all[fate] > 0;
}

/* Writes the line for one value and ruleset. */
static void put_group_text(struct tally_text *r, struct tally_span span,
                           const uint64_t all[FATES]) {
    uint64_t sum[FATES] = {0};
    add_fates(r, span, sum);
    xpgn_buffer_slice(&r->cells, r->view->name[span.entry->value]);
    xpgn_buffer_char(&r->cells, '\t');
    xpgn_buffer_slice(&r->cells, r->view->name[span.entry->ruleset]);
    put_count_cell(&r->cells, tally_sum(tally_kind_of(span, TALLY_RESULT)));
    for (unsigned i = 0; i < FATES; i++)
        if (is_shown_fate(all, i))
            put_count_cell(&r->cells, sum[i]);
    xpgn_buffer_char(&r->cells, '\t');
    tally_put_hundredths(&r->cells, TALLY_TURNS, tally_numbers_of(span, TALLY_TURNS).mean);
    xpgn_buffer_char(&r->cells, '\n');
}

static void put_groups(struct tally_text *r, const xpgn_tally *t) {
    const struct tally_span whole = {r->view->entry, r->view->count};
    struct tally_span rest = whole, span;
    uint64_t all[FATES] = {0};
    while (tally_take_ruleset(&rest, &span))
        add_fates(r, span, all);
    xpgn_buffer_printf(&r->cells, "%s\truleset\tgames", t->by);
    for (unsigned i = 0; i < FATES; i++)
        if (is_shown_fate(all, i))
            xpgn_buffer_printf(&r->cells, "\t%s", fate_heads[i]);
    xpgn_buffer_text(&r->cells, "\tmean turns\n");
    for (rest = whole; tally_take_ruleset(&rest, &span);)
        put_group_text(r, span, all);
    end_section(r, "games, and who won them", 2);
}

void tally_write_text(xpgn_buffer *b, const xpgn_tally *t, const struct tally_view *view) {
    struct tally_text r = {.b = b, .view = view};
    struct tally_span rest = {view->entry, view->count};
    put_total_line(b, t);
    if (t->by != NULL && view->count > 0)
        put_groups(&r, t);
    for (struct tally_span span; t->by == NULL && tally_take_ruleset(&rest, &span);)
        put_ruleset_text(&r, span);
    b->failed |= r.cells.failed;
    xpgn_buffer_free(&r.cells);
}
