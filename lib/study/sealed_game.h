/* SPDX-License-Identifier: MIT */
/*
 * Sealed dice of the second scheme, which has the tag DiceKey: the transcript of the main line, and
 * its dice and signatures against it.
 */
#ifndef XPGN_STUDY_SEALED_GAME_H
#define XPGN_STUDY_SEALED_GAME_H

#include "game/walk.h"

struct sealed_game;

void sealed_game_free(struct sealed_game *g);
/* Reads the tags, whose links and keys can be read, and begins the transcript; w->transcribed says
   whether there is one. */
void sealed_game_begin(xpgn_walk *w);
/* After each token. */
void sealed_game_read(xpgn_walk *w);
/* At the end of the main line: holds the dice and signatures against the transcript. */
void sealed_game_end(xpgn_walk *w);

#endif
