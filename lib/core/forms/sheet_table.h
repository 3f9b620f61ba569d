/* SPDX-License-Identifier: MIT */
/* formats/sheet-words.tsv as C, written by lib/gen/sheet_words_table.c: only for sheet_words.c. */
#ifndef XPGN_FORMS_SHEET_TABLE_H
#define XPGN_FORMS_SHEET_TABLE_H

#include <stdint.h>

/* Phrases are folded (fold.h), with one blank between words, and in the order of their bytes. */
enum { SHEET_LONGEST = 80, SHEET_NO_PARENT = 0xFFFF };

struct sheet_word {
    uint32_t languages; /* a bit for each column */
    uint16_t parent;    /* the longest phrase that this one begins with */
    uint16_t text;      /* where it is in sheet_letters */
    uint8_t size;
    uint8_t means; /* which of sheet_means */
};

extern const struct sheet_word sheet_words[];
extern const uint64_t sheet_means[];    /* sets of SHEET_BIT */
extern const uint16_t sheet_first[257]; /* [byte]: the first phrase from it on */
extern const char sheet_letters[];

#endif
