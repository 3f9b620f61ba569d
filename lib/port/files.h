/* SPDX-License-Identifier: MIT */
/* files.h - the part of tools/cli/files.h that platforms without POSIX have in common. */
#ifndef PORT_FILES_H
#define PORT_FILES_H

#include "cli/files.h"

/* Makes a file to read and write whose name is free; the last six letters of `path` become that
   name. `flags` as of open(2), besides. -1: see errno. */
int port_open_free(char *path, int flags);

#endif
