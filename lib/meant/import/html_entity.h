/* SPDX-License-Identifier: MIT */
/* HTML entities. */
#ifndef XPGN_IMPORT_HTML_ENTITY_H
#define XPGN_IMPORT_HTML_ENTITY_H

#include <xpgn/base.h>

/* The character of the entity at the beginning of a text (&lt; &#189; &#xBD;), and its size in
   bytes; 0 if there is none, or it is unknown. */
uint32_t entity_read(xpgn_slice text, size_t *size);

#endif
