/* SPDX-License-Identifier: MIT */
/* What the tools ask of a walk besides xpgn/walk.h. */
#ifndef XPGN_INTERNAL_WALK_MODES_H
#define XPGN_INTERNAL_WALK_MODES_H

#include <xpgn/walk.h>

/* More values of xpgn_walk_options.detail, after those of xpgn_detail.
   As XPGN_MOVES, but without START and the moves: RESULT alone, with `whole` set. The positions go
   to `visit`. */
#define XPGN_WHOLE ((xpgn_detail)4)
/* As XPGN_MOVES, but instead of the moves the steps: they have positions and facts (with + or # as
   their only notation), but no texts, places or remarks. */
#define XPGN_BARE ((xpgn_detail)5)
/* Games of rulesets with dice or combats as with XPGN_STEPS, others as with XPGN_VERDICT; for
   xpgn_tally_step. */
#define XPGN_DICE ((xpgn_detail)6)
/* As XPGN_DICE, but of a game that may be read as a whole START and the actions with dice go to
   xpgn_walk_watch while it is read. If it is, RESULT alone comes; if not, all steps from START on,
   and what was seen does not count. These actions have no positions, and their facts no notation,
   lists of supporters, rules or outcome. */
#define XPGN_THROWS ((xpgn_detail)7)
/* As XPGN_BARE, and the facts have the notation of the action. */
#define XPGN_NAMED ((xpgn_detail)8)
/* As XPGN_NAMED, but where each action is a turn, its TURN alone comes, with its facts. */
#define XPGN_TURNS ((xpgn_detail)9)

/* True if the main line of a game that was walked to its end could not be played to its end, was
   skipped, or ends inside a bracket; *why is the first finding about that place, NULL if there is
   none. */
bool xpgn_walk_broke_off(const xpgn_walk *walk, const xpgn_finding **why);

/* With XPGN_BARE: actions that can match none of the queries, which end with NULL, and their turns
   may be left out from the next game on. The queries themselves are not kept. */
void xpgn_walk_filter(xpgn_walk *walk, const xpgn_query *const *queries);

/*
 * Sees steps of the games to come while they are read, each valid during the call: with XPGN_THROWS
 * those, with XPGN_TURNS START and each TURN of a game of chess that is not large. Then
 * xpgn_walk_next returns RESULT alone. If it returns START, the game had to be read in another way:
 * what was seen of it does not count, and all steps come. NULL: with XPGN_THROWS as with XPGN_DICE,
 * with XPGN_TURNS all steps come.
 */
typedef void xpgn_see(void *data, const xpgn_walk *walk, const xpgn_step *step);
void xpgn_walk_watch(xpgn_walk *walk, xpgn_see *see, void *data);

/* After a game without findings that was read as a whole: sets the values of tags as
   xpgn_reader_tags does. False: that has to be asked. */
bool xpgn_walk_plain_tags(const xpgn_walk *walk, const xpgn_slice *name, size_t count,
                          xpgn_slice *value);

/* Sets parts of the games to come that are known to be right: a search for mistakes (repair) leaves
   them as they are. The array must stay valid. */
void xpgn_walk_hold(xpgn_walk *walk, const xpgn_place *list, size_t count);

#endif
