/* SPDX-License-Identifier: MIT */
/* Tables of moves, as spreadsheets save and paste them, as records. */
#ifndef XPGN_IMPORT_SPREADSHEET_H
#define XPGN_IMPORT_SPREADSHEET_H

#include "xpgn.h"

/* Can a file that begins so be a table?  Its first line that is not empty says it, or may be to
   come.  `whole`: no more lines follow. */
bool spreadsheet_can_be(xpgn_slice head, bool whole);
/* The sign between the cells of a table: a tab, semicolon, comma or |; '\0': the text is none.
   `whole`: its last line is complete. */
char spreadsheet_separator(xpgn_slice text, bool whole);
/* The sign that most lines have, for a text that is said to be a table. */
char spreadsheet_likely(xpgn_slice text);
/* Appends the games of a table, each row on the line on which it stands; adds to *rows how many of
   them have moves.  False: no memory. */
bool spreadsheet_write(xpgn_slice text, char separator, xpgn_buffer *out, uint64_t *rows);

#endif
