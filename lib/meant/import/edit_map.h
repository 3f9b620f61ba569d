/* SPDX-License-Identifier: MIT */
/* Where a place of a game as the import read it stands in the game as it was written. */
#ifndef XPGN_IMPORT_EDIT_MAP_H
#define XPGN_IMPORT_EDIT_MAP_H

#include "internal/meant.h"

/* Maps a place in the game as read to the game as written, by the changes of the import in their
   order. Part of a word becomes the whole word. */
xpgn_place edit_map_place(const xpgn_imported *list, size_t count, xpgn_place read);

#endif
