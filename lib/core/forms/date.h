/* SPDX-License-Identifier: MIT */
/* Dates as in tags and lists: numbers, or ? for unknown digits, with separators. */
#ifndef XPGN_FORMS_DATE_H
#define XPGN_FORMS_DATE_H

#include "internal/loop.h"

enum { DATE_OPEN = -1, DATE_MIXED = -2 }; /* a part of ? only; of ? and digits */

struct date_text {
    unsigned parts; /* 1 to 3 */
    int part[3];
    size_t size[3]; /* in bytes, 1 to 4 */
    char sign[2];   /* between them */
};

/* Splits a text into parts, in any order. False if it contains anything else. */
bool date_split(xpgn_slice text, struct date_text *out);
/* True if it is a possible day in PGN's form, 2024.02.29, perhaps with ? for digits. */
bool date_fits(xpgn_slice text);
/* Like xpgn_date_read, but lists all days that may be meant, at most 2. */
unsigned date_readings(xpgn_slice text, char date[2][XPGN_DATE]);
/* Like xpgn_date_read, for the value of a tag: 1957 is 1957.??.??, and ?.??.?? says nothing
   either. */
bool date_meant(xpgn_slice value, char date[XPGN_DATE]);

#endif
