/* SPDX-License-Identifier: MIT */
/* Lists of words that end with NULL: which one is it, and which one was meant? Words of seats. */
#ifndef XPGN_BASE_WORDS_H
#define XPGN_BASE_WORDS_H

#include "base/log.h"

/* What follows in a longer word does not count, as in xpgn_edits. */
enum { WORDS_LONGEST = 96 };

/* Index of a word in the list, -1: not in it. */
int words_find(const char *const *words, const char *text);
/* Is the text less than *least_edits edits from this word? Then these are the new ones. */
enum { WORDS_NEAR = 3 }; /* edits from which on nothing is near */
bool words_is_nearer(const char *word, const char *text, unsigned *least_edits);
/* The word of the list that is most like `text`; NULL: none is near. */
const char *words_nearest(const char *const *words, const char *text);
/* Adds a hint to the last finding: that word, which is returned, or else all that there are but
   for those that begin with a hyphen. */
const char *words_hint(const char *const *words, const char *text, struct log *log);

/* By party: "white" to "green", NULL. */
extern const char *const seat_names[XPGN_MAX_SEATS + 1];
/* "white" to "green" of two or four seats; "nobody" if there is no such seat. */
const char *seat_name(unsigned seats, unsigned seat);

#endif
