/* SPDX-License-Identifier: MIT */
/* Where a file is. Functions that fail say why in errno. */
#ifndef PATHS_H
#define PATHS_H

#include <limits.h>
#include <stdbool.h>

/* The canonical path of a file, the same for all its names; it need not exist, but its folder does.
   NULL on failure; the caller frees it. */
char *path_real(const char *path);
/* The folder of a file, with its slash; it needs no memory, of which there may be none. */
bool path_folder(const char *path, char folder[PATH_MAX]);

#endif
