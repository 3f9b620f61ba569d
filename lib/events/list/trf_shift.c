/* SPDX-License-Identifier: MIT */
/*
 * Programs that pad names by bytes, or not at all, shift the columns after the name. The FIDE
 * number, points and rounds show where the columns are, as each field has its own characters.
 */
#include "events/list/trf.h"

enum { MOST = 12, ID = 58, ID_END = 68, POINTS = 81, RANK = 86 };

static bool is_blank_column(const trf_line *l, uint32_t column) {
    return trf_field(l, column, column).size == 0;
}

static bool rounds_fit(const trf_line *l) {
    uint32_t columns = (uint32_t)((int)l->columns - l->shift);
    for (uint32_t at = TRF_FIRST; at <= columns && at < TRF_WIDTH; at += TRF_COLUMN)
        if (!is_blank_column(l, at + 4) || !is_blank_column(l, at + 6) ||
            !slice_has_only(trf_field(l, at, at + 3), "0123456789") ||
            !slice_has_only(trf_field(l, at + 5, at + 5), "wWbBsS-") ||
            !slice_has_only(trf_field(l, at + 7, at + 7), "1=0WDLHFUZ+-wdlhfuz"))
            return false;
    return true;
}

static bool columns_fit(const trf_line *l) {
    static const uint8_t blank[] = {48, 53, 57, 69, 80, 85, 90, 91};
    int32_t points;
    xpgn_slice p = trf_field(l, POINTS, POINTS + 3);
    for (size_t i = 0; i < sizeof blank; i++)
        if (!is_blank_column(l, blank[i]))
            return false;
    return slice_has_only(trf_field(l, 49, 52), "0123456789") &&
           slice_has_only(trf_field(l, ID, ID_END), "0123456789") &&
           (p.size == 0 || event_points_read(p, &points)) &&
           slice_has_only(trf_field(l, RANK, RANK + 3), "0123456789");
}

/* True if the line has enough to confirm a shift: a FIDE number, or points and a first round. */
static bool is_sure(const trf_line *l) {
    return trf_field(l, ID, ID_END).size > 0 || (trf_field(l, POINTS, POINTS + 3).size > 0 &&
                                                 trf_field(l, TRF_FIRST, TRF_FIRST + 7).size > 0);
}

/* Number of bytes in the name beyond its characters: padding by bytes moves the rest left by as
   many columns. */
static int spare_bytes(const trf_line *l) {
    xpgn_slice name = trf_field(l, 15, 47);
    int spare = 0;
    for (size_t i = 0; i < name.size; i++)
        spare += ((unsigned char)name.data[i] & 0xC0) == 0x80;
    return spare;
}

void trf_find_shift(trf_line *l) {
    if (columns_fit(l))
        return;
    int bytes = -spare_bytes(l);
    for (int n = 0; n <= 2 * MOST; n++) {
        l->shift = n == 0 ? bytes : n % 2 == 1 ? -(n + 1) / 2 : n / 2;
        if (columns_fit(l) && rounds_fit(l) && is_sure(l))
            break;
        l->shift = 0;
    }
    if (l->shift != 0 && l->shift != bytes)
        (void)event_find(l->e, D_EVENT_FORM, EVENT_NOBODY, event_place(l->e, trf_field(l, 15, 47)),
                         "the fields after the name are %d column%s too far to the %s",
                         l->shift < 0 ? -l->shift : l->shift,
                         l->shift == 1 || l->shift == -1 ? "" : "s",
                         l->shift < 0 ? "left" : "right");
}
