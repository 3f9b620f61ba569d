/* SPDX-License-Identifier: MIT */
/* What a text is. */
#ifndef XPGN_IMPORT_FILE_KIND_H
#define XPGN_IMPORT_FILE_KIND_H

#include <xpgn/sheets.h>

enum { KIND_HEAD = 16 * 1024 }; /* bytes in which a plain record is recognised */

/* True if a file with this beginning is a record that needs no decoding. Other files may be such
   records too. */
bool file_is_plain(xpgn_slice head);
/* True if there is a tag pair, or a half-move in some notation. */
bool file_has_record(xpgn_slice text);
/* The kind of a text without either. */
xpgn_no_record file_no_record(xpgn_slice text);
/* True if a table has a column of names of files, so that its rows are about records. */
bool file_is_log(xpgn_slice text);

#endif
