/* SPDX-License-Identifier: MIT */
/* What engines and clocks say of an action: its name for them, and the commands beside it. */
#ifndef XPGN_STUDY_REMARKS_H
#define XPGN_STUDY_REMARKS_H

#include "rules/ruleset.h"

/* Where castling goes: in Chess960 onto the rook, or two castlings could be one. */
static inline xpgn_square action_goal(const xpgn_ruleset *rs, const xpgn_action *a) {
    bool onto = a->kind == XPGN_CASTLING && rs->setup == SETUP_SHUFFLED;
    return onto ? a->drop : a->to;
}
/* Appends g1f3, e7e8q, e1g1; 0000 for a pass.  False: UCI has no word for it. */
bool action_uci(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *board,
                const xpgn_action *a);

/* What the first [%name ...] in comments of these says; data NULL: there is none. */
xpgn_slice remarks_command(const xpgn_remark *list, size_t count, const char *name);
/* 1:29:30, 29:30 or 0:00:12.5, in thousandths of a second.  False: it is none of these. */
bool remarks_time(xpgn_slice text, int64_t *out);
/* 0.25 or -1.5,20, pawns for White with the depth, in millionths; #3 or #-3, moves to mate. */
bool remarks_evaluation(xpgn_slice text, bool mate, int64_t *out);

#endif
