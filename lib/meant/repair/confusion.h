/* SPDX-License-Identifier: MIT */
/*
 * Letters and figures that are taken for each other, and how often.
 */
#ifndef XPGN_REPAIR_CONFUSION_H
#define XPGN_REPAIR_CONFUSION_H

#include <xpgn/base.h>

enum { CONFUSION_FIRST = '-', CONFUSION_LETTERS = 'x' - '-' + 1 };

/* Counts of which letter was written for which. */
struct confusion {
    uint32_t read[CONFUSION_LETTERS]
                 [CONFUSION_LETTERS]; /* [right][written], from CONFUSION_FIRST */
};

/* Counts a letter. */
void confusion_note(struct confusion *c, char right, char written);
/* Counts the letters of a written word against the right one, if at most one letter differs. */
void confusion_note_word(struct confusion *c, xpgn_slice right, xpgn_slice written);
/* Adds the counts of another. */
void confusion_add(struct confusion *c, const struct confusion *other);
/* True if two words differ in exactly one letter; *at is its index. */
bool confusion_is_one(xpgn_slice a, xpgn_slice b, size_t *at);
/* How often this is written for the right letter, by the counts of confusions.def and of c (may be
   NULL). */
double confusion_rate(const struct confusion *c, char right, char written);

#endif
