/* SPDX-License-Identifier: MIT */
/* What was announced for a sealed roll, and its dice: "12... exd5 5:2", "12. roll 4", "first 5:2";
   "12. roll 4 stands" if not the roll was annulled but what came after it. */
#ifndef XPGN_TEXT_ANNOUNCED_H
#define XPGN_TEXT_ANNOUNCED_H

#include "base/slice.h"

struct announced {
    xpgn_slice what; /* "12... exd5", "12. roll", "first"; size 0: it does not say */
    xpgn_slice word; /* "exd5", "roll", "first" */
    unsigned dots;   /* after the number; 0: first */
    xpgn_slice dice; /* "5:2"; size 0: there are none */
    bool stands;
};

/* Splits what stands in [%annulled ...] or [%announced ...]. Dice alone have no `what`. */
struct announced announced_split(xpgn_slice text);

#endif
