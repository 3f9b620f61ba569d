/* SPDX-License-Identifier: MIT */
/* The tools built together with xpgn, by overview.sh, and what the manual says about each code, by
   explain.sh. */
#ifndef CLI_OVERVIEW_H
#define CLI_OVERVIEW_H

typedef struct overview_tool {
    const char *name;  /* "validate" for xpgn-validate; NULL ends the table */
    const char *about; /* one sentence */
} overview_tool;

extern const overview_tool overview_tools[];

typedef struct overview_code {
    const char *code; /* "CA-3"; NULL ends the table */
    const char *text; /* a line is a paragraph; one that begins with a tab stays as it is */
} overview_code;

extern const overview_code overview_codes[];

#endif
