/* SPDX-License-Identifier: MIT */
/* How a game was imported: for findings about it (import_walk.c). */
#ifndef XPGN_IMPORT_IMPORT_H
#define XPGN_IMPORT_IMPORT_H

#include <xpgn/sheets.h>

#include "meant/sheet/word_in_hand.h"

struct import_outcome {
    uint32_t written, read; /* turns that can be played as written; as read */
    bool whole;             /* it was read to its end */
    bool gap;               /* it was read up to a half-move that cannot be */
    bool turned;            /* with the board seen from the other side */
    uint32_t words;         /* number of words read that are not exact notation */
    uint32_t meant;         /* of these: valid notation that means something else */
    uint32_t letters;       /* of these: with a piece letter that the format does not have */
    uint32_t contradicted;  /* half-moves whose x, + or # is wrong on the board */
    bool black_first;       /* each row has Black's half-move first */
    bool sides_tied;        /* or the board is seen from the other side */
    bool halves;            /* each half-move has a number of its own */
    bool skipped, playable; /* its numbers skip rows; it can be played without them */
};

/* What was read of the sheet, with places in the game as written; also what was not reached. */
const struct imported_list *import_items(const xpgn_import *m);
struct import_outcome import_outcome(const xpgn_import *m);
/* The word at an offset of the game as written; NULL: there is none. */
const struct imported *import_word(const xpgn_import *m, uint32_t offset);
/* Appends the word in the letters of the other language that explains the game as well, and a NUL;
   false if there is none. */
bool import_other_reading(const xpgn_import *m, xpgn_slice word, xpgn_buffer *b);
/* For checking, from now on: also translates the words after the place where reading ends, as far
   as they need no position, and half-moves get the marks that fmt writes. */
void import_read_rest(xpgn_import *m);
/* How many half-moves that were read are valid notation as they stand, of another action. */
uint32_t import_count_slips(const xpgn_import *m);
/* Lists them as words that the rest of the game decides. */
void import_doubt_slips(xpgn_import *m);
/* The same for half-moves that lack a part of their square (Q5), if they are fewer than a habit. */
void import_doubt_halves(xpgn_import *m, size_t habit);
/* Adds the half-moves of the main line that the numbers skip, one at a time or whole rows of them.
   The words must have been translated: those that became empty are marks. `playable`: the game can
   be played as it is written, so that only rows can be missing. *rows: whole rows are missing.
   XPGN_NOT_FOUND if the numbers still do not fit or nothing is missing. */
xpgn_status silent_fill(struct imported_list *words, bool playable, bool *rows);
/* The action that a word means, in exact notation or as people write it: Sf3, QxP, e2-e4. False if
   it means none, or several. */
bool word_action(const xpgn_play *play, xpgn_slice word, xpgn_action *action);

#endif
