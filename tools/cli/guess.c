/* SPDX-License-Identifier: MIT */
/* Suggestions for unknown words. */
#include "cli/cli.h"

#include <string.h>

static unsigned least(unsigned a, unsigned b) {
    return a < b ? a : b;
}

unsigned cli_edits(xpgn_slice a, xpgn_slice b) {
    unsigned row[3][CLI_WORD + 1];
    size_t n = a.size < CLI_WORD ? a.size : CLI_WORD, m = b.size < CLI_WORD ? b.size : CLI_WORD;
    for (unsigned j = 0; j <= m; j++)
        row[0][j] = j;
    for (unsigned i = 1; i <= n; i++) {
        unsigned *now = row[i % 3], *above = row[(i + 2) % 3], *second = row[(i + 1) % 3];
        const char *p = a.data + i - 1;
        now[0] = i;
        for (size_t j = 1; j <= m; j++) {
            const char *q = b.data + j - 1;
            now[j] = least(least(above[j], now[j - 1]) + 1, above[j - 1] + (*p != *q));
            if (i > 1 && j > 1 && p[0] == q[-1] && p[-1] == q[0])
                now[j] = least(now[j], second[j - 2] + 1);
        }
    }
    return row[n % 3][m];
}

cli_guess cli_guess_begin(const char *word, size_t size) {
    return (cli_guess){.word = word, .size = size, .least = size < 5 ? 2 : 3};
}

void cli_guess_try(cli_guess *g, const char *candidate) {
    unsigned n = cli_edits((xpgn_slice){g->word, g->size}, cli_slice(candidate));
    if (g->size >= 3 && strncmp(candidate, g->word, g->size) == 0)
        n = 1;
    if (n < g->least) {
        g->least = n;
        g->best = candidate;
    }
}
