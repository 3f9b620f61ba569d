/* SPDX-License-Identifier: MIT */
/* Days as tags and lists have them: numbers, or ? for unknown digits, with signs between. */
#ifndef XPGN_TEXT_DATE_H
#define XPGN_TEXT_DATE_H

#include "xpgn.h"

enum { DATE_OPEN = -1, DATE_MIXED = -2 }; /* a part of ? alone, of ? and digits */

struct date_text {
    unsigned parts; /* 1 to 3 */
    int part[3];
    size_t size[3]; /* in bytes, 1 to 4 */
    char sign[2];   /* between them */
};

/* Takes a text apart; the parts may be in any order. False: there is something else in it. */
bool date_split(xpgn_slice text, struct date_text *out);
/* Is it a day as PGN writes it, 2024.02.29, perhaps with ? for digits, that can be? */
bool date_fits(xpgn_slice text);
/* As xpgn_date_read, all days that may be meant: at most 2. */
unsigned date_readings(xpgn_slice text, char date[2][XPGN_DATE]);

#endif
