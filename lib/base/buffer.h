/* SPDX-License-Identifier: MIT */
/* Writing into a buffer directly. */
#ifndef XPGN_BASE_BUFFER_H
#define XPGN_BASE_BUFFER_H

#include "xpgn.h"

/* Makes room for so many bytes behind the contents and returns their address; NULL if out of
   memory. What has been written there counts once it is added to the size. */
char *buffer_room(xpgn_buffer *b, size_t size);

#endif
