/* SPDX-License-Identifier: MIT */
/* Where a place of a game as the import read it stands in the game as it was written. */
#ifndef XPGN_IMPORT_EDIT_MAP_H
#define XPGN_IMPORT_EDIT_MAP_H

#include "internal/meant.h"

/* Maps an offset in the game as read to the game as written, by the changes of the import in their
   order; `end`: it is the end of a place, so that part of a word becomes the whole word. */
uint32_t edit_map_offset(const xpgn_imported *list, size_t count, uint32_t offset, bool end);
/* The same for a place. */
xpgn_place edit_map_place(const xpgn_imported *list, size_t count, xpgn_place read);

#endif
