/* SPDX-License-Identifier: MIT */
/* Variations as games of their own. */
#ifndef FMT_LINES_H
#define FMT_LINES_H

#include <xpgn/base.h>

#include "fmt/fmt.h"

/* The main line or a variation; kept in the order in which they begin. */
typedef struct fmt_line {
    uint32_t parent;
    uint32_t first; /* its first turn, in half-moves; 0: it has no action */
    uint32_t end;   /* the turn at which the path leaves this line */
    bool on_path;
} fmt_line;

/* The lines of a game; initialize with {0}. */
typedef struct fmt_lines {
    fmt_line *list;
    size_t count, room;
    uint32_t at, next; /* in the walk: the current line, and the next variation */
} fmt_lines;

/* Begin a game, and note each step of its walk. */
void fmt_lines_begin(cli_worker *w, fmt_lines *k);
void fmt_lines_note(cli_worker *w, fmt_lines *k, const xpgn_step *step);
/* Writes each variation as a game with the moves that lead to it and the result *. */
void fmt_lines_write(cli_worker *w, fmt_lines *k, const xpgn_game *game, xpgn_writer *writer,
                     xpgn_buffer *out);
void fmt_lines_free(fmt_lines *k);

#endif
