/* SPDX-License-Identifier: MIT */
/* Time controls, period by period. */
#ifndef XPGN_TEXT_TIME_CONTROL_H
#define XPGN_TEXT_TIME_CONTROL_H

#include <stdbool.h>
#include <stdint.h>

enum { CONTROL_SECOND = 1000 }; /* times are in thousandths */

struct control_period {
    bool sand;      /* *180: hourglass; each player's clock runs back while the other one thinks */
    uint32_t moves; /* 0: all remaining moves */
    int64_t time, increment;
};

/* Reads a number of seconds, with or without decimals, as thousandths. */
bool control_seconds(const char **p, const char *end, int64_t *out);
/* Reads *180, 300, 300+5, 40/7200 or 40/7200+30. 6000/40, the time first, is also accepted: nobody
   makes more than one move a second. False if it is none of these. */
bool control_period_read(const char **p, const char *end, struct control_period *out);

#endif
