/* SPDX-License-Identifier: MIT */
/* The signs of an action: + and #, the x of a capture, the canonical notation. */
#ifndef XPGN_GAME_MARK_H
#define XPGN_GAME_MARK_H

#include "game/check.h"

/* The true mark of the action: '#', '+' or 0.  Its outcome and facts->check are known. */
char mark_of(const xpgn_ruleset *rs, const xpgn_facts *facts);
/* The recorded + or # against the true one; a missing one is a matter of lint. */
void mark_check(const struct check *c);
/* A # on the prisoner that an escape frees, which ends no game. */
void mark_check_freed(const struct check *c);
/* The x of plain chess: missing, or before an empty square (format section 3). */
void mark_check_capture(const struct check *c);
/* The canonical notation in facts->text, still without its mark, against what is recorded. */
void mark_check_form(const struct check *c);
/* Adds the true mark to facts->text. */
void mark_add(const xpgn_ruleset *rs, xpgn_facts *facts);

#endif
