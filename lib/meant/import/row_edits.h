/* SPDX-License-Identifier: MIT */
/* The changes of a game whose rows were put in order before it was read. */
#ifndef XPGN_IMPORT_ROW_EDITS_H
#define XPGN_IMPORT_ROW_EDITS_H

#include "internal/meant.h"
#include "meant/sheet/row_order.h"

struct row_edits {
    struct arena *arena;
    xpgn_imported *list;
    size_t count, capacity;
    bool no_memory;
};

/* Adds the changes from `written` to what was read: those that the import made in the rows as they
   are now, and the words of rows that moved, each in the place where another stood. */
void row_edits_add(struct row_edits *out, xpgn_slice written, const struct row_text *rows,
                   const xpgn_imported *list, size_t count);

#endif
