/* SPDX-License-Identifier: MIT */
/* Lines of a report file (TRF16, TRF26): a type in columns 1 to 3, fields at fixed columns. */
#ifndef XPGN_LIST_TRF_H
#define XPGN_LIST_TRF_H

#include "events/list/pair_results.h"

enum {
    TRF_RANKS = EVENT_RANKS,
    TRF_ROUNDS = 400,
    TRF_COLUMN = 10, /* columns of a round */
    TRF_FIRST = 92,  /* column of the first round */
    TRF_WIDTH = TRF_FIRST + TRF_COLUMN * TRF_ROUNDS
};

/* A line, whose columns are counted in characters, from 1. */
typedef struct trf_line {
    event *e;
    xpgn_slice text;
    uint32_t column[TRF_WIDTH + 2]; /* [n]: offset of the first byte of column n */
    uint32_t columns;
    int shift; /* columns by which a player's fields after the name are shifted; negative: left */
} trf_line;

/* Finds where each column begins, up to the last round that is read. */
void trf_columns(trf_line *l, xpgn_slice text);
/* The text in columns `from` to `to`, without blanks around it. */
xpgn_slice trf_field(const trf_line *l, uint32_t from, uint32_t to);
bool trf_has_type(const trf_line *l, const char *type);
/* Finds the shift of a player's line; trf_shift.c. */
void trf_find_shift(trf_line *l);
/* Reads a line other than a player's; trf_lines.c. */
void trf_read_header(trf_line *l);
/* Turns the members of teams from starting ranks into players, by `player`: [starting rank]. */
void trf_end_teams(event *e, const uint32_t player[TRF_RANKS]);

#endif
