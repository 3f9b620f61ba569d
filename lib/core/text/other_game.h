/* SPDX-License-Identifier: MIT */
/* Games of other kinds in files of games: bughouse, draughts, lists of moves from servers. */
#ifndef XPGN_TEXT_OTHER_GAME_H
#define XPGN_TEXT_OTHER_GAME_H

#include <xpgn/base.h>

struct other_game {
    const char *name; /* "a game of bughouse, not of chess" */
    const char *cure; /* NULL: nothing can be done about it */
    xpgn_slice where; /* what shows it, in the text of the game */
};

/* Finds what a game is that cannot be read, by its tags, the first of its moves and the word at
   this offset, the first that is wrong. `early`: few half-moves before it could be read; after many
   only that word is looked at. False: nothing shows that it is of another kind. */
bool other_game_find(xpgn_slice text, uint32_t wrong, bool early, struct other_game *out);
/* True if it is a list of moves as FICS and ICC print it. */
bool other_game_is_list(xpgn_slice text);

#endif
