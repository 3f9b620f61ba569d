/* SPDX-License-Identifier: MIT */
/* Converts tables of moves from spreadsheets to records. */
#ifndef XPGN_IMPORT_MOVE_TABLE_H
#define XPGN_IMPORT_MOVE_TABLE_H

#include <xpgn/base.h>

/* True if a file with this beginning can be a table, judging by its first non-empty line, if there
   is one. `whole`: no more lines follow. */
bool spreadsheet_can_be(xpgn_slice head, bool whole);
/* The separator of a table: a tab, semicolon, comma or |; '\0' if the text is not a table. `whole`:
   its last line is complete. */
char spreadsheet_separator(xpgn_slice text, bool whole);
/* The most frequent separator, for a text that is declared to be a table. */
char spreadsheet_likely(xpgn_slice text);
/* Appends the games of a table, each row on its original line; adds the number of rows with moves
   to *rows. False if memory runs out. */
bool spreadsheet_write(xpgn_slice text, char separator, xpgn_buffer *out, uint64_t *rows);

#endif
