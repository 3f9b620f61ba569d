/* SPDX-License-Identifier: MIT */
/*
 * How a game ended as a tag or a comment says it: Termination "Time forfeit", "Huber won by
 * resignation", {White disconnects}. Causes and their words are rows of endings.def; endings on
 * sheets are written_ending.h's.
 */
#ifndef XPGN_FORMS_SAID_ENDING_H
#define XPGN_FORMS_SAID_ENDING_H

#include "core/forms/written_ending.h"

struct said_ending {
    enum ending_cause cause; /* the first row of endings.def that was said */
    int8_t lost;             /* the seat that lost, if it is said; -1 */
    bool drawn;              /* it says that the game was drawn */
    xpgn_slice other;        /* words that are not understood, without "Huber won by" before them;
                                size 0: all are */
};

/* Reads what a tag says. Words that are not known count for nothing. */
void said_ending_read(xpgn_slice text, const xpgn_slice names[2], struct said_ending *out);
/* Reads what a comment says at its end, behind figures of an engine: "-1.2/20 3s, White resigns".
   False if it says anything else as well, or no cause. */
bool said_ending_comment(xpgn_slice comment, const xpgn_slice names[2], struct said_ending *out);
/* The cause in words, as the fact `ending` has it; NULL for ENDING_UNSAID. */
const char *said_ending_words(enum ending_cause cause);

#endif
