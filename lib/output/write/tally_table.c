/* SPDX-License-Identifier: MIT */
/* A tally as CSV or TSV: one row per ruleset, and per value of the grouping tag. */
#include "core/base/slice.h"
#include "output/write/tally_rows.h"
#include "output/write/tally_write.h"

static void put_tally_head(struct row_writer *t, const char *by) {
    if (by != NULL)
        row_cell(t, slice_of(by));
    row_cell(t, slice_of("ruleset"));
    for (unsigned i = 0; i < TOTALS; i++)
        row_cell(t, slice_of(tally_totals[i].key));
    row_end_head(t);
}

static void put_totals(struct row_writer *t, const uint64_t total[TOTALS]) {
    for (unsigned i = 0; i < TOTALS; i++) {
        row_next(t);
        if (total[i] != TOTAL_UNKNOWN && tally_totals[i].hundredths)
            tally_put_fixed(t->b, total[i]);
        else if (total[i] != TOTAL_UNKNOWN)
            xpgn_buffer_printf(t->b, "%llu", (unsigned long long)total[i]);
    }
    row_end(t);
}

void tally_write_table(xpgn_buffer *b, const xpgn_tally *tally, const struct tally_view *view,
                       xpgn_cell form, bool head) {
    struct row_writer t = {.b = b, .form = form, .right = tally->by != NULL ? ~3ull : ~1ull};
    struct tally_span rest = {view->entry, view->count};
    uint64_t total[TOTALS];
    if (head)
        put_tally_head(&t, tally->by);
    for (struct tally_span span; tally_take_ruleset(&rest, &span);) {
        if (tally->by != NULL)
            row_cell(&t, view->name[span.entry->value]);
        row_cell(&t, view->name[span.entry->ruleset]);
        tally_totals_of(view, span, total);
        put_totals(&t, total);
    }
}
