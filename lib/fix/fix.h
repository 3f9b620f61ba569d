/* SPDX-License-Identifier: MIT */
/* The marks that corrections leave. */
#ifndef XPGN_FIX_FIX_H
#define XPGN_FIX_FIX_H

#include "base/arena.h"

/* Where the mark of a change at `offset` belongs: after the action that has it, or that is before
   it; false: there is none.  *status: XPGN_NO_MEMORY. */
bool fix_mark_place(xpgn_slice text, size_t offset, size_t *at, xpgn_status *status);
/* Appends " {[%was TEXT]}". */
void fix_mark_write(xpgn_buffer *b, xpgn_slice was);
/* The tag Corrected after `more` corrections: what it replaces in the text, and by what.  False: an
   arbiter has written a sentence there. */
bool fix_tag(xpgn_slice text, uint32_t more, xpgn_place *place, xpgn_buffer *b,
             xpgn_status *status);

#endif
