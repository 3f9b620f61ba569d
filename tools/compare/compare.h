/* SPDX-License-Identifier: MIT */
/* Shared by the files of xpgn-compare. */
#ifndef COMPARE_TOOL_H
#define COMPARE_TOOL_H

#include <xpgn/sheets.h>

#include "internal/meant.h"
#include "shared/findings/fact_keys.h"

/* Two or more sheets, whose texts are kept until the end. */
typedef struct compare_sheets {
    xpgn_game game[XPGN_MAX_SHEETS];
    char *text[XPGN_MAX_SHEETS];
    xpgn_locator *places[XPGN_MAX_SHEETS]; /* of each sheet, to tell differences */
    size_t count;
} compare_sheets;

/* ---- how differences are told (compare/compare_text.c) --------------------------------------- */

void compare_put_text(xpgn_buffer *b, const compare_sheets *s, const xpgn_difference *d,
                      bool color);

/* True if a sheet has fewer rolls at a half-move than the record: none was misread. */
bool compare_lacks_roll(xpgn_slice written, xpgn_slice right);

typedef struct compare_keys {
    cli_fact_keys difference, file, place, reading;
} compare_keys;
void compare_find_keys(cli *c, compare_keys *k);
void compare_put_json(xpgn_buffer *b, const compare_keys *k, const compare_sheets *s,
                      const xpgn_difference *d);
/* "tie at 5. Nf3: or Nd2 (a.pgn:9:13, b.pgn:9:14)", "guess at 5. Nf3: one of 23 (...)", "corrected
   at 5. Nf3: was Nh3 (...)", "missing: 5. (...)", "mixed at 5. exd5: dice of another sheet (...)";
   nothing for other differences. */
void compare_put_mark(xpgn_buffer *b, const compare_sheets *s, const xpgn_difference *d);

/* "a.pgn:3:5: not read: Remis", on one line. */
void compare_put_unread(xpgn_buffer *b, const compare_sheets *s, const xpgn_unread *unread);

#define NO_RESULT "; no result is known from this sheet"
/* Appends a text on one line, its words one blank apart. */
void compare_put_words(xpgn_buffer *b, xpgn_slice text);

/* ---- the merged record (compare/compare_record.c) -------------------------------------------- */

/* Appends the merged record in export form; false after a message if the tags of the sheets are
   wrong. */
bool compare_put_record(cli *c, xpgn_catalog *catalog, const xpgn_merge *sheets, xpgn_buffer *out);
/* Appends the record with this text in export form; false, with nothing appended, if it has
   errors. */
bool compare_put_legal(cli *c, xpgn_catalog *catalog, xpgn_slice text, xpgn_buffer *out);

#endif
