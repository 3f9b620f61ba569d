/* SPDX-License-Identifier: MIT */
/* Shared by the files of xpgn-render-ascii: its options, the page. */
#ifndef RENDER_ASCII_TOOL_H
#define RENDER_ASCII_TOOL_H

#include "shared/diagram/diagram.h"

enum { TEXT, MARKDOWN, TROFF };

typedef struct options {
    cli_diagram_options shown;
    int style; /* xpgn_diagram_style */
    int format;
    bool no_trim;
} options;

/* The page being written: rows of diagrams (render-ascii/ascii_page.c). A row is written when it is
   full, with --each also at the end of a game. */
typedef struct diagram_page {
    cli_page base;
    xpgn_buffer cell[CLI_MOST_COLUMNS];
    size_t cells;
    bool begun; /* not the first row: an empty line precedes it */
} diagram_page;

extern const cli_page_kind page_kind;

#endif
