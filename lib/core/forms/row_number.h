/* SPDX-License-Identifier: MIT */
/* Numbers of rows as people write them where a line begins: 12: 12) (12) [12] #12 12- Move 12,
   | 12 | in a table of bars, - 12. in a list. */
#ifndef XPGN_FORMS_ROW_NUMBER_H
#define XPGN_FORMS_ROW_NUMBER_H

#include <xpgn/base.h>

struct row_number {
    size_t size;           /* bytes at p, with the signs around the number */
    uint32_t number, dots; /* dots: 3 behind the sign of a list: - 12... */
    bool bracket;          /* (12) or [12], which can be dice or a clock elsewhere */
};

/* Reads the number of a row at p, where a line begins. False for 12., which is the format's, for
   one without a sign, which may be anything, and where more digits follow: 1-0, 12:30. */
bool row_number_read(const char *p, const char *end, struct row_number *out);
/* The bytes of a bar between the cells of a row at p, | or one that is drawn; 0: there is none. */
size_t row_bar(const char *p, const char *end);
/* The bytes of a rule between rows at p, where a line begins: +----+----+; 0: there is none. */
size_t row_rule(const char *p, const char *end);
/* The bytes of the name of a block of a forum at p: [code], [/pgn]; 0: there is none. */
size_t row_block_mark(const char *p, const char *end);

#endif
