/* SPDX-License-Identifier: MIT */
/* The tools that were built together with xpgn; the table is made by overview.sh. */
#ifndef CLI_OVERVIEW_H
#define CLI_OVERVIEW_H

typedef struct overview_tool {
    const char *name;  /* "validate", of the program xpgn-validate; NULL ends the table */
    const char *about; /* what it does, one sentence */
} overview_tool;

extern const overview_tool overview_tools[];

#endif
