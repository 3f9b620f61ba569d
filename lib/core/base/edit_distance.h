/* SPDX-License-Identifier: MIT */
/* NULL-terminated lists of words: finding a word or the nearest one. Names of seats. */
#ifndef XPGN_BASE_WORDS_H
#define XPGN_BASE_WORDS_H

#include "core/base/log.h"

/* The rest of a longer word is ignored, as in xpgn_edits. */
enum { WORDS_LONGEST = 96 };

/* The index of a word in the list; -1 if it is not there. */
int words_find(const char *const *words, const char *text);
/* True if the text is fewer than *least_edits edits from this word; updates *least_edits. */
enum { WORDS_NEAR = 3 }; /* this many edits are no longer near */
bool words_is_nearer(const char *word, const char *text, unsigned *least_edits);
/* The word of the list nearest to `text`; NULL if none is near. */
const char *words_nearest(const char *const *words, const char *text);
/* Adds a hint to the last finding: the nearest word, which is returned, or else all words except
   those that begin with a hyphen. */
const char *words_hint(const char *const *words, const char *text, struct log *log);

/* [party]: "white" to "green", then NULL. */
extern const char *const seat_names[XPGN_MAX_SEATS + 1];
/* "white" to "green" of two or four seats; "nobody" if there is no such seat. */
const char *seat_name(unsigned seats, unsigned seat);

#endif
