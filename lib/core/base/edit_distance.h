/* SPDX-License-Identifier: MIT */
/* The distance of two texts. NULL-terminated lists of words: finding a word or the nearest one. */
#ifndef XPGN_BASE_EDIT_DISTANCE_H
#define XPGN_BASE_EDIT_DISTANCE_H

#include "core/base/log.h"
#include "core/base/slice.h"

/* The rest of a longer word is ignored, as in edit_distance. */
enum { WORDS_LONGEST = 96 };

/* What slips cost: a character left out or added, another one, two swapped. */
struct edit_costs {
    unsigned (*added)(char c), (*changed)(char written, char right), swapped;
};

static inline unsigned least_cost(unsigned a, unsigned b) {
    return a < b ? a : b;
}

/* The least cost of slips that make `written` of `right`, neither above WORDS_LONGEST; above `most`
   a lower bound. Inline, so that the costs are inline in it. */
ALWAYS_INLINE unsigned edits_cost(xpgn_slice written, xpgn_slice right, unsigned most,
                                  struct edit_costs cost) {
    unsigned rows[3][WORDS_LONGEST + 1];
    unsigned *before = rows[0], *last = rows[1], *row = rows[2]; /* rows i - 2, i - 1 and i */
    unsigned nearest = 0, past;
    for (size_t j = 0; j <= right.size; j++)
        row[j] = j == 0 ? 0 : row[j - 1] + cost.added(right.data[j - 1]);
    for (size_t i = 1; i <= written.size; i++) {
        unsigned *oldest = before;
        const char *w = written.data + i - 1;
        before = last;
        last = row;
        row = oldest;
        past = nearest;
        nearest = row[0] = last[0] + cost.added(*w);
        for (size_t j = 1; j <= right.size; j++) {
            const char *r = right.data + j - 1;
            unsigned d = last[j - 1] + cost.changed(*w, *r);
            d = least_cost(d, least_cost(last[j] + cost.added(*w), row[j - 1] + cost.added(*r)));
            if (i > 1 && j > 1 && w[0] == r[-1] && w[-1] == r[0])
                d = least_cost(d, before[j - 2] + cost.swapped);
            row[j] = d;
            nearest = least_cost(nearest, d);
        }
        if (nearest > most && past + cost.swapped > most)
            return most + 1;
    }
    return row[right.size];
}

/* The index of a word in the list; -1 if it is not there. */
int words_find(const char *const *words, const char *text);
/* True if the text is fewer than *least_edits edits from this word; updates *least_edits. */
enum { WORDS_NEAR = 3 }; /* this many edits are no longer near */
bool words_is_nearer(const char *word, const char *text, unsigned *least_edits);
/* The word of the list nearest to `text`; NULL if none is near. */
const char *words_nearest(const char *const *words, const char *text);
/* Adds a hint to the last finding: the nearest word, which is returned, or else all words except
   those that begin with a hyphen. */
const char *words_hint(const char *const *words, const char *text, struct log *log);

#endif
