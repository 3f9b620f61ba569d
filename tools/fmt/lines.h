/* SPDX-License-Identifier: MIT */
/* Variations as games of their own. */
#ifndef FMT_LINES_H
#define FMT_LINES_H

#include "fmt/fmt.h"

/* The main line, or a variation, in the order in which they begin. */
typedef struct fmt_line {
    uint32_t parent;
    uint32_t first; /* its first turn; 0: it has no action */
    uint32_t end;   /* the turn in it from which on the way leads elsewhere */
    bool on_path;
} fmt_line;

/* Those of a game; initialize with {0}. */
typedef struct fmt_lines {
    fmt_line *list;
    size_t count, room;
    uint32_t at, next; /* in the walk: the line that it is in, and that of the next variation */
} fmt_lines;

/* Begins with a game, and notes each step of its walk. */
void fmt_lines_begin(cli_worker *w, fmt_lines *k);
void fmt_lines_note(cli_worker *w, fmt_lines *k, const xpgn_step *step);
/* Writes each variation of the game as a game, with the way to it; the result is *. */
void fmt_lines_write(cli_worker *w, fmt_lines *k, const xpgn_game *game, xpgn_writer *writer,
                     xpgn_buffer *out);
void fmt_lines_free(fmt_lines *k);

#endif
