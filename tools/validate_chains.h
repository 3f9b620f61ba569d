/* SPDX-License-Identifier: MIT */
/* The commitments of all games so far, to find chains that are used twice. */
#ifndef VALIDATE_CHAINS_H
#define VALIDATE_CHAINS_H

#include "cli.h"

/* So many are kept, in 48 MB at most; later ones are compared with these only. */
enum { CHAINS_MOST = 1 << 20 };

typedef struct chains {
    struct chain *slot;
    size_t size, used; /* size: a power of two, or 0 */
    bool full;         /* some were not kept */
} chains;

/* The game that has this commitment; 0: none, and from now on this one. */
uint64_t chains_find(cli *c, chains *known, const xpgn_link *commitment, uint64_t game);
void chains_free(chains *known);

#endif
