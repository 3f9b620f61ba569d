/* SPDX-License-Identifier: MIT */
/* Signs that stand where a half-move is due, and mean that none can be read. */
#ifndef XPGN_FORMS_BLANK_H
#define XPGN_FORMS_BLANK_H

#include <xpgn/base.h>

enum blank_kind {
    BLANK_SIGN,  /* ? ?? (?) [?] {?} ... . _ ___ - --- XX xxx ( ) [ ] illegible (illegible) */
    BLANK_DITTO, /* " 〃 -"-: the same word as that seat's last */
    BLANK_PASS   /* -- Z0 @@@@ pass: a pass where the rules let a turn pass, else blank */
};

/*
 * The bytes of such a sign at p, where a word begins; 0: there is none. It ends where a word ends:
 * not "--" of --e4. Whether it stands where a half-move is due is the caller's business: "?" behind
 * a word is a mark, "..." behind a number is part of the number.
 */
size_t blank_read(const char *p, const char *end, enum blank_kind *kind);
/* True if a text is a blank sign as a whole, with white space around it or without; an empty one
   is. Not dittos and passes. */
bool blank_is(xpgn_slice text);

#endif
