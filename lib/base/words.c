/* SPDX-License-Identifier: MIT */
#include "base/words.h"

#include <string.h>

int words_find(const char *const *words, const char *text) {
    for (int i = 0; words[i]; i++)
        if (strcmp(words[i], text) == 0)
            return i;
    return -1;
}

enum { NEAR_LENGTH = 32 };

static unsigned least(unsigned a, unsigned b) {
    return a < b ? a : b;
}

/* Edits (letter put in, left out, replaced) from one word to another. */
static unsigned edits(const char *a, const char *b) {
    unsigned row[NEAR_LENGTH + 1];
    size_t n = strlen(b);
    for (unsigned j = 0; j <= n; j++)
        row[j] = j;
    for (unsigned i = 1; a[i - 1]; i++) {
        unsigned corner = row[0];
        row[0] = i;
        for (size_t j = 1; j <= n; j++) {
            unsigned above = row[j];
            row[j] = least(least(above, row[j - 1]) + 1, corner + (a[i - 1] != b[j - 1]));
            corner = above;
        }
    }
    return row[n];
}

bool words_is_nearer(const char *word, const char *text, unsigned *least_edits) {
    if (strlen(text) > NEAR_LENGTH || strlen(word) > NEAR_LENGTH)
        return false;
    unsigned e = edits(text, word);
    if (e >= *least_edits || e >= strlen(text))
        return false;
    *least_edits = e;
    return true;
}

const char *words_nearest(const char *const *words, const char *text) {
    const char *best = NULL;
    unsigned least_edits = WORDS_NEAR;
    for (; *words; words++)
        if (words_is_nearer(*words, text, &least_edits))
            best = *words;
    return best;
}

const char *words_hint(const char *const *words, const char *text, struct xpgn_log *log) {
    const char *nearest = words_nearest(words, text);
    xpgn_buffer all = {0};
    for (; !nearest && *words; words++)
        if (**words != '-')
            xpgn_buffer_printf(&all, "%s%s", all.size ? ", " : "", *words);
    if (nearest)
        log_hint(log, "did you mean %s?", nearest);
    else if (all.size || all.failed)
        log_hint(log, "expected one of %s", log_take(log, &all));
    return nearest;
}
