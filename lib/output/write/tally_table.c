/* SPDX-License-Identifier: MIT */
/* A tally as CSV or TSV: one row per ruleset, and per value of the grouping tag. */
#include <string.h>

#include "core/base/slice.h"
#include "output/count/tally.h"
#include "output/write/tally_write.h"

static void put_points_column(xpgn_row *t, uint64_t n) {
    xpgn_row_next(t);
    xpgn_buffer_printf(t->b, "%llu.%02u", (unsigned long long)(n / 100), (unsigned)(n % 100));
}

static void put_tally_head(xpgn_row *t, const char *by) {
    static const char *const columns[] = {
        "ruleset",      "games",        "left_out",     "white_won",         "red_won",
        "black_won",    "green_won",    "drawn",        "unfinished",        "turns_min",
        "turns_median", "turns_mean",   "turns_max",    "combats",           "won",
        "lost",         "tied",         "both_removed", "attackers_wounded", "defenders_wounded",
        "stood",        "won_expected", "lost_expected"};
    if (by != NULL)
        xpgn_row_cell(t, slice_of(by));
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        xpgn_row_cell(t, slice_of(columns[i]));
    xpgn_row_end_head(t);
}

static void put_results(xpgn_row *t, const struct tally_view *view, struct tally_span span) {
    struct tally_score score = tally_score_of(view, span);
    for (unsigned i = 0; i < 4; i++)
        xpgn_row_number(t, score.won[i]);
    xpgn_row_number(t, score.drawn);
    xpgn_row_number(t, score.unfinished);
}

static void put_turns(xpgn_row *t, struct tally_span span) {
    const struct tally_numbers turns = tally_numbers_of(span, TALLY_TURNS);
    xpgn_row_number(t, (uint64_t)turns.min);
    put_points_column(t, (uint64_t)turns.median);
    put_points_column(t, (uint64_t)turns.mean);
    xpgn_row_number(t, (uint64_t)turns.max);
}

static void put_combat_rows(xpgn_row *t, struct tally_span span) {
    struct tally_combats sum = {.fought = 0};
    struct tally_span combats = tally_kind_of(span, TALLY_COMBAT);
    for (size_t i = 0; i < combats.count; i++)
        tally_add_combat(&sum, &combats.entry[i]);
    xpgn_row_number(t, sum.fought);
    xpgn_row_number(t, sum.won);
    xpgn_row_number(t, sum.lost);
    xpgn_row_number(t, sum.tied);
    xpgn_row_number(t, sum.both_removed);
    xpgn_row_number(t, sum.wounded[0]);
    xpgn_row_number(t, sum.wounded[1]);
}

/* Writes the expected wins and losses; empty cells if there were no dice. */
static void put_expected_rows(xpgn_row *t, struct tally_span span) {
    struct tally_expected e = tally_expected_of(span, -1, -1);
    for (unsigned i = EXPECT_WON; i <= EXPECT_LOST; i++) {
        if (e.known)
            put_points_column(t, tally_divide(e.billionths[i], TALLY_WHOLE / 100));
        else
            xpgn_row_cell(t, slice_of(""));
    }
}

void tally_write_table(xpgn_buffer *b, const xpgn_tally *tally, const struct tally_view *view,
                       xpgn_cell form, bool head) {
    xpgn_row t = {.b = b, .form = form, .right = tally->by != NULL ? ~3ull : ~1ull};
    struct tally_span rest = {view->entry, view->count};
    if (head)
        put_tally_head(&t, tally->by);
    for (struct tally_span span; tally_take_ruleset(&rest, &span);) {
        if (tally->by != NULL)
            xpgn_row_cell(&t, view->name[span.entry->value]);
        xpgn_row_cell(&t, view->name[span.entry->ruleset]);
        xpgn_row_number(&t, tally_sum(tally_kind_of(span, TALLY_RESULT)));
        xpgn_row_number(&t, tally_sum(tally_kind_of(span, TALLY_LEFT_OUT)));
        put_results(&t, view, span);
        put_turns(&t, span);
        put_combat_rows(&t, span);
        xpgn_row_number(&t, tally_sum(tally_kind_of(span, TALLY_STOOD)));
        put_expected_rows(&t, span);
        xpgn_row_end(&t);
    }
}
