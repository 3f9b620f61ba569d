/* SPDX-License-Identifier: MIT */
/* A game being written as data: shared by game.c, html_action.c and html_findings.c. */
#ifndef RENDER_HTML_HTML_WRITING_H
#define RENDER_HTML_HTML_WRITING_H

#include "render-html/render-html.h"

enum { HTML_TAIL = 256 }; /* bytes for what follows the board in an XFEN; more is cut */

/* What the page knows of a position. The data have only what it cannot foresee of the next one. */
typedef struct html_state {
    xpgn_position at;
    char tail[HTML_TAIL]; /* of its XFEN */
    int by;               /* the seat that acted last; -1: none yet */
} html_state;

/* The end of a line of play: the main line, or a variation. */
typedef struct html_line {
    uint32_t node;                /* the last node of the line */
    html_state now, parent_state; /* the position there, and the one before it */
} html_line;

typedef struct html_writing {
    cli_worker *w;
    const options *o;
    const xpgn_game *game;
    const xpgn_ruleset *rs;
    xpgn_buffer out;   /* the game's object */
    xpgn_buffer frame; /* what games of one kind share */
    xpgn_buffer rest;  /* the object of the open node: what is not foreseen */
    html_line *lines;  /* by depth */
    size_t capacity;
    xpgn_buffer offsets; /* uint32_t[node]: the place of its token */
    size_t told;         /* how many findings have been looked at */
    uint32_t nodes;      /* so far; the start position is node 0 */
    uint32_t depth;      /* of the open node */
    uint32_t start_at;   /* the node of --at */
    unsigned fought;     /* a bit for each type of piece that was in a combat */
    bool placed;         /* a start position is known */
    bool open;           /* the last node is not closed */
    bool found;          /* the turn of --at */
    html_state open_state;
    uint16_t guess[XPGN_MAX_SQUARES]; /* the board foreseen after the open node (html_board) */
    double luck[XPGN_MAX_SEATS];      /* in points, so far */
    bool rolled;                      /* dice have changed it since the last action */
} html_writing;

/* ---- positions (html_state.c) ---------------------------------------------------------------- */

/* The pieces of a position, each with 256 times its hit points left, if it has lost some. */
void html_board(const xpgn_position *p, uint16_t board[XPGN_MAX_SQUARES]);
/* Appends to g->rest how the position after the open node differs from what is foreseen. */
void html_changes(html_writing *g, const html_state *from, html_state *to);
/* Appends a start position to g->frame. */
void html_start(html_writing *g, html_state *s);

/* ---- an action (html_action.c) --------------------------------------------------------------- */

/* Appends ["Nf3",6,21 to g->out, foresees the board in g->guess, and appends the rest of what was
   played to g->rest. */
void html_action(html_writing *g, const xpgn_step *step);
/* Appends a report as [["heading"],["label","text","total"],...], if not empty, and frees it. */
void html_report(xpgn_buffer *out, const char *key, xpgn_buffer *report);

/* ---- findings (html_findings.c) -------------------------------------------------------------- */

/* Appends the findings and, if that makes it legal, the record as corrected. Sets *all to their
   number, and returns how many are errors. */
size_t html_findings(html_writing *g, size_t *all);

#endif
