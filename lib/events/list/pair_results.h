/* SPDX-License-Identifier: MIT */
/* The rounds in players' lines of report files and crosstables. */
#ifndef XPGN_LIST_PAIR_RESULTS_H
#define XPGN_LIST_PAIR_RESULTS_H

#include "events/list/event_data.h"

enum { EVENT_RANKS = 10000 };

/* A round of a player. */
typedef struct event_cell {
    uint32_t player, round, opponent; /* opponent: a starting rank; 0: none */
    char color;                       /* w, b; '-': none */
    char result;                      /* as in TRF: 1 = 0 W D L + - H F U Z; ' ': none yet */
    bool paired;                      /* it is in a pairing */
    xpgn_place place;
} event_cell;

/* The cells of all players, by their numbers (starting ranks), below EVENT_RANKS. */
typedef struct event_cells {
    event *e;
    event_cell *cell;
    size_t cells, room;
    uint32_t now;                /* the player whose cells are being added */
    uint32_t first[EVENT_RANKS]; /* [rank]: cells of the player */
    uint32_t count[EVENT_RANKS];
    uint32_t of_rank[EVENT_RANKS]; /* players; EVENT_NOBODY: none */
    bool nobody[EVENT_RANKS];      /* a line BYE, which programs make the opponent of byes */
} event_cells;

/* The caller frees it with free(). NULL if memory runs out, which the event notes. */
event_cells *event_cells_new(event *e);
/* Begins the cells of this player, who must have none yet. */
void event_cells_begin(event_cells *t, uint32_t rank, uint32_t player);
void event_cells_add(event_cells *t, event_cell c);
/* Makes pairings of all cells, and reports where the lines of two players disagree. */
void event_cells_pair(event_cells *t);

#endif
