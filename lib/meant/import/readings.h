/* SPDX-License-Identifier: MIT */
/*
 * What a word may mean in a game in progress, and in which hands: at a prompt there is no whole
 * game that would tell the hand.
 */
#ifndef XPGN_IMPORT_READINGS_H
#define XPGN_IMPORT_READINGS_H

#include <xpgn/base.h>

#include "core/text/languages.h"

enum { MOST_MEANINGS = 8, HANDS = 2 * MOST_LANGUAGES };

/* A bit per hand: those with capital piece letters in the order of languages.tsv, then the same
   with small ones. */
typedef uint64_t word_hands;

struct word_meaning {
    xpgn_action action;
    word_hands hands; /* in which the word means it */
};

struct word_meanings {
    size_t count;
    bool lettered;    /* the word has the letter of a piece, so that it tells the hand */
    word_hands known; /* in which the letter that it begins with is one */
    struct word_meaning list[MOST_MEANINGS]; /* further ones are left out */
};

/* The hands in which the letter that a word begins with is one, or a file. */
word_hands word_known_hands(xpgn_slice word);
/* Lists the legal actions that a word may mean. False if memory runs out. */
bool word_meanings_find(const xpgn_play *play, xpgn_slice word, struct word_meanings *out);

#endif
