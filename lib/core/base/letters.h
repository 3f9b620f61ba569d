/* SPDX-License-Identifier: MIT */
/* Letters without case and accents, as Unicode decomposes them: Latin, Greek, Cyrillic. */
#ifndef XPGN_BASE_LETTERS_H
#define XPGN_BASE_LETTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LETTER_MOST = 4 }; /* bytes */

/* Writes the letter that a character is: a for Ä, ss for ß. Returns the number of bytes, 0 if it is
   no letter that is known. */
size_t letter_plain(uint32_t point, char out[LETTER_MOST]);
bool letter_is_capital(uint32_t point);

#endif
