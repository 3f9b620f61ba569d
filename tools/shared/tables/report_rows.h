/* SPDX-License-Identifier: MIT */
/* Reports (XPGN_REPORT_CELLS) as JSON. */
#ifndef CLI_REPORT_ROWS_H
#define CLI_REPORT_ROWS_H

#include "internal/text_out.h"

/* Appends lines of cells as an array of rows, each an array of texts. */
void json_rows(xpgn_buffer *b, const char *key, xpgn_slice cells);

#endif
