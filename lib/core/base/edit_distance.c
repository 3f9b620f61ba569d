/* SPDX-License-Identifier: MIT */
#include "core/base/edit_distance.h"
#include "core/base/slice.h"
#include "internal/text_out.h"

#include <limits.h>
#include <string.h>

int words_find(const char *const *words, const char *text) {
    for (int i = 0; words[i]; i++)
        if (strcmp(words[i], text) == 0)
            return i;
    return -1;
}

enum { NEAR_LENGTH = 32 };

static unsigned one(char c) {
    (void)c;
    return 1;
}

static unsigned differs(char written, char right) {
    return written != right;
}

unsigned edit_distance(xpgn_slice a, xpgn_slice b) {
    a.size = a.size < WORDS_LONGEST ? a.size : WORDS_LONGEST;
    b.size = b.size < WORDS_LONGEST ? b.size : WORDS_LONGEST;
    return edits_cost(a, b, UINT_MAX, (struct edit_costs){one, differs, 1});
}

bool words_is_nearer(const char *word, const char *text, unsigned *least_edits) {
    if (strlen(text) > NEAR_LENGTH || strlen(word) > NEAR_LENGTH)
        return false;
    unsigned e = edit_distance(slice_of(text), slice_of(word));
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
