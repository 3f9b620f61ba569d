/* SPDX-License-Identifier: MIT */
/* Shared by the files of xpgn-render-ascii: its options, squares as typed, the page. */
#ifndef RENDER_ASCII_H
#define RENDER_ASCII_H

#include "cli.h"

enum { MOST_COLUMNS = 64, MOST_ARROWS = 128, MOST_DESTINATIONS = 64 };

typedef struct options {
    cli_common common;
    int style; /* xpgn_diagram_style */
    bool flip, no_coordinates, no_turn, no_held;
    bool combat, each, start, attributes, markdown, trim;
    cli_list marks, arrows, destinations, captions, xfens;
    const char *crop, *variant, *rule_options, *at;
    uint64_t columns, ply;
    /* derived from the options */
    cli_turn turn; /* seat 0: the last turn of that number */
    bool has_ply;
} options;

/* ---- squares as typed (render-ascii_squares.c) ------------------------------------------------
 */

/* What is added to a position on a board of a certain size. */
typedef struct decorations {
    xpgn_buffer marks, signs; /* a byte each: the square, and the sign around it */
    xpgn_arrow arrow[MOST_ARROWS];
    size_t arrows;
    xpgn_square crop[2];
    xpgn_square destination[MOST_DESTINATIONS]; /* as typed */
    size_t destinations;
    uint64_t empty; /* bit per destination[]: no piece stands there */
} decorations;

/* False after a message: some square is not on this board. Free the decorations in any case. */
bool decorations_read(decorations *d, cli *c, const options *o, const xpgn_ruleset *rs,
                      const xpgn_position *p);
void decorations_free(decorations *d);
/* Appends the names of those squares of --destinations that `empty` has. */
void decorations_put_empty(xpgn_buffer *b, cli *c, const options *o, const xpgn_position *p,
                           uint64_t empty);

/* ---- the page: rows of diagrams (render-ascii_page.c) ------------------------------------------
 */

/* The page being written. A row is written when it is full, with --each also at the end of a
   game. */
typedef struct page {
    xpgn_buffer *out;
    xpgn_buffer cell[MOST_COLUMNS];
    size_t cells;
    uint64_t diagrams; /* begun so far */
    uint64_t empty;    /* destination[] on which no piece stood in any diagram of the game */
    bool begun;        /* not the first row: an empty line precedes it */
} page;

/* The cell for the next diagram. */
xpgn_buffer *page_next(cli *c, const options *o, page *pg);
/* Appends the caption of the next diagram. */
void page_put_caption(xpgn_buffer *b, const options *o, const page *pg);
/* Writes text that stands in no row. */
void page_put_block(page *pg, const xpgn_buffer *text);
void page_end_row(cli *c, const options *o, page *pg);
/* Writes the last row and frees the page. */
void page_close(cli *c, page *pg);

#endif
