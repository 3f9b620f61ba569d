/* SPDX-License-Identifier: MIT */
/* Letters without case and accents, to compare words that people write. */
#ifndef XPGN_FORMS_FOLD_H
#define XPGN_FORMS_FOLD_H

#include <xpgn/base.h>

enum { FOLD_MOST = 4 }; /* bytes that one character becomes, at most */

/*
 * Folds the character at p, which is not `end`: É and é are e, Ö is o, ß is ss, Ё is е, Ά is α; any
 * dash is -, any apostrophe ', any white space a blank. Combining accents, zero-width spaces and
 * vowel signs of Hebrew become nothing. Returns the number of bytes in `out`, and in *size those at
 * p.
 */
size_t fold_character(const char *p, const char *end, char out[FOLD_MOST], size_t *size);
/* True if the character at p, which may be `end`, is a letter or a digit, in any script. */
bool fold_is_letter(const char *p, const char *end);

#endif
