/* SPDX-License-Identifier: MIT */
/* The protocol of a game: a document without a script. Shared by its files. */
#ifndef RENDER_HTML_COMBAT_PROTOCOL_H
#define RENDER_HTML_COMBAT_PROTOCOL_H

#include <xpgn/play.h>

#include "render-html/render-html.h"

/* The beginning of a stretch of the record, and of the text written for it. */
typedef struct record_stretch {
    uint32_t offset; /* of its first token */
    size_t at;       /* in the text written */
} record_stretch;

/* Stretches in order, and the text written for them. */
typedef struct stretches {
    xpgn_buffer text;
    record_stretch *list;
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
    xpgn_svg *svg;    /* NULL: no figures */
    stretches sheet;  /* rows of the score sheet */
    stretches moment; /* sections */
    unsigned seats;
    unsigned filled; /* how many columns of the open row are filled */
    bool row, cell;  /* one is open */
    bool fresh;      /* in a variation: the next action needs its number */
    unsigned *turns; /* the number of actions in each turn of the main line */
    size_t turn_count, turn_capacity;
    size_t turn;                 /* the current turn, from 1 */
    unsigned nth;                /* the current action of it, from 1 */
    uint32_t ply;                /* of that turn */
    double luck[XPGN_MAX_SEATS]; /* in half points, so far */
    bool fought;                 /* dice have decided a combat */
} protocol;

/* Begins the text for a stretch of the record. */
void stretch_begin(protocol *t, stretches *s, uint32_t offset);
/* Appends the text of an element, escaped, and frees it. */
void protocol_move(xpgn_buffer *b, xpgn_buffer *text);
/* Appends the player of a seat as an isolated element (bdi). */
void protocol_put_player(xpgn_buffer *b, const protocol *t, unsigned seat);
/* Appends the address of the current action, as in the page: "game=3&amp;at=12b" for the last one
   of a turn, "game=3&amp;at=12b.1" for others. */
void protocol_put_address(xpgn_buffer *b, const protocol *t, const xpgn_step *step);
/* True if the action has a section. */
bool protocol_has_moment(const protocol *t, const xpgn_step *step);

/* The rows of the score sheet (combat_protocol_sheet.c). */
void sheet_action(protocol *t, const xpgn_step *step);
void sheet_remarks(protocol *t, const xpgn_step *step);
void sheet_variation(protocol *t, const xpgn_step *step);
void sheet_variation_end(protocol *t, const xpgn_step *step);
void sheet_end(protocol *t);

/* Computes the odds of a combat of the main line, and adds its luck; false if dice do not decide it
   (combat_protocol_moment.c). */
bool moment_weigh(protocol *t, const xpgn_step *step, xpgn_odds *odds);
/* Appends the section of an action, with its odds or NULL, but without its end tag, since findings
   may follow. */
void moment_put(protocol *t, const xpgn_step *step, const xpgn_odds *odds);
/* Appends the luck of each side so far. */
void moment_put_luck(xpgn_buffer *b, const protocol *t, const xpgn_position *p);
/* Appends a report in cells as a table, and frees it. */
void moment_put_report(xpgn_buffer *b, xpgn_buffer *report);

#endif
