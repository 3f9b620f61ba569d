/* SPDX-License-Identifier: MIT */
#ifndef XPGN_GAME_DATES_H
#define XPGN_GAME_DATES_H

#include "xpgn.h"

/* Is this the value of a date tag that nobody complains about: YYYY.MM.DD, ? for unknown digits,
   and a day that the calendar has; or "", or "?"? */
bool date_usual(xpgn_slice value);

#endif
