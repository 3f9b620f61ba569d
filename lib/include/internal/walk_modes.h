/* SPDX-License-Identifier: MIT */
/* What the tools ask of a walk besides xpgn/walk.h. */
#ifndef XPGN_INTERNAL_WALK_MODES_H
#define XPGN_INTERNAL_WALK_MODES_H

#include <xpgn/facts.h>
#include <xpgn/walk.h>

/* Another value of xpgn_walk_options.repair: looks only at the action with the error and its roll,
   which is many times faster. Such fixes are not `tried`. */
extern const xpgn_search xpgn_repair_near;

/* With bare_steps: actions that can match none of the queries, which end with NULL, and their turns
   may be left out from the next game on. The queries themselves are not kept. */
void xpgn_walk_filter(xpgn_walk *walk, const xpgn_query *const *queries);

#endif
