/* SPDX-License-Identifier: MIT */
/* Times of a clock beside a half-move: (1:22), 1:22:05, 0:01, (17/12), (12'), (1h05), @ 19:42. */
#ifndef XPGN_FORMS_CLOCK_FORM_H
#define XPGN_FORMS_CLOCK_FORM_H

#include <xpgn/base.h>

struct clock_form {
    size_t size;      /* bytes at p, with brackets */
    bool bare;        /* no brackets: with one colon (1:22) the caller decides what it is */
    bool sure;        /* nothing else has this form: two colons, units, 0:01, 1:22; not 5:10 */
    bool day;         /* @ 19:42: the time of day */
    bool pair;        /* (17/12): minutes that both sides have used */
    bool brief;       /* one colon, no fraction of a second: hours and minutes, perhaps minutes and
                         seconds */
    uint32_t seconds; /* of one colon, as hours and minutes; of a pair, the first */
    uint32_t other;   /* of a pair, the second */
};

/* Reads a time at p, where a word begins. False if there is none; 5:1 and 1-0 are none, as minutes
   have two digits. */
bool clock_form_read(const char *p, const char *end, struct clock_form *out);

/* Passes the unit of hours, minutes or seconds at p, as a sign or a word in any language of the
   table: 12', 12 min, 12 Minuten. *scale: its seconds. NULL if there is none. */
const char *clock_unit(const char *p, const char *end, uint32_t *scale);

#endif
