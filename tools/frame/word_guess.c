/* SPDX-License-Identifier: MIT */
/* Suggestions for unknown words. */
#include "frame/word_guess.h"

#include <string.h>

cli_guess cli_guess_begin(const char *word, size_t size) {
    return (cli_guess){.word = word, .size = size, .least = size < 5 ? 2 : 3};
}

static unsigned distance_of(const cli_guess *g, xpgn_slice candidate) {
    bool begins =
        g->size >= 3 && candidate.size >= g->size && memcmp(candidate.data, g->word, g->size) == 0;
    return begins ? 1 : edit_distance((xpgn_slice){g->word, g->size}, candidate);
}

bool cli_guess_takes(const cli_guess *g, xpgn_slice candidate) {
    return distance_of(g, candidate) < g->least;
}

/* Whether the candidate is shorter, or as long and earlier in the order of bytes. */
static bool comes_first(const char *candidate, const char *best) {
    size_t size = strlen(candidate), other = strlen(best);
    return size < other || (size == other && strcmp(candidate, best) < 0);
}

void cli_guess_try(cli_guess *g, const char *candidate) {
    unsigned n = distance_of(g, cli_slice(candidate));
    if (n < g->least || (n == g->least && g->best != NULL && comes_first(candidate, g->best))) {
        g->least = n;
        g->best = candidate;
    }
}

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool cli_is_near(xpgn_slice wanted, xpgn_slice value) {
    size_t i = 0;
    while (i < wanted.size && i < value.size && lower(wanted.data[i]) == lower(value.data[i]))
        i++;
    if (i == wanted.size && i > 1)
        return true;
    return wanted.size > 4 && wanted.size + 2 >= value.size && value.size + 2 >= wanted.size &&
           edit_distance(wanted, value) <= 2;
}
