/* SPDX-License-Identifier: MIT */
/* The levels of fixes, for xpgn_fix_level_of. */
#ifndef XPGN_FACTS_FIX_LEVEL_H
#define XPGN_FACTS_FIX_LEVEL_H

#include <xpgn/base.h>

/* True if a fix of this finding does not change the meaning of the record: notation, numbers,
   tags. */
bool fix_is_notation(const xpgn_finding *f);

/* True if the search found it far more probable than all others, and nothing is lost with it nor
   invented. It is LIKELY if the record is then legal to its end. */
bool fix_is_probable(xpgn_slice text, const xpgn_finding *f, uint32_t fix);

#endif
