/* SPDX-License-Identifier: MIT */
/* Time controls, period by period. */
#ifndef XPGN_FORMS_TIME_CONTROL_H
#define XPGN_FORMS_TIME_CONTROL_H

#include <stdbool.h>
#include <stdint.h>
#include <xpgn/base.h>

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

enum { CONTROL_STAGES = 8, CONTROL_LONGEST = 160 };
enum { CONTROL_ROOM = 64 * CONTROL_STAGES }; /* for one that is written */

struct time_control {
    uint32_t stages;
    struct control_period stage[CONTROL_STAGES];
    bool plain; /* it is in PGN's form, but for blanks, without units: minutes may be meant */
    bool delay; /* the increments are delays: what is not used of them is lost */
    bool open;  /* an increment is given, but not in which stages; it is in all of them here */
};

/* Reads a time control in PGN's form, where every stage but the last has a number of moves. */
bool control_plain_read(const char *p, const char *end, struct time_control *out);
/*
 * Reads a time control in PGN's form, or as clocks, federations and people write it: 1:30:00+30,
 * 15'+10", G/60;d5, 90 min/40 moves + 30 min + 30 sec/move, rapid 15+10. False if it is none, or
 * if there is more than one thing that may be meant. control_words.c, as is control_meant.
 */
bool control_read(xpgn_slice text, struct time_control *out);
/* Writes it in PGN's form. A delay has none, and is written as an increment. */
void control_write(const struct time_control *c, char text[CONTROL_ROOM]);
/* Writes what is meant by a value in another form, if that is just one thing that PGN's form can
   say. */
bool control_meant(xpgn_slice value, char text[CONTROL_ROOM]);

#endif
