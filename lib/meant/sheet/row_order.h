/* SPDX-License-Identifier: MIT */
/*
 * Rows that do not stand in the order of their numbers, or have Black's half-moves first: the same
 * bytes in the order in which they were played. Rows of text may stand side by side: 1 and 21 in a
 * line.
 */
#ifndef XPGN_SHEET_ROW_ORDER_H
#define XPGN_SHEET_ROW_ORDER_H

#include "meant/sheet/sheet.h"

/* Sets order[i] to the index of the row that belongs in place i, if each number from the least on
   is there once; false if not, or if all are in their places. */
bool row_order(const long *number, size_t count, size_t *order);

/* A row of text, without the white space behind it. */
struct text_row {
    xpgn_place was, now; /* of the row in this place before, and now */
    bool moved;          /* they are not the same */
};

struct row_text {
    xpgn_slice text;
    struct text_row *rows;
    size_t count;
    bool lists; /* they were a list of each side's half-moves */
};

enum row_change {
    ROWS_BY_NUMBER, /* puts rows in the order of their numbers; of two lists, one from each */
    ROWS_TURNED     /* exchanges the half-moves of each row */
};

/* Changes the rows of a game, in the arena. XPGN_NOT_FOUND: there is nothing to change so. */
xpgn_status row_text_change(struct row_text *out, xpgn_slice text, struct sheet_game game,
                            enum row_change change, struct arena *arena);

#endif
