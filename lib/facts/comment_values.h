/* SPDX-License-Identifier: MIT */
/* Actions in the notation of engines, and the commands of engines and clocks in comments. */
#ifndef XPGN_FACTS_COMMENT_VALUES_H
#define XPGN_FACTS_COMMENT_VALUES_H

#include <xpgn/base.h>

#include "core/rules/ruleset.h"

/* The goal square of an action in UCI: in Chess960 castling goes onto the rook, as it could be
   ambiguous otherwise. */
static inline xpgn_square action_goal(const xpgn_ruleset *rs, const xpgn_action *a) {
    bool onto = a->kind == XPGN_CASTLING && rs->setup == SETUP_SHUFFLED;
    return onto ? a->drop : a->to;
}
/* Writes g1f3, e7e8q, e1g1; 0000 for a pass; nothing if UCI cannot express it. Returns the place
   after it, at most ACTION_UCI bytes on. */
enum { ACTION_UCI = 8 };
char *action_uci(char *c, const xpgn_ruleset *rs, const xpgn_position *board, const xpgn_action *a);

/* The argument of the first [%name ...] in these comments; data NULL if there is none. */
xpgn_slice remarks_command(const xpgn_remark *list, size_t count, const char *name);
/* Reads 1:29:30, 29:30 or 0:00:12.5, as thousandths of a second. False for anything else. */
bool remarks_time(xpgn_slice text, int64_t *out);
/* Reads 0.25 or -1.5,20 (pawns for White, perhaps with the depth) in millionths or, with `mate`, #3
   or #-3 (moves to mate). */
bool remarks_evaluation(xpgn_slice text, bool mate, int64_t *out);

#endif
