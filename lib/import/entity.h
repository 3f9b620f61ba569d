/* SPDX-License-Identifier: MIT */
/* Entities of HTML. */
#ifndef XPGN_IMPORT_ENTITY_H
#define XPGN_IMPORT_ENTITY_H

#include "xpgn.h"

/* The character of the entity at the beginning of a text (&lt; &#189; &#xBD;), and its size in
   bytes; 0: there is none, or nobody knows it. */
uint32_t entity_read(xpgn_slice text, size_t *size);

#endif
