/* SPDX-License-Identifier: MIT */
/* The attribute table of a ruleset as text in cells. */
#ifndef XPGN_DRAW_ATTRIBUTE_TABLE_H
#define XPGN_DRAW_ATTRIBUTE_TABLE_H

#include <xpgn/write.h>

enum { MOST_COLUMNS = 8, MOST_ROWS = 2 * XPGN_TYPES, CELL_SIZE = 24 };

/* Row 0 is the header, column 0 the piece. */
struct attribute_table {
    xpgn_diagram_style style;
    unsigned language; /* its column in the dictionary */
    unsigned rows, columns;
    size_t width[MOST_COLUMNS + 1];
    xpgn_piece piece[MOST_ROWS]; /* [row]: its type, and whether it is wounded */
    char cell[MOST_ROWS][MOST_COLUMNS + 1][CELL_SIZE];
};

/* Fills an empty table, of which only the style is set. Returns false if the ruleset has no
   attributes or the language has no words for them. */
bool attributes_fill(struct attribute_table *t, const xpgn_ruleset *rs, const char *language);

#endif
