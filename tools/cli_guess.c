/* SPDX-License-Identifier: MIT */
/* Suggestions for unknown words. */
#include "cli.h"

#include <string.h>

enum { WORD = 32 };

/* Edit distance of two words, cut at WORD; swapping two neighbours is one edit. */
static unsigned edits(const char *a, size_t n, const char *b) {
    unsigned d[WORD + 1][WORD + 1];
    size_t m = strlen(b);
    n = n > WORD ? WORD : n;
    m = m > WORD ? WORD : m;
    for (size_t i = 0; i <= n; i++) {
        for (size_t j = 0; j <= m; j++) {
            if (i == 0 || j == 0) {
                d[i][j] = (unsigned)(i + j);
                continue;
            }
            d[i][j] = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            if (d[i - 1][j] + 1 < d[i][j])
                d[i][j] = d[i - 1][j] + 1;
            if (d[i][j - 1] + 1 < d[i][j])
                d[i][j] = d[i][j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                d[i - 2][j - 2] + 1 < d[i][j])
                d[i][j] = d[i - 2][j - 2] + 1;
        }
    }
    return d[n][m];
}

cli_guess cli_guess_begin(const char *word, size_t size) {
    return (cli_guess){.word = word, .size = size, .least = size < 5 ? 2 : 3};
}

void cli_guess_try(cli_guess *g, const char *candidate) {
    unsigned n = edits(g->word, g->size, candidate);
    if (g->size >= 3 && strncmp(candidate, g->word, g->size) == 0)
        n = 1;
    if (n < g->least) {
        g->least = n;
        g->best = candidate;
    }
}
