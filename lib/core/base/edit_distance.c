/* SPDX-License-Identifier: MIT */
#include "core/base/edit_distance.h"
#include "core/base/slice.h"

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

unsigned xpgn_edits(xpgn_slice a, xpgn_slice b) {
    unsigned row[3][WORDS_LONGEST + 1];
    size_t n = a.size < WORDS_LONGEST ? a.size : WORDS_LONGEST;
    size_t m = b.size < WORDS_LONGEST ? b.size : WORDS_LONGEST;
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

bool words_is_nearer(const char *word, const char *text, unsigned *least_edits) {
    if (strlen(text) > NEAR_LENGTH || strlen(word) > NEAR_LENGTH)
        return false;
    unsigned e = xpgn_edits(slice_of(text), slice_of(word));
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

const char *words_hint(const char *const *words, const char *text, struct log *log) {
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
