/* SPDX-License-Identifier: MIT */
/* Findings that repeat in a game because of one habit of its writer. */
#ifndef XPGN_FACTS_HABITS_H
#define XPGN_FACTS_HABITS_H

#include <xpgn/base.h>

#include "core/base/log.h"

/* Makes one finding of three or more (of some forms, on a sheet, of two) about the same form: it
   counts the others, names the first of their places, and has all their fixes. `sheet`: the game is
   read as people write it. */
void habits_merge(struct log *log, const xpgn_game *game, bool sheet);

#endif
