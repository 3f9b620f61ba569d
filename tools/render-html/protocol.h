/* SPDX-License-Identifier: MIT */
/* The protocol of a game: a document without a script. Shared by its files. */
#ifndef RENDER_HTML_PROTOCOL_H
#define RENDER_HTML_PROTOCOL_H

#include "render-html/render-html.h"

/* A stretch of the protocol that was written for a stretch of the record: from a token on. */
typedef struct stretch {
    uint32_t offset; /* of the token */
    size_t at;       /* in the text that was written */
} stretch;

/* Stretches in their order, and what was written for them. */
typedef struct stretches {
    xpgn_buffer text;
    stretch *list;
    size_t count, capacity;
} stretches;

/* The game being written. */
typedef struct protocol {
    cli_worker *w;
    const options *o;
    const xpgn_game *game;
    const xpgn_ruleset *rs;
    uint64_t number; /* in addresses */
    xpgn_buffer *out;
    xpgn_svg *svg;    /* NULL: without figures */
    stretches sheet;  /* rows of the score sheet */
    stretches moment; /* sections */
    unsigned seats;
    unsigned filled; /* columns of the row that is open */
    bool row, cell;  /* which are open */
    bool fresh;      /* in a variation: the next number is written out */
    bool found;      /* the turn of --at */
    unsigned *turns; /* how many actions each turn of the main line has */
    size_t turn_count, turn_capacity;
    size_t turn; /* of them, from 1, and which of its actions is written */
    unsigned nth;
    uint32_t ply;                /* of that turn */
    double luck[XPGN_MAX_SEATS]; /* half points beyond the expectation so far */
    bool fought;                 /* a combat that dice decide */
} protocol;

/* Begins a stretch of the record. */
void stretch_begin(protocol *t, stretches *s, uint32_t offset);
/* Appends text of an element, and frees it. */
void protocol_move(xpgn_buffer *b, xpgn_buffer *text);
/* Appends the players of the seats, each isolated. */
void protocol_put_player(xpgn_buffer *b, const protocol *t, unsigned seat);
/* Appends the address of the action being written, as the page has it: "game=3&amp;at=12b", the
   last of its turn, or "game=3&amp;at=12b.1". */
void protocol_put_address(xpgn_buffer *b, const protocol *t, const xpgn_step *step);
/* Has an action a section? */
bool protocol_has_moment(const protocol *t, const xpgn_step *step);

/* The rows of the score sheet (protocol_sheet.c). */
void sheet_action(protocol *t, const xpgn_step *step);
void sheet_remarks(protocol *t, const xpgn_step *step);
void sheet_variation(protocol *t, const xpgn_step *step);
void sheet_variation_end(protocol *t, const xpgn_step *step);
void sheet_end(protocol *t);

/* The odds of a combat of the main line that dice decide, whose luck is added up; false: there are
   none (protocol_moment.c). */
bool moment_weigh(protocol *t, const xpgn_step *step, xpgn_odds *odds);
/* The section of an action, with its odds or NULL; without its end, as findings may follow. */
void moment_put(protocol *t, const xpgn_step *step, const xpgn_odds *odds);
/* Appends what the dice gave each side of the game. */
void moment_put_luck(xpgn_buffer *b, const protocol *t, const xpgn_position *p);
/* Appends a report of cells as rows of a table, and frees it. */
void moment_put_report(xpgn_buffer *b, xpgn_buffer *report);

#endif
