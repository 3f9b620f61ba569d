/* SPDX-License-Identifier: MIT */
/* Suggestions for unknown words. */
#include "cli/cli.h"

#include <string.h>

cli_guess cli_guess_begin(const char *word, size_t size) {
    return (cli_guess){.word = word, .size = size, .least = size < 5 ? 2 : 3};
}

void cli_guess_try(cli_guess *g, const char *candidate) {
    unsigned n = xpgn_edits((xpgn_slice){g->word, g->size}, cli_slice(candidate));
    if (g->size >= 3 && strncmp(candidate, g->word, g->size) == 0)
        n = 1;
    if (n < g->least || (n == g->least && g->best != NULL && strlen(candidate) < strlen(g->best))) {
        g->least = n;
        g->best = candidate;
    }
}
