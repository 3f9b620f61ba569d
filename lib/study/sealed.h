/* SPDX-License-Identifier: MIT */
/* Sealed dice: the tags DiceCommit and DiceOpen, and the dice of the main line against them. */
#ifndef XPGN_STUDY_SEALED_H
#define XPGN_STUDY_SEALED_H

#include "game/walk.h"

/* Reads the tags, after walk_open: the walk is to keep its rolls if they can be checked. */
void sealed_begin(xpgn_walk *w);
/* At the end of the main line: holds the dice against the links. */
void sealed_end(xpgn_walk *w);

#endif
