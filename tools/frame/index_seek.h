/* SPDX-License-Identifier: MIT */
/* index_seek.h - moves from game to game with the indexes of their files. */
#ifndef CLI_INDEX_SEEK_H
#define CLI_INDEX_SEEK_H

#include "frame/game_index.h"

/* Initialize with {.c = c}. Indexes are opened from the first file on, as far as needed, up to the
   first file without a usable one; those files are known. */
typedef struct cli_seek {
    cli *c;
    struct seek_file *file; /* what precedes each known file in the input, and the one after them */
    size_t count, capacity;
    index_reading index; /* of file `at`, if `open` */
    size_t at;
    bool open;
    bool stuck;          /* the next file has no usable index */
    bool lost;           /* an index does not match its file: no index is used any more */
    bool packed, sealed; /* a known file is compressed; may have sealed dice */
} cli_seek;

/* Finds the place of a game; false if it is not known, or if it is before byte `from` of all files
   or reading on from there is faster. */
bool cli_seek_find(cli_seek *s, uint64_t number, uint64_t from, xpgn_game *place);
/* True if all games up to this one can be reached directly, in any order. */
bool cli_seek_any(cli_seek *s, uint64_t last);
/* The number of games in the known files. */
uint64_t cli_seek_games(const cli_seek *s);
void cli_seek_close(cli_seek *s);

#endif
