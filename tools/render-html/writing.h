/* SPDX-License-Identifier: MIT */
/* A game being written as data: shared by game.c, action.c and findings.c. */
#ifndef RENDER_HTML_WRITING_H
#define RENDER_HTML_WRITING_H

#include "render-html/render-html.h"

enum { HTML_TAIL = 256 }; /* what follows the board in an XFEN; longer ones are not foreseen */

/* What the page knows of a position: the data has only what it does not foresee of the next. */
typedef struct html_state {
    xpgn_position at;
    char tail[HTML_TAIL]; /* of its XFEN */
    int by;               /* the seat that acted last; -1: none yet */
} html_state;

/* The end of a line of play: the main line, or a variation. */
typedef struct html_line {
    uint32_t node, parent;        /* the last node of the line, and the one before it */
    html_state now, parent_state; /* the positions there */
} html_line;

typedef struct html_writing {
    cli_worker *w;
    const options *o;
    const xpgn_game *game;
    const xpgn_ruleset *rs;
    xpgn_buffer out;   /* the game's object */
    xpgn_buffer frame; /* what games of one kind have in common */
    xpgn_buffer rest;  /* of the open node: what is not foreseen */
    html_line *lines;  /* by depth */
    size_t capacity;
    xpgn_buffer offsets; /* uint32_t[node]: the place of its token */
    size_t told;         /* findings before the last action */
    uint32_t nodes;      /* the start position is node 0 */
    uint32_t depth;      /* of the node that is open */
    uint32_t start_at;   /* the node of --start-at */
    unsigned fought;     /* a bit for each type of piece that was in a combat */
    bool placed;         /* a start position is known */
    bool open;           /* the last node is not closed */
    bool found;          /* the turn of --start-at */
    html_state open_state;
    xpgn_piece guess[XPGN_MAX_SQUARES]; /* the board foreseen after the open node */
    double luck[XPGN_MAX_SEATS];        /* points beyond the expectation so far */
    bool rolled;                        /* dice have added to them since the last action */
} html_writing;

/* ---- positions (state.c) --------------------------------------------------------------------- */

/* Appends to g->rest what differs after the open node from what is foreseen. */
void html_changes(html_writing *g, const html_state *from, html_state *to);
/* Appends a start position to g->frame. */
void html_start(html_writing *g, html_state *s);

/* ---- an action (action.c) -------------------------------------------------------------------- */

/* Appends ["Nf3",6,21 and sets what is foreseen of the board and what else is to be said. */
void html_action(html_writing *g, const xpgn_step *step);
/* Appends [["heading"],["label","text","total"],...] of a report, if there is one, and frees it. */
void html_report(xpgn_buffer *out, const char *key, xpgn_buffer *report);

/* ---- findings (findings.c) ------------------------------------------------------------------- */

/* Appends the findings, and the record as corrected. Returns how many are errors. */
size_t html_findings(html_writing *g, size_t *all);

#endif
