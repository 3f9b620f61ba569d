/* SPDX-License-Identifier: MIT */
/* Suggestions for mistyped words. */
#ifndef CLI_WORD_GUESS_H
#define CLI_WORD_GUESS_H

#include "frame/cli.h"

/* Finds the candidate most similar to a word, or that begins with it, whatever their order; `best`
   is NULL if none is similar enough. */
typedef struct cli_guess {
    const char *word;
    size_t size;
    const char *best;
    unsigned least; /* edit distance of `best`, or the first one that is too large */
} cli_guess;

cli_guess cli_guess_begin(const char *word, size_t size);
void cli_guess_try(cli_guess *g, const char *candidate);
/* Whether cli_guess_try would take a candidate. */
bool cli_guess_takes(const cli_guess *g, xpgn_slice candidate);
/* Whether a value is near the one asked for, such as "Carlsen, M." to "carlsen" or "Carslen, M.".
   As this is slow, only this many games are examined. */
enum { CLI_NEAR_GAMES = 10000 };
bool cli_is_near(xpgn_slice wanted, xpgn_slice value);

#endif
