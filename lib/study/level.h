/* SPDX-License-Identifier: MIT */
/* How sure a fix is: xpgn_fix_level_of, and what it goes by. */
#ifndef XPGN_STUDY_LEVEL_H
#define XPGN_STUDY_LEVEL_H

#include "xpgn.h"

/* Does a fix of this finding leave what the record says as it is: notation, numbers, tags? */
bool fix_is_notation(const xpgn_finding *f);

/* Has a search found it far more probable than all others?  If the record is legal to its end with
   it, it is likely. */
bool fix_is_probable(const xpgn_finding *f, uint32_t fix);

/* Ends with NULL. */
extern const char *const fix_level_names[XPGN_FIX_LEVELS + 1];

#endif
