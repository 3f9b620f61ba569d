/* SPDX-License-Identifier: MIT */
/* formats/sheet-words.tsv as C, written by lib/gen/sheet_words_table.c: only for sheet_words.c. */
#ifndef XPGN_FORMS_SHEET_TABLE_H
#define XPGN_FORMS_SHEET_TABLE_H

#include <stdint.h>

/* Phrases are folded (fold.h), with one blank between words, and in the order of their bytes. What
   is known of one is in arrays, in which neighbours are alike, so that they are packed well. */
enum { SHEET_LONGEST = 80, SHEET_BLOCK = 16 };

extern const char sheet_letters[];       /* the texts of all phrases */
extern const uint16_t sheet_starts[];    /* [i / SHEET_BLOCK]: where that of every 16th begins */
extern const uint8_t sheet_sizes[];      /* [i] */
extern const uint16_t sheet_parents[];   /* [i]: the longest phrase that i begins with, counted back
                                            from i; 0: none */
extern const uint8_t sheet_means_of[];   /* [i]: which of sheet_means */
extern const uint8_t sheet_spoken_in[];  /* [i]: which of sheet_languages */
extern const uint64_t sheet_means[];     /* sets of SHEET_BIT */
extern const uint32_t sheet_languages[]; /* sets of a bit for each column */
extern const uint16_t sheet_first[257];  /* [byte]: the first phrase from it on */

#endif
