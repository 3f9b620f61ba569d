/* SPDX-License-Identifier: MIT */
/* Words where tag pairs are: above the first one of a game, between two, behind a result. */
#ifndef XPGN_TEXT_HEAD_WORDS_H
#define XPGN_TEXT_HEAD_WORDS_H

#include "core/forms/scan.h"

/* True at the number of a move, where the tag pairs end: the usual case. */
static inline bool head_ends(const char *p, const char *end) {
    if (p == end || !is_digit(*p))
        return false;
    for (p++; p < end && is_digit(*p);)
        p++;
    return end - p > 1 && *p == '.' && !is_digit(p[1]);
}

/*
 * The end of the words at p: the lines up to one that begins a tag pair (*tag), in whatever form,
 * or up to `end`. A line in which a game begins or ends is none of words, unless it can only be a
 * tag pair with a slip in it. NULL: there is such a line, or what begins at p is too long for
 * words.
 */
const char *head_words(const char *p, const char *end, bool *tag);
/* The same where more tag pairs must follow, and in the next line unless the words are the `first`
   of the game; else NULL. *cut: the text ended first. */
const char *head_words_between(const char *p, const char *end, bool first, bool *cut);
/*
 * True if the result from p to `after` is one of the words above the moves, which begin at `head`:
 * "Result: 1-0", "Huber - Meier 1-0". No half-move is before it in any language, and the moves
 * begin in a later line, before a tag pair or another result. *cut: the text ended first.
 */
bool head_has_result(const char *head, const char *p, const char *after, const char *end,
                     bool *cut);

#endif
