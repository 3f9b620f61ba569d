/* SPDX-License-Identifier: MIT */
/* How a game was imported: for findings about it (foreign.c). */
#ifndef XPGN_IMPORT_IMPORT_H
#define XPGN_IMPORT_IMPORT_H

#include "import/words.h"

struct import_outcome {
    uint32_t written, read; /* turns that can be played as it is written; as it was read */
    bool whole;             /* it was read to its end */
    bool tied;              /* and could be read otherwise as well */
    uint32_t words;         /* read, of those that are no exact notation */
    uint32_t meant;         /* of them: notation of the format that was meant otherwise */
};

struct import_outcome import_outcome(const xpgn_import *m);
/* For whoever checks the game, and all games to come: translates also the words after the one at
   which reading ends, as far as they need no position, and leaves alone what is a finding of its
   own: rolls, results and a board seen from the other side. */
void import_read_rest(xpgn_import *m);

#endif
