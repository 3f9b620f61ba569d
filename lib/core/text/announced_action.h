/* SPDX-License-Identifier: MIT */
/* An announcement for a sealed roll with its dice: "12... exd5 5:2", "12. roll 4", "first 5:2",
   "12... Qxe8 goes on 19:4"; "12. roll 4 stands" if not the roll but what came after it was
   annulled. */
#ifndef XPGN_TEXT_ANNOUNCED_ACTION_H
#define XPGN_TEXT_ANNOUNCED_ACTION_H

#include "core/base/slice.h"

struct announced {
    xpgn_slice
        what; /* "12... exd5", "12. roll", "first", "12... Qxe8 goes on"; size 0: not given */
    xpgn_slice word; /* "exd5", "roll", "first", "Qxe8" */
    unsigned dots;   /* dots after the number; 0 for "first" */
    xpgn_slice dice; /* "5:2"; size 0: there are none */
    bool stands;
    bool on; /* with one exchange more, by the attacker's choice */
};
/* What is announced for such an exchange, after the action. */
#define ANNOUNCED_ON "goes on"

/* Splits the argument of [%annulled ...] or [%announced ...]. Dice alone have no `what`. */
struct announced announced_split(xpgn_slice text);

#endif
