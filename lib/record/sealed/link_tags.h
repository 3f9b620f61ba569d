/* SPDX-License-Identifier: MIT */
/* Links as written in the tags DiceCommit and DiceOpen; the rest is in xpgn.h. */
#ifndef XPGN_SEALED_LINK_TAGS_H
#define XPGN_SEALED_LINK_TAGS_H

#include "internal/sealed.h"

/* Reads "white:HEX black:HEX", in the order of the parties, each seat once; they may be equal.
   XPGN_INVALID: *fault says why. */
xpgn_status links_read(xpgn_slice text, unsigned seats, xpgn_links *out, xpgn_fault *fault);
/* Finds two parties with the same link, the later one in *second; false if there are none. */
bool links_equal(const xpgn_links *links, unsigned *first, unsigned *second);
/* Is a party in a set of them, a bit each? */
static inline bool links_have(unsigned parties, unsigned party) {
    return (parties >> party & 1) != 0;
}
/* Writes "white:", preceded by a blank unless it is the first party of the list; false if it is not
   in the list. */
bool links_put_party(xpgn_buffer *b, unsigned parties, unsigned party);
/* Removes "K " from the value of DiceOpen: digits without leading zeros, up to XPGN_MAX_ROLLS. */
xpgn_status links_take_number(xpgn_slice *text, uint32_t *number, xpgn_fault *fault);

#endif
