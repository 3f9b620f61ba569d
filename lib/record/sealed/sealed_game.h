/* SPDX-License-Identifier: MIT */
/* Sealed dice: makes the transcript of the main line, and checks dice and signatures against it. */
#ifndef XPGN_SEALED_SEALED_GAME_H
#define XPGN_SEALED_SEALED_GAME_H

#include "core/walk/walk_state.h"

struct sealed;

void sealed_free(struct sealed *g);
/* Reads the tags and begins the transcript; w->transcribed says whether there is one. */
void sealed_begin(xpgn_walk *w);
/* After each token. */
void sealed_read(xpgn_walk *w);
/* At the end of the main line: checks the dice and signatures against the transcript. */
void sealed_end(xpgn_walk *w);

#endif
