/* SPDX-License-Identifier: MIT */
/* Files of formats/ that are built into the library (written as C by lib/gen/embed.sh). */
#ifndef XPGN_BASE_EMBEDDED_H
#define XPGN_BASE_EMBEDDED_H

#include <stddef.h>

struct embedded {
    const char *name; /* the file's name without its suffix */
    const char *text; /* the file's bytes, followed by a NUL */
    size_t size;      /* in bytes, without that NUL */
};

#endif
