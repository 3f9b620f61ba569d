/* SPDX-License-Identifier: MIT */
/* Calls the writer for the format asked for. */
#include "output/write/tally_write.h"

void xpgn_tally_write(xpgn_buffer *b, const xpgn_tally *t, unsigned format) {
    struct tally_view view;
    bool head = tally_has_head(format);
    if (t->failed || !tally_view_open(&view, t)) {
        b->failed = true;
        return;
    }
    unsigned form = format & (XPGN_TALLY_NO_HEADER - 1u);
    unsigned only = form != XPGN_TALLY_JSON && form != XPGN_TALLY_PARTIAL
                        ? format & (XPGN_TALLY_LUCK | XPGN_TALLY_FAIRNESS)
                        : 0;
    if (only != 0) {
        if ((only & XPGN_TALLY_LUCK) != 0)
            luck_write(b, t, &view, format);
        else
            tally_write_fairness(b, t, &view, format);
        tally_view_close(&view);
        return;
    }
    switch ((xpgn_tally_format)form) {
    case XPGN_TALLY_TEXT:
        tally_write_text(b, t, &view);
        break;
    case XPGN_TALLY_JSON:
        tally_write_json(b, t, &view);
        break;
    case XPGN_TALLY_CSV:
    case XPGN_TALLY_TSV:
    case XPGN_TALLY_MARKDOWN:
        tally_write_table(b, t, &view, tally_cell_form(format), head);
        break;
    case XPGN_TALLY_PARTIAL:
        tally_write_partial(b, t, &view, (format & XPGN_TALLY_INCOMPLETE) == 0);
        break;
    }
    tally_view_close(&view);
}
