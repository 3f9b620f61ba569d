/* SPDX-License-Identifier: MIT */
/* What the value of a tag means: numbers, dates, nothing known. */
#ifndef CLI_VALUES_H
#define CLI_VALUES_H

#include "cli/cli.h"

/* A range of values: the days of a date, month or year; for numbers low == high. */
typedef struct cli_span {
    int64_t low, high;
} cli_span;

/* Reads 2700, -3 or 1.5, in millionths: what a value begins with, such as 180+5, or, with
   `whole_text`, all of it. */
bool cli_read_number(xpgn_slice text, bool whole_text, cli_span *out);
/* Reads 2020, 2020.05, 2020.05.17 or 2020.??.??: the days that it may mean, as numbers YYYYMMDD. */
bool cli_read_date(xpgn_slice text, cli_span *out);
/* Has a tag of this name a date? */
bool cli_is_date_tag(xpgn_slice name);
/* True for an empty value, and for ? and -, which PGN uses for unknown ones. */
bool cli_is_unknown(xpgn_slice value);

#endif
