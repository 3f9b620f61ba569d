/* SPDX-License-Identifier: MIT */
/* Files that are no records, by their first bytes. */
#ifndef XPGN_IO_OTHER_FILE_H
#define XPGN_IO_OTHER_FILE_H

#include <xpgn/sheets.h>

enum { OTHER_FILE_HEAD = 16 * 1024 }; /* bytes that are looked at */

/* What a file is that begins with these bytes; XPGN_NO_RECORD_NOT: it may be a record. */
xpgn_no_record other_file(xpgn_slice head);
/* The same where only records are read as they are: a page that may have games in it, too. */
xpgn_no_record other_file_undecoded(xpgn_slice head);

#endif
