/* SPDX-License-Identifier: MIT */
/*
 * Letters and figures that are taken for each other, and how often.
 */
#ifndef XPGN_STUDY_CONFUSION_H
#define XPGN_STUDY_CONFUSION_H

#include "xpgn.h"

enum { CONFUSION_FIRST = '-', CONFUSION_LETTERS = 'x' - '-' + 1 };

/* Counts of what was read for which letter. */
struct confusion {
    uint32_t read[CONFUSION_LETTERS]
                 [CONFUSION_LETTERS]; /* [right][written], from CONFUSION_FIRST */
};

/* Counts a letter. */
void confusion_note(struct confusion *c, char right, char written, uint32_t times);
/* Counts a word that was written for the right one, if it is that or one letter differs. */
void confusion_note_word(struct confusion *c, xpgn_slice right, xpgn_slice written);
/* Adds the counts of another. */
void confusion_add(struct confusion *c, const struct confusion *other);
/* Do two words differ in one letter, and nothing else?  *at: in which. */
bool confusion_is_one(xpgn_slice a, xpgn_slice b, size_t *at);
/* How often this is written for the right letter: as counted on the sheets of which confusions.def
   tells, and in c (NULL: there only). */
double confusion_rate(const struct confusion *c, char right, char written);

#endif
