/* SPDX-License-Identifier: MIT */
/* Who gives ATK to a target: the adjacency sum of orthogonal movement (AS-3). */
#ifndef XPGN_PLAY_SUPPORT_H
#define XPGN_PLAY_SUPPORT_H

#include "rules/ruleset.h"

/*
 * The pieces of `seat` that give ATK 1 or more to the piece on `target`, by square ascending, each
 * with what it gives (inspiration and charge in it).  Whoever takes is among them.  Returns how
 * many; no more than eight squares are near enough.
 */
unsigned adjacent_support(const xpgn_ruleset *rs, const xpgn_position *p, unsigned seat,
                          xpgn_square target, xpgn_supporter list[XPGN_MAX_SUPPORT]);
/* What the piece on `from` gives to the piece on `target`: 0 if it stands where it cannot give. */
int adjacent_gives(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_square from,
                   xpgn_square target);
/*
 * AS-4: does the own piece on `from` take the enemy on `target`? It gives something itself, and all
 * together, or it alone, give more than the defense.  *sum is what all give, *count how many
 * others.
 */
bool adjacent_takes(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_square from,
                    xpgn_square target, int *count, int *sum);
/* The sum that adjacent_support lists. */
int adjacent_sum(const xpgn_ruleset *rs, const xpgn_position *p, unsigned seat, xpgn_square target);

#endif
