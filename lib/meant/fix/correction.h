/* SPDX-License-Identifier: MIT */
/* The marks that corrections leave. */
#ifndef XPGN_FIX_CORRECTION_H
#define XPGN_FIX_CORRECTION_H

#include "core/base/arena.h"

/* The place for the mark of a change at `offset`: after the action that contains or precedes it.
   False if there is none, or if memory runs out (*status). */
bool fix_mark_place(xpgn_slice text, size_t offset, size_t *at, xpgn_status *status);
/* Appends " {[%was TEXT]}". */
void fix_mark_write(xpgn_buffer *b, xpgn_slice was);
/* The tag Corrected after `more` further corrections: the place that it replaces, and its text.
   False if the tag has a sentence, as an arbiter may write. */
bool fix_tag(xpgn_slice text, uint32_t more, xpgn_place *place, xpgn_buffer *b,
             xpgn_status *status);

#endif
