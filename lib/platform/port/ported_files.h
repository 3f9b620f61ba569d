/* SPDX-License-Identifier: MIT */
/* The part of tools/frame/disk_calls.h that platforms without POSIX share. */
#ifndef PORT_FILES_H
#define PORT_FILES_H

#include "frame/disk_calls.h"

/* Creates a file with an unused name, for reading and writing; the last six letters of `path` are
   replaced. `flags`: further flags of open(2). Returns its descriptor, or -1 with errno set. */
int port_open_free(char *path, int flags);

#endif
