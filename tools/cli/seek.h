/* SPDX-License-Identifier: MIT */
/* seek.h - going from game to game by the indexes of their files. */
#ifndef SEEK_H
#define SEEK_H

#include "cli/index.h"

/* Initialize with {.c = c}. The files are known from the first on, as far as they have indexes that
   can be used, and no farther than was asked. */
typedef struct cli_seek {
    cli *c;
    struct seek_file *file; /* of what stands before each, and before the one after them */
    size_t count, capacity;
    index_reading index; /* of file `at`, if it is open */
    size_t at;
    bool open;
    bool stuck;          /* the next file has no index */
    bool lost;           /* an index does not fit its file: none is used any more */
    bool packed, sealed; /* a known file is packed; may have sealed dice */
} cli_seek;

/* The place of a game that is to be read from byte `from` of all files or a later one; false: it is
   another one, or not known. */
bool cli_seek_find(cli_seek *s, uint64_t number, uint64_t from, xpgn_game *place);
/* Can all games up to this one be gone to at once, in any order? */
bool cli_seek_any(cli_seek *s, uint64_t last);
/* The number of games in the known files. */
uint64_t cli_seek_games(const cli_seek *s);
void cli_seek_close(cli_seek *s);

#endif
